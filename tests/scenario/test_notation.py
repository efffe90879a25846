"""The position notation: printing and reading give the same scenario, and errors say what to write instead."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgecall.cards.abilities import CantBeBlocked, Filter, ForceBlock, Keyword, Static, Unread
from judgecall.scenario.errors import Impossible, QuestionError, Unreadable
from judgecall.scenario.model import Event, GameObject, Player, Query, Scenario
from judgecall.scenario.notation import from_line, to_line

ABILITIES = st.one_of(
    st.builds(Keyword, st.sampled_from(["flying", "first strike", "crew", "t", "x 3", "Ärger", "-haste", 'o"dd', ""])),
    st.builds(Keyword, st.just("crew"), st.integers(-2, 9)),
    st.builds(Keyword, st.just("disturb"), cost=st.just("{1}{W}"), of=st.none() | st.builds(Filter, colors=st.just(("R",)))),
    st.builds(Static, st.just((CantBeBlocked(Filter(this=True), by=Filter(types=("creature",), power=("<=", 2))),))),
    st.builds(Static, st.just((ForceBlock(Filter(this=True)),))),
    st.builds(Unread, st.just("static"), st.just(("mana",))),
)  # fmt: skip
WORDS = st.one_of(
    st.sampled_from(["wall", "you", "opp", "t", "x", "x3", "2", "attacking", "value", "Bear", "turn", "facts", "?", "no", ""]),
    st.text(max_size=6),
    st.text("aB1 +/,;|:=>@[]{}\"\\'-#._?\n", max_size=6),
)  # fmt: skip
NAMES = WORDS | st.sampled_from(
    ["Wall of Glare", "Jermane, Pride of the Circus", "Startled Awake // Persistent Nightmare", "Urza's Tower", "Bear t",
     "Attacking damage", "wear // tear", "+2 Mace", "Kharn [b]x[/b]"]
)  # fmt: skip


def part(cls: type[msgspec.Struct], **known: st.SearchStrategy[object]) -> st.SearchStrategy[msgspec.Struct]:
    """Any value of a part of a scenario, one that has every field included."""
    hints = {name: hint for name, hint in _hints(cls).items() if name not in known}
    given_ = {name: st.from_type(hint) for name, hint in hints.items()}
    return st.builds(cls, **given_, **known)  # type: ignore[arg-type]


def _hints(cls: type[msgspec.Struct]) -> dict[str, object]:
    from judgecall.scenario.line import fields_of

    return fields_of(cls)


st.register_type_strategy(str, WORDS)
IDS = st.lists(WORDS, max_size=3).map(tuple)
OBJECTS = part(
    GameObject,
    card=st.none() | NAMES,
    abilities=st.lists(ABILITIES, max_size=2).map(tuple),
)
EVENTS = part(Event, abilities=st.lists(ABILITIES, max_size=2).map(tuple), subject=IDS, target=IDS)
QUERIES = part(
    Query, of=st.none() | st.builds(Filter, types=IDS, power=st.none() | st.just((">", 2))), subject=IDS, target=IDS
)
SCENARIOS = part(
    Scenario,
    objects=st.lists(OBJECTS, max_size=3, unique_by=lambda o: o.id).map(tuple),  # type: ignore[attr-defined]
    players=st.just(Scenario().players) | st.lists(part(Player), max_size=3).map(tuple),
    events=st.lists(EVENTS, max_size=2).map(tuple),
    queries=st.lists(QUERIES, max_size=2).map(tuple),
)


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
        assert error.code in {"notation", "same_id"}
        assert error.args_
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
