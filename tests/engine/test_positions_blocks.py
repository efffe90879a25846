"""The positions of tests/positions/blocks: declaring attackers and blockers, each with the verdict it must have."""

from __future__ import annotations

import json
from typing import Any

import pytest
from written_positions import FOLDER, NoCards, judged

from judgecall.engine.verdicts import Depends, Number, Objects, Outcome, Verdict, YesNo

ROWS = [
    json.loads(line) for path in sorted((FOLDER / "blocks").glob("*.jsonl")) for line in path.read_text().splitlines()
]


def plain(verdict: Verdict) -> object:
    """A verdict as the position files write it."""
    match verdict:
        case YesNo():
            return "yes" if verdict.value else "no"
        case Number() | Outcome() | Objects():
            return verdict.value
        case Depends():
            return "depends"
        case _:
            return verdict


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_position(row: dict[str, Any]) -> None:
    judgement = judged(row, NoCards())
    assert plain(judgement.verdict) == row["expected"], row["about"]
    assert judgement.steps, "a ruling has a step"
    if "step" in row:
        assert row["step"] in {step.code for step in judgement.steps}
