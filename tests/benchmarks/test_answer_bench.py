"""How long an answer takes beside what spaCy's own pipeline takes on the same text, everything loaded.

Run with `pytest tests/benchmarks/test_answer_bench.py -s`. Both are timed in one run, question by question in turn, since
machines are shared and noisy: the ratio is what counts.
"""

from __future__ import annotations

import importlib
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from judgecall.answer.ask import Judge
from judgecall.answer.opening import open_judge
from judgecall.answer.worked import worked_questions
from judgecall.parser.read import MODELS

_SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "questions" / "dev.jsonl"
_MOST = 2.0
"""Times spaCy's own time that an answer may take."""


def _questions() -> list[str]:
    """The worked questions, and the questions of players where they are at hand."""
    asked = [question.text for question in worked_questions()]
    if _SHARED.is_file():
        asked += [json.loads(line)["question"] for line in _SHARED.read_text(encoding="utf-8").splitlines()]
    return asked


@pytest.fixture(scope="module")
def judge() -> Judge:
    """A judge with the parser loaded."""
    judge = open_judge()
    judge.ask("can my 2/2 block a 3/3 flyer?")
    return judge


@pytest.fixture(scope="module")
def pipeline() -> Callable[[str], object]:
    """spaCy's small English pipeline, whole."""
    for name in MODELS:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        return module.load()
    raise AssertionError("no English model for spaCy is installed")


def _seconds(call: Callable[[str], object], text: str) -> float:
    start = time.perf_counter()
    call(text)
    return time.perf_counter() - start


def test_answering_beside_spacy(judge: Judge, pipeline: Callable[[str], object]) -> None:
    """All questions together take at most twice the time that spaCy's pipeline takes on them."""
    questions = _questions()
    for text in questions[:20]:
        judge.ask(text)
        pipeline(text)

    timed = [(_seconds(judge.ask, text), _seconds(pipeline, text)) for text in questions]

    ours, theirs = (sum(column) for column in zip(*timed, strict=True))
    each = statistics.quantiles([one for one, _ in timed], n=20)
    slowest = max(zip(timed, questions, strict=True))
    print(
        f"\n{len(questions)} questions: {ours / theirs:.2f} times spaCy; median {each[9] * 1000:.0f} ms, "
        f"95th percentile {each[18] * 1000:.0f} ms, slowest {slowest[0][0] * 1000:.0f} ms: {slowest[1][:80]}"
    )
    assert ours <= _MOST * theirs
