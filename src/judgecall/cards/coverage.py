"""How much of the rules text in a card source compiles, concept by concept.

The shipped data holds no rules text, so this works from printed cards (see sources.py). What a line touches is
told by patterns over its words, never by the compiler itself: otherwise it would grade its own work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from judgecall.cards.abilities import Unread
from judgecall.cards.build import split_type_line
from judgecall.cards.compile.keywords import COSTED, NUMBERED, PLAIN
from judgecall.cards.compile.lines import compile_line
from judgecall.cards.compile.text import call_self, logical_lines, modern, own_names
from judgecall.cards.sources import PrintedCard

_KEYWORDS = "|".join(re.escape(name) for name in sorted((*PLAIN, *NUMBERED, *COSTED), key=len, reverse=True))
_ONE_KEYWORD = rf"(?:(?:{_KEYWORDS})(?: (?:\d+|X|\{{[^ ]*\}}))*|\w+walk|protection from [\w ]+|hexproof from [\w ]+|affinity for [\w ]+|enchant [\w' ]+|\w+cycling \{{.*\}}|partner with .*)"
_EVERGREEN = "deathtouch|defender|double strike|first strike|flash|flying|haste|hexproof|indestructible|lifelink|menace|protection from|prowess|reach|trample|vigilance|ward"
_DAMAGE = "first strike|double strike|deathtouch|lifelink|trample|wither|infect|toxic|bushido|rampage|flanking|afflict"
_EVASION = "flying|menace|fear|intimidate|shadow|skulk|horsemanship|reach|landwalk|\\w+walk"

PATTERNS: dict[str, str] = {
    "keyword lines": rf"^{_ONE_KEYWORD}(?:[,;] {_ONE_KEYWORD})*$",
    "evasion granted": rf"\b(has|have|gains?)\b[^.]*\b({_EVASION})\b",
    "evergreen keywords": rf"\b({_EVERGREEN})\b",
    "evasion keywords": rf"\b({_EVASION})\b",
    "landwalk": r"\b(plains|island|swamp|mountain|forest|desert|land)walk\b",
    "protection": r"\bprotection from\b",
    "can't be blocked": r"can't be blocked",
    "can't block, can block only": r"can't block\b|can block only|can't attack or block",
    "lure": r"able to block\b.*do so",
    "must be blocked": r"must be blocked",
    "must block": r"\bblocks? (each combat|this turn|this combat|\S+ this turn|\S+ this combat|~.*) if able",
    "lure and must block": r"able to block\b.*do so|must be blocked|\bblocks? (each combat|this turn|\S+ this turn|~.*) if able",
    "must attack": r"\battacks?\b[^.]* if able",
    "costs to attack or block": r"can't (attack|block)[^.]*unless [^.]*pays?\b",
    "additional blocks": r"can block (an additional|any number)",
    "static power and toughness": r"^(?!.*until end of turn)(?!When|At |\{)(?!.*:).*\bgets? (an additional )?[+-]",
    "anthems": r"^(?!.*until end of turn)(?!When|At |\{)(?!.*:).*\b(creatures|permanents|tokens)\b[^.]*\bget [+-]",
    "equipment": r"^Equipped creature",
    "auras": r"^Enchanted (creature|permanent|land|artifact)",
    "pump until end of turn": r"gets? [+-][^.]*until end of turn|until end of turn[^.]*gets? [+-]",
    "damage keywords": rf"\b({_DAMAGE})\b",
    "damage rules": r"assigns? (its |their |no )?combat damage|Prevent all (combat )?damage|damage can't be prevented",
    "indestructible": r"\bindestructible\b",
    "regeneration": r"\bRegenerate\b",
    "mana abilities": r"^[^\".]*:[^\"]*\bAdd\b",
    "mana of lands' types": r"could produce",
    "mana for each": r"\bAdd\b[^.]*for each",
    "spending restrictions": r"[Ss]pend (this|that|only) mana|mana can't be spent|mana can be spent only",
    "tapped for mana": r"\btaps? [^.]* for mana|tapped for (mana|\{)",
    "tap symbol": r"^[^\".]*\{T\}[^\".]*:",
    "untap symbol": r"\{Q\}",
    "haste": r"\bhaste\b",
    "crew and vehicles": r"^Crew|crews?\b.*Vehicle",
    "vehicles": r"\bVehicles?\b|\b[Cc]rew",
    "convoke and its kin": r"(?i)\bconvoke|\bimprovise\b|\bdelve\b",
    "tap other permanents as a cost": r"Tap (an|another|two|three|four|five|seven|X|any number of) untapped[^:]*:",
    "enters with X counters": r"\benters?\b[^.]* with X ",
    "enters with counters": r"\benters\b[^.]* with [^.]*counters?\b",
    "intervening if": r"^(When|Whenever|At)\b[^.\"]*, if ",
    "coven": r"^Coven",
    "transform": r"\btransform(s|ed)?\b",
    "exile and return": r"[Ee]xile[^:]*[Rr]eturn\b[^.]*battlefield",
    "day and night": r"\bday\b|\bnight\b|Daybound|Nightbound",
    "enters transformed": r"\btransformed\b",
    "disturb": r"^Disturb",
    "enters as a copy": r"\benters? (the battlefield )?(tapped )?as a copy",
    "X in costs and counters": r"\{X\}[^:]*:|with X [^.]*counter|Remove X",
    "everything with X": r"\bX\b",
    "destroy": r"\b[Dd]estroys?\b",
    "deals damage": r"\bdeals? (\w+|damage equal[^.]*) (damage|to)\b",
    "draw": r"\b[Dd]raws? (a|two|three|four|X|that many) cards?\b",
    "gain or lose life": r"\b(gain|lose)s? (\d+|X|that much) life\b",
    "create tokens": r"\bcreates?\b[^.]*\btokens?\b",
    "put counters": r"\b[Pp]uts? (a|two|three|four|X|that many|\w+) [+-]1/[+-]1 counters?\b",
    "return to hand": r"\b[Rr]eturns? (target|up to|it|~|another)[^.]* to (its|their) owner",
    "tap or untap": r"\b([Tt]ap|[Uu]ntap) (target|up to|all|it|~|another)",
    "counter a spell": r"\b[Cc]ounter target\b",
}
"""Each concept that the engine rules on, and the words that show that a line touches it."""

ALL_LINES = "all lines"

_COMPILED = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}
_CASELESS = {
    name: re.compile(PATTERNS[name], re.IGNORECASE)
    for name in ("keyword lines", "evergreen keywords", "evasion keywords", "damage keywords", "landwalk")
}
_COMPILED.update(_CASELESS)


LAYOUTS: dict[str, frozenset[str]] = {
    "transforming double-faced cards": frozenset({"transform"}),
    "modal double-faced cards": frozenset({"modal_dfc"}),
}
"""Concepts that are kinds of cards: every line of these is counted."""


class Coverage(NamedTuple):
    """How many lines touch a concept, and how many of those compiled."""

    concept: str
    seen: int
    compiled: int

    @property
    def unread(self) -> int:
        """Lines that did not compile."""
        return self.seen - self.compiled

    @property
    def share(self) -> float:
        """The compiled part, from 0 to 1."""
        return self.compiled / self.seen if self.seen else 1.0


class Line(NamedTuple):
    """A line of a source and whether it compiled."""

    card: str
    text: str
    compiled: bool
    layout: str = "normal"


def lines_of(cards: Iterable[PrintedCard]) -> Iterator[Line]:
    """Every line of rules text on the cards, prepared as the compiler sees it."""
    for card in cards:
        for face in card.faces:
            supertypes, types, _ = split_type_line(face.type_line)
            spell = "instant" in types or "sorcery" in types
            names = own_names(face.name, "legendary" in supertypes)
            for line in filter(None, logical_lines(face.text)):
                text = call_self(modern(line), names)
                abilities = compile_line(text, spell)
                if any(isinstance(ability, Unread) for ability in abilities):
                    # As compile_face_text does: the name may be an ordinary word here.
                    abilities = compile_line(call_self(modern(line), []), spell)
                yield Line(card.name, text, not any(isinstance(ability, Unread) for ability in abilities), card.layout)


def coverage(cards: Iterable[PrintedCard]) -> list[Coverage]:
    """The coverage of each concept, and last of all lines and of whole cards that have some."""
    seen = dict.fromkeys((*PATTERNS, *LAYOUTS), 0)
    compiled = dict.fromkeys(seen, 0)
    total = total_compiled = 0
    seen_cards: set[str] = set()
    part_read: set[str] = set()
    for line in lines_of(cards):
        total += 1
        seen_cards.add(line.card)
        if not line.compiled:
            part_read.add(line.card)
        total_compiled += line.compiled
        for name, pattern in _COMPILED.items():
            if pattern.search(line.text):
                seen[name] += 1
                compiled[name] += line.compiled
        for name, layouts in LAYOUTS.items():
            if line.layout in layouts:
                seen[name] += 1
                compiled[name] += line.compiled
    rows = [Coverage(name, seen[name], compiled[name]) for name in seen]
    whole = len(seen_cards) - len(part_read)
    return [*rows, Coverage(ALL_LINES, total, total_compiled), Coverage("cards with text", len(seen_cards), whole)]
