"""Conditions about one object's own state (CR 603.4, 608.2h)."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import Condition, PutCounters, Replacement
from judgecall.engine.characteristics import matches, power_of, state_tapped, toughness_of
from judgecall.engine.condition_terms import OP_NAMES, ask_fact, compare
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State


def _size(which: int) -> Callable[[State, Condition, Permanent, Permanent], bool]:
    def read(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
        state.refuse_unfollowed("sizes")
        value = last_known_size(state, one, which)
        if value is None:
            name = "toughness" if which else "power"
            return state.facts.ask(f"{name}_{OP_NAMES[condition.compare]}", object=one.ref, n=condition.n)
        return compare(value, condition.compare, condition.n)

    return read


@rule("608.2h")
def last_known_size(state: State, one: Permanent, which: int) -> int | None:
    """Power (0) or toughness (1) as it is, or as it was as the object last left the battlefield."""
    if one.zone != "battlefield" and one.last is not None:
        known = one.last.toughness if which else one.last.power
        if known is not None:
            state.d.step("last_known_toughness" if which else "last_known_power", object=one.ref, n=known)
        return known
    return toughness_of(state, one) if which else power_of(state, one)


def _is(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    wanted = condition.is_a
    if wanted is None:
        raise CannotRule("unknown_condition", object=source.ref, condition="is")
    if wanted.power_vs_this is not None:
        mine, its = last_known_size(state, source, 0), last_known_size(state, one, 0)
        if mine is None or its is None:
            return state.facts.ask(f"power_{OP_NAMES[wanted.power_vs_this]}_this", object=one.ref, other=source.ref)
        answer = compare(its, wanted.power_vs_this, mine)
        state.d.step("power_compared", object=one.ref, other=source.ref, n=its, m=mine)
        return answer
    return matches(state, one, wanted, source)


@rule("702.100a")
def _evolve(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    """Evolve compares power with power and toughness with toughness: one of the two has to be greater."""
    for which, name in ((0, "power"), (1, "toughness")):
        its, mine = last_known_size(state, one, which), last_known_size(state, source, which)
        if its is None or mine is None:
            if state.facts.ask(f"{name}_greater", object=one.ref, other=source.ref):
                return True
        elif its > mine:
            state.d.step(f"greater_{name}", object=one.ref, other=source.ref, n=its, m=mine)
            return True
    state.d.step("neither_greater", object=one.ref, other=source.ref)
    return False


def _enters_with(state: State, one: Permanent, kind: str) -> bool:
    """Whether its own text has it enter with counters of this kind."""
    return any(
        isinstance(a, Replacement)
        and a.what == "enters_with_counters"
        and (a.of is None or a.of.this)
        and any(isinstance(e, PutCounters) and e.counter == kind for e in a.effects)
        for a in state.printed_abilities(one)
    )


def _counters(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    state.refuse_unfollowed("counters")
    if condition.counter == "any":
        return any(one.counters.values())
    if not one.thing.counters and _enters_with(state, one, condition.counter or "+1/+1"):
        # It entered with some, and nobody said how many are left.
        raise CannotRule("unknown_condition", object=one.ref, condition="counters")
    number = one.counters.get(condition.counter or "+1/+1", 0)
    if not one.counters and not one.thing.counters:
        state.facts.assume("no_counters", object=one.ref)
    return compare(number, condition.compare, condition.n)


@rule("704.5q", "608.2h")
def _counters_at_last(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    """How many counters of a kind it had as it left: as many +1/+1 and -1/-1 counters as there are of both were removed in pairs."""
    state.refuse_unfollowed("counters")
    if one.last is None:
        raise CannotRule("unknown_condition", object=one.ref, condition="counters")
    kind = condition.counter or "+1/+1"
    had = one.last.counters
    number = had.get(kind, 0)
    other = {"+1/+1": "-1/-1", "-1/-1": "+1/+1"}.get(kind)
    if other is not None and number:
        pairs = min(number, had.get(other, 0))
        if pairs:
            state.d.step("counters_removed_in_pairs", object=one.ref, number=pairs)
        number -= pairs
    if not had and not one.thing.counters and not state.events("counters"):
        state.facts.assume("no_counters", object=one.ref)
    state.d.step(
        "counters_as_it_left" if number else "no_counters_as_it_left", object=one.ref, number=number, kind=kind
    )
    return compare(number, condition.compare, condition.n)


def _entered(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    if one in state.history.entered or one.thing.since == "this_turn":
        return True
    if one.thing.since == "before_turn":
        return False
    return not state.facts.assume("there_before_turn", object=one.ref)


def _status(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    kind = condition.kind
    if kind in {"tapped", "untapped"}:
        state.refuse_unfollowed("tapped")
        return state_tapped(state, one) == (kind == "tapped")
    if kind == "attacking":
        return one.attacking is not None or bool(one.thing.attacking)
    if kind == "blocking":
        return bool(one.blocking) or bool(one.thing.blocking)
    if kind == "in_combat":
        return one.attacking is not None or bool(one.blocking) or bool(one.thing.attacking) or bool(one.thing.blocking)
    if kind == "transformed":
        return one.zone == "battlefield" and one.face_index == 1
    if kind in {"equipped", "enchanted"}:
        return any(p.thing.attached_to == one.thing.id for p in state.in_play())
    if kind == "modified":
        if any(one.counters.values()) or any(p.thing.attached_to == one.thing.id for p in state.in_play()):
            return True
        return state.facts.ask("modified", object=one.ref)
    return ask_fact(state, kind, object=one.ref)


def _was_cast(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    if condition.counter:
        return state.facts.ask("cast_from", object=one.ref, zone=condition.counter)
    if one.was_cast is None:
        return state.facts.ask("was_cast", object=one.ref)
    return one.was_cast


def _in_zone(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    return one.zone == condition.counter


ABOUT_OBJECT: dict[str, Callable[[State, Condition, Permanent, Permanent], bool]] = {
    "power": _size(0), "toughness": _size(1), "is": _is, "evolve": _evolve, "counters": _counters, "counters_at_last": _counters_at_last, "entered_this_turn": _entered,
    "was_cast": _was_cast, "in_zone": _in_zone,
    **dict.fromkeys(
        ("tapped", "untapped", "attacking", "blocking", "in_combat", "transformed", "equipped", "enchanted", "modified",
         "monstrous", "renowned", "suspected", "saddled", "paired"), _status),
}  # fmt: skip
