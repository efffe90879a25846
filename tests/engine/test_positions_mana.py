"""The positions in tests/positions/mana: scenarios with known verdicts, on card facts written beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Card
from judgecall.engine.judge import Judgement, judge
from judgecall.scenario.model import Scenario

FOLDER = Path(__file__).parent.parent / "positions" / "mana"


class Cards:
    """The card facts of these positions."""

    def __init__(self) -> None:
        lines = (FOLDER / "cards.jsonl").read_bytes().splitlines()
        self._cards = {card.name: card for card in (msgspec.json.decode(line, type=Card) for line in lines)}

    def get(self, name: str) -> Card | None:
        """The card with this name."""
        return self._cards.get(name)


CARDS = Cards()
POSITIONS = [json.loads(line) for line in (FOLDER / "positions.jsonl").read_text().splitlines()]


def judged(position: dict[str, Any]) -> Judgement:
    """The judgement of a position's only query."""
    (judgement,) = judge(msgspec.convert(position["scenario"], Scenario), CARDS)
    return judgement


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["id"])
def test_verdict_and_rules(position: dict[str, Any]) -> None:
    judgement = judged(position)
    verdict = json.loads(msgspec.json.encode(judgement.verdict))
    if isinstance(position["verdict"], str):
        assert verdict["type"] == position["verdict"], verdict
    else:
        assert verdict == position["verdict"]
    assert set(position["rules"]) <= {step.rule for step in judgement.steps}


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["id"])
def test_answered_positions_have_steps(position: dict[str, Any]) -> None:
    if position["verdict"] != "no_ruling":
        assert judged(position).steps


def test_no_position_twice() -> None:
    ids = [p["id"] for p in POSITIONS]
    assert len(ids) == len(set(ids))
