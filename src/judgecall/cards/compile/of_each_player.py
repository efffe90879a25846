"""What is done to one object of each player, taken for a turn, or kept from activating (CR 101.4, 611.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    CantDo,
    CreateTokens,
    Damage,
    Delayed,
    Event,
    Filter,
    GainControl,
    Grant,
    Move,
    Named,
)
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.subjects import with_subject

# ------------------------------------------------------------------ one of each player


@production("effect", "for each opponent , <e:effect>", "for each player , <p:effect>")
def _one_of_each(e: Effects = (), p: Effects = ()) -> Effects | None:
    """ "Gain control of up to one target creature that player controls": a target for each of them."""
    (row, whose) = (e, "opponent") if e else (p, "any")
    of = getattr(row[0], "of", None)
    if len(row) != 1 or not isinstance(of, Filter) or not (of.target and of.up_to) or of.controller != "that_player":
        return None
    each = msgspec.structs.replace(of, controller=whose, state=(*of.state, "one_of_each_player"), count=99)
    return (msgspec.structs.replace(row[0], of=each),)


@production(
    "effect", "for each <c:core> , create a token that 's a copy of (it|that creature|that artifact|that permanent)"
)
def _copy_of_each(c: Fields) -> Effects:
    return (CreateTokens(Amount(per="count", of=Filter(**c)), copy_of=Filter(ref="set")),)


# ------------------------------------------------------------------ taken for a turn


@production("effect", "until end of turn , [you] gain control of <o:object>")
def _taken(o: Filter) -> Effects:
    return (GainControl(o, until_end_of_turn=True),)


@production("effect", "until end of turn , [you] gain control of <o:object> and it gains <g:granted>")
def _taken_with(o: Filter, g: tuple[Ability, ...]) -> Effects:
    of = Filter(ref="earlier")
    return (GainControl(o, until_end_of_turn=True), Grant(of, g, until_end_of_turn=True))


@production("sentence", "when you lose control of <o:before> , <r:row>")
def _control_lost(o: Filter, r: Effects) -> Effects:
    return (Delayed(Event("you_lose_control", of=o), r),)


@production("clause", "<w:later> , <p:paid>")
def _later_unless(w: Event, p: Effects) -> Effects:
    return (Delayed(w, p),)


@production("effect", "its controller sacrifices <o:before>", "that player sacrifices <o:before>")
def _its_controller_sacrifices(o: Filter) -> Effects:
    return (Move(o, "sacrifice"),)


@production(
    "effect",
    "if <o:before> would leave the battlefield , exile it instead of putting it anywhere else",
)
def _exiled_instead(o: Filter) -> Effects:
    return (Named("exile_if_it_would_leave", of=o),)


# ------------------------------------------------------------------ kept from activating


@production("predicate", "(its|their) activated abilities can't be activated [<m:unless_mana>]")
def _no_activation(m: bool = False) -> Effects:
    return (CantDo(HERE, "activate", except_mana=m),)


@production("predicate", "(its|their) activated abilities with {T} in their costs can't be activated")
def _no_tapping() -> Effects:
    return (CantDo(HERE, "activate_with_tap"),)


@production("static_clause", "<s:subject> <p:predicates> , and (it|they) <q:predicates>")
def _and_it(s: Filter, p: Effects, q: Effects) -> Effects | None:
    return None if s.ref else with_subject(p + q, s)


# ------------------------------------------------------------------ descriptions


for _phrase, _fields in (
    ("exiled with (~|it)", {"zone": "exile", "state": ("exiled_with_this",)}),
    ("from a single graveyard", {"zone": "graveyard", "state": ("one_graveyard",)}),
    ("from their graveyard", {"zone": "graveyard", "controller": "that_player"}),
    ("from defending player 's graveyard", {"zone": "graveyard", "controller": "defending"}),
):
    production("place", _phrase)(lambda f=_fields: f)


def _compared(name: str, op: str, q: Amount) -> Fields | None:
    """ "In its controller's graveyard" would be about the object described, which an amount can't say."""
    if q.of is not None and q.of.controller in {"attached", "that_player"}:
        return None
    if q.per in {"power", "toughness"} and (q.of is None or q.of.ref == "earlier"):
        return None  # of the object described itself
    if name == "power_of" and q.per == "power" and q.of is not None and q.of.this:
        return None  # `power_vs_this` says that
    return {name: (op, q)}


for _stat, _name in (("power", "power_of"), ("toughness", "toughness_of"), ("mana value", "mana_value_of")):
    for _words, _op in (
        ("less than or equal to", "<="), ("less than", "<"), ("greater than or equal to", ">="), ("greater than", ">"),
        ("equal to", "="),
    ):  # fmt: skip
        production("quality", f"with {_stat} {_words} <q:quantity>")(lambda q, n=_name, o=_op: _compared(n, o, q))


@production("quality", "controlled by that player or by that planeswalker 's controller")
def _their_own() -> Fields:
    return {"controller": "target_player_or_its_controller"}


@production("quality", "with no <k:counter_kind> counters on (it|them)")
def _without_counters(k: str) -> Fields:
    return {"state": (f"no {k} counters",)}


@production("quality", "without (a|an) <k:counter_kind> counter on (it|them)")
def _without_a_counter(k: str) -> Fields:
    return {"state": (f"no {k} counters",)}


@production("chosen", "target <a:adjectives> equipped <c:core>")
def _target_equipped(a: Fields, c: Fields) -> Filter | None:
    fields = merge(a, c, {"state": ("equipped",)})
    return Filter(**fields, target=True) if fields else None


@production("quantity", "<q:quantity_now> as you activate this ability")
def _as_you_activate(q: Amount) -> Amount:
    return q


@production("quantity_now", "the number of <o:group>")
def _quantity_now(o: Filter) -> Amount:
    return Amount(per="count", of=o)


# ------------------------------------------------------------------ damage


@production(
    "effect",
    "have (~|<o:before>) deal damage equal to <n:quantity> to <d:damaged>",
    "have (~|<o:before>) deal damage to <d:damaged> equal to <n:quantity>",
    "have (~|<o:before>) deal <m:number> damage to <d:damaged>",
)
def _have_deal(
    d: tuple[Filter | None, str], n: Amount | None = None, m: Amount | None = None, o: Filter | None = None
) -> Effects:
    return (Damage(d[0], n or m or Amount(base=1), d[1], source=o),)


# ------------------------------------------------------------------ costs


@production("cost_part", "Remove <n:number> counter* from ~")
def _remove_any(n: Amount) -> Fields:
    return {"remove_counters": (n, "any")}


@production("cost_part", "Remove <n:number> <k:counter_kind> counter* from ~ and sacrifice it")
def _remove_and_sacrifice(n: Amount, k: str) -> Fields:
    return {"remove_counters": (n, k), "sacrifice": (Amount(base=1), Filter(this=True))}
