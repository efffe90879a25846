"""The positions in tests/positions/mana: scenarios with known verdicts, on card facts written beside them."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from written_positions import FOLDER, WrittenCards, judged

CARDS = WrittenCards(FOLDER / "mana" / "cards.jsonl")
POSITIONS = [json.loads(line) for line in (FOLDER / "mana" / "positions.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["id"])
def test_verdict_and_rules(position: dict[str, Any]) -> None:
    judgement = judged(position, CARDS)
    verdict = json.loads(msgspec.json.encode(judgement.verdict))
    if isinstance(position["verdict"], str):
        assert verdict["type"] == position["verdict"], verdict
    else:
        assert verdict == position["verdict"]
    assert set(position["rules"]) <= {step.rule for step in judgement.steps}


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["id"])
def test_answered_positions_have_steps(position: dict[str, Any]) -> None:
    if position["verdict"] != "no_ruling":
        assert judged(position, CARDS).steps


def test_no_position_twice() -> None:
    ids = [p["id"] for p in POSITIONS]
    assert len(ids) == len(set(ids))
