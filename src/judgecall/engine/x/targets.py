"""Whether something is a legal target as far as the description of the target goes (CR 115.1, 601.2c, 702.11, 702.16, 702.18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from judgecall.cards.abilities import (
    Ability,
    Activated,
    Damage,
    Filter,
    IfDo,
    Keyword,
    Move,
    SpellAbility,
    Triggered,
    Unread,
)
from judgecall.engine.characteristics import (
    abilities_of,
    amount_of,
    condition_holds,
    matches,
)
from judgecall.engine.costs.sickness import control_since, has_haste, is_creature_now, settle_control
from judgecall.engine.costs.tap_symbols import can_pay_symbols
from judgecall.engine.costs.which_ability import effects_in
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.legs import legs_compare
from judgecall.engine.shields import not_shielded
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.engine.x.mana_value import mana_value_compares, mana_value_of
from judgecall.engine.x.value import on_stack, spell_x
from judgecall.scenario.model import Query

_PERMANENT_SPELLS = frozenset({"artifact", "battle", "creature", "enchantment", "planeswalker"})
"""What "permanent" means of a spell (CR 110.4b)."""


@rule("115.1")
def fits(
    state: State, one: Permanent, wanted: Filter, source: Permanent, *, as_spell: bool = False, x: int | None = None
) -> bool:
    """Whether an object fits a description, its mana value looked at in the zone that the description is about.

    Args:
        as_spell: the object is a spell on the stack.
        x: the value of X for the description, if `source` isn't itself the spell whose X it is.
    """
    plain = replace(wanted, mana_value=None, mana_value_of=None, legs=None, zone=one.zone, target=False, count=None)
    if as_spell:
        kinds = set(wanted.types) - {"spell", "card", "permanent"}
        plain = replace(plain, types=tuple(kinds | _PERMANENT_SPELLS if "permanent" in wanted.types else kinds))
        if not one.face and not one.thing.types:
            plain = replace(plain, types=(), not_types=())
    elif not _zone_fits(state, one, wanted):
        return False
    if one.face is None and not one.thing.types and one.thing.power is None:
        plain = replace(plain, types=(), not_types=())
    if not matches(state, one, plain, source):
        state.d.step("does_not_fit", object=one.ref, source=source.ref)
        return False
    if wanted.legs is not None and not legs_compare(state, one, *wanted.legs):
        return False
    if wanted.mana_value is not None and not _mana_value_fits(state, one, wanted.mana_value, as_spell):
        return False
    if wanted.mana_value_of is not None:
        op, amount = wanted.mana_value_of
        own = x if x is not None else (spell_x(state, source) if amount.per == "x" else None)
        n = amount_of(state, amount, source, own)
        if n is None:
            raise CannotRule("x_not_said", object=source.ref)
        return _mana_value_fits(state, one, (op, n), as_spell)
    return True


def _zone_fits(state: State, one: Permanent, wanted: Filter) -> bool:
    """An object is where the description says; what nobody placed is taken to be there."""
    if wanted.zone == one.zone or "spell" in wanted.types:
        return True
    if one.thing.zone == "battlefield" and wanted.zone in {"graveyard", "hand", "exile"}:
        # The default zone of an object whose place was not said.
        return True
    state.d.step("wrong_zone", object=one.ref, zone=wanted.zone)
    return False


@rule("115.1")
def _mana_value_fits(state: State, one: Permanent, bound: tuple[str, int], as_spell: bool) -> bool:
    """A target described by its mana value must have it when it is chosen (CR 115.1, 601.2c, 202.3)."""
    op, n = bound
    holds = mana_value_compares(state, one, op, n, as_spell=as_spell or on_stack(state, one))  # type: ignore[arg-type]
    _mana_value_step(state, one, op, n, holds, as_spell=as_spell)
    return holds


def _mana_value_step(state: State, one: Permanent, op: str, n: int, holds: bool, *, as_spell: bool) -> None:
    words = {"<=": "at_most", ">=": "at_least", "<": "below", ">": "above", "!=": "not"}.get(op, "exactly")
    with state.d.muted():
        try:
            value = mana_value_of(state, one, as_spell=as_spell)
        except CannotRule:
            value = None
    shown: dict[str, Any] = {} if value is None else {"value": value}
    state.d.step(f"mana_value_{words}_{'met' if holds else 'not_met'}", object=one.ref, n=n, **shown)


def targeted(ability: Ability) -> Iterator[Filter]:
    """The descriptions of the targets of an ability or spell."""
    effects = ability.effects if isinstance(ability, Activated | Triggered | SpellAbility) else ()
    for effect in effects_in(effects):
        for field in ("of", "attacker"):
            wanted = getattr(effect, field, None)
            if isinstance(wanted, Filter) and wanted.target:
                yield wanted
        if isinstance(effect, Damage) and effect.of is None and effect.players in {"any_target", "any_other_target"}:
            other = effect.players == "any_other_target"
            yield Filter(types=("creature", "planeswalker", "battle"), target=True, other=other)
    for keyword in (ability,) if isinstance(ability, Keyword) else ():
        if keyword.name in {"enchant", "equip"}:
            yield keyword.of or Filter(types=("creature",), controller="you" if keyword.name == "equip" else "any")


@answers("legal_target")
def legal_target(state: State, query: Query) -> Verdict:
    """Whether the subject is a legal target for the target's spell or ability.

    `n` is the X of the spell that targets, `of` the description of the target when the question gives it, `value` a word that
    picks one ability.
    """
    settle_control(state)
    one = state.members(query.subject)[0]
    if query.of is not None:
        source = state.members(query.target)[0] if query.target else one
        spell = "spell" in query.of.types or query.of.zone == "stack"
        return YesNo(
            fits(state, one, query.of, source, as_spell=spell, x=query.n)
            and not_shielded(state, one, source, spell=spell)
        )
    if not query.target:
        raise CannotRule("no_target_description")
    source = state.members(query.target)[0]
    candidates = list(_with_targets(state, source))
    if not candidates:
        if any(isinstance(a, Unread) for a in state.printed_abilities(source)):
            raise CannotRule("unread_line", object=source.ref, concepts="target")
        raise CannotRule("no_target_description", object=source.ref)
    if query.value == "lure":
        candidates = [c for c in candidates if "ForceBlock" in {type(e).__name__ for e in getattr(c[0], "effects", ())}]
    for ability, wanted in candidates[:-1]:
        with state.d.muted():
            legal = _legal(state, one, ability, wanted, source, query)
        if legal:
            return YesNo(_legal(state, one, ability, wanted, source, query))
    ability, wanted = candidates[-1]
    legal = _legal(state, one, ability, wanted, source, query)
    if not legal:
        refuse_unread_targets(state, source)
    return YesNo(legal)


@answers("affects")
def affects(state: State, query: Query) -> Verdict:
    """Whether the target's spell or ability does its thing to the subject: it may target it, and its own "if" is met; or, where
    it has no targets, the subject is among what it is about ("each creature with mana value 3 or less", a card searched for).
    """
    one, source = state.members(query.subject)[0], state.members(query.target)[0]
    if _destroys(state, source) and any(
        isinstance(a, Keyword) and a.name == "indestructible" for a in abilities_of(state, one)
    ):
        return YesNo(not_destroyed(state, one))
    about = [] if any(True for _ in _with_targets(state, source)) else list(_untargeted(state, source))
    if len(about) == 1:
        return YesNo(among_described(state, one, about[0], source, query.n))
    legal = legal_target(state, query)
    if legal != YesNo(True):
        return legal
    met = [
        _if_met(state, one, source, effect)
        for ability in state.printed_abilities(source)
        if isinstance(ability, Activated | Triggered | SpellAbility)
        for effect in effects_in(ability.effects)
        if isinstance(effect, IfDo)
    ]
    if not all(met):
        state.guard("zone_change", "targets", among=[source])
    return YesNo(all(met))


def _destroys(state: State, source: Permanent) -> bool:
    return any(
        isinstance(e, Move) and e.how == "destroy"
        for a in state.printed_abilities(source)
        if isinstance(a, Activated | Triggered | SpellAbility)
        for e in effects_in(a.effects)
    )


@rule("702.12b")
def not_destroyed(state: State, one: Permanent) -> bool:
    """A permanent with indestructible can't be destroyed (CR 702.12b)."""
    state.d.step("indestructible_not_destroyed", object=one.ref)
    return False


def _untargeted(state: State, source: Permanent) -> Iterator[Filter]:
    """The descriptions by mana value of what its effects without targets are about."""
    for ability in state.printed_abilities(source):
        if not isinstance(ability, Activated | Triggered | SpellAbility):
            continue
        for effect in effects_in(ability.effects):
            wanted = getattr(effect, "of", None)
            if isinstance(wanted, Filter) and (wanted.mana_value is not None or wanted.mana_value_of is not None):
                yield wanted


@rule("202.3")
def among_described(state: State, one: Permanent, wanted: Filter, source: Permanent, x: int | None) -> bool:
    """An effect without targets is about whatever fits its description, mana value and all, as it resolves (CR 202.3, 608.2c).

    Raises:
        CannotRule: the number that mana values are compared with was not said.
    """
    if wanted.mana_value_of is not None:
        per = wanted.mana_value_of[1].per
        if per == "counters" and not source.thing.counters:
            raise CannotRule("counters_not_said", object=source.ref)
        if per == "x" and x is None and source.thing.x is None:
            raise CannotRule("x_not_said", object=source.ref)
    fitting = fits(state, one, wanted, source, x=x if x is not None else source.thing.x)
    state.d.step("among_described" if fitting else "not_among_described", object=one.ref, source=source.ref)
    return fitting


@rule("608.2c")
def _if_met(state: State, one: Permanent, source: Permanent, effect: IfDo) -> bool:
    """An "if" in what a spell does is looked at as it resolves (CR 608.2c): the mana value that its target has then."""
    condition = effect.condition
    if condition.kind != "target_mana_value":
        return condition_holds(state, condition, source)
    holds = mana_value_compares(state, one, condition.compare, condition.n) != condition.negated
    _mana_value_step(state, one, condition.compare, condition.n, holds, as_spell=False)
    return holds


def refuse_unread_targets(state: State, source: Permanent) -> None:
    """What one ability can't target, an ability whose text was not read might.

    Raises:
        CannotRule: there is such a line.
    """
    for line in state.printed_abilities(source):
        if isinstance(line, Unread) and line.shape != "static" and (not line.concepts or "targets" in line.concepts):
            raise CannotRule("unread_line", object=source.ref, concepts="targets")


def _with_targets(state: State, source: Permanent) -> Iterator[tuple[Ability, Filter]]:
    for ability in abilities_of(state, source):
        for wanted in targeted(ability):
            yield ability, wanted


def _legal(state: State, one: Permanent, ability: Ability, wanted: Filter, source: Permanent, query: Query) -> bool:
    spell = "spell" in wanted.types or wanted.zone == "stack"
    if not not_shielded(state, one, source, spell=spell):
        return False
    if isinstance(ability, Activated) and not _source_ready(state, source, ability):
        return False
    # What the description asks beyond types is the reason that tells most, so it is looked at last.
    telling = wanted.legs is not None or wanted.mana_value is not None or wanted.mana_value_of is not None
    return fits(state, one, wanted, source, as_spell=spell, x=query.n) and (
        telling or is_legal_target(state, one, source)
    )


@rule("115.1")
def is_legal_target(state: State, one: Permanent, source: Permanent) -> bool:
    """It fits the description and nothing keeps it from being targeted (CR 115.1, 115.4)."""
    state.d.step("legal_target", object=one.ref, source=source.ref)
    return True


def _source_ready(state: State, source: Permanent, ability: Activated) -> bool:
    """An ability that can't be activated targets nothing; looked at only where the question says when its source came."""
    if control_since(state, source) in {"this_turn", "new_object"} and is_creature_now(state, source):
        return has_haste(state, source) or can_pay_symbols(state, source, ability.cost)
    return True
