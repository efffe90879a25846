"""What counters a spell by its mana value: Chalice of the Void, Counterbalance, filters of counterspells (CR 701.6, 202.3)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    CantDo,
    Comparison,
    Condition,
    CounterSpell,
    Filter,
    IfDo,
    SpellAbility,
    Static,
    Triggered,
)
from judgecall.engine.characteristics import amount_of, condition_holds, matches, statics
from judgecall.engine.condition_terms import compare
from judgecall.engine.costs.which_ability import effects_in
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.engine.x.mana_value import known_mana_value, mana_value_compares, mana_value_of
from judgecall.engine.x.targets import fits
from judgecall.engine.x.value import entering_x, spell_x
from judgecall.scenario.model import Query


@answers("is_countered")
def is_countered(state: State, query: Query) -> Verdict:
    """Whether the target (Chalice of the Void, Counterbalance, a counterspell) counters the subject.

    `n` is the number of charge counters, or the mana value of the card revealed, when no object in the scenario tells it;
    `of` is the filter of a counterspell that has no name. With the value "at_all": may anything counter it?
    """
    spell = state.members(query.subject)[0]
    if cannot_be_countered(state, spell):
        return YesNo(False)
    if query.value == "at_all":
        refuse_unread_shield(state, spell)
        return YesNo(may_be_countered(state, spell))
    countered = _by_source(state, spell, query)
    if countered:
        refuse_unread_shield(state, spell)
    return YesNo(countered)


def _by_source(state: State, spell: Permanent, query: Query) -> bool:
    if query.of is not None:
        return fits(state, spell, query.of, spell, as_spell=True)
    if not query.target:
        raise CannotRule("nothing_to_counter_it")
    source = state.members(query.target)[0]
    for ability in state.printed_abilities(source):
        if isinstance(ability, Triggered) and _counters(ability):
            return counters_by_trigger(state, spell, source, ability, query)
        if isinstance(ability, SpellAbility) and _counters(ability):
            return counters_by_target(state, spell, source, ability)
    raise CannotRule("no_countering_ability", object=source.ref)


def _counters(ability: Triggered | SpellAbility) -> bool:
    return any(isinstance(e, CounterSpell) for e in effects_in(ability.effects))


@rule("701.6a")
def cannot_be_countered(state: State, spell: Permanent) -> bool:
    """A spell that can't be countered isn't, whatever would counter it (CR 101.2, 701.6a)."""
    for ability in state.printed_abilities(spell):
        if not isinstance(ability, Static) or not _shields_itself(ability):
            continue
        if ability.condition is None or _spell_condition(state, spell, ability.condition):
            state.d.step("cannot_be_countered", object=spell.ref)
            return True
    for source, _, effect in statics(state, CantDo):
        if not isinstance(effect, CantDo) or effect.what != "be_countered" or source is spell:
            continue
        if matches(state, spell, effect.of, source):
            state.d.step("cannot_be_countered_by_effect", object=spell.ref, source=source.ref)
            return True
    return False


@rule("701.6a")
def may_be_countered(state: State, spell: Permanent) -> bool:
    """A spell on the stack may be countered where nothing says that it can't be."""
    state.d.step("may_be_countered", object=spell.ref)
    return True


@rule("202.3e")
def counters_by_trigger(state: State, spell: Permanent, source: Permanent, ability: Triggered, query: Query) -> bool:
    """ "Whenever a player casts a spell with mana value …, counter it": compared with the spell as it is on the stack."""
    said = spell.thing.controller is not None and spell.thing.controller == source.thing.controller
    if ability.event.whose == "opponent" and said:
        state.d.step("only_opponents_spells", object=spell.ref, source=source.ref)
        return False
    if ability.event.of is not None:
        described = replace(ability.event.of, mana_value=None, mana_value_of=None)
        if not fits(state, spell, described, source, as_spell=True):
            return False
    asked = _asked_number(state, source, ability, query)
    if asked is None:
        state.d.step("countered_by_trigger", object=spell.ref, source=source.ref)
    else:
        op, n = asked
        holds = mana_value_compares(state, spell, op, n, as_spell=True)
        code = "countered_by_mana_value" if holds else "not_countered_by_mana_value"
        value = known_mana_value(state, spell)
        shown: dict[str, Any] = {} if value is None else {"value": value}
        state.d.step(code, object=spell.ref, source=source.ref, n=n, **shown)
        if not holds:
            return False
    for effect in effects_in(ability.effects):
        price = effect.unless_paid if isinstance(effect, CounterSpell) else ""
        _refuse_counted_price(effect, source)
        if price and state.facts.ask("cost_is_paid", object=spell.ref, mana=price):
            return unless_paid(state, spell, source)
    return True


def _asked_number(state: State, source: Permanent, ability: Triggered, query: Query) -> tuple[Comparison, int] | None:
    """The number that the trigger compares the mana value with: its own counters, that of a revealed card, or none."""
    wanted = [ability.event.of, *(e.of for e in effects_in(ability.effects) if isinstance(e, CounterSpell))]
    for one in wanted:
        if one is not None and one.mana_value is not None:
            return one.mana_value
        if one is not None and one.mana_value_of is not None:
            op, amount = one.mana_value_of
            if amount.per == "counters":
                return op, counters_on(state, source, amount, query.n)
            if amount.per == "revealed_mana_value":
                return op, _revealed_value(state, source, query)
            raise CannotRule("unknown_number", object=source.ref)
    return None


def counters_on(state: State, source: Permanent, amount: Amount, said: int | None) -> int:
    """How many counters are on it: as said, as it has, or as it entered with for its own X (CR 107.3m).

    Raises:
        CannotRule: nobody said.
    """
    if said is not None:
        return said
    kind = amount.counter or "+1/+1"
    if kind in source.counters:
        return source.counters[kind]
    if source.thing.x is not None:
        x = entering_x(state, source)
        if x is not None:
            return x
    number = amount_of(state, amount, source)
    if number is None or not source.thing.counters:
        raise CannotRule("counters_not_said", object=source.ref)
    return number


@rule("202.3e")
def _revealed_value(state: State, source: Permanent, query: Query) -> int:
    """The mana value of the card that is revealed, X counted as 0 in the library (CR 202.3e, 107.3g)."""
    if query.n is not None:
        return query.n
    known = {*query.subject, *query.target}
    for thing in state.scenario.objects:
        if thing.id not in known and thing.zone == "library":
            value = mana_value_of(state, state.group(thing.id)[0])
            if value is not None:
                return value
    raise CannotRule("revealed_card_not_said", object=source.ref)


@rule("701.6a")
def counters_by_target(state: State, spell: Permanent, source: Permanent, ability: SpellAbility) -> bool:
    """A counterspell counters its target; one whose description the spell doesn't fit isn't a legal target (CR 601.2c, 115.1)."""
    for effect in effects_in(ability.effects):
        if isinstance(effect, IfDo) and _would_counter(effect.effects) != _would_counter(effect.otherwise):
            raise CannotRule("unknown_condition", object=source.ref, condition=effect.condition.kind)
    for effect in effects_in(ability.effects):
        if isinstance(effect, CounterSpell):
            legal = fits(state, spell, effect.of, source, as_spell=True)
            _refuse_counted_price(effect, source)
            if (
                legal
                and effect.unless_paid
                and state.facts.ask("cost_is_paid", object=spell.ref, mana=effect.unless_paid)
            ):
                return unless_paid(state, spell, source)
            if legal and effect.only_if is not None:
                # Any such spell is a legal target, but nothing happens to it unless it is one of these (CR 608.2c).
                legal = fits(state, spell, effect.only_if, source, as_spell=True)
            state.d.step(
                "counterspell_fits" if legal else "counterspell_does_not_fit", object=spell.ref, source=source.ref
            )
            return legal
    return False


def _would_counter(effects: tuple[AnyEffect, ...]) -> bool:
    return any(isinstance(e, CounterSpell) for e in effects_in(effects))


def _refuse_counted_price(effect: object, source: Permanent) -> None:
    """Refuse a price that has to be counted: "unless its controller pays {1} for each …".

    Raises:
        CannotRule: it is such a price.
    """
    if isinstance(effect, CounterSpell) and effect.times != Amount(base=1):
        raise CannotRule("unknown_damage_amount", object=source.ref)


@rule("118.12a")
def unless_paid(state: State, spell: Permanent, source: Permanent) -> bool:
    """ "Counter it unless its controller pays": paying keeps the spell from being countered (CR 118.12a)."""
    state.d.step("paid_so_not_countered", object=spell.ref, source=source.ref)
    return False


def _shields_itself(ability: Static) -> bool:
    return any(
        isinstance(e, CantDo) and e.what == "be_countered" and (e.of.this or e.of == Filter()) for e in ability.effects
    )


@rule("107.3i")
def _spell_condition(state: State, spell: Permanent, condition: Condition) -> bool:
    """A condition on X in a spell's own text looks at the X of the spell (CR 107.3i); unsaid, it splits the case."""
    if condition.kind != "x_at_least":
        return condition_holds(state, condition, spell)
    x = spell_x(state, spell)
    if x is None:
        return state.facts.ask("x_at_least", n=condition.n) != condition.negated
    holds = compare(x, condition.compare, condition.n) != condition.negated
    state.d.step("x_condition_met" if holds else "x_condition_not_met", object=spell.ref, x=x, n=condition.n)
    return holds


def refuse_unread_shield(state: State, spell: Permanent) -> None:
    """A line of the spell that was not read may say that it can't be countered.

    Raises:
        CannotRule: there is such a line.
    """
    state.guard("cast", among=[spell], shapes=("static",))
