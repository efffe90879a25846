"""How many creatures can attack at once: limits, costs and what each creature by itself may do (CR 508.1)."""

from __future__ import annotations

import msgspec

from judgecall.engine.combat.attack import Attacks
from judgecall.engine.combat.attack_queries import explain
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import State
from judgecall.engine.verdicts import Number, Verdict
from judgecall.scenario.model import Query

_PLENTY = (10, 11)
"""Numbers of creatures that stand for as many as somebody likes: with both, the answer must be the same."""


@answers("how_many_attack")
@rule("508.1c")
def how_many_attack(state: State, query: Query) -> Verdict:
    """The greatest number of creatures in a legal attack, as far as the attacking player can pay for them."""
    open_ = [o for o in state.scenario.objects if o.count is None and o.id in query.subject]
    if not open_:
        return _most(state, query)
    found: list[Verdict] = []
    for number in _PLENTY:
        objects = tuple(msgspec.structs.replace(o, count=number) if o in open_ else o for o in state.scenario.objects)
        trial = State(msgspec.structs.replace(state.scenario, objects=objects), state.cards, state.facts)
        found.append(_most(trial, query))
        state.d = trial.d
    if found[0] != found[1]:
        raise CannotRule("unsaid_number", object=f"@{open_[0].id}")
    return found[0]


@rule("508.1c")
def _most(state: State, query: Query) -> Verdict:
    """The attack may break no restriction; what is not paid for does not attack."""
    attacks = Attacks(state, query)
    subjects = attacks.subjects or attacks.attackers
    if not subjects:
        raise CannotRule("no_attacker")
    whom = [t for t in query.target if t in attacks.whom] or None
    pairs = attacks.pairs(subjects, whom)
    if attacks.model.cost and attacks.model.budget is None:
        raise CannotRule("mana_to_attack_unsaid", player=attacks.player)
    most = attacks.model.legal_extreme(pairs, 1) or 0
    explain(state, attacks, subjects[:1], whom or attacks.whom)
    state.d.step("most_that_attack", player=attacks.player, n=most)
    return Number(most, query.bound)
