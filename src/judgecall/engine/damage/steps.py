"""The combat damage steps: who assigns damage in which (CR 510.4, 702.4, 702.7)."""

from __future__ import annotations

from judgecall.engine.characteristics import is_creature
from judgecall.engine.damage.board import Board
from judgecall.engine.derivation import rule
from judgecall.engine.state import Permanent

FIRST = "first_strike_damage"
REGULAR = "combat_damage"


def in_combat(board: Board) -> list[Permanent]:
    """Attacking and blocking creatures; one that stopped being a creature is out of combat (CR 506.4)."""
    return [p for p in board.state.in_play() if (p.attacking is not None or p.blocking) and is_creature(board.state, p)]


def strikes_first(board: Board, one: Permanent) -> bool:
    """It has first strike or double strike now."""
    return board.has(one, "first strike") or board.has(one, "double strike")


@rule("510.4")
def two_steps(board: Board) -> bool:
    """CR 510.4: one fighter with first or double strike is enough for two combat damage steps."""
    early = [p for p in in_combat(board) if strikes_first(board, p)]
    board.first_strikers = frozenset(p.id for p in early)
    board.double_strikers = frozenset(p.id for p in early if board.has(p, "double strike"))
    board.two_steps = bool(early)
    for one in early:
        word = "double strike" if board.has(one, "double strike") else "first strike"
        board.d.step("strikes_in_first_step", object=one.ref, keyword=word)
    return board.two_steps


@rule("702.7b")
def first_step(board: Board) -> list[Permanent]:
    """CR 702.7b: only creatures with first strike or double strike assign damage in the first step."""
    board.took_part = frozenset(p.id for p in in_combat(board))
    return [p for p in in_combat(board) if p.id in board.first_strikers]


def second_step(board: Board) -> list[Permanent]:
    """The creatures that assign damage in the second step, or in the only one."""
    if not board.two_steps:
        return in_combat(board)
    return [p for p in in_combat(board) if strikes_again(board, p)]


@rule("702.7c")
def strikes_again(board: Board, one: Permanent) -> bool:
    """CR 702.7c, 510.4: in the second step those strike that had neither ability as the first step began. What happened to first
    strike since then makes no difference."""
    if one.id not in board.first_strikers:
        if board.has(one, "first strike"):
            board.d.step("gained_first_strike_late", object=one.ref)
        else:
            board.d.step("strikes_in_second_step", object=one.ref)
        return True
    return double_strikes_again(board, one)


@rule("702.4d")
def _double_strike_now(board: Board, one: Permanent) -> None:
    """CR 702.4d: with double strike as the second step begins it assigns damage again, even if it got it after the first."""
    board.d.step("double_strike_again", object=one.ref)


@rule("702.4c")
def _double_strike_lost(board: Board, one: Permanent) -> None:
    """CR 702.4c: without double strike as the second step begins it doesn't assign damage again."""
    board.d.step("no_double_strike_now", object=one.ref)


@rule("510.4")
def _struck_already(board: Board, one: Permanent) -> None:
    """CR 510.4: what had first strike as the first step began doesn't assign damage in the second without double strike."""
    board.d.step("had_first_strike", object=one.ref)


def double_strikes_again(board: Board, one: Permanent) -> bool:
    """Whether something that struck in the first step strikes in the second too."""
    if board.has(one, "double strike"):
        _double_strike_now(board, one)
        return True
    if one.id in board.double_strikers:
        _double_strike_lost(board, one)
    else:
        _struck_already(board, one)
    return False
