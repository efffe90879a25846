"""Answering in a process of its own: while it loads or computes, whoever types here is never kept waiting.

The process ends with this one, however that ends, because then nothing more comes in to it. When it ends first, it is
begun again, and what it was asked is asked once more.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer, Supposed
    from judgecall.answer.wire import Reply, Request
    from judgecall.scenario.model import Scenario

_COMMAND = ("-P", "-m", "judgecall.answer.answering_process")
_TRIES = 2


class AnsweringFailed(Exception):
    """There is no answer. The message says why, for the player."""


class _Gone(Exception):
    """The process has ended."""


class _Running:
    """The process, while it runs."""

    def __init__(self, arguments: Sequence[str]) -> None:
        # The same modules from the same places, and none from the folder the player happens to be in.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self.loaded = False
        self._replies: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def listen(self) -> None:
        """Pass on replies until the process ends, and see it off at once, so that no zombie of it stays."""
        from judgecall.answer.wire import read

        assert self.process.stdout is not None
        while (piece := read(self.process.stdout)) is not None:
            self._replies.put(piece)
        self.process.wait()
        self._replies.put(None)

    def ask(self, request: Request) -> Reply:
        """The reply to a request.

        Raises:
            _Gone: the process ended before it came.
        """
        from msgspec import json

        from judgecall.answer.wire import Reply, write

        assert self.process.stdin is not None
        try:
            write(self.process.stdin, json.encode(request))
        except (OSError, ValueError) as error:  # a closed pipe is a ValueError
            raise _Gone from error
        reply = self._replies.get()
        if reply is None:
            raise _Gone
        return json.decode(reply, type=Reply)

    def end(self) -> None:
        """End the process, which has nothing to put in order first."""
        self.process.kill()
        self.process.wait()

    @property
    def how_it_ended(self) -> str:
        """In words for the player."""
        status = self.process.poll()
        if status is not None and status < 0:
            try:
                return f"killed by {signal.Signals(-status).name}"
            except ValueError:
                return f"killed by signal {-status}"
        return f"exit status {status}"


class Apart:
    """Answers in a process of its own.

    Args:
        arguments: of Python, to begin the process.
    """

    def __init__(self, arguments: Sequence[str] = _COMMAND) -> None:
        self._arguments = arguments
        self._running: _Running | None = None
        self._one = threading.Lock()
        """Held while a request is on its way: one at a time."""
        self._closed = False
        self._rules_date = ""
        self._damage = ""
        self._ended = ""
        self._times = 0

    def load(self) -> str:
        """Begin the process and load it."""
        from judgecall.answer.wire import Load

        self._asked(Load())  # a second time it costs nothing
        return self._rules_date

    def ask(self, question: str, context: Scenario | None) -> Answer:
        """Answer a question."""
        from judgecall.answer.wire import Ask

        return self._answer_to(Ask(question, context))

    def varied(self, asked: Answer, changes: Mapping[str, str], supposed: Sequence[Supposed]) -> Answer:
        """The same question with facts stated otherwise or settled."""
        from judgecall.answer.wire import Vary

        return self._answer_to(Vary(asked, dict(changes), tuple(supposed)))

    def reopen(self) -> None:
        """Use the texts that have just been imported."""
        from judgecall.answer.wire import Reopen

        self._asked(Reopen())

    def notice(self) -> str:
        """What is wrong with the imported text, or that the process had to be begun again; or empty."""
        return self._damage or self._ended

    @property
    def pid(self) -> int | None:
        """The number of the process, if one runs."""
        running = self._running
        return running.process.pid if running is not None and running.process.poll() is None else None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        if self._running is not None:
            self._running.end()

    # ---------------------------------------------------------------- the process

    def _answer_to(self, request: Request) -> Answer:
        answer = self._asked(request).answer
        if answer is None:
            raise AnsweringFailed("there was no answer")
        return answer

    def _asked(self, request: Request) -> Reply:
        """The reply to a request, which is made once more when the process ends in the midst of it.

        Raises:
            AnsweringFailed: the process can't be begun or load, or ended both times.
            ValueError: what was asked can't be answered.
        """
        with self._one:
            for _ in range(_TRIES):
                running = self._begun()
                try:
                    self._load(running)
                    return self._good(running.ask(request))
                except _Gone:
                    self._has_gone(running)
        raise AnsweringFailed(f"what answers questions ended {_TRIES} times at this ({running.how_it_ended})")

    def _load(self, running: _Running) -> None:
        from judgecall.answer.wire import Load

        if not running.loaded:
            self._rules_date = self._good(running.ask(Load())).rules_date
            running.loaded = True

    def _good(self, reply: Reply) -> Reply:
        self._damage = reply.notice
        if reply.error:
            raise (ValueError if reply.unfit else AnsweringFailed)(reply.error)
        return reply

    def _begun(self) -> _Running:
        if self._closed:
            raise AnsweringFailed("the app is closing")
        if self._running is None:
            try:
                running = _Running(self._arguments)
            except OSError as error:
                raise AnsweringFailed(
                    f"the process that answers questions can't be begun ({error.strerror or error})"
                ) from error
            self._running = running
            threading.Thread(target=self._watch, args=(running,), daemon=True).start()
            if self._closed:  # in the meantime
                running.end()
        return self._running

    def _has_gone(self, running: _Running) -> None:
        """Note that the process ended; called with the lock held."""
        if self._closed:
            raise AnsweringFailed("the app is closing")
        running.end()
        self._running = None
        self._times += 1
        times = f" (by now {self._times} times)" if self._times > 1 else ""
        self._ended = f"What answers questions stopped: {running.how_it_ended}{times}. It was started again."

    def _watch(self, running: _Running) -> None:
        """Pass on what the process says; when it ends while nothing was asked of it, begin it anew for the next question."""
        running.listen()
        if self._closed or not running.loaded:
            return
        with self._one:
            if self._running is not running or self._closed:
                return
            try:
                self._has_gone(running)
                self._load(self._begun())
            except (_Gone, AnsweringFailed, ValueError):
                # The next question says what is wrong.
                self._running = None
