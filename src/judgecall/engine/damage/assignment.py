"""How combat damage is assigned, and every way it may be divided (CR 510.1, 702.19, 702.22j-k)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from judgecall.engine.characteristics import matches, types_of
from judgecall.engine.damage.board import Assignment, Board
from judgecall.engine.damage.lethal import lethal_need, marked_known, multiplier
from judgecall.engine.damage.setup import NOTHING, attacked_by
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent

LIMIT = 4000
"""How many divisions are tried before there is no ruling."""


@rule("510.1a", "startled-awake-2")
def amount(board: Board, one: Permanent) -> int | None:
    """CR 510.1a: damage equal to its power, actual value even if negative; 0 or less assigns none. None: some, not known."""
    for effect, source in board.damage_rules("no_combat_damage"):
        if matches(board.state, one, effect.of, source):
            board.d.step("assigns_no_damage_by_effect", object=one.ref, source=source.ref)
            return 0
    size = board.power(one)
    for effect, source in board.damage_rules("by_toughness", "by_toughness_if_greater"):
        if not matches(board.state, one, effect.of, source):
            continue
        toughness = board.toughness(one)
        if effect.rule == "by_toughness_if_greater" and (toughness is None or size is None or toughness <= size):
            if toughness is None or size is None:
                raise CannotRule("size_not_said", object=one.ref)
            continue
        board.d.step(
            "assigns_by_toughness", object=one.ref, n=toughness if toughness is not None else "?", source=source.ref
        )
        size = toughness
        break
    if size is None:
        return None
    if size <= 0:
        board.d.step("no_damage_zero_power", object=one.ref, n=size)
        return 0
    return size


def has_trample(board: Board, one: Permanent) -> bool:
    """Trample or its variant, which only an attacking creature can use (CR 702.19a, c)."""
    return one.attacking is not None and (board.has(one, "trample") or over_walkers(board, one))


def over_walkers(board: Board, one: Permanent) -> bool:
    """Trample over planeswalkers (CR 702.19c)."""
    return board.has(one, "trample over planeswalkers")


def opponents_in_combat(board: Board, one: Permanent) -> list[Permanent]:
    """The creatures it assigns damage to if it can't assign elsewhere: its blockers, or those it blocks."""
    ids = one.blocked_by if one.attacking is not None else one.blocking
    return [
        board.one(id)
        for id in ids
        if board.one(id).zone == "battlefield" and "creature" in types_of(board.state, board.one(id))
    ]


def as_though_unblocked(board: Board, one: Permanent) -> bool:
    """Whether an effect lets its controller assign its damage as though it weren't blocked."""
    return any(
        matches(board.state, one, effect.of, source) for effect, source in board.damage_rules("as_though_unblocked")
    )


@rule("702.22j")
def _banding_blocker(board: Board, one: Permanent, bander: Permanent) -> str:
    """CR 702.22j: blocked by a creature with banding, the defending player chooses how the attacker's damage is assigned."""
    player = board.defending_player(one)
    board.d.step("defender_divides", object=one.ref, blocker=bander.ref, player=player)
    return player


@rule("702.22k")
def _banding_attacker(board: Board, one: Permanent, bander: Permanent) -> str:
    """CR 702.22k: blocking a creature with banding, the active player chooses how the blocker's damage is assigned."""
    player = board.controller(bander)
    board.d.step("attacker_divides", object=one.ref, attacker=bander.ref, player=player)
    return player


@rule("510.1c")
def _divided_by_effect(board: Board, one: Permanent, source: Permanent) -> str:
    """CR 510.1c: divided as its controller chooses, unless an effect gives that choice to someone else."""
    player = board.state.controller(source)
    board.d.step("divides_by_effect", object=one.ref, source=source.ref, player=player)
    return player


@rule("510.1c")
def _controller_divides(board: Board, one: Permanent) -> str:
    """CR 510.1c: a blocked creature's damage is divided among the creatures blocking it as its controller chooses."""
    player = board.controller(one)
    board.d.step("controller_divides", object=one.ref, player=player)
    return player


@rule("510.1d")
def _blocker_divides(board: Board, one: Permanent) -> str:
    """CR 510.1d: a blocker's damage is divided among the creatures it blocks as its controller chooses."""
    player = board.controller(one)
    board.d.step("blocker_divides", object=one.ref, player=player)
    return player


def divider(board: Board, one: Permanent) -> tuple[str, bool]:
    """The player who divides its damage, and whether that player is free of every limit on the division."""
    others = opponents_in_combat(board, one)
    for other in others:
        if board.has(other, "banding"):
            player = (
                _banding_blocker(board, one, other)
                if one.attacking is not None
                else _banding_attacker(board, one, other)
            )
            return player, True
        if board.has(other, "bands with other"):
            raise CannotRule("bands_with_other", object=other.ref)
    if one.attacking is not None:
        for effect, source in board.damage_rules("divide_freely"):
            if effect.of.attached or matches(board.state, one, effect.of, source):
                return _divided_by_effect(board, one, source), True
        return _controller_divides(board, one), False
    return _blocker_divides(board, one), False


# ---------------------------------------------------------------- every division


def assignments(board: Board, sources: list[Permanent], *, last: bool) -> Iterator[Assignment]:
    """Every assignment that differs in what it can lead to (CR 510.1e: checked as a whole).

    Raises:
        CannotRule: there are too many.
    """
    with board.state.unchanging():  # what is dealt is dealt on forks of the board
        yield from _assignments(board, sources, last=last)


def _assignments(board: Board, sources: list[Permanent], *, last: bool) -> Iterator[Assignment]:
    amounts = {s.id: amount(board, s) for s in sources}
    joint = _shared_recipients(board, sources)
    options = [list(_options(board, s, amounts[s.id], full=not last or joint)) for s in sources if amounts[s.id] != 0]
    if prod(len(o) for o in options) > LIMIT:
        raise CannotRule("too_many_divisions")
    for choice in product(*options):
        made: Assignment = dict(choice)
        if legal(board, made) and _as_stated(board, made):
            yield made


def _shared_recipients(board: Board, sources: list[Permanent]) -> bool:
    """Whether a creature is dealt damage by one that has a choice and by others too."""
    hit: dict[str, int] = {}
    choosers = [s for s in sources if len(opponents_in_combat(board, s)) > 1 or has_trample(board, s)]
    for s in sources:
        for r in opponents_in_combat(board, s):
            hit[r.id] = hit.get(r.id, 0) + 1
    return any(hit[r.id] > 1 for s in choosers for r in opponents_in_combat(board, s))


def _options(board: Board, one: Permanent, n: int | None, *, full: bool) -> Iterator[tuple[str, dict[str, int | None]]]:
    if one.attacking is not None:
        beyond = attacked_by(board, one)
        if not one.blocked:
            yield from ((one.id, shares) for shares in _unblocked(board, one, n, beyond))
            return
        if as_though_unblocked(board, one):
            yield from ((one.id, shares) for shares in _unblocked(board, one, n, beyond))
    others = opponents_in_combat(board, one)
    trample = has_trample(board, one)
    if not others:
        if trample:
            yield from ((one.id, shares) for shares in _unblocked(board, one, n, attacked_by(board, one), blocked=True))
        else:
            yield one.id, {}
        return
    if len(others) == 1 and (not trample or (attacked_by(board, one) == NOTHING and not over_walkers(board, one))):
        yield one.id, {others[0].id: n}
        return
    if n is None:
        board.need(one, 0)
        raise CannotRule("size_not_said", object=one.ref)
    yield from ((one.id, shares) for shares in _divisions(board, one, n, others, trample=trample, full=full))


def _loyalty(board: Board, target: str) -> int:
    """How much loyalty damage must take away before any may go over the planeswalker (CR 702.19c).

    Raises:
        CannotRule: nobody said how much it has.
    """
    walker = board.one(target)
    if "loyalty" not in walker.counters:
        raise CannotRule("unknown_loyalty", object=walker.ref)
    return walker.counters["loyalty"]


def _unblocked(
    board: Board, one: Permanent, n: int | None, target: str, *, blocked: bool = False
) -> Iterator[dict[str, int | None]]:
    """CR 510.1b: all to what it attacks; with trample over planeswalkers what exceeds loyalty may go to the player (702.19c, e)."""
    over = over_walkers(board, one)
    if target == NOTHING:
        if over and blocked:
            yield {board.defending_player(one): n}
        elif over:
            raise CannotRule("walker_gone", object=one.ref)
        else:
            yield {}
        return
    yield {target: n}
    if over and not board.is_player(target) and n is not None:
        loyalty = _loyalty(board, target)
        if n > loyalty:
            yield {target: loyalty, board.defending_player(one): n - loyalty}


def _divisions(
    board: Board, one: Permanent, n: int, others: list[Permanent], *, trample: bool, full: bool
) -> Iterator[dict[str, int | None]]:
    needs = [lethal_need(board, one, other) for other in others]
    kills = [-(-need // multiplier(board, one, other, combat=True)) for need, other in zip(needs, others, strict=True)]
    caps = [max(need, kill) for need, kill in zip(needs, kills, strict=True)]
    if board.has(one, "wither") or board.has(one, "infect"):
        # Counters on what can't be destroyed: between lethal damage and no toughness left every point counts.
        ranges = [list(range(n + 1)) for _ in caps]
    elif full:
        ranges = [list(range(min(cap, n) + 1)) for cap in caps]
    else:
        ranges = [sorted({0, min(need, n), min(kill, n)}) for need, kill in zip(needs, kills, strict=True)]
    if prod(len(r) for r in ranges) > LIMIT * 2:
        raise CannotRule("too_many_divisions")
    for shares in product(*ranges):
        left = n - sum(shares)
        if left < 0 or not _first_of_alike(others, shares):
            continue
        made: dict[str, int | None] = {other.id: s for other, s in zip(others, shares, strict=True) if s}
        if left == 0:
            yield made
            continue
        if trample:
            for beyond in _beyond(board, one, left):
                yield made | beyond
        dumped = _dump(others, shares, kills, left)
        if dumped is not None:
            yield dumped


def _beyond(board: Board, one: Permanent, left: int) -> Iterator[dict[str, int | None]]:
    """Where a trampler's excess may go: what it attacks, and over a planeswalker to its controller."""
    target = attacked_by(board, one)
    if target == NOTHING:
        if over_walkers(board, one):
            yield {board.defending_player(one): left}
        return
    yield {target: left}
    if over_walkers(board, one) and not board.is_player(target):
        loyalty = _loyalty(board, target)
        if left > loyalty:
            yield {target: loyalty, board.defending_player(one): left - loyalty}


def _first_of_alike(others: list[Permanent], shares: tuple[int, ...]) -> bool:
    """Of divisions that differ only by swapping alike creatures, keep one."""
    for (a, x), (b, y) in zip(
        zip(others, shares, strict=True), list(zip(others, shares, strict=True))[1:], strict=False
    ):
        if (
            a.thing is b.thing
            and a.damage == b.damage
            and a.counters == b.counters
            and a.blocking == b.blocking
            and x < y
        ):
            return False
    return True


def _dump(
    others: list[Permanent], shares: tuple[int, ...], kills: list[int], left: int
) -> dict[str, int | None] | None:
    """Put what is left on the creatures without killing more of them, or None when that can't be done."""
    made: dict[str, int] = {other.id: share for other, share in zip(others, shares, strict=True)}
    for other, share, kill in zip(others, shares, kills, strict=True):
        if share >= kill:
            made[other.id] += left
            return {id: n for id, n in made.items() if n}
    for other, share, kill in zip(others, shares, kills, strict=True):
        more = min(left, max(kill - 1 - share, 0))
        made[other.id] += more
        left -= more
    return None if left else {id: n for id, n in made.items() if n}


@rule("702.19b")
def legal(board: Board, made: Assignment) -> bool:
    """CR 702.19b, 510.1e: a trampler may assign to what it attacks only if each of its blockers is assigned lethal damage, damage
    already marked and from others in this step counted, and 1 by a source with deathtouch being lethal (702.2c)."""
    for id, shares in made.items():
        source = board.one(id)
        if source.attacking is None or not source.blocked or as_though_unblocked(board, source):
            continue
        others = opponents_in_combat(board, source)
        if not others or not any(n for target, n in shares.items() if target not in {o.id for o in others}):
            continue
        if not all(assigned_lethal(board, other, made) for other in others):
            return False
    return True


def assigned_lethal(board: Board, other: Permanent, made: Assignment) -> bool:
    """Whether a creature is assigned lethal damage by all the sources together."""
    total = marked_known(board, other)
    for id, shares in made.items():
        share = shares.get(other.id, 0)
        if share != 0 and board.has(board.one(id), "deathtouch"):
            return True
        if share is None:
            raise CannotRule("size_not_said", object=board.one(id).ref)
        total += share
    if total == 0 and board.toughness(other) is None:
        return False
    if not by_power(board, other):
        return total >= board.need(other, 1)
    size = board.need(other, 0)
    if size <= 0:
        raise CannotRule("lethal_by_zero_power", object=other.ref)
    return total >= size


def by_power(board: Board, one: Permanent) -> bool:
    """Whether lethal damage to it is counted against its power (Zilortha)."""
    return any(matches(board.state, one, effect.of, source) for effect, source in board.damage_rules("lethal_by_power"))


def _as_stated(board: Board, made: Assignment) -> bool:
    """Whether it agrees with the division that the scenario states (damage events with how="assigned")."""
    for event in board.state.events("damage"):
        if event.how != "assigned" or event.by is None or event.n is None:
            continue
        if board.step == "combat_damage" and event.at == "first_strike_damage":
            continue
        if board.step == "first_strike_damage" and event.at == "combat_damage":
            continue
        for source in board.state.group(event.by):
            if source.id not in made:
                continue
            wanted = {one.id for one in board.state.members(tuple(i for i in event.subject if i in board.state.groups))}
            wanted |= {i for i in event.subject if i not in board.state.groups}
            if any(made[source.id].get(id, 0) != event.n for id in wanted):
                return False
    return True
