"""Which cards can a piece of text mean: exact names, short names, nicknames, plurals, single words, misspellings.

Every method returns all candidates. Which of them was meant, or that it can't be told, is for the caller to say:
a wrong card is far worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from judgecall.cards.compile.irregular import PLURALS
from judgecall.cards.name_table import NameTable
from judgecall.cards.spelling import normal
from judgecall.corpus.files import corpus_folder

FLOOR = 86.0
"""Scores below this are no match."""
MARGIN = 4.0
"""Candidates this close to the best one are rivals of it."""
_SHORTEST = 5
"""Text shorter than this is never matched by likeness."""
_SHORTEST_PART = 3
_FEW = 3
_NEAR = 6
"""A nickname shorter than this is too easily another word with a slip."""
_FIRST_OF = re.compile(r"^([A-Z][\w'-]{3,}) (?:of|the|from) ")
_OF = (" of ", " the ", " from ")
_SINGULARS = {many.lower(): one.lower() for one, many in PLURALS.items() if one != many}
_PLURALS = {one.lower(): many.lower() for one, many in PLURALS.items()}
_DULL = frozenset(["the", "of", "and", "a", "an", "to", "in", "for", "from", "with", "on", "at", "by", "it", "is"])


def singulars(word: str) -> tuple[str, ...]:
    """What a word may be the plural of."""
    if word in _SINGULARS:
        return (_SINGULARS[word],)
    found = []
    if word.endswith("ies") and len(word) > 4:
        found.append(word[:-3] + "y")
    if word.endswith("ves"):
        found += [word[:-3] + "f", word[:-3] + "fe"]
    if word.endswith(("ses", "xes", "ches", "shes", "zes")):
        found.append(word[:-2])
    if word.endswith("men"):
        found.append(word[:-3] + "man")
    if word.endswith("s") and not word.endswith("ss"):
        found.append(word[:-1])
    return tuple(found)


def plurals(word: str) -> tuple[str, ...]:
    """What a word may be in the plural."""
    if word in _PLURALS:
        return (_PLURALS[word],)
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return (word[:-1] + "ies",)
    if word.endswith(("s", "x", "ch", "sh")):
        return (word + "es",)
    return (word + "s",)


class NameIndex:
    """All names, ready to be looked up by what players write."""

    def __init__(
        self,
        spelled: NameTable,
        short: NameTable,
        nicknames: Mapping[str, str] | None = None,
    ) -> None:
        """Index the names of cards and faces, given by their normal spelling and by that of what they are cut to.

        Without `nicknames` those of the shipped lexicon are read.
        """
        self._given = nicknames
        self._full = spelled
        self._short = short
        self._lengths: dict[int, list[str]] = {}

    @cached_property
    def _nicknames(self) -> dict[str, str]:
        return {normal(k): v for k, v in (shipped_nicknames() if self._given is None else self._given).items()}

    @cached_property
    def _text_of_nicknames(self) -> str:
        """All nicknames, and more, in normal spelling: what isn't in this is no nickname, and no file need be parsed."""
        return normal(nickname_file().read_text("utf-8") if self._given is None else " ".join(self._given))

    @cached_property
    def _first(self) -> dict[str, list[str]]:
        """Names by what stands before "of" or "the"."""
        found: dict[str, list[str]] = {}
        for name in (name for names in self._full.values() for name in names if " // " not in name):
            if "," not in name and any(word in name for word in _OF) and (match := _FIRST_OF.match(name)):
                found.setdefault(normal(match.group(1)), []).append(name)
        return found

    def lookup(self, text: str) -> list[str]:
        """Cards with exactly this name, or this nickname.

        A nickname goes first: who says "urborg" means Urborg, Tomb of Yawgmoth, and not the old land of that name.
        """
        nickname = self.nickname(text)
        return [nickname] if nickname else list(self._full.get(normal(text), ()))

    def nickname(self, text: str) -> str | None:
        """The card that this is a nickname of."""
        key = normal(text)
        return self._nicknames.get(key) if key in self._text_of_nicknames else None

    def near_nickname(self, word: str) -> str | None:
        """The card whose nickname of one word this is but for one slip ("balista"); None where there are several."""
        key = normal(word)
        if len(key) < _NEAR:
            return None
        near = [k for k in self._nicknames if len(k) >= _NEAR and k[0] == key[0] and " " not in k]
        found = process.extract(key, near, scorer=OSA.distance, score_cutoff=1, limit=2)
        return self._nicknames[found[0][0]] if len(found) == 1 else None

    def short_names(self, text: str) -> list[str]:
        """Cards whose name before the comma is this ("Thalia"), or before "of" or "the" ("Lurrus").

        Where more than a few begin so ("Wall of …") the word is no short name.
        """
        key = normal(text)
        if key in self._short:
            return list(self._short[key])
        found = [] if " " in key else self._first.get(key, [])  # those are single words, and slow to gather
        return list(found) if len(found) <= _FEW else []

    def plural_lookup(self, text: str) -> list[str]:
        """Cards of whose name this is a plural ("Taunting Elves"), or a singular ("Grizzly Bear")."""
        words = normal(text).split()
        found: dict[str, None] = {}
        for place in _heads(words):
            for other in (*singulars(words[place]), *plurals(words[place])):
                key = " ".join((*words[:place], other, *words[place + 1 :]))
                for name in self._full.get(key) or self._short.get(key) or ():
                    found[name] = None
        return list(found)

    def by_word(self, word: str) -> list[str]:
        """Cards with this as the first or the last word of their name ("copter", "orchard"), singular or plural."""
        key = normal(word)
        found: dict[str, None] = {}
        for form in (key, *singulars(key)):
            for name in self._edge_words.get(form, ()):
                found[name] = None
        return list(found)

    def by_words(self, text: str) -> list[str]:
        """Cards whose name has all these words in this order, with others between ("liliana healer")."""
        wanted = [w for w in normal(text).split() if w not in _DULL]
        if len(wanted) < 2:
            return []
        found = None
        for word in wanted:
            names = self._all_words.get(word, frozenset())
            found = names if found is None else found & names
        return sorted(name for name in found or () if _in_order(wanted, normal(name).split()))

    def with_part(self, text: str) -> list[str]:
        """Names with these words in them; those that begin with them come first, then shorter ones.

        The last word may be the beginning of one, if no name has it whole.
        """
        key = normal(text)
        if len(key) < _SHORTEST_PART:
            return []
        rows = list(self._full.holding(key))
        whole = [row for row in rows if f" {key} " in f" {row[0]} "]
        ordered = sorted(whole or rows, key=lambda row: (not row[0].startswith(key), len(row[0]), row[0]))
        return [name for row in ordered for name in row[1::2]]

    def fuzzy(self, text: str, floor: float = FLOOR, margin: float = MARGIN) -> list[tuple[str, float]]:
        """Cards whose full or short name is much like the text, best first, with scores from 0 to 100.

        Only candidates within `margin` of the best are kept: more than one means that it can't be told.
        """
        key = normal(text)
        if len(key) < _SHORTEST:
            return []
        # One wrong letter in a short word changes too much of it.
        lowest = max(floor, 90.0) if len(key) <= 6 else floor
        slack = max(1, round(len(key) * (100 - lowest) / 100 * 1.2))
        scored: dict[str, float] = {}
        for length in range(len(key) - slack, len(key) + slack + 1):
            rows = self._of_length(length)
            if rows:
                for match, score, _ in process.extract(key, rows, scorer=fuzz.ratio, score_cutoff=lowest, limit=8):
                    for name in (*self._full.get(match, ()), *self._short.get(match, ())):
                        scored[name] = max(score, scored.get(name, 0.0))
        if not scored:
            return []
        best = max(scored.values())
        kept = [(name, score) for name, score in scored.items() if score >= best - margin]
        return sorted(kept, key=lambda pair: (-pair[1], pair[0]))

    def within_slips(self, text: str, slips: int = 2) -> list[tuple[str, float]]:
        """Cards whose full or short name is at most so many slips away, best first, with scores from 0 to 100.

        Names that are as many slips away have the same score, since it can't be told which was meant. A slip is a letter left out, put in, changed, or swapped with the next. For look-up, where a person chooses: in
        short names two slips leave too little for anyone to be sure.
        """
        key = normal(text)
        slips = min(slips, (len(key) - 1) // 2)  # with more, no letter need be the name's
        scored: dict[str, tuple[int, float]] = {}
        for length in range(len(key) - slips, len(key) + slips + 1):
            rows = self._of_length(length)
            if rows:
                near = process.extract(key, rows, scorer=OSA.distance, score_cutoff=slips, limit=None)
                for match, distance, _ in near:
                    for name in (*self._full.get(match, ()), *self._short.get(match, ())):
                        scored[name] = min((distance, -fuzz.ratio(key, match)), scored.get(name, (slips + 1, 0.0)))
        best_first = sorted(scored, key=lambda name: (scored[name], name))
        return [(name, 100.0 * (1 - scored[name][0] / len(key))) for name in best_first]

    @cached_property
    def _all_words(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for key, names in self._full.items():
            for word in key.split():
                if word not in _DULL and len(word) > 2:
                    found.setdefault(word, set()).update(names)
        return {word: frozenset(names) for word, names in found.items()}

    @cached_property
    def _edge_words(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for key, names in self._full.items():
            words = [word for word in key.split() if word not in _DULL]
            for word in dict.fromkeys((words[:1] + words[-1:]) if len(words) > 1 else ()):
                if len(word) > 2:
                    found.setdefault(word, []).extend(names)
        return found

    def _of_length(self, length: int) -> list[str]:
        """The spellings of so many letters, of full and of short names."""
        if length not in self._lengths:
            both = (*self._full.of_length(length), *self._short.of_length(length))
            self._lengths[length] = list(dict.fromkeys(both))
        return self._lengths[length]


def _in_order(wanted: Sequence[str], words: Sequence[str]) -> bool:
    rest = iter(words)
    return all(any(word == other for other in rest) for word in wanted)


def _heads(words: Sequence[str]) -> Iterable[int]:
    """Where a name can take a plural: its last word, and the word before "of"."""
    if words:
        yield len(words) - 1
    for place, word in enumerate(words):
        if word in ("of", "the", "from") and place > 0 and words[place - 1] not in _DULL:
            yield place - 1
            return


def nickname_file() -> Path:
    """The nicknames in the lexicon of the corpus."""
    return corpus_folder() / "lexicon" / "nicknames.toml"


def shipped_nicknames() -> dict[str, str]:
    """The cards of the shipped nicknames."""
    import tomllib  # slow to import, and most look-ups are of no nickname

    return {str(key): str(value) for key, value in tomllib.loads(nickname_file().read_text("utf-8")).items()}
