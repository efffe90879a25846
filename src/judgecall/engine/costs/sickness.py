"""The summoning sickness rule (CR 302.6): control of the permanent since its controller's most recent turn began."""

from __future__ import annotations

from typing import Literal

from judgecall.cards.abilities import (
    AnyEffect,
    AsThoughHaste,
    Face,
    GainControl,
    Grant,
    Keyword,
    SpellAbility,
    Triggered,
)
from judgecall.engine.characteristics import has, is_creature, matches, statics
from judgecall.engine.derivation import rule
from judgecall.engine.state import Permanent, State
from judgecall.scenario.model import Event

_BEFORE = frozenset({"last_turn", "before_turn", "opponents_turn", "last turn", "opponent's turn"})
"""`Event.how` of something that happened before the turn in question began."""
_NEW_OBJECT = frozenset({"blink", "return"})
_ARRIVAL = frozenset({"enter", "cast", "copy", "play_land"})


def _turned_face(state: State, one: Permanent) -> Face | None:
    """The face that is up where the scenario tells that it transformed (CR 701.27a); None: it shows what it showed."""
    turns = sum(e.n or 1 for e in state.events("transform") if one.thing.id in e.subject)
    if turns % 2 == 0 or one.card is None or len(one.card.faces) < 2 or one.transformed_count:
        return None
    return one.card.faces[1 - one.face_index]


def is_creature_now(state: State, one: Permanent) -> bool:
    """Whether it is a creature after the scenario's events: a crewed Vehicle, an animated land (CR 301.7, 702.122a)."""
    turned = _turned_face(state, one)
    if turned is not None:
        return "creature" in turned.types
    if is_creature(state, one):
        return True
    if one.thing.animated is False:
        return False
    return any(
        (e.kind == "crew" and one.thing.id in e.target) or (e.kind == "animate" and one.thing.id in e.subject)
        for e in state.scenario.events
    )


@rule("702.10b")
def has_haste(state: State, one: Permanent) -> bool:
    """A creature with haste ignores the summoning sickness rule; haste is read from what it has now (CR 702.10b-c)."""
    turned = _turned_face(state, one)
    found = (
        has(state, one, "haste")
        if turned is None
        else any(isinstance(a, Keyword) and a.name == "haste" for a in turned.abilities)
    )
    for event in state.scenario.events:
        if one.thing.id not in event.subject:
            continue
        named = {a.name for a in event.abilities if isinstance(a, Keyword)}
        named |= {event.value} if event.kind == "gain" else set()
        given = event.kind in {"gain", "control", "enter", "return", "copy", "animate"} and "haste" in named
        if given or (
            event.kind == "control" and "haste" not in one.thing.without and thief_gives_haste(state, one, event)
        ):
            found = True
        elif event.kind == "lose" and event.value in {"haste", "", "all"}:
            found = False
    if found:
        state.d.step("has_haste", object=one.ref)
    return found


def thief_gives_haste(state: State, one: Permanent, event: Event) -> bool:
    """Whether the spell or ability that took control also gives haste, as Threaten does; asked if nobody named it."""
    named = [event.by] if event.by in state.groups else [id for id in state.groups if id not in event.subject]
    if not named and _no_change(one, event):
        return False
    if not named:
        return state.facts.ask("control_effect_gives_haste", object=f"@{event.subject[0]}")
    for id in named:
        for source in state.groups[id or ""][:1]:
            for ability in state.printed_abilities(source):
                if isinstance(ability, SpellAbility | Triggered) and _steals_with_haste(ability.effects):
                    return True
    return False


def _steals_with_haste(effects: tuple[AnyEffect, ...]) -> bool:
    steals = any(isinstance(e, GainControl) for e in effects)
    haste = any(
        isinstance(e, Grant) and any(isinstance(a, Keyword) and a.name == "haste" for a in e.abilities) for e in effects
    )
    return steals and haste


def settle_control(state: State) -> None:
    """Give each permanent the controller that the scenario's control-changing events leave it with (CR 110.2)."""
    for event in state.events("control"):
        for id in event.subject:
            for one in state.groups.get(id, ()):
                one.controller = event.target[0] if event.target else "you"


Control = Literal["continuous", "this_turn", "new_object", "unsaid", "unclear"]


def _no_change(one: Permanent, event: Event) -> bool:
    """An event that gives control of it to the player who has it: it went away and came back, or nothing happened."""
    return one.thing.controller is not None and event.target == (one.thing.controller,)


def control_since(state: State, one: Permanent) -> Control:
    """What the scenario says of how long its controller has had it (CR 302.6, 400.7)."""
    found: Control = "unsaid"
    holder = one.thing.controller
    if one.thing.since is not None:
        found = "continuous" if one.thing.since == "before_turn" else "this_turn"
    for event in state.scenario.events:
        if one.thing.id not in event.subject and not (event.kind == "copy" and one.thing.id in event.target):
            continue
        if event.how in _BEFORE:
            if found == "unsaid":
                found = "continuous"
        elif event.kind in _NEW_OBJECT:
            found = "new_object"
        elif event.kind in _ARRIVAL and one.thing.id in event.subject:
            found = "continuous" if one.thing.since == "before_turn" else "this_turn"
        elif event.kind == "control":
            # The event gives control to the one who has had it all along: nothing changed.
            if _no_change(one, event) and holder == one.thing.controller:
                found = "continuous" if one.thing.since == "before_turn" else "unclear"
            else:
                found = "this_turn"
        if event.kind == "control":
            holder = event.target[0] if event.target else "you"
    return found


def nothing_said(state: State, one: Permanent) -> bool:
    """Whether the question is about this one alone, so that when it came is what the answer hangs on."""
    return len(state.scenario.objects) == 1 and one.thing.since is None


Asked = Literal[True, False, "always"]


@rule("302.6")
def controlled_continuously(state: State, one: Permanent, *, asked: Asked = False) -> bool:
    """Whether its controller has controlled the permanent continuously since their most recent turn began (CR 302.6).

    What it was then (a land, an uncrewed Vehicle) makes no difference, nor does an extra step or phase: only a turn counts.

    Args:
        asked: the question is about attacking with it or its own {T} or {Q} ability, so that silence about when it came
            leaves the answer open if nothing else in the question bears on it; "always" if it does so in any case.
    """
    known = control_since(state, one)
    if known in {"unsaid", "unclear"}:
        if known == "unclear" or asked == "always" or (asked and nothing_said(state, one)):
            held = state.facts.ask("controlled_since_turn_began", object=one.ref)
        else:
            held = state.facts.assume("controlled_since_turn_began", object=one.ref)
        known = "continuous" if held else "this_turn"
    if known == "continuous":
        state.d.step("controlled_since_turn_began", object=one.ref)
        return True
    if state.events("extra_step"):
        state.d.step("extra_step_is_no_new_turn", object=one.ref)
    state.d.step("new_object_this_turn" if known == "new_object" else "came_this_turn", object=one.ref)
    return False


@rule("302.6")
def summoning_sick(state: State, permanent: Permanent, *, asked: Asked = False) -> bool:
    """A creature can't attack or use its own {T} or {Q} abilities until controlled since the turn began (CR 302.6).

    Only creatures; not one with haste. `asked` as in `controlled_continuously`.
    """
    if not is_creature_now(state, permanent):
        state.d.step("not_a_creature", object=permanent.ref)
        return False
    if has_haste(state, permanent):
        return False
    if controlled_continuously(state, permanent, asked=asked):
        return False
    state.d.step("summoning_sick", object=permanent.ref)
    return True


@rule("702.10c")
def as_though_haste(state: State, permanent: Permanent) -> bool:
    """Whether something lets its abilities be activated as though it had haste (Thousand-Year Elixir): {T} and {Q}, no attack."""
    for source, _, effect in statics(state, AsThoughHaste):
        if isinstance(effect, AsThoughHaste) and matches(state, permanent, effect.of, source):
            state.d.step("as_though_haste", object=permanent.ref, source=source.ref)
            return True
    return False
