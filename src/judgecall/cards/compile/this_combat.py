"""What holds "this combat" beside what holds "this turn": the same predicates and clauses, with a shorter duration (CR 511.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from judgecall.cards.abilities import AnyEffect, Lasting
from judgecall.cards.compile.grammar import SomeBuilder, production

_EITHER = "this (turn|combat)"


def turn_or_combat(what: str, *phrases: str) -> Callable[[SomeBuilder], SomeBuilder]:
    """A clause or a predicate (`what`) with `this (turn|combat)` in it, as a production of `turn_…` and one of `combat_…`."""

    def add(builder: SomeBuilder) -> SomeBuilder:
        for time in ("turn", "combat"):
            production(f"{time}_{what}", *(phrase.replace(_EITHER, f"this {time}") for phrase in phrases))(builder)
        return builder

    return add


def this_combat(effects: tuple[Any, ...]) -> tuple[AnyEffect, ...]:
    """The effects until end of combat."""
    bare = tuple(
        msgspec.structs.replace(effect, until_end_of_turn=False)
        if "until_end_of_turn" in effect.__struct_fields__
        else effect
        for effect in effects
    )
    return (Lasting(bare, until="end_of_combat"),)
