"""A list that is as high as its lines and scrolls with what it stands in."""

from __future__ import annotations

from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import OptionList


class OpenList(OptionList):
    """A list inside of something that scrolls: it has no scrollbar of its own."""

    def on_focus(self) -> None:
        """Begin at the first line."""
        if self.highlighted is None and self.option_count:
            self.highlighted = 0

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Bring the line chosen into view, in whatever scrolls around this list."""
        if self.highlighted is None or not self.is_mounted:
            return
        self._update_lines()
        try:
            y, height = self._index_to_line[self.highlighted], self._heights[self.highlighted]
        except KeyError:
            return
        if isinstance(self.parent, Widget):
            line = Region(0, y, self.size.width, height).translate(self.virtual_region.offset)
            for around in self.ancestors:
                if isinstance(around, Widget) and around.is_scrollable:
                    around.scroll_to_region(line, animate=False)
                    break
                if isinstance(around, Widget):
                    line = line.translate(around.virtual_region.offset)
