"""Blocked, unblocked, attacking: what stays and what ends it (CR 506.4, 509.1h)."""

from __future__ import annotations

from judgecall.engine.characteristics import is_creature
from judgecall.engine.combat.block_queries import declared_blocks
from judgecall.engine.combat.position import Position
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Event, Query

_CHANGES = frozenset({"modify", "set_pt", "counters", "gain", "lose", "cast", "resolve", "activate", "trigger"})
_EFFECTS = frozenset({"cast", "resolve", "activate", "trigger"})
_IN_COMBAT = frozenset({"tap", "untap", "tap_for_mana"})


def _subject(state: State, query: Query, position: Position) -> Permanent:
    for id in query.subject:
        for one in state.groups.get(id, []):
            return one
    if len(position.attackers) == 1:
        return position.attackers[0]
    raise CannotRule("which_attacker")


@rule("506.4")
def leaves_combat(state: State, one: Permanent, event: Event) -> bool:
    """Leaving the battlefield, a new controller, regeneration, no longer a creature, or an effect that says so."""
    if one.thing.id not in event.subject:
        return False
    if event.kind in {"leave", "sacrifice", "blink"} and one.zone == "battlefield" and event.kind != "blink":
        return False
    if event.kind in {"leave", "sacrifice", "blink", "remove_from_combat", "regenerate", "control"}:
        state.d.step(f"removed_by_{event.kind}", object=one.ref)
        return True
    return False


def _follow(state: State, position: Position, one: Permanent) -> tuple[bool, bool | None]:
    """Carry out what comes after the declaration: (still in combat, blocked; None is not told)."""
    chosen, declared = declared_blocks(state, position, position.query)
    blocked: bool | None = None
    if declared:
        blocked = any(one in attackers for attackers in chosen.values())
        for id, attackers in chosen.items():
            if one in attackers:
                one.blocked_by.append(id)
    one.blocked = bool(blocked)
    for event in state.scenario.events[position.declared_at :]:
        if event.kind in {"block", "no_block", "attack"}:
            continue
        before = is_creature(state, one)
        blocking = {id.split("#")[0] for id in one.blocked_by}
        attacked, was_blocked = one.attacking is not None, one.blocked
        position.course.apply(event)
        if (one.blocked and not was_blocked) or (
            event.kind == "becomes_blocked" and one.thing.id in (*event.subject, *event.target)
        ):
            _becomes_blocked(state, one)
            blocked = True
        elif leaves_combat(state, one, event):
            return False, None
        elif attacked and one.attacking is None and one.zone == "battlefield" and is_creature(state, one):
            _removed(state, one)
            return False, None
        elif before and not is_creature(state, one):
            _stops_being_creature(state, one)
            return False, None
        elif one.zone != "battlefield":
            return False, None
        elif event.kind in _CHANGES:
            _changes_nothing(state, one)
        elif event.kind in {"leave", "sacrifice", "remove_from_combat"} and set(event.subject) & blocking:
            _blocker_gone(state, one)
    return True, blocked


@rule("509.1h")
def _becomes_blocked(state: State, one: Permanent) -> None:
    """An effect says that it becomes blocked: no creature blocks it, so what can't be blocked may become blocked so."""
    state.d.step("effect_makes_blocked", attacker=one.ref)


@rule("509.1h", "startled-awake-3")
def _changes_nothing(state: State, one: Permanent) -> None:
    """Power, evasion and abilities matter only as blockers are chosen."""
    state.d.step("changed_after_blocks", attacker=one.ref)


@rule("509.1h")
def _blocker_gone(state: State, one: Permanent) -> None:
    """Once blocked it stays so, with or without its blockers."""
    state.d.step("blockers_gone_still_blocked", attacker=one.ref)


@rule("506.4")
def _removed(state: State, one: Permanent) -> None:
    """An effect that removes it from combat: it is neither attacking nor blocked any more."""
    state.d.step("removed_by_remove_from_combat", object=one.ref)


@rule("506.4")
def _stops_being_creature(state: State, one: Permanent) -> None:
    """What is no creature any more leaves combat."""
    state.d.step("stopped_being_creature", object=one.ref)


@answers("is_blocked", "is_unblocked")
@rule("509.1h", "startled-awake-3")
def is_blocked(state: State, query: Query) -> Verdict:
    """Blocked or unblocked is settled as blockers are declared and stays so for the combat."""
    position = Position(state, query)
    one = _subject(state, query, position)
    asked = query.kind == "is_blocked"
    inside, blocked = _follow(state, position, one)
    if not inside:
        return YesNo(False)
    if blocked is None:
        events = state.scenario.events[position.declared_at :]
        gone = any(e.kind in {"leave", "sacrifice"} for e in events)
        if asked and not gone and not events:
            raise CannotRule("no_declaration")
        # A question whether it "becomes unblocked", or is "still" blocked, supposes that it was blocked.
        state.facts.assume("was_blocked", object=one.ref)
        blocked = True
    state.d.step("stays_blocked" if blocked else "stays_unblocked", attacker=one.ref)
    return YesNo(blocked == asked)


@answers("still_attacking")
@rule("506.4")
def still_attacking(state: State, query: Query) -> Verdict:
    """It attacks until it is removed from combat: what would have kept it from attacking doesn't remove it now (CR 506.4a-c)."""
    events = state.scenario.events
    position = Position(state, query)
    one = _subject(state, query, position)
    begun = next((i for i, e in enumerate(events) if e.kind == "attack"), -1)
    replayed = set(range(position.declared_at))
    for index, event in enumerate(events):
        if index <= begun or event.kind in {"attack", "block", "no_block"}:
            continue
        if index not in replayed:
            before, attacked = is_creature(state, one), one.attacking is not None
            position.course.apply(event)
            if before and not is_creature(state, one):
                _stops_being_creature(state, one)
                return YesNo(False)
            if attacked and one.attacking is None and one.zone == "battlefield" and event.kind in _EFFECTS:
                _removed(state, one)
                return YesNo(False)
        if leaves_combat(state, one, event):
            return YesNo(False)
        if one.thing.id in event.subject and event.kind in _IN_COMBAT:
            _tapping(state, one)
        elif one.attacking and one.attacking in event.subject and event.kind in {"leave", "sacrifice"}:
            _attacked_gone(state, one)
        else:
            _kept_from_attacking(state, one)
    if one.zone != "battlefield":
        return YesNo(False)
    if not is_creature(state, one):
        _stops_being_creature(state, one)
        return YesNo(False)
    state.d.step("still_attacking", object=one.ref)
    return YesNo(True)


@rule("506.4a")
def _kept_from_attacking(state: State, one: Permanent) -> None:
    """What would have kept it from attacking, such as losing haste, doesn't remove it from combat."""
    state.d.step("declared_stays", object=one.ref)


@rule("506.4b")
def _tapping(state: State, one: Permanent) -> None:
    """Tapping or untapping an attacker doesn't remove it from combat."""
    state.d.step("tapping_changes_nothing", object=one.ref)


@rule("506.4c")
def _attacked_gone(state: State, one: Permanent) -> None:
    """It goes on attacking when the planeswalker it attacks is gone; it attacks nothing."""
    state.d.step("attacks_nothing", object=one.ref)
