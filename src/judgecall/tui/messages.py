"""Messages between parts of the screen that are loaded before the first paint and parts that are loaded after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from judgecall.tui.backend import Direct
    from judgecall.tui.exchange import Exchange, WhatIf
    from judgecall.tui.passage import PassageView


class FactTurned(Message):
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


class RuleWanted(Message):
    """A step's rule is to be read."""

    def __init__(self, number: str) -> None:
        super().__init__()
        self.number = number


class PassageOpened(Message):
    """The rule with a number is to be read, or else the passage itself."""

    def __init__(self, view: PassageView, number: str = "") -> None:
        super().__init__()
        self.view = view
        self.number = number


class ImportEnded(Message):
    """The import is through, or failed: then there is no date of new rules."""

    def __init__(self, text: str, rules_date: str = "") -> None:
        super().__init__()
        self.text = text
        self.rules_date = rules_date

    @property
    def failed(self) -> bool:
        """Whether nothing was imported."""
        return not self.rules_date


class Loaded(Message):
    """Everything that answering needs is loaded."""

    def __init__(self, rules_date: str, full: bool) -> None:
        super().__init__()
        self.rules_date = rules_date
        self.full = full


class LoadFailed(Message):
    """It can't be loaded."""

    def __init__(self, problem: str) -> None:
        super().__init__()
        self.problem = problem


class Restored(Message):
    """The last conversation was read."""

    def __init__(self, exchanges: list[Exchange]) -> None:
        super().__init__()
        self.exchanges = exchanges


class Answered(Message):
    """An exchange has its answer, or a problem, or something to read instead."""

    def __init__(self, exchange: Exchange, direct: Direct | None = None) -> None:
        super().__init__()
        self.exchange = exchange
        self.direct = direct


class Completed(Message):
    """What was still missing of an exchange that has its answer is there."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self.exchange = exchange
