"""Opening everything a judge needs. Imports the parser only when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judgecall.answer.ask import Judge, Reader


def open_judge() -> Judge:
    """A judge on the shipped corpus (and the imported one, where there is one); the parser is loaded on first use."""
    from judgecall.answer.ask import Judge
    from judgecall.cards.store import CardStore
    from judgecall.corpus.library import open_library

    return Judge(open_library(), CardStore())


def open_reader(library: Any, store: Any) -> Reader:
    """The real parser."""
    from judgecall.parser.read import Reader

    return Reader(store, library)
