"""Read card data in any of the three formats that people have it in, plain or gzipped.

The shared format (a JSON object a line), Scryfall's bulk file `oracle-cards` (one JSON array), and MTGJSON's
AtomicCards (one JSON object, the cards under "data").
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

_UNKNOWN = "The text of this card is unknown."
"""What stands for a text that a source took from elsewhere and has nothing of: such cards (Storm Crow) are not without abilities.
No grammar reads it, so that it is a line that could not be read."""
_SKIPPED_LAYOUTS = frozenset(("token", "double_faced_token", "emblem", "art_series", "reversible_card"))


class PrintedFace(NamedTuple):
    """One face as a source gives it."""

    name: str
    mana_cost: str
    type_line: str
    text: str
    power: str | None
    toughness: str | None
    loyalty: str | None
    defense: str | None
    colors: str | None
    """Letters, or None where the source doesn't say."""


class PrintedCard(NamedTuple):
    """One card as a source gives it."""

    name: str
    layout: str
    faces: tuple[PrintedFace, ...]


def read_source(path: Path) -> Iterator[PrintedCard]:
    """The cards of a source file, in its order.

    Raises:
        ValueError: the file is in none of the formats.
    """
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    start = raw.lstrip()[:1]
    if start == b"[":
        yield from _records(msgspec.json.decode(raw))
        return
    first_line = raw.split(b"\n", 1)[0]
    try:
        head = msgspec.json.decode(first_line)
    except msgspec.DecodeError:
        head = None
    if isinstance(head, dict) and "name" in head:
        yield from _records(msgspec.json.decode(line) for line in raw.split(b"\n") if line.strip())
        return
    whole = msgspec.json.decode(raw)
    if not isinstance(whole, dict) or not isinstance(whole.get("data"), dict):
        raise ValueError(f"{path}: not card data in the shared format, Scryfall oracle-cards or MTGJSON AtomicCards")
    yield from _atomic(whole["data"])


def _text(record: dict[str, Any], *keys: str) -> str | None:
    for key in keys:
        if record.get(key) is not None:
            return str(record[key])
    return None


def _colors(record: dict[str, Any]) -> str | None:
    colors = record.get("colors")
    return None if colors is None else "".join(c for c in "WUBRG" if c in colors)


def _face(record: dict[str, Any], name: str) -> PrintedFace:
    return PrintedFace(
        name=name,
        mana_cost=_text(record, "mana_cost", "manaCost") or "",
        type_line=_text(record, "type_line", "type") or "",
        text=_text(record, "oracle_text", "text") or (_UNKNOWN if record.get("oracle_text_source") else ""),
        power=_text(record, "power"),
        toughness=_text(record, "toughness"),
        loyalty=_text(record, "loyalty"),
        defense=_text(record, "defense"),
        colors=_colors(record),
    )


def _records(records: Any) -> Iterator[PrintedCard]:
    """Cards of the shared format and of Scryfall, which agree on almost every key."""
    for record in records:
        layout = record.get("layout") or "normal"
        if layout in _SKIPPED_LAYOUTS or record.get("set_type") in ("token", "memorabilia"):
            continue
        parts = record.get("faces") or record.get("card_faces") or []
        if not parts:
            parts = _split_text(record)
        faces = tuple(_face(part, part["name"]) for part in parts) if parts else (_face(record, record["name"]),)
        if len(faces) > 1 and record.get("colors") is not None and faces[0].colors is None:
            faces = _with_colors(faces, record, layout)
        yield PrintedCard(record["name"], layout, faces)


def _split_text(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The faces of a record that gives them only as joined fields ("A // B", a line with "//")."""
    names = record["name"].split(" // ")
    texts = re.split(r"\n//\n", record.get("oracle_text") or "")
    if len(names) != 2 or len(texts) != 2:
        return []
    types = (record.get("type_line") or "").split(" // ")
    costs = (record.get("mana_cost") or "").split(" // ")
    front = {"name": names[0], "oracle_text": texts[0], "type_line": types[0], "mana_cost": costs[0]}
    for key in ("power", "toughness", "loyalty", "defense"):
        front[key] = record.get(key)
    back = {
        "name": names[1],
        "oracle_text": texts[1],
        "type_line": types[-1],
        "mana_cost": costs[1] if len(costs) == 2 else "",
    }
    return [front, back]


def _with_colors(faces: tuple[PrintedFace, ...], record: dict[str, Any], layout: str) -> tuple[PrintedFace, ...]:
    """The card's colours are its front's where only the card's are known; a back without a cost stays unknown."""
    if layout in ("split", "adventure", "aftermath", "flip"):
        return faces
    return (faces[0]._replace(colors=_colors(record)), *faces[1:])


def _atomic(data: dict[str, Any]) -> Iterator[PrintedCard]:
    for name, parts in data.items():
        layout = parts[0].get("layout") or "normal"
        if layout in _SKIPPED_LAYOUTS:
            continue
        faces = tuple(_face(part, part.get("faceName") or name) for part in parts)
        yield PrintedCard(name, layout, faces if " // " in name else faces[:1])
