"""A damaged database: noticed, said once, set aside, and made anew from the shipped corpus."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from judgecall.corpus import mending
from judgecall.corpus.database import FILE_NAME, ImportedText, mark_of
from judgecall.corpus.files import corpus_folder
from judgecall.corpus.importer import import_data
from judgecall.corpus.library import Library, open_library
from judgecall.corpus.shipped import ShippedCorpus

from . import samples


def _cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _nothing_left(path: Path) -> None:
    path.write_bytes(b"")


def _random_bytes(path: Path) -> None:
    path.write_bytes(random.Random(3).randbytes(path.stat().st_size))


def _random_bytes_behind_the_header(path: Path) -> None:
    sound = path.read_bytes()
    path.write_bytes(sound[:100] + random.Random(3).randbytes(len(sound) - 100))


def _by_statement(statement: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.commit()
        connection.close()

    return damage


DAMAGES = {
    "cut off": _cut_off,
    "zero length": _nothing_left,
    "random bytes": _random_bytes,
    "random bytes behind the header": _random_bytes_behind_the_header,
    "another version": _by_statement("PRAGMA user_version = 1"),
    "somebody else's": _by_statement("PRAGMA application_id = 7"),
    "no passages": _by_statement("DROP TABLE passage"),
    "no names of cards": _by_statement("DROP TABLE card_name_words"),
    "no index": _by_statement("DROP INDEX passage_by_key"),
    "no counts": _by_statement("UPDATE meta SET value = 'goat' WHERE key = 'passages'"),
}


def asides(folder: Path) -> list[Path]:
    """The damaged files that were set aside."""
    return sorted(folder.glob("corpus-damaged-*.sqlite"))


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_database_is_set_aside_and_made_anew(data, damage):
    """Its bytes are kept under the name that the notice tells, and a sound one is there; the next start says nothing."""
    damage(data / FILE_NAME)
    damaged = (data / FILE_NAME).read_bytes()

    first = open_library(data)

    (aside,) = asides(data)
    assert aside.read_bytes() == damaged
    assert aside.name in first.notice
    assert "judgecall corpus update" in first.notice
    assert "judgecall corpus import" in first.notice
    assert first.rule("509.1a").summary
    sound = ImportedText(data / FILE_NAME)
    sound.verify()
    assert sound.rebuilt
    sound.close()
    second = open_library(data)
    assert (second.notice, second.verify(), second.full, second.set_aside) == ("", "", False, aside.name)
    assert second.rule("509.1a").summary
    assert asides(data) == [aside]


def test_damage_that_shows_late_is_mended_too(data):
    """A changed word is found only where it is read; from then on the shipped corpus answers."""
    _by_statement("UPDATE card SET faces = replace(faces, 'Menace', 'Flying')")(data / FILE_NAME)
    library = open_library(data)
    assert (library.full, library.notice) == (True, "")

    assert library.card_text("Test Goat") is None

    assert "has changed" in library.notice
    assert asides(data)[0].name in library.notice
    assert not library.full
    assert open_library(data).notice == ""


def test_what_is_made_holds_the_whole_shipped_corpus(data):
    """Every rule and ruling, in the shipped words, with those of our own told from the published ones."""
    _nothing_left(data / FILE_NAME)
    open_library(data)
    shipped, made = ShippedCorpus(corpus_folder()), ImportedText(data / FILE_NAME)

    for known in (*shipped.rules.values(), *shipped.rulings.values()):
        found = made.passage(known.id)
        assert (found.text, found.title, found.summary, found.date) == (
            known.text,
            known.title,
            known.summary,
            known.date,
        )
    assert made.meta["passages"] == str(len(shipped.rules) + len(shipped.rulings))
    assert made.section_title("509") == shipped.section_title("509")


def test_an_import_afterwards_takes_its_place(data, tmp_path):
    """Nothing of the shipped corpus is taken for an import, and the damaged file stays where it is."""
    _cut_off(data / FILE_NAME)
    open_library(data)

    report = import_data(rules=samples.rules_file(tmp_path), data_folder=data)

    assert (report.rules, report.rulings, report.notes) == (9, 0, ())
    assert open_library(data).rule("509.1a").text == "A sample blocker is untapped."
    assert len(asides(data)) == 1


def test_an_import_over_damage_sets_it_aside(data, tmp_path):
    """What nothing could be kept from may still be worth something to its owner."""
    _cut_off(data / FILE_NAME)
    damaged = (data / FILE_NAME).read_bytes()

    report = import_data(rules=samples.rules_file(tmp_path), data_folder=data)

    (aside,) = asides(data)
    assert aside.read_bytes() == damaged
    assert any(aside.name in note for note in report.notes)


def test_a_file_that_came_meanwhile_is_used_and_not_set_aside(data, tmp_path):
    """An import may end between the moment at which damage shows and the mending."""
    path = data / FILE_NAME
    _by_statement("UPDATE passage SET text = 'Changed.' WHERE id = '509.1a'")(path)
    library = open_library(data)
    path.unlink()
    import_data(rules=samples.rules_file(tmp_path), data_folder=data)

    library.rule("509.1a")

    assert (library.notice, library.full, asides(data)) == ("", True, [])
    assert library.rule("509.1a").text == "A sample blocker is untapped."


def test_two_that_notice_the_same_damage_set_it_aside_once(data):
    """The second finds it mended, and tells the same."""
    _by_statement("UPDATE passage SET text = 'Changed.' WHERE id = '509.1a'")(data / FILE_NAME)
    first, second = open_library(data), open_library(data)

    first.rule("509.1a")
    second.rule("509.1a")

    assert len(asides(data)) == 1
    assert first.notice == second.notice != ""
    assert not second.full


_OPEN = "import sys; from pathlib import Path; from judgecall.corpus.library import open_library; print(open_library(Path(sys.argv[1])).notice)"


def test_many_processes_at_once_set_it_aside_once(data):
    """Whoever comes first mends; nobody fails, and what is there in the end is sound."""
    _random_bytes(data / FILE_NAME)
    started = [
        subprocess.Popen([sys.executable, "-c", _OPEN, str(data)], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = [process.communicate()[0].strip() for process in started]

    assert [process.returncode for process in started] == [0] * 4
    (aside,) = asides(data)
    assert all(aside.name in notice for notice in said if notice)
    assert any(said)
    ImportedText(data / FILE_NAME).verify()
    assert list(data.glob("*.part*")) == []


@pytest.mark.parametrize("step", ["_write", "keep_as", "os.replace"])
def test_mending_that_is_killed_leaves_the_damaged_file_or_a_sound_one(data, step):
    """At whatever step: the next start mends."""
    _cut_off(data / FILE_NAME)
    damaged = (data / FILE_NAME).read_bytes()
    killed = f"import os\nfrom judgecall.corpus import mending\nmending.{step} = lambda *given: os._exit(9)\n{_OPEN}"

    assert subprocess.run([sys.executable, "-c", killed, str(data)], check=False).returncode == 9

    assert (data / FILE_NAME).read_bytes() == damaged
    assert "damaged" in open_library(data).notice
    assert open_library(data).notice == ""
    assert all(aside.read_bytes() == damaged for aside in asides(data))


def test_where_there_is_one_name_a_file_the_damaged_one_is_moved(data, monkeypatch):
    """Some file systems can't give a file a second name."""
    _cut_off(data / FILE_NAME)

    def none(*paths: Path) -> None:
        raise OSError("no second names here")

    monkeypatch.setattr(mending.os, "link", none)

    assert asides(data) == []
    assert "now corpus-damaged-" in open_library(data).notice
    assert len(asides(data)) == 1
    assert open_library(data).notice == ""


def test_a_full_disk_is_said_and_the_damaged_file_stays(data):
    """No half-written database takes its place."""
    resource = pytest.importorskip("resource")
    _cut_off(data / FILE_NAME)
    damaged = (data / FILE_NAME).read_bytes()

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    ran = subprocess.run(
        [sys.executable, "-c", _OPEN, str(data)], check=True, capture_output=True, text=True, preexec_fn=little_room
    )

    assert "still there" in ran.stdout
    assert "judgecall corpus import" in ran.stdout
    assert (data / FILE_NAME).read_bytes() == damaged
    assert asides(data) == list(data.glob("*.part*")) == []


def test_a_folder_that_cannot_be_written_is_said_and_the_damaged_file_stays():
    """The shipped corpus answers all the same."""
    folder = Path(tempfile.mkdtemp())  # pytest's own folders are closed to the user that stands in for root
    try:
        (folder / FILE_NAME).write_bytes(b"rubbish")
        folder.chmod(0o555)
        as_anybody = (
            "import os, judgecall.corpus.mending\nif os.geteuid() == 0: os.setuid(65534)\n"  # root may write anywhere
        )
        ran = subprocess.run(
            [sys.executable, "-c", as_anybody + _OPEN, str(folder)], check=True, capture_output=True, text=True
        )

        assert "can't be written" in ran.stdout
        assert "still there" in ran.stdout
        assert [path.name for path in folder.iterdir()] == [FILE_NAME]
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_closed_library_is_not_taken_for_a_damaged_one(data):
    """A look-up may still run when the texts are closed for an import."""
    imported = ImportedText(data / FILE_NAME)
    library = Library(ShippedCorpus(corpus_folder()), imported)
    before = mark_of(data / FILE_NAME)
    imported.close()

    assert library.rule("509.1a").summary

    assert mark_of(data / FILE_NAME) == before
    assert asides(data) == []
