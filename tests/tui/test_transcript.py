"""A long conversation: most of it is drawn as text, and what is in view becomes widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot

from judgecall.answer.json_form import Supposed
from judgecall.tui.app import JudgecallApp
from judgecall.tui.block import Block
from judgecall.tui.drawn import GAP, Drawn
from judgecall.tui.exchange import Exchange, WhatIf
from judgecall.tui.transcript import MOST, Transcript

from .conftest import SMALL, WIDE, an_app, drive
from .fakes import UNTAPPED, FakeBackend

QUESTIONS = (
    "how many die?", "a 3/3 and skulk?", "is it tapped?", "gibberish", "liliana of which set", "Hans", "same",
    "a question " + "that is very long " * 20, "ünïcödé 漢字 " * 12,
)  # fmt: skip


def exchanges(count: int) -> list[Exchange]:
    """Answered questions of every form, each with its number."""
    backend = FakeBackend()
    found = []
    for n in range(count):
        question = QUESTIONS[n % len(QUESTIONS)]
        answer = backend.ask(question, None)
        one = Exchange(f"{n}: {question}", asked=answer, answer=answer)
        if n % 10 == 3:
            one.answer = one.asked = None
            one.problem = "Something went wrong while answering, and that is said at length here."
        elif n % 10 == 7:
            one.what_if = WhatIf({}, {"tapped": Supposed(UNTAPPED, False)})
        found.append(one)
    return found


async def settled(pilot: Pilot[Any], all: Transcript) -> None:
    """Wait until everything in view is widgets."""
    for _ in range(500):
        await pilot.pause(0.01)
        if all.settled:
            await pilot.pause()
            return
    raise AssertionError("it never came to rest")


async def filled(pilot: Pilot[Any], app: JudgecallApp, count: int, at: int) -> Transcript:
    """The scroll with so many answers, at one of them."""
    screen = app.conversation
    screen.exchanges = exchanges(count)
    screen._welcome()
    await screen.conversation.show(list(screen.exchanges), at)
    await settled(pilot, screen.conversation)
    return screen.conversation


def seen(all: Transcript) -> list[str]:
    """What is on the screen of the scroll, line by line."""
    area = all.content_region
    rows = [strip.text for strip in all.screen._compositor.render_strips()]
    return [row[area.x : area.right].rstrip() for row in rows[area.y : area.bottom]]


def numbers(all: Transcript) -> set[int]:
    """The numbers of the questions on the screen."""
    marked = [row.partition("❯ ")[2] for row in seen(all) if "❯ " in row]
    return {int(text.partition(":")[0]) for text in marked}


async def until(pilot: Pilot[Any], holds: Callable[[], bool]) -> None:
    """Let the app go on until this holds, on a slow machine too; whether it does is asserted after."""
    await pilot.pause()
    for _ in range(50):
        await pilot.pause()
        if holds():
            return


@pytest.mark.parametrize("size", [WIDE, SMALL, (60, 20), (133, 30)])
def test_a_drawn_answer_looks_like_its_widget(backend: FakeBackend, size: tuple[int, int]) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = await filled(pilot, app, 40, 20)
        all._rest_soon = lambda: None  # type: ignore[method-assign]
        app.conversation.screen.set_focus(None)

        def has_widget(place: int, wanted: bool) -> bool:
            return (all.widget_of(all.items[place]) is not None) == wanted

        for place in range(8, 32):
            await all.show(all.items, place)
            await until(pilot, partial(has_widget, place, True))
            block = all.widget_of(all.items[place])
            assert isinstance(block, Block)
            all.scroll_to(y=block.virtual_region.y - GAP, animate=False, force=True, immediate=True)
            await pilot.pause()
            alive = seen(all)[: block.outer_size.height + GAP]
            assert (
                all._drawings.tops(all.items, all.scrollable_content_region.width)[place + 1]
                - all._drawings.tops(all.items, all.scrollable_content_region.width)[place]
                == block.outer_size.height + GAP
            )
            await all.show(all.items, (place + 20) % 40)
            await until(pilot, partial(has_widget, place, False))
            assert all.widget_of(all.items[place]) is None
            all.scroll_to(y=all._line(all.items[place]), animate=False, force=True, immediate=True)
            await pilot.pause()
            assert seen(all)[: len(alive)] == alive

    drive(app, script, size)


def test_scrolling_shows_every_answer_and_keeps_few_widgets(backend: FakeBackend) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = await filled(pilot, app, 120, 119)
        shown = numbers(all)
        assert 119 in shown
        while all.scroll_y:
            all.scroll_page_up(animate=False)
            await pilot.pause()
            shown |= numbers(all)
            assert len(all.query(Block)) <= MOST
        assert shown == set(range(120))

    drive(app, script, SMALL)


def test_what_is_in_view_becomes_widgets_in_its_place(backend: FakeBackend) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = await filled(pilot, app, 120, 119)
        for way in (-7, -40, -300, 30, 200):
            all.scroll_relative(y=way, animate=False)
            await pilot.pause()
            before, y = seen(all), all.scroll_y
            await settled(pilot, all)
            assert (seen(all), all.scroll_y) == (before, y)
            assert {int(block.exchange.question.partition(":")[0]) for block in all.query(Block)} >= numbers(all)
            assert len(all.query(Block)) <= MOST

    drive(app, script)


def test_in_another_width_the_same_answer_is_on_top(backend: FakeBackend) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = await filled(pilot, app, 120, 119)
        all.scroll_to(y=all._line(all.items[60]), animate=False, force=True)
        await settled(pilot, all)
        assert min(numbers(all)) == 60
        for size in ((120, 40), (80, 24), (160, 48)):
            await pilot.resize_terminal(*size)
            await settled(pilot, all)
            assert min(numbers(all)) == 60

    drive(app, script)


def test_a_click_on_drawn_text_goes_to_the_answer(backend: FakeBackend) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = await filled(pilot, app, 120, 119)
        all.scroll_to(y=all._line(all.items[60]), animate=False, force=True)
        await pilot.pause()
        drawn = next(one for one in all.query(Drawn) if one.region.overlaps(all.region))
        assert await pilot.click(drawn, offset=(5, all.content_region.y - drawn.region.y + 1))
        await settled(pilot, all)
        assert app.conversation.selected is all.items[60]
        assert isinstance(app.focused, Block)
        assert app.focused.exchange is all.items[60]

    drive(app, script)


def test_moving_the_selection_goes_through_every_answer(backend: FakeBackend) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = await filled(pilot, app, 60, 59)
        for wanted in range(59, 20, -1):
            await pilot.press("alt+up")
            await settled(pilot, all)
            assert app.conversation.selected is all.items[wanted]
            assert wanted in numbers(all)

    drive(app, script, SMALL)


def test_scrolling_away_from_the_selected_answer_leaves_the_keys_there(backend: FakeBackend) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = await filled(pilot, app, 120, 119)
        await pilot.press("alt+up")
        focused = app.focused
        assert isinstance(focused, Block)
        all.scroll_home(animate=False)
        await pilot.pause(0.5)
        assert app.focused is focused
        assert 0 in numbers(all)
        await pilot.press("alt+up")
        await settled(pilot, all)
        assert app.conversation.selected is all.items[118]
        assert 118 in numbers(all)

    drive(app, script)


def test_new_answers_come_at_the_end_and_old_ones_become_text(backend: FakeBackend) -> None:
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        all = app.conversation.conversation
        for n in range(2 * MOST):
            app.conversation.enter(f"{n}: skulk?")
            while app.conversation.exchanges[-1].waiting:
                await pilot.pause(0.01)
        await settled(pilot, all)
        await pilot.pause(0.2)
        assert len(all.query(Block)) <= MOST
        assert 2 * MOST - 1 in numbers(all)
        all.scroll_home(animate=False)
        await pilot.pause()
        assert min(numbers(all)) == 0
        app.conversation.action_new_conversation()
        await pilot.pause()
        assert not all.query(Block)
        assert not any(drawn.display for drawn in all.query(Drawn))
        app.conversation.enter("0: skulk?")
        await pilot.pause(0.1)
        assert numbers(all) == {0}

    drive(app, script, SMALL)
