"""The steps that say why a declaration is legal or not: the rules that bear on it, run again so that they are recorded."""

from __future__ import annotations

from judgecall.cards.abilities import BlockLimit, ForceBlock
from judgecall.engine.characteristics import matches
from judgecall.engine.combat.declaration import (
    Blocks,
    block_cost,
    capacity,
    least_blockers,
    most_blockers,
    needs_company,
    needs_everyone,
    needs_greater_power,
)
from judgecall.engine.combat.evasion import effects_on, tapped
from judgecall.engine.combat.position import Position
from judgecall.engine.derivation import rule
from judgecall.engine.state import Permanent, State
from judgecall.scenario.model import STEPS, Query


@rule("509.1h", "startled-awake-3")
def too_late(state: State, position: Position, query: Query) -> bool:
    """Once blockers have been declared, later changes neither undo a block nor make room for another."""
    events = state.scenario.events
    later = events[position.declared_at :]
    none_declared = any(e.kind == "no_block" for e in events) and not any(e.kind == "block" for e in events)
    asked_later = query.at is not None and STEPS.index(query.at) > STEPS.index("declare_blockers")
    if asked_later or (none_declared and len([e for e in later if e.kind != "no_block"]) > 0):
        state.d.step("declaration_is_over")
        return True
    if any(e.kind not in {"block", "no_block", "attack"} for e in later):
        state.d.step("later_changes_dont_count")
    return False


@rule("509.1b")
def limits_on_blockers(state: State, position: Position) -> None:
    """No more than so many creatures can block each combat."""
    for source, effect in effects_on(state, position, BlockLimit):
        if isinstance(effect, BlockLimit) and not effect.attack:
            state.d.step("at_most_so_many_block", source=source.ref, n=effect.at_most)


@rule("509.1a")
def one_attacker_each(state: State, position: Position, blocker: Permanent) -> None:
    """A creature blocks one attacker, more only if an effect says so."""
    n = capacity(state, position, blocker)
    if n is None:
        state.d.step("blocks_any_number", blocker=blocker.ref)
    else:
        state.d.step("blocks_so_many", blocker=blocker.ref, n=n)


def explain_attackers(blocks: Blocks, attackers: list[Permanent]) -> None:
    """The restrictions on these attackers that the declaration keeps to."""
    for attacker in attackers:
        least_blockers(blocks.state, blocks.position, attacker)
        most_blockers(blocks.state, blocks.position, attacker)
        needs_everyone(blocks.state, blocks.position, attacker)
    if blocks.model.limits:
        limits_on_blockers(blocks.state, blocks.position)


def explain_restrictions(blocks: Blocks, blockers: list[Permanent], attackers: list[Permanent]) -> None:
    """Why no declaration has these block those: the restrictions on the declaration as a whole."""
    state, position = blocks.state, blocks.position
    for blocker in blockers[:4]:
        if blocker in position.blockers:
            tapped(state, position, attackers[0], blocker)
            n = capacity(state, position, blocker)
            if n is not None and len(attackers) > 1:
                one_attacker_each(state, position, blocker)
            needs_company(state, position, blocker)
            needs_greater_power(state, position, blocker)
    explain_attackers(blocks, attackers)


@rule("509.1c", "ochran-assassin-2", "jermane-1")
def explain_requirements(state: State, blocks: Blocks) -> None:
    """The requirements there are, and which creatures can't obey them: tapped ones, and those that would have to pay."""
    position = blocks.position
    for source, effect in effects_on(state, position, ForceBlock):
        if not isinstance(effect, ForceBlock):
            continue
        if effect.attacker is None:
            for one in position.blockers:
                if effect.blockers is None or matches(state, one, effect.blockers, source):
                    state.d.step("blocks_if_able", blocker=one.ref)
            continue
        for one in position.attackers:
            if matches(state, one, effect.attacker, source):
                _on_attacker(state, one, effect.at_least)
    for forced in position.course.lasting.forced:
        for one in position.attackers:
            if forced.attackers is None or one.id not in forced.attackers:
                continue
            if forced.blockers is None:
                _on_attacker(state, one, forced.at_least)
            for blocker in position.blockers:
                if forced.blockers is not None and blocker.id in forced.blockers:
                    state.d.step("must_block_this", blocker=blocker.ref, attacker=one.ref)
    for attacker in position.attackers[:3]:
        least_blockers(state, position, attacker)
    for blocker in position.blockers[:6]:
        tapped(state, position, position.attackers[0], blocker)
        priced = [a for (b, a), cost in blocks.model.cost.items() if cost and b == blocks.index(blocker)]
        if priced:
            block_cost(state, position, blocker, position.attackers[priced[0]])


@rule("509.1c")
def _on_attacker(state: State, attacker: Permanent, at_least: int | None) -> None:
    if at_least is None:
        state.d.step("all_able_must_block", attacker=attacker.ref)
    else:
        state.d.step("must_be_blocked", attacker=attacker.ref, n=at_least)
