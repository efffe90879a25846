"""How one run reads what nobody stated: not at all, as if everything held, or by asking."""

from __future__ import annotations

from typing import Literal

from judgecall.engine.facts import Assumption
from judgecall.engine.mana.bundle import TYPES
from judgecall.engine.state import State

Mode = Literal["least", "most", "ask"]


class Reading:
    """One way to read the unknown facts about mana.

    `least` takes none of them to hold and `most` all of them: where both give the same answer, nothing need be
    asked. `ask` asks. Could-produce only grows when more lands or creatures are there, so the true answer lies
    between the two.

    Args:
        mode: how an unknown fact is read.
        wanted: the types that the question is about.
    """

    def __init__(self, mode: Mode, wanted: str = TYPES) -> None:
        self.mode = mode
        self.wanted = wanted
        self.open_amount = False
        """An amount came out as "at least", because how many there are was not said."""
        self.unknown: dict[str, Assumption] = {}
        """The facts that `least` and `most` would have asked."""
        self.costs_ignored = False
        """What the ability could produce is asked: X in its cost may be anything (CR 106.7)."""

    def holds(self, state: State, code: str, **args: object) -> bool:
        """Whether an unknown fact holds in this reading."""
        fact = Assumption(code, tuple((k, str(v)) for k, v in args.items()))
        stated = state.facts.stated(fact.key)
        if stated is not None:
            return stated == "yes"
        if self.mode == "ask":
            return state.facts.ask(code, **args)
        self.unknown[fact.key] = fact
        return self.mode == "most"
