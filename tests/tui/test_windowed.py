"""A scroll of many widgets of which only those near the view exist."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Static

from judgecall.tui.windowed import MOST, Windowed

ITEMS = [f"item {n}\n\n" for n in range(300)]


class Scroll(App[None]):
    """Nothing but the scroll."""

    def compose(self) -> ComposeResult:
        yield Windowed[str](Static, id="all")

    @property
    def all(self) -> Windowed[str]:
        found: Windowed[str] = self.query_one("#all", Windowed)
        return found


def drive(script: Any) -> None:
    async def run() -> None:
        app = Scroll()
        async with app.run_test(size=(40, 20)) as pilot:
            await app.all.show(list(ITEMS), len(ITEMS) - 1)
            for _ in range(5):
                await pilot.pause(0.02)
            while app.all.growing:
                await pilot.pause(0.01)
            await script(pilot, app.all)

    asyncio.run(run())


async def page(pilot: Pilot[Any], all: Windowed[str], direction: int) -> None:
    """Turn a page, and wait for what comes into view."""
    move = all.scroll_page_up if direction < 0 else all.scroll_page_down
    move(animate=False)
    await pilot.pause()
    while all.growing:
        await pilot.pause(0.01)
    await pilot.pause()


def in_view(all: Windowed[str]) -> list[str]:
    return [str(w.render()).strip() for w in all.children if isinstance(w, Static) and w.region.overlaps(all.region)]


@pytest.mark.parametrize("there_and_back", [False, True])
def test_scrolling_comes_to_every_item_and_keeps_few_widgets(there_and_back: bool) -> None:
    async def script(pilot: Pilot[Any], all: Windowed[str]) -> None:
        assert "item 299" in in_view(all)
        seen = set(in_view(all))
        for _ in range(200):
            await page(pilot, all, -1)
            seen |= set(in_view(all))
            assert len(all.children) <= MOST
            if all.first == 0 and all.scroll_y == 0:
                break
        assert seen == {item.strip() for item in ITEMS}
        if there_and_back:
            for _ in range(200):
                await page(pilot, all, 1)
                if "item 299" in in_view(all):
                    return
            raise AssertionError(in_view(all))

    drive(script)


def test_what_is_in_view_stays_in_its_place_while_items_are_added() -> None:
    async def script(pilot: Pilot[Any], all: Windowed[str]) -> None:
        await all.show(list(ITEMS), 150)
        await pilot.pause()
        while all.growing:
            await pilot.pause(0.01)

        def line() -> int:
            """How many lines stand above the view, those of items without a widget too."""
            first = all.widget_of(all.items[all.first])
            assert first is not None
            return all.first * first.region.height + all.scroll_offset.y

        for direction in (*[-1] * 60, *[1] * 120):
            before, least, most = line(), all.first, all.last
            all.scroll_relative(y=3 * direction, animate=False)
            await pilot.pause()
            while all.growing:
                await pilot.pause(0.01)
            await pilot.pause()
            assert line() == before + 3 * direction, (least, most, all.first, all.last)

    drive(script)


def test_an_item_at_the_end_is_added_and_old_ones_go() -> None:
    async def script(pilot: Pilot[Any], all: Windowed[str]) -> None:
        for n in range(2 * MOST):
            all.append(f"new {n}")
        await pilot.pause()
        assert len(all.children) <= MOST
        assert all.widget_of(all.items[-1]) is not None
        assert all.widget_of(all.items[0]) is None
        assert len(all.items) == len(ITEMS) + 2 * MOST

    drive(script)


def test_it_is_emptied() -> None:
    async def script(pilot: Pilot[Any], all: Windowed[str]) -> None:
        all.empty()
        await pilot.pause()
        assert not all.children
        all.append("again")
        await pilot.pause()
        assert in_view(all) == ["again"]

    drive(script)
