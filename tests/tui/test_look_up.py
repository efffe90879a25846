"""The look-up screen: results while typing, links, choices, back and forward."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from judgecall.tui.app import JudgecallApp
from judgecall.tui.conversation import ConversationScreen
from judgecall.tui.look_up import PAUSE, LookUpScreen
from judgecall.tui.passage import PassageView

from .conftest import Copied, drive, settled
from .fakes import RULE, FakeBackend


async def opened(pilot: Pilot[Any], text: str = "") -> LookUpScreen:
    """Open the screen and wait for what is found for a text."""
    await pilot.press("f2")
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, LookUpScreen)
    if text:
        await pilot.press(*text)
        await pilot.pause(PAUSE + 0.1)
        await settled(pilot)
    return screen


def test_results_come_while_typing_and_only_for_what_was_typed_last(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "assassin")
        assert backend.looked_up == ["assassin"]
        assert screen.query_one(PassageView).heading == "Ochran Assassin ruling (2018-10-05)"
        assert screen.query_one("#wanted", Input).has_focus

    drive(app, script)


def test_links_between_rules_and_the_way_back(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "702.2b")
        await pilot.press("down")
        view = screen.focused
        assert isinstance(view, PassageView)
        assert [number for _, _, number in view.links] == ["702.2b", "509.1b"]
        await pilot.press("right", "enter")
        await settled(pilot)
        assert screen.current == "509.1b"
        assert screen.query_one("#wanted", Input).value == "509.1b"
        await pilot.press("alt+left")
        await settled(pilot)
        assert screen.current == "702.2b"
        assert isinstance(screen.focused, PassageView)
        assert screen.focused.source.id == "702.2b"
        await pilot.press("alt+right")
        await settled(pilot)
        assert screen.current == "509.1b"

    drive(app, script)


def test_only_numbers_of_rules_are_links() -> None:
    view = PassageView(RULE)
    assert [number for _, _, number in view.links] == ["704.5h", "510"]
    shown = view.render().plain
    assert [shown[start:end] for start, end, _ in view.links] == ["704.5h", "510"]


def test_several_things_are_offered_as_choices(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "flash")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(screen.focused, OptionList)
        await pilot.press("enter")
        await settled(pilot)
        assert backend.looked_up[-1] == "card:Flash"
        assert screen.before == ["flash"]

    drive(app, script)


def test_escape_goes_to_the_input_and_then_home(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "assassin")
        await pilot.press("down", "escape")
        assert screen.query_one("#wanted", Input).has_focus
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ConversationScreen)

    drive(app, script)


def test_a_failure_is_told_and_typing_goes_on(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "crash")
        assert any("went wrong" in notice.message for notice in app._notifications)
        screen.query_one("#wanted", Input).value = "assassin"
        await pilot.pause(PAUSE + 0.1)
        await settled(pilot)
        assert screen.query(PassageView)

    drive(app, script)


def test_emptying_the_input_empties_the_results(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "assassin")
        screen.query_one("#wanted", Input).value = ""
        await pilot.pause(PAUSE + 0.1)
        await settled(pilot)
        assert not screen.query(PassageView)

    drive(app, script)


def test_nothing_and_signs_alone_are_not_looked_up(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await opened(pilot, "[/]")
        assert backend.looked_up == []

    drive(app, script)


def test_what_was_typed_is_never_markup(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "[b]x[/i]")
        text = "\n".join(str(each.render()) for each in screen.query(Static))
        assert "Nothing was found for “[b]x[/i]”." in text

    drive(app, script)


def test_copying_a_passage(app: JudgecallApp, copied: Copied) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await opened(pilot, "assassin")
        await pilot.press("down", "y")
        assert copied().startswith("Ochran Assassin ruling (2018-10-05)\nRemember")

    drive(app, script)
