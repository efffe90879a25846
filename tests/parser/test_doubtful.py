"""Questions with a word or a card in them that turns the ruling round: a reader that misses it must not rule."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from judgecall.parser.lexicon import shipped_lexicon

_FILE = Path(__file__).with_name("doubtful.toml")


def _questions() -> list[tuple[str, object]]:
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["question"]
    return [(ask, entry["never"]) for entry in entries for ask in entry["ask"]]


@pytest.mark.parametrize(("question", "never"), _questions())
def test_what_turns_the_ruling_round_is_not_passed_over(
    ruling: Callable[[str], object], question: str, never: object
) -> None:
    """The ruling of a reader that misses the turn is never given: the right one, or none."""
    found = ruling(question)
    assert never not in (found if isinstance(found, list) else [found])


@pytest.mark.parametrize("term", ["multikicker", "extort", "dashed", "evoke", "magecraft", "detain", "kicker"])
def test_every_keyword_of_the_rules_is_a_term(term: str) -> None:
    """A keyword, action or ability word that no reader knows is still known to be one."""
    assert any(sense.kind == "concept" for sense in shipped_lexicon().senses([term]))


@pytest.mark.parametrize("word", ["create", "learn", "visit", "training"])
def test_plain_english_is_no_term(word: str) -> None:
    """Names of the rules that are everyday words don't block a ruling."""
    assert not any(sense.kind == "concept" for sense in shipped_lexicon().senses([word]))
