"""Messages between parts of the screen that are loaded before the first paint and parts that are loaded after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
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
    """The import is through, or failed."""

    def __init__(self, text: str, failed: bool) -> None:
        super().__init__()
        self.text = text
        self.failed = failed
