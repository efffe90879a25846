"""Which abilities are mana abilities, and what follows from it (CR 605)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgecall.cards.abilities import (
    MANA_EVENTS,
    Ability,
    Activated,
    AddMana,
    AnyEffect,
    Filter,
    IfDo,
    May,
    Modes,
    Named,
    Triggered,
)
from judgecall.engine.derivation import rule
from judgecall.engine.mana.sources import all_effects
from judgecall.engine.state import Permanent, State


def targets(part: object) -> bool:
    """Whether an effect, or any part of it, requires a target (CR 115.6): an up-to-one target isn't required."""
    if isinstance(part, Filter):
        return (part.target and not part.up_to) or any(targets(a) for a in part.alternatives)
    if isinstance(part, msgspec.Struct):
        if getattr(part, "players", "") in ("any_target", "any_other_target", "target_player", "target_opponent"):
            return True
        if getattr(part, "who", "") in ("target_player", "target_opponent"):
            return True
        if isinstance(part, Named) and part.action.endswith((":target_player", ":target_opponent")):
            return True
        return any(targets(getattr(part, name)) for name in part.__struct_fields__)
    if isinstance(part, tuple):
        return any(targets(p) for p in part)
    return False


def adds_mana(effects: tuple[AnyEffect, ...]) -> bool:
    """Whether it could add mana when it resolves, whatever the game looks like now (CR 605.2)."""
    return any(isinstance(e, AddMana) for e in all_effects(effects))


def is_mana_ability(state: State, one: Permanent, ability: Ability) -> bool:
    """Whether the ability is a mana ability (CR 605.1), recorded with the reason."""
    if isinstance(ability, Activated):
        return activated_mana_ability(state, one, ability)
    if isinstance(ability, Triggered):
        return triggered_mana_ability(state, one, ability)
    return False


@rule("605.1a")
def activated_mana_ability(state: State, one: Permanent, ability: Activated) -> bool:
    """An activated ability that has no target, could add mana and isn't a loyalty ability is a mana ability."""
    if targets(ability.effects):
        not_a_mana_ability(state, one, "has_target")
        return False
    if ability.cost.loyalty is not None or ability.cost.loyalty_x:
        not_a_mana_ability(state, one, "is_loyalty_ability")
        return False
    if not adds_mana(ability.effects):
        state.d.step("adds_no_mana", object=one.ref)
        return False
    state.d.step("is_mana_ability", object=one.ref)
    return True


@rule("605.1b")
def triggered_mana_ability(state: State, one: Permanent, ability: Triggered) -> bool:
    """A triggered ability is one if it has no target, could add mana, and triggers from a mana ability or from mana."""
    if not adds_mana(ability.effects):
        not_a_mana_ability(state, one, "trigger_adds_no_mana")
        return False
    if targets(ability.effects):
        not_a_mana_ability(state, one, "has_target")
        return False
    if ability.event.what not in MANA_EVENTS:
        not_a_mana_ability(state, one, "other_event")
        return False
    state.d.step("is_triggered_mana_ability", object=one.ref)
    return True


@rule("605.5a")
def not_a_mana_ability(state: State, one: Permanent, why: str) -> None:
    """With a target, or triggering from anything but a mana ability, it isn't one and follows the normal rules."""
    state.d.step(why, object=one.ref)


@rule("605.3b")
def no_response_to_activated(state: State, one: Permanent) -> None:
    """An activated mana ability resolves at once, off the stack: nobody can respond."""
    state.d.step("no_stack", object=one.ref)


@rule("605.3b")
def no_response_to_tapping(state: State) -> None:
    """Tapping a land for mana is activating a mana ability, which doesn't go on the stack."""
    state.d.step("no_stack_for_mana")


@rule("605.4a")
def no_response_to_triggered(state: State, one: Permanent) -> None:
    """A triggered mana ability resolves at once after the mana ability that triggered it."""
    state.d.step("resolves_at_once", object=one.ref)


@rule("605.5b")
def spell_uses_the_stack(state: State, one: Permanent) -> None:
    """A spell is never a mana ability, even if it adds mana."""
    state.d.step("spell_is_no_mana_ability", object=one.ref)


@rule("602.2a")
def activated_uses_the_stack(state: State, one: Permanent) -> None:
    """An activated ability that isn't a mana ability is put onto the stack."""
    state.d.step("uses_the_stack", object=one.ref)


@rule("603.3")
def triggered_uses_the_stack(state: State, one: Permanent) -> None:
    """A triggered ability waits until somebody is about to get priority, and then goes on the stack."""
    state.d.step("trigger_uses_the_stack", object=one.ref)


def parts(effects: tuple[AnyEffect, ...]) -> Iterator[AnyEffect]:
    """The effects without the choices and conditions around them."""
    for effect in all_effects(effects):
        if not isinstance(effect, IfDo | May | Modes):
            yield effect
