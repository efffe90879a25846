"""The combat positions of tests/positions/scenarios: each query of each with its result, and the rules that it must rest on.

An id that begins with XM or PH is that of the entry it tells (one entry may take several positions), BUG that of a fault of other
engines; `certificate` says what becomes of each blocking requirement. `cr` names the rule where an entry has it otherwise.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from written_positions import FOLDER

from judgecall.cards.store import CardStore
from judgecall.engine.combat.certificate import certificate
from judgecall.engine.combat.declaration import Blocks
from judgecall.engine.combat.position import Position
from judgecall.engine.derivation import REGISTRY
from judgecall.engine.facts import Facts
from judgecall.engine.judge import judge
from judgecall.engine.state import State
from judgecall.engine.verdicts import Depends, Number, Objects, Outcome, Verdict, YesNo
from judgecall.scenario.model import Query, Scenario

ROWS = [
    json.loads(line)
    for file in sorted((FOLDER / "scenarios").glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]
STORE = CardStore()


def plain(verdict: Verdict) -> object:
    """A verdict as the files write it."""
    match verdict:
        case YesNo():
            return "yes" if verdict.value else "no"
        case Number():
            return verdict.value
        case Objects():
            return sorted(verdict.value)
        case Outcome():
            return dict(verdict.args).get("player", verdict.value)
        case Depends():
            return "depends"
        case _:
            return verdict


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_position(row: dict[str, Any]) -> None:
    scenario = msgspec.convert(row["scenario"], Scenario)
    judgements = judge(scenario, STORE)
    assert [plain(j.verdict) for j in judgements] == row["want"], row["about"]
    for judgement, rules in zip(judgements, row["rules"], strict=True):
        assert judgement.steps, "a ruling has a step"
        assert set(rules) <= {step.rule for step in judgement.steps}, judgement.query


@pytest.mark.parametrize("row", [r for r in ROWS if "certificate" in r], ids=lambda row: row["id"])
def test_certificate(row: dict[str, Any]) -> None:
    """How many requirements can be obeyed, which are dropped, and why."""
    state = State(msgspec.convert(row["scenario"], Scenario), STORE, Facts({}, {}))
    found = certificate(Blocks(state, Position(state, Query("requirements_obeyed"))))
    settled = sorted([s.source, s.about, s.fate, s.n] for s in found.settled)
    assert {"best": found.best, "of": found.of, "settled": settled} == {
        **row["certificate"], "settled": sorted(row["certificate"]["settled"]),
    }  # fmt: skip


def test_the_rules_named_are_rules_of_the_engine() -> None:
    known = {function.number for function in REGISTRY.values()}
    assert {rule for row in ROWS for rules in row["rules"] for rule in rules} <= known


def test_no_position_is_told_twice() -> None:
    ids = [row["id"] for row in ROWS]
    assert len(ids) == len(set(ids))
