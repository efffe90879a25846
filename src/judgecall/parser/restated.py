"""What a question says again of a permanent's own effect: "Behind the Scenes gives all my guys skulk".

Such words add nothing to the card, whose effect is known: they only tell whose it is.
"""

from __future__ import annotations

from judgecall.cards.abilities import Card, ForceBlock, Grant, Keyword, SpellAbility, Static, Unread
from judgecall.parser.lexicon import Sense
from judgecall.parser.talk import Talk

_GIVING = frozenset({"gives", "give", "giving", "grants", "granting", "makes", "making", "lets", "gave"})
_OWNERS = {"my": "you", "his": "opp", "their": "opp", "her": "opp", "our": "you"}
_GROUP = frozenset({"all", "of", "the", "whole", "entire", "team", "guys", "creatures", "board", "each", "other", "dudes", "army", "have", "has",
                    "every", "creature", "everything", "stuff"})  # fmt: skip
_FAR = 8
_FILLER = (Sense("filler", "told"),)


def drop_restated(talk: Talk) -> None:
    """Take out of the talk what only says again that a named permanent gives a keyword to its side's creatures."""
    _name_participles(talk)
    for mention in list(talk.mentions):
        card = talk.card(mention) if len(mention.cards) == 1 else None
        end = mention.end
        if card is None or end >= len(talk.words) or talk.lowers[end] not in _GIVING:
            continue
        granted = _granted(card)
        owner: str | None = None
        for i in range(end + 1, min(end + _FAR, len(talk.words))):
            word = talk.words[i]
            if word.is_("keyword") and any(s.value in granted for s in word.senses if s.kind == "keyword"):
                _take_out(talk, end, i)
                mention.owner = mention.owner or owner
                break
            if word.lower in _OWNERS:
                owner = _OWNERS[word.lower]
            elif word.lower not in _GROUP:
                break


def _name_participles(talk: Talk) -> None:
    """ "an Enlarged Elvish Mystic": the spell that makes it be blocked is named, so that no reader goes on without it."""
    for word in talk.words:
        if word.kind != "word" or word.senses or not word.lower.endswith("ed"):
            continue
        for stem in (word.lower[:-1].title(), word.lower[:-2].title()):
            card = talk.cards.get(stem)
            spells = [a for a in card.faces[0].abilities if isinstance(a, SpellAbility)] if card is not None else []
            if card is not None and any(isinstance(e, ForceBlock) for a in spells for e in a.effects):
                word.kind, word.cards = "card", (card.name,)
                break


def _granted(card: Card) -> set[str]:
    """The keywords that it gives to all creatures its controller controls; none when a line of it wasn't read."""
    if len(card.faces) != 1 or any(isinstance(a, Unread) for a in card.faces[0].abilities):
        return set()
    found: set[str] = set()
    for ability in card.faces[0].abilities:
        if not isinstance(ability, Static) or ability.condition is not None:
            continue
        for effect in ability.effects:
            if isinstance(effect, Grant) and not effect.of.this and not effect.of.attached:
                found |= {a.name for a in effect.abilities if isinstance(a, Keyword)}
    return found


def _take_out(talk: Talk, start: int, last: int) -> None:
    """Mark these words as explained and forget the mentions and clauses in them."""
    talk.use(range(start, last + 1))
    for word in talk.words[start : last + 1]:
        word.senses = _FILLER  # no reader is to give the keyword to anything besides
    talk.forget(range(start, last + 1))
