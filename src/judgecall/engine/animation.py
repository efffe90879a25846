"""Permanents that are creatures only as long as another one says so (CR 604.2, 611.3a)."""

from __future__ import annotations

from judgecall.cards.abilities import Become, Static
from judgecall.engine.characteristics import matches, statics
from judgecall.engine.state import Permanent, State


def no_longer_animated(state: State, source: Permanent) -> list[Permanent]:
    """What was a creature by a static ability of something that has left, and isn't one any more.

    A question may state such a land as the creature that it is; that ends with what made it one.
    """
    found: list[Permanent] = []
    for ability in state.printed_abilities(source):
        if not isinstance(ability, Static):
            continue
        for effect in ability.effects:
            if not isinstance(effect, Become) or "creature" not in effect.types:
                continue
            if any(e == effect for _, _, e in statics(state, Become)):
                continue
            for one in state.in_play():
                if one.animated and matches(state, one, effect.of, source, printed_only=True):
                    one.animated = None
                    found.append(one)
    return found
