"""What a phrase that stands for something in the game says of it."""

from __future__ import annotations

import msgspec


class Mention(msgspec.Struct):
    """One phrase that stands for something in the game.

    `head` is the kind of noun it ends in (creature, attacker, land …), "card" for a named card, "pronoun" for it/they,
    "player" for a player. Attributes are those that the phrase itself states.
    """

    start: int
    end: int
    head: str = ""
    text: str = ""
    owner: str | None = None
    article: str = ""
    count: int | None = None
    plural: bool = False
    power: int | None = None
    toughness: int | None = None
    keywords: list[str] = msgspec.field(default_factory=list)
    told: list[str] = msgspec.field(default_factory=list)
    """Keywords that the phrase tells of it ("my guy has trample") and that needn't be known before."""
    protection: list[str] = msgspec.field(default_factory=list)
    without: list[str] = msgspec.field(default_factory=list)
    colors: list[str] = msgspec.field(default_factory=list)
    colorless: bool = False
    types: list[str] = msgspec.field(default_factory=list)
    subtypes: list[str] = msgspec.field(default_factory=list)
    cards: tuple[str, ...] = ()
    guessed: bool = False
    tapped: bool | None = None
    since: str | None = None
    vanilla: bool = False
    animated: bool | None = None
    transformed: bool | None = None
    role: str = ""
    """attacking, blocking, blocked, unblocked as an adjective"""
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    damage: int | None = None
    x: int | None = None
    legs: int | None = None
    loyalty: int | None = None
    chosen: str | None = None
    player: str = ""
    sentence: int = 0
    mana_cost: str = ""
    copy_of: str | None = None
    zone: str = ""
    face: str | None = None
    part: bool = False
    """ "one with reach", "two of them with flying": so many of creatures that were spoken of just before."""
    land_class: str = ""
    """A class of cards that make mana ("a triome", "a signet"), by its name in the lexicon."""

    @property
    def is_object(self) -> bool:
        """Whether it stands for a game object (not a player, not a pronoun)."""
        return self.head not in {"player", "pronoun", "some", ""}

    @property
    def described(self) -> bool:
        """Whether it says anything that tells one object from another."""
        return bool(
            self.power is not None or self.keywords or self.cards or self.subtypes or self.colors or self.protection
        )
