"""Figures of the app: first paint, typing while it loads, answers once it has, look-up at every key, long conversations.

Run with `pytest tests/benchmarks/test_tui_bench.py -s`. The app runs in a pseudo-terminal of its own where what counts is
what a player sees. Machines are shared and noisy: the first paint is compared with an empty Textual app in turn. The other
bounds hold on the clock whatever else the machine does, so that a busy one may miss them.
"""

from __future__ import annotations

import asyncio
import os
import re
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from judgecall.answer.apart import Apart
from judgecall.answer.worked import worked_questions
from judgecall.tui.app import JudgecallApp
from judgecall.tui.backend import CorpusBackend
from judgecall.tui.block import Block
from judgecall.tui.config import Config
from judgecall.tui.exchange import Exchange
from judgecall.tui.history import History
from judgecall.tui.kept import Entry, Kept
from judgecall.tui.question_input import QuestionInput
from judgecall.tui.welcome import Welcome

pty = pytest.importorskip("pty")

FULL = Path(__file__).resolve().parents[2].parent / "shared" / "data"
_ESCAPES = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][0-9A-B]|[=>78])")
EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("Ask a Magic rules question")
Empty().run()
"""
OURS = "from judgecall.cli.main import main; main([])"


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, code: str, folder: Path) -> None:
        self.master, follower = pty.openpty()
        import fcntl
        import struct
        import termios

        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "JUDGECALL_DATA_FOLDER": str(folder),
            "JUDGECALL_CONFIG": str(folder / "none.toml"),
        }
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=follower, stdout=follower, stderr=follower, env=environment
        )
        os.close(follower)

    def wait_for(self, text: bytes, seconds: float = 60) -> float:
        """Seconds until this was written to the terminal."""
        begin, raw = time.perf_counter(), b""
        while time.perf_counter() - begin < seconds:
            ready, _, _ = select.select([self.master], [], [], 0.001)
            if ready:
                raw += os.read(self.master, 65536)
                if text in _ESCAPES.sub(b"", raw):
                    return time.perf_counter() - begin
        raise AssertionError(f"{text!r} never came: {_ESCAPES.sub(b'', raw)[-400:]!r}")

    def type(self, sign: str) -> None:
        """Press a key."""
        os.write(self.master, sign.encode())


@contextmanager
def terminal(code: str, folder: Path) -> Iterator[Terminal]:
    """A program in a terminal, ended at the end."""
    shown = Terminal(code, folder)
    try:
        yield shown
    finally:
        shown.process.kill()
        shown.process.wait()
        os.close(shown.master)


def used_by(pid: int | None) -> float:
    """Seconds of the processor that another process has used (Linux; elsewhere 0)."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.is_file():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int | str | None) -> float:
    """The most MB that a process has held (Linux; elsewhere 0)."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text().splitlines() if status.is_file() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def percentile(times: list[float], share: float) -> float:
    """The time that this share of all times does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def test_first_paint_beside_an_empty_app(tmp_path: Path) -> None:
    """At most 1.5 times what Textual takes to show one line."""
    times: dict[str, list[float]] = {EMPTY: [], OURS: []}
    for _ in range(9):
        for code, found in times.items():
            with terminal(code, tmp_path) as shown:
                found.append(shown.wait_for(b"Ask a Magic rules question"))
    empty, ours = (statistics.median(found[1:]) for found in times.values())
    print(f"\nfirst paint: {ours * 1000:.0f} ms, empty app {empty * 1000:.0f} ms, {ours / empty:.2f} times")
    assert ours <= 1.5 * empty


def test_keys_are_echoed_while_the_parser_loads(tmp_path: Path) -> None:
    """A key is seen within 50 ms from the first paint until everything is loaded."""
    times: list[float] = []
    with terminal(OURS, tmp_path) as shown:
        shown.wait_for(b"Ask a Magic rules question")
        begin = time.perf_counter()
        while time.perf_counter() - begin < 6:
            sign = chr(0x100 + len(times))  # each another one: the line is drawn again with those before it
            shown.type(sign)
            times.append(shown.wait_for(sign.encode(), 5))
            time.sleep(0.03)
    print(
        f"\n{len(times)} keys while loading: median {statistics.median(times) * 1000:.0f} ms, "
        f"95th percentile {percentile(times, 0.95) * 1000:.0f} ms, slowest {max(times) * 1000:.0f} ms"
    )
    assert max(times) <= 0.05


def drive(app: JudgecallApp, script: Any) -> None:
    """Run the app without a terminal and carry out a script in it."""

    async def run() -> None:
        async with app.run_test(size=(100, 40)) as pilot:
            for _ in range(6000):
                if app.conversation.loaded or app.conversation.load_problem:
                    break
                await asyncio.sleep(0.01)
            await script(pilot)

    asyncio.run(run())


def test_rulings_come_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From enter to the ruling on the screen at most 100 ms (95 of 100), once everything is loaded."""
    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    apart = Apart()
    app = JudgecallApp(CorpusBackend(apart), History(tmp_path / "history.sqlite"), config=Config())
    memory: list[float] = []
    answering: list[float] = []
    times: list[float] = []
    worked: list[float] = []

    async def script(pilot: Pilot[Any]) -> None:
        before = used_by(apart.pid)
        for question in [question.text for question in worked_questions()][:120]:
            app.conversation.action_new_conversation()
            await pilot.pause()
            box = app.conversation.query_one(QuestionInput)
            box.text = question
            begin, worked_before = time.perf_counter(), time.process_time()
            box.action_ask()
            await asyncio.sleep(0)
            while not app.conversation.exchanges and app.screen is app.conversation:
                await asyncio.sleep(0.001)
            while app.conversation.exchanges and app.conversation.exchanges[-1].waiting:
                await asyncio.sleep(0.001)
            while not app.conversation.query(Block).last().answered:
                await asyncio.sleep(0.001)
            shown = asyncio.Event()
            app.conversation.call_after_refresh(shown.set)
            await shown.wait()
            times.append(time.perf_counter() - begin)
            worked.append(time.process_time() - worked_before)
        answering.append((used_by(apart.pid) - before) / len(times))
        memory.extend((memory_of("self"), memory_of(apart.pid)))

    drive(app, script)
    print(
        f"\n{len(times)} questions: ruling after enter: median {statistics.median(times) * 1000:.0f} ms, "
        f"95th percentile {percentile(times, 0.95) * 1000:.0f} ms, slowest {max(times) * 1000:.0f} ms; time of the processor: "
        f"median {statistics.median(worked) * 1000:.0f} ms, 95th percentile {percentile(worked, 0.95) * 1000:.0f} ms, and "
        f"{answering[0] * 1000:.0f} ms a question in the answering process; memory: app {memory[0]:.0f} MB, answering "
        f"process {memory[1]:.0f} MB; load {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors"
    )
    assert memory[1] < 350
    assert percentile(times, 0.95) <= 0.1


@pytest.mark.skipif(not (FULL / "cr.txt").is_file(), reason="the full data is not here")
def test_look_up_at_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 50 ms a key on the full data."""
    from judgecall.corpus.importer import import_data

    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    import_data(FULL / "cr.txt", FULL / "cards.jsonl.gz", FULL / "rulings.jsonl.gz", data_folder=tmp_path)
    backend = CorpusBackend()
    backend.suggest("warm")
    times: dict[str, float] = {}
    worked: list[float] = []
    for text in ("deathtouch damage", "ochran asasin", "509.1b", "the creature that was", "combat damage to a player",
                 "enters the battlefield tapped", "zzzz xyzzy", "llanowar elves", "rule 702.2", "of one mind", "counter target spell"):  # fmt: skip
        for end in range(1, len(text) + 1):
            begin, used = time.perf_counter(), time.process_time()
            backend.suggest(text[:end])
            times[text[:end]] = time.perf_counter() - begin
            worked.append(time.process_time() - used)
    found = list(times.values())
    slowest = max(times, key=times.__getitem__)
    print(
        f"\n{len(found)} keys: median {statistics.median(found) * 1000:.1f} ms, 95th percentile "
        f"{percentile(found, 0.95) * 1000:.1f} ms, slowest {times[slowest] * 1000:.0f} ms: {slowest!r}; "
        f"of the processor {max(worked) * 1000:.0f} ms at most; load {os.getloadavg()[0]:.0f} on {os.cpu_count()}"
    )
    assert max(found) <= 0.05


def test_a_thousand_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A conversation of 1,000 answers scrolls and is searched without lag; memory is stated."""
    import resource

    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    history = History(tmp_path / "history.sqlite")
    history.load()
    backend = CorpusBackend()
    backend.load()
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answers = [backend.ask(question.text, None) for question in worked_questions()[:50]]
    app = JudgecallApp(backend, history, config=Config())
    scrolls: list[float] = []
    worked: list[float] = []
    added: list[float] = []
    came: list[float] = []
    opened: list[float] = []
    rested: list[float] = []

    async def script(pilot: Pilot[Any]) -> None:
        screen = app.conversation
        exchanges = [
            Exchange(f"{n}: {answers[n % 50].question}", asked=answers[n % 50], answer=answers[n % 50])
            for n in range(1000)
        ]
        screen.exchanges = exchanges
        screen.query_one(Welcome).display = False
        begin = time.perf_counter()
        await screen.conversation.show(list(exchanges), 999)
        await pilot.pause()
        opened.append(time.perf_counter() - begin)
        for _ in range(150):
            begin, used = time.perf_counter(), time.process_time()
            screen.conversation.scroll_page_up(animate=False)
            await pilot.pause()
            scrolls.append(time.perf_counter() - begin)
            worked.append(time.process_time() - used)
            came.append(screen.conversation.scroll_y)
        # Every page came, and once the scroll rests what is in view can be gone to.
        assert came == sorted(came, reverse=True)
        assert len(set(came)) >= 100
        begin = time.perf_counter()
        while not screen.conversation.settled:
            await asyncio.sleep(0.005)
        rested.append(time.perf_counter() - begin)
        for n in range(20):
            one = Exchange(f"new {n}", asked=answers[0], answer=answers[0])
            begin = time.perf_counter()
            screen.exchanges.append(one)
            screen.conversation.append(one)
            await pilot.pause()
            added.append(time.perf_counter() - begin)

    drive(app, script)
    for n in range(1000):
        history.write(Entry(f"{n}: {answers[n % 50].question}", "answered", "yes: Yes.", Kept(answers[n % 50])))
    begin = time.perf_counter()
    found = history.search("creature block")
    searched = time.perf_counter() - begin
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\na page up: median {statistics.median(scrolls) * 1000:.0f} ms, 95th percentile "
        f"{percentile(scrolls, 0.95) * 1000:.0f} ms (of the processor {percentile(worked, 0.95) * 1000:.0f} ms); opened in "
        f"{opened[0] * 1000:.0f} ms; at rest {rested[0] * 1000:.0f} ms after the last page; a new answer: {statistics.median(added) * 1000:.0f} ms; a search: "
        f"{searched * 1000:.0f} ms ({len(found)} found); memory {base:.0f} MB loaded, {memory:.0f} MB with 1,000 answers"
    )
    assert percentile(scrolls, 0.95) <= 0.25
    assert searched <= 0.1
