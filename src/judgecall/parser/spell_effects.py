"""What a spell does to what it is cast on, as events: from the compiled effects of its card."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    CantBeBlocked,
    CantBlock,
    Card,
    Damage,
    Filter,
    ForceBlock,
    GainControl,
    Grant,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    SpellAbility,
    Static,
)
from judgecall.scenario.model import Event


def effects_on(card: Card, targets: tuple[str, ...], when: Event) -> list[Event]:
    """The events of a spell that is cast on `targets`; none if any of its effects can't be told as one.

    Args:
        when: an event with the step and the response of the casting; its kind doesn't matter.
    """
    events: list[Event] = []
    for spell in card.faces[0].abilities:
        if not isinstance(spell, SpellAbility):
            return []
        for effect in spell.effects:
            if isinstance(effect, Named) and effect.action == "excess_damage_to_controller" and events:
                events[-1] = msgspec.structs.replace(events[-1], how="excess_to_controller")
                continue
            made = _event_of(effect, msgspec.structs.replace(when, subject=targets))
            if made is None:
                return []
            events.append(made)
    return events


def _event_of(effect: object, base: Event) -> Event | None:
    of = getattr(effect, "of", None)
    if isinstance(of, Filter) and not (of.target or of.ref == "earlier"):
        return None  # it is about other objects than the target
    if isinstance(effect, ModifyPT) and effect.power.per is None:
        return msgspec.structs.replace(base, kind="modify", power=effect.power.base, toughness=effect.toughness.base)
    if isinstance(effect, Grant):
        return msgspec.structs.replace(base, kind="gain", abilities=effect.abilities)
    if isinstance(effect, Damage) and effect.amount.per is None:
        return msgspec.structs.replace(base, kind="damage", n=effect.amount.base)
    if isinstance(effect, Move):
        return msgspec.structs.replace(base, kind="leave", how=effect.how)
    if isinstance(effect, PutCounters) and effect.amount.per is None:
        return msgspec.structs.replace(base, kind="counters", n=effect.amount.base, value=effect.counter)
    if isinstance(effect, ForceBlock | CantBeBlocked | CantBlock):
        return msgspec.structs.replace(base, kind="gain", abilities=(Static((_of_this(effect),)),))
    if isinstance(effect, GainControl):
        return msgspec.structs.replace(base, kind="control", target=("you",))
    return None


def _of_this(effect: ForceBlock | CantBeBlocked | CantBlock) -> ForceBlock | CantBeBlocked | CantBlock:
    """The effect as an ability of its target: what was a target is now the object itself."""
    this = Filter(this=True)
    if isinstance(effect, ForceBlock):
        if effect.attacker is not None and (effect.attacker.target or effect.attacker.this or effect.attacker.ref):
            return msgspec.structs.replace(effect, attacker=this)
        return msgspec.structs.replace(effect, blockers=this)
    return msgspec.structs.replace(effect, of=this)
