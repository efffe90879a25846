"""A name that several cards share: one ruling where it is the same for all of them, a choice where it isn't."""

from __future__ import annotations

import pytest

from judgecall.answer.ask import Judge
from judgecall.answer.opening import open_judge


@pytest.fixture(scope="module")
def judge() -> Judge:
    return open_judge()


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("ghalta attacks and is blocked by a 2/2. how much tramples over?", 10),
        ("Mirri attacks me, I block with a vanilla 4/4. does my 4/4 die?", "no"),
    ],
)
def test_one_ruling_for_all_of_them(judge: Judge, question: str, value: object) -> None:
    """What is asked is not what they differ in; the answer says of which cards it holds."""
    answer = judge.ask(question)
    assert [part.verdict.value for part in answer.answers] == [value]
    assert "The ruling is the same for" in answer.understood
    assert answer.question == question


@pytest.mark.parametrize(
    "question",
    [
        "mirri swings, i have 4 untapped guys. max blockers?",
        "Mirri attacks me, I block with a vanilla 3/3. does my 3/3 die?",
    ],
)
def test_a_choice_where_it_differs(judge: Judge, question: str) -> None:
    """Of the two, one limits how many may block, and it has more power."""
    answer = judge.ask(question)
    assert answer.status == "no_ruling"
    assert answer.reason is not None
    assert answer.reason.code == "which_card"
    assert len(answer.reason.choices) == 2
