"""What a judgement proves its verdict by when an unknown fact doesn't matter: the steps that every case comes to."""

from __future__ import annotations

import msgspec
from written_positions import NoCards

from judgecall.engine import everything  # noqa: F401  (fills the registries)
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import Number
from judgecall.scenario.model import Scenario

_POSITION = {
    "objects": [
        {"id": "trampler", "controller": "you", "power": 3, "toughness": 3, "types": ["creature"], "abilities": [{"kind": "keyword", "name": "trample"}, {"kind": "keyword", "name": "lifelink"}]},
        {"id": "knight", "controller": "opp", "power": 2, "toughness": 2, "types": ["creature"], "abilities": [{"kind": "keyword", "name": "protection", "of": {"colors": ["G"]}}]},
    ],
    "events": [{"kind": "attack", "subject": ["trampler"]}, {"kind": "block", "subject": ["knight"], "target": ["trampler"]}],
    "queries": [{"kind": "damage_to_player", "who": "opp"}],
    "active": "you",
}  # fmt: skip


def test_steps_of_one_case_only_are_left_out() -> None:
    """Whether protection prevents the blocker's share isn't known: how much life is gained is no part of the proof (CR 702.19b)."""
    judgement = judge(msgspec.convert(_POSITION, Scenario), NoCards())[0]
    assert judgement.verdict == Number(1, "at_most")
    codes = [step.code for step in judgement.steps]
    assert codes[-1] == "left_over_for_player"
    assert "lifelink_gains" not in codes
