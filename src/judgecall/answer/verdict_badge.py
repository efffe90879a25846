"""A verdict in a word or two, as the app and the terminal let it stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from judgecall.answer.json_form import VerdictForm


class Badge(NamedTuple):
    """A verdict in a word or two, and the tone to show it in; the word alone says it."""

    word: str
    tone: str


_BOUNDS = {"exactly": "", "at_most": "at most ", "at_least": "at least "}


def badge(verdict: VerdictForm) -> Badge:
    """The verdict of one part of an answer."""
    if verdict.kind == "no_ruling":
        return Badge("no ruling", "none")
    if verdict.value == "depends" or verdict.conditions:
        return Badge("depends", "depends")
    if verdict.kind == "yes_no":
        return Badge(str(verdict.value), "yes" if verdict.value == "yes" else "no")
    if verdict.kind == "number":
        return Badge(f"{_BOUNDS[verdict.bound]}{verdict.value}", "value")
    if verdict.kind == "set":
        values = verdict.value if isinstance(verdict.value, list) else []
        short = " ".join(values) if all(len(value) == 1 for value in values) else f"{len(values)} of them"
        return Badge(short if values else "none", "value")
    return Badge({"definition": "meaning", "rulings": "rulings"}.get(verdict.kind, "outcome"), "value")
