"""Look-up: one thing that fits is shown, several are offered, and nothing is guessed in silence."""

from __future__ import annotations

import msgspec
import pytest

from judgecall.answer.lookup import find, further
from judgecall.cards.store import CardStore
from judgecall.corpus.importer import import_data
from judgecall.corpus.library import Library, open_library
from judgecall.corpus.lookup import (
    CardFound,
    Choices,
    LookupResult,
    NothingFound,
    PhraseFound,
    RuleFound,
    SectionFound,
    TermFound,
    look_up,
)

from . import samples


class Names:
    """A stand-in for the index of names."""

    def __init__(
        self,
        exact: dict[str, list[str]] | None = None,
        fuzzy: list[tuple[str, float]] | None = None,
        cut: dict[str, list[str]] | None = None,
    ):
        self._exact = exact or {}
        self._cut = cut or {}
        self._fuzzy = fuzzy or []

    def exact(self, text: str) -> list[str]:
        return self._exact.get(text.lower(), [])

    def with_part(self, text: str, limit: int) -> list[str]:
        return []

    def cut(self, text: str) -> list[str]:
        return self._cut.get(text.lower(), [])

    def fuzzy(self, text: str) -> list[tuple[str, float]]:
        return self._fuzzy


@pytest.fixture(scope="module")
def shipped() -> Library:
    return open_library(data_folder=__import__("pathlib").Path("/no/such/folder"))


@pytest.fixture(scope="module")
def full(tmp_path_factory) -> Library:
    """A library with the samples imported."""
    folder = tmp_path_factory.mktemp("lookup")
    import_data(
        samples.rules_file(folder),
        samples.scryfall_cards(folder),
        samples.scryfall_rulings(folder),
        data_folder=folder / "data",
    )
    return open_library(folder / "data")


@pytest.mark.parametrize(
    "text", ["509.1b", "rule 509.1b", "CR 509.1B", "509.1(b)", " rule 509.1b. ", "rule: 509.1b", "§509.1b"]
)
def test_a_rule_is_found_by_its_number(shipped, text):
    """However the number is written."""
    found = look_up(shipped, text)

    assert isinstance(found, RuleFound)
    assert found.rule.id == "509.1b"
    assert found.section == "509 Declare Blockers Step"


def test_a_rule_comes_with_subrules_examples_and_rulings(full):
    """Examples are listed under the rule that they belong to."""
    found = look_up(full, "509.1")

    assert isinstance(found, RuleFound)
    assert [rule.id for rule in found.subrules] == ["509.1a", "509.1b"]
    assert found.examples == (("509.1a", ("An untapped goat may block.", "A tapped goat may not.")),)
    assert "ochran-assassin-2" in {ruling.id for ruling in found.rulings}


def test_links_between_rulings_and_rules_go_both_ways(shipped):
    """A ruling's card shows the rules that decide it, and each of these rules shows the ruling."""
    card = look_up(shipped, "Ochran Assassin", Names({"ochran assassin": ["Ochran Assassin"]}))

    assert isinstance(card, CardFound)
    assert {"702.2b", "509.1c"} <= {rule.id for rule in card.rules}
    for ruling in card.rulings:
        for number in ruling.rules:
            rule = look_up(shipped, number)
            assert isinstance(rule, RuleFound)
            assert ruling in rule.rulings


def test_every_seed_ruling_is_linked_both_ways(shipped):
    """None of the fourteen is left without a rule."""
    for id in shipped.seed_ids():
        ruling = shipped.passage(id)
        if ruling.card:
            assert ruling.rules
            assert all(ruling in shipped.rulings_under(number) for number in ruling.rules)


@pytest.mark.parametrize("text", ["702", "section 702", "keyword abilities", "section:702"])
def test_a_section_is_found_by_number_and_by_title(shipped, text):
    """The whole section is shown."""
    found = look_up(shipped, text)

    assert isinstance(found, SectionFound)
    assert found.number == "702"
    assert len(found.rules) > 200


def test_a_step_of_the_turn_is_its_section(shipped):
    """Players know sections by the name of the step."""
    found = look_up(shipped, "Combat Damage Step")

    assert isinstance(found, SectionFound)
    assert [rule.id for rule in found.rules][:2] == ["510.1", "510.1a"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [("deathtouch", "702.2b"), ("summoning sickness", "302.6"), ("legend rule", "704.5j"), ("coven", "207.2c")],
)
def test_a_term_shows_the_rules_that_define_it(shipped, text, rule):
    """Keywords, ability words and the names that players know rules by."""
    found = look_up(shipped, text)

    assert isinstance(found, TermFound)
    assert rule in {passage.id for passage in found.rules}
    assert not found.corrected


def test_a_glossary_term_shows_its_entry(full):
    """The entry in the words of the glossary, and the rule that it points to."""
    found = look_up(full, "goat")

    assert isinstance(found, TermFound)
    assert found.entry is not None
    assert found.entry.text.startswith("1. An animal.")
    assert [rule.id for rule in found.rules] == ["509.1a"]


def test_a_misspelled_term_is_corrected_and_said_to_be(shipped):
    """The result says that the word was not typed exactly."""
    found = look_up(shipped, "deathtuch")

    assert isinstance(found, TermFound)
    assert (found.name, found.corrected) == ("Deathtouch", True)


@pytest.mark.parametrize("text", ["test goat", "TEST GOAT", "card:Test Goat"])
def test_a_card_is_found_by_name_with_text_and_rulings(full, text):
    """Without an index of names, imported cards are found by name."""
    found = look_up(full, text)

    assert isinstance(found, CardFound)
    assert found.name == "Test Goat"
    assert found.text is not None
    assert found.text.faces[0].text == "Menace"
    assert [ruling.date for ruling in found.rulings] == ["2029-02-01", "2030-02-01"]
    assert not found.corrected


def test_part_of_a_name_that_fits_one_card_is_that_card(full):
    """It is said that the name was not typed in full."""
    found = look_up(full, "herd")

    assert isinstance(found, CardFound)
    assert (found.name, found.corrected) == ("Wild Goat Herd", True)


def test_a_clear_slip_is_corrected(shipped):
    """One card far ahead of the others is meant."""
    found = look_up(shipped, "ochran assasin", Names(fuzzy=[("Ochran Assassin", 96.0), ("Other Assassin", 80.0)]))

    assert isinstance(found, CardFound)
    assert (found.name, found.corrected) == ("Ochran Assassin", True)


def test_two_cards_that_fit_alike_are_offered(shipped):
    """Neither is taken in silence; each choice has a query that finds just it."""
    names = Names(fuzzy=[("Ochran Assassin", 90.0), ("Ochran Assassine", 89.0)])

    found = look_up(shipped, "ochran assasxn", names)

    assert isinstance(found, Choices)
    assert not found.exact
    assert [choice.query for choice in found.choices] == ["card:Ochran Assassin", "card:Ochran Assassine"]


def test_a_card_and_a_term_of_one_name_are_both_offered(shipped):
    """Fear is a card and a keyword."""
    names = Names({"fear": ["Fear"]})

    found = look_up(shipped, "fear", names)

    assert isinstance(found, Choices)
    assert found.exact
    assert [choice.query for choice in found.choices] == ["card:Fear", "term:Fear"]
    assert isinstance(look_up(shipped, "card:Fear", names), CardFound)
    assert isinstance(look_up(shipped, "term:Fear", names), TermFound)
    assert isinstance(look_up(shipped, "text:fear", names), PhraseFound)


def test_two_cards_with_one_face_name_are_offered(shipped):
    """A face's name may belong to several cards."""
    found = look_up(shipped, "fire", Names({"fire": ["Fire // Ice", "Start // Fire"]}))

    assert isinstance(found, Choices)
    assert len(found.choices) == 2


def test_a_phrase_is_ranked(shipped):
    """What rules and rulings say about it, best first."""
    found = look_up(shipped, "as many requirements as possible")

    assert isinstance(found, PhraseFound)
    assert {"509.1c", "508.1d"} <= {rule.id for rule in found.rules[:3]}


def test_the_words_of_rules_are_a_phrase_even_if_a_card_is_near(shipped):
    """Cards that come near are suggested beside it."""
    found = look_up(shipped, "creature with deathtouch", Names(fuzzy=[("Creature Bond", 70.0), ("Deathgreeter", 69.5)]))

    assert isinstance(found, PhraseFound)
    assert "Creature Bond" in found.cards


@pytest.mark.parametrize("text", ["", "   ", "zxcvb", "702.999", "999", "card:", "rule:zxcvb", "card:zxcvb"])
def test_nothing_is_said_to_be_nothing(shipped, text):
    """No guess is made; for a number that is not there the section is near."""
    assert isinstance(look_up(shipped, text), NothingFound)


def test_the_nearest_of_a_missing_subrule_is_its_rule(shipped):
    """509.1z does not exist, 509.1 does."""
    found = look_up(shipped, "509.1z")

    assert isinstance(found, NothingFound)
    assert found.nearest[0].id == "509.1"


@pytest.mark.parametrize(
    "text", ['"', "'); DROP TABLE passage; --", "NEAR(a b)", "a AND OR", "*", "\x00\x07", "[b]x[/b]", "^a:b", "é" * 500]
)
def test_odd_text_is_harmless(full, text):
    """Marks that mean something to the search engine are just text."""
    look_up(full, text)
    look_up(full, f"text:{text}")


def test_results_go_to_json_and_back(full):
    """Every kind of result keeps its type in JSON."""
    for text in ("509.1", "509", "test goat", "goat", "fear", "sample blocker", "zxcvb", "day"):
        found = look_up(full, text)
        assert msgspec.json.decode(msgspec.json.encode(found), type=LookupResult) == found


def test_rulings_are_shown_with_their_dates_and_rules_with_their_examples(full):
    """What the app and the command line show of a look-up."""
    store = CardStore()
    names = Names({"test goat": ["Test Goat"]})

    rulings = [ruling for group in find("card:Test Goat", full, store, names).groups for ruling in group.sources]
    rule = find("509.1a", full, store, names).groups[0].sources[0]

    assert [ruling.date for ruling in rulings] == ["2029-02-01", "2030-02-01"]
    assert rule.date == ""
    assert rule.examples == ("An untapped goat may block.", "A tapped goat may not.")
    assert further(rule) == ["Example: An untapped goat may block.", "Example: A tapped goat may not."]
