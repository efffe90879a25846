"""What the cards of a question have to do with mana, told from their facts alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from judgecall.cards.abilities import (
    MANA_EVENTS,
    Activated,
    AddMana,
    Become,
    Card,
    Cost,
    Damage,
    MultiplyMana,
    Replacement,
    SubstituteMana,
    Triggered,
    Unread,
)
from judgecall.parser.mentions import LAND_TYPES, Mention
from judgecall.parser.talk import Talk

_COPIES = (
    "any_type_yours",
    "any_color_yours",
    "any_type_opponents",
    "any_color_opponents",
    "any_type_could",
    "any_color_could",
)


class ManaFacts(msgspec.Struct, frozen=True):
    """What a card does about mana."""

    makes: bool = False
    """It has an ability of its own that adds mana when it is activated, or it is a land."""
    copies: bool = False
    """What it makes hangs on what other lands could produce (Reflecting Pool)."""
    opponents: bool = False
    """It looks at the lands of opponents (Exotic Orchard)."""
    rewards: bool = False
    """It triggers on a permanent being tapped for mana (Wild Growth, Kinnan)."""
    watches_opponents: bool = False
    """It triggers on an opponent's tapping something for mana (Vorinclex)."""
    for_its_player: bool = False
    """It does something about what its own controller taps for mana, and not about what others do (Mana Reflection)."""
    multiplies: bool = False
    substitutes: bool = False
    gives_types: bool = False
    """It makes lands basic land types (Urborg)."""
    chooses: bool = False
    """Something is chosen for it as it enters, or a card is imprinted."""
    by_devotion: bool = False
    pool: bool = False
    """It adds as much as is in the pool (Doubling Cube)."""
    restricted: bool = False
    """Some of its mana may be spent only on some things (Cavern of Souls)."""
    hurts: bool = False
    """It damages its controller as it is tapped (City of Brass), or by its mana ability (Ancient Tomb)."""
    counters: str = ""
    """The kind of counter that its mana ability removes or looks at."""

    @property
    def matters(self) -> bool:
        """Whether it has anything to do with mana."""
        return self.makes or self.rewards or self.multiplies or self.substitutes or self.gives_types


def inside(thing: object) -> Iterator[object]:
    """Everything inside an ability, itself first."""
    yield thing
    if isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from inside(getattr(thing, name))
    elif isinstance(thing, tuple):
        for one in thing:
            yield from inside(one)


@lru_cache(maxsize=1024)
def of_card(card: Card | None) -> ManaFacts:
    """What this card does about mana, by its front face's abilities (both faces' for lands)."""
    if card is None:
        return ManaFacts()
    found: dict[str, object] = {}
    for face in card.faces:
        if "land" in face.types and face is card.faces[0]:
            found["makes"] = True
        for ability in face.abilities:
            _of_ability(ability, found)
    return ManaFacts(**found)  # type: ignore[arg-type]


def _of_ability(ability: object, found: dict[str, object]) -> None:
    parts = list(inside(ability))
    adds = [p for p in parts if isinstance(p, AddMana)]
    if isinstance(ability, Activated) and adds:
        found["makes"] = True
        for option in (o for a in adds for o in a.options):
            name = option.partition(":")[0]
            if name in _COPIES:
                found["copies"] = True
                found["opponents"] = found.get("opponents") or name.endswith("opponents")
            if name == "same_type":
                found["pool"] = True
        found["by_devotion"] = found.get("by_devotion") or any(a.amount.per == "devotion" for a in adds)
        for cost in (p for p in parts if isinstance(p, Cost) and p.remove_counters is not None):
            found["counters"] = cost.remove_counters[1] if cost.remove_counters else ""
    if any(a.spend_only for a in adds):
        found["restricted"] = True
    tapped = isinstance(ability, Triggered) and ability.event.what in {"tapped", *MANA_EVENTS}
    if (tapped or adds) and any(isinstance(p, Damage) and p.players == "you" for p in parts):
        found["hurts"] = True
    for part in parts:
        if isinstance(part, MultiplyMana):
            found["multiplies"] = True
            found["for_its_player"] = found.get("for_its_player") or part.of.controller == "you"
        elif isinstance(part, SubstituteMana):
            found["substitutes"] = True
        elif isinstance(part, Become) and set(part.subtypes) & (LAND_TYPES | {"every_basic_land_type"}):
            found["gives_types"] = True
        elif (isinstance(part, Triggered) and part.event.what in MANA_EVENTS and not _only_hurts(part)) or (
            isinstance(part, Unread) and "mana" in part.concepts and part.shape == "triggered"
        ):
            found["rewards"] = True
            if isinstance(part, Triggered) and part.event.whose == "opponent":
                found["watches_opponents"] = True
            elif isinstance(part, Triggered) and part.event.whose == "you":
                found["for_its_player"] = True
        elif isinstance(part, Replacement) and part.what == "enters_choosing":
            found["chooses"] = True


def _only_hurts(ability: Triggered) -> bool:
    """A trigger on its own tapping that damages its controller gives nothing."""
    return bool(ability.event.of and ability.event.of.this) and all(isinstance(e, Damage) for e in ability.effects)


def of_mention(talk: Talk, mention: Mention) -> ManaFacts:
    """What the thing that a mention names does about mana."""
    if mention.cards:
        return of_card(talk.card(mention))
    if mention.land_class or (mention.head == "land" and "creature" not in mention.types):
        return ManaFacts(makes=True)
    return ManaFacts()
