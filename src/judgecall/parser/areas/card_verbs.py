"""A card's name used as a verb: "opponent strip mines a land", "he unsummons my wolf", "they wasteland one"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Activated, Card, Damage, Filter, Move, SpellAbility

if TYPE_CHECKING:
    from judgecall.parser.areas.story import Story
    from judgecall.parser.phrases import Match
from judgecall.scenario.model import Event

_HOW = {"destroy": "destroyed", "hand": "bounced", "exile": "exiled"}


def card_verbs(story: Story) -> None:
    """Each such use as what the card does; one whose doing isn't known is left for nobody to explain."""
    for match in story.told("PL CARD ANY", "PL CARD PL", "PL CARD ~ N"):
        player, tool = match.mentions[0], match.mentions[1]
        if player.end != tool.start or tool.article in {"a", "the", "own"} or tool.start in story.passed:
            continue
        card = story.talk.card(tool)
        story.passed.add(tool.start)
        how = does(card) if card is not None else ""
        things = list(match.mentions[2:])
        amount = burns_for(card) if card is not None else None
        if amount is not None and things:
            when = {"in_response": True} if story._responding(match.start) else {}
            if story.burns(match.start, things, amount, when):
                _use(story, match)
            continue
        if not how or (things and things[0].cards and things[0].cards == tool.cards):
            continue
        ids, n = story.group(things)
        if not things and match.numbers:
            group = next((i for i in reversed(story.board.spoken) if (story.board.objects[i].count or 1) > 1), None)
            ids, n = ((group,), match.numbers[0]) if group is not None else ((), None)
        if not ids:
            continue
        _use(story, match)
        story.add(match.start, Event("leave", ids, how=how, n=n, in_response=story._responding(match.start)))


def _use(story: Story, match: Match) -> None:
    story.use(match)
    story.used |= {i for i in range(match.end, len(story.talk.words)) if _same_breath(story, match.end, i)}


def _same_breath(story: Story, start: int, i: int) -> bool:
    words = story.talk.words
    return i < start + 2 and words[i].is_("in_response") and words[i].sentence == words[start - 1].sentence


def does(card: Card) -> str:
    """The one thing that it does to what it is pointed at."""
    moves = {
        e.how
        for a in card.faces[0].abilities
        if isinstance(a, Activated | SpellAbility) and len(a.effects) == 1
        for e in a.effects
        if isinstance(e, Move)
    }
    others = [a for a in card.faces[0].abilities if isinstance(a, SpellAbility) and len(a.effects) != 1]
    return _HOW.get(moves.pop(), "") if len(moves) == 1 and not others else ""


def may_hit(spell: Card, card: Card) -> bool:
    """Whether what the spell moves may be this card whichever of its faces is up: of the right type, and of no colour that is barred."""
    hit = [
        e.of for a in spell.faces[0].abilities if isinstance(a, SpellAbility) for e in a.effects if isinstance(e, Move)
    ]
    told = {"types", "not_colors", "target"}
    return any(
        {name for name in of.__struct_fields__ if getattr(of, name) != getattr(Filter(), name)} <= told
        and all(
            {"permanent", *face.types} & set(of.types) and not set(face.colors) & set(of.not_colors)
            for face in card.faces
        )
        for of in hit
    )


def burns_for(card: Card) -> int | None:
    """How much damage it deals to whatever it is pointed at, if it does nothing else and the amount is printed."""
    effects = [e for a in card.faces[0].abilities for e in getattr(a, "effects", (None,))]
    one = effects[0] if len(effects) == 1 else None
    if not isinstance(one, Damage) or one.players != "any_target" or one.amount.per is not None:
        return None
    return one.amount.base
