"""The command line as its users meet it: run as a command, with good input and bad."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from judgecall.answer.json_form import Answer, Part, Reason, Source, StepForm, VerdictForm
from judgecall.cli.main import main
from judgecall.cli.page import Page
from judgecall.cli.serve import _may_drive
from judgecall.cli.show import shown, tree

COMMAND = [sys.executable, "-m", "judgecall.cli.main"]
BOARD = "you: skulk 1/1 [skulk] | opp: wall 2/2 ; ? can_block wall>skulk"


def command(*arguments: str | bytes, given: bytes = b"", timeout: float = 120) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run([*COMMAND, *arguments], input=given, capture_output=True, timeout=timeout)
    assert b"Traceback" not in done.stderr + done.stdout, done.stderr.decode(errors="replace")
    return done


class Stdin(io.TextIOWrapper):
    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Run in this process: (status, standard output, standard error)."""

    def call(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Stdin(given))
        status = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in err + out
        return status, out, err

    return call


# --------------------------------------------------------------- answers


def test_damaged_texts_are_told_of_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The first command says what became of the file, on standard error; the next ones don't, and the status still does."""
    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    (tmp_path / "corpus.sqlite").write_bytes(b"")

    first, second = command("lookup", "509.1b"), command("lookup", "509.1b")

    (aside,) = tmp_path.glob("corpus-damaged-*.sqlite")
    assert aside.name.encode() in first.stderr
    assert b"corpus import" in first.stderr
    assert (first.returncode, second.returncode, second.stderr) == (0, 0, b"")
    assert first.stdout == second.stdout != b""
    status = json.loads(command("corpus", "status", "--json").stdout)
    assert (status["text"], status["damaged_file"]) == ("shipped", aside.name)
    assert "notice" not in status


def test_a_question_is_answered_over_damaged_texts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`ask` tells of it too, and its answer is none the worse."""
    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path))
    (tmp_path / "corpus.sqlite").write_bytes(b"rubbish" * 900)

    first, second = command("ask", "--json", "--position", BOARD), command("ask", "--json", "--position", BOARD)

    (aside,) = tmp_path.glob("corpus-damaged-*.sqlite")
    assert aside.name.encode() in first.stderr
    assert second.stderr == b""
    assert json.loads(first.stdout)["answers"] == json.loads(second.stdout)["answers"]


def test_a_position_is_answered(run) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run("ask", "--position", BOARD)
    assert (status, err) == (0, "")
    assert out.startswith("No: ")
    for heading in ("Steps", "Source", "How I read the question", "Rules of 20"):
        assert heading in out
    assert "\x1b" not in out


def test_the_same_as_json(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("ask", "--json", "--position", BOARD)
    answer = json.loads(out)
    assert status == 0
    assert out.count("\n") == 1
    assert (answer["status"], answer["answers"][0]["verdict"]["value"]) == ("answered", "no")
    for source in answer["answers"][0]["sources"]:
        for start, end in source["marked"]:
            assert source["text"][start:end]


def test_no_ruling_is_status_3(run) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run("ask", "--position", "you: bear=Nobody's Card ; ? can_attack bear")
    assert (status, err) == (3, "")
    assert "No ruling. I know no card called “Nobody's Card”." in out


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (("ask",), b"", "There is no question"),
        (("ask", ""), b"", "no question here"),
        (("ask", "-"), b"", "no question here"),
        (("ask", "-"), b"can this block? " * 6_250, "too long"),
        (("ask", "-"), bytes(range(128, 256)) * 8, "not readable text"),
        (("ask", "-"), bytes(range(32)), "not readable text"),
        (("ask", "\udcff\udcfe\udcfd"), b"", "not readable text"),
        (("ask", "--position", "you bear"), b"", "Column 1"),
        (("ask", "--batch", "/no/such/file", "--json"), b"", "can't be read"),
        (("ask", "--batch", "/", "--json"), b"", "can't be read"),
        (("ask", "--batch", "x\0y", "--json"), b"", "can't be read"),
        (("ask", "--batch", "x", "a question"), b"", "not both"),
        (("lookup", " ?!"), b"", "nothing to look up"),
        (("corpus", "import"), b"", "Nothing to import"),
        (("corpus", "import", "--rules", "/no/such/file"), b"", "/no/such/file"),
        (("corpus", "coverage", "--cards", "/no/such/file"), b"", "/no/such/file"),
        (("corpus", "coverage", "--cards"), b"", "no card texts are imported"),
        (("dance",), b"", "dance"),
        (("lookup",), b"", "TEXT"),
        ((), b"", "needs a terminal"),
    ],
)
def test_bad_input_is_status_2_and_a_message(run, arguments: Sequence[str], given: bytes, said: str) -> None:  # type: ignore[no-untyped-def]
    status, out, err = run(*arguments, given=given)
    assert status == 2
    assert said in err
    assert out == ""


def test_bad_input_gives_json_too_when_asked_for(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("ask", "--json", "")
    assert status == 2
    assert json.loads(out)["reason"]["code"] == "empty"


# ----------------------------------------------------------------- batch


def test_a_batch_goes_on_after_broken_lines(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    broken = [
        b"not json",
        b"[]",
        b'{"id": 3}',
        b'{"id": "q", "question": 5}',
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"id": 1, "question": "' + b"a" * 1_100_000 + b'"}',
        b'{"id": NaN, "question": "x"}',
        b'{"id": 8, "question": ""}',
        b'{"id": 9, "question": "\\ud800\\u0000"}',
    ]
    path = tmp_path / "batch.jsonl"
    path.write_bytes(b"\n".join([*broken, b"", b'{"id": [1], "question": "  "}']))
    status, out, _ = run("ask", "--batch", str(path), "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert len(answers) == len(broken) + 1
    assert {answer["status"] for answer in answers} == {"no_ruling"}
    codes = [answer["reason"]["code"] for answer in answers]
    assert codes == ["bad_line"] * 8 + ["empty", "not_text", "empty"]
    assert [answer["id"] for answer in answers] == [None, None, 3, "q", None, None, None, None, 8, 9, [1]]


def test_a_batch_line_goes_on_from_another(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """By the id of a line before, or by the questions themselves; with neither it stands alone."""
    first, then = "can my 1/1 block his 3/3 with shadow?", "what if mine had shadow?"
    lines: list[dict[str, object]] = [
        {"id": "a", "question": first},
        {"id": "b", "question": then, "after": "a"},
        {"id": "c", "question": then, "after": first},
        {"id": "d", "question": "what if it's tapped too?", "after": [first, then]},
        {"id": "e", "question": then},
        {"id": "f", "question": then, "after": 7},
    ]
    path = tmp_path / "batch.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines))
    _, out, _ = run("ask", "--batch", str(path), "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    values = [answer["answers"][0]["verdict"]["value"] if answer["answers"] else None for answer in answers]
    assert values == ["no", "yes", "yes", "no", None, None]
    assert answers[-1]["reason"]["code"] == "bad_line"


def test_a_question_after_others(run) -> None:  # type: ignore[no-untyped-def]
    """The questions before are given in order."""
    status, out, _ = run("ask", "--after", "can my 1/1 block his 3/3 with shadow?", "what if mine had shadow?")
    assert status == 0
    assert out.startswith("Yes")


# --------------------------------------------------------------- look-up


@pytest.mark.parametrize(
    ("text", "kind", "shown_text"),
    [
        ("106.7", "rule", "could produce"),
        ("Ochran Assassin", "card", "deathtouch"),
        ("ochran asassin", "card", "Ochran Assassin"),
        ("skulk", "term", "702.118"),
    ],
)
def test_lookup(run, text: str, kind: str, shown_text: str) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("lookup", text)
    assert status == 0
    assert shown_text in out
    status, out, _ = run("lookup", *text.split(), "--json")
    assert json.loads(out)["kind"] == kind


def test_nothing_found_is_status_3(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("lookup", "[zzq]zzqqx[/zzq] \x1b[zzqqxz")
    assert status == 3
    assert "\x1b" not in out


def test_lookup_imports_neither_spacy_nor_textual() -> None:
    program = (
        "import sys; from judgecall.cli.main import main; status = main(['lookup', 'ochran', 'asassin']);"
        "heavy = [m for m in ('spacy', 'textual', 'thinc', 'numpy', 'highspy', 'judgecall.parser', 'judgecall.engine')"
        " if m in sys.modules]; print(heavy, file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert [m for m in ("spacy", "textual", "thinc", "highspy", "judgecall.parser") if f"'{m}'" in done.stderr] == []


# ------------------------------------------------------ corpus and process


def test_corpus_status(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("corpus", "status", "--json")
    assert status == 0
    assert json.loads(out)["rules_date"].startswith("20")


def test_a_closed_output_is_no_traceback() -> None:
    with subprocess.Popen([*COMMAND, "lookup", "509"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        error = process.stderr.read()
        status = process.wait(60)
    assert b"Traceback" not in error
    assert b"Exception" not in error
    assert status in {0, 141}


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupting_is_no_traceback(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(
            [*COMMAND, "ask", "--batch", str(pipe), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process,
        pipe.open("wb"),
    ):
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error.decode().strip() == "judgecall: Interrupted."


# ------------------------------------------------------------------ pages


def test_the_deciding_words_are_bold_and_underlined_on_a_terminal_only() -> None:
    source = Source("1", "Rule 1", "one two three four five six seven eight", ((4, 33),))
    page = Page(color=True, width=30)
    page.source(source)
    assert page.lines[1:] == [
        "    one \x1b[1;4mtwo three four five\x1b[0m",
        "    \x1b[1;4msix seven\x1b[0m eight",
    ]
    plain = Page(color=False, width=30)
    plain.source(source)
    assert "\x1b" not in str(plain)
    assert [line.strip() for line in plain.lines[1:]] == ["one two three four five", "six seven eight"]


ANSWER = Answer(
    "q",
    "answered",
    (Part("q", VerdictForm("yes_no", "no"), "No: it can't.", (StepForm("509.1b", "It can't."),)),),
    rules_date="2026-04-17",
)


def test_a_terminal_gets_the_verdict_as_a_coloured_word_and_a_pipe_the_same_text_plain() -> None:
    coloured = shown(ANSWER, Page(color=True, width=80))
    plain = shown(ANSWER, Page(color=False, width=80))
    without = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert "\x1b[1;37;41m NO \x1b[0m" in coloured
    assert "\x1b" not in plain
    assert plain.startswith("No: it can't.\n")
    assert without == plain.replace("No: it can't.", " NO  It can't.", 1)


@pytest.mark.parametrize("verdict", ["yes", "no", "depends"])
def test_every_verdict_stands_before_its_sentence(verdict: str) -> None:
    text = {"depends": "It depends on it."}.get(verdict, f"{verdict.capitalize()}: so it is, " + "and so " * 20)
    part = Part("q", VerdictForm("yes_no", verdict), text)
    lines = shown(Answer("q", "answered", (part, part)), Page(color=True, width=60)).split("\n")
    word = f" {verdict.upper()} \x1b[0m \x1b[1m"
    assert [word in line for line in lines if line.startswith(("1. ", "2. "))] == [True, True]
    assert all(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= 60 for line in lines)


def test_no_ruling_stands_before_its_reason_and_choices_are_asked_for() -> None:
    refused = Answer("q", "no_ruling", reason=Reason("no_reading", "It can't be read."))
    (line, *_) = shown(refused, Page(color=True)).split("\n")
    assert line == "\x1b[1;30;47m NO RULING \x1b[0m \x1b[1mIt can't be read.\x1b[0m"
    assert shown(refused, Page(color=False)).startswith("No ruling. It can't be read.\n")
    choices = Answer("q", "no_ruling", reason=Reason("which_card", "More than one: a, b.", ("a", "b")))
    assert " WHICH ONE \x1b[0m \x1b[1mMore than one:\x1b[0m\n  - a\n  - b\n" in shown(choices, Page(color=True))


@pytest.mark.parametrize(("no_color", "expected"), [(None, True), ("", True), ("1", False)])
def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch, no_color: str | None, expected: bool) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert Page().color is expected


def test_what_could_steer_a_terminal_is_taken_out() -> None:
    part = Part(
        "q", VerdictForm("yes_no", "yes"), "Yes: \x1b[2Jit \x07can.", (), (Source("1", "T\x1b", "a\x1bb", ((0, 1),)),)
    )
    answer = Answer("q", "answered", (part,), "Read \x9b31m so.", "", rules_date="2026-04-17")
    text = shown(answer, Page(color=False))
    assert not set("\x1b\x07\x9b") & set(text)


def test_steps_are_a_tree_with_the_deciding_one_first() -> None:
    steps = (StepForm("1", "a."), StepForm("2", "b.", (0,)), StepForm("3", "c."), StepForm("4", "d.", (1, 0)))
    assert [line for line, _ in tree(steps)] == ["4  d.", "  2  b.", "    1  a.", "3  c."]


def test_the_version(run) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = run("--version")
    assert status == 0
    assert out.startswith("judgecall ")


def test_an_import_and_a_failing_update(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    from judgecall.corpus import update

    def no_network(**_: object) -> None:
        raise update.UpdateFailed("There is no network.")

    monkeypatch.setenv("JUDGECALL_DATA_FOLDER", str(tmp_path / "data"))
    monkeypatch.setattr(update, "update", no_network)
    status, _, err = run("corpus", "update")
    assert (status, err) == (1, "judgecall: There is no network.\n")
    rulings = tmp_path / "rulings.jsonl"
    rulings.write_bytes(b"\xff\xfe not rulings")
    status, _, err = run("corpus", "import", "--rulings", str(rulings))
    assert status == 2
    assert "rulings.jsonl" in err


@pytest.mark.parametrize(
    ("origin", "asked", "listening", "may"),
    [
        (None, "localhost:8000", "localhost", True),
        ("http://localhost:8000", "localhost:8000", "localhost", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "localhost", True),
        ("http://[::1]:8000", "[::1]:8000", "::1", True),
        ("http://elsewhere.example", "localhost:8000", "localhost", False),
        # A name of somebody's that was made to lead here.
        ("http://elsewhere.example:8000", "elsewhere.example:8000", "localhost", False),
        ("http://laptop.example:8000", "laptop.example:8000", "0.0.0.0", True),
        ("http://elsewhere.example", "laptop.example:8000", "0.0.0.0", False),
    ],
)
def test_only_the_page_of_the_app_drives_it(origin: str | None, asked: str, listening: str, may: bool) -> None:
    assert _may_drive(origin, asked, listening) is may


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "judgecall", "--version"], capture_output=True, timeout=120)
    assert done.returncode == 0
    assert done.stdout.startswith(b"judgecall ")
