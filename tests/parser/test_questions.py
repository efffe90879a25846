"""Questions by subject: every wording of one intent gets the same ruling, the right one. The data files are for players to read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from judgecall.parser.read import Reader
from judgecall.scenario.model import Event, Query, Scenario

_FILES = sorted(Path(__file__).parent.glob("*.toml"))


def _questions() -> list[object]:
    """A wording and its ruling; an entry may give one `value` for all of its wordings or `values`, one each."""
    found: list[object] = []
    for file in _FILES:
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["question"]:
            if "never" in entry:
                continue
            values = entry["values"] if "values" in entry else [entry["value"]] * len(entry["ask"])
            for ask, value in zip(entry["ask"], values, strict=True):
                found.append(pytest.param(ask, value, id=f"{file.stem}: {ask[:60]}"))
    return found


def _pitfalls() -> list[tuple[str, object]]:
    """Questions with one thing in them that a naive reader passes over, and the ruling that such a reader gives."""
    entries = tomllib.loads(Path(__file__).with_name("doubtful.toml").read_text(encoding="utf-8"))["question"]
    return [(ask, entry["never"]) for entry in entries for ask in entry["ask"]]


def _wordings() -> list[list[str]]:
    """The questions that are given in five wordings each."""
    entries = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text(encoding="utf-8"))["question"]
    return [entry["ask"] for entry in entries]


def _facts(scenario: Scenario) -> tuple[object, ...]:
    """A scenario with its objects numbered by what they are instead of named by what they were called."""
    order = sorted(scenario.objects, key=lambda thing: (thing.card or "", thing.types, thing.subtypes, thing.id))
    number = {thing.id: str(i) for i, thing in enumerate(order)}
    things = [msgspec.structs.replace(o, id=number[o.id], said="", types=() if o.card else o.types) for o in order]

    def renamed(part: Event | Query) -> Event | Query:
        subject, target = ([number.get(id, id) for id in ids] for ids in (part.subject, part.target))
        plain = msgspec.structs.replace(part, subject=tuple(subject), target=tuple(target))
        if isinstance(plain, Event):
            return msgspec.structs.replace(plain, by=number.get(plain.by or "", plain.by))
        return msgspec.structs.replace(plain, negated=False)

    events = [renamed(event) for event in scenario.events]
    return (things, scenario.players, events, [renamed(query) for query in scenario.queries], scenario.facts)


@pytest.mark.parametrize(("question", "value"), _questions())
def test_question(ruling: Callable[[str], object], question: str, value: object) -> None:
    """The wording gets the ruling of its intent."""
    assert ruling(question) == value


@pytest.mark.parametrize(("question", "never"), _pitfalls())
def test_what_turns_the_ruling_round_is_not_passed_over(
    ruling: Callable[[str], object], question: str, never: object
) -> None:
    """The ruling of a reader that misses it is never given: the right one, or none."""
    found = ruling(question)
    assert never not in (found if isinstance(found, list) else [found])


@pytest.mark.parametrize("asks", _wordings(), ids=lambda asks: asks[0][:60])
def test_five_wordings_are_one_scenario(question_reader: Reader, asks: list[str]) -> None:
    """What differs is only what things are called: their facts, the events, the queries and what was said of the players don't."""
    first, *others = [_facts(question_reader.read(ask).scenario) for ask in asks]
    assert len(others) >= 4
    assert [first] * len(others) == others


def test_the_words_that_a_reading_explains_are_in_its_scenario(question_reader: Reader) -> None:
    """A creature that isn't told of in the scenario blocks the ruling instead of being dropped."""
    reading = question_reader.read("Dawnhart Wardens trigger is on the stack, they suspend my 2/2. do i get +1/+0?")
    assert reading.blocking
