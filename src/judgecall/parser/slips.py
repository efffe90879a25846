"""Slips of spelling in names that are made of ordinary words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from judgecall.parser.lexicon import Lexicon
from judgecall.parser.words import Word

_FLOOR = 86.0
_MARGIN = 8.0


class Spellings(Protocol):
    """Where names of a close spelling are found."""

    def fuzzy(self, text: str) -> list[tuple[str, float]]:
        """Names whose spelling is close, best first, with scores of 0 to 100."""
        ...


def slip_of_words(run: Sequence[Word], names: Spellings, lexicon: Lexicon) -> str | None:
    """ "exotic orchids": the name of two words that these two English words are meant for, if nothing else comes near.

    Neither may be talk of the game, the first must be right, and the second may not begin otherwise.
    """
    if len(run) < 2 or any(w.kind != "word" or len(w.lower) < 5 or lexicon.knows(w.lower) for w in run):
        return None
    text = " ".join(w.lower for w in run)
    for form in (text, text.removesuffix("s")):
        found = names.fuzzy(form)
        if not found or found[0][1] < _FLOOR:
            continue
        if len(found) > 1 and found[1][0] != found[0][0] and found[0][1] - found[1][1] < _MARGIN:
            continue
        parts = found[0][0].lower().split()
        if len(parts) == 2 and parts[0] == run[0].lower and parts[1][0] == run[1].lower[0]:
            return found[0][0]
    return None
