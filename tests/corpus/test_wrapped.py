"""The words of a request around what is to be looked up."""

from __future__ import annotations

import pytest

from judgecall.corpus.wrapped import unwrapped


@pytest.mark.parametrize(
    "behind", ["meaning", "means", "definition", "rules text", "rulings?", "in mtg", "do?", "card mtg"]
)
@pytest.mark.parametrize("before", ["", "what does ", "the meaning of ", "tell me about the "])
def test_words_before_and_behind_are_taken_away(before: str, behind: str) -> None:
    assert unwrapped(f"{before}trample {behind}")[-1] == "trample"


def test_every_step_is_kept_with_what_was_typed_first() -> None:
    """A card may be called so."""
    assert unwrapped("the rule of law rulings")[:2] == ("the rule of law rulings", "the rule of law")
    assert "rule of law" in unwrapped("the rule of law rulings")


@pytest.mark.parametrize("text", ["rulings", "what", "?", "do", "documents", "meaningful", "trample-rules"])
def test_what_is_no_request_is_left_as_it_is(text: str) -> None:
    assert unwrapped(text) == (text,)
