"""How the screens look, at three sizes. What they say and do is tested beside this; these pictures catch the layout.

The pictures hold no published text but that of the seeds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from judgecall.tui.app import JudgecallApp
from judgecall.tui.facts import FactList
from judgecall.tui.history import History
from judgecall.tui.importing import ImportScreen
from judgecall.tui.kept import Entry, Kept
from judgecall.tui.passage import PassageView

from .conftest import SMALL, TINY, WIDE, an_app, asked, settled
from .fakes import FakeBackend

Snap = Callable[..., bool]
Script = Callable[[Pilot[Any]], Awaitable[None]]

SIZES = {"60x20": TINY, "80x24": SMALL, "160x48": WIDE}
DEPENDS = "can my bear block a skulk?"


async def quiet(pilot: Pilot[Any]) -> None:
    """Nothing in the picture that comes and goes by itself."""
    pilot.app.clear_notifications()
    await settled(pilot)


async def first_start(pilot: Pilot[Any]) -> None:
    await settled(pilot)


async def answered(pilot: Pilot[Any]) -> None:
    await asked(pilot, "five guys block my ochran assassin, how many die")
    await pilot.press("alt+up", "enter")


async def depends(pilot: Pilot[Any]) -> None:
    await asked(pilot, DEPENDS)
    await pilot.press("tab")


async def no_ruling(pilot: Pilot[Any]) -> None:
    await asked(pilot, "does a tapped bear block?", "gibberish")


async def ambiguous(pilot: Pilot[Any]) -> None:
    await asked(pilot, "can liliana attack?")


async def what_if_before(pilot: Pilot[Any]) -> None:
    await asked(pilot, DEPENDS)
    await pilot.press("alt+up", "enter")
    await settled(pilot)
    facts = pilot.app.screen.query_one(FactList)
    facts.highlighted = next(i for i, row in enumerate(facts.rows) if row.key == "bear size")


async def what_if_after(pilot: Pilot[Any]) -> None:
    await what_if_before(pilot)
    await pilot.press("right")


async def source_view(pilot: Pilot[Any]) -> None:
    await asked(pilot, "five guys block my ochran assassin, how many die")
    await pilot.press("alt+up", "enter")
    await settled(pilot)
    pilot.app.screen.query(PassageView).first().focus()
    await pilot.press("enter")
    await settled(pilot)


async def look_up(pilot: Pilot[Any]) -> None:
    await settled(pilot)
    await pilot.press("slash", *"assassin")
    await settled(pilot)


async def history(pilot: Pilot[Any]) -> None:
    await settled(pilot)
    await pilot.press("f4")
    await settled(pilot)


async def help_screen(pilot: Pilot[Any]) -> None:
    await settled(pilot)
    await pilot.press("f1")


async def _import(pilot: Pilot[Any], folder: str) -> None:
    await settled(pilot)
    await pilot.press("f9")
    await pilot.pause()
    assert isinstance(pilot.app.screen, ImportScreen)
    pilot.app.screen.query_one("#folder", Input).focus()
    pilot.app.screen.query_one("#folder", Input).value = folder
    await pilot.press("enter")
    await pilot.pause(0.1)


async def import_running(pilot: Pilot[Any]) -> None:
    await _import(pilot, "/texts")


async def import_failed(pilot: Pilot[Any]) -> None:
    backend = pilot.app.backend  # type: ignore[attr-defined]
    backend.import_may_end.set()
    await _import(pilot, "/nothing")
    await settled(pilot)


SCRIPTS: dict[str, Script] = {
    "first-start": first_start,
    "answered": answered,
    "depends": depends,
    "no-ruling": no_ruling,
    "ambiguous": ambiguous,
    "what-if-before": what_if_before,
    "what-if-after": what_if_after,
    "source-view": source_view,
    "look-up": look_up,
    "history": history,
    "help": help_screen,
    "import-running": import_running,
    "import-failed": import_failed,
}


@pytest.fixture
def looked_at(backend: FakeBackend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> JudgecallApp:
    """An app in which nothing depends on the day or on where it runs."""
    monkeypatch.setattr("judgecall.tui.history_screen._when", lambda asked: "2026-05-01 20:00")
    kept = History(tmp_path / "history.sqlite")
    kept.load()
    for question, status, text in (
        ("does my ochran assassin have to attack", "answered", "no: No."),
        ("gibberish", "no_ruling", "no ruling: I could not read this question."),
        (DEPENDS, "depends", "depends: It depends."),
    ):
        kept.write(Entry(question, status, text, Kept()))
    kept.close()
    monkeypatch.setattr(History, "last_conversation", lambda self: [])
    monkeypatch.setattr("judgecall.tui.app.config_path", lambda: Path("config.toml"))
    return an_app(backend, History(tmp_path / "history.sqlite"))


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("name", list(SCRIPTS))
def test_looks(looked_at: JudgecallApp, backend: FakeBackend, snap_compare: Snap, name: str, size: str) -> None:
    async def run(pilot: Pilot[Any]) -> None:
        await SCRIPTS[name](pilot)
        if name != "import-running":
            await quiet(pilot)

    try:
        assert snap_compare(looked_at, terminal_size=SIZES[size], run_before=run)
    finally:
        backend.import_may_end.set()
