"""The pane beside or under the conversation: how the question was read, its facts, the steps and the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from judgecall.tui.exchange import Exchange
from judgecall.tui.messages import KeywordWanted
from judgecall.tui.plain import content, one_line

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp


class Details(VerticalScroll, can_focus=False):
    """Shows the exchange that is selected."""

    app: JudgecallApp

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.exchange: Exchange | None = None
        self._asking_keyword = False
        self._wants_focus = False
        self.stale = False
        """Whether it shows another exchange than the one selected, because nobody saw it."""

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
        from judgecall.tui.facts import FactList, KeywordList

        focused = self.screen.focused if self.is_attached else None
        if isinstance(focused, KeywordList):
            return "", -1
        if not isinstance(focused, FactList) or focused.highlighted is None:
            return None
        at = focused.highlighted
        return (focused.rows[at].key if at < len(focused.rows) else "+"), at

    def _return_to(self, key: str, at: int) -> None:
        from judgecall.tui.facts import FactList

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
        # What shows answers is loaded with the parser, after the first paint.
        from judgecall.tui.facts import FactList, KeywordList, not_given
        from judgecall.tui.passage import PassageView
        from judgecall.tui.steps import StepTree
        from judgecall.tui.what_if import rows_of

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
            yield KeywordList(exchange, not_given(exchange))
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
        from judgecall.tui.what_if import changed

        assert exchange.asked is not None
        assert exchange.answer is not None
        found = changed(exchange.asked, exchange.answer)
        if found.gone or found.new or found.reworded:
            yield _head(f"What changed in the steps ({self.app.first_key('undo-what-ifs')}: as asked)")
            lines = [f"− {one_line(step.rule)}  {one_line(step.text)}" for step in found.gone]
            lines += [f"+ {one_line(step.rule)}  {one_line(step.text)}" for step in found.new]
            lines += [f"≈ {one_line(step.rule)}  {one_line(step.text)}" for _, step in found.reworded]
            yield Static(content("\n".join(lines)), classes="changes")

    @on(KeywordWanted)
    async def _keyword_wanted(self) -> None:
        self._asking_keyword = True
        await self.recompose()
        self.query_one("KeywordList").focus()

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

    def want_focus(self) -> None:
        """The keys are wanted here once there is something for them."""
        self._wants_focus = True

    def forget_focus(self) -> None:
        """The keys are wanted elsewhere now."""
        self._wants_focus = False


def _head(text: str) -> Static:
    return Static(content(text, "bold"), classes="head")
