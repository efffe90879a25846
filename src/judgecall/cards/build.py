"""Compile card data into the shipped facts: python -m judgecall.cards.build SOURCE OUT

SOURCE is card data (see sources.py); OUT is the folder for `cards.jsonl`, one card a line, sorted by name, and
`cards.index`, where each line is found by each of its names. The same source gives the same bytes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec

from judgecall.cards.abilities import Card, Face
from judgecall.cards.compile.lines import compile_face_text
from judgecall.cards.compile.references import mapped
from judgecall.cards.compile.words import SUBTYPES
from judgecall.cards.sources import PrintedCard, PrintedFace, read_source
from judgecall.cards.store import index_bytes

SUPERTYPES = ("basic", "legendary", "snow", "world", "ongoing", "elite", "host")


def split_type_line(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line (CR 205)."""
    left, _, right = re.sub(r"\s*[—–]\s*", " — ", line.replace("’", "'")).partition(" — ")
    words = [word.lower() for word in left.split()]
    words = ["kindred" if word == "tribal" else word for word in words]
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    types = tuple(word for word in words if word not in SUPERTYPES)
    subtypes: list[str] = []
    rest = right
    while rest:
        two = " ".join(rest.split()[:2])
        word = two if two in SUBTYPES and " " in two else rest.split()[0]
        subtypes.append(word)
        rest = rest[len(word) :].strip()
    return supertypes, types, tuple(subtypes)


def colors_of(face: PrintedFace) -> str:
    """The colours of a face: as its source says, else those of its mana cost (CR 202.2)."""
    if face.colors is not None:
        return face.colors
    symbols = "".join(re.findall(r"\{([^}]*)\}", face.mana_cost))
    return "".join(letter for letter in "WUBRG" if letter in symbols)


def face_of(face: PrintedFace) -> Face:
    """Compile one face."""
    supertypes, types, subtypes = split_type_line(face.type_line)
    spell = "instant" in types or "sorcery" in types
    abilities = compile_face_text(face.text, face.name, spell=spell, legendary="legendary" in supertypes)
    colors = colors_of(face)
    if any(getattr(ability, "name", "") == "devoid" for ability in abilities):
        colors = ""
    return Face(
        name=face.name,
        mana_cost=face.mana_cost,
        supertypes=supertypes,
        types=types,
        subtypes=subtypes,
        colors=colors,
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
        defense=face.defense,
        abilities=abilities,
    )


def compile_card(card: PrintedCard) -> Card:
    """Compile one card."""
    found = Card(name=card.name, faces=tuple(face_of(face) for face in card.faces), layout=card.layout)
    return mapped(found, _with_shared_defaults, granted=True)  # type: ignore[no-any-return]


def _with_shared_defaults(value: Any) -> Any:
    """Let a field that equals its default be the default itself: msgspec leaves out only those."""
    changes = {
        name: default
        for name, default in _defaults(cast("Hashable", type(value))).items()
        if getattr(value, name) is not default and getattr(value, name) == default
    }
    return msgspec.structs.replace(value, **changes) if changes else value


@cache
def _defaults(kind: Hashable) -> dict[str, msgspec.Struct]:
    return {
        field.name: field.default
        for field in msgspec.structs.fields(cast("type[msgspec.Struct]", kind))
        if isinstance(field.default, msgspec.Struct)
    }


def compile_cards(cards: Iterable[PrintedCard]) -> list[Card]:
    """Compile cards and sort them by name; of two with one name the first stays."""
    found: dict[str, Card] = {}
    for card in cards:
        if card.name not in found:
            found[card.name] = compile_card(card)
    return [found[name] for name in sorted(found)]


def write(cards: list[Card], folder: Path) -> None:
    """Write the lines and their index."""
    folder.mkdir(parents=True, exist_ok=True)
    encoder = msgspec.json.Encoder(order="deterministic")
    body = b"".join(encoder.encode(card) + b"\n" for card in cards)
    (folder / "cards.jsonl").write_bytes(body)
    (folder / "cards.index").write_bytes(index_bytes(body))


def main(arguments: list[str]) -> int:
    """The command; returns its exit status."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    source, out = Path(arguments[0]), Path(arguments[1])
    cards = compile_cards(read_source(source))
    write(cards, out)
    print(f"{len(cards)} cards written to {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
