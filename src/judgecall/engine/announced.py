"""What was chosen as a spell was cast or an ability put on the stack, and stays so until it resolves (CR 601.2b-c, 608.2b)."""

from __future__ import annotations

import msgspec

from judgecall.scenario.model import Event, Scenario

_ANNOUNCED = frozenset({"cast", "activate", "trigger"})


def with_announced_choices(scenario: Scenario) -> Scenario:
    """The scenario, in which what resolves does so with the targets and the X that it was cast or activated with.

    Whoever tells that a spell was cast on something and then that it resolves doesn't tell the target twice.
    """
    told: dict[str, Event] = {}
    events: list[Event] = []
    for event in scenario.events:
        if event.kind in _ANNOUNCED and len(event.subject) == 1:
            told[event.subject[0]] = event
        elif event.kind == "resolve" and len(event.subject) == 1 and event.subject[0] in told:
            first = told.pop(event.subject[0])
            event = msgspec.structs.replace(
                event, target=event.target or first.target, n=first.n if event.n is None else event.n
            )
        events.append(event)
    if tuple(events) == scenario.events:
        return scenario
    return msgspec.structs.replace(scenario, events=tuple(events))
