"""Lists of cards whose names begin alike, where only one of them is written out: "Urza's Tower, Mine and Power Plant"."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.parser.words import Word

_BETWEEN = frozenset({",", "and", "&", "+", "/", "plus", "or", "both", "the", "a", "an", "no", "my", "his"})
_ALSO_TALK = frozenset({"mine"})
"""Words that mean something else as well: such a name needs two others of its kind in the question."""


def name_in_full(words: list[Word], lookup: Callable[[str], list[str]]) -> list[Word]:
    """The words with each such short name merged into one word of kind "card".

    Only names that begin with an owner's count ("Urza's …"): in "Snow-Covered Island and Forest" the Forest may be any.

    Args:
        words: a question's words, with names that are written out merged already.
        lookup: full names of the cards that are called exactly this.
    """
    for owner in {w.cards[0].split()[0] for w in words if w.kind == "card" and w.cards[0].split()[0].endswith("'s")}:
        for talk in (False, True):
            i = 0
            while i < len(words):
                length, name = _called(words, i, owner, lookup)
                if length and _listed(words, i, length, owner, talk=talk):
                    run = words[i : i + length]
                    text = " ".join(w.text for w in run)
                    card = Word(text, text.lower(), run[0].start, run[-1].end, "card", cards=(name,), guessed=False, sentence=run[0].sentence)  # fmt: skip
                    words = [*words[:i], card, *words[i + length :]]
                i += 1
    return words


def _called(words: list[Word], i: int, owner: str, lookup: Callable[[str], list[str]]) -> tuple[int, str]:
    """How many words from i on are the rest of a name of this owner's, and the name; (0, "") if none."""
    for n in (3, 2, 1):
        run = words[i : i + n]
        if len(run) < n or any(w.kind not in {"word", "number"} for w in run):
            continue
        found = lookup(" ".join([owner, *(w.lower for w in run)]))
        if len(found) == 1:
            return n, found[0]
    return 0, ""


def _listed(words: list[Word], i: int, length: int, owner: str, *, talk: bool) -> bool:
    """Whether a name stands in a list with another of its owner's."""
    ambiguous = words[i].lower in _ALSO_TALK
    if ambiguous != talk:
        return False
    kin = [k for k, w in enumerate(words) if w.kind == "card" and w.cards[0].split()[0] == owner]
    if ambiguous and len({words[k].cards for k in kin}) < 2:
        return False
    return any(all(w.lower in _BETWEEN for w in words[min(k, i) + (length if i < k else 1) : max(k, i)]) for k in kin)
