"""Putting a full card name into a question in place of the words that could mean several cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from judgecall.corpus.passages import card_key

_LONGEST = 8
_ALIKE = 0.6
_WORD = re.compile(r"[^\s?!;:()]+")
_END = re.compile(r"(?:['’]s?)?[,.]*$")
"""What may stand behind a name in the word that ends it."""


def with_choice(question: str, choices: Sequence[str], chosen: str) -> str:
    """The question with the chosen name in it.

    The words it replaces are those that every choice has in common, the longest such run; failing that, the run that
    is most like the chosen name; failing that, the name is put in front.
    """
    words = [match.span() for match in _WORD.finditer(question)]
    keys = [f" {card_key(choice)} " for choice in choices]
    best: tuple[float, int, int] | None = None
    for first in range(len(words)):
        for last in range(first, min(len(words), first + _LONGEST)):
            start, end = words[first][0], words[last][1]
            said = card_key(_END.sub("", question[start:end]))
            if len(said) < 3:
                continue
            if all(f" {said} " in key for key in keys):
                score = 10.0 + len(said)
            else:
                score = SequenceMatcher(None, said, card_key(chosen)).ratio()
                if score < _ALIKE:
                    continue
            if best is None or score > best[0]:
                best = (score, start, end)
    if best is None:
        return f"{chosen}: {question}"
    _, start, end = best
    behind = _END.search(question[start:end])
    return f"{question[:start]}{chosen}{behind[0] if behind else ''}{question[end:]}"
