"""What a question says again of a permanent's own effect: "Behind the Scenes gives all my guys skulk".

Such words add nothing to the card, whose effect is known: they only tell whose it is.
"""

from __future__ import annotations

from judgecall.cards.abilities import Become, Card, ForceBlock, Grant, Keyword, SpellAbility, Static, Unread
from judgecall.parser.lexicon import Sense
from judgecall.parser.talk import Talk

_GIVING = frozenset({"gives", "give", "giving", "grants", "granting", "makes", "making", "lets", "gave"})
_OWNERS = {"my": "you", "his": "opp", "their": "opp", "her": "opp", "our": "you"}
_GROUP = frozenset({"all", "of", "the", "whole", "entire", "team", "guys", "creatures", "board", "each", "other", "dudes", "army", "have", "has",
                    "every", "creature", "everything", "stuff"})  # fmt: skip
_ALL = frozenset({"every", "all", "each"})
_TURNED_INTO = frozenset(
    {"is", "are", "become", "becomes", "now", "a", "an", "also", "of", "my", "our", "the", "basic", "single", "into"}
)
_TURNING = frozenset({"makes", "making", "turns", "turning", "made", "turned"})
_PLACES = frozenset(
    {
        "on",
        "the",
        "battlefield",
        "out",
        "in play",
        "in",
        "play",
        "on board",
        "board",
        "my",
        "side",
        "around",
        "is",
        "was",
        "have",
        "has",
    }
)
_TEXT = (["that", "says"], ["which", "says"], ["that", "reads"], ["which", "reads"], ["that", "said"])
_LONGEST_TEXT = 30
_FAR = 8
_FILLER = (Sense("filler", "told"),)


def drop_restated(talk: Talk) -> None:
    """Take out of the talk what only says again that a named permanent gives a keyword to its side's creatures."""
    _name_participles(talk)
    _drop_animated(talk)
    _drop_own_text(talk)
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


def _drop_animated(talk: Talk) -> None:
    """ "Kormus Bell is out, all swamps are 1/1 creatures": what the card makes of them, and no other creatures."""
    sizes = _sizes_made(talk)
    if not sizes:
        return
    for start, word in enumerate(talk.words):
        if word.lower not in _ALL:
            continue
        group: str | None = None
        size: tuple[str, str] | None = None
        for i in range(start + 1, min(start + _FAR, len(talk.words))):
            here = talk.words[i]
            if group is None and here.lower not in _TURNED_INTO:
                group = here.lower.rstrip("s")
            elif here.kind == "size" and size is None:
                power, _, toughness = here.lower.partition("/")
                size = (power, toughness)
            elif here.lower in {"creature", "creatures"} and group is not None and size is not None:
                if (group, *size) in sizes:
                    _take_out(talk, start - bool(start and talk.lowers[start - 1] in _TURNING), i)
                break
            elif here.lower not in _TURNED_INTO and not here.is_("color"):
                break


def _drop_own_text(talk: Talk) -> None:
    """ "… Dictate of Karametra on the battlefield, the enchantment that says …": the card's own words, to the end of the sentence."""
    for mention in list(talk.mentions):
        card = talk.card(mention) if len(mention.cards) == 1 else None
        start = mention.end
        while start < len(talk.words) and talk.lowers[start] in _PLACES:
            start += 1
        if card is None or talk.lowers[start : start + 2] != [",", "the"]:
            continue
        kind = talk.lowers[start + 2 : start + 3]
        if kind != ["one"] and kind != ["card"] and not set(kind) & set(card.faces[0].types):
            continue
        if talk.lowers[start + 3 : start + 5] not in _TEXT:
            continue
        sentence = talk.words[start].sentence
        last = max(i for i, w in enumerate(talk.words) if w.sentence == sentence and w.lower not in {".", "!"})
        others = any(m.cards for m in talk.mentions if start < m.start <= last)
        if others or talk.lowers[last] == "?" or last - start > _LONGEST_TEXT:
            continue
        _take_out(talk, start, last)


def _sizes_made(talk: Talk) -> set[tuple[str, str, str]]:
    """What the permanents that are named make creatures of, with power and toughness: ("swamp", "1", "1")."""
    found: set[tuple[str, str, str]] = set()
    for mention in talk.mentions:
        card = talk.card(mention) if len(mention.cards) == 1 else None
        for ability in card.faces[0].abilities if card is not None else ():
            if not isinstance(ability, Static) or ability.condition is not None:
                continue
            for effect in ability.effects:
                if isinstance(effect, Become) and "creature" in effect.types and not effect.of.this:
                    found |= {
                        (kind.lower().rstrip("s"), str(effect.power), str(effect.toughness))
                        for kind in (effect.of.subtypes or effect.of.types)
                    }
    return found


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
