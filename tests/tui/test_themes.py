"""In every choice of colours, what is written can be read."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from judgecall.tui.app import JudgecallApp

from .conftest import an_app, asked, drive, settled
from .fakes import FakeBackend


def unreadable(app: JudgecallApp) -> list[str]:
    """What stands on the screen in the colour of its own background."""
    found = []
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            style = segment.style
            if style is None or style.color is None or style.color.is_default:
                continue  # The terminal's own colours can be told apart.
            if segment.text.strip() and style.color == style.bgcolor:
                found.append(segment.text.strip())
    return found


@pytest.mark.parametrize("theme", ["high-contrast", "ansi-dark", "ansi-light", "textual-dark", "textual-light"])
def test_no_word_has_the_colour_of_its_background(theme: str) -> None:
    app = an_app(FakeBackend())

    async def script(pilot: Pilot[Any]) -> None:
        app.theme = theme
        await asked(
            pilot, "does a tapped bear block?", "five guys block", "gibberish", "does my liliana die?", "can it skulk?"
        )
        for keys in ((), ("f3", "f3"), ("alt+up", "alt+up", "alt+up", "alt+up", "enter"), ("f1",)):
            await pilot.press(*keys)
            await settled(pilot)
            assert unreadable(app) == []

    drive(app, script)
