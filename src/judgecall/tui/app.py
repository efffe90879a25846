"""The app. Importing it loads neither spaCy nor the engine; the parser is loaded after the first paint."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from textual.app import App, SystemCommand
from textual.events import DeliveryComplete, DeliveryFailed
from textual.notifications import SeverityLevel
from textual.screen import Screen

from judgecall.corpus.library import data_folder_for
from judgecall.tui.actions import Place, bindings, commands
from judgecall.tui.backend import Backend, CorpusBackend
from judgecall.tui.conversation import ConversationScreen
from judgecall.tui.help import HelpScreen
from judgecall.tui.history import FILE_NAME, History
from judgecall.tui.look_up import LookUpScreen
from judgecall.tui.plain import plain

_EXPORT = "conversation"
"""The name of our deliveries; Textual delivers screenshots too."""


class JudgecallApp(App[None]):
    """The conversation, the look-up screen and the help.

    Args:
        backend: answers and looks up.
        history: the questions asked so far.
        exports: the folder that conversations are exported to; None: the user's folder of downloads.
    """

    TITLE = "Judgecall"
    CSS_PATH = "judgecall.tcss"
    BINDINGS = bindings("anywhere")

    def __init__(self, backend: Backend, history: History | None = None, exports: Path | None = None) -> None:
        super().__init__()
        self.backend = backend
        self.exports = exports
        self.conversation = ConversationScreen(backend, history or History(None))

    def get_default_screen(self) -> Screen[None]:
        """The conversation is what everything goes back to."""
        return self.conversation

    def notice(self, text: str, severity: SeverityLevel = "information") -> None:
        """Tell the player something; the text is never read as markup."""
        self.notify(plain(text), severity=severity, markup=False, timeout=6)

    # ---------------------------------------------------------------- actions

    def action_help(self) -> None:
        """Show the help."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())

    def action_open_look_up(self) -> None:
        """Show the look-up screen."""
        self.look_up("")

    def look_up(self, query: str) -> None:
        """Show the look-up screen, with something looked up if the query is not empty."""
        if isinstance(self.screen, HelpScreen):
            self.pop_screen()
        if isinstance(self.screen, LookUpScreen):
            shown = self.screen
            shown.query_one("#wanted").focus()
        else:
            shown = LookUpScreen(self.backend)
            self.push_screen(shown)
        if query:
            self.call_after_refresh(shown.open, query)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Textual's own commands, and ours that apply on this screen."""
        yield from super().get_system_commands(screen)
        places: tuple[Place, ...] = ("anywhere",)
        if isinstance(screen, ConversationScreen):
            places = ("conversation", "anywhere")
        elif isinstance(screen, LookUpScreen):
            places = ("look-up", "anywhere")
        for action in commands(*places):
            name = f"app.{action.name}" if action.place == "anywhere" else f"screen.{action.name}"
            yield SystemCommand(action.palette, action.help, lambda name=name: self.call_later(self.run_action, name))

    # ---------------------------------------------------------------- exporting

    def export(self, text: str, name: str) -> None:
        """Write a text to a file, or send it to the browser where the app runs in one."""
        from platformdirs import user_downloads_path  # imported late: only an export needs it

        folder = self.exports or user_downloads_path()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.notice(f"The export failed: {error.strerror or error}: {folder}", severity="error")
            return
        self.deliver_text(io.StringIO(text), save_directory=folder, save_filename=name, encoding="utf-8", name=_EXPORT)

    def on_delivery_complete(self, event: DeliveryComplete) -> None:
        """Say where the file is."""
        if event.name == _EXPORT:
            self.notice(f"Exported to {event.path}" if event.path else "Exported.")

    def on_delivery_failed(self, event: DeliveryFailed) -> None:
        """Say why there is none."""
        if event.name == _EXPORT:
            self.notice(f"The export failed: {event.exception}", severity="error")


def run() -> int:
    """Open the app; returns the exit status."""
    app = JudgecallApp(CorpusBackend(), History(data_folder_for() / FILE_NAME))
    app.run()
    return app.return_code or 0
