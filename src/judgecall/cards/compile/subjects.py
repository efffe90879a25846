"""Join a predicate ("gets +1/+1") to its subject."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Amount,
    CantBeBlocked,
    Filter,
)
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.references import mapped

PAIR = Filter(state=("paired_with_this",))
"""This creature and the one it is paired with (CR 702.95)."""


def with_subject(effects: Effects, subject: Filter) -> Effects:
    """The effects of a predicate, with its subject filled in."""
    filled = []
    for effect in effects:
        effect = mapped(effect, lambda item: _counted_beside(item, subject))
        if isinstance(effect, CantBeBlocked) and effect.by is not None and effect.by.power_vs_this and subject.ref:
            # "It can't be blocked by creatures with greater power": than that of the attacker, which isn't this object.
            beside = (effect.by.power_vs_this, Amount(per="power", of=subject))
            stronger = msgspec.structs.replace(effect.by, power_vs_this=None, power_of=beside)
            effect = msgspec.structs.replace(effect, by=stronger)
        changes = {name: subject for name in effect.__struct_fields__ if getattr(effect, name) == HERE}
        filled.append(msgspec.structs.replace(effect, **changes) if changes else effect)
    return tuple(filled)


def _counted_beside(item: Any, subject: Filter) -> Any:
    """ "for each other creature": other than the subject, which may not be this object."""
    if isinstance(item, Amount) and item.of is not None and item.of.other and not subject.this:
        if subject.attached and _like_the_attachment(item.of):
            return item  # "Enchanted creature gets +1/+1 for each other enchantment": other than this Aura
        # Of a group, other than each one of it; of a target, other than that: no state that can be checked.
        state = (*item.of.state, "other_than_attached" if subject.attached else "other_than_it")
        return msgspec.structs.replace(item, of=msgspec.structs.replace(item.of, other=False, state=state))
    return item


def _like_the_attachment(of: Filter) -> bool:
    """Whether it describes what an Aura or Equipment is, and not what it is attached to."""
    kinds = {*of.types, *of.subtypes}
    return bool(kinds) and kinds <= {"artifact", "enchantment", "Aura", "Equipment"} and not of.and_types


def counts_beside_unknown(effects: Effects, subject: Filter) -> bool:
    """Whether "each other" is counted beside each of a group or a target, which is not written in our terms."""
    if subject.this or subject.attached or subject.ref:
        return False
    amounts = [
        value
        for effect in effects
        for name in effect.__struct_fields__
        if isinstance(value := getattr(effect, name), Amount)
    ]
    return any(amount.of is not None and amount.of.other for amount in amounts)


def this_turn(effects: Effects) -> Effects | None:
    """The same effects until end of turn; None if one of them can't be."""
    if not all("until_end_of_turn" in effect.__struct_fields__ for effect in effects):
        return None
    return tuple(msgspec.structs.replace(effect, until_end_of_turn=True) for effect in effects)
