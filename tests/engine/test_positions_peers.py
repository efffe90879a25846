"""The positions in tests/positions/peers: what other engines test or got wrong, each entry with every part of its result.

An entry has a `board` in the position notation and `asks`: the events and the query that follow it, what that `gives`, and
the rules that its steps must name. Entries without a card of their own write the abilities out.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.store import CardStore
from judgecall.engine.judge import Judgement, judge
from judgecall.engine.verdicts import Depends, ManaTypes, NoRuling, Number, Objects, Outcome, Verdict, YesNo
from judgecall.scenario.notation import from_line, to_line

FOLDER = Path(__file__).parent.parent / "positions" / "peers"
ENTRIES: list[dict[str, Any]] = [
    entry
    for path in sorted(FOLDER.glob("*.toml"))
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["entry"]
]
ASKS = [(entry, ask) for entry in ENTRIES for ask in entry["asks"]]
STORE = CardStore()


def plain(verdict: Verdict) -> object:
    """A verdict as the files write it."""
    match verdict:
        case YesNo():
            return "yes" if verdict.value else "no"
        case ManaTypes() | Objects():
            return sorted(verdict.value)
        case Number(value, "exactly"):
            return value
        case Number(value, bound):
            return f"{bound} {value}"
        case Outcome():
            return verdict.value
        case Depends():
            return "depends"
        case NoRuling():
            return f"no_ruling {verdict.reason}"


def run(board: str, ask: str) -> Judgement:
    """The judgement of the one query that the line ends with."""
    scenario = from_line(f"{board} ; {ask}")
    assert from_line(to_line(scenario)) == scenario
    (judgement,) = judge(scenario, STORE)
    return judgement


@pytest.mark.parametrize(("entry", "ask"), ASKS, ids=[f"{entry['id']}: {ask['ask']}" for entry, ask in ASKS])
def test_each_part_of_each_entry(entry: dict[str, Any], ask: dict[str, Any]) -> None:
    judgement = run(ask.get("board", entry["board"]), ask["ask"])
    shown = "\n".join(f"{s.rule} {s.code} {dict(s.args)}" for s in judgement.steps)
    expected = sorted(ask["gives"]) if isinstance(ask["gives"], list) else ask["gives"]
    assert plain(judgement.verdict) == expected, f"{judgement.verdict}\n{shown}"
    cited = {id for s in judgement.steps for id in (s.rule, *s.passages)}
    assert set(ask.get("rules", [])) <= cited, shown


def test_no_entry_twice() -> None:
    ids = [entry["id"] for entry in ENTRIES]
    assert len(ids) == len(set(ids))
