"""A question as words: split, written out, respelled, with the senses of each phrase and the cards that it names."""

from __future__ import annotations

import re
import unicodedata

import msgspec

from judgecall.parser.lexicon import Lexicon, Sense

_TOKEN = re.compile(
    r"""
    (?P<symbols>(?:\{[^{}\s]{1,5}\})+)
  | (?P<change>[+-]\d{1,3}\s?/\s?[+-]\d{1,3}|\+\d{1,3}/\d{1,3})
  | (?P<size>(?<![\w/])-?\d{1,4}/-?\d{1,4}(?:'?s)?(?![\w/])|(?<![\w/])\*/\*|(?<![\w/])[xX]/[xX](?![\w/]))
  | (?P<xis>\b[xX]\s?=\s?\d{1,6})
  | (?P<number>(?<![\w-])-?\d{1,9}(?=[:.,;!?)\s-]|$|x\b|mana|th\b|pt\b))
  | (?P<word>(?<!\w)[wW]/(?:o\b|(?![WUBRGwubrg]\b))|[^\W_]+(?:['’][^\W_]+)*['’]?)
  | (?P<mark>[.,;:?!()\[\]"“”+\-–—/&=<>%*#~])
    """,
    re.VERBOSE,
)
_NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "hundred": 100,
}  # fmt: skip
AUXILIARY = frozenset({"does", "do", "did", "is", "are", "can", "could", "will", "would", "should", "may", "am", "was", "were", "must", "might"})  # fmt: skip
"""The verbs that a question may begin with."""
_MANA_RUN = re.compile(r"^(?:\d{1,2}|[XWUBRGC])[WUBRGCX]*$")


class Word(msgspec.Struct):
    """One word (or merged name) of the question.

    `kind` is word, size (1/1), change (+2/+0), number, mana ({2}{U}), xis (X=3), mark, or card.
    """

    text: str
    lower: str
    start: int
    end: int
    kind: str = "word"
    senses: tuple[Sense, ...] = ()
    value: tuple[int, ...] = ()
    mana: str = ""
    cards: tuple[str, ...] = ()
    """Full names of the card that it may name; more than one is ambiguous."""
    guessed: bool = False
    """The name was misspelled, cut short or a nickname."""
    unknown: bool = False
    """Neither English nor in the lexicon: a slip, slang, or a name."""
    of_names: bool = False
    """It is a word of some card's name, and no card was found: a card of which nothing is known."""
    spell: bool = False
    """It names an instant or sorcery, which players use as a verb ("I Enlarge my guy")."""
    used: bool = False
    sentence: int = 0

    def is_(self, kind: str, *values: str) -> bool:
        """Whether a sense of this kind (and with one of these values) fits."""
        # Asked so often that a generator would cost more than the question.
        for sense in self.senses:  # noqa: SIM110
            if sense.kind == kind and (not values or sense.value in values):
                return True
        return False

    @property
    def cast_on(self) -> bool:
        """ "Lightning Bolted": a spell's name as the participle of a verb."""
        spoken = self.spell and self.lower.endswith(("ed", "'d"))
        return spoken and all(self.lower != name.lower() for name in self.cards)

    def sense(self, kind: str) -> Sense | None:
        """The first sense of this kind."""
        return next((s for s in self.senses if s.kind == kind), None)


def plain(text: str) -> str:
    """Text with quotes, dashes and odd spaces made plain and control characters gone; same meaning, other bytes."""
    text = unicodedata.normalize("NFKC", text)
    text = text.translate({0x2018: "'", 0x2019: "'", 0x02BC: "'", 0x00B4: "'", 0x0060: "'", 0x2212: "-", 0x2044: "/"})
    text = re.sub(
        r"\b([ei])\.\s?([ge])\.", lambda m: m.group().replace(".", " "), text, flags=re.IGNORECASE
    )  # "e.g." ends nothing
    return "".join(c if c.isprintable() or c in "\n\t" else " " for c in text)


def split_words(text: str, lexicon: Lexicon) -> list[Word]:
    """Split plain text into words, writing out contractions and short forms, with offsets into `text`."""
    words: list[Word] = []
    sentence = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "word"
        raw = match.group()
        start, end = match.span()
        if kind == "word":
            words.extend(_split_word(raw, start, end, text, lexicon, words))
        elif raw == "-" and start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalpha():
            continue  # "must-be-blocked", "first-strike": a compound is its words
        elif kind == "symbols":
            words.append(Word(raw, raw.lower(), start, end, "mana", mana=raw.upper()))
        elif kind == "size":
            if "*" in raw or "x" in raw.lower():
                words.append(Word(raw, raw.lower(), start, end, "word"))
            else:
                power, toughness = re.findall(r"-?\d+", raw)
                words.append(Word(raw, raw, start, end, "size", value=(int(power), int(toughness))))
        elif kind == "change":
            power, toughness = re.findall(r"[+-]?\d+", raw)
            words.append(Word(raw, raw, start, end, "change", value=(int(power), int(toughness))))
        elif kind == "xis":
            words.append(Word(raw, "x", start, end, "xis", value=(int(re.findall(r"\d+", raw)[0]),)))
        elif kind == "number":
            words.append(Word(raw, raw, start, end, "number", value=(int(raw),)))
        else:
            words.append(Word(raw, raw, start, end, "mark"))
        for word in words:
            if word.sentence < 0:
                word.sentence = sentence
        for word in reversed(words):
            if word.start < start:
                break
            word.sentence = sentence
        if kind == "mark" and (raw in "?!;" or (raw == "." and _ends_sentence(text, end))):
            sentence += 1
        if "\n" in text[end : end + 2]:
            sentence += 1
    return words


def _ends_sentence(text: str, end: int) -> bool:
    return end >= len(text) or text[end].isspace() or text[end] == "."


_SMALL_LETTERS = re.compile(r"[wbrgc]|([wubrgc])\1{1,4}")
_GIVES_MANA = frozenset({"for", "pay", "pays", "paying", "add", "adds", "make", "makes", "produce", "produces"})
"""Words behind which a small letter is mana: "tap it for b", "tap for ggg"; a lone "u" is "you" there too."""


def _split_word(raw: str, start: int, end: int, text: str, lexicon: Lexicon, before: list[Word]) -> list[Word]:
    lower = raw.lower()
    if raw == "X" or (lower == "x" and before and before[-1].lower in {"for", "is", "with", "of", "the"}):
        return [Word(raw, "x", start, end)]
    if (
        raw.isupper() and raw not in {"A", "I", "W", "U"} and _MANA_RUN.match(raw) and not raw.isdigit()
    ) or re.fullmatch(r"\d{1,2}[WUBRGC]+", raw):
        # "GG", "WU", "3UU"; a lone "U" is "you" more often than blue, unless it stands behind "for".
        return [Word(raw, lower, start, end, "mana", mana="".join(f"{{{s}}}" for s in re.findall(r"\d+|[A-Z]", raw)))]
    if (
        raw in {"W", "U"}
        and before
        and before[-1].lower
        in {
            "for",
            "or",
            "makes",
            "make",
            "tap",
            "add",
            "and",
            ",",
            "out",
            "only",
            "gives",
            "give",
            "produces",
            "produce",
            "of",
            "getting",
            "get",
        }
    ):
        return [Word(raw, lower, start, end, "mana", mana=f"{{{raw}}}")]
    if _SMALL_LETTERS.fullmatch(raw) and before and before[-1].lower in _GIVES_MANA:
        return [Word(raw, lower, start, end, "mana", mana="".join(f"{{{s}}}" for s in raw.upper()))]
    if lower in _NUMBERS:
        return [Word(raw, lower, start, end, "number", value=(_NUMBERS[lower],))]
    written = lexicon.spelling.get(lower)
    if written is not None:
        parts = str(written).split()
        return [
            Word(p, p, start, end, "number" if p in _NUMBERS else "mana" if p.startswith("{") else "word",
                 value=(_NUMBERS[p],) if p in _NUMBERS else (), mana=p if p.startswith("{") else "")
            for p in parts
        ]  # fmt: skip
    if lower.endswith("'s") and len(lower) > 2:
        return [Word(raw[:-2], lower[:-2], start, end - 2), Word("'s", "'s", end - 2, end)]
    if lower.endswith("'"):
        return [Word(raw[:-1], lower[:-1], start, end - 1)]
    times = re.fullmatch(r"x?(\d{1,3})x?", lower)
    if times:
        return [Word(raw, lower, start, end, "number", value=(int(times.group(1)),))]
    return [Word(raw, lower, start, end)]


def _is_hyphen(words: list[Word], i: int) -> bool:
    """Whether word i is a hyphen with no space on either side."""
    word = words[i]
    return (
        word.lower == "-"
        and 0 < i < len(words) - 1
        and words[i - 1].end == word.start
        and words[i + 1].start == word.end
    )


def _is_told(words: list[Word], i: int) -> bool:
    """Whether "'s" before word i is a verb: nobody owns an "at 5" or an "attacking with"."""
    after = [w.lower for w in words[i : i + 2]]
    doing = after[:1] in (["attacking"], ["swinging"], ["coming"]) and after[1:] in (["with"], ["me"], ["in"], ["for"])
    return after[:1] in (["at"], ["on"], ["in"], ["dead"], ["got"], ["down"]) or doing


def attach_senses(words: list[Word], lexicon: Lexicon, is_english: frozenset[str] | set[str] | object) -> list[Word]:
    """Merge lexicon phrases into single words with their senses; misspelled terms are respelled first.

    Args:
        is_english: anything with `in`, telling ordinary English words: those are never respelled.
    """
    for word in words:
        if word.kind == "word" and not lexicon.knows(word.lower) and word.lower not in is_english:  # type: ignore[operator]
            meant = lexicon.respell(word.lower)
            if meant:
                word.lower = meant
            if meant in _NUMBERS:
                word.kind, word.value = "number", (_NUMBERS[meant],)  # "threee 2/2s"
            word.unknown = not meant
    merged: list[Word] = []
    i = 0
    while i < len(words):
        word = words[i]
        if word.kind not in {"word", "number"}:
            merged.append(word)
            i += 1
            continue
        longest = lexicon.longest_from(word.lower)
        hyphened = longest > 2 and i + 1 < len(words) and _is_hyphen(words, i + 1)
        length = min(2 * longest - 1 if hyphened else longest, len(words) - i)
        senses: list[Sense] = []
        while length > 0:
            run = words[i : i + length]
            if hyphened:  # "must-be-blocked"
                run = [w for k, w in enumerate(run, i) if not _is_hyphen(words, k)]
            if all(w.kind in {"word", "number"} for w in run):
                senses = lexicon.senses(w.lower for w in run)
                if senses and run[-1].lower == "'s" and _is_told(words, i + length):
                    senses = []  # "opp's at 5": is at
                if senses:
                    break
            length -= 1
        if senses and not (word.kind == "number" and length == 1):
            last = words[i + length - 1]
            phrase = " ".join(w.lower for w in words[i : i + length] if w.lower != "-")
            merged.append(Word(phrase, phrase, word.start, last.end, "word", tuple(senses), sentence=word.sentence))
            i += length
        else:
            merged.append(word)
            i += 1
    return merged
