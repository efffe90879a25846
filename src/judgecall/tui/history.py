"""The questions asked so far, kept as JSON lines in the user's data folder."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

FILE_NAME = "history.jsonl"
MOST = 1000
"""How many questions can be recalled."""


class History:
    """The questions of this session and of those before.

    Args:
        path: the file; None keeps nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.questions: list[str] = []
        self._cut = False

    def load(self) -> str:
        """Read the file; returns a notice for the player, empty when all is well.

        A damaged file is renamed aside, whole, and its sound lines go on in a new one.
        """
        if self.path is None:
            return ""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return ""
        except OSError as error:
            return f"The history can't be read ({error.strerror or error}): {self.path}"
        lines = [line for line in data.split(b"\n") if line.strip()]
        self._cut = bool(data) and not data.endswith(b"\n")
        sound = [(line, question) for line in lines if (question := _question(line)) is not None]
        earlier = [question for _, question in sound]
        self.questions[:0] = earlier[-MOST:]
        if len(sound) == len(lines):
            return ""
        aside = self._free_name()
        try:
            self.path.rename(aside)
            self.path.write_bytes(b"".join(line + b"\n" for line, _ in sound))
            self._cut = False
        except OSError as error:
            return f"The history is damaged and can't be repaired ({error.strerror or error}): {self.path}"
        broken = len(lines) - len(sound)
        return f"{broken} line{'s' if broken > 1 else ''} of the history could not be read. The file is kept as {aside.name}."

    def add(self, question: str) -> None:
        """Remember a question for this session."""
        if question and (not self.questions or self.questions[-1] != question):
            self.questions.append(question)
            del self.questions[:-MOST]

    def write(self, entry: dict[str, Any]) -> str:
        """Append what was asked and answered; returns a notice, empty when it was written."""
        if self.path is None:
            return ""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                begin = b"\n" if self._cut else b""
                file.write(begin + json.dumps(entry, ensure_ascii=True).encode("ascii") + b"\n")
                self._cut = False
        except OSError as error:
            return f"The history can't be written ({error.strerror or error}): {self.path}"
        return ""

    def _free_name(self) -> Path:
        assert self.path is not None
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        name, number = f"history-damaged-{stamp}", 1
        while (aside := self.path.with_name(f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")).exists():
            number += 1
        return aside


def _question(line: bytes) -> str | None:
    """The question in a line of the file, or None if the line is damaged."""
    try:
        entry = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    question = entry.get("question") if isinstance(entry, dict) else None
    return question if isinstance(question, str) else None
