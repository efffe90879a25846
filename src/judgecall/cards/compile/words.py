"""Single words of Oracle text that stand for a value: numbers, colours, types, subtypes, symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from judgecall.cards.compile.grammar import GRAMMAR, word_rule
from judgecall.cards.compile.irregular import PLURALS
from judgecall.cards.compile.text import Word

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_WORDS = {letter: word for word, letter in COLORS.items()}
TYPES = (
    "creature", "land", "artifact", "enchantment", "planeswalker", "battle", "instant", "sorcery", "permanent",
    "kindred",
)  # fmt: skip
_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
NUMBERS = {word: n for n, word in enumerate(_NUMBERS)} | {
    "a": 1,
    "an": 1,
    "another": 1,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "ninety-nine": 99,
}


def plural(word: str) -> str:
    """The plural of a subtype."""
    if word in PLURALS:
        return PLURALS[word]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word + "s"


def _listed_subtypes() -> Iterator[tuple[str, str]]:
    kind = ""
    for line in (Path(__file__).parent / "subtypes.txt").read_text("utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.endswith(":"):
            kind = line[:-1]
            continue
        for name in line.split(","):
            if name.strip():
                yield name.strip(), kind


SUBTYPES: dict[str, str] = dict(_listed_subtypes())
"""Each subtype and the card type it belongs to (CR 205.3g-q)."""
_SUBTYPE_FORMS = {form.lower(): name for name in SUBTYPES for form in (plural(name), name)}


def singular_subtype(text: str) -> str | None:
    """The subtype that a word with a capital means, in the singular or the plural."""
    return _SUBTYPE_FORMS.get(text.lower()) if text[:1].isupper() else None


@word_rule("int")
def _int(word: Word) -> int | None:
    if word.text.isdigit():
        return int(word.text)
    return NUMBERS.get(word.low)


@word_rule("digits")
def _digits(word: Word) -> int | None:
    return int(word.text) if word.text.isdigit() else None


@word_rule("color")
def _color(word: Word) -> str | None:
    return COLORS.get(word.low)


@word_rule("colorish")
def _colorish(word: Word) -> str | None:
    if word.low in ("colorless", "multicolored", "monocolored"):
        return word.low
    return COLORS.get(word.low)


@word_rule("noncolor")
def _noncolor(word: Word) -> str | None:
    if not word.low.startswith("non"):
        return None
    return COLORS.get(word.low[3:]) or ("colorless" if word.low == "noncolorless" else None)


@word_rule("type")
def _type(word: Word) -> str | None:
    low = word.low
    if low in TYPES:
        return low
    if low == "sorceries":
        return "sorcery"
    return low[:-1] if low.endswith("s") and low[:-1] in TYPES else None


@word_rule("plural_type")
def _plural_type(word: Word) -> str | None:
    return _type(word) if word.low not in TYPES else None


@word_rule("nontype")
def _nontype(word: Word) -> str | None:
    return word.low[3:] if word.low.startswith("non") and word.low[3:] in TYPES else None


@word_rule("subtype_word")
def _subtype(word: Word) -> str | None:
    return singular_subtype(word.text)


@GRAMMAR.production("subtype", "<s:subtype_word>")
def _plain_subtype(s: str) -> str:
    return s


@GRAMMAR.production("subtype", "Urza 's <s:subtype_word>")
def _urzas(s: str) -> str:
    """The land types Urza's and Mine, Power-Plant or Tower together: the second one tells them apart."""
    return s


@GRAMMAR.production("subtype", "Time Lord*")
def _time_lord() -> str:
    return "Time Lord"


@word_rule("nonsubtype")
def _nonsubtype(word: Word) -> str | None:
    return singular_subtype(word.text[4:]) if word.low.startswith("non-") else None


@word_rule("supertype")
def _supertype(word: Word) -> str | None:
    return word.low if word.low in ("basic", "legendary", "snow") else None


@word_rule("nonsupertype")
def _nonsupertype(word: Word) -> str | None:
    return word.low[3:] if word.low in ("nonbasic", "nonlegendary", "nonsnow") else None


_MANA = re.compile(r"^\{([WUBRGCXYZS]|\d+|[WUBRGC2]/[WUBRGCP](/P)?|[WUBRG]/[WUBRG](/P)?)\}$")


@word_rule("mana_symbol")
def _mana_symbol(word: Word) -> str | None:
    return word.text if _MANA.match(word.text) else None


@word_rule("mana_letter")
def _mana_letter(word: Word) -> str | None:
    return word.text[1] if re.match(r"^\{[WUBRGC]\}$", word.text) else None


@word_rule("pt")
def _pt(word: Word) -> tuple[str, str] | None:
    match = re.match(r"^([+-](?:\d+|X))/([+-](?:\d+|X))$", word.text)
    return (match.group(1), match.group(2)) if match else None


@word_rule("base_pt")
def _base_pt(word: Word) -> tuple[str, str] | None:
    match = re.match(r"^(\d+|X|\*)/(\d+|X|\*)$", word.text)
    return (match.group(1), match.group(2)) if match else None


@word_rule("fixed_pt")
def _fixed_pt(word: Word) -> tuple[int, int] | None:
    """A printed size without X and *."""
    match = re.match(r"^(\d+)/(\d+)$", word.text)
    return (int(match.group(1)), int(match.group(2))) if match else None


@word_rule("signed")
def _signed(word: Word) -> str | None:
    return word.text if re.match(r"^[+-](\d+|X)$", word.text) else None


@word_rule("quoted")
def _quoted(word: Word) -> str | None:
    return word.text if word.low == '"' else None


@word_rule("name_word")
def _name_word(word: Word) -> str | None:
    if word.low == '"':
        return None  # an ability in quotation marks: no part of the name
    return word.text if word.text[:1].isupper() or word.low in _SMALL or word.low == "," else None


_SMALL = frozenset(("of", "the", "and", "from", "to", "in", "for", "'s", "'", "a", "an", "with", "on", "at", "//"))


@word_rule("any_word")
def _any_word(word: Word) -> str | None:
    return word.low if word.low.isalpha() else None


@GRAMMAR.production("mana_cost", "<s:mana_symbol>", "<s:mana_symbol> <rest:mana_cost>")
def _mana_cost(s: str, rest: str = "") -> str:
    return s + rest


@GRAMMAR.production("mana_letters", "<s:mana_letter>", "<s:mana_letter> <rest:mana_letters>")
def _mana_letters(s: str, rest: str = "") -> str:
    return s + rest


@GRAMMAR.production("proper_name", "<s:name_word>", "<s:name_word> <rest:proper_name>")
def _proper_name(s: str, rest: str = "") -> str | None:
    """A card name inside text ("named Urza's Tower"): words joined as they are printed."""
    if not rest:
        return s if s[0].isupper() else "\0"
    if rest.startswith(", and "):
        return None  # several names
    joiner = "" if rest[0] in "'," else " "
    return s + joiner + rest


_NO_COUNTER = frozenset({
    "a", "an", "the", "that", "this", "those", "these", "many", "much", "more", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "another", "additional", "no", "other", "same", "of", "each", "all", "any", "x", "their",
    "its", "put", "remove", "second", "third", "last", "or", "and", "new", "with", "have", "has", "target", "creature", "spell",
    "ability", "removed", "kind", "on", "from", "to", "fewer", "random", "your", "loses", "gets", "as",
})  # fmt: skip
"""Words that may stand before "counter" without naming a kind of counter."""


@word_rule("counter_word")
def _counter_word(word: Word) -> str | None:
    """A counter can have any name (CR 122.1)."""
    if re.match(r"^[+-]\d/[+-]\d$", word.text):
        return word.text
    named = word.text.isalpha() and word.text == word.low and len(word.low) > 1 and word.low not in _NO_COUNTER
    return word.low if named else None


@GRAMMAR.production("counter_kind", "<k:counter_word>", "<k:counter_word> strike")
def _counter_kind(k: str) -> str | None:
    if k in ("first", "double"):
        return k + " strike"
    return None if k == "strike" else k
