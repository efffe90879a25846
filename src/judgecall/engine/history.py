"""What has happened so far in the scenario, as far as conditions ask about it (CR 603.4, 608.2h)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judgecall.cards.abilities import Ability, Triggered
    from judgecall.engine.state import Permanent


class LastKnown:
    """What an object looked like as it last existed in the zone it left (CR 113.7a, 608.2h)."""

    def __init__(
        self, power: int | None, toughness: int | None, abilities: list[Ability], controller: str | None,
        creature: bool, token: bool, subtypes: frozenset[str], face_index: int, counters: dict[str, int],
    ) -> None:  # fmt: skip
        self.power = power
        self.toughness = toughness
        self.abilities = abilities
        self.controller = controller
        self.creature = creature
        self.token = token
        self.subtypes = subtypes
        self.face_index = face_index
        self.counters = counters


class History:
    """Filled by `timeline.apply` as the events of a scenario are carried out."""

    def __init__(self) -> None:
        self.begun = False
        self.told_to_transform: list[Permanent] = []
        """Permanents that something outside their own abilities told to transform, once for each time."""
        self.life_change: dict[str, int] = {}
        """By player: how much life was gained less how much was lost."""
        self.gained: dict[str, int] = {}
        self.lost: dict[str, int] = {}
        self.died: list[Permanent] = []
        """Objects put into a graveyard from the battlefield (CR 700.4), in order."""
        self.entered: list[Permanent] = []
        """Objects that entered the battlefield during the scenario, in order."""
        self.left: list[Permanent] = []
        self.spells_cast: list[Permanent] = []
        self.attacked: set[str] = set()
        """Players who attacked with a creature."""
        self.lands_played = 0
        self.put_in_graveyard = 0
        """Cards that effects which were not carried out put, or may have put, into their controller's graveyard."""
        self.daylight: str | None = None
        """"day" or "night" once it became that during the scenario (CR 731.1)."""
        self.unfollowed: dict[str, Permanent] = {}
        """What an effect that was not carried out may have changed ("sizes", "objects", "tapped", "hand"), with its source."""
        self.on_tap_for_mana: list[tuple[Permanent, Triggered]] = []
        """Delayed triggered abilities of spells that resolved, which trigger each time something is tapped for mana (CR 603.7)."""
        self.step: str | None = None
        """The step that the events have come to."""
