"""Figures of the look-up by name: slips of the keyboard, how long they take, and the whole process.

Run with `pytest tests/benchmarks/test_lookup_bench.py -s`. The names are the shipped ones, so nothing else is needed; the
whole process is timed on the imported texts where the full data lies beside the checkout.
"""

from __future__ import annotations

import os
import random
import statistics
import string
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judgecall.answer.lookup import CardNames, find
from judgecall.cards.store import CardStore
from judgecall.corpus.folders import DATA_FOLDER_VARIABLE
from judgecall.corpus.importer import import_data
from judgecall.corpus.library import Library, open_library

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FILES = [SHARED / name for name in ("cr.txt", "cards.jsonl.gz", "rulings.jsonl.gz")]

_NAMES = 2000
_SEED = 20261129
_LEAST = 0.95
"""The part of the slips that must have the intended card first."""
_MOST_WRONG = 0.005
"""The part of the slips for which another card may be taken, though it is always said which card was."""
_MOST_SECONDS = 0.010
"""What a misspelled name may take in the median, everything loaded."""
_MOST_TIMES = 12.0
"""How many times as long as a bare Python process the whole command may take; 15 are asked for, the rest is for busy machines."""


def _slip(word: str, chance: random.Random) -> str:
    """The word with one letter left out, doubled, changed, put in or swapped with the next."""
    place = chance.randrange(len(word))
    letter = chance.choice(string.ascii_lowercase)
    kind = chance.randrange(5)
    if kind == 0:
        return word[:place] + word[place + 1 :]
    if kind == 1:
        return word[:place] + word[place] + word[place:]
    if kind == 2:
        return word[:place] + letter + word[place + 1 :]
    if kind == 3:
        return word[:place] + letter + word[place:]
    place = chance.randrange(len(word) - 1)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _slips(store: CardStore, slips: int) -> Iterator[tuple[str, str]]:
    """Card names drawn at random, each with so many slips in it."""
    chance = random.Random(_SEED + slips)
    cards = sorted({name for name in store.names() if store.get(name)})
    for name in chance.sample(cards, _NAMES):
        typed = name.lower()
        for _ in range(slips):
            typed = _slip(typed, chance)
        yield name, typed


@pytest.fixture(scope="module")
def store() -> CardStore:
    """The shipped cards."""
    return CardStore()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The shipped corpus alone."""
    return open_library(tmp_path_factory.mktemp("none"))


@pytest.mark.parametrize("slips", [1, 2])
def test_slips_find_the_intended_card(library: Library, store: CardStore, slips: int) -> None:
    """The intended card is what is found, or the first choice, for 95 % of random names with one or two slips."""
    names = CardNames(store)
    first = alone = wrong = 0
    for name, typed in _slips(store, slips):
        wanted = store.get(name)
        assert wanted is not None
        found = find(typed, library, store, names)
        shown = found.title if found.kind == "card" else found.choices[0].name if found.choices else ""
        first += shown == wanted.name
        alone += found.kind == "card" and shown == wanted.name
        wrong += found.kind == "card" and shown != wanted.name
    print(
        f"\n{slips} slips: intended card first {first / _NAMES:.1%}, alone {alone / _NAMES:.1%}, "
        f"another one alone {wrong / _NAMES:.2%}"
    )
    assert first / _NAMES >= _LEAST
    assert wrong / _NAMES <= _MOST_WRONG


def test_misspelled_name(library: Library, store: CardStore) -> None:
    """The whole look-up of a misspelled name, everything loaded: 10 ms in the median."""
    names = CardNames(store)
    find("ochran assasin", library, store, names)
    seconds: list[float] = []
    for _, typed in list(_slips(store, 1))[:200]:
        start = time.perf_counter()
        find(typed, library, store, names)
        seconds.append(time.perf_counter() - start)
    print(f"\nlook-up of a misspelled name: median {statistics.median(seconds) * 1000:.1f} ms")
    assert statistics.median(seconds) <= _MOST_SECONDS


@pytest.mark.parametrize("imported", [True, False])
def test_whole_process(tmp_path: Path, imported: bool) -> None:
    """`judgecall lookup` from start to end beside a bare Python, with and without the full texts: medians of turns in one run."""
    if imported and not all(path.is_file() for path in FILES):
        pytest.skip("the full data is not here")
    if imported:
        import_data(*FILES, data_folder=tmp_path)
    environment = {**os.environ, DATA_FOLDER_VARIABLE: str(tmp_path)}
    command = "import sys; from judgecall.cli.main import main; sys.exit(main(['lookup', 'ochran assasin']))"

    def seconds(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start

    turns = [(seconds("pass"), seconds(command)) for _ in range(15)]
    bare, ours = (statistics.median(column) for column in zip(*turns, strict=True))
    print(f"\nwhole process: {ours * 1000:.0f} ms, {ours / bare:.1f} times bare Python ({bare * 1000:.0f} ms)")
    assert ours <= _MOST_TIMES * bare
