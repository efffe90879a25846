"""The positions of tests/positions/blocks: declaring attackers and blockers, each with the verdict it must have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Card
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import Depends, Number, Objects, Outcome, Verdict, YesNo
from judgecall.scenario.model import Scenario

FOLDER = Path(__file__).parent.parent / "positions" / "blocks"
ROWS = [json.loads(line) for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text().splitlines()]


class NoCards:
    """The positions state every ability on the objects themselves."""

    def get(self, name: str) -> Card | None:
        return None


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
    scenario = msgspec.convert(row["scenario"], Scenario)
    (judgement,) = judge(scenario, NoCards())
    assert plain(judgement.verdict) == row["expected"], row["about"]
    assert judgement.steps, "a ruling has a step"
    if "step" in row:
        assert row["step"] in {step.code for step in judgement.steps}
