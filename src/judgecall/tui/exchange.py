"""A question with its answer, as the conversation keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer, Source, Supposed
    from judgecall.scenario.model import Scenario
    from judgecall.scenario.stated import Stated
    from judgecall.tui.backend import Origins
    from judgecall.tui.follow_up import Taken


class Facts(NamedTuple):
    """What a question states, and the keywords that could be given to its creatures: what a what-if can turn."""

    stated: tuple[Stated, ...] = ()
    gainable: tuple[Stated, ...] = ()


@dataclass(frozen=True)
class WhatIf:
    """What is supposed to be otherwise than it was asked: stated facts by key, and open or assumed ones by key."""

    stated: dict[str, str] = field(default_factory=dict)
    supposed: dict[str, Supposed] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.stated or self.supposed)


@dataclass(eq=False)
class Exchange:
    """A question and, once it is there, its answer."""

    question: str
    follows: Exchange | None = None
    """The exchange it goes on from, if any."""
    asked: Answer | None = None
    """The answer to the question as it was asked."""
    answer: Answer | None = None
    """The answer with what is supposed now."""
    what_if: WhatIf = field(default_factory=WhatIf)
    facts: Facts = field(default_factory=Facts)
    goes_on: bool = False
    """The answer takes the question to go on from `follows`."""
    both_ways: tuple[Taken, ...] = ()
    """The answers if it stands alone and if it goes on, while the player has not said which was meant."""
    origins: Origins = field(default_factory=dict)
    problem: str = ""
    """Why there is no answer at all."""
    seconds: float = 0.0
    id: int | None = None
    """Its number in the history."""

    @property
    def waiting(self) -> bool:
        """Whether the answer is not there yet."""
        return self.answer is None and not self.problem and not self.both_ways

    def take(self, taken: Taken) -> None:
        """Settle on an answer."""
        self.answer, self.goes_on = taken
        self.asked = self.answer
        self.both_ways = ()

    @property
    def supposed_words(self) -> list[str]:
        """What is supposed, each in words."""
        stated = {fact.key: fact for fact in (*self.facts.stated, *self.facts.gainable)}
        words = [
            f"{fact.about} is {value}" if fact.kind == "size" and fact.about else _clause(fact, value)
            for key, value in self.what_if.stated.items()
            if (fact := stated.get(key))
        ]
        for one in self.what_if.supposed.values():
            words.append((one.fact.if_true if one.holds else one.fact.if_false) or one.fact.text)
        return words

    @property
    def title(self) -> str:
        """What to call it: the question, and what is supposed."""
        words = self.supposed_words
        return f"{self.question} (what if: {'; '.join(words)})" if words else self.question

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
    def doubtful_basis(self) -> Exchange | None:
        """The exchange before a question that could not be read, which a follow-up may still mean.

        A slip in one follow-up need not end them; but only the player can say whether the question that was not read
        began something new.
        """
        unread = bool(self.problem) if self.answer is None else self.answer.status == "no_ruling"
        return self.went_on_from if unread and self.basis is None else None

    @property
    def scenario(self) -> Scenario | None:
        """The scenario of the answer, whether or not there is a ruling on it."""
        return self.answer.scenario if self.answer is not None else None

    @property
    def went_on_from(self) -> Exchange | None:
        """The exchange that this one could go on from, surely or not."""
        return (self.follows.basis or self.follows.doubtful_basis) if self.follows else None

    @property
    def can_be_varied(self) -> bool:
        """Whether what-ifs can be asked: the question was read whole and ruled on."""
        return self.asked is not None and self.asked.scenario is not None and self.asked.status != "no_ruling"

    @property
    def sources(self) -> list[Source]:
        """Every passage that the answer quotes, once."""
        return sources_of(self.answer) if self.answer else []


def _clause(fact: Stated, value: str) -> str:
    return f"{fact.about}: {fact.said(value)}" if fact.about else fact.said(value)


def sources_of(answer: Answer) -> list[Source]:
    """Every passage that an answer quotes, once."""
    found: dict[str, Source] = {}
    for source in (*(s for part in answer.answers for s in part.sources), *answer.nearest):
        found.setdefault(source.id, source)
    return list(found.values())
