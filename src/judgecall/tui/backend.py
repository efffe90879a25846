"""What the app needs of the rooms behind it. Nothing here is slow to import: the parser is loaded by `load`."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from judgecall.answer.ask import Judge
    from judgecall.answer.json_form import Answer, Source
    from judgecall.answer.lookup import CardNames, Found
    from judgecall.scenario.model import Scenario


class Origin(NamedTuple):
    """Where a passage comes from: the day it was published, and what to look up to see it in its place."""

    date: str
    query: str


Origins = dict[str, Origin]


class Backend(Protocol):
    """Answers and looks things up. Every method may take long and is called in a worker's thread."""

    def load(self) -> str:
        """Load everything that answering needs; returns the date of the rules."""
        ...

    def notice(self) -> str:
        """Something the player should know about the corpus, or empty."""
        ...

    def ask(self, question: str, context: Scenario | None) -> Answer:
        """Answer a question, which may go on from an earlier scenario."""
        ...

    def what_if(self, answer: Answer, key: str, holds: bool) -> Answer:
        """The same question with one fact settled.

        Raises:
            ValueError: the answer does not rest on this fact.
        """
        ...

    def look_up(self, text: str) -> Found:
        """Find a card, a rule, a term or a phrase. Works before `load` is through."""
        ...

    def origins(self, sources: Iterable[Source]) -> Origins:
        """Where passages come from, by their ids."""
        ...


class CorpusBackend:
    """The real thing."""

    def __init__(self) -> None:
        self._judge: Judge | None = None
        self._names: CardNames | None = None
        # The corpus is one connection to one database, and look-up runs beside a question.
        self._corpus = threading.Lock()

    def _opened(self) -> Judge:
        if self._judge is None:
            from judgecall.answer.opening import open_judge

            self._judge = open_judge()
        return self._judge

    def load(self) -> str:
        """Load the parser and the engine; returns the date of the rules."""
        with self._corpus:
            judge = self._opened()
            date = judge.library.rules_date
        # Outside of the lock, so that look-up works in the meantime: the parser reads only card facts.
        judge.reader  # noqa: B018  (loads it)
        from judgecall.engine import everything  # noqa: F401  (so that the first question does not wait for it)

        return date

    def notice(self) -> str:
        """What is wrong with the imported text, or empty."""
        with self._corpus:
            return str(getattr(self._opened().library, "notice", ""))

    def ask(self, question: str, context: Scenario | None) -> Answer:
        """Answer a question."""
        with self._corpus:
            return self._opened().ask(question, context)

    def what_if(self, answer: Answer, key: str, holds: bool) -> Answer:
        """The same question with one fact settled."""
        with self._corpus:
            return self._opened().what_if(answer, key, holds)

    def look_up(self, text: str) -> Found:
        """Find a text."""
        from judgecall.answer.lookup import CardNames, find
        from judgecall.cards.store import CardStore
        from judgecall.corpus.library import Library

        with self._corpus:
            judge = self._opened()
            library, store = judge.library, judge.store
            if not isinstance(library, Library) or not isinstance(store, CardStore):
                raise TypeError("look-up needs the whole corpus")
            if self._names is None:
                self._names = CardNames(store)
            return find(text, library, store, self._names)

    def origins(self, sources: Iterable[Source]) -> Origins:
        """Where passages come from."""
        found: Origins = {}
        with self._corpus:
            library = self._opened().library
            for source in sources:
                passage = library.passage(source.id)
                if passage is not None:
                    # Rules carry the date of the edition, which every answer shows already.
                    found[source.id] = Origin(
                        passage.date if passage.card else "", f"card:{passage.card}" if passage.card else source.id
                    )
        return found
