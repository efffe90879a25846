"""What a card does to a double-faced permanent, told from its facts: exile and return it, or turn over what it targets."""

from __future__ import annotations

from judgecall.cards.abilities import Card, ExileAndReturn, IfDo, May, SpellAbility, Transform


def transforms_target(card: Card) -> bool:
    """Whether a spell turns over what it targets ("does Waxing Moon transform my Mayor"): then that is its target."""
    effects = (e for a in card.faces[0].abilities if isinstance(a, SpellAbility) for e in a.effects)
    return any(isinstance(e, Transform) and e.of.target for e in effects)


def flickers(effect: object) -> bool:
    if isinstance(effect, ExileAndReturn):
        return True
    if isinstance(effect, IfDo | May):
        return any(flickers(e) for e in effect.effects)
    return False
