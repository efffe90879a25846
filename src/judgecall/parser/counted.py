"""Counters whose kind nobody says, since the card has no other: "Walking Ballista with two counters"."""

from __future__ import annotations

from collections.abc import Sequence

from judgecall.cards.abilities import PutCounters, Replacement
from judgecall.parser.mention import Mention
from judgecall.parser.talk import CardFacts
from judgecall.parser.words import Word

_BEFORE = frozenset({"with", "w/", "having", "has"})
_ON_IT = ["on", "it"]


def tell_counters(words: Sequence[Word], mentions: Sequence[Mention], cards: CardFacts) -> None:
    """Put such counters into the mention of the card that they are on."""
    for mention in mentions:
        i = mention.end
        if len(mention.cards) != 1 or mention.counters or i + 2 >= len(words) or words[i].lower not in _BEFORE:
            continue
        number, noun = words[i + 1], words[i + 2]
        if number.kind != "number" or noun.lower not in {"counter", "counters"}:
            continue
        kind = _own_kind(mention.cards[0], cards)
        if kind is None:
            continue
        mention.counters[kind] = number.value[0]
        mention.end = i + 3
        if [w.lower for w in words[mention.end : mention.end + 2]] == _ON_IT:
            mention.end += 2


def _own_kind(name: str, cards: CardFacts) -> str | None:
    """The kind of counters that a creature card comes with, if there is just one."""
    card = cards.get(name)
    if card is None or "creature" not in card.faces[0].types:
        return None
    coming = [a for a in card.faces[0].abilities if isinstance(a, Replacement) and a.what == "enters_with_counters"]
    kinds = {e.counter for a in coming for e in a.effects if isinstance(e, PutCounters)}
    return kinds.pop() if len(kinds) == 1 else None
