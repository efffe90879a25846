"""What X is: on the stack, on the permanent, for what happens as it enters (CR 107.3)."""

from __future__ import annotations

from judgecall.cards.abilities import DoubleX, Triggered
from judgecall.engine.characteristics import statics, types_of
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import NOT_PERMANENT, Permanent, State
from judgecall.engine.timeline import apply
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.engine.x.symbols import fixed_value, printed_cost, x_symbols
from judgecall.scenario.model import Event, Query

_LEFT_STACK = frozenset({"resolve", "enter", "counter_spell", "return", "blink", "leave"})
FREE = frozenset({"free", "without_paying", "without paying its mana cost"})
"""`Event.how` of a spell that is cast without paying its mana cost."""


def on_stack(state: State, one: Permanent) -> bool:
    """Whether it is a spell on the stack after the scenario's events (CR 112.1)."""
    found = one.zone == "stack" or (one.zone == "battlefield" and bool(types_of(state, one) & NOT_PERMANENT))
    for event in state.scenario.events:
        if one.thing.id in event.subject:
            if event.kind == "cast":
                # A permanent that the scenario has on the battlefield was cast earlier and has resolved.
                found = found or one.zone != "battlefield" or not types_of(state, one) - NOT_PERMANENT
            elif event.kind in _LEFT_STACK:
                found = False
    return found


def cast_event(state: State, one: Permanent) -> Event | None:
    """The last event in which it is cast."""
    found = [e for e in state.events("cast") if one.thing.id in e.subject]
    return found[-1] if found else None


def is_spell_copy(state: State, one: Permanent) -> Permanent | None:
    """The spell on the stack that this is a copy of, if it is one (CR 707.10)."""
    for event in state.events("copy"):
        if one.thing.id in event.subject and event.target:
            original = state.group(event.target[0])[0]
            if original.zone == "stack" or on_stack(state, original):
                return original
    return None


def be_what_it_copies(state: State, one: Permanent) -> None:
    """Carry out the events by which it becomes a copy of a permanent, so that what it says is what the copied one says."""
    for event in state.events("copy"):
        if one.thing.id in event.subject and event.how != "ability" and is_spell_copy(state, one) is None:
            apply(state, event)


@rule("107.3b")
def free_x(state: State, one: Permanent) -> int:
    """With its mana cost not paid, X can only be 0 (CR 107.3b)."""
    state.d.step("free_cast_x_is_0", object=one.ref)
    return 0


@rule("107.3a")
def chosen_x(state: State, one: Permanent) -> int | None:
    """The value of X that was announced for the spell it is or was; None when nobody said (CR 107.3a)."""
    event = cast_event(state, one)
    if event is not None and event.how in FREE:
        return free_x(state, one)
    value = one.thing.x
    if event is not None and event.n is not None:
        value = x_for_mana(state, one, event.n, event.value) if event.value else event.n
    if value is not None:
        state.d.step("x_was_announced", object=one.ref, x=value)
    return value


@rule("107.3")
def x_for_mana(state: State, one: Permanent, mana: int, what: str = "mana_for_x") -> int:
    """The X that an amount of mana pays for: every {X} in the cost has the same value (CR 107.3i).

    Args:
        what: `mana_for_x` if the mana went into the X symbols alone, `mana_total` if it paid the whole cost.

    Raises:
        CannotRule: the cost isn't known, has no {X}, or the mana doesn't fit it.
    """
    cost = printed_cost(one)
    count = 0 if cost is None else x_symbols(cost)
    if cost is None or count == 0:
        raise CannotRule("no_x_in_cost", object=one.ref)
    left = mana - (fixed_value(cost) if what == "mana_total" else 0)
    if left < 0 or left % count:
        raise CannotRule("mana_does_not_fit_x", object=one.ref, n=mana)
    state.d.step("x_from_mana", object=one.ref, mana=left, symbols=count, x=left // count)
    return left // count


@rule("107.3a")
def spell_x(state: State, one: Permanent) -> int | None:
    """X of a spell as it is on the stack and as it resolves: as announced, copied, or doubled (CR 107.3a, 707.10)."""
    original = is_spell_copy(state, one)
    if original is not None:
        return copied_x(state, one, original)
    value = chosen_x(state, one)
    return None if value is None else doubled_x(state, one, value)


@rule("707.10")
def copied_x(state: State, one: Permanent, original: Permanent) -> int | None:
    """A copy of a spell copies the value of X that was chosen for it (CR 707.10)."""
    value = spell_x(state, original)
    if value is not None:
        state.d.step("copy_of_spell_keeps_x", object=one.ref, original=original.ref, x=value)
    return value


@rule("107.3")
def doubled_x(state: State, one: Permanent, value: int) -> int:
    """Each effect that doubles X of a permanent spell with {X} in its mana cost does so once (Unbound Flourishing)."""
    if types_of(state, one) & NOT_PERMANENT or not x_symbols(printed_cost(one) or ""):
        return value
    doublers = list(_doublers(state, one))
    for source in doublers:
        value *= 2
        state.d.step("x_is_doubled", object=one.ref, source=source.ref, x=value)
    return value


def _doublers(state: State, one: Permanent) -> list[Permanent]:
    mine = state.controller(one)
    found = [source for source, _, effect in statics(state, DoubleX) if isinstance(effect, DoubleX)]
    for source in state.in_play():
        for ability in state.printed_abilities(source):
            if isinstance(ability, Triggered) and any(isinstance(e, DoubleX) for e in ability.effects):
                found.append(source)
    return [s for s in found if s is not one and state.controller(s) == mine]


@rule("107.3m", "107.3m")
def entering_x(state: State, one: Permanent) -> int | None:
    """X for abilities that work as a permanent enters: the spell's X, or 0 if no spell became it (CR 107.3m, 400.7)."""
    if not entered_from_spell(state, one):
        state.d.step("no_spell_so_x_is_0", object=one.ref)
        return 0
    value = spell_x(state, one)
    if value is not None:
        state.d.step("entering_x_is_spell_x", object=one.ref, x=value)
    return value


@rule("400.7")
def entered_from_spell(state: State, one: Permanent) -> bool:
    """Whether the permanent is what a spell became as it resolved, and not a new object since (CR 400.7, 608.3)."""
    if one.was_cast is False or one.thing.copy_of is not None:
        return False
    if one.thing.token and is_spell_copy(state, one) is None:
        return False
    for event in state.scenario.events:
        if one.thing.id not in event.subject:
            continue
        if event.kind in {"blink", "return"}:
            state.d.step("returned_as_new_object", object=one.ref)
            return False
        if event.kind == "copy" and is_spell_copy(state, one) is None:
            state.d.step("copy_of_permanent_has_no_x", object=one.ref)
            return False
    return True


@rule("107.3m", "107.3m")
def permanent_x(state: State, one: Permanent) -> int:
    """The value of X of a permanent is 0, whatever was chosen for the spell (CR 107.3m)."""
    state.d.step("permanent_x_is_0", object=one.ref)
    return 0


@rule("107.3g")
def off_stack_x(state: State, one: Permanent) -> int:
    """Off the stack the {X} in a card's mana cost is 0 (CR 107.3g)."""
    state.d.step("off_stack_x_is_0", object=one.ref, zone=one.zone)
    return 0


def x_now(state: State, one: Permanent) -> int | None:
    """X of the object in the zone where it is; None when it is a spell for which nobody said."""
    if on_stack(state, one):
        return spell_x(state, one)
    if one.zone == "battlefield":
        return permanent_x(state, one)
    return off_stack_x(state, one)


@rule("107.3h")
def x_to_pay_its_cost(state: State, one: Permanent) -> int | None:
    """An effect that has a player pay an object's mana cost takes X as 0, unless the object is a spell on the stack (CR 107.3h)."""
    if on_stack(state, one):
        return spell_x(state, one)
    state.d.step("paying_its_cost_x_is_0", object=one.ref)
    return 0


@rule("107.3")
def needed_x(state: State, spell: Permanent, target: Permanent) -> int:
    """The X that a spell like Repeal needs for this target: the target's mana value (CR 107.3, 202.3)."""
    from judgecall.engine.x.mana_value import mana_value_of

    value = mana_value_of(state, target)
    if value is None:
        raise CannotRule("unknown_mana_value", object=target.ref)
    state.d.step("x_must_equal_mana_value", object=spell.ref, target=target.ref, x=value)
    return value


@answers("value_of_x")
def value_of_x(state: State, query: Query) -> Verdict:
    """What X is for the subject.

    `value`: "entering" for its enters abilities, "pay_its_cost" where an effect has its mana cost paid, "mana_for_x" or
    "mana_total" with `n` mana paid, "free" when it is cast without paying its mana cost. With a target: the X needed for that target. With `n` alone: is X that number?
    """
    one = state.members(query.subject)[0]
    if query.value in {"mana_for_x", "mana_total"} and query.n is not None:
        return Number(x_for_mana(state, one, query.n, query.value))
    value: int | None
    if query.target:
        value = needed_x(state, one, state.members(query.target)[0])
    elif query.value in FREE:
        value = free_x(state, one)
    elif query.value == "entering":
        value = entering_x(state, one)
    elif query.value == "pay_its_cost":
        value = x_to_pay_its_cost(state, one)
    else:
        value = x_now(state, one)
    if value is None:
        raise CannotRule("x_not_said", object=one.ref)
    return Number(value) if query.n is None else YesNo(value == query.n)
