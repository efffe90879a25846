"""From the steps of a derivation to the passages they rest on, with the deciding words marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from judgecall.answer.quote import Source, quoted
from judgecall.corpus.passages import Passage, card_key

if TYPE_CHECKING:
    from judgecall.corpus.library import Leads
    from judgecall.engine.derivation import DerivedStep
    from judgecall.scenario.model import Scenario

LIMIT = 10
"""How many passages are quoted for one answer at most."""

_NUMBERS = re.compile(r"(?<![\d.])\d{3}\.\d{1,3}[a-z]?(?![\w])")


class Texts(Protocol):
    """What the answer room needs of the library."""

    @property
    def rules_date(self) -> str:
        """The day the rules took effect."""
        ...

    @property
    def notice(self) -> str:
        """What is wrong with the imported text and what became of it, or empty."""
        ...

    def passage(self, id: str) -> Passage | None:
        """The passage with this id."""
        ...

    def rule(self, number: str) -> Passage | None:
        """The rule with this number."""
        ...

    def rulings(self, card: str) -> list[Passage]:
        """The rulings on a card."""
        ...

    def rules_under(self, number: str) -> list[Passage]:
        """A rule with its subrules, or a section."""
        ...

    def rules_called(self, name: str) -> list[str]:
        """Numbers of the rules that stand under this heading ("skulk" is 702.118)."""
        ...

    def term(self, term: str) -> Passage | None:
        """The glossary entry for a term."""
        ...

    def governing_cards(self) -> Mapping[str, Sequence[str]]:
        """Rules by the facts of cards that they govern."""
        ...

    def governing_queries(self) -> Mapping[str, Sequence[str]]:
        """Rules by the kinds of queries that they govern."""
        ...

    def nearest(
        self, text: str, cards: Sequence[str] = ..., rules: Sequence[str] = ..., limit: int = ..., leads: Leads = ...
    ) -> list[Passage]:
        """The passages that most likely govern a question."""
        ...


def sources_of(steps: Sequence[DerivedStep], scenario: Scenario, texts: Texts) -> tuple[Source, ...]:
    """The passages that a derivation rests on, those of the deciding step first.

    Rulings on a card in the scenario, and rulings on another card that the step's own rule decides, come before the
    rule; the title of a ruling always says which card it is on.
    """
    here = _cards_in(scenario)
    found: dict[str, Source] = {}
    for step in _from_the_deciding_one(steps):
        rulings = [p for id in step.passages if (p := texts.passage(id)) is not None]
        own = [p for p in rulings if _is_on(p, here)]
        same_rule = [p for p in rulings if p not in own and step.rule in p.rules]
        others = [p for p in rulings if p not in own and p not in same_rule]
        rule = texts.rule(step.rule)
        for passage in (*own, *same_rule, *([rule] if rule else []), *others):
            if passage.id not in found and len(found) < LIMIT:
                found[passage.id] = quoted(passage, texts, step.code)
    return tuple(found.values())


def nearest_to(text: str, texts: Texts, cards: Sequence[str], leads: Leads) -> tuple[Source, ...]:
    """The nearest passages, for when there is no ruling. Rules that the text names by their number come first."""
    rules = _NUMBERS.findall(text)
    return tuple(quoted(passage, texts) for passage in texts.nearest(text, cards=cards, rules=rules, leads=leads))


def _from_the_deciding_one(steps: Sequence[DerivedStep]) -> Iterator[DerivedStep]:
    """The last step, then what it rests on, nearest first, then the rest."""
    if not steps:
        return
    waiting = [len(steps) - 1]
    seen: set[int] = set()
    while waiting:
        index = waiting.pop(0)
        if index not in seen and 0 <= index < len(steps):
            seen.add(index)
            yield steps[index]
            waiting.extend(steps[index].because)
    yield from (step for i, step in reversed(list(enumerate(steps))) if i not in seen)


def _cards_in(scenario: Scenario) -> set[str]:
    return set(_keys(name for thing in scenario.objects for name in (thing.card, thing.copy_of) if name))


def _keys(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield card_key(name)
        for face in name.split("//"):
            yield card_key(face)


def _is_on(passage: Passage, cards: set[str]) -> bool:
    return passage.card is not None and not cards.isdisjoint(_keys([passage.card]))
