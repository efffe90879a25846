"""Mana that a player has and hasn't spent yet (CR 106.4)."""

from __future__ import annotations

from judgecall.engine.derivation import rule
from judgecall.engine.state import State


@rule("106.4")
def unspent_mana(state: State, player: str, colors: str) -> int | None:
    """How much mana of some types a player has that isn't spent yet, as far as that was said."""
    pool = state.facts.stated("mana_pool" if player == "you" else f"mana_pool {player}")
    if pool is None:
        return None
    n = sum(1 for letter in pool.upper() if not colors or letter in colors)
    state.d.step("unspent_mana", player=player, n=n)
    return n
