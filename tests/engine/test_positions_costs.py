"""The positions in tests/positions/costs, x and legs: scenarios with known verdicts, on card facts written beside them.

`step` is the code of the deciding (last) step; it is left empty where the answer depends on something.
"""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import pytest
from written_positions import FOLDER, WrittenCards, judged

from judgecall.engine.derivation import REGISTRY, Derivation, RuleFunction

AREAS = ("costs", "x", "legs")


CARDS = WrittenCards(FOLDER / "costs" / "cards.jsonl")
POSITIONS = [
    json.loads(line) for area in AREAS for line in (FOLDER / area / "positions.jsonl").read_text().splitlines()
]
SEEDS = {"107.3m", "107.5", "107.6", "jermane-2", "jermane-3", "jermane-4", "jermane-5", "jermane-6"}


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p["id"])
def test_verdict_and_deciding_step(position: dict[str, Any]) -> None:
    judgement = judged(position, CARDS)
    verdict = json.loads(msgspec.json.encode(judgement.verdict))
    if isinstance(position["verdict"], str):
        assert verdict["type"] == position["verdict"], verdict
    else:
        assert verdict == position["verdict"]
        assert position["step"] in (None, judgement.steps[-1].code)
    assert set(position["rules"]) <= {step.rule for step in judgement.steps}


def test_every_seed_passage_decides_a_position() -> None:
    used = {passage for p in POSITIONS for step in judged(p, CARDS).steps for passage in (step.rule, *step.passages)}
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
        judged(position, CARDS)
        for name in ran:
            run[name] = run.get(name, 0) + 1
    mine = {name for name in REGISTRY if name.startswith(("costs.", "x.", "legs."))}
    assert mine - run.keys() == set()
    assert {name for name in mine if run[name] == len(POSITIONS)} == set()


def test_no_position_twice() -> None:
    ids = [p["id"] for p in POSITIONS]
    assert len(ids) == len(set(ids))
