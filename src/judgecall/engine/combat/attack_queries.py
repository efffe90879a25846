"""The questions about declaring attackers (CR 508.1)."""

from __future__ import annotations

from judgecall.cards.abilities import BlockLimit, ForceAttack
from judgecall.engine.characteristics import has, matches
from judgecall.engine.combat.attack import (
    Attacks,
    attack_tax,
    cant_attack,
    needs_company,
    needs_greater_power,
    open_ended_tax,
    unable,
)
from judgecall.engine.combat.solver import Bound
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import Query


def _targets(attacks: Attacks, query: Query) -> list[str] | None:
    named = [t for t in query.target if t in attacks.whom]
    if not named and query.target:
        raise CannotRule("cant_be_attacked")
    return named or None


@rule("508.1d")
def explain(state: State, attacks: Attacks, attackers: list[Permanent], whom: list[str]) -> None:
    """The requirements and restrictions that bear on these attackers."""
    for source, effect in attacks._effects(ForceAttack):
        assert isinstance(effect, ForceAttack)
        for one in attackers:
            if matches(state, one, effect.of, source):
                state.d.step("goaded" if effect.goad else "attacks_if_able", object=one.ref)
    for one in attackers:
        for target in whom:
            cant_attack(state, attacks, one, target)
            attack_tax(state, attacks, one, target)
        needs_company(state, attacks, one)
        needs_greater_power(state, attacks, one)
    for source, effect in attacks._effects(BlockLimit):
        if isinstance(effect, BlockLimit) and effect.attack:
            state.d.step("at_most_so_many_attack", source=source.ref, n=effect.at_most)


@answers("can_attack")
@rule("508.1c")
def can_attack(state: State, query: Query) -> Verdict:
    """Whether some legal declaration has all the subjects attack (the target)."""
    attacks = Attacks(state, query)
    subjects = attacks.subjects
    if not subjects:
        raise CannotRule("no_attacker")
    whom = _targets(attacks, query)
    for one in subjects:
        if one.zone != "battlefield":
            state.d.step("not_on_battlefield_to_attack", object=one.ref)
            return YesNo(False)
        if unable(state, attacks, one, asked=attacks.asks_when_it_came):
            return YesNo(False)
        if all(cant_attack(state, attacks, one, w) for w in (whom or attacks.whom)):
            return YesNo(False)
    bounds = tuple(Bound(attacks.pairs([one], whom), 1) for one in subjects)
    priced = _price(state, attacks, subjects, whom)
    if priced is not None:
        return YesNo(priced)
    if not attacks.model.exists(*bounds, floor=0):
        explain(state, attacks, subjects, whom or attacks.whom)
        _why_not(state, attacks, subjects, whom)
        return YesNo(False)
    explain(state, attacks, subjects, whom or attacks.whom)
    if not attacks.exists(*bounds):
        state.d.step("attack_would_obey_fewer", object=subjects[0].ref, best=attacks.legal_floor)
        return YesNo(False)
    free = Bound(frozenset(p for p, c in attacks.model.cost.items() if c), 0, 0)
    if attacks.model.cost and not attacks.exists(*bounds, free):
        if attacks.model.budget is None:
            state.facts.assume("can_pay", player=attacks.player)
        state.d.step("may_attack_if_paid", object=subjects[0].ref)
        return YesNo(True)
    state.d.step("may_attack", object=subjects[0].ref)
    return YesNo(True)


@rule("508.1h")
def _price(state: State, attacks: Attacks, subjects: list[Permanent], whom: list[str] | None) -> bool | None:
    """A cost that counts permanents the question doesn't list: whether it can be paid is what the answer hangs on."""
    source = open_ended_tax(attacks)
    mana = state.player(attacks.player).mana
    against = whom or attacks.whom
    if source is None or mana is None or len(against) != 1 or attacks.defender(against[0]) != state.controller(source):
        return None
    affordable = state.facts.ask("tax_affordable", source=source.ref, player=attacks.player, n=mana)
    state.d.step("may_attack_if_paid" if affordable else "cant_pay", object=subjects[0].ref)
    return affordable


@rule("508.1j")
def _why_not(state: State, attacks: Attacks, subjects: list[Permanent], whom: list[str] | None) -> None:
    """All costs are paid or none; a creature that isn't paid for can't attack."""
    budget = attacks.model.budget
    pairs = attacks.pairs(subjects, whom)
    if budget is not None and any(attacks.model.cost.get(p, 0) > 0 for p in pairs):
        state.d.step("cant_pay", object=subjects[0].ref)


@answers("must_attack")
@rule("508.1d")
def must_attack(state: State, query: Query) -> Verdict:
    """Whether every legal declaration has the subject attack (the target); nobody is required to pay."""
    attacks = Attacks(state, query)
    subjects = attacks.subjects
    if not subjects:
        raise CannotRule("no_attacker")
    whom = _targets(attacks, query)
    one = subjects[0]
    if unable(state, attacks, one, asked=False):
        return YesNo(False)
    explain(state, attacks, subjects, whom or attacks.whom)
    if not attacks.model.requirements:
        state.d.step("no_attack_requirement", object=one.ref)
        return YesNo(False)
    pairs = attacks.pairs(subjects, whom)
    must = all(not attacks.exists(Bound(attacks.pairs([s], whom), 0, 0)) for s in subjects)
    if must:
        state.d.step("must_attack", object=one.ref)
        return YesNo(True)
    able = pairs & attacks.model.allowed
    if able and all(attacks.model.cost.get(p) for p in able):
        state.d.step("not_required_to_pay_to_attack", player=attacks.player)
    elif not attacks.model.exists(Bound(pairs, 1), floor=0):
        state.d.step("attack_restriction_wins", object=one.ref)
    else:
        state.d.step("other_attack_obeys_as_many", object=one.ref)
    return YesNo(False)


@answers("taps_to_attack")
@rule("508.1f")
def taps_to_attack(state: State, query: Query) -> Verdict:
    """Attacking causes a creature to become tapped."""
    attacks = Attacks(state, query)
    if not attacks.subjects:
        raise CannotRule("no_attacker")
    one = attacks.subjects[0]
    if _stays_untapped(state, one):
        return YesNo(False)
    state.d.step("attacking_taps", object=one.ref)
    return YesNo(True)


@rule("702.20b")
def _stays_untapped(state: State, one: Permanent) -> bool:
    """Attacking doesn't cause a creature with vigilance to tap."""
    stays = has(state, one, "vigilance")
    if stays:
        state.d.step("vigilance_keeps_untapped", object=one.ref)
    return stays


@answers("attack_cost")
@rule("508.1h")
def attack_cost(state: State, query: Query) -> Verdict:
    """The total cost to attack with the subjects: every such cost, for each creature."""
    attacks = Attacks(state, query)
    subjects = attacks.subjects or attacks.attackers
    if not subjects:
        raise CannotRule("no_attacker")
    whom = _targets(attacks, query) or attacks.whom
    totals = {sum(attack_tax(state, attacks, one, w) for one in subjects) for w in whom}
    if len(whom) > 1 and len(totals) > 1:
        taxed = [w for w in whom if any(attack_tax(state, attacks, one, w) for one in subjects)]
        totals = {sum(attack_tax(state, attacks, one, w) for one in subjects) for w in taxed}
    if len(totals) != 1:
        raise CannotRule("which_player_attacked")
    total = totals.pop()
    if open_ended_tax(attacks) is not None:
        state.facts.assume("all_named", player=attacks.defender(whom[0]))
    state.d.step("attack_cost", n=total)
    return Number(total)
