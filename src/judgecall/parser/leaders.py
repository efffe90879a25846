"""Cards that do something for the others of their creature type: "my goblins" are not the Goblin King that leads them."""

from __future__ import annotations

from judgecall.cards.abilities import Card, Filter, Static
from judgecall.parser.mention import Mention
from judgecall.scenario.model import GameObject


def leads(card: Card | None, subtypes: list[str] | None = None) -> bool:
    """Whether a static ability of a card is about other creatures, of one of these types where they are given."""
    faces = card.faces if card is not None else ()
    effects = [e for face in faces for a in face.abilities if isinstance(a, Static) for e in a.effects]
    about = [of for e in effects if isinstance(of := getattr(e, "of", None), Filter) and of.other]
    return bool(about) if subtypes is None else any(set(subtypes) & set(of.subtypes) for of in about)


def stands_beside(mention: Mention, thing: GameObject, card: Card | None) -> bool:
    """ "my goblins", "my merfolk", after a lord of theirs was told of: others, and not the lord."""
    if card is None or mention.cards or thing.count != 1:
        return False
    several = mention.plural and mention.count is None and not card.name.split(",")[0].endswith("s")
    return several or (mention.owner is not None and bool(mention.subtypes) and leads(card, mention.subtypes))
