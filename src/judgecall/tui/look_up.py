"""The look-up screen: cards, rules, terms and rulings, found while they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from judgecall.tui.actions import bindings
from judgecall.tui.backend import Backend
from judgecall.tui.plain import content, joined, one_line
from judgecall.tui.reader import ReaderScreen
from judgecall.tui.request import Request

if TYPE_CHECKING:
    from judgecall.answer.suggest import Hit
    from judgecall.tui.app import JudgecallApp

LIMIT = 200
"""How many characters are looked up."""
SOON = 0.3
"""Seconds that looking up may take before that is said."""
_WIDTH = 8


class Results(OptionList):
    """What was found; the focus goes here from what is typed."""

    HELP = "What fits what you type: cards first, then terms, rules and rulings. Enter reads the one chosen."


class LookUpScreen(Screen[None]):
    """Shows what fits what has been typed so far, after every key."""

    BINDINGS = bindings("look-up")
    AUTO_FOCUS = "#wanted"
    HELP = (
        "Type a card, a rule number, a term or a few words. ↓ goes into what was found, enter reads it, escape closes."
    )

    app: JudgecallApp

    class Found(Message):
        """What fits a text."""

        def __init__(self, text: str, hits: list[Hit]) -> None:
            super().__init__()
            self.text = text
            self.hits = hits

    class Failed(Message):
        """Looking up failed."""

        def __init__(self, problem: str) -> None:
            super().__init__()
            self.problem = problem

    def __init__(self, backend: Backend, typed: str = "") -> None:
        super().__init__()
        self.backend = backend
        self.hits: list[Hit] = []
        self.shown_for = ""
        self._typed = typed
        self._wanted = ""
        self._looking = False
        self._open_for: str | None = None
        """The text whose first result is to be opened as soon as it is found."""

    def compose(self) -> ComposeResult:
        """The input, and under it what was found."""
        yield Static(content("Look up", "bold $text-primary"), id="top")
        yield Input(
            self._typed,
            id="wanted",
            placeholder="card, rule number, term or words",
            max_length=LIMIT,
            select_on_focus=False,
        )
        yield Static("", id="found-none")
        yield Results(id="results")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Make the indexes while nothing is typed yet."""
        self._look_up(self._typed)

    # ---------------------------------------------------------------- finding

    @on(Input.Changed, "#wanted")
    def _changed(self, event: Input.Changed) -> None:
        if event.value != self._open_for:
            self._open_for = None
        self._look_up(event.value)

    def _look_up(self, text: str) -> None:
        """Look the newest text up; those typed while another is being looked up are passed over."""
        self._wanted = text
        if not self._looking:
            self._looking = True
            self.set_timer(SOON, self._say_that_it_takes_time)
            self.run_worker(lambda: self._find(text), thread=True, group="look-up")

    def _say_that_it_takes_time(self) -> None:
        """The first look-up makes the indexes of all cards and rules."""
        if self._looking and self._wanted.strip():
            self._say("Looking it up…")

    def _say(self, text: str) -> None:
        said = self.query_one("#found-none", Static)
        said.update(content(text, "$text-muted"))
        said.display = bool(text)

    def _find(self, text: str) -> None:
        try:
            hits = self.backend.suggest(text)
        except Exception as error:
            self.post_message(self.Failed(f"Looking this up went wrong ({type(error).__name__})."))
            return
        self.post_message(self.Found(text, hits))

    @on(Found)
    def _was_found(self, event: LookUpScreen.Found) -> None:
        self._looking = False
        if event.text != self._wanted:
            self._look_up(self._wanted)
            return
        self.hits = event.hits
        self.shown_for = event.text
        results = self.query_one(Results)
        results.set_options([Option(_line(hit)) for hit in event.hits])
        if event.hits:
            results.highlighted = 0
        text = event.text.strip()
        nothing = f"Nothing begins like “{one_line(text)}” or has these words." if text and not event.hits else ""
        hint = "" if text else "A card, a rule number (702.2b), a section (509), a term or a few words."
        self._say(nothing or hint)
        if self._open_for == event.text:
            self.action_open_result()

    @on(Failed)
    def _has_failed(self, event: Failed) -> None:
        self._looking = False
        self.app.notice(event.problem, severity="error")

    # ---------------------------------------------------------------- moving

    def on_key(self, event: events.Key) -> None:
        """Letters go into the input wherever the focus is, and before there is one."""
        if event.is_printable and not self.query_one("#wanted", Input).has_focus:
            event.stop()
            self.take_key(event)
            self.query_one("#wanted", Input).focus()

    def take_key(self, key: events.Key) -> None:
        """Take a key that came before this screen was there to get it."""
        box = next(iter(self.query("#wanted").results(Input)), None)
        if key.key == "enter":
            if box is not None:
                self.action_open_result()
            else:
                self._open_for = self._typed
        elif key.is_printable and key.character is not None:
            if box is not None:
                box.insert_text_at_cursor(key.character)
            else:
                self._typed += key.character

    @on(Input.Submitted, "#wanted")
    def _entered(self) -> None:
        self.action_open_result()

    @on(OptionList.OptionSelected, "#results")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._read(self.hits[event.option_index])

    def action_open_result(self) -> None:
        """Read what is chosen; if it is still being looked up, as soon as it is found."""
        wanted = self.query_one("#wanted", Input).value
        if self.shown_for != wanted:
            self._open_for = wanted
            return
        self._open_for = None
        at = self.query_one(Results).highlighted
        if at is not None and at < len(self.hits):
            self._read(self.hits[at])

    def action_into_results(self) -> None:
        """Go from what is typed into what was found."""
        results = self.query_one(Results)
        if self.hits and not results.has_focus:
            results.focus()
            if results.highlighted == 0 and len(self.hits) > 1:
                results.highlighted = 1

    def _read(self, hit: Hit) -> None:
        from judgecall.answer.json_form import Source

        source = Source(hit.id, "", "") if hit.id else None
        self.app.push_screen(ReaderScreen(self.backend, Request(hit.query, source)))

    def home(self) -> None:
        """To the input, and from there back to the conversation."""
        box = self.query_one("#wanted", Input)
        if box.has_focus:
            self.dismiss()
        else:
            box.focus()


def _line(hit: Hit) -> Content:
    pieces = [(f"{hit.kind:{_WIDTH}}", "$text-muted"), (one_line(hit.title), "bold")]
    if hit.text:
        pieces.append((f"  {one_line(hit.text)}", "$text-muted"))
    return joined(*pieces)
