"""What is to be read: a page, and the passage on it to go to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judgecall.answer.json_form import Source


@dataclass(frozen=True)
class Request:
    """A page to read: what to look up, the source that led to it (its marks are shown again), and the passage to go to."""

    query: str
    source: Source | None = None
    alone: bool = False
    """Just the source and the rules it refers to, and not the whole page that it is on."""

    @property
    def focus(self) -> str:
        """The id of the passage to go to."""
        return self.source.id if self.source else ""


def request_for(number: str) -> Request:
    """The page of a rule or a section."""
    from judgecall.answer.json_form import Source

    return Request(f"rule:{number}", Source(number, "", ""))
