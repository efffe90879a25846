"""The library: every passage there is, by id, number, card or words.

It holds the shipped corpus, and over it the imported full text where the user has imported some: then rules are
shown in their exact words and with the date of the imported edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from judgecall.corpus.database import FILE_NAME, CardText, DamagedDatabase, FileMark, ImportedText, mark_of
from judgecall.corpus.files import corpus_folder
from judgecall.corpus.folders import data_folder_for
from judgecall.corpus.passages import Passage, is_rule_number, rule_of, section_of
from judgecall.corpus.shipped import ABILITY_WORDS_RULE, KEYWORD_SECTIONS, SEED_IDS, SHIPPED_RULES_DATE, ShippedCorpus

if TYPE_CHECKING:
    from judgecall.corpus.mending import Mended
    from judgecall.corpus.ranking import PassageRanking

_RULINGS_FIRST = 1
"""How many rulings on the cards named may stand before the rules in `nearest`."""

_RULINGS_UNASKED = 2
"""How many rulings on cards that the question does not name may be among its nearest passages."""

_TEXT_OF_CARDS, _DEEDS_OF_CARDS, _RULINGS_ON_CARDS = 1.5, 1.0, 1.5
"""How much the cards' texts, what they do and the nearest rulings on them count, as against one word of the question."""

_RULINGS_READ = 2
"""So many of the nearest rulings on the cards say what the question is about."""

T = TypeVar("T")


class Leads(NamedTuple):
    """What beside its words points to the rules that govern a question."""

    rules: Mapping[str, float] = {}
    """What speaks for rules, by number: a rare word that a rule has in its text is about 5."""
    deeds: str = ""
    """Words for what the cards in it do."""


_NO_LEADS = Leads()


class Library:
    """The source text. Get one from `open_library`.

    `notice` is empty, or a message for the user: that imported text was damaged, and what became of it. It may be set at
    any call, because damage may show only when a page is read; the shipped corpus answers from then on.
    """

    def __init__(self, shipped: ShippedCorpus, imported: ImportedText | None = None, notice: str = "") -> None:
        self._shipped = shipped
        self._imported = imported
        self.notice = notice
        self.set_aside = ""
        """The name of a damaged database in whose place one was made from the shipped corpus, or empty."""
        self._leave_what_was_rebuilt()

    def close(self) -> None:
        """Close the imported text, so that an import may replace it on systems that lock open files."""
        if self._imported:
            self._imported.close()
            self._imported = None

    def _leave_what_was_rebuilt(self) -> None:
        """A database made from the shipped corpus says no more than the corpus itself, which has its marks and links too."""
        if self._imported and self._imported.rebuilt:
            self.set_aside = self._imported.set_aside
            self.close()

    def verify(self) -> str:
        """Read all imported text once, which takes about a second; returns `notice`, empty when all is sound."""
        self._read(lambda imported: imported.verify(), None)
        return self.notice

    @property
    def full(self) -> bool:
        """Whether imported full text is in use."""
        return self._imported is not None

    @property
    def rules_date(self) -> str:
        """The day the rules in this library took effect (ISO date)."""
        return (self._imported.rules_date if self._imported else "") or SHIPPED_RULES_DATE

    def counts(self) -> dict[str, int]:
        """How many rules, terms, rulings and cards can be looked up here."""
        found: dict[str, int] = self._read(lambda imported: imported.counts(), {})
        return found or {
            "rules": len(self._shipped.rules),
            "terms": 0,
            "rulings": len(self._shipped.rulings),
            "cards": 0,
        }

    def passage(self, id: str) -> Passage | None:
        """The passage with this id: a rule number, the id of a ruling, or "term:" and a glossary term."""
        if is_rule_number(id):
            return self.rule(id)
        return self._shipped.ruling(id) or self._read(lambda imported: imported.passage(id), None)

    def rule(self, number: str) -> Passage | None:
        """The rule with this number ("509.1b"): its exact words if they are here, else our summary, else None."""
        shipped = self._shipped.rule(number)
        exact = self._read(lambda imported: imported.passage(number), None)
        return _merged(exact, shipped) if exact else shipped

    def rules_under(self, number: str) -> list[Passage]:
        """A rule and its subrules ("702.2"), or every rule of a section ("509"), in the order of the rulebook."""
        exact: list[Passage] = self._read(lambda imported: imported.rules_under(number), [])
        if exact:
            return [_merged(rule, self._shipped.rule(rule.id)) for rule in exact]
        section = self._shipped.section(section_of(number))
        if not section:
            return []
        return [rule for rule in section.passages.values() if number in (rule.id[:3], rule.id, rule_of(rule.id))]

    def examples(self, number: str) -> list[str]:
        """The published examples under a rule; none without imported rules."""
        return self._read(lambda imported: imported.examples(number), [])

    def section_title(self, number: str) -> str:
        """The title of a section ("509" is "Declare Blockers Step"), or empty."""
        return self._read(lambda imported: imported.section_title(number), "") or self._shipped.section_title(number)

    def sections(self) -> dict[str, str]:
        """The titles of all sections by number, in order."""
        return self._read(lambda imported: imported.sections(), {}) or {
            number: self.section_title(number) for number in self._shipped.section_numbers
        }

    def rules_called(self, name: str, keywords_only: bool = False) -> list[str]:
        """Numbers of the rules under a keyword or a heading, whatever its case: "deathtouch" gives 702.2.

        `keywords_only` leaves out headings outside of keywords and ability words.
        """
        plain = name.lower()
        if self._shipped.is_ability_word(plain):
            return [ABILITY_WORDS_RULE]
        for section in self._shipped.sections_saying(plain, KEYWORD_SECTIONS):
            found = [rule for rule, heading in section.headings.items() if heading.lower() == plain]
            if found:
                return found
        if keywords_only:
            return []
        said = self._shipped.sections_saying(plain)
        return [rule.id for section in said for rule in section.passages.values() if _heading(rule).lower() == plain]

    def term_meant(self, words: str) -> str:
        """The term, or the number of the rule, that players mean by words of their own ("sba"); empty if there is none."""
        return self._shipped.term_meant(" ".join(words.lower().replace("-", " ").split()))

    def term_names(self) -> list[str]:
        """Every glossary term and every keyword, in lower case."""
        keys: list[str] = self._read(lambda imported: imported.term_keys(), [])
        if keys:
            return keys  # the published glossary has every keyword
        return [heading.lower() for number in KEYWORD_SECTIONS for heading in self._shipped.headings(number).values()]

    def rulings(self, card: str) -> list[Passage]:
        """All rulings on a card, by its full name or the name of one of its faces; seed passages come first."""
        known = self._shipped.rulings_on(card)
        texts = {_plain(ruling.text) for ruling in known}
        more: list[Passage] = self._read(lambda imported: imported.rulings(card), [])
        return known + [ruling for ruling in more if _plain(ruling.text) not in texts]

    def rulings_under(self, rule: str) -> list[Passage]:
        """The rulings that are linked to a rule: the other way of `Passage.rules`."""
        return list(self._shipped.rulings_by_rule.get(rule, ()))

    def term(self, term: str) -> Passage | None:
        """The glossary entry for a term; None without imported rules."""
        return self._read(lambda imported: imported.term(term), None)

    def card_text(self, name: str) -> CardText | None:
        """The imported text of a card; None without imported cards."""
        return self._read(lambda imported: imported.card(name), None)

    def card_texts(self) -> list[CardText]:
        """The imported texts of all cards; none without imported cards."""
        return self._read(lambda imported: list(imported.cards()), [])

    def card_names(self, name: str) -> list[str]:
        """Full names of the cards that have this name or a face of this name: imported ones, or with rulings here."""
        found: list[str] = self._read(lambda imported: imported.card_names(name), [])
        shipped = self._shipped.rulings_on(name)
        return found or list(dict.fromkeys(ruling.card for ruling in shipped if ruling.card))

    def card_names_with(self, part: str, limit: int) -> list[str]:
        """Full names of imported cards with these words in the name; names that begin with them come first."""
        return self._read(lambda imported: imported.card_names_with(part, limit), [])

    def governing_cards(self) -> dict[str, list[str]]:
        """Rules by the facts of cards that they govern: see corpus/rules/concepts.toml."""
        return self._shipped.concepts["cards"]

    def governing_queries(self) -> dict[str, list[str]]:
        """Rules by the kinds of queries that they govern: see corpus/rules/concepts.toml."""
        return self._shipped.concepts["queries"]

    def seed_ids(self) -> tuple[str, ...]:
        """The ids of the 22 passages of the seed documents."""
        return SEED_IDS

    def search(self, text: str, kind: str, limit: int = 10) -> list[Passage]:
        """The passages of a kind ("rule", "ruling" or "term") that best match a text, best first."""
        found: list[Passage] = self._read(lambda imported: imported.search(text, kind, limit), [])
        if kind == "term" or (kind == "ruling" and found):
            return found
        wanted = is_rule_number if kind == "rule" else self._shipped.rulings.__contains__
        known = [id for id in self._index.search(text, 60) if wanted(id)][:limit]
        return self._all(_interleaved([passage.id for passage in found], known))[:limit]

    def has_all_words(self, text: str) -> bool:
        """Whether one rule holds every content word of the text."""
        found = self._read(lambda imported: imported.has_all_words(text, "rule"), None)
        if found is not None:
            return found
        from judgecall.corpus.ranking import stems

        return self._shipped.may_say(stems(text)) and self._index.has_all_words(text)

    def nearest(
        self,
        text: str,
        cards: Sequence[str] = (),
        rules: Sequence[str] = (),
        limit: int = 5,
        leads: Leads = _NO_LEADS,
    ) -> list[Passage]:
        """The passages that most likely govern a question, best first, at most `limit` of them.

        `cards` are the names of the cards in the question, `rules` the rules that it names. Rulings on those cards
        that share words with the question come first, then those rules, then whatever matches the text, what the
        cards say, and the leads.
        """
        shared = [
            (self._index.overlap(text, ruling.text, without=card), -order, ruling)
            for card in cards
            for order, ruling in enumerate(self.rulings(card))
        ]
        ranked = [ruling for score, _, ruling in sorted(shared, key=lambda item: item[:2], reverse=True) if score > 0]
        printed = " ".join(face.text for card in cards if (known := self.card_text(card)) for face in known.faces)
        beside = (
            (printed, _TEXT_OF_CARDS),
            (leads.deeds, _DEEDS_OF_CARDS),
            (" ".join(ruling.text for ruling in ranked[:_RULINGS_READ]), _RULINGS_ON_CARDS),
        )
        governing = self._all(dict.fromkeys((*rules, *self._governing(text, cards, 2 * limit, beside, leads.rules))))
        found = [*ranked[:_RULINGS_FIRST], *governing, *ranked[_RULINGS_FIRST:]]
        return list({passage.id: passage for passage in found}.values())[:limit]

    @cached_property
    def _index(self) -> PassageRanking:
        from judgecall.corpus.ranking import PassageRanking, PlayerWords  # most look-ups need no ranking

        shipped = self._shipped
        passages = [*shipped.rules.values(), *shipped.rulings.values()]
        return PassageRanking(passages, shipped.words, shipped.weights, PlayerWords(shipped.synonyms))

    def _governing(
        self,
        text: str,
        cards: Sequence[str],
        limit: int,
        beside: Sequence[tuple[str, float]],
        likely: Mapping[str, float],
    ) -> list[str]:
        """Ids of rules for a question, from the summaries and the players' words beside them.

        The summaries beat the exact text here: a player's words are nearer to them. A ruling brings along the first
        of the rules that decide it.
        """
        plain = text.lower()
        for card in cards:
            for name in (card, *card.split("//")):
                plain = plain.replace(name.strip().lower(), " ")
        found = self._index.search(plain, 3 * limit, beside, likely)
        rulings = [id for id in found if not is_rule_number(id)][:_RULINGS_UNASKED]
        linked: dict[str, tuple[str, ...]] = {id: self._shipped.rulings[id].rules for id in rulings}
        ordered = [each for id in found if id in linked or is_rule_number(id) for each in (id, *linked.get(id, ())[:1])]
        return list(dict.fromkeys(ordered))[:limit]

    def _all(self, ids: Iterable[str]) -> list[Passage]:
        return [passage for passage in map(self.passage, ids) if passage]

    def _read(self, ask: Callable[[ImportedText], T], otherwise: T) -> T:
        """Ask the imported text, if it is there; on damage have it mended, say so, and do without it."""
        imported = self._imported
        if not imported:
            return otherwise
        try:
            return ask(imported)
        except DamagedDatabase as error:
            self.close()
            self._imported, self.notice = _mended(imported.path, imported.mark, error, self._shipped)
        except OSError as error:
            if self._imported is imported:  # else it was closed on purpose
                self.close()
                self.notice = _unreadable_notice(imported.path, error)
        return otherwise


def open_library(data_folder: Path | None = None) -> Library:
    """Open the corpus: the shipped one, and what the user has imported. Reads next to nothing until asked.

    A damaged import does not stop it: the file is set aside, a sound one made from the shipped corpus takes its place,
    and `Library.notice` says so, once.
    """
    shipped = ShippedCorpus(corpus_folder())
    path = data_folder_for(data_folder) / FILE_NAME
    if not path.is_file():
        return Library(shipped)
    seen = mark_of(path)
    try:
        return Library(shipped, ImportedText(path))
    except DamagedDatabase as error:
        return Library(shipped, *_mended(path, seen, error, shipped))
    except OSError as error:
        return Library(shipped, notice=_unreadable_notice(path, error))


def _mended(path: Path, seen: FileMark | None, error: Exception, shipped: ShippedCorpus) -> Mended:
    from judgecall.corpus.mending import mend  # hardly ever needed, and it brings the whole importer along

    return mend(path, seen, str(error), shipped)


def _unreadable_notice(path: Path, error: OSError) -> str:
    """The message for a person whose imported data may be sound but can't be read."""
    return (
        f"The imported data in {path} can't be read ({error.strerror or error}). It was left as it is, "
        "and Judgecall uses the corpus it came with."
    )


def _interleaved(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Two rankings as one: by the sum of reciprocal ranks, so what both rank high comes first."""
    scores: dict[str, float] = {}
    for ranking in (first, second):
        for rank, id in enumerate(ranking):
            scores[id] = scores.get(id, 0.0) + 1 / (rank + 5)
    return sorted(scores, key=lambda id: -scores[id])


def _heading(rule: Passage) -> str:
    """The heading in the title of a rule: "Rule 704.5j (Legend rule)" has "Legend rule"."""
    return rule.title.partition("(")[2].removesuffix(")")


def _merged(exact: Passage, shipped: Passage | None) -> Passage:
    """The exact words, under the title that we gave the rule, with those marks that are still part of the words."""
    if not shipped:
        return exact
    marks = {code: words for code, words in shipped.marks.items() if words in exact.text}
    return msgspec.structs.replace(exact, title=shipped.title, marks=marks)


def _plain(text: str) -> str:
    return text.replace("’", "'").replace("“", '"').replace("”", '"').strip()
