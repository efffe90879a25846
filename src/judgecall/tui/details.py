"""The pane beside or under the conversation: how the question was read, its facts, the steps and the sources."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from judgecall.scenario.stated import Stated
from judgecall.tui.actions import bindings
from judgecall.tui.exchange import Exchange, WhatIf
from judgecall.tui.open_list import OpenList
from judgecall.tui.passage import PassageView
from judgecall.tui.plain import content, joined, one_line
from judgecall.tui.steps import StepTree
from judgecall.tui.what_if import Row, changed, rows_of, turned, with_value

_MARKS = {"open": ("? ", "$text-warning"), "assumed": ("~ ", "$text-primary"), "stated": ("• ", "$text-primary")}
_CHANGED = ("◆ ", "bold $text-accent")


class FactList(OpenList):
    """The facts of the question; each can be turned in place, and the ruling follows."""

    BINDINGS = bindings("facts")
    HELP = (
        "Every fact that the question states (•), that was assumed (~) or that decides and is open (?). Turn one and the "
        "ruling follows at once; numbers and sizes go up and down. ◆ marks what is not as it was asked."
    )

    class Supposed(Message):
        """The player wants to know what would be."""

        def __init__(self, exchange: Exchange, what_if: WhatIf) -> None:
            super().__init__()
            self.exchange = exchange
            self.what_if = what_if

    class KeywordWanted(Message):
        """The player wants to give something a keyword."""

        def __init__(self, exchange: Exchange) -> None:
            super().__init__()
            self.exchange = exchange

    def __init__(self, exchange: Exchange, rows: Sequence[Row]) -> None:
        super().__init__(*map(_option, rows))
        self.exchange = exchange
        self.rows = list(rows)
        if exchange.facts.gainable:
            self.add_option(Option(joined(("+ ", "$text-primary"), ("give a creature a keyword…", ""))))

    def _turn(self, by: int) -> None:
        at = self.highlighted
        if at is None:
            return
        if at >= len(self.rows):
            if by > 0:
                self.post_message(self.KeywordWanted(self.exchange))
            return
        self.post_message(self.Supposed(self.exchange, turned(self.exchange, self.rows[at], by)))

    def action_flip(self) -> None:
        """The other way, or one more."""
        self._turn(1)

    def action_flip_back(self) -> None:
        """The other way, or one less."""
        self._turn(-1)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._turn(1)


class KeywordList(OpenList):
    """Keywords that can be given."""

    HELP = "Keywords that can be given to a creature. Enter gives the one chosen."

    def __init__(self, exchange: Exchange, facts: Sequence[Stated]) -> None:
        super().__init__(*(Option(content(one_line(f"{fact.about}: {fact.said('yes')}"))) for fact in facts))
        self.exchange = exchange
        self.facts = facts

    @on(OptionList.OptionSelected)
    def _given(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        what_if = with_value(self.exchange, self.facts[event.option_index], "yes")
        self.post_message(FactList.Supposed(self.exchange, what_if))


class Details(VerticalScroll, can_focus=False):
    """Shows the exchange that is selected."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.exchange: Exchange | None = None
        self._asking_keyword = False
        self._wants_focus = False

    async def show(self, exchange: Exchange | None) -> None:
        """Show this exchange; where the keys were in the list of facts, they stay on the same fact."""
        same = exchange is self.exchange
        place = self._place() if same else None
        self.exchange = exchange
        self._asking_keyword = False
        y = self.scroll_y
        async with self.batch():
            await self.recompose()
        if not same:
            self.scroll_home(animate=False)
        if place is not None:
            self._return_to(*place)
            self.scroll_to(y=y, animate=False)
        elif self._wants_focus and self.display:
            self.focus_first()

    def _place(self) -> tuple[str, int] | None:
        """(key of the fact, its index) where the keys are."""
        focused = self.screen.focused if self.is_attached else None
        if isinstance(focused, KeywordList):
            return "", -1
        if not isinstance(focused, FactList) or focused.highlighted is None:
            return None
        at = focused.highlighted
        return (focused.rows[at].key if at < len(focused.rows) else "+"), at

    def _return_to(self, key: str, at: int) -> None:
        for facts in self.query(FactList):
            same = [i for i, row in enumerate(facts.rows) if row.key == key]
            facts.highlighted = same[0] if same else min(max(at, 0), facts.option_count - 1)
            facts.focus(scroll_visible=False)

    def compose(self) -> ComposeResult:
        """What there is to show of the exchange."""
        exchange = self.exchange
        answer = exchange.answer if exchange else None
        if exchange is None or answer is None:
            yield Static(
                content("How a question was read, its facts, the steps and the sources appear here.", "$text-muted")
            )
            return
        if answer.understood:
            yield _head("I read your question as")
            yield Static(content(one_line(answer.understood)), classes="understood")
        if answer.not_understood:
            yield _head("Left aside")
            yield Static(content(one_line(", ".join(answer.not_understood)), "$text-warning"), classes="left-aside")
        rows = rows_of(exchange)
        if rows or exchange.facts.gainable:
            yield _head("What if? (space turns a fact, ← → change a number)")
            yield FactList(exchange, rows)
        if self._asking_keyword:
            yield KeywordList(exchange, _not_given(exchange))
        if exchange.what_if and exchange.asked is not None:
            yield from self._changes(exchange)
        for number, part in enumerate(answer.answers, 1):
            if part.steps:
                yield _head(f"Steps to part {number}" if len(answer.answers) > 1 else "Steps")
                yield StepTree(part.steps)
        if exchange.sources:
            yield _head("Nearest source text" if answer.status == "no_ruling" else "Sources")
            for source in exchange.sources:
                yield PassageView(source, exchange.origins.get(source.id))
        yield Static(content(f"Rules of {answer.rules_date}.", "$text-muted"), classes="date")

    def _changes(self, exchange: Exchange) -> ComposeResult:
        assert exchange.asked is not None
        assert exchange.answer is not None
        found = changed(exchange.asked, exchange.answer)
        if found.gone or found.new:
            yield _head("What changed in the steps (ctrl+z: as asked)")
            lines = [f"− {one_line(step.rule)}  {one_line(step.text)}" for step in found.gone]
            lines += [f"+ {one_line(step.rule)}  {one_line(step.text)}" for step in found.new]
            yield Static(content("\n".join(lines)), classes="changes")

    @on(FactList.KeywordWanted)
    async def _keyword_wanted(self) -> None:
        self._asking_keyword = True
        await self.recompose()
        self.query_one(KeywordList).focus()

    def focus_first(self) -> bool:
        """Focus the first thing in the pane that can be used, or what comes first once the answer is there.

        Returns whether there is one.
        """
        for widget in self.query("FactList, StepTree, PassageView"):
            self._wants_focus = False
            widget.focus(scroll_visible=False)
            self.scroll_home(animate=False)
            return True
        self._wants_focus = True
        return False

    def forget_focus(self) -> None:
        """The keys are wanted elsewhere now."""
        self._wants_focus = False


def _not_given(exchange: Exchange) -> list[Stated]:
    return [fact for fact in exchange.facts.gainable if fact.key not in exchange.what_if.stated]


def _option(row: Row) -> Option:
    text = one_line(f"What if {row.text}?" if row.sort == "open" else row.text)
    mark = _CHANGED if row.changed else _MARKS[row.sort]
    line: Content = joined(mark, (text[:1].upper() + text[1:], "bold" if row.changed else ""))
    return Option(line)


def _head(text: str) -> Static:
    return Static(content(text, "bold"), classes="head")
