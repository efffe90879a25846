"""A short name with the whole one in brackets: "I have Kondo out (Sidar Kondo of Jamuraa)"."""

from __future__ import annotations

import re

from judgecall.parser.words import Word

_NO_NAMES = frozenset({"the", "with", "from", "that", "this", "into", "over", "your", "land", "lands", "creature"})
_SHORTEST = 4
"""Letters of the shortest word that is taken for a card's short name."""


def name_before_brackets(words: list[Word]) -> list[Word]:
    """The words with each such short name made the card, and the brackets that only say which one it is taken out."""
    for i in range(len(words) - 2, 1, -1):
        if (
            words[i].kind != "card"
            or len(words[i].cards) != 1
            or words[i - 1].lower != "("
            or words[i + 1].lower != ")"
        ):
            continue
        parts = set(re.findall(r"[\w'’-]+", words[i].cards[0].lower()))
        short = [
            k for k, w in enumerate(words[: i - 1])
            if w.kind == "word" and len(w.lower) >= _SHORTEST and w.lower in parts - _NO_NAMES
        ]  # fmt: skip
        others = [w for k, w in enumerate(words) if k != i and w.kind == "card" and w.cards == words[i].cards]
        if len(short) != 1 or others:
            continue
        k = short[0]
        was = words[k]
        card = Word(was.text, was.lower, was.start, was.end, "card", cards=words[i].cards, guessed=False, sentence=was.sentence)  # fmt: skip
        words = [*words[:k], card, *words[k + 1 : i - 1], *words[i + 2 :]]
        return name_before_brackets(words)
    return words
