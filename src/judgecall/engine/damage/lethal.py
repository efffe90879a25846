"""What counts as lethal damage (CR 120.6, 702.2c, 704.5g), and how often an effect multiplies damage (CR 701.10g)."""

from __future__ import annotations

import msgspec

from judgecall.engine.characteristics import matches
from judgecall.engine.damage.board import Board
from judgecall.engine.state import Permanent


def marked_known(board: Board, one: Permanent) -> int:
    """Damage marked on it; none by convention when nobody said (CR 120.6)."""
    if one.thing.damage is None and one.damage == 0:
        board.state.facts.assume("undamaged", object=f"@{one.thing.id}")
    return one.damage


def lethal_need(board: Board, source: Permanent, target: Permanent) -> int:
    """How much more damage from this source is lethal to it, other sources aside (CR 702.19b, 702.2c)."""
    if board.has(source, "deathtouch"):
        return 1
    lethal_by = any(matches(board.state, target, e.of, s) for e, s in board.damage_rules("lethal_by_power"))
    size = board.need(target, 0 if lethal_by else 1)
    return max(size - marked_known(board, target), 1 if lethal_by and not target.damage else 0)


def multiplier(board: Board, source: Permanent, target: Permanent | None, *, combat: bool) -> int:
    """How many times as much damage the source deals (CR 701.10g): the product of every doubling and tripling effect."""
    times = 1
    for effect, giver in board.damage_rules("double", "triple"):
        anything = not (effect.of.types or effect.of.subtypes or effect.of.this or effect.of.attached or effect.of.ref)
        of = msgspec.structs.replace(effect.of, zone=source.zone) if anything else effect.of  # "a source": a spell too
        if (combat or not effect.combat_only) and matches(board.state, source, of, giver):
            times *= 2 if effect.rule == "double" else 3
    for effect, giver in board.damage_rules("double_to", "triple_to"):
        if target is not None and (combat or not effect.combat_only) and matches(board.state, target, effect.of, giver):
            times *= 2 if effect.rule == "double_to" else 3
    return times
