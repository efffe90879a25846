"""Damage doubled and tripled (CR 701.10g): which sources deal more, and to what they deal it."""

from __future__ import annotations

from judgecall.cards.abilities import DamageRule, Filter
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


@production("multiplied", "double that damage")
def _double() -> str:
    return "double"


@production("multiplied", "triple that damage")
def _triple() -> str:
    return "triple"


@production("damage_source", "<o:watched>")
def _object(o: Filter) -> Filter:
    return o


@production("damage_source", "a source [<y:yours>]", "any source [<y:yours>]")
def _any_source(y: Fields | None = None) -> Filter:
    return Filter(**(y or {}))


@production("damage_source", "a <c:colorish> source [<y:yours>]")
def _colored_source(c: str, y: Fields | None = None) -> Filter:
    return Filter(colors=(c,), **(y or {}))


@production(
    "static_clause",
    "If <s:damage_source> would deal [<c:combat_word>] damage , it deals <m:multiplied> instead",
    "If <s:damage_source> would deal [<c:combat_word>] damage to a permanent or player , it deals <m:multiplied> instead",
    "If <s:damage_source> would deal [<c:combat_word>] damage to a permanent or player , it deals <m:multiplied> to that permanent or player instead",
)
def _by(s: Filter, m: str, c: bool = False) -> Effects:
    return (DamageRule(s, m, combat_only=c),)


@production(
    "turn_clause",
    "If <s:damage_source> would deal [<c:combat_word>] damage this turn , it deals <m:multiplied> instead",
    "If <s:damage_source> would deal [<c:combat_word>] damage to a permanent or player this turn , it deals <m:multiplied> to that permanent or player instead",
)
def _by_this_turn(s: Filter, m: str, c: bool = False) -> Effects:
    return (DamageRule(s, m, combat_only=c, until_end_of_turn=True),)


@production(
    "static_clause",
    "If another creature would deal combat damage to <a:attached> , it deals <m:multiplied> to (equipped|enchanted) creature instead",
)
def _to_bearer(a: Filter, m: str) -> Effects:
    return (DamageRule(a, f"{m}_to", combat_only=True),)


@production("static_clause", "If a source would deal damage to <t:this> , it deals <m:multiplied> to ~ instead")
def _to_this(t: Filter, m: str) -> Effects:
    return (DamageRule(t, f"{m}_to"),)
