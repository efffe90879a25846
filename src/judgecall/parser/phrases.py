"""Fragments of talk found wherever they stand: short patterns over words, senses and mentions.

A pattern is a row of elements separated by spaces. Each element is one of

    word|word     one of these words (lower case; `_` for a space in a merged phrase: win_the_game)
    v:kill|die    a verb of one of these frames;  n:coven  a noun;  k:trample  a keyword;  m:upkeep  a moment
    s:which       any word with a sense of this kind
    N  ORD  CH    a number, an ordinal, a change of size (+1/+0)
    OBJ  PRON  ANY  CARD  BARE   a mention: an object, a pronoun, either, a named card, an object without a name
    YOU  OPP  PL  a mention of a player
    OWN           a possessive word (my, his)
    ~             up to three words that say nothing, none of them a mark

and may end in `?` (it need not be there). What captures (numbers, mentions, changes) is kept in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.parser.words import Word

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
            "tenth": 10, "7th": 7, "8th": 8, "6th": 6, "5th": 5, "4th": 4, "3rd": 3, "2nd": 2}  # fmt: skip
TIMES = {"once": 1, "twice": 2, "thrice": 3}
_OF_MENTIONS = frozenset({"OBJ", "PRON", "ANY", "CARD", "BARE", "YOU", "OPP", "PL"})
_KINDS = {"v": "verb", "n": "noun", "k": "keyword", "m": "moment"}
_LITTLE = frozenset({"a", "an", "the", "of", "to", "is", "are", "was", "were", "it", "its", "then", "so", "now", "just", "still", "already",
                     "even", "really", "ever", "also", "both", "only", "same", "again", "be", "will", "would", "gets", "get", "got", "all",
                     "that", "this", "currently",
        "right now",
        "rn",
        "atm", "actually", "there", "on", "in", "for", "'s", "too", "right", "some", "any"})  # fmt: skip


class Match(msgspec.Struct, frozen=True):
    """Where a pattern was found and what it caught."""

    start: int
    end: int
    mentions: tuple[Mention, ...] = ()
    numbers: tuple[int, ...] = ()
    changes: tuple[tuple[int, int], ...] = ()

    @property
    def words(self) -> set[int]:
        """The indices of its words."""
        return set(range(self.start, self.end))


@lru_cache(maxsize=4096)
def _parts(pattern: str) -> tuple[tuple[str, bool], ...]:
    return tuple((p.removesuffix("?"), p.endswith("?") and len(p) > 1) for p in pattern.split())


@lru_cache(maxsize=4096)
def _needed(pattern: str) -> tuple[str, ...]:
    """The elements that must be there for the pattern to fit at all."""
    return tuple(dict.fromkeys(e for e, optional in _parts(pattern) if not optional and e != "~"))


@lru_cache(maxsize=4096)
def _openings(pattern: str) -> tuple[str, ...] | None:
    """The elements that a fit can begin with, or None where it may begin with any word."""
    found: list[str] = []
    for element, optional in _parts(pattern):
        if element == "~":
            return None
        found.append(element)
        if not optional:
            return tuple(found)
    return None


class Finder:
    """Finds patterns in one talk."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self._starts = {m.start: m for m in talk.mentions}
        self._inside = {i: m for m in talk.mentions for i in range(m.start, m.end)}
        self._index = talk.index

    def all(self, *patterns: str, start: int = 0, end: int | None = None) -> list[Match]:
        """Where the patterns fit, from word `start` up to `end`, in text order: the longest fits, none inside another."""
        found: list[Match] = []
        for match in self._everywhere(*patterns):
            if (
                match.start >= start
                and (end is None or match.start < end)
                and not (found and match.start < found[-1].end)
            ):
                found.append(match)
        return found

    def _everywhere(self, *patterns: str) -> list[Match]:
        best: dict[int, Match] = {}
        for pattern in patterns:
            if not all(self._where(e) for e in _needed(pattern)):
                continue
            parts = _parts(pattern)
            openings = _openings(pattern)
            starts = (
                range(len(self.talk.words))
                if openings is None
                else sorted({i for e in openings for i in self._where(e)})
            )
            for start in starts:
                for match in self._fit(parts, 0, start, Match(start, start)):
                    if match.end > start and (start not in best or match.end > best[start].end):
                        best[start] = match
        return [best[start] for start in sorted(best)]

    def _where(self, element: str) -> frozenset[int]:
        """The words that an element may stand on: most patterns are out before any fitting, for want of one of theirs."""
        places = self._index.found.get(element)
        if places is None:
            places = frozenset(self._look_up(element))
            if element not in _OF_MENTIONS:
                self._index.found[element] = places
        return places

    def _look_up(self, element: str) -> Iterable[int]:
        if element == "N":
            return [i for i, w in enumerate(self.talk.words) if w.kind == "number" or w.lower in {"no", "zero"}]
        if element == "ORD":
            return [i for i, w in enumerate(self.talk.words) if w.lower in ORDINALS]
        if element == "CH":
            return [i for i, w in enumerate(self.talk.words) if w.kind == "change"]
        if element == "OWN":
            return self._meant_by("player")
        if element in _OF_MENTIONS:
            return self._starts
        kind, colon, values = element.partition(":")
        if colon and kind in _KINDS:
            return [i for v in values.split("|") for i in self._index.meant.get((_KINDS[kind], v), ())]
        if colon and kind == "s":
            return [i for v in values.split("|") for i in self._meant_by(v)]
        return [i for v in element.split("|") for i in self._index.spelled.get(v, ())]

    def _meant_by(self, kind: str) -> list[int]:
        return self._index.kinds.get(kind, [])

    def first(self, *patterns: str) -> Match | None:
        """The first place where one of the patterns fits."""
        found = self.all(*patterns)
        return found[0] if found else None

    def last(self, *patterns: str) -> Match | None:
        """The last place where one of the patterns fits."""
        found = self.all(*patterns)
        return found[-1] if found else None

    def _fit(self, parts: tuple[tuple[str, bool], ...], n: int, at: int, so_far: Match) -> Iterator[Match]:
        if n == len(parts):
            yield msgspec.structs.replace(so_far, end=at)
            return
        element, optional = parts[n]
        if element == "~":
            yield from self._fit(parts, n + 1, at, so_far)
            for k in range(1, 4):
                if at + k > len(self.talk.words) or not self._says_nothing(at + k - 1):
                    return
                yield from self._fit(parts, n + 1, at + k, so_far)
            return
        step = self._one(element, at, so_far) if at in self._where(element) else None
        if step is not None:
            yield from self._fit(parts, n + 1, step.end, step)
        if optional:
            yield from self._fit(parts, n + 1, at, so_far)

    def _says_nothing(self, i: int) -> bool:
        word = self.talk.words[i]
        return word.kind == "word" and (word.lower in _LITTLE or word.is_("still")) and i not in self._starts

    def _one(self, element: str, at: int, so_far: Match) -> Match | None:
        """The step over an element on a word that it may stand on."""
        if element.isupper():
            return self._caught(element, at, self.talk.words[at], so_far)
        if element.startswith("v:") and (inside := self._inside.get(at)) is not None and inside.is_object:
            return None  # "the flipped werewolf": part of what it is called
        return self._on(so_far, at)

    def _on(self, so_far: Match, at: int) -> Match:
        return msgspec.structs.replace(so_far, end=at + 1)

    def _caught(self, element: str, at: int, word: Word, so_far: Match) -> Match | None:
        if element == "N":
            value = word.value[0] if word.kind == "number" else 0 if word.lower in {"no", "zero"} else None
            return (
                None if value is None else msgspec.structs.replace(so_far, end=at + 1, numbers=(*so_far.numbers, value))
            )
        if element == "ORD":
            n = ORDINALS.get(word.lower)
            return None if n is None else msgspec.structs.replace(so_far, end=at + 1, numbers=(*so_far.numbers, n))
        if element == "CH":
            if word.kind != "change":
                return None
            return msgspec.structs.replace(
                so_far, end=at + 1, changes=(*so_far.changes, (word.value[0], word.value[1]))
            )
        if element == "OWN":
            owns = any(s.kind == "player" and s.form == "possessive" for s in word.senses)
            return self._on(so_far, at) if owns else None
        mention = self._starts.get(at)
        if mention is None or not _is_a(element, mention):
            return None
        return msgspec.structs.replace(so_far, end=mention.end, mentions=(*so_far.mentions, mention))


def _is_a(element: str, mention: Mention) -> bool:
    if element == "OBJ":
        return mention.is_object
    if element == "PRON":
        return mention.head in {"pronoun", "some"} or mention.article == "pronoun"
    if element == "ANY":
        return mention.head != "player" or mention.article == "pronoun"
    if element == "CARD":
        return bool(mention.cards)
    if element == "BARE":
        return mention.is_object and not mention.cards
    if element in {"YOU", "OPP"}:
        return mention.head == "player" and mention.player == element.lower()
    return mention.head == "player"
