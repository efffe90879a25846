"""Worked questions: what a player asks, the right answer, and the passages that it must cite.

They lie in `corpus/questions/*.toml`:

    [[question]]
    text = "does a tapped creature have to block Ochran Assassin"
    verdict = "no"                    # yes, no, depends; or { kind = "number", value = 3, bound = "at_most" };
                                      # or { kind = "set", value = ["U", "R"] }; kind is also outcome, no_ruling …
    cites = ["ochran-assassin-2"]     # ids of passages that have to be among the sources
    for = ["ochran-assassin-2"]       # the seed passages it shows at work (by default: what it cites)
    after = "five guys block it"      # optional: the question before it, that this one goes on from

An `outcome` gives as its value words that have to be in the answer's sentence. A row of verdicts is for a question with
several parts.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from judgecall.answer.json_form import Answer, VerdictForm
from judgecall.corpus.files import corpus_folder

SINGLE = {"yes": "yes_no", "no": "yes_no", "depends": "yes_no", "no_ruling": "no_ruling"}


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict that is right."""

    kind: str
    value: str | int | list[str] | None = None
    bound: str | None = None


class Worked(msgspec.Struct, frozen=True):
    """One worked question."""

    text: str
    verdicts: tuple[Expected, ...]
    cites: tuple[str, ...]
    shows: tuple[str, ...]
    after: str = ""
    file: str = ""


class WorkedQuestionError(ValueError):
    """A file of worked questions can't be read; the message names the file and the entry."""


def worked_questions(folder: Path | None = None) -> list[Worked]:
    """All worked questions.

    Raises:
        WorkedQuestionError: a file is not well-formed.
    """
    found: list[Worked] = []
    for path in sorted((folder or corpus_folder() / "questions").glob("*.toml")):
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8")).get("question", [])
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise WorkedQuestionError(f"{path.name}: {error}") from error
        for number, entry in enumerate(entries, 1):
            try:
                found.append(_worked(entry, path.name))
            except (KeyError, TypeError, ValueError) as error:
                raise WorkedQuestionError(f"{path.name}, question {number}: {error!r}") from error
    return found


def _worked(entry: dict[str, Any], file: str) -> Worked:
    extra = set(entry) - {"text", "verdict", "cites", "for", "after", "note"}
    if extra:
        raise ValueError(f"no field {', '.join(sorted(extra))}")
    row = entry["verdict"] if isinstance(entry["verdict"], list) else [entry["verdict"]]
    cites = tuple(entry.get("cites", ()))
    return Worked(
        text=entry["text"],
        verdicts=tuple(_expected(one) for one in row),
        cites=cites,
        shows=tuple(entry.get("for", cites)),
        after=entry.get("after", ""),
        file=file,
    )


def _expected(verdict: str | dict[str, Any]) -> Expected:
    if isinstance(verdict, str):
        return Expected(SINGLE[verdict], None if verdict == "no_ruling" else verdict)
    return msgspec.convert(verdict, Expected)


def mistakes(question: Worked, answer: Answer) -> list[str]:
    """What is wrong with an answer, in words; empty when it is right and cites what it must."""
    wrong: list[str] = []
    if question.verdicts[0].kind == "no_ruling":
        return [] if answer.status == "no_ruling" else [f"has a ruling: {answer.answers[0].text}"]
    if answer.status == "no_ruling":
        reason = answer.reason.text if answer.reason else ""
        return [f"no ruling: {reason}"]
    if len(answer.answers) != len(question.verdicts):
        wrong.append(f"{len(answer.answers)} parts instead of {len(question.verdicts)}")
    for part, expected in zip(answer.answers, question.verdicts, strict=False):
        if not fits(part.verdict, expected, part.text):
            wrong.append(
                f"{part.verdict.kind} {part.verdict.value} instead of {expected.kind} {expected.value}: {part.text}"
            )
    cited = {source.id for part in answer.answers for source in part.sources}
    wrong.extend(f"does not cite {id}" for id in question.cites if id not in cited)
    return wrong


def fits(verdict: VerdictForm, expected: Expected, text: str) -> bool:
    """Whether a verdict is the expected one."""
    if verdict.kind != expected.kind or (expected.bound and verdict.bound != expected.bound):
        return False
    if expected.kind == "outcome":
        return str(expected.value).lower() in text.lower()
    if expected.kind == "set" and isinstance(verdict.value, list) and isinstance(expected.value, list):
        return sorted(verdict.value) == sorted(expected.value)
    return expected.value is None or verdict.value == expected.value
