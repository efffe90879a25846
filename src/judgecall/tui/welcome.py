"""What is shown while a conversation is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from judgecall.tui.open_list import OpenList
from judgecall.tui.plain import content, joined

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp

EXAMPLES = (
    "five creatures block my Ochran Assassin, how many of them die?",
    "can a 3/3 block my 2/2 skulk?",
    "opponent has a tapped Island and a Mountain, what colors can my Exotic Orchard make?",
)
"""Questions offered while nothing was asked yet."""

_LINES = (
    "Ask a Magic rules question in your own words: the ruling is computed.",
    "It shows how it read you, what it assumed, its steps and the source.",
    "Turn any fact to see what changes. If it isn't sure, it doesn't rule.",
)


class Examples(OpenList):
    """Questions to try, and the import."""

    HELP = "Questions to try. Press enter on one; or just type your own, the keys go to the question."


class Welcome(Vertical):
    """Three lines, three examples, and the import of the full texts while there are none."""

    app: JudgecallApp

    class ExampleChosen(Message):
        """An example is to be asked."""

        def __init__(self, question: str) -> None:
            super().__init__()
            self.question = question

    class ImportChosen(Message):
        """The full texts are to be imported."""

    full: reactive[bool] = reactive(True, recompose=True)
    """Whether the full texts are there, so that the import need not be offered."""

    def __init__(self, full: bool) -> None:
        super().__init__()
        self.set_reactive(Welcome.full, full)

    def compose(self) -> ComposeResult:
        """What this is, and questions to try."""
        yield Static(content("\n".join(_LINES)), classes="welcome")
        yield Static(content("Try one (tab, then enter):", "$text-muted"), classes="welcome")
        options = [Option(joined(("❯ ", "$accent"), (example, ""))) for example in EXAMPLES]
        if not self.full:
            offer = f"import the full rules, cards and rulings ({self.app.first_key('import')})"
            options.append(Option(joined(("⇩ ", "$accent"), (offer, ""))))
        yield Examples(*options, id="examples")

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_index < len(EXAMPLES):
            self.post_message(self.ExampleChosen(EXAMPLES[event.option_index]))
        else:
            self.post_message(self.ImportChosen())
