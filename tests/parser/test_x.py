"""Questions about X: read and ruled on, several wordings of one intent with the same verdict."""

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

_FILE = Path(__file__).with_name("x.toml")


def _questions() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for entry in tomllib.loads(_FILE.read_text(encoding="utf-8"))["question"]:
        values = entry.get("values", [entry.get("value")] * len(entry["ask"]))
        found += list(zip(entry["ask"], values, strict=True))
    return found


@pytest.fixture(scope="module")
def store() -> CardStore:
    """The shipped cards."""
    return CardStore()


@pytest.fixture(scope="module")
def reader(store: CardStore) -> Reader:
    """One reader for all questions, since it loads a language model."""
    return Reader(store, NameIndex(store.names()))


def _ruling(reader: Reader, store: CardStore, question: str) -> object:
    try:
        reading = reader.read(question)
    except QuestionError:
        return "none"
    if reading.blocking:
        return "none"
    verdicts = [j.verdict for j in judge(reading.scenario, store)]
    verdict = verdicts[0]
    if isinstance(verdict, YesNo):
        return "yes" if verdict.value else "no"
    if isinstance(verdict, Number):
        return verdict.value
    return "depends" if isinstance(verdict, Depends) else "none"


@pytest.mark.parametrize(("question", "value"), _questions())
def test_question_about_x(reader: Reader, store: CardStore, question: str, value: object) -> None:
    """Each wording gets the ruling of its intent."""
    assert _ruling(reader, store, question) == value
