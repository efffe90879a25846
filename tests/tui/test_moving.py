"""Moving between the question, the answers and the details: what has the keys, and what is in view."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot

from judgecall.tui.app import JudgecallApp
from judgecall.tui.block import Block
from judgecall.tui.details import Details
from judgecall.tui.exchange import Exchange
from judgecall.tui.question_input import QuestionInput

from .conftest import SMALL, TINY, WIDE, Copied, an_app, asked, drive, settled
from .fakes import FakeBackend


def test_moving_between_blocks_and_back_to_the_input(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "does a tapped bear block?", "gibberish")
        conversation = app.conversation
        await pilot.press("alt+up")
        assert conversation.selected is app.conversation.exchanges[2]
        await pilot.press("alt+up", "alt+up", "alt+up")
        assert conversation.selected is app.conversation.exchanges[0]
        await pilot.press("alt+down")
        assert conversation.selected is app.conversation.exchanges[1]
        await pilot.press("escape")
        assert conversation.query_one(QuestionInput).has_focus
        assert conversation.selected is app.conversation.exchanges[1]
        await pilot.press("escape")
        assert conversation.selected is app.conversation.exchanges[2]

    drive(app, script)


def test_typing_elsewhere_goes_into_the_input(app: JudgecallApp, copied: Copied) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("alt+up", *"why")
        assert app.conversation.query_one(QuestionInput).text == "why"
        assert copied() == ""
        await pilot.press("ctrl+u", "alt+up", "y", *"how")
        assert copied() == "At most 1 die."
        assert app.conversation.query_one(QuestionInput).text == "how"

    drive(app, script)


def test_a_narrow_terminal_shows_the_details_under_the_conversation_once_they_are_wanted(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        details, conversation = app.conversation.query_one("#details"), app.conversation.query_one("#conversation")
        assert (conversation.display, details.display) == (True, False)
        await pilot.press("f3")
        await settled(pilot)
        assert (conversation.display, details.display) == (True, True)
        assert details.region.y >= conversation.region.bottom
        assert details.has_focus_within
        await pilot.press("escape")
        assert app.conversation.query_one(QuestionInput).has_focus
        await pilot.press("escape")
        assert (conversation.display, details.display) == (True, False)

    drive(app, script, SMALL)


def test_details_wanted_before_the_answer_get_the_keys_when_it_comes(app: JudgecallApp, backend: FakeBackend) -> None:
    backend.ready = threading.Event()

    async def script(pilot: Pilot[Any]) -> None:
        app.conversation.query_one(QuestionInput).text = "five guys block"
        await pilot.press("enter", "f3")
        backend.ready.set()
        await settled(pilot)
        await settled(pilot)
        assert app.conversation.query_one(Details).has_focus_within

    try:
        drive(app, script, SMALL)
    finally:
        backend.ready.set()


def test_keys_that_come_faster_than_the_focus_moves_are_all_typed(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("alt+up")
        await pilot.pause()
        block = app.focused
        assert isinstance(block, Block)
        for sign in "can y/2":
            key = {"/": "slash", " ": "space"}.get(sign, sign)
            block.post_message(Key(key, sign))
        await settled(pilot)
        assert app.conversation.query_one(QuestionInput).text == "can y/2"

    drive(app, script)


def test_f3_hides_the_details_of_a_wide_terminal(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        details = app.conversation.query_one("#details")
        assert details.display
        await pilot.press("f3")
        assert not details.display

    drive(app, script)


async def in_view(pilot: Pilot[Any], exchange: Exchange) -> bool:
    """Whether the whole block of an exchange can be seen, once everything has its place."""
    app = pilot.app
    assert isinstance(app, JudgecallApp)
    await settled(pilot)
    conversation = app.conversation.conversation
    for _ in range(50):
        block = conversation.widget_of(exchange)
        if block is not None and block.region and conversation.content_region.contains_region(block.region):
            return True
        await pilot.pause(0.02)
    return False


@pytest.mark.parametrize("size", [SMALL, TINY])
def test_an_answer_that_comes_is_in_view_whole(size: tuple[int, int]) -> None:
    app = an_app(FakeBackend())

    async def script(pilot: Pilot[Any]) -> None:
        for question in ("five guys block", "gibberish", "does my liliana die?", "can my bear block a skulk?"):
            await asked(pilot, question)
            assert await in_view(pilot, app.conversation.exchanges[-1]), question
        await pilot.press("alt+up", "alt+up", "2")
        await settled(pilot)
        assert app.conversation.exchanges[-1].question == "does my Liliana, the Last Hope die?"
        assert await in_view(pilot, app.conversation.exchanges[-1])

    drive(app, script, size)


def test_what_is_selected_stays_in_view_when_the_terminal_gets_another_size(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "gibberish", "five guys block", "can my bear block a skulk?", "gibberish", "gibberish")
        await pilot.press("alt+up", "alt+up", "alt+up")
        await settled(pilot)
        for size in (TINY, WIDE, SMALL):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert app.conversation.selected is app.conversation.exchanges[-3]
            assert await in_view(pilot, app.conversation.exchanges[-3]), size

    drive(app, script)


def test_what_is_selected_stays_in_view_when_the_details_come_and_go(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "gibberish", "gibberish", "five guys block")
        for key in ("f3", "f3", "f3", "escape", "escape"):
            await pilot.press(key)
            await settled(pilot)
            assert await in_view(pilot, app.conversation.exchanges[-1])
        assert not app.conversation.query_one(Details).display
        assert "escape" not in app.active_bindings

    drive(app, script, TINY)


def test_a_choice_typed_in_one_go_with_the_key_before_it_is_taken(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "can my bear block a skulk")
        app.post_message(Key("tab", "\t"))
        app.post_message(Key("1", "1"))
        await settled(pilot)
        assert backend.varied_with
        assert app.conversation.query_one(QuestionInput).text == ""

    drive(app, script)


def test_details_that_have_the_keys_stay_when_the_terminal_becomes_narrow(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "can my bear block a skulk")
        await pilot.press("tab", "enter")
        await settled(pilot)
        details = app.conversation.query_one(Details)
        app.conversation.remove_class("-details")
        assert details.has_focus_within
        await pilot.resize_terminal(*TINY)
        await settled(pilot)
        assert details.display
        assert details.has_focus_within
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert not details.display
        assert app.conversation.query_one(QuestionInput).has_focus

    drive(app, script, size=WIDE)
