"""Apps on the fake backend, and waiting for their workers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from judgecall.tui.app import JudgecallApp
from judgecall.tui.config import Config
from judgecall.tui.history import History

from .fakes import FakeBackend

WIDE = (160, 48)
SMALL = (80, 24)
TINY = (60, 20)


@pytest.fixture(autouse=True)
def _no_blinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TextArea, "cursor_blink", False)
    monkeypatch.setattr(Input, "cursor_blink", False)
    monkeypatch.setattr(App, "animation_level", "none", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
def app(backend: FakeBackend) -> JudgecallApp:
    return an_app(backend)


def an_app(backend: FakeBackend, history: History | None = None, **more: Any) -> JudgecallApp:
    """An app with no config file of anybody's."""
    return JudgecallApp(backend, history or History(None), config=more.pop("config", Config()), **more)


Script = Callable[[Pilot[Any]], Awaitable[None]]


def drive(app: JudgecallApp, script: Script, size: tuple[int, int] = WIDE) -> None:
    """Run the app without a terminal and carry out a script in it."""

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(run())


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until the app has loaded, no worker runs and everything they posted has been shown."""
    app = pilot.app
    if isinstance(app, JudgecallApp) and getattr(app.backend, "ready", None) is None:
        for _ in range(500):
            if app.conversation.loaded or app.conversation.load_problem:
                break
            await pilot.pause(0.01)
    for _ in range(2):
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()


async def asked(pilot: Pilot[Any], *questions: str) -> None:
    """Type questions and wait for the answers."""
    app = pilot.app
    assert isinstance(app, JudgecallApp)
    for question in questions:
        app.conversation.query_one("#question", TextArea).focus()
        await pilot.pause()
        app.conversation.query_one("#question", TextArea).text = question
        await pilot.press("enter")
        await settled(pilot)


def notices(app: JudgecallApp) -> list[str]:
    """What the app told the player."""
    return [notice.message for notice in app._notifications]


Copied = Callable[[], str]


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> Copied:
    """What was copied last."""
    texts: list[str] = [""]
    monkeypatch.setattr(App, "copy_to_clipboard", lambda self, text: texts.append(text))
    return lambda: texts[-1]
