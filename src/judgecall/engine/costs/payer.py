"""Finding a payment: symbols of a cost matched with single mana, each mana spent once (CR 118.3, 118.13, 601.2h).

Every permanent that pays gives one of several rows of mana; symbols that can be paid in more than one way ({2/W}, {W/P}) are tried
in each of them. What is left is a matching of plain symbols with mana, so a payment is found whenever there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from judgecall.engine.costs.convoke import COLORS, colors_in, is_generic
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

_WAYS_LIMIT = 5_000
LIFE_FOR_A_SYMBOL = 2


class Source(msgspec.Struct, frozen=True):
    """One mana, or what pays for one (a creature that convokes): the types it can have, and from what it comes."""

    one: Permanent
    colors: frozenset[str]
    convoke: bool = False
    """It isn't mana: it pays for generic mana or mana of its colours, never for {C} or {S}."""
    snow: bool = False
    """Its source is snow (CR 107.4h)."""


Way = list[Source]
Ways = list[list[Way]]
"""For each permanent the rows of mana that it can give, one of which it gives."""


class Payment(msgspec.Struct, frozen=True):
    """How a cost is paid: each plain symbol with what pays it, and the life that is paid."""

    spent: tuple[tuple[str, Source], ...]
    life: int = 0


def find_payment(cost: list[str], ways: Ways, life: int | None = 0) -> Payment | None:
    """A payment of the symbols with the least life, or None when there is none.

    Args:
        cost: symbols without braces, generic mana as single "1"s.
        ways: what there is to pay with.
        life: how much life may be paid; None for as much as it takes.
    """
    if _number_of(ways) > _WAYS_LIMIT:
        raise CannotRule("too_many_ways_to_pay", cost="".join(f"{{{s}}}" for s in cost))
    for paid_life, row in sorted(_rows(cost), key=lambda found: found[0]):
        if life is not None and paid_life > life:
            continue
        for chosen in product(*ways):
            sources = [source for way in chosen for source in way]
            taken = _matching(row, sources)
            if taken is not None:
                return Payment(tuple((s, sources[j]) for s, j in zip(row, taken, strict=True)), paid_life)
    return None


def _number_of(ways: Ways) -> int:
    number = 1
    for one in ways:
        number *= max(len(one), 1)
    return number


def _rows(cost: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each choice of how to pay the symbols that can be paid in several ways, with the life it takes (CR 118.13a)."""
    seen: set[tuple[int, tuple[str, ...]]] = set()
    for chosen in product(*map(_readings, cost)):
        row = sorted(s for _, symbols in chosen for s in symbols)
        found = (sum(life for life, _ in chosen), tuple(row))
        if found not in seen:
            seen.add(found)
            # The symbols that least can pay come first, so that a failure shows early.
            yield found[0], sorted(row, key=is_generic)


def _readings(symbol: str) -> list[tuple[int, tuple[str, ...]]]:
    """The ways to pay one symbol: life, and plain symbols (CR 107.4e, 107.4f)."""
    parts = symbol.split("/")
    if "P" in parts:
        return [(0, ("/".join(p for p in parts if p != "P"),)), (LIFE_FOR_A_SYMBOL, ())]
    number = next((p for p in parts if p.isdigit()), None)
    if number is not None and len(parts) > 1:
        return [(0, ("/".join(p for p in parts if p != number),)), (0, ("1",) * int(number))]
    return [(0, (symbol,))]


def _matching(row: list[str], sources: list[Source]) -> list[int] | None:
    """For each symbol the number of the source that pays it, all different; None when there is no such choice."""
    if len(row) > len(sources):
        return None
    taken: dict[int, int] = {}

    def match(i: int, seen: set[int]) -> bool:
        for j, source in enumerate(sources):
            if j in seen or not pays(row[i], source):
                continue
            seen.add(j)
            if j not in taken or match(taken[j], seen):
                taken[j] = i
                return True
        return False

    if not all(match(i, set()) for i in range(len(row))):
        return None
    by_symbol = {i: j for j, i in taken.items()}
    return [by_symbol[i] for i in range(len(row))]


def pays(symbol: str, source: Source) -> bool:
    """Whether one mana pays a plain symbol (CR 107.4a-c, 107.4h)."""
    if is_generic(symbol):
        return True
    if symbol == "S":
        return source.snow and not source.convoke
    if "C" in symbol.split("/") and "C" in source.colors and not source.convoke:
        return True
    return bool(colors_in(symbol) & source.colors & COLORS)


@rule("118.13a")
def paid_with_life(state: State, spell: Permanent, payment: Payment) -> None:
    """How a symbol that can be paid in more than one way is paid is chosen as the spell is proposed: here with life."""
    state.d.step("paid_with_life", object=spell.ref, life=payment.life)
