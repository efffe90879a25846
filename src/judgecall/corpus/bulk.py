"""Streams of cards and rulings out of bulk files: Scryfall's, MTGJSON's and the project's own, plain or gzipped.

A file may be a JSON array, one object a line, or MTGJSON's object of names; it is read piece by piece, so that
a file of several hundred megabytes needs a few megabytes of memory.
"""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from judgecall.corpus.passages import CardFace

_CHUNK = 1 << 20
_TELLING = 256
"""So many characters are enough to tell one form of file from another."""

_SKIPPED_LAYOUTS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
_MTGJSON = re.compile(r'\s*\{\s*"(?:meta|data)"\s*:')

Progress = Callable[[str, int, int], None]
"""Called with what is being read ("rules", "cards", "rulings"), bytes read so far and the file's size."""


class BulkFileError(ValueError):
    """A bulk file can't be read as cards or rulings; the message names the file and the trouble."""


class CardRecord(msgspec.Struct, frozen=True):
    """One card as imported: its full name ("Fire // Ice"), its faces, and the rulings that came with it."""

    name: str
    faces: tuple[CardFace, ...]
    oracle_id: str = ""
    layout: str = ""
    rulings: tuple[tuple[str, str], ...] = ()
    """(date, text) of each ruling in the same record: MTGJSON has them there."""


class RulingRecord(msgspec.Struct, frozen=True):
    """One ruling as imported. Exactly one of `card` (a name) and `oracle_id` is filled."""

    text: str
    date: str = ""
    source: str = ""
    card: str = ""
    oracle_id: str = ""


def read_cards(path: Path, progress: Progress | None = None) -> Iterator[CardRecord]:
    """The cards of a bulk file, in its order; tokens, emblems and art cards are left out.

    Raises:
        BulkFileError: the file is cut off, is not JSON, or holds something other than cards.
        OSError: the file can't be read.
    """
    for name, value in _values(path, "cards", progress):
        if isinstance(value, list):  # MTGJSON: a name with its faces
            if value:
                yield _mtgjson_card(name, value)
        elif isinstance(value, dict) and isinstance(value.get("name"), str):
            if value.get("layout") not in _SKIPPED_LAYOUTS:
                yield _card(value)
        else:
            raise BulkFileError(f"{path.name} holds something that is not a card.")


def read_rulings(path: Path, progress: Progress | None = None) -> Iterator[RulingRecord]:
    """The rulings of a bulk file, in its order.

    Raises:
        BulkFileError: the file is cut off, is not JSON, or holds something other than rulings.
        OSError: the file can't be read.
    """
    for _, value in _values(path, "rulings", progress):
        if not isinstance(value, dict):
            raise BulkFileError(f"{path.name} holds something that is not a ruling.")
        text = value.get("comment") or value.get("text")
        card, oracle_id = value.get("card") or "", value.get("oracle_id") or ""
        if not isinstance(text, str) or not (card or oracle_id):
            raise BulkFileError(f"{path.name} holds something that is not a ruling.")
        date = value.get("published_at") or value.get("date") or ""
        yield RulingRecord(text.strip(), date, _source(value.get("source")), card, "" if card else oracle_id)


def open_text(path: Path) -> tuple[io.BufferedReader, io.TextIOWrapper]:
    """Open a plain or gzipped file as text: (the raw file, whose tell() is bytes of the file read; the text)."""
    raw = path.open("rb")
    start = raw.read(2)
    raw.seek(0)
    binary: Any = gzip.GzipFile(fileobj=raw) if start == b"\x1f\x8b" else raw
    return raw, io.TextIOWrapper(binary, encoding="utf-8-sig")


def _values(path: Path, what: str, progress: Progress | None) -> Iterator[tuple[str, Any]]:
    size = path.stat().st_size
    raw, text = open_text(path)

    def refill() -> str:
        chunk = text.read(_CHUNK)
        if progress:
            progress(what, raw.tell(), size)
        return chunk

    with raw:
        try:
            yield from _scan(refill)
        except (json.JSONDecodeError, EOFError, gzip.BadGzipFile, UnicodeDecodeError) as error:
            raise BulkFileError(f"{path.name} is damaged or is not a file of {what}: {error}") from error


def _scan(refill: Callable[[], str]) -> Iterator[tuple[str, Any]]:
    """(key, value) of every element: of an array, of lines, or of MTGJSON's "data" (keys are "" except there)."""
    decoder = json.JSONDecoder()
    buffer = refill()
    while len(buffer) < _TELLING and (chunk := refill()):
        buffer += chunk
    position = 0
    named = bool(_MTGJSON.match(buffer))
    if named:
        position, buffer = _enter_data(buffer, refill, decoder)
    elif buffer.lstrip()[:1] == "[":
        position = buffer.index("[") + 1
    ended = False
    key = ""
    while True:
        position = _skip(buffer, position)
        try:
            if position >= len(buffer):
                raise json.JSONDecodeError("the file ends too soon", buffer[-80:], len(buffer[-80:]))
            if buffer[position] in "]}":
                return
            value, after = decoder.raw_decode(buffer, position)
            if after >= len(buffer) and not ended and not isinstance(value, (dict, list, str)):
                raise json.JSONDecodeError("number at the end of a piece", "", 0)
        except json.JSONDecodeError as error:
            chunk = "" if ended else refill()
            if chunk:
                buffer, position = buffer[position:] + chunk, 0
                continue
            ended = True
            if position >= len(buffer) and not named and not key and error.msg == "the file ends too soon":
                return  # one object a line: the end of the file is the end
            raise
        position = after
        if named and not key and isinstance(value, str):
            key = value
            continue
        yield key, value
        key = ""


def _enter_data(buffer: str, refill: Callable[[], str], decoder: json.JSONDecoder) -> tuple[int, str]:
    """Skip MTGJSON's "meta" and return the position just inside "data", with the buffer."""
    position = buffer.index("{") + 1
    while True:
        position = _skip(buffer, position)
        try:
            name, after = decoder.raw_decode(buffer, position)
            after = _skip(buffer, after)
            if name == "data" and buffer[after : after + 1] == "{":
                return after + 1, buffer
            if name != "data":
                _, position = decoder.raw_decode(buffer, after)
                continue
        except json.JSONDecodeError:
            pass
        chunk = refill()
        if not chunk:
            raise json.JSONDecodeError('there is no "data" in it', buffer[:80], 0)
        buffer += chunk


def _skip(buffer: str, position: int) -> int:
    """The position of the next character that is not white space or a separator."""
    while position < len(buffer) and buffer[position] in " \t\r\n,:":
        position += 1
    return position


def _source(name: object) -> str:
    return "Scryfall" if name == "scryfall" else "Wizards of the Coast"


_FACE_FIELDS = ("mana_cost", "type_line", "power", "toughness", "loyalty", "defense")


def _face(value: dict[str, Any], name: str) -> CardFace:
    fields = {field: str(value[field]) for field in _FACE_FIELDS if value.get(field) is not None}
    return CardFace(name=name, text=value.get("oracle_text") or "", **fields)


def _card(value: dict[str, Any]) -> CardRecord:
    faces = value.get("card_faces") or value.get("faces") or [value]
    return CardRecord(
        name=value["name"],
        faces=tuple(_face(face, face.get("name") or value["name"]) for face in faces),
        oracle_id=value.get("oracle_id") or (faces[0].get("oracle_id") or ""),
        layout=value.get("layout") or "",
    )


def _mtgjson_card(name: str, faces: list[dict[str, Any]]) -> CardRecord:
    def face(value: dict[str, Any]) -> CardFace:
        renamed = {**value, "mana_cost": value.get("manaCost"), "type_line": value.get("type")}
        return _face({**renamed, "oracle_text": value.get("text")}, value.get("faceName") or name)

    first = faces[0]
    rulings = {(ruling["date"], ruling["text"]): None for value in faces for ruling in value.get("rulings") or ()}
    return CardRecord(
        name=name,
        faces=tuple(face(value) for value in faces),
        oracle_id=(first.get("identifiers") or {}).get("scryfallOracleId", ""),
        layout=first.get("layout") or "",
        rulings=tuple(rulings),
    )
