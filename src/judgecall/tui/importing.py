"""Importing the full texts: where from, and how far it has come, while everything else goes on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, ProgressBar, Static
from textual.widgets.option_list import Option

from judgecall.tui.actions import closing
from judgecall.tui.backend import Backend, ImportProblem
from judgecall.tui.messages import ImportEnded
from judgecall.tui.open_list import OpenList
from judgecall.tui.plain import content, one_line

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp

FETCH = Path()
"""Stands for fetching instead of a folder."""
_PAUSE = 0.1
"""Seconds between two messages about progress."""
_READ = 30.0
"""Seconds that the end of an import that went well is shown; that of another stays until it is closed."""
OVER = "-over"
"""The class of the bar while it says what became of an import."""


class _Ways(OpenList):
    """Where the texts can come from."""

    HELP = "Where the full texts come from."


class ImportScreen(ModalScreen[Path | None]):
    """Asks where the texts come from; gives back a folder, or `FETCH`."""

    BINDINGS = closing()
    VERTICAL_BREAKPOINTS = [(0, "-low"), (24, "-high")]  # noqa: RUF012

    HELP = "Fetch the texts from their publishers, or name a folder that has the files."

    def compose(self) -> ComposeResult:
        """Two ways."""
        with Vertical(id="import"):
            yield Static(content("Import the full rules, cards and rulings", "bold"))
            yield Static(
                content(
                    "Then the exact text is shown instead of summaries, and look-up knows every card's text. Nothing is "
                    "sent; the texts stay on this computer."
                ),
                classes="welcome",
            )
            yield _Ways(Option(content("Fetch them from their publishers (needs the network, some 200 MB)")))
            yield Static(content("or take them from a folder of mine that has the files:"), classes="head")
            yield Input(placeholder="/path/to/folder", id="folder", select_on_focus=False)
            yield Static(content("escape: not now", "$text-muted"), classes="date")

    def on_key(self, event: events.Key) -> None:
        """A path may be typed at once, wherever the focus is."""
        box = self.query_one("#folder", Input)
        if event.is_printable and event.character is not None and not box.has_focus:
            event.stop()
            self.set_focus(box)
            box.insert_text_at_cursor(event.character)

    @on(OptionList.OptionSelected)
    def _fetch(self) -> None:
        self.dismiss(FETCH)

    @on(Input.Submitted, "#folder")
    def _folder(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(Path(event.value.strip()).expanduser())

    def home(self) -> None:
        """Not now."""
        self.dismiss(None)


class ImportBar(Horizontal):
    """How far an import has come; it stands above the question and takes no keys."""

    app: JudgecallApp

    class Came(Message):
        """So much is done."""

        def __init__(self, what: str, done: int, total: int) -> None:
            super().__init__()
            self.what, self.done, self.total = what, done, total

    def __init__(self) -> None:
        super().__init__(id="import-bar")
        self.running = False
        self._last = 0.0

    def compose(self) -> ComposeResult:
        """What is being read, and the bar."""
        yield Static(content("Importing…"), id="import-what")
        yield ProgressBar(total=None, show_eta=False, id="import-progress")

    def start(self, backend: Backend, folder: Path | None) -> None:
        """Begin."""
        self.running = True
        self.remove_class(OVER)
        self._show("Importing…")
        self.query_one(ProgressBar).update(total=None, progress=0)
        self.query_one(ProgressBar).display = True
        self.display = True
        self.run_worker(lambda: self._import(backend, folder), thread=True, group="import")

    def _import(self, backend: Backend, folder: Path | None) -> None:
        try:
            imported = backend.import_texts(folder, self._came)
        except ImportProblem as problem:
            self.post_message(ImportEnded(f"Nothing was imported: {problem}"))
        except Exception as error:
            self.post_message(ImportEnded(f"Nothing was imported ({type(error).__name__}: {error})."))
        else:
            self.post_message(ImportEnded(imported.text, imported.rules_date))

    def _came(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last >= _PAUSE or done == total:
            self._last = now
            self.post_message(self.Came(what, done, total))
        # Reading is nothing but Python: let go of the interpreter, so that keys are echoed at once.
        time.sleep(0)

    @on(Came)
    def _show_progress(self, event: ImportBar.Came) -> None:
        event.stop()
        self._show(f"Importing {event.what}…")
        self.query_one(ProgressBar).update(total=event.total or None, progress=event.done)

    @on(ImportEnded)
    def _has_ended(self, event: ImportEnded) -> None:
        self.running = False
        again = f" ({self.app.first_key('import')}: try again)"
        self._show(f"✗ {event.text}{again}" if event.failed else f"✓ {event.text}")
        self.query_one(ProgressBar).display = False
        self.add_class(OVER)
        if not event.failed:
            self.set_timer(_READ, self._was_read)

    def _was_read(self) -> None:
        """What was imported need not be said for ever; another import may have begun."""
        if self.has_class(OVER):
            self.remove()

    def _show(self, text: str) -> None:
        self.query_one("#import-what", Static).update(content(one_line(text)))
