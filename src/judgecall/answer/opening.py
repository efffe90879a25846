"""Opening everything a judge needs. Imports the parser only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judgecall.answer.ask import Judge, Reader
    from judgecall.cards.store import CardStore


def open_judge() -> Judge:
    """A judge on the shipped corpus (and the imported one, where there is one); the parser is loaded on first use."""
    from judgecall.answer.ask import Judge
    from judgecall.cards.store import CardStore
    from judgecall.corpus.library import open_library

    store = CardStore()
    return Judge(open_library(), store, loader=lambda: open_reader(store))


def open_reader(store: CardStore) -> Reader:
    """The real parser; loads spaCy."""
    from judgecall.cards.names import NameIndex
    from judgecall.parser.read import Reader as ParserReader

    return ParserReader(store, NameIndex(store.names_by_spelling, store.names_by_short_spelling))
