"""What is known of the figures in card art by creature type, from corpus/lexicon/legs.toml."""

from __future__ import annotations

import functools
import tomllib

from judgecall.corpus.files import corpus_folder


@functools.cache
def legs_by_type() -> dict[str, tuple[int, int]]:
    """Creature type -> (fewest, most) legs of such a figure, for the types where that is certain."""
    with (corpus_folder() / "lexicon" / "legs.toml").open("rb") as file:
        tables = tomllib.load(file)
    return {name: (low, high) for table in tables.values() for name, (low, high) in table.items()}
