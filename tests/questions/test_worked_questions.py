"""Every worked question, end to end: from a player's words to the right verdict and the passages it must cite."""

from __future__ import annotations

import pytest

from judgecall.answer.ask import Judge
from judgecall.answer.opening import open_judge
from judgecall.answer.worked import Worked, mistakes, worked_questions


@pytest.fixture(scope="module")
def judge() -> Judge:
    return open_judge()


@pytest.mark.parametrize("question", worked_questions(), ids=lambda q: f"{q.file}: {q.text[:60]}")
def test_worked_question(judge: Judge, question: Worked) -> None:
    context = judge.ask(question.after).scenario if question.after else None
    answer = judge.ask(question.text, context)
    assert mistakes(question, answer) == [], f"{answer.understood} | {answer.position}"
