"""The conversation's scroll: the answers near the view are widgets, all others are drawn as text above and below them.

Scrolling makes no widgets, so that a thousand answers scroll like ten. Once it rests, what is in view becomes widgets,
which can be gone to; nothing moves then, because both are equally high.
"""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.timer import Timer
from textual.widget import Widget

from judgecall.tui.drawn import GAP, Drawing, Drawings, Drawn
from judgecall.tui.exchange import Exchange
from judgecall.tui.windowed import Windowed

AROUND = 6
"""How many answers on either side of the one wanted are widgets."""
MARGIN = 2
"""How many on either side of the view."""
MOST = 24
"""How many answers may be widgets before those that were asked first become text."""
REST = 0.25
"""Seconds without scrolling until what is in view becomes widgets."""

Place = tuple[Exchange, int]
"""An answer and one of its lines."""


class Transcript(Windowed[Exchange]):
    """Shows answers.

    Args:
        make: makes the widget of an answer.
        draw: the text of an answer, as high as its widget.
    """

    def __init__(
        self, make: Callable[[Exchange], Widget], draw: Callable[[Exchange], Drawing], id: str | None = None
    ) -> None:
        super().__init__(make, id=id)
        self._drawings = Drawings(draw)
        self._above, self._below = Drawn(self._drawings), Drawn(self._drawings)
        self._rest: Timer | None = None
        self._top: Place | None = None
        """What stands at the top of the view."""
        self._width = 0
        self._resizing = 0
        """How many changes of the width are being dealt with."""

    # ---------------------------------------------------------------- which are widgets

    async def show(self, items: list[Exchange], at: int) -> None:
        """Show these answers instead, with the one at an index on top."""
        gone, self.items = self._shown, items
        self.first, self.last = max(0, at - AROUND), min(len(items), at + AROUND)
        self._shown = new = [self._made(item) for item in items[self.first : self.last]]
        self.growing = True
        async with self.batch():
            self._draw_ends()
            done = self.mount_all(new, before=self._end)
            await self.remove_children(gone)
            await done
        self.growing = False
        self.call_after_refresh(self._begin_at, at)

    def _grow(self, *, above: bool) -> None:
        """Scrolling makes no widgets: at either end all others are drawn."""

    def append(self, item: Exchange) -> None:
        """Add an answer at the end, as a widget if the one before is one."""
        self.items.append(item)
        if self.last == len(self.items) - 1:
            widget = self._made(item)
            self.mount(widget, before=self._end)
            self._shown.append(widget)
            self.last += 1
            if self.last - self.first > MOST:
                self._change(self.last - 2 * AROUND, self.last)
        else:
            self._draw_ends()

    def empty(self) -> None:
        """Take everything away."""
        super().empty()
        self._top = None
        self._drawings.forget()
        self._draw_ends()

    def changed(self, item: Exchange) -> None:
        """Draw an answer anew that is another one, or was selected; its widget looks after itself."""
        self._drawings.changed(item)
        if self.widget_of(item) is None:
            self._draw_ends()

    async def reach(self, index: int) -> Widget | None:
        """The widget of an answer, made if there was none; what is in view stays where it is."""
        if not self.first <= index < self.last:
            await self._become(max(0, index - AROUND), min(len(self.items), index + AROUND))
        return self.widget_of(self.items[index])

    @property
    def _end(self) -> Widget | None:
        """What stands behind the widgets of answers, if anything."""
        return self._below if self._below.is_attached else None

    def _draw_ends(self) -> None:
        if self.first == 0 and self.last == len(self.items) and not self._above.is_attached:
            return  # most conversations are short
        if not self._above.is_attached:
            items = self.query_children(".item")
            self.mount(self._above, before=items.first() if items else None)
            self.mount(self._below)
        self._above.show(self.items, range(self.first))
        self._below.show(self.items, range(self.last, len(self.items)))

    def _change(self, first: int, last: int) -> None:
        """Make other answers widgets, unless that took the keys away from one."""
        lost = [widget for index, widget in enumerate(self._shown, self.first) if not first <= index < last]
        if not self.growing and not any(widget.has_focus or widget.has_focus_within for widget in lost):
            self.growing = True
            self.run_worker(self._become(first, last), group="window")

    async def _become(self, first: int, last: int) -> None:
        """Make the answers from the first to the last widgets, and all others text."""
        self.growing = True
        old = {id(item): widget for item, widget in zip(self.items[self.first : self.last], self._shown, strict=False)}
        place = self._place()
        wanted = self.items[first:last]
        shown = [old.get(id(item)) or self._made(item) for item in wanted]
        gone = [widget for widget in self._shown if widget not in shown]
        self.first, self.last, self._shown = first, last, shown
        async with self.batch():
            self._draw_ends()
            mounts = []
            behind = self._end
            for widget in reversed(shown):
                if widget.parent is None:
                    mounts.append(self.mount(widget, before=behind))
                behind = widget
            await self.remove_children(gone)
            for mount in mounts:
                await mount

        def keep_place() -> None:
            self._return_to(place)
            self.growing = False

        self.call_after_refresh(keep_place)

    # ---------------------------------------------------------------- what is in view

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Once the scroll rests, what is in view becomes widgets."""
        super().watch_scroll_y(old_value, new_value)
        if self._above.is_attached:
            self._rest_soon()
            if not self.growing and not self._resizing and self._width == self.size.width:
                self._top = self._place()

    def _rest_soon(self) -> None:
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(REST, self._settle)

    @property
    def settled(self) -> bool:
        """Whether all that is in view is widgets, and none are being made."""
        seen = self._seen()
        return not self.growing and self.first <= seen.start and seen.stop <= self.last

    def _settle(self) -> None:
        if self.growing or self._resizing:
            self._rest_soon()
        elif not self.settled:
            seen = self._seen()
            self._change(max(0, seen.start - MARGIN), min(len(self.items), seen.stop + MARGIN))

    def _seen(self) -> range:
        """The indexes of the answers in view."""
        ends = self._place(), self._place(self.scrollable_content_region.height - 1)
        first, last = (0 if place is None else self._index(place[0]) for place in ends)
        return range(first, last + 1) if self.items else range(0)

    def _index(self, item: Exchange) -> int:
        return next((index for index, each in enumerate(self.items) if each is item), 0)

    def _place(self, line: int = 0) -> Place | None:
        """What stands at a line of the view; below all answers the last of them."""
        y = int(self.scroll_y) + line
        for drawn in (self._above, self._below):
            if drawn.display and drawn.is_attached:
                region = drawn.virtual_region
                if region.y <= y < region.bottom:
                    return drawn.at(y - region.y)
        found: Place | None = None
        for item, widget in zip(self.items[self.first : self.last], self._shown, strict=False):
            top = widget.virtual_region.y - GAP
            if found is None or top <= y:
                found = item, y - top
        return found

    def _line(self, item: Exchange) -> int:
        """The line of the scroll that an answer begins at."""
        index = self._index(item)
        if self.first <= index < self.last:
            return self._shown[index - self.first].virtual_region.y - GAP
        tops = self._drawings.tops(self.items, self._above.size.width or self._below.size.width)
        if index < self.first:
            return self._above.virtual_region.y + tops[index]
        return self._below.virtual_region.y + tops[index] - tops[self.last]

    def _return_to(self, place: Place | None) -> None:
        """Bring a place back to the top of the view."""
        if place is not None and any(item is place[0] for item in self.items):
            y = self._line(place[0]) + place[1]
            if y != self.scroll_y:
                self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Text wraps otherwise in another width; what was at the top stays there."""
        width, self._width = self._width, self.size.width
        if width and width != self._width and self._above.is_attached:
            self._resizing += 1
            self.call_after_refresh(self._stay)

    def _stay(self) -> None:
        self._return_to(self._top)
        self._resizing -= 1
        self._rest_soon()

    @on(Drawn.Clicked)
    def _clicked(self, event: Drawn.Clicked) -> None:
        event.stop()
        self.run_worker(self._go_to(event.exchange), group="window")

    async def _go_to(self, item: Exchange) -> None:
        widget = await self.reach(self._index(item))
        if widget is not None:
            widget.focus()
