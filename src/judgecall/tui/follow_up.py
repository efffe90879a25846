"""Whether a question stands alone or goes on from the one before.

The parser says of some questions that they can't be meant otherwise ("what if it had flying?"). Of others both ways are
tried: where only one can be read, that is it; where both give the same verdict, the question stands alone; where they
differ, the player says which was meant. A guess could be a wrong ruling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer
    from judgecall.scenario.model import Scenario
    from judgecall.tui.backend import Backend


class Taken(NamedTuple):
    """An answer, and whether the question was taken to go on from the one before."""

    answer: Answer
    goes_on: bool


def ask(backend: Backend, question: str, context: Scenario | None, sure: bool = True) -> tuple[Taken, ...]:
    """The answer; two of them when the question can be taken both ways and the verdicts differ.

    Args:
        backend: what answers.
        question: as it was typed.
        context: the scenario it may go on from.
        sure: whether nothing was said since then. Otherwise going on from there is offered, and never taken for granted.
    """
    alone = Taken(backend.ask(question, None), False)
    if context is None:
        return (alone,)
    following = Taken(backend.ask(question, context), True)
    if following.answer.goes_on and (sure or following.answer.status == "no_ruling"):
        return (following,) if sure else (alone,)
    if following.answer.goes_on:
        return alone, following
    if alone.answer.status == "no_ruling" and alone.answer.scenario is not None:
        return (alone,)
    if following.answer.status == "no_ruling":
        read = sure and following.answer.scenario is not None and alone.answer.scenario is None
        return (following,) if read else (alone,)
    if alone.answer.status == "no_ruling":
        return (following,) if sure else (alone, following)
    if _verdicts(alone.answer) == _verdicts(following.answer):
        return (alone,)
    return alone, following


def _verdicts(answer: Answer) -> list[tuple[str, object]]:
    return [(part.query, part.verdict) for part in answer.answers]
