"""Questions about coven, triggers and double-faced cards: read and ruled on, several wordings of one intent alike."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judgecall.cards.names import NameIndex
from judgecall.cards.store import CardStore
from judgecall.engine import everything as everything
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import Depends, NoRuling, Number, Outcome, Verdict, YesNo
from judgecall.parser.read import Reader
from judgecall.scenario.errors import QuestionError

_HERE = Path(__file__).parent


def _questions(file: str) -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for entry in tomllib.loads((_HERE / file).read_text(encoding="utf-8"))["question"]:
        found += [(ask, entry["value"]) for ask in entry["ask"]]
    return found


@pytest.fixture(scope="module")
def store() -> CardStore:
    return CardStore()


@pytest.fixture(scope="module")
def reader(store: CardStore) -> Reader:
    return Reader(store, NameIndex(store.names()))


def _plain(verdict: Verdict) -> object:
    match verdict:
        case YesNo(value):
            return "yes" if value else "no"
        case Number(value):
            return value
        case Outcome(value):
            return value
        case Depends():
            return "depends"
        case NoRuling():
            return "none"
    return verdict


def _ruling(question: str, reader: Reader, store: CardStore) -> object:
    try:
        reading = reader.read(question)
    except QuestionError:
        return "none"
    if reading.blocking:
        return "none"
    values = [_plain(j.verdict) for j in judge(reading.scenario, store)]
    return values[0] if len(values) == 1 else values


@pytest.mark.parametrize(("question", "value"), _questions("triggers.toml"))
def test_question_about_a_trigger(question: str, value: object, reader: Reader, store: CardStore) -> None:
    assert _ruling(question, reader, store) == value


@pytest.mark.parametrize(("question", "value"), _questions("faces.toml"))
def test_question_about_a_face(question: str, value: object, reader: Reader, store: CardStore) -> None:
    assert _ruling(question, reader, store) == value


def test_the_words_that_a_reading_explains_are_in_its_scenario(reader: Reader) -> None:
    """A creature that isn't told of in the scenario blocks the ruling instead of being dropped."""
    reading = reader.read("Dawnhart Wardens trigger is on the stack, they suspend my 2/2. do i get +1/+0?")
    assert reading.blocking
