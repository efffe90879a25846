"""What the app needs of the rooms behind it. Nothing here is slow to import: the parser is loaded by `load`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from judgecall.answer.answering import Answering
    from judgecall.answer.json_form import Answer, Source, Supposed
    from judgecall.answer.lookup import CardNames, Found
    from judgecall.answer.suggest import Hit, Suggestions
    from judgecall.cards.store import CardStore
    from judgecall.corpus.library import Library
    from judgecall.scenario.model import Scenario
    from judgecall.tui.exchange import Facts

Progress = Callable[[str, int, int], None]
"""Told what is being read, how much of it is done, and how much there is (0: not known)."""


class Origin(NamedTuple):
    """Where a passage comes from: the day it was published, and what to look up to see it in its place."""

    date: str
    query: str


Origins = dict[str, Origin]


class Direct(NamedTuple):
    """What a question that is just a name or a number asks to read."""

    query: str
    found: Found


class Imported(NamedTuple):
    """What an import brought."""

    text: str
    """The same in words, for the player."""
    rules_date: str
    """The day that the rules in use now took effect (ISO date)."""


class ImportProblem(Exception):
    """Nothing was imported. The message says why, for the player."""


class Backend(Protocol):
    """Answers and looks things up. Every method may take long and is called in a worker's thread."""

    def load(self) -> str:
        """Load everything that answering needs; returns the date of the rules."""
        ...

    def notice(self) -> str:
        """Something the player should know about the corpus, or empty."""
        ...

    def full(self) -> bool:
        """Whether the full texts are imported."""
        ...

    def seems_full(self) -> bool:
        """Whether the full texts seem to be imported: known at once, before anything is opened."""
        ...

    def ask(self, question: str, context: Scenario | None) -> Answer:
        """Answer a question, which may go on from an earlier scenario."""
        ...

    def direct(self, question: str) -> Direct | None:
        """What to read, if the question is nothing but a card's name or a rule's number."""
        ...

    def facts(self, answer: Answer) -> Facts:
        """What a what-if can turn in an answer."""
        ...

    def varied(self, asked: Answer, changes: Mapping[str, str], supposed: Sequence[Supposed]) -> Answer:
        """The same question with facts stated otherwise or settled.

        Raises:
            ValueError: the question states no such fact.
        """
        ...

    def look_up(self, text: str) -> Found:
        """Find a card, a rule, a term or a phrase. Works before `load` is through."""
        ...

    def suggest(self, typed: str) -> list[Hit]:
        """What fits what has been typed so far; fast enough for every key."""
        ...

    def origins(self, sources: Iterable[Source]) -> Origins:
        """Where passages come from, by their ids."""
        ...

    def import_texts(self, folder: Path | None, progress: Progress) -> Imported:
        """Import the full texts from files in a folder, or fetch them; returns what was imported.

        Raises:
            ImportProblem: nothing was imported.
        """
        ...

    def close(self) -> None:
        """The app ends: let go of whatever runs."""
        ...


class CorpusBackend:
    """The real thing: looks up here, and asks where it is told to.

    Args:
        answering: answers questions; None: in this process.
    """

    def __init__(self, answering: Answering | None = None) -> None:
        if answering is None:
            from judgecall.answer.answering import Here

            answering = Here()
        self._answering = answering
        self._opened: tuple[Library, CardStore, CardNames] | None = None
        self._suggestions: Suggestions | None = None
        # The corpus is one connection to one database, and several look-ups may run at once.
        self._corpus: AbstractContextManager[bool] = threading.RLock()

    def load(self) -> str:
        """Load the parser and the engine; returns the date of the rules."""
        return self._answering.load()

    def notice(self) -> str:
        """What is wrong with the imported text, or with answering, or empty."""
        with self._corpus:
            library, _, _ = self._texts()
            return library.notice or self._answering.notice()

    def full(self) -> bool:
        """Whether the full texts are imported."""
        with self._corpus:
            library, _, _ = self._texts()
            return library.full

    def seems_full(self) -> bool:
        """Whether there is a file of imported texts."""
        from judgecall.corpus.folders import has_imported_texts

        return has_imported_texts()

    def ask(self, question: str, context: Scenario | None) -> Answer:
        """Answer a question."""
        return self._answering.ask(question, context)

    def close(self) -> None:
        """End what answers."""
        self._answering.close()

    def direct(self, question: str) -> Direct | None:
        """What to read, if the question is nothing but a card's name or a rule's number."""
        from judgecall.answer.lookup import exactly_named

        with self._corpus:
            library, store, names = self._texts()
            found = exactly_named(question, library, store, names)
        return None if found is None else Direct(question.strip(), found)

    def facts(self, answer: Answer) -> Facts:
        """What a what-if can turn in an answer."""
        from judgecall.scenario.stated import can_gain, stated_facts
        from judgecall.tui.exchange import Facts

        if answer.scenario is None:
            return Facts()
        _, store, _ = self._texts()

        def is_creature(card: str) -> bool:
            facts = store.get(card)
            return facts is not None and any("creature" in face.types for face in facts.faces)

        return Facts(stated_facts(answer.scenario), can_gain(answer.scenario, is_creature))

    def varied(self, asked: Answer, changes: Mapping[str, str], supposed: Sequence[Supposed]) -> Answer:
        """The same question with facts stated otherwise or settled."""
        return self._answering.varied(asked, changes, supposed)

    def _texts(self) -> tuple[Library, CardStore, CardNames]:
        from judgecall.answer.lookup import CardNames
        from judgecall.cards.store import CardStore
        from judgecall.corpus.library import open_library

        with self._corpus:
            if self._opened is None:
                store = CardStore()
                self._opened = open_library(), store, CardNames(store)
            return self._opened

    def look_up(self, text: str) -> Found:
        """Find a text."""
        from judgecall.answer.lookup import find

        with self._corpus:
            library, store, names = self._texts()
            return find(text, library, store, names)

    def suggest(self, typed: str) -> list[Hit]:
        """What fits what has been typed so far."""
        from judgecall.answer.suggest import Suggestions

        with self._corpus:
            if self._suggestions is None:
                self._suggestions = Suggestions(*self._texts())
                self._suggestions.warm()
            return self._suggestions.find(typed)

    def origins(self, sources: Iterable[Source]) -> Origins:
        """Where passages come from."""
        found: Origins = {}
        with self._corpus:
            library, _, _ = self._texts()
            for source in sources:
                passage = library.passage(source.id)
                if passage is not None:
                    # Rules carry the date of the edition, which every answer shows already.
                    found[source.id] = Origin(
                        passage.date if passage.card else "", f"card:{passage.card}" if passage.card else source.id
                    )
        return found

    def import_texts(self, folder: Path | None, progress: Progress) -> Imported:
        """Import from files in a folder, or fetch what is newest; then the texts are in use at once."""
        from judgecall.corpus.importer import ImportFailed, import_data
        from judgecall.corpus.library import open_library
        from judgecall.corpus.update import UpdateFailed, update

        try:
            if folder is None:
                report = update(progress=progress).imported
            else:
                report = import_data(**files_in(folder), progress=progress)
        except (ImportFailed, UpdateFailed) as error:
            raise ImportProblem(str(error)) from error
        with self._corpus:
            _, store, names = self._texts()
            library = open_library()
            self._opened = library, store, names
            self._suggestions = None
        self._answering.reopen()
        if report is None:
            return Imported("Everything is current already.", library.rules_date)
        text = (
            f"Imported: {report.rules:,} rules of {report.rules_date or 'unknown date'}, {report.terms:,} terms, "
            f"{report.cards:,} cards, {report.rulings:,} rulings. " + " ".join(report.notes)
        ).strip()
        return Imported(text, library.rules_date)


def files_in(folder: Path) -> dict[str, Path | None]:
    """The files of rules, cards and rulings in a folder, told by their names.

    Raises:
        ImportProblem: it is no folder, or has none of them.
    """
    try:
        files = sorted((path for path in folder.iterdir() if path.is_file()), key=lambda path: path.stat().st_mtime)
    except OSError as error:
        raise ImportProblem(f"{folder} can't be read ({error.strerror or error}).") from error
    found: dict[str, Path | None] = {"rules": None, "cards": None, "rulings": None}
    for path in files:
        name = path.name.lower()
        if "ruling" in name:
            found["rulings"] = path
        elif "cards" in name and ".json" in name:
            found["cards"] = path
        elif name.endswith(".txt") and ("rule" in name or name.startswith("cr")):
            found["rules"] = path
    if not any(found.values()):
        raise ImportProblem(
            f"{folder} has none of the files: a .txt of the rules (named like “MagicCompRules.txt” or “cr.txt”), a .json "
            "of cards (“oracle-cards….json”, “AtomicCards.json”), a .json of rulings (“rulings….json”)."
        )
    return found
