"""The exiled card and the sacrificed creature: what a cost took, or what the ability itself does away with (CR 118, 608.2k)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import Condition, Cost, Filter, May, Move
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.walking import exiles, mapped

_THE_EXILED = Filter(zone="exile", ref="earlier")
_THE_EXILED_CARD = Filter(types=("card",), zone="exile", ref="earlier")
_PAID = Filter(ref="cost")


def exiled_for(effects: Effects, cost: Cost | None) -> Effects:
    """ "Exile a creature card from your graveyard: You gain life equal to the exiled card's toughness": the one exiled for it this time.

    Unless the ability itself exiles something, which is then what is meant.
    """
    if any(map(exiles, effects)):
        return mapped(effects, _in_cost_of_choice)  # type: ignore[no-any-return]
    return mapped(effects, _exiled) if _took_for_exile(cost) else effects


def _in_cost_of_choice(item: Any) -> Any:
    """ "You may exile a card from your hand. If you do, create a token that's a copy of the exiled card"."""
    if not isinstance(item, May) or not _took_for_exile(item.cost) or any(map(exiles, item.effects)):
        return item
    return msgspec.structs.replace(item, effects=mapped(item.effects, _exiled))


def _exiled(item: Any) -> Any:
    if item == _THE_EXILED:
        return _PAID
    return msgspec.structs.replace(item, ref="cost") if item == _THE_EXILED_CARD else item


def _took_for_exile(cost: Cost | None) -> bool:
    """Whether it exiles something else than the object itself."""
    if cost is None:
        return False
    return (cost.exile is not None and not cost.exile[1].this) or any(o.startswith("exile the top") for o in cost.other)


def asked_of_exiled(effects: Effects) -> Effects:
    """ "Put a counter on it if the exiled creature was a Thrull", in a spell that exiles nothing: what was exiled to cast it."""
    if any(map(exiles, effects)):
        return effects

    def change(item: Any) -> Any:
        asks = isinstance(item, Condition) and item.of == _THE_EXILED
        return msgspec.structs.replace(item, of=_PAID) if asks else item

    return mapped(effects, change)  # type: ignore[no-any-return]


def sacrificed_by(effects: Effects, cost: Cost | None = None) -> Effects:
    """ "Sacrifice a creature. When you do, … the sacrificed creature's power": no cost, but what an effect before has done."""
    if (cost is not None and cost.sacrifice is not None and not cost.sacrifice[1].this) or not _sacrifices(effects):
        return effects
    earlier = Filter(ref="earlier")
    return mapped(effects, lambda item: earlier if item == _PAID else item)  # type: ignore[no-any-return]


def _sacrifices(effects: Effects) -> bool:
    """Whether you sacrifice something else than the object itself as it resolves, and none of it as the cost of a choice."""
    done: list[bool] = []
    paid: list[bool] = []

    def look(item: Any) -> Any:
        done.append(isinstance(item, Move) and item.how == "sacrifice" and not item.of.this and not item.of.chosen_by)
        paid.append(isinstance(item, Cost) and item.sacrifice is not None)
        return item

    mapped(effects, look)
    return any(done) and not any(paid)
