"""The shipped corpus: passages read from corpus/rules and corpus/rulings, section by section as they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from judgecall.corpus.passages import Passage, card_key, rule_of, rule_order, section_of

SEED_IDS = (
    "106.5",
    "106.7",
    "106.12",
    "106.12a",
    "106.12b",
    "107.3m",
    "107.5",
    "107.6",
    "ochran-assassin-1",
    "ochran-assassin-2",
    "jermane-1",
    "jermane-2",
    "jermane-3",
    "jermane-4",
    "jermane-5",
    "jermane-6",
    "dawnhart-wardens-1",
    "dawnhart-wardens-2",
    "dawnhart-wardens-3",
    "startled-awake-1",
    "startled-awake-2",
    "startled-awake-3",
)
"""The 22 passages of the seed documents, which are shipped word for word."""

ABILITY_WORDS_RULE = "207.2c"
"""The rule that lists the ability words."""

KEYWORD_SECTIONS = ("702", "701")
"""Keyword abilities and keyword actions: an ability comes before an action of the same name."""

SHIPPED_RULES_DATE = "2026-04-17"
"""The day the edition of the rules that the shipped corpus follows took effect."""


_TITLE = re.compile(r'^title = "(.*)"$', re.MULTILINE)


class CorpusFileError(ValueError):
    """A file of the corpus can't be read; the message names the file and the entry."""


class SectionFile:
    """One file of corpus/rules: the passages of one section (509, say), in the order of the rulebook."""

    def __init__(
        self,
        title: str,
        passages: dict[str, Passage],
        headings: dict[str, str],
        words: dict[str, str],
        weights: dict[str, float],
    ) -> None:
        self.title = title
        self.passages = passages
        self.headings = headings
        """Names of keywords and keyword actions by the number of their rule."""
        self.words = words
        """Further words that players use for a passage, by id; found by search, never shown."""
        self.weights = weights
        """How much more often than others a rule decides a question, by id, where that is known (1 is usual)."""


class ShippedCorpus:
    """The passages in a corpus folder. Reads a file only when something in it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sections: dict[str, SectionFile | None] = {}
        self._texts: dict[str, str] = {}
        self._headings: dict[str, dict[str, str]] = {}
        self._single: dict[str, Passage | None] = {}
        """Rules that were read without the rest of their section."""
        self._read_rulings: dict[Path, dict[str, Passage]] = {}

    def section(self, number: str) -> SectionFile | None:
        """The section with this three-digit number, or None.

        Raises:
            CorpusFileError: its file is not well-formed.
        """
        if number not in self._sections:
            text = self._text_of(number)
            self._sections[number] = _section(_parsed(text, self._path(number)), self._path(number)) if text else None
        return self._sections[number]

    def section_title(self, number: str) -> str:
        """The title of a section, read without its passages; empty if there is no such section."""
        found = _TITLE.search(self._text_of(number))
        return found[1] if found else ""

    def headings(self, number: str) -> dict[str, str]:
        """The names of the keywords in a section by the number of their rule, read without its passages."""
        if number not in self._headings:
            head = self._text_of(number).partition("\n[[passage]]\n")[0]
            self._headings[number] = _parsed(head, self._path(number)).get("headings", {})
        return self._headings[number]

    def may_say(self, words: Iterable[str]) -> bool:
        """Whether each of the words, in lower case, stands somewhere in a file of rules or rulings, be it inside another."""
        everything = [self._text_of(number).lower() for number in self.section_numbers]
        everything += [text.lower() for text in self._ruling_files.values()]
        return all(any(word in text for text in everything) for word in words)

    def _path(self, number: str) -> Path:
        return self._folder / "rules" / f"{number}.toml"

    def _text_of(self, number: str) -> str:
        """The text of a section's file; empty if there is none."""
        if number not in self._texts:
            self._texts[number] = _text(self._path(number)) if self._path(number).is_file() else ""
        return self._texts[number]

    def rule(self, number: str) -> Passage | None:
        """The passage for a rule number ("509.1b"), or None when the shipped corpus has none."""
        if section_of(number) in self._sections:
            section = self.section(section_of(number))
            return section.passages.get(number) if section else None
        if number not in self._single:
            path = self._path(section_of(number))
            part = _part_about(number, self._text_of(section_of(number)))
            self._single[number] = _section(_parsed(part, path), path).passages[number] if part else None
        return self._single[number]

    @cached_property
    def section_numbers(self) -> tuple[str, ...]:
        """The sections that have a file, in order."""
        return tuple(sorted(path.stem for path in (self._folder / "rules").glob("[0-9][0-9][0-9].toml")))

    @cached_property
    def rules(self) -> dict[str, Passage]:
        """Every rule in the shipped corpus by number, in the order of the rulebook."""
        found: dict[str, Passage] = {}
        for number in self.section_numbers:
            section = self.section(number)
            if section:
                found.update(section.passages)
        return found

    def sections_saying(self, words: str, numbers: Iterable[str] = ()) -> Iterator[SectionFile]:
        """The sections, or those with the numbers, whose file has these words in any case; the others aren't parsed."""
        for number in numbers or self.section_numbers:
            if number not in self._sections and words.lower() not in self._text_of(number).lower():
                continue
            section = self.section(number)
            if section:
                yield section

    @cached_property
    def words(self) -> dict[str, str]:
        """Further words of players by passage id, over every section."""
        found: dict[str, str] = {}
        for number in self.section_numbers:
            section = self.section(number)
            if section:
                found.update(section.words)
        return found

    @cached_property
    def weights(self) -> dict[str, float]:
        """How often rules decide questions, by passage id, over every section; 1 where none is given."""
        found: dict[str, float] = {}
        for number in self.section_numbers:
            section = self.section(number)
            if section:
                found.update(section.weights)
        return found

    @cached_property
    def ability_words(self) -> frozenset[str]:
        """The ability words, lower case: names without a rule of their own."""
        number = section_of(ABILITY_WORDS_RULE)
        return frozenset(_parsed(self._text_of(number), self._path(number)).get("ability_words", ()))

    def is_ability_word(self, words: str) -> bool:
        """Whether the words, in lower case, are an ability word."""
        return f'"{words}"' in self._text_of(section_of(ABILITY_WORDS_RULE)) and words in self.ability_words

    @cached_property
    def synonyms(self) -> dict[str, str]:
        """What players say, and the words of the rules for it, both lower case."""
        path = self._folder / "rules" / "synonyms.toml"
        return dict(_parsed(_text(path), path)["synonyms"]) if path.is_file() else {}

    @cached_property
    def terms_meant(self) -> dict[str, str]:
        """What players call terms and rules, and the term or the rule's number, all lower case."""
        return dict(_parsed(self._terms_text, self._folder / "rules" / "terms.toml").get("terms", {}))

    def term_meant(self, words: str) -> str:
        """What players mean by words in lower case: a term, or the number of a rule; empty if there is nothing."""
        return self.terms_meant.get(words, "") if f'"{words}" =' in self._terms_text else ""

    @cached_property
    def _terms_text(self) -> str:
        path = self._folder / "rules" / "terms.toml"
        return _text(path) if path.is_file() else ""

    @cached_property
    def concepts(self) -> dict[str, dict[str, list[str]]]:
        """Rules by what cards do ("cards") and by what is asked ("queries"), best first."""
        path = self._folder / "rules" / "concepts.toml"
        empty: dict[str, dict[str, list[str]]] = {"cards": {}, "queries": {}}
        return {**empty, **_parsed(_text(path), path)} if path.is_file() else empty

    @cached_property
    def rulings(self) -> dict[str, Passage]:
        """Every ruling in the shipped corpus by id."""
        found: dict[str, Passage] = {}
        for path in self._ruling_files:
            found.update(self._rulings_in(path))
        return found

    def ruling(self, id: str) -> Passage | None:
        """The ruling with this id."""
        files = (path for path, text in self._ruling_files.items() if f'"{id}"' in text)
        return next((ruling for path in files if (ruling := self._rulings_in(path).get(id))), None)

    def rulings_on(self, card: str) -> list[Passage]:
        """The rulings on a card, by its full name or the name of one of its faces."""
        key = card_key(card)
        files = (path for path, text in self._ruling_files.items() if key in card_key(_line_of_card(text)))
        rulings = (ruling for path in files for ruling in self._rulings_in(path).values())
        return [
            ruling
            for ruling in rulings
            if ruling.card and key in {card_key(name) for name in (ruling.card, *ruling.card.split("//"))}
        ]

    @cached_property
    def _ruling_files(self) -> dict[Path, str]:
        return {path: _text(path) for path in sorted((self._folder / "rulings").glob("*.toml"))}

    def _rulings_in(self, path: Path) -> dict[str, Passage]:
        if path not in self._read_rulings:
            self._read_rulings[path] = _rulings(_parsed(self._ruling_files[path], path), path)
        return self._read_rulings[path]

    @cached_property
    def rulings_by_rule(self) -> dict[str, list[Passage]]:
        """The rulings that each rule decides, by rule number."""
        found: dict[str, list[Passage]] = {}
        for passage in self.rulings.values():
            for number in passage.rules:
                found.setdefault(number, []).append(passage)
        return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusFileError(f"{path.name} in the corpus can't be read: {error}") from error


def _parsed(text: str, path: Path) -> dict[str, Any]:
    import tomllib  # slow to import, and many look-ups are answered by the imported text

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CorpusFileError(f"{path.name} in the corpus can't be read: {error}") from error


def _marks(entry: dict[str, Any], path: Path) -> dict[str, str]:
    marks: dict[str, str] = entry.get("marks", {})
    for code, words in marks.items():
        if words not in entry["text"]:
            raise CorpusFileError(f"{path.name}: the mark {code!r} of {entry['id']} is not an exact part of its text.")
    return marks


def _part_about(number: str, text: str) -> str:
    """Of a section's file, what one passage needs: the section's own fields, its heading, its entry. Empty if it has no entry."""
    head, *entries = text.split("\n[[passage]]\n")
    entry = next((entry for entry in entries if entry.startswith(f'id = "{number}"\n')), None)
    if entry is None:
        return ""
    heading = re.search(rf'^"{re.escape(rule_of(number))}" = .*$', head, re.MULTILINE)
    return "\n".join([head.partition("\n[")[0], "[headings]", heading[0] if heading else "", "[[passage]]", entry])


def _section(data: dict[str, Any], path: Path) -> SectionFile:
    headings: dict[str, str] = data.get("headings", {})
    passages: dict[str, Passage] = {}
    words: dict[str, str] = {}
    weights: dict[str, float] = {}
    for entry in data.get("passage", []):
        number: str = entry["id"]
        heading = entry.get("heading") or headings.get(rule_of(number)) or data["title"]
        passages[number] = Passage(
            id=number,
            title=f"Rule {number} ({heading})",
            text=entry.get("text") or entry["summary"],
            summary="text" not in entry,
            source=entry.get("source", data["source"]),
            date=entry.get("date", data["date"]),
            marks=_marks(entry, path) if "text" in entry else {},
        )
        if "words" in entry:
            words[number] = entry["words"]
        if "weight" in entry:
            weights[number] = float(entry["weight"])
    ordered = dict(sorted(passages.items(), key=lambda item: rule_order(item[0])))
    return SectionFile(data["title"], ordered, headings, words, weights)


def _line_of_card(text: str) -> str:
    """Of a file of rulings, the line that names the card."""
    line = re.search(r"^card = .*$", text, re.MULTILINE)
    return line[0] if line else text


def _rulings(data: dict[str, Any], path: Path) -> dict[str, Passage]:
    card: str = data["card"]
    return {
        entry["id"]: Passage(
            id=entry["id"],
            title=f"{card} ruling ({entry['heading']})" if "heading" in entry else f"{card} ruling",
            text=entry["text"],
            source=entry.get("source", data["source"]),
            date=entry.get("date", ""),
            card=card,
            marks=_marks(entry, path),
            rules=tuple(entry.get("rules", ())),
        )
        for entry in data.get("passage", [])
    }
