"""Who attacks what and who blocks whom, from the events of the scenario or its natural default (CR 508.1, 509.1h)."""

from __future__ import annotations

from judgecall.cards.abilities import BlockAdditional, Static
from judgecall.engine.characteristics import abilities_of, types_of
from judgecall.engine.combat.evasion import seems_forbidden
from judgecall.engine.damage.board import Board
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent
from judgecall.scenario.model import Event, Query


def attack(board: Board, event: Event) -> None:
    """Declare attackers (CR 508.1): what they attack is the target, or the defending player."""
    for one in board.state.members(event.subject):
        one.attacking = _attacked(board, one, event.target)


def _attacked(board: Board, one: Permanent, target: tuple[str, ...]) -> str:
    if target:
        id = target[0]
        return board.state.group(id)[0].id if id in board.state.groups else id
    if one.controller is not None:
        return board.state.opponents(one.controller)[0]
    return ""  # the opponent of whoever its controller turns out to be: see `attacking_player`


def block(board: Board, event: Event) -> None:
    """Declare blockers: pair members of groups one to one where the numbers agree (CR 509.1h).

    Raises:
        CannotRule: it can't be told which creature blocks which.
    """
    blockers = board.state.members(event.subject)
    attackers = board.state.members(event.target)
    if not attackers:
        attackers = board.attackers() or [p for p in board.creatures() if p.thing.attacking]
    if not attackers or not blockers:
        raise CannotRule("unclear_blocks")
    for attacker in attackers:
        if attacker.attacking is None:
            attacker.attacking = _attacked(board, attacker, ())
    if len(attackers) == 1 or (len(set(event.target)) == len(attackers) and len(blockers) == 1):
        pairs = [(b, a) for b in blockers for a in attackers]
    elif len(attackers) == len(blockers):
        pairs = list(zip(blockers, attackers, strict=True))
    elif len(blockers) == 1:
        several = any(
            isinstance(a, Static) and any(isinstance(e, BlockAdditional) for e in a.effects)
            for a in abilities_of(board.state, blockers[0])
        )
        pairs = [(blockers[0], a) for a in (attackers if several else attackers[:1])]
    else:
        raise CannotRule("unclear_blocks")
    for blocker, attacker in pairs:
        args = {"object": blocker.ref, "attacker": attacker.ref}
        if seems_forbidden(board.state, attacker, blocker) and not board.state.facts.assume("block_was_legal", **args):
            raise CannotRule("block_not_legal")
        becomes_blocked(board, attacker, blocker)


@rule("509.1h")
def becomes_blocked(board: Board, attacker: Permanent, blocker: Permanent | None) -> None:
    """CR 509.1h: an attacker with a creature declared as its blocker (or by an effect) is a blocked creature from then on."""
    attacker.blocked = True
    if blocker is None:
        board.d.step("becomes_blocked_by_effect", attacker=attacker.ref)
    elif attacker.id not in blocker.blocking:
        blocker.blocking.append(attacker.id)
        attacker.blocked_by.append(blocker.id)
        board.d.step("takes_block", attacker=attacker.ref, blocker=blocker.ref)


@rule("506.4")
def remove_from_combat(board: Board, one: Permanent) -> None:
    """CR 506.4: it stops attacking and blocking; what it blocked stays blocked, what attacked it attacks nothing."""
    if one.attacking is None and not one.blocking and not any(a.attacking == one.id for a in board.attackers()):
        return
    for id in one.blocking:
        board.one(id).blocked_by = [b for b in board.one(id).blocked_by if b != one.id]
    for id in one.blocked_by:
        board.one(id).blocking = [a for a in board.one(id).blocking if a != one.id]
    if one.attacking is not None or one.blocking:
        board.d.step("out_of_combat", object=one.ref)
    one.attacking, one.blocked, one.blocked_by, one.blocking = None, False, [], []
    for attacker in board.attackers():
        if attacker.attacking == one.id:
            attacker.attacking = NOTHING


NOTHING = "nothing"
"""What a creature attacks whose planeswalker left combat (CR 506.4c)."""


def attacked_by(board: Board, attacker: Permanent) -> str:
    """The id of the player or planeswalker that it attacks, or NOTHING."""
    return attacker.attacking or board.defending_player(attacker)


def declared(board: Board, query: Query) -> None:
    """Attackers and blockers where no event says so: marked ones, or the objects that the query sets against each other."""
    state = board.state
    kinds = {e.kind for e in state.scenario.events}
    for one in state.in_play():
        if one.thing.attacking and one.attacking is None:
            one.attacking = _attacked(board, one, ())
    for one in state.in_play():
        if one.thing.blocking and not one.blocking:
            attackers = board.attackers()
            if len(attackers) != 1 and not kinds & {"block"}:
                raise CannotRule("unclear_blocks")
            if not kinds & {"block"}:
                becomes_blocked(board, attackers[0], one)
    if kinds & {"attack", "block", "fight", "becomes_blocked"} or board.attackers():
        return
    if kinds & {"damage", "leave", "sacrifice", "cast", "resolve"} and query.kind not in COMBAT_ONLY:
        return
    _by_query(board, query)


COMBAT_ONLY = frozenset({"damage_to_player", "who_assigns", "may_assign", "must_assign_lethal", "triggers_on_damage"})


def _by_query(board: Board, query: Query) -> None:
    """The query's subject against its target, or against the one other creature; else alone and unblocked."""
    state = board.state

    def fighters(ids: tuple[str, ...]) -> list[Permanent]:
        known = tuple(i for i in ids if i in state.groups)
        return [p for p in state.members(known) if p.zone == "battlefield" and "creature" in types_of(state, p)]

    subjects, targets = fighters(query.subject), fighters(query.target)
    rest = [p for p in board.creatures() if p not in subjects]
    if subjects and not targets and query.kind not in {"damage_to_player", "deals_damage", "triggers_on_damage"}:
        targets = rest if len({p.thing.id for p in rest}) == 1 else []
    if not subjects and query.kind in {"which_die", "how_many_die", "dies", "survives", "both_die"} and not targets:
        sides = list({p.thing.id: 0 for p in rest})
        if len(sides) == 2:
            subjects, targets = state.group(sides[0]), state.group(sides[1])
    if not subjects:
        return
    if query.kind in {"dies", "survives", "both_die", "how_many_die", "which_die", "destroys"}:
        if not targets:
            return
        if any(p.controller == "you" for p in targets) and not any(p.controller == "you" for p in subjects):
            subjects, targets = targets, subjects
        if len(subjects) > 1 and len(targets) == 1:
            subjects, targets = targets, subjects
    for one in subjects:
        if one.attacking is None:
            one.attacking = _attacked(board, one, ())
    if not targets:
        return
    if len(subjects) == 1:
        for one in targets:
            becomes_blocked(board, subjects[0], one)
    elif len(subjects) == len(targets):
        for a, b in zip(subjects, targets, strict=True):
            becomes_blocked(board, a, b)
    else:
        raise CannotRule("unclear_blocks")
