"""Questions about summoning sickness and tap costs: read and ruled on, several wordings of one intent with the same verdict."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

_FILE = Path(__file__).with_name("sickness.toml")


def _questions() -> list[tuple[str, object]]:
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))["question"]
    return [(ask, entry["value"]) for entry in entries for ask in entry["ask"]]


@pytest.mark.parametrize(("question", "value"), _questions())
def test_question_about_sickness(ruling: Callable[[str], object], question: str, value: object) -> None:
    """Each wording gets the ruling of its intent."""
    assert ruling(question) == value
