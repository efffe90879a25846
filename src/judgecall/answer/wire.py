"""What the app and the answering process say to one another: JSON, each piece after its length in four bytes."""

from __future__ import annotations

from typing import IO

import msgspec

from judgecall.answer.json_form import Answer, Supposed
from judgecall.scenario.model import Scenario

_LENGTH = 4


class Load(msgspec.Struct, frozen=True, tag=True):
    """Load everything."""


class Ask(msgspec.Struct, frozen=True, tag=True):
    """Answer a question."""

    question: str
    context: Scenario | None


class Vary(msgspec.Struct, frozen=True, tag=True):
    """Answer again with facts otherwise."""

    asked: Answer
    changes: dict[str, str]
    supposed: tuple[Supposed, ...]


class Reopen(msgspec.Struct, frozen=True, tag=True):
    """Use the texts that have just been imported."""


Request = Load | Ask | Vary | Reopen


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes back for a request."""

    answer: Answer | None = None
    rules_date: str = ""
    notice: str = ""
    """What is wrong with the imported text."""
    error: str = ""
    """Why there is no answer."""
    unfit: bool = False
    """The error is a ValueError: what was asked can't be answered."""


def write(stream: IO[bytes], piece: bytes) -> None:
    """Write a piece."""
    stream.write(len(piece).to_bytes(_LENGTH, "big") + piece)
    stream.flush()


def read(stream: IO[bytes]) -> bytes | None:
    """The next piece, or None when nothing more comes."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    length = int.from_bytes(head, "big")
    piece = stream.read(length)
    return piece if len(piece) == length else None
