"""Mana as a value: an amount of each of the six types (CR 106.1b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

TYPES = "WUBRGC"
COLORS = "WUBRG"
_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C", "colourless": "C"}
WORDS = {letter: word for word, letter in reversed(_NAMES.items())}
"""The word for each type."""
_COMBINATION_LIMIT = 60
"""More combinations than this aren't listed: only those of a single type, which reach every type and every amount."""

Bundle = tuple[int, int, int, int, int, int]
"""How much mana of each type, in WUBRGC order."""

NOTHING: Bundle = (0, 0, 0, 0, 0, 0)


def letter_of(word: str) -> str | None:
    """The letter of a mana type named by letter or word, or None."""
    return word.upper() if len(word) == 1 and word.upper() in TYPES else _NAMES.get(word.lower())


def of_symbols(symbols: str) -> Bundle:
    """The bundle that letters such as "GGC" stand for."""
    return tuple(symbols.count(t) for t in TYPES)  # type: ignore[return-value]


def single(letter: str, amount: int = 1) -> Bundle:
    """So much mana of one type."""
    return tuple(amount if t == letter else 0 for t in TYPES)  # type: ignore[return-value]


def times(bundle: Bundle, factor: int) -> Bundle:
    """The same mana, so many times as much."""
    return tuple(n * factor for n in bundle)  # type: ignore[return-value]


def plus(first: Bundle, second: Bundle) -> Bundle:
    """Both together."""
    return tuple(a + b for a, b in zip(first, second, strict=True))  # type: ignore[return-value]


def total(bundle: Bundle) -> int:
    """How much mana it is."""
    return sum(bundle)


def types_in(bundle: Bundle) -> str:
    """The types it holds, in WUBRGC order."""
    return "".join(t for t, n in zip(TYPES, bundle, strict=True) if n)


def mana_symbols(bundle: Bundle) -> str:
    """The mana as symbols for a step: "{G}{G}"; a great amount as "27 {G}"."""
    return "".join(symbols(t * n) if n <= 10 else f"{n} {symbols(t)}" for t, n in zip(TYPES, bundle, strict=True) if n)


def shown(bundle: Bundle) -> str:
    """As symbols: "BB"; a great amount as "12G"."""
    return "".join(t * n if n <= 10 else f"{n}{t}" for t, n in zip(TYPES, bundle, strict=True))


def symbols(letters: Iterable[str]) -> str:
    """Mana symbols, as steps name types and mana: "{W}{U}"."""
    return "".join(f"{{{letter}}}" for letter in letters)


def in_order(letters: Iterable[str]) -> tuple[str, ...]:
    """Types in WUBRGC order, each once."""
    return tuple(sorted(set(letters), key=TYPES.index))


def combinations(letters: str, amount: int) -> set[Bundle]:
    """Every way to make `amount` mana, each of any of these types."""
    if not letters or amount <= 0:
        return {NOTHING}
    found: set[Bundle] = set()
    for bundle in _mixes(letters, amount):
        found.add(bundle)
        if len(found) > _COMBINATION_LIMIT:
            return {single(letter, amount) for letter in letters}
    return found


def _mixes(letters: str, amount: int) -> Iterator[Bundle]:
    if len(letters) == 1:
        yield single(letters, amount)
        return
    for n in range(amount + 1):
        for rest in _mixes(letters[1:], amount - n):
            yield plus(single(letters[0], n), rest)
