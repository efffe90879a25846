"""Numbers of the parts of a question: "(1) does his guy die (2) does mine"."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?<!\S)(?:\(([1-9])[).]|([1-9])\)|([1-9])\.(?=\s+[A-Za-z]))(?=\s)")
"""(1)  1)  1."""
_OPENS = re.compile(r"(?:^|[.?!:;,\n]|\band)\s*$")
_ENDS = re.compile(r"(?:^|[.?!:;,\n]|\band|\bor)\s*$")


def without_part_numbers(text: str) -> str:
    """The text with the numbers of its parts blanked out, a question mark where one part runs into the next.

    Only numbers that count up from one are such; every character keeps its place.
    """
    found: list[re.Match[str]] = []
    for match in _NUMBER.finditer(text):
        number = next(int(n) for n in match.groups() if n)
        whole = match.group(1) is not None
        lone = match.group(2) is not None and text.count("(", 0, match.start()) == text.count(")", 0, match.start())
        placed = whole or (lone and bool(found)) or _OPENS.search(text[: match.start()]) is not None
        if number == len(found) + 1 and placed:
            found.append(match)
    if len(found) < 2:
        return text
    for match in found:
        runs_on = match is not found[0] and not _ENDS.search(text[: match.start()])
        blank = ("?" if runs_on else " ") + " " * (len(match.group()) - 1)
        text = text[: match.start()] + blank + text[match.end() :]
    return text
