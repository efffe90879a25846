"""The history file: kept, recalled, and never lost when it is damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from judgecall.tui.app import JudgecallApp
from judgecall.tui.history import History
from judgecall.tui.question_input import QuestionInput

from .conftest import asked, drive, settled
from .fakes import FakeBackend

GOOD = b'{"question": "one?"}\n'


def test_questions_come_back_in_the_next_session(tmp_path: Path, backend: FakeBackend) -> None:
    path = tmp_path / "new" / "history.jsonl"
    first = JudgecallApp(backend, History(path))

    async def ask(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "gibberish ünïcode [x]")

    drive(first, ask)
    entries = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    assert [(entry["question"], entry["status"]) for entry in entries] == [
        ("five guys block", "answered"),
        ("gibberish ünïcode [x]", "no_ruling"),
    ]
    second = JudgecallApp(backend, History(path))

    async def recall(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await pilot.press("up")
        assert second.conversation.query_one(QuestionInput).text == "gibberish ünïcode [x]"

    drive(second, recall)


@pytest.mark.parametrize(
    "damage",
    [
        b"{broken\n",
        b"\xff\xfe\x00\n",
        b'{"question": 3}\n',
        b"[]\n",
        b"null\n",
        b'{"question": "cut',
        b"[" * 100_000 + b"\n",
    ],
)
def test_a_damaged_file_is_put_aside_whole(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "history.jsonl"
    path.write_bytes(GOOD + damage)
    history = History(path)

    notice = history.load()

    assert history.questions == ["one?"]
    (aside,) = tmp_path.glob("history-damaged-*.jsonl")
    assert aside.name in notice
    assert aside.read_bytes() == GOOD + damage
    assert path.read_bytes() == GOOD
    assert History(path).load() == ""


def test_a_last_line_without_its_end_is_not_run_together_with_the_next(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_bytes(GOOD.strip())
    history = History(path)
    assert history.load() == ""
    assert history.write({"question": "two?"}) == ""
    again = History(path)
    assert again.load() == ""
    assert again.questions == ["one?", "two?"]


def test_a_folder_that_cannot_be_written_gives_a_notice(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    history = History(tmp_path / "file" / "history.jsonl")
    assert "can't be" in history.write({"question": "one?"})
    history.load()


def test_a_damaged_history_is_told_in_the_app(tmp_path: Path, backend: FakeBackend) -> None:
    path = tmp_path / "history.jsonl"
    path.write_bytes(b"{broken\n")
    app = JudgecallApp(backend, History(path))

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        assert any("history" in notice.message for notice in app._notifications)

    drive(app, script)
