"""What carrying out an effect asks for, whoever does it: how long it lasts, and which of several targets it is about."""

from __future__ import annotations

from judgecall.cards.abilities import Filter, Lasting
from judgecall.engine.characteristics import matches
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

_NOT_FOLLOWED = frozenset({"as_long_as", "their_next_turn", "their_next_combat"})
"""Durations that end, or begin, with something that isn't followed."""


def refuse_duration(effect: Lasting, source: Permanent) -> None:
    """Refuse an effect of which it can't be told whether it still, or already, applies.

    Raises:
        CannotRule: it is one.
    """
    if effect.until in _NOT_FOLLOWED:
        raise CannotRule("unfollowed_effect", object=source.ref)


def targets_meant(
    state: State, left: list[Permanent], wanted: Filter, source: Permanent, *, chosen: int
) -> list[Permanent]:
    """The targets that a part of a text is about: where it speaks of one of several, the one that it describes (CR 115.1).

    Args:
        left: the targets that can still be found, of the `chosen` number of them.

    Raises:
        CannotRule: the description fits more than one.
    """
    if chosen < 2 or not wanted.target or wanted.count not in (None, 1) or wanted.count_x:
        return left
    found = [one for one in left if matches(state, one, wanted, source)]
    if len(found) > 1:
        raise CannotRule("unknown_target", object=source.ref)
    return found


def chosen_without_target(of: Filter, *, always: bool = False) -> bool:
    """Whether some of what fits are chosen as it resolves, which nobody told: "untap up to two lands" (CR 608.2d).

    Args:
        always: what is done is done to chosen ones even where no number is given.
    """
    chooses = always or of.count is not None or of.count_x or bool(of.chosen_by)
    return chooses and not (of.this or of.target or of.ref)
