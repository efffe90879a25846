"""A small grammar engine: productions written as phrases, matched over words.

A production is a phrase and a function that builds the meaning from its parts:

    @production("effect", "destroy <what:object>")
    def destroy(what): ...

The notation of phrases (read by the Lark grammar below):

    word        that word, in any case
    word*       that word with or without a final s
    <name>      a part: what the rule `name` reads here, passed to the function as `name`
    <a:name>    the same, passed as `a`;  <:name> reads it and passes nothing
    <a:name+>   one or more of them, joined by commas, "and", "or" or "and/or", passed as a tuple
    [ ... ]     may be left out;   ( ... | ... )  one of these

Matching is top-down with memory: every reading of a rule at a place is computed once. So the order of
productions only says which of two full readings is preferred, and no reading is lost by reading greedily.
Rules must not start with themselves. A builder that returns None refuses the reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from lark import Lark, Token, Tree

from judgecall.cards.compile.text import Word

Builder = Callable[..., Any]
SomeBuilder = TypeVar("SomeBuilder", bound=Builder)
Parts = tuple[tuple[str, Any], ...]
Matcher = Callable[["Reading", int, Parts], Iterator[tuple[int, Parts]]]

_NOTATION = Lark(
    r"""
    start: sequence ("|" sequence)*
    sequence: item*
    ?item: WORD -> word
         | "<" PART ">" -> part
         | "[" start "]" -> maybe
         | "(" start ")" -> group
    PART: /[a-zA-Z_]*:?[a-zA-Z_]+\+?/
    WORD: /[^\s<>\[\]()|]+/
    %ignore " "
    """,
    parser="lalr",
)

_JOINERS = ((",",), (",", "and"), (",", "or"), (",", "and/or"), ("and",), ("or",), ("and/or",))


class _Production:
    """One phrase of a rule, ready to match, with the words that can start it (None: any word)."""

    def __init__(self, phrase: str, builder: Builder) -> None:
        self.phrase = phrase
        self.builder = builder
        self.tree = _NOTATION.parse(phrase)
        self.match = _matcher(self.tree)
        self.first: frozenset[str] | None = None


class Grammar:
    """The rules by name, and the lexical rules that read a single word."""

    def __init__(self) -> None:
        self.rules: dict[str, list[_Production]] = {}
        self.lexical: dict[str, Callable[[Word], Any]] = {}
        self._ready = False

    def production(self, rule: str, *phrases: str) -> Callable[[SomeBuilder], SomeBuilder]:
        """Add phrases with one builder to a rule."""

        def add(builder: SomeBuilder) -> SomeBuilder:
            self.rules.setdefault(rule, []).extend(_Production(phrase, builder) for phrase in phrases)
            self._ready = False
            return builder

        return add

    def word_rule(self, rule: str) -> Callable[[Callable[[Word], Any]], Callable[[Word], Any]]:
        """Add a rule that reads one word by a function; None refuses it."""

        def add(function: Callable[[Word], Any]) -> Callable[[Word], Any]:
            self.lexical[rule] = function
            return function

        return add

    def read(self, rule: str, words: Sequence[Word]) -> Any | None:
        """The first reading of all the words as `rule`, or None."""
        if not self._ready:
            self._predict()
        reading = Reading(self, words)
        for value, end in reading.readings(rule, 0):
            if end == len(words):
                return value
        return None

    def prefix(self, rule: str, words: Sequence[Word], stops: Sequence[str]) -> tuple[Any, int] | None:
        """The longest reading of `rule` from the start that ends before one of the words `stops`."""
        if not self._ready:
            self._predict()
        found = [
            (value, end)
            for value, end in Reading(self, words).readings(rule, 0)
            if end < len(words) and words[end].low in stops
        ]
        return max(found, key=lambda pair: pair[1]) if found else None

    def _predict(self) -> None:
        """Compute which words can start each production, so that most are never tried."""
        first: dict[str, frozenset[str] | None] = {name: frozenset() for name in self.rules}
        first.update(dict.fromkeys(self.lexical))
        changed = True
        while changed:
            changed = False
            for name, productions in self.rules.items():
                for item in productions:
                    words, empty = _first(item.tree, first)
                    item.first = None if empty else words
                    old = first[name]
                    if old is None:
                        continue
                    new = None if item.first is None else old | item.first
                    if new != old:
                        first[name] = new
                        changed = True
        self._ready = True


class Reading:
    """One run over one sequence of words: the memory of what each rule read where."""

    def __init__(self, grammar: Grammar, words: Sequence[Word]) -> None:
        self.grammar = grammar
        self.words = words
        self.size = len(words)
        self._known: dict[tuple[str, int], list[tuple[Any, int]]] = {}

    def readings(self, rule: str, at: int) -> list[tuple[Any, int]]:
        """Every value that `rule` can have from word `at`, with the place where it ends."""
        key = (rule, at)
        known = self._known.get(key)
        if known is not None:
            return known
        found: list[tuple[Any, int]] = []
        self._known[key] = found
        lexical = self.grammar.lexical.get(rule)
        if lexical is not None:
            if at < self.size:
                value = lexical(self.words[at])
                if value is not None:
                    found.append((value, at + 1))
            return found
        seen: list[tuple[Any, int]] = []
        low = self.words[at].low if at < self.size else ""
        for item in self.grammar.rules[rule]:
            if item.first is not None and low not in item.first:
                continue
            for end, parts in item.match(self, at, ()):
                value = item.builder(**dict(parts))
                if value is not None and (value, end) not in seen:
                    seen.append((value, end))
        found.extend(seen)
        return found


def _matcher(tree: Tree[Token]) -> Matcher:
    options = [_sequence([_item(child) for child in part.children]) for part in tree.children]  # type: ignore[union-attr,arg-type]
    return options[0] if len(options) == 1 else _either(options)


def _item(tree: Tree[Token]) -> Matcher:
    if tree.data == "word":
        return _literal(str(tree.children[0]))
    if tree.data == "part":
        return _part(str(tree.children[0]))
    inner = _matcher(tree.children[0])  # type: ignore[arg-type]
    return _maybe(inner) if tree.data == "maybe" else inner


def _literal(text: str) -> Matcher:
    wanted = frozenset(_forms(text))

    def match(reading: Reading, at: int, parts: Parts) -> Iterator[tuple[int, Parts]]:
        if at < reading.size and reading.words[at].low in wanted:
            yield at + 1, parts

    return match


def _forms(text: str) -> tuple[str, ...]:
    low = text.lower()
    return (low[:-1], low[:-1] + "s") if low.endswith("*") and len(low) > 1 else (low,)


def _part(text: str) -> Matcher:
    many = text.endswith("+")
    label, colon, rule = text.rstrip("+").rpartition(":")
    name = label if colon else rule

    def one(reading: Reading, at: int, parts: Parts) -> Iterator[tuple[int, Parts]]:
        for value, end in reading.readings(rule, at):
            yield end, (*parts, (name, value)) if name else parts

    def several(reading: Reading, at: int, parts: Parts) -> Iterator[tuple[int, Parts]]:
        def extend(place: int, values: tuple[Any, ...]) -> Iterator[tuple[int, Parts]]:
            for value, end in reading.readings(rule, place):
                longer = (*values, value)
                for joiner in _JOINERS:
                    if tuple(word.low for word in reading.words[end : end + len(joiner)]) == joiner:
                        yield from extend(end + len(joiner), longer)
                yield end, (*parts, (name, longer))

        yield from extend(at, ())

    return several if many else one


def _sequence(items: list[Matcher]) -> Matcher:
    if len(items) == 1:
        return items[0]

    def match(reading: Reading, at: int, parts: Parts, index: int = 0) -> Iterator[tuple[int, Parts]]:
        if index == len(items):
            yield at, parts
            return
        for end, more in items[index](reading, at, parts):
            yield from match(reading, end, more, index + 1)

    return match


def _maybe(inner: Matcher) -> Matcher:
    def match(reading: Reading, at: int, parts: Parts) -> Iterator[tuple[int, Parts]]:
        yield from inner(reading, at, parts)
        yield at, parts

    return match


def _either(options: list[Matcher]) -> Matcher:
    def match(reading: Reading, at: int, parts: Parts) -> Iterator[tuple[int, Parts]]:
        for option in options:
            yield from option(reading, at, parts)

    return match


def _first(tree: Tree[Token], known: dict[str, frozenset[str] | None]) -> tuple[frozenset[str] | None, bool]:
    """The words that can start a phrase (None: any), and whether it can be empty."""
    words: frozenset[str] | None = frozenset()
    empty = False
    for sequence in tree.children:
        some, nothing = _first_of_sequence(sequence.children, known)  # type: ignore[union-attr,arg-type]
        words = None if words is None or some is None else words | some
        empty = empty or nothing
    return words, empty


def _first_of_sequence(
    items: Sequence[Tree[Token]], known: dict[str, frozenset[str] | None]
) -> tuple[frozenset[str] | None, bool]:
    words: frozenset[str] | None = frozenset()
    for item in items:
        empty = False
        some: frozenset[str] | None
        if item.data == "word":
            some = frozenset(_forms(str(item.children[0])))
        elif item.data == "part":
            some = known[str(item.children[0]).rstrip("+").rpartition(":")[2]]
        else:
            some, empty = _first(item.children[0], known)  # type: ignore[arg-type]
            empty = empty or item.data == "maybe"
        words = None if words is None or some is None else words | some
        if not empty:
            return words, False
    return words, True


GRAMMAR = Grammar()
"""The one grammar of Oracle text; the modules of this package add their productions to it."""

production = GRAMMAR.production
word_rule = GRAMMAR.word_rule
