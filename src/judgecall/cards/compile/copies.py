"""What a copy is made different in, and copies made by effects (CR 707.2, 707.9)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    Condition,
    CreateTokens,
    EnterAsCopy,
    Filter,
    Grant,
    Keyword,
    Lasting,
    Named,
    PutCounters,
    Replacement,
    SetPT,
    Static,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.walking import mapped


@production("exception", "it 's not legendary", "it isn't legendary if (that|the chosen) creature is legendary")
def _not_legendary() -> Fields:
    return {"not_legendary": True}


@production(
    "exceptions",
    "it 's (a|an) <s:subtypes> <t:types> with <g:granted> and it loses all other card types",
)
def _only_this(s: tuple[str, ...], t: tuple[str, ...], g: tuple[Ability, ...]) -> Fields:
    return {"except_subtypes": s, "except_types": t, "except_abilities": g, "except_other": ("no other card types",)}


@production(
    "counters_if",
    "it enters with (a|an) [additional] <k:counter_kind> counter on it if (it 's (a|an) <t:type>|you control that creature)",
)
def _counters_if(k: str, t: str = "") -> str:
    return f"{k} counter if {t}" if t else f"{k} counter if you control what is copied"


@production("exceptions", "<c:counters_if> [, <d:counters_if> ,] [and <x:exception>]")
def _counters_in_cases(c: str, d: str = "", x: Fields | None = None) -> Fields:
    return (x or {}) | {"except_other": tuple(words for words in (c, d) if words)}


@production("exceptions", "it has <g:granted> if that creature doesn't have <k:keyword_name>")
def _keyword_if(g: tuple[Ability, ...], k: str) -> Fields | None:
    """Of the creature that is copied, and only this exception depends on it."""
    one = g[0] if len(g) == 1 else None
    if not isinstance(one, Keyword):
        return None
    said = f"{one.name} {one.n}" if one.n is not None else one.name
    return {"except_other": (f"{said} if what is copied has no {k}",)}


@production("replacement_line", "<r:replacement> . (If|When) you do , <e:row> [.]")
def _copied_then(r: Replacement, e: Effects) -> tuple[Replacement, ...] | None:
    if r.what != "enters_as_copy" or not r.optional:
        return None
    copied = getattr(r.effects[0], "of", None)
    if not isinstance(copied, Filter):
        return None
    # "That card": the one that was copied, which is no more than a card where it is.
    card = Filter(types=("card",), zone=copied.zone, state=("copied_by_this",))
    e = mapped(e, lambda item: card if isinstance(item, Filter) and item.ref == "that" else item)
    return (msgspec.structs.replace(r, effects=(*r.effects, *e)),)


@production("effect", "have <o:object> become a copy of <p:object> [, except <x:exceptions>]")
def _have_become(o: Filter, p: Filter, x: Fields | None = None) -> Effects:
    return (Named("becomes_copy", of=o), EnterAsCopy(p, **(x or {})))


@production("quality", "with the same name")
def _same_name() -> Fields:
    return {"state": ("with_the_same_name",)}


@production("effect", "<o:this> (has|have) base power and toughness <p:base_pt>")
def _base_for_good(o: Filter, p: tuple[str, str]) -> Effects | None:
    sizes = [Amount(per="x") if n == "X" else Amount(base=int(n)) if n.isdigit() else None for n in p]
    if sizes[0] is None or sizes[1] is None:
        return None
    return (Lasting((SetPT(o, sizes[0], sizes[1]),)),)


@production(
    "effect",
    "create a token that 's a copy of (a|an) <c:kind_of_card> chosen at random",
    "create a token that 's a copy of a random <c:kind_of_card>",
)
def _by_chance(c: Fields) -> Effects:
    return (CreateTokens(copy_of=Filter(**(c | {"zone": "outside", "chosen_by": "chance"}))),)


@production("effect", "create a token that 's a copy of one of them")
def _copy_of_one() -> Effects:
    return (CreateTokens(copy_of=Filter(ref="that", count=1)),)


@production("object", "one of (those creatures|those tokens|the other creatures)")
def _one_of_them() -> Filter:
    return Filter(ref="that", count=1)


@production(
    "replacement_line",
    "If <c:conditions> , <:entering> with <g:granted> and with X <k:counter_kind> counters on it , where X is <q:quantity> [.]",
)
def _ability_then_counters(c: Condition, g: tuple[Ability, ...], k: str, q: Amount) -> tuple[Replacement | Static, ...]:
    this = Filter(this=True)
    counters = Replacement("enters_with_counters", effects=(PutCounters(this, k, q),), condition=c)
    return counters, Static((Grant(this, g),), condition=c)
