"""What an object has at some of its levels only, and modes with costs of their own (CR 702.172, 711, 716, 721).

Such text stands on several lines that are read as one: "LEVEL 1-4 / 2/2 / Flying", "{1}{G}: Level 2 / When …",
"8+ | Flying / 3/3", "Spree / + {1} — …".
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AdditionalCost,
    Amount,
    AnyEffect,
    Condition,
    Cost,
    Filter,
    Grant,
    Keyword,
    Modes,
    Named,
    Replacement,
    SetPT,
    SpellAbility,
    Static,
    Triggered,
    Unread,
)
from judgecall.cards.compile.text import LEVEL_HEAD, LEVEL_SEPARATOR

_THIS = Filter(this=True)
Compile = Callable[[str], tuple[Ability, ...]]


def is_level_head(line: str) -> bool:
    """Whether a line begins what holds at a level."""
    return bool(LEVEL_HEAD.match(line))


def compile_level(line: str, compile_line: Compile) -> tuple[Ability, ...] | None:
    """The abilities of one level, each with the condition that the object has that level; None if one isn't read."""
    match = LEVEL_HEAD.match(line)
    if match is None or match["charge"]:
        return None  # what is a creature from so many charge counters on isn't told by the line (CR 721.2b)
    parts = [part for part in line[match.end() :].split(LEVEL_SEPARATOR.strip()) if part.strip()]
    at, found = _level(match)
    for part in (text.strip() for text in parts):
        size = re.fullmatch(r"(\d+)/(\d+)", part)
        if size:
            power, toughness = (Amount(base=int(n)) for n in size.groups())
            found.append(Static((SetPT(_THIS, power, toughness),), condition=at))
            continue
        for ability in compile_line(part):
            narrowed = _only_while(ability, at)
            if narrowed is None:
                return None
            found.append(narrowed)
    return tuple(found)


def _level(match: re.Match[str]) -> tuple[Condition, list[Ability]]:
    if match["low"]:
        low = Condition("counters", n=int(match["low"]), counter="level")
        if match["high"]:
            return Condition(
                "all", parts=(low, Condition("counters", compare="<=", n=int(match["high"]), counter="level"))
            ), []
        return low, []
    level = int(match["level"])
    before = Condition("other", compare="=", n=level - 1, counter="class level")
    gain = Activated(
        Cost(mana=match["cost"]),
        (Named("class_level", amount=Amount(base=level)),),
        sorcery_timing=True,
        condition=before,
    )
    return Condition("other", n=level, counter="class level"), [gain]


def _only_while(ability: Ability, at: Condition) -> Ability | None:
    if isinstance(ability, Keyword):
        return Static((Grant(_THIS, (ability,)),), condition=at)
    if isinstance(ability, Unread | SpellAbility):
        return None
    if isinstance(ability, Activated):
        return Static((Grant(_THIS, (ability,)),), condition=at) if ability.zone == "battlefield" else None
    if isinstance(ability, Triggered):
        if ability.event.what == "becomes_level":
            return ability
        return Static((Grant(_THIS, (ability,)),), condition=at)
    if isinstance(ability, Replacement) and ability.unless:
        return None
    both = Condition("all", parts=(at, ability.condition)) if ability.condition else at
    return msgspec.structs.replace(ability, condition=both)


_PRICED = re.compile(r"(?:^| )(?:\+|•(?: [^•{]*? —)?) (\{[^ ]*\}) — ")


def compile_priced_modes(
    line: str, read_mode: Callable[[str], tuple[AnyEffect, ...] | None]
) -> tuple[Ability, ...] | None:
    """ "Spree + {1} — … + {2} — …", "Tiered • Cure — {0} — …": each mode chosen has a cost of its own (CR 702.172, 702.183)."""
    word, _, rest = line.partition(" ")
    if word not in ("Spree", "Tiered") or not _PRICED.match(" " + rest):
        return None
    pieces = _PRICED.split(" " + rest)[1:]
    modes: list[tuple[AnyEffect, ...]] = []
    for cost, text in zip(pieces[::2], pieces[1::2], strict=True):
        effects = read_mode(text.strip())
        if effects is None:
            return None
        modes.append((AdditionalCost(Cost(mana=cost)), *effects))
    most = len(modes) if word == "Spree" else 1
    return Keyword(word.lower()), SpellAbility((Modes(tuple(modes), at_most=most),))
