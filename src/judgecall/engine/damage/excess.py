"""Excess damage (CR 120.4a, 120.10)."""

from __future__ import annotations

from judgecall.engine.damage.board import Board
from judgecall.engine.damage.lethal import marked_known
from judgecall.engine.damage.result import deal_event
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent


@rule("120.10")
def excess_to(board: Board, one: Permanent) -> int:
    """CR 120.10: damage dealt at one time beyond what was lethal (beyond 1 if a source had deathtouch, 702.2c), or beyond loyalty."""
    total = 0
    for id, marked, size, dealt, deathtouch in board.hits:
        if id != one.id:
            continue
        if dealt is None:
            raise CannotRule("size_not_said", object=one.ref)
        marked_known(board, one)
        if deathtouch:
            need = 1 if size is None else max(min(size - marked, 1), 0)
            if size is None and dealt < 1:
                continue
            board.d.step("excess_over_deathtouch", object=one.ref, n=max(dealt - need, 0), dealt=dealt)
        else:
            if size is None:
                size = board.need(one, 1)
            need = max(size - marked, 0)
            board.d.step("excess_over_lethal", object=one.ref, n=max(dealt - need, 0), dealt=dealt, lethal=need)
        total += max(dealt - need, 0)
    return total


@rule("120.4a")
def excess_to_controller(board: Board, source: Permanent, victim: str, n: int | None) -> None:
    """CR 120.4a: an effect deals the excess to another permanent or player instead: lethal damage taking what is marked into account,
    and anything above 1 if the source has deathtouch."""
    one = board.one(victim)
    if n is None:
        raise CannotRule("unknown_damage_amount", object=source.ref)
    lethal = 1 if board.has(source, "deathtouch") else max(board.need(one, 1) - marked_known(board, one), 0)
    rest = max(n - lethal, 0)
    player = board.controller(one)
    board.d.step("excess_redirected", source=source.ref, object=one.ref, n=rest, lethal=lethal, player=player)
    deal_event(board, source, [victim], n - rest)
    if rest:
        deal_event(board, source, [player], rest)
    board.hits.append((victim, 0, lethal, n, False))
