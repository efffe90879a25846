"""The power and toughness that a creature is left with once the damage of a scenario has been dealt."""

from __future__ import annotations

from judgecall.engine.damage.board import Board
from judgecall.engine.damage.dying import subjects
from judgecall.engine.damage.outcomes import Outcomes
from judgecall.engine.damage.unknown import Sizes, with_sizes
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import State
from judgecall.engine.verdicts import Number, Verdict
from judgecall.scenario.model import Query


def size_after_damage(state: State, query: Query) -> Verdict:
    """Power or toughness of the subject after all of it; damage by itself changes neither, -1/-1 counters change both.

    Raises:
        CannotRule: it doesn't survive, or the divisions of the damage leave more than one size.
    """
    one = subjects(state, query)[0]

    def evaluate(sizes: Sizes) -> Verdict:
        outcomes = Outcomes(state, query, {one.id}, sizes)
        if any(one.id in board.dead for board in outcomes.boards):
            raise CannotRule("gone_after_damage", object=one.ref)
        found = {board.power(board.one(one.id)) if query.kind == "power" else board.toughness(board.one(one.id))
                 for board in outcomes.boards}  # fmt: skip
        value = next(iter(found))
        if len(found) != 1 or value is None:
            raise CannotRule("size_not_said", object=one.ref)
        _size_left(outcomes.replay(outcomes.boards[0]), one.ref, query.kind, value)
        return Number(value)

    return with_sizes(state, evaluate)


@rule("613.4c")
def _size_left(board: Board, ref: str, which: str, value: int) -> None:
    """CR 613.4c: the base, then counters and effects that add to it; damage that is marked takes nothing off."""
    board.d.step(f"{which}_is", object=ref, value=value)
