"""An answer as data: what `judgecall ask --json` prints, and what the app shows."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from judgecall.answer.quote import Source as Source
from judgecall.scenario.model import Scenario

Status = Literal["answered", "depends", "no_ruling"]
VerdictKind = Literal["yes_no", "number", "set", "outcome", "definition", "rulings", "no_ruling"]
Value = str | int | list[str] | None


class ConditionForm(msgspec.Struct, frozen=True, rename={"condition": "if"}):
    """What the verdict is if something holds that the question left open."""

    condition: str
    value: Value


class VerdictForm(msgspec.Struct, frozen=True):
    """A verdict."""

    kind: VerdictKind
    value: Value
    bound: Literal["exactly", "at_most", "at_least"] = "exactly"
    conditions: tuple[ConditionForm, ...] = ()


class StepForm(msgspec.Struct, frozen=True):
    """One step to the verdict; `because` are indexes of the steps it rests on."""

    rule: str
    text: str
    because: tuple[int, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """The answer to one part of the question."""

    query: str
    verdict: VerdictForm
    text: str
    steps: tuple[StepForm, ...] = ()
    sources: tuple[Source, ...] = ()


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why there is no ruling; `choices` when the player can pick what was meant."""

    code: str
    text: str
    choices: tuple[str, ...] = ()


class Fact(msgspec.Struct, frozen=True):
    """A fact that was assumed, or one that is open: its key for a what-if, and what to say of it."""

    key: str
    text: str
    if_true: str = ""
    if_false: str = ""
    """Clauses that say which way it falls."""
    also: tuple[str, ...] = ()
    """Keys of the same fact about alike objects: a what-if turns them all."""


class Supposed(msgspec.Struct, frozen=True):
    """A fact that the player settled in a what-if."""

    fact: Fact
    holds: bool

    @property
    def text(self) -> str:
        """What was supposed, as a sentence."""
        return f"You suppose that {self.fact.if_true if self.holds else self.fact.if_false}."


class Answer(msgspec.Struct, frozen=True):
    """The whole answer to a question. `scenario` and `facts` serve follow-ups and what-ifs, and are not printed."""

    question: str
    status: Status
    answers: tuple[Part, ...] = ()
    understood: str = ""
    position: str = ""
    assumed: tuple[Fact, ...] = ()
    not_understood: tuple[str, ...] = ()
    reason: Reason | None = None
    nearest: tuple[Source, ...] = ()
    rules_date: str = ""
    id: Any = None
    open: tuple[Fact, ...] = ()
    """The facts that the verdicts depend on, for a what-if."""
    scenario: Scenario | None = None
    supposed: tuple[Supposed, ...] = ()
    """What the player supposed in what-ifs."""
    cards: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    goes_on: bool = False
    """The question can be meant only as going on from the one before, and was taken so."""


def to_data(answer: Answer) -> dict[str, Any]:
    """The answer in the form that DESIGN promises to programs."""
    return {
        "id": answer.id,
        "question": answer.question,
        "status": answer.status,
        "answers": [msgspec.to_builtins(part) for part in answer.answers],
        "understood": answer.understood,
        "position": answer.position,
        "assumed": [fact.text for fact in answer.assumed],
        "not_understood": list(answer.not_understood),
        "reason": msgspec.to_builtins(answer.reason),
        "nearest": [msgspec.to_builtins(source) for source in answer.nearest],
        "rules_date": answer.rules_date,
    }


def to_json(answer: Answer) -> str:
    """The answer as one line of JSON, safe to print whatever the question held."""
    import json

    return json.dumps(to_data(answer), ensure_ascii=True)
