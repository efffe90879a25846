"""What a scenario states, and the scenario with some of it stated otherwise."""

from __future__ import annotations

import pytest

from judgecall.cards.abilities import Keyword
from judgecall.scenario.english import reading
from judgecall.scenario.model import Event, GameObject, Player, Query, Scenario
from judgecall.scenario.notation import from_line, to_line
from judgecall.scenario.stated import can_gain, other_value, restated, stated_facts

BEAR = GameObject("bear", "untapped 2/2", controller="you", types=("creature",), power=2, toughness=2, tapped=False)
FLYER = GameObject(
    "flyer", "3/3 flyer", controller="opp", types=("creature",), power=3, toughness=3, abilities=(Keyword("flying"),)
)
BOARD = Scenario((BEAR, FLYER), queries=(Query("can_block", ("bear",), ("flyer",)),))
RICH = Scenario(
    (
        GameObject("guys", "five guys", controller="opp", types=("creature",), count=5, since="this_turn"),
        GameObject("rock", card="Sol Ring", controller="you", counters=(("charge", 2),), was_cast=False, x=3),
        GameObject("wall", "wall with power 0", types=("creature",), power=0, without=("defender",), damage=1),
    ),
    (Player("you", life=7), Player("opp", hand=2)),
    (Event("modify", ("wall",), power=2, toughness=0), Event("damage", ("wall",), n=3)),
    active="opp",
)


def texts(scenario: Scenario) -> list[str]:
    return [fact.text for fact in stated_facts(scenario)]


def test_everything_that_was_said_is_a_fact() -> None:
    assert texts(BOARD) == [
        "Your 2/2: 2/2",
        "Your 2/2: untapped",
        "The opponent's 3/3 flyer with flying: 3/3",
        "The opponent's 3/3 flyer with flying: flying",
    ]
    found = {fact.key: fact.said(fact.value) for fact in stated_facts(RICH)}
    assert found == {
        "guys count": "5 of them",
        "guys since": "came this turn",
        "guys controller": "the opponent controls them",
        "rock was_cast": "was not cast",
        "rock counters charge": "2 charge counters",
        "rock x": "X = 3",
        "rock controller": "you control it",
        "wall power": "power 0",
        "wall keyword defender": "no defender",
        "wall damage": "1 damage on it",
        "you life": "7 life",
        "opp hand": "2 cards in hand",
        "event 0 happens": found["event 0 happens"],
        "event 0 size": "by as much as +2/+0",
        "event 1 happens": found["event 1 happens"],
        "event 1 n": "by as much as 3",
        "turn you": "it is the opponent's turn",
    }


@pytest.mark.parametrize("scenario", [BOARD, RICH])
def test_each_fact_can_be_stated_otherwise_and_back(scenario: Scenario) -> None:
    for fact in stated_facts(scenario):
        other = restated(scenario, {fact.key: other_value(fact, fact.value)})

        assert other != scenario, fact.key
        assert restated(scenario, {}) == scenario
        if not fact.key.endswith("happens"):
            now = {each.key: each.value for each in stated_facts(other)}
            assert now[fact.key] == other_value(fact, fact.value)
        assert from_line(to_line(other)) == from_line(to_line(from_line(to_line(other))))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"bear size": "4/1"}, "You control an untapped 4/1."),
        ({"bear tapped": "yes"}, "You control a tapped 2/2."),
        ({"flyer keyword flying": "no"}, "The opponent controls a 3/3 without flying."),
        ({"bear keyword reach": "yes"}, "You control an untapped 2/2 with reach."),
    ],
)
def test_what_it_is_called_follows(changes: dict[str, str], expected: str) -> None:
    assert expected in reading(restated(BOARD, changes))


def test_one_of_several_is_called_so() -> None:
    scenario = Scenario((RICH.objects[0],))
    assert "controls a creature" in reading(restated(scenario, {"guys count": "1"}))
    assert "controls two guys" in reading(restated(scenario, {"guys count": "2"}))


def test_an_event_can_be_left_out_without_renaming_the_others() -> None:
    without = restated(RICH, {"event 0 happens": "no", "event 1 n": "5"})
    assert without.events == (Event("damage", ("wall",), n=5),)


def test_numbers_stay_possible() -> None:
    size, damage = stated_facts(BOARD)[0], next(f for f in stated_facts(RICH) if f.key == "wall damage")
    assert other_value(size, "0/1", -1) == "0/1"
    assert other_value(damage, "0", -1) == "0"
    signed = next(f for f in stated_facts(RICH) if f.key == "event 0 size")
    assert other_value(signed, "+2/+0", -1) == "+1/-1"


@pytest.mark.parametrize(
    "changes",
    [{"nobody tapped": "yes"}, {"bear colour": "red"}, {"bear size": "big"}, {"guys count": "0"}, {"you shoes": "2"}],
)
def test_what_is_not_stated_can_not_be_changed(changes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"nothing is stated|can't have|is no size"):
        restated(RICH if "guys count" in changes else BOARD, changes)


def test_keywords_are_given_to_creatures_alone() -> None:
    scenario = Scenario((BEAR, FLYER, GameObject("ring", card="Sol Ring"), GameObject("elf", card="Llanowar Elves")))
    found = can_gain(scenario, lambda card: card == "Llanowar Elves")
    assert {fact.key.split(" ")[0] for fact in found} == {"bear", "flyer", "elf"}
    assert "flyer keyword flying" not in {fact.key for fact in found}


def test_who_controls_what_stands_by_can_be_turned() -> None:
    """What acts or is asked about keeps its controller: under another player it would be another question."""
    land = GameObject("island", "tapped Island", controller="opp", types=("land",), subtypes=("Island",), tapped=True)
    orchard = GameObject("orchard", card="Exotic Orchard", controller="you")
    board = Scenario((land, orchard), queries=(Query("could_produce", ("orchard",)),))
    (whose,) = (fact for fact in stated_facts(board) if fact.key.endswith(" controller"))
    assert (whose.key, whose.said(whose.value)) == ("island controller", "the opponent controls it")
    turned = restated(board, {whose.key: other_value(whose, whose.value)})
    assert [thing.controller for thing in turned.objects] == ["you", "you"]
    assert restated(board, {}) == board
    attacking = Scenario(board.objects, events=(Event("tap", ("island",)),), queries=board.queries)
    assert not any(fact.key == "island controller" for fact in stated_facts(attacking))


def test_one_of_what_is_counted_is_told_in_the_singular() -> None:
    counters = GameObject("rock", card="Sol Ring", controller="you", counters=(("charge", 1),))
    found = {fact.key: fact.said(fact.value) for fact in stated_facts(Scenario((counters,), (Player("you", hand=1),)))}
    assert found["rock counters charge"] == "1 charge counter"
    assert found["you hand"] == "1 card in hand"
