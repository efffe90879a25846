"""Every position that the engine is tested on, taken all the way to words: no hole, no fallback, a source for every ruling."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judgecall.answer import sentence
from judgecall.answer.ask import Judge
from judgecall.answer.json_form import Answer, to_json
from judgecall.answer.opening import open_judge
from judgecall.scenario.model import Scenario
from judgecall.scenario.notation import from_line, to_line

FOLDER = Path(__file__).resolve().parents[1] / "positions"
SHOWN = 25


def positions() -> Iterator[tuple[str, Scenario]]:
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix == ".jsonl":
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        elif path.suffix == ".toml":
            rows = tomllib.loads(path.read_text(encoding="utf-8")).get("position", [])
        else:
            continue
        for row in rows:
            fields = row.get("scenario", row)
            name = f"{path.parent.name}/{path.name}: {row.get('id', row.get('name', ''))}"
            if "line" in row:
                yield f"{name}{row['line']}", from_line(row["line"])
                continue
            data: dict[str, Any] = {name: fields[name] for name in Scenario.__struct_fields__ if name in fields}
            if isinstance(facts := data.get("facts"), dict):
                data["facts"] = list(facts.items())
            if query := fields.get("query", row.get("query")):
                data["queries"] = [query]
            if path.stem != "cards":
                yield name, msgspec.convert(data, Scenario)


@pytest.fixture(scope="module")
def answers() -> list[tuple[str, Scenario, Answer, list[str]]]:
    judge: Judge = open_judge()
    without_text: list[str] = []

    def unknown(code: str, fields: object) -> str:
        without_text.append(code)
        return code

    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentence, "unknown", unknown)
        for name, scenario in positions():
            without_text.clear()
            blank = Answer(question=name, status="no_ruling", rules_date=judge.library.rules_date)
            found.append((name, scenario, judge.rule(scenario, blank, name), list(without_text)))
    assert found
    return found


def report(wrong: list[str]) -> None:
    assert not wrong, "\n".join([f"{len(wrong)} in all", *wrong[:SHOWN]])


Answers = list[tuple[str, Scenario, Answer, list[str]]]


def test_each_can_be_written_in_the_notation(answers: Answers) -> None:
    report([name for name, scenario, _, _ in answers if from_line(to_line(scenario)) != scenario])


def test_no_rule_fails_of_itself(answers: Answers) -> None:
    report([n for n, _, a, _ in answers if a.reason and a.reason.code in {"internal_error", "bad_citation"}])


def test_everything_said_has_a_text(answers: Answers) -> None:
    report([f"{name}: {', '.join(sorted(set(codes)))}" for name, _, _, codes in answers if codes])


def test_every_sentence_is_whole(answers: Answers) -> None:
    wrong = []
    for name, _, answer, _ in answers:
        said = [part.text for part in answer.answers] + [fact.text for fact in answer.assumed] + [answer.understood]
        said += [step.text for part in answer.answers for step in part.steps]
        wrong += [f"{name}: {text}" for text in said if _is_broken(text)]
    report(wrong)


def _is_broken(text: str) -> bool:
    return (
        "the answer to wh" in text.lower()
        or "@" in text
        or "  " in text
        or not text.rstrip().endswith((".", "!", "?", "”"))
    )


def test_every_ruling_has_a_source(answers: Answers) -> None:
    report(
        [
            name
            for name, _, answer, _ in answers
            for part in answer.answers
            if part.verdict.value is not None and not part.sources
        ]
    )


def test_every_answer_is_json_with_exact_marks(answers: Answers) -> None:
    for _, _, answer, _ in answers:
        data = json.loads(to_json(answer))
        assert (data["reason"] is not None) == (data["status"] == "no_ruling")
        for part in data["answers"]:
            for source in part["sources"]:
                assert all(0 <= start < end <= len(source["text"]) for start, end in source["marked"])
