"""A passage of source text: the deciding words marked, and rule numbers that can be followed."""

from __future__ import annotations

import re

from textual import events
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from judgecall.answer.json_form import Source
from judgecall.answer.lookup import further
from judgecall.tui.actions import bindings
from judgecall.tui.backend import Origin
from judgecall.tui.messages import PassageOpened
from judgecall.tui.plain import content, one_line, plain, shortened

MARK = "bold underline"
"""How deciding words look: not by colour alone."""
_LINK = re.compile(r"(?<![\d.])\d{3}\.\d{1,3}[a-z]?(?![\w.]\d)\b|(?<=[Rr]ule )\d{3}\b|(?<=[Ss]ection )\d{3}\b")


class PassageView(Static, can_focus=True):
    """Shows one passage. Left and right go over the rule numbers in it, enter opens the one chosen."""

    BINDINGS = bindings("text")
    HELP = "Source text, exactly as it is stored. The words that decide are bold and underlined."

    chosen: reactive[int] = reactive(-1)
    """Index of the chosen link; -1 for none."""

    def __init__(self, source: Source, origin: Origin | None = None) -> None:
        super().__init__()
        self.source = source
        self.origin = origin
        self.heading = _heading(source, origin)
        self._offset = len(self.heading) + 1
        self.text = "\n".join([source.text, *further(source)])
        self.links = [
            (match.start() + self._offset, match.end() + self._offset, match[0]) for match in _LINK.finditer(self.text)
        ]

    @property
    def marked_words(self) -> list[str]:
        """The words that are marked."""
        return [self.source.text[start:end] for start, end in self.source.marked]

    def render(self) -> Content:
        """The heading, then the text."""
        offset = self._offset
        title = len(one_line(self.source.title))
        spans: list[tuple[int, int, str | Style]] = [(0, title, "bold $text-accent")]
        spans.append((title, len(self.heading), "$text-muted"))
        spans += [(start + offset, end + offset, f"{MARK} $text-warning") for start, end in self.source.marked]
        for start, end, number in self.links:
            spans += [(start, end, "$text-primary"), (start, end, Style.from_meta({"rule": number}))]
        if self.has_focus and 0 <= self.chosen < len(self.links):
            start, end, _ = self.links[self.chosen]
            spans.append((start, end, "reverse"))
        return content(f"{self.heading}\n{self.text}", marked=spans)

    def on_focus(self) -> None:
        """Show the link that is chosen, if one is."""
        self.refresh()

    def on_blur(self) -> None:
        """The chosen link is not shown any more."""
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click on a rule number opens it."""
        number = event.style.meta.get("rule")
        if number:
            self.post_message(PassageOpened(self, str(number)))

    def action_link(self, direction: int) -> None:
        """Go to the next link, or the one before."""
        if self.links:
            self.chosen = (
                (self.chosen + direction) % len(self.links) if self.chosen >= 0 else min(direction, 0) % len(self.links)
            )

    def action_open(self) -> None:
        """Open the chosen link, or the passage itself."""
        chosen = self.links[self.chosen][2] if 0 <= self.chosen < len(self.links) else ""
        self.post_message(PassageOpened(self, chosen))

    def action_copy_text(self) -> None:
        """Copy the passage with its title."""
        self.app.copy_to_clipboard(f"{self.heading}\n{plain(self.text)}")
        self.app.notify(f"Copied: {shortened(self.heading, 60)}", markup=False)


def _heading(source: Source, origin: Origin | None) -> str:
    """The title, and what to know of the text."""
    notes = []
    if origin is not None and origin.date:
        notes.append(origin.date)
    if source.summary:
        notes.append("summary in our own words")
    return one_line(source.title) + (f" ({', '.join(notes)})" if notes else "")
