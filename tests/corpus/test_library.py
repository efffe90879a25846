"""The library: the nearest passages for a question, and the words that rank them."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgecall.corpus.folders import DATA_FOLDER_VARIABLE, data_folder_for
from judgecall.corpus.fulltext import content_words
from judgecall.corpus.library import Library, open_library
from judgecall.corpus.passages import is_rule_number
from judgecall.corpus.ranking import stem

SHARED = Path(__file__).resolve().parents[2].parent / "shared"


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(Path("/no/such/folder"))


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("can i tap a guy i just cast", "302.6"),
        ("does a tapped creature have to block if he gets lured", "509.1c"),
        ("whats the cmc of an X spell in my hand", "202.3e"),
        ("my orchard, which colors could it make off his lands", "106.7"),
        ("two blockers on my trampler, how much tramples over", "702.19b"),
        ("one blocker against menace, legal?", "702.111b"),
        ("sac the blocker after blocks, does damage go through", "509.1h"),
        ("opp kills one of my three in response to the coven trigger, still get it?", "603.4"),
        ("blinked a creature with counters on it", "400.7"),
        ("legendary clone, which one dies", "704.5j"),
    ],
)
def test_the_governing_rule_is_near(library, question, rule):
    """In players' words, the rule that decides is among the first five."""
    assert rule in {passage.id for passage in library.nearest(question)}


def test_rulings_on_the_cards_named_come_first(library):
    """The ruling that shares words with the question leads."""
    nearest = library.nearest("cloudshift on persistent nightmare", cards=["Persistent Nightmare"])

    assert nearest[0].id == "startled-awake-1"


def test_rules_of_concepts_named_come_before_other_matches(library):
    """What the caller knows the question to be about goes before what the words suggest."""
    nearest = library.nearest("tapped creature", rules=["702.118b", "no such rule"])

    assert nearest[0].id == "702.118b"


@pytest.mark.parametrize("limit", [1, 3, 5, 12])
def test_at_most_as_many_as_asked_for_and_none_twice(library, limit):
    """The limit holds whatever the cards bring."""
    nearest = library.nearest("can a goat with skulk block", cards=["Startled Awake"], limit=limit)

    assert len({passage.id for passage in nearest}) == len(nearest) == limit


@pytest.mark.parametrize("text", ["", " ", "?!", "zxcv", "the of and", "\x00" * 10])
def test_text_without_content_never_fails(library, text):
    """There may be nothing near, but there is no error."""
    library.nearest(text)


def test_what_is_not_there_is_none(library):
    """Unknown ids, rules and cards give nothing."""
    assert library.passage("509.1z") is None
    assert library.passage("no-such-ruling-1") is None
    assert library.passage("term:goat") is None
    assert library.rule("999.1") is None
    assert library.rulings("Test Goat") == []
    assert library.rules_under("999") == []


def test_the_seed_passages_are_twenty_two(library):
    """Eight rules and fourteen rulings."""
    seeds = library.seed_ids()

    assert len(seeds) == len(set(seeds)) == 22
    assert sum(map(is_rule_number, seeds)) == 8
    assert all(library.passage(id) for id in seeds)


def test_the_data_folder_can_be_moved(monkeypatch, tmp_path):
    """A folder given wins over the environment, which wins over the user's own."""
    monkeypatch.setenv(DATA_FOLDER_VARIABLE, str(tmp_path / "moved"))

    assert data_folder_for() == tmp_path / "moved"
    assert data_folder_for(tmp_path) == tmp_path


def test_filler_is_left_out_unless_nothing_else_is_there():
    """A search for filler alone still searches."""
    assert content_words("Does the Goat's +1/+1 counter count?") == ["goat", "1", "counter", "count"] or content_words(
        "Does the Goat's counter count?"
    ) == ["goat", "counter", "count"]
    assert content_words("the") == ["the"]


@pytest.mark.parametrize(
    "words", [("block", "blocks", "blocked", "blocking"), ("tap", "taps", "tapped", "tapping"), ("produce", "produced")]
)
def test_forms_of_a_word_share_a_stem(words):
    """Inflection makes no difference."""
    assert len({stem(word) for word in words}) == 1


@pytest.mark.skipif(not (SHARED / "data" / "cr.txt").is_file(), reason="the shared data is not here")
def test_every_shipped_rule_exists_in_the_published_rules():
    """Numbers, sections and seed texts agree with the published edition of the shipped date."""
    from judgecall.corpus.files import corpus_folder
    from judgecall.corpus.rules_text import parse_rules
    from judgecall.corpus.shipped import SHIPPED_RULES_DATE, ShippedCorpus

    document = parse_rules((SHARED / "data" / "cr.txt").read_text(encoding="utf-8"))
    published = {rule.number: rule.text for rule in document.rules}
    shipped = ShippedCorpus(corpus_folder())

    assert document.date == SHIPPED_RULES_DATE
    assert len(document.rules) == 3138
    assert sum(len(rule.examples) for rule in document.rules) == 277
    for number in shipped.section_numbers:
        assert shipped.section(number).title == document.sections[number]
    for number, rule in shipped.rules.items():
        assert number in published
        if rule.summary:
            assert rule.text not in published[number]
        else:
            assert rule.text == published[number]


@pytest.mark.skipif(not (SHARED / "data" / "rulings.jsonl.gz").is_file(), reason="the shared data is not here")
def test_the_full_data_keeps_the_seed_passages_and_their_marks(tmp_path):
    """After importing everything, each seed passage is there once, in the same words, with the deciding ones marked."""
    from judgecall.corpus.files import corpus_folder
    from judgecall.corpus.importer import import_data
    from judgecall.corpus.lookup import NothingFound, look_up
    from judgecall.corpus.shipped import ShippedCorpus

    data = SHARED / "data"
    report = import_data(
        data / "cr.txt", data / "cards.jsonl.gz", data / "rulings.jsonl.gz", data_folder=tmp_path / "data"
    )
    shipped, full = open_library(Path("/no/such/folder")), open_library(tmp_path / "data")

    assert (report.rules, report.cards) == (3138, 33638)
    assert full.verify() == ""
    for id in shipped.seed_ids():
        assert full.passage(id).text == shipped.passage(id).text
        assert full.passage(id).marked() == shipped.passage(id).marked()
    assert len(full.rulings("Dawnhart Wardens")) == 3
    assert len(full.rulings("Ochran Assassin")) == 2
    assert full.rule("509.1b").text.startswith("The defending player checks each creature they control")
    # A card's rulings are its own, and not those of another card with a face of this name.
    assert {ruling.card for ruling in full.rulings("Swords to Plowshares")} == {"Swords to Plowshares"}
    for words in ShippedCorpus(corpus_folder()).terms_meant:
        assert not isinstance(look_up(full, f"term:{words}"), NothingFound)
