"""What the tests of the parser share: the reader, loaded once, and a question's ruling in plain values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judgecall.cards.names import NameIndex
from judgecall.cards.store import CardStore
from judgecall.engine import everything as everything
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import Depends, ManaTypes, Number, Objects, Outcome, YesNo
from judgecall.parser.read import Reader
from judgecall.scenario.errors import WHICH_THING, QuestionError
from judgecall.scenario.model import Scenario

Ruling = Callable[..., object]


@pytest.fixture(scope="session")
def card_store() -> CardStore:
    """The shipped cards."""
    return CardStore()


@pytest.fixture(scope="session")
def question_reader(card_store: CardStore) -> Reader:
    """One reader for all tests, since it loads a language model."""
    return Reader(card_store, NameIndex(card_store.names_by_spelling, card_store.names_by_short_spelling))


@pytest.fixture(scope="session")
def ruling(question_reader: Reader, card_store: CardStore) -> Ruling:
    """A question's verdict: "yes", "no", "depends", a number, a list, or "none" for no ruling; a list of them for parts.

    A follow-up is given the scenario before; "which" is a choice of what it is about.
    """

    def rule(question: str, context: Scenario | None = None) -> object:
        try:
            reading = question_reader.read(question, context)
        except QuestionError as error:
            return "which" if error.code == WHICH_THING else "none"
        if reading.blocking:
            return "none"
        found = [_plain(j.verdict) for j in judge(reading.scenario, card_store)]
        return found[0] if len(found) == 1 else found

    return rule


def _plain(verdict: object) -> object:
    if isinstance(verdict, YesNo):
        return "yes" if verdict.value else "no"
    if isinstance(verdict, Number | Outcome):
        return verdict.value
    if isinstance(verdict, ManaTypes | Objects):
        return list(verdict.value)
    return "depends" if isinstance(verdict, Depends) else "none"
