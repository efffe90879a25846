"""The look-up screen: cards, rules, terms and phrases, found while they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from judgecall.answer.lookup import FaceForm, Found
from judgecall.tui.actions import bindings
from judgecall.tui.backend import Backend, Origins
from judgecall.tui.open_list import OpenList
from judgecall.tui.passage import PassageView
from judgecall.tui.plain import content, joined, one_line, plain, shortened

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp

PAUSE = 0.15
"""Seconds without a key before what is typed is looked up."""
LIMIT = 200
"""How many characters are looked up."""
MOST = 60
"""How many passages are shown at once; a whole section can have hundreds."""


class Results(VerticalScroll, can_focus=False):
    """What was found."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.found: tuple[Found, Origins] | None = None

    async def show(self, found: tuple[Found, Origins] | None) -> None:
        """Show this; when it returns, everything is there and can be given the focus."""
        self.found = found
        await self.recompose()
        self.scroll_home(animate=False)

    def compose(self) -> ComposeResult:
        """Cards, choices and passages, or what to type."""
        if self.found is None:
            yield Static(
                content("A card, a rule number (702.2b), a section (509), a term or a few words.", "$text-muted")
            )
            return
        found, origins = self.found
        if found.note:
            yield Static(content(one_line(found.note), "$text-warning"), classes="note")
        if found.kind in ("section", "term"):
            yield Static(content(one_line(found.title), "bold"), classes="head")
        for face in found.card:
            yield Static(_face(face), classes="face")
        if found.choices:
            heading = "Which one?" if found.kind == "choices" else "Cards with a name like this"
            yield Static(content(heading, "bold"), classes="head")
            yield OpenList(*(Option(_choice(one.name, one.kind)) for one in found.choices), id="choices")
        left = MOST
        for group in found.groups:
            if group.heading and left > 0:
                yield Static(content(one_line(group.heading), "bold"), classes="head")
            for source in group.sources[: max(left, 0)]:
                yield PassageView(source, origins.get(source.id))
            left -= len(group.sources)
        if left < 0:
            yield Static(content(f"{-left} more are not shown: type a rule's number to see it.", "$text-muted"))
        yield Static(content(f"Rules of {found.rules_date}.", "$text-muted"), classes="date")


class LookUpScreen(Screen[None]):
    """Looks up what is typed after a short pause; only the newest text counts."""

    BINDINGS = bindings("look-up")
    AUTO_FOCUS = "#wanted"

    app: JudgecallApp

    class Found(Message):
        """Something was found for a text."""

        def __init__(self, text: str, found: Found, origins: Origins) -> None:
            super().__init__()
            self.text = text
            self.found = found
            self.origins = origins

    class Failed(Message):
        """Looking up failed."""

        def __init__(self, problem: str) -> None:
            super().__init__()
            self.problem = problem

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.backend = backend
        self.before: list[str] = []
        self.after: list[str] = []
        self.current = ""
        """What the results shown, or on their way, are for."""
        self._pause: Timer | None = None
        self._enter_results = False

    def compose(self) -> ComposeResult:
        """The input, and under it what was found."""
        yield Static(content("Look up", "bold $text-primary"), id="top")
        yield Input(id="wanted", placeholder="card, rule number, term or words", max_length=LIMIT)
        yield Results(id="results")
        yield Footer(show_command_palette=False)

    # ---------------------------------------------------------------- finding

    @on(Input.Changed, "#wanted")
    def _typed(self, event: Input.Changed) -> None:
        text = event.value.strip()
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        if text != self.current:
            self._pause = self.set_timer(PAUSE, lambda: self._look_up(text))

    @on(Input.Submitted, "#wanted")
    def _entered(self, event: Input.Submitted) -> None:
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        self._enter_results = True
        if event.value.strip() != self.current:
            self._look_up(event.value.strip())
        else:
            self._focus_results()

    def open(self, query: str) -> None:
        """Show this, and remember what was shown."""
        if self.current and self.current != query:
            self.before.append(self.current)
            self.after.clear()
        self._go(query)

    def _go(self, query: str) -> None:
        self._enter_results = True
        self._look_up(query)
        self.query_one("#wanted", Input).value = query

    def _look_up(self, text: str) -> None:
        self.current = text
        if not any(character.isalnum() for character in text):
            self.workers.cancel_group(self, "look-up")
            self._enter_results = False
            self.run_worker(self.query_one(Results).show(None), group="show", exclusive=True)
            return
        self.run_worker(lambda: self._find(text), thread=True, group="look-up", exclusive=True)

    def _find(self, text: str) -> None:
        worker = get_current_worker()
        try:
            found = self.backend.look_up(text)
            origins = self.backend.origins(source for group in found.groups for source in group.sources)
        except Exception as error:
            if not worker.is_cancelled:
                self.post_message(self.Failed(f"Looking this up went wrong ({type(error).__name__})."))
            return
        if not worker.is_cancelled:
            self.post_message(self.Found(text, found, origins))

    @on(Found)
    async def _was_found(self, event: LookUpScreen.Found) -> None:
        if event.text != self.current:
            return
        await self.query_one(Results).show((event.found, event.origins))
        if self._enter_results:
            self._focus_results()

    @on(Failed)
    def _has_failed(self, event: Failed) -> None:
        self._enter_results = False
        self.app.notice(event.problem, severity="error")

    # ---------------------------------------------------------------- moving

    @on(PassageView.Opened)
    def _opened(self, event: PassageView.Opened) -> None:
        self.open(event.query)

    @on(OptionList.OptionSelected, "#choices")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        found = self.query_one(Results).found
        if found is not None:
            self.open(found[0].choices[event.option_index].query)

    def action_back(self) -> None:
        """Show what was shown before."""
        if self.before:
            self.after.append(self.current)
            self._go(self.before.pop())

    def action_forward(self) -> None:
        """Show what was shown after."""
        if self.after:
            self.before.append(self.current)
            self._go(self.after.pop())

    def on_key(self, event: events.Key) -> None:
        """Down goes from the input into the results."""
        if event.key == "down" and self.query_one("#wanted", Input).has_focus:
            event.stop()
            self._focus_results()

    def _focus_results(self) -> None:
        self._enter_results = False
        for widget in self.query("#choices, PassageView"):
            widget.focus()
            return

    def key_escape(self) -> None:
        """To the input, and from there back to the conversation."""
        box = self.query_one("#wanted", Input)
        if box.has_focus:
            self.dismiss()
        else:
            box.focus()

    def action_copy_text(self) -> None:
        """Copy the passage that has the focus."""
        view = self.focused
        if not isinstance(view, PassageView):
            self.app.notice("Go to a passage first: down or tab.")
            return
        self.app.copy_to_clipboard(f"{view.heading}\n{plain(view.source.text)}")
        self.app.notice(f"Copied: {shortened(view.heading, 60)}")


def _choice(name: str, kind: str) -> Content:
    return joined((one_line(name), ""), (f"  {one_line(kind)}", "$text-muted"))


def _face(face: FaceForm) -> Content:
    lines = [("  ".join(filter(None, [one_line(face.name), face.mana_cost])), "bold")]
    lines.append(("  ".join(filter(None, [face.type_line, face.size])), ""))
    if face.text:
        lines.append((face.text, ""))
    else:
        if face.keywords:
            lines.append((", ".join(face.keywords), ""))
        if face.other_abilities:
            more = "ability" if face.other_abilities == 1 else "abilities"
            lines.append((f"{face.other_abilities} other {more} known as facts", "$text-muted"))
    if face.unread:
        lines.append(
            (f"{face.unread} line{'' if face.unread == 1 else 's'} of its text can't be carried out", "$text-warning")
        )
    return joined(*((text + "\n" * (i < len(lines) - 1), style) for i, (text, style) in enumerate(lines)))
