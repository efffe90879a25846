"""How many counters a permanent has, its size, and whether it lives through entering (CR 122.1, 613.4c, 704.5f)."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, PutCounters, Replacement, Triggered
from judgecall.engine.characteristics import (
    abilities_of,
    is_creature,
    power_of,
    toughness_of,
)
from judgecall.engine.condition_terms import compare
from judgecall.engine.costs.which_ability import effects_in
from judgecall.engine.coven import refuse_unread_sizes
from judgecall.engine.damage.afterwards import size_after_damage, size_in_combat, sized_by_combat
from judgecall.engine.damage.counters_after import counters_after_damage, left_by_damage
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.sizes import Part, parts_of_size
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.matching import triggered_abilities
from judgecall.engine.triggers.run import Run
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.engine.x.enters_with import PLUS, after_replacements, changers, counters_as_it_enters
from judgecall.engine.x.value import be_what_it_copies
from judgecall.scenario.model import Query


@answers("number_of_counters")
def number_of_counters(state: State, query: Query) -> Verdict:
    """How many counters (of kind `value`, or of the one kind it has) the subject enters with or has.

    `n`: is it that number?
    """
    if left_by_damage(state, query):
        return counters_after_damage(state, query)
    known = tuple(id for id in query.subject if id in state.groups)
    if not known:
        raise CannotRule("no_counters_known", object=", ".join(query.subject))
    one = state.members(known)[0]
    be_what_it_copies(state, one)
    count = _after_what_resolves(state, one, query.value)
    if count is not None:
        return Number(count) if query.n is None else YesNo(count == query.n)
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


_BY_RESOLVING = frozenset({"activate", "trigger", "leave", "play_land", "step", "attack", "gain_life", "lose_life"})
"""Events that put an ability on the stack, or that one may wait for."""


def _after_what_resolves(state: State, one: Permanent, kind: str) -> int | None:
    """The counters that its own abilities put on it in the course of the events, and the loyalty that it enters with.

    None where no ability of it puts counters on it and it isn't a planeswalker that enters: then what it enters with, or has, counts.
    """
    own = [
        (ability, effect)
        for ability in _own_abilities(state, one)
        for effect in effects_in(ability.effects)
        if isinstance(effect, PutCounters) and effect.of.this and kind in {"", effect.counter}
    ]
    events = {e.kind for e in state.scenario.events}
    walks = kind == "loyalty" and any(f.loyalty for f in (one.card.faces if one.card else ()))
    if not walks and not (own and events & {*_BY_RESOLVING, "enter"}):
        return None
    entering = _has_entering_counters(state, one) and any(
        one.thing.id in e.subject and e.kind in {"enter", "cast", "resolve", "return", "blink", "copy"}
        for e in state.scenario.events
    )
    if entering:
        return None
    kind = kind or own[0][1].counter
    run = Run(state, [one], begin_awaited=False)
    run.all()
    state.refuse_unfollowed("counters")
    count = one.counters.get(kind, 0)
    if walks and one.zone == "battlefield" and one.face is not None and one.face.loyalty:
        count += entering_loyalty(state, one)
    if any(e.kind == "counters" and one.thing.id in e.subject for e in state.scenario.events) or own:
        _refuse_more_counters(state, one, kind)
    counters_on_it(state, one, kind, count)
    return count


def _own_abilities(state: State, one: Permanent) -> list[Triggered | Activated]:
    printed = [*abilities_of(state, one), *triggered_abilities(state, one)]
    return [a for a in printed if isinstance(a, Triggered | Activated)]


def _refuse_more_counters(state: State, one: Permanent, kind: str) -> None:
    """How many counters an ability puts on it is not changed here by effects that add to them."""
    found = changers(state, one, kind)
    if found:
        raise CannotRule("unfollowed_effect_before", object=found[0][0].ref)


@rule("306.5b")
def entering_loyalty(state: State, one: Permanent) -> int:
    """A planeswalker enters with as many loyalty counters as its printed loyalty says (CR 306.5b).

    Raises:
        CannotRule: that is no fixed number, or the scenario has it on the battlefield all along.
    """
    printed = one.face.loyalty if one.face else None
    if printed is None or not printed.isdigit():
        raise CannotRule("unknown_counter_amount", object=one.ref)
    if one not in state.history.entered and "loyalty" in dict(one.thing.counters):
        return 0
    state.d.step("enters_with_loyalty", object=one.ref, n=int(printed))
    return int(printed)


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
    if _has_entering_counters(state, one) and (not one.thing.counters or _entering(state, one)):
        for event in state.events("modify"):
            if one.thing.id in event.subject and not one.changes:
                one.changes.append((event.power or 0, event.toughness or 0))
        power, toughness = size_on_entering(state, one)
    else:
        sized = sized_by_combat(state, one)
        power, toughness = size_in_combat(state, query) if sized else _size_now(state, one)
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
    state.refuse_unfollowed("sizes")
    return power_of(state, one), toughness_of(state, one)


def _parts_told(state: State, one: Permanent, which: str, parts: list[Part]) -> None:
    """The parts as steps, unless there is no more to it than the number that the question gave."""
    if [p.code for p in parts] == ["size_told"]:
        return
    for part in parts[:1]:
        base_size(state, one, which, part)
    for part in parts[1:]:
        adds_to_size(state, one, which, part)


@rule("208.4")
def base_size(state: State, one: Permanent, which: str, part: Part) -> None:
    """The base: what is printed on the face that is up, what was told, or what an effect sets it to."""
    state.d.step(part.code, object=one.ref, which=which, n=part.n)


@rule("613.4c")
def adds_to_size(state: State, one: Permanent, which: str, part: Part) -> None:
    """Counters and effects change power and toughness without setting them."""
    by = f"{part.n:+d}"
    if part.code == "size_counters":
        state.d.step("size_counters", object=one.ref, which=which, by=by, kind=part.kind, number=part.number)
    elif part.code == "size_static":
        state.d.step("size_static", object=one.ref, which=which, by=by, source=part.source)
    else:
        state.d.step("size_effect", object=one.ref, which=which, by=by)


@rule("613.4c")
def size_is(state: State, one: Permanent, which: str, value: int) -> None:
    """Power and toughness: the base, then counters and effects that add to it (CR 613.4c)."""
    parts = parts_of_size(state, one, 0 if which == "power" else 1)
    if sum(p.n for p in parts) == value:  # the size before combat damage, say, isn't made of what is there now
        _parts_told(state, one, which, parts)
    state.d.step(f"{which}_is", object=one.ref, value=value)
