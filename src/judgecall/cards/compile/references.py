"""What "it", "that creature" and "X" stand for, settled once an ability is read whole (CR 608.2c, 107.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from judgecall.cards.abilities import AnyEffect, Amount, Event, Filter, Triggered

_EARLIER = Filter(ref="earlier")


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with `change` applied to each struct in it, innermost first."""
    if isinstance(value, tuple):
        items = tuple(mapped(item, change) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if not isinstance(value, msgspec.Struct):
        return value
    changes = {}
    for name in value.__struct_fields__:
        old = getattr(value, name)
        if isinstance(old, (tuple, msgspec.Struct)):
            new = mapped(old, change)
            if new is not old:
                changes[name] = new
    return change(msgspec.structs.replace(value, **changes) if changes else value)


def replace_x(effects: tuple[AnyEffect, ...], quantity: Amount) -> tuple[AnyEffect, ...]:
    """The effects with X defined by the text (CR 107.3k)."""

    def change(value: Any) -> Any:
        if isinstance(value, Amount) and value.per == "x":
            if value.times == 1:
                return quantity
            return msgspec.structs.replace(quantity, times=quantity.times * value.times, base=quantity.base * value.times)
        return value

    return mapped(effects, change)  # type: ignore[no-any-return]


def has_reference(value: Any) -> bool:
    """Whether something in it speaks of an earlier object."""
    found = False

    def look(item: Any) -> Any:
        nonlocal found
        if isinstance(item, Filter) and item.ref == "earlier":
            found = True
        return item

    mapped(value, look)
    return found


def _names_object(effect: Any) -> bool:
    """Whether an effect brings an object of its own that a later "it" can mean."""
    found = False

    def look(item: Any) -> Any:
        nonlocal found
        if isinstance(item, Filter) and (item.target or item.count is not None):
            found = True
        if isinstance(item, msgspec.Struct) and type(item).__name__ == "CreateTokens":
            found = True
        return item

    mapped(effect, look)
    return found


def settle(effects: tuple[AnyEffect, ...], first: Filter | None) -> tuple[AnyEffect, ...] | None:
    """Replace references before any object was chosen by `first`: the trigger's object, or this object.

    None if nothing could be meant.
    """
    done: list[Any] = []
    earlier = False
    for effect in effects:
        own = _names_object(effect)
        if not earlier and has_reference(effect) and not own:
            if first is None:
                return None
            effect = mapped(effect, lambda item: fill(item, first))
        elif not earlier and has_reference(effect) and first is not None and not _self_reference(effect):
            effect = mapped(effect, lambda item: fill(item, first))
        earlier = earlier or own
        done.append(effect)
    return tuple(done)


def _self_reference(effect: Any) -> bool:
    """Whether "it" inside an effect that has an object of its own means that object ("equal to its power")."""
    return type(effect).__name__ in ("ModifyPT", "SetPT", "May", "IfDo", "Modes", "GainControl")


def fill(item: Any, first: Filter) -> Any:
    if isinstance(item, Filter) and item.ref == "earlier":
        changes = {
            name: value
            for name in item.__struct_fields__
            if name != "ref" and (value := getattr(item, name)) != getattr(_EARLIER, name)
        }
        return msgspec.structs.replace(first, **changes)
    return item


def of_event(event: Event) -> Filter | None:
    """What "it" means in a trigger: this object if the event is about it, else the event's object."""
    if event.of == Filter(this=True) or event.of is None:
        return Filter(this=True)
    if event.of == Filter(attached=True):
        return Filter(attached=True)
    return Filter(ref="event")


def settle_trigger(t: Triggered) -> Triggered | None:
    """A triggered ability with its references settled."""
    first = of_event(t.event)
    effects = settle(t.effects, first)
    if effects is None:
        return None
    condition = t.condition and mapped(t.condition, lambda item: fill(item, first) if first else item)
    later = t.resolution_condition
    if later is not None and not any(_names_object(effect) for effect in t.effects) and first:
        later = mapped(later, lambda item: fill(item, first))
    return msgspec.structs.replace(t, effects=effects, condition=condition, resolution_condition=later)
