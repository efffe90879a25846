"""What can still be told of a line that was not compiled: its shape, cost, event and what it touches."""

from __future__ import annotations

import re
from typing import Literal

from judgecall.cards.abilities import Condition, Cost, Event, Filter, Unread
from judgecall.cards.compile.grammar import GRAMMAR
from judgecall.cards.compile.references import fill, mapped, meanings_in
from judgecall.cards.compile.text import Word

CONCEPTS: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "mana": r"\badds?\b.*\bmana\b|\badds? \{|for mana|produces?\b|mana pool|unspent mana|spend (this|that|white|blue|black|red|green|\w+) mana",
        "block": r"\bblock(s|ed|ing|ers?)?\b",
        "attack": r"\battack(s|ed|ing|ers?)?\b|\bcombat\b",
        "damage": r"\bdamage\b|\bfights?\b",
        "power_toughness": r"[+-][\dX]/[+-][\dX](?! counter)|\bpower\b|\btoughness\b|\b\d+/\d+\b(?! \w+ \w*token)",
        "counters": r"\bcounters?\b(?! target)(?! that)(?! it)",
        "x": r"\bX\b",
        "transform": r"\btransform(s|ed)?\b|\bday\b|\bnight\b|\bconvert(s|ed)?\b",
        "copy": r"\bcop(y|ies|ied)\b",
        "layers": r"\bbecomes?\b|\bloses? all\b|in addition to (its|their)|\bis an?\b|\bare\b.*\btypes?\b|\bbase power\b",
        "cost": r"\bcosts? \S+ (less|more)\b|additional cost|without paying|rather than pay|\bpays?\b",
        "control": r"\bgains? control\b|\bunder (your|their|its owner's|that player's) control\b|\bexchange control\b|\bcontrols? enchanted\b",
        "zone_change": r"\bexiles?\b|\breturns?\b|\bdestroys?\b|\bsacrifices?\b|onto the battlefield|\binto\b.*\b(hand|graveyard|library)\b|\bgraveyard\b",
        "evasion": r"can't be blocked|\bflying\b|\bmenace\b|walk\b|\bshadow\b|\bfear\b|\bintimidate\b|\bskulk\b|\breach\b|\bprotection\b|\btrample\b",
        "untap": r"\buntap(s|ped)?\b|\btap(s|ped)?\b",
        "trigger": r"\btriggers?\b|\btriggered\b",
        "targets": r"\btargets?\b|\bhexproof\b|\bshroud\b|\bward\b",
        "life": r"\blife\b",
        "cards": r"\bdraws?\b|\bdiscards?\b|\blibrary\b|\bscry\b|\bhand\b",
        "tokens": r"\btokens?\b",
        "cast": r"\bcasts?\b|\bplays?\b|\bspells?\b",
        "keyword": r"\b(haste|vigilance|deathtouch|lifelink|indestructible|first strike|double strike|defender|hexproof)\b",
        "regenerate": r"\bregenerated?\b",
    }.items()
}
"""What a line touches, told from its words alone."""


def concepts_of(text: str) -> tuple[str, ...]:
    """The concepts that a text touches, sorted."""
    return tuple(sorted(name for name, pattern in CONCEPTS.items() if pattern.search(text)))


def unread(tokens: list[Word]) -> Unread:
    """The part of a line that can be told without compiling it whole."""
    text = " ".join(f'"{token.text}"' if token.low == '"' else token.text for token in tokens)
    text = re.sub(r" (?='s\b|,|\.|:)", "", text)
    concepts = concepts_of(text)
    first = tokens[0].low if tokens else ""
    sorcery = bool(re.search(r"only as a sorcery|any time you could cast a sorcery", text))
    event, condition = _event(tokens)
    if event is not None:
        return Unread("triggered", concepts, event=event, condition=condition)
    shape: Literal["activated", "triggered", "static", "spell", "replacement"] = "static"
    cost = _cost(tokens)
    if cost is not None:
        return Unread("activated", concepts, cost=cost, sorcery_timing=sorcery)
    if first in ("when", "whenever", "at") or re.match(r"^[IVX]+(, [IVX]+)* —", text):
        shape = "triggered"
    elif any(token.low == ":" for token in tokens):
        shape = "activated"
    elif re.search(r"\bwould\b.*\binstead\b|^as ~ enters|\benters? (with|as)\b", text, re.IGNORECASE):
        shape = "replacement"
    elif re.match(
        r"^(destroy|exile|return|target|draw|counter|choose|put|create|search|tap|untap|you gain|each)\b", text, re.I
    ):
        shape = "spell"
    return Unread(shape, concepts, sorcery_timing=sorcery)


def _cost(tokens: list[Word]) -> Cost | None:
    for index, token in enumerate(tokens):
        if token.low == ":":
            cost: Cost | None = GRAMMAR.read("cost", tokens[:index])
            return cost
    return None


def _event(tokens: list[Word]) -> tuple[Event | None, Condition | None]:
    if not tokens or tokens[0].low not in ("when", "whenever", "at"):
        return None, None
    found = GRAMMAR.prefix("trigger_word", tokens, (",",))
    if found is None:
        return None, None
    event, end = found
    if end + 1 < len(tokens) and tokens[end + 1].low == "if":
        condition = GRAMMAR.prefix("conditions", tokens[end + 2 :], (",",))
        if condition is not None:
            it = meanings_in(event)[0] or Filter(this=True)
            return event, mapped(condition[0], lambda item: fill(item, it))
        return event, Condition("other", counter="unread")
    return event, None
