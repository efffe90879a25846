"""The message catalogue: every code that the engine and the parser use has a text, and every text can be filled."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from judgecall.answer.messages import FOLDER, CatalogueError, fields_in, read_catalogue
from judgecall.engine.judge import ANSWERERS
from judgecall.scenario.model import QueryKind

SOURCES = Path(__file__).resolve().parents[2] / "src" / "judgecall"
CATALOGUE = read_catalogue(FOLDER)
ANY = "*"
"""Stands for arguments that can't be seen in the source (**args)."""
_POSITIONAL = {"because", "passages"}
_CALLS = {
    "step": "steps", "assume": "facts", "ask": "facts", "CannotRule": "reasons", "NoRuling": "reasons", "Outcome": "outcomes",
    "Unreadable": "reasons", "Impossible": "reasons", "Ambiguous": "reasons",
}  # fmt: skip
_QUERY_FIELDS = {"subject", "target", "value", "n", "who", "at", "bound_word"}
_ALWAYS = {"outcomes": _QUERY_FIELDS, "reasons": {"choices"}}


def calls() -> Iterator[tuple[str, str, set[str], str]]:
    """(table, code, names of its arguments, where) for every call with a code that can be read off the source."""
    for room in ("engine", "parser"):
        for path in sorted((SOURCES / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and (table := _CALLS.get(_name(node))):
                    for code in _texts(node.args[0]):
                        yield table, code, _arguments(node), f"{path.name}:{node.lineno}"


def _name(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _texts(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*_texts(node.body), *_texts(node.orelse)] if isinstance(node, ast.IfExp) else []


def _arguments(call: ast.Call) -> set[str]:
    names = {keyword.arg or ANY for keyword in call.keywords} - _POSITIONAL - {"choices"}
    if _name(call) in {"NoRuling", "Outcome"} and (len(call.args) > 1 or "args" in names):
        pairs = call.args[1] if len(call.args) > 1 else next(k.value for k in call.keywords if k.arg == "args")
        rows = pairs.elts if isinstance(pairs, ast.Tuple) else []
        named = {e.elts[0].value for e in rows if isinstance(e, ast.Tuple) and isinstance(e.elts[0], ast.Constant)}
        return {str(name) for name in named} if len(named) == len(rows) and rows else {ANY}
    return names


USED: dict[tuple[str, str], list[tuple[set[str], str]]] = defaultdict(list)
for _table, _code, _args, _where in calls():
    USED[_table, _code].append((_args, _where))


def template(table: str, code: str) -> list[str]:
    if table == "facts":
        fact = CATALOGUE.facts.get(code)
        return [] if fact is None else [t for t in (fact.assumed, fact.if_true, fact.if_false) if t]
    text = getattr(CATALOGUE, table).get(code)
    return [] if text is None else [text]


@pytest.mark.parametrize("table", ["steps", "facts", "reasons", "outcomes"])
def test_every_code_in_use_has_a_text(table: str) -> None:
    missing = {
        code: [where for _, where in uses]
        for (kind, code), uses in USED.items()
        if kind == table and not template(kind, code)
    }
    assert missing == {}


@pytest.mark.parametrize("table", ["steps", "facts", "reasons", "outcomes"])
def test_every_text_can_be_filled(table: str) -> None:
    wrong = {}
    for (kind, code), uses in USED.items():
        for text in template(kind, code) if kind == table else []:
            for given, where in uses:
                optional = set().union(*(fields_in(part) for part in _optional_parts(text)))
                holes = fields_in(text) - given - _ALWAYS.get(kind, set()) - optional
                if holes and ANY not in given:
                    wrong[f"{code} ({where})"] = holes
    assert not wrong, "\n".join(f"{where}: {holes}" for where, holes in wrong.items())


def _optional_parts(text: str) -> list[str]:
    return [part.split("]")[0] for part in text.split("[")[1:]]


def test_no_code_has_two_texts() -> None:
    read_catalogue(FOLDER, strict=True)


def test_facts_can_be_put_both_ways() -> None:
    asked = [code for (kind, code) in USED if kind == "facts"]
    halves = [
        c for c in asked if c in CATALOGUE.facts and not (CATALOGUE.facts[c].if_true and CATALOGUE.facts[c].if_false)
    ]
    assert halves == []


def test_every_kind_of_query_that_is_answered_has_a_sentence() -> None:
    import judgecall.engine.everything  # noqa: F401

    said = {key.split(".")[0] for key in CATALOGUE.verdicts}
    outcomes = {"who_chooses_blocks", "who_assigns", "face_after", "who_gets_mana"}
    assert set(ANSWERERS) - said - outcomes == set()


def test_verdicts_are_for_kinds_that_exist() -> None:
    fields = _QUERY_FIELDS | {"any_target", "set", "types", "objects", "list"}
    for key, text in CATALOGUE.verdicts.items():
        kind, suffix, *special = key.split(".")
        assert kind in get_args(QueryKind), key
        assert suffix in {"yes", "no", "number", "set", "none"}, key
        assert len(special) <= 1, key
        assert fields_in(text) <= fields, key


def test_no_text_has_a_stray_brace() -> None:
    for table in ("steps", "verdicts", "outcomes", "reasons"):
        for code, text in getattr(CATALOGUE, table).items():
            assert text.strip(), code
            assert text.count("{") == text.count("}"), code


@pytest.mark.parametrize("text", ["[steps]\na = 1", "[stepz]\na = 'x'", "x ="])
def test_a_broken_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(CatalogueError):
        read_catalogue(tmp_path)


def test_two_texts_under_one_code_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[steps]\na = 'x'\n")
    (tmp_path / "b.toml").write_text("[steps]\na = 'y'\n")
    with pytest.raises(CatalogueError):
        read_catalogue(tmp_path, strict=True)
    assert read_catalogue(tmp_path).steps == {"a": "x"}


def test_a_set_is_named_in_its_sentence() -> None:
    """The verdict itself stands in the sentence of a set; "{value}" is a word of the query and would read "it"."""
    named = {"set", "types", "objects", "list"}
    for key, text in CATALOGUE.verdicts.items():
        if key.endswith(".set"):
            assert fields_in(text) & named, key
