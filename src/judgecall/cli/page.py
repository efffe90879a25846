"""A page of text for a terminal: paragraphs, headings, passages with the deciding words marked."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from judgecall.answer.verdict_badge import behind
from judgecall.cli.status import printable

if TYPE_CHECKING:
    from judgecall.answer.quote import Source
    from judgecall.answer.verdict_badge import Badge

_BOLD, _PLAIN, _FAINT = "\x1b[1m", "\x1b[0m", "\x1b[2m"
_MARK = "\x1b[1;4m"
"""Deciding words: bold and underlined, not by colour alone."""
_RULE, _HEAD = "\x1b[36m", "\x1b[1;36m"
_TONES = {
    "yes": "\x1b[1;30;42m",
    "no": "\x1b[1;37;41m",
    "depends": "\x1b[1;30;43m",
    "none": "\x1b[1;30;47m",
    "value": "\x1b[1;37;44m",
}
"""The verdict's badge by its tone, in the terminal's own colours; its word says the same."""
_START, _END = "\ue000", "\ue001"
"""Stand for the begin and end of marked words while a text is wrapped (private use: no real text has them)."""
_WIDEST = 100


class Page:
    """Lays out text; in colour only on a terminal, and never where NO_COLOR is set to anything."""

    def __init__(self, *, color: bool | None = None, width: int | None = None) -> None:
        tty = sys.stdout is not None and sys.stdout.isatty()
        self.color = tty and not os.environ.get("NO_COLOR") if color is None else color
        self.width = width or _width(tty)
        self.lines: list[str] = []

    def bold(self, text: str) -> str:
        """Bold, on a terminal."""
        return f"{_BOLD}{text}{_PLAIN}" if self.color else text

    def faint(self, text: str) -> str:
        """Faint, on a terminal."""
        return f"{_FAINT}{text}{_PLAIN}" if self.color else text

    def verdict(self, badge: Badge, text: str, number: str = "", bare: str = "") -> None:
        """A ruling: its verdict as a badge and the sentence behind it; where there are no colours the sentence says both.

        Args:
            badge: the verdict in a word.
            text: the sentence.
            number: of the part that it answers, where there are several.
            bare: the sentence where there is no badge, if it is another.
        """
        if not self.color:
            self.text(f"{number}{bare or text}", "")
            return
        word = f" {printable(badge.word.upper())} "
        lead = f"{number}{word} "
        lines = self._wrapped(printable(behind(badge, text)), " " * len(lead), "") or [lead]
        first = lines[0][len(lead) :]
        self.lines.append(f"{number}{_TONES[badge.tone]}{word}{_PLAIN} {self.bold(first)}".rstrip())
        self.lines.extend(map(self.bold, lines[1:]))

    def head(self, text: str) -> None:
        """A heading, set off by an empty line."""
        shown = f"{_HEAD}{printable(text)}{_PLAIN}" if self.color else printable(text)
        self.lines.extend(["", shown] if self.lines else [shown])

    def step(self, text: str, indent: str, hanging: str) -> None:
        """A step: the number of its rule, then what it says."""
        lines = self._wrapped(printable(text), indent, hanging)
        if self.color and lines:
            rule = printable(text.partition("  ")[0])
            lines[0] = lines[0].replace(rule, f"{_RULE}{rule}{_PLAIN}", 1)
        self.lines.extend(lines)

    def text(self, text: str, indent: str = "  ", hanging: str | None = None) -> None:
        """A paragraph."""
        self.lines.extend(self._wrapped(printable(text), indent, hanging))

    def _wrapped(self, text: str, indent: str, hanging: str | None) -> list[str]:
        follow = indent if hanging is None else hanging
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=follow,
            break_long_words=len(text) > 10 * self.width,
            break_on_hyphens=False,
        )

    def source(self, source: Source, indent: str = "  ", date: str = "", further: Iterable[str] = ()) -> None:
        """A passage with its title and date, the deciding words marked, and what stands under it."""
        notes = [*([date] if date else []), *(["a summary in our own words"] if source.summary else [])]
        noted = f" ({', '.join(notes)})" if notes else ""
        self.text(f"{source.title}{noted}", indent)
        text = source.text
        for start, end in sorted(source.marked, reverse=True):
            text = f"{text[:start]}{_START}{text[start:end]}{_END}{text[end:]}"
        on = False
        for paragraph in text.splitlines():
            for line in self._wrapped(_plain_marks(paragraph), f"{indent}  ", None):
                shown, on = self._marked(line, on)
                self.lines.append(shown)
        for line in further:
            self.text(line, f"{indent}  ")

    def _marked(self, line: str, on: bool) -> tuple[str, bool]:
        """A line with its marked words; the mark is taken up again on each line, after the indent."""
        if not self.color:
            return line.replace(_START, "").replace(_END, ""), False
        body = line.lstrip()
        shown = (_MARK if on else "") + body.replace(_START, _MARK).replace(_END, _PLAIN)
        still = body.rfind(_START) > body.rfind(_END) or (on and _END not in body and _START not in body)
        return line[: len(line) - len(body)] + shown + (_PLAIN if still else ""), still

    def __str__(self) -> str:
        return "\n".join(self.lines)


def _plain_marks(text: str) -> str:
    return _START.join(_END.join(printable(piece) for piece in part.split(_END)) for part in text.split(_START))


def _width(tty: bool) -> int:
    """How many columns to fill."""
    if not tty and "COLUMNS" not in os.environ:
        return _WIDEST
    import shutil  # imported late: it brings the compressors along

    return min(_WIDEST, max(30, shutil.get_terminal_size((_WIDEST, 24)).columns))
