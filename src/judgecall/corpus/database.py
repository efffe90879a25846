"""The imported full text: one SQLite file, written once as a whole and then only read."""

from __future__ import annotations

import os
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from judgecall.corpus.folders import CORPUS_FILE_NAME
from judgecall.corpus.fulltext import TOKENIZER, FullTextSearch, quoted
from judgecall.corpus.passages import CardFace, Passage, card_key

FILE_NAME = CORPUS_FILE_NAME
APPLICATION_ID = 0x4A554447
"""Marks a SQLite file as ours."""

SCHEMA_VERSION = 2

SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE passage (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, key TEXT NOT NULL, card TEXT NOT NULL,
    title TEXT NOT NULL, text TEXT NOT NULL, examples TEXT NOT NULL, date TEXT NOT NULL, source TEXT NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE card (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, oracle_id TEXT NOT NULL, layout TEXT NOT NULL,
    faces TEXT NOT NULL, checksum INTEGER NOT NULL
);
CREATE TABLE card_name (entry INTEGER PRIMARY KEY, key TEXT NOT NULL, number INTEGER NOT NULL);
CREATE VIRTUAL TABLE card_name_words USING fts5(key, content='', tokenize='unicode61');
CREATE TABLE section (number TEXT PRIMARY KEY, title TEXT NOT NULL) WITHOUT ROWID;
CREATE UNIQUE INDEX passage_by_id ON passage (id);
CREATE VIRTUAL TABLE passage_text USING fts5(title, body, content='', tokenize='{TOKENIZER}');
"""
INDEXES = (
    "CREATE INDEX passage_by_key ON passage (kind, key)",
    "CREATE INDEX card_name_by_key ON card_name (key)",
)

_TABLES = ("meta", "passage", "card", "card_name", "card_name_words", "section", "passage_by_id", "passage_text")
_MADE = frozenset({*_TABLES, "passage_by_key", "card_name_by_key"})
"""Tables and indexes that every finished database has."""

_COLUMNS = "id, title, text, examples, date, source, card, checksum, kind"

_NOT_DAMAGE = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
     sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_MISUSE}
)  # fmt: skip
"""What SQLite may say of a file that is sound."""


class DamagedDatabase(Exception):
    """The database of imported text can't be trusted. The message says why, for a person."""


class FileMark(NamedTuple):
    """Tells one file from another that comes into its place."""

    device: int
    file: int
    bytes: int
    changed: int
    """When it was written last, in nanoseconds."""


def mark_of(path: Path) -> FileMark | None:
    """The mark of the file that is there now; None if there is none that can be looked at."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return FileMark(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class CardText(msgspec.Struct, frozen=True):
    """The published text of a card: its name and its faces. `layout` is Scryfall's word ("transform"), or empty."""

    name: str
    faces: tuple[CardFace, ...]
    layout: str = ""


def checksum(*texts: str) -> int:
    """The checksum stored beside a text, so that a changed byte is noticed before the text is quoted."""
    return zlib.crc32("\0".join(texts).encode("utf-8"))


class ImportedText:
    """The imported text, open for reading.

    Every method raises DamagedDatabase when what it reads is not what the import wrote, and OSError when it can't be
    read for another reason.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at `path`.

        Raises:
            DamagedDatabase: it is cut off, not ours, of another version, or an import that was never finished.
            OSError: there is no such file, or it can't be opened.
        """
        self.mark = mark_of(path)
        """Of the file as it was when it was opened."""
        _check_size(path)
        self.path = path
        with _noticed():
            self._connection = sqlite3.connect(_address(path), uri=True, check_same_thread=False)
            (application,) = self._connection.execute("PRAGMA application_id").fetchone()
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if application != APPLICATION_ID:
                raise DamagedDatabase("it is not a Judgecall database")
            if version != SCHEMA_VERSION:
                raise DamagedDatabase("it was made by another version of Judgecall")
            self.meta: dict[str, str] = dict(self._connection.execute("SELECT key, value FROM meta"))
            if self.meta.get("complete") != "yes":
                raise DamagedDatabase("its import was not finished")
            made = {row[0] for row in self._connection.execute("SELECT name FROM sqlite_master")}
            if missing := _MADE - made:
                raise DamagedDatabase(f"it has no {min(missing)} any more")
            self._search = FullTextSearch(self._connection, int(self.meta["passages"]))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @property
    def rebuilt(self) -> bool:
        """Whether nobody imported this: it was made from the shipped corpus in the place of a damaged database."""
        return self.meta.get("origin") == "shipped"

    @property
    def set_aside(self) -> str:
        """The name of the damaged file in whose place this was made, or empty."""
        return self.meta.get("set_aside", "")

    @property
    def rules_date(self) -> str:
        """The day the imported rules took effect, or empty when no rules were imported."""
        return str(self.meta.get("rules_date", ""))

    def passage(self, id: str) -> Passage | None:
        """The passage with this id."""
        return next(iter(self._passages("id = ?", id)), None)

    def rules_under(self, number: str) -> list[Passage]:
        """A rule with its subrules, or all rules of a section ("509"), in the order of the rulebook."""
        if "." not in number:
            return self._passages("kind = 'rule' AND key >= ? AND key < ?", f"{number}.", f"{number}/")
        return self._passages(
            "kind = 'rule' AND (key = ? OR (key >= ? AND key < ?))", number, f"{number}a", f"{number}{{"
        )

    def examples(self, number: str) -> list[str]:
        """The examples under a rule."""
        with _noticed():
            row = self._connection.execute("SELECT examples FROM passage WHERE id = ?", (number,)).fetchone()
        return msgspec.json.decode(row[0], type=list[str]) if row and row[0] else []

    def rulings(self, card: str) -> list[Passage]:
        """The rulings on a card, by its full name, else by a face's name, oldest first."""
        named = self.card_names(card) or [card]
        return [
            passage
            for name in [name for name in named if card_key(name) == card_key(card)] or named
            for passage in self._passages("kind = 'ruling' AND key = ?", card_key(name))
        ]

    def term(self, term: str) -> Passage | None:
        """The glossary entry for a term, whatever its case."""
        return next(iter(self._passages("kind = 'term' AND key = ?", card_key(term))), None)

    def card_names(self, name: str) -> list[str]:
        """The full names of the cards that have this name or a face with this name."""
        with _noticed():
            rows = self._connection.execute(
                "SELECT card.name FROM card_name JOIN card USING (number) WHERE key = ? ORDER BY card.name",
                (card_key(name),),
            )
            return [row[0] for row in rows]

    def card(self, name: str) -> CardText | None:
        """The text of a card by its full name, or by a face's name when just one card has that face."""
        with _noticed():
            rows = self._connection.execute(
                "SELECT name, faces, checksum FROM card_name JOIN card USING (number) WHERE key = ?", (card_key(name),)
            ).fetchall()
        if len(rows) > 1:
            rows = [row for row in rows if card_key(row[0]) == card_key(name)]
        if len(rows) != 1:
            return None
        full_name, faces, stored = rows[0]
        if checksum(full_name, faces) != stored:
            raise DamagedDatabase(f"the text of {full_name} has changed since it was imported")
        return CardText(full_name, msgspec.json.decode(faces, type=tuple[CardFace, ...]))

    def cards(self) -> Iterator[CardText]:
        """The text of every card, in the order of the import."""
        with _noticed():
            for name, faces, layout, stored in self._connection.execute(
                "SELECT name, faces, layout, checksum FROM card ORDER BY number"
            ):
                if checksum(name, faces) != stored:
                    raise DamagedDatabase(f"the text of {name} has changed since it was imported")
                yield CardText(name, msgspec.json.decode(faces, type=tuple[CardFace, ...]), layout)

    def card_names_with(self, part: str, limit: int) -> list[str]:
        """Full names of the cards with these words in a name; names that begin with them come first, then shorter.

        The last word may be the beginning of one, if no name has it whole.
        """
        key = card_key(part)
        if len(key) < 3:
            return []
        with _noticed():
            for match in (quoted(key), f"{quoted(key)} *"):
                rows = self._connection.execute(
                    "SELECT card.name, min(instr(key, ?) > 1) AS late, min(length(key)) AS size"
                    " FROM card_name JOIN card USING (number)"
                    " WHERE entry IN (SELECT rowid FROM card_name_words WHERE card_name_words MATCH ?)"
                    " GROUP BY number ORDER BY late, size, key LIMIT ?",
                    (key, match, limit),
                ).fetchall()
                if rows:
                    return [row[0] for row in rows]
        return []

    def term_keys(self) -> list[str]:
        """Every glossary term as a key."""
        with _noticed():
            return [row[0] for row in self._connection.execute("SELECT key FROM passage WHERE kind = 'term'")]

    def has_all_words(self, text: str, kind: str) -> bool:
        """Whether one passage of a kind holds every content word of the text."""
        first, last = self._rows_of(kind)
        with _noticed():
            return self._search.has_all_words(text, first, last)

    def _rows_of(self, kind: str) -> tuple[int, int]:
        return int(self.meta.get(f"first_{kind}", "1")), int(self.meta.get(f"last_{kind}", "0"))

    def section_title(self, number: str) -> str:
        """The title of a section ("509"), or empty."""
        with _noticed():
            row = self._connection.execute("SELECT title FROM section WHERE number = ?", (number,)).fetchone()
        return row[0] if row else ""

    def sections(self) -> dict[str, str]:
        """The titles of all sections, by number."""
        with _noticed():
            return dict(self._connection.execute("SELECT number, title FROM section ORDER BY number"))

    def counts(self) -> dict[str, int]:
        """How many rules, terms, rulings and cards there are."""
        with _noticed():
            return {name: int(self.meta.get(name, "0")) for name in ("rules", "terms", "rulings", "cards")}

    def search(self, text: str, kind: str, limit: int) -> list[Passage]:
        """The passages of a kind ("rule", "ruling", "term") that best match a text."""
        first, last = self._rows_of(kind)
        with _noticed():
            numbers = self._search.search(text, first, last, limit)
        return [passage for number in numbers for passage in self._passages("number = ?", number)]

    def verify(self) -> None:
        """Read every page and every text once.

        Raises:
            DamagedDatabase: something is not as the import wrote it.
        """
        with _noticed():
            (verdict,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise DamagedDatabase(str(verdict))
        self._passages("1")
        for _ in self.cards():
            pass

    def _passages(self, where: str, *values: str | int) -> list[Passage]:
        with _noticed():
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM passage WHERE {where} ORDER BY number", values
            ).fetchall()
        found = []
        for id, title, text, examples, date, source, card, stored, kind in rows:
            if checksum(id, text, examples) != stored:
                raise DamagedDatabase(f"the text of {title} has changed since it was imported")
            summary = kind == "summary"
            found.append(Passage(id, title, text, summary=summary, source=source, date=date, card=card or None))
        return found


@contextmanager
def _noticed() -> Iterator[None]:
    """Turn what SQLite says about a broken file into DamagedDatabase, and what else it says into OSError."""
    try:
        yield
    except sqlite3.ProgrammingError as error:  # it was closed meanwhile
        raise OSError(str(error)) from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in _NOT_DAMAGE:
            raise OSError(str(error)) from error
        raise DamagedDatabase(str(error)) from error
    except (UnicodeDecodeError, OverflowError, ValueError, KeyError, msgspec.MsgspecError) as error:
        raise DamagedDatabase(str(error)) from error


def _address(path: Path) -> str:
    """The file for reading alone, as SQLite's own form of address: only these three characters mean something in it."""
    plain = path.resolve().as_posix().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{plain if plain.startswith('/') else f'/{plain}'}?mode=ro&immutable=1"


def _check_size(path: Path) -> None:
    """Compare the file's size with the one its header promises: SQLite notices a missing page only when it reads it."""
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        raise DamagedDatabase("it is not a SQLite file")
    page = struct.unpack(">H", header[16:18])[0]
    pages = struct.unpack(">I", header[28:32])[0]
    if path.stat().st_size != (65536 if page == 1 else page) * pages:
        raise DamagedDatabase("it is cut off")
