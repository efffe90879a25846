"""What spells did, and what left the battlefield, before something is asked of the board as it is then (CR 608.2, 611.2c)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from judgecall.cards.abilities import AnyEffect, SpellAbility, Triggered, Unread
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import NOT_PERMANENT, Permanent, State
from judgecall.engine.triggers.instructions import may_change
from judgecall.engine.triggers.run import Run
from judgecall.engine.triggers.waiting import Waiting
from judgecall.scenario.model import Event

_SPELL_EVENTS = frozenset({"cast", "resolve", "counter_spell"})


def is_spell_event(state: State, event: Event) -> bool:
    """Whether the event is about instants and sorceries only."""
    found = state.members(tuple(id for id in event.subject if id in state.groups))
    return event.kind in _SPELL_EVENTS and bool(found) and all(is_no_permanent(one) for one in found)


def is_aura_spell(state: State, event: Event) -> bool:
    """Whether one Aura is what the event is about, and something that it goes onto is named."""
    found = state.members(tuple(id for id in event.subject if id in state.groups))
    faces = [one.face for one in found if one.face is not None]
    return len(faces) == 1 and "Aura" in faces[0].subtypes and any(id in state.groups for id in event.target)


@rule("608.3c")
def attached_as_it_resolves(state: State, event: Event) -> None:
    """An Aura spell enters attached to what it targeted."""
    for one in state.members(event.subject):
        one.zone = "battlefield"
        one.thing = msgspec.structs.replace(one.thing, attached_to=event.target[0])
        state.d.step("aura_attached", object=one.ref, to=f"@{event.target[0]}")


@rule("608.3a")
def arrives(state: State, event: Event) -> None:
    """A permanent spell that resolves is on the battlefield from then on, as is what is said to enter."""
    countered = {id for e in state.events("counter_spell") for id in e.subject}
    for one in state.members(tuple(id for id in event.subject if id in state.groups and id not in countered)):
        if one.zone in {"hand", "stack", "nowhere"}:
            one.zone = "battlefield"


def is_no_permanent(one: Permanent) -> bool:
    """Whether it is an instant or a sorcery."""
    types = one.thing.types if one.face is None else one.face.types
    return bool(set(types) & NOT_PERMANENT)


def resolved_spells(state: State, events: Iterable[Event], *, assumed: bool, asked: Collection[str] = ()) -> None:
    """Carry out what instants and sorceries do, and what leaves the battlefield.

    Args:
        assumed: whether a spell that nobody says resolves is assumed to do so.
        asked: ids of the objects that are asked about, whose own arrival other rules look at.

    Raises:
        CannotRule: it can't be told what one of them does.
    """
    told = list(events)
    settled = {id for e in told if e.kind in {"resolve", "counter_spell"} for id in e.subject}
    run = Run(state, [], begin_awaited=False)
    for event in told:
        if event.kind == "leave" and event.how != "sacrificed":
            run.event(event)
        elif event.kind == "resolve" and is_aura_spell(state, event):
            attached_as_it_resolves(state, event)
        elif event.kind in {"resolve", "enter"} and not set(event.subject) & set(asked):
            if is_spell_event(state, event):
                run.event(event)
            else:
                arrives(state, event)
        elif is_spell_event(state, event) and (assumed or settled & set(event.subject)):
            if event.kind == "cast" and not settled & set(event.subject):
                for one in state.members(event.subject):
                    state.facts.assume("spell_resolves", object=one.ref)
            run.event(event)
    run.resolve_all()
    for item in run.items:
        if item.resolved:
            each_tap_from_now_on(state, item)


@rule("603.7")
def each_tap_from_now_on(state: State, item: Waiting) -> None:
    """A resolving spell can create a delayed triggered ability that triggers each time something is tapped for mana this turn."""
    for effect in item.later:
        if effect.event.what == "tapped_for_mana" and effect.each_time:
            state.history.on_tap_for_mana.append((item.source, Triggered(event=effect.event, effects=effect.effects)))


def refuse_untold_spells(state: State, asked: Iterable[str]) -> None:
    """Refuse where an instant or sorcery is named of which nobody says that it was cast, and that may change what is counted.

    Raises:
        CannotRule: there is one.
    """
    told = {id for e in state.scenario.events for id in (*e.subject, *e.target)}
    for one in state.permanents.values():
        if one.thing.zone != "battlefield" or one.thing.id in told or one.thing.id in set(asked):
            continue
        if is_no_permanent(one) and any(may_change(e) for e in _effects(state, one)):
            raise CannotRule("ability_not_followed", object=one.ref)


def _effects(state: State, one: Permanent) -> Iterator[AnyEffect]:
    for ability in state.printed_abilities(one):
        if isinstance(ability, SpellAbility):
            yield from ability.effects
        elif isinstance(ability, Unread):
            raise CannotRule("unread_line", object=one.ref, concepts=", ".join(ability.concepts))
