"""Scanning and printing the words of the position notation: atoms, quoted text, `field=value`."""

from __future__ import annotations

import difflib
import functools
import json
import re
import types
from collections.abc import Sequence
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from judgecall.scenario.errors import Impossible, Unreadable

T = TypeVar("T")
_QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_ATOM = re.compile(r"[\w#][\w#'’.-]*")
_SPACED_ATOM = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_VALUE = re.compile(r"[\w#{}/'’.*-]+")
_INTEGER = re.compile(r"[+-]?\d+(?!\w)")
_WORD = re.compile(r"\w+")
_SPACE = re.compile(r"\s*")
_SHOWN = 24


# ---------------------------------------------------------------- printing


def atom(text: str, *, spaces: bool = False) -> str:
    """A name as the notation writes it: bare if it is plain, else in quotes."""
    plain = (_SPACED_ATOM if spaces else _ATOM).fullmatch(text)
    return text if plain else json.dumps(text)


@functools.cache
def _described(part: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a part of a scenario; working them out takes longer than printing them."""
    return msgspec.structs.fields(part)


def field_values(part: msgspec.Struct, skip: tuple[str, ...]) -> list[str]:
    """`field=value` for every field that differs from its default."""
    words: list[str] = []
    for field in _described(type(part)):
        value = getattr(part, field.name)
        if field.name in skip or value == field.default:
            continue
        words.append(field.name if value is True else f"{field.name}={_value(value)}")
    return words


def _value(value: object) -> str:
    if value is None:
        return "?"
    if value is False:
        return "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value if _VALUE.fullmatch(value) else json.dumps(value)
    if isinstance(value, tuple) and all(isinstance(one, str | int) for one in value):
        return "+".join(map(_value, value)) if value else "()"
    return json.dumps(json.dumps(msgspec.to_builtins(value), separators=(",", ":")))


# ----------------------------------------------------------------- reading


@functools.cache
def fields_of(part: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a part of a scenario, with their types."""
    hints = get_type_hints(part)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(part)}


class LineReader:
    """Reads a line of the notation from left to right; errors say what is wrong, where, and what to write instead."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    # ------------------------------------------------------------- looking

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def at_end(self) -> bool:
        """Whether nothing is left."""
        self._skip()
        return self.at >= len(self.text)

    def rest(self) -> str:
        """What is left to read."""
        self._skip()
        return self.text[self.at :]

    def looking_at(self, pattern: str) -> bool:
        """Whether what comes next fits."""
        self._skip()
        return re.compile(pattern).match(self.text, self.at) is not None

    def peek(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What comes next, if it fits, without taking it."""
        self._skip()
        return pattern.match(self.text, self.at)

    def found(self) -> str:
        """What comes next, in words of an error."""
        rest = self.rest()
        if not rest:
            return "the end of the line"
        return json.dumps(rest[:_SHOWN] + ("…" if len(rest) > _SHOWN else ""), ensure_ascii=False)

    # -------------------------------------------------------------- taking

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take what comes next, if it fits."""
        found = self.peek(pattern)
        if found:
            self.at = found.end()
        return found

    def take(self, sign: str) -> bool:
        """Take a sign, if it comes next."""
        self._skip()
        return self.take_close(sign)

    def take_close(self, sign: str) -> bool:
        """Take a sign, if it comes next with no space before it."""
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def word(self, word: str) -> bool:
        """Take this word, if it comes next as a whole word that is not a field's name."""
        return self.match(re.compile(rf"{word}(?![\w#'’.=+>-])")) is not None

    def expect(self, sign: str, what: str) -> None:
        """Take a sign that has to come.

        Raises:
            Unreadable: something else comes.
        """
        if not self.take(sign):
            raise self.error(self.found(), f"write {what}")

    def atom(self, what: str, *, spaces: bool = False) -> str:
        """Take a name, bare or in quotes.

        Raises:
            Unreadable: no name comes.
        """
        if self.looking_at('"'):
            return self._quoted(what)
        found = self.match(_SPACED_ATOM if spaces else _ATOM)
        if not found:
            raise self.error(self.found(), f"write {what}")
        return found.group()

    def value(self, what: str) -> str:
        """Take the value of a field as text."""
        if self.looking_at('"'):
            return self._quoted(what)
        found = self.match(_VALUE)
        if not found:
            raise self.error(self.found(), f"write {what}")
        return found.group()

    def _quoted(self, what: str) -> str:
        found = self.peek(_QUOTED)
        if found:
            try:
                text = json.loads(found.group())
            except ValueError:
                found = None
        if not found:
            raise self.error(self.found(), f"write {what}, with a closing double quote and JSON's backslash escapes")
        self.at = found.end()
        assert isinstance(text, str)
        return text

    def integer(self, what: str) -> int:
        """Take a whole number."""
        found = self.match(_INTEGER)
        if not found:
            raise self.error(self.found(), f"write {what}")
        return int(found.group())

    def json(self, wanted: Any, what: str) -> Any:
        """Take JSON in quotes that is a value of the type."""
        start = self.at
        text = self._quoted(what)
        try:
            return msgspec.convert(json.loads(text), wanted)
        except (ValueError, RecursionError) as problem:
            self.at = start
            raise self.error(f"JSON that does not fit: {problem}", f"write {what}") from problem

    def choice(self, choices: Sequence[str], what: str) -> Any:
        """Take one of some words; the error names the nearest of them."""
        found = self.peek(_WORD)
        if found and found.group() in choices:
            self.at = found.end()
            return found.group()
        near = difflib.get_close_matches(found.group(), choices, 3, 0.5) if found else []
        instead = f"write {' or '.join(near)}" if near else f"write {what}"
        raise self.error(self.found(), instead)

    # -------------------------------------------------------------- errors

    def error(self, what: str, instead: str) -> Unreadable:
        """The error for what comes next."""
        return Unreadable("notation", what=what, column=self.at + 1, instead=instead)

    def impossible(self, code: str, **args: object) -> Impossible:
        """The error for a line that is well-formed and says something that no game could reach."""
        return Impossible(code, **args)


def read_field(
    reader: LineReader, part: type[msgspec.Struct], fields: dict[str, Any], skip: tuple[str, ...] = ()
) -> None:
    """Read one `field=value`, or the bare name of a field that is true, into `fields`.

    Raises:
        Unreadable: there is no such field, it has a value already, or the value doesn't fit.
    """
    known = {name: hint for name, hint in fields_of(part).items() if name not in skip}
    start = reader.at
    name: str = reader.choice(tuple(known), "one of the fields " + ", ".join(known))
    if name in fields:
        reader.at = start
        raise reader.error(f"a second value for {name}", "say it once")
    fields[name] = _read_value(reader, name, known[name])


def _read_value(reader: LineReader, name: str, hint: Any) -> Any:
    kinds = get_args(hint) if get_origin(hint) in {Union, types.UnionType} else (hint,)
    if not reader.take_close("="):
        if bool in kinds:
            return True
        raise reader.error(f"{name} without a value", f"write {name}= and a value")
    start = reader.at
    if type(None) in kinds and reader.take("?"):
        return None
    raw: Any
    rows = [kind for kind in kinds if get_origin(kind) is tuple]
    if rows and get_args(rows[0])[0] in {str, int}:
        raw = _read_row(reader, name, get_args(rows[0])[0])
    elif bool in kinds:
        raw = {"yes": True, "no": False}[reader.choice(("yes", "no"), "yes or no")]
    elif int in kinds:
        raw = reader.integer(f"a whole number after {name}=")
    elif str in kinds or any(isinstance(kind, type) is False and get_args(kind) for kind in kinds):
        raw = reader.value(f"a value after {name}=")
    else:
        return reader.json(hint, f"JSON in double quotes after {name}=")
    try:
        return msgspec.convert(raw, hint)
    except msgspec.ValidationError:
        allowed = [str(value) for kind in kinds for value in get_args(kind)]
        reader.at = start
        raise reader.error(f"a value that {name} can't have", "write one of " + ", ".join(allowed)) from None


def _read_row(reader: LineReader, name: str, item: type) -> list[Any]:
    if reader.take("("):
        reader.expect(")", "a closing bracket: () is the empty list")
        return []
    row: list[Any] = []
    while True:
        row.append(reader.integer(f"numbers after {name}=") if item is int else reader.value(f"values after {name}="))
        if not reader.take_close("+"):
            return row
