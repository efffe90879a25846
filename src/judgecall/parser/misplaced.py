"""What a reading says of a card that can't be meant: the size of another card, an attack of what is no creature."""

from __future__ import annotations

from judgecall.cards.abilities import Card
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.asked import BLOCKING
from judgecall.scenario.model import GameObject

_CHANGES = frozenset(
    {"animate", "crew", "set_pt", "modify", "counters", "copy", "transform", "cast", "trigger", "activate"}
)
_ATTACKS = frozenset({"can_attack", "must_attack", "how_many_attack", "attack_cost"})
_AGAIN = frozenset({"twice", "again", "two times", "second time"})


def misplaced(best: Candidate, talk: Talk) -> list[str]:
    """The words of such a size or the name of such a card: no ruling rests on them."""
    return [
        *_sizes(best, talk),
        *_no_creatures(best, talk),
        *_another_combat(best, talk),
        *_what_it_is_not(best, talk),
        *_more_opponents(best, talk),
    ]


def _more_opponents(best: Candidate, talk: Talk) -> list[str]:
    """ "Propaganda in front of the other opponent": whom a creature may attack hangs on players that the scenario hasn't."""
    if len(best.scenario.players) > 2 or not any(q.kind in _ATTACKS for q in best.scenario.queries):
        return []
    pairs = zip(talk.words, talk.words[1:], strict=False)
    return [b.lower for a, b in pairs if a.lower in {"other", "another"} and b.lower in {"opponent", "player", "opp"}]


def _what_it_is_not(best: Candidate, talk: Talk) -> list[str]:
    """ "my nonblack creature": a quality that a creature hasn't, which nothing in a scenario tells."""
    if not any(q.kind in BLOCKING for q in best.scenario.queries):
        return []
    told = [(i, w) for i, w in enumerate(talk.words) if w.kind == "word" and not w.senses and not w.used]
    return [
        w.lower for i, w in told if w.lower.startswith("non") and talk.inside(i + 1) is not None and i not in best.used
    ]


def _another_combat(best: Candidate, talk: Talk) -> list[str]:
    """ "can his creatures attack twice": a second attack, where the reading has one only."""
    attacks = any(q.kind in {"can_attack", "how_many_attack"} for q in best.scenario.queries)
    told = any(e.kind == "extra_step" for e in best.scenario.events)
    again = [
        w.lower
        for i, w in enumerate(talk.words)
        if w.lower in _AGAIN and any(c.frame == "attack" and c.verb < i for c in talk.clauses)
    ]
    return again[:1] if attacks and not told else []


def _sizes(best: Candidate, talk: Talk) -> list[str]:
    """ "Typhoid Rats blocks Colossal Dreadmaw, it's 6/6": the size that another of the cards has, and this one hasn't."""
    if any(e.kind in _CHANGES for e in best.scenario.events):
        return []
    cards = {o.id: card for o in best.scenario.objects if (card := talk.cards.get(o.card or "")) is not None}
    found: list[str] = []
    for thing in best.scenario.objects:
        size = (str(thing.power), str(thing.toughness))
        if thing.id not in cards or thing.power is None or thing.counters or size in _printed(cards[thing.id]):
            continue
        if any(
            thing.card in m.cards and any(w.kind == "size" for w in talk.words[m.start : m.end]) for m in talk.mentions
        ):
            continue  # "a 3/3 Sandstone Warrior": told in one breath with the name
        others = [o for o in best.scenario.objects if o.id != thing.id and o.id in cards and o.power is None]
        if any(size in _printed(cards[o.id]) for o in others):
            found.append("/".join(size))
    return found


def _printed(card: Card) -> set[tuple[str, str]]:
    return {(str(face.power), str(face.toughness)) for face in card.faces}


def _no_creatures(best: Candidate, talk: Talk) -> list[str]:
    """ "… mana used for a creature. can it attack": "it" is the creature that was told of, and not the land."""
    told = any(m.head == "creature" and not m.cards for m in talk.mentions)
    acting = {
        id for q in best.scenario.queries if q.kind in BLOCKING | {"can_attack", "must_attack"} for id in q.subject
    }
    changed = {id for e in best.scenario.events for id in (*e.subject, *e.target) if e.kind in _CHANGES}
    return [
        o.said
        for o in best.scenario.objects
        if told and o.id in acting - changed and not o.animated and _is_no_creature(o, talk)
    ]


def _is_no_creature(thing: GameObject, talk: Talk) -> bool:
    card = talk.cards.get(thing.card) if thing.card else None
    return card is not None and not any("creature" in f.types or "Vehicle" in f.subtypes for f in card.faces)
