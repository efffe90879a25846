"""Questions for advice on decks and buying: they name cards, and no rule answers them."""

from __future__ import annotations

from judgecall.parser.talk import Talk

_SOUGHT = frozenset({"replacement", "replacements", "substitute", "substitutes", "alternative", "alternatives", "upgrade", "upgrades"})  # fmt: skip
_PRAISE = frozenset({"budget", "cheap", "cheaper", "good", "decent", "solid", "better", "best"})
_DECK = frozenset({"deck", "decklist", "sideboard", "mainboard", "collection", "build", "brew"})


_ACTS = (
    "attack",
    "block",
    "no_block",
    "kill",
    "cast",
    "sacrifice",
    "activate",
    "crew",
    "pump",
    "bounce",
    "exile",
    "tap",
)


def asks_advice(talk: Talk) -> list[str]:
    """ "a good budget replacement for mana crypt in my deck": the words that ask for advice; "replacement effect" is no such word."""
    for i, word in enumerate(talk.words):
        if word.lower == "safely":
            return [word.lower]  # "can I attack safely": what is wise
        if _asks_what_is_wise(talk, i):
            return [word.lower]
        if word.lower not in _SOUGHT or talk.lowers[i + 1 : i + 2] not in (["for"], ["to"]):
            continue
        praised = _PRAISE & set(talk.lowers[max(0, i - 3) : i])
        if praised or _DECK & set(talk.lowers):
            return [word.lower]
    return []


def _asks_what_is_wise(talk: Talk, i: int) -> bool:
    """ "should I attack?", "is it worth blocking?", "is it smart to attack?", not "should I be able to block?"."""
    word, after = talk.words[i].lower, talk.words[i + 1 : i + 4]
    if word == "should" and after and after[0].lower in {"i", "we"}:
        verb = next((w for w in after[1:] if w.lower not in {"even", "just", "not", "also", "still"}), None)
        return verb is not None and verb.is_("verb", *_ACTS)
    if word == "should":
        # "should my goaded creature attack?" asks for what is wise as much as for what is required.
        asked = [c for c in talk.clauses if c.start <= i < c.verb and c.question and c.frame in {"attack", "block"}]
        return bool(asked) and not {"able", "have", "has"} & set(talk.lowers[i : asked[0].verb])
    if word in {"worth", "smart", "wise", "smarter", "wiser"}:
        said = talk.lowers[max(0, i - 2) : i] in (["is", "it"], ["be", "it"], ["it", "be"], ["it", "is"])
        return said and any(w.is_("verb", *_ACTS) for w in after)
    return False
