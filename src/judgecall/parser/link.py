"""Card names in a question: found exactly first, then as short names and nicknames, then misspelled.

A wrong card is far worse than none, so a name made of ordinary words must look like a
name (capitals, or standing where a card stands), and a misspelled one needs a floor and a
margin over the runner-up.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from judgecall.parser.lexicon import Lexicon
from judgecall.parser.words import Word

_LONGEST_NAME = 8
_FUZZY_FLOOR = 84.0
_MARGIN = 4.0
_BEFORE_NAME = frozenset({"my", "his", "a", "an", "the", "cast", "casts", "casting", "play", "with", "of", "on", "another", "two", "second",
                          "opp", "'s", "their", "under", "off", "through", "has", "have", "control", "controls", "into", "vs", "+", "and",
                          "flashed", "flash", "activate", "crack", "tap", "tapping", "and", "named", "naming", "via"})  # fmt: skip
_LITTLE = frozenset("a an the of to in on at for with and or but so then that this it its as by from into out up down off my his is are "
                    "be i you he she they we not no do does can will all any one two".split())  # fmt: skip


class CardNames(Protocol):
    """Where names are looked up."""

    def lookup(self, text: str) -> list[str]:
        """Full card names with exactly this name or face name (case and accents aside)."""
        ...

    def short_names(self, text: str) -> list[str]:
        """Full card names that are called so for short: cut at the comma, a nickname, one telling word."""
        ...

    def fuzzy(self, text: str) -> list[tuple[str, float]]:
        """Full card names whose spelling is close, best first, with scores of 0 to 100."""
        ...


class Linker:
    """Finds the card names among a question's words and merges each into one word.

    Args:
        names: where names are looked up.
        english: tells ordinary English words.
    """

    def __init__(self, names: CardNames, lexicon: Lexicon, english: Container[str]) -> None:
        self._names = names
        self._lexicon = lexicon
        self._english = english

    def link(self, words: list[Word]) -> list[Word]:
        """Words with each card name merged into one word of kind "card"."""
        words = self._pass(words, self._exact)
        words = self._pass(words, self._short)
        return self._pass(words, self._misspelled)

    def _pass(self, words: list[Word], find) -> list[Word]:  # type: ignore[no-untyped-def]
        merged: list[Word] = []
        i = 0
        while i < len(words):
            found = None
            if words[i].kind == "word" and words[i].lower != "'s":
                found = find(words, i)
            if found is None:
                merged.append(words[i])
                i += 1
                continue
            cards, length, guessed = found
            run = words[i : i + length]
            text = " ".join(w.text for w in run if w.kind != "mark").replace(" 's", "'s")
            merged.append(Word(text, text.lower(), run[0].start, run[-1].end, "card", cards=cards, guessed=guessed, sentence=run[0].sentence))
            i += length
        return merged

    def _runs(self, words: list[Word], i: int) -> list[tuple[int, str]]:
        """Texts that begin at word i, longest first, with how many words they take."""
        found: list[tuple[int, str]] = []
        text = ""
        for n in range(1, _LONGEST_NAME + 3):
            if i + n > len(words):
                break
            word = words[i + n - 1]
            if word.kind not in {"word", "number"} and word.lower not in {",", "-", "'", "/", "!"}:
                break
            if n > 1 and words[i + n - 2].start == word.start:
                break  # two words written out of one contraction
            text += ("" if word.lower in {",", "'s", "!"} else " " if text and words[i + n - 2].lower != "-" and word.lower != "-" else "") + word.text
            if word.kind in {"word", "number"}:
                found.append((n, text.strip()))
        return found[::-1]

    def _exact(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        for n, text in self._runs(words, i):
            cards = self._names.lookup(text)
            if not cards and text.lower().endswith("s") and n >= 1:
                cards = self._plural(text)
            if cards and self._looks_like_name(words, i, n):
                return tuple(cards), n, False
        return None

    def _plural(self, text: str) -> list[str]:
        if len(text) < 7:
            return []
        lower = text.lower()
        for one in (text[:-1], text[:-3] + "f" if lower.endswith("ves") else "", text[:-2] if lower.endswith("es") else ""):
            if one:
                cards = self._names.lookup(one)
                if cards:
                    return cards
        return []

    def _short(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        for n, text in self._runs(words, i):
            if n > 4:
                continue
            cards = self._names.short_names(text)
            if not cards or len(cards) > 4:
                continue
            run = words[i : i + n]
            if n == 1 and (self._lexicon.knows(run[0].lower) or (run[0].lower in self._english and not self._stands_as_name(words, i, 1))):
                continue
            if n > 1 and all(self._lexicon.knows(w.lower) or w.lower in _LITTLE for w in run) and not self._capitals(words, i, n):
                continue
            return tuple(cards), n, True
        return None

    def _misspelled(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        odd = [w for w in words[i : i + 4] if w.kind == "word" and w.lower not in self._english and not self._lexicon.knows(w.lower) and len(w.lower) > 3]
        if not odd:
            return None
        for n, text in self._runs(words, i):
            run = words[i : i + n]
            if n > 5 or not any(w in odd for w in run) or len(text) < 6:
                continue
            if run[-1].lower in _LITTLE or run[0].lower in _LITTLE - {"the"}:
                continue
            if n == 1 and self._lexicon.respell(run[0].lower):
                continue
            found = self._names.fuzzy(text)
            if not found or found[0][1] < _FUZZY_FLOOR:
                continue
            if len(found) > 1 and found[0][1] - found[1][1] < _MARGIN and found[0][0] != found[1][0]:
                continue
            return (found[0][0],), n, True
        return None

    def _looks_like_name(self, words: list[Word], i: int, n: int) -> bool:
        run = [w for w in words[i : i + n] if w.kind in {"word", "number"}]
        if self._capitals(words, i, n):
            return not (n == 1 and self._lexicon.knows(run[0].lower) and run[0].lower in self._english)
        known = [w.lower in _LITTLE or self._lexicon.knows(w.lower) for w in run]
        if len(run) == 1:
            word = run[0].lower
            if self._lexicon.knows(word):
                return False
            return word not in self._english or self._stands_as_name(words, i, n)
        if all(known):
            # "double strike", "at the ready": game talk, not a card.
            return self._lexicon.senses(w.lower for w in run) == [] and len(run) >= 2 and self._stands_as_name(words, i, n) and not any(
                w.lower in _LITTLE for w in (run[0], run[-1])
            )
        if len(run) == 2 and any(w.lower in _LITTLE for w in run):
            return False
        return True

    def _capitals(self, words: list[Word], i: int, n: int) -> bool:
        run = [w for w in words[i : i + n] if w.kind == "word" and w.lower not in _LITTLE]
        if not run or not all(w.text[:1].isupper() for w in run):
            return False
        if any(w.text.isupper() and len(w.text) > 1 for w in run):
            return False
        starts = i == 0 or words[i - 1].sentence != words[i].sentence
        return not starts or len(run) > 1

    def _stands_as_name(self, words: list[Word], i: int, n: int) -> bool:
        before = words[i - 1].lower if i else ""
        after = words[i + n].lower if i + n < len(words) else ""
        return before in _BEFORE_NAME or after in {"trigger", "'s", "on", "out", "in", "etb", "ability", "spell", "and", "+", "token"}
