"""How the screens look. What they say and do is tested beside this; these few pictures catch the layout."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from judgecall.tui.app import JudgecallApp
from judgecall.tui.look_up import PAUSE

from .conftest import SMALL, WIDE, asked, settled

Snap = Callable[..., bool]

QUESTIONS = ("five guys block my ochran assassin, how many die", "can my bear block a skulk?", "can [Hans] attack?")


async def start(pilot: Pilot[Any]) -> None:
    await settled(pilot)


async def conversation(pilot: Pilot[Any]) -> None:
    await asked(pilot, *QUESTIONS[1:], QUESTIONS[0], "both ways?", "can liliana attack?", "gibberish", QUESTIONS[0])


async def in_block(pilot: Pilot[Any]) -> None:
    await asked(pilot, *QUESTIONS)
    await pilot.press("alt+up", "alt+up")
    await settled(pilot)


async def details(pilot: Pilot[Any]) -> None:
    await asked(pilot, QUESTIONS[1])
    await pilot.press("f3", "down")
    await settled(pilot)


async def look_up(pilot: Pilot[Any]) -> None:
    await settled(pilot)
    await pilot.press("f2", *"assassin")
    await pilot.pause(PAUSE + 0.1)
    await settled(pilot)
    await pilot.press("down")
    await settled(pilot)


async def help_screen(pilot: Pilot[Any]) -> None:
    await settled(pilot)
    await pilot.press("f1")
    await settled(pilot)


@pytest.mark.parametrize(
    ("script", "size"),
    [
        pytest.param(start, SMALL, id="start-small"),
        pytest.param(conversation, WIDE, id="conversation-wide"),
        pytest.param(in_block, SMALL, id="block-small"),
        pytest.param(details, SMALL, id="details-small"),
        pytest.param(look_up, WIDE, id="look-up-wide"),
        pytest.param(help_screen, SMALL, id="help-small"),
    ],
)
def test_looks(
    app: JudgecallApp, snap_compare: Snap, script: Callable[[Pilot[Any]], Awaitable[None]], size: tuple[int, int]
) -> None:
    assert snap_compare(app, terminal_size=size, run_before=script)
