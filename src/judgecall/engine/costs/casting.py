"""May a spell be cast with this X, and what is the greatest X (CR 601.2b, 601.3, 107.3a-b, 118.9)."""

from __future__ import annotations

from msgspec.structs import replace

from judgecall.cards.abilities import (
    AdditionalCost,
    AddMana,
    Comparison,
    Condition,
    Filter,
    MayCast,
    Named,
    Static,
    Unread,
)
from judgecall.engine.characteristics import condition_holds, has, types_of
from judgecall.engine.condition_terms import compare
from judgecall.engine.costs.convoke import can_convoke
from judgecall.engine.costs.payment import (
    Means,
    can_pay_cost,
    greatest_payable_x,
    mana_sources,
    refuse_other_costs,
)
from judgecall.engine.costs.prohibited import may_not_be_cast
from judgecall.engine.costs.total_cost import has_other_cost, total_cost, x_told
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.engine.x.mana_value import mana_value_compares
from judgecall.engine.x.symbols import fixed_value, printed_cost, x_symbols
from judgecall.engine.x.targets import fits
from judgecall.engine.x.value import FREE, cast_event, free_x
from judgecall.scenario.model import Player, Query

_MANY = 10_000
"""No X that anyone asks about is as great as this."""
_MOST_REDUCED = 25
"""A spell may cost so much less than it says that X can be greater than the mana that is paid, but by no more than this."""
_LISTED = 2
"""From so many sources on, what a question lists to pay with is taken to be all there is."""
_MAIN = frozenset({"main", "main2"})


def permissions(state: State, query: Query) -> list[tuple[Permanent, MayCast]]:
    """The targets' effects that let a player cast spells from somewhere, if the question names one (CR 601.3)."""
    found = []
    for source in state.members(tuple(t for t in query.target if t in state.groups)):
        for ability in state.printed_abilities(source):
            condition = ability.condition if isinstance(ability, Static) else None
            if condition is not None and not _given_now(state, condition, source):
                continue
            effects = getattr(ability, "effects", ())
            for effect in effects:
                if isinstance(effect, MayCast):
                    found.append((source, effect))
    return found


def _given_now(state: State, condition: Condition, source: Permanent) -> bool:
    """Whether a permission is given as the spell is cast: "during each of your turns" is taken to be so where no turn was told."""
    if condition.kind == "your_turn" and state.scenario.active is None:
        return state.facts.assume("your_turn")
    return condition_holds(state, condition, source)


def permission_for(state: State, spell: Permanent, query: Query, x: int | None) -> tuple[Permanent, MayCast] | None:
    """The permission that is about this spell: one that allows it if any does, else the last that there is."""
    found = permissions(state, query)
    for source, effect in found[:-1]:
        with state.d.muted():
            if permitted(state, spell, source, effect.of, x):
                return source, effect
    return found[-1] if found else None


@rule("601.3")
def permitted(state: State, spell: Permanent, source: Permanent, wanted: Filter, x: int | None) -> bool:
    """An effect that lets spells with certain qualities be cast looks at the spell with its chosen X (CR 601.3, 202.3e)."""
    with state.d.muted():
        right_kind = fits(state, spell, replace(wanted, mana_value=None, mana_value_of=None), source, as_spell=True)
    if not right_kind:
        state.d.step("permission_is_for_other_spells", object=spell.ref, source=source.ref)
        return False
    if wanted.mana_value is None:
        return True
    op, n = wanted.mana_value
    if x is None and x_symbols(printed_cost(spell) or ""):
        fitting = _greatest_fitting(spell, op, n)
        if fitting is None:
            state.d.step("permission_mana_value_wrong", object=spell.ref, source=source.ref, n=n)
            return False
        state.d.step("permission_allows_x_to", object=spell.ref, source=source.ref, x=fitting, n=n)
        return True
    cost = printed_cost(spell)
    if x is not None and cost is not None:
        value = fixed_value(cost) + x * x_symbols(cost)
        holds = compare(value, op, n)
    else:
        holds = mana_value_compares(state, spell, op, n, as_spell=True)
        value = n
    code = "permission_mana_value_ok" if holds else "permission_mana_value_wrong"
    state.d.step(code, object=spell.ref, source=source.ref, value=value, n=n)
    return holds


def _greatest_fitting(spell: Permanent, op: Comparison, n: int) -> int | None:
    """The greatest X with which the spell's mana value stands so to n; None if there is none, `_MANY` if there is no limit."""
    cost = printed_cost(spell) or ""
    fixed, count = fixed_value(cost), x_symbols(cost)
    if count and compare(fixed + count * _MANY, op, n):
        return _MANY
    fitting = [x for x in range(max(n, 0) + 2) if compare(fixed + count * x, op, n)]
    return max(fitting) if fitting else None


@rule("118.9a")
def free_cast_only(state: State, spell: Permanent) -> bool:
    """An effect that lets a spell be cast without paying its mana cost doesn't let it be cast for that cost (CR 118.9, 118.9a)."""
    state.d.step("free_cast_only", object=spell.ref)
    return False


@rule("107.3a")
def zero_is_a_choice(state: State, spell: Permanent) -> bool:
    """The player chooses X, and 0 is a legal choice (CR 107.3a)."""
    state.d.step("x_zero_is_legal", object=spell.ref)
    return True


@rule("118.6")
def has_no_payable_cost(state: State, spell: Permanent) -> bool:
    """A card without a mana cost has a cost that can't be paid: only an alternative cost lets it be cast (CR 118.6, 118.6a)."""
    card = spell.card
    if printed_cost(spell) != "" or card is None or len(card.faces) > 1 or "land" in card.faces[0].types:
        return False
    if any("land" not in types_of(state, p) for p in state.permanents.values() if p is not spell):
        # What else is named may be what lets it be cast.
        return False
    for ability in state.printed_abilities(spell):
        if isinstance(ability, Unread):
            return False
    if has_other_cost(state, spell):
        return False
    state.d.step("no_mana_cost_cannot_be_cast", object=spell.ref)
    return True


@rule("305.9")
def land_is_no_spell(state: State, spell: Permanent) -> bool:
    """A land can't be cast: it is played (CR 305.9)."""
    types = set(spell.face.types if spell.face else spell.thing.types)
    if "land" not in types or (spell.card is not None and len(spell.card.faces) > 1):
        return False
    state.d.step("land_is_never_cast", object=spell.ref)
    return True


@rule("307.1")
def castable_now(state: State, spell: Permanent) -> bool | None:
    """Only an instant or a spell with flash can be cast at any time; others in one's own main phase, stack empty (CR 307.1, 304.1).

    None when the question says nothing of the time.
    """
    face = spell.face
    types = set(face.types if face else ()) | set(spell.thing.types)
    flash = any(getattr(a, "name", "") == "flash" for a in state.printed_abilities(spell))
    player = state.controller(spell)
    for ability in state.printed_abilities(spell):
        for effect in getattr(ability, "effects", ()):
            if isinstance(effect, Named) and effect.action.startswith("cast_only:"):
                raise CannotRule("cast_only_sometimes", object=spell.ref)
    wrong_turn = state.scenario.active is not None and state.scenario.active != player
    wrong_step = state.scenario.at is not None and state.scenario.at not in _MAIN
    in_response = any(e.in_response and spell.thing.id in e.subject for e in state.scenario.events)
    if not (wrong_turn or wrong_step or in_response):
        return None
    if "instant" in types or flash:
        state.d.step("cast_at_instant_speed", object=spell.ref)
        return True
    if not types:
        raise CannotRule("unknown_types", object=spell.ref)
    state.d.step("not_at_sorcery_time", object=spell.ref)
    return False


@answers("can_cast")
def can_cast(state: State, query: Query) -> Verdict:
    """Whether the subject may be cast: at this time, with X = `n`, by the permission of the target, convoking the targets.

    `value`: "free" when it would be cast without paying its mana cost; "normal_cost" to ask whether its mana cost may be paid
    although the effect says free.
    """
    spell = state.members(query.subject)[0]
    x = query.n if query.n is not None else spell.thing.x
    event = cast_event(state, spell)
    grant = permission_for(state, spell, query, x)
    free = query.value in FREE or (event is not None and event.how in FREE) or (grant is not None and grant[1].free)
    decided = False
    if land_is_no_spell(state, spell) or (not free and grant is None and has_no_payable_cost(state, spell)):
        return YesNo(False)
    if query.value == "normal_cost":
        if free or (event is None and grant is None):
            return YesNo(free_cast_only(state, spell))
        decided = True
    if free and x is not None and x_symbols(printed_cost(spell) or "{X}") and x != free_x(state, spell):
        return YesNo(False)
    forbidden = may_not_be_cast(state, spell, x)
    now = castable_now(state, spell)
    if now is False or forbidden:
        return YesNo(False)
    decided = decided or forbidden is False
    if grant is not None:
        if not permitted(state, spell, grant[0], grant[1].of, 0 if free else x):
            return YesNo(False)
        decided = True
    creatures = [p for p in state.members(tuple(t for t in query.target if t in state.groups)) if grant is None]
    if creatures and not can_convoke(state, spell, creatures):
        return YesNo(False)
    if not free:
        paid = _payment(state, spell, x, decided=decided or bool(creatures) or now is not None)
        if paid is False:
            return YesNo(False)
        decided = decided or paid is True
    if x == 0 and not free:
        return YesNo(zero_is_a_choice(state, spell))
    if not (decided or creatures or now is not None or free):
        raise CannotRule("nothing_decides_cast", object=spell.ref)
    return YesNo(True)


def _payment(state: State, spell: Permanent, x: int | None, *, decided: bool) -> bool | None:
    """Whether it can be paid for, where the question says what there is to pay with; None where it doesn't."""
    player = state.player(state.controller(spell))
    cost = printed_cost(spell)
    if cost is None:
        return None
    if x_symbols(cost) and x is None:
        x = 0
    mana = mana_said(state, player)
    if mana == 0 and any(state.in_play(player.id)):
        mana = None  # no land, and yet something that may pay
    if mana is not None:
        return enough_mana(state, spell, x or 0, mana)
    with state.d.muted():
        try:
            means = mana_sources(state, player.id, spell)
        except CannotRule:
            if player.only_named:
                raise
            means = Means([])
    if not means.ways and not player.only_named:
        if fixed_value(cost) + (x or 0):
            state.facts.assume("can_pay_mana", object=spell.ref, mana=cost)
        return None
    with state.d.muted():
        total = len(total_cost(state, spell, x or 0))
    all_told = player.only_named or player.lands == 0
    makers = [p for p in state.in_play(player.id) if p is not spell and _makes_mana(state, p)]
    listed = max(means.most, len(makers)) >= _LISTED or total != fixed_value(cost) + (x or 0) * x_symbols(cost)
    if all_told or (not decided and (means.most >= total or listed)):
        if not all_told:
            state.facts.assume("nothing_else_to_pay", player=player.id)
        mana_sources(state, player.id, spell)
        return can_pay_cost(state, spell, x or 0, means)
    if total:
        state.facts.assume("can_pay_mana", object=spell.ref, mana=cost)
    return None


def _makes_mana(state: State, one: Permanent) -> bool:
    """Whether it is there to pay with, though it may be that it can't be tapped now."""
    effects = [e for a in state.printed_abilities(one) for e in getattr(a, "effects", ())]
    return "land" in types_of(state, one) or any(isinstance(e, AddMana) for e in effects)


def mana_said(state: State, player: Player) -> int | None:
    """How much mana a player has, as said or by the number of lands (one mana each, assumed)."""
    if player.mana is not None or player.lands is None:
        return player.mana
    state.facts.assume("one_mana_each_land", player=player.id)
    return player.lands


@rule("118.3")
def enough_mana(state: State, spell: Permanent, x: int, mana: int) -> bool:
    """A player can't pay a cost without the mana to pay it fully (CR 118.3).

    Raises:
        CannotRule: it hangs on how symbols are paid that can be paid in several ways.
    """
    row = total_cost(state, spell, x)
    needed = fixed_value("".join(f"{{{s}}}" for s in row))
    if mana < needed:
        if any("/" in symbol for symbol in row):
            raise CannotRule("too_many_ways_to_pay", object=spell.ref)
        refuse_other_costs(state, spell)
        if any(has(state, spell, keyword) for keyword in ("convoke", "improvise", "delve", "assist")):
            raise CannotRule("too_many_ways_to_pay", object=spell.ref)
    state.d.step("mana_is_enough" if mana >= needed else "not_enough_mana", object=spell.ref, needed=needed, mana=mana)
    return mana >= needed


@rule("107.3a")
def x_from_mana(state: State, spell: Permanent, mana: int) -> int | None:
    """The greatest X that an amount of mana pays for; None if it doesn't pay for X = 0."""
    count = x_symbols(printed_cost(spell) or "")
    if not count:
        return None
    best = None
    for x in range(mana + _MOST_REDUCED):
        with state.d.muted():
            needed = len(total_cost(state, spell, x))
        if needed > mana:
            break
        best = x
    if best is not None:
        total_cost(state, spell, best)
        state.d.step("greatest_x_for_mana", object=spell.ref, mana=mana, symbols=count, x=best)
    return best


@answers("max_x")
def max_x(state: State, query: Query) -> Verdict:
    """The greatest X: by the permission of the target, for `n` mana or the player's mana, or for the sources the question names."""
    spell = state.members(query.subject)[0]
    cost = printed_cost(spell)
    if cost is None or not x_symbols(cost):
        raise CannotRule("no_x_in_cost", object=spell.ref)
    event = cast_event(state, spell)
    if query.value in FREE or (event is not None and event.how in FREE):
        return Number(free_x(state, spell))
    limits: list[int] = []
    player = state.player(state.controller(spell))
    grant = permission_for(state, spell, query, None)
    mana = query.n if query.n is not None else mana_said(state, player)
    if mana is not None:
        limits.append(_need(x_from_mana(state, spell, mana), spell))
    elif grant is None or player.only_named:
        means = mana_sources(state, player.id, spell)
        if means.ways:
            limits.append(_need(greatest_payable_x(state, spell, means), spell))
    if grant is not None and grant[1].of.mana_value is not None:
        limit = _greatest_fitting(spell, *grant[1].of.mana_value)
        permitted(state, spell, grant[0], grant[1].of, None)
        if limit != _MANY:
            limits.append(_need(limit, spell))
    if not limits:
        raise CannotRule("nothing_limits_x", object=spell.ref)
    life = x_from_life(state, spell, player.life)
    return Number(min(limits) if life is None else min(*limits, life))


@rule("119.4")
def x_from_life(state: State, spell: Permanent, life: int | None) -> int | None:
    """Where X life has to be paid besides, X is no more than the player's life; None where nothing of the kind limits X.

    Raises:
        CannotRule: something else is paid X times.
    """
    for ability in state.printed_abilities(spell):
        for effect in ability.effects if isinstance(ability, Static) else ():
            if not isinstance(effect, AdditionalCost):
                continue
            cost = effect.cost
            others = (
                cost.sacrifice,
                cost.discard,
                cost.exile,
                cost.remove_counters,
                cost.return_to_hand,
                cost.tap_objects,
            )
            if any(part is not None and part[0].per == "x" for part in others):
                raise CannotRule("too_many_ways_to_pay", object=spell.ref)
            if cost.life is not None and cost.life.per == "x" and life is not None:
                state.d.step("life_limits_x", object=spell.ref, life=life)
                return (life - cost.life.base) // max(cost.life.times, 1)
    return None


def _need(x: int | None, spell: Permanent) -> int:
    if x is None:
        raise CannotRule("cannot_be_cast_at_all", object=spell.ref)
    return x


@answers("cost_of_x")
def cost_of_x(state: State, query: Query) -> Verdict:
    """The mana that the X symbols cost for X = `n`; with value "total", the whole mana cost."""
    spell = state.members(query.subject)[0]
    x = query.n if query.n is not None else x_told(state, spell)
    cost = printed_cost(spell)
    if x is None or cost is None or not x_symbols(cost):
        raise CannotRule("no_x_in_cost", object=spell.ref)
    if query.value == "total":
        mana_for_x(state, spell, cost, x)
        return Number(len(total_cost(state, spell, x)))
    return Number(mana_for_x(state, spell, cost, x))


@rule("107.3i")
def mana_for_x(state: State, spell: Permanent, cost: str, x: int) -> int:
    """One X for the whole object: each {X} of it costs that much (CR 107.3i)."""
    state.d.step("each_x_costs", object=spell.ref, symbols=x_symbols(cost), x=x, mana=x_symbols(cost) * x)
    return x_symbols(cost) * x
