"""Whole declarations of blockers, requirements and costs to attack: each question gets the right ruling."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

_ENTRIES = tomllib.loads(Path(__file__).with_name("declarations.toml").read_text(encoding="utf-8"))["question"]


@pytest.mark.parametrize(("question", "value"), [(q, entry["value"]) for entry in _ENTRIES for q in entry["ask"]])
def test_question_about_declarations(ruling: Callable[[str], object], question: str, value: object) -> None:
    """The wording gets the ruling of its intent."""
    assert ruling(question) == value
