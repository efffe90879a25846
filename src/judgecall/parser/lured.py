"""Abilities that make creatures block, told of the creature they were used on: "I used Jermane's lure ability on my horse".

The words become part of the creature's description, before clauses are read: that an ability was used says nothing
more about the combat that the question is about.
"""

from __future__ import annotations

from collections.abc import Sequence

from judgecall.cards.abilities import Activated, ForceBlock
from judgecall.parser.lexicon import Sense
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import CardFacts
from judgecall.parser.words import Word

_FILLER = (Sense("filler", "told"),)
_TELLING = frozenset(
    {"lure", "second", "last", "other", "bigger", "latter", "2nd", "expensive", "blocking", "block", "3", "three"}
)
_BETWEEN = frozenset({"'s", "the", "and", "her", "its", "mana", "ability", "abilities", "effect", "trick", "activation", "activated", "used", "on", "onto", "at", "to", "with",
                      "targeting", "target", "targets", "targeted", "aimed", "for", "into", "chose", "choosing", "which", "is", "cost", "one", "thing", "-", ",", "in", "of", "from",
                      "puts", "put", "resolved", "resolves", "was", "has", "been", "already", "this turn"}) | _TELLING  # fmt: skip
_GOT = frozenset({"got", "gets", "get", "has", "had", "with", "under", "receives", "received"})
_MODAL = frozenset({"can", "could", "may", "should", "would", "will"})
_MADE = frozenset({"made", "makes", "making", "make"})
_LURING = ("all creatures able to block", "must be blocked", "has to be blocked", "have to be blocked", "everything able to block", "creatures able to block it",
           "all able creatures block")  # fmt: skip


def tell_lures(
    words: list[Word], mentions: list[Mention], cards: CardFacts, late: frozenset[str] = frozenset()
) -> tuple[list[Mention], list[str]]:
    """The mentions with each lured creature described as such; the cards that did it are returned apart.

    Nothing is told so when the question speaks of a moment at which it may come too late.

    Args:
        words: the question's words; those that tell of the ability are made fillers.
        mentions: its mentions.
        cards: facts about cards.
        late: names of the moments after blockers were declared.
    """
    if any(w.is_("moment", *late) for w in words if late):
        return mentions, []
    kept = list(mentions)
    sources: list[str] = []
    for mention in mentions:
        name = _lurer(mention, cards)
        if name is None:
            continue
        if _has_got(mention, kept, words):
            sources.append(name)
            kept.remove(mention)
            continue
        target = next((m for m in mentions if m.start >= mention.end and m.is_object and _stands_apart(m, words)), None)
        if target is None or words[target.start].sentence != words[mention.start].sentence:
            continue
        gap = [w.lower for w in words[mention.end : target.start]]
        lead = [
            w.lower
            for w in words[max(0, mention.start - 4) : mention.start]
            if w.sentence == words[mention.start].sentence
        ]
        if _MODAL & set(lead) or ({"does", "do", "is"} & set(lead[-1:]) and "target" in gap):
            continue  # "can her second ability target my bird" asks about it
        if not all(w in _BETWEEN | _MADE or m_inside(i, mention.end, mentions) for i, w in enumerate(gap)):
            continue
        end = _end_of_made(words, target) if _MADE & set(gap) else target.start
        if end is None or not (_TELLING & set(gap) or _MADE & set(gap) or _single(mention, cards)):
            continue
        for word in [*words[mention.start : target.start], *words[target.end : end]]:
            word.kind, word.senses, word.value, word.cards = "word", _FILLER, (), ()
        _forget_verb_before(words, mention.start)
        if "lure" not in target.keywords:
            target.keywords.append("lure")
        kept = [m for m in kept if m is target or not (mention.start <= m.start < max(end, target.start))]
        sources.append(name)
    return kept, sources


def _has_got(lurer: Mention, mentions: Sequence[Mention], words: Sequence[Word]) -> bool:
    """ "my elk got Jermane's lure": the creature stands before, and "lure" after; the creature is then described so."""
    start, end = lurer.start, lurer.end
    if start == 0 or words[start - 1].lower not in _GOT:
        return False
    while end < len(words) and words[end].lower in {"'s", "the", "second", "other", "last", "big", "bigger"}:
        end += 1
    if end >= len(words) or words[end].lower != "lure":
        return False
    end += 1
    while end < len(words) and words[end].lower in {"ability", "thing", "effect", "trick", "on"}:
        end += 1
    before = [
        m for m in mentions
        if m.end < start and m.sentence == words[start].sentence and m.is_object and m.head not in {"ability", "spell", "land"}
    ]  # fmt: skip
    if not before or start - before[-1].end > 3:
        return False
    if "lure" not in before[-1].keywords:
        before[-1].keywords.append("lure")
    for word in words[start - 1 : end]:
        word.kind, word.senses, word.value, word.cards = "word", _FILLER, (), ()
    return True


def m_inside(i: int, offset: int, mentions: Sequence[Mention]) -> bool:
    """Whether a word between is a bare mention ("the lure ability")."""
    return any(m.start <= offset + i < m.end and m.head in {"ability", "pronoun", "player"} for m in mentions)


def _stands_apart(mention: Mention, words: Sequence[Word]) -> bool:
    return mention.head not in {"ability", "spell"} and bool(
        mention.owner or mention.article or mention.cards or mention.described
    )


def _activated_lures(mention: Mention, cards: CardFacts) -> tuple[str | None, int]:
    card = cards.get(mention.cards[0]) if len(mention.cards) == 1 else None
    if card is None:
        return None, 0
    activated = [a for a in card.faces[0].abilities if isinstance(a, Activated)]
    lures = [
        a
        for a in activated
        if any(
            isinstance(e, ForceBlock) and e.attacker is not None and e.attacker.target and e.blockers is None
            for e in a.effects
        )
    ]
    return (card.name, len(activated)) if len(lures) == 1 else (None, 0)


def _lurer(mention: Mention, cards: CardFacts) -> str | None:
    return _activated_lures(mention, cards)[0]


def _single(mention: Mention, cards: CardFacts) -> bool:
    """It has no other activated ability, so there is nothing to tell apart."""
    return _activated_lures(mention, cards)[1] == 1


def _end_of_made(words: Sequence[Word], target: Mention) -> int | None:
    """Where "made my unicorn a creature that all creatures able to block must block this turn" ends."""
    stop = target.end
    while (
        stop < len(words)
        and words[stop].sentence == words[target.start].sentence
        and words[stop].lower not in {".", ",", "?", "and", "then", ";"}
    ):
        stop += 1
    text = " ".join(w.lower for w in words[target.end : stop])
    return stop if any(phrase in text for phrase in _LURING) else None


def _forget_verb_before(words: list[Word], start: int) -> None:
    """ "used", "activated", "paid for": the verb that told of it."""
    for j in range(start - 1, max(-1, start - 4), -1):
        if words[j].is_("verb", "activate", "pay", "cast", "put", "enchant", "give", "target", "tap"):
            words[j].senses = _FILLER
            return
