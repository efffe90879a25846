"""From a card's printed text to logical lines of words.

Reminder text goes (CR 207.2a), the card's own name becomes "~" (CR 201.5), older wordings are brought to
today's, bulleted modes are joined to their header (CR 700.2), and a line is cut into words and symbols.
"""

from __future__ import annotations

import re
from typing import NamedTuple

ABILITY_WORDS = frozenset(
    line.strip()
    for line in """
    adamant, addendum, alliance, battalion, bloodrush, celebration, channel, chroma, cohort, constellation, converge,
    corrupted, council's dilemma, coven, delirium, descend 4, descend 8, domain, eerie, eminence, enrage,
    fateful hour, fathomless descent, ferocious, flurry, formidable, grandeur, hellbent, heroic, imprint, inspired,
    join forces, kinship, landfall, lieutenant, magecraft, metalcraft, morbid, pack tactics, paradox, parley,
    radiance, raid, rally, renew, revolt, secret council, spell mastery, strive, survival, sweep, tempting offer,
    threshold, undergrowth, valiant, vivid, void, will of the council
    """.replace("\n", " ").split(",")
)
"""Words with no rules meaning of their own (CR 207.2c)."""

_MEANING_BEFORE_DASH = re.compile(
    r"(?i)^(ward|equip|kicker|multikicker|buyback|cumulative upkeep|echo|cycling|flashback|madness|morph|megamorph|"
    r"disguise|splice onto \w+|companion|forecast|boast|exhaust|max speed|solved|to solve|escape|embalm|eternalize|"
    r"unearth|evoke|entwine|suspend \S+|reinforce \S+|awaken \S+|emerge|dash|blitz|bestow|mutate|ninjutsu|"
    r"partner|craft with .*|[ivx]+(, [ivx]+)*|choose .*|.* choose .*|will of the .*|plot|warp|gift|visit|prize|recover|retrace|"
    r"replicate|conspire|station|level up|prototype|specialize|casualty|encore|transfigure|transmute|sneak|"
    r"harmonize|mayhem|web-slinging|freerunning|outlast|scavenge|overload|cleave|surge|spectacle|fortify|"
    r"reconfigure|foretell|disturb|basic landcycling|\w+cycling|teamwork \d+|power-up|strive|council.s dilemma)$"
)

_TYPES_OF_THIS = (
    "creature|land|artifact|enchantment|aura|equipment|vehicle|permanent|card|spell|token|saga|class|siege|"
    "planeswalker|battle|room|case|spacecraft|fortification|background|attraction|contraption|mount|plane|scheme"
)

_MODERN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), new)
    for pattern, new in (
        (r"[’‘]", "'"),
        (r"[“”]", '"'),
        (r"−", "-"),
        (r"(?i)\b(enters?|entered|entering) the battlefield\b", r"\1"),
        (r" to your mana pool\b", ""),
        (r" to (that player|its controller|their|his or her)'?s? mana pool\b", ""),
        (r"(?i)\bconverted mana cost\b", "mana value"),
        (r"\bhis or her\b", "their"),
        (r"\bhe or she\b", "they"),
        (r"\bhim or her\b", "them"),
        (r"\bcreature or player\b", "any target"),
        (r"\btarget any target\b", "any target"),
        (r"\bcan not\b|\bcannot\b", "can't"),
        (r"\bcan't be countered by spells or abilities\b", "can't be countered"),
        (r"\b(shuffles?) (your|their) library\b", r"\1"),
        (r"\b(shuffles?) that library\b", r"\1"),
        (r"\bnon-(?=[a-z])", "non"),
        (r"(?<= )--(?= |$)", "—"),
        (r"\s+", " "),
    )
)


class Word(NamedTuple):
    """One word, symbol or quoted ability; `low` is how phrases match it."""

    text: str
    low: str


_WORD = re.compile(
    r"""(?P<quote>"[^"]*")|(?P<symbol>\{[^}]*\})|(?P<pt>[+-]?(?:\d+|X|\*)/[+-]?(?:\d+|X|\*))(?![\w/])"""
    r"""|(?P<signed>[+-](?:\d+|X)(?!\w))|(?P<number>\d+)|(?P<own>~~?)|(?P<slash>and/or)"""
    r"""|(?P<possessive>'s\b|'(?=\s|$|,))|(?P<word>[^\W\d_](?:[\w-]|'(?!s\b)(?=\w))*!?)|(?P<mark>[.,:;—•|?!\[\]&]|--)|(?P<other>\S)"""
)

_RUN_TOGETHER = "Flash|Flying|Trample|Haste|Vigilance|Reach|Menace|Deathtouch|Lifelink|Defender|First strike|Convoke"

_ROMAN_LINE = re.compile(r"^[IVX]+(, [IVX]+)* —")


def words_of(line: str) -> list[Word]:
    """Cut a line into words.

    A quoted ability is one word. Where its closing full stop also ends the sentence, a full stop follows it.
    """
    found: list[Word] = []
    for match in _WORD.finditer(line):
        text = match.group()
        if match.lastgroup == "quote":
            inner = text[1:-1].strip()
            found.append(Word(inner, '"'))
            rest = line[match.end() :].lstrip()
            if inner.endswith(",") and rest.startswith("where "):
                # "… tokens with "~ can't block," where X is …": the comma belongs to the sentence.
                found[-1] = Word(inner[:-1], '"')
                found.append(Word(",", ","))
            elif inner.rstrip("'").endswith((".", "!")) and (not rest or rest[0].isupper()):
                found.append(Word(".", "."))
            continue
        found.append(Word(text, text.lower()))
    return found


def own_names(name: str, legendary: bool) -> list[str]:
    """The ways in which a card's text may call it: its name, and its short name if it is legendary (CR 201.5b-c)."""
    # Names of rebalanced cards begin with "A-"; their texts may or may not say so.
    plain = name.removeprefix("A-")
    names = [name, plain, plain.strip('"')]
    name = plain
    if "," in name:
        names.append(name.split(",")[0])
    if legendary:
        for cut in (" the ", " of ", " von ", " from "):
            if cut in name.split(",")[0]:
                names.append(name.split(cut)[0])
        first = name.split(",")[0].split(" ")
        if len(first) > 1 and len(first[0]) > 3:
            names.append(first[0])
    return sorted({n for n in names if len(n) > 2}, key=len, reverse=True)


def without_reminders(text: str) -> str:
    """The text without what stands in parentheses (CR 207.2a)."""
    text = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", text)
    return "\n".join(part for part in (re.sub(r"\s+", " ", part).strip() for part in text.split("\n")) if part)


def modern(text: str) -> str:
    """Older wordings in today's words."""
    for pattern, new in _MODERN:
        text = pattern.sub(new, text)
    return text.strip()


def call_self(text: str, names: list[str]) -> str:
    """Write "~" for the object itself. Inside a quoted ability the card's name is "~~": the granting card."""
    for name in names:
        if '"' in name:
            text = text.replace(name, "~")
    parts = text.split('"')
    for index, part in enumerate(parts):
        own = "~~" if index % 2 else "~"
        for name in names:
            part = re.sub(r"(?<![\w~])" + re.escape(name) + r"(?![\w])", own, part)
        parts[index] = re.sub(rf"(?i)\bthis ({_TYPES_OF_THIS})\b(?! types?\b)(?! spells?\b)(?! cards?\b)", "~", part)
    return '"'.join(parts)


LEVEL_HEAD = re.compile(
    r"^(?:LEVEL (?P<low>\d+)(?:-(?P<high>\d+)|\+)|(?P<cost>\{[^:]*): Level (?P<level>\d+)|(?:STATION )?(?P<charge>\d+)\+(?: \||$))"
)
"""What begins the lines of what holds at a level."""
LEVEL_SEPARATOR = " ¶ "
"""What joins the lines of what holds at one level only (CR 711, 716, 721)."""


def logical_lines(text: str) -> list[str]:
    """Lines, with the bulleted modes joined to their header, and all that holds at a level to that level's head."""
    lines: list[str] = []
    level = False
    # Some sources have lost the break after a keyword: "Deathtouch{T}: Add …", "FlashFlying".
    text = re.sub(r"(?<=[a-z])(?=\{[^}]+\}[,:{])", "\n", text)
    text = re.sub(rf"(?m)^({_RUN_TOGETHER})(?=[A-Z~])", r"\1\n", text)
    for line in without_reminders(text).split("\n"):
        if lines and lines[-1].count('"') % 2 == 1:
            # Some sources break a line inside a quoted ability.
            lines[-1] += " " + line
        elif lines and lines[-1].endswith(",") and line[:1].islower():
            # Or in the middle of a sentence.
            lines[-1] += " " + line
        elif LEVEL_HEAD.match(line):
            lines.append(line)
            level = True
        elif level:
            lines[-1] += LEVEL_SEPARATOR + line
        elif line.startswith(("•", "* ", "+ {")) and lines:
            lines[-1] += " " + ("•" + line[1:] if line.startswith("* ") else line)
        else:
            lines.append(line)
    return lines


def cut_ability_word(line: str) -> tuple[str, str]:
    """The ability word or flavour word before a dash (CR 207.2c-d), in lower case, and the rest of the line."""
    head, dash, rest = line.partition(" — ")
    if not dash or _ROMAN_LINE.match(line) or '"' in head or "{" in head or ":" in head or "•" in head or "." in head:
        return "", line
    if _MEANING_BEFORE_DASH.match(head) or len(head.split()) > 6 or not head[:1].isupper():
        return "", line
    if not rest[:1].isupper() and rest[:1] not in "{~+-0123456789[":
        return "", line
    return head.lower(), rest
