"""The home screen: the conversation, and the details of the answer that is selected."""

from __future__ import annotations

import gc
import time
from importlib import import_module
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.widget import Widget
from textual.widgets import Footer, Static

from judgecall.tui.actions import bindings, key_names
from judgecall.tui.backend import Backend, Direct
from judgecall.tui.block import Block, ChoiceList, choices_of, drawn
from judgecall.tui.details import Details
from judgecall.tui.drawn import Drawing
from judgecall.tui.exchange import Exchange, WhatIf
from judgecall.tui.history import History
from judgecall.tui.messages import (
    Answered,
    Completed,
    FactTurned,
    ImportEnded,
    Loaded,
    LoadFailed,
    PassageOpened,
    Restored,
    RuleWanted,
)
from judgecall.tui.moving import Moving
from judgecall.tui.plain import content, shortened
from judgecall.tui.question_input import LIMIT, QuestionInput
from judgecall.tui.request import Request, request_for
from judgecall.tui.transcript import Transcript
from judgecall.tui.welcome import Welcome

if TYPE_CHECKING:
    from judgecall.answer.json_form import Fact


PAUSE = 0.05
"""Seconds between loading one part and the next while somebody may be typing."""
SOON = 0.03
"""Seconds after a ruling that its details are drawn."""


class ConversationScreen(Moving):
    """Asks questions in workers and shows what comes back.

    A question that is asked before the parser is loaded, or while another is being answered, waits its turn.
    """

    BINDINGS = bindings("conversation")
    AUTO_FOCUS = "#question"

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
        self._varying: tuple[Exchange, WhatIf] | None = None
        """The newest what-if that waits; older ones are passed over."""

    def compose(self) -> ComposeResult:
        """Conversation and details, the input under them."""
        yield Static(id="top")
        with Container(id="main"):
            conversation = Transcript(self._block, self._drawing, id="conversation")
            with conversation:
                yield Welcome(self.backend.seems_full())
            yield Details(id="details")
        yield QuestionInput(self.history.questions, self._leave_question, id="question")
        yield Footer(show_command_palette=False)

    def _block(self, exchange: Exchange) -> Widget:
        return Block(exchange, selected=exchange is self.selected)

    def _drawing(self, exchange: Exchange) -> Drawing:
        return Drawing(drawn(exchange), exchange is self.selected)

    def on_mount(self) -> None:
        """Load in the background, once the screen has been drawn."""
        self._show_state()
        hints = (("ask", "asks"), ("recall-before", "earlier"), ("look-up", "look up"))
        told = " · ".join(f"{self.app.first_key(action)} {does}" for action, does in hints)
        self.query_one(QuestionInput).border_subtitle = content(told)
        self.call_after_refresh(self._start_loading)

    def _start_loading(self) -> None:
        if not gc.isenabled():
            # What is there by now stays; going through all of it again and again would keep keys waiting.
            gc.freeze()
            gc.enable()
        self.run_worker(self._load, thread=True, group="load")
        self.run_worker(self._warm_up, thread=True, group="load")

    # ---------------------------------------------------------------- in workers

    def _load(self) -> None:
        from judgecall.tui import asking

        try:
            for notice in self.history.load():
                self._warn(notice)
            exchanges: list[Exchange] = []
            for entry in self.history.last_conversation():
                exchanges.append(asking.restored(entry, exchanges))
            self.post_message(Restored(exchanges))
        except Exception as error:  # whatever is wrong with an old file, questions can be asked
            self._warn(f"The history can't be read ({type(error).__name__}: {error}).")
        try:
            rules_date = self.backend.load()
            self.post_message(Loaded(rules_date, self.backend.full()))
            self._tell_of_corpus()
        except Exception as error:
            self.post_message(LoadFailed(str(error) or type(error).__name__))

    def _warm_up(self) -> None:
        """Load what shows answers, so that the first one does not wait for it; keys come between."""
        for module in ("asking", "what_if", "facts", "passage", "steps", "reader"):
            time.sleep(PAUSE)
            import_module(f"judgecall.tui.{module}")

    def _answer(self, exchange: Exchange) -> None:
        from judgecall.tui import asking

        direct = asking.answer(exchange, self.backend)
        self.post_message(Answered(exchange, direct))
        self._tell_of_corpus()
        if direct is None:
            self._keep(exchange)

    def _vary(self, exchange: Exchange, what_if: WhatIf) -> None:
        from judgecall.tui import asking

        if not exchange.facts.stated and exchange.can_be_varied:
            exchange.facts = asking.facts_of(exchange, self.backend)
        problem = asking.vary(exchange, what_if, self.backend)
        if problem:
            self._warn(problem)
        self.post_message(Answered(exchange))
        self._tell_of_corpus()
        self._keep(exchange)

    def _complete(self, exchange: Exchange) -> None:
        """Look up what a restored exchange was not kept with."""
        from judgecall.tui import asking

        exchange.facts = asking.facts_of(exchange, self.backend)
        exchange.origins = self.backend.origins(exchange.sources)
        self.post_message(Completed(exchange))

    def _settled_on(self, exchange: Exchange) -> None:
        """Look up what an exchange lacked while it could be taken two ways."""
        from judgecall.tui import asking

        exchange.facts = asking.facts_of(exchange, self.backend)
        self.post_message(Completed(exchange))
        self._keep(exchange)

    def _keep(self, exchange: Exchange) -> None:
        from judgecall.tui import asking

        if notice := asking.keep(exchange, self.history):
            self._warn(notice)

    def _tell_of_corpus(self) -> None:
        """Damage to imported text may show at any time."""
        notice = self.backend.notice()
        if notice and notice != self._told:
            self._told = notice
            self._warn(notice)

    def _warn(self, text: str) -> None:
        self.app.notice(text, severity="warning")

    # ---------------------------------------------------------------- loading

    @on(Restored)
    async def _has_restored(self, event: Restored) -> None:
        self.app.use_remembered_theme()
        if event.exchanges and not self.exchanges:
            self.exchanges = event.exchanges
            self._welcome()
            await self.conversation.show(list(self.exchanges), len(self.exchanges) - 1)
            self._select(self.exchanges[-1])

    @on(Loaded)
    def _has_loaded(self, event: Loaded) -> None:
        self.loaded = True
        self.rules_date = event.rules_date
        self.query_one(Welcome).full = event.full
        if self.selected is not None:
            self._fill_in(self.selected)
        self._show_state()
        self._go_on()

    @on(LoadFailed)
    def _has_not_loaded(self, event: LoadFailed) -> None:
        self.load_problem = event.problem
        for exchange in self.exchanges:
            if exchange.waiting:
                self._fail(exchange)
        self._show_state()
        keys = key_names(self.app.keys_of("look-up"))
        self.app.notice(f"Questions can't be answered: {event.problem} Look-up works ({keys}).", severity="error")

    @on(ImportEnded)
    def _was_imported(self, event: ImportEnded) -> None:
        if not event.failed:
            self.query_one(Welcome).full = True
            self.rules_date = event.rules_date
            self._show_state()
        self.refresh_bindings()

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
        sure = self.selected.basis if self.selected else None
        follows = sure or (self.selected.doubtful_basis if self.selected else None)
        lead = "follow-ups go on from" if sure else "a follow-up may go on from"
        box = self.query_one(QuestionInput)
        # Titles of borders are read as markup unless they are content.
        box.border_title = content(f"{lead}: {shortened(follows.title, 60)}") if follows else ""

    # ---------------------------------------------------------------- asking

    @on(QuestionInput.Asked)
    def _asked(self, event: QuestionInput.Asked) -> None:
        if not event.question.strip():
            self.app.notice("There is no question yet: type one and press enter.")
            return
        self.enter(event.question)

    @on(QuestionInput.Changed)
    def _typed(self) -> None:
        # Whoever types goes on typing: an answer that comes late takes no keys away.
        self.query_one(Details).forget_focus()

    @on(QuestionInput.PastedTooMuch)
    def _pasted_too_much(self, event: QuestionInput.PastedTooMuch) -> None:
        self.app.notice(
            f"What you pasted has {event.length:,} characters; a question may have {LIMIT:,}. It was left out.",
            severity="warning",
        )

    def _leave_question(self) -> None:
        if self.selected is not None and (block := self.conversation.widget_of(self.selected)):
            self.set_focus(block)
        else:
            self.focus_next()

    @on(Welcome.ExampleChosen)
    def _example_chosen(self, event: Welcome.ExampleChosen) -> None:
        self.query_one(QuestionInput).focus()
        self.enter(event.question)

    @on(Welcome.ImportChosen)
    def _import_chosen(self) -> None:
        self.app.action_import_texts()

    def enter(self, question: str, follows: Exchange | None = None) -> None:
        """Ask a question; it goes on from the answer that is selected, or from the one still being waited for."""
        self.history.add(question)
        last = self.exchanges[-1] if self.exchanges else None
        before = follows or (last if last is not None and last.waiting else self.selected)
        exchange = Exchange(question, follows=before)
        self.exchanges.append(exchange)
        self._welcome()
        self._select(exchange)
        self._entered = exchange
        conversation = self.conversation
        if conversation.last < len(conversation.items):
            self.run_worker(conversation.show(list(self.exchanges), len(self.exchanges) - 1), group="window")
        else:
            conversation.append(exchange)
        if self.load_problem:
            self._fail(exchange)
        self._go_on()
        self._show_state()
        self.call_after_refresh(self._into_view, exchange)

    @on(Block.Chosen)
    def _choice_made(self, event: Block.Chosen) -> None:
        self._choose(event.exchange, event.index)

    def action_choose(self, number: int) -> None:
        """Take a choice of the selected answer."""
        exchange = self.selected
        if exchange is not None and 0 < number <= len(choices_of(exchange)):
            self._choose(exchange, number - 1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Numbers choose only where there is such a choice; elsewhere they are typed."""
        if action == "choose":
            (number,) = parameters
            return self.selected is not None and isinstance(number, int) and number <= len(choices_of(self.selected))
        return True

    def _choose(self, exchange: Exchange, index: int) -> None:
        from judgecall.answer.choice import with_choice
        from judgecall.scenario.errors import WHICH_THING
        from judgecall.tui.what_if import Row, turned

        answer = exchange.answer
        if exchange.both_ways:
            exchange.take(exchange.both_ways[index])
            self._redraw(exchange)
            self._show_state()
            self.run_worker(lambda: self._settled_on(exchange), thread=True, group="answer")
        elif answer is not None and answer.reason is not None and answer.reason.choices:
            choices = answer.reason.choices
            whole = answer.reason.code == WHICH_THING
            question = choices[index] if whole else with_choice(exchange.question, choices, choices[index])
            self.enter(question, exchange.follows)
        elif answer is not None and answer.open:
            ways: list[tuple[Fact, bool]] = [(fact, holds) for fact in answer.open for holds in (True, False)]
            fact, holds = ways[index]
            self._suppose(exchange, turned(exchange, Row("open", fact.key, "", False, fact, holds)))
        self.query_one(QuestionInput).focus()

    # ---------------------------------------------------------------- what-ifs

    @on(FactTurned)
    def _supposed(self, event: FactTurned) -> None:
        self._suppose(event.exchange, event.what_if)

    def action_undo_what_ifs(self) -> None:
        """Turn all facts back to what was asked."""
        if self.selected is not None and self.selected.what_if:
            self._suppose(self.selected, WhatIf())

    def _suppose(self, exchange: Exchange, what_if: WhatIf) -> None:
        self._varying = (exchange, what_if)
        self._go_on()

    def _go_on(self) -> None:
        """Begin with what waits: a what-if, else the next question."""
        if self._busy or not self.loaded:
            return
        if self._varying is not None:
            exchange, what_if = self._varying
            self._varying = None
            self._busy = True
            self.run_worker(lambda: self._vary(exchange, what_if), thread=True, group="answer")
            return
        waiting = next((exchange for exchange in self.exchanges if exchange.waiting), None)
        if waiting is not None:
            self._busy = True
            self.run_worker(lambda: self._answer(waiting), thread=True, group="answer")

    @on(Answered)
    def _was_answered(self, event: Answered) -> None:
        self._busy = False
        exchange = event.exchange
        if event.direct is not None:
            self._read_instead(exchange, event.direct)
        else:
            self._redraw(exchange)
        self._go_on()
        self._show_state()

    @on(Completed)
    def _was_completed(self, event: Completed) -> None:
        self._redraw(event.exchange)

    def _read_instead(self, exchange: Exchange, direct: Direct) -> None:
        """A name or a number is no question: take it out of the conversation and read what it names."""
        if exchange in self.exchanges:
            self.exchanges.remove(exchange)
            self.run_worker(self.conversation.show(list(self.exchanges), len(self.exchanges) - 1), group="window")
        if self.selected is exchange:
            self._select(exchange.follows if exchange.follows in self.exchanges else None)
        self._welcome()
        self.app.read(Request(direct.query), direct.found)

    @on(ChoiceList.Offered)
    def _choices_offered(self, event: ChoiceList.Offered) -> None:
        """Let the keys choose at once where there is no answer yet and nothing else is being typed."""
        exchange = event.choices.exchange
        box = self.query_one(QuestionInput)
        undecided = exchange.both_ways or (exchange.answer is not None and exchange.answer.status == "no_ruling")
        if undecided and exchange is self.selected and box.has_focus and not box.text:
            self.set_focus(event.choices)

    def _fail(self, exchange: Exchange) -> None:
        exchange.problem = f"Questions can't be answered: {self.load_problem}"
        self._redraw(exchange)

    def _redraw(self, exchange: Exchange) -> None:
        self.conversation.changed(exchange)
        block = self.conversation.widget_of(exchange)
        if isinstance(block, Block):
            block.answered += 1
            if exchange is self.selected:
                self.call_after_refresh(self._into_view, exchange)
        if exchange is self.selected:
            # The ruling first: the details take longer to draw.
            self.set_timer(SOON, lambda: self._show_details(self.selected))

    def _fill_in(self, exchange: Exchange) -> None:
        """A restored answer was kept without what can be looked up again."""
        if self.loaded and exchange.can_be_varied and not exchange.facts.stated and not exchange.origins:
            self.run_worker(lambda: self._complete(exchange), thread=True, group="complete")

    # ---------------------------------------------------------------- looking up

    @on(PassageOpened)
    def _passage_opened(self, event: PassageOpened) -> None:
        request = request_for(event.number) if event.number else Request(event.view.source.id, event.view.source, True)
        self.app.read(request)

    @on(RuleWanted)
    def _rule_wanted(self, event: RuleWanted) -> None:
        self.app.read(request_for(event.number))
