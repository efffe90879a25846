"""Finding cards by name in the shipped data."""

from __future__ import annotations

import stat
import time
from pathlib import Path

import pytest

from judgecall.cards.abilities import Keyword
from judgecall.cards.build import compile_cards, write
from judgecall.cards.sources import PrintedCard, PrintedFace
from judgecall.cards.store import CardStore, index_bytes
from judgecall.corpus.files import corpus_folder


@pytest.fixture(scope="module")
def store() -> CardStore:
    return CardStore()


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Reflecting Pool", "Reflecting Pool"),
        ("reflecting pool", "Reflecting Pool"),
        ("Kharn the Betrayer", "Khârn the Betrayer"),
        ("Nissa, Sage Animist", "Nissa, Vastwood Seer // Nissa, Sage Animist"),
        ("nissa, vastwood seer", "Nissa, Vastwood Seer // Nissa, Sage Animist"),
        ("Startled Awake // Persistent Nightmare", "Startled Awake // Persistent Nightmare"),
        ("Startled Awake / Persistent Nightmare", "Startled Awake // Persistent Nightmare"),
        # Reversible printings have the whole card on each side.
        ("Scavenger Regent // Exude Toxin // Scavenger Regent // Exude Toxin", "Scavenger Regent // Exude Toxin"),
        ("Reflecting Pool // Reflecting Pool", "Reflecting Pool"),
    ],
)
def test_a_card_is_found_by_each_of_its_names(store: CardStore, asked: str, name: str) -> None:
    card = store.get(asked)

    assert card is not None
    assert card.name == name


def test_a_name_that_no_card_has_finds_nothing(store: CardStore) -> None:
    assert store.get("Reflecting Puddle") is None
    assert store.get("Reflecting Pool // Startled Awake") is None
    assert store.get(" // ") is None


def test_names_hold_every_face(store: CardStore) -> None:
    names = set(store.names())

    assert {"Nissa, Sage Animist", "Reflecting Pool", "Startled Awake // Persistent Nightmare"} <= names
    assert len(names) == len(store) > 30_000


def test_every_name_finds_a_card_with_that_name(store: CardStore) -> None:
    for name in list(store.names())[::101]:
        card = store.get(name)
        assert card is not None
        assert name in (card.name, *(face.name for face in card.faces))


def test_opening_and_the_first_card_take_milliseconds() -> None:
    start = time.perf_counter()
    card = CardStore().get("Reflecting Pool")
    spent = time.perf_counter() - start

    assert card is not None
    assert spent < 0.5  # about 0.03 on an idle machine; the bound leaves room for a busy one


@pytest.mark.parametrize("stale", [b"", b"names 1\n", b"Oak\n\n0\n\noak\n\n\n\n"])
def test_an_index_of_another_form_is_not_used(tmp_path: Path, stale: bytes) -> None:
    face = PrintedFace("Oak", "{G}", "Creature — Treefolk", "Reach", "1", "2", None, None, None)
    write(compile_cards([PrintedCard("Oak", "normal", (face,))]), tmp_path)
    (tmp_path / "cards.index").write_bytes(stale)

    assert CardStore(tmp_path).get("oak") is not None


def test_the_shipped_index_is_that_of_the_shipped_cards() -> None:
    folder = corpus_folder() / "cards"

    assert (folder / "cards.index").read_bytes() == index_bytes((folder / "cards.jsonl").read_bytes())


@pytest.mark.parametrize("name", ["Apocalypse Hydra", "Nissa, Sage Animist", "Fire // Ice", "Ochran Assassin"])
def test_an_outline_says_of_a_card_what_its_facts_say(store: CardStore, name: str) -> None:
    outline, card = store.outline(name), store.get(name)

    assert outline is not None
    assert card is not None
    assert outline.name == card.name
    for short, face in zip(outline.faces, card.faces, strict=True):
        for field in (
            "name",
            "mana_cost",
            "supertypes",
            "types",
            "subtypes",
            "power",
            "toughness",
            "loyalty",
            "defense",
        ):
            assert getattr(short, field) == getattr(face, field)
        keywords = [(a.name, a.n, a.cost) for a in face.abilities if isinstance(a, Keyword)]
        assert [(a.name, a.n, a.cost) for a in short.abilities if a.kind == "keyword"] == keywords
        assert len(short.abilities) == len(face.abilities)
    assert store.outline("Reflecting Puddle") is None


def test_facts_of_a_card(store: CardStore) -> None:
    card = store.get("Apocalypse Hydra")

    assert card is not None
    (face,) = card.faces
    assert (face.mana_cost, face.colors, face.types, face.subtypes) == ("{X}{R}{G}", "RG", ("creature",), ("Hydra",))
    assert (face.power, face.toughness) == ("0", "0")


def test_a_folder_without_an_index_that_cannot_be_written_still_opens(tmp_path: Path) -> None:
    face = PrintedFace("Oak", "{G}", "Creature — Treefolk", "Reach", "1", "2", None, None, None)
    write(compile_cards([PrintedCard("Oak", "normal", (face,))]), tmp_path)
    (tmp_path / "cards.index").unlink()
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        card = CardStore(tmp_path).get("oak")
    finally:
        tmp_path.chmod(stat.S_IRWXU)

    assert card is not None
    assert card.faces[0].colors == "G"
