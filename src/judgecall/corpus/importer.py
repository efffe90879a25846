"""Importing full text: rules, cards and rulings into one SQLite file, swapped in whole or not at all."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import nullcontext, suppress
from pathlib import Path

import msgspec

from judgecall.corpus.bulk import BulkFileError, Progress, open_text, read_cards, read_rulings
from judgecall.corpus.database import FILE_NAME, DamagedDatabase, ImportedText
from judgecall.corpus.folders import data_folder_for, name_for_damaged
from judgecall.corpus.mending import LOCK_NAME, keep_as, place_held
from judgecall.corpus.rules_text import RulesDocument, RulesTextError, decode, parse_rules
from judgecall.corpus.writer import DatabaseWriter

_STALE_SECONDS = 3600.0


class ImportFailed(Exception):
    """Nothing was imported, and what was there before still works. The message says why, for a person."""


class ImportReport(msgspec.Struct, frozen=True):
    """What an import did. Counts are of what the database holds now; `seconds` is the time taken."""

    path: Path
    rules_date: str
    rules: int
    terms: int
    cards: int
    rulings: int
    bytes: int
    seconds: float
    notes: tuple[str, ...] = ()
    """Things a person should know, such as rulings whose card was not found."""


def import_data(
    rules: Path | None = None,
    cards: Path | None = None,
    rulings: Path | None = None,
    *,
    data_folder: Path | None = None,
    progress: Progress | None = None,
) -> ImportReport:
    """Read the files given into the user's database; kinds not given are kept from the database that is there.

    `rules` is the text file of the Comprehensive Rules; `cards` is Scryfall's oracle-cards, MTGJSON's AtomicCards
    or one JSON object a line; `rulings` is Scryfall's rulings or one JSON object a line. Each may be gzipped.
    The new file replaces the old one in one step, so an import that is stopped at any moment changes nothing.

    Raises:
        ImportFailed: a file is missing, damaged or of the wrong form, or the disk can't be written.
    """
    if not (rules or cards or rulings):
        raise ImportFailed("Nothing to import: give a file of rules, cards or rulings.")
    started = time.perf_counter()
    folder = data_folder_for(data_folder)
    target = folder / FILE_NAME
    scratch = folder / f"{FILE_NAME}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(folder)
        scratch.unlink(missing_ok=True)
        document = _read_rules(rules, progress) if rules else None
        writer = DatabaseWriter(scratch)
        try:
            writer.carry_over(target, rules=rules is None, cards=cards is None, rulings=rulings is None)
            if document:
                writer.add_rules(document)
            if cards:
                writer.add_cards(read_cards(cards, progress), with_rulings=rulings is None)
            if rulings:
                writer.add_rulings(read_rulings(rulings, progress))
            writer.finish()
        finally:
            writer.close()
        report = _swap_in(scratch, target, started, writer)
    except (BulkFileError, RulesTextError) as error:
        raise ImportFailed(str(error)) from error
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise ImportFailed(f"{error.strerror or error}{where}") from error
    except (sqlite3.Error, DamagedDatabase) as error:
        raise ImportFailed(f"The database could not be written: {error}") from error
    finally:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)
    return report


def _read_rules(path: Path, progress: Progress | None) -> RulesDocument:
    raw, text = open_text(path)
    with raw:
        data = bytes(text.buffer.read())
    if progress:
        size = path.stat().st_size
        progress("rules", size, size)
    return parse_rules(decode(data))


def _remove_leftovers(folder: Path) -> None:
    """Remove scratch files of imports that were killed. Young ones may belong to an import that is still running."""
    for path in folder.glob(f"{FILE_NAME}.*.part*"):  # SQLite may have left a journal beside one
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _STALE_SECONDS:
                path.unlink()


def _swap_in(scratch: Path, target: Path, started: float, writer: DatabaseWriter) -> ImportReport:
    """Check the new file, force it to disk, and put it in the place of the old one; a damaged one is set aside."""
    fresh = ImportedText(scratch)
    counts, rules_date = fresh.counts(), fresh.rules_date
    fresh.close()
    with scratch.open("rb+") as file:
        os.fsync(file.fileno())
    size = scratch.stat().st_size
    # Nobody mends a sound database, so only where one was mended is there somebody to wait for.
    mending = writer.damaged or (target.parent / LOCK_NAME).exists()
    with place_held(target.parent) if mending else nullcontext():
        if writer.damaged and target.is_file():
            aside = name_for_damaged(target)
            keep_as(target, aside)
            writer.notes.append(f"The damaged file is now {aside.name}.")
        os.replace(scratch, target)
    if hasattr(os, "O_DIRECTORY"):  # where a folder can be opened, its entry must reach the disk as well
        handle = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    return ImportReport(
        path=target,
        rules_date=rules_date,
        rules=counts["rules"],
        terms=counts["terms"],
        cards=counts["cards"],
        rulings=counts["rulings"],
        bytes=size,
        seconds=time.perf_counter() - started,
        notes=tuple(writer.notes),
    )
