"""How long a declaration of blockers takes to decide as the board grows, beside an exhaustive oracle and a greedy pass.

Run with `pytest tests/benchmarks/test_declaration_bench.py -s`.
The oracle goes through every declaration and gives up beyond five a side; the greedy pass, like those of other engines, goes
through the requirements once and then takes back what breaks a restriction: it is fast, and obeys too few or breaks something ("!").
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.engine.combat.declaration import Blocks
from judgecall.engine.combat.position import Position
from judgecall.engine.combat.solver import Model
from judgecall.engine.facts import CannotRule, Facts
from judgecall.engine.state import State
from judgecall.scenario.model import Query, Scenario

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine"))
from block_boards import Attacker, Blocker, Board, Oracle, scenario, size
from written_positions import NoCards

SIDES = (3, 5, 10, 50, 200, 1000)
_ORACLE = 20_000
_MOST = 2.0
"""Seconds that a board of 200 a side with 20 requirements may take."""


def plain_board(n: int) -> Board:
    """Nothing bears on the blocks."""
    return Board([Attacker(i % 5) for i in range(n)], [Blocker(i % 4) for i in range(n)])


def wanted_board(n: int) -> Board:
    """Twenty attackers must be blocked."""
    return Board([Attacker(2, wanted=[1] if i < 20 else []) for i in range(n)], [Blocker(2) for _ in range(n)])


def shared_board(n: int) -> Board:
    """A lure, menace and what must be blocked compete for blockers: twenty requirements beside the lure's."""
    attackers = [Attacker(i % 5, flying=i % 4 == 3, menace=i % 3 == 0, wanted=[1] if i < 20 else []) for i in range(n)]
    attackers[1].lures = 1
    return Board(attackers, [Blocker(i % 5, reach=i % 2 == 0, shy=i % 7 == 0) for i in range(n)])


def tangled_board(n: int) -> Board:
    """As the shared one, with every blocker limited, taxed or told to block in its own way, and few of them able to fly up."""
    rng = random.Random(n)
    attackers = [
        Attacker(rng.randint(0, 4), rng.random() < 0.3, rng.random() < 0.3, rng.choice([1, 1, 3]), rng.random() < 0.3)
        for _ in range(n)
    ]
    for attacker in rng.sample(attackers, min(n, 20)):
        attacker.wanted = [rng.choice([1, 2])]
    blockers = [
        Blocker(rng.randint(0, 5), reach=rng.random() < 0.3, shy=rng.random() < 0.1, eager=rng.random() < 0.2)
        for _ in range(n)
    ]
    return Board(attackers, blockers, at_most=max(2, n // 3))


BOARDS: dict[str, Callable[[int], Board]] = {
    "plain": plain_board, "wanted": wanted_board, "shared": shared_board, "tangled": tangled_board,
}  # fmt: skip


def decided(board: Board) -> tuple[Blocks | None, float]:
    """The model of a board with the most requirements that can be obeyed, and the seconds it took; None: it wasn't decided."""
    told = msgspec.convert(scenario(board, None, []), Scenario)
    begun = time.perf_counter()
    state = State(told, NoCards(), Facts({}, {}))
    try:
        blocks: Blocks | None = Blocks(state, Position(state, Query("requirements_obeyed")))
    except CannotRule as refusal:
        if refusal.reason != "not_decided":
            raise
        blocks = None
    return blocks, time.perf_counter() - begun


def greedy(model: Model) -> tuple[int, frozenset[tuple[int, int]], float]:
    """One pass over the requirements, each given blockers that are still free; then what breaks a restriction is taken back."""
    begun = time.perf_counter()
    chosen: set[tuple[int, int]] = set()
    free = set(range(model.choosers))
    by: dict[int, int] = {}
    for r in model.requirements:
        pairs = sorted(r.pairs & model.allowed)
        for a in dict.fromkeys(a for _, a in pairs):
            needed = max(r.at_least, model.least[a]) - by.get(a, 0)
            able = [(b, x) for b, x in pairs if x == a and b in free][: max(needed, 0)]
            if len(able) >= needed:
                chosen.update(able)
                free -= {b for b, _ in able}
                by[a] = by.get(a, 0) + len(able)
                break
    for a in by:
        most = model.most[a]
        while most is not None and by[a] > most:
            chosen.discard(next(p for p in sorted(chosen) if p[1] == a))
            by[a] -= 1
    return model.obeyed(frozenset(chosen)), frozenset(chosen), time.perf_counter() - begun


@pytest.mark.parametrize("kind", BOARDS)
def test_how_it_grows(kind: str) -> None:
    """The model never obeys fewer than the greedy pass, and as many as the oracle."""
    decided(BOARDS[kind](12))  # the solver is loaded
    print(f"\n{kind:8} {'a side':>6} {'obeyed':>7} {'model s':>8} {'greedy':>7} {'greedy s':>8} {'oracle s':>8}")
    for n in SIDES:
        board = BOARDS[kind](n)
        blocks, seconds = decided(board)
        oracle_time = "-"
        if size(board) <= _ORACLE and blocks is not None:
            begun = time.perf_counter()
            assert Oracle(board).best == blocks.legal_floor
            oracle_time = f"{time.perf_counter() - begun:.3f}"
        if blocks is None:
            print(f"{kind:8} {n:6} {'undec.':>7} {seconds:8.3f} {'':7} {'':8} {oracle_time:>8}")
            continue
        got, chosen, greedy_time = greedy(blocks.model)
        broken = blocks.model.breaks(chosen)
        assert broken or got <= blocks.legal_floor
        mark = f"{got}!" if broken else f"{got}"
        print(f"{kind:8} {n:6} {blocks.legal_floor:7} {seconds:8.3f} {mark:>7} {greedy_time:8.3f} {oracle_time:>8}")


@pytest.mark.parametrize("kind", ["wanted", "shared", "tangled"])
def test_two_hundred_a_side_are_decided_in_time(kind: str) -> None:
    blocks, seconds = decided(BOARDS[kind](200))
    assert blocks is not None
    assert seconds <= _MOST
