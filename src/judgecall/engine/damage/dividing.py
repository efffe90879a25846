"""Whether a division of combat damage is allowed, and who makes it: may_assign, must_assign_lethal, who_assigns."""

from __future__ import annotations

from judgecall.engine.damage.assignment import (
    amount,
    as_though_unblocked,
    assignments,
    divider,
    has_trample,
    opponents_in_combat,
    over_walkers,
)
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.conclusions import assigns_past_block, only_to_blockers
from judgecall.engine.damage.dying import subjects
from judgecall.engine.damage.lethal import lethal_need
from judgecall.engine.damage.outcomes import Outcomes
from judgecall.engine.damage.setup import attacked_by
from judgecall.engine.damage.steps import in_combat
from judgecall.engine.damage.unknown import Sizes, with_sizes
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Outcome, Verdict, YesNo
from judgecall.scenario.model import Query

_REST = frozenset({"rest_to_player", "rest", "player"})


def _source(board: Board, query: Query) -> Permanent:
    ones = subjects(board.state, query)
    if not ones:
        fighters = board.attackers()
        if len(fighters) != 1:
            raise CannotRule("whose_damage")
        return fighters[0]
    return board.one(ones[0].id)


@answers("who_assigns")
def who_assigns(state: State, query: Query) -> Verdict:
    """Who divides the subject's combat damage: an outcome, or whether it is `who`."""
    board = Outcomes.before_damage(state, query, {})
    player, _ = divider(board, _source(board, query))
    if query.who is not None:
        return YesNo(player == query.who)
    return Outcome("player_divides", (("player", player),))


@answers("must_assign_lethal")
def must_assign_lethal(state: State, query: Query) -> Verdict:
    """Does the subject's damage have to be lethal to each blocker: at all, or before any goes to the player?"""
    board = Outcomes.before_damage(state, query, {})
    one = _source(board, query)
    trample = board.has(one, "trample") or over_walkers(board, one)
    if query.value in {"before_player", "full_toughness"} and trample:
        return YesNo(_lethal_first(board, one, full=query.value == "full_toughness"))
    return YesNo(_free(board, one))


@rule("510.1c")
def _free(board: Board, one: Permanent) -> bool:
    """CR 510.1c: damage is divided among the blockers as its controller chooses; lethal damage to none of them is required."""
    board.d.step("no_lethal_needed", object=one.ref)
    return False


@rule("702.19b")
def _lethal_first(board: Board, one: Permanent, *, full: bool) -> bool:
    """CR 702.19b: before any goes to the player each blocker must be assigned lethal damage, which is 1 with deathtouch (702.2c)."""
    if full and board.has(one, "deathtouch"):
        board.d.step("one_is_lethal", object=one.ref)
        return False
    board.d.step("lethal_before_player", object=one.ref)
    return True


@answers("may_assign")
def may_assign(state: State, query: Query) -> Verdict:
    """May this damage be assigned so: `n` to each target (value "all": everything; "rest_to_player": what is left to the player)?"""
    return with_sizes(state, lambda sizes: YesNo(_may(state, query, sizes)))


def _may(state: State, query: Query, sizes: Sizes) -> bool:
    board = Outcomes.before_damage(state, query, sizes)
    one = _source(board, query)
    claims = _claims(board, query, one)
    to_player = query.value in _REST or any(board.is_player(id) for id in claims)
    creatures = {id: n for id, n in claims.items() if not board.is_player(id)}
    if not in_combat(board) or (one.attacking is None and not one.blocking):
        raise CannotRule("nothing_deals_damage")
    if one.attacking is None:
        return _blocker_may(board, one, creatures, to_player=to_player)
    if not one.blocked:
        return _unblocked_may(board, one, claims, query)
    player, free = divider(board, one)
    if query.who is not None and query.who != player:
        _not_yours(board, one, player)
        return False
    others = {o.id for o in opponents_in_combat(board, one)}
    if any(id not in others and id != one.attacking for id in creatures):
        only_to_blockers(board, one)
        return False
    if free:
        return _fits(board, one, creatures, others, query)
    if to_player:
        return _player_may(board, one, creatures, claims)
    return _fits(board, one, creatures, others, query)


def _claims(board: Board, query: Query, one: Permanent) -> dict[str, int | None]:
    state = board.state
    claims: dict[str, int | None] = {}
    for event in state.events("damage"):
        if event.how == "assigned" and event.by == one.thing.id:
            for id in event.subject:
                for member in [p.id for p in state.group(id)] if id in state.groups else [id]:
                    claims[member] = event.n
    if claims:
        return claims
    for id in query.target:
        for member in [p.id for p in state.group(id)] if id in state.groups else [id]:
            claims[member] = query.n
    if not query.target and query.n is not None:
        claims = {o.id: query.n for o in opponents_in_combat(board, one)}
    return claims


@rule("702.19a")
def _trample_attacks(board: Board, one: Permanent) -> bool:
    """CR 702.19a: trample has no effect when the creature with trample is blocking."""
    board.d.step("no_trample_when_blocking", object=one.ref)
    return False


@rule("510.1d")
def _blocker_may(board: Board, one: Permanent, creatures: dict[str, int | None], *, to_player: bool) -> bool:
    """CR 510.1d: a blocker assigns its damage among the creatures it blocks, never to a player."""
    if to_player:
        if board.has(one, "trample") or over_walkers(board, one):
            return _trample_attacks(board, one)
        board.d.step("blocker_hits_attackers_only", object=one.ref)
        return False
    allowed = set(creatures) <= set(one.blocking)
    if not allowed:
        board.d.step("not_blocked_by_it", object=one.ref)
        return False
    fits = _total_fits(board, one, creatures, set(one.blocking), "")
    total = amount(board, one)
    board.d.step(
        "blocker_divides_freely" if fits else "doesnt_add_up", object=one.ref, n="?" if total is None else total
    )
    return fits


@rule("510.1b")
def _unblocked_may(board: Board, one: Permanent, claims: dict[str, int | None], query: Query) -> bool:
    """CR 510.1b: an unblocked creature's damage goes to what it attacks and nowhere else."""
    target = attacked_by(board, one)
    player = any(board.is_player(id) for id in claims) or query.value in _REST
    if player and not board.is_player(target):
        return _past_walker(board, one, claims)
    truth = set(claims) <= {target}
    board.d.step("assigns_to_attacked_only" if truth else "not_what_it_attacks", object=one.ref)
    return truth


@rule("702.19f")
def _past_walker(board: Board, one: Permanent, claims: dict[str, int | None]) -> bool:
    """CR 702.19f: attacking a planeswalker without trample over planeswalkers, none of its damage can go to the player."""
    if not over_walkers(board, one):
        board.d.step("none_past_planeswalker", object=one.ref)
        return False
    return _over_walker(board, one, claims)


@rule("702.19c")
def _over_walker(board: Board, one: Permanent, claims: dict[str, int | None]) -> bool:
    """CR 702.19c: with trample over planeswalkers, what exceeds the planeswalker's loyalty may go to its controller."""
    board.d.step("over_planeswalker", object=one.ref)
    most = _most_to_player(board, one)
    wanted = next((n for id, n in claims.items() if board.is_player(id)), None)
    return most >= (wanted or 1)


def _most_to_player(board: Board, one: Permanent) -> int:
    most = 0
    for made in assignments(board, in_combat(board), last=False):
        shares = made.get(one.id, {})
        most = max(most, sum(n or 0 for id, n in shares.items() if board.is_player(id)))
    return most


@rule("702.22j")
def _not_yours(board: Board, one: Permanent, player: str) -> None:
    """CR 702.22j, 510.1c: another player divides this creature's damage."""
    board.d.step("another_divides", object=one.ref, player=player)


@rule("510.1c")
def _fits(board: Board, one: Permanent, creatures: dict[str, int | None], others: set[str], query: Query) -> bool:
    """CR 510.1c: any division among the blockers that adds up to its damage; none of them has to be dealt lethal damage."""
    fits = _total_fits(board, one, creatures, others, query.value)
    total = amount(board, one)
    board.d.step("any_division" if fits else "doesnt_add_up", object=one.ref, n="?" if total is None else total)
    return fits


def _total_fits(board: Board, one: Permanent, creatures: dict[str, int | None], others: set[str], value: str) -> bool:
    if not others:
        return False
    if value == "all" and len(creatures) != 1:
        return len(creatures) < 1
    if value == "all" or any(n is None for n in creatures.values()):
        return True
    total = amount(board, one)
    wanted = sum(n or 0 for n in creatures.values())
    if total is None:
        return True
    if wanted > total:
        return False
    everywhere = set(creatures) >= others
    return wanted == total or not everywhere or has_trample(board, one)


def _player_may(board: Board, one: Permanent, creatures: dict[str, int | None], claims: dict[str, int | None]) -> bool:
    wanted = next((n for id, n in claims.items() if board.is_player(id)), None)
    if as_though_unblocked(board, one):
        return _as_unblocked(board, one, wanted, creatures)
    target = attacked_by(board, one)
    if not board.is_player(target) and not over_walkers(board, one):
        return _past_walker(board, one, claims)
    if not has_trample(board, one):
        only_to_blockers(board, one)
        return False
    return _rest_to_player(board, one, creatures, wanted)


def _as_unblocked(board: Board, one: Permanent, wanted: int | None, creatures: dict[str, int | None]) -> bool:
    """All of its damage as though it weren't blocked, or none."""
    assigns_past_block(board, one)
    total = amount(board, one)
    return not any(creatures.values()) and (wanted is None or total is None or wanted == total)


@rule("702.19b")
def _rest_to_player(board: Board, one: Permanent, creatures: dict[str, int | None], wanted: int | None) -> bool:
    """CR 702.19b: each blocker must be assigned lethal damage first (1 with deathtouch, 702.2c), then the rest may go to the player."""
    deathtouch = board.has(one, "deathtouch")
    total = amount(board, one)
    others = opponents_in_combat(board, one)
    if total is None:
        if not deathtouch or wanted is not None:
            total = board.need(one, 0)
        else:
            board.state.facts.assume("enough_power", object=one.ref)
            board.d.step("one_is_lethal", object=one.ref)
            return all(n is None or n >= 1 for n in creatures.values())
    if any(n is not None for n in creatures.values()):
        used = 0
        for other in others:
            need = lethal_need(board, one, other)
            share = creatures.get(other.id)
            if share is not None and share < need:
                board.d.step("share_not_lethal", object=one.ref, target=other.ref, n=share, lethal=need)
                return False
            used += need if share is None else share
        left = total - used
    else:
        left = _most_to_player(board, one)
    if deathtouch:
        board.d.step("one_is_lethal", object=one.ref)
    enough = left >= (1 if wanted is None else wanted)
    board.d.step("rest_may_go_over" if enough else "too_little_left", object=one.ref, n=max(left, 0))
    return enough
