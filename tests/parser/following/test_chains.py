"""Chains of questions: a follow-up changes the scenario before, or asks something else of it; the right ruling follows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from judgecall.parser.read import Reader
from judgecall.scenario.errors import WHICH_THING, QuestionError
from judgecall.scenario.model import Scenario
from judgecall.scenario.notation import from_line, to_line

Chain = list[tuple[str, object]]
Ruling = Callable[..., object]


def _chains() -> list[object]:
    entries = tomllib.loads(Path(__file__).with_name("chains.toml").read_text(encoding="utf-8"))["chain"]
    return [pytest.param(e["asks"], id=f"{e['area']}: {' / '.join(ask for ask, _ in e['asks'])[:90]}") for e in entries]


@pytest.mark.parametrize("chain", _chains())
def test_a_chain(ruling: Ruling, question_reader: Reader, chain: Chain) -> None:
    """Every ruling of the chain is the right one."""
    context: Scenario | None = None
    found: Chain = []
    for ask, _ in chain:
        found.append((ask, ruling(ask, context)))
        try:
            context = question_reader.read(ask, context).scenario
        except QuestionError:
            break
    assert found == [(ask, value) for ask, value in chain][: len(found)]
    assert len(found) == len(chain)


@pytest.mark.parametrize("chain", _chains())
def test_the_position_of_a_follow_up_can_be_written_down(question_reader: Reader, chain: Chain) -> None:
    """What a follow-up leaves behind is a position like any other."""
    context: Scenario | None = None
    for ask, _ in chain:
        try:
            context = question_reader.read(ask, context).scenario
        except QuestionError:
            return
        assert from_line(to_line(context)) == context


FIRST = "my 3/3 blocks his 3/3 with trample, do both die?"


def _after(reader: Reader, first: str, *then: str) -> Scenario:
    scenario = reader.read(first).scenario
    for question in then:
        reading = reader.read(question, scenario)
        assert reading.goes_on
        assert reading.blocking == ()
        scenario = reading.scenario
    return scenario


def test_two_that_fit_equally_are_a_choice(question_reader: Reader) -> None:
    """The choices are whole questions, and each of them is understood."""
    context = question_reader.read(FIRST).scenario
    with pytest.raises(QuestionError) as refusal:
        question_reader.read("what if it had flying?", context)
    assert refusal.value.code == WHICH_THING
    choices = refusal.value.choices  # type: ignore[attr-defined]
    assert len(choices) == 2
    given = {
        thing.controller
        for choice in choices
        for thing in question_reader.read(choice, context).scenario.objects
        if any(getattr(a, "name", "") == "flying" for a in thing.abilities)
    }
    assert given == {"you", "opp"}


def test_what_is_not_understood_is_named(question_reader: Reader) -> None:
    """One word that says nothing to the reader is enough, and it is the one that is named."""
    context = question_reader.read("can my 3/3 block his 4/4?").scenario
    reading = question_reader.read("what if it were bamboozled?", context)
    assert reading.goes_on
    assert "bamboozled" in reading.blocking


def test_a_flyer_takes_the_place_of_the_blocker(question_reader: Reader) -> None:
    """And is not put beside it."""
    scenario = _after(question_reader, "can his 2/2 block my 3/3?", "same but he has a flyer")
    mine, his = ([o for o in scenario.objects if o.controller == who] for who in ("you", "opp"))
    assert len(mine) == len(his) == 1
    assert [getattr(a, "name", "") for a in his[0].abilities] == ["flying"]
    assert scenario.queries[-1].subject == (his[0].id,)
    assert his[0].blocking


def test_another_flyer_is_put_beside_it(question_reader: Reader) -> None:
    """ "also" says that what was there stays."""
    scenario = _after(question_reader, "can his 2/2 block my 3/3?", "what if he also has a 1/1?")
    assert sorted(o.power or 0 for o in scenario.objects if o.controller == "opp") == [1, 2]


def test_it_is_what_was_asked_about(question_reader: Reader) -> None:
    """And not what was spoken of last."""
    for first, asked in (("can my 2/2 block his 3/3?", "you"), ("can his 3/3 block my 2/2?", "opp")):
        scenario = _after(question_reader, first, "what if it's tapped?")
        assert {o.controller: o.tapped for o in scenario.objects}[asked]


def test_a_question_of_its_own_leaves_the_scenario_before_alone(question_reader: Reader) -> None:
    """It begins like no follow-up and names what it is about."""
    context = question_reader.read("can his 2/2 block my 3/3?").scenario
    question = "my 5/5 trampler is blocked by a 1/1, how much tramples over?"
    assert question_reader.read(question, context) == question_reader.read(question)
