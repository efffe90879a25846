"""What cards do and what is asked, as leads to the rules that govern a question."""

from __future__ import annotations

import typing
from pathlib import Path

import msgspec
import pytest

from judgecall.answer.ask import Judge
from judgecall.answer.leads import concepts, leads
from judgecall.answer.opening import open_judge
from judgecall.answer.sources import nearest_to
from judgecall.cards import abilities
from judgecall.cards.store import CardStore
from judgecall.corpus.library import Leads, Library, open_library
from judgecall.scenario.model import Query, QueryKind


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(Path("/no/such/folder"))


@pytest.fixture(scope="module")
def store() -> CardStore:
    return CardStore()


@pytest.fixture(scope="module")
def judge() -> Judge:
    return open_judge()


@pytest.mark.parametrize(
    ("card", "held"),
    [
        ("Ochran Assassin", {"force_block", "keyword=deathtouch"}),
        ("Reflecting Pool", {"add_mana", "add_mana=any_type_yours"}),
        ("Startled Awake // Persistent Nightmare", {"layout=transform", "keyword=skulk"}),
        ("Walking Ballista", {"mana_cost=X", "replacement=enters_with_counters"}),
    ],
)
def test_a_card_does_what_its_facts_say(store: CardStore, card: str, held: set[str]) -> None:
    facts = store.get(card)

    assert facts is not None
    assert held <= concepts(facts)


def test_cards_and_queries_lead_to_their_rules(library: Library, store: CardStore) -> None:
    """The first rule of a concept most; a rule that a card and a query lead to more than either alone."""
    by_card = leads(library, store, ["Ochran Assassin", "no such card"], ())
    by_query = leads(library, store, [], [Query("must_block")])
    both = leads(library, store, ["Ochran Assassin"], [Query("must_block")])

    assert "deathtouch" in by_card.deeds.split()
    assert by_card.rules["509.1c"] == max(by_card.rules.values())
    assert both.rules["509.1c"] > max(by_card.rules["509.1c"], by_query.rules["509.1c"])
    assert leads(library, store, [], ()).rules == {}


def test_leads_bring_a_rule_that_shares_no_word_with_the_question(library: Library, store: CardStore) -> None:
    question = "is my guy the only one who has to stand there"
    found = leads(library, store, ["Ochran Assassin"], ())

    assert "509.1c" not in {passage.id for passage in library.nearest(question)}
    assert "509.1c" in {passage.id for passage in library.nearest(question, leads=found)}


def test_the_map_of_concepts_names_kinds_and_rules_that_exist(library: Library) -> None:
    kinds = {
        str(part.__struct_config__.tag or name.lower())
        for name, part in vars(abilities).items()
        if isinstance(part, type) and issubclass(part, msgspec.Struct)
    }

    for concept, numbers in library.governing_cards().items():
        assert concept.partition("=")[0].partition(".")[0] in kinds | {"layout", "mana_cost"}
        assert [number for number in numbers if library.rule(number) is None] == []
    for query, numbers in library.governing_queries().items():
        assert query in typing.get_args(QueryKind)
        assert [number for number in numbers if library.rule(number) is None] == []


def test_every_concept_of_cards_is_one_of_some_card(library: Library, store: CardStore) -> None:
    wanted = set(library.governing_cards())
    for name in store.names():
        card = store.get(name)
        if card is not None:
            wanted -= concepts(card)
        if not wanted:
            break

    assert wanted == set()


def test_cards_of_a_question_that_was_not_read_lead_all_the_same(judge: Judge) -> None:
    """The parser says which cards it made out, though it made out no question."""
    answer = judge.ask("what about Exotic Orchard then, hm hm")

    assert answer.status == "no_ruling"
    assert answer.cards == ("Exotic Orchard",)
    assert "106.7" in {source.id for source in answer.nearest}


def test_a_rule_named_by_its_number_comes_before_others(library: Library) -> None:
    nearest = nearest_to("a trampler is blocked, is it 702.19f or 509.1h", library, (), Leads())

    assert [source.id for source in nearest[:2]] == ["702.19f", "509.1h"]
