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
