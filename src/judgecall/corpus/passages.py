"""Passages: the pieces of source text that an answer can quote, and the text of cards."""

from __future__ import annotations

import re
import unicodedata

import msgspec

RULE_NUMBER = re.compile(r"\d{3}\.\d{1,3}[a-z]?|\d{3}")
"""A rule or section number by itself: 509, 509.1, 509.1b, 702.118b."""

DEFAULT_MARK = "default"
"""The key in `Passage.marks` of the words to mark when no engine step names its own."""


class CardFace(msgspec.Struct, frozen=True, omit_defaults=True):
    """One face of a card, with its Oracle text. A field that does not apply is empty."""

    name: str
    mana_cost: str = ""
    type_line: str = ""
    text: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    defense: str = ""


class Passage(msgspec.Struct, frozen=True):
    """One passage of source text, with a stable id.

    `id` is a rule number ("106.7"), a ruling's id ("ochran-assassin-1") or "term:" and a glossary term.
    `title` says what it is in words a player knows. `summary` is true when `text` is our own paraphrase and
    not the published words. `date` is the day the text took effect or was published (ISO), empty if unknown.
    `marks` maps a step code of the engine, or "default", to the deciding words: always an exact substring of `text`.
    `rules` are the rules that decide a ruling.
    """

    id: str
    title: str
    text: str
    summary: bool = False
    source: str = ""
    date: str = ""
    card: str | None = None
    marks: dict[str, str] = {}
    rules: tuple[str, ...] = ()

    def marked(self, step_code: str = DEFAULT_MARK) -> tuple[tuple[int, int], ...]:
        """The span of the deciding words for a step, as (start, end) in characters; empty when none is known."""
        words = self.marks.get(step_code) or self.marks.get(DEFAULT_MARK)
        start = self.text.find(words) if words else -1
        return ((start, start + len(words)),) if words and start >= 0 else ()


def is_rule_number(text: str) -> bool:
    """Whether the text is the number of a rule or of a section and nothing else."""
    return RULE_NUMBER.fullmatch(text) is not None


def section_of(number: str) -> str:
    """The section that a rule belongs to: "509.1b" is in "509"."""
    return number[:3]


def rule_of(number: str) -> str:
    """The rule that a subrule belongs to: "509.1b" is part of "509.1"; a rule is its own."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def rule_order(number: str) -> tuple[int, int, str]:
    """Sort key that puts rule numbers in the order of the rulebook: 702.2, 702.2b, 702.11, 703."""
    section, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section), int(digits or 0), rest[len(digits) :]


def card_key(name: str) -> str:
    """A card name as a key for look-up: lower case, accents and punctuation gone, faces joined by one space.

    "Jermane, Pride of the Circus" and "jermane pride of the circus" give the same key.
    """
    plain = name if name.isascii() else _without_accents(name)
    return " ".join(plain.lower().replace("'", "").replace("//", " ").translate(_PUNCTUATION).split())


def _without_accents(name: str) -> str:
    plain = name.translate(_LETTERS)
    return "".join(letter for letter in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(letter))


def slug(name: str) -> str:
    """A card name as part of an id: its key with hyphens."""
    return card_key(name).replace(" ", "-")


_LETTERS = str.maketrans({"æ": "ae", "Æ": "Ae", "ø": "o", "ß": "ss", "’": "'", "‘": "'", "`": "'"})
_PUNCTUATION = str.maketrans(dict.fromkeys(',.:;!?"“”()&/-–—®™', " "))
