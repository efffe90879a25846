"""`judgecall ask`: one question, or a batch of them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import IO, Any

from judgecall.answer.ask import LIMIT, Judge, basis
from judgecall.answer.json_form import Answer, Reason, to_json
from judgecall.answer.messages import catalogue, fill
from judgecall.cli.show import shown
from judgecall.cli.status import ANSWERED, BAD_INPUT, NO_RULING, USAGE, complain, printable
from judgecall.scenario.model import Scenario

_LINE_LIMIT = 1_000_000
"""Bytes of one batch line that are read; nobody's question is as long."""


def run(given: argparse.Namespace) -> int:
    """Answer what was asked; returns the exit status."""
    from judgecall.answer.opening import open_judge

    if given.batch is not None:
        if given.question:
            complain("Give either a question or --batch FILE, not both.")
            return USAGE
        return _batch(open_judge(), given.batch, as_json=given.json)
    if not given.question:
        complain('There is no question. Ask one: judgecall ask "QUESTION", or judgecall ask - to read standard input.')
        return USAGE
    question = _stdin() if given.question == ["-"] else " ".join(given.question)
    judge = open_judge()
    answer = judge.ask_position(question) if given.position else judge.ask(question, judge.context_of(given.after))
    _tell_of_damage(judge)
    return _report(answer, as_json=given.json)


def _tell_of_damage(judge: Judge) -> None:
    """Say on standard error what became of imported texts that were damaged; it may show at any question."""
    if judge.library.notice:
        complain(judge.library.notice)


def _report(answer: Answer, *, as_json: bool) -> int:
    bad = answer.reason is not None and answer.reason.code in BAD_INPUT
    if as_json:
        print(to_json(answer))
    elif not bad:
        print(shown(answer))
    if bad and answer.reason:
        complain(answer.reason.text)
        return USAGE
    return NO_RULING if answer.status == "no_ruling" else ANSWERED


def _stdin() -> str:
    """Standard input as text; what is more than enough to be too long is not read."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        return sys.stdin.read(LIMIT * 4 + 1) if sys.stdin is not None else ""
    data: bytes = stream.read(LIMIT * 4 + 1)
    return data.decode("utf-8-sig", errors="replace").strip()


def _batch(judge: Judge, path: str, *, as_json: bool) -> int:
    try:
        stream: IO[bytes] = sys.stdin.buffer if path == "-" else open(path, "rb")  # noqa: SIM115  (closed below)
    except (OSError, ValueError) as error:
        complain(f"The batch file can't be read: {getattr(error, 'strerror', None) or error}: {printable(path)}")
        return USAGE
    left: dict[str, Scenario | None] = {}
    with stream:
        for line in _lines(stream):
            answer = _answered(judge, line, left)
            print(to_json(answer) if as_json else f"{answer.question}\n\n{shown(answer)}\n", flush=True)
    _tell_of_damage(judge)
    return ANSWERED


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """Lines that hold anything, each cut at the limit."""
    while line := stream.readline(_LINE_LIMIT):
        whole = line
        while not whole.endswith(b"\n") and (whole := stream.readline(_LINE_LIMIT)):
            pass  # the rest of a line that is too long
        if line.strip():
            yield line


def _answered(judge: Judge, line: bytes, left: dict[str, Scenario | None]) -> Answer:
    """The answer to one batch line; an error in the same form when the line is broken.

    Args:
        judge: who answers.
        line: as it stands in the file.
        left: the scenarios of the lines before, by their ids; this line's is added.
    """
    id: Any = None
    try:
        data = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant)
        if not isinstance(data, dict):
            raise ValueError("it is not an object")
        id = data.get("id")
        question = data.get("question")
        if not isinstance(question, str):
            raise ValueError("it has no text under “question”")
        after = data.get("after")
        earlier = after if isinstance(after, list) else [] if after is None else [after]
        if not all(isinstance(one, str) for one in earlier):
            raise ValueError("what stands under “after” is neither a question nor the id of a line")
    except (ValueError, RecursionError) as error:
        problem = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else printable(str(error))
        if isinstance(error, RecursionError):
            problem = "it is nested too deeply"
        if len(line) >= _LINE_LIMIT:
            problem = "it is too long"
        text = fill(catalogue().reasons["bad_line"], {"problem": problem})
        date = judge.library.rules_date
        return Answer(question="", status="no_ruling", id=id, reason=Reason("bad_line", text), rules_date=date)
    known = len(earlier) == 1 and earlier[0] in left
    answer = judge.ask(question, left[earlier[0]] if known else judge.context_of(earlier), id=id)
    if isinstance(id, str):
        left[id] = basis(answer)
    return answer


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
