"""Lasting effects on casting: what spells cost, and when they may be cast (CR 601)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    AdditionalCost,
    Amount,
    CantDo,
    Cost,
    CostChange,
    Filter,
    Grant,
    Keyword,
    MayCast,
    Named,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ casting (CR 601)


@production(
    "static_clause", "~ costs <m:mana_cost> less to cast [<e:each>]", "~ costs <m:mana_cost> less to cast <e:each>"
)
def _costs_less(m: str, e: Amount | None = None) -> Effects:
    return (CostChange(Filter(this=True, zone="stack"), m, per=e or Amount(base=1)),)


@production("static_clause", "~ costs <m:mana_cost> less to cast , where X is <q:quantity>")
def _costs_x_less(m: str, q: Amount) -> Effects | None:
    return (CostChange(Filter(this=True, zone="stack"), "{1}", per=q),) if m == "{X}" else None


@production("static_clause", "~ costs <m:mana_cost> more to cast <e:each>")
def _costs_more(m: str, e: Amount) -> Effects:
    return (CostChange(Filter(this=True, zone="stack"), m, increase=True, per=e),)


@production("spells_cast", "<c:core> you cast")
def _you_cast(c: Fields) -> Filter | None:
    return Filter(**(c | {"controller": "you"})) if c.get("zone") == "stack" else None


@production("spells_cast", "<c:core> (your opponents|opponents) cast")
def _opponents_cast(c: Fields) -> Filter | None:
    return Filter(**(c | {"controller": "opponent"})) if c.get("zone") == "stack" else None


@production("spells_cast", "<c:core>")
def _all_spells(c: Fields) -> Filter | None:
    return Filter(**c) if c.get("zone") == "stack" else None


@production(
    "static_clause",
    "<s:spells_cast> cost* <m:mana_cost> less to cast",
    "each <s:spells_cast> costs <m:mana_cost> less to cast",
)
def _spells_less(s: Filter, m: str) -> Effects:
    return (CostChange(s, m),)


@production(
    "static_clause",
    "<s:spells_cast> cost* <m:mana_cost> more to cast",
    "each <s:spells_cast> costs <m:mana_cost> more to cast",
)
def _spells_more(s: Filter, m: str) -> Effects:
    return (CostChange(s, m, increase=True),)


@production(
    "static_clause",
    "each <s:spells_cast> that would cost less than <n:number> mana to cast costs <m:number> mana to cast",
)
def _spells_no_less(s: Filter, n: Amount, m: Amount) -> Effects | None:
    return (CostChange(s, f"{{{n.base}}}", floor=True),) if n == m and n.per is None else None


@production(
    "static_clause", "As an additional cost to cast ~ , <c:cost>", "As an additional cost to cast ~ , you <c:cost>"
)
def _additional_cost(c: Cost) -> Effects:
    return (AdditionalCost(c),)


@production("static_clause", "<s:spells_cast> can't be cast")
def _cant_be_cast(s: Filter) -> Effects:
    return (CantDo(s, "be_cast"),)


@production("static_clause", "<s:spells_cast> can't be countered")
def _spells_uncounterable(s: Filter) -> Effects:
    return (CantDo(s, "be_countered"),)


@production("static_clause", "You may cast ~ as though it had flash", "You may cast <s:group> as though they had flash")
def _flash(s: Filter | None = None) -> Effects:
    what = Filter(this=True, zone="stack") if s is None else msgspec.structs.replace(s, controller="you")
    return (Grant(what, (Keyword("flash"),)),)


@production(
    "static_clause",
    "You may cast <c:kind_of_card> from your graveyard",
    "You may play <c:kind_of_card> from your graveyard",
)
def _cast_from_graveyard(c: Fields) -> Effects:
    return (MayCast(Filter(**(c | {"zone": "graveyard", "controller": "you"}))),)


_COLOR_WORDS = ("white", "blue", "black", "red", "green")

for _phrase, _action in (
    ("You have no maximum hand size", "no_maximum_hand_size"),
    ("You may look at the top card of your library any time", "look_at_top"),
    ("Play with the top card of your library revealed", "top_revealed"),
    ("You may play an additional land on each of your turns", "additional_land"),
    ("You may choose not to untap ~ during your untap step", "may_stay_tapped"),
    ("Skip your draw step", "skip_draw"),
    ("~ can be your commander", "can_be_commander"),
    ("Untap all permanents you control during each other player 's untap step", "untap_each_untap_step"),
    ("If ~ is in your opening hand , you may begin the game with it on the battlefield", "opening_hand"),
    ("You don't lose unspent mana as steps and phases end", "keep_mana"),
    ("Players don't lose unspent mana as steps and phases end", "keep_all_mana"),
    *((f"You don't lose unspent {c} mana as steps and phases end", f"keep_{c}_mana") for c in _COLOR_WORDS),
    *(
        (f"If you would lose unspent mana , that mana becomes {c} instead", f"keep_all_as_{c}_mana")
        for c in (*_COLOR_WORDS, "colorless")
    ),
    ("You may spend mana as though it were mana of any color", "spend_as_any_color"),
    ("You may spend white mana as though it were red mana", "spend_white_as_red"),
    ("A deck can have any number of cards named ~", "any_number_in_deck"),
    ("The legend rule doesn't apply to permanents you control", "no_legend_rule"),
):
    production("static_clause", _phrase)(lambda a=_action: (Named(a),))
