"""One reader for each area of questions: each composes the fragments of a question into scenarios."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.parser.areas import (
    attack_counts,
    attack_demands,
    attack_taps,
    casting,
    combat,
    combat_damage,
    coven,
    daylight,
    declarations,
    faces,
    goaded,
    legs,
    mana,
    melds,
    next_turn,
    provoked,
    regained,
    requirement_asks,
    requirement_counts,
    search_values,
    sickness,
    spell_deaths,
    texts,
    told_effects,
    triggers,
    unblocked,
    x,
)
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Scenario

AREAS: tuple[Callable[[Talk, Scenario | None], list[Candidate]], ...] = (
    combat.read,
    combat_damage.read,
    spell_deaths.read,
    declarations.read,
    requirement_asks.read,
    requirement_counts.read,
    attack_demands.read,
    attack_counts.read,
    attack_taps.read,
    provoked.read,
    goaded.read,
    next_turn.read,
    told_effects.read,
    legs.read,
    coven.read,
    regained.read,
    triggers.read,
    unblocked.read,
    faces.read,
    daylight.read,
    melds.read,
    search_values.read,
    x.read,
    sickness.read,
    mana.read,
    casting.read,
    texts.read,
)
"""Every area's reader; each proposes readings, and the scorer chooses."""
