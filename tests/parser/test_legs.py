"""Questions about legs in the art: read and ruled on, several wordings of one intent with the same verdict."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judgecall.cards.names import NameIndex
from judgecall.cards.store import CardStore
from judgecall.engine import everything as everything
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import Depends, Number, YesNo
from judgecall.parser.read import Reader
from judgecall.scenario.errors import QuestionError

_FILE = Path(__file__).with_name("legs.toml")
_ENTRIES = tomllib.loads(_FILE.read_text(encoding="utf-8"))["question"]
QUESTIONS = [(question, entry["value"]) for entry in _ENTRIES for question in entry["ask"]]


@pytest.fixture(scope="module")
def store() -> CardStore:
    """The shipped cards."""
    return CardStore()


@pytest.fixture(scope="module")
def reader(store: CardStore) -> Reader:
    """One reader for all questions, since it loads a language model."""
    return Reader(store, NameIndex(store.names()))


def ruling(reader: Reader, store: CardStore, question: str) -> object:
    """The verdict as the data file writes it."""
    try:
        reading = reader.read(question)
    except QuestionError:
        return "none"
    if reading.blocking:
        return "none"
    (judgement,) = judge(reading.scenario, store)
    match judgement.verdict:
        case YesNo():
            return "yes" if judgement.verdict.value else "no"
        case Number():
            return judgement.verdict.value
        case Depends():
            return "depends"
        case _:
            return "none"


@pytest.mark.parametrize(("question", "value"), QUESTIONS)
def test_question_about_legs(reader: Reader, store: CardStore, question: str, value: object) -> None:
    assert ruling(reader, store, question) == value
