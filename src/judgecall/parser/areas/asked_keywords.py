"""What is asked of keyword abilities that are triggered abilities: evolve, undying, persist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Card, Keyword
from judgecall.parser.areas.zones import Zone

if TYPE_CHECKING:
    from judgecall.parser.areas.triggers import TriggerReader


def evolves(card: Card) -> bool:
    """Whether it has evolve, which puts a +1/+1 counter on it (CR 702.100a)."""
    return any(isinstance(a, Keyword) and a.name == "evolve" for f in card.faces for a in f.abilities)


def keyword_trigger(reader: TriggerReader, zone: Zone) -> bool:
    """ "does it evolve", "will undying trigger": a keyword that is a triggered ability of the card asked about."""
    if not reader.story.within(zone, "k:evolve|undying|persist"):
        return False
    card = reader.card()
    own = {a.name for f in (card.faces if card is not None else ()) for a in f.abilities if isinstance(a, Keyword)}
    for i in range(zone.start, zone.end):
        word = reader.talk.words[i]
        of_it = any(word.is_("keyword", name) for name in own)
        if of_it or word.is_("verb", "trigger") or reader.talk.lowers[i] in {"both", "first", "one", "the"}:
            reader.story.used.add(i)
    return True
