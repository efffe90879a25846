"""Reading the text file of the Comprehensive Rules, as it is published."""

from __future__ import annotations

import re

import msgspec

from judgecall.corpus.passages import rule_of, section_of

_SECTION = re.compile(r"(\d{3})\. (\S.*)")
_RULE = re.compile(r"(\d{3}\.\d{1,3}[a-z]?)\.? (\S.*)")
_EFFECTIVE = re.compile(r"effective as of ([A-Z][a-z]+) (\d{1,2}), (\d{4})")
# Written out because strptime's month names follow the user's locale.
_MONTH_NAMES = "January February March April May June July August September October November December"
_MONTHS = _MONTH_NAMES.split()


class RulesTextError(ValueError):
    """The file is not a text file of the Comprehensive Rules; the message says what is missing."""


class RuleText(msgspec.Struct, frozen=True):
    """One rule as published: its number, its text, and the examples under it."""

    number: str
    text: str
    examples: tuple[str, ...] = ()


class RulesDocument(msgspec.Struct, frozen=True):
    """One edition of the rules.

    `date` is the day it took effect (ISO); `sections` maps "509" to its title; `keywords` maps the rule of a
    keyword to its name ("702.2" to "Deathtouch").
    """

    date: str
    sections: dict[str, str]
    keywords: dict[str, str]
    rules: tuple[RuleText, ...]
    glossary: tuple[tuple[str, str], ...]

    def heading(self, number: str) -> str:
        """The heading a rule stands under: the keyword for 702.2b, else the title of its section."""
        return self.keywords.get(rule_of(number)) or self.sections.get(section_of(number), "")


def decode(data: bytes) -> str:
    """The text of a rules file: UTF-8 with or without a byte order mark, or the Windows code page of older editions.

    Raises:
        RulesTextError: it holds NUL bytes, so it is not a text file.
    """
    if b"\0" in data[:4096]:
        raise RulesTextError("The rules file is not a text file.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def parse_rules(text: str) -> RulesDocument:
    """Parse the text of the rules.

    The contents at the top repeat every heading and are read as headings only; the glossary begins at the line
    "Glossary" that follows the rules, and ends at "Credits". An example belongs to the rule above it.

    Raises:
        RulesTextError: there is no effective date or there are no rules in it.
    """
    effective = _EFFECTIVE.search(text)
    if not effective or effective[1] not in _MONTHS:
        raise RulesTextError("The rules file does not say since when it is effective.")
    date = f"{int(effective[3]):04}-{_MONTHS.index(effective[1]) + 1:02}-{int(effective[2]):02}"

    sections: dict[str, str] = {}
    rules: list[RuleText] = []
    lines = iter(text.splitlines())
    for raw in lines:
        line = raw.strip()
        if line == "Glossary" and rules:
            break  # what the iterator has left is the glossary
        rule = _RULE.fullmatch(line)
        section = None if rule else _SECTION.fullmatch(line)
        if rule:
            rules.append(RuleText(rule[1], rule[2]))
        elif section:
            sections[section[1]] = section[2]
        elif rules and line.startswith("Example:"):
            last = rules[-1]
            example = line.removeprefix("Example:").strip()
            rules[-1] = msgspec.structs.replace(last, examples=(*last.examples, example))
        elif rules and line and not re.fullmatch(r"\d\. .*", line):
            rules[-1] = msgspec.structs.replace(rules[-1], text=f"{rules[-1].text}\n{line}")
    if not rules:
        raise RulesTextError("The rules file holds no numbered rules.")
    return RulesDocument(date, sections, _keywords(rules), tuple(rules), tuple(_glossary(list(lines))))


def _glossary(lines: list[str]) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    term = ""
    definition: list[str] = []
    for raw in [*lines, ""]:
        line = raw.strip()
        if not line:
            if term and definition:
                entries.append((term, "\n".join(definition)))
            term, definition = "", []
        elif line == "Credits" and not term:
            break
        elif not term:
            term = line
        else:
            definition.append(line)
    return entries


def _keywords(rules: list[RuleText]) -> dict[str, str]:
    """Rules of sections 701 and 702 that are a title and not a sentence."""
    return {
        rule.number: rule.text
        for rule in rules
        if rule.number[:3] in ("701", "702") and rule.number[-1].isdigit() and _is_title(rule.text)
    }


def _is_title(text: str) -> bool:
    return len(text) < 40 and not text.endswith((".", "”", "’", ")"))
