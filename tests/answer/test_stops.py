"""A stop before what is asked, and questions that are read in two ways without one."""

from __future__ import annotations

import pytest

from judgecall.answer.ask import Judge
from judgecall.answer.opening import open_judge
from judgecall.answer.stops import with_a_stop


@pytest.fixture(scope="module")
def judge() -> Judge:
    return open_judge()


@pytest.mark.parametrize(
    ("question", "stopped"),
    [
        ("my bear attacks, he blocks, does it die", "my bear attacks, he blocks. does it die"),
        ("my bear meets his elf does the elf die", "my bear meets his elf. does the elf die"),
        ("his wall blocked my bear how much damage", "his wall blocked my bear. how much damage"),
        ("does my bear die", "does my bear die"),
        ("how many creatures can he block", "how many creatures can he block"),
        ("what does the trigger do", "what does the trigger do"),
        ("my bear attacks. does it die", "my bear attacks. does it die"),
    ],
)
def test_where_the_stop_goes(question: str, stopped: str) -> None:
    assert with_a_stop(question) == stopped


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (
            "my 4/4 trample attacks, he blocks with a 1/1, I kill the 1/1 before damage, how much damage does he take",
            "4",
        ),
        ("endless one with x=3 gets copied by clone how big is the clone", "0"),
        ("my unblocked 3/3 has double strike how much does he take", "6"),
    ],
)
def test_read_in_two_ways_there_is_no_ruling_but_that_of_the_stop(judge: Judge, question: str, value: str) -> None:
    answer = judge.ask(question)
    if answer.status == "no_ruling":
        assert answer.reason is not None
        assert answer.reason.code == "read_two_ways"
    else:
        assert [str(part.verdict.value) for part in answer.answers] == [value]
    (part,) = judge.ask(with_a_stop(question)).answers
    assert str(part.verdict.value) == value


def test_read_in_one_way_it_is_ruled_on(judge: Judge) -> None:
    (part,) = judge.ask("my 3/3 attacks, he blocks with a 2/2, does mine die").answers
    assert part.verdict.value == "no"
