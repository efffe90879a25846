"""Ranking the shipped passages for a question: BM25 over their words, those players use, and how often a rule decides.

The passages are about a thousand short sentences, so the index is built in memory when it is first needed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from judgecall.corpus.fulltext import content_words
from judgecall.corpus.passages import Passage

_K1 = 1.2
_B = 0.35
"""BM25's saturation and length parameters; summaries are all short, so length says little."""

_TITLE = 3.0
_WORDS = 3.0
_TEXT = 1.0

_DOUBLED = re.compile(r"([bdgmnprt])\1$")


def stem(word: str) -> str:
    """A rough stem: block, blocks, blocked and blocking become one, as do die, dies and died."""
    if not word.isalpha() or len(word) < 4:
        return word
    for ending in ("ing", "ed", "er", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = _DOUBLED.sub(r"\1", word.removesuffix(ending))
            break
    return word.removesuffix("e") if len(word) > 3 else word


def stems(text: str) -> list[str]:
    """The stems of the content words of a text, each once, in order."""
    return list(dict.fromkeys(stem(word) for word in content_words(text)))


class PlayerWords:
    """Rewrites a question into the words of the rules ("cmc" is "mana value"), from corpus/rules/synonyms.toml."""

    def __init__(self, synonyms: Mapping[str, str]) -> None:
        self._synonyms = dict(synonyms)
        longest_first = sorted(synonyms, key=len, reverse=True)
        self._pattern = re.compile(r"(?<![\w'])(?:" + "|".join(map(re.escape, longest_first)) + r")(?![\w'])")

    def added(self, text: str) -> str:
        """The rules' words for what the text says, to be searched along with it."""
        if not self._synonyms:
            return ""
        plain = text.lower().replace("’", "'")
        return " ".join(self._synonyms[found] for found in self._pattern.findall(plain))


class PassageRanking:
    """BM25 over passages. `words` and `weights` are per passage id; a weight of 2 doubles a passage's score."""

    def __init__(
        self,
        passages: Iterable[Passage],
        words: Mapping[str, str],
        weights: Mapping[str, float],
        player_words: PlayerWords,
    ) -> None:
        self._player_words = player_words
        self._ids: list[str] = []
        self._weights: list[float] = []
        frequencies: list[dict[str, float]] = []
        for passage in passages:
            self._ids.append(passage.id)
            self._weights.append(weights.get(passage.id, 1.0))
            frequencies.append(_frequencies(passage, words.get(passage.id, "")))
        self._numbers = {id: number for number, id in enumerate(self._ids)}
        lengths = [sum(counts.values()) for counts in frequencies]
        average = sum(lengths) / max(1, len(lengths))
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for number, counts in enumerate(frequencies):
            norm = _K1 * (1 - _B + _B * lengths[number] / average)
            for word, count in counts.items():
                saturated = count * (_K1 + 1) / (count + norm)
                self._postings.setdefault(word, []).append((number, saturated))

    def search(
        self, text: str, limit: int, beside: Iterable[tuple[str, float]] = (), likely: Mapping[str, float] | None = None
    ) -> list[str]:
        """Ids of the passages that best match any of the words of the text, best first.

        Args:
            beside: further texts with how much each counts in all, as against one word of the text.
            likely: what passages score without a word of theirs, by id.
        """
        scores: dict[int, float] = {}
        self._add(scores, stems(f"{text} {self._player_words.added(text)}"), 1.0)
        for other, weight in beside:
            words = stems(other)
            # Twice as many words don't say twice as much.
            self._add(scores, words, weight / math.sqrt(max(1, len(words))))
        for id, score in (likely or {}).items():
            if id in self._numbers:
                scores[self._numbers[id]] = scores.get(self._numbers[id], 0.0) + score
        best = sorted(scores, key=lambda number: (-scores[number] * self._weights[number], number))
        return [self._ids[number] for number in best[:limit]]

    def _add(self, scores: dict[int, float], words: Iterable[str], weight: float) -> None:
        for word in words:
            postings = self._postings.get(word, ())
            rarity = math.log(1 + (len(self._ids) - len(postings) + 0.5) / (len(postings) + 0.5))
            for number, part in postings:
                scores[number] = scores.get(number, 0.0) + weight * rarity * part

    def has_all_words(self, text: str) -> bool:
        """Whether one passage holds every content word of the text."""
        holders = [{number for number, _ in self._postings.get(word, ())} for word in stems(text)]
        return bool(holders and set.intersection(*holders))

    def overlap(self, question: str, text: str, without: str = "") -> float:
        """How much a text shares with a question: summed rarity of the shared words over the root of its length.

        Words of `without` (a card's name) do not count. 0 when nothing is shared.
        """
        asked = set(stems(f"{question} {self._player_words.added(question)}")) - set(stems(without))
        said = stems(text)
        total = sum(
            math.log(1 + len(self._ids) / (1 + len(self._postings.get(word, ())))) for word in said if word in asked
        )
        return total / math.sqrt(max(1, len(said)))


def _frequencies(passage: Passage, words: str) -> dict[str, float]:
    counts: Counter[str] = Counter()
    found: dict[str, float] = {}
    for text, weight in ((passage.title, _TITLE), (words, _WORDS), (passage.text, _TEXT)):
        counts = Counter(stem(word) for word in content_words(text))
        for word, count in counts.items():
            found[word] = found.get(word, 0.0) + weight * count
    return found
