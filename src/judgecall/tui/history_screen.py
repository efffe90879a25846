"""The history: every question asked so far, searched as one types."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from judgecall.tui.actions import bindings
from judgecall.tui.history import History
from judgecall.tui.kept import Entry, Summary
from judgecall.tui.plain import content, joined, one_line, shortened

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp

_LONGEST = 300
_NARROW = 80
"""Below this width an entry shows its day alone, so that there is room for the question."""
_STATUS = {
    "answered": "answered",
    "depends": "depends",
    "no_ruling": "no ruling",
    "ambiguous": "not settled",
    "failed": "failed",
}


class HistoryList(OptionList):
    """What was asked, newest first."""

    HELP = "Every question asked so far, newest first. Enter brings the answer into the conversation."


class HistoryScreen(Screen[Entry | None]):
    """Searches the history; gives back the entry that the player wants to see again."""

    BINDINGS = bindings("history")
    AUTO_FOCUS = "#sought"
    HELP = "Type words of a question or an answer. ↓ goes into the list, enter brings an answer back, escape closes."

    app: JudgecallApp

    def __init__(self, history: History) -> None:
        super().__init__()
        self.history = history
        self.found: list[Summary] = []

    def compose(self) -> ComposeResult:
        """The input, and the list."""
        yield Static(content("History", "bold $text-primary"), id="top")
        yield Input(id="sought", placeholder="words of a question or an answer", max_length=200)
        yield Static("", id="found-none")
        yield HistoryList(id="entries")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Everything, at first."""
        self._search("")

    @on(Input.Changed, "#sought")
    def _typed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, words: str) -> None:
        self.found = self.history.search(words)
        entries = self.query_one(HistoryList)
        narrow = self.size.width < _NARROW
        entries.set_options([Option(_line(entry, narrow)) for entry in self.found])
        if self.found:
            entries.highlighted = 0
        nothing = "Nothing was asked yet." if not words.strip() else f"Nothing has the words “{one_line(words)}”."
        self.query_one("#found-none", Static).update(content(nothing, "$text-muted"))
        self.query_one("#found-none").display = not self.found

    @on(Input.Submitted, "#sought")
    def _entered(self) -> None:
        self.action_reopen()

    @on(OptionList.OptionSelected, "#entries")
    def _chosen(self) -> None:
        self.action_reopen()

    def action_reopen(self) -> None:
        """Bring the answer that is chosen into the conversation."""
        at = self.query_one(HistoryList).highlighted
        if at is None or at >= len(self.found):
            return
        entry = self.history.entry(self.found[at].id)
        if entry is None:
            self.app.notice("This answer was kept by another version of Judgecall and can't be shown again.", "warning")
            return
        self.dismiss(entry)

    def action_into_results(self) -> None:
        """Go into the list."""
        self.query_one(HistoryList).focus()

    def home(self) -> None:
        """To the input, and from there back to the conversation."""
        box = self.query_one("#sought", Input)
        if box.has_focus:
            self.dismiss(None)
        else:
            box.focus()


def _line(entry: Summary, narrow: bool) -> Content:
    asked = _when(entry.asked)[5:10] if narrow else _when(entry.asked)
    verdict = one_line(entry.text.partition(":")[0]) if entry.status in ("answered", "depends") else ""
    return joined(
        (f"{asked}  ", "$text-muted"),
        (f"{(verdict or _STATUS.get(entry.status, entry.status)).upper()[:12]:12}  ", "bold"),
        (shortened(entry.question, _LONGEST), ""),
    )


def _when(asked: str) -> str:
    try:
        return f"{datetime.fromisoformat(asked).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return " " * 16
