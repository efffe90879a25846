"""The positions in tests/positions/costs, x and legs: scenarios with known verdicts, on card facts written beside them.

`step` is the code of the deciding (last) step; it is left empty where the answer depends on something.
"""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Card
from judgecall.engine.derivation import REGISTRY, Derivation, RuleFunction
from judgecall.engine.judge import Judgement, judge
from judgecall.scenario.model import Scenario

FOLDER = Path(__file__).parent.parent / "positions"
AREAS = ("costs", "x", "legs")


class Cards:
    """The card facts of these positions."""

    def __init__(self) -> None:
        lines = (FOLDER / "costs" / "cards.jsonl").read_bytes().splitlines()
        self._cards = {card.name: card for card in (msgspec.json.decode(line, type=Card) for line in lines)}

    def get(self, name: str) -> Card | None:
        """The card with this name."""
        return self._cards.get(name)


CARDS = Cards()
POSITIONS = [
    json.loads(line) for area in AREAS for line in (FOLDER / area / "positions.jsonl").read_text().splitlines()
]
SEEDS = {"107.3m", "107.5", "107.6", "jermane-2", "jermane-3", "jermane-4", "jermane-5", "jermane-6"}


def judged(position: dict[str, Any]) -> Judgement:
    """The judgement of a position's only query."""
    (judgement,) = judge(msgspec.convert(position["scenario"], Scenario), CARDS)
    return judgement


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["id"])
def test_verdict_and_deciding_step(position: dict[str, Any]) -> None:
    judgement = judged(position)
    verdict = json.loads(msgspec.json.encode(judgement.verdict))
    if isinstance(position["verdict"], str):
        assert verdict["type"] == position["verdict"], verdict
        return
    assert verdict == position["verdict"]
    assert set(position["rules"]) <= {step.rule for step in judgement.steps}
    assert position["step"] in (None, judgement.steps[-1].code)


def test_every_seed_passage_decides_a_position() -> None:
    used = {passage for p in POSITIONS for step in judged(p).steps for passage in (step.rule, *step.passages)}
    assert used >= SEEDS


def test_every_rule_function_runs_in_some_positions_and_not_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    run: dict[str, int] = {}
    ran: set[str] = set()
    plain = Derivation.running

    def watched(self: Derivation, rule: RuleFunction) -> AbstractContextManager[None]:
        ran.add(rule.name)
        return plain(self, rule)

    monkeypatch.setattr(Derivation, "running", watched)
    for position in POSITIONS:
        ran.clear()
        judged(position)
        for name in ran:
            run[name] = run.get(name, 0) + 1
    mine = {name for name in REGISTRY if name.startswith(("costs.", "x.", "legs."))}
    assert mine - run.keys() == set()
    assert {name for name in mine if run[name] == len(POSITIONS)} == set()


def test_no_position_twice() -> None:
    ids = [p["id"] for p in POSITIONS]
    assert len(ids) == len(set(ids))
