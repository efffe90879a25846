"""The app. Importing it loads neither spaCy nor the engine; the parser is loaded after the first paint."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Protocol, runtime_checkable

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.events import AppBlur, AppFocus, DeliveryComplete, DeliveryFailed, Event, Key, Paste
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from judgecall.tui.actions import ACTIONS, Place, action_called, bindings, commands, first_key, key_names, keymap
from judgecall.tui.backend import Backend, CorpusBackend
from judgecall.tui.bursts import PAUSE, Bursts
from judgecall.tui.config import Config, config_path, read_config
from judgecall.tui.conversation import ConversationScreen
from judgecall.tui.history import FILE_NAME, History
from judgecall.tui.pasting import read_junk_with
from judgecall.tui.plain import plain
from judgecall.tui.question_input import LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from judgecall.answer.lookup import Found
    from judgecall.tui.kept import Entry
    from judgecall.tui.request import Request

_EXPORT = "conversation"
"""The name of our deliveries; Textual delivers screenshots too."""
_THEME = "theme"
_LONGEST = 12.0
"""Seconds that a warning is shown."""
_SAME = 32
"""Warnings that begin with so many same characters tell the same."""


@runtime_checkable
class _HasHome(Protocol):
    def home(self) -> None: ...


@runtime_checkable
class _TakesKeys(Protocol):
    def take_key(self, key: Key) -> None: ...


class JudgecallApp(App[None], inherit_bindings=False):
    """The conversation, and the screens over it.

    Args:
        backend: answers and looks up.
        history: the questions asked so far.
        exports: the folder that conversations are exported to; None: the user's folder of downloads.
        config: keys and colours; None reads the player's file.
    """

    TITLE = "Judgecall"
    CSS_PATH = "judgecall.tcss"
    BINDINGS = [*bindings("anywhere"), Binding("ctrl+c", "help_quit", show=False, system=True)]  # noqa: RUF012

    def __init__(
        self,
        backend: Backend,
        history: History | None = None,
        exports: Path | None = None,
        config: Config | None = None,
    ) -> None:
        super().__init__()
        from judgecall.tui.themes import HIGH_CONTRAST

        self.register_theme(HIGH_CONTRAST)
        self.backend = backend
        self.exports = exports
        self.config = read_config(config_path(), self.available_themes) if config is None else config
        self.conversation = ConversationScreen(backend, history or History(None))
        self.set_keymap(keymap(self.config.keys))
        if self.config.theme:
            self.theme = self.config.theme
        self._chosen_theme = self.theme
        self._was_focused = False
        self._bursts = Bursts()
        self._burst_ends: Timer | None = None
        self._told_at: dict[str, float] = {}
        self._warned_of_loss = False

    def get_default_screen(self) -> Screen[None]:
        """The conversation is what everything goes back to."""
        return self.conversation

    async def on_event(self, event: Event) -> None:
        """Put right what drivers tell otherwise than it is.

        A letter held with alt comes with its character, and would be typed. A browser's page is said to have lost the
        focus before it ever had it, and would show no keys.
        """
        if isinstance(event, Key) and "alt" in event.key.split("+")[:-1]:
            event.character = None
        if isinstance(event, Key) and self._bursts.holds(event):
            if self._burst_ends is None:
                self._burst_ends = self.set_interval(PAUSE / 2, self._end_burst)
            return
        self._was_focused = self._was_focused or isinstance(event, AppFocus)
        if isinstance(event, AppBlur) and self.is_web and not self._was_focused:
            return
        await super().on_event(event)

    def _end_burst(self) -> None:
        """Paste what came too fast to be typed, once it has all come."""
        if self._bursts.over and self._burst_ends is not None:
            self._burst_ends.stop()
            self._burst_ends = None
            text, entered = self._bursts.let_go()
            if text:
                self.post_message(Paste(text))
            if entered and len(text) <= LIMIT:
                self.post_message(Key("enter", "\r"))

    def late_key(self, key: Key) -> None:
        """Deliver a key that was on its way to the question when the focus went elsewhere."""
        screen = self.screen
        if isinstance(screen, _TakesKeys):
            screen.take_key(key)
        else:
            self.post_message(Key(key.key, key.character))

    def on_mount(self) -> None:
        """Say what is wrong with the config file."""
        for problem in self.config.problems:
            self.notice(problem, severity="warning")
        self.theme_changed_signal.subscribe(self, lambda theme: self._remember_theme(theme.name))

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more: the app must not either."""
        self.backend.close()

    def keys_of(self, action: str) -> str:
        """The keys of an action as they are now, set off by commas."""
        return self.config.keys.get(action, action_called(action).keys)

    def first_key(self, action: str) -> str:
        """The first key of an action as it is now, for a hint."""
        return first_key(self.keys_of(action))

    def notice(self, text: str, severity: SeverityLevel = "information") -> None:
        """Tell the player something; the text is never read as markup."""
        if severity == "warning":
            # What is told again and again, with another number in it, does not fill the screen.
            began, now = text[:_SAME], monotonic()
            told = self._told_at.get(began, -_LONGEST)
            if now - told < _LONGEST:
                return
            self._told_at[began] = now
        self.notify(plain(text), severity=severity, markup=False, timeout=6 if severity == "information" else _LONGEST)

    # ---------------------------------------------------------------- colours

    def use_remembered_theme(self) -> None:
        """Use the colours chosen last; the config file's come first."""
        remembered = self.conversation.history.setting(_THEME)
        if remembered in self.available_themes and not self.config.theme:
            self._chosen_theme = remembered
            self.theme = remembered

    def _remember_theme(self, name: str) -> None:
        if name != self._chosen_theme:
            self._chosen_theme = name
            self.conversation.history.set(_THEME, name)

    # ---------------------------------------------------------------- actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is nowhere to go back to from the question."""
        return action != "home" or self.screen is not self.conversation or self.conversation.away

    async def action_quit(self) -> None:
        """Leave; answers that the history could not take are told of first."""
        lost = self.conversation.history.unwritten()
        if lost and not self._warned_of_loss:
            self._warned_of_loss = True
            answers = "1 answer is" if lost == 1 else f"{lost} answers are"
            keys = key_names(self.keys_of("quit"))
            self.notice(
                f"{answers} not in the history, which can't be written. {key_names(self.keys_of('export'))} exports the "
                f"conversation; {keys} again leaves all the same.",
                severity="error",
            )
            return
        await super().action_quit()

    def action_home(self) -> None:
        """One step closer to the question."""
        screen = self.screen
        if isinstance(screen, _HasHome):
            screen.home()

    def action_help(self) -> None:
        """Show the help for what has the focus, and all keys."""
        from judgecall.tui.help import HelpScreen

        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss()
            return
        keys = {action.id: self.keys_of(action.id) for action in ACTIONS}
        self.push_screen(HelpScreen(help_for(self.focused, self.screen), keys, str(self.config.path or config_path())))

    def action_jump(self) -> None:
        """Lay keys over everything that can be gone to."""
        from judgecall.tui.jump import JumpScreen, targets_on

        if self.screen.is_modal:
            return
        targets = targets_on(list(self.screen.focus_chain), self.screen.region)
        self.push_screen(JumpScreen(targets), lambda widget: widget.focus() if widget is not None else None)

    def action_open_look_up(self) -> None:
        """Show the look-up screen."""
        from judgecall.tui.look_up import LookUpScreen

        if not isinstance(self.screen, LookUpScreen):
            self.push_screen(LookUpScreen(self.backend))

    def read(self, request: Request, found: Found | None = None) -> None:
        """Show a page to read."""
        from judgecall.tui.reader import ReaderScreen

        self.push_screen(ReaderScreen(self.backend, request, found))

    def action_open_history(self) -> None:
        """Show the history."""
        from judgecall.tui.history_screen import HistoryScreen

        def bring_back(entry: Entry | None) -> None:
            if entry is not None:
                self.conversation.bring_back(entry)

        if self.screen is self.conversation:
            self.push_screen(HistoryScreen(self.conversation.history), bring_back)

    def action_import_texts(self) -> None:
        """Ask where the full texts come from, and import them while everything else goes on."""
        from judgecall.tui.importing import FETCH, ImportBar, ImportScreen

        bar = next(iter(self.conversation.query(ImportBar)), None)
        if bar is None:
            bar = ImportBar()
            self.conversation.mount(bar, before="#question")
        if bar.running:
            self.notice("An import is running already.")
            return

        def begin(folder: Path | None) -> None:
            if folder is not None:
                bar.start(self.backend, None if folder == FETCH else folder)

        if self.screen is self.conversation:
            self.push_screen(ImportScreen(), begin)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Ours that apply on this screen, and those of Textual's that we have not."""
        from judgecall.tui.look_up import LookUpScreen
        from judgecall.tui.reader import ReaderScreen

        places: tuple[Place, ...] = ("anywhere",)
        if screen is self.conversation:
            places = ("conversation", "anywhere")
        elif isinstance(screen, LookUpScreen):
            places = ("look-up", "anywhere")
        elif isinstance(screen, ReaderScreen):
            places = ("reader", "anywhere")
        for action in commands(*places):
            name = f"app.{action.name}" if action.place == "anywhere" else f"screen.{action.name}"
            keys = key_names(self.keys_of(action.id))
            told = f"{action.help} ({keys})" if keys else action.help
            yield SystemCommand(action.palette, told, lambda name=name: self.call_later(self.run_action, name))
        for command in super().get_system_commands(screen):
            if command.title in {"Maximize", "Minimize", "Screenshot"}:
                yield command

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


def help_for(focused: Widget | None, screen: Screen[object]) -> str:
    """Help for what has the focus: its own, or that of what it stands in."""
    for node in [*([focused, *focused.ancestors] if focused is not None else []), screen]:
        text = getattr(node, "HELP", None)
        if isinstance(text, str) and text:
            return text
    return ""


def run() -> int:
    """Open the app; returns the exit status."""
    from judgecall.answer.apart import Apart
    from judgecall.corpus.folders import data_folder_for

    # Threads that import or read give way to keys sooner than Python lets them by default (5 ms).
    sys.setswitchinterval(0.001)
    history = History(data_folder_for() / FILE_NAME)
    backend = CorpusBackend(Apart())
    app = JudgecallApp(backend, history)
    read_junk_with(app.driver_class)
    try:
        app.run()
    finally:
        backend.close()
        history.close()
    return app.return_code or 0
