"""Life gained and lost, and life totals: life_gained, life_lost, life_total."""

from __future__ import annotations

from judgecall.cards.abilities import Damage, Life, Named, Replacement, Triggered, Unread
from judgecall.engine.characteristics import abilities_of
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.declared import ON_DAMAGE
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
IN_COMBAT = ON_DAMAGE | {"attacks", "attacks_alone", "attacks_unblocked", "attack_with", "attacks_you", "blocks", "becomes_blocked", "dies",
                         "dies_damaged_by_this", "put_into_graveyard", "gains_life", "loses_life", "tapped", "leaves", "end_of_combat"}  # fmt: skip
"""Events that a combat can bring about."""


def _unsized(board: Board) -> CannotRule:
    """The refusal that names a creature whose damage is of unknown amount."""
    return CannotRule("size_not_said", object=next((f"@{d.source}" for d in board.dealt if d.amount is None), "?"))


def _other_changes(state: State) -> None:
    """Refuse where something that triggers in combat changes a life total besides: it is not carried out here.

    Raises:
        CannotRule: there is such a thing.
    """
    for one in state.in_play():
        for ability in abilities_of(state, one):
            if isinstance(ability, Replacement) and ability.what.startswith("life:"):
                raise CannotRule("trigger_changes_combat", object=one.ref, keyword="life")
            if not isinstance(ability, Triggered | Unread):
                continue
            whats = set() if ability.event is None else {ability.event.what, *ability.event.or_what}
            happens = bool(whats & IN_COMBAT)
            if isinstance(ability, Unread):
                life = bool({"life", "lifelink"} & set(ability.concepts))
                happens = happens or (ability.event is None and ability.shape in {"triggered", "replacement", "static"})
            else:
                life = any(_is_life(effect) for effect in ability.effects)
            if life and happens:
                raise CannotRule("trigger_changes_combat", object=one.ref, keyword="life")


def _is_life(effect: object) -> bool:
    if isinstance(effect, Life | Damage):
        return True
    inner = (*getattr(effect, "effects", ()), *getattr(effect, "otherwise", ()))
    return (isinstance(effect, Named) and "life" in effect.action) or any(_is_life(e) for e in inner)


def _player(state: State, query: Query, *, gains: bool) -> str:
    named = players_meant(state, query) or {s for s in query.subject if s not in state.groups}
    if named:
        return min(named)
    ones = subjects(state, query)
    if gains and ones:
        board = Outcomes(state, query, set()).boards[0]
        return board.controller(board.one(ones[0].id))
    return "you" if gains else "opp"


@answers("life_gained")
def life_gained(state: State, query: Query) -> Verdict:
    """Life gained: by lifelink of the subjects, or by a player in all."""
    _other_changes(state)
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
    _other_changes(state)
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
    _other_changes(state)
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
