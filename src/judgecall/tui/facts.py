"""The list of facts: what the question states, what was assumed and what decides, each to be turned in place."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from judgecall.scenario.stated import Stated
from judgecall.tui.actions import bindings
from judgecall.tui.exchange import Exchange
from judgecall.tui.messages import FactTurned, KeywordWanted
from judgecall.tui.open_list import OpenList
from judgecall.tui.plain import content, joined, one_line
from judgecall.tui.what_if import Row, turned, with_value

_MARKS = {"open": ("? ", "$text-warning"), "assumed": ("~ ", ""), "stated": ("• ", "")}
_CHANGED = ("◆ ", "bold $text-accent")


class FactList(OpenList):
    """The facts of the question; each can be turned in place, and the ruling follows."""

    BINDINGS = bindings("facts")
    HELP = (
        "Every fact that the question states (•), that was assumed (~) or that decides and is open (?). Turn one and the "
        "ruling follows at once; numbers and sizes go up and down. ◆ marks what is not as it was asked."
    )

    def __init__(self, exchange: Exchange, rows: Sequence[Row]) -> None:
        super().__init__(*map(_option, rows))
        self.exchange = exchange
        self.rows = list(rows)
        if exchange.facts.gainable:
            self.add_option(Option(joined(("+ ", ""), ("give a creature a keyword…", ""))))

    def _turn(self, by: int) -> None:
        at = self.highlighted
        if at is None:
            return
        if at >= len(self.rows):
            if by > 0:
                self.post_message(KeywordWanted(self.exchange))
            return
        self.post_message(FactTurned(self.exchange, turned(self.exchange, self.rows[at], by)))

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
        self.post_message(FactTurned(self.exchange, what_if))


def not_given(exchange: Exchange) -> list[Stated]:
    return [fact for fact in exchange.facts.gainable if fact.key not in exchange.what_if.stated]


def _option(row: Row) -> Option:
    text = one_line(f"What if {row.text}?" if row.sort == "open" else row.text)
    mark = _CHANGED if row.changed else _MARKS[row.sort]
    line: Content = joined(mark, (text[:1].upper() + text[1:], "bold" if row.changed else ""))
    return Option(line)
