"""May an activated ability be activated, on the board as the scenario's events leave it (CR 602.2, 602.5)."""

from __future__ import annotations

from judgecall.engine.costs.activation import may_activate
from judgecall.engine.costs.sickness import settle_control
from judgecall.engine.costs.which_ability import chosen_abilities, cost_of
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import State
from judgecall.engine.triggers.spells_before import refuse_untold_spells, resolved_spells
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Event, Query

_USES = frozenset({"activate", "tap_for_mana"})


@answers("can_activate")
def can_activate(state: State, query: Query) -> Verdict:
    """Whether the subject's ability may be activated.

    `value` picks the ability (tap, untap, mana, counters, pump, animate, tokens, crew, equip, …), `target` names objects that
    are tapped for its cost, `who` the player if not its controller.
    """
    settle_control(state)
    one = state.members(query.subject)[0]
    refuse_untold_spells(state, (*query.subject, *query.target))
    resolved_spells(state, _before_use(state, query), assumed=False)
    state.refuse_unfollowed("tapped")
    if one in state.history.left:
        # Whether it was activated before it left, say in response, isn't told.
        raise CannotRule("not_in_play", object=one.ref)
    with_objects = bool(query.target) and all(t in state.groups for t in query.target)
    tapped = state.members(query.target) if with_objects else []
    found = chosen_abilities(state, one, query.value)
    if tapped and not query.value and any(c.tap_objects for a in found if (c := cost_of(a)) is not None):
        found = chosen_abilities(state, one, "tap_objects")
    asked = one.thing.id in query.subject
    verdicts = {}
    for ability in found[1:]:
        with state.d.muted():
            verdicts[may_activate(state, one, ability, tapped, query, asked=asked)] = ability
    verdict = may_activate(state, one, found[0], tapped, query, asked=asked)
    if verdicts and set(verdicts) != {verdict}:
        raise CannotRule("which_ability", object=one.ref)
    return YesNo(verdict)


def _before_use(state: State, query: Query) -> tuple[Event, ...]:
    """The events that come before the ability is activated, if the scenario tells of that."""
    events = state.scenario.events
    used = [i for i, e in enumerate(events) if e.kind in _USES and set(e.subject) & set(query.subject)]
    return events[: used[0]] if used else events
