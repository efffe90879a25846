"""Names by their spelling, found by halving in the bytes of a file."""

from __future__ import annotations

import random

import pytest

from judgecall.cards.name_table import NameTable, table_bytes

LETTERS = "ab ø界\u2028"


def _spelling(chance: random.Random) -> str:
    return "".join(chance.choices(LETTERS, k=chance.randint(1, 8)))


def _rows(chance: random.Random) -> dict[str, list[str]]:
    """Names by their spelling, none to sixty of them."""
    return {
        _spelling(chance): [_spelling(chance) for _ in range(chance.randint(1, 3))]
        for _ in range(chance.randint(0, 60))
    }


def _table(rows: dict[str, list[str]], before: bytes = b"", after: bytes = b"", step: int = 1) -> NameTable:
    body = table_bytes(rows)
    return NameTable(before + body + after, len(before), len(before) + len(body), step)


@pytest.mark.parametrize("seed", range(60))
def test_each_spelling_is_found_and_no_other(seed: int) -> None:
    """One by one, before and after the table is read whole."""
    chance = random.Random(seed)
    rows, other = _rows(chance), _spelling(chance)
    table = _table(rows, b"not\tin it\n", b"nor\tthis\n")

    for spelling, names in rows.items():
        assert table.row(spelling) == names
        assert table.get(spelling) == tuple(names)
    assert (other in table) is (other in rows)
    assert dict(table) == {spelling: tuple(names) for spelling, names in rows.items()}
    assert len(table) == len(rows)
    assert (other in table) is (other in rows)


@pytest.mark.parametrize("seed", range(60))
def test_spellings_of_one_length_lie_together(seed: int) -> None:
    rows = _rows(random.Random(seed))
    table = _table(rows, b"\n")

    for length in range(12):
        assert table.of_length(length) == sorted(spelling for spelling in rows if len(spelling) == length)


@pytest.mark.parametrize("words", ["a", "ab", "ø", "a b", "界"])
@pytest.mark.parametrize("seed", range(12))
def test_names_that_hold_words_are_found(seed: int, words: str) -> None:
    """Where a word begins with them, be it the first, each line once."""
    rows = _rows(random.Random(seed))
    held = [row[0] for row in _table(rows, b"a\tb\n", b"a\n").holding(words)]

    assert sorted(held) == sorted(spelling for spelling in rows if f" {words}" in f" {spelling}")


def test_names_may_alternate_with_what_belongs_to_them() -> None:
    table = _table({"fire": ["Fire", "12", "Fïre", "99"]}, step=2)

    assert table["fire"] == ("Fire", "Fïre")
    assert table.row("fire") == ["Fire", "12", "Fïre", "99"]


def test_an_empty_table_has_nothing() -> None:
    with pytest.raises(KeyError):
        _table({})["fire"]
