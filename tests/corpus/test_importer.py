"""The import: everything into one file, in whole or not at all, and damage that is noticed."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap

import pytest

from judgecall.corpus.database import FILE_NAME, DamagedDatabase, ImportedText
from judgecall.corpus.importer import ImportFailed, import_data
from judgecall.corpus.library import open_library

from . import samples


def test_an_import_reports_what_the_database_holds(tmp_path):
    """Counts, date and size are of the new database; rulings of unknown cards are told of."""
    report = import_data(
        samples.rules_file(tmp_path),
        samples.scryfall_cards(tmp_path),
        samples.scryfall_rulings(tmp_path),
        data_folder=tmp_path / "data",
    )

    assert (report.rules, report.terms, report.cards, report.rulings) == (9, 2, 3, 3)
    assert report.rules_date == "2031-02-07"
    assert report.bytes == report.path.stat().st_size
    assert len(report.notes) == 1
    assert report.notes[0].startswith("1 rulings")


def test_imported_rules_are_shown_in_their_exact_words(data):
    """A rule that was a summary becomes the text of the edition, with its date."""
    library = open_library(data)

    rule = library.rule("509.1a")
    assert rule is not None
    assert (rule.text, rule.summary, rule.date) == ("A sample blocker is untapped.", False, "2031-02-07")
    assert rule.title == "Rule 509.1a (Which creatures may block)"
    assert library.rules_date == "2031-02-07"
    assert library.examples("509.1a") == ["An untapped goat may block.", "A tapped goat may not."]


def test_a_rule_that_was_not_imported_is_still_a_summary(data):
    """The sample edition lacks 106.7, so the shipped text stands in for it."""
    rule = open_library(data).rule("106.7")

    assert rule is not None
    assert rule.date == "2026-04-17"
    assert rule.marked()


def test_subrules_of_702_2_are_not_those_of_702_20(data):
    """A rule's number that begins another's doesn't draw that one in."""
    library = open_library(data)

    assert [rule.id for rule in library.rules_under("702.2")] == ["702.2", "702.2a"]
    assert [rule.id for rule in library.rules_under("509")] == ["509.1", "509.1a", "509.1b", "509.2"]
    assert library.section_title("509") == "Declare Blockers Step"


def test_rulings_are_found_by_card_and_face_oldest_first(data):
    """Each has its date, its source, and an id made of the card's name and the text."""
    library = open_library(data)

    rulings = library.rulings("test goat")
    assert [(ruling.date, ruling.text, ruling.source) for ruling in rulings] == [
        ("2029-02-01", "A goat.", "Scryfall"),
        ("2030-02-01", "Newer ruling.", "Wizards of the Coast"),
    ]
    assert rulings[0].id.startswith("test-goat-")
    assert library.passage(rulings[0].id) == rulings[0]
    assert [ruling.text for ruling in library.rulings("Night Goat")] == ["It turns over."]


def test_cards_are_found_by_name_face_and_part(data):
    """A face's name finds the whole card."""
    library = open_library(data)

    card = library.card_text("night goat")
    assert card is not None
    assert card.name == "Day Goat // Night Goat"
    assert [face.text for face in card.faces] == ["Daybound", "Nightbound"]
    assert {text.name: text.layout for text in library.card_texts()}["Day Goat // Night Goat"] == "transform"
    assert library.card_names_with("night goat", 9) == ["Day Goat // Night Goat"]
    assert library.card_names_with("wild", 9) == ["Wild Goat Herd"]
    assert set(library.card_names_with("goat", 9)) == {"Day Goat // Night Goat", "Test Goat", "Wild Goat Herd"}
    assert library.card_names_with("oat", 9) == []


def test_mtgjson_brings_its_rulings_along(tmp_path):
    """With AtomicCards alone there are rulings too."""
    report = import_data(cards=samples.mtgjson_cards(tmp_path), data_folder=tmp_path / "data")

    assert (report.cards, report.rulings) == (2, 1)
    assert [ruling.text for ruling in open_library(tmp_path / "data").rulings("Day Goat")] == ["It turns over."]


def test_kinds_that_are_not_given_are_kept(data, tmp_path):
    """A new edition of the rules leaves cards and rulings as they were, and the other way round."""
    newer = samples.RULES_TEXT.replace("February 7, 2031", "March 1, 2031").replace("blocker is untapped", "is new")
    import_data(rules=samples.write(tmp_path / "newer.txt", newer), data_folder=data)
    report = import_data(rulings=samples.shared_rulings(tmp_path), data_folder=data)

    library = open_library(data)
    assert (report.rules, report.cards, report.rulings) == (9, 3, 1)
    assert library.rules_date == "2031-03-01"
    assert library.search("sample is new", "rule", 3)[0].id == "509.1a"
    assert [ruling.text for ruling in library.search("goat", "ruling", 3)] == ["A goat."]


def test_rulings_without_known_cards_are_refused(tmp_path):
    """Scryfall's rulings name cards by id, so the cards must be there."""
    with pytest.raises(ImportFailed, match="import the cards first"):
        import_data(rulings=samples.scryfall_rulings(tmp_path), data_folder=tmp_path / "data")


@pytest.mark.parametrize("kind", ["rules", "cards", "rulings"])
def test_a_file_that_cannot_be_read_changes_nothing(data, tmp_path, kind):
    """Missing, empty or nonsense: the message names the trouble and the old database still works."""
    before = (data / FILE_NAME).read_bytes()

    for bad in (tmp_path / "missing", samples.write(tmp_path / "empty", ""), samples.write(tmp_path / "odd", "<p>")):
        with pytest.raises(ImportFailed):
            import_data(**{kind: bad}, data_folder=data)

    assert (data / FILE_NAME).read_bytes() == before
    assert [path.name for path in data.iterdir()] == [FILE_NAME]


def test_nothing_to_import_is_an_error(tmp_path):
    """A call without files does nothing and says so."""
    with pytest.raises(ImportFailed, match="Nothing to import"):
        import_data(data_folder=tmp_path)


_KILLED = """
import os, sys
from pathlib import Path
from judgecall.corpus import importer
folder, stage = Path(sys.argv[1]), sys.argv[2]
def progress(what, done, size):
    if what == stage:
        os._exit(9)
if stage == "swap":
    importer.os.replace = lambda *paths: os._exit(9)
if stage == "finish":
    importer.DatabaseWriter.finish = lambda writer: os._exit(9)
importer.import_data(folder / "rules.txt", folder / "oracle-cards.json", folder / "rulings.json",
                     data_folder=folder / "data", progress=progress)
"""


@pytest.mark.parametrize("stage", ["rules", "cards", "rulings", "finish", "swap"])
def test_an_import_that_is_killed_leaves_the_old_database(data, tmp_path, stage):
    """Whatever the moment, what was there before still works, and the next import goes through."""
    before = (data / FILE_NAME).read_bytes()

    killed = subprocess.run([sys.executable, "-c", textwrap.dedent(_KILLED), str(tmp_path), stage], check=False)

    assert killed.returncode == 9
    assert (data / FILE_NAME).read_bytes() == before
    ImportedText(data / FILE_NAME).verify()
    import_data(rules=samples.rules_file(tmp_path), data_folder=data)
    assert open_library(data).full


_KILLED_IN_SQLITE = """
import os, signal, sqlite3, sys
from pathlib import Path
from judgecall.corpus import importer
folder, steps = Path(sys.argv[1]), int(sys.argv[2])
opened, left = sqlite3.connect, [steps]
def tick():
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), signal.SIGKILL)
def connect(*arguments, **options):
    connection = opened(*arguments, **options)
    connection.set_progress_handler(tick, 50)
    return connection
sqlite3.connect = connect
importer.import_data(folder / "rules.txt", folder / "oracle-cards.json", folder / "rulings.json", data_folder=folder / "data")
print(steps - left[0])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system can't kill so")
def test_an_import_that_is_killed_while_it_writes_leaves_the_old_database(data, tmp_path):
    """With SIGKILL, at moments spread over all that the database does in an import."""
    before = (data / FILE_NAME).read_bytes()

    def run(steps: int) -> subprocess.CompletedProcess[str]:
        code = [sys.executable, "-c", textwrap.dedent(_KILLED_IN_SQLITE), str(tmp_path), str(steps)]
        return subprocess.run(code, check=False, capture_output=True, text=True)

    whole = run(10**9)
    assert whole.returncode == 0
    assert (data / FILE_NAME).stat().st_size > 0
    (data / FILE_NAME).write_bytes(before)
    chance = random.Random(20261130)
    for _ in range(8):
        assert run(chance.randrange(int(whole.stdout))).returncode == -signal.SIGKILL
        assert (data / FILE_NAME).read_bytes() == before
        ImportedText(data / FILE_NAME).verify()


def test_leftovers_of_killed_imports_are_removed_when_old(data, tmp_path):
    """A scratch file of an hour ago goes; a young one may belong to an import that is running."""
    old, young = data / f"{FILE_NAME}.1.part", data / f"{FILE_NAME}.2.part"
    old.write_bytes(b"x")
    young.write_bytes(b"x")
    journal = data / f"{FILE_NAME}.1.part-journal"
    journal.write_bytes(b"x")
    os.utime(old, (0, 0))
    os.utime(journal, (0, 0))

    import_data(rules=samples.rules_file(tmp_path), data_folder=data)

    assert not old.exists()
    assert not journal.exists()
    assert young.exists()


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.99])
def test_a_database_that_is_cut_off_is_noticed(data, share):
    """The notice says what to do, and the shipped corpus answers."""
    path = data / FILE_NAME
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])

    library = open_library(data)

    assert "damaged" in library.notice
    assert "judgecall corpus import" in library.notice
    rule = library.rule("509.1a")
    assert rule is not None
    assert rule.summary


def test_changed_text_is_noticed_before_it_is_quoted(data):
    """One changed word in a rule, with the file otherwise sound, is not quoted."""
    connection = sqlite3.connect(data / FILE_NAME)
    connection.execute("UPDATE passage SET text = 'A sample blocker is tapped.' WHERE id = '509.1a'")
    connection.commit()
    connection.close()
    library = open_library(data)
    assert library.full
    assert "has changed" in open_library(data).verify()

    rule = library.rule("509.1a")

    assert rule is not None
    assert rule.summary
    assert "has changed" in library.notice
    assert not library.full


def test_overwritten_pages_never_raise(data):
    """Rubbish anywhere in the file ends in the shipped corpus and a notice, or does no harm; never in an exception."""
    path = data / FILE_NAME
    sound = path.read_bytes()
    for place in range(100, len(sound) - 600, 4096):
        path.write_bytes(sound[:place] + b"\xa5" * 600 + sound[place + 600 :])
        library = open_library(data)
        for ask in (
            lambda asked: asked.rule("509.1b"),
            lambda asked: asked.rulings("Test Goat"),
            lambda asked: asked.card_text("Test Goat"),
            lambda asked: asked.search("sample goat", "rule"),
            lambda asked: asked.search("goat", "ruling"),
            lambda asked: asked.term("goat"),
            lambda asked: asked.nearest("does a tapped goat block"),
        ):
            ask(library)
        library.close()


def test_another_file_in_its_place_is_noticed(data):
    """A database of something else, or of another version, is not read."""
    other = sqlite3.connect(data / "other.sqlite")
    other.execute("CREATE TABLE t (x)")
    other.commit()
    other.close()
    os.replace(data / "other.sqlite", data / FILE_NAME)

    with pytest.raises(DamagedDatabase, match="not a Judgecall database"):
        ImportedText(data / FILE_NAME)
    assert open_library(data).notice


def test_an_import_over_a_damaged_database_says_what_was_lost(data, tmp_path):
    """Nothing is kept from a database that can't be trusted."""
    (data / FILE_NAME).write_bytes(b"rubbish")

    report = import_data(rules=samples.rules_file(tmp_path), data_folder=data)

    assert (report.rules, report.cards) == (9, 0)
    assert "damaged" in report.notes[0]
