"""Mana costs as rows of symbols (CR 107.4, 202.1)."""

from __future__ import annotations

import re

from judgecall.engine.state import Permanent

_SYMBOL = re.compile(r"\{([^{}]+)\}")


def symbols(cost: str) -> list[str]:
    """The symbols of a cost, without braces: "{X}{2}{W/U}" is X, 2, W/U."""
    return _SYMBOL.findall(cost)


def x_symbols(cost: str) -> int:
    """How many {X} there are in a cost."""
    return symbols(cost).count("X")


def fixed_value(cost: str) -> int:
    """The mana value of a cost with X taken as 0: hybrid by its largest component, Phyrexian 1 (CR 202.3e-g)."""
    return sum(_one(symbol) for symbol in symbols(cost))


def _one(symbol: str) -> int:
    if symbol == "X":
        return 0
    return max(int(part) if part.isdigit() else 1 for part in symbol.split("/"))


def printed_cost(one: Permanent) -> str | None:
    """The mana cost of the face that is up, or the cost that the question states; None when neither is known."""
    if one.thing.mana_cost is not None:
        return one.thing.mana_cost
    face = one.face
    return None if face is None else face.mana_cost
