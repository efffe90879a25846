"""Keys that come faster than anybody types: a paste through a terminal that does not say that it is one.

Typed one by one, a long paste would keep the app busy for minutes, and its line ends would ask questions. One line
with the enter behind it is a question all the same: a slow connection delivers what was typed so, and so do programs.
"""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from textual.events import Key

QUICK = 0.02
"""Seconds between two keys that nobody types so fast."""
TYPED = 48
"""How many quick keys in a row are still taken as typed: so many may have waited while a connection stood still."""
PAUSE = 0.2
"""Seconds without a key that end a paste; a machine that is busy delivers it with gaps."""


class Burst(NamedTuple):
    """What came in one burst."""

    text: str
    """As one line."""
    entered: bool
    """Whether it was one line, and enter came last."""


class Bursts:
    """Holds back what comes too fast to be typed, until there is a pause."""

    def __init__(self) -> None:
        self._key = ""
        self._time = -PAUSE
        self._seen = 0.0
        self._run = 0
        self._held: list[str] = []
        self.going_on = False
        """Whether keys are part of a paste now."""

    def holds(self, key: Key) -> bool:
        """Whether a key is part of a paste and was taken; keys that are no text are dropped in it."""
        if not self.going_on:
            quick = key.time - self._time < QUICK
            # A key that is held down repeats as fast as the keyboard likes.
            self._run = 0 if not quick else self._run + (key.key != self._key)
            self.going_on = self._run > TYPED
        self._key, self._time, self._seen = key.key, key.time, monotonic()
        if not self.going_on:
            return False
        if key.key in ("enter", "tab"):
            self._held.append({"enter": "\n"}.get(key.key, " "))
        elif key.character is not None and key.is_printable:
            self._held.append(key.character)
        return True

    @property
    def over(self) -> bool:
        """Whether the last key was seen long enough ago."""
        return monotonic() - self._seen >= PAUSE

    def let_go(self) -> Burst:
        """What was held back, once."""
        text = "".join(self._held)
        self._held.clear()
        self._run = 0
        self.going_on = False
        line, end, more = text.partition("\n")
        return Burst(line, True) if end and not more else Burst(text.replace("\n", " "), False)
