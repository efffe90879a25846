"""What the app puts right of what drivers tell, and what it tells the player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import AppBlur, AppFocus, Key
from textual.pilot import Pilot

from judgecall.tui.app import JudgecallApp
from judgecall.tui.backend import CorpusBackend
from judgecall.tui.question_input import QuestionInput

from .conftest import Copied, an_app, asked, drive, notices, settled


def test_a_letter_held_with_alt_is_no_text(app: JudgecallApp, copied: Copied) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        box = app.conversation.query_one(QuestionInput)
        # A terminal sends the letter behind an escape, so the key comes with its character.
        app.post_message(Key("alt+y", "y"))
        app.post_message(Key("alt+x", "x"))
        await settled(pilot)
        assert copied() == "At most 1 die."
        assert box.text == ""
        app.post_message(Key("x", "x"))
        await settled(pilot)
        assert box.text == "x"

    drive(app, script)


def test_in_a_browser_keys_are_shown_before_the_page_ever_had_the_focus(
    app: JudgecallApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        monkeypatch.setattr(JudgecallApp, "is_web", True)
        app.post_message(AppBlur())
        await settled(pilot)
        assert app.app_focus
        app.post_message(AppFocus())
        app.post_message(AppBlur())
        await settled(pilot)
        assert not app.app_focus

    drive(app, script)


def test_damaged_texts_are_told_of_once_in_the_app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Once, however many questions follow, with the name under which the damaged file is kept."""
    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    (tmp_path / "corpus.sqlite").write_bytes(b"rubbish" * 900)
    app = an_app(CorpusBackend())

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await asked(pilot, "509.1b", "702.2b")
        (aside,) = tmp_path.glob("corpus-damaged-*.sqlite")
        told = [notice for notice in notices(app) if "damaged" in notice]
        assert len(told) == 1
        assert aside.name in told[0]
        assert "corpus update" in told[0]

    drive(app, script)
