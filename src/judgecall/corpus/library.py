"""The library: every passage there is, by id, number, card or words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from judgecall.corpus.files import corpus_folder
from judgecall.corpus.fulltext import ShippedIndex
from judgecall.corpus.passages import Passage, card_key
from judgecall.corpus.shipped import SEED_IDS, SHIPPED_RULES_DATE, ShippedCorpus

DATA_FOLDER_VARIABLE = "JUDGECALL_DATA_FOLDER"
"""Environment variable that moves the folder of imported data."""


class Library:
    """The source text: the shipped corpus, and the imported full text where there is one."""

    def __init__(self, shipped: ShippedCorpus) -> None:
        self._shipped = shipped
        self.notice: str = ""

    @property
    def rules_date(self) -> str:
        """The day the rules in this library took effect (ISO date)."""
        return SHIPPED_RULES_DATE

    def passage(self, id: str) -> Passage | None:
        """The passage with this id, or None."""
        if id[:1].isdigit():
            return self.rule(id)
        return self._shipped.rulings.get(id)

    def rule(self, number: str) -> Passage | None:
        """The rule with this number ("509.1b"), or None."""
        return self._shipped.rule(number)

    def rulings(self, card: str) -> list[Passage]:
        """The rulings on a card, by its full name or the name of one of its faces."""
        return list(self._shipped.rulings_by_card.get(card_key(card), ()))

    def seed_ids(self) -> tuple[str, ...]:
        """The ids of the 22 passages of the seed documents."""
        return SEED_IDS

    @cached_property
    def _index(self) -> ShippedIndex:
        passages = [*self._shipped.rules.values(), *self._shipped.rulings.values()]
        return ShippedIndex(passages, self._shipped.words)

    def nearest(self, text: str, cards: Sequence[str] = (), rules: Sequence[str] = (), limit: int = 5) -> list[Passage]:
        """The passages that most likely govern a question, best first, at most `limit` of them."""
        found: dict[str, Passage] = {}
        for id in (*rules, *self._index.search(text, 4 * limit)):
            passage = self.passage(id)
            if passage:
                found.setdefault(id, passage)
        return list(found.values())[:limit]


def open_library(data_folder: Path | None = None) -> Library:
    """Open the corpus. Reads next to nothing until something is asked for."""
    return Library(ShippedCorpus(corpus_folder()))
