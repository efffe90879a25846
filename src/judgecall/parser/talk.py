"""A question taken apart: words, mentions, clauses, and what the whole of it says about whose turn and when."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Protocol

from judgecall.cards.abilities import Card
from judgecall.parser.clauses import Clause
from judgecall.parser.lexicon import Lexicon
from judgecall.parser.mentions import Mention
from judgecall.parser.word_index import WordIndex
from judgecall.parser.words import Word
from judgecall.scenario.model import Step


class CardFacts(Protocol):
    """Where facts about cards come from."""

    def get(self, name: str) -> Card | None:
        """The card with this name or face name."""
        ...

    def names(self) -> Sequence[str]:
        """All names of cards and of their faces."""
        ...


class Talk:
    """A question taken apart, with the look-ups that the readers of each area need."""

    def __init__(
        self,
        text: str,
        words: list[Word],
        mentions: list[Mention],
        clauses: list[Clause],
        lexicon: Lexicon,
        cards: CardFacts,
        tags: list[str] | None = None,
    ) -> None:
        self.text = text
        self.words = words
        self.mentions = mentions
        self.clauses = clauses
        self.lexicon = lexicon
        self.cards = cards
        self.tags = tags or [""] * len(words)
        """spaCy's part of speech of each word, as evidence."""
        self.life: dict[str, int] = {}
        """Life totals that were stated, by player."""
        self.only: set[str] = set()
        """Players of whom it was said that they have no creature but those that were named."""
        self.attached: list[tuple[Mention, Mention]] = []
        """Which Aura or Equipment (first) is on what (second)."""
        self.told: list[str] = []
        """Cards whose ability the question tells of only by what it did to another object."""
        self.index = WordIndex(words)
        self.lowers = [w.lower for w in words]
        self.joined = " " + " ".join(self.lowers) + " "

    def says(self, *phrases: str) -> bool:
        """Whether one of these phrases (lower case, written out) stands in the question."""
        return any(f" {p} " in self.joined for p in phrases)

    def where(self, *phrases: str) -> int | None:
        """Index of the first word of the first phrase found."""
        for phrase in phrases:
            parts = phrase.split()
            for i in range(len(self.lowers) - len(parts) + 1):
                if self.lowers[i : i + len(parts)] == parts:
                    return i
        return None

    def has(self, kind: str, *values: str) -> bool:
        """Whether any word has such a sense."""
        return self.index.has(kind, *values)

    def card(self, mention: Mention) -> Card | None:
        """The facts of the card a mention names, if it names exactly one."""
        return self.cards.get(mention.cards[0]) if len(mention.cards) >= 1 else None

    def inside(self, i: int) -> Mention | None:
        """The mention that holds word i."""
        return next((m for m in self.mentions if m.start <= i < m.end), None)

    def step_of(self, clause: Clause) -> tuple[Step | None, bool]:
        """The step that a clause's moment names, and whether it is after that step's turn-based action."""
        entry = self.lexicon.moments.get(clause.moment)
        if not entry or "step" not in entry:
            return None, False
        return entry["step"], bool(entry.get("after", False))  # type: ignore[return-value]

    def use(self, indices: Iterable[int]) -> None:
        """Mark words as explained."""
        for i in indices:
            if 0 <= i < len(self.words):
                self.words[i].used = True

    def forget(self, inside: Container[int]) -> None:
        """Take out the mentions and clauses that begin in these words; no other clause keeps a mention of them."""
        self.mentions[:] = [m for m in self.mentions if m.start not in inside]
        self.clauses[:] = [c for c in self.clauses if c.verb not in inside]
        for clause in self.clauses:
            for place in clause.lists():
                place[:] = [m for m in place if m.start not in inside]
