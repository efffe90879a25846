"""The positions in tests/positions/triggers and tests/positions/faces, each with the verdict that the rules give."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Card
from judgecall.cards.store import CardStore
from judgecall.engine.judge import Judgement, judge
from judgecall.engine.verdicts import Depends, NoRuling, Number, Outcome, Verdict, YesNo
from judgecall.scenario.model import Scenario

FOLDER = Path(__file__).parent.parent / "positions"
STORE = CardStore()


class Cards:
    """The shipped cards, and those that a position brings along."""

    def __init__(self, own: list[Card]) -> None:
        self.own = {card.name: card for card in own} | {face.name: card for card in own for face in card.faces}

    def get(self, name: str) -> Card | None:
        return self.own.get(name) or STORE.get(name)


def positions() -> list[Any]:
    found = []
    for area in ("triggers", "faces"):
        for path in sorted((FOLDER / area).glob("*.toml")):
            for position in tomllib.loads(path.read_text())["position"]:
                found.append(pytest.param(position, id=f"{path.stem}: {position['name']}"))
    return found


def run(position: dict[str, Any]) -> Judgement:
    scenario = msgspec.convert({
        "objects": position.get("objects", []),
        "players": position.get("players", [{"id": "you"}, {"id": "opp"}]),
        "events": position.get("events", []),
        "facts": list(position.get("facts", {}).items()),
        "queries": [position["query"]],
        **{k: position[k] for k in ("active", "at") if k in position},
    }, Scenario)  # fmt: skip
    cards = Cards(msgspec.convert(position.get("cards", []), list[Card]))
    return judge(scenario, cards)[0]


def plain(verdict: Verdict) -> object:
    match verdict:
        case YesNo(value):
            return "yes" if value else "no"
        case Number(value):
            return value
        case Outcome(value):
            return value
        case Depends():
            return "depends"
        case NoRuling(reason):
            return f"no_ruling {reason}"
    return verdict


@pytest.mark.parametrize("position", positions())
def test_position(position: dict[str, Any]) -> None:
    judgement = run(position)
    shown = "\n".join(f"{s.rule} {s.code} {dict(s.args)}" for s in judgement.steps)
    assert plain(judgement.verdict) == position["expect"], shown
    rules = {s.rule for s in judgement.steps}
    for number in position.get("rules", []):
        assert number in rules, shown
    for number in position.get("not_rules", []):
        assert number not in rules, shown
    if "last" in position:
        assert judgement.steps[-1].rule == position["last"], shown
    for code in position.get("assumed", []):
        assert code in {a.code for a in judgement.assumed}
    passages = {p for s in judgement.steps for p in s.passages}
    for passage in position.get("passages", []):
        assert passage in passages, shown
