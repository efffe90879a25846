"""The power and toughness that a creature is left with once the damage of a scenario has been dealt."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword, ModifyPT, PutCounters, SetPT, Triggered
from judgecall.engine.attacking_keywords import SIZING_ON_ATTACK
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.declared import DECLARED
from judgecall.engine.damage.dying import subjects
from judgecall.engine.damage.events import phases
from judgecall.engine.damage.outcomes import Outcomes
from judgecall.engine.damage.unknown import Sizes, with_sizes
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict
from judgecall.scenario.model import Query

_SIZES = (ModifyPT, SetPT, PutCounters)
_SIZING_KEYWORDS = SIZING_ON_ATTACK | {"bushido", "flanking", "rampage", "dethrone"}


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


def sized_by_combat(state: State, one: Permanent) -> bool:
    """Whether something triggers on attacks and blocks that may change its size, other than its own attack trigger."""
    if not state.events("attack", "block", "becomes_blocked"):
        return False
    for giver in state.in_play():
        for ability in (*state.printed_abilities(giver), *giver.gained):
            if isinstance(ability, Keyword) and ability.name in _SIZING_KEYWORDS:
                return True
            if not isinstance(ability, Triggered) or not any(isinstance(e, _SIZES) for e in ability.effects):
                continue
            whats = {ability.event.what, *ability.event.or_what} & DECLARED - {"beginning_of_combat"}
            if whats and (giver is not one or "becomes_blocked" in whats):
                return True
    return False


def size_in_combat(state: State, query: Query) -> tuple[int | None, int | None]:
    """Power and toughness with what triggered as creatures attacked and blocked, before any damage.

    Raises:
        CannotRule: the question tells of things that come after the damage.
    """
    board = Outcomes.before_damage(state, query, told=True)
    if any(phases(board)[1:]):
        raise CannotRule("trigger_changes_combat", object=query.subject[0], keyword="attacks")
    one = board.one(subjects(state, query)[0].id)
    return board.power(one), board.toughness(one)


@rule("613.4c")
def _size_left(board: Board, ref: str, which: str, value: int) -> None:
    """CR 613.4c: the base, then counters and effects that add to it; damage that is marked takes nothing off."""
    board.d.step(f"{which}_is", object=ref, value=value)
