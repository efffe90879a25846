"""Look-ups as an impatient player types them, over the shipped cards and rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import judgecall.engine.everything  # noqa: F401
from judgecall.answer.lookup import CardNames, Entry, Found, exactly_named, find, further
from judgecall.cards.store import CardStore
from judgecall.corpus.library import Library, open_library
from judgecall.engine.derivation import REGISTRY


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library(Path("/no/such/folder"))


@pytest.fixture(scope="module")
def store() -> CardStore:
    return CardStore()


@pytest.fixture(scope="module")
def names(store: CardStore) -> CardNames:
    return CardNames(store)


@pytest.mark.parametrize(
    ("text", "kind", "title"),
    [
        ("LIM-DULS VAULT", "card", "Lim-Dûl's Vault"),
        ("wear/tear", "card", "Wear // Tear"),
        ("insectile aberration", "card", "Delver of Secrets // Insectile Aberration"),
        ("force of will???", "card", "Force of Will"),
        ("rulings for blood moon", "card", "Blood Moon"),
        ("blood moon rulings", "card", "Blood Moon"),
        ("who is ragavan", "card", "Ragavan, Nimble Pilferer"),
        ("the rule of law", "card", "Rule of Law"),
        ("murktide", "card", "Murktide Regent"),
        ("ur dragon", "card", "The Ur-Dragon"),
        ("what does deathtouch do?", "term", "Deathtouch"),
        ("how does trample work", "term", "Trample"),
        ("the legend rule", "term", "Legend rule"),
        ("cmc", "term", "Mana value"),
        ("summoning sick", "term", "Summoning sickness"),
        ("firststrike", "term", "First strike"),
        ("the stack", "section", "405 Stack"),
        ("upkeep", "section", "503 Upkeep Step"),
        ("sba", "section", "704 State-Based Actions"),
        ("state based action", "section", "704 State-Based Actions"),
        ("etb", "rule", "Rule 603.6a (Enters triggers)"),
        ("rule 702.9 b", "rule", "Rule 702.9b (Flying)"),
        ("double faced cards transform", "phrase", "double faced cards transform"),
    ],
)
def test_what_is_meant_is_found(
    library: Library, store: CardStore, names: CardNames, text: str, kind: str, title: str
) -> None:
    found = find(text, library, store, names)

    assert (found.kind, found.title) == (kind, title)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("bob", "Dark Confidant"),
        ("goyf", "Tarmogoyf"),
        ("mom", "Mother of Runes"),
        ("ochran assasin", "Ochran Assassin"),
    ],
)
def test_a_card_that_was_not_named_in_full_is_said(
    library: Library, store: CardStore, names: CardNames, text: str, card: str
) -> None:
    found = find(text, library, store, names)

    assert found.title == card
    assert found.note == f"Taken as {card}."


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("urza", {"Urza", "Urza, Lord High Artificer"}),
        ("sheoldred", {"Sheoldred // The True Scriptures", "Sheoldred, the Apocalypse"}),
        ("thalia", {"Thalia, Guardian of Thraben", "Thalia, Heretic Cathar", "Thalia and The Gitrog Monster"}),
        ("hanweir", {"Hanweir, the Writhing Township", "Hanweir Lancer"}),
        ("fire and ice", {"Fire // Ice", "Sword of Fire and Ice"}),
        ("lifelink", {"Lifelink"}),
        ("goblin", {"Goblin Spy"}),
    ],
)
def test_several_that_fit_are_offered(
    library: Library, store: CardStore, names: CardNames, text: str, choices: set[str]
) -> None:
    """And each choice, looked up, is just this one."""
    found = find(text, library, store, names)

    assert found.kind == "choices"
    assert len(found.choices) > 1
    assert choices <= {choice.name for choice in found.choices}
    for choice in found.choices:
        assert find(choice.query, library, store, names).title == choice.name


@pytest.mark.parametrize("text", ["section 5", "5", "chapter 5"])
def test_a_chapter_offers_its_sections(library: Library, store: CardStore, names: CardNames, text: str) -> None:
    found = find(text, library, store, names)

    assert [choice.name.split()[0] for choice in found.choices] == [str(number) for number in range(500, 515)]


def test_the_app_takes_a_name_that_fits_several_cards_for_no_card(
    library: Library, store: CardStore, names: CardNames
) -> None:
    found = exactly_named("urza?", library, store, names)

    assert found is not None
    assert found.kind == "choices"


def test_every_ruling_that_the_engine_carries_out_is_linked_to_the_rules_that_do(
    library: Library, store: CardStore, names: CardNames
) -> None:
    """In a look-up both ways: the ruling names the rules, and each of these rules shows the ruling."""
    deciding: dict[str, set[str]] = {}
    for function in REGISTRY.values():
        for id in function.passages:
            if "." not in id:
                deciding.setdefault(id, set()).add(function.number)
    assert len(deciding) == 14

    for id, numbers in deciding.items():
        ruling = library.passage(id)
        assert ruling is not None
        assert numbers <= set(ruling.rules), id
        card = find(f"card:{ruling.card}", library, store, names)
        (shown,) = (entry for entry in _entries(card) if entry.id == id)
        assert shown.rules == ruling.rules
        assert further(shown) == [f"Rests on {', '.join(ruling.rules)}."]
        for number in ruling.rules:
            assert id in {entry.id for entry in _entries(find(f"rule:{number}", library, store, names))}


def _entries(found: Found) -> list[Entry]:
    return [source for group in found.groups for source in group.sources if isinstance(source, Entry)]
