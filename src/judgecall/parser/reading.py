"""Candidate readings, and the score that chooses among them.

Generators propose readings; the scorer knows nothing of how they were made, so
a trained one can take its place.
"""

from __future__ import annotations

import msgspec

from judgecall.scenario.model import Scenario


class Candidate(msgspec.Struct):
    """One way to read the question."""

    scenario: Scenario
    area: str
    used: set[int] = msgspec.field(default_factory=set)
    """Indices of the words it explains."""
    doubts: float = 0.0
    """What it had to suppose: one for each role that was filled by default."""
    guessed: tuple[str, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    """Cards that a name could mean, where there is more than one."""


class Reading(msgspec.Struct, frozen=True):
    """The reading that was chosen, with the account of every word."""

    scenario: Scenario
    used: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    blocking: tuple[str, ...] = ()
    """Left-over words that name a game concept: with any of them there is no ruling."""
    goes_on: bool = False
    """It can be meant only as going on from the scenario before, and was read so."""
