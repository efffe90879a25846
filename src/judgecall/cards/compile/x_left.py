"""Where X is in what was read: replaced where the text says what it is, or left (CR 107.3)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    AlternativeCost,
    Amount,
    AnyEffect,
    Condition,
    CostChange,
    CounterSpell,
    Filter,
    Keyword,
)
from judgecall.cards.compile.references import mapped


def replace_x(effects: tuple[AnyEffect, ...], quantity: Amount) -> tuple[AnyEffect, ...]:
    """The effects with X defined by the text (CR 107.3k)."""

    def change(value: Any) -> Any:
        if isinstance(value, Amount) and value.per == "x":
            return put_in(value, quantity)
        if isinstance(value, CostChange) and value.mana == "{X}" and value.per == Amount(base=1):
            # Spells that cost {X} less: {1} for each of what X counts.
            return msgspec.structs.replace(value, mana="{1}", per=quantity)
        if isinstance(value, CounterSpell) and value.unless_paid == "{X}" and value.times == Amount(base=1):
            return msgspec.structs.replace(value, unless_paid="{1}", times=quantity)
        return value

    return mapped(effects, change)  # type: ignore[no-any-return]


def put_in(value: Amount, quantity: Amount) -> Amount:
    """The quantity for the X of an amount: "X plus 1", "half X, rounded up", "-X"."""
    if quantity.half and (value.times != 1 or value.base or value.half):
        # What is rounded is rounded before it is taken so many times.
        return msgspec.structs.replace(value, per="sum", parts=(quantity,))
    return msgspec.structs.replace(
        quantity,
        times=quantity.times * value.times,
        base=quantity.base * value.times + value.base,
        half=value.half or quantity.half,
    )


def with_x_said(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """Sentences after the one that says what X is, where that can't be said again: "its power" would mean another object."""

    def change(value: Any) -> Any:
        if isinstance(value, Amount) and value.per == "x":
            return msgspec.structs.replace(value, per="history", counter="X as it was said")
        return value

    return mapped(effects, change)  # type: ignore[no-any-return]


def asks_x(value: Any) -> bool:
    """Whether a condition in it compares X with a number."""
    found: list[bool] = []

    def look(item: Any) -> Any:
        found.append(isinstance(item, Condition) and item.kind == "x_at_least")
        return item

    mapped(value, look)
    return any(found)


def still_x(value: Any) -> bool:
    """Whether X is left in it as how many are chosen, as a bound, or as a keyword ability's number or cost."""
    found: list[bool] = []

    def look(item: Any) -> Any:
        if isinstance(item, Filter):
            found.append(item.count_x or any(word.endswith("_x") for word in item.state))
        found.append(isinstance(item, AlternativeCost) and "{X}" in item.cost.mana)
        given = getattr(item, "abilities", ())
        found.extend("X" in (ability.cost or "") for ability in given if isinstance(ability, Keyword))
        return item

    mapped(value, look)
    return any(found)


def has_stray_x(value: Any) -> bool:
    """Whether an X is left that an earlier sentence has defined: "draw X cards, where X is …. You lose X life"."""
    found: list[bool] = []
    defined: list[bool] = []

    def look(item: Any) -> Any:
        if isinstance(item, Amount):
            found.append(item.per == "x")
        if getattr(item, "action", "") == "x_is":
            defined.append(True)
        return item

    mapped(value, look)
    return any(found) and not defined


def has_granted_x(value: Any) -> bool:
    """Whether an X is in an ability that is granted, where the X of the sentence is not replaced."""

    def number(granted: bool) -> int:
        found: list[Any] = []

        def look(item: Any) -> Any:
            if isinstance(item, Amount) and item.per == "x":
                found.append(item)
            return item

        mapped(value, look, granted=granted)
        return len(found)

    return number(True) > number(False)
