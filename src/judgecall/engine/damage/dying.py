"""Who dies: dies, survives, both_die, how_many_die, which_die, destroys, can_regenerate."""

from __future__ import annotations

import msgspec

from judgecall.engine.damage.aimed import tell_why_not
from judgecall.engine.damage.assignment import opponents_in_combat
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.conclusions import deathtouch_limit
from judgecall.engine.damage.deaths import can_regenerate
from judgecall.engine.damage.declared import unread_lines
from judgecall.engine.damage.outcomes import Outcomes
from judgecall.engine.damage.unknown import Sizes, with_sizes
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Decision, Depends, Number, Objects, Verdict, YesNo
from judgecall.scenario.model import Query

_DESTROYED = frozenset({"lethal", "deathtouch", "destroyed"})
_MANY = 8


def subjects(state: State, query: Query) -> list[Permanent]:
    """The permanents that the query is about."""
    return state.members(tuple(id for id in query.subject if id in state.groups))


def _care(state: State, query: Query) -> set[str] | None:
    return {one.id for one in subjects(state, query)} or None


@answers("dies", "survives", "both_die", "destroys")
def whether_dies(state: State, query: Query) -> Verdict:
    """Do the subjects all die (survive)? With no subject: does anything die?"""
    if query.subject and not subjects(state, query):
        return _player_dies(state, query)
    return with_sizes(state, lambda sizes: _whether(state, query, sizes))


def _claim(query: Query, ones: list[Permanent], board: Board) -> bool:
    if not ones:
        return not board.dead if query.kind == "survives" else bool(board.dead)
    if query.kind == "survives":
        return not any(one.id in board.dead for one in ones)
    if query.kind == "destroys":
        return all(board.dead.get(one.id) in _DESTROYED for one in ones)
    return all(one.id in board.dead for one in ones)


def _whether(state: State, query: Query, sizes: Sizes) -> Verdict:
    ones = subjects(state, query)
    outcomes = Outcomes(state, query, _care(state, query), sizes)
    _something_happens(outcomes, ones)
    truths = {_claim(query, ones, board) for board in outcomes.boards}
    truth = truths.pop() if len(truths) == 1 else _chosen(state, query)
    board = next(b for b in outcomes.boards if _claim(query, ones, b) == truth)
    played = outcomes.replay(board)
    for one in ones or played.creatures():
        _conclude(played, one.id)
    if query.kind == "both_die" and not truth:
        deathtouch_limit(played, {one.id for one in ones}, sum(1 for one in ones if one.id in played.dead))
    return YesNo(truth)


def _chosen(state: State, query: Query) -> bool:
    """The division of damage decides: whoever divides kills as many as can be, or the question leaves it open."""
    killing = query.kind != "survives"
    if query.bound == "at_most":
        return True
    if query.kind == "both_die":
        return state.facts.assume("divides_to_kill_most")
    falls = state.facts.ask("divided_to_kill", object=f"@{query.subject[0]}" if query.subject else "")
    return falls if killing else not falls


def _something_happens(outcomes: Outcomes, ones: list[Permanent]) -> None:
    """Refuse when nothing in the scenario could kill them, unless something protects them from destruction anyway."""
    board = outcomes.boards[0]
    if board.fought or board.dealt or board.dead:
        return
    scenario = board.state.scenario
    if any(
        e.kind in {"damage", "leave", "modify", "counters", "sacrifice", "fight", "set_pt"} for e in scenario.events
    ):
        return
    if any(e.kind in {"attack", "block", "cast", "resolve", "remove_from_combat"} for e in scenario.events):
        return
    for one in ones:
        there = board.one(one.id)
        if there.damage or there.regeneration or board.has(there, "indestructible"):
            return
    raise CannotRule("nothing_deals_damage")


def _conclude(board: Board, id: str) -> None:
    one = board.one(id)
    if id in board.dead:
        _died(board, one, board.dead[id])
    else:
        _lives(board, one)


@rule("704.5g")
def _died(board: Board, one: Permanent, reason: str) -> None:
    """CR 704.5g: destroyed for lethal damage marked on it; see also 704.5f, h, i."""
    if reason == "lethal":
        board.d.step("dies_of_damage", object=one.ref)
    elif reason == "deathtouch":
        _died_of_deathtouch(board, one)
    elif reason == "toughness":
        _died_of_toughness(board, one)
    elif reason == "loyalty":
        _died_of_loyalty(board, one)
    else:
        board.d.step("put_into_graveyard", object=one.ref)


@rule("704.5h")
def _died_of_deathtouch(board: Board, one: Permanent) -> None:
    """CR 704.5h: any damage from deathtouch since the check before destroys a creature."""
    board.d.step("dies_of_deathtouch", object=one.ref)


@rule("704.5f")
def _died_of_toughness(board: Board, one: Permanent) -> None:
    """CR 704.5f: toughness 0 or less."""
    board.d.step("dies_of_toughness", object=one.ref)


@rule("704.5i")
def _died_of_loyalty(board: Board, one: Permanent) -> None:
    """CR 704.5i: loyalty 0; that isn't destruction, so indestructible doesn't help."""
    board.d.step("dies_of_loyalty", object=one.ref)


def _lives(board: Board, one: Permanent) -> None:
    hurt = [d for d in board.dealt if d.target == one.id]
    if one.id in board.not_targets and not hurt:
        tell_why_not(board, one)
    elif one.id in board.regenerated:
        _lives_regenerated(board, one)
    elif board.has(one, "indestructible") or one.counters.get("indestructible"):
        _lives_indestructible(board, one)
    elif any(victim == one.id for _, victim in board.prevented) and not hurt:
        _lives_prevented(board, one)
    elif not hurt and board.two_steps and (one.attacking is not None or one.blocking or one.id in board.took_part):
        _lives_first(board, one)
    elif not hurt and (idle := [p for p in opponents_in_combat(board, one) if board.has(p, "deathtouch")]):
        _lives_untouched(board, one, idle[0])
    else:
        _lives_damage(board, one)


@rule("701.19a")
def _lives_regenerated(board: Board, one: Permanent) -> None:
    """CR 701.19a: regeneration replaced its destruction."""
    board.d.step("lives_regenerated", object=one.ref)


@rule("702.12b")
def _lives_indestructible(board: Board, one: Permanent) -> None:
    """CR 702.12b: not destroyed by lethal damage or deathtouch."""
    board.d.step("lives_indestructible", object=one.ref)


@rule("615.6")
def _lives_prevented(board: Board, one: Permanent) -> None:
    """CR 615.6: damage that is prevented never happens."""
    board.d.step("lives_prevented", object=one.ref)


@rule("702.7b")
def _lives_first(board: Board, one: Permanent) -> None:
    """CR 702.7b: what would have hurt it was gone before it could assign damage in the second step."""
    board.d.step("lives_unhurt", object=one.ref)


@rule("702.2b", "ochran-assassin-1")
def _lives_untouched(board: Board, one: Permanent, source: Permanent) -> None:
    """CR 702.2b: a source with deathtouch destroys only what it dealt damage to."""
    board.d.step("deathtouch_deals_nothing", object=one.ref, source=source.ref)


@rule("704.5g")
def _lives_damage(board: Board, one: Permanent) -> None:
    """CR 704.5g: the damage marked on it is less than lethal."""
    board.d.step("lives_damage", object=one.ref, n=one.damage)


def _player_dies(state: State, query: Query) -> Verdict:
    from judgecall.engine.damage.life import life_after

    player = query.subject[0]
    low, high = life_after(state, query, player)
    dead = {low <= 0, high <= 0}
    truth = low <= 0 if query.bound == "at_most" or len(dead) == 1 else state.facts.assume("divides_to_player_most")
    _life_decides(Board(state), player, low)
    return YesNo(truth if query.kind != "survives" else not truth)


@rule("704.5a")
def _life_decides(board: Board, player: str, life: int) -> None:
    """CR 704.5a: a player with 0 or less life loses the game."""
    board.d.step("life_at_end", player=player, n=life)


# ---------------------------------------------------------------- how many, which


@answers("how_many_die")
def how_many_die(state: State, query: Query) -> Verdict:
    """How many of the subjects die; where damage is divided, as many as whoever divides it can kill."""
    unknown = any(
        thing.count is None for thing in state.scenario.objects if not query.subject or thing.id in query.subject
    )
    if unknown:
        return _of_unknown_number(state, query)
    return with_sizes(state, lambda sizes: _how_many(state, query, sizes))


def _how_many(state: State, query: Query, sizes: Sizes) -> Verdict:
    ones = subjects(state, query)
    outcomes = Outcomes(state, query, _care(state, query), sizes)
    _something_happens(outcomes, ones)

    def number(board: Board) -> int:
        return len(board.dead) if not ones else sum(1 for one in ones if one.id in board.dead)

    most = max(outcomes.boards, key=number)
    least = min(outcomes.boards, key=number)
    chosen = least if query.bound == "at_least" else most
    played = outcomes.replay(chosen)
    for one in ones:
        if one.id in played.dead:
            _conclude(played, one.id)
    if not deathtouch_limit(played, {one.id for one in ones}, number(played)):
        _count(played, number(played))
    if number(most) == number(least):
        return _number(query, Number(number(most)))
    if query.bound != "at_least":
        state.facts.assume("divides_to_kill_most")
    return _number(query, Number(number(chosen), "at_least" if query.bound == "at_least" else "at_most"))


@rule("704.3")
def _count(board: Board, n: int) -> None:
    """CR 704.3: all that must die die at the same time."""
    board.d.step("number_that_die", n=n)


def _number(query: Query, verdict: Number) -> Verdict:
    if query.n is None:
        return verdict
    if verdict.bound == "exactly":
        return YesNo(query.n <= verdict.value if query.bound == "at_most" else query.n == verdict.value)
    return YesNo(query.n <= verdict.value)


def _of_unknown_number(state: State, query: Query) -> Verdict:
    """So many that more would make no difference: then the number is a bound."""
    board = Board(state)
    reach = sum(max(board.power(p) or 0, 0) for p in state.permanents.values() if p.thing.id not in query.subject)
    if reach > _MANY or reach == 0:
        raise CannotRule("unknown_count")
    objects = tuple(
        msgspec.structs.replace(o, count=reach + 1)
        if o.count is None and (not query.subject or o.id in query.subject)
        else o
        for o in state.scenario.objects
    )
    larger = State(msgspec.structs.replace(state.scenario, objects=objects), state.cards, state.facts)
    larger.d = state.d
    verdict = with_sizes(larger, lambda sizes: _how_many(larger, query, sizes))
    if isinstance(verdict, Number) and verdict.value <= reach:
        return Number(verdict.value, "at_most")
    raise CannotRule("unknown_count")


@answers("which_die")
def which_die(state: State, query: Query) -> Verdict:
    """The set of those that die; where damage is divided, a case for each way of killing as many as possible."""
    return with_sizes(state, lambda sizes: _which(state, query, sizes))


def _which(state: State, query: Query, sizes: Sizes) -> Verdict:
    ones = [] if query.value == "only" else subjects(state, query)
    among = {one.id for one in ones} | {
        one.id for one in state.members(tuple(i for i in query.target if i in state.groups))
    }
    outcomes = Outcomes(state, query, among or None, sizes)
    _something_happens(outcomes, ones)

    def killed(board: Board) -> tuple[str, ...]:
        return tuple(id for id in state.permanents if id in board.dead and (not among or id in among))

    most = max(len(killed(b)) for b in outcomes.boards)
    sets = {killed(b): b for b in outcomes.boards if len(killed(b)) == most}
    best = next(iter(sets.values()))
    played = outcomes.replay(best)
    for id in killed(played):
        _conclude(played, id)
    if query.value == "only":
        for other in played.creatures():
            _conclude(played, other.id)
    _count(played, most)
    if query.value == "only":
        return YesNo(set(killed(best)) == {one.id for one in subjects(state, query)})
    if len(sets) == 1:
        if len({killed(b) for b in outcomes.boards}) > 1:
            state.facts.assume("divides_to_kill_most")
        return Objects(killed(best))
    if len(sets) > _MANY:
        raise CannotRule("division_decides")
    return Depends(
        tuple(
            ((Decision("divided_to_kill", (("object", " and ".join(f"@{i}" for i in ids)),), True),), Objects(ids))
            for ids in sets
        )
    )


@answers("can_regenerate")
def may_regenerate(state: State, query: Query) -> Verdict:
    """Does a regeneration shield save it?"""
    board = Board(state)
    unread_lines(board)
    ones = [board.one(one.id) for one in subjects(state, query)]
    if not ones:
        raise CannotRule("whose_damage")
    return YesNo(all(_shield_works(board, one) for one in ones))


@rule("701.19a")
def _shield_works(board: Board, one: Permanent) -> bool:
    """CR 701.19a, 704.5g-h: regeneration replaces destruction, by lethal damage and by deathtouch alike, and nothing else."""
    if not can_regenerate(board, one):
        return False
    for event in board.state.events("leave", "sacrifice"):
        destroyed = event.kind == "leave" and event.how in {"destroyed", "destroy", "dies", ""}
        if one.thing.id in event.subject and not destroyed:
            board.d.step("regeneration_no_help", object=one.ref, how=event.how or event.kind)
            return False
    size = board.toughness(one)
    if size is not None and size <= 0:
        board.d.step("toughness_at_zero", object=one.ref, n=size)
        return False
    board.d.step("regeneration_replaces", object=one.ref)
    return True
