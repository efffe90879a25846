"""A question with its answer, as the conversation keeps it, and the words for its verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer, Source, VerdictForm
    from judgecall.scenario.model import Scenario
    from judgecall.tui.backend import Origins
    from judgecall.tui.follow_up import Taken


class Supposition(NamedTuple):
    """A what-if: the answer it starts from, the fact, which way it is to fall, and that in words."""

    answer: Answer
    key: str
    holds: bool
    words: str


@dataclass(eq=False)
class Exchange:
    """A question and, once it is there, its answer."""

    question: str
    follows: Exchange | None = None
    """The exchange it goes on from, if any."""
    supposition: Supposition | None = None
    answer: Answer | None = None
    goes_on: bool = False
    """The answer takes the question to go on from `follows`."""
    both_ways: tuple[Taken, ...] = ()
    """The answers if it stands alone and if it goes on, while the player has not said which was meant."""
    origins: Origins = field(default_factory=dict)
    problem: str = ""
    """Why there is no answer at all."""
    seconds: float = 0.0

    @property
    def title(self) -> str:
        """What to call it: the question, or the what-if."""
        return f"what if {self.supposition.words}?" if self.supposition else self.question

    @property
    def waiting(self) -> bool:
        """Whether the answer is not there yet."""
        return self.answer is None and not self.problem and not self.both_ways

    def take(self, taken: Taken) -> None:
        """Settle on an answer."""
        self.answer, self.goes_on = taken
        self.both_ways = ()

    @property
    def basis(self) -> Exchange | None:
        """The exchange that a follow-up to this one goes on from, if any: the one whose scenario has objects in it.

        What a term means changes nothing on the board, so a follow-up to that goes on from what was before. A reading
        that left words of the game aside is no basis: a follow-up would silently rule without them. Neither is a
        question that was not read at all: what the player meant by it is not known.
        """
        if self.answer is None or self.answer.scenario is None:
            return None
        if self.answer.reason is not None and self.answer.reason.code == "leftover_concept":
            return None
        if self.answer.scenario.objects:
            return self
        return self.follows.basis if self.follows else None

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that a follow-up goes on from."""
        basis = self.basis
        return basis.answer.scenario if basis is not None and basis.answer is not None else None

    @property
    def sources(self) -> list[Source]:
        """Every passage that the answer quotes, once."""
        return sources_of(self.answer) if self.answer else []


def sources_of(answer: Answer) -> list[Source]:
    """Every passage that an answer quotes, once."""
    found: dict[str, Source] = {}
    for source in (*(s for part in answer.answers for s in part.sources), *answer.nearest):
        found.setdefault(source.id, source)
    return list(found.values())


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
