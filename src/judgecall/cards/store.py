"""Find a card by name without reading all of them.

`cards.jsonl` holds a card a line. `cards.index`, built with it, holds two tables of names (see `name_table`), which an empty
line divides: short names, each with the names that they are cut from; and the names of cards and of faces in the spelling in
which they are compared with what players type, each with the place where its card's line starts. Opening reads next to
nothing; a card is decoded when it is asked for.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from judgecall.cards.name_table import NameTable, table_bytes
from judgecall.cards.outline import CardOutline
from judgecall.cards.spelling import normal, plain_name, said_once, short_spellings
from judgecall.corpus.files import corpus_folder

if TYPE_CHECKING:
    from judgecall.cards.abilities import Card

_HEAD = b"names 2\n"
"""The first line of an index of this form."""


def index_bytes(body: bytes) -> bytes:
    """The index of the lines of `cards.jsonl`: a head, the table of short names, an empty line, the table of names."""
    decoder = msgspec.json.Decoder(_Names)
    rows: dict[str, int] = {}
    faces: list[tuple[str, int]] = []
    offset = 0
    for line in body.split(b"\n"):
        if line:
            card = decoder.decode(line)
            rows.setdefault(card.name, offset)
            faces.extend((face.name, offset) for face in card.faces)
            if len(card.faces) == 1 and " // " in card.name:
                # Half of a meld pair is listed with what it melds into, which is a card of its own.
                faces.append((card.name.partition(" // ")[0], offset))
        offset += len(line) + 1
    for name, place in faces:
        # A card's full name wins over a face of another card with the same name.
        rows.setdefault(name, place)
    spelled: dict[str, list[str]] = {}
    short: dict[str, list[str]] = {}
    for name in sorted(rows):
        spelled.setdefault(normal(name), []).extend((name, str(rows[name])))
        for cut in short_spellings(name):
            short.setdefault(cut, []).append(name)
    return _HEAD + table_bytes(short) + b"\n" + table_bytes(spelled)


class _FaceName(msgspec.Struct):
    name: str


class _Names(msgspec.Struct):
    name: str
    faces: list[_FaceName]


class CardStore:
    """The shipped cards, or those in another folder (an update by the user)."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open the cards in a folder.

        Raises:
            FileNotFoundError: the folder has no cards.
        """
        self._folder = folder or corpus_folder() / "cards"
        self._file = (self._folder / "cards.jsonl").open("rb")
        self._decoded: dict[int, Card] = {}
        self._places: dict[str, int] = {}
        """Where the lines of the cards asked for start."""

    @cached_property
    def _body(self) -> mmap.mmap:
        return mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def _index(self) -> bytes | mmap.mmap:
        path = self._folder / "cards.index"
        # Beside a cards.jsonl made by hand there may be no index, or one of an older form: it is then built in memory.
        if path.is_file() and path.stat().st_size:
            with path.open("rb") as file:
                index = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            if index[: len(_HEAD)] == _HEAD:
                return index
        return index_bytes(self._body[:])

    def names(self) -> Sequence[str]:
        """All names of cards and of their faces, sorted."""
        return sorted(name for same in self.names_by_spelling.values() for name in same)

    @cached_property
    def names_by_spelling(self) -> NameTable:
        """The names of cards and faces by their normal spelling."""
        return NameTable(self._index, self._divide + 1, len(self._index), step=2)

    @cached_property
    def names_by_short_spelling(self) -> NameTable:
        """The names of faces by what they are cut to ("thalia"), in normal spelling."""
        return NameTable(self._index, len(_HEAD), self._divide)

    @cached_property
    def _divide(self) -> int:
        """Where the empty line is."""
        return self._index.find(b"\n\n") + 1

    def get(self, name: str) -> Card | None:
        """The card with this name, or with a face of this name; case and accents don't matter."""
        place = self._place(name)
        if place is None:
            return None
        card = self._decoded.get(place)
        if card is None:
            card = self._decoded[place] = self._decoder.decode(self._line(place))
        return card

    def outline(self, name: str) -> CardOutline | None:
        """The card that `get` finds, in outline: for who needs no abilities, and doesn't want to wait for their classes."""
        place = self._place(name)
        return None if place is None else msgspec.json.decode(self._line(place), type=CardOutline)

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Card]:
        from judgecall.cards.abilities import Card

        return msgspec.json.Decoder(Card)

    def _line(self, place: int) -> bytes:
        return self._body[place : self._body.find(b"\n", place)]

    def _place(self, name: str) -> int | None:
        """Where the line of a card starts."""
        place = self._places.get(name)
        if place is None:
            place = self._sought(name)
            if place is not None:
                self._places[name] = place
        return place

    def _sought(self, name: str) -> int | None:
        """The place of the card of just this name, else that of a name that differs in case and accents."""
        plain = plain_name(name.replace(" / ", " // "))
        row = self.names_by_spelling.row(normal(plain))
        places = dict(zip(row[::2], row[1::2], strict=True))
        printed = name if name in places else next((other for other in places if plain_name(other) == plain), None)
        if printed is None:
            once = said_once(plain)
            return None if once == plain else self._sought(once)
        return int(places[printed])

    def __len__(self) -> int:
        """How many names there are."""
        return sum(map(len, self.names_by_spelling.values()))
