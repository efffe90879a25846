"""The help screen: help for what has the focus, then all keys, made from the list of actions."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from judgecall.tui.actions import ACTIONS, PLACES, Place, closing, key_names
from judgecall.tui.plain import content

_ABOUT = (
    "Judgecall computes its rulings. A verdict is shown as a word: yes, no, depends, a number, no ruling. "
    "Beside or under it stands how the question was read; if that is not what you meant, ask again in other words. "
    "A question goes on from the answer that is selected: “same but I gave it +2/+0”."
)


class HelpScreen(ModalScreen[None]):
    """Help for where one is, then the keys by place. Escape or f1 closes it.

    Args:
        here: help for what has the focus.
        keys: the keys of each action, by its id, as they are now.
        config: where the config file is.
    """

    BINDINGS = closing()

    def __init__(self, here: str, keys: dict[str, str], config: str) -> None:
        super().__init__()
        self.here = here
        self.keys = keys
        self.config = config

    def compose(self) -> ComposeResult:
        """What there is to know."""
        with VerticalScroll(id="help"):
            if self.here:
                yield Static(content("Where you are", "bold"))
                yield Static(content(self.here), id="help-here")
            yield Static(content("What this is", "bold"), classes="head")
            yield Static(content(_ABOUT))
            for place, heading in PLACES.items():
                yield Static(content(heading, "bold"), classes="head")
                yield Static(keys_of(place, self.keys))
            yield Static(content("Other keys and colours", "bold"), classes="head")
            yield Static(
                content(f'In {self.config}: theme = "high-contrast", and under [keys] a line like copy = "c".')
            )
            yield Static(content("escape closes this", "$text-muted"), classes="date")

    def home(self) -> None:
        """Close it."""
        self.dismiss()


def keys_of(place: Place, keys: dict[str, str] | None = None) -> Table:
    """The keys of a place, the ids of their actions for the config file, and what they do."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, min_width=14)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for action in ACTIONS:
        if action.place == place:
            table.add_row(
                Text(key_names((keys or {}).get(action.id, action.keys)), style="bold"),
                Text(action.id),
                Text(action.help),
            )
    return table
