"""Exit statuses, and messages on standard error."""

from __future__ import annotations

import sys

ANSWERED = 0
FAILED = 1
USAGE = 2
NO_RULING = 3
INTERRUPTED = 130
BROKEN_PIPE = 141

BAD_INPUT = frozenset({"empty", "too_long", "not_text", "bad_line", "notation", "same_id"})
"""Reasons for no ruling that say the input is no question at all: bad usage."""


def complain(message: str) -> None:
    """Say on standard error what is wrong."""
    if sys.stderr is not None:
        print(f"judgecall: {printable(message)}", file=sys.stderr)


def printable(text: str) -> str:
    """The text without characters that could steer a terminal (names come from files that anyone may write)."""
    return "".join(c if c in "\n\t" or (c.isprintable() and not "\ud800" <= c <= "\udfff") else "�" for c in text)
