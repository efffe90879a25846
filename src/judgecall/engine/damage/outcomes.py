"""Play a scenario's combat and other damage out, for every division that a player may choose (CR 510)."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import nullcontext

from judgecall.engine.damage.assignment import amount, assignments, has_trample, legal, opponents_in_combat
from judgecall.engine.damage.board import Assignment, Board
from judgecall.engine.damage.deaths import check
from judgecall.engine.damage.declared import between_steps, on_attack_or_block, unread_lines
from judgecall.engine.damage.events import happen, phases
from judgecall.engine.damage.result import deal_all, worth_a_step
from judgecall.engine.damage.setup import declared
from judgecall.engine.damage.steps import FIRST, REGULAR, first_step, in_combat, second_step, two_steps
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.scenario.model import Query

BOARDS = 1500
"""How many different boards are followed before there is no ruling."""


class Outcomes:
    """All the ways the damage of a scenario can turn out, and how to play one of them again with its steps recorded.

    Args:
        state: the state of the scenario before anything happened.
        query: what is asked; it sets creatures against each other when no event does.
        care: ids of the creatures whose fate matters at the end; None is all.
        sizes: sizes taken as given in this run.
    """

    def __init__(
        self,
        state: State,
        query: Query,
        care: Collection[str] | None = None,
        sizes: dict[tuple[str, int], int] | None = None,
    ) -> None:
        self.start = Board(state, sizes)
        self.query = query
        self.care = care
        self.relevant = care
        """Ids of the creatures that damage to is worth a step; None is all."""
        with state.d.muted():
            self.boards = self._all()

    @classmethod
    def before_damage(
        cls, state: State, query: Query, sizes: dict[tuple[str, int], int] | None = None, *, told: bool = False
    ) -> Board:
        """The board as combat damage is assigned: everything before the damage has happened; with its steps if `told`."""
        outcomes = cls.__new__(cls)
        outcomes.start, outcomes.query, outcomes.care = Board(state, sizes), query, None
        board = outcomes.start.fork()
        with nullcontext() if told else state.d.muted():
            outcomes._before(board)
            unread_lines(board)
        board.step = REGULAR
        return board

    def _all(self) -> list[Board]:
        start = self.start.fork()
        self._before(start)
        unread_lines(start)
        if not in_combat(start):
            self._after(start, fought=False)
            return [start]
        frontier = [start]
        if two_steps(start):
            frontier = self._step(frontier, FIRST)
            for board in frontier:
                between_steps(board)
                happen(board, phases(board)[1])
        else:
            happen(start, phases(start)[1])
        frontier = self._step(frontier, REGULAR)
        for board in frontier:
            self._after(board, fought=True)
        return frontier

    def _before(self, board: Board) -> None:
        declared(board, self.query)
        events = phases(board)[0]
        if not any(e.kind in {"attack", "block", "no_block"} for e in events) and in_combat(board):
            on_attack_or_block(board)
        happen(board, events)
        for one in in_combat(board):
            board.controller(one)
        _unblocked(board)

    def _after(self, board: Board, *, fought: bool) -> None:
        _, between, after = phases(board)
        board.step = ""
        happen(board, after if fought else between + after, self.care if fought else None)
        if not fought:
            check(board, self.care)

    def _step(self, frontier: list[Board], step: str) -> list[Board]:
        reached: dict[tuple[object, ...], Board] = {}
        for board in frontier:
            board.step = step
            sources = self._sources(board, step)
            for made in assignments(board, sources, last=step == REGULAR):
                other = board.fork()
                self._deal(other, made, step)
                key = (*other.signature(), _shares(other))
                reached.setdefault(key, other)
                if len(reached) > BOARDS:
                    raise CannotRule("too_many_divisions")
        if not reached:
            raise CannotRule("no_legal_division")
        return list(reached.values())

    def _sources(self, board: Board, step: str) -> list[Permanent]:
        sources = first_step(board) if step == FIRST else second_step(board)
        return sorted(sources, key=lambda s: s.attacking is None)

    def _deal(self, board: Board, made: Assignment, step: str) -> None:
        board.plan.append(made)
        deal_all(board, made)
        check(board, None if step == FIRST else self.care)

    def replay(self, chosen: Board) -> Board:
        """Play one outcome again, this time recording the steps."""
        board = self.start.fork()
        plan = list(chosen.plan)
        board.relevant = self.relevant
        self._before(board)
        if not in_combat(board):
            self._after(board, fought=False)
            return board
        steps = [FIRST, REGULAR] if two_steps(board) else [REGULAR]
        for step in steps:
            board.step = step
            if step == REGULAR and len(steps) == 1:
                happen(board, phases(board)[1])
            sources = self._sources(board, step)
            made = plan.pop(0)
            for source in sources:
                _record_assignment(board, source, made.get(source.id, {}))
            legal(board, made)
            self._deal(board, made, step)
            if step == FIRST:
                happen(board, phases(board)[1])
        self._after(board, fought=True)
        return board


def _shares(board: Board) -> tuple[object, ...]:
    """Which divisions led here, as far as an answer may ask about them."""
    players = tuple(sorted((s, t, n or -1) for s, t, n, _ in board.assigned if board.is_player(t)))
    return (players, tuple(sorted((d.source, d.amount or -1) for d in board.dealt)))


@rule("509.1h")
def _unblocked(board: Board) -> None:
    """CR 509.1h: an attacker for which no blocker was declared is an unblocked creature; so it is when nobody said it was blocked."""
    for one in board.attackers():
        if one.blocked:
            continue
        if not any(e.kind == "no_block" for e in board.state.scenario.events):
            board.state.facts.assume("stays_unblocked", object=one.ref)
        board.d.step("unblocked_attacker", attacker=one.ref)


@rule("510.1b")
def _to_attacked(board: Board, source: Permanent, shares: dict[str, int | None]) -> None:
    """CR 510.1b: an unblocked creature assigns its damage to what it attacks, or none if that is gone."""
    if not shares:
        board.d.step("attacked_is_gone", source=source.ref)
    for id, n in shares.items():
        board.d.step("assigns_to_attacked", source=source.ref, target=_name(board, id), n=_n(n))


@rule("510.1c")
def _to_blockers(board: Board, source: Permanent, shares: dict[str, int | None]) -> None:
    """CR 510.1c: a blocked creature assigns its damage among its blockers as its controller chooses; with none left, none."""
    others = opponents_in_combat(board, source)
    if not others and not shares:
        board.d.step("blocked_by_nothing", source=source.ref)
    elif len(others) > 1:
        _spread(board, source, shares, others)
    else:
        for id, n in shares.items():
            past = board.is_player(id) or id == source.attacking
            code = "assigns_past_blockers" if past else "assigns_to_blocker"
            board.d.step(code, source=source.ref, target=_name(board, id), n=_n(n))


@rule("702.2b", "ochran-assassin-1")
def _spread_deathtouch(board: Board, source: Permanent, hit: int, total: int, others: int) -> None:
    """CR 702.2b: deathtouch destroys only what is dealt damage, so no more creatures than there is damage."""
    board.d.step("deathtouch_needs_damage", source=source.ref, n=total, hit=hit, blockers=others)


def _spread(board: Board, source: Permanent, shares: dict[str, int | None], others: list[Permanent]) -> None:
    for id, n in shares.items():
        board.d.step("divides_to", source=source.ref, target=_name(board, id), n=_n(n))
    total = sum(n or 0 for n in shares.values())
    if board.has(source, "deathtouch"):
        hit = sum(1 for id in shares if not board.is_player(id))
        _spread_deathtouch(board, source, hit, total, len(others))


@rule("702.19b")
def _trampled(board: Board, source: Permanent, shares: dict[str, int | None]) -> None:
    """CR 702.19b: once every blocker is assigned lethal damage, the rest may go to what the trampler attacks."""
    _to_blockers(board, source, shares)
    for id, n in shares.items():
        if board.is_player(id) or id == source.attacking:
            code = "tramples_over" if opponents_in_combat(board, source) else "tramples_no_blockers"
            board.d.step(code, source=source.ref, target=_name(board, id), n=_n(n))


@rule("510.1d")
def _to_attackers(board: Board, source: Permanent, shares: dict[str, int | None]) -> None:
    """CR 510.1d: a blocking creature assigns its damage to what it blocks."""
    for id, n in shares.items():
        board.d.step("blocker_assigns", source=source.ref, target=_name(board, id), n=_n(n))


def _record_assignment(board: Board, source: Permanent, shares: dict[str, int | None]) -> None:
    if shares and not any(worth_a_step(board, id) for id in shares):
        return
    if amount(board, source) == 0:
        return
    if source.attacking is None:
        _to_attackers(board, source, shares)
    elif not source.blocked:
        _to_attacked(board, source, shares)
    elif has_trample(board, source) and any(board.is_player(id) or id == source.attacking for id in shares):
        _trampled(board, source, shares)
    else:
        _to_blockers(board, source, shares)


def _name(board: Board, id: str) -> str:
    return id if board.is_player(id) else f"@{id}"


def _n(n: int | None) -> str:
    return "?" if n is None else str(n)
