"""A passage as it is shown. Apart from the rest of the JSON form, since look-up needs this and nothing of the engine."""

from __future__ import annotations

import msgspec


class Source(msgspec.Struct, frozen=True):
    """A passage of source text, with the deciding words as spans of characters."""

    id: str
    title: str
    text: str
    marked: tuple[tuple[int, int], ...] = ()
    summary: bool = False
