"""Conditions: things that are true or false in a game state (CR 603.4, 604, 602.5b)."""

from __future__ import annotations

from judgecall.cards.abilities import Condition
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State


def holds(state: State, condition: Condition, source: Permanent) -> bool:
    """Whether the condition on `source` is true in the state as it is now.

    Raises:
        CannotRule: the engine doesn't model what it is about.
    """
    raise CannotRule("unknown_condition", object=source.ref, condition=condition.kind)
