"""Reading the files that people have: the rules, Scryfall's and MTGJSON's bulk files, and the shared ones."""

from __future__ import annotations

import json

import pytest

from judgecall.corpus import bulk
from judgecall.corpus.bulk import BulkFileError, read_cards, read_rulings
from judgecall.corpus.rules_text import RulesTextError, decode, parse_rules

from . import samples


def test_rules_are_read_with_their_subrules_and_examples(tmp_path):
    """The contents at the top give no rules, and each example belongs to the rule above it."""
    document = parse_rules(decode(samples.rules_file(tmp_path).read_bytes()))

    numbers = [rule.number for rule in document.rules]
    assert numbers == ["100.1", "509.1", "509.1a", "509.1b", "509.2", "702.2", "702.2a", "702.20", "702.20a"]
    by_number = {rule.number: rule for rule in document.rules}
    assert by_number["509.1a"].examples == ("An untapped goat may block.", "A tapped goat may not.")
    assert by_number["509.1b"].text == "Sample restrictions are obeyed.\nA second paragraph of the same rule."
    assert by_number["509.2"].text == "The sample goes on."


def test_rules_carry_their_date_sections_and_keywords(tmp_path):
    """The date is that of the edition; a keyword's name heads its subrules."""
    document = parse_rules(samples.RULES_TEXT)

    assert document.date == "2031-02-07"
    assert document.sections == {"100": "General", "509": "Declare Blockers Step", "702": "Keyword Abilities"}
    assert document.heading("702.2a") == "Deathtouch"
    assert document.heading("509.1b") == "Declare Blockers Step"


def test_the_glossary_ends_at_the_credits():
    """A term may have several definitions; the credits are not a term."""
    glossary = dict(parse_rules(samples.RULES_TEXT).glossary)

    assert list(glossary) == ["Deathtouch", "Goat"]
    assert glossary["Goat"] == "1. An animal.\n2. A sample creature. See rule 509.1a."


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("100.1. A rule.", "since when"),
        ("These rules are effective as of May 5, 2030.\n\nNothing else.", "no numbered rules"),
        ("<html>Not found</html>", "since when"),
    ],
)
def test_what_is_not_a_rules_file_is_refused(text, trouble):
    """The message says what is missing."""
    with pytest.raises(RulesTextError, match=trouble):
        parse_rules(text)


def test_a_binary_file_is_not_rules():
    """NUL bytes never occur in text."""
    with pytest.raises(RulesTextError, match="not a text file"):
        decode(b"\x00\x01\x02")


def test_older_editions_are_read_in_their_code_page():
    """Editions from before UTF-8 hold curly quotes of Windows' code page."""
    assert decode(b"\x93could produce\x94") == "“could produce”"


@pytest.mark.parametrize("write", [samples.scryfall_cards, samples.shared_cards])
def test_cards_are_read_from_an_array_and_from_lines(tmp_path, write):
    """Tokens are left out; faces keep their own text."""
    cards = list(read_cards(write(tmp_path)))

    assert [card.name for card in cards] == ["Test Goat", "Day Goat // Night Goat", "Wild Goat Herd"]
    assert [face.name for face in cards[1].faces] == ["Day Goat", "Night Goat"]
    assert cards[0].faces[0].power == "2"
    assert cards[0].oracle_id == "aaaa"


def test_cards_are_read_from_mtgjson_with_the_rulings_inside(tmp_path):
    """A ruling that each face repeats counts once."""
    cards = list(read_cards(samples.mtgjson_cards(tmp_path)))

    assert [card.name for card in cards] == ["Test Goat", "Day Goat // Night Goat"]
    assert cards[1].rulings == (("2030-02-01", "It turns over."),)
    assert cards[0].faces[0].mana_cost == "{1}{G}"


@pytest.mark.parametrize("size", [1, 7, 64])
@pytest.mark.parametrize("write", [samples.scryfall_cards, samples.shared_cards, samples.mtgjson_cards])
def test_pieces_of_any_size_give_the_same_cards(tmp_path, monkeypatch, write, size):
    """Where a piece of the file ends, inside a name or a number, makes no difference."""
    path = write(tmp_path)
    whole = list(read_cards(path))
    monkeypatch.setattr(bulk, "_CHUNK", size)

    assert list(read_cards(path)) == whole


def test_rulings_are_read_in_both_forms(tmp_path):
    """Scryfall's name the card by its id, the shared ones by its name."""
    scryfall = list(read_rulings(samples.scryfall_rulings(tmp_path)))
    shared = list(read_rulings(samples.shared_rulings(tmp_path)))

    assert (scryfall[1].oracle_id, scryfall[1].date, scryfall[1].source) == ("aaaa", "2029-02-01", "Scryfall")
    assert (shared[0].card, shared[0].text, shared[0].oracle_id) == ("Test Goat", "A goat.", "")


@pytest.mark.parametrize("write", [samples.scryfall_cards, samples.shared_cards, samples.mtgjson_cards])
def test_a_file_that_is_cut_off_is_an_error(tmp_path, write):
    """Half a file never counts as a whole one, wherever the cut is."""
    data = write(tmp_path).read_bytes()
    name = write(tmp_path).name

    for share in (0.3, 0.6, 0.9):
        cut = samples.write(tmp_path / f"cut-{name}", data[: int(len(data) * share)])
        with pytest.raises(BulkFileError, match="cut-"):
            list(read_cards(cut))


@pytest.mark.parametrize(
    "content", ["<html></html>", "[1, 2]", '{"name": 3}', "nonsense", b"\x1f\x8b\x08rubbish", b"\xff\xfe["]
)
def test_what_is_not_cards_is_an_error(tmp_path, content):
    """The message names the file."""
    path = samples.write(tmp_path / "odd.json", content)

    with pytest.raises(BulkFileError, match=r"odd\.json"):
        list(read_cards(path))


def test_what_is_not_rulings_is_an_error(tmp_path):
    """Cards given for rulings are noticed."""
    with pytest.raises(BulkFileError, match="not a ruling"):
        list(read_rulings(samples.scryfall_cards(tmp_path)))


def test_progress_counts_bytes_of_the_file(tmp_path):
    """The last call reports the whole size, also of a gzipped file."""
    seen = []
    path = samples.shared_cards(tmp_path)

    list(read_cards(path, lambda *step: seen.append(step)))

    assert seen[-1] == ("cards", path.stat().st_size, path.stat().st_size)


def test_an_empty_array_has_no_cards(tmp_path):
    """No cards and no error: the importer says that there are none."""
    assert list(read_cards(samples.write(tmp_path / "none.json", json.dumps([])))) == []
