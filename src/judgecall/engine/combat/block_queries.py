"""The questions about declaring blockers, each a query to the same model (CR 509.1)."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import msgspec

from judgecall.engine.combat.declaration import Blocks, least_blockers
from judgecall.engine.combat.evasion import forbidden
from judgecall.engine.combat.explain import explain_attackers, explain_requirements, explain_restrictions, too_late
from judgecall.engine.combat.position import Position
from judgecall.engine.combat.solver import Bound, Declaration, Pair
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import Answerer, answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import Query

_NUMBERS = (2, 3, 4)
"""A group of creatures whose number nobody said is tried with so many."""


_NO_REASON = frozenset({"may_block_legally", "can_be_blocked", "nothing_forbids", "nothing_else_forbids"})


def over_unsaid_numbers(answer: Answerer) -> Answerer:
    """Try a group of unsaid size with several numbers: if they agree it doesn't matter, else the number is asked."""

    def run(state: State, query: Query) -> Verdict:
        open_ = [
            o
            for o in state.scenario.objects
            if o.count is None and (not o.types or "creature" in o.types) and not o.card
        ]
        if not open_:
            return answer(state, query)
        tried: list[tuple[int, Verdict, State]] = []
        for number in _NUMBERS:
            objects = tuple(
                msgspec.structs.replace(o, count=number) if o in open_ else o for o in state.scenario.objects
            )
            trial = State(msgspec.structs.replace(state.scenario, objects=objects), state.cards, state.facts)
            tried.append((number, answer(trial, query), trial))
        chosen = tried[0]
        for (_, before, _), after in itertools.pairwise(tried):
            if after[1] != before:
                if isinstance(after[1], Number):
                    raise CannotRule("unsaid_number", object=f"@{open_[0].id}")
                if state.facts.ask("at_least_so_many", object=f"@{open_[0].id}", n=after[0]):
                    chosen = after
                    break
                return _copy_steps(state, tried[0])
        return _copy_steps(state, chosen)

    return run


def _copy_steps(state: State, tried: tuple[int, Verdict, State]) -> Verdict:
    state.d = tried[2].d
    return tried[1]


def answered(kind_name: str) -> Callable[[Answerer], Answerer]:
    """Register an answer function, with groups of unsaid size tried out."""

    def decorate(function: Answerer) -> Answerer:
        answers(kind_name)(over_unsaid_numbers(function))  # type: ignore[arg-type]
        return function

    return decorate


def sides(position: Position, query: Query) -> tuple[list[list[Permanent]], list[list[Permanent]]]:
    """The blockers and the attackers that the query names, a list for each object named."""
    state = position.state
    named = [state.group(id) for id in (*query.subject, *query.target) if id in state.groups]
    blockers = [g for g in named if g and g[0] not in position.attackers]
    attackers = [g for g in named if g and g[0] in position.attackers]
    return blockers, attackers


def flat(groups: list[list[Permanent]]) -> list[Permanent]:
    return [one for group in groups for one in group]


def _cost_free(blocks: Blocks, bounds: tuple[Bound, ...]) -> bool:
    free = Bound(frozenset(p for p, c in blocks.model.cost.items() if c), 0, 0)
    return blocks.exists(*bounds, free)


@answered("can_block")
@rule("509.1b", "ochran-assassin-2")
def can_block(state: State, query: Query) -> Verdict:
    """Whether some legal declaration has the subjects block the targets: each subject one of each object named."""
    position = Position(state, query)
    blocker_groups, attacker_groups = sides(position, query)
    if too_late(state, position, query):
        return YesNo(False)
    blockers = flat(blocker_groups)
    attackers = flat(attacker_groups) or position.attackers
    gone = [b for b in blockers if b not in position.blockers]
    if gone:
        state.d.step("not_a_possible_blocker", blocker=gone[0].ref)
        return YesNo(False)
    if not blockers:
        return _can_be_blocked(state, position, attackers)
    if len(blockers) == 1 and len(attackers) == 1 and forbidden(state, position, attackers[0], blockers[0]):
        return YesNo(False)
    blocks = Blocks(state, position)
    pairs = blocks.pairs(blockers, attackers)
    if not pairs & blocks.model.allowed:
        forbidden(state, position, attackers[0], blockers[0])
        return YesNo(False)
    bounds = _all_block(blocks, blocker_groups, attacker_groups or [attackers])
    if len(blockers) > 1 or len(attackers) > 1:
        for b, a in sorted(pairs):
            if len(attackers) == 1 and (b, a) not in blocks.model.allowed:
                forbidden(state, position, blocks.attackers[a], blocks.blockers[b])
                return YesNo(False)
    if not blocks.possible(*bounds):
        explain_restrictions(blocks, blockers, attackers)
        return YesNo(False)
    if not blocks.exists(*bounds):
        explain_requirements(state, blocks)
        state.d.step("would_obey_fewer", blocker=blockers[0].ref, attacker=attackers[0].ref, best=blocks.legal_floor)
        return YesNo(False)
    if blocks.model.cost and not _cost_free(blocks, bounds):
        state.facts.assume("can_pay", player=position.defending_player)
        price = sum({b: c for (b, a), c in blocks.model.cost.items() if (b, a) in pairs}.values())
        state.d.step("may_block_if_paid", blocker=blockers[0].ref, attacker=attackers[0].ref, n=price)
        return YesNo(True)
    if not blocks.plain():
        explain_attackers(blocks, attackers)
        state.d.step("may_block_legally", blocker=blockers[0].ref, attacker=attackers[0].ref)
    elif len(attackers) == 1:
        free_to_block(state, position, attackers[0], blockers[0])
    else:
        state.d.step("may_block_legally", blocker=blockers[0].ref, attacker=attackers[0].ref)
    return YesNo(True)


@rule("509.1a")
def free_to_block(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """An untapped creature may block whatever attacks its controller. Returns whether an evasion rule was the reason."""
    told = any(s.code not in _NO_REASON and dict(s.args).get("attacker") == attacker.ref for s in state.d.steps)
    if not told:
        before = len(state.d.steps)
        forbidden(state, position, attacker, blocker)
        told = len(state.d.steps) > before
    if not told:
        freed = any(s.code == "as_though_untapped" and dict(s.args)["blocker"] == blocker.ref for s in state.d.steps)
        state.d.step("nothing_else_forbids" if freed else "nothing_forbids", blocker=blocker.ref, attacker=attacker.ref)
    return told


def _all_block(
    blocks: Blocks, blocker_groups: list[list[Permanent]], attacker_groups: list[list[Permanent]]
) -> tuple[Bound, ...]:
    """Each blocker blocks one attacker of each object named, or of any of them when several creatures share them out."""
    bounds: list[Bound] = []
    blockers = flat(blocker_groups)
    attackers = flat(attacker_groups)
    if len(blockers) == 1:
        bounds = [Bound(blocks.pairs(blockers, group), 1) for group in attacker_groups]
    else:
        bounds = [Bound(blocks.pairs([b], attackers), 1) for b in blockers]
        if len(attackers) <= len(blockers):
            bounds += [Bound(blocks.pairs(blockers, group), 1) for group in attacker_groups]
    return tuple(bounds)


@answered("can_be_blocked")
@rule("509.1b")
def can_be_blocked(state: State, query: Query) -> Verdict:
    """Whether the subject may be blocked in some legal declaration: by the target, or by any of several."""
    named = [p for id in query.target for p in state.groups.get(id, [])]
    if query.target and len(named) < 2:
        return can_block(
            state, msgspec.structs.replace(query, kind="can_block", subject=query.target, target=query.subject)
        )
    position = Position(state, query)
    if too_late(state, position, query):
        return YesNo(False)
    attackers = [p for id in query.subject for p in state.groups.get(id, [])]
    return _can_be_blocked(state, position, [a for a in attackers if a in position.attackers], named)


def _can_be_blocked(
    state: State, position: Position, attackers: list[Permanent], named: list[Permanent] | None = None
) -> Verdict:
    if not attackers:
        raise CannotRule("no_attacker")
    able = [b for b in position.blockers if not named or b in named]
    if named and not able:
        state.d.step("not_a_possible_blocker", blocker=named[0].ref)
        return YesNo(False)
    if not position.blockers:
        return _by_anyone(state, position, attackers[0])
    blocks = Blocks(state, position)
    bounds = tuple(Bound(blocks.pairs(able, [a]), 1) for a in attackers)
    if blocks.exists(*bounds):
        told = False
        if len(position.blockers) == 1 and len(attackers) == 1:
            told = free_to_block(state, position, attackers[0], position.blockers[0])
        explain_attackers(blocks, attackers)
        if not told:
            state.d.step("can_be_blocked", attacker=attackers[0].ref)
        return YesNo(True)
    if len(attackers) == 1 and not blocks.pairs(able, attackers) & blocks.model.allowed:
        for blocker in able:
            forbidden(state, position, attackers[0], blocker)
        return YesNo(False)
    explain_restrictions(blocks, able, attackers)
    return YesNo(False)


def _by_anyone(state: State, position: Position, attacker: Permanent) -> Verdict:
    """No creature of the defending player is named: could any creature at all block it?"""
    anyone = position.add_anyone(attacker)
    if forbidden(state, position, attacker, anyone):
        return YesNo(False)
    least = least_blockers(state, position, attacker)
    if least > 1:
        state.d.step("can_be_blocked_by_so_many", attacker=attacker.ref, n=least)
    else:
        if not free_to_block(state, position, attacker, anyone):
            state.d.step("can_be_blocked", attacker=attacker.ref)
    return YesNo(True)


# ---------------------------------------------------------------- a declaration as stated


def declared_blocks(state: State, position: Position, query: Query) -> tuple[dict[str, list[Permanent]], bool]:
    """What the scenario's block events declare: attackers by blocker id; False when there is none."""
    blocks: dict[str, list[Permanent]] = {}
    events = [e for e in state.scenario.events if e.kind in {"block", "no_block"}]
    for event in events:
        if event.kind == "no_block":
            continue
        mine = [p for id in event.subject for p in state.groups.get(id, [])]
        targets = [p for id in event.target for p in state.groups.get(id, [])]
        each_of = len(mine) == 1 or event.how in {"all", "both"}
        free = [b for b in mine if b.id not in blocks] or mine
        if event.how in {"each", "one_each"} and event.n:
            for target in targets:
                for one in free[: event.n]:
                    blocks.setdefault(one.id, []).append(target)
                free = free[event.n :]
            continue
        if event.n is not None and len(mine) > event.n:
            mine = free[: event.n]
        elif len(free) < len(mine):
            mine = free
        if each_of:
            for one in mine:
                blocks.setdefault(one.id, []).extend(targets)
        elif len(targets) == len(mine) and event.how != "same":
            for one, target in zip(mine, targets, strict=True):
                blocks.setdefault(one.id, []).append(target)
        else:
            taken = {t.id for chosen in blocks.values() for t in chosen}
            if not targets and len(position.attackers) != 1:
                raise CannotRule("which_attacker")
            whom = next((t for t in targets if t.id not in taken), targets[0]) if targets else position.attackers[0]
            for one in mine:
                blocks.setdefault(one.id, []).append(whom)
    if not events and query.kind == "block_legal" and query.subject:
        blockers, attackers = sides(position, query)
        for one in flat(blockers):
            blocks[one.id] = flat(attackers) or position.attackers
        return blocks, True
    return blocks, bool(events)


@answered("block_legal")
@rule("509.1c")
def block_legal(state: State, query: Query) -> Verdict:
    """Whether the declaration as stated breaks no restriction and obeys as many requirements as possible."""
    position = Position(state, query)
    chosen, any_declared = declared_blocks(state, position, query)
    if not any_declared:
        raise CannotRule("no_declaration")
    by_id = {p.id: p for p in position.blockers}
    too_late(state, position, msgspec.structs.replace(query, at=None))
    gone = [id for id in chosen if id not in by_id]
    if gone:
        state.d.step("not_a_possible_blocker", blocker=f"@{gone[0]}")
        return YesNo(False)
    for id, attackers in chosen.items():
        if len(chosen) <= 3:
            for attacker in attackers:
                if attacker in position.attackers and forbidden(state, position, attacker, by_id[id]):
                    return YesNo(False)
    blocks = Blocks(state, position)
    declared: Declaration = frozenset(
        (blocks.index(by_id[id]), blocks.index(a)) for id, attackers in chosen.items() for a in attackers
    )
    for b, a in sorted(declared - blocks.model.allowed):
        forbidden(state, position, blocks.attackers[a], blocks.blockers[b])
        return YesNo(False)
    if blocks.model.breaks(declared):
        explain_restrictions(blocks, [by_id[id] for id in chosen], _chosen_attackers(blocks, declared))
        return YesNo(False)
    obeyed = blocks.model.obeyed(declared)
    if blocks.model.requirements:
        explain_requirements(state, blocks)
        best = blocks.model.floor(blocks.model.paid(declared))
        state.d.step("obeys_the_most" if obeyed >= best else "obeys_too_few", obeyed=obeyed, best=best)
        return YesNo(obeyed >= best)
    if blocks.model.price(declared):
        state.facts.assume("can_pay", player=position.defending_player)
    explain_attackers(blocks, _chosen_attackers(blocks, declared))
    if len(declared) == 1 and blocks.plain():
        ((b, a),) = declared
        free_to_block(state, position, blocks.attackers[a], blocks.blockers[b])
    else:
        state.d.step("breaks_nothing")
    return YesNo(True)


def _chosen_attackers(blocks: Blocks, declared: frozenset[Pair]) -> list[Permanent]:
    return [blocks.attackers[a] for a in sorted({a for _, a in declared})]
