"""Answers outside of the view, drawn as text: as high as their widgets would be, and painted only where they are seen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from judgecall.tui.exchange import Exchange

_MOST = 100
"""How many answers' lines are kept once they were painted."""
GAP = 1
"""Lines above each answer."""
_LEFT, _RIGHT = 2, 1
"""Columns beside the text: the bar of the answer that is selected and the padding."""


class Drawing(NamedTuple):
    """An answer as text, and whether it is the one selected."""

    text: Content
    selected: bool


class Drawings:
    """The heights and the lines of answers as text, worked out once for each width.

    Args:
        draw: the text of an answer.
    """

    def __init__(self, draw: Callable[[Exchange], Drawing]) -> None:
        self._draw = draw
        self._width = 0
        self._plain: dict[Exchange, str] = {}
        self._heights: dict[Exchange, int] = {}
        self._lines: dict[Exchange, list[Strip]] = {}
        self._tops: list[int] = [0]
        self._of: list[Exchange] | None = None

    def tops(self, items: list[Exchange], width: int) -> list[int]:
        """The line that each answer begins at, and at last how many lines there are."""
        if width != self._width:
            self._width = width
            self._heights.clear()
            self._lines.clear()
            self._of = None
        if self._of is not items or len(self._tops) != len(items) + 1:
            self._of = items
            self._tops = [0, *accumulate(map(self._height, items))]
        return self._tops

    def _height(self, exchange: Exchange) -> int:
        height = self._heights.get(exchange)
        if height is None:
            text = self._plain.get(exchange)
            if text is None:
                text = self._plain[exchange] = self._draw(exchange).text.plain
            height = self._heights[exchange] = GAP + sum(map(self._wrapped, text.split("\n")))
        return height

    def _wrapped(self, line: str) -> int:
        """How many lines a line takes."""
        width = self._text_width
        # Most lines are short, and wrapping is what takes time.
        return 1 if cell_len(line) <= width else Content(line).get_height({}, width)

    @property
    def _text_width(self) -> int:
        return max(self._width - _LEFT - _RIGHT, 1)

    def line(self, widget: Widget, exchange: Exchange, line: int) -> Strip:
        """A line of an answer, painted with the colours of a widget."""
        lines = self._lines.get(exchange)
        if lines is None:
            while len(self._lines) >= _MOST:
                del self._lines[next(iter(self._lines))]
            lines = self._lines[exchange] = self._painted(widget, self._draw(exchange))
        return lines[line] if line < len(lines) else Strip.blank(self._width)

    def _painted(self, widget: Widget, drawing: Drawing) -> list[Strip]:
        style = widget.visual_style
        bar = Content.styled("▌ ", "$panel-lighten-2") if drawing.selected else Content("  ")
        (left,) = Visual.to_strips(widget, bar, _LEFT, 1, style)
        texts = Visual.to_strips(widget, drawing.text, self._text_width, None, style)
        blank = [Strip.blank(self._width, style.rich_style)] * GAP
        return blank + [Strip.join([left, text]).adjust_cell_length(self._width, style.rich_style) for text in texts]

    def changed(self, exchange: Exchange) -> None:
        """An answer is another one, or was selected."""
        self._plain.pop(exchange, None)
        self._heights.pop(exchange, None)
        self._lines.pop(exchange, None)
        self._of = None

    def forget(self) -> None:
        """There are no answers any more."""
        self._plain.clear()
        self._heights.clear()
        self._lines.clear()
        self._of = None

    def repaint(self) -> None:
        """The colours are others."""
        self._lines.clear()


class Drawn(Widget):
    """A run of answers, drawn."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Drawn { width: 100%; height: auto; }"

    class Clicked(Message):
        """Somebody clicked on an answer."""

        def __init__(self, exchange: Exchange) -> None:
            super().__init__()
            self.exchange = exchange

    def __init__(self, drawings: Drawings) -> None:
        super().__init__()
        self._drawings = drawings
        self._items: list[Exchange] = []
        self._run = range(0)
        self.display = False

    def show(self, items: list[Exchange], run: range) -> None:
        """Show these of all answers."""
        self._items, self._run = items, run
        self.display = bool(run)
        self.refresh(layout=True)

    def _tops(self, width: int) -> Sequence[int]:
        return self._drawings.tops(self._items, width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as all of its answers."""
        tops = self._tops(width)
        return tops[self._run.stop] - tops[self._run.start]

    def render_line(self, y: int) -> Strip:
        """A line of it."""
        found = self.at(y)
        if found is None:
            return Strip.blank(self.size.width)
        exchange, line = found
        return self._drawings.line(self, exchange, line)

    def at(self, y: int) -> tuple[Exchange, int] | None:
        """The answer at a line of it, and which line of the answer that is."""
        if not self._run:
            return None
        tops = self._tops(self.size.width)
        line = tops[self._run.start] + y
        index = bisect_right(tops, line) - 1
        return (self._items[index], line - tops[index]) if index in self._run else None

    def notify_style_update(self) -> None:
        """Other colours."""
        self._drawings.repaint()
        super().notify_style_update()

    def on_click(self, event: events.Click) -> None:
        """Say which answer is there."""
        if found := self.at(event.y):
            self.post_message(self.Clicked(found[0]))
