"""The README's picture is small and the app's own; its table of keys is the list of actions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judgecall.tui.actions import action_called, key_names

README = Path(__file__).resolve().parents[2] / "README.md"
_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| <!-- ([a-z, -]+) -->$", re.MULTILINE)

pytestmark = pytest.mark.skipif(not README.is_file(), reason="there is no checkout around the tests")


def test_the_keys_are_those_of_the_app() -> None:
    rows = _ROW.findall(README.read_text(encoding="utf-8"))
    assert len(rows) >= 10
    for keys, _, ids in rows:
        expected = ", ".join(key_names(action_called(id).keys) for id in ids.split(", "))
        assert keys.replace("`", "") == expected, ids


def test_the_picture_is_there_and_small() -> None:
    (name,) = re.findall(r"!\[[^\]]+\]\((\S+\.svg)\)", README.read_text(encoding="utf-8"))
    picture = (README.parent / name).read_text(encoding="utf-8")
    assert len(picture) < 100_000
    assert "Ochran" in picture
    assert "@font-face" not in picture
