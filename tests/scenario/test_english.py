"""How a scenario is put in plain English, and what its objects are called."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from scenario_strategies import SCENARIOS

from judgecall.scenario.english import event_phrase, query_phrase, reading
from judgecall.scenario.model import Event, EventKind, GameObject, Query, QueryKind, Scenario
from judgecall.scenario.names import names_in, with_article
from judgecall.scenario.notation import from_line
from judgecall.scenario.phrases import EVENTS, QUERIES


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "you: skulk 1/1 [skulk] | opp: bear 2/2 ; block bear>skulk ; ? block_legal >skulk",
            "You control a 1/1 with skulk. The opponent controls a 2/2. The opponent's 2/2 blocks your 1/1 with skulk. "
            "You ask whether that block is legal.",
        ),
        (
            'you: orchard=Exotic Orchard | opp: island=Island t, mountain=Mountain ; ? could_produce orchard',
            "You control Exotic Orchard. The opponent controls a tapped Island and Mountain. "
            "You ask what types of mana Exotic Orchard could produce.",
        ),
        (
            "you: assassin=Ochran Assassin | opp: guys said=\"five guys\" x5 ; block guys>assassin ; ? how_many_die guys",
            "You control Ochran Assassin. The opponent controls five guys. The opponent's five guys block Ochran Assassin. "
            "You ask how many of the opponent's five guys die.",
        ),
        (
            "you: nightmare=\"Startled Awake // Persistent Nightmare\"/back ; turn you @main ; blink nightmare ; ? stays_in_exile nightmare",
            "You control Persistent Nightmare. It is your turn, in the main step. Persistent Nightmare is exiled and returned to "
            "the battlefield. You ask whether Persistent Nightmare stays in exile.",
        ),
    ],
)  # fmt: skip
def test_readings(line: str, said: str) -> None:
    assert reading(from_line(line)) == said


def test_names_of_members_and_doubles() -> None:
    scenario = from_line("opp: guys 1/1 x4, bear 2/2, other-bear 2/2 | you: a=Island, b=Island, wall=Wall of Glare")
    names = names_in(scenario)
    assert names.of("guys") == "the opponent's four 1/1s"
    assert names.of("@guys") == "the first of the opponent's four 1/1s"
    assert names.of("@guys#3") == "the third of the opponent's four 1/1s"
    assert names.of("@wall") == "Wall of Glare"
    assert len({names.of(id) for id in ("bear", "other-bear", "a", "b")}) == 4
    assert names.of("opp") == "the opponent"
    assert names.of("something else") == "something else"


def test_names_take_the_owner_of_what_the_player_called_it() -> None:
    scenario = Scenario(
        objects=(
            GameObject("a", said="my big guy", controller="you", power=5, toughness=5),
            GameObject("b", said="his Wall of Glare", card="Wall of Glare", controller="opp"),
        )
    )
    names = names_in(scenario)
    assert names.of("a") == "your 5/5 big guy"
    assert names.of("b") == "the opponent's Wall of Glare"


def test_articles() -> None:
    assert with_article("8/8") == "an 8/8"
    assert with_article("11/11") == "an 11/11"
    assert with_article("1/1") == "a 1/1"
    assert with_article("untapped Island") == "an untapped Island"
    assert with_article("Utopia") == "a Utopia"
    assert with_article("Umbra") == "an Umbra"


def test_every_kind_has_a_phrase() -> None:
    assert set(EVENTS) == set(get_args(EventKind))
    assert set(QUERIES) == set(get_args(QueryKind))


def test_phrases_have_no_holes() -> None:
    scenario = from_line("you: bear 2/2 | opp: wall 0/5")
    for kind in get_args(QueryKind):
        said = query_phrase(scenario, Query(kind, ("bear",), ("wall",), value="G"))
        assert not set("{}[]") & set(said), said
    for kind in get_args(EventKind):
        for event in (Event(kind), Event(kind, ("bear",), ("wall",), n=2, power=1, toughness=1, value="x", how="y")):
            said = event_phrase(scenario, event)
            assert not set("{}[]") & set(said), said


@settings(max_examples=60, deadline=None)
@given(SCENARIOS)
def test_any_scenario_can_be_read_out(scenario: Scenario) -> None:
    assert isinstance(reading(scenario), str)
