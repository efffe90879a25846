"""Taking answers along: to the clipboard, to files, and as a report of a wrong ruling."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from textual.screen import Screen

from judgecall.tui.exchange import Exchange

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp


class TakingAlong(Screen[None]):
    """The part of the conversation's screen that copies and writes files."""

    app: JudgecallApp
    exchanges: list[Exchange]
    selected: Exchange | None

    def action_copy_answer(self) -> None:
        """Copy the selected answer."""
        from judgecall.tui.export import answer_text

        self._copy(answer_text, "Answer copied.")

    def action_copy_cited(self) -> None:
        """Copy it with steps and sources."""
        from judgecall.tui.export import cited_text

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
        from judgecall.tui.export import conversation_markdown

        self._export(conversation_markdown, "md")

    def action_export_json(self) -> None:
        """Write the conversation to a JSON file."""
        from judgecall.tui.export import conversation_json

        self._export(conversation_json, "json")

    def _export(self, text_of: Callable[[list[Exchange]], str], ending: str) -> None:
        answered = [exchange for exchange in self.exchanges if exchange.answer is not None]
        if not answered:
            self.app.notice("There is nothing to export yet.")
            return
        self.app.export(text_of(answered), f"judgecall-{_stamp()}.{ending}")

    def action_report(self) -> None:
        """Write a file about the selected answer, ready to be attached to a report."""
        from judgecall.tui.export import report_text

        if self.selected is None or self.selected.waiting:
            self.app.notice("Select the answer that is wrong first.")
            return
        self.app.export(report_text(self.selected), f"judgecall-wrong-ruling-{_stamp()}.md")


def _stamp() -> str:
    return f"{datetime.now():%Y-%m-%d-%H%M%S}"
