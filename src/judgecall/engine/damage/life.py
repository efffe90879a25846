"""Life gained and lost, and life totals: life_gained, life_lost, life_total."""

from __future__ import annotations

from judgecall.engine.damage.board import Board
from judgecall.engine.damage.dying import subjects
from judgecall.engine.damage.outcomes import Outcomes
from judgecall.engine.damage.totals import measured, players_meant
from judgecall.engine.damage.unknown import with_sizes
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import State
from judgecall.engine.verdicts import Verdict
from judgecall.scenario.model import Query

STARTING_LIFE = 20


def _unsized(board: Board) -> CannotRule:
    """The refusal that names a creature whose damage is of unknown amount."""
    return CannotRule("size_not_said", object=next((f"@{d.source}" for d in board.dealt if d.amount is None), "?"))


def _player(state: State, query: Query, *, gains: bool) -> str:
    named = players_meant(state, query) or {s for s in query.subject if s not in state.groups}
    if named:
        return sorted(named)[0]
    ones = subjects(state, query)
    if gains and ones:
        board = Outcomes(state, query, set()).boards[0]
        return board.controller(board.one(ones[0].id))
    return "you" if gains else "opp"


@answers("life_gained")
def life_gained(state: State, query: Query) -> Verdict:
    """Life gained: by lifelink of the subjects, or by a player in all."""
    ids = {one.id for one in subjects(state, query)}
    player = _player(state, query, gains=True)

    def measure(board: Board) -> int:
        if board.unknown_gain:
            raise _unsized(board)
        return sum(board.gained_by.get(i, 0) for i in ids) if ids else board.gained.get(player, 0)

    return with_sizes(
        state, lambda sizes: measured(state, query, sizes, measure, "life_gained_is", "divides_to_target_most")
    )


@answers("life_lost")
def life_lost(state: State, query: Query) -> Verdict:
    """Life that a player loses."""
    player = _player(state, query, gains=False)

    def measure(board: Board) -> int:
        if any(d.amount is None and d.target == player for d in board.dealt):
            raise _unsized(board)
        return board.lost.get(player, 0)

    return with_sizes(
        state, lambda sizes: measured(state, query, sizes, measure, "life_lost_is", "divides_to_player_most")
    )


def life_at_start(state: State, player: str) -> int:
    """The life total as stated, or the starting life total by convention (CR 119.1)."""
    life = state.player(player).life
    if life is None:
        state.facts.assume("starting_life", player=player)
        return STARTING_LIFE
    return life


@answers("life_total")
def life_total(state: State, query: Query) -> Verdict:
    """A player's life total after the events."""
    player = _player(state, query, gains=True)
    start = life_at_start(state, player)

    def measure(board: Board) -> int:
        if board.unknown_gain or any(d.amount is None and d.target == player for d in board.dealt):
            raise _unsized(board)
        return start + board.life.get(player, 0)

    return with_sizes(
        state, lambda sizes: measured(state, query, sizes, measure, "life_total_is", "divides_to_target_most")
    )


def life_after(state: State, query: Query, player: str) -> tuple[int, int]:
    """The least and the greatest life total that a player can end with."""
    start = life_at_start(state, player)
    totals = []
    outcomes = Outcomes(state, query, set())
    for board in outcomes.boards:
        if any(d.amount is None and d.target == player for d in board.dealt):
            raise _unsized(board)
        totals.append(start + board.life.get(player, 0))
    outcomes.replay(outcomes.boards[totals.index(min(totals))])
    return min(totals), max(totals)
