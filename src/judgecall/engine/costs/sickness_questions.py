"""Questions about summoning sickness itself: has it, what does it stop (CR 302.6)."""

from __future__ import annotations

from msgspec.structs import replace

from judgecall.engine.costs.sickness import settle_control, summoning_sick
from judgecall.engine.costs.tap_symbols import can_pay_untap
from judgecall.engine.derivation import rule
from judgecall.engine.judge import answers
from judgecall.engine.state import State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query

_STOPPED = frozenset({"attack", "tap", "untap"})


@answers("has_summoning_sickness")
def has_summoning_sickness(state: State, query: Query) -> Verdict:
    """Whether the subject is summoning sick: a creature, without haste, that came since its controller's turn began."""
    settle_control(state)
    return YesNo(all(summoning_sick(state, one, asked="always") for one in state.members(query.subject)))


@answers("sickness_stops")
def sickness_stops(state: State, query: Query) -> Verdict:
    """Whether a summoning-sick creature is kept from doing `value`: attack, tap, untap; or block, convoke, crew, mana, other."""
    return YesNo(stopped_by_sickness(state, query.value))


@rule("302.6")
def stopped_by_sickness(state: State, what: str) -> bool:
    """The summoning sickness rule is about attacking and about {T} and {Q} in a creature's own costs, and nothing else (CR 302.6)."""
    stops = what in _STOPPED
    state.d.step("sickness_stops" if stops else "sickness_does_not_stop", what=what or "other")
    return stops


@answers("must_be_tapped")
def must_be_tapped(state: State, query: Query) -> Verdict:
    """Whether the subject has to be tapped already to pay for {Q}: looked at as it would be if it weren't."""
    one = state.members(query.subject)[0]
    one.tapped = False
    one.thing = replace(one.thing, tapped=False, since="before_turn")
    return YesNo(not can_pay_untap(state, one))
