"""Look-up as one types, and the reader: links, back and forward, sections and rulings."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from judgecall.answer.json_form import Source
from judgecall.answer.lookup import Found, Group
from judgecall.tui.app import JudgecallApp
from judgecall.tui.conversation import ConversationScreen
from judgecall.tui.look_up import SOON, LookUpScreen, Results
from judgecall.tui.passage import PassageView
from judgecall.tui.question_input import QuestionInput
from judgecall.tui.reader import ReaderScreen
from judgecall.tui.request import Request

from .conftest import Copied, asked, drive, notices, settled
from .fakes import DEATHTOUCH, RULE, FakeBackend


async def opened(pilot: Pilot[Any], text: str = "", key: str = "slash") -> LookUpScreen:
    """Open the screen and wait for what is found for a text."""
    await pilot.press(key)
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, LookUpScreen)
    if text:
        await pilot.press(*text)
        await settled(pilot)
        await settled(pilot)
    return screen


async def read(pilot: Pilot[Any], text: str) -> ReaderScreen:
    """Look a text up and read the first thing that fits."""
    await opened(pilot, text)
    await pilot.press("enter")
    await settled(pilot)
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ReaderScreen)
    return screen


def texts(app: JudgecallApp) -> str:
    return "\n".join(str(each.render()) for each in app.screen.query(Static))


def test_results_come_with_every_key(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "assassin")
        assert [(hit.kind, hit.title) for hit in screen.hits] == [
            ("card", "Ochran Assassin"),
            ("ruling", "Ochran Assassin ruling"),
        ]
        assert screen.query_one("#wanted", Input).has_focus

    drive(app, script)


def test_keys_that_come_while_something_is_looked_up_are_answered_by_the_newest_text_alone(
    app: JudgecallApp, backend: FakeBackend, monkeypatch: Any
) -> None:
    free = threading.Event()
    real = backend.suggest

    def slow(typed: str) -> Any:
        if typed == "d":
            free.wait(10)
        return real(typed)

    monkeypatch.setattr(backend, "suggest", slow)

    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot)
        await pilot.press(*"death")
        assert screen.query_one("#wanted", Input).value == "death"
        await pilot.pause(SOON * 1.5)
        assert "Looking it up…" in texts(app)
        free.set()
        await settled(pilot)
        assert "Looking it up…" not in texts(app)
        await settled(pilot)
        assert backend.typed == ["", "d", "death"]
        assert screen.shown_for == "death"

    try:
        drive(app, script)
    finally:
        free.set()


@pytest.mark.parametrize("before", [(), ("x", "ctrl+u"), ("x", "tab")], ids=["at once", "emptied", "elsewhere"])
def test_what_is_typed_in_one_go_arrives_there(app: JudgecallApp, before: tuple[str, ...]) -> None:
    """A slow connection, or a program, delivers the slash and what is looked up at the same moment."""

    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        for name in [*before, "slash", *"deathtouch"]:
            character = {"slash": "/"}.get(name, name if len(name) == 1 else None)
            app.post_message(Key(name, character))
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, LookUpScreen)
        box = screen.query_one("#wanted", Input)
        assert box.value == "deathtouch"
        assert box.has_focus
        await settled(pilot)
        assert screen.shown_for == "deathtouch"
        assert app.conversation.query_one(QuestionInput).text == ("x" if "tab" in before else "")

    drive(app, script)


def test_enter_typed_in_one_go_reads_the_first_that_fits(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for name in ["slash", *"assassin", "enter"]:
            app.post_message(Key(name, {"slash": "/"}.get(name, name if len(name) == 1 else None)))
        for _ in range(3):
            await settled(pilot)
        assert isinstance(app.screen, ReaderScreen)
        assert "Ochran Assassin" in texts(app)

    drive(app, script)


def test_letters_typed_on_the_results_go_on_with_the_text(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "assassin")
        await pilot.press("down")
        assert screen.query_one(Results).has_focus
        await pilot.press("space", "r")
        assert screen.query_one("#wanted", Input).value == "assassin r"
        assert screen.query_one("#wanted", Input).has_focus

    drive(app, script)


def test_a_slash_opens_it_only_where_nothing_is_typed(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        box = app.conversation.query_one(QuestionInput)
        await pilot.press(*"2/2")
        assert box.text == "2/2"
        assert isinstance(app.screen, ConversationScreen)
        box.begin_anew()
        await opened(pilot)

    drive(app, script)


def test_enter_before_the_results_are_there_reads_the_first_of_them(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await opened(pilot)
        await pilot.press(*"assassin", "enter")
        await settled(pilot)
        await settled(pilot)
        assert isinstance(app.screen, ReaderScreen)
        assert app.screen.page is not None
        assert app.screen.page.found.title == "Ochran Assassin"

    drive(app, script)


def test_a_ruling_is_read_among_all_rulings_on_its_card(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await opened(pilot, "assassin")
        await pilot.press("down")
        assert isinstance(app.focused, Results)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.focused, PassageView)
        assert app.focused.source.id == DEATHTOUCH.id
        assert "Rulings" in texts(app)

    drive(app, script)


def test_links_between_rules_and_the_way_back(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await read(pilot, "702.2b")
        view = screen.focused
        assert isinstance(view, PassageView)
        assert [number for _, _, number in view.links] == ["702.2b", "509.1b"]
        await pilot.press("left", "enter")
        await settled(pilot)
        assert screen.page is not None
        assert screen.page.request.query == "rule:509.1b"
        await pilot.press("alt+left")
        await settled(pilot)
        assert screen.page.request.query == "rule:702.2b"
        await pilot.press("alt+right")
        await settled(pilot)
        assert screen.page.request.query == "rule:509.1b"
        await pilot.press("escape", "escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, ConversationScreen)

    drive(app, script)


def test_only_numbers_of_rules_are_links() -> None:
    view = PassageView(RULE)
    assert [number for _, _, number in view.links] == ["704.5h", "510"]
    shown = view.render().plain
    assert [shown[start:end] for start, end, _ in view.links] == ["704.5h", "510"]


def test_a_source_keeps_its_deciding_words_and_shows_the_rules_it_refers_to(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        views = list(app.conversation.query(PassageView))
        views[0].focus()
        await pilot.press("enter")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, ReaderScreen)
        first = screen.query(PassageView).first()
        assert first.marked_words == ["a source with deathtouch must deal damage "]
        await pilot.press("r")
        await settled(pilot)
        assert screen.page is not None
        assert screen.page.request.query == "card:Ochran Assassin"
        assert screen.query(PassageView).first().marked_words == ["a source with deathtouch must deal damage "]

    drive(app, script)


def test_the_way_back_leads_to_the_place_that_was_left(app: JudgecallApp, backend: FakeBackend) -> None:
    rules = tuple(
        Source(f"509.1{letter}", f"Rule 509.1{letter}", "See rules 101.2 and 702.2b. " * 20) for letter in "abcdefgh"
    )
    group = Found("509", "section", "509", "", (), (Group("", rules),), (), "2026-04-17")
    found = {"section:509": group}
    plain_look_up = backend.look_up
    backend.look_up = lambda text: found.get(text) or plain_look_up(text)  # type: ignore[method-assign]

    async def script(pilot: Pilot[Any]) -> None:
        screen = await read(pilot, "702.2b")
        screen.open(Request("section:509"))
        await settled(pilot)
        await pilot.press("tab", "tab", "tab", "tab", "right", "right")
        await settled(pilot)
        view = screen.focused
        assert isinstance(view, PassageView)
        left = (view.source.id, view.chosen, view.region.y)
        assert left[:2] == ("509.1e", 1)
        await pilot.press("enter")
        await settled(pilot)
        assert screen.page is not None
        assert screen.page.request.query == "rule:702.2b"
        await pilot.press("backspace")
        await settled(pilot)
        await settled(pilot)
        view = screen.focused
        assert isinstance(view, PassageView)
        assert (view.source.id, view.chosen, view.region.y) == left

    drive(app, script, size=(60, 20))


def test_the_section_around_a_rule(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await read(pilot, "702.2b")
        await pilot.press("s")
        await settled(pilot)
        assert backend.looked_up[-1] == "section:702"
        await pilot.press("backspace")
        await settled(pilot)
        assert screen.page is not None
        assert screen.page.request.query == "rule:702.2b"

    drive(app, script)


def test_a_key_that_means_nothing_here_says_so(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await read(pilot, "702.2b")
        await pilot.press("r")
        assert any("Go to a ruling first" in notice for notice in notices(app))

    drive(app, script)


def test_several_things_are_offered_as_choices(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        from judgecall.tui.request import Request

        app.read(Request("flash"))
        await settled(pilot)
        await settled(pilot)
        assert isinstance(app.focused, OptionList)
        await pilot.press("enter")
        await settled(pilot)
        assert backend.looked_up[-1] == "card:Flash"

    drive(app, script)


def test_a_failure_is_told_and_typing_goes_on(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = await opened(pilot, "crash")
        assert any("went wrong" in notice for notice in notices(app))
        screen.query_one("#wanted", Input).value = "assassin"
        await settled(pilot)
        assert screen.hits

    drive(app, script)


def test_what_was_typed_is_never_markup(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await opened(pilot, "[b]x[/i]")
        assert "“[b]x[/i]”" in texts(app)

    drive(app, script)


def test_copying_a_passage(app: JudgecallApp, copied: Copied) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await read(pilot, "assassin")
        await pilot.press("y")
        assert copied().startswith("Ochran Assassin ruling (2018-10-05)\nRemember")

    drive(app, script)
