"""The answering process: answers what comes in on standard input until the app that began it is gone."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from typing import IO

import msgspec

from judgecall.answer.answering import Here
from judgecall.answer.wire import Ask, Load, Reopen, Reply, Request, Vary, read, write

_NICE = 10
"""How far loading steps back behind the app on a machine with few processors."""


def serve(here: Here, requests: IO[bytes], replies: IO[bytes]) -> None:
    """Answer every request in turn.

    When nothing more can come in, the app is gone, however it ended: the process ends in the midst of whatever it does.
    """
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        while (piece := read(requests)) is not None:
            waiting.put(piece)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    decoder, encoder = msgspec.json.Decoder(Request), msgspec.json.Encoder()
    while True:
        reply = replied(here, decoder.decode(waiting.get()))
        write(replies, encoder.encode(reply))


def replied(here: Here, request: Request) -> Reply:
    """The reply to a request; a defect costs this one answer."""
    try:
        match request:
            case Load():
                return Reply(rules_date=_loaded(here), notice=here.notice())
            case Ask():
                answer = here.ask(request.question, request.context)
                return Reply(answer=answer, notice=here.notice())
            case Vary():
                answer = here.varied(request.asked, request.changes, request.supposed)
                return Reply(answer=answer, notice=here.notice())
            case Reopen():
                here.reopen()
                return Reply(notice=here.notice())
    except Exception as error:
        return Reply(error=str(error) or type(error).__name__, unfit=isinstance(error, ValueError))


def _loaded(here: Here) -> str:
    """Load, stepping back behind whatever else runs; Linux lets a thread do that without the rest of its process."""
    if sys.platform != "linux":
        return here.load()
    dates: list[str] = []
    errors: list[Exception] = []

    def load() -> None:
        os.nice(_NICE)
        try:
            dates.append(here.load())
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=load)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return dates[0]


def main() -> None:
    """Run the process: requests come in on standard input, replies go out on standard output."""
    # Keys that interrupt are the app's; this process ends when the app does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever a library prints must not get between the replies.
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(nothing, standard)
    try:
        serve(Here(), requests, replies)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
