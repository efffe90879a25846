"""An answer as text for a person: the ruling, the steps as a tree, the source with the deciding words marked."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from judgecall.answer.verdict_badge import Badge, badge
from judgecall.cli.status import printable

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer, Part, StepForm
    from judgecall.answer.quote import Source

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
        tty = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self.color = tty if color is None else color
        self.width = width or min(_WIDEST, max(30, shutil.get_terminal_size((_WIDEST, 24)).columns))
        self.lines: list[str] = []

    def bold(self, text: str) -> str:
        """Bold, on a terminal."""
        return f"{_BOLD}{text}{_PLAIN}" if self.color else text

    def faint(self, text: str) -> str:
        """Faint, on a terminal."""
        return f"{_FAINT}{text}{_PLAIN}" if self.color else text

    def badge(self, badge: Badge) -> None:
        """A verdict in a word, on a terminal; where there are no colours the sentence alone says it."""
        if self.color:
            self.lines.append(f"{_TONES[badge.tone]} {printable(badge.word.upper())} {_PLAIN}")

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

    def text(self, text: str, indent: str = "  ", hanging: str | None = None, *, strong: bool = False) -> None:
        """A paragraph."""
        for line in self._wrapped(printable(text), indent, hanging):
            self.lines.append(self.bold(line) if strong else line)

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

    def source(self, source: Source, indent: str = "  ") -> None:
        """A passage with its title, the deciding words marked."""
        summary = " (a summary in our own words)" if source.summary else ""
        self.text(f"{source.title}{summary}", indent)
        text = source.text
        for start, end in sorted(source.marked, reverse=True):
            text = f"{text[:start]}{_START}{text[start:end]}{_END}{text[end:]}"
        on = False
        for paragraph in text.splitlines():
            for line in self._wrapped(_plain_marks(paragraph), f"{indent}  ", None):
                shown, on = self._marked(line, on)
                self.lines.append(shown)

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


def shown(answer: Answer, page: Page | None = None) -> str:
    """The answer as text."""
    page = page or Page()
    if answer.status == "no_ruling":
        page.badge(Badge("no ruling", "none"))
        page.text(f"No ruling. {answer.reason.text if answer.reason else ''}", "", strong=True)
        if answer.reason and answer.reason.choices:
            for choice in answer.reason.choices:
                page.text(f"- {choice}", "  ", "    ")
    else:
        for number, part in enumerate(answer.answers, 1):
            if number > 1:
                page.lines.append("")
            page.badge(badge(part.verdict))
            _part(page, part, f"{number}. " if len(answer.answers) > 1 else "")
    if answer.assumed:
        page.head("Assumed")
        for fact in answer.assumed:
            page.text(f"- {fact.text}", "  ", "    ")
    if answer.understood:
        page.head("How I read the question")
        page.text(answer.understood)
    if answer.not_understood:
        page.head("Left aside")
        page.text(", ".join(answer.not_understood))
    if answer.nearest:
        page.head("Nearest source text")
        for source in answer.nearest:
            page.source(source)
    page.lines.extend(["", page.faint(f"Rules of {answer.rules_date}.")])
    return str(page)


def _part(page: Page, part: Part, number: str) -> None:
    page.text(f"{number}{part.text}", "", strong=True)
    if part.steps:
        page.head("Steps")
        for line, hanging in tree(part.steps):
            page.step(line.lstrip(" "), "  " + " " * (len(line) - len(line.lstrip(" "))), hanging)
    if part.sources:
        page.head("Source")
        for source in part.sources:
            page.source(source)


def tree(steps: Sequence[StepForm]) -> list[tuple[str, str]]:
    """The steps as indented lines, the deciding one first and under each what it rests on; each with its hanging indent."""
    lines: list[tuple[str, str]] = []
    seen: set[int] = set()

    def add(index: int, depth: int) -> None:
        if index in seen or not 0 <= index < len(steps):
            return
        seen.add(index)
        step = steps[index]
        indent = "  " * depth
        lines.append((f"{indent}{step.rule}  {step.text}", f"    {indent}{' ' * len(step.rule)}"))
        for reason in step.because:
            add(reason, depth + 1)

    for index in reversed(range(len(steps))):
        add(index, 0)
    return lines
