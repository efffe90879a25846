"""Fighting (CR 701.14)."""

from __future__ import annotations

from judgecall.engine.characteristics import is_creature
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.result import deal, lifelink
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent


@rule("701.14a")
def fight(board: Board, first: list[Permanent], second: list[Permanent]) -> None:
    """CR 701.14a: both deal their power as damage at the same time; it isn't combat damage (701.14d).

    Raises:
        CannotRule: it isn't a fight between two creatures.
    """
    if not second and len(first) == 2:
        first, second = first[:1], first[1:]
    if len(first) != 1 or len(second) != 1:
        raise CannotRule("unclear_fight")
    one, other = first[0], second[0]
    if not _both_there(board, one, other):
        return
    powers = {one.id: board.power(one), other.id: board.power(other)}
    for a, b in ((one, other), (other, one)):
        if a is b:
            raise CannotRule("unclear_fight")
        if board.has(a, "first strike") or board.has(a, "double strike"):
            not_combat(board, a)
        board.d.step("fights", source=a.ref, target=b.ref, n="?" if powers[a.id] is None else powers[a.id])
        gained = deal(board, a, b.id, powers[a.id], combat=False)
        if gained:
            lifelink(board, a, gained)


@rule("701.14b")
def _both_there(board: Board, one: Permanent, other: Permanent) -> bool:
    """CR 701.14b: if one of them is gone or no creature any more, neither deals damage."""
    for a in (one, other):
        if a.zone != "battlefield" or not is_creature(board.state, a):
            board.d.step("no_fight", object=a.ref)
            return False
    return True


@rule("701.14d")
def not_combat(board: Board, one: Permanent) -> None:
    """CR 701.14d: fight damage isn't combat damage, so first strike and double strike make no difference."""
    board.d.step("fight_is_not_combat", object=one.ref)
