"""What players write, and the cards it can mean."""

from __future__ import annotations

import time

import pytest

from judgecall.cards.names import NameIndex, plurals, shipped_nicknames, singulars
from judgecall.cards.store import CardStore


@pytest.fixture(scope="module")
def names() -> NameIndex:
    store = CardStore()
    return NameIndex(store.names_by_spelling, store.names_by_short_spelling)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("goyf", "Tarmogoyf"),
        ("bob", "Dark Confidant"),
        ("coco", "Collected Company"),
        ("EE", "Engineered Explosives"),
        ("urzas saga", "Urza's Saga"),
        ("kharn the betrayer", "Khârn the Betrayer"),
        ("a-blood artist", "A-Blood Artist"),
    ],
)
def test_exact_names_and_nicknames(names: NameIndex, text: str, card: str) -> None:
    assert names.lookup(text) == [card]


def test_an_article_makes_no_digital_card_of_a_name(names: NameIndex) -> None:
    assert names.lookup("a blood artist") == []


def test_every_nickname_is_the_name_of_a_card() -> None:
    store = CardStore()
    nicknames = shipped_nicknames()

    assert len(nicknames) >= 150
    assert [name for name in nicknames.values() if store.get(name) is None] == []
    index = NameIndex(store.names_by_spelling, store.names_by_short_spelling)
    assert [nickname for nickname, name in nicknames.items() if index.lookup(nickname) != [name]] == []


@pytest.mark.parametrize(
    ("text", "card"),
    [("Lurrus", "Lurrus of the Dream-Den"), ("jermane", "Jermane, Pride of the Circus")],
)
def test_short_names(names: NameIndex, text: str, card: str) -> None:
    assert card in names.short_names(text)


def test_a_common_first_word_is_no_short_name(names: NameIndex) -> None:
    assert names.short_names("wall") == []


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Taunting Elves", "Taunting Elf"),
        ("exotic orchards", "Exotic Orchard"),
        ("grizzly bear", "Grizzly Bears"),
        ("walls of omens", "Wall of Omens"),
    ],
)
def test_playful_plurals(names: NameIndex, text: str, card: str) -> None:
    assert names.plural_lookup(text) == [card]


def test_a_single_word_gives_every_candidate(names: NameIndex) -> None:
    assert "Smuggler's Copter" in names.by_word("copter")
    assert {"Exotic Orchard", "Forbidden Orchard"} <= set(names.by_word("orchards"))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("tarmogoif", "Tarmogoyf"),
        ("apocalipse hydra", "Apocalypse Hydra"),
        ("nisa vastwood seer", "Nissa, Vastwood Seer"),
        ("springleef drum", "Springleaf Drum"),
    ],
)
def test_misspellings(names: NameIndex, text: str, card: str) -> None:
    found = names.fuzzy(text)

    assert found[0][0] == card
    assert len(found) == 1


def test_rivals_are_all_returned(names: NameIndex) -> None:
    found = [name for name, _ in names.fuzzy("lightning blot")]

    assert {"Lightning Bolt", "Lightning Blow"} <= set(found)


@pytest.mark.parametrize("text", ["the stack is empty", "my 2/2", "elf", "", "who wins"])
def test_ordinary_talk_is_no_card(names: NameIndex, text: str) -> None:
    assert names.fuzzy(text) == []


def test_likeness_is_quick(names: NameIndex) -> None:
    names.fuzzy("warm the index")
    start = time.perf_counter()
    for _ in range(10):
        names.fuzzy("raflecting pool")
    spent = (time.perf_counter() - start) / 10

    assert spent < 0.05  # about 0.001 on an idle machine


def test_plurals_and_singulars_undo_each_other() -> None:
    for one in ("elf", "wolf", "goblin", "ally", "sphinx", "mouse"):
        assert one in singulars(plurals(one)[0])
