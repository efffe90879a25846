"""The position notation: printing and reading give the same scenario, and errors say what to write instead."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenario_strategies import SCENARIOS

from judgecall.cards.abilities import Keyword
from judgecall.scenario.errors import Impossible, QuestionError, Unreadable
from judgecall.scenario.model import Event, Query, Scenario
from judgecall.scenario.notation import from_line, to_line


@settings(max_examples=300, deadline=None)
@given(SCENARIOS)
def test_printing_and_reading_give_the_same_scenario(scenario: Scenario) -> None:
    line = to_line(scenario)
    assert "\n" not in line
    assert from_line(line) == scenario
    assert to_line(from_line(line)) == line


@given(st.text() | st.text("you: bear 2/2 [flying] {}x3=t;?|>+@\"'", max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    try:
        scenario = from_line(text)
    except QuestionError as error:
        if error.code not in {"notation", "same_id"} or not error.args_:
            raise
    else:
        assert from_line(to_line(scenario)) == scenario


def test_a_line_reads_as_people_write_it() -> None:
    line = (
        "opp: Wall of Glare 0/5 [flying] t, bear 2/2 x3 | you: skulk=Persistent Nightmare/back 1/1 {+1/+1: 2} "
        "; turn you @declare_blockers ; block wall-of-glare+bear>skulk @declare_blockers after ; modify skulk +2/+0 "
        "; ? can_block bear>skulk negated ; ? how_many_block >skulk bound=at_most"
    )
    read = from_line(line)
    wall, bear, skulk = read.objects
    assert (wall.id, wall.card, wall.controller, wall.tapped) == ("wall-of-glare", "Wall of Glare", "opp", True)
    assert (bear.card, bear.count, bear.power) == (None, 3, 2)
    assert (skulk.face, skulk.counters, skulk.controller) == ("back", (("+1/+1", 2),), "you")
    assert wall.abilities == (Keyword("flying"),)
    assert read.events[0] == Event("block", ("wall-of-glare", "bear"), ("skulk",), at="declare_blockers", after=True)
    assert read.events[1] == Event("modify", ("skulk",), power=2, toughness=0)
    assert read.queries[0] == Query("can_block", ("bear",), ("skulk",), negated=True)
    assert read.queries[1] == Query("how_many_block", (), ("skulk",), bound="at_most")
    assert (read.active, read.at) == ("you", "declare_blockers")
    assert to_line(read) == line


@pytest.mark.parametrize(
    ("line", "column", "instead"),
    [
        ("? can_blok wall>skulk", "3", "can_block"),
        ("you: bear 2/2 taped", "15", "tapped"),
        ("you: bear 2/2 zone=moon", "20", "battlefield"),
        ("you: bear 2/2 [flying", "22", "comma or a closing bracket"),
        ('you: "bear 2/2', "6", "closing double quote"),
        ("you bear 2/2", "1", "event"),
        ("? can_block wall>", "18", "id of an object"),
        ("turn you @lunch", "11", "step"),
        ("you: bear 2/2 x=many", "17", "whole number"),
        ("you: bear 2/2 3/3", "18", "once"),
    ],
)
def test_errors_say_where_and_what_to_write_instead(line: str, column: str, instead: str) -> None:
    with pytest.raises(Unreadable) as caught:
        from_line(line)
    said = dict(caught.value.args_)
    assert caught.value.code == "notation"
    assert said["column"] == column
    assert instead in said["instead"]


def test_two_objects_of_one_id_are_impossible() -> None:
    with pytest.raises(Impossible):
        from_line("you: bear 2/2, bear 3/3")
