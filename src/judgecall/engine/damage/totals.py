"""How much damage and life: damage_to_player, damage_dealt, deals_damage, excess_damage, triggers_on_damage."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import Triggered, Unread
from judgecall.engine.damage.assignment import amount, opponents_in_combat
from judgecall.engine.damage.board import Board, Dealt
from judgecall.engine.damage.conclusions import (
    damage_dealt_is,
    damage_to_player_is,
    its_damage_prevented,
    life_gained_is,
    life_is,
    only_to_blockers,
)
from judgecall.engine.damage.dying import subjects
from judgecall.engine.damage.excess import excess_to
from judgecall.engine.damage.outcomes import Outcomes
from judgecall.engine.damage.result import deal_event
from judgecall.engine.damage.unknown import Sizes, with_sizes
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import Query


def bounded(query: Query, low: int, high: int) -> Verdict:
    """A number, or whether the number that was claimed is right (or can be reached)."""
    if query.n is not None:
        if query.bound == "at_most":
            return YesNo(query.n <= high)
        if query.bound == "at_least":
            return YesNo(query.n <= low)
        return YesNo(low <= query.n <= high)
    if low == high:
        return Number(high)
    return Number(low, "at_least") if query.bound == "at_least" else Number(high, "at_most")


def measured(
    state: State, query: Query, sizes: Sizes, measure: Callable[[Board], int], code: str, assumption: str
) -> Verdict:
    outcomes = Outcomes(state, query, set(), sizes)
    if query.kind in {"damage_dealt", "life_gained"}:
        outcomes.relevant = None
    low, high = (f(measure(b) for b in outcomes.boards) for f in (min, max))
    wanted = low if query.bound == "at_least" else high
    if query.n is not None and low <= query.n <= high and query.bound == "exactly":
        wanted = next((measure(b) for b in outcomes.boards if measure(b) == query.n), high)
    board = next(b for b in outcomes.boards if measure(b) == wanted)
    if low != high and query.n is None and query.bound == "exactly":
        state.facts.assume(assumption)
    played = outcomes.replay(board)
    conclude(played, query, code, wanted)
    return bounded(query, low, high)


def conclude(board: Board, query: Query, code: str, n: int) -> None:
    """Record what the number rests on."""
    if code == "damage_to_player_is":
        damage_to_player_is(board, {one.id for one in subjects(board.state, query)}, n)
    elif code == "life_gained_is":
        life_gained_is(board, n)
    elif code == "damage_dealt_is":
        _damage_dealt(board, query, n)
    else:
        life_is(board, code, n)


def _damage_dealt(board: Board, query: Query, n: int) -> None:
    ones = subjects(board.state, query)
    ids, targets = {one.id for one in ones}, _targets_meant(board.state, query)
    prevented = [s for s, t in board.prevented if (not ids or s in ids) and (targets is None or t in targets)]
    if not ones:
        hit = [board.one(t) for t in targets or () if not board.is_player(t)]
        ones = [p for p in board.state.permanents.values() for h in hit if p.id in (*h.blocking, *h.blocked_by)]
    if n == 0 and prevented:
        its_damage_prevented(board, board.one(prevented[0]))
    elif n == 0 and ones and not any(d.source == ones[0].id for d in board.dealt):
        deals_none(board, ones[0], query)
    else:
        damage_dealt_is(board, n)


def _known(hits: list[Dealt]) -> int:
    if any(d.amount is None for d in hits):
        raise CannotRule("size_not_said", object=f"@{next(d.source for d in hits if d.amount is None)}")
    return sum(d.amount or 0 for d in hits)


def _hits(board: Board, query: Query, ids: set[str], targets: set[str] | None) -> list[Dealt]:
    return [
        d
        for d in board.dealt
        if (not ids or d.source in ids)
        and (targets is None or d.target in targets)
        and (query.at is None or d.step == query.at or not d.step)
    ]


def players_meant(state: State, query: Query) -> set[str]:
    """The players that a query about damage to a player means; empty for whoever was dealt it."""
    named = {t for t in query.target if t not in state.groups}
    if query.who is not None and not named:
        named = {query.who}
    return named


@answers("damage_to_player")
def damage_to_player(state: State, query: Query) -> Verdict:
    """Damage that the subjects (or everything) deal to a player; at most, where it is divided."""
    ids = {one.id for one in subjects(state, query)}
    players = players_meant(state, query)

    def measure(board: Board) -> int:
        targets = players or {d.target for d in board.dealt if board.is_player(d.target)}
        return _known(_hits(board, query, ids, targets))

    def evaluate(sizes: Sizes) -> Verdict:
        _needs_combat(state, query)
        return measured(state, query, sizes, measure, "damage_to_player_is", "divides_to_player_most")

    return with_sizes(state, evaluate)


def _needs_combat(state: State, query: Query) -> None:
    happened = [event for event in state.scenario.events if event.kind not in {"tap", "untap", "step"}]
    if not query.subject and not happened and not any(o.attacking for o in state.scenario.objects):
        raise CannotRule("nothing_deals_damage")


def _targets_meant(state: State, query: Query) -> set[str] | None:
    """The objects and players that a query names as dealt the damage; None for whatever was dealt it."""
    objects = {one.id for one in state.members(tuple(t for t in query.target if t in state.groups))}
    return objects | {t for t in query.target if t not in state.groups} or None


@answers("damage_dealt")
def damage_dealt(state: State, query: Query) -> Verdict:
    """Damage that the subjects deal, to the targets if any are named."""
    if not query.target:
        _needs_combat(state, query)
    ids = {one.id for one in subjects(state, query)}
    targets = _targets_meant(state, query)

    def measure(board: Board) -> int:
        return _known(_hits(board, query, ids, targets))

    return with_sizes(
        state, lambda sizes: measured(state, query, sizes, measure, "damage_dealt_is", "divides_to_target_most")
    )


@answers("deals_damage")
def deals_damage(state: State, query: Query) -> Verdict:
    """Does the subject deal combat damage (to the target; in the step `at`)?"""
    ids = {one.id for one in subjects(state, query)}
    targets = _targets_meant(state, query)

    def evaluate(sizes: Sizes) -> Verdict:
        outcomes = Outcomes(state, query, set(), sizes)
        outcomes.relevant = None
        truths = {bool(_hits(b, query, ids, targets)) for b in outcomes.boards}
        truth = True in truths
        if len(truths) > 1:
            state.facts.assume("divides_to_target_most")
        board = next(b for b in outcomes.boards if bool(_hits(b, query, ids, targets)) == truth)
        played = outcomes.replay(board)
        _whether_deals(played, ids, query, truth)
        return YesNo(truth)

    return with_sizes(state, evaluate)


@rule("510.2")
def _deals(board: Board, one: Permanent) -> None:
    """CR 510.2: the damage it assigned is dealt."""
    board.d.step("deals_damage", object=one.ref)


@rule("702.7c")
def _in_second_step(board: Board, one: Permanent) -> None:
    """CR 702.7c, 510.4: it had neither first strike nor double strike in combat as the first step began."""
    board.d.step("deals_in_second_step", object=one.ref)


def _whether_deals(board: Board, ids: set[str], query: Query, truth: bool) -> None:
    for id in sorted(ids):
        one = board.one(id)
        if truth and board.two_steps and id not in board.first_strikers:
            _in_second_step(board, one)
        elif truth:
            _deals(board, one)
        else:
            deals_none(board, one, query)


def deals_none(board: Board, one: Permanent, query: Query) -> None:
    """Record why it deals no damage."""
    if id_prevented(board, one):
        its_damage_prevented(board, one)
    elif one.id in board.dead:
        _gone(board, one)
    elif one.attacking is None and not one.blocking:
        _not_in_combat(board, one)
    elif _no_power(board, one):
        return
    elif one.blocked and not opponents_in_combat(board, one):
        _blocked_by_none(board, one)
    elif board.two_steps and one.id in board.first_strikers and query.at == "combat_damage":
        _no_second(board, one)
    elif one.blocked:
        only_to_blockers(board, one)


@rule("510.1a", "startled-awake-2")
def _no_power(board: Board, one: Permanent) -> bool:
    """CR 510.1a: without positive power nothing is assigned, and so nothing dealt."""
    size = board.power(one)
    if size is None or size > 0 or amount(board, one) != 0:
        return False
    board.d.step("no_power_no_damage", object=one.ref, n=size)
    return True


def id_prevented(board: Board, one: Permanent) -> bool:
    """Whether damage of its was prevented."""
    return any(source == one.id for source, _ in board.prevented)


@rule("510.4")
def _gone(board: Board, one: Permanent) -> None:
    """CR 510.4: only the remaining attackers and blockers assign damage."""
    board.d.step("gone_before_damage", object=one.ref)


@rule("506.4")
def _not_in_combat(board: Board, one: Permanent) -> None:
    """CR 506.4: what is removed from combat is no attacking or blocking creature any more."""
    board.d.step("not_in_combat", object=one.ref)


@rule("510.1c")
def _blocked_by_none(board: Board, one: Permanent) -> None:
    """CR 510.1c: a blocked creature that no creature is blocking assigns no combat damage."""
    board.d.step("blocked_by_nothing", source=one.ref)


@rule("702.7c")
def _no_second(board: Board, one: Permanent) -> None:
    """CR 702.7c: it had first strike as the first step began and hasn't got double strike."""
    board.d.step("no_second_strike", object=one.ref)


# ---------------------------------------------------------------- excess damage, triggers, priority


@answers("excess_damage")
def excess_damage(state: State, query: Query) -> Verdict:
    """Excess damage to the target (dealt by the subject)."""
    targets = state.members(tuple(t for t in query.target if t in state.groups))
    sources = subjects(state, query)
    if not targets and len(sources) == 1:
        targets, sources = sources, []
    if len(targets) != 1:
        raise CannotRule("no_target")

    def evaluate(sizes: Sizes) -> Verdict:
        if sources and not state.events("damage", "attack", "block", "cast", "resolve", "fight"):
            board = Board(state, sizes).fork()
            n = query.n if query.value == "damage" else board.power(sources[0])
            deal_event(board, board.one(sources[0].id), [targets[0].id], n)
            total = excess_to(board, board.one(targets[0].id))
            return bounded(query, total, total)
        with state.d.muted():
            outcomes = Outcomes(state, query, set(), sizes)
            totals = [excess_to(b, b.one(targets[0].id)) for b in outcomes.boards]
        low, high = min(totals), max(totals)
        wanted = low if query.bound == "at_least" else high
        played = outcomes.replay(outcomes.boards[totals.index(wanted)])
        excess_to(played, played.one(targets[0].id))
        return bounded(query, low, high)

    return with_sizes(state, evaluate)


_DAMAGE_EVENTS = frozenset({"combat_damage_player", "combat_damage", "deals_damage", "dealt_damage"})


@answers("triggers_on_damage")
def triggers_on_damage(state: State, query: Query) -> Verdict:
    """Does the subject's ability that waits for (combat) damage trigger?"""
    ones = subjects(state, query)
    if not ones:
        raise CannotRule("whose_damage")
    whats = {
        a.event.what
        for one in ones
        for a in state.printed_abilities(one)
        if isinstance(a, Triggered | Unread) and a.event is not None and a.event.what in _DAMAGE_EVENTS
    }
    if any(
        isinstance(a, Triggered | Unread) and a.event is not None and a.event.when
        for one in ones
        for a in state.printed_abilities(one)
    ):
        raise CannotRule("unfollowed_event", object=ones[0].ref)
    what = query.value if query.value in _DAMAGE_EVENTS else next(iter(whats)) if len(whats) == 1 else ""
    if not what and len(whats) > 1:
        raise CannotRule("which_damage_ability", object=ones[0].ref)
    ids = {one.id for one in ones}

    def happened(board: Board) -> bool:
        for d in board.dealt:
            if what == "dealt_damage":
                if d.target in ids:
                    return True
            elif d.source in ids:
                to_player = board.is_player(d.target)
                if what in {"combat_damage_player", ""} and not (to_player and d.combat):
                    continue
                if what == "combat_damage" and not d.combat:
                    continue
                return True
        return False

    outcomes = Outcomes(state, query, set())
    truths = {happened(b) for b in outcomes.boards}
    truth = True in truths
    if len(truths) > 1:
        state.facts.assume("divides_to_player_most")
    played = outcomes.replay(next(b for b in outcomes.boards if happened(b) == truth))
    _trigger(played, ones[0], truth)
    return YesNo(truth)


@rule("120.8", "startled-awake-2")
def _trigger(board: Board, one: Permanent, truth: bool) -> None:
    """CR 120.8, 603.2: the ability triggers only if damage was dealt; a source that would deal 0 deals none."""
    board.d.step("damage_trigger" if truth else "no_damage_no_trigger", object=one.ref)


@answers("gets_priority")
def gets_priority(state: State, query: Query) -> Verdict:
    """Do players get priority in a step (after its damage)?"""
    board = Outcomes(state, query, set()).boards[0] if state.events("attack", "block") else None
    return YesNo(_priority(Board(state), query, board))


@rule("510.3")
def _priority(board: Board, query: Query, played: Board | None) -> bool:
    """CR 510.3: after combat damage is dealt the active player gets priority, in each combat damage step."""
    if query.at == "cleanup":
        raise CannotRule("cleanup_priority")
    if query.at == "first_strike_damage" and played is not None and not played.two_steps:
        board.d.step("only_one_damage_step")
        return False
    board.d.step("priority_in_step", at=query.at or "combat_damage")
    return True
