"""Counters that a permanent enters with, and how many of them effects make it (CR 107.3m, 614.1c, 122.6)."""

from __future__ import annotations

from itertools import permutations

import msgspec

from judgecall.cards.abilities import Amount, Condition, Filter, Named, PutCounters, Replacement, Triggered, Unread
from judgecall.engine.characteristics import amount_of, condition_holds, matches
from judgecall.engine.condition_terms import compare
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.sunburst import colors_spent, sunburst_counters
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.value import entered_from_spell, entering_x

PLUS = "+1/+1"


@rule("614.1c")
def enters_with(state: State, one: Permanent) -> dict[str, int]:
    """The counters that its own text has it enter with, before effects that change their number (CR 614.1c, 107.3m)."""
    found: dict[str, int] = {}
    for ability in state.printed_abilities(one):
        if isinstance(ability, Unread) and ability.shape == "replacement":
            raise CannotRule("unread_line", object=one.ref, concepts="counters")
        if not isinstance(ability, Replacement) or ability.what != "enters_with_counters" or not _own(ability):
            continue
        if ability.condition is not None and _condition(state, one, ability.condition) == ability.unless:
            continue
        for effect in ability.effects:
            if isinstance(effect, PutCounters):
                n = _amount(state, one, effect.amount)
                found[effect.counter] = found.get(effect.counter, 0) + n
                code = "enters_with"
                if effect.amount.per == "x":
                    with state.d.muted():
                        code = "enters_with_x" if entered_from_spell(state, one) else "enters_with_no_x"
                state.d.step(code, object=one.ref, n=n, counter=effect.counter)
    for counter, n in sunburst_counters(state, one).items():
        found[counter] = found.get(counter, 0) + n
    for source in state.in_play():
        if source is not one:
            _from_others(state, one, source, found)
            as_it_was_cast(state, one, source, found)
    return found


@rule("614.1c")
def as_it_was_cast(state: State, one: Permanent, source: Permanent, found: dict[str, int]) -> None:
    """An ability that triggered as the spell was cast can have the creature enter with more counters.

    Raises:
        CannotRule: how many can't be told.
    """
    with state.d.muted():
        if not entered_from_spell(state, one):
            return
    for ability in state.printed_abilities(source):
        if not isinstance(ability, Triggered) or not ability.event.what.startswith("casts"):
            continue
        for effect in ability.effects:
            if not isinstance(effect, Named) or not effect.action.startswith("will_enter_with:"):
                continue
            if not _was_cast_so(state, one, source, ability):
                continue
            amount = effect.amount
            if effect.of is None or effect.of.ref != "event" or ability.condition is not None or ability.optional:
                raise CannotRule("ability_not_followed", object=source.ref)
            value = _spell_value(state, one) if amount.per == "mana_value" else 0
            n = None if value is None else amount.base + amount.times * value
            if n is None or amount.per not in {None, "mana_value"}:
                raise CannotRule("unknown_number", object=source.ref)
            counter = effect.action.partition(":")[2]
            found[counter] = found.get(counter, 0) + max(0, n)
            state.d.step("enters_with_from", object=one.ref, source=source.ref, n=max(0, n), counter=counter)


def _spell_value(state: State, one: Permanent) -> int | None:
    """The mana value of the spell that it is or was."""
    from judgecall.engine.x.mana_value import known_mana_value

    return known_mana_value(state, one)


def _was_cast_so(state: State, one: Permanent, source: Permanent, ability: Triggered) -> bool:
    """Whether casting it is what the ability waits for: as the spell that it was, with its X."""
    wanted = ability.event.of
    if ability.event.whose == "opponent" or state.controller(one) != state.controller(source):
        return ability.event.whose in {"opponent", "each", "any"} and state.controller(one) != state.controller(source)
    if wanted is None:
        return True
    if wanted.mana_value is not None:
        value = _spell_value(state, one)
        if value is None:
            raise CannotRule("x_not_said", object=one.ref)
        op, bound = wanted.mana_value
        if not compare(value, op, bound):
            return False
    zone = one.zone
    one.zone = "stack"
    try:
        return matches(state, one, msgspec.structs.replace(wanted, mana_value=None, zone="stack"), source)
    finally:
        one.zone = zone


def _from_others(state: State, one: Permanent, source: Permanent, found: dict[str, int]) -> None:
    """Counters that another permanent has it enter with ("each other creature you control enters with …")."""
    for ability in state.printed_abilities(source):
        if not isinstance(ability, Replacement) or ability.what != "enters_with_counters" or _own(ability):
            continue
        if ability.of is None or not _matches_as_it_enters(state, one, ability.of, source):
            continue
        if ability.condition is not None and condition_holds(state, ability.condition, source) == ability.unless:
            continue
        for effect in ability.effects:
            if isinstance(effect, PutCounters):
                n = _amount(state, source, effect.amount)
                found[effect.counter] = found.get(effect.counter, 0) + n
                state.d.step("enters_with_from", object=one.ref, source=source.ref, n=n, counter=effect.counter)


def _own(ability: Replacement) -> bool:
    return ability.of is None or ability.of.this


@rule("107.3m", "107.3m")
def _condition(state: State, one: Permanent, condition: Condition) -> bool:
    """A condition on X inside an ability that works as it enters looks at the spell's X (CR 107.3m)."""
    if condition.kind != "x_at_least":
        return condition_holds(state, condition, one)
    x = entering_x(state, one)
    if x is None:
        raise CannotRule("x_not_said", object=one.ref)
    holds = compare(x, condition.compare, condition.n) != condition.negated
    state.d.step("x_condition_met" if holds else "x_condition_not_met", object=one.ref, x=x, n=condition.n)
    return holds


def _amount(state: State, one: Permanent, amount: Amount) -> int:
    if amount.per == "colors_spent":
        return amount.base + amount.times * len(colors_spent(state, one))
    x = entering_x(state, one) if amount.per == "x" else None
    value = amount_of(state, amount, one, x)
    if value is None or (amount.per == "x" and x is None):
        raise CannotRule("x_not_said" if amount.per == "x" else "unknown_number", object=one.ref)
    return max(0, value)


def changers(state: State, one: Permanent, counter: str) -> list[tuple[Permanent, Replacement]]:
    """Effects that put more counters on it than that (Hardened Scales, Doubling Season)."""
    found = []
    for source in state.in_play():
        if source is one:
            continue
        for ability in state.printed_abilities(source):
            if isinstance(ability, Unread) and ability.shape == "replacement" and "counters" in ability.concepts:
                raise CannotRule("unread_line", object=source.ref, concepts="counters")
            if not isinstance(ability, Replacement) or ability.what not in {"more_counters", "double_counters"}:
                continue
            if ability.condition is not None and not condition_holds(state, ability.condition, source):
                continue
            if not _kind_fits(ability, counter):
                continue
            if ability.of is None or _matches_as_it_enters(state, one, ability.of, source):
                found.append((source, ability))
    return found


def _matches_as_it_enters(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """Whether it fits as it would exist on the battlefield, though it is still a card or a spell (CR 614.12)."""
    zone = one.zone
    one.zone = "battlefield"
    try:
        return matches(state, one, wanted, source)
    finally:
        one.zone = zone


def _kind_fits(ability: Replacement, counter: str) -> bool:
    """A replacement that names a kind of counter in its effects is about that kind alone."""
    kinds = {e.counter for e in ability.effects if isinstance(e, PutCounters)}
    if kinds:
        return counter in kinds or "any" in kinds
    if ability.what == "more_counters" or counter == PLUS:
        # Without a kind it is about +1/+1 counters, or about those and others.
        return counter == PLUS
    raise CannotRule("unknown_kind_of_counter", counter=counter)


@rule("616.1")
def after_replacements(state: State, one: Permanent, counter: str, n: int) -> int:
    """Each effect that changes how many counters are put on it applies once, in the order its controller likes (CR 616.1).

    With no counter to put there is no event to replace (CR 614.7).
    """
    found = changers(state, one, counter)
    if not found:
        return n
    if n <= 0:
        nothing_to_replace(state, one)
        return n
    best, best_order = n, tuple(found)
    for order in permutations(found[:6]):
        value = n
        for _, ability in order:
            value = value * max(ability.n, 2) if ability.what == "double_counters" else value + max(ability.n, 1)
        if value > best:
            best, best_order = value, order
    value = n
    for source, ability in best_order:
        if ability.what == "double_counters":
            value *= max(ability.n, 2)
            state.d.step("counters_doubled", object=one.ref, source=source.ref, n=value)
        else:
            value += max(ability.n, 1)
            state.d.step("one_more_counter", object=one.ref, source=source.ref, n=value)
    return value


@rule("614.7")
def nothing_to_replace(state: State, one: Permanent) -> None:
    """A replacement effect whose event never happens does nothing: no counters, no extra counter (CR 614.7)."""
    state.d.step("no_counters_to_add_to", object=one.ref)


def counters_as_it_enters(state: State, one: Permanent) -> dict[str, int]:
    """The counters that are on it once it has entered."""
    found = enters_with(state, one)
    return {kind: after_replacements(state, one, kind, n) for kind, n in found.items()}


def enter_with_counters(state: State, one: Permanent) -> None:
    """Put the counters on it that it enters with: they are there before anything looks at it (CR 614.12).

    Where their number can't be told, what hangs on its size can't be either.
    """
    said = one.new_object == 0 and dict(one.thing.counters)
    try:
        entering = {} if said else counters_as_it_enters(state, one)
    except CannotRule:
        state.history.unfollowed.setdefault("sizes", one)
        return
    for kind, n in entering.items():
        one.counters[kind] = one.counters.get(kind, 0) + n
