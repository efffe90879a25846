"""Verdicts: typed values that the engine gives, never sentences."""

from __future__ import annotations

from typing import Literal, Union

import msgspec


class _Value(msgspec.Struct, frozen=True, omit_defaults=True):
    pass


class YesNo(_Value, frozen=True, tag="yes_no"):
    """Yes or no."""

    value: bool


class Number(_Value, frozen=True, tag="number"):
    """A number, exact or a bound."""

    value: int
    bound: Literal["exactly", "at_most", "at_least"] = "exactly"


class ManaTypes(_Value, frozen=True, tag="mana_types"):
    """A set of mana types: letters in WUBRGC order."""

    value: tuple[str, ...]
    any_one: bool = True
    """One of them at the player's choice; else it is a list of alternatives such as B and BB."""


class Objects(_Value, frozen=True, tag="objects"):
    """A set of objects, by id."""

    value: tuple[str, ...]


class Outcome(_Value, frozen=True, tag="outcome"):
    """What happens, as a code of the message catalogue ("stays_in_exile", "defending_player") with its arguments."""

    value: str
    args: tuple[tuple[str, str], ...] = ()


class Depends(_Value, frozen=True, tag="depends"):
    """It depends: for each way the undecided facts can fall, the verdict under it.

    Each condition is a list of (proposition code, its arguments, whether it holds).
    """

    branches: tuple[tuple[tuple[Decision, ...], Verdict], ...]


class NoRuling(_Value, frozen=True, tag="no_ruling"):
    """No ruling, with the reason as a code of the message catalogue and what it is about."""

    reason: str
    args: tuple[tuple[str, str], ...] = ()


class Decision(_Value, frozen=True):
    """One way an undecided fact can fall: the proposition's code in the catalogue, its arguments, and yes or no."""

    code: str
    args: tuple[tuple[str, str], ...]
    holds: bool


Verdict = Union[YesNo, Number, ManaTypes, Objects, Outcome, Depends, NoRuling]
