"""Writing a new database: in one go, into a scratch file that takes its place only when it is finished."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import msgspec

from judgecall.corpus.bulk import BulkFileError, CardRecord, RulingRecord
from judgecall.corpus.database import (
    APPLICATION_ID,
    INDEXES,
    SCHEMA,
    SCHEMA_VERSION,
    DamagedDatabase,
    ImportedText,
    checksum,
)
from judgecall.corpus.passages import card_key, slug
from judgecall.corpus.rules_text import RulesDocument
from judgecall.corpus.shipped import SHIPPED_RULES_DATE, ShippedCorpus


class DatabaseWriter:
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
        self.damaged = ""
        """What is damaged in the database that was to be carried over; empty if it is sound."""

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
            self.damaged = str(error)
            self.notes.append(f"The earlier import was damaged ({error}), so nothing was kept from it.")
            return
        if before.rebuilt:
            return  # the shipped corpus is there beside every import
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

    def add_shipped(self, shipped: ShippedCorpus, aside: str, reason: str) -> None:
        """Add the passages of the shipped corpus, the rules in our own words told from those in the published ones.

        `aside` is the name of the damaged file that this takes the place of, `reason` what is damaged there.
        """
        self._meta.update(origin="shipped", set_aside=aside, reason=reason, rules_date=SHIPPED_RULES_DATE)
        titles = ((number, shipped.section_title(number)) for number in shipped.section_numbers)
        self._connection.executemany("INSERT INTO section VALUES (?, ?)", titles)
        for kind in ("rule", "summary", "ruling"):
            self._insert(
                (kind, each.id, card_key(each.card) if each.card else each.id, each.card or "", each.title, each.text, "",
                 each.date, each.source)
                for each in (*shipped.rules.values(), *shipped.rulings.values())
                if kind == ("ruling" if each.card else "summary" if each.summary else "rule")
            )  # fmt: skip

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
