"""What points to the rules that govern a question for which there is no ruling: what its cards do, and what it asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import msgspec

from judgecall.cards.abilities import Card
from judgecall.corpus.library import Leads
from judgecall.engine.state import CardFacts
from judgecall.scenario.model import Query

_OF_CARDS = 5.0
_OF_QUERIES = 6.0
"""What the first rule of a concept scores, as against the words of the question (see `Leads`)."""
_LATER = 0.3
"""How much less each further rule of a concept does."""


class Concepts(Protocol):
    """What is needed of the library."""

    def governing_cards(self) -> Mapping[str, Sequence[str]]:
        """Rules by the facts of cards that they govern."""
        ...

    def governing_queries(self) -> Mapping[str, Sequence[str]]:
        """Rules by the kinds of queries that they govern."""
        ...


def leads(texts: Concepts, facts: CardFacts, cards: Iterable[str], queries: Iterable[Query]) -> Leads:
    """The leads of the cards named in a question, and of the queries as far as it could be read."""
    known = [card for name in dict.fromkeys(cards) if (card := facts.get(name)) is not None]
    rules: dict[str, float] = {}
    for card in known:
        for concept in concepts(card):
            _raise_to(rules, texts.governing_cards().get(concept, ()), _OF_CARDS)
    of_queries: dict[str, float] = {}
    for query in queries:
        _raise_to(of_queries, texts.governing_queries().get(query.kind, ()), _OF_QUERIES)
    for number, score in of_queries.items():
        rules[number] = rules.get(number, 0.0) + score
    return Leads(rules, " ".join(word for card in known for word in _deeds(card)))


def _raise_to(scores: dict[str, float], numbers: Sequence[str], first: float) -> None:
    for place, number in enumerate(numbers):
        scores[number] = max(scores.get(number, 0.0), first / (1 + _LATER * place))


def concepts(card: Card) -> set[str]:
    """What the card does and is, as the keys of corpus/rules/concepts.toml."""
    found = {f"layout={card.layout}"}
    if any("{X}" in face.mana_cost for face in card.faces):
        found.add("mana_cost=X")
    for part in _parts(card.faces):
        kind = _kind(part)
        found.add(kind)
        for field, value in _said(part):
            found.add(f"{kind}.{field}")
            found.update(
                f"{kind}={one}" for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str)
            )
    return found


def _deeds(card: Card) -> Iterator[str]:
    """Words for what the card does."""
    for face in card.faces:
        for part in _parts(face.abilities):
            if part.__struct_config__.tag:
                yield _kind(part).replace("_", " ")
            if _kind(part) == "keyword":
                yield str(getattr(part, "name", ""))
        yield from face.types
        if "X" in face.mana_cost:
            yield "x"
    if len(card.faces) > 1:
        yield f"double faced back face {card.layout.replace('_', ' ')}"


def _kind(part: msgspec.Struct) -> str:
    return str(part.__struct_config__.tag or type(part).__name__.lower())


def _said(part: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The fields that say something, with their values."""
    for name, default in _defaults(type(part)):
        value = getattr(part, name)
        if value != default:
            yield name, value


@cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a kind of part with their defaults; a field without one always says something."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def _parts(value: Any) -> Iterator[msgspec.Struct]:
    """All parts of facts, at any depth."""
    if isinstance(value, msgspec.Struct):
        yield value
        for field in value.__struct_fields__:
            yield from _parts(getattr(value, field))
    elif isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
