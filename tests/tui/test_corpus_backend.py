"""The real backend, as the app uses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
