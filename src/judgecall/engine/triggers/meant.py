"""Which ability of an object a question means."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, Triggered, Unread
from judgecall.engine.characteristics import abilities_of
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.instructions import moves_faces
from judgecall.engine.triggers.matching import STEP_TRIGGERS, Happening, is_awaited, triggered_abilities
from judgecall.engine.triggers.waiting import TRANSFORM_WORDS
from judgecall.scenario.model import Event


def triggered_meant(state: State, source: Permanent, event: Event, seen: list[Happening]) -> Triggered | Unread | None:
    """Which ability the question means: the one that the last event set off, else the only one that fits."""
    abilities = triggered_abilities(state, source)
    if source.zone != "battlefield":
        abilities = triggered_abilities(state, source, looking_back=True) or abilities
    if event.value:
        named = [a for a in abilities if _is_named(a, event.value)]
        abilities = named or abilities
    for happening in reversed(seen):
        fitting = [a for a in abilities if is_awaited(state, a, source, happening)]
        if len(fitting) == 1:
            return fitting[0]
    stepwise = [a for a in abilities if a.event is not None and STEP_TRIGGERS.get(a.event.what) == event.at]
    if event.at is not None and len(stepwise) == 1:
        return stepwise[0]
    if len(abilities) > 1:
        conditional = [a for a in abilities if a.condition is not None]
        abilities = conditional if len(conditional) == 1 else abilities
    if len(abilities) > 1:
        raise CannotRule("which_ability", object=source.ref)
    return abilities[0] if abilities else None


def _is_named(ability: Triggered | Unread, word: str) -> bool:
    if isinstance(ability, Triggered):
        if ability.ability_word.lower() == word.lower():
            return True
        if word in TRANSFORM_WORDS:
            return moves_faces(ability.effects)
    elif word in TRANSFORM_WORDS and "transform" in ability.concepts:
        return True
    return ability.event is not None and ability.event.what == word


def activated_meant(state: State, source: Permanent, word: str) -> Activated | Unread | None:
    """Which activated ability the question means: the only one, or the one that its words single out."""
    pool = (
        [*state.printed_abilities(source), *source.gained]
        if source.zone != "battlefield"
        else abilities_of(state, source)
    )
    abilities: list[Activated | Unread] = []
    for ability in pool:
        if isinstance(ability, Activated) or (isinstance(ability, Unread) and ability.shape == "activated"):
            abilities.append(ability)
    here = [a for a in abilities if not isinstance(a, Activated) or a.zone == source.zone]
    abilities = here or abilities
    if word == "meld":
        abilities = [
            a
            for a in abilities
            if (isinstance(a, Unread) and "zone_change" in a.concepts)
            or (isinstance(a, Activated) and moves_faces(a.effects))
        ] or abilities
    elif word in TRANSFORM_WORDS:
        abilities = [a for a in abilities if isinstance(a, Activated) and moves_faces(a.effects)] or abilities
    if len(abilities) > 1:
        conditional = [a for a in abilities if a.condition is not None]
        turning: list[Activated | Unread] = [
            a for a in abilities if isinstance(a, Activated) and moves_faces(a.effects)
        ]
        for narrowed in (turning, conditional):
            if len(narrowed) == 1:
                return narrowed[0]
        raise CannotRule("which_ability", object=source.ref)
    return abilities[0] if abilities else None
