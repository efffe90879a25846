"""`judgecall corpus`: status, coverage, import, update."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from judgecall.cli.status import ANSWERED, FAILED, USAGE, complain

if TYPE_CHECKING:
    from judgecall.cards.sources import PrintedCard
    from judgecall.corpus.importer import ImportReport


def run(given: argparse.Namespace) -> int:
    """Carry out the action; returns the exit status."""
    if given.action == "status":
        return _status(as_json=given.json)
    if given.action == "coverage":
        return _cards(given.cards, as_json=given.json) if given.cards is not None else _coverage(as_json=given.json)
    if given.action == "import":
        return _import(given)
    return _update(force=given.force)


def _status(*, as_json: bool) -> int:
    from judgecall.cards.store import CardStore
    from judgecall.corpus.files import corpus_folder
    from judgecall.corpus.folders import data_folder_for
    from judgecall.corpus.library import open_library

    library = open_library()
    library.verify()
    facts: dict[str, Any] = {
        "rules_date": library.rules_date,
        "text": "imported" if library.full else "shipped",
        **library.counts(),
        "card_names_with_facts": len(CardStore()),
        "shipped_in": str(corpus_folder()),
        "imported_in": str(data_folder_for()),
    }
    if library.set_aside:
        facts["damaged_file"] = library.set_aside
    if library.notice:
        facts["notice"] = library.notice
    if as_json:
        print(json.dumps(facts))
    else:
        width = max(map(len, facts))
        for name, value in facts.items():
            print(f"{name.replace('_', ' '):{width}}  {f'{value:,}' if isinstance(value, int) else value}")
    return ANSWERED


def _coverage(*, as_json: bool) -> int:
    from judgecall.answer.coverage import coverage_json, seed_coverage, tests_folder
    from judgecall.answer.worked import WorkedQuestionError, worked_questions

    try:
        rows = seed_coverage(worked_questions(), tests_folder())
    except WorkedQuestionError as error:
        complain(str(error))
        return FAILED
    reached = sum(row.reached for row in rows)
    if as_json:
        print(coverage_json(rows))
    else:
        print(f"{'passage':22} {'rule functions':>14} {'questions':>9} {'tests':>5}")
        for row in rows:
            tests = "-" if row.tests is None else str(row.tests)
            print(
                f"{row.passage:22} {len(row.functions):14} {row.questions:9} {tests:>5}  {'' if row.reached else 'NOT REACHED'}".rstrip()
            )
        print(f"{reached} of {len(rows)} passages reached by a rule function, worked questions and a test")
    return ANSWERED if reached == len(rows) else FAILED


def _cards(source: str, *, as_json: bool) -> int:
    from judgecall.cards.coverage import coverage
    from judgecall.cards.sources import read_source

    try:
        rows = coverage(read_source(Path(source)) if source else _imported_cards())
    except (OSError, ValueError) as error:
        complain(f"The cards can't be read: {error}")
        return USAGE
    if as_json:
        print(json.dumps([{**row._asdict(), "unread": row.unread} for row in rows]))
        return ANSWERED
    print(f"{'':34}{'seen':>8}{'compiled':>10}{'unread':>8}")
    for row in rows:
        print(f"{row.concept:34}{row.seen:8,}{row.compiled:10,}{row.unread:8,}{row.share:8.1%}")
    return ANSWERED


def _imported_cards() -> Iterator[PrintedCard]:
    """The cards with their published texts; the facts that are shipped hold no text to count lines in."""
    from judgecall.cards.sources import PrintedCard, PrintedFace
    from judgecall.corpus.library import open_library

    library = open_library()
    texts = library.card_texts()
    if library.notice:
        complain(library.notice)
    if not texts:
        raise ValueError("no card texts are imported; import them, or name a file of cards behind --cards")
    for text in texts:
        faces = tuple(PrintedFace(**msgspec.structs.asdict(face), colors=None) for face in text.faces)
        yield PrintedCard(text.name, text.layout, faces)


def _import(given: argparse.Namespace) -> int:
    from judgecall.corpus.importer import ImportFailed, import_data

    files = {name: Path(value) if (value := getattr(given, name)) else None for name in ("rules", "cards", "rulings")}
    try:
        report = import_data(**files, progress=_progress())
    except ImportFailed as error:
        _clear_progress()
        complain(str(error))
        return USAGE
    _clear_progress()
    _print_import(report)
    return ANSWERED


def _update(*, force: bool) -> int:
    from judgecall.corpus.update import UpdateFailed, update

    try:
        report = update(progress=_progress(), force=force)
    except UpdateFailed as error:
        _clear_progress()
        complain(str(error))
        return FAILED
    _clear_progress()
    if report.imported is None:
        print("Everything is current already.")
    else:
        print(f"Fetched: {', '.join(report.fetched)}.")
        _print_import(report.imported)
    return ANSWERED


def _print_import(report: ImportReport) -> None:
    print(
        f"Imported: {report.rules:,} rules of {report.rules_date or 'unknown date'}, {report.terms:,} terms, "
        f"{report.cards:,} cards, {report.rulings:,} rulings, in {report.seconds:.1f} s."
    )
    for note in report.notes:
        print(note)


def _progress() -> Any:
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(what: str, done: int, total: int) -> None:
        share = f" {done / total:4.0%}" if total else ""
        print(f"\r{what}{share}\x1b[K", end="", file=sys.stderr, flush=True)

    return show


def _clear_progress() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
