"""What objects are like: power and toughness, abilities, types, and other lasting effects (CR 604, 613)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Amount,
    AsThoughHaste,
    BlockLimit,
    Become,
    CantDo,
    Condition,
    Cost,
    CostChange,
    DamageRule,
    DoesntUntap,
    Filter,
    ForceAttack,
    GainControl,
    Grant,
    Keyword,
    LoseAbilities,
    MayCast,
    ModifyPT,
    Named,
    SetPT,
    Static,
    Triggered,
    Unread,
)
from judgecall.cards.compile.amounts import signed, times
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.conditions import negate
from judgecall.cards.compile.grammar import production, word_rule
from judgecall.cards.compile.objects import Fields
from judgecall.cards.compile.references import mapped, replace_x
from judgecall.cards.compile.text import Word


def with_subject(effects: Effects, subject: Filter) -> Effects:
    """The effects of a predicate, with its subject filled in."""
    filled = []
    for effect in effects:
        effect = mapped(effect, lambda item: _counted_beside(item, subject))
        changes = {name: subject for name in effect.__struct_fields__ if getattr(effect, name) == HERE}
        filled.append(msgspec.structs.replace(effect, **changes) if changes else effect)
    return tuple(filled)


def _counted_beside(item: Any, subject: Filter) -> Any:
    """ "for each other creature": other than the subject, which may not be this object."""
    if isinstance(item, Amount) and item.of is not None and item.of.other and subject.attached:
        state = (*item.of.state, "other_than_attached")
        return msgspec.structs.replace(item, of=msgspec.structs.replace(item.of, other=False, state=state))
    return item


def counts_beside_unknown(effects: Effects, subject: Filter) -> bool:
    """Whether "each other" is counted beside each of a group or a target, which is not written in our terms."""
    if subject.this or subject.attached or subject.ref:
        return False
    amounts = [value for effect in effects for name in effect.__struct_fields__ if isinstance(value := getattr(effect, name), Amount)]
    return any(amount.of is not None and amount.of.other for amount in amounts)


def this_turn(effects: Effects) -> Effects | None:
    """The same effects until end of turn; None if one of them can't be."""
    if not all("until_end_of_turn" in effect.__struct_fields__ for effect in effects):
        return None
    return tuple(msgspec.structs.replace(effect, until_end_of_turn=True) for effect in effects)  # type: ignore[call-arg]


# ------------------------------------------------------------------ power and toughness (CR 613.4)


@production("predicate", "get* <p:pt>", "get* an additional <p:pt>")
def _get(p: tuple[str, str]) -> Effects:
    return (ModifyPT(HERE, signed(p[0]), signed(p[1])),)


@production("predicate", "get* <p:pt> <e:each>", "get* an additional <p:pt> <e:each>")
def _get_each(p: tuple[str, str], e: Amount) -> Effects | None:
    if "X" in "".join(p):
        return None
    power, toughness = (times(e, int(n)) if int(n) else Amount() for n in p)
    return None if power is None or toughness is None else (ModifyPT(HERE, power, toughness),)


def _base(text: str) -> Amount | None:
    return Amount(per="x") if text == "X" else Amount(base=int(text)) if text.isdigit() else None


@production("predicate", "(has|have) base power and toughness <p:base_pt>")
def _base_pt(p: tuple[str, str]) -> Effects | None:
    power, toughness = _base(p[0]), _base(p[1])
    return (SetPT(HERE, power, toughness),) if power and toughness else None


@production("static_clause", "~ 's power and toughness are each equal to <q:quantity>")
def _star_star(q: Amount) -> Effects:
    return (SetPT(Filter(this=True), q, q, defining=True),)


@production("static_clause", "~ 's power is equal to <q:quantity>")
def _star_power(q: Amount) -> Effects:
    return (SetPT(Filter(this=True), q, Amount(per="printed"), defining=True),)


@production("static_clause", "~ 's toughness is equal to <q:quantity>")
def _star_toughness(q: Amount) -> Effects:
    return (SetPT(Filter(this=True), Amount(per="printed"), q, defining=True),)


@production("static_clause", "~ 's power is equal to <q:quantity> and its toughness is equal to <r:quantity>")
def _tarmogoyf(q: Amount, r: Amount) -> Effects:
    return (SetPT(Filter(this=True), q, r, defining=True),)


@production("quantity", "the number of card types among cards in all graveyards")
def _types_in_graveyards() -> Amount:
    return Amount(per="card_types", of=Filter(types=("card",), zone="graveyard"))


@production("quantity", "that number plus <n:digits>")
def _that_number(n: int) -> Amount:
    return Amount(base=n, per="that_much")


# ------------------------------------------------------------------ abilities (CR 613.1f)

_READ_QUOTE: list[Any] = []


def on_quote(reader: Any) -> None:
    """Tell this module how a quoted ability is compiled (lines.py does, which needs this module first)."""
    _READ_QUOTE.append(reader)


@word_rule("quoted_ability")
def _quoted(word: Word) -> tuple[Ability, ...] | None:
    if word.low != '"':
        return None
    found: tuple[Ability, ...] = _READ_QUOTE[0](word.text)
    return None if any(isinstance(ability, Unread) for ability in found) or not found else found


@production("granted", "<k:keyword_row>")
def _granted_keywords(k: tuple[Keyword, ...]) -> tuple[Ability, ...]:
    return k


@production("granted", "<q:quoted_ability>", "<q:quoted_ability> and <r:quoted_ability>", "<q:quoted_ability> , <r:quoted_ability>")
def _granted_quote(q: tuple[Ability, ...], r: tuple[Ability, ...] = ()) -> tuple[Ability, ...]:
    return q + r


@production("granted", "<k:keyword_row> [,] and <q:quoted_ability>", "<k:keyword_row> , <q:quoted_ability>")
def _granted_both(k: tuple[Keyword, ...], q: tuple[Ability, ...]) -> tuple[Ability, ...]:
    return k + q


@production("predicate", "(has|have|gain|gains) <g:granted>")
def _has(g: tuple[Ability, ...]) -> Effects:
    return (Grant(HERE, g),)


@production("predicate", "lose* all [other] abilities")
def _lose_all() -> Effects:
    return (LoseAbilities(HERE),)


@production("predicate", "lose* <k:keyword_names>")
def _lose(k: tuple[str, ...]) -> Effects:
    return (LoseAbilities(HERE, keywords=k),)


@production("predicate", "can't have or gain <k:keyword_name>", "loses <k:keyword_name> and can't have or gain <:keyword_name>", "lose <k:keyword_name> and can't have or gain <:keyword_name>")
def _cant_have(k: str) -> Effects:
    return (LoseAbilities(HERE, keywords=(k,), cant_have=True),)


# ------------------------------------------------------------------ types and colours (CR 613.1d-e)


@production("new_type", "[(a|an)] [<p:base_pt>] [<c:colors>] [<s:subtypes>] [<t:types>]", "[(a|an)] [<p:base_pt>] [<c:colors>] [<s:subtypes>] [<t:types>] with <e:every_type>")
def _new_type(
    p: tuple[str, str] | None = None,
    c: tuple[str, ...] = (),
    s: tuple[str, ...] = (),
    t: tuple[str, ...] = (),
    e: tuple[str, ...] = (),
) -> Fields | None:
    s = s + e
    if not (s or t or c):
        return None
    fields: Fields = {"types": t, "subtypes": s, "colors": c}
    if p:
        if not (p[0].isdigit() and p[1].isdigit()):
            return None
        fields |= {"power": int(p[0]), "toughness": int(p[1])}
    return fields


@production("every_type", "all creature types")
def _every_type() -> tuple[str, ...]:
    return ("every_creature_type",)


@production("colors", "<c:colorish>", "<c:colorish> and <d:color>", "<c:colorish> , <d:color> , and <e:color>")
def _colors(c: str, d: str = "", e: str = "") -> tuple[str, ...]:
    return tuple(x for x in (c, d, e) if x)


@production("colors", "all colors")
def _all_colors() -> tuple[str, ...]:
    return ("W", "U", "B", "R", "G")


@production("types", "<t:type>", "<t:type> <u:type>", "<v:type> <t:type> <u:type>")
def _types(t: str, u: str = "", v: str = "") -> tuple[str, ...] | None:
    found = tuple(x for x in (v, t, u) if x)
    return None if "permanent" in found else found


@production("addition", "in addition to (its|their) other [<:color_word>] [(creature|land)] types", "in addition to (its|their) other colors and types", "in addition to (its|their) other types and colors", "in addition to its other colors")
def _addition() -> bool:
    return True


@production("color_word", "colors and")
def _color_word() -> bool:
    return True


@production("predicate", "<:be> <n:new_type> [<i:addition>]", "<:be> <n:new_type> with <k:granted> [<i:addition>]", "<:be> <n:new_type> <i:still>", "<:be> <n:new_type> with <k:granted> <i:still>", "<:be> <n:new_type> and (has|have|gains) <k:granted> <i:addition>")
def _become(n: Fields, k: tuple[Ability, ...] = (), i: bool = False) -> Effects:
    return (Become(HERE, **n, abilities=k, in_addition=i),)


@production("be", "(is|are|become|becomes|'s)")
def _be() -> bool:
    return True


@production("still", "that 's still (a|an) <:type>", "that are still <:type>")
def _still() -> bool:
    """It keeps its other types (CR 205.1b)."""
    return True


@production("predicate", "(is|are|become|becomes) <n:new_type> with base power and toughness <p:base_pt> [<i:addition>]", "(is|are|become|becomes) <n:new_type> with base power and toughness <p:base_pt> and <k:granted> [<i:addition>]", "(is|are|become|becomes) <n:new_type> with base power and toughness <p:base_pt> <i:still>")
def _become_base(n: Fields, p: tuple[str, str], k: tuple[Ability, ...] = (), i: bool = False) -> Effects | None:
    if not (p[0].isdigit() and p[1].isdigit()) or "power" in n:
        return None
    return (Become(HERE, **n, power=int(p[0]), toughness=int(p[1]), abilities=k, in_addition=i),)


@production("predicate", "(is|are) every creature type")
def _every_creature_type() -> Effects:
    return (Become(HERE, subtypes=("every_creature_type",)),)


@production("predicate", "(is|are) every basic land type in addition to (its|their) other types")
def _every_basic_type() -> Effects:
    return (Become(HERE, subtypes=("every_basic_land_type",), in_addition=True),)


@production("predicate", "(is|are) the chosen type [<i:addition>]")
def _chosen_type(i: bool = False) -> Effects:
    return (Become(HERE, subtypes=("chosen",), in_addition=i),)


@production("predicate", "(is|are|becomes|become) the chosen color")
def _chosen_color() -> Effects:
    return (Become(HERE, colors=("chosen",)),)


# ------------------------------------------------------------------ other lasting effects


@production("predicate", "(doesn't|don't) untap during (its|their|your) (controller 's|controllers '|) untap step*", "(doesn't|don't) untap during (your|its controller 's|their controllers ') untap step*")
def _doesnt_untap() -> Effects:
    return (DoesntUntap(HERE),)


@production("predicate", "(doesn't|don't) untap during (its controller 's|their controllers '|your|their controller 's) next untap step*")
def _doesnt_untap_next() -> Effects:
    return (DoesntUntap(HERE, next_only=True),)


@production("static_clause", "You control enchanted (creature|permanent|land|artifact|planeswalker|Equipment)")
def _control_attached() -> Effects:
    return (GainControl(Filter(attached=True), while_attached=True),)


@production("predicate", "can't be regenerated")
def _no_regeneration() -> Effects:
    return (CantDo(HERE, "be_regenerated"),)


@production("predicate", "can't be countered")
def _uncounterable() -> Effects:
    return (CantDo(HERE, "be_countered"),)


@production("predicate", "can't be the target of spells or abilities your opponents control")
def _opponents_cant_target() -> Effects:
    return (CantDo(HERE, "be_targeted_by", who="opponent"),)


@production("predicate", "can't be the target of spells or abilities")
def _cant_be_targeted() -> Effects:
    return (CantDo(HERE, "be_targeted_by", who="any"),)


@production("predicate", "can't be sacrificed")
def _cant_be_sacrificed() -> Effects:
    return (CantDo(HERE, "be_sacrificed"),)


@production("predicate", "can't transform")
def _cant_transform() -> Effects:
    return (CantDo(HERE, "transform"),)


@production("predicate", "(is|are) goaded")
def _goaded() -> Effects:
    return (ForceAttack(HERE, goad=True),)


@production("predicate", "(isn't|aren't) <t:types>", "isn't a <t:types>")
def _is_no_longer(t: tuple[str, ...]) -> Effects:
    return (Become(HERE, loses_types=t, in_addition=True),)


@production("predicate", "crews Vehicles as though its power were <n:digits> greater", "saddles Mounts and crews Vehicles as though its power were <n:digits> greater")
def _crews_stronger(n: int) -> Effects:
    return (Named("crews_with_more_power", amount=Amount(base=n), of=HERE),)


@production("predicate", "crews Vehicles using its toughness rather than its power", "saddles Mounts and crews Vehicles using its toughness rather than its power")
def _crews_with_toughness() -> Effects:
    return (Named("crews_with_toughness", of=HERE),)


@production("static_clause", "You have <k:keyword_row>")
def _you_have(k: tuple[Keyword, ...]) -> Effects:
    return (Grant(Filter(types=("player",), controller="you"), k),)


@production("alternative", "You may pay <m:mana_cost> rather than pay ~ 's mana cost")
def _pay_instead(m: str) -> Effects:
    return (AlternativeCost(Cost(mana=m)),)


@production("alternative", "You may <c:cost> rather than pay ~ 's mana cost")
def _do_instead(c: Cost) -> Effects:
    return (AlternativeCost(c),)


@production("alternative", "You may cast ~ without paying its mana cost")
def _free() -> Effects:
    return (AlternativeCost(Cost()),)


@production("static_clause", "<a:alternative>")
def _alternative(a: Effects) -> Effects:
    return a


@production("static_clause", "~ costs <m:mana_cost> less to cast if it targets <o:targeted>")
def _cheaper_on(m: str, o: Filter) -> Effects:
    return (CostChange(Filter(this=True, zone="stack"), m, if_targets=o),)


@production("targeted", "(a|an) <c:core>")
def _targeted(c: Fields) -> Filter:
    return Filter(**c)


@production("subject", "both creatures", "each of those creatures")
def _paired() -> Filter:
    """This creature and the one it is paired with (CR 702.95)."""
    return Filter(state=("paired_with_this",))


@production("subject", "~ and <a:attached>")
def _this_and_attached(a: Filter) -> Filter:
    return Filter(alternatives=(Filter(this=True), a))


@production("subject", "<a:group> and <b:group>")
def _two_groups(a: Filter, b: Filter) -> Filter | None:
    return None if a.alternatives or b.alternatives else Filter(alternatives=(a, b))


@production("static_clause", "The same is true for <:same_elsewhere>")
def _same_elsewhere() -> Effects:
    return (Named("also_off_the_battlefield"),)


@production("same_elsewhere", "(creature|permanent) spells you control and (creature|nonland|permanent) cards you own that aren't on the battlefield", "spells you control and nonland cards you own that aren't on the battlefield")
def _elsewhere() -> bool:
    return True


@production("static_clause", "Cards in graveyards can't be the targets of spells or abilities")
def _graveyards_untargetable() -> Effects:
    return (CantDo(Filter(types=("card",), zone="graveyard"), "be_targeted_by", who="any"),)


@production("static_clause", "~ can't be countered and the damage can't be prevented", "the damage can't be prevented")
def _banefire() -> Effects:
    return (CantDo(Filter(this=True), "be_countered"), DamageRule(Filter(this=True), "cant_be_prevented"))


@production("static_clause", "~ costs <m:mana_cost> more to cast for each target beyond the first")
def _costs_per_target(m: str) -> Effects:
    return (CostChange(Filter(this=True, zone="stack"), m, increase=True, per=Amount(per="targets", base=-1)),)


@production("static_clause", "You may cast spells from your hand without paying their mana costs")
def _omniscience() -> Effects:
    return (MayCast(Filter(types=("spell",), zone="hand", controller="you"), free=True),)


@production("static_clause", "<w:limited> can't <v:limited_how> with more than <n:int> creature* each combat")
def _limited(w: str, v: bool, n: int) -> Effects:
    return (BlockLimit(n, who=w, attack=v),)


@production("turn_clause", "<w:limited> can't <v:limited_how> with more than <n:int> creature* this (combat|turn)")
def _limited_turn(w: str, v: bool, n: int) -> Effects:
    return (BlockLimit(n, who=w, attack=v, until_end_of_turn=True),)


@production("limited", "each opponent")
def _each_opponent() -> str:
    return "opponent"


@production("limited", "each player")
def _each_player() -> str:
    return "each"


@production("limited_how", "attack")
def _by_attacking() -> bool:
    return True


@production("limited_how", "block")
def _by_blocking() -> bool:
    return False


@production("turn_clause", "Players can't gain life this turn")
def _no_life_this_turn() -> Effects:
    return (CantDo(Filter(), "gain_life", who="each", until_end_of_turn=True),)


@production("static_clause", "This effect doesn't remove ~")
def _keeps_attached() -> Effects:
    return (Named("keeps_this_attached"),)


@production("static_clause", "If it's neither day nor night , it becomes day as ~ enters", "If it 's neither day nor night , it becomes day as ~ enters")
def _becomes_day() -> Effects:
    return (Named("becomes_day_as_this_enters"),)


@production("predicate", "can't crew Vehicles")
def _cant_crew() -> Effects:
    return (CantDo(HERE, "crew"),)


@production("static_clause", "<s:subject> 's activated abilities can't be activated [<m:unless_mana>]", "Activated abilities of <s:subject> can't be activated [<m:unless_mana>]")
def _no_activation(s: Filter, m: bool = False) -> Effects:
    return (CantDo(s, "activate", except_mana=m),)


@production("unless_mana", "unless they're mana abilities")
def _unless_mana() -> bool:
    return True


@production("static_clause", "<s:subject> <p:predicates> , and (its|their) activated abilities can't be activated [<m:unless_mana>]")
def _arrested(s: Filter, p: Effects, m: bool = False) -> Effects:
    return (*with_subject(p, s), CantDo(s, "activate", except_mana=m))


@production("static_clause", "You may activate abilities of <o:group> as though those creatures had haste", "You may activate abilities of <o:group> as though they had haste")
def _as_though_haste(o: Filter) -> Effects:
    return (AsThoughHaste(o),)


for _phrase, _what, _who in (
    ("Players can't gain life", "gain_life", "each"),
    ("Your opponents can't gain life", "gain_life", "opponent"),
    ("You can't gain life", "gain_life", "you"),
    ("Permanents can't be sacrificed", "be_sacrificed", ""),
):
    production("static_clause", _phrase)(lambda w=_what, p=_who: (CantDo(Filter(), w, who=p),))


# ------------------------------------------------------------------ casting (CR 601)


@production("static_clause", "~ costs <m:mana_cost> less to cast [<e:each>]", "~ costs <m:mana_cost> less to cast <e:each>")
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


@production("static_clause", "<s:spells_cast> cost* <m:mana_cost> less to cast", "each <s:spells_cast> costs <m:mana_cost> less to cast")
def _spells_less(s: Filter, m: str) -> Effects:
    return (CostChange(s, m),)


@production("static_clause", "<s:spells_cast> cost* <m:mana_cost> more to cast", "each <s:spells_cast> costs <m:mana_cost> more to cast")
def _spells_more(s: Filter, m: str) -> Effects:
    return (CostChange(s, m, increase=True),)


@production("static_clause", "As an additional cost to cast ~ , <c:cost>", "As an additional cost to cast ~ , you <c:cost>")
def _additional_cost(c: Cost) -> Effects:
    return (AdditionalCost(c),)


@production("static_clause", "<s:spells_cast> can't be countered")
def _spells_uncounterable(s: Filter) -> Effects:
    return (CantDo(s, "be_countered"),)


@production("static_clause", "You may cast ~ as though it had flash", "You may cast <s:group> as though they had flash")
def _flash(s: Filter | None = None) -> Effects:
    return (Grant(s or Filter(this=True, zone="stack"), (Keyword("flash"),)),)


@production("static_clause", "You may cast <c:kind_of_card> from your graveyard", "You may play <c:kind_of_card> from your graveyard")
def _cast_from_graveyard(c: Fields) -> Effects:
    return (MayCast(Filter(**(c | {"zone": "graveyard", "controller": "you"}))),)


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
    ("You don't lose unspent green mana as steps and phases end", "keep_green_mana"),
    ("You may spend mana as though it were mana of any color", "spend_as_any_color"),
    ("You may spend white mana as though it were red mana", "spend_white_as_red"),
    ("A deck can have any number of cards named ~", "any_number_in_deck"),
    ("The legend rule doesn't apply to permanents you control", "no_legend_rule"),
):
    production("static_clause", _phrase)(lambda a=_action: (Named(a),))


# ------------------------------------------------------------------ joining


@production("predicates", "each <p:predicate>", "<p:predicate>", "<p:predicate> (, [and]|and) <rest:predicates>")
def _predicates(p: Effects, rest: Effects = ()) -> Effects:
    return p + rest


@production("static_clause", "<s:subject> <p:predicates>")
def _clause(s: Filter, p: Effects) -> Effects | None:
    return None if counts_beside_unknown(p, s) else with_subject(p, s)


@production("static_clause", "<m:mana_static>")
def _mana_static(m: Any) -> Effects:
    return (m,)


@production("static_clauses", "<c:static_clause>", "<c:static_clause> and <rest:static_clauses>", "<c:static_clause> . <rest:static_clauses>")
def _clauses(c: Effects, rest: Effects = ()) -> Effects:
    return c + rest


@production("static_line", "<c:static_clauses> [.]")
def _plain(c: Effects) -> Static:
    return Static(c)


@production("static_line", "As long as <d:conditions> , <c:static_clauses> [.]", "<c:static_clauses> as long as <d:conditions> [.]", "If <d:conditions> , <c:static_clauses> [.]", "<c:static_clauses> if <d:conditions> [.]", "During your turn , <c:static_clauses> [.]", "<c:static_clauses> during your turn [.]")
def _while(c: Effects, d: Condition | None = None) -> Static:
    return Static(c, condition=d or Condition("your_turn"))


@production("static_line", "<c:static_clauses> , where X is <q:quantity> [.]")
def _where_x(c: Effects, q: Amount) -> Static:
    return Static(replace_x(c, q))


@production("static_line", "During turns other than yours , <c:static_clauses> [.]")
def _while_not_your_turn(c: Effects) -> Static:
    return Static(c, condition=Condition("not_your_turn"))


@production("static_line", "<c:static_clauses> unless <d:conditions> [.]")
def _unless(c: Effects, d: Condition) -> Static:
    return Static(c, condition=negate(d))


for _when in (
    "during combat", "during combat before blockers are declared", "during combat after blockers are declared",
    "during the declare blockers step", "before the combat damage step", "after combat", "before attackers are declared",
    "before combat", "during an opponent 's turn", "during your turn", "during your upkeep",
    "during the declare attackers step and only if you've been attacked this step",
    "during combat on an opponent 's turn", "during the declare attackers step",
):  # fmt: skip
    production("static_clause", f"Cast ~ only {_when}")(lambda w=_when: (Named(f"cast_only:{w}"),))
