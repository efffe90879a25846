"""Kinds of query that go together, for the parser and the engine alike."""

from __future__ import annotations

ACTING = frozenset({"can_activate", "can_attack", "can_pay_with", "has_summoning_sickness", "must_attack"})
"""Queries about what a permanent may do: haste, its types, whether it is tapped and what forbids it decide them."""
FIGHTING = frozenset({
    "can_block", "can_be_blocked", "block_legal", "must_block", "may_not_block", "how_many_block", "dies", "survives", "both_die",
    "how_many_die", "which_die", "deals_damage", "damage_to_player", "damage_dealt", "may_assign", "excess_damage", "life_lost",
    "life_total", "destroys", "power", "toughness",
})  # fmt: skip
"""Queries about combat: sizes and keywords that something gave this turn decide them."""
BLOCKING = frozenset({"can_block", "can_be_blocked", "block_legal", "must_block", "may_not_block", "how_many_block"})
"""Queries about which blocks are legal (CR 509.1)."""
