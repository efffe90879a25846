"""What is asked of keyword abilities that are triggered abilities: evolve, undying, persist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Card, Keyword
from judgecall.parser.areas.zones import Zone

if TYPE_CHECKING:
    from judgecall.parser.areas.triggers import TriggerReader


TRIGGERED = frozenset({"evolve", "undying", "persist"})
"""Keyword abilities that are triggered abilities, and that are read here (CR 702.79a, 702.93a, 702.100a)."""
TRIGGERED_WORD = f"k:{'|'.join(sorted(TRIGGERED))}"
"""The pattern of a word for one of them."""


def own_keywords(card: Card | None) -> set[str]:
    """The keyword abilities that a card has on any of its faces; none of no card."""
    return {a.name for f in (card.faces if card is not None else ()) for a in f.abilities if isinstance(a, Keyword)}


def evolves(card: Card) -> bool:
    """Whether it has evolve, which puts a +1/+1 counter on it (CR 702.100a)."""
    return "evolve" in own_keywords(card)


def keyword_trigger(reader: TriggerReader, zone: Zone) -> bool:
    """ "does it evolve", "will undying trigger": a keyword that is a triggered ability of the card asked about."""
    if not reader.story.within(zone, TRIGGERED_WORD):
        return False
    own = own_keywords(reader.card())
    for i in range(zone.start, zone.end):
        word = reader.talk.words[i]
        of_it = bool(own) and word.is_("keyword", *own)
        if of_it or word.is_("verb", "trigger") or reader.talk.lowers[i] in {"both", "first", "one", "the"}:
            reader.story.used.add(i)
    return True
