"""How names are spelled for comparison."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "đ": "d", "ð": "d", "’": "'", "‘": "'", "`": "'"})


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """A name without case, accents, or doubled spaces, for comparison."""
    low = name.lower().translate(_LETTERS)
    if not low.isascii():
        low = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    return " ".join(low.split())


def said_once(name: str) -> str:
    """The name of a card whose reversible printing has it on both sides: "A // B // A // B" is "A // B", "A // A" is "A"."""
    faces = name.split(" // ")
    half = len(faces) // 2
    return " // ".join(faces[:half]) if half and faces[:half] == faces[half:] else name


_PUNCTUATION = re.compile(r"[^\w\s]")


@lru_cache(maxsize=1 << 17)
def normal(text: str) -> str:
    """Text for comparison with names: no case, accents, apostrophes or other punctuation."""
    low = plain_name(text).replace("'", "")
    # "A-" marks the digital version of a card: without its dash it would be any card with an article before it.
    mark, low = ("a-", low[2:]) if low.startswith("a-") else ("", low)
    return mark + " ".join(_PUNCTUATION.sub(" ", low.replace("-", " ")).split())


def short_spellings(name: str) -> tuple[str, ...]:
    """What a single face's name is cut to, in normal spelling: what stands before its comma, or behind its "The"."""
    if " // " in name:
        return ()
    cut = [name[4:]] if name.startswith("The ") else []
    cut += [name.split(",")[0]] if "," in name else []
    return tuple(normal(text) for text in cut)
