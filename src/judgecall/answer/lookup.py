"""Looking something up, put into a form that the command line and the app show. Needs neither parser nor engine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from judgecall.answer.quote import Source, quoted
from judgecall.cards.outline import AbilityOutline, CardOutline, FaceOutline
from judgecall.cards.spelling import normal
from judgecall.cards.store import CardStore
from judgecall.corpus.database import CardText
from judgecall.corpus.library import Library
from judgecall.corpus.lookup import (
    CardFound,
    Choices,
    LookupResult,
    NothingFound,
    PhraseFound,
    RuleFound,
    SectionFound,
    look_up,
)
from judgecall.corpus.passages import Passage

if TYPE_CHECKING:
    from judgecall.cards.names import NameIndex

LIMIT = 200
"""How many characters of a text to look up are read."""
_NUMBER_ALONE = re.compile(r"(?:rule\s+|cr\s+)?\d{3}(?:\.\d{1,3}[a-z]?)?[.?]?", re.IGNORECASE)

Kind = Literal["card", "rule", "section", "term", "phrase", "choices", "nothing"]


class FaceForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """One face of a card, as it is shown: our facts, and the published text where it was imported."""

    name: str
    mana_cost: str = ""
    type_line: str = ""
    size: str = ""
    keywords: tuple[str, ...] = ()
    other_abilities: int = 0
    """Abilities that are no plain keywords."""
    unread: int = 0
    """Lines of its text that could not be turned into facts."""
    text: str = ""


class Entry(Source, frozen=True, omit_defaults=True):
    """A passage that was looked up: as it is quoted in answers, and what else there is to it."""

    date: str = ""
    """Of a ruling: the day it was published (ISO)."""
    examples: tuple[str, ...] = ()
    """Of a rule: the examples under it."""
    rules: tuple[str, ...] = ()
    """Of a ruling: the numbers of the rules that decide it."""


def further(source: Source) -> list[str]:
    """What stands under the text of a passage that was looked up: its examples, and the rules that decide it."""
    if not isinstance(source, Entry):
        return []
    lines = [f"Example: {example}" for example in source.examples]
    return [*lines, f"Rests on {', '.join(source.rules)}."] if source.rules else lines


class Group(msgspec.Struct, frozen=True):
    """Passages under one heading."""

    heading: str
    sources: tuple[Source, ...]


class ChoiceForm(msgspec.Struct, frozen=True):
    """One of several things that the text could mean, and what to look up to get just that."""

    kind: str
    name: str
    query: str


class Found(msgspec.Struct, frozen=True):
    """What was found."""

    text: str
    kind: Kind
    title: str
    note: str = ""
    """Something to know first: that a name was corrected, or that nothing fits exactly."""
    card: tuple[FaceForm, ...] = ()
    groups: tuple[Group, ...] = ()
    choices: tuple[ChoiceForm, ...] = ()
    rules_date: str = ""


class CardNames:
    """Finds card names: exact ones from the store, misspelled ones from the index of names, made when it is needed."""

    def __init__(self, store: CardStore) -> None:
        self._store = store
        self._made: NameIndex | None = None

    @property
    def _index(self) -> NameIndex:
        if self._made is None:
            from judgecall.cards.names import NameIndex

            self._made = NameIndex(self._store.names_by_spelling, self._store.names_by_short_spelling)
        return self._made

    def exact(self, text: str) -> list[str]:
        """Full names of the cards that a text names."""
        card = self._store.outline(text)
        if card is not None:
            return [card.name]
        return self._full(self._index.lookup(text))

    def cut(self, text: str) -> list[str]:
        """Full names of the cards whose name is this but for what stands behind its comma, or for its "The"."""
        return self._full(self._store.names_by_short_spelling.get(normal(text), ()))

    def with_part(self, text: str, limit: int) -> list[str]:
        """Full names of the cards with these words in a name, at most `limit`."""
        return self._full(self._index.with_part(text)[: 2 * limit])[:limit]

    def fuzzy(self, text: str) -> list[tuple[str, float]]:
        """Full names of the cards that a misspelled or cut text may mean, best first."""
        short = self._full(self._index.short_names(text))
        if short:
            return [(name, 100.0) for name in short]
        best: dict[str, float] = {}
        for name, score in self._index.fuzzy(text) or self._index.within_slips(text):
            for full in self._full([name]):
                best[full] = max(score, best.get(full, 0.0))
        return list(best.items())

    def _full(self, names: Iterable[str]) -> list[str]:
        cards = (self._store.outline(name) for name in names)
        return list(dict.fromkeys(card.name for card in cards if card is not None))


def find(text: str, library: Library, store: CardStore, names: CardNames | None = None) -> Found:
    """Look a text up: as a rule or section number, a card's name, a term, and at last as words in the passages."""
    text = " ".join(text.split())[:LIMIT]
    result = look_up(library, text, names or CardNames(store))
    kind, title, note, groups = _laid_out(result)
    card = store.outline(result.name) if isinstance(result, CardFound) else None
    published = result.text if isinstance(result, CardFound) else None
    choices: tuple[ChoiceForm, ...] = ()
    if isinstance(result, Choices):
        choices = tuple(ChoiceForm(one.kind, one.name, one.query) for one in result.choices)
    elif isinstance(result, NothingFound | PhraseFound):
        choices = tuple(ChoiceForm("card", name, f"card:{name}") for name in result.cards)
    return Found(
        text=text,
        kind=kind,
        title=title or text,
        note=note,
        card=_faces(card, published),
        groups=tuple(
            Group(heading, tuple(_entry(passage, library) for passage in passages))
            for heading, passages in groups
            if passages
        ),
        choices=choices,
        rules_date=library.rules_date,
    )


def _entry(passage: Passage, library: Library) -> Entry:
    source = quoted(passage, library)
    return Entry(
        source.id,
        source.title,
        source.text,
        source.marked,
        source.summary,
        # Rules carry the date of their edition, which every page shows.
        date=passage.date if passage.card else "",
        examples=() if passage.card else tuple(library.examples(passage.id)),
        rules=passage.rules,
    )


def exactly_named(text: str, library: Library, store: CardStore, names: CardNames) -> Found | None:
    """What a text names that is nothing but a card's name in full, or the number of a rule or a section; else None."""
    text = " ".join(text.split())
    if len(text) > LIMIT or not any(character.isalnum() for character in text):
        return None
    if _NUMBER_ALONE.fullmatch(text):
        found = find(text, library, store, names)
        return None if found.kind == "nothing" else found
    plain = text.rstrip(" ?!.")
    card = store.outline(plain) or store.outline(text)
    if card is None:
        return None
    query = plain if names.cut(plain) else f"card:{card.name}"
    return find(query, library, store, names)


Layout = tuple[Kind, str, str, list[tuple[str, tuple[Passage, ...]]]]


def _laid_out(result: LookupResult) -> Layout:
    """(kind, title, note, passages by heading)."""
    if isinstance(result, CardFound):
        note = f"Taken as {result.name}." if result.corrected else ""
        return "card", result.name, note, [("Rulings", result.rulings), ("Rules they rest on", result.rules)]
    if isinstance(result, RuleFound):
        return (
            "rule",
            result.rule.title,
            "",
            [(result.section, (result.rule, *result.subrules)), ("Rulings", result.rulings)],
        )
    if isinstance(result, SectionFound):
        entry = (result.term,) if result.term else ()
        return "section", f"{result.number} {result.title}", "", [("", (*entry, *result.rules))]
    if isinstance(result, PhraseFound):
        groups = [("Rules", result.rules), ("Rulings", result.rulings), ("Terms", result.terms)]
        return "phrase", "", "", groups
    if isinstance(result, Choices):
        return "choices", "", "" if result.exact else "Nothing has exactly this name.", []
    if isinstance(result, NothingFound):
        note = f"Nothing was found for “{result.asked}”."
        return "nothing", "", note, [("Nearest source text", result.nearest)]
    entry = (result.entry,) if result.entry else ()
    return (
        "term",
        result.name,
        f"Taken as “{result.name}”." if result.corrected else "",
        [("", (*entry, *result.rules))],
    )


def _faces(card: CardOutline | None, published: CardText | None) -> tuple[FaceForm, ...]:
    if card is None:
        return tuple(
            FaceForm(
                f.name,
                f.mana_cost,
                f.type_line,
                f"{f.power}/{f.toughness}" if f.power else f.loyalty or f.defense,
                text=f.text,
            )
            for f in (published.faces if published else ())
        )
    texts = {face.name: face.text for face in published.faces} if published else {}
    return tuple(_face(face, texts.get(face.name, "")) for face in card.faces)


def _face(face: FaceOutline, text: str) -> FaceForm:
    line = " ".join([*(s.capitalize() for s in face.supertypes), *(t.capitalize() for t in face.types)])
    if face.subtypes:
        line += f" — {' '.join(face.subtypes)}"
    size = f"{face.power}/{face.toughness}" if face.power is not None else face.loyalty or face.defense or ""
    return FaceForm(
        name=face.name,
        mana_cost=face.mana_cost,
        type_line=line,
        size=size,
        keywords=tuple(_keyword(ability) for ability in face.abilities if ability.kind == "keyword"),
        other_abilities=sum(a.kind not in {"keyword", "unread"} for a in face.abilities),
        unread=sum(a.kind == "unread" for a in face.abilities),
        text=text,
    )


def _keyword(keyword: AbilityOutline) -> str:
    number = "" if keyword.n is None else f" {keyword.n}"
    return f"{keyword.name}{number}{' ' + keyword.cost if keyword.cost else ''}"
