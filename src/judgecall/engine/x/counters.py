"""Counters that a permanent enters with, and whether it lives through entering (CR 107.3m, 614.1c, 122.6, 704.5f)."""

from __future__ import annotations

from itertools import permutations

from judgecall.cards.abilities import Amount, Condition, PutCounters, Replacement, Unread
from judgecall.engine.characteristics import (
    amount_of,
    condition_holds,
    is_creature,
    matches,
    power_of,
    toughness_of,
)
from judgecall.engine.coven import refuse_unread_sizes
from judgecall.engine.damage.afterwards import size_after_damage
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana.sunburst import colors_spent, sunburst_counters
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.run import Run
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.engine.x.mana_value import compare
from judgecall.engine.x.value import entered_from_spell, entering_x
from judgecall.scenario.model import Query

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
    return found


def _from_others(state: State, one: Permanent, source: Permanent, found: dict[str, int]) -> None:
    """Counters that another permanent has it enter with ("each other creature you control enters with …")."""
    for ability in state.printed_abilities(source):
        if not isinstance(ability, Replacement) or ability.what != "enters_with_counters" or _own(ability):
            continue
        if ability.of is None or not matches(state, one, ability.of, source):
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


def _changers(state: State, one: Permanent, counter: str) -> list[tuple[Permanent, Replacement]]:
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
            if ability.of is None or matches(state, one, ability.of, source):
                found.append((source, ability))
    return found


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
    changers = _changers(state, one, counter)
    if not changers:
        return n
    if n <= 0:
        nothing_to_replace(state, one)
        return n
    best, best_order = n, tuple(changers)
    for order in permutations(changers[:6]):
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


@answers("number_of_counters")
def number_of_counters(state: State, query: Query) -> Verdict:
    """How many counters (of kind `value`, or of the one kind it has) the subject enters with or has.

    `n`: is it that number?
    """
    one = state.members(query.subject)[0]
    if one.thing.counters and not _entering(state, one):
        kind = query.value or one.thing.counters[0][0]
        count = one.counters.get(kind, 0)
        for event in state.events("counters"):
            if one.thing.id in event.subject and (event.value or PLUS) == kind:
                count += after_replacements(state, one, kind, event.n or 1) if (event.n or 1) > 0 else event.n or 0
        counters_on_it(state, one, kind, count)
    else:
        found = counters_as_it_enters(state, one)
        if not found and not any(one.thing.id in e.subject for e in state.events("counters")):
            raise CannotRule("no_counters_known", object=one.ref)
        kind = query.value or next(iter(found), PLUS)
        count = found.get(kind, 0)
        for event in state.events("counters"):
            if one.thing.id in event.subject and (event.value or PLUS) == kind:
                count += after_replacements(state, one, kind, event.n or 1) if (event.n or 1) > 0 else event.n or 0
        count = max(0, count)
        if state.events("counters"):
            counters_on_it(state, one, kind, count)
    return Number(count) if query.n is None else YesNo(count == query.n)


def _entering(state: State, one: Permanent) -> bool:
    """Whether it comes back as a new object, so that counters it had are of no account (CR 400.7)."""
    return any(one.thing.id in e.subject and e.kind in {"blink", "return", "copy"} for e in state.scenario.events)


@rule("122.1")
def counters_on_it(state: State, one: Permanent, kind: str, n: int) -> None:
    """The counters on a permanent after all that happens to it (CR 122.1)."""
    state.d.step("counters_on_it", object=one.ref, counter=kind, n=n)


def size_on_entering(state: State, one: Permanent) -> tuple[int | None, int | None]:
    """Power and toughness as it has entered: its base, the counters that it enters with, and static effects on it."""
    entering = counters_as_it_enters(state, one)
    kept = dict(one.counters)
    if _entering(state, one):
        kept = {}
    extra = entering.get(PLUS, 0) - entering.get("-1/-1", 0)
    said = one.thing.counters and not _entering(state, one)
    one.counters = {**kept, PLUS: kept.get(PLUS, 0) + (0 if said else extra)}
    return power_of(state, one), toughness_of(state, one)


@rule("704.5f")
def lives(state: State, one: Permanent, toughness: int) -> bool:
    """Without positive toughness a creature goes to the graveyard at the next check (CR 704.5f)."""
    state.d.step("toughness_above_0" if toughness > 0 else "toughness_0_dies", object=one.ref, toughness=toughness)
    return toughness > 0


@answers("enters_alive")
def enters_alive(state: State, query: Query) -> Verdict:
    """Whether the subject is still on the battlefield once state-based actions have looked at it."""
    return YesNo(all(survives_entering(state, one) for one in state.members(query.subject)))


def survives_entering(state: State, one: Permanent) -> bool:
    """Whether it lives through entering; something that isn't a creature does."""
    if not is_creature(state, one):
        return no_creature_dies_so(state, one)
    _, toughness = size_on_entering(state, one)
    if toughness is None:
        raise CannotRule("unknown_size", object=one.ref)
    return lives(state, one, toughness)


@rule("704.5f")
def no_creature_dies_so(state: State, one: Permanent) -> bool:
    """Toughness 0 matters for creatures only (CR 704.5f)."""
    state.d.step("only_creatures_have_toughness", object=one.ref)
    return True


@answers("power", "toughness")
def size(state: State, query: Query) -> Verdict:
    """Power or toughness of the subject. `n` with `bound`: is it that, at most, or at least that?"""
    if query.value == "after_damage":
        return size_after_damage(state, query)
    one = state.members(query.subject)[0]
    if _has_entering_counters(state, one):
        for event in state.events("modify"):
            if one.thing.id in event.subject and not one.changes:
                one.changes.append((event.power or 0, event.toughness or 0))
        power, toughness = size_on_entering(state, one)
    else:
        power, toughness = _size_now(state, one)
    value = power if query.kind == "power" else toughness
    if value is None:
        raise CannotRule("unknown_size", object=one.ref)
    size_is(state, one, query.kind, value)
    if query.n is None:
        return Number(value)
    return YesNo(compare(value, {"at_most": "<=", "at_least": ">="}.get(query.bound, "="), query.n))  # type: ignore[arg-type]


def _has_entering_counters(state: State, one: Permanent) -> bool:
    return any(isinstance(a, Replacement) and a.what == "enters_with_counters" for a in state.printed_abilities(one))


def _size_now(state: State, one: Permanent) -> tuple[int | None, int | None]:
    state.guard("power_toughness", "layers", shapes=("static", "replacement"))
    # Everything that happens counts: a face that turns up, a new object after a blink, a pump spell that resolves.
    Run(state, [one], begin_awaited=False).all()
    refuse_unread_sizes(state)
    return power_of(state, one), toughness_of(state, one)


@rule("613.4c")
def size_is(state: State, one: Permanent, which: str, value: int) -> None:
    """Power and toughness: the base, then counters and effects that add to it (CR 613.4c)."""
    state.d.step(f"{which}_is", object=one.ref, value=value)
