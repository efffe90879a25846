"""Figures of the corpus: look-ups after an import of the full data, the import itself, and the nearest text.

Run with `pytest tests/benchmarks/test_corpus_bench.py`. The full data is looked for beside the checkout.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from judgecall.corpus.importer import import_data
from judgecall.corpus.library import Library, open_library
from judgecall.corpus.lookup import CardFound, PhraseFound, RuleFound, look_up

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
FILES = [SHARED / "data" / name for name in ("cr.txt", "cards.jsonl.gz", "rulings.jsonl.gz")]

pytestmark = pytest.mark.skipif(not all(path.is_file() for path in FILES), reason="the full data is not here")

PHRASES = [
    "deals combat damage to a player",
    "last known information",
    "mana value of a spell on the stack",
    "if a creature would be dealt damage",
    "enters the battlefield with counters",
    "as many requirements as possible",
    "tapped for mana",
    "can't be blocked by more than one creature",
    "leaves the battlefield trigger",
    "copy of a double-faced permanent",
]


@pytest.fixture(scope="module")
def imported(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    import_data(*FILES, data_folder=folder)
    return folder


@pytest.fixture(scope="module")
def library(imported) -> Library:
    return open_library(imported)


def _median(benchmark, what: str) -> float:
    """The median of what was timed, in seconds, printed too."""
    median = benchmark.stats.stats.median
    print(f"\n{what}: median {median * 1000:.2f} ms")
    return median


def test_import_of_everything(benchmark, tmp_path):
    """Import time, and the size of the database."""
    report = benchmark.pedantic(lambda: import_data(*FILES, data_folder=tmp_path), rounds=1)

    benchmark.extra_info["megabytes"] = round(report.bytes / 1e6, 1)
    print(
        f"\nimport {report.seconds:.1f} s, {report.bytes / 1e6:.1f} MB, {report.cards} cards, {report.rulings} rulings"
    )
    assert report.bytes < 100_000_000


def test_opening(benchmark, imported):
    """Opening the library with the import in place."""
    benchmark(lambda: open_library(imported).close())


def test_exact_name(benchmark, library):
    """A card by its exact name, with text and rulings: 1 ms."""
    assert isinstance(benchmark(lambda: look_up(library, "Ochran Assassin")), CardFound)
    assert _median(benchmark, "exact name") <= 0.001


def test_rule_by_number(benchmark, library):
    """A rule by number, with subrules, examples and rulings: 1 ms."""
    assert isinstance(benchmark(lambda: look_up(library, "509.1b")), RuleFound)
    assert _median(benchmark, "rule by number") <= 0.001


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrase(benchmark, library, phrase):
    """A phrase over rules, rulings and glossary: 15 ms."""
    assert isinstance(benchmark(lambda: look_up(library, f"text:{phrase}")), PhraseFound)
    assert _median(benchmark, f"phrase “{phrase}”") <= 0.015


def test_nearest(benchmark, library):
    """The nearest text for a question that has no ruling."""
    benchmark(lambda: library.nearest("does blood moon stop urborg from making swamps", cards=["Blood Moon"]))
