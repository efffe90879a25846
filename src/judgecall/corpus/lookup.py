"""Look-up: what a player typed, as a card, a rule, a section, a term or a phrase.

When more than one thing fits, the answer is a list of choices, never a silent guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import msgspec

from judgecall.corpus.database import CardText
from judgecall.corpus.library import Library
from judgecall.corpus.passages import Passage, card_key
from judgecall.corpus.wrapped import unwrapped

MOST_CHOICES = 12
"""How many choices are offered at most."""

_CLEAR_LEAD = 0.97
"""A misspelled name is taken as one card only if the runner-up scores less than this share of the best."""

_TERM_FLOOR = 82.0
"""How alike a misspelled term and a real one must be, from 0 to 100."""

_TERM_LEAD = 5.0
"""How much more alike a term must be than a card's name, or the other way round, to be taken without asking."""

_SUGGESTED_WORDS = 4
"""A text of more words than this is not taken for a misspelled name."""

_KIND = re.compile(r"\s*(card|rule|section|term|text)\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(
    r"\s*(?:the\s+)?(?:comprehensive\s+|comp\s+)?(?:rules?|cr|section|sec|§)?\.?\s*"
    r"(\d{3})(?:\.(\d{1,3})\s*\.?\s*\(?([a-km-np-z]?)\)?)?\.?\s*",
    re.IGNORECASE,
)
_CHAPTER = re.compile(r"(?:rules?|cr|section|sec|chapter|part)?\.?\s*([1-9])\.?", re.IGNORECASE)
_FORMS = ("{} step", "{} phase", "{}s", "{} token", "{} counter")
"""What a term may have beside the word that players use alone."""
_SEE_RULE = re.compile(r"rules? (\d{3}(?:\.\d{1,3}[a-z]?)?)")


class NameFinder(Protocol):
    """How look-up finds card names; the index of names belongs to the cards room."""

    def exact(self, text: str) -> list[str]:
        """Full names of the cards that a text names: by full name, a face's name or a nickname, in any case."""
        ...

    def cut(self, text: str) -> list[str]:
        """Full names of the cards whose name is this but for what stands behind its comma, or for its "The"."""
        ...

    def with_part(self, text: str, limit: int) -> list[str]:
        """Full names of the cards with these words in a name, at most `limit`; those that begin with them come first."""
        ...

    def fuzzy(self, text: str) -> list[tuple[str, float]]:
        """Full names of the cards that a misspelled text may mean, with scores above 0, best first."""
        ...


class _Result(msgspec.Struct, frozen=True):
    asked: str
    """What was typed."""


class CardFound(_Result, frozen=True, tag="card"):
    """A card: its imported text if there is any, all its rulings, and the rules linked to those."""

    name: str
    text: CardText | None
    rulings: tuple[Passage, ...]
    rules: tuple[Passage, ...]
    corrected: bool = False
    """The name was not typed exactly, so it should be shown which card was taken."""


class RuleFound(_Result, frozen=True, tag="rule"):
    """A rule with its subrules, the examples under each, and the rulings linked to any of them."""

    rule: Passage
    section: str
    """Number and title of its section."""
    subrules: tuple[Passage, ...]
    examples: tuple[tuple[str, tuple[str, ...]], ...]
    """(rule number, its examples) for those that have some."""
    rulings: tuple[Passage, ...]


class SectionFound(_Result, frozen=True, tag="section"):
    """A section of the rules with all its rules."""

    number: str
    title: str
    rules: tuple[Passage, ...]
    term: Passage | None = None


class TermFound(_Result, frozen=True, tag="term"):
    """A term: its glossary entry if there is one, and the rules that define it."""

    name: str
    entry: Passage | None
    rules: tuple[Passage, ...]
    corrected: bool = False


class PhraseFound(_Result, frozen=True, tag="phrase"):
    """Passages that match a phrase, each list best first, and cards whose names come near it."""

    rules: tuple[Passage, ...]
    rulings: tuple[Passage, ...]
    terms: tuple[Passage, ...]
    cards: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One thing that fits: its kind, what to call it, and the text to look up to get just this."""

    kind: str
    name: str
    query: str


class Choices(_Result, frozen=True, tag="choices"):
    """Several things fit. `exact` says whether they fit what was typed, or only come near it ("did you mean")."""

    choices: tuple[Choice, ...]
    exact: bool


class NothingFound(_Result, frozen=True, tag="nothing"):
    """Nothing fits; the nearest passages and names, if any are near."""

    nearest: tuple[Passage, ...]
    cards: tuple[str, ...] = ()


LookupResult = CardFound | RuleFound | SectionFound | TermFound | PhraseFound | Choices | NothingFound


def look_up(library: Library, text: str, names: NameFinder | None = None, limit: int = 10) -> LookupResult:
    """Find what a player typed.

    "card:", "rule:", "section:", "term:" or "text:" before it asks for that kind alone; the queries of `Choice` use
    them. `names` finds cards; without it only imported cards are found. `limit` bounds each list of a phrase search.
    """
    kind, wanted = "", " ".join(text.split())
    prefix = _KIND.fullmatch(wanted)
    if prefix:
        kind, wanted = prefix[1].lower(), prefix[2].strip()
    if not wanted:
        return NothingFound(text, ())
    search = _LookUp(library, names, text, wanted, limit)
    if kind in ("", "rule", "section"):
        number = _NUMBER.fullmatch(wanted)
        if number:
            return search.number(number)
        chapter = _CHAPTER.fullmatch(wanted)
        if chapter:
            return search.chapter(chapter[1])
    if kind == "card":
        return search.card()
    if kind == "text":
        return search.phrase()
    if kind in ("rule", "section", "term"):
        return search.concept() or search.misspelled_term() or search.nothing()
    searches = [_LookUp(library, names, text, words, limit) for words in unwrapped(wanted)]
    for search in searches:
        found = search.exactly()
        if found:
            return found
    return next((search for search in searches if search.nears_a_card()), searches[-1]).near()


class _LookUp:
    """One look-up of certain words. Each method gives a result or None."""

    def __init__(self, library: Library, names: NameFinder | None, asked: str, wanted: str, limit: int) -> None:
        self._library = library
        self._names = names
        self._asked = asked
        self._wanted = wanted
        self._limit = limit

    def exactly(self) -> LookupResult | None:
        """What the words name in full, or up to the comma in a name; several things are offered."""
        cards = self._exact_cards()
        cut = self._names.cut(self._wanted) if self._names else []
        concept = self.concept(keywords_only=bool(cards))
        if cards:
            # Who types "Urza" may mean the card of just this name, or any Urza there is.
            cards = list(dict.fromkeys([*cards, *(() if self._is_nickname(cards[0]) else cut)]))
        elif cut and not concept:
            begun = [name for name in self._cards_with_part() if self._begins(name)]
            alike = list(dict.fromkeys([*cut, *begun]))
            if len(alike) > 1:
                return self._choices(map(_card_choice, alike), exact=False)
            return self._card_found(cut[0], corrected=True)
        if len(cards) + bool(concept) > 1:
            return self._choices(
                [*map(_card_choice, cards), *([_concept_choice(concept)] if concept else [])], exact=True
            )
        return self._card_found(cards[0], corrected=self._is_nickname(cards[0])) if cards else concept

    def _begins(self, name: str) -> bool:
        return any(f"{card_key(face)} ".startswith(f"{card_key(self._wanted)} ") for face in name.split("//"))

    def _is_nickname(self, card: str) -> bool:
        """Whether the words are none of the names of the card that they mean."""
        return card_key(self._wanted) not in {card_key(name) for name in (card, *card.split("//"))}

    def number(self, found: re.Match[str]) -> LookupResult:
        section, rule, letter = found[1], found[2], (found[3] or "").lower()
        if rule:
            number = f"{section}.{rule}{letter}"
            passage = self._library.rule(number)
            return self._rule_found(passage) if passage else self.nothing(f"{section}.{rule}", section)
        title = self._library.section_title(section)
        return self._section_found(section) if title else self.nothing()

    def chapter(self, digit: str) -> LookupResult:
        """The sections of a chapter ("section 5" has 500 to 514)."""
        sections = [(number, title) for number, title in self._library.sections().items() if number.startswith(digit)]
        if not sections:
            return self.nothing()
        choices = (Choice("section", f"{number} {title}", f"section:{number}") for number, title in sections)
        return Choices(self._asked, tuple(choices), exact=True)

    def card(self) -> LookupResult:
        cards = self._exact_cards()
        if len(cards) == 1:
            return self._card_found(cards[0], corrected=False)
        if cards:
            return self._choices(map(_card_choice, cards), exact=True)
        near, clear = self._near_cards
        if clear:
            return self._card_found(near[0], corrected=True)
        return self._choices(map(_card_choice, near), exact=False) if near else self.nothing()

    def concept(self, keywords_only: bool = False) -> RuleFound | SectionFound | TermFound | None:
        """The section, keyword, glossary term or titled rule that the words name exactly, or by another word for it.

        Another word is one that players have for it ("sba"), its singular or plural, or a step's name without "step".
        """
        plain = _without_hyphens(self._wanted)
        sections = {_without_hyphens(title): number for number, title in self._library.sections().items()}
        if plain in sections:
            return self._section_found(sections[plain])
        found = self._term_found(self._wanted.lower(), corrected=False, keywords_only=keywords_only)
        if found or keywords_only:
            return found
        meant = self._library.term_meant(plain)
        rule = self._library.rule(meant) if meant else None
        if rule:
            return self._rule_found(rule)
        known = {_without_hyphens(term): term for term in self._library.term_names()}
        for form in (_without_hyphens(meant), plain, *(form.format(plain) for form in _FORMS), plain.removesuffix("s")):
            if form in sections:
                return self._section_found(sections[form])
            if form in known:
                return self._term_found(known[form], corrected=False)
        return self._term_found(meant, corrected=False) if meant else None

    def misspelled_term(self) -> TermFound | None:
        from rapidfuzz import fuzz, process  # what is found exactly needs neither

        near = process.extractOne(
            self._wanted.lower(), self._library.term_names(), scorer=fuzz.ratio, score_cutoff=_TERM_FLOOR
        )
        return self._term_found(near[0], corrected=True) if near else None

    def phrase(self) -> PhraseFound | NothingFound:
        library, wanted, limit = self._library, self._wanted, self._limit
        rules, rulings = library.search(wanted, "rule", limit), library.search(wanted, "ruling", limit)
        terms = library.search(wanted, "term", 3)
        if not (rules or rulings or terms):
            return self.nothing()
        return PhraseFound(self._asked, tuple(rules), tuple(rulings), tuple(terms), self._name_suggestions())

    def nothing(self, *numbers: str) -> NothingFound:
        """Nothing, with what is near: rules under the numbers, else passages by their words."""
        near = next((rules for number in numbers if (rules := self._library.rules_under(number))), None)
        passages = near[: self._limit] if near else self._library.nearest(self._wanted)
        return NothingFound(self._asked, tuple(passages), self._name_suggestions())

    def nears_a_card(self) -> bool:
        """Whether the words come near the name of a card."""
        return bool(self._near_cards[0])

    def near(self) -> LookupResult:
        """Nothing fits exactly: a part of a name, a slip of the keyboard, or a phrase."""
        cards, clear = self._near_cards
        term = self.misspelled_term()
        if term:
            lead = self._likeness(term.name) - max(map(self._likeness, cards), default=0.0)
            if lead > _TERM_LEAD:
                return term
            if lead > -_TERM_LEAD:
                return self._choices([_concept_choice(term), *map(_card_choice, cards)], exact=False)
        if cards and self._is_rules_language():
            found = self.phrase()
            return found if isinstance(found, PhraseFound) else self._choices(map(_card_choice, cards), exact=False)
        if clear:
            return self._card_found(cards[0], corrected=True)
        if cards:
            return self._choices(map(_card_choice, cards), exact=False)
        return self.phrase()

    def _is_rules_language(self) -> bool:
        """Whether one rule holds all the words: then they are more likely a phrase than a misspelled name."""
        return len(self._wanted.split()) > 1 and self._library.has_all_words(self._wanted)

    def _exact_cards(self) -> list[str]:
        found = self._names.exact(self._wanted) if self._names else []
        return list(dict.fromkeys(found or self._library.card_names(self._wanted)))

    def _cards_with_part(self) -> list[str]:
        """Cards with these words in a name: the names that there are facts on, or only imported ones."""
        known = self._names.with_part(self._wanted, MOST_CHOICES) if self._names else []
        return known or self._library.card_names_with(self._wanted, MOST_CHOICES)

    @cached_property
    def _near_cards(self) -> tuple[list[str], bool]:
        """Cards whose names come near, best first, and whether the first is meant beyond doubt."""
        part = self._cards_with_part()
        halves = self._wanted.lower().split(" and ")
        if len(halves) == 2:  # as players say the name of a split card
            split = self._names.exact(" // ".join(halves)) if self._names else []
            part = list(dict.fromkeys([*split, *part]))
        if len(part) == 1:
            return part, True
        scored = self._names.fuzzy(self._wanted) if self._names and not part else []
        if scored:
            best = scored[0][1]
            clear = len(scored) == 1 or scored[1][1] < best * _CLEAR_LEAD
            return [name for name, _ in scored], clear
        return part, False

    def _likeness(self, name: str) -> float:
        from rapidfuzz import fuzz

        return fuzz.ratio(self._wanted.lower(), name.lower())

    def _name_suggestions(self) -> tuple[str, ...]:
        if len(self._wanted.split()) > _SUGGESTED_WORDS or _NUMBER.fullmatch(self._wanted):
            return ()
        return tuple(self._near_cards[0][:5])

    def _choices(self, choices: Sequence[Choice] | map[Choice], exact: bool) -> Choices:
        return Choices(self._asked, tuple(choices)[:MOST_CHOICES], exact)

    def _card_found(self, name: str, corrected: bool) -> CardFound:
        rulings = tuple(self._library.rulings(name))
        numbers = dict.fromkeys(number for ruling in rulings for number in ruling.rules)
        rules = tuple(rule for number in numbers if (rule := self._library.rule(number)))
        return CardFound(self._asked, name, self._library.card_text(name), rulings, rules, corrected)

    def _rule_found(self, rule: Passage) -> RuleFound:
        under = self._library.rules_under(rule.id)
        numbers = [rule.id, *(subrule.id for subrule in under if subrule.id != rule.id)]
        examples = tuple((number, tuple(found)) for number in numbers if (found := self._library.examples(number)))
        rulings = {ruling.id: ruling for number in numbers for ruling in self._library.rulings_under(number)}
        section = f"{rule.id[:3]} {self._library.section_title(rule.id[:3])}"
        subrules = tuple(subrule for subrule in under if subrule.id != rule.id)
        return RuleFound(self._asked, rule, section, subrules, examples, tuple(rulings.values()))

    def _section_found(self, number: str) -> SectionFound:
        title = self._library.section_title(number)
        rules = tuple(self._library.rules_under(number))
        return SectionFound(self._asked, number, title, rules, self._library.term(title))

    def _term_found(self, term: str, corrected: bool, keywords_only: bool = False) -> TermFound | None:
        entry = self._library.term(term)
        numbers = self._library.rules_called(term, keywords_only)
        if not (entry or numbers):
            return None
        if not numbers and entry:
            numbers = _SEE_RULE.findall(entry.text)
        # A whole section is too much to show for a term; its number is in the entry.
        rules = {rule.id: rule for number in numbers if "." in number for rule in self._library.rules_under(number)}
        name = entry.title.removesuffix(" (glossary)") if entry else term.capitalize()
        return TermFound(self._asked, name, entry, tuple(rules.values()), corrected)


def _without_hyphens(text: str) -> str:
    return text.lower().replace("-", " ")


def _card_choice(name: str) -> Choice:
    return Choice("card", name, f"card:{name}")


def _concept_choice(concept: RuleFound | SectionFound | TermFound) -> Choice:
    if isinstance(concept, RuleFound):
        return Choice("rule", concept.rule.title, f"rule:{concept.rule.id}")
    if isinstance(concept, SectionFound):
        return Choice("section", f"{concept.number} {concept.title}", f"section:{concept.number}")
    return Choice("term", concept.name, f"term:{concept.name}")
