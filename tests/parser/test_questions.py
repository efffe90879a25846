"""Questions by subject: every wording of one intent gets the same ruling, the right one. The data files are for players to read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from judgecall.parser.read import Reader

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


def test_the_words_that_a_reading_explains_are_in_its_scenario(question_reader: Reader) -> None:
    """A creature that isn't told of in the scenario blocks the ruling instead of being dropped."""
    reading = question_reader.read("Dawnhart Wardens trigger is on the stack, they suspend my 2/2. do i get +1/+0?")
    assert reading.blocking
