"""The home screen: the conversation, and the details of the answer that is selected."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from judgecall.tui.actions import bindings
from judgecall.tui.backend import Backend
from judgecall.tui.block import Block
from judgecall.tui.choice import with_choice
from judgecall.tui.details import Details
from judgecall.tui.exchange import Exchange, Supposition, sources_of
from judgecall.tui.export import answer_text, cited_text, conversation_markdown
from judgecall.tui.follow_up import Taken, ask
from judgecall.tui.history import History
from judgecall.tui.open_list import OpenList
from judgecall.tui.passage import PassageView
from judgecall.tui.plain import content, shortened
from judgecall.tui.question_input import LIMIT, QuestionInput
from judgecall.tui.steps import StepTree

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp

EXAMPLES = (
    "five creatures block my Ochran Assassin, how many of them die?",
    "does a tapped creature have to block Ochran Assassin?",
    "opponent has a tapped Island and a Mountain, what colors can my Exotic Orchard make?",
)
"""Questions offered while nothing was asked yet."""
NARROW = 100
"""Below this width the details take the place of the conversation instead of standing beside it."""


class Welcome(Vertical):
    """Shown until the first question."""

    def compose(self) -> ComposeResult:
        """What this is, and questions to try."""
        yield Static(
            content(
                "Ask about Magic: The Gathering rules in your own words. The answer is computed, says what it assumed, "
                "and shows the text it rests on. If it can't be computed, there is no ruling."
            ),
            classes="welcome",
        )
        yield Static(content("Try one of these:", "$text-muted"), classes="welcome")
        yield OpenList(*(Option(content(example)) for example in EXAMPLES), id="examples")


class ConversationScreen(Screen[None]):
    """Asks questions in workers and shows what comes back.

    A question that is asked before the parser is loaded, or while another is being answered, waits its turn.
    """

    BINDINGS = bindings("conversation")
    AUTO_FOCUS = "#question"

    app: JudgecallApp

    class Loaded(Message):
        """Everything that answering needs is loaded."""

        def __init__(self, rules_date: str) -> None:
            super().__init__()
            self.rules_date = rules_date

    class LoadFailed(Message):
        """It can't be loaded."""

        def __init__(self, problem: str) -> None:
            super().__init__()
            self.problem = problem

    class Answered(Message):
        """An exchange has its answer, or a problem instead."""

        def __init__(self, exchange: Exchange) -> None:
            super().__init__()
            self.exchange = exchange

    class Notice(Message):
        """Something to tell the player."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, backend: Backend, history: History) -> None:
        super().__init__()
        self.backend = backend
        self.history = history
        self.exchanges: list[Exchange] = []
        self.selected: Exchange | None = None
        self.loaded = False
        self.load_problem = ""
        self.rules_date = ""
        self._busy = False
        self._told = ""
        """What was told of the corpus last."""

    def compose(self) -> ComposeResult:
        """The conversation and the details, the input under both."""
        yield Static(id="top")
        with Horizontal(id="main"):
            with VerticalScroll(id="conversation", can_focus=False):
                yield Welcome(id="welcome")
            yield Details(id="details")
        yield QuestionInput(self.history.questions, id="question")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Load in the background, once the screen has been drawn."""
        self._show_state()
        self.query_one(QuestionInput).border_subtitle = "enter asks · up: earlier questions · alt+up: answers"
        self.call_after_refresh(self._start_loading)

    def _start_loading(self) -> None:
        self.run_worker(self._load, thread=True, group="load")

    # ---------------------------------------------------------------- in workers

    def _load(self) -> None:
        try:
            notice = self.history.load()
        except Exception as error:  # whatever is wrong with an old file, questions can be asked
            notice = f"The history can't be read ({type(error).__name__})."
        if notice:
            self.post_message(self.Notice(notice))
        try:
            rules_date = self.backend.load()
            self.post_message(self.Loaded(rules_date))
            self._tell_of_corpus()
        except Exception as error:
            self.post_message(self.LoadFailed(str(error) or type(error).__name__))

    def _answer(self, exchange: Exchange) -> None:
        began = time.perf_counter()
        supposition = exchange.supposition
        try:
            if supposition is not None:
                answer = self.backend.what_if(supposition.answer, supposition.key, supposition.holds)
                ways: tuple[Taken, ...] = (Taken(answer, exchange.goes_on),)
            else:
                context = exchange.follows.scenario if exchange.follows else None
                ways = ask(self.backend, exchange.question, context)
            origins = self.backend.origins(source for way in ways for source in sources_of(way.answer))
            exchange.seconds = time.perf_counter() - began
            exchange.origins = origins
            if len(ways) == 1:
                exchange.take(ways[0])
            else:
                exchange.both_ways = ways
        except Exception as error:
            # A defect behind the app costs this one answer, and not the session.
            exchange.problem = f"Something went wrong while answering ({type(error).__name__}: {error})."
        self.post_message(self.Answered(exchange))
        self._tell_of_corpus()
        if supposition is None and (notice := self.history.write(_entry(exchange))):
            self.post_message(self.Notice(notice))

    def _tell_of_corpus(self) -> None:
        """Damage to imported text may show at any time."""
        notice = self.backend.notice()
        if notice and notice != self._told:
            self._told = notice
            self.post_message(self.Notice(notice))

    # ---------------------------------------------------------------- loading

    @on(Loaded)
    def _has_loaded(self, event: Loaded) -> None:
        self.loaded = True
        self.rules_date = event.rules_date
        self._show_state()
        self._answer_next()

    @on(LoadFailed)
    def _has_not_loaded(self, event: LoadFailed) -> None:
        self.load_problem = event.problem
        for exchange in self.exchanges:
            if exchange.waiting:
                self._fail(exchange)
        self._show_state()
        self.app.notice(f"Questions can't be answered: {event.problem} Look-up (f2) works.", severity="error")

    @on(Notice)
    def _tell(self, event: Notice) -> None:
        self.app.notice(event.text, severity="warning")

    def _show_state(self) -> None:
        if self.load_problem:
            state = "can't answer questions"
        elif not self.loaded:
            state = "loading… you can type already"
        elif waiting := sum(exchange.waiting for exchange in self.exchanges):
            state = "thinking…" if waiting == 1 else f"thinking… ({waiting} waiting)"
        else:
            state = f"rules of {self.rules_date}"
        self.query_one("#top", Static).update(
            content(f"Judgecall  {state}", "$text-muted", [(0, 9, "bold $text-primary")])
        )
        follows = self.selected.basis if self.selected else None
        box = self.query_one(QuestionInput)
        # Titles of borders are read as markup unless they are content.
        box.border_title = content(f"follow-ups go on from: {shortened(follows.title, 60)}") if follows else ""

    # ---------------------------------------------------------------- asking

    @on(QuestionInput.Asked)
    def _asked(self, event: QuestionInput.Asked) -> None:
        if not event.question.strip():
            self.app.notice("There is no question yet: type one and press enter.")
            return
        self.enter(event.question)

    @on(QuestionInput.PastedTooMuch)
    def _pasted_too_much(self, event: QuestionInput.PastedTooMuch) -> None:
        self.app.notice(
            f"What you pasted has {event.length:,} characters; a question may have {LIMIT:,}. It was left out.",
            severity="warning",
        )

    @on(OptionList.OptionSelected, "#examples")
    def _example_chosen(self, event: OptionList.OptionSelected) -> None:
        self.enter(EXAMPLES[event.option_index])

    def enter(self, question: str) -> None:
        """Ask a question; it goes on from the answer that is selected, or from the one still being waited for."""
        self.history.add(question)
        last = self.exchanges[-1] if self.exchanges else None
        follows = last if last is not None and last.waiting else self.selected
        self._add(Exchange(question, follows=follows))

    @on(Details.Supposed)
    def _supposed(self, event: Details.Supposed) -> None:
        exchange = self.selected
        if exchange is None or exchange.answer is None:
            return
        one = event.what_if
        self._add(
            Exchange(exchange.question, exchange, Supposition(exchange.answer, one.key, one.holds, one.words)),
            focus=True,
        )

    @on(Block.Chosen)
    def _choice_made(self, event: Block.Chosen) -> None:
        exchange = event.block.exchange
        if exchange.both_ways:
            exchange.take(exchange.both_ways[event.index])
            self._redraw(exchange)
            self._show_state()
            self.query_one(QuestionInput).focus()
            return
        choices = exchange.answer.reason.choices if exchange.answer and exchange.answer.reason else ()
        self.query_one(QuestionInput).focus()
        again = Exchange(with_choice(exchange.question, choices, choices[event.index]), follows=exchange.follows)
        self.history.add(again.question)
        self._add(again)

    def _add(self, exchange: Exchange, focus: bool = False) -> None:
        self.query("#welcome").remove()
        self.exchanges.append(exchange)
        block = Block(exchange)
        conversation = self.query_one("#conversation")
        conversation.mount(block)
        self._select(exchange)
        if self.load_problem:
            self._fail(exchange)
        if focus:
            self._leave_details()
            self.call_after_refresh(block.focus)
        self._answer_next()
        self._show_state()

    def _answer_next(self) -> None:
        if self._busy or not self.loaded:
            return
        exchange = next((exchange for exchange in self.exchanges if exchange.waiting), None)
        if exchange is not None:
            self._busy = True
            self.run_worker(lambda: self._answer(exchange), thread=True, group="answer")

    @on(Answered)
    def _was_answered(self, event: Answered) -> None:
        self._busy = False
        self._redraw(event.exchange)
        self._answer_next()
        self._show_state()

    def _fail(self, exchange: Exchange) -> None:
        exchange.problem = f"Questions can't be answered: {self.load_problem}"
        self._redraw(exchange)

    def _redraw(self, exchange: Exchange) -> None:
        for block in self.query(Block):
            if block.exchange is exchange:
                block.answered += 1
                if exchange is self.selected:
                    self.call_after_refresh(block.scroll_visible, animate=False)
        if exchange is self.selected:
            self.query_one(Details).exchange = exchange

    # ---------------------------------------------------------------- moving

    @on(Block.Selected)
    def _block_selected(self, event: Block.Selected) -> None:
        self._select(event.block.exchange)

    def _select(self, exchange: Exchange | None) -> None:
        if exchange is self.selected:
            return
        self.selected = exchange
        for block in self.query(Block):
            block.set_class(block.exchange is exchange, "-selected")
            if block.exchange is exchange:
                self.call_after_refresh(block.scroll_visible, animate=False)
        details = self.query_one(Details)
        details.exchange = exchange
        details.scroll_home(animate=False)
        self._show_state()

    @on(Block.Entered)
    def _into_details(self) -> None:
        details = self.query_one(Details)
        shown = details.display
        self.add_class("-details")
        self.remove_class("-no-details")
        if shown:
            details.focus_first()
        else:
            self.call_after_refresh(details.focus_first)

    def action_previous_block(self) -> None:
        """Select the answer before; from the input the newest."""
        self._move(-1)

    def action_next_block(self) -> None:
        """Select the answer after; from the newest go to the input."""
        self._move(1)

    def _move(self, direction: int) -> None:
        blocks = list(self.query(Block))
        focused = next((i for i, block in enumerate(blocks) if block.has_focus_within or block.has_focus), None)
        if focused is None:
            selected = next((i for i, block in enumerate(blocks) if block.exchange is self.selected), None)
            if not blocks or (direction > 0 and selected in (None, len(blocks) - 1)):
                return
            in_input = self.query_one(QuestionInput).has_focus
            newest = selected is None or (in_input and selected == len(blocks) - 1)
            wanted = len(blocks) - 1 if newest else (selected or 0) + (0 if in_input and direction < 0 else direction)
        else:
            wanted = focused + direction
        self._leave_details()
        if wanted >= len(blocks):
            self.query_one(QuestionInput).focus()
        elif wanted >= 0:
            blocks[wanted].focus()

    def action_toggle_details(self) -> None:
        """Show or hide the details."""
        if self.size.width < NARROW:
            self.toggle_class("-details")
            if self.has_class("-details"):
                self.call_after_refresh(self.query_one(Details).focus_first)
            else:
                self.query_one(QuestionInput).focus()
        else:
            self.toggle_class("-no-details")
            if self.has_class("-no-details") and self.query_one(Details).has_focus_within:
                self.query_one(QuestionInput).focus()

    def _leave_details(self) -> None:
        self.remove_class("-details")

    def on_resize(self, event: events.Resize) -> None:
        """Side by side, or one at a time."""
        self.set_class(event.size.width < NARROW, "-narrow")

    def on_key(self, event: events.Key) -> None:
        """Whatever is typed elsewhere, and means nothing there, goes into the input."""
        box = self.query_one(QuestionInput)
        typed = event.character
        if box.has_focus or not event.is_printable or typed is None or event.key in self.active_bindings:
            return
        event.stop()
        self._leave_details()
        box.focus()
        box.insert(typed, box.document.end)

    def key_escape(self) -> None:
        """Closer to the input; in it, back to the newest answer."""
        box = self.query_one(QuestionInput)
        self._leave_details()
        if not box.has_focus:
            box.focus()
        elif self.exchanges:
            self._select(self.exchanges[-1])

    # ---------------------------------------------------------------- taking along

    def action_copy_answer(self) -> None:
        """Copy the selected answer."""
        self._copy(answer_text, "Answer copied.")

    def action_copy_cited(self) -> None:
        """Copy it with steps and sources."""
        self._copy(cited_text, "Answer copied with its citations.")

    def action_copy_position(self) -> None:
        """Copy the position notation."""
        self._copy(lambda one: one.answer.position if one.answer else "", "Position copied.")

    def _copy(self, text_of: Callable[[Exchange], str], said: str) -> None:
        text = text_of(self.selected) if self.selected and self.selected.answer else ""
        if not text:
            self.app.notice("There is no answer to copy.")
            return
        self.app.copy_to_clipboard(text)
        self.app.notice(said)

    def action_export(self) -> None:
        """Write the conversation to a Markdown file."""
        answered = [exchange for exchange in self.exchanges if exchange.answer is not None]
        if not answered:
            self.app.notice("There is nothing to export yet.")
            return
        name = f"judgecall-{datetime.now():%Y-%m-%d-%H%M%S}.md"
        self.app.export(conversation_markdown(answered), name)

    def action_new_conversation(self) -> None:
        """Forget what was said, so that the next question stands alone. The question history stays."""
        if any(exchange.waiting for exchange in self.exchanges):
            self.app.notice("Wait for the answer first.")
            return
        self.exchanges.clear()
        self.query(Block).remove()
        self._select(None)
        self.query_one(Details).exchange = None
        self._leave_details()
        self.query_one(QuestionInput).focus()

    # ---------------------------------------------------------------- looking up

    @on(PassageView.Opened)
    def _passage_opened(self, event: PassageView.Opened) -> None:
        self.app.look_up(event.query)

    @on(StepTree.RuleWanted)
    def _rule_wanted(self, event: StepTree.RuleWanted) -> None:
        self.app.look_up(event.number)


def _entry(exchange: Exchange) -> dict[str, object]:
    """What the history keeps of an exchange."""
    answer = exchange.answer
    return {
        "asked": datetime.now(UTC).isoformat(timespec="seconds"),
        "question": exchange.question,
        "status": answer.status if answer else "ambiguous" if exchange.both_ways else "failed",
        "text": [part.text for part in answer.answers] if answer else [],
        "position": answer.position if answer else "",
        "rules_date": answer.rules_date if answer else "",
        "seconds": round(exchange.seconds, 3),
    }
