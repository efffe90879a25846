"""Pastes between brackets: junk in them is no key."""

from __future__ import annotations

import pytest
from textual.events import Key, Paste

from judgecall.tui.pasting import PasteReader, Pastes, read_junk_with

BEGIN, END = "\x1b[200~", "\x1b[201~"


def events_of(sent: str, size: int) -> list[str]:
    """What comes out of what is sent in pieces of a size: keys by name, pastes as texts in quotes."""
    reader = PasteReader()
    found = []
    for at in range(0, len(sent), size):
        for event in reader.feed(sent[at : at + size]):
            assert isinstance(event, Key | Paste)
            found.append(event.key if isinstance(event, Key) else repr(event.text))
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
@pytest.mark.parametrize(
    ("pasted", "text"),
    [
        ("can it block?", "can it block?"),
        ("\x1b[1;31mcan\x1b[0m it\x1b]8;;file:x\x07 block?", "can it block?"),
        ("a\x1b", "a"),
        ("a\x1b\x1b[2", "a[2"),
        ("\x1b\x1bcan\x1bit " + "block " * 12, "canit " + "block " * 12),
        ("\x1b[A\x1bOP\x1b[<0;1;1M", "OP"),
    ],
)
def test_a_paste_is_one_text_and_no_key_however_it_arrives(pasted: str, text: str, size: int) -> None:
    assert events_of(f"x{BEGIN}{pasted}{END}y", size) == ["x", repr(text), "y"]


def test_two_pastes_are_two() -> None:
    assert events_of(f"{BEGIN}a\x1b[0m{END}{BEGIN}b{END}", 1000) == ["'a'", "'b'"]


@pytest.mark.parametrize("keys", ["\x1b", "\x1b[", "\x1b[A", "\x1b[2~", "\x1b[20~\x1b[20;5~", "\x1b[20", "\x1b[200"])
def test_no_key_is_held_back(keys: str) -> None:
    assert Pastes().clean(keys) == keys
    pastes = Pastes()
    assert "".join(map(pastes.clean, keys)) == keys


def test_the_driver_of_a_terminal_reads_so() -> None:
    from textual.drivers import linux_driver
    from textual.drivers.headless_driver import HeadlessDriver

    before = linux_driver.XTermParser, linux_driver.getincrementaldecoder
    try:
        read_junk_with(linux_driver.LinuxDriver)
        assert linux_driver.XTermParser is PasteReader
        read_junk_with(linux_driver.LinuxDriver)
        assert linux_driver.XTermParser is PasteReader
        decode = linux_driver.getincrementaldecoder("utf-8")().decode
        assert decode(b"a\xff\xe2\x80") == "a�"
        assert decode(b"\x9cb") == "“b"
    finally:
        linux_driver.XTermParser, linux_driver.getincrementaldecoder = before
    read_junk_with(HeadlessDriver)
