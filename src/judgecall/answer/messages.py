"""The message catalogue: every sentence that people read about a ruling, by a stable code.

The files lie in `answer/catalogue`, one for each area of the engine and one for what is common. In a template `{name}` is
filled in; `{name:is|are}` picks by the name's number, `{name:'s}` is its possessive; a mana symbol such as `{T}` stays.
A part in square brackets goes when a field in it has nothing to fill it.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from judgecall.scenario.names import Name, Names

FOLDER = Path(__file__).parent / "catalogue"
_FIELD = re.compile(r"\{\{|\}\}|\{([A-Za-z0-9_]+)(?::([^{}]*))?\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*\{[^\[\]]*)\]")
_SYMBOL = re.compile(r"[A-Z0-9]+")
_REF = re.compile(r"@[^\s,;:()]+")


class FactText(msgspec.Struct, frozen=True):
    """What to say of a fact: that it was assumed, and how it may fall (clauses that can follow "if")."""

    assumed: str = ""
    if_true: str = ""
    if_false: str = ""


class Catalogue(msgspec.Struct, frozen=True):
    """All templates, by code."""

    steps: dict[str, str] = {}
    facts: dict[str, FactText] = {}
    verdicts: dict[str, str] = {}
    outcomes: dict[str, str] = {}
    reasons: dict[str, str] = {}


class CatalogueError(ValueError):
    """A catalogue file is broken, or two of them say different things under one code."""


@functools.cache
def catalogue() -> Catalogue:
    """The catalogue that is shipped."""
    return read_catalogue(FOLDER)


def read_catalogue(folder: Path, *, strict: bool = False) -> Catalogue:
    """Read every file of a catalogue folder.

    Args:
        folder: where the files lie.
        strict: refuse two texts under one code; otherwise the first file's stands.

    Raises:
        CatalogueError: a file is not well-formed.
    """
    merged: dict[str, dict[str, object]] = {name: {} for name in Catalogue.__struct_fields__}
    for path in sorted(folder.glob("*.toml")):
        try:
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise CatalogueError(f"{path.name}: {error}") from error
        for name, table in tables.items():
            if name not in merged:
                raise CatalogueError(f"{path.name}: there is no table [{name}] in a catalogue file")
            for code, text in _flat(table).items():
                if strict and merged[name].get(code, text) != text:
                    raise CatalogueError(f"{path.name}: [{name}] {code} says something else in another file")
                merged[name].setdefault(code, text)
    try:
        return msgspec.convert(merged, Catalogue)
    except msgspec.ValidationError as error:
        raise CatalogueError(str(error)) from error


def _flat(table: Mapping[str, object]) -> dict[str, object]:
    """`can_block.yes = …` (a nested table in TOML) as `"can_block.yes"`; the texts of a fact stay a table."""
    flat: dict[str, object] = {}
    for code, value in table.items():
        if isinstance(value, dict) and not set(value) <= set(FactText.__struct_fields__):
            flat.update({f"{code}.{rest}": text for rest, text in value.items()})
        else:
            flat[code] = value
    return flat


def fields_in(template: str) -> set[str]:
    """The names of the fields a template wants."""
    return {m.group(1) for m in _FIELD.finditer(template) if m.group(1) and not _SYMBOL.fullmatch(m.group(1))}


def fill(template: str, fields: Mapping[str, object]) -> str:
    """A template with its fields filled in; one that nobody filled is "it"."""

    def value(match: re.Match[str]) -> str:
        name, spec = match.groups()
        if name is None:
            return match.group()[0]
        if name not in fields and _SYMBOL.fullmatch(name):
            return match.group()
        found = fields.get(name, "it")
        if not isinstance(found, Name):
            found = Name(str(found), plural=str(found) != "1" and str(found).lstrip("-").isdecimal())
        return format(found, spec or "")

    def part(match: re.Match[str]) -> str:
        return match.group(1) if all(name in fields for name in fields_in(match.group(1))) else ""

    return _FIELD.sub(value, _OPTIONAL.sub(part, template))


def named(args: tuple[tuple[str, str], ...], names: Names) -> dict[str, Name]:
    """The arguments of a step, a fact or an outcome, with references turned into names."""
    return {name: _named(value, names) for name, value in args}


def _named(value: str, names: Names) -> Name:
    if value.lstrip("-").isdecimal():
        return Name(value, plural=value != "1")
    if value == "?":
        return Name("some", plural=True)
    if _REF.search(value) and not _REF.fullmatch(value):
        return Name(_REF.sub(lambda m: names.of(m.group()), value), plural=" and " in value or ", " in value)
    return names.of(value)


def unknown(code: str, fields: Mapping[str, object]) -> str:
    """What to say under a code that has no template: the code's words (a test keeps this from happening)."""
    words = code.replace("_", " ").replace(".", " ")
    about = ", ".join(f"{value}" for value in fields.values())
    return f"{words} ({about})" if about else words
