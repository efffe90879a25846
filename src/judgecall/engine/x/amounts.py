"""How much a spell or ability does where its text says X, or counts something (CR 107.3, 202.3)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Activated,
    Amount,
    AnyEffect,
    Cost,
    CreateTokens,
    Damage,
    Draw,
    IfDo,
    Life,
    PutCounters,
    SpellAbility,
    Triggered,
)
from judgecall.engine.characteristics import amount_of
from judgecall.engine.costs.which_ability import effects_in
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.engine.x.enters_with import counters_as_it_enters
from judgecall.engine.x.mana_value import mana_value_of
from judgecall.engine.x.value import be_what_it_copies, entering_x, spell_x
from judgecall.scenario.model import Query

_KINDS: dict[str, tuple[type, ...]] = {
    "damage": (Damage,), "tokens": (CreateTokens,), "life": (Life,), "life_lost": (Life,), "cards": (Draw,),
    "counters": (PutCounters,), "": (Damage, CreateTokens, Life, Draw, PutCounters),
}  # fmt: skip


_CONCEPTS: dict[str, tuple[str, ...]] = {
    "damage": ("damage",), "tokens": ("tokens",), "life": ("life",), "life_lost": ("life",), "cards": ("cards",), "counters": ("counters",),
}  # fmt: skip


@answers("amount")
def amount(state: State, query: Query) -> Verdict:
    """How much the subject's spell or ability does: `value` damage, tokens, life, life_lost, cards or counters.

    A target is the card whose mana value it uses (Dark Confidant), or the spell whose X it uses (Zaxara). `n`: is it that?
    """
    one = state.members(query.subject)[0]
    other = state.members(query.target)[0] if query.target and query.target[0] in state.groups else None
    be_what_it_copies(state, one)
    kinds = _KINDS.get(query.value)
    if kinds is None:
        raise CannotRule("unknown_number", object=one.ref)
    found = [
        (ability, effect)
        for ability in state.printed_abilities(one)
        if isinstance(ability, Activated | Triggered | SpellAbility)
        for effect in effects_in(ability.effects)
        if isinstance(effect, kinds) and _amount(effect) is not None and _right_way(effect, query.value)
    ]
    if len(found) > 1:
        # An ability that nobody activated does nothing; one that was is the one meant.
        used = any(one.thing.id in e.subject for e in state.events("activate"))
        found = [pair for pair in found if isinstance(pair[0], Activated) == used]
    if len(found) != 1:
        raise CannotRule("unknown_number", object=one.ref)
    # A line that wasn't read may say "X plus 2 instead".
    state.guard(*_CONCEPTS.get(query.value, ()), among=[one], shapes=("spell", "static", "replacement"))
    value = how_much(state, one, other, *found[0])
    if isinstance(found[0][0], Activated) and not state.events("activate"):
        value *= uses_for_counters(state, one, found[0][0].cost)
    return Number(value) if query.n is None else YesNo(value == query.n)


@rule("118.3")
def uses_for_counters(state: State, one: Permanent, cost: Cost) -> int:
    """How often an ability can be activated that costs nothing but counters of its own: as long as there are any (CR 118.3).

    Raises:
        CannotRule: nobody said how many counters there are.
    """
    if cost.remove_counters is None:
        return 1
    each, kind = cost.remove_counters
    if cost != Cost(remove_counters=(each, kind)) or each.per is not None or each.base < 1:
        raise CannotRule("unknown_number", object=one.ref)
    _as_it_entered(state, one)
    uses = one.counters.get(kind, 0) // each.base
    state.d.step("uses_for_counters", object=one.ref, n=uses, counter=kind)
    return uses


def _right_way(effect: AnyEffect, value: str) -> bool:
    """Life that is asked after as lost isn't gained, and the other way round."""
    return not isinstance(effect, Life) or value not in {"life", "life_lost"} or effect.gain == (value == "life")


@answers("does_both")
def answer_both(state: State, query: Query) -> Verdict:
    """Whether the subject's ability does both of what it does "if" and what it does "otherwise"."""
    return YesNo(does_both(state, state.members(query.subject)[0]))


@rule("608.2c")
def does_both(state: State, one: Permanent) -> bool:
    """An ability that does one thing if something is true and otherwise another does just one of them (CR 608.2c)."""
    for ability in state.printed_abilities(one):
        if isinstance(ability, Triggered) and any(
            isinstance(e, IfDo) and e.effects and e.otherwise and not e.instead for e in ability.effects
        ):
            state.d.step("one_or_otherwise", object=one.ref)
            return False
    raise CannotRule("unknown_number", object=one.ref)


def _amount(effect: AnyEffect) -> Amount | None:
    found = getattr(effect, "amount", None)
    return found if isinstance(found, Amount) else None


@rule("107.3")
def how_much(
    state: State,
    one: Permanent,
    other: Permanent | None,
    ability: Activated | Triggered | SpellAbility,
    effect: AnyEffect,
) -> int:
    """The amount of an effect with X and mana values put in; never less than 0 (CR 107.1b, 107.3)."""
    wanted = _amount(effect)
    assert wanted is not None
    if wanted.per in {"mana_value", "revealed_mana_value"}:
        counted = None if other is None else mana_value_of(state, other)
        value = None if counted is None else wanted.base + wanted.times * counted
    else:
        if wanted.per not in {"x", "x_spell"}:
            _as_it_entered(state, one)
        x = _x_for(state, one, other, ability) if wanted.per in {"x", "x_spell"} else None
        value = amount_of(state, wanted if wanted.per != "x_spell" else _as_x(wanted), one, x)
        if wanted.per in {"x", "x_spell"} and x is None:
            raise CannotRule("x_not_said", object=(other or one).ref)
    if value is None:
        raise CannotRule("unknown_number", object=one.ref)
    value = max(0, value)
    code = {
        "x": "does_x",
        "x_spell": "does_x",
        "mana_value": "does_mana_value",
        "revealed_mana_value": "does_mana_value",
    }
    state.d.step(code.get(wanted.per or "", "does_so_much"), object=one.ref, n=value)
    return value


def _as_it_entered(state: State, one: Permanent) -> None:
    """Counters that nobody told of are those that it entered with: an amount that looks at it looks at them too.

    Raises:
        CannotRule: it enters with X counters, and nobody said what X was.
    """
    if not one.thing.counters and not one.counters and one.zone == "battlefield":
        one.counters = counters_as_it_enters(state, one)


def _as_x(wanted: Amount) -> Amount:
    return Amount(wanted.base, "x", None, wanted.times, half=wanted.half)


def _x_for(
    state: State, one: Permanent, other: Permanent | None, ability: Activated | Triggered | SpellAbility
) -> int | None:
    """X in a spell's own text is the spell's; in an enters ability that of the spell that became it; else the other object's."""
    if other is not None:
        return x_of_other(state, one, other)
    if isinstance(ability, Triggered):
        if ability.event.what == "casts" and ability.event.of is not None and ability.event.of.this:
            return spell_x(state, one)  # "when you cast this spell": the spell's own X
        return entering_x(state, one) if ability.event.what == "enters" else None
    if isinstance(ability, Activated):
        return one.thing.x
    return spell_x(state, one)


@rule("107.3e")
def x_of_other(state: State, one: Permanent, other: Permanent) -> int | None:
    """An ability that refers to the X in another object's cost uses the value of X of that object (CR 107.3e)."""
    x = spell_x(state, other)
    if x is not None:
        state.d.step("x_of_other_object", object=one.ref, spell=other.ref, x=x)
    return x
