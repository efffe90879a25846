"""Apostrophes that were left out, where the words around show that one is meant: "under my opponents control", "its blocked by"."""

from __future__ import annotations

import re

_OWNED = re.compile(
    r"\b(opponent|opp|player|controller)s(?= (?:control|side|board)\b)",
    re.IGNORECASE,
)
_IS = re.compile(
    r"\b(it)s(?= (?:(?:already|still|not|now|also|just|being|currently|never) )?(?:blocked|blocking|attacking|attacked|tapped|untapped|unblocked|"
    r"equipped|enchanted|transformed|flipped|crewed|dead|alive|legal|illegal|destroyed|killed|exiled|countered|an? \d|night|day|my turn|his turn)\b)",
    re.IGNORECASE,
)


def with_apostrophes(question: str) -> str:
    """The question with "opponent's" and "it's" where they were meant."""
    return _IS.sub(r"\1's", _OWNED.sub(r"\1's", question))
