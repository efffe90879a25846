"""A card as look-up shows it: its facts without what its abilities mean, which takes none of the many kinds of abilities."""

from __future__ import annotations

from typing import Any

import msgspec


class AbilityOutline(msgspec.Struct, frozen=True):
    """One ability: what kind it is, and of a keyword its name, number and mana cost."""

    kind: str
    name: str = ""
    n: int | None = None
    cost: Any = ""
    """Mana symbols of a keyword; of other kinds whatever they have there."""


class FaceOutline(msgspec.Struct, frozen=True):
    """One face; the fields are those of `abilities.Face`."""

    name: str
    mana_cost: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    abilities: tuple[AbilityOutline, ...] = ()


class CardOutline(msgspec.Struct, frozen=True):
    """A card: its name as printed, and its faces."""

    name: str
    faces: tuple[FaceOutline, ...]
