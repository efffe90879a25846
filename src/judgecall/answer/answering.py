"""The answering room as the app sees it: asking may happen in this process or in one of its own (see `apart`)."""

from __future__ import annotations

import gc
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from judgecall.answer.ask import Judge
    from judgecall.answer.json_form import Answer, Supposed
    from judgecall.scenario.model import Scenario

_FIRST = "can my 2/2 block a 3/3 flyer?"


class Answering(Protocol):
    """Answers questions. Every method may take long; they may be called from several threads."""

    def load(self) -> str:
        """Load everything that answering needs; returns the date of the rules."""
        ...

    def ask(self, question: str, context: Scenario | None) -> Answer:
        """Answer a question, which may go on from an earlier scenario."""
        ...

    def varied(self, asked: Answer, changes: Mapping[str, str], supposed: Sequence[Supposed]) -> Answer:
        """The same question with facts stated otherwise or settled.

        Raises:
            ValueError: the question states no such fact.
        """
        ...

    def reopen(self) -> None:
        """Use the texts that have just been imported."""
        ...

    def notice(self) -> str:
        """Something the player should know, or empty."""
        ...

    def close(self) -> None:
        """End it; whoever waits for an answer gets an error instead."""
        ...


class Here:
    """Answers in this process."""

    def __init__(self) -> None:
        self._judge: Judge | None = None
        # SQLite and the imported text are used by one thread at a time.
        self._one = threading.Lock()

    def _opened(self) -> Judge:
        if self._judge is None:
            from judgecall.answer.opening import open_judge

            self._judge = open_judge()
        return self._judge

    def load(self) -> str:
        """Load the parser and the engine."""
        with self._one:
            judge = self._opened()
            judge.reader  # noqa: B018  (loads it)
            from judgecall.engine import everything  # noqa: F401  (so that the first question does not wait for it)

            # The first question makes indexes that all later ones use.
            judge.ask(_FIRST)
            # What was loaded stays for good. Python would go through all of it every few answers, a quarter of a second each.
            gc.freeze()
            return judge.library.rules_date

    def ask(self, question: str, context: Scenario | None) -> Answer:
        """Answer a question."""
        with self._one:
            return self._opened().ask(question, context)

    def varied(self, asked: Answer, changes: Mapping[str, str], supposed: Sequence[Supposed]) -> Answer:
        """The same question with facts stated otherwise or settled."""
        with self._one:
            return self._opened().varied(asked, changes, supposed)

    def reopen(self) -> None:
        """Use the texts that have just been imported."""
        from judgecall.corpus.library import open_library

        with self._one:
            self._opened().library = open_library()

    def notice(self) -> str:
        """What is wrong with the imported text, or empty."""
        return "" if self._judge is None else self._judge.library.notice

    def close(self) -> None:
        """There is nothing to end."""
