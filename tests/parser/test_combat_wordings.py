"""Five wordings of one question are one scenario: the same board, the same attack, the same thing asked."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from judgecall.parser.read import Reader
from judgecall.scenario.model import GameObject, Scenario

_FILES = sorted(Path(__file__).parent.glob("*_wordings.toml"))
_SETS = [entry for file in _FILES for entry in tomllib.loads(file.read_text(encoding="utf-8"))["question"]]


def _unnamed(thing: GameObject) -> GameObject:
    """An object without what a wording alone gives it: its label, its role in the question, that it is untapped by convention."""
    return msgspec.structs.replace(
        thing,
        id="",
        said="",
        blocking=None,
        attacking=None,
        tapped=thing.tapped or None,
        without=tuple(sorted(thing.without)),
    )


def meant(scenario: Scenario) -> object:
    """What a scenario says, whatever its objects are called and in whatever order they were told.

    Whether a block that was told is legal, and whether it can be made, is one question. Blocks are declared all at once, and
    that there are none needn't be told of creatures that nothing blocks.
    """
    things = sorted(scenario.objects, key=lambda o: str(_unnamed(o)))
    ids = {thing.id: f"object {n}" for n, thing in enumerate(things)}

    def named(labels: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(ids.get(label, label) for label in labels))

    asked = [
        ("can_block" if q.kind == "block_legal" else q.kind, named(q.subject), named(q.target), q.bound, q.inverse, q.n)
        for q in scenario.queries
    ]
    told = {q.kind for q in scenario.queries} & {"block_legal", "can_attack"}
    events = [
        (e.kind, named(e.subject), named(e.target), e.how, e.power, e.toughness)
        for e in scenario.events
        if e.kind != "no_block" and (not told or e.kind != ("block" if "block_legal" in told else "attack"))
    ]
    blocks = sorted((e for e in events if e[0] == "block"), key=str)
    events = [blocks.pop(0) if e[0] == "block" else e for e in events]
    return [_unnamed(thing) for thing in things], events, asked, scenario.active


@pytest.mark.parametrize("asks", [pytest.param(s["ask"], id=s["ask"][0][:60]) for s in _SETS])
def test_wordings_are_one_scenario(question_reader: Reader, asks: list[str]) -> None:
    """All wordings of a set mean the same."""
    first, *others = [meant(question_reader.read(ask).scenario) for ask in asks]
    assert all(other == first for other in others)
    assert len(asks) >= 5
