"""Abilities that wait for "one or more" of something: once for all that happens at one time (CR 603.2c)."""

from __future__ import annotations

from judgecall.cards.abilities import Triggered, Unread
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent
from judgecall.engine.triggers.matching import Happening

_ON_DAMAGE = frozenset({"deals_damage", "damage_player", "damage_opponent", "combat_damage", "combat_damage_player", "combat_damage_opponent"})  # fmt: skip


class OnceForAll:
    """What such abilities already triggered on: at which moment, and damage to which player."""

    def __init__(self) -> None:
        self._moment = 0
        self._done: list[tuple[Permanent, Triggered | Unread, str, int]] = []

    def next_moment(self) -> None:
        """Something else happens, after what happened so far."""
        self._moment += 1

    def triggers_again(self, source: Permanent, ability: Triggered | Unread, happening: Happening) -> bool:
        """Whether this isn't part of what the ability triggered on already.

        Raises:
            CannotRule: damage by several was told one by one: it can't be told whether it is dealt at one time.
        """
        if ability.event is None or not ability.event.one_or_more:
            return True
        whom = happening.player if happening.what in _ON_DAMAGE else ""
        earlier = [when for one, other, hit, when in self._done if (one, other, hit) == (source, ability, whom)]
        if self._moment in earlier:
            return False
        if earlier and happening.what in _ON_DAMAGE:
            raise CannotRule("unfollowed_event", object=source.ref)
        self._done.append((source, ability, whom, self._moment))
        return True
