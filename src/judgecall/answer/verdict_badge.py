"""A verdict in a word or two, as the app and the terminal let it stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer, VerdictForm


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


def behind(badge: Badge, text: str) -> str:
    """The sentence as it stands behind its badge: a verdict that the badge says is not said twice."""
    word, colon, rest = text.partition(": ")
    return rest[:1].upper() + rest[1:] if colon and word.lower() == badge.word.lower() else text


def badges(answer: Answer) -> list[tuple[Badge, str]]:
    """The verdict and the sentence of each part; one "no ruling" with its reason where there is none."""
    if answer.status == "no_ruling" or not answer.answers:
        text = answer.reason.text if answer.reason else ""
        if answer.reason is not None and answer.reason.choices:
            # The choices stand under it, each with its key.
            return [(Badge("which one", "depends"), f"{text.partition(':')[0].rstrip('.')}:")]
        return [(Badge("no ruling", "none"), text)]
    return [(badge(part.verdict), part.text) for part in answer.answers]
