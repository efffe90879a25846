"""The counters that damage leaves behind: loyalty on a planeswalker, poison on a player (CR 120.3b-c, 120.3g)."""

from __future__ import annotations

from judgecall.engine.damage.board import Board
from judgecall.engine.damage.outcomes import Outcomes
from judgecall.engine.damage.totals import bounded
from judgecall.engine.damage.unknown import Sizes, with_sizes
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import State
from judgecall.engine.verdicts import Verdict
from judgecall.scenario.model import Query

_DAMAGE = ("attack", "block", "damage", "fight")


def left_by_damage(state: State, query: Query) -> bool:
    """Whether the question is about counters that only damage and what else happens in the scenario can settle."""
    if not query.subject:
        return False
    if query.subject[0] not in state.groups:
        return query.value == "poison"
    one = state.group(query.subject[0])[0]
    loyalty = one.thing.loyalty is not None or (one.face is not None and one.face.loyalty is not None)
    return loyalty and query.value in {"", "loyalty"} and bool(state.events(*_DAMAGE))


def counters_after_damage(state: State, query: Query) -> Verdict:
    """How many loyalty counters the subject, or poison counters the player, has once the damage has been dealt."""
    id = query.subject[0]

    def number(board: Board) -> int:
        if id in state.groups:
            return board.one(id).counters.get("loyalty", 0)
        return board.poison.get(id, 0)

    def evaluate(sizes: Sizes) -> Verdict:
        outcomes = Outcomes(state, query, None, sizes)
        if id not in state.groups and any(
            d.target == id and d.amount is None for b in outcomes.boards for d in b.dealt
        ):
            raise CannotRule("size_not_said", object=outcomes.boards[0].dealt[0].source)
        low, high = (f(number(b) for b in outcomes.boards) for f in (min, max))
        wanted = low if query.bound == "at_least" else high
        played = outcomes.replay(next(b for b in outcomes.boards if number(b) == wanted))
        if id in state.groups:
            _loyalty_left(played, id, wanted)
        else:
            _poison_given(played, id, wanted)
        return bounded(query, low, high)

    return with_sizes(state, evaluate)


@rule("120.3c")
def _loyalty_left(board: Board, id: str, n: int) -> None:
    """CR 120.3c: what damage hasn't removed is still there."""
    board.d.step("counters_on_it", object=f"@{id}", counter="loyalty", n=n)


@rule("120.3b")
def _poison_given(board: Board, player: str, n: int) -> None:
    """CR 120.3b, g: poison counters come from damage by sources with infect, and from combat damage by creatures with toxic."""
    board.d.step("poison_given", player=player, n=n)
