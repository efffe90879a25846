"""Keys that come faster than anybody types are a paste."""

from __future__ import annotations

from typing import Any

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from judgecall.tui.app import JudgecallApp
from judgecall.tui.bursts import QUICK, TYPED, Bursts
from judgecall.tui.question_input import LIMIT, QuestionInput

from .conftest import asked, drive, notices, settled
from .fakes import FakeBackend


def key(name: str, at: float) -> Key:
    """A key that came at a time."""
    event = Key(name, {"space": " ", "enter": "\r"}.get(name, name if len(name) == 1 else None))
    event.time = at
    return event


def names(text: str) -> list[str]:
    return [{" ": "space", "\n": "enter"}.get(letter, letter) for letter in text]


def test_what_comes_quickly_is_held_from_a_length_on_and_let_go_as_one_text() -> None:
    bursts = Bursts()
    text = "ab" * TYPED + " c\nd"
    held = [bursts.holds(key(name, at * QUICK / 10)) for at, name in enumerate(names(text))]
    assert held.index(True) == TYPED + 1
    assert all(held[TYPED + 1 :])
    # Nothing in it steers the app.
    assert bursts.holds(key("ctrl+q", len(text) * QUICK / 10))
    assert bursts.let_go() == (text[TYPED + 1 :].replace("\n", " "), False)
    assert not bursts.holds(key("x", 100))
    assert bursts.let_go() == ("", False)


def test_what_a_person_types_is_never_held() -> None:
    bursts = Bursts()
    assert not any(bursts.holds(key("ab"[at % 2], at * QUICK * 1.5)) for at in range(500))


def test_a_key_that_is_held_down_is_no_paste() -> None:
    bursts = Bursts()
    assert not any(bursts.holds(key("backspace", at * QUICK / 4)) for at in range(500))


async def comes(pilot: Pilot[Any], text: str) -> None:
    for at, name in enumerate(names(text)):
        pilot.app.post_message(key(name, at * QUICK / 20))
    await pilot.pause(0.6)
    await settled(pilot)


def test_a_paste_without_brackets_is_one_text_and_asks_nothing(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        text = "x" + "can my bear block a skulk, " * 4
        await comes(pilot, f"{text}\nand what\nof it")
        assert app.conversation.query_one(QuestionInput).text == f"{text}and what of it"
        assert backend.asked == []

    drive(app, script)


def test_one_line_and_its_enter_are_a_question_however_fast_they_come(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        question = "five guys block my assassin and each of them is a 1/1, how many die?"
        await comes(pilot, f"{question}\n")
        assert [asked for asked, _ in backend.asked] == [question]
        assert app.conversation.query_one(QuestionInput).text == ""
        await comes(pilot, f"{'block my bear ' * 1000}\n")
        assert len(backend.asked) == 1

    drive(app, script)


def test_a_long_one_is_told_and_left_out(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await comes(pilot, "block my bear " * 1000)
        box = app.conversation.query_one(QuestionInput)
        assert len(box.text) == TYPED + 1
        assert any("a question may have 4,000" in notice for notice in notices(app))
        await pilot.press("ctrl+u")
        assert box.text == ""

    drive(app, script)


@pytest.mark.parametrize("text", ["can it block?", "can it\nblock?"])
def test_what_is_pasted_elsewhere_goes_into_the_question(app: JudgecallApp, text: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("tab")
        box = app.conversation.query_one(QuestionInput)
        assert not box.has_focus
        app.post_message(Paste(text))
        await settled(pilot)
        assert box.has_focus
        assert box.text == "can it block?"
        app.conversation.set_focus(None)
        app.post_message(Paste("x" * LIMIT))
        await settled(pilot)
        assert box.text == "can it block?"
        assert any("It was left out" in notice for notice in notices(app))

    drive(app, script)
