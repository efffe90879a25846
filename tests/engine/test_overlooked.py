"""An ability that may have changed the verdict and that nobody followed means no ruling; one that can't leaves it alone."""

from __future__ import annotations

import pytest

from judgecall.cards.store import CardStore
from judgecall.engine import everything as everything
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import NoRuling, Verdict, YesNo
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_STORE = CardStore()


def _verdict(kind: str, card: str, other: str, *, controller: str = "you", events: tuple[Event, ...] = ()) -> Verdict:
    one = GameObject("one", card=card, controller="you", since="this_turn")
    there = GameObject("other", card=other, controller=controller)
    query = Query(kind, ("one",))  # type: ignore[arg-type]
    return judge(Scenario(objects=(one, there), events=events, queries=(query,)), _STORE)[0].verdict


@pytest.mark.parametrize(
    ("card", "other"),
    [("Serra Angel", "Dragon Tempest"), ("Grizzly Bears", "Ogre Battledriver")],
)
def test_what_may_give_haste_is_not_passed_over(card: str, other: str) -> None:
    """A trigger that waited for it to enter."""
    assert isinstance(_verdict("can_attack", card, other), NoRuling)


@pytest.mark.parametrize(
    ("card", "other", "controller"),
    [
        ("Grizzly Bears", "Dragon Tempest", "you"),
        ("Serra Angel", "Dragon Tempest", "opp"),
        ("Grizzly Bears", "Serra Angel", "you"),
        ("Grizzly Bears", "Kismet", "opp"),
    ],
)
def test_what_can_change_nothing_is_beside_the_point(card: str, other: str, controller: str) -> None:
    """No flier, another player's enchantment, no ability at all, and what only hinders where the verdict is no."""
    assert _verdict("can_attack", card, other, controller=controller) == YesNo(False)


def test_what_enters_tapped_can_not_act() -> None:
    """Haste alone doesn't help what something made enter tapped."""
    assert isinstance(_verdict("can_attack", "Raging Goblin", "Kismet", controller="opp"), NoRuling)
    assert _verdict("can_attack", "Raging Goblin", "Kismet") == YesNo(True)


def test_what_the_question_tells_stands_for_the_ability() -> None:
    """The question says itself that haste was gained: the trigger need not be followed."""
    gained = (Event("gain", ("one",), value="haste", by="other"),)
    assert _verdict("can_attack", "Serra Angel", "Dragon Tempest", events=gained) == YesNo(True)
