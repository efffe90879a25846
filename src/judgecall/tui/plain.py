"""Text that is safe to show: what came from a question, a card or a file never steers the terminal or the layout."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content, Span
from textual.style import Style

_UNSHOWABLE = "�"


def plain(text: str) -> str:
    """The text with every character that can't be shown replaced, one for one, so that offsets stay right."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(c if c == "\n" or (c.isprintable() and not "\ud800" <= c <= "\udfff") else _UNSHOWABLE for c in text)


def one_line(text: str) -> str:
    """The text on one line."""
    return plain(" ".join(text.split()))


def shortened(text: str, length: int) -> str:
    """The text on one line, cut to so many characters."""
    text = one_line(text)
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"


def content(text: str, style: str = "", marked: Iterable[tuple[int, int, str | Style]] = ()) -> Content:
    """Text to show, with a style for all of it and styles for spans of characters; never read as markup."""
    spans = [Span(start, end, span_style) for start, end, span_style in marked if 0 <= start < end <= len(text)]
    if style and text:
        spans.insert(0, Span(0, len(text), style))
    return Content(plain(text), spans)


def joined(*pieces: tuple[str, str]) -> Content:
    """Pieces of text, each with its style, one after the other."""
    text = ""
    spans: list[tuple[int, int, str | Style]] = []
    for piece, style in pieces:
        if style:
            spans.append((len(text), len(text) + len(piece), style))
        text += piece
    return content(text, marked=spans)
