"""Mending the user's database: a damaged file is set aside, and a sound one from the shipped corpus takes its place."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from judgecall.corpus.database import FILE_NAME, DamagedDatabase, FileMark, ImportedText, mark_of
from judgecall.corpus.folders import name_for_damaged
from judgecall.corpus.shipped import ShippedCorpus
from judgecall.corpus.writer import DatabaseWriter

LOCK_NAME = f"{FILE_NAME}.lock"
"""Held by the process that puts a database in the place of a damaged one. It stays, empty: were it removed, two could hold it."""

_PATIENCE = 30.0
"""Seconds to wait for another process that mends or imports; either needs the place for a blink only."""


class Mended(NamedTuple):
    """What there is after mending: the text to use (None: the shipped corpus), and the message for the user."""

    text: ImportedText | None
    notice: str


def mend(path: Path, seen: FileMark | None, reason: str, shipped: ShippedCorpus) -> Mended:
    """Set the damaged database at `path` aside under another name, and put one made of the shipped corpus there.

    Nothing is lost: the damaged file stays in the folder. The place is never empty or half filled, and a file that
    has come there meanwhile, by an import or by another process that mended, is left as it is and used.

    Args:
        seen: the mark of the file in which the damage showed, None if it could not be taken.
        reason: what is damaged, for a person.

    Where the folder can't be written, the damaged file stays, and the notice says so.
    """
    scratch = path.with_name(f"{FILE_NAME}.{os.getpid()}-mended.part")
    try:
        with place_held(path.parent):
            if mark_of(path) != seen:
                return _as_left_by_another(path, reason)
            aside = name_for_damaged(path)
            scratch.unlink(missing_ok=True)
            _write(scratch, shipped, aside.name, reason)
            if mark_of(path) != seen:  # an import that began before ended meanwhile
                return _as_left_by_another(path, reason)
            keep_as(path, aside)
            os.replace(scratch, path)
    except (OSError, sqlite3.Error, DamagedDatabase) as error:
        said = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return Mended(None, unmended_notice(path, reason, said))
    finally:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
    return Mended(None, mended_notice(path, aside.name, reason))


@contextmanager
def place_held(folder: Path) -> Iterator[None]:
    """Hold the place of the database in a folder, so that one process at a time puts a file there.

    SQLite's own lock is used: it works on every system, and is let go of when a process dies.

    Raises:
        OSError: the folder can't be written, or somebody else held the place for too long.
    """
    try:
        connection = sqlite3.connect(folder / LOCK_NAME, timeout=_PATIENCE, isolation_level=None)
    except sqlite3.Error as error:
        raise OSError(f"the folder {folder} can't be written: {error}") from error
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise OSError(f"the folder {folder} can't be written: {error}") from error
        yield
    finally:
        connection.close()


def keep_as(path: Path, aside: Path) -> None:
    """Give the file a second name, or where the file system has no such thing, that name instead of its own."""
    try:
        os.link(path, aside)
    except (OSError, NotImplementedError):
        os.rename(path, aside)


def mended_notice(path: Path, aside: str, reason: str) -> str:
    """The message about a database that was set aside and made anew."""
    return (
        f"The imported data in {path} was damaged ({reason}). Nothing was thrown away: the damaged file is now {aside} in "
        "the same folder, and a new database was made from the corpus that Judgecall came with, which it uses from now on. "
        f"{_HOW_TO_GET_IT_BACK}"
    )


def unmended_notice(path: Path, reason: str, why_not: str) -> str:
    """The message about a damaged database that had to stay."""
    return (
        f"The imported data in {path} is damaged ({reason}). Judgecall now uses the corpus it came with. "
        f"The damaged file could not be set aside and replaced ({why_not}), so it is still there. {_HOW_TO_GET_IT_BACK}"
    )


_HOW_TO_GET_IT_BACK = (
    "To have the full texts again, run 'judgecall corpus update', "
    "or 'judgecall corpus import --rules FILE --cards FILE --rulings FILE'."
)


def _as_left_by_another(path: Path, reason: str) -> Mended:
    try:
        there = ImportedText(path)
    except (DamagedDatabase, OSError) as error:
        return Mended(None, unmended_notice(path, reason, f"another file came into its place, and {error}"))
    if not there.rebuilt:
        return Mended(there, "")
    there.close()
    return Mended(None, mended_notice(path, there.set_aside, there.meta.get("reason", reason)))


def _write(scratch: Path, shipped: ShippedCorpus, aside: str, reason: str) -> None:
    """Write a whole database from the shipped corpus, read it back, and force it to disk."""
    writer = DatabaseWriter(scratch)
    try:
        writer.add_shipped(shipped, aside, reason)
        writer.finish()
    finally:
        writer.close()
    made = ImportedText(scratch)
    try:
        made.verify()
    finally:
        made.close()
    with scratch.open("rb+") as file:
        os.fsync(file.fileno())
