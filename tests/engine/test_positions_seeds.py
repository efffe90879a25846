"""Each passage of the seed documents at work: positions, and the rule functions that compute its sentences there.

Taking one of these functions away, or no longer resting its steps on the passage, turns a test here red.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.answer.coverage import seed_coverage
from judgecall.answer.worked import Worked
from judgecall.cards.store import CardStore
from judgecall.corpus.shipped import SEED_IDS
from judgecall.engine.derivation import REGISTRY, Derivation, RuleFunction
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import Depends, ManaTypes, Number, Objects, Outcome, Verdict, YesNo
from judgecall.scenario.notation import from_line

FILE = Path(__file__).parent.parent / "positions" / "seeds" / "passages.toml"
POSITIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
FUNCTIONS = sorted({name for position in POSITIONS for name in position["functions"]})


def plain(verdict: Verdict) -> object:
    """A verdict as the file writes it."""
    match verdict:
        case YesNo():
            return "yes" if verdict.value else "no"
        case ManaTypes() | Objects():
            return sorted(verdict.value)
        case Number() | Outcome():
            return verdict.value
        case Depends():
            return "depends"
        case _:
            return verdict


@contextmanager
def at_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the rule functions that record a step."""
    names: list[str] = []
    running = Derivation.running

    @contextmanager
    def watched(self: Derivation, rule: RuleFunction) -> Iterator[None]:
        names.append(rule.name)
        with running(self, rule):
            yield

    monkeypatch.setattr(Derivation, "running", watched)
    yield names


@pytest.mark.parametrize("position", POSITIONS, ids=[p["line"] for p in POSITIONS])
def test_position(position: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = from_line(position["line"])
    with at_work(monkeypatch) as names:
        (judgement,) = judge(scenario, CardStore())
    expected = position["verdict"]
    got = plain(judgement.verdict)
    if isinstance(judgement.verdict, Outcome):
        assert str(expected) in msgspec.json.encode(judgement.verdict).decode()
    else:
        assert got == (sorted(expected) if isinstance(expected, list) else expected)
    cited = {id for step in judgement.steps for id in (step.rule, *step.passages)}
    assert set(position["passages"]) <= cited, "the steps no longer rest on this passage"
    assert set(position["functions"]) <= set(names), "this function no longer decides here"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_function_is_there_and_carries_a_seed_passage(name: str) -> None:
    assert name in REGISTRY, "a rule function that computes a passage of the seeds is gone"
    function = REGISTRY[name]
    assert {function.number, *function.passages} & set(SEED_IDS)


@pytest.mark.parametrize("passage", SEED_IDS)
def test_every_seed_passage_has_a_position_and_is_lost_with_its_functions(passage: str) -> None:
    shown = {name for position in POSITIONS if passage in position["passages"] for name in position["functions"]}
    carriers = {name for name, f in REGISTRY.items() if passage in {f.number, *f.passages}}
    assert shown & carriers, "no position shows it at work"
    asked = [Worked("q", (), (), (passage,))] * 3
    (whole,) = seed_coverage(asked, FILE.parent.parent.parent, REGISTRY, (passage,))
    assert whole.reached
    rest = {name: f for name, f in REGISTRY.items() if name not in carriers}
    (lost,) = seed_coverage(asked, FILE.parent.parent.parent, rest, (passage,))
    assert not lost.reached
