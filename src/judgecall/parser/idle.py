"""Cards that were told of and have no part in the scenario: a spell of which nothing came, an ability that nobody used.

Where such a card makes creatures attack or block, or keeps them from it, a reading without that must not be ruled on.
"""

from __future__ import annotations

from judgecall.cards.abilities import (
    Activated,
    CanBlockAsThough,
    CantAttack,
    CantBlock,
    Card,
    ForceAttack,
    ForceBlock,
    SpellAbility,
    Static,
    Triggered,
)
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.asked import BLOCKING
from judgecall.scenario.model import Scenario

_ATTACKING = frozenset({"can_attack", "must_attack", "how_many_attack"})


def idle_sources(best: Candidate, talk: Talk) -> list[str]:
    """The cards whose effect on attacks or blocks a reading leaves out."""
    scenario = best.scenario
    kinds = {query.kind for query in scenario.queries}
    blocks, attacks = bool(kinds & BLOCKING), bool(kinds & _ATTACKING)
    if not blocks and not attacks:
        return []
    told = _told(scenario)
    found: list[str] = []
    for word in talk.words:
        card = talk.cards.get(word.cards[0]) if word.kind == "card" and len(word.cards) == 1 else None
        if card is None or card.name in talk.told:
            continue
        wanted = _effects(card, blocks=blocks, attacks=attacks)
        if wanted and not wanted & told and not _plays_a_part(card, scenario):
            found.append(word.lower)
    return found


def _kinds(*, blocks: bool, attacks: bool) -> tuple[type, ...]:
    return (
        *((CantBlock, ForceBlock) if blocks else ()),
        *((CanBlockAsThough, CantAttack, ForceAttack) if attacks else ()),
    )


def _effects(card: Card, *, blocks: bool, attacks: bool) -> set[str]:
    """What it does so when it is cast or its ability is used."""
    return {
        type(effect).__name__
        for face in card.faces
        for a in face.abilities
        if isinstance(a, SpellAbility | Activated | Triggered)
        for effect in a.effects
        if isinstance(effect, _kinds(blocks=blocks, attacks=attacks))
    }


def _told(scenario: Scenario) -> set[str]:
    """Effects of these kinds that the scenario tells of a creature itself."""
    given = [a for thing in scenario.objects for a in thing.abilities]
    given += [a for event in scenario.events for a in event.abilities]
    return {type(effect).__name__ for a in given if isinstance(a, Static) for effect in a.effects}


def _plays_a_part(card: Card, scenario: Scenario) -> bool:
    """Whether the card is there and does something: it fights, is worn, was used, or is what is asked about."""
    mine = {o.id for o in scenario.objects if card.name in {o.card, o.copy_of}}
    if any(o.attached_to for o in scenario.objects if o.id in mine):
        return True
    acting = {id for e in scenario.events for id in (*e.subject, *e.target)}
    acting |= {e.by for e in scenario.events if e.by}
    asked = {id for q in scenario.queries for id in (*q.subject, *q.target)}
    return bool(mine & (acting | asked))
