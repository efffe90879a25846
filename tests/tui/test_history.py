"""The history: kept in SQLite, searched, restored, and never lost without a word."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from judgecall.answer.json_form import Answer
from judgecall.scenario.model import Scenario
from judgecall.tui.block import Block
from judgecall.tui.facts import FactList
from judgecall.tui.history import FILE_NAME, History
from judgecall.tui.history_screen import HistoryScreen
from judgecall.tui.kept import Entry, Kept
from judgecall.tui.question_input import QuestionInput

from .conftest import an_app, asked, drive, notices, settled
from .fakes import FakeBackend


def entry(question: str, text: str = "yes: Yes.", id: int | None = None) -> Entry:
    return Entry(question, "answered", text, Kept(), id)


def opened(path: Path) -> History:
    history = History(path)
    assert history.load() == []
    return history


def test_the_last_conversation_is_there_again(tmp_path: Path, backend: FakeBackend) -> None:
    path = tmp_path / "new" / FILE_NAME
    first = an_app(backend, History(path))

    async def ask(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "can my bear block a skulk?", "gibberish ünïcode [x]")
        await pilot.press("alt+up", "alt+up", "tab", "1")
        await settled(pilot)

    drive(first, ask)
    first.conversation.history.close()
    second = an_app(FakeBackend(), History(path))

    async def look(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await settled(pilot)
        assert [one.question for one in second.conversation.exchanges] == [
            "five guys block",
            "can my bear block a skulk?",
            "gibberish ünïcode [x]",
        ]
        text = "\n".join(str(each.render()) for each in second.conversation.query(Static))
        assert " AT MOST 1  At most 1 die." in text
        assert "What if your bear has more power?" in text
        # A question goes on from what was restored, and its facts turn.
        await pilot.press("alt+up", "alt+up", "alt+up")
        await settled(pilot)
        await asked(pilot, "same but bigger")
        assert second.conversation.exchanges[-1].goes_on
        await pilot.press("alt+up", "alt+up", "alt+up")
        await settled(pilot)
        assert second.conversation.query(FactList)
        await pilot.press("escape", "up")
        assert second.conversation.query_one(QuestionInput).text == "same but bigger"

    drive(second, look)


def test_what_is_looked_up_for_a_restored_answer_does_not_begin_a_question_twice(
    tmp_path: Path, backend: FakeBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE_NAME

    async def ask(pilot: Pilot[Any]) -> None:
        await asked(pilot, "can my bear block a skulk?", "gibberish")

    drive(an_app(FakeBackend(), History(path)), ask)
    began, free = threading.Event(), threading.Event()
    real = backend.ask

    def slow(question: str, context: Scenario | None) -> Answer:
        began.set()
        free.wait(10)
        return real(question, context)

    monkeypatch.setattr(backend, "ask", slow)
    app = an_app(backend, History(path))

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        app.conversation.query_one(QuestionInput).text = "five guys block"
        await pilot.press("enter")
        while not began.is_set():
            await pilot.pause(0.01)
        restored = app.conversation.exchanges[0]
        await pilot.press("alt+up", "alt+up", "alt+up")
        while not restored.origins:
            await pilot.pause(0.01)
        await pilot.pause()
        free.set()
        await settled(pilot)
        # Once by itself, and once as going on from the board before.
        assert [context is None for _, context in backend.asked] == [True, False]
        assert app.conversation.exchanges[-1].answer is not None

    try:
        drive(app, script)
    finally:
        free.set()


def test_a_changed_answer_takes_its_old_place(tmp_path: Path) -> None:
    history = opened(tmp_path / FILE_NAME)
    id, notice = history.write(entry("one?"))
    assert notice == ""
    assert history.write(entry("one?", "no: No.", id)) == (id, "")
    assert [each.text for each in history.search("one")] == ["no: No."]


def test_the_history_is_searched_by_words_of_question_and_answer(tmp_path: Path) -> None:
    history = opened(tmp_path / FILE_NAME)
    for question, text in (("can a bear block?", "yes: It can."), ("does it die?", "no: The bear lives.")):
        history.write(entry(question, text))
    assert [each.question for each in history.search("BEAR")] == ["does it die?", "can a bear block?"]
    assert [each.question for each in history.search("bear lives")] == ["does it die?"]
    assert history.search("dragon%") == []


def test_an_entry_is_brought_back_into_the_conversation(tmp_path: Path, backend: FakeBackend) -> None:
    path = tmp_path / FILE_NAME

    async def ask(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("ctrl+n")

    drive(an_app(backend, History(path)), ask)
    app = an_app(backend, History(path))

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await pilot.press("ctrl+n")
        await pilot.pause()
        assert not app.conversation.query(Block)
        await pilot.press("f4", *"guys")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, HistoryScreen)
        assert [each.question for each in screen.found] == ["five guys block"]
        assert screen.query_one("#sought", Input).has_focus
        await pilot.press("enter")
        await settled(pilot)
        assert app.conversation.selected is not None
        assert app.conversation.selected.question == "five guys block"
        assert len(app.conversation.query(Block)) == 1

    drive(app, script)


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 5000])
def test_a_damaged_file_is_put_aside_whole(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(damage)
    history = History(path)

    found = history.load()

    assert history.write(entry("one?"))[1] == ""
    asides = list(tmp_path.glob("history-damaged-*.sqlite"))
    if damage:
        assert [aside.read_bytes() for aside in asides] == [damage]
        assert any(asides[0].name in notice for notice in found)
    else:
        assert asides == []


def test_a_file_of_another_version_is_kept(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    (notice,) = History(path).load()
    assert "another version" in notice
    assert len(list(tmp_path.glob("history-damaged-*.sqlite"))) == 1


_WRITER = """
import sys, os
from pathlib import Path
from judgecall.tui.history import History
from judgecall.tui.kept import Entry, Kept
history = History(Path(sys.argv[1])); history.load()
n = 0
while True:
    history.write(Entry(f"question {n}", "answered", "yes: " + "x" * 20000, Kept()))
    n += 1
    print(n, flush=True)
"""


def test_a_crash_in_mid_write_loses_at_most_the_answer_being_written(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        told = [int(writer.stdout.readline()) for _ in range(15)][-1]
        os.kill(writer.pid, signal.SIGKILL)
        told = max([told, *(int(line) for line in writer.stdout.read().split())])
        writer.wait()
        history = History(path)
        assert history.load() == []
        kept = len(history.last_conversation())
        history.close()
        assert told <= kept <= told + 1
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            connection.execute("DELETE FROM entry")


def test_a_full_disk_is_told_and_what_waits_is_written_later(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    history = opened(path)
    history.write(entry("before"))
    assert history._connection is not None
    pages = history._connection.execute("PRAGMA page_count").fetchone()[0]
    history._connection.execute(f"PRAGMA max_page_count = {pages}")

    first = history.write(entry("during", "yes: " + "x" * 50_000))
    second = history.write(entry("during too"))

    assert "full" in first[1]
    assert "2 answers wait" in second[1]
    assert [each.question for each in history.search("")] == ["before"]
    history._connection.execute("PRAGMA max_page_count = 100000")
    assert history.write(entry("after"))[1] == ""
    assert [each.question for each in history.search("")] == ["after", "during too", "during", "before"]


def test_a_folder_that_can_not_be_written_is_told_and_the_conversation_goes_on(
    tmp_path: Path, backend: FakeBackend
) -> None:
    (tmp_path / "file").write_text("in the way")
    app = an_app(backend, History(tmp_path / "file" / FILE_NAME))

    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        assert any("history can't be" in notice and "ctrl+e" in notice for notice in notices(app))
        assert app.conversation.exchanges[0].answer is not None

    drive(app, script)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs permissions of the POSIX kind")
def test_a_read_only_history_can_still_be_read() -> None:
    code = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from judgecall.tui.history import History\n"
        "from judgecall.tui.kept import Entry, Kept\n"
        "import msgspec.json; os.geteuid() == 0 and os.setuid(65534)\n"
        "history = History(Path(sys.argv[1])); print(history.load(), history.questions)\n"
        "print(history.write(Entry('two?', 'answered', 'x', Kept()))[1])\n"
    )
    # Not in pytest's own folder, which nobody else may enter: permissions bind only those who are not root.
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / FILE_NAME
        history = opened(path)
        history.write(entry("one?"))
        history.close()
        path.chmod(0o444)
        Path(name).chmod(0o555)
        done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=60)
        Path(name).chmod(0o755)
    assert done.returncode == 0, done.stderr
    assert "['one?']" in done.stdout
    assert "can't be written" in done.stdout


def test_two_apps_at_once_are_told_and_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    first, second = opened(path), History(path)
    (notice,) = second.load()
    assert "open elsewhere" in notice
    for n in range(20):
        assert first.write(entry(f"first {n}"))[1] == ""
        assert second.write(entry(f"second {n}"))[1] == ""
    assert len(first.search("")) == 40
    second.close()
    first.close()
    assert opened(path).questions[-1] == "second 19"


def test_colours_are_remembered(tmp_path: Path, backend: FakeBackend) -> None:
    path = tmp_path / FILE_NAME
    first = an_app(backend, History(path))

    async def choose(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        first.theme = "high-contrast"
        await pilot.pause()

    drive(first, choose)
    second = an_app(backend, History(path))

    async def look(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        assert second.theme == "high-contrast"

    drive(second, look)


def test_leaving_tells_first_of_answers_that_could_not_be_written(tmp_path: Path, backend: FakeBackend) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    app = an_app(backend, History(blocked / FILE_NAME))

    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "gibberish")
        # Told once while it can be read, and not with every answer.
        assert sum("can't be written" in notice for notice in notices(app)) == 1
        await pilot.press("ctrl+q")
        await settled(pilot)
        assert app.is_running
        (told,) = [notice for notice in notices(app) if "not in the history" in notice]
        assert told.startswith("2 answers are not in the history")
        assert "Ctrl+e exports" in told
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app._exit

    drive(app, script)


def test_leaving_asks_nothing_where_all_is_written(tmp_path: Path, backend: FakeBackend) -> None:
    app = an_app(backend, History(tmp_path / FILE_NAME))

    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app._exit

    drive(app, script)
