"""Positions that are written in files with the card facts they need: what the tests of several areas share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Card
from judgecall.engine.judge import Judgement, judge
from judgecall.engine.state import CardFacts
from judgecall.scenario.model import Scenario

FOLDER = Path(__file__).parent.parent / "positions"


class WrittenCards:
    """The card facts in a file of JSON lines."""

    def __init__(self, file: Path) -> None:
        cards = (msgspec.json.decode(line, type=Card) for line in file.read_bytes().splitlines())
        self._cards = {card.name: card for card in cards}

    def get(self, name: str) -> Card | None:
        """The card with this name."""
        return self._cards.get(name)

    def names(self) -> list[str]:
        """The names of all cards."""
        return list(self._cards)


class NoCards:
    """For positions that state every ability on the objects themselves."""

    def get(self, name: str) -> Card | None:
        """No card is known."""
        return None


def judged(position: dict[str, Any], cards: CardFacts) -> Judgement:
    """The judgement of a position's only query."""
    (judgement,) = judge(msgspec.convert(position["scenario"], Scenario), cards)
    return judgement
