"""Damage prevented by what would deal it, and what follows where some was prevented this way (CR 615)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Condition, Damage, DamageRule, Delayed, Event, Filter, IfDo, Lasting
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.references import has_reference

_ONE = Amount(base=1)
_PREVENTED = "damage prevented this way"


# ------------------------------------------------------------------ by which sources


@production("source_words", "sources you control")
def _your_sources() -> Filter:
    return Filter(controller="you")


@production("source_words", "sources (your opponents control|an opponent controls)")
def _opponents_sources() -> Filter:
    return Filter(controller="opponent")


@production("source_words", "sources of the last chosen color")
def _last_color_sources() -> Filter:
    return Filter(chosen="color")


@production("source_words", "sources with the chosen name")
def _named_sources() -> Filter:
    return Filter(chosen="name")


@production("source_words", "<s:nonsubtype> sources")
def _other_sources(s: str) -> Filter:
    return Filter(not_subtypes=(s,))


@production("dealers", "<c:source_words>", "<g:group>")
def _dealers(c: Filter | None = None, g: Filter | None = None) -> Filter | None:
    return c or g


@production("dealers", "<a:source_words> (and|and/or) <b:source_words>", "<a:group> (and|and/or) <b:group>")
def _two_dealers(a: Filter, b: Filter) -> Filter | None:
    return None if a.alternatives or b.alternatives else Filter(alternatives=(a, b))


@production("dealers", "<a:colorish> (and|and/or) <b:colorish> sources")
def _colored_dealers(a: str, b: str) -> Filter:
    return Filter(colors=(a, b))


@production("all_damage", "Prevent all damage [that]")
def _any() -> bool:
    return False


@production("all_damage", "Prevent all combat damage [that]")
def _combat() -> bool:
    return True


@production(
    "turn_clause",
    "<k:all_damage> <s:dealers> would deal this turn",
    "<k:all_damage> would be dealt this turn by <s:dealers>",
)
def _dealt_this_turn_by(k: bool, s: Filter) -> Effects:
    return (DamageRule(s, "prevent_all_by", combat_only=k, until_end_of_turn=True),)


@production("turn_clause", "<k:all_damage> <s:dealers> would deal to <t:harmed> this turn")
def _to_group_this_turn(k: bool, s: Filter, t: tuple[Filter, str]) -> Effects:
    return (_between(t, s, k, True),)


@production("static_clause", "<k:all_damage> (~|<s:dealers>) would deal to <t:harmed>")
def _to_group(k: bool, t: tuple[Filter, str], s: Filter | None = None) -> Effects:
    return (_between(t, s or Filter(this=True), k, False),)


def _between(t: tuple[Filter, str], by: Filter, combat: bool, turn: bool) -> DamageRule:
    rule = "prevent_to_players" if t[1] else "prevent_to_from"
    return DamageRule(t[0], rule, combat_only=combat, by=by, players=t[1], until_end_of_turn=turn)


@production("harmed", "players")
def _players() -> tuple[Filter, str]:
    return Filter(types=("none",)), "each_player"


@production("harmed", "<g:group>")
def _group(g: Filter) -> tuple[Filter, str]:
    return g, ""


@production("static_clause", "prevent all damage <o:before> would deal")
def _prevent_its(o: Filter) -> Effects:
    return (DamageRule(o, "prevent_all_by"),)


@production("turn_clause", "<k:prevented_kind> to ~ by target <c:core> this turn")
def _to_this_by_target(k: bool, c: Fields) -> Effects:
    by = Filter(**c, target=True)
    return (DamageRule(Filter(this=True), "prevent_to_from", combat_only=k, by=by, until_end_of_turn=True),)


@production("protected", "target player or planeswalker")
def _target_player() -> tuple[str, Filter]:
    return "target_player", Filter(types=("planeswalker",), target=True)


# ------------------------------------------------------------------ for longer than a turn


@production("effect", "<k:prevented_kind> to and dealt by <o:object> until your next turn")
def _until_your_next_turn(k: bool, o: Filter) -> Effects:
    rules = tuple(DamageRule(o, rule, combat_only=k) for rule in ("prevent_all_to", "prevent_all_by"))
    return (Lasting(rules, until="your_next_turn"),)


@production("effect", "<k:prevented_kind> by <o:object> for as long as ~ remains on the battlefield")
def _while_this_remains(k: bool, o: Filter) -> Effects:
    rule = DamageRule(o, "prevent_all_by", combat_only=k)
    return (Lasting((rule,), until="as_long_as", condition=Condition("on_battlefield", of=Filter(this=True))),)


# ------------------------------------------------------------------ what follows


@production("sentence", "for each 1 damage prevented this way , <e:effect>")
def _for_each_prevented(e: Effects) -> Effects | None:
    if len(e) != 1 or getattr(e[0], "amount", None) != _ONE:
        return None
    return (msgspec.structs.replace(e[0], amount=Amount(per="history", counter=_PREVENTED)),)


@production("prevented_from", "damage", "damage from a source")
def _from_anything() -> Filter:
    return Filter()


@production("prevented_from", "damage from (a|an) <c:core>", "damage from <s:any_source>")
def _from_some(c: Fields | None = None, s: Filter | None = None) -> Filter:
    return s or Filter(**(c or {}))


@production("sentence", "whenever <s:prevented_from> is prevented this way [this turn] , <r:row>")
def _whenever_prevented(s: Filter, r: Effects) -> Effects | None:
    if has_reference(r):
        return None
    event = Event("damage_prevented_this_way", by=s, whose="each")
    return (Delayed(event, r, each_time=True, until_end_of_turn=True),)


@production("condition", "<s:prevented_from> is prevented this way")
def _was_prevented(s: Filter) -> Condition:
    return Condition("other", of=s, counter=_PREVENTED)


# ------------------------------------------------------------------ damage that can't be prevented


@production("struck_more", "that permanent or player", "that creature", "that player", "that creature or planeswalker")
def _struck_more() -> Filter:
    return Filter(ref="earlier")


def _unpreventable(n: Amount) -> Effects:
    rule = DamageRule(Filter(this=True), "cant_be_prevented", until_end_of_turn=True)
    return (rule, Damage(Filter(ref="earlier"), n))


@production(
    "sentence",
    "if <c:conditions> , instead ~ deals <n:number> damage to <:struck_more> and the damage can't be prevented",
)
def _more_unpreventable_line(c: Condition, n: Amount) -> Effects:
    return (IfDo(c, _unpreventable(n), instead=True),)


@production(
    "instead",
    "<a:effect> . If <c:conditions> , instead (it|~) deals <n:number> damage to <:struck_more> and the damage can't be prevented",
)
def _more_unpreventable(a: Effects, c: Condition, n: Amount) -> Effects | None:
    if len(a) != 1 or not isinstance(a[0], Damage) or a[0].source is not None:
        return None
    rule = _unpreventable(n)[0]
    return (IfDo(c, (rule, msgspec.structs.replace(a[0], amount=n)), a),)
