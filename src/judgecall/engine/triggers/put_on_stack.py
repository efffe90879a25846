"""What is put on the stack: the X of an activation, copies of abilities, delayed triggers, a spell's whole text."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judgecall.cards.abilities import Activated, AnyEffect, IfDo, SpellAbility, Triggered
from judgecall.cards.abilities import Event as Awaited
from judgecall.engine.costs.which_ability import cost_has_x
from judgecall.engine.derivation import rule
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.waiting import Waiting


@rule("107.3k")
def announced_x(state: State, source: Permanent, ability: object, n: int | None) -> int | None:
    """X in an activation cost is announced for each activation anew; None where the cost has no X or none was said."""
    if not isinstance(ability, Activated) or n is None or not cost_has_x(ability.cost):
        return None
    state.d.step("x_of_this_activation", object=source.ref, x=n)
    return n


@rule("707.10")
def copied_ability(state: State, original: Waiting) -> Waiting:
    """A copy of an ability on the stack does the same with the same X; nothing is paid for it (CR 707.10)."""
    item = Waiting(original.source, original.ability, original.kind, targets=original.targets, stated=True)
    item.x = original.x
    state.d.step("ability_copied", object=original.source.ref)
    return item


@rule("603.7c")
def delayed_trigger(state: State, maker: Waiting, effects: tuple[AnyEffect, ...]) -> Waiting:
    """A delayed triggered ability that speaks of a certain object doesn't affect what has become a new object since."""
    item = Waiting(maker.source, Triggered(Awaited("delayed"), effects), "triggered", event_object=maker.event_object)
    item.object_then, item.transformed_then = maker.object_then, maker.transformed_then
    item.target_objects = maker.target_objects
    state.d.step("delayed_triggers", object=maker.source.ref)
    return item


def whole_text(abilities: Iterable[SpellAbility]) -> SpellAbility | None:
    """All lines of a spell as one text; "if …, instead" stands for what was said before it."""
    effects: list[AnyEffect] = []
    found: SpellAbility | None = None
    for ability in abilities:
        found = ability
        for effect in ability.effects:
            if isinstance(effect, IfDo) and effect.instead and not effect.otherwise and effects:
                effects = [msgspec.structs.replace(effect, otherwise=tuple(effects))]
            else:
                effects.append(effect)
    return msgspec.structs.replace(found, effects=tuple(effects)) if found is not None else None
