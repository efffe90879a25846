"""The help screen, made from the list of actions."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from judgecall.tui.actions import ACTIONS, PLACES, Place, key_names
from judgecall.tui.plain import content

_ABOUT = (
    "Judgecall computes its rulings. A verdict is shown as a word: yes, no, depends, a number, no ruling. "
    "Beside it stands how the question was read; if that is not what you meant, ask again in other words. "
    "A question goes on from the answer that is selected: “same but I gave it +2/+0”."
)


class HelpScreen(ModalScreen[None]):
    """Keys by place. Escape or f1 closes it."""

    BINDINGS = [("escape,f1,q", "dismiss", "Close")]  # noqa: RUF012  (Textual's own form)

    def compose(self) -> ComposeResult:
        """What it is, then the keys."""
        with VerticalScroll(id="help"):
            yield Static(content(_ABOUT))
            for place, heading in PLACES.items():
                yield Static(content(heading, "bold"), classes="head")
                yield Static(keys_of(place))
            yield Static(content("escape closes this", "$text-muted"), classes="date")


def keys_of(place: Place) -> Table:
    """The keys of a place and what they do."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, min_width=18)
    table.add_column(ratio=1)
    for action in ACTIONS:
        if action.place == place and action.keys:
            table.add_row(Text(key_names(action.keys), style="bold"), Text(action.help))
    return table
