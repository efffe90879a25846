"""A passage as it is shown, checked against the corpus. Apart from the rest of the JSON form, since look-up needs this and nothing of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judgecall.corpus.passages import DEFAULT_MARK, Passage

if TYPE_CHECKING:
    from judgecall.answer.sources import Texts


class Source(msgspec.Struct, frozen=True):
    """A passage of source text, with the deciding words as spans of characters."""

    id: str
    title: str
    text: str
    marked: tuple[tuple[int, int], ...] = ()
    summary: bool = False


class CitationError(Exception):
    """A quote is not, word for word, in the corpus."""


def quoted(passage: Passage, texts: Texts, step_code: str = DEFAULT_MARK) -> Source:
    """A passage as a source, checked.

    Raises:
        CitationError: the text, or the words marked in it, are not an exact part of what the corpus holds.
    """
    source = Source(passage.id, passage.title, passage.text, passage.marked(step_code), passage.summary)
    check(source, texts)
    return source


def check(source: Source, texts: Texts) -> None:
    """Check a quote against the corpus.

    Raises:
        CitationError: it is not an exact substring of it.
    """
    held = texts.passage(source.id)
    if held is None or source.text not in held.text:
        raise CitationError(f"the quote of {source.id} is not in the corpus")
    for start, end in source.marked:
        if not (0 <= start < end <= len(source.text)):
            raise CitationError(f"the words marked in {source.id} are outside of it")
        if source.text[start:end] not in held.text:
            raise CitationError(f"the words marked in {source.id} are not in the corpus")
