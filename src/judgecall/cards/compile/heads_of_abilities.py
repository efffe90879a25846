"""What stands before an ability and changes when it is there or can be activated: "Boast —", "Max speed —" (CR 702)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judgecall.cards.abilities import Ability, Activated, Condition, Filter, Grant, Keyword, Static, Triggered, Unread


def _both(said: Condition | None, meant: str) -> Condition:
    """What the head means, beside a condition that the ability has by its own words."""
    condition = Condition("other", counter=meant)
    return Condition("all", parts=(said, condition)) if said is not None else condition


def _exhaust(ability: Ability) -> Ability:
    """Exhaust (CR 702.177): only once."""
    if isinstance(ability, Activated):
        return msgspec.structs.replace(ability, condition=_both(ability.condition, "not activated before"))
    return ability


def _boast(ability: Ability) -> Ability:
    """Boast (CR 702.142): only if it attacked this turn, and only once each turn."""
    if isinstance(ability, Activated):
        condition = _both(ability.condition, "attacked this turn")
        return msgspec.structs.replace(ability, condition=condition, once_each_turn=True)
    return ability


def _max_speed(ability: Ability) -> Ability:
    """Max speed (CR 702.178): the ability is there only at speed 4."""
    condition = Condition("other", counter="max speed")
    if isinstance(ability, Keyword):
        return Static((Grant(Filter(this=True), (ability,)),), condition=condition)
    if isinstance(ability, (Activated, Triggered, Static)):
        return msgspec.structs.replace(ability, condition=_both(ability.condition, "max speed"))
    return Unread("static", ("keyword",))


def _power_up(ability: Ability) -> Ability:
    """Only once, and for less in the turn it entered: whether it can be paid for isn't told by the cost alone."""
    if isinstance(ability, Activated):
        return msgspec.structs.replace(ability, condition=_both(ability.condition, "power-up"))
    return ability


def _harnessed(ability: Ability) -> Ability:
    """∞ (CR 702.186): the ability is there only while the permanent is harnessed."""
    condition = Condition("other", counter="harnessed")
    if isinstance(ability, Triggered | Activated):
        return Static((Grant(Filter(this=True), (ability,)),), condition=condition)
    return Unread("static", ("keyword",))


PREFIXES: dict[str, Callable[[Ability], Ability]] = {
    "Exhaust — ": _exhaust,
    "∞ — ": _harnessed,
    "Boast — ": _boast,
    "Max speed — ": _max_speed,
    "Power-up — ": _power_up,
}
"""The words of each head, and what it makes of the ability behind it."""
