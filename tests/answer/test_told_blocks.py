"""A block that was told and that an evasion ability seems to forbid: the ruling says that it takes it to be legal (CR 509.1b)."""

from __future__ import annotations

import pytest

from judgecall.answer.ask import Judge
from judgecall.answer.opening import open_judge


@pytest.fixture(scope="module")
def judge() -> Judge:
    return open_judge()


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("my 2/2 flyer attacks and he blocks with a 4/4, does mine die", True),
        ("my 1/1 skulk attacks and he blocks with a 2/2, does mine die", True),
        ("my 3/3 shadow is blocked by a 1/1, does it survive", True),
        ("my 3/3 horsemanship is blocked by a 1/1, does it survive", True),
        ("my 2/2 flyer attacks and he blocks with a 4/4 reach, does mine die", False),
        ("my 2/2 skulk attacks and he blocks with a 2/2, does mine die", False),
        ("my 2/2 shadow is blocked by a 3/3 shadow, does it survive", False),
    ],
)
def test_what_lets_it_block_is_assumed(judge: Judge, question: str, said: bool) -> None:
    answer = judge.ask(question)
    assert answer.status == "answered"
    assert any(fact.text.startswith("The block was legal") for fact in answer.assumed) == said


def test_without_it_there_is_no_ruling(judge: Judge) -> None:
    answer = judge.ask("my 2/2 flyer attacks and he blocks with a 4/4, does mine die")
    (fact,) = (fact for fact in answer.assumed if fact.text.startswith("The block was legal"))
    other = judge.what_if(answer, fact.key)
    assert other.reason is not None
    assert other.reason.code == "block_not_legal"
