"""Cards that were told of and have no part in the scenario: a spell of which nothing came, an ability that nobody used.

Where such a card makes creatures attack or block, or keeps them from it, a reading without that must not be ruled on.
"""

from __future__ import annotations

from itertools import pairwise

from judgecall.cards.abilities import (
    Activated,
    CanBlockAsThough,
    CantAttack,
    CantBlock,
    Card,
    CombatTax,
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


_PAYING = frozenset({"cost", "costs", "free", "for free", "pay", "pays", "paying", "without paying"})
_JOINS = (["with"], ["and"], ["and", "another"], ["plus"], ["with", "another"])


def price_unheeded(best: Candidate, talk: Talk) -> list[str]:
    """Words about what it costs to attack or block, where a card makes it cost something and a reading asks only whether it may be."""
    kinds = {query.kind for query in best.scenario.queries}
    if not kinds & (BLOCKING | _ATTACKING):
        return []
    cards = [c for w in talk.words if w.kind == "card" and len(w.cards) == 1 and (c := talk.cards.get(w.cards[0]))]
    taxed = any(
        isinstance(e, CombatTax)
        for c in cards
        for f in c.faces
        for a in f.abilities
        if isinstance(a, Static)
        for e in a.effects
    )
    return [w.lower for i, w in enumerate(talk.words) if taxed and w.lower in _PAYING and i not in best.used]


def second_of_its_name(best: Candidate, talk: Talk) -> list[str]:
    """ "Mogg Flunkies attack together with Mogg Flunkies": two of one name, of which the scenario has one."""
    found: list[str] = []
    for first, second in pairwise([m for m in talk.mentions if m.is_object]):
        if not first.cards or first.cards != second.cards or second.article in {"the", "that", "this"} or second.owner:
            continue
        mine = [o for o in best.scenario.objects if o.card in first.cards]
        joined = talk.lowers[max(0, second.start - 1) : second.start] in _JOINS or second.article == "another"
        if joined and sum(o.count or 2 for o in mine) == 1:
            found.append(second.text)
    return found
