"""Putting a full card name into a question."""

from __future__ import annotations

import pytest

from judgecall.answer.choice import with_choice

LILIANAS = ("Liliana of the Veil", "Liliana, the Last Hope")


@pytest.mark.parametrize(
    ("question", "choices", "chosen", "expected"),
    [
        ("can liliana attack?", LILIANAS, LILIANAS[0], "can Liliana of the Veil attack?"),
        ("is Liliana, my planeswalker, a creature", LILIANAS, LILIANAS[1],
         "is Liliana, the Last Hope, my planeswalker, a creature"),
        ("does lilianna die", LILIANAS[:1], "Liliana", "does Liliana die"),
        ("what happens", LILIANAS, LILIANAS[0], "Liliana of the Veil: what happens"),
        ("", LILIANAS, LILIANAS[0], "Liliana of the Veil: "),
    ],
)  # fmt: skip
def test_the_words_for_the_card_are_replaced(
    question: str, choices: tuple[str, ...], chosen: str, expected: str
) -> None:
    assert with_choice(question, choices, chosen) == expected
