"""A table of names by their spelling, searched where it lies in a file instead of being read whole.

Each line is a spelling and what belongs to it, parted by tabs. The lines are sorted by the length of the spelling and then by
the spelling, so that one is found by halving, and all of one length, which a misspelled name can be, lie together.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator, Mapping

_ONE_BY_ONE = 64
"""So many spellings are searched for in the file; whoever wants more is served faster by the whole table in memory."""


def table_bytes(rows: Mapping[str, Iterable[str]]) -> bytes:
    """The lines of a table: each ends with a line feed."""
    ordered = sorted(rows, key=_order)
    return b"".join(f"{chr(9).join((spelling, *rows[spelling]))}\n".encode() for spelling in ordered)


class NameTable(Mapping[str, tuple[str, ...]]):
    """The names by their spelling: those at every `step`-th place behind it in its line."""

    def __init__(self, body: bytes | mmap.mmap, start: int, end: int, step: int = 1) -> None:
        """The lines are those of `body` from `start` to `end`, in bytes."""
        self._body = body
        self._start = start
        self._end = end
        self._step = step
        self._asked = 0
        self._whole: dict[str, tuple[str, ...]] | None = None

    def row(self, spelling: str) -> list[str]:
        """All that stands behind a spelling; empty if it is not in the table."""
        place = self._place(_order(spelling))
        row = self._line(place) if place < self._end else [""]
        return row[1:] if row[0] == spelling else []

    def of_length(self, length: int) -> list[str]:
        """All spellings of so many letters."""
        lines = self._lines(self._place((length, "")), self._place((length + 1, "")))
        return [line.partition("\t")[0] for line in lines]

    def holding(self, words: str) -> Iterator[list[str]]:
        """The lines, cut at their tabs, whose spelling has these words; the last may be the beginning of one."""
        wanted = words.encode()
        at = self._body.find(wanted, self._start, self._end)
        while at >= 0:
            begin = max(self._start, self._body.rfind(b"\n", self._start, at) + 1)
            row = self._line(begin)
            if f" {words}" in f" {row[0]}":
                yield row
            at = self._body.find(wanted, self._body.find(b"\n", at, self._end), self._end)

    def __getitem__(self, spelling: str) -> tuple[str, ...]:
        if self._whole is None:
            self._asked += 1
            if self._asked <= _ONE_BY_ONE:
                names = tuple(self.row(spelling)[:: self._step])
                if not names:
                    raise KeyError(spelling)
                return names
        return self._all()[spelling]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, tuple[str, ...]]:
        if self._whole is None:
            rows = (line.split("\t") for line in self._lines(self._start, self._end))
            self._whole = {row[0]: tuple(row[1 :: self._step]) for row in rows}
        return self._whole

    def _lines(self, start: int, end: int) -> list[str]:
        # Not splitlines: it would cut at other characters too.
        return self._body[start:end].decode().split("\n")[:-1]

    def _line(self, place: int) -> list[str]:
        return self._body[place : self._body.find(b"\n", place, self._end)].decode().split("\t")

    def _place(self, wanted: tuple[int, str]) -> int:
        """Where the first line begins whose spelling doesn't come before the one wanted; the end if there is none."""
        low, high = self._start, self._end
        while low < high:
            middle = (low + high) // 2
            begin = max(self._start, self._body.rfind(b"\n", self._start, middle) + 1)
            if _order(self._line(begin)[0]) < wanted:
                low = self._body.find(b"\n", begin, self._end) + 1
            else:
                high = begin
        return low


def _order(spelling: str) -> tuple[int, str]:
    return len(spelling), spelling
