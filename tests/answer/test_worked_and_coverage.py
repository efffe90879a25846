"""The format of worked questions, and the coverage table."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgecall.answer.coverage import seed_coverage
from judgecall.answer.json_form import Answer, Part, Source, VerdictForm
from judgecall.answer.worked import Expected, Worked, WorkedQuestionError, mistakes, worked_questions
from judgecall.corpus.shipped import SEED_IDS
from judgecall.engine.derivation import RuleFunction

_TESTS = Path(__file__).resolve().parents[1]
"""These tests themselves: an installed package doesn't know where they are."""
FILE = """
[[question]]
text = "how many die"
verdict = { kind = "number", value = 1, bound = "at_most" }
cites = ["ochran-assassin-1"]

[[question]]
text = "is it legal, and does it die"
verdict = ["no", "depends"]
for = ["106.5"]
after = "how many die"
"""


def test_the_format(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(FILE)
    first, second = worked_questions(tmp_path)
    assert first.verdicts == (Expected("number", 1, "at_most"),)
    assert first.shows == ("ochran-assassin-1",)
    assert second.verdicts == (Expected("yes_no", "no"), Expected("yes_no", "depends"))
    assert (second.shows, second.after) == (("106.5",), "how many die")


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        '[[question]]\ntext = "x"',
        '[[question]]\ntext = "x"\nverdict = "maybe"',
        '[[question]]\nverdict="no"\nz=1',
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.toml").write_text(text)
    with pytest.raises(WorkedQuestionError, match=r"broken\.toml"):
        worked_questions(tmp_path)


def test_mistakes_are_named() -> None:
    question = Worked("q", (Expected("number", 1, "at_most"),), ("106.5",), ())
    right = Part("q", VerdictForm("number", 1, "at_most"), "At most one.", (), (Source("106.5", "", ""),))
    assert mistakes(question, Answer("q", "answered", (right,))) == []
    wrong = Part("q", VerdictForm("number", 2, "at_most"), "At most two.")
    assert len(mistakes(question, Answer("q", "answered", (wrong,)))) == 2
    assert mistakes(question, Answer("q", "no_ruling"))


def test_the_table_counts_functions_questions_and_tests(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "test_a.py").write_text("# 106.5, and 106.75 is another, as is ochran-assassin-12")
    registry = {"f": RuleFunction("f", "106.5", ("ochran-assassin-1",))}
    asked = [Worked("q", (), (), ("106.5",))] * 3
    first, second, third = seed_coverage(asked, tmp_path, registry, ("106.5", "106.7", "ochran-assassin-1"))
    assert (first.functions, first.questions, first.tests, first.reached) == (("f",), 3, 1, True)
    assert (second.functions, second.tests, second.reached) == ((), 0, False)
    assert (third.functions, third.tests, third.reached) == (("f",), 0, False)


@pytest.mark.parametrize("row", seed_coverage(worked_questions(), _TESTS), ids=lambda row: row.passage)
def test_every_seed_passage_is_reached(row) -> None:  # type: ignore[no-untyped-def]
    assert row.passage in SEED_IDS
    assert row.functions, "no rule function computes it"
    assert row.tests, "no engine test or position names it"
    assert row.questions >= 3, "it has fewer than three worked questions"


def test_every_rule_that_is_cited_is_in_the_corpus() -> None:
    import judgecall.engine.everything  # noqa: F401
    from judgecall.corpus.library import open_library
    from judgecall.engine.derivation import REGISTRY

    library = open_library()
    cited = {number for f in REGISTRY.values() for number in (f.number, *f.passages)}
    assert sorted(number for number in cited if library.passage(number) is None) == []
