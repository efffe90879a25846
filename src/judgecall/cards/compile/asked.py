"""Who is asked to pay, or to do something, and what follows if they don't (CR 118.12a)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import Cost, Filter, May
from judgecall.cards.compile.combat import Effects

EACH = ("each_player", "each_opponent", "each_other_player")
"""Players who are asked one by one."""


def unless_one_does(otherwise: Effects, done: Effects = (), cost: Cost | None = None) -> May:
    """ "Each opponent loses 3 life unless that player …": each of them is asked, and what follows is that one's alone."""
    who = "that_player"

    def one(value: Any) -> Any:
        nonlocal who
        if value not in EACH:
            return value
        who = value
        return "that_player"

    left: list[Any] = []
    for effect in otherwise:
        changes: dict[str, Any] = {
            name: one(getattr(effect, name)) for name in ("who", "players") if name in effect.__struct_fields__
        }
        of = getattr(effect, "of", None)
        if isinstance(of, Filter):
            changes["of"] = msgspec.structs.replace(of, chosen_by=one(of.chosen_by))
        left.append(msgspec.structs.replace(effect, **changes))
    return May(done, cost=cost, otherwise=tuple(left), who=who)
