"""The last step of an answer on numbers: the rule that decides it."""

from __future__ import annotations

from collections.abc import Collection

from judgecall.engine.damage.assignment import has_trample, opponents_in_combat
from judgecall.engine.damage.board import Board
from judgecall.engine.derivation import rule
from judgecall.engine.state import Permanent


def damage_to_player_is(board: Board, ids: Collection[str], n: int) -> None:
    """Record what decides how much damage a player is dealt."""
    sources = [
        p
        for p in board.state.permanents.values()
        if (not ids or p.id in ids) and (p.id in board.took_part or _ever(board, p))
    ]
    blocked = [p for p in sources if p.blocked]
    to_player = {d.source for d in board.dealt if board.is_player(d.target)}
    twice = sorted(i for i in to_player if _hits(board, i) > 1)
    over = [p for p in blocked if has_trample(board, p)]
    walkers = [p for p in sources if p.attacking and not board.is_player(p.attacking)]
    doubled = [
        d for d in board.dealt if board.is_player(d.target) and _assigned(board, d.source, d.target, d.step) != d.amount
    ]
    if doubled:
        _multiplied(board, board.one(doubled[0].source), n)
    elif walkers and n == 0:
        _walker(board, walkers[0])
    elif not to_player and board.prevented:
        its_damage_prevented(board, board.one(board.prevented[0][0]))
    elif to_player and not any(d.combat for d in board.dealt):
        _by_effect(board, n)
    elif twice:
        _both_steps(board, board.one(twice[0]), n)
    elif len(sources) == 1 and not blocked and sources[0].id in board.first_strikers and to_player:
        _first_step_only(board, sources[0], n)
    elif over and opponents_in_combat(board, over[0]):
        _left_over(board, over[0], n)
    elif over:
        _trample_nobody(board, over[0], n)
    elif blocked and not to_player:
        _blocked(board, blocked[0])
    elif any(p.id in to_player for p in blocked):
        assigns_past_block(board, next(p for p in blocked if p.id in to_player))
    else:
        _unblocked(board, n)


def _ever(board: Board, one: Permanent) -> bool:
    return one.attacking is not None or any(d.source == one.id for d in board.dealt)


def _assigned(board: Board, source: str, target: str, step: str) -> int | None:
    found = [n for s, t, n, at in board.assigned if s == source and t == target and at == step]
    return (
        found[0] if found else next((d.amount for d in board.dealt if d.source == source and d.target == target), None)
    )


def _hits(board: Board, source: str) -> int:
    return len({d.step for d in board.dealt if d.source == source and board.is_player(d.target)})


@rule("701.10g")
def _multiplied(board: Board, one: Permanent, n: int) -> None:
    """CR 701.10g: the damage is multiplied as it is dealt, not as it is assigned."""
    board.d.step("multiplied_as_dealt", object=one.ref, n=n)


@rule("702.19f")
def _walker(board: Board, one: Permanent) -> None:
    """CR 702.19f, 510.1b: damage of a creature that attacks a planeswalker doesn't go to the player."""
    board.d.step("goes_to_planeswalker", object=one.ref)


@rule("615.6")
def its_damage_prevented(board: Board, one: Permanent) -> None:
    """CR 615.6: damage that is prevented never happens."""
    board.d.step("its_damage_prevented", object=one.ref)


@rule("120.2b")
def _by_effect(board: Board, n: int) -> None:
    """CR 120.2b: spells and abilities deal damage too."""
    board.d.step("effect_damages_player", n=n)


@rule("702.7b")
def _first_step_only(board: Board, one: Permanent, n: int) -> None:
    """CR 702.7b: it struck in the first step, and without double strike it doesn't strike in the second."""
    board.d.step("hits_first_step_only", object=one.ref, n=n)


@rule("702.4b")
def _both_steps(board: Board, one: Permanent, n: int) -> None:
    """CR 702.4b: double strike as the second step begins means damage in both steps."""
    board.d.step("hits_in_both_steps", object=one.ref, n=n)


@rule("702.19b")
def _left_over(board: Board, one: Permanent, n: int) -> None:
    """CR 702.19b: what is left once each blocker is assigned lethal damage."""
    board.d.step("left_over_for_player", object=one.ref, n=n)


@rule("702.19d")
def _trample_nobody(board: Board, one: Permanent, n: int) -> None:
    """CR 702.19d: a blocked trampler with no creature blocking it assigns all its damage past them."""
    board.d.step("all_past_no_blockers", object=one.ref, n=n)


@rule("510.1c")
def _blocked(board: Board, one: Permanent) -> None:
    """CR 510.1c: a blocked creature without trample deals no damage to the player, blockers left or not."""
    board.d.step("blocked_hits_no_player", object=one.ref)


@rule("510.1c")
def only_to_blockers(board: Board, one: Permanent) -> None:
    """CR 510.1c: damage of a blocked creature goes only to creatures that block it."""
    board.d.step("damage_only_to_blockers", object=one.ref)


@rule("510.1c")
def assigns_past_block(board: Board, one: Permanent) -> None:
    """CR 510.1c, 609.4: an effect lets a blocked creature assign all its damage as though it weren't blocked."""
    board.d.step("assigns_as_though_unblocked", object=one.ref)


@rule("510.1b")
def _unblocked(board: Board, n: int) -> None:
    """CR 510.1b: unblocked creatures deal their damage to what they attack."""
    board.d.step("damage_to_player_is", n=n)


@rule("702.15b")
def life_gained_is(board: Board, n: int) -> None:
    """CR 702.15b: lifelink gains as much life as damage is dealt, to whatever it is dealt."""
    board.d.step("life_gained_is", n=n)


@rule("120.3a")
def life_is(board: Board, code: str, n: int) -> None:
    """CR 120.3a: damage dealt to a player is life lost."""
    board.d.step("life_lost_is" if code == "life_lost_is" else "life_total_is", n=n)


@rule("120.2a")
def damage_dealt_is(board: Board, n: int) -> None:
    """CR 120.2a: attacking and blocking creatures deal damage equal to their power."""
    board.d.step("damage_dealt_is", n=n)


@rule("702.2b", "ochran-assassin-1")
def no_more_than_damage(board: Board, source: Permanent, n: int, power: int) -> None:
    """CR 702.2b: a creature must be dealt damage by the source with deathtouch to be destroyed, so no more than it has damage to deal."""
    board.d.step("no_more_than_damage", source=source.ref, n=n, power=power)


def deathtouch_limit(board: Board, ids: Collection[str], n: int) -> bool:
    """Record the limit that deathtouch sets, if a divided source with deathtouch killed them."""
    for source in board.state.permanents.values():
        shares = {t: k for s, t, k, _ in board.assigned if s == source.id and not board.is_player(t)}
        others = [
            p
            for p in board.state.permanents.values()
            if source.id in p.blocking or p.id in source.blocked_by or p.id in shares
        ]
        if (
            len(others) > 1
            and set(shares) & set(ids)
            and any(d.deathtouch for d in board.dealt if d.source == source.id)
        ):
            no_more_than_damage(board, source, n, sum(k or 0 for k in shares.values()))
            return True
    return False
