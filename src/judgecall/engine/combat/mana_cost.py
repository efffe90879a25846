"""What a cost to attack or block comes to (CR 508.1h, 509.1d)."""

from __future__ import annotations

import re

from judgecall.cards.abilities import CombatTax, Cost
from judgecall.engine.characteristics import amount_of
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

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


def tax_on(state: State, effect: CombatTax, source: Permanent) -> int:
    """What one creature costs because of this effect.

    Raises:
        CannotRule: the cost isn't mana, or its amount can't be told.
    """
    if not only_mana(effect.cost):
        raise CannotRule("cost_not_mana", object=source.ref)
    per = amount_of(state, effect.per, source)
    if per is None:
        raise CannotRule("unknown_effect_size", object=source.ref)
    if "{X}" in effect.cost.mana:
        return mana_of(effect.cost, per)
    return mana_of(effect.cost) * per


def counts_others(effect: CombatTax) -> bool:
    """Whether the amount counts permanents, of which a question seldom names all."""
    return effect.per.per == "count"
