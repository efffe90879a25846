"""What is said of one keyword and then of others: "The same is true for first strike and haste" (CR 604, 608.2c)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import Condition, Filter, Grant, IfDo, Keyword, Static
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.references import mapped

_QUALIFIED = ("protection", "landwalk", "hexproof from")
_SAME = Filter(chosen="the_same")
"""The quality of a keyword that has one ("protection"): whatever the other object's is."""


@production("same_keyword", "<k:keyword_name>")
def _same_keyword(k: str) -> str:
    return k


@production("same_keyword", "protection")
def _protection() -> str:
    """Not "protection from any color", for which there is no word."""
    return "protection"


@production("same_keyword", "landwalk")
def _landwalk() -> str:
    return "landwalk"


@production("same_for", "The same is true for <k:same_keyword+>")
def _same_for(k: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(k))


def _granted_one(effects: Effects) -> str | None:
    """The one keyword that the effects give."""
    if len(effects) != 1 or not isinstance(effects[0], Grant) or len(effects[0].abilities) != 1:
        return None
    (ability,) = effects[0].abilities
    return ability.name if isinstance(ability, Keyword) and ability == Keyword(ability.name) else None


def _with_keyword(value: Any, old: str, new: str) -> Any:
    """The same said of another keyword."""

    def change(item: Any) -> Any:
        if isinstance(item, Filter) and item.keywords == (old,):
            return msgspec.structs.replace(item, keywords=(new,))
        if isinstance(item, Keyword) and item.name == old:
            return Keyword(new, of=_SAME if new in _QUALIFIED else None)
        if isinstance(item, Condition) and item.counter == old:
            return msgspec.structs.replace(item, counter=new)
        return item

    return mapped(value, change, granted=True)


def _asks_for(condition: Condition, keyword: str) -> bool:
    """Whether the condition is about that keyword, so that there is something to say of the others."""
    return bool(_with_keyword(condition, keyword, "\0") != condition)


@production("static_pair", "<s:static_line> <k:same_for> [.]")
def _same_static(s: Static, k: tuple[str, ...]) -> tuple[Static, ...] | None:
    first = _granted_one(s.effects)
    if first is None or s.condition is None or not _asks_for(s.condition, first):
        return None
    return (s, *(_with_keyword(s, first, other) for other in k if other != first))


@production("sentence", "<r:row> if <c:conditions> . <k:same_for>")
def _same_done(r: Effects, c: Condition, k: tuple[str, ...]) -> Effects | None:
    first = _granted_one(r)
    if first is None or not _asks_for(c, first):
        return None
    done = IfDo(c, r)
    return (done, *(_with_keyword(done, first, other) for other in k if other != first))


# ------------------------------------------------------------------ what has the keyword


@production("condition", "(a|an) <c:core> has <k:keyword_name>")
def _something_has(c: Fields, k: str) -> Condition | None:
    fields = merge(c, {"keywords": (k,)})
    if fields is None:
        return None
    kind = "on_battlefield" if fields.get("zone", "battlefield") == "battlefield" else "other"
    return Condition(kind, of=Filter(**fields), counter=None if kind == "on_battlefield" else "there is one")


def _elsewhere(c: Fields, k: str, where: str) -> Condition | None:
    fields = merge(c, {"keywords": (k,)} if k else {})
    return None if fields is None else Condition("other", of=Filter(**fields), counter=where)


for _where, _phrase in (
    ("in a graveyard", "(a|an) <c:kind_of_card> is in a graveyard"),
    ("in your graveyard", "(a|an) <c:kind_of_card> in your graveyard has <k:keyword_name>"),
    ("exiled with this", "(a|an) <c:kind_of_card> exiled with (~|it) has <k:keyword_name>"),
    ("exiled with its delve ability", "(a|an) <c:kind_of_card> was exiled with ~ 's delve ability"),
    ("crafted with", "an exiled card used to craft it has <k:keyword_name>"),
):
    production("condition", _phrase)(lambda c=None, k="", w=_where: _elsewhere(c or {"types": ("card",)}, k, w))


@production("condition", "an exiled <c:kind_of_card> with (a|an) <n:counter_kind> counter on it has <k:keyword_name>")
def _exiled_with_counter(c: Fields, n: str, k: str) -> Condition | None:
    return _elsewhere(c, k, f"exiled with a {n} counter")
