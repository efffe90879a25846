"""Rule functions, and the derivation they leave behind.

A rule function is decorated with the number of the rule it carries out; the
number is written there and nowhere else. Inside it, `d.step(code, ...)` records
one step under that number. Steps made by rule functions that it calls become
the step's `because`, and so do those before it that such a step always rests on (`grounds`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar, cast

import msgspec

from judgecall.engine.grounds import grounds_of

P = ParamSpec("P")
R = TypeVar("R")


class DerivedStep(msgspec.Struct, frozen=True):
    """One step of a derivation.

    `rule` is a rule number, `code` names the sentence in the message catalogue, `args` fill it (an object's
    id as "@id", so that the answer room can name it), `passages` are ids of source passages beyond the rule itself.
    """

    rule: str
    code: str
    args: tuple[tuple[str, str], ...] = ()
    because: tuple[int, ...] = ()
    passages: tuple[str, ...] = ()


class RuleFunction(msgspec.Struct, frozen=True):
    """What is known of a rule function: its name, rule number, and the source passages it carries out."""

    name: str
    number: str
    passages: tuple[str, ...]


REGISTRY: dict[str, RuleFunction] = {}
"""Every rule function, by its qualified name. Filled as the engine's modules are imported."""


class Derivation:
    """The steps of one judgement, in the order they were made."""

    def __init__(self) -> None:
        self.steps: list[DerivedStep] = []
        self._told: list[DerivedStep] = []
        """The same steps with only the reasons that their rules gave: one that is told again is not made again."""
        self._rules: list[tuple[RuleFunction, list[int]]] = []
        self._muted = 0

    def step(self, code: str, *because: int, passages: tuple[str, ...] = (), **args: object) -> int:
        """Record a step under the rule function that is running; returns its index.

        Raises:
            RuntimeError: no rule function is running (a step must come from a rule).
        """
        if not self._rules:
            raise RuntimeError(f"step {code!r} was made outside a rule function")
        rule, children = self._rules[-1]
        if self._muted:
            return -1
        reasons = tuple(dict.fromkeys([*children, *(b for b in because if b >= 0)]))
        made = DerivedStep(
            rule.number, code, tuple((k, str(v)) for k, v in args.items()), reasons, rule.passages + passages
        )
        if made in self._told:
            index = self._told.index(made)
        else:
            self._told.append(made)
            grounds = grounds_of(code, dict(made.args), self.steps)
            made = msgspec.structs.replace(made, because=tuple(dict.fromkeys([*reasons, *grounds])))
            self.steps.append(made)
            index = len(self.steps) - 1
        children.clear()
        if len(self._rules) > 1:
            self._rules[-2][1].append(index)
        return index

    @contextmanager
    def muted(self) -> Iterator[None]:
        """Run rule functions without recording: for trying a case whose steps prove nothing to the player."""
        self._muted += 1
        try:
            yield
        finally:
            self._muted -= 1

    @contextmanager
    def running(self, rule: RuleFunction) -> Iterator[None]:
        """Make steps under this rule."""
        self._rules.append((rule, []))
        try:
            yield
        finally:
            _, left = self._rules.pop()
            if self._rules:
                self._rules[-1][1].extend(i for i in left if i not in self._rules[-1][1])


class HasDerivation:
    """Anything that carries a derivation: the engine's state is the first argument of every rule function."""

    d: Derivation


def rule(number: str, *passages: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function as carrying out a rule; its first argument is the state.

    Args:
        number: the rule of the Comprehensive Rules ("702.118b").
        passages: ids of rulings whose sentences this function computes ("ochran-assassin-1").
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        name = f"{function.__module__.removeprefix('judgecall.engine.')}.{function.__qualname__}"
        known = RuleFunction(name, number, passages)
        REGISTRY[name] = known

        @functools.wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            state = cast(HasDerivation, args[0])
            with state.d.running(known):
                return function(*args, **kwargs)

        return run

    return decorate
