"""Importing the full texts from inside the app: offered, shown while it runs, said when it fails, never in the way."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, ProgressBar, Static

from judgecall.tui.app import JudgecallApp
from judgecall.tui.backend import ImportProblem, files_in
from judgecall.tui.importing import ImportBar, ImportScreen
from judgecall.tui.question_input import QuestionInput
from judgecall.tui.welcome import EXAMPLES

from .conftest import an_app, drive, notices, settled
from .fakes import FakeBackend


def bar_says(app: JudgecallApp) -> str:
    return str(app.conversation.query_one("#import-what", Static).render())


async def begun(pilot: Pilot[Any], folder: str) -> None:
    """Import from a folder."""
    await pilot.press("f9")
    await pilot.pause()
    assert isinstance(pilot.app.screen, ImportScreen)
    pilot.app.screen.query_one("#folder", Input).focus()
    pilot.app.screen.query_one("#folder", Input).value = folder
    await pilot.press("enter")
    await pilot.pause(0.05)


def test_the_first_start_offers_three_examples_and_the_import(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        examples = app.conversation.query_one("#examples", OptionList)
        assert examples.option_count == len(EXAMPLES) + 1 == 4
        examples.focus()
        await pilot.press("end", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ImportScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is app.conversation

    drive(app, script)


def test_the_import_is_offered_while_everything_is_being_loaded(backend: FakeBackend) -> None:
    backend.ready = threading.Event()
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        assert not app.conversation.loaded
        assert "import the full rules" in str(
            app.conversation.query_one("#examples", OptionList).get_option_at_index(3).prompt
        )
        await pilot.press("f9")
        await pilot.pause()
        assert isinstance(app.screen, ImportScreen)

    drive(app, script)


def test_with_the_full_texts_there_is_nothing_to_offer(app: JudgecallApp, backend: FakeBackend) -> None:
    backend.imported = True

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        assert app.conversation.query_one("#examples", OptionList).option_count == len(EXAMPLES)

    drive(app, script)


def test_an_import_shows_how_far_it_is_while_questions_are_asked(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await begun(pilot, "/somewhere")
        bar = app.conversation.query_one(ImportBar)
        assert bar.display
        assert bar_says(app) == "Importing rules…"
        assert bar.query_one(ProgressBar).percentage == 0.3
        await pilot.press("f9")
        assert any("running already" in notice for notice in notices(app))
        box = app.conversation.query_one(QuestionInput)
        await pilot.press(*"five guys block", "enter")
        for _ in range(50):
            await pilot.pause(0.02)
            if app.conversation.exchanges and app.conversation.exchanges[0].answer:
                break
        assert app.conversation.exchanges[0].answer is not None
        assert box.has_focus
        backend.import_may_end.set()
        await settled(pilot)
        assert bar_says(app).startswith("✓ Imported: 3 rules")
        assert not bar.query_one(ProgressBar).display
        assert "rules of 2026-06-19" in str(app.conversation.query_one("#top", Static).render())
        await pilot.press("escape")
        await pilot.pause()
        assert not app.conversation.query(ImportBar)
        assert box.has_focus

    try:
        drive(app, script)
    finally:
        backend.import_may_end.set()


def test_an_import_that_fails_says_why_and_can_be_tried_again(app: JudgecallApp, backend: FakeBackend) -> None:
    backend.import_may_end.set()

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await begun(pilot, "/nothing")
        await settled(pilot)
        assert bar_says(app) == "✗ Nothing was imported: nothing has none of the files. (f9: try again)"
        await begun(pilot, "/something")
        await settled(pilot)
        assert bar_says(app).startswith("✓ ")
        bar = app.conversation.query_one(ImportBar)
        bar._was_read()
        await pilot.pause()
        assert not app.conversation.query(ImportBar)

    drive(app, script)


def test_a_path_can_be_typed_at_once(app: JudgecallApp, backend: FakeBackend) -> None:
    backend.import_may_end.set()

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await pilot.press("f9", *"nothing", "enter")
        await settled(pilot)
        assert app.screen is app.conversation
        assert "nothing has none of the files" in bar_says(app)

    drive(app, script)


def test_files_are_told_by_their_names(tmp_path: Path) -> None:
    for name in ("MagicCompRules 20260417.txt", "oracle-cards-2026.json", "rulings-2026.json.gz", "notes.txt"):
        (tmp_path / name).touch()
    found = files_in(tmp_path)
    assert {kind: path.name if path else None for kind, path in found.items()} == {
        "rules": "MagicCompRules 20260417.txt",
        "cards": "oracle-cards-2026.json",
        "rulings": "rulings-2026.json.gz",
    }


@pytest.mark.parametrize("folder", ["none", "empty"])
def test_a_folder_without_any_of_them_is_told(tmp_path: Path, folder: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ImportProblem, match=folder):
        files_in(tmp_path / folder)
