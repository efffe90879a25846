"""May an activated ability be activated (CR 602.2, 602.5)."""

from __future__ import annotations

from judgecall.engine.costs.activation import may_activate
from judgecall.engine.costs.sickness import settle_control
from judgecall.engine.costs.which_ability import chosen_abilities, cost_of
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query


@answers("can_activate")
def can_activate(state: State, query: Query) -> Verdict:
    """Whether the subject's ability may be activated.

    `value` picks the ability (tap, untap, mana, counters, pump, animate, tokens, crew, equip, …), `target` names objects that
    are tapped for its cost, `who` the player if not its controller.
    """
    settle_control(state)
    one = state.members(query.subject)[0]
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
