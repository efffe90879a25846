"""Facts: stated, assumed and unknown.

A rule that reads a fact nobody stated calls `assume` where a convention covers it, and `ask` where none does. The first
is recorded and shown to the player, who may flip it; the second splits the case (see `judge`).
"""

from __future__ import annotations

import msgspec

Args = tuple[tuple[str, str], ...]


class Assumption(msgspec.Struct, frozen=True):
    """A fact that was read and that nobody stated. `code` names its sentence in the catalogue."""

    code: str
    args: Args = ()

    @property
    def key(self) -> str:
        """How a scenario's `facts` name it to flip it: "untapped @bear"."""
        return " ".join([self.code, *(v for _, v in self.args)])


class Undecided(Exception):
    """A fact was read that is neither stated nor assumed: the case splits on it."""

    def __init__(self, fact: Assumption) -> None:
        super().__init__(fact.key)
        self.fact = fact


class CannotRule(Exception):
    """The engine must not rule here. `reason` is a code of the catalogue."""

    def __init__(self, reason: str, **args: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.args_: Args = tuple((k, str(v)) for k, v in args.items())


class Facts:
    """What one run of the engine has read so far.

    Args:
        stated: the scenario's named facts; "yes" or "no" under an assumption's key flips or confirms it.
        decided: how the unknown facts fall in this branch, by key.
    """

    def __init__(self, stated: dict[str, str], decided: dict[str, bool]) -> None:
        self._stated = stated
        self._decided = decided
        self.assumed: dict[str, Assumption] = {}
        self.questions = 0
        """How often an unknown fact was read that this branch had decided."""

    def undecided(self) -> Facts:
        """The stated facts alone: for looking at something without splitting the case or recording what was read."""
        return Facts(self._stated, {})

    def assume(self, code: str, **args: object) -> bool:
        """The convention holds unless the player flipped it; either way it was read, so it is recorded."""
        fact = Assumption(code, tuple((k, str(v)) for k, v in args.items()))
        if fact.key in self._stated:
            return self._stated[fact.key] == "yes"
        self.assumed[fact.key] = fact
        return True

    def ask(self, code: str, **args: object) -> bool:
        """Whether an unknown fact holds in this branch.

        Raises:
            Undecided: this branch has not decided it yet.
        """
        fact = Assumption(code, tuple((k, str(v)) for k, v in args.items()))
        if fact.key in self._stated:
            return self._stated[fact.key] == "yes"
        if fact.key not in self._decided:
            raise Undecided(fact)
        self.questions += 1
        return self._decided[fact.key]

    def stated(self, name: str) -> str | None:
        """A named fact of the scenario ("night"), or None."""
        return self._stated.get(name)
