"""Effects on several targets, with a duration or a number that nobody follows: each on its own object, or refused."""

from __future__ import annotations

import pytest

from judgecall.cards.abilities import Amount, Condition, Event, Filter, Lasting, ModifyPT, Triggered
from judgecall.engine import characteristics
from judgecall.engine.combat.effects import Lasting as LastingInCombat
from judgecall.engine.combat.effects import Resolution
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.effects import apply_effects
from judgecall.engine.facts import CannotRule, Facts
from judgecall.engine.state import State
from judgecall.engine.triggers.matching import Happening, is_awaited
from judgecall.scenario.model import GameObject, Scenario

MINE = Filter(types=("creature",), controller="you", target=True)
THEIRS = Filter(types=("creature",), controller="opponent", target=True)
PUMP = ModifyPT(MINE, Amount(base=2), Amount(base=2), until_end_of_turn=True)
SHRINK = ModifyPT(THEIRS, Amount(base=-2), Amount(base=-2), until_end_of_turn=True)


def _state() -> State:
    class NoCards:
        def get(self, name: str) -> None:
            return None

    bear = GameObject("bear", types=("creature",), power=2, toughness=2, controller="you")
    cub = GameObject("cub", types=("creature",), power=1, toughness=1, controller="you")
    ogre = GameObject("ogre", types=("creature",), power=3, toughness=3, controller="opponent")
    return State(Scenario(objects=(bear, cub, ogre)), NoCards(), Facts({}, {}))


def test_each_of_two_targets_gets_what_the_text_says_of_it() -> None:
    state = _state()
    bear, ogre = state.one("bear"), state.one("ogre")
    Resolution(state, LastingInCombat(), bear, [ogre, bear], []).run((PUMP, SHRINK))
    assert bear.changes == [(2, 2)]
    assert ogre.changes == [(-2, -2)]


def test_two_targets_that_both_fit_are_not_told_apart() -> None:
    state = _state()
    bear, cub = state.one("bear"), state.one("cub")
    with pytest.raises(CannotRule):
        Resolution(state, LastingInCombat(), bear, [cub, bear], []).run((PUMP,))


def test_what_lasts_as_long_as_something_is_true_is_refused() -> None:
    state = _state()
    bear = state.one("bear")
    held = Lasting((PUMP,), until="as_long_as", condition=Condition("control", of=Filter(this=True)))
    with pytest.raises(CannotRule):
        Resolution(state, LastingInCombat(), bear, [bear], []).run((held,))


def test_what_lasts_as_long_as_something_is_true_is_refused_as_damage_is_dealt_too() -> None:
    state = _state()
    board = Board(state)
    bear = board.one("bear")
    held = Lasting((PUMP,), until="as_long_as", condition=Condition("control", of=Filter(this=True)))
    with pytest.raises(CannotRule):
        apply_effects(board, (held,), bear, [bear], [])
    apply_effects(board, (Lasting((PUMP,), until="your_next_turn"),), bear, [bear], [])
    assert bear.changes == [(2, 2)]


def test_event_that_counts_only_while_something_is_true_is_refused() -> None:
    state = _state()
    bear = state.one("bear")
    waits = Triggered(Event("attacks", of=Filter(this=True), only_while=Condition("saddled")), ())
    with pytest.raises(CannotRule):
        is_awaited(state, waits, bear, Happening("attacks", bear.id))


def test_a_sum_is_known_only_if_each_part_is() -> None:
    state = _state()
    bear = state.one("bear")
    mine = Amount(per="count", of=Filter(types=("creature",), controller="you"))
    dead = Amount(per="history", counter="cards discarded this turn")
    assert characteristics.amount_of(state, Amount(per="sum", parts=(mine, mine)), bear) == 4
    assert characteristics.amount_of(state, Amount(base=1, per="sum", parts=(mine,), times=3), bear) == 7
    assert characteristics.amount_of(state, Amount(per="sum", parts=(mine, dead)), bear) is None
    assert characteristics.amount_of(state, Amount(per="sum"), bear) is None
