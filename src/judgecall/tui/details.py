"""The pane beside the conversation: how the question was read, what was assumed, the steps and the sources."""

from __future__ import annotations

from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from judgecall.answer.json_form import Answer, Fact
from judgecall.tui.exchange import Exchange
from judgecall.tui.open_list import OpenList
from judgecall.tui.passage import PassageView
from judgecall.tui.plain import content, joined, one_line
from judgecall.tui.steps import StepTree


class WhatIf(NamedTuple):
    """A line in the list of facts, and what choosing it supposes."""

    line: Content
    key: str
    holds: bool
    words: str


class FactList(OpenList):
    """The facts that the answer rests on; choosing one asks what if it were the other way."""

    def __init__(self, what_ifs: list[WhatIf]) -> None:
        super().__init__(*(Option(one.line) for one in what_ifs))
        self.what_ifs = what_ifs


class Details(VerticalScroll, can_focus=False):
    """Shows the exchange that is selected."""

    exchange: reactive[Exchange | None] = reactive(None, recompose=True, always_update=True)

    class Supposed(Message):
        """The player wants to know what would be if a fact fell as it says."""

        def __init__(self, what_if: WhatIf) -> None:
            super().__init__()
            self.what_if = what_if

    def compose(self) -> ComposeResult:
        """What there is to show of the exchange."""
        answer = self.exchange.answer if self.exchange else None
        if self.exchange is None or answer is None:
            yield Static(content("How a question was read, the steps and the sources appear here.", "$text-muted"))
            return
        if answer.understood:
            yield _head("I read your question as")
            yield Static(content(one_line(answer.understood)), classes="understood")
        if answer.not_understood:
            yield _head("Left aside")
            yield Static(content(one_line(", ".join(answer.not_understood)), "$text-warning"), classes="left-aside")
        for heading, what_ifs in (
            ("It depends on (enter settles it)", open_facts(answer)),
            ("Supposed (enter turns it round)", supposed_facts(answer)),
            ("Assumed (enter: what if not?)", assumed_facts(answer)),
        ):
            if what_ifs:
                yield _head(heading)
                yield FactList(what_ifs)
        for number, part in enumerate(answer.answers, 1):
            if part.steps:
                yield _head(f"Steps to part {number}" if len(answer.answers) > 1 else "Steps")
                yield StepTree(part.steps)
        if self.exchange.sources:
            yield _head("Nearest source text" if answer.status == "no_ruling" else "Sources")
            for source in self.exchange.sources:
                yield PassageView(source, self.exchange.origins.get(source.id))
        yield Static(content(f"Rules of {answer.rules_date}.", "$text-muted"), classes="date")

    @on(OptionList.OptionSelected)
    def _fact_chosen(self, event: OptionList.OptionSelected) -> None:
        if isinstance(event.option_list, FactList):
            event.stop()
            self.post_message(self.Supposed(event.option_list.what_ifs[event.option_index]))

    def focus_first(self) -> bool:
        """Focus the first thing in the pane that can be used; returns whether there is one."""
        for widget in self.query("FactList, StepTree, PassageView"):
            widget.focus(scroll_visible=False)
            self.scroll_home(animate=False)
            return True
        return False


def open_facts(answer: Answer) -> list[WhatIf]:
    """The facts that the verdict depends on, each way."""
    return [
        WhatIf(joined(("? ", "$text-warning"), (f"What if {words}?", "")), fact.key, holds, words)
        for fact in answer.open
        for holds, words in ((True, fact.if_true), (False, fact.if_false))
    ]


def supposed_facts(answer: Answer) -> list[WhatIf]:
    """The facts that the player settled, the other way."""
    return [
        WhatIf(
            joined(("◆ ", "$text-accent"), (one.text, "")),
            one.fact.key,
            not one.holds,
            _clause(one.fact, not one.holds),
        )
        for one in answer.supposed
    ]


def assumed_facts(answer: Answer) -> list[WhatIf]:
    """The facts that were assumed, the other way."""
    settled = {one.fact.key for one in answer.supposed}
    return [
        WhatIf(joined(("• ", "$text-primary"), (fact.text, "")), fact.key, False, _clause(fact, False))
        for fact in answer.assumed
        if fact.key not in settled
    ]


def _clause(fact: Fact, holds: bool) -> str:
    words = fact.if_true if holds else fact.if_false
    return words or (fact.text if holds else f"this is not so: {fact.text}")


def _head(text: str) -> Static:
    return Static(content(text, "bold"), classes="head")
