"""Positions on combat damage (tests/positions/damage): each with what the engine must say and the rules it must rest on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Card
from judgecall.engine.judge import Judgement, judge
from judgecall.engine.verdicts import Depends, NoRuling, Number, Objects, Outcome, YesNo
from judgecall.scenario.model import Scenario

FOLDER = Path(__file__).parents[1] / "positions" / "damage"
ROWS = [json.loads(line) for file in sorted(FOLDER.glob("*.jsonl")) for line in file.read_text().splitlines() if line]


class NoCards:
    """Positions give every ability themselves."""

    def get(self, name: str) -> Card | None:
        return None


def played(row: dict[str, Any]) -> Judgement:
    return judge(msgspec.convert(row["scenario"], Scenario), NoCards())[0]


def plain(judgement: Judgement) -> object:
    verdict = judgement.verdict
    if isinstance(verdict, YesNo | Number):
        return verdict.value
    if isinstance(verdict, Objects):
        return list(verdict.value)
    if isinstance(verdict, Outcome):
        return dict(verdict.args).get("player", verdict.value)
    return {Depends: "depends", NoRuling: "no_ruling"}.get(type(verdict), verdict)


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_position(row: dict[str, Any]) -> None:
    judgement = played(row)
    assert plain(judgement) == row["want"], judgement.verdict
    missing = set(row["rules"]) - {step.rule for step in judgement.steps}
    assert not missing, [(step.rule, step.code) for step in judgement.steps]
    if row["want"] != "no_ruling":
        assert judgement.steps, "a ruling has steps"
