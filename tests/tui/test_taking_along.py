"""Copying, exporting, and the report of a wrong ruling."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from judgecall.tui.app import JudgecallApp
from judgecall.tui.question_input import QuestionInput

from .conftest import Copied, an_app, asked, drive, notices, settled
from .fakes import FakeBackend


async def until_told(pilot: Pilot[Any], words: str) -> None:
    """Wait for a notice."""
    app = pilot.app
    assert isinstance(app, JudgecallApp)
    for _ in range(100):
        await pilot.pause(0.02)
        if any(words in notice for notice in notices(app)):
            return
    raise AssertionError(notices(app))


def test_copying(app: JudgecallApp, copied: Copied) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("y")
        assert copied() == ""
        assert app.conversation.query_one(QuestionInput).text == "y"
        await pilot.press("alt+y")
        assert copied() == "At most 1 die."
        await pilot.press("alt+up", "Y")
        assert "702.2b  Damage by deathtouch destroys 1 of them." in copied()
        assert "Ochran Assassin ruling (2018-10-05)" in copied()
        assert any("citations" in notice for notice in notices(app))
        await pilot.press("alt+p")
        assert copied() == "1 die"

    drive(app, script)


def test_copying_goes_through_the_terminal_so_that_it_works_over_ssh(
    app: JudgecallApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        written: list[str] = []
        await asked(pilot, "five guys block")
        monkeypatch.setattr(app._driver, "write", written.append)
        await pilot.press("alt+y")
        code = base64.b64encode(b"At most 1 die.").decode()
        assert f"\x1b]52;c;{code}\a" in "".join(written)

    drive(app, script)


def test_what_was_supposed_is_copied_too(app: JudgecallApp, copied: Copied) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "can my bear block a skulk?")
        await pilot.press("tab", "1")
        await settled(pilot)
        await pilot.press("alt+shift+y")
        assert "What if your bear has more power?" in copied()
        assert "Yes, if so." in copied()

    drive(app, script)


def test_exporting_markdown(backend: FakeBackend, tmp_path: Path) -> None:
    app = an_app(backend, exports=tmp_path / "new")

    async def script(pilot: Pilot[Any]) -> None:
        await pilot.press("ctrl+e")
        assert any("nothing to export" in notice for notice in notices(app))
        await asked(pilot, "five guys block", "can [Hans] attack?")
        await pilot.press("ctrl+e")
        await until_told(pilot, "Exported to")
        (file,) = (tmp_path / "new").glob("judgecall-*.md")
        text = file.read_text(encoding="utf-8")
        assert "## five guys block" in text
        assert "**AT MOST 1** At most 1 die." in text
        assert "Remember that **a source with deathtouch must deal damage **" in text
        assert "## can \\[Hans\\] attack?" in text
        assert any(file.name in notice for notice in notices(app))

    drive(app, script)


def test_exporting_json(backend: FakeBackend, tmp_path: Path) -> None:
    app = an_app(backend, exports=tmp_path)

    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "can my bear block a skulk?")
        await pilot.press("tab", "1")
        await settled(pilot)
        await pilot.press("f7")
        await until_told(pilot, "Exported to")
        (file,) = tmp_path.glob("judgecall-*.json")
        rows = json.loads(file.read_text(encoding="utf-8"))["conversation"]
        assert [(row["question"], row["status"]) for row in rows] == [
            ("five guys block", "answered"),
            ("can my bear block a skulk?", "answered"),
        ]
        assert rows[1]["what_if"] == ["your bear has more power"]
        assert rows[0]["answers"][0]["sources"][0]["id"] == "ochran-assassin-1"

    drive(app, script)


def test_a_report_has_everything_that_is_needed_to_see_it_again(backend: FakeBackend, tmp_path: Path) -> None:
    app = an_app(backend, exports=tmp_path)

    async def script(pilot: Pilot[Any]) -> None:
        await pilot.press("f8")
        assert any("Select the answer" in notice for notice in notices(app))
        await asked(pilot, "five guys block ``` my assassin")
        await pilot.press("f8")
        await until_told(pilot, "Exported to")
        (file,) = tmp_path.glob("judgecall-wrong-ruling-*.md")
        text = file.read_text(encoding="utf-8")
        for part in (
            "five guys block ``` my assassin",
            "At most 1 die.",
            "1 die",
            "rules of 2026-04-17",
            "textual 8",
            "Python 3",
        ):
            assert part in text
        # The question can't close the fence around it.
        assert "````\nfive guys block ``` my assassin\n````" in text

    drive(app, script)


def test_a_failed_export_is_told(backend: FakeBackend, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    app = an_app(backend, exports=blocked)

    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("ctrl+e")
        await until_told(pilot, "export failed")

    drive(app, script)
