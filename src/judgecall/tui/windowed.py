"""A scroll of many widgets of which only those near the view exist: a thousand answers scroll like ten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from textual.containers import VerticalScroll
from textual.widget import Widget

T = TypeVar("T")

CHUNK = 6
"""How many widgets are added when the view comes near an end."""
MOST = 36
"""How many widgets there are at most."""
NEAR = 8
"""Lines from an end at which more are added."""


class Windowed(VerticalScroll, Generic[T], can_focus=False):
    """Shows some of many items, each as a widget.

    Args:
        make: makes the widget of an item.
    """

    def __init__(self, make: Callable[[T], Widget], id: str | None = None) -> None:
        super().__init__(id=id)
        self._make = make
        self.items: list[T] = []
        self.first = 0
        """Index of the first item that has a widget."""
        self.last = 0
        """Index behind the last one."""
        self._shown: list[Widget] = []
        """The widgets of the items from the first to the last; those on their way out are not among them."""
        self.growing = False
        """Whether widgets are being added, so that the view is about to be put back in its place."""

    def _made(self, item: T) -> Widget:
        widget = self._make(item)
        widget.add_class("item")
        return widget

    def widget_of(self, item: T) -> Widget | None:
        """The widget of an item, if it has one now."""
        try:
            index = next(i for i, each in enumerate(self.items) if each is item)
        except StopIteration:
            return None
        return self._shown[index - self.first] if self.first <= index < self.first + len(self._shown) else None

    async def show(self, items: list[T], at: int) -> None:
        """Show these items instead, around the one at an index."""
        self.growing = True
        self.items = items
        self.first, self.last = max(0, at - CHUNK), min(len(items), at + CHUNK)
        async with self.batch():
            await self.remove_children(".item")
            self._shown = [self._made(item) for item in items[self.first : self.last]]
            await self.mount_all(self._shown)
        self.growing = False
        self.call_after_refresh(self._begin_at, at)

    def _begin_at(self, at: int) -> None:
        """Bring the item with this index into view; with nothing above the view there would be nothing to scroll to."""
        widget = self.widget_of(self.items[at]) if 0 <= at < len(self.items) else None
        if widget is not None:
            self.scroll_to_widget(widget, animate=False, force=True, immediate=True)
        self.call_after_refresh(self._fill_above)

    def _fill_above(self) -> None:
        if self.scroll_y <= NEAR:
            self._grow(above=True)

    def append(self, item: T) -> None:
        """Add an item at the end, and a widget of it if the end is shown."""
        self.items.append(item)
        if self.last == len(self.items) - 1:
            widget = self._made(item)
            self.mount(widget)
            self._shown.append(widget)
            self.last += 1
            extra = self.last - self.first - MOST
            if extra > 0 and not self.growing:
                self.remove_children(self._shown[:extra])
                del self._shown[:extra]
                self.first += extra

    def empty(self) -> None:
        """Take everything away."""
        self.items = []
        self.first = self.last = 0
        self.remove_children(".item")
        self._shown = []

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Add what comes into view."""
        super().watch_scroll_y(old_value, new_value)
        if new_value < old_value and new_value <= NEAR:
            self._grow(above=True)
        elif new_value > old_value and new_value >= self.max_scroll_y - NEAR:
            self._grow(above=False)

    def _grow(self, *, above: bool) -> None:
        """Begin to add widgets at an end, if there are items without one."""
        if not self.growing and (self.first > 0 if above else self.last < len(self.items)):
            self.growing = True
            self.run_worker(self._add(above), group="window")

    async def _add(self, above: bool) -> None:
        """Add widgets at an end and take as many away at the other; what is in view stays where it is."""
        async with self.batch():
            if not self._shown:  # emptied in the meantime
                self.growing = False
                return
            if above:
                first = max(0, self.first - CHUNK)
                last = min(self.last, first + MOST)
            else:
                last = min(len(self.items), self.last + CHUNK)
                first = max(self.first, last - MOST)
            kept = self._shown[max(first - self.first, 0) : last - self.first]
            gone = [widget for widget in self._shown if widget not in kept]
            before = [self._made(item) for item in self.items[first : self.first]]
            behind = [self._made(item) for item in self.items[self.last : last]]
            self.first, self.last, self._shown = first, last, [*before, *kept, *behind]
            fixed = kept[0] if above else kept[-1]
            line = fixed.virtual_region.y - self.scroll_y
            # All begun before any is waited for: nothing may come between that takes away what they stand beside.
            for done in (self.mount_all(before, before=kept[0]), self.mount_all(behind, after=kept[-1])):
                await done
            await self.remove_children(gone)

        def keep_place() -> None:
            if fixed.is_attached:
                self.scroll_to(y=fixed.virtual_region.y - line, animate=False, force=True)
            self.growing = False

        self.call_after_refresh(keep_place)
