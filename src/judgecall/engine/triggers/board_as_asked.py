"""The board as it is when something is asked that looks at the board alone: costs, targets, what counters what (CR 608.2, 601.2f)."""

from __future__ import annotations

import msgspec

from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import prepares
from judgecall.engine.state import State
from judgecall.engine.timeline import apply
from judgecall.engine.triggers.spells_before import refuse_untold_spells, resolved_spells
from judgecall.scenario.model import EventKind, Query

_USES = frozenset({"activate", "tap_for_mana"})
_COMES_BACK = frozenset({"return", "enter", "blink", "cast"})


@prepares("total_cost", "can_cast", "can_pay_with")
def before_costs(state: State, query: Query) -> None:
    """What counts for a cost is what is there when it is paid."""
    _settle(state, query)


@prepares("legal_target", "affects")
def before_targets(state: State, query: Query) -> None:
    """What was gained or lost since counts for whether it may be a target."""
    _settle(state, query, "gain", "lose")


@prepares("is_countered")
def before_countering(state: State, query: Query) -> None:
    """Counters put on what counters the spell count."""
    _settle(state, query, "counters")


@prepares("can_activate")
def before_activating(state: State, query: Query) -> None:
    """What conditions and costs of an ability look at is what is there as it is activated.

    Raises:
        CannotRule: a spell may have tapped it, or it left, and whether it was activated before that isn't told.
    """
    refuse_untold_spells(state, (*query.subject, *query.target))
    before_sickness(state, query)
    state.refuse_unfollowed("tapped")
    for one in state.members(query.subject)[:1]:
        if one in state.history.left and one.zone != "battlefield":
            raise CannotRule("not_in_play", object=one.ref)


@prepares("has_summoning_sickness")
def before_sickness(state: State, query: Query) -> None:
    """What a spell exiled and returned is a new object, which its controller has had since this turn only (CR 302.6, 400.7)."""
    then = {one.id: one.new_object for one in state.permanents.values()}
    events = state.scenario.events
    used = [i for i, e in enumerate(events) if e.kind in _USES and set(e.subject) & set(query.subject)]
    comes_back = {id for e in events if e.kind in _COMES_BACK for id in e.subject}
    told = [e for e in (events[: used[0]] if used else events) if e.kind != "leave" or not comes_back & set(e.subject)]
    resolved_spells(state, told, assumed=False, asked=(*query.subject, *query.target))
    for one in state.permanents.values():
        if one.new_object > then[one.id] and one.zone == "battlefield":
            one.thing = msgspec.structs.replace(one.thing, since="this_turn", tapped=None)


def _settle(state: State, query: Query, *kinds: EventKind) -> None:
    """Bring the board to where it is once the scenario's events have happened, as far as other things than what is asked about go.

    Args:
        kinds: kinds of events that are carried out on what is asked about, too.

    Raises:
        CannotRule: what is asked about isn't there any more, or it can't be told what a spell did.
    """
    asked = {*query.subject, *query.target}
    events = state.scenario.events
    before = (e for e in events if e.kind != "leave" or not asked & set(e.subject))
    resolved_spells(state, before, assumed=False, asked=asked)
    for event in events:
        if event.kind in kinds:
            apply(state, event)
    gone = {id: i for i, e in enumerate(events) if e.kind == "leave" for id in e.subject if id in asked}
    for id, at in gone.items():
        if not any(id in e.subject and e.kind in _COMES_BACK for e in events[at:]):
            raise CannotRule("not_in_play", object=f"@{id}")
    for one in state.members(tuple(id for id in asked if id in state.groups)):
        if one in state.history.left and one.zone != "battlefield":
            raise CannotRule("not_in_play", object=one.ref)
