"""What the history keeps of an answer."""

from __future__ import annotations

import msgspec

from judgecall.answer.json_form import Answer, Supposed


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is needed to show an answer again."""

    answer: Answer | None = None
    asked: Answer | None = None
    stated: dict[str, str] = {}
    supposed: dict[str, Supposed] = {}
    goes_on: bool = False
    follows: int | None = None
    problem: str = ""
    seconds: float = 0.0


class Entry(msgspec.Struct, frozen=True):
    """A question with its answer in the history."""

    question: str
    status: str
    text: str
    kept: Kept
    id: int | None = None
    asked: str = ""
    """When, in ISO form."""


class Summary(msgspec.Struct, frozen=True):
    """An entry as a list shows it."""

    id: int
    asked: str
    question: str
    status: str
    text: str
