"""Answering in a process of its own: the same answers, and what becomes of a question when the process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judgecall.answer.answering import Here
from judgecall.answer.apart import AnsweringFailed, Apart

QUESTION = "five guys block my ochran assasin how many die"
STUB = """
import os, signal, sys, time
from pathlib import Path
from judgecall.answer import answering_process
from judgecall.answer.json_form import Answer

class Stub:
    times = Path(sys.argv[1])
    def load(self):
        print("this goes nowhere")
        if self.times.with_name("broken").exists():
            raise OSError("no parser here")
        return "2026-01-01"
    def ask(self, question, context):
        with self.times.open("a") as file:
            file.write(question + "\\n")
        asked = self.times.read_text().split("\\n").count(question)
        if question == "always" or (question == "once" and asked == 1):
            os.kill(os.getpid(), signal.SIGKILL)
        if question == "slow":
            time.sleep(60)
        if question == "defect":
            raise KeyError("what")
        return Answer(question, "answered", id=asked)
    def varied(self, asked, changes, supposed):
        raise ValueError("no such fact")
    def reopen(self):
        pass
    def notice(self):
        return ""

answering_process.Here = Stub
answering_process.main()
"""


def alive(pid: int) -> bool:
    """Whether there is a process with this number, a zombie included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def soon(true: object) -> None:
    """Wait until something is so."""
    assert callable(true)
    for _ in range(500):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it never came to that")


@pytest.fixture
def stub(tmp_path: Path) -> Iterator[Apart]:
    """Answers fixed answers in a real process."""
    apart = Apart(("-c", STUB, str(tmp_path / "times")))
    yield apart
    apart.close()


def test_the_answers_are_those_given_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spacy.py").write_text("raise ImportError('not that one')")
    apart, here = Apart(), Here()
    try:
        assert apart.load() == here.load()
        answer = apart.ask(QUESTION, None)
        assert answer == here.ask(QUESTION, None)
        following = "same but i gave it +2/+0, most I can kill?"
        assert apart.ask(following, answer.scenario) == here.ask(following, answer.scenario)
        assert apart.varied(answer, {}, ()) == here.varied(answer, {}, ())
        with pytest.raises(ValueError, match="nothing is stated under 'no such'"):
            apart.varied(answer, {"no such": "yes"}, ())
        apart.reopen()
        assert apart.notice() == ""
        pid = apart.pid
        assert pid
    finally:
        apart.close()
    assert not alive(pid)


def test_a_question_that_the_process_ends_at_is_asked_once_more(stub: Apart) -> None:
    assert stub.load() == "2026-01-01"
    first = stub.pid
    assert stub.ask("once", None).id == 2
    assert first
    assert not alive(first)
    assert stub.notice() == "What answers questions stopped: killed by SIGKILL. It was started again."


def test_a_question_that_it_always_ends_at_is_given_up_and_the_next_one_answered(stub: Apart) -> None:
    stub.load()
    with pytest.raises(AnsweringFailed, match=r"ended 2 times at this \(killed by SIGKILL\)"):
        stub.ask("always", None)
    assert stub.ask("fine", None).question == "fine"
    assert stub.notice().endswith("(by now 2 times). It was started again.")


def test_when_it_ends_while_nothing_is_asked_it_is_started_at_once(stub: Apart) -> None:
    stub.load()
    first = stub.pid
    assert first
    os.kill(first, signal.SIGKILL)
    soon(lambda: stub.pid not in (None, first))
    assert not alive(first)
    assert stub.ask("fine", None).question == "fine"
    assert "killed by SIGKILL" in stub.notice()


def test_a_defect_costs_one_answer(stub: Apart) -> None:
    stub.load()
    first = stub.pid
    with pytest.raises(AnsweringFailed, match="what"):
        stub.ask("defect", None)
    answer = stub.ask("fine", None)
    with pytest.raises(ValueError, match="no such fact"):
        stub.varied(answer, {}, ())
    assert stub.pid == first


def test_what_can_not_be_loaded_says_why_and_may_work_later(stub: Apart, tmp_path: Path) -> None:
    (tmp_path / "broken").touch()
    with pytest.raises(AnsweringFailed, match="no parser here"):
        stub.load()
    with pytest.raises(AnsweringFailed, match="no parser here"):
        stub.ask("fine", None)
    (tmp_path / "broken").unlink()
    assert stub.ask("fine", None).question == "fine"


def test_closing_ends_it_in_the_midst_of_a_question(stub: Apart) -> None:
    stub.load()
    pid = stub.pid
    errors: list[Exception] = []

    def ask() -> None:
        try:
            stub.ask("slow", None)
        except AnsweringFailed as error:
            errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.1)
    begin = time.monotonic()
    stub.close()
    thread.join(5)
    assert [str(error) for error in errors] == ["the app is closing"]
    assert time.monotonic() - begin < 2
    assert pid
    assert not alive(pid)
    with pytest.raises(AnsweringFailed, match="closing"):
        stub.ask("fine", None)


def test_a_process_that_can_not_be_begun_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(AnsweringFailed, match="can't be begun"):
        Apart().load()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
@pytest.mark.parametrize("question", ["fine", "slow"])
def test_it_ends_when_the_app_is_killed(tmp_path: Path, question: str) -> None:
    code = (
        "import sys, threading; from judgecall.answer.apart import Apart; "
        "apart = Apart(('-c', sys.argv[1], sys.argv[2])); apart.load(); print(apart.pid, flush=True); "
        "apart.ask(sys.argv[3], None); threading.Event().wait()"
    )
    app = subprocess.Popen(
        [sys.executable, "-c", code, STUB, str(tmp_path / "times"), question], stdout=subprocess.PIPE, text=True
    )
    assert app.stdout is not None
    pid = int(app.stdout.readline())
    assert alive(pid)
    soon(lambda: (tmp_path / "times").is_file())
    app.kill()
    app.wait()
    app.stdout.close()
    soon(lambda: not alive(pid))
