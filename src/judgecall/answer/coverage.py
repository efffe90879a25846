"""Coverage: which seed passages a rule function, worked questions and tests reach."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from judgecall.answer.worked import Worked
from judgecall.corpus.shipped import SEED_IDS
from judgecall.engine.derivation import REGISTRY, RuleFunction

WANTED_QUESTIONS = 3
"""How many worked questions each seed passage should have."""

_TEST_FILES = frozenset({".py", ".toml", ".json", ".jsonl"})


class Row(msgspec.Struct, frozen=True):
    """What reaches one passage."""

    passage: str
    functions: tuple[str, ...]
    questions: int
    tests: int | None
    """None where the tests are not at hand (an installed wheel)."""

    @property
    def reached(self) -> bool:
        """Whether a rule function, enough worked questions and a test reach it."""
        return bool(self.functions) and self.questions >= WANTED_QUESTIONS and self.tests != 0


def seed_coverage(
    questions: Iterable[Worked],
    tests: Path | None,
    registry: Mapping[str, RuleFunction] | None = None,
    seeds: Iterable[str] = SEED_IDS,
) -> list[Row]:
    """A row for each seed passage.

    A rule function reaches a passage by its number or by the rulings it names. A test reaches it when an engine test, or a
    file of positions that one reads, names the passage's id; tests of other rooms prove nothing about a rule.
    """
    if registry is None:
        from judgecall.engine import everything  # noqa: F401  (fills the registry)

        registry = REGISTRY
    asked = list(questions)
    texts = _test_texts(tests)
    rows: list[Row] = []
    for id in seeds:
        functions = tuple(sorted(f.name for f in registry.values() if id == f.number or id in f.passages))
        named = re.compile(rf"(?<![\w.-]){re.escape(id)}(?![\w-]|\.\d)")
        count = None if texts is None else sum(1 for text in texts if named.search(text))
        rows.append(Row(id, functions, sum(id in q.shows for q in asked), count))
    return rows


def tests_folder() -> Path | None:
    """The tests of this checkout, or None for an installed wheel."""
    folder = Path(__file__).resolve().parents[3] / "tests"
    return folder if folder.is_dir() else None


def _test_texts(tests: Path | None) -> list[str] | None:
    if tests is None:
        return None
    rooms = (tests / "engine", tests / "positions")
    paths = [path for room in rooms for path in sorted(room.rglob("*")) if path.suffix in _TEST_FILES]
    return [path.read_text(encoding="utf-8", errors="replace") for path in paths]


def coverage_json(rows: Iterable[Row]) -> str:
    """The table for a program."""
    return json.dumps([msgspec.to_builtins(row) | {"reached": row.reached} for row in rows])
