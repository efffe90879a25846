"""What ends with the app."""

from __future__ import annotations

import threading
import time
from typing import Any

from textual.pilot import Pilot

from .conftest import an_app, drive
from .fakes import FakeBackend


class Slow(FakeBackend):
    """Loads until it is closed, as the answering process does."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = threading.Event()

    def load(self) -> str:
        """Wait."""
        self.closed.wait(30)
        raise RuntimeError("the app is closing")

    def close(self) -> None:
        """Wait no longer."""
        self.closed.set()


def test_leaving_does_not_wait_for_loading() -> None:
    backend = Slow()
    begun = 0.0

    async def script(pilot: Pilot[Any]) -> None:
        nonlocal begun
        begun = time.monotonic()

    drive(an_app(backend), script)
    assert backend.closed.is_set()
    assert time.monotonic() - begun < 10
