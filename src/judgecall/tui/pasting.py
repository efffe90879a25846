"""Junk that terminals send: what steers one is taken out of pastes before Textual reads them, and any byte can be read.

Textual (8.2) looks for keys in a paste too: an escape byte in pasted text came out as stray keys beside it.
"""

from __future__ import annotations

import re
import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Iterable
from functools import partial

from textual._xterm_parser import XTermParser
from textual.message import Message

_BEGIN, _END = "\x1b[200~", "\x1b[201~"
_STEERING = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b")
"""Colours and the like (CSI), titles and links (OSC), and any other escape."""


class Pastes:
    """Lets what a terminal sends through, each paste as a whole and without escape sequences."""

    def __init__(self) -> None:
        self._within = False
        self._pasted = ""
        """In a paste: all of it so far."""
        self._last = ""
        """Outside of one: the characters that went through last, which may begin one."""

    def clean(self, data: str) -> str:
        """What may be read now of what came; a paste once it has come to its end."""
        through: list[str] = []
        while data:
            if self._within:
                pasted, end, data = (self._pasted + data).partition(_END)
                self._pasted = "" if end else pasted
                if end:
                    through.append(f"{_STEERING.sub('', pasted)}{_END}")
            else:
                before, begin, after = (self._last + data).partition(_BEGIN)
                through.append(f"{before}{begin}"[len(self._last) :])
                self._last = "" if begin else before[1 - len(_BEGIN) :]
                end, data = begin, after
            self._within = self._within != bool(end)
        return "".join(through)


class PasteReader(XTermParser):
    """Textual's reader of what a terminal sends, with clean pastes."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pastes = Pastes()

    def feed(self, data: str) -> Iterable[Message]:
        """The events in what came; nothing at all means that nothing more comes."""
        cleaned = self._pastes.clean(data)
        return super().feed(cleaned) if cleaned or not data else ()


def read_junk_with(driver: type) -> None:
    """Let a driver of Textual read with `PasteReader`, and bytes that are no UTF-8 as characters that can't be shown.

    Drivers that read no terminal stay as they are. With a decoder that does not put up with anything, one byte of a
    binary file in a paste ended the thread that reads keys.
    """
    module = sys.modules[driver.__module__]
    if getattr(module, "XTermParser", None) is XTermParser:
        vars(module)["XTermParser"] = PasteReader
        vars(module)["getincrementaldecoder"] = _lenient


def _lenient(encoding: str) -> partial[IncrementalDecoder]:
    return partial(getincrementaldecoder(encoding), "replace")
