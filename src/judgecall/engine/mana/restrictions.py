"""Restrictions on spending mana, in the few words that card facts keep of them (CR 106.6)."""

from __future__ import annotations

import re

from judgecall.engine import characteristics as now
from judgecall.engine.costs.total_cost import kicker_mana
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import printed_cost, x_symbols

_TYPES = {"creature", "artifact", "enchantment", "planeswalker", "instant", "sorcery", "land", "battle"}
_SUPERTYPES = {"legendary", "basic", "snow"}
RIDER = "and that spell"
"""What follows these words is what else happens when the mana is spent, not a restriction."""
_X_COSTS = re.compile(r"(?:on )?costs that contain \{X\}\.?")
_OF_SOURCE = {"source", "sources", "permanent", "permanents"}
_EMPTY = {"a", "an", "the", "to", "cast", "spell", "spells", "only", "on"}


def allows(state: State, restriction: str, source: Permanent, spell: Permanent) -> bool:
    """Whether a restriction such as "Elemental spells or Chandra planeswalker spells" lets mana be spent on casting a spell.

    Raises:
        CannotRule: a word of it isn't understood.
    """
    text = re.split(RIDER, restriction)[0].replace("Time Lord", "Time-Lord")
    if _X_COSTS.fullmatch(text.strip()):
        return x_in_cost(state, spell)
    parts = [p for p in re.split(r"\band/or\b|\bor\b|\band\b|[.,;]", text) if p.strip()]
    results = [_part(state, part.split(), source, spell) for part in parts]
    if any(r is True for r in results):
        return True
    if any(r is None for r in results):
        raise CannotRule("unknown_restriction", object=source.ref)
    return False


def allows_ability(state: State, restriction: str, source: Permanent, one: Permanent, *, equip: bool) -> bool:
    """Whether a restriction lets mana be spent on activating an ability of a permanent; `equip`: it is an equip ability.

    Raises:
        CannotRule: a word of it isn't understood.
    """
    text = re.split(RIDER, restriction)[0].replace("Time Lord", "Time-Lord")
    if _X_COSTS.fullmatch(text.strip()):
        raise CannotRule("unknown_restriction", object=source.ref)
    _, activate, told = text.partition("activate ")
    if not activate:
        return False  # activating an ability is not casting a spell
    whose = re.split(r",? or (?:cast|pay)\b|[.;]", told)[0]
    kind, _, of_what = whose.partition(" of ")
    kinds = [w for w in kind.split() if w not in {"a", "an", "ability", "abilities"}]
    if kinds not in ([], ["equip"]):
        raise CannotRule("unknown_restriction", object=source.ref)
    if kinds and not equip:
        return False
    if not of_what.strip():
        return True
    parts = [p.split() for p in re.split(r"\band/or\b|\bor\b|\band\b|,", of_what) if p.strip()]
    results = [_part(state, [_singular(w) for w in p if w not in _OF_SOURCE], source, one) for p in parts]
    if any(results):
        return True
    if any(r is None for r in results):
        raise CannotRule("unknown_restriction", object=source.ref)
    return False


def _singular(word: str) -> str:
    low = word.lower()
    plural = low.endswith("s") and (low[:-1] in _TYPES or (word[:1].isupper() and low != "colorless"))
    return word[:-1] if plural else word


@rule("107.3a")
def x_in_cost(state: State, spell: Permanent) -> bool:
    """A cost contains {X} whatever number is chosen, 0 as well; the cost of a kicker that is paid is part of the total cost.

    Raises:
        CannotRule: nobody knows the mana cost.
    """
    cost = printed_cost(spell)
    if cost is None:
        raise CannotRule("unknown_mana_cost", object=spell.ref)
    with state.d.muted():
        found = x_symbols(cost + kicker_mana(state, spell)) > 0
    state.d.step("cost_contains_x" if found else "cost_contains_no_x", object=spell.ref)
    return found


def _part(state: State, words: list[str], source: Permanent, spell: Permanent) -> bool | None:
    """Whether one alternative allows it; None when a word isn't understood."""
    if "activate" in words:
        # Activating an ability is not casting a spell.
        return False
    if "chosen" in words and "type" in words:
        chosen = source.thing.chosen
        if chosen is None:
            raise CannotRule("unknown_choice", object=source.ref)
        words = [w for w in words if w not in ("of", "the", "chosen", "type")] + [chosen]
    types, subtypes = now.types_of(state, spell), now.subtypes_of(state, spell)
    if not types and not subtypes:
        raise CannotRule("unknown_types", object=spell.ref)
    holds = True
    for word in words:
        low = word.lower()
        if low in _EMPTY:
            continue
        if low in _TYPES:
            holds &= low in types
        elif low.startswith("non") and low[3:] in _TYPES:
            holds &= low[3:] not in types
        elif low in _SUPERTYPES:
            holds &= low in now.supertypes_of(state, spell)
        elif low == "historic":
            holds &= "artifact" in types or "legendary" in now.supertypes_of(state, spell) or "Saga" in subtypes
        elif low in now.COLOUR_OF or low in ("colorless", "multicolored"):
            holds &= _color(state, low, spell)
        elif word[:1].isupper():
            holds &= word.replace("-", " ") in subtypes or now.has(state, spell, "changeling")
        else:
            return None
    return holds


def _color(state: State, word: str, spell: Permanent) -> bool:
    if not now.colors_known(spell):
        raise CannotRule("unknown_color", object=spell.ref)
    colors = now.colors_of(state, spell)
    if word == "colorless":
        return not colors
    return len(colors) > 1 if word == "multicolored" else now.COLOUR_OF[word] in colors
