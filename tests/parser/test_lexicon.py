"""The terms of the game that the parser knows, and plain English that it doesn't take for them."""

from __future__ import annotations

import pytest

from judgecall.parser.lexicon import shipped_lexicon


@pytest.mark.parametrize("term", ["multikicker", "extort", "dashed", "evoke", "magecraft", "detain", "kicker"])
def test_every_keyword_of_the_rules_is_a_term(term: str) -> None:
    """A keyword, action or ability word that no reader knows is still known to be one."""
    assert any(sense.kind == "concept" for sense in shipped_lexicon().senses([term]))


@pytest.mark.parametrize("word", ["create", "learn", "visit", "training"])
def test_plain_english_is_no_term(word: str) -> None:
    """Names of the rules that are everyday words don't block a ruling."""
    assert not any(sense.kind == "concept" for sense in shipped_lexicon().senses([word]))
