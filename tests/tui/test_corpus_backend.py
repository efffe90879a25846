"""The real backend, as the app uses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from judgecall.scenario.stated import other_value
from judgecall.tui.backend import CorpusBackend
from judgecall.tui.exchange import sources_of
from judgecall.tui.follow_up import ask


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> CorpusBackend:
    """Loaded, on the shipped corpus alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path_factory.mktemp("data")))
        backend = CorpusBackend()
        backend.load()
    return backend


def test_damaged_texts_are_told_of_by_the_first_start_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The first start says under which name the damaged file is kept; the app itself and the next start are quiet."""
    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    (tmp_path / "corpus.sqlite").write_bytes(b"SQLite format 3\0 and no more")

    first = CorpusBackend()
    told = first.notice()

    (aside,) = tmp_path.glob("corpus-damaged-*.sqlite")
    assert aside.name in told
    assert "corpus update" in told
    assert first.look_up("509.1b").kind == "rule"
    assert first.notice() == told
    assert not first.full()
    assert CorpusBackend().notice() == ""


def test_a_question_and_its_follow_up(backend: CorpusBackend) -> None:
    (first,) = ask(backend, "five guys block my ochran assasin how many die", None)
    assert first.answer.answers[0].verdict.value == 1
    (second,) = ask(backend, "same but i gave it +2/+0, most I can kill?", first.answer.scenario)
    assert second.goes_on
    assert second.answer.answers[0].verdict.value == 3


def test_a_question_of_its_own_is_not_mixed_up_with_the_one_before(backend: CorpusBackend) -> None:
    question = "my 1/1 deathtouch creature is blocked by three 2/2s how many die"
    (first,) = ask(backend, "five guys block my ochran assasin how many die", None)
    (expected,) = ask(backend, question, None)
    taken = ask(backend, question, first.answer.scenario)[0]
    assert not taken.goes_on
    assert taken.answer.answers[0].verdict == expected.answer.answers[0].verdict


def test_where_passages_come_from(backend: CorpusBackend) -> None:
    answer = backend.ask("five guys block my ochran assasin how many die", None)
    sources = sources_of(answer)
    origins = backend.origins(sources)
    assert origins.keys() == {source.id for source in sources}
    assert origins["ochran-assassin-1"].query == "card:Ochran Assassin"
    assert origins["702.2b"].query == "702.2b"
    found = backend.look_up(origins["ochran-assassin-1"].query)
    assert found.kind == "card"


def test_looking_up_needs_no_parser(tmp_path: Path) -> None:
    code = (
        "import sys; from judgecall.tui.backend import CorpusBackend; "
        "found = CorpusBackend().look_up('ochran assasin'); "
        "sys.exit(found.kind != 'card' or 'spacy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        timeout=60,
        env={"JUDGECALL_DATA_FOLDER": str(tmp_path), "PATH": ""},
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")


@pytest.mark.parametrize(
    ("first", "then", "before", "after"),
    [
        ("can my bear attack the turn it came in?", "what if it had haste?", "no", "yes"),
        ("can my untapped 2/2 attack?", "what if it's tapped?", "depends", "no"),
        ("six creatures block my 3/1 deathtoucher, how many die?", "and with two of them?", 3, 2),
        ("six creatures block my 3/1 deathtoucher, how many die?", "what if there are only two of them?", 3, 2),
    ],
)
def test_follow_ups_keep_the_position(
    backend: CorpusBackend, first: str, then: str, before: object, after: object
) -> None:
    (asked,) = ask(backend, first, None)
    assert asked.answer.answers[0].verdict.value == before
    (taken,) = ask(backend, then, asked.answer.scenario)
    assert taken.goes_on
    assert taken.answer.answers[0].verdict.value == after


@pytest.mark.parametrize(
    "question", ["can a 3/3 block my 2/2 skulk?", "five guys block my ochran assasin how many die"]
)
def test_every_fact_of_a_question_turns_and_turns_back(backend: CorpusBackend, question: str) -> None:
    answer = backend.ask(question, None)
    facts = backend.facts(answer)
    assert facts.stated
    for fact in facts.stated:
        other = backend.varied(answer, {fact.key: other_value(fact, fact.value)}, ())
        assert other.status in {"answered", "depends"}
        assert other.position != answer.position
    assert backend.varied(answer, {}, ()).answers == answer.answers
    skulk = {fact.key: fact for fact in facts.stated}.get("2-2-skulk size")
    if skulk is not None:
        assert backend.varied(answer, {skulk.key: "3/3"}, ()).answers[0].verdict.value == "yes"


@pytest.mark.parametrize(
    ("typed", "kinds"),
    [
        ("ochran", {"card"}),
        ("ochran asasin", {"card"}),
        ("deatht", {"term"}),
        ("702.2", {"rule"}),
        ("509", {"section", "rule"}),
        ("as many requirements", {"rule"}),
        ("the", {"card"}),
        ("?!", set()),
    ],
)
def test_what_is_typed_finds_cards_terms_and_rules(backend: CorpusBackend, typed: str, kinds: set[str]) -> None:
    found = {hit.kind for hit in backend.suggest(typed)}
    assert kinds <= found if kinds else not found


@pytest.mark.parametrize(
    ("question", "kind"),
    [("Ochran Assassin", "card"), ("ochran assassin?", "card"), ("702.2b", "rule"), ("509", "section"),
     ("rule 702.2b", "rule"), ("can it block", None), ("999.9z", None), ("five 2/2s", None)],
)  # fmt: skip
def test_a_name_or_a_number_alone_is_direct(backend: CorpusBackend, question: str, kind: str | None) -> None:
    direct = backend.direct(question)
    assert (direct.found.kind if direct else None) == kind


@pytest.mark.parametrize(
    ("typed", "kind", "title"),
    [("trample", "term", "trample"), ("flash", "card", "Flash"), ("skulk", "term", "skulk"), ("deatht", "term", "deathtouch")],
)  # fmt: skip
def test_what_is_called_just_so_comes_first_and_a_name_merely_like_it_not_before_a_term_that_begins_so(
    backend: CorpusBackend, typed: str, kind: str, title: str
) -> None:
    first = backend.suggest(typed)[0]
    assert (first.kind, first.title) == (kind, title)
