"""Positions on combat damage (tests/positions/damage): each with what the engine must say and the rules it must rest on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from written_positions import FOLDER, NoCards, judged

from judgecall.engine.judge import Judgement
from judgecall.engine.verdicts import Depends, NoRuling, Number, Objects, Outcome, YesNo

ROWS = [
    json.loads(line)
    for file in sorted((FOLDER / "damage").glob("*.jsonl"))
    for line in file.read_text().splitlines()
    if line
]


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
    judgement = judged(row, NoCards())
    assert plain(judgement) == row["want"], judgement.verdict
    missing = set(row["rules"]) - {step.rule for step in judgement.steps}
    assert not missing, [(step.rule, step.code) for step in judgement.steps]
    if row["want"] != "no_ruling":
        assert judgement.steps, "a ruling has steps"
