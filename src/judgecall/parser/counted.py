"""Counters whose kind nobody says, since the card has no other: "Walking Ballista with two counters"."""

from __future__ import annotations

from collections.abc import Sequence

from judgecall.cards.abilities import Activated, PutCounters, Replacement, Triggered
from judgecall.parser.mention import Mention
from judgecall.parser.talk import CardFacts
from judgecall.parser.words import Word

_BEFORE = frozenset({"with", "w/", "having", "has"})
_ON_IT = ["on", "it"]
_LEFT = frozenset({"left", "remaining"})


def tell_counters(words: Sequence[Word], mentions: Sequence[Mention], cards: CardFacts) -> None:
    """Put such counters into the mention of the card that they are on; of a kind that is said, where the card puts it on itself."""
    for mention in mentions:
        i = mention.end
        if len(mention.cards) != 1 or mention.counters or i + 2 >= len(words) or words[i].lower not in _BEFORE:
            continue
        number, noun = words[i + 1], words[i + 2]
        kinds = _own_kinds(mention.cards[0], cards)
        end = i + 3
        if end < len(words) and (noun.lower in kinds or _speaks_of(mention.cards[0], noun.lower, cards)):
            kinds, noun, end = [noun.lower], words[end], end + 1
        if number.kind != "number" or noun.lower not in {"counter", "counters"} or len(kinds) != 1:
            continue
        mention.counters[kinds[0]] = number.value[0]
        mention.end = end
        if [w.lower for w in words[end : end + 2]] == _ON_IT:
            mention.end += 2
        elif end < len(words) and words[end].lower in _LEFT:
            mention.end += 1


def _speaks_of(name: str, kind: str, cards: CardFacts) -> bool:
    """Whether the card's own text has counters of that kind."""
    card = cards.get(name)
    return card is not None and f"counter='{kind}'" in str(card.faces[0].abilities)


def _own_kinds(name: str, cards: CardFacts) -> list[str]:
    """The kinds of counters that a creature card comes with or, if it comes with none, puts on itself."""
    card = cards.get(name)
    if card is None or "creature" not in card.faces[0].types:
        return []
    abilities = card.faces[0].abilities
    coming = [a for a in abilities if isinstance(a, Replacement) and a.what == "enters_with_counters"]
    own = [a for a in abilities if isinstance(a, Activated | Triggered)]
    for some in (coming, own):
        kinds = {e.counter for a in some for e in a.effects if isinstance(e, PutCounters) and e.of.this}
        if kinds:
            return sorted(kinds)
    return []
