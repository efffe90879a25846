"""What is known of the figures in card art by creature type, from corpus/lexicon/legs.toml."""

from __future__ import annotations

import functools
import tomllib

from judgecall.corpus.files import corpus_folder


@functools.cache
def legs_by_type() -> dict[str, tuple[int, int] | None]:
    """Creature type -> (fewest, most) legs of such a figure; None for a type whose figures differ."""
    with (corpus_folder() / "lexicon" / "legs.toml").open("rb") as file:
        tables = tomllib.load(file)
    known: dict[str, tuple[int, int] | None] = dict.fromkeys(tables["unsure"]["types"])
    for table in ("four_or_more", "fewer"):
        known.update({name: (low, high) for name, (low, high) in tables[table].items()})
    return known


@functools.cache
def legs_of_animals() -> dict[str, int]:
    """Animal, as players name it where the card has a wider type (a tiger is a Cat) -> its legs."""
    with (corpus_folder() / "lexicon" / "legs.toml").open("rb") as file:
        animals: dict[str, int] = tomllib.load(file)["animals"]
    return animals


@functools.cache
def art_phrases() -> dict[str, tuple[str, ...]]:
    """What players say of the picture on a card, by what it means, from corpus/lexicon/art.toml."""
    with (corpus_folder() / "lexicon" / "art.toml").open("rb") as file:
        return {name: tuple(phrases) for name, phrases in tomllib.load(file).items()}
