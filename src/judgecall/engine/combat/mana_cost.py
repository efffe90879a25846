"""What a cost to attack or block comes to (CR 508.1h, 509.1d)."""

from __future__ import annotations

import re

import msgspec

from judgecall.cards.abilities import CombatTax, Cost, Filter
from judgecall.engine.characteristics import amount_of, matches, subtypes_of, types_of
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State

_SYMBOL = re.compile(r"\{([^}]+)\}")


def mana_of(cost: Cost, x: int | None = None) -> int:
    """How much mana a cost asks for, in all."""
    total = 0
    for symbol in _SYMBOL.findall(cost.mana):
        if symbol.isdigit():
            total += int(symbol)
        elif symbol == "X":
            total += x or 0
        else:
            total += 1
    return total


def only_mana(cost: Cost) -> bool:
    """Whether nothing but mana is paid."""
    return cost == Cost(mana=cost.mana)


def tax_on(state: State, effect: CombatTax, source: Permanent, one: Permanent) -> int:
    """What one creature costs because of this effect.

    Raises:
        CannotRule: the cost isn't mana, or its amount can't be told.
    """
    if not only_mana(effect.cost):
        raise CannotRule("cost_not_mana", object=source.ref)
    variable = "{X}" in effect.cost.mana
    if variable and effect.per == CombatTax(effect.of, effect.cost).per:
        # What X is stands in words that weren't read.
        raise CannotRule("unknown_effect_size", object=source.ref)
    per = _basic_land_types(state, effect, source) if effect.per.per == "basic_land_types" else None
    if per is None and effect.per.of is not None and effect.per.of.ref == "set":
        # "The number of counters on that creature": on the one that would attack or block.
        per = amount_of(state, msgspec.structs.replace(effect.per, of=Filter(this=True)), one)
    elif per is None:
        per = amount_of(state, effect.per, source)
    if per is None:
        raise CannotRule("unknown_effect_size", object=source.ref)
    if variable:
        return mana_of(effect.cost, per)
    return mana_of(effect.cost) * per


@rule("305.6")
def _basic_land_types(state: State, effect: CombatTax, source: Permanent) -> int:
    """Domain: how many of the five basic land types there are among the lands its controller controls."""
    wanted = effect.per.of or Filter(types=("land",), controller="you")
    lands = [p for p in state.in_play() if matches(state, p, wanted, source)]
    found = {s for p in lands for s in subtypes_of(state, p)} & set(BASIC_LAND_MANA)
    unclear = [p for p in state.in_play() if "land" in types_of(state, p) and p.controller is None]
    unclear += [p for p in lands if p.card is None and not subtypes_of(state, p)]
    if not lands or unclear:
        raise CannotRule("unknown_effect_size", object=source.ref)
    state.d.step("domain", player=state.controller(source), n=len(found))
    return len(found)


def payable_with_life(effect: CombatTax) -> bool:
    """Whether a Phyrexian mana symbol in it can be paid with life (CR 107.4f), which isn't a number of mana."""
    return "/P" in effect.cost.mana


def counts_others(effect: CombatTax) -> bool:
    """Whether the amount counts permanents, of which a question seldom names all."""
    return effect.per.per in {"count", "basic_land_types"}
