"""What an ability is asked to give: cards to draw, tokens of some kind, the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judgecall.cards.abilities import Card, Named, Unread
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.areas.zones import Zone
from judgecall.parser.phrases import Match

if TYPE_CHECKING:
    from judgecall.parser.areas.triggers import TriggerReader


def drawn(reader: TriggerReader, zone: Zone) -> list[Match]:
    """ "does my Phyrexian Arena draw me a card", "do I get a card": its ability is said to draw, or to give a card."""
    draws = reader.story.within(zone, "v:draw PL? ~ OBJ", "v:draw")
    got = reader.story.within(zone, "v:get ~ BARE", "v:produce PL ~ BARE")
    return draws or [m for m in got if m.mentions[-1].head == "card" and not m.mentions[-1].zone]


def named_so(found: list[Match], effects: list[Any]) -> bool:
    """Whether the tokens asked about ("an angel") are of a kind that the card makes; what kind isn't told of copies."""
    asked = [set(m.subtypes) for f in found for m in f.mentions if m.subtypes and not m.cards]
    made = [set(getattr(e, "subtypes", ())) for e in effects]
    return all(not wanted or any(wanted <= kinds or not kinds for kinds in made) for wanted in asked)


def wins_the_game(card: Card) -> bool:
    """Whether one of its abilities wins the game, or isn't read."""
    every = (part for face in card.faces for ability in face.abilities for part in inside(ability))
    return any(isinstance(p, Unread) or (isinstance(p, Named) and p.action == "win") for p in every)
