"""What was asked and answered, kept in SQLite in the user's data folder.

Every answer is one transaction in a write-ahead log that is flushed to the disk, so a crash at any moment loses at most
the answer being written. What can't be written is kept in memory, said, and tried again with the next answer.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from judgecall.corpus.folders import name_for_damaged

if TYPE_CHECKING:
    from judgecall.tui.kept import Entry, Summary

FILE_NAME = "history.sqlite"
MOST = 1000
"""How many questions can be recalled with the up key."""
RESTORED = 200
"""How many answers of the last conversation are shown again on start."""

_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS session (id INTEGER PRIMARY KEY, began TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
    id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, asked TEXT NOT NULL, question TEXT NOT NULL,
    status TEXT NOT NULL, text TEXT NOT NULL, kept TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS entry_by_session ON entry (session);
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class History:
    """The answers of this session and of those before. Its methods may be called from any thread.

    Args:
        path: the file; None keeps nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.questions: list[str] = []
        """What the up key recalls, oldest first."""
        self._connection: sqlite3.Connection | None = None
        self._open: sqlite3.Connection | None = None
        self._session: int | None = None
        self._unwritten: list[tuple[int, Entry]] = []
        self._numbers: dict[int, int] = {}
        self._next = -1
        self._lock = threading.RLock()

    # ---------------------------------------------------------------- opening

    def load(self) -> list[str]:
        """Open the file; returns what the player should know, nothing when all is well."""
        if self.path is None:
            return []
        notices: list[str] = []
        with self._lock:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._connect()
            except (sqlite3.DatabaseError, _Damaged) as error:
                notices.append(self._start_anew(error))
            except OSError as error:
                notices.append(self._cannot("opened", error))
            if self._connection is not None:
                try:
                    rows = self._connection.execute("SELECT question FROM entry ORDER BY id DESC LIMIT ?", (MOST,))
                    self.questions[:0] = [question for (question,) in rows][::-1]
                except sqlite3.DatabaseError as error:
                    notices.append(self._start_anew(error))
                if self._connection is not None and not self._alone():
                    notices.append(
                        "Judgecall is open elsewhere too. Both write to one history, and nothing of either is lost."
                    )
        return notices

    def close(self) -> None:
        """Write what is left and close the file."""
        with self._lock:
            self._flush()
            for connection in (self._connection, self._open):
                if connection is not None:
                    with suppress(sqlite3.Error):
                        connection.close()
            self._connection = self._open = None

    def _connect(self) -> None:
        assert self.path is not None
        new = not self.path.exists()
        try:
            connection = sqlite3.connect(self.path, timeout=5, check_same_thread=False, isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.executescript(_SCHEMA)
        except sqlite3.OperationalError as error:
            if new or not _readable(self.path):
                raise OSError(str(error)) from error
            # A folder that can't be written: what is there can still be read.
            connection = _read_only(self.path)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version not in (0, _VERSION):
            connection.close()
            raise _Damaged(f"it was made by another version of Judgecall ({version})")
        with suppress(sqlite3.OperationalError):
            connection.execute(f"PRAGMA user_version = {_VERSION}")
        self._connection = connection

    def _start_anew(self, error: Exception) -> str:
        """Put a damaged file aside, whole, and begin a new one."""
        assert self.path is not None
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        aside = name_for_damaged(self.path)
        try:
            self.path.rename(aside)
            for ending in ("-wal", "-shm"):
                with suppress(FileNotFoundError):
                    self.path.with_name(self.path.name + ending).rename(aside.with_name(aside.name + ending))
            self._connect()
        except (OSError, sqlite3.Error) as trouble:
            return self._cannot("repaired", trouble)
        return f"The history could not be read ({error}). It is kept as {aside.name}, and a new one is begun."

    def _alone(self) -> bool:
        """Whether no other app has this history open: each holds a lock on a file beside it, let go even by a crash."""
        assert self.path is not None
        try:
            self._open = sqlite3.connect(
                self.path.with_suffix(".open"), timeout=0, check_same_thread=False, isolation_level=None
            )
            self._open.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            return "locked" not in str(error)
        return True

    def _cannot(self, what: str, error: Exception) -> str:
        return f"The history can't be {what} ({getattr(error, 'strerror', None) or error}): {self.path}. {_STAYS}"

    # ---------------------------------------------------------------- writing

    def add(self, question: str) -> None:
        """Remember a question for the up key."""
        if question and (not self.questions or self.questions[-1] != question):
            self.questions.append(question)
            del self.questions[:-MOST]

    def write(self, entry: Entry) -> tuple[int, str]:
        """Keep an entry, anew or in the place of the one with its id; returns its id, and a notice if it could not be written."""
        with self._lock:
            id = entry.id
            if id is None:
                id, self._next = self._next, self._next - 1
            self._unwritten = [(each, old) for each, old in self._unwritten if each != id]
            self._unwritten.append((id, entry))
            if self.path is None:
                self._unwritten.clear()
                return id, ""
            notice = self._flush()
            return self._numbers.get(id, id), notice

    def unwritten(self) -> int:
        """How many answers could not be written, after one more try."""
        with self._lock:
            self._flush()
            return len(self._unwritten)

    def _flush(self) -> str:
        """Write what waits; returns a notice if it can't be written."""
        if self.path is None or not self._unwritten:
            return ""
        try:
            if self._connection is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._connect()
            assert self._connection is not None
            numbers = dict(self._numbers)
            with _transaction(self._connection):
                session = self._session or _new_session(self._connection)
                for id, entry in self._unwritten:
                    _put(self._connection, session, numbers, id, entry)
            self._session, self._numbers = session, numbers
        except (OSError, sqlite3.Error, _Damaged) as error:
            waiting = len(self._unwritten)
            many = "" if waiting == 1 else f" {waiting} answers wait to be written."
            return f"{self._cannot('written', error)}{many}"
        self._unwritten.clear()
        return ""

    # ---------------------------------------------------------------- reading

    def last_conversation(self) -> list[Entry]:
        """The answers of the session before this one, oldest first."""
        where = "session = (SELECT max(session) FROM entry)"
        return self._entries(f"{where} ORDER BY id DESC LIMIT {RESTORED}", ())[::-1]

    def entry(self, id: int) -> Entry | None:
        """The entry with this id."""
        return next(iter(self._entries("id = ?", (id,))), None)

    def search(self, words: str, limit: int = 500) -> list[Summary]:
        """The entries that have all the words in the question or the answer, newest first."""
        from judgecall.tui.kept import Summary

        with self._lock:
            if self._connection is None:
                return []
            wanted = words.lower().split()[:12]
            where = " AND ".join(["instr(lower(question || ' ' || text || ' ' || status), ?) > 0"] * len(wanted)) or "1"
            try:
                rows = self._connection.execute(
                    f"SELECT id, asked, question, status, text FROM entry WHERE {where} ORDER BY id DESC LIMIT ?",
                    (*wanted, limit),
                ).fetchall()
            except sqlite3.Error:
                return []
        return [Summary(*row) for row in rows]

    def _entries(self, where: str, values: Sequence[object]) -> list[Entry]:
        with self._lock:
            if self._connection is None:
                return []
            try:
                rows = self._connection.execute(
                    f"SELECT id, asked, question, status, text, kept FROM entry WHERE {where}", values
                ).fetchall()
            except sqlite3.Error:
                return []
        import msgspec

        from judgecall.tui.kept import Entry, Kept

        found = []
        for id, asked, question, status, text, kept in rows:
            # An answer in a form that this version does not know can still be found, but not be shown again.
            with suppress(msgspec.MsgspecError, RecursionError):
                found.append(Entry(question, status, text, msgspec.json.decode(kept, type=Kept), id, asked))
        return found

    # ---------------------------------------------------------------- settings

    def setting(self, name: str) -> str:
        """What was chosen in the app under this name, or empty."""
        with self._lock:
            if self._connection is None:
                return ""
            with suppress(sqlite3.Error):
                row = self._connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
                return str(row[0]) if row else ""
        return ""

    def set(self, name: str, value: str) -> None:
        """Remember what was chosen in the app; where nothing can be written it holds for this session."""
        with self._lock, suppress(sqlite3.Error):
            if self._connection is not None:
                self._connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))


def _new_session(connection: sqlite3.Connection) -> int:
    number = connection.execute("INSERT INTO session (began) VALUES (?)", (_now(),)).lastrowid
    assert number is not None
    return number


def _put(connection: sqlite3.Connection, session: int, numbers: dict[int, int], id: int, entry: Entry) -> None:
    """Insert an entry, or change the one that is there; `numbers` are the rows of entries with ids of this session."""
    import msgspec

    kept = msgspec.json.encode(entry.kept).decode("utf-8")
    row = numbers.get(id, id)
    if row > 0:
        connection.execute(
            "UPDATE entry SET status = ?, text = ?, kept = ? WHERE id = ?", (entry.status, entry.text, kept, row)
        )
        return
    written = connection.execute(
        "INSERT INTO entry (session, asked, question, status, text, kept) VALUES (?, ?, ?, ?, ?, ?)",
        (session, entry.asked or _now(), entry.question, entry.status, entry.text, kept),
    ).lastrowid
    assert written is not None
    numbers[id] = written


class _Damaged(Exception):
    """The file is no history that we can use."""


_STAYS = "What is asked now stays in this window; ctrl+e exports it."


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _read_only(path: Path) -> sqlite3.Connection:
    """The file open for reading; without the log beside it where not even that can be opened."""
    for how in ("mode=ro", "mode=ro&immutable=1"):
        address = f"{path.resolve().as_uri()}?{how}"
        connection = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
        try:
            connection.execute("SELECT count(*) FROM entry")
        except sqlite3.OperationalError:
            connection.close()
        else:
            return connection
    raise OSError("the file can't be opened")


def _readable(path: Path) -> bool:
    return os.access(path, os.R_OK)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
