"""Keywords that trigger as creatures attack and that change how big they are (CR 702.83, .91, .121, .134, .149).

All of them trigger on one declaration, so that which of them do is told from the sizes before any of them resolves.
"""

from __future__ import annotations

from collections.abc import Sequence

from judgecall.engine.characteristics import has, is_creature, keywords_of, power_of
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

SIZING_ON_ATTACK = frozenset({"exalted", "battle cry", "melee", "training", "mentor"})
PLUS = "+1/+1"


def grow_by_attacking(state: State, attackers: Sequence[Permanent], *, final: Sequence[Permanent] = ()) -> None:
    """Let everything of this kind that triggers on the attack resolve.

    Args:
        attackers: the creatures declared as attackers.
        final: those of them whose stated size has its own triggers in it already.

    Raises:
        CannotRule: a power decides that nobody knows, or there is a target to choose.
    """
    open_ones = [one for one in attackers if one not in final]
    if not any(has(state, p, name) for p in state.in_play() for name in SIZING_ON_ATTACK):
        return
    trained = [one for one in open_ones if has(state, one, "training") and trains(state, one, attackers)]
    mentored = [(one, mentors(state, one, attackers)) for one in attackers if has(state, one, "mentor")]
    for one in attackers:
        battle_cry(state, one, attackers)
    for one in open_ones:
        melee(state, one, attackers)
    for one in trained:
        training(state, one)
    for one, pupil in mentored:
        if pupil is not None:
            mentor(state, one, pupil)
    if len(attackers) == 1 and open_ones:
        exalted(state, attackers[0])


@rule("702.83a")
def exalted(state: State, one: Permanent) -> None:
    """CR 702.83a: a creature that attacks alone gets +1/+1 for each exalted its controller has."""
    mine = state.controller(one)
    for other in state.in_play():
        n = len(keywords_of(state, other, "exalted"))
        if n and state.controller(other) == mine:
            one.changes.append((n, n))
            state.d.step("exalted", object=one.ref, source=other.ref, n=n)


@rule("702.91a")
def battle_cry(state: State, one: Permanent, attackers: Sequence[Permanent]) -> None:
    """CR 702.91a: each other attacking creature gets +1/+0, for each battle cry that the attacker has."""
    n = len(keywords_of(state, one, "battle cry"))
    for other in attackers:
        if n and other is not one:
            other.changes.append((n, 0))
            state.d.step("battle_cry", object=other.ref, source=one.ref, n=n)


@rule("702.121a")
def melee(state: State, one: Permanent, attackers: Sequence[Permanent]) -> None:
    """CR 702.121a: it gets +1/+1 for each opponent that its controller attacked with a creature this combat."""
    instances = len(keywords_of(state, one, "melee"))
    if not instances:
        return
    mine = state.controller(one)
    enemies = state.opponents(mine)
    # Who attacks "the opponent" without a name attacks the only one there is.
    attacked = {a.attacking or enemies[0] for a in attackers if state.controller(a) == mine} & set(enemies)
    n = instances * len(attacked)
    if n:
        one.changes.append((n, n))
        state.d.step("melee", object=one.ref, n=n)


def trains(state: State, one: Permanent, attackers: Sequence[Permanent]) -> bool:
    """Whether a creature with greater power attacks beside it."""
    mine = _power(state, one)
    return any(_power(state, other) > mine for other in attackers if other is not one)


@rule("702.149a")
def training(state: State, one: Permanent) -> None:
    """CR 702.149a: it gets a +1/+1 counter as a creature with greater power attacks beside it, for each training."""
    n = len(keywords_of(state, one, "training"))
    one.counters[PLUS] = one.counters.get(PLUS, 0) + n
    state.d.step("training", object=one.ref, n=n)


def mentors(state: State, one: Permanent, attackers: Sequence[Permanent]) -> Permanent | None:
    """The attacking creature with less power that mentor has as its target; None where there is none.

    Raises:
        CannotRule: there are several that its controller may choose from.
    """
    mine = _power(state, one)
    weaker = [a for a in attackers if a is not one and is_creature(state, a) and _power(state, a) < mine]
    if len(weaker) > 1:
        raise CannotRule("trigger_changes_combat", object=one.ref, keyword="mentor")
    return weaker[0] if weaker else None


@rule("702.134a")
def mentor(state: State, one: Permanent, pupil: Permanent) -> None:
    """CR 702.134a: a +1/+1 counter on the target attacking creature with less power, for each mentor."""
    n = len(keywords_of(state, one, "mentor"))
    pupil.counters[PLUS] = pupil.counters.get(PLUS, 0) + n
    state.d.step("mentor", object=pupil.ref, source=one.ref, n=n)


def _power(state: State, one: Permanent) -> int:
    power = power_of(state, one)
    if power is None:
        raise CannotRule("unknown_size", object=one.ref)
    return power
