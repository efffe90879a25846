"""Importing full text: rules, cards and rulings into one SQLite file, swapped in whole or not at all."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import msgspec

from judgecall.corpus.bulk import BulkFileError, CardRecord, Progress, RulingRecord, open_text, read_cards, read_rulings
from judgecall.corpus.database import (
    APPLICATION_ID,
    FILE_NAME,
    INDEXES,
    SCHEMA,
    SCHEMA_VERSION,
    DamagedDatabase,
    ImportedText,
    checksum,
)
from judgecall.corpus.folders import data_folder_for
from judgecall.corpus.passages import card_key, slug
from judgecall.corpus.rules_text import RulesDocument, RulesTextError, decode, parse_rules

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
        writer = _Writer(scratch)
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
        report = _swap_in(scratch, target, started, tuple(writer.notes))
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


def _swap_in(scratch: Path, target: Path, started: float, notes: tuple[str, ...]) -> ImportReport:
    """Check the new file, force it to disk, and put it in the place of the old one."""
    fresh = ImportedText(scratch)
    counts, rules_date = fresh.counts(), fresh.rules_date
    fresh.close()
    with scratch.open("rb+") as file:
        os.fsync(file.fileno())
    size = scratch.stat().st_size
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
        notes=notes,
    )


class _Writer:
    """Writes one new database. Passages of a kind get neighbouring row numbers, so that search can ask for a range."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        # The file is thrown away unless it is finished, so no journal is needed to protect it.
        self._connection.executescript(
            f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION};"
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; BEGIN;"
        )
        for statement in SCHEMA.split(";\n"):
            self._connection.execute(statement)
        self._meta: dict[str, str] = {}
        self.notes: list[str] = []

    def close(self) -> None:
        self._connection.close()

    def carry_over(self, old: Path, *, rules: bool, cards: bool, rulings: bool) -> None:
        """Copy the kinds named from the database that is there; a damaged one is left behind with a note."""
        if not old.is_file() or not (rules or cards or rulings):
            return
        try:
            before = ImportedText(old)
            before.verify()
            before.close()
        except DamagedDatabase as error:
            self.notes.append(f"The earlier import was damaged ({error}), so nothing was kept from it.")
            return
        self._connection.execute("COMMIT")
        self._connection.execute("ATTACH ? AS old", (str(old),))
        self._connection.execute("BEGIN")
        kinds = [*(["rule", "term"] if rules else []), *(["ruling"] if rulings else [])]
        marks = ", ".join("?" * len(kinds))
        self._connection.execute(f"INSERT INTO passage SELECT * FROM old.passage WHERE kind IN ({marks})", kinds)
        if rules:
            self._connection.execute("INSERT INTO section SELECT * FROM old.section")
            self._meta["rules_date"] = before.rules_date
        if cards:
            self._connection.execute("INSERT INTO card SELECT * FROM old.card")
            self._connection.execute("INSERT INTO card_name SELECT * FROM old.card_name")
        self._connection.execute("COMMIT")
        self._connection.execute("DETACH old")
        self._connection.execute("BEGIN")

    def add_rules(self, document: RulesDocument) -> None:
        self._meta["rules_date"] = document.date
        self._connection.executemany("INSERT INTO section VALUES (?, ?)", document.sections.items())
        source = "Comprehensive Rules"
        self._insert(
            ("rule", rule.number, rule.number, "", f"Rule {rule.number} ({document.heading(rule.number)})",
             rule.text, msgspec.json.encode(rule.examples).decode() if rule.examples else "", document.date, source)
            for rule in document.rules
        )  # fmt: skip
        self._insert(
            ("term", f"term:{term}", card_key(term), "", f"{term} (glossary)", text, "", document.date, source)
            for term, text in document.glossary
        )

    def add_cards(self, cards: Iterable[CardRecord], *, with_rulings: bool) -> None:
        seen: set[str] = set()
        names: set[tuple[str, int]] = set()
        rows = []
        from_cards = []
        for card in cards:
            if card.name in seen:
                continue
            seen.add(card.name)
            number = len(seen)
            faces = msgspec.json.encode(card.faces).decode()
            rows.append((number, card.name, card.oracle_id, card.layout, faces, checksum(card.name, faces)))
            names.update((card_key(name), number) for name in (card.name, *(face.name for face in card.faces)))
            if with_rulings:
                from_cards += [
                    RulingRecord(text, date, "Wizards of the Coast", card.name) for date, text in card.rulings
                ]
        if not rows:
            raise BulkFileError("There are no cards in the file of cards.")
        self._connection.executemany("INSERT INTO card VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._connection.executemany("INSERT INTO card_name(key, number) VALUES (?, ?)", sorted(names))
        if from_cards:
            self._connection.execute("DELETE FROM passage WHERE kind = 'ruling'")
            self.add_rulings(from_cards)

    def add_rulings(self, rulings: Iterable[RulingRecord]) -> None:
        by_oracle_id = dict(self._connection.execute("SELECT oracle_id, name FROM card WHERE oracle_id <> ''"))
        lost = 0
        by_card: dict[str, dict[str, RulingRecord]] = {}
        for ruling in rulings:
            card = ruling.card or by_oracle_id.get(ruling.oracle_id)
            if card:
                by_card.setdefault(card, {}).setdefault(ruling.text, ruling)
            else:
                lost += 1
        if not by_card:
            raise BulkFileError(
                "None of the rulings belongs to a known card; import the cards first, or together with the rulings."
                if lost
                else "There are no rulings in the file of rulings."
            )
        if lost:
            self.notes.append(f"{lost} rulings belong to cards that are not in the database and were left out.")
        self._insert(_ruling_rows(by_card))

    def finish(self) -> None:
        """Build the indexes and mark the file complete."""
        execute = self._connection.execute
        execute("INSERT INTO passage_text(rowid, title, body) SELECT number, title, text FROM passage")
        execute("INSERT INTO passage_text(passage_text) VALUES ('optimize')")
        execute("INSERT INTO card_name_words(rowid, key) SELECT entry, key FROM card_name")
        for index in INDEXES:
            execute(index)
        for kind in ("rule", "term", "ruling"):
            first, last, number = execute(
                "SELECT min(number), max(number), count(*) FROM passage WHERE kind = ?", (kind,)
            ).fetchone()
            self._meta[f"{kind}s"] = str(number)
            if number:
                self._meta[f"first_{kind}"], self._meta[f"last_{kind}"] = str(first), str(last)
        self._meta["cards"] = str(execute("SELECT count(*) FROM card").fetchone()[0])
        self._meta["passages"] = str(execute("SELECT count(*) FROM passage").fetchone()[0])
        self._meta["complete"] = "yes"
        self._connection.executemany("INSERT INTO meta VALUES (?, ?)", self._meta.items())
        execute("COMMIT")

    def _insert(self, rows: Iterable[tuple[str, str, str, str, str, str, str, str, str]]) -> None:
        """Insert passages given as (kind, id, key, card, title, text, examples, date, source)."""
        (last,) = self._connection.execute("SELECT coalesce(max(number), 0) FROM passage").fetchone()
        self._connection.executemany(
            "INSERT OR IGNORE INTO passage(number, kind, id, key, card, title, text, examples, date, source, checksum)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((number, *row, checksum(row[1], row[5], row[6])) for number, row in zip(count(last + 1), rows)),
        )


def _ruling_rows(
    by_card: dict[str, dict[str, RulingRecord]],
) -> Iterator[tuple[str, str, str, str, str, str, str, str, str]]:
    """Rulings in the order of cards and dates. An id holds part of the text's hash, so it outlasts new rulings."""
    for card in sorted(by_card):
        for text, ruling in sorted(by_card[card].items(), key=lambda item: (item[1].date, item[0])):
            id = f"{slug(card)}-{hashlib.sha1(text.encode('utf-8'), usedforsecurity=False).hexdigest()[:8]}"
            yield "ruling", id, card_key(card), card, f"{card} ruling", text, "", ruling.date, ruling.source
