"""Questions for advice on decks and buying: they name cards, and no rule answers them."""

from __future__ import annotations

from judgecall.parser.talk import Talk

_SOUGHT = frozenset({"replacement", "replacements", "substitute", "substitutes", "alternative", "alternatives", "upgrade", "upgrades"})  # fmt: skip
_PRAISE = frozenset({"budget", "cheap", "cheaper", "good", "decent", "solid", "better", "best"})
_DECK = frozenset({"deck", "decklist", "sideboard", "mainboard", "collection", "build", "brew"})


def asks_advice(talk: Talk) -> list[str]:
    """ "a good budget replacement for mana crypt in my deck": the words that ask for advice; "replacement effect" is no such word."""
    for i, word in enumerate(talk.words):
        if word.lower == "safely":
            return [word.lower]  # "can I attack safely": what is wise
        if word.lower not in _SOUGHT or talk.lowers[i + 1 : i + 2] not in (["for"], ["to"]):
            continue
        praised = _PRAISE & set(talk.lowers[max(0, i - 3) : i])
        if praised or _DECK & set(talk.lowers):
            return [word.lower]
    return []
