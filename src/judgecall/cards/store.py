"""Find a card by name without reading all of them.

`cards.jsonl` holds a card a line. `cards.index`, built with it, holds a line for each name of each card (full
names and face names): the name, and where the card's line starts. Opening reads the index only; a card is
decoded when it is asked for.
"""

from __future__ import annotations

import mmap
import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec

from judgecall.cards.abilities import Card
from judgecall.corpus.files import corpus_folder

_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "đ": "d", "ð": "d", "’": "'", "‘": "'", "`": "'"})


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """A name without case, accents, or doubled spaces, for comparison."""
    low = name.lower().translate(_LETTERS)
    if not low.isascii():
        low = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    return " ".join(low.split())


def index_bytes(body: bytes) -> bytes:
    """The index of the lines: a name, a tab, the offset of the card's line; sorted by name."""
    decoder = msgspec.json.Decoder(_Names)
    rows: dict[str, int] = {}
    faces: list[tuple[str, int]] = []
    offset = 0
    for line in body.split(b"\n"):
        if line:
            card = decoder.decode(line)
            rows.setdefault(card.name, offset)
            faces.extend((face.name, offset) for face in card.faces)
        offset += len(line) + 1
    for name, place in faces:
        # A card's full name wins over a face of another card with the same name.
        rows.setdefault(name, place)
    return "".join(f"{name}\t{rows[name]}\n" for name in sorted(rows)).encode()


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
        self._decoder = msgspec.json.Decoder(Card)
        self._decoded: dict[int, Card] = {}

    @cached_property
    def _body(self) -> mmap.mmap:
        return mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)

    @cached_property
    def _rows(self) -> tuple[list[str], dict[str, int]]:
        """The names as printed, and each printed name's place."""
        path = self._folder / "cards.index"
        # Beside a cards.jsonl made by hand there may be no index: it is then built in memory.
        text = path.read_text("utf-8") if path.is_file() else index_bytes(self._body[:]).decode()
        pairs = [line.split("\t") for line in text.splitlines()]
        return [name for name, _ in pairs], {name: int(place) for name, place in pairs}

    @cached_property
    def _plain(self) -> dict[str, int]:
        """Each plain name's place. Made only when a name isn't found as it was typed."""
        found: dict[str, int] = {}
        for name, place in self._rows[1].items():
            found.setdefault(plain_name(name), place)
        return found

    def names(self) -> Sequence[str]:
        """All names of cards and of their faces, sorted."""
        return self._rows[0]

    def get(self, name: str) -> Card | None:
        """The card with this name, or with a face of this name; case and accents don't matter."""
        place = self._rows[1].get(name)
        if place is None:
            place = self._plain.get(plain_name(name.replace(" / ", " // ")))
        if place is None:
            return None
        card = self._decoded.get(place)
        if card is None:
            end = self._body.find(b"\n", place)
            card = self._decoded[place] = self._decoder.decode(self._body[place:end])
        return card

    def __len__(self) -> int:
        """How many names there are."""
        return len(self._rows[0])
