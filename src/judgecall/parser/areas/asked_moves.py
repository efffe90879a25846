"""What is asked of an ability that moves cards: that it finds a land, brings something back, or brings itself back."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from judgecall.cards.abilities import (
    Activated,
    Damage,
    ExileAndReturn,
    Filter,
    Move,
    Named,
    PutOntoBattlefield,
    SpellAbility,
    Triggered,
)
from judgecall.parser.areas.asked_keywords import own_keywords
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention

if TYPE_CHECKING:
    from judgecall.parser.areas.triggers import TriggerReader

Kind = TypeVar("Kind")
_BRINGS_ITSELF_BACK = frozenset({"undying", "persist"})


def finds_a_card(reader: TriggerReader, zone: Zone) -> bool:
    """ "do i get a Plains", "does it fetch me a land": what its search finds, as far as it searches for such a card."""
    found = reader.story.within(
        zone, "v:get|fetch ~ YOU? ~ BARE", "find ~ YOU? ~ BARE", "v:put ~ BARE ~ onto|into ~ n:battlefield?"
    )
    asked = [(match, m) for match in found for m in match.mentions if m.is_object and m.head in {"land", "card"}]
    if len(asked) != 1:
        return False
    match, wanted = asked[0]
    if not any(_fits(effect, wanted) for effect in _of_kind(reader, Named)):
        return False
    reader.story.passed.add(wanted.start)
    reader.story.use(match)
    return True


def _fits(effect: Named, wanted: Mention) -> bool:
    """Whether it searches for a card as the question calls it: a card, a land, a Plains."""
    of = effect.of or Filter()
    land = "land" in of.types or bool(of.subtypes)
    return (
        effect.action.startswith("search_to")
        and (wanted.head == "card" or land)
        and set(wanted.subtypes) <= set(of.subtypes)
        and (wanted.count or 1) <= effect.amount.base
    )


def comes_back(reader: TriggerReader, zone: Zone) -> bool:
    """ "does it come back", of a creature with undying or persist; "do i get to return something", of an ability that does so."""
    story = reader.story
    found = story.within(zone, "ANY? v:return ~ ANY?", "v:return ~ something", "v:return")
    if not found:
        return False
    match = found[-1]
    things = [m for m in match.mentions if m.head not in {"player", "some"}]
    if own_keywords(reader.card()) & _BRINGS_ITSELF_BACK:
        named = [m for m in things if story.id(m) == reader.source]
        if len(things) > 1 or len(named) != len(things):
            return False
    elif not any(e.of.target for e in _of_kind(reader, PutOntoBattlefield)) or any(
        m.described or m.cards for m in things
    ):
        return False
    story.use(match)
    return True


def happens_to_host(reader: TriggerReader, zone: Zone) -> bool:
    """ "does his guy get exiled", of an Aura's ability: only what it is attached to is; of anything else nothing is said here."""
    host = reader.story.board.objects[reader.source].attached_to
    if host is None:
        return True
    inside = [m for m in reader.talk.mentions if zone.start <= m.start < zone.end and m.head != "player"]
    things = [m for m in inside if reader.story.board.of_mention.get(m.start) != reader.source]
    return all(reader.story.id(m) == host for m in things)


_PLAIN_TARGET = frozenset({"types", "controller", "target", "count", "up_to", "other"})
"""What of a target may be said without anything that the creature asked about would have to be told of."""


def surely_affects(reader: TriggerReader, zone: Zone, value: str) -> bool:
    """ "does Reclamation Sage kill his Sol Ring": no permanent is asked about that the ability might not be able to target.

    `value` is what is asked: destroy, exile or damage.
    """
    named = [m for m in reader.talk.mentions if zone.start <= m.start < zone.end and m.is_object]
    asked = [m for m in named if reader.story.board.of_mention.get(m.start) != reader.source]
    hit: list[Filter] = []
    if value == "damage":
        anything = Filter(types=("creature", "planeswalker", "battle"), target=True)
        for damage in _of_kind(reader, Damage):
            hit += [damage.of] if damage.of is not None else [anything] if damage.players == "any_target" else []
    else:
        hit = [move.of for move in _of_kind(reader, Move) if move.how.startswith(value)]
        hit += [one.of for one in _of_kind(reader, ExileAndReturn) if value == "exile"]
    targets = [of for of in hit if of.target]
    plain = [m for m in asked if m.described or m.cards or m.head != "pronoun"]
    return not targets or all(any(_is_surely(reader, m, of) for of in targets) for m in plain)


def _is_surely(reader: TriggerReader, mention: Mention, of: Filter) -> bool:
    told = {name for name in of.__struct_fields__ if getattr(of, name) != getattr(Filter(), name)}
    card = reader.talk.card(mention) if mention.cards else None
    types = set(card.faces[0].types) if card is not None else {mention.head} if mention.power is None else {"creature"}
    whose = {"any", "opponent" if mention.owner == "opp" else mention.owner or "any"}
    return told <= _PLAIN_TARGET and of.controller in whose and bool({*types, "permanent"} & set(of.types))


def effects_within(effect: object, kinds: tuple[type[Kind], ...]) -> list[Kind]:
    """Those of an effect and of the effects inside it that are of these kinds; of one that is, nothing inside it."""
    if isinstance(effect, kinds):
        return [effect]
    inner = (*getattr(effect, "effects", ()), *getattr(effect, "otherwise", ()))
    return [found for one in inner for found in effects_within(one, kinds)]


def _of_kind(reader: TriggerReader, kind: type[Kind]) -> list[Kind]:
    """What the abilities of the card that is asked about do of a kind."""
    card = reader.card()
    return [
        found
        for face in (card.faces if card is not None else ())
        for ability in face.abilities
        if isinstance(ability, Triggered | Activated | SpellAbility)
        for effect in ability.effects
        for found in effects_within(effect, (kind,))
    ]
