"""Look-up while it is typed: cards, rules, terms and rulings for the beginning of a text, in a few milliseconds."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

import msgspec

from judgecall.answer.lookup import CardNames
from judgecall.cards.spelling import plain_name
from judgecall.cards.store import CardStore
from judgecall.corpus.fulltext import FILLER
from judgecall.corpus.library import Library

HitKind = Literal["card", "rule", "section", "term", "ruling"]

LIMIT = 200
"""How many characters of what is typed are read."""
CARDS = 8
"""How many cards are suggested; of the other kinds `PASSAGES`."""
PASSAGES = 5
_NUMBER = re.compile(r"(?:rule\s+|cr\s+)?(\d{1,3}(?:\.\d{0,3}[a-z]?)?)", re.IGNORECASE)
_SEARCHED = 3
"""Shorter words than this are not searched for in texts: half of all texts have them."""
_NAME_WORDS = 5
"""A text of more words is not taken for a misspelled name."""
_SHOWN = 110
"""Characters of a passage that a line shows."""


class Hit(msgspec.Struct, frozen=True):
    """Something that fits what is typed: what it is, what to show of it, and what to look up to read it."""

    kind: HitKind
    title: str
    text: str
    query: str
    id: str = ""
    """Of a passage: its id, to find it on the page."""


class Suggestions:
    """Finds what fits what is typed. Made once; the index of names is built when it is first needed."""

    def __init__(self, library: Library, store: CardStore, names: CardNames) -> None:
        self._library = library
        self._store = store
        self._names = names

    @cached_property
    def _by_beginning(self) -> list[tuple[str, int, str]]:
        """(plain name, 0, name) of every card, and again from each later word on with a 1, sorted."""
        rows: list[tuple[str, int, str]] = []
        for name in self._store.names():
            words = plain_name(name).split()
            rows += [(" ".join(words[at:]), min(at, 1), name) for at in range(len(words))]
        return sorted(rows)

    @cached_property
    def _terms(self) -> list[str]:
        return sorted(self._library.term_names())

    @cached_property
    def _sections(self) -> dict[str, str]:
        return self._library.sections()

    def warm(self) -> None:
        """Build what is built once, so that the first key does not wait for it."""
        _ = self._by_beginning, self._terms, self._sections
        self._library.search("warm", "rule", 1)
        self._names.fuzzy("zzzz")  # like no name at all: everything is tried

    def find(self, typed: str) -> list[Hit]:
        """What fits, the surest first: a rule's number, names, terms, then texts that have the words."""
        text = " ".join(typed.split())[:LIMIT]
        if not any(character.isalnum() for character in text):
            return []
        number = _NUMBER.fullmatch(text)
        if number:
            return list(self._numbered(number[1].lower()))
        plain = plain_name(text)
        names = self._beginning_with(plain)
        concepts = list(self._concepts(plain))
        if not names and not concepts:
            names = self._like(plain, text)
        hits = [*self._cards(names), *concepts]
        # What is called just so comes first, be it a card or a term.
        hits.sort(key=lambda hit: plain_name(hit.title) != plain)
        return [*hits, *self._passages(text)]

    def _numbered(self, number: str) -> Iterator[Hit]:
        section = number[:3]
        if "." not in number:
            for each, title in self._sections.items():
                if each.startswith(number):
                    yield Hit("section", f"{each} {title}", "", f"section:{each}")
            if len(section) < 3:
                return
        wanted = number.rstrip(".")
        shown = 0
        for rule in self._library.rules_under(section):
            if shown < 4 * PASSAGES and (rule.id == wanted or rule.id.startswith(number)):
                shown += 1
                yield Hit("rule", rule.title, _beginning(rule.text), f"rule:{rule.id}", rule.id)

    def _like(self, plain: str, text: str) -> list[str]:
        if len(plain) <= 3 or len(plain.split()) > _NAME_WORDS:
            return []
        return [name for name, _ in self._names.fuzzy(text)][:CARDS]

    def _cards(self, names: Iterable[str]) -> Iterator[Hit]:
        cards = {card.name: card for name in names if (card := self._store.get(name)) is not None}
        for name, card in cards.items():
            face = card.faces[0]
            yield Hit("card", name, " ".join([*face.supertypes, *face.types]).title(), f"card:{name}")

    def _beginning_with(self, plain: str) -> list[str]:
        rows = self._by_beginning
        at = bisect_left(rows, (plain, 0, ""))
        found: dict[str, tuple[int, int, str]] = {}
        # Names that begin so, the shortest first; then names with a later word that does.
        while at < len(rows) and rows[at][0].startswith(plain) and len(found) < 4000:
            _, later, name = rows[at]
            rank = (later, len(name), name)
            if name not in found or rank < found[name]:
                found[name] = rank
            at += 1
        return sorted(found, key=found.__getitem__)[:CARDS]

    def _concepts(self, plain: str) -> Iterator[Hit]:
        at = bisect_left(self._terms, plain)
        for term in self._terms[at : at + PASSAGES]:
            if term.startswith(plain):
                entry = self._library.term(term)
                yield Hit("term", term, _beginning(entry.text) if entry else "", f"term:{term}")
        if len(plain) >= _SEARCHED:
            titled = [(n, title) for n, title in self._sections.items() if plain in title.lower()]
            for number, title in titled[:PASSAGES]:
                yield Hit("section", f"{number} {title}", "", f"section:{number}")

    def _passages(self, text: str) -> Iterator[Hit]:
        if len(text) < _SEARCHED or FILLER.issuperset(text.lower().split()):
            return
        for rule in self._library.search(text, "rule", PASSAGES):
            yield Hit("rule", rule.title, _beginning(rule.text), f"rule:{rule.id}", rule.id)
        for ruling in self._library.search(text, "ruling", PASSAGES):
            yield Hit("ruling", ruling.title, _beginning(ruling.text), f"card:{ruling.card or ''}", ruling.id)


def _beginning(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…"
