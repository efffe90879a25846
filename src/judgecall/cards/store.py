"""Find a card by name without reading all of them.

`cards.jsonl` holds a card a line. `cards.index`, built with it, holds a line for each name of each card (full
names and face names) in each of its parts, which an empty line divides: the names, where their cards' lines start,
the names as they are compared with what players type; those that several names share; and at last short names, each
with its name. Opening reads the index only; a card is decoded when it is asked for.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from judgecall.cards.abilities import Card
from judgecall.cards.spelling import normal, plain_name, short_spellings
from judgecall.corpus.files import corpus_folder

_PARTS = 5


def index_bytes(body: bytes) -> bytes:
    """The index of the lines: names, offsets of the cards' lines, normal spellings, shared ones, short names; sorted by name."""
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
    names = sorted(rows)
    spelled: dict[str, list[str]] = {}
    for name in names:
        spelled.setdefault(normal(name), []).append(name)
    parts = (
        names,
        [str(rows[name]) for name in names],
        [normal(name) for name in names],
        ["\t".join((spelling, *same)) for spelling, same in spelled.items() if len(same) > 1],
        [f"{short}\t{name}" for name in names for short in short_spellings(name)],
    )
    return "\n\n".join("\n".join(part) for part in parts).encode()


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
    def _parts(self) -> list[str]:
        """The parts of the index, as text."""
        path = self._folder / "cards.index"
        # Beside a cards.jsonl made by hand there may be no index: it is then built in memory.
        text = path.read_text("utf-8") if path.is_file() else ""
        parts = text.split("\n\n")
        if len(parts) != _PARTS:  # none, or one made by an older build
            parts = index_bytes(self._body[:]).decode().split("\n\n")
        return parts

    @cached_property
    def _names(self) -> list[str]:
        return self._parts[0].splitlines()

    @cached_property
    def _places(self) -> dict[str, str]:
        return dict(zip(self._names, self._parts[1].splitlines(), strict=True))

    def names(self) -> Sequence[str]:
        """All names of cards and of their faces, sorted."""
        return self._names

    @cached_property
    def names_by_spelling(self) -> dict[str, tuple[str, ...]]:
        """The names of cards and faces by their normal spelling."""
        spellings = self._parts[2].splitlines()
        found: dict[str, tuple[str, ...]] = dict(zip(spellings, zip(self._names, strict=True), strict=True))
        for row in self._parts[3].splitlines():
            spelling, *names = row.split("\t")
            found[spelling] = tuple(names)
        return found

    @cached_property
    def names_by_short_spelling(self) -> dict[str, list[str]]:
        """The names of faces by what they are cut to ("thalia"), in normal spelling."""
        found: dict[str, list[str]] = {}
        for row in self._parts[4].splitlines():
            short, name = row.split("\t")
            found.setdefault(short, []).append(name)
        return found

    def get(self, name: str) -> Card | None:
        """The card with this name, or with a face of this name; case and accents don't matter."""
        found = self._places.get(name)
        if found is None:
            plain = plain_name(name.replace(" / ", " // "))
            same = self.names_by_spelling.get(normal(plain), ())
            printed = next((other for other in same if plain_name(other) == plain), None)
            if printed is None:
                return None
            found = self._places[printed]
        place = int(found)
        card = self._decoded.get(place)
        if card is None:
            end = self._body.find(b"\n", place)
            card = self._decoded[place] = self._decoder.decode(self._body[place:end])
        return card

    def __len__(self) -> int:
        """How many names there are."""
        return len(self._names)
