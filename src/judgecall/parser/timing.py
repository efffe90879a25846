"""Words that tell when something came, where it matters: a reading that has no place for them gives no ruling."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, Unread
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk

_USING = frozenset(
    {"can_attack", "can_activate", "can_produce", "can_pay_with", "may_spend", "mana_amount", "could_produce"}
)
"""Query kinds whose answer may turn on summoning sickness."""
_ARRIVING = frozenset({"cast", "enter", "fetch", "return", "reanimate", "blink", "steal"})
_FRESH = frozenset({"fresh", "freshly", "freshly cast", "summoning sick", "summon sick", "sick", "summoning sickness"})


def unheeded_times(best: Candidate, talk: Talk) -> list[int]:
    """The words of times that the reading doesn't use, of a question whether something can be used or attack."""
    if not any(q.kind in _USING for q in best.scenario.queries):
        return []
    found: list[int] = []
    counted = all(q.kind == "mana_amount" for q in best.scenario.queries) and not _asks_amount(talk)
    untold = counted or (best.area == "mana" and _creature_of_unknown_time(best, talk))
    for i, word in enumerate(talk.words):
        if word.is_("moment", "opponents_turn") and untold and _beside_arrival(i, talk):
            found.append(i)
        if not (word.is_("this_turn") or word.is_("last_turn")):
            continue
        if i in best.used:
            if untold and _beside_arrival(i, talk):
                found.append(i)
            continue
        if best.area == "sickness":
            told = "turn" in word.lower
        else:
            told = word.lower in _FRESH or _tells_arrival(word.lower) or _beside_arrival(i, talk)
        if told:
            found.append(i)
    return found


def _creature_of_unknown_time(best: Candidate, talk: Talk) -> bool:
    """Whether the reading has a creature with a name of which it doesn't say when it came."""
    for thing in best.scenario.objects:
        known = thing.since == "this_turn" or (
            thing.since and not any(q.kind == "may_spend" for q in best.scenario.queries)
        )
        card = talk.cards.get(thing.card) if thing.card and not known else None
        if card is None or thing.controller == "opp" or "creature" not in card.faces[0].types:
            continue
        land = "land" in card.faces[0].types
        if land or any(isinstance(a, Activated | Unread) and a.cost and a.cost.tap for a in card.faces[0].abilities):
            return True
    return False


def _asks_amount(talk: Talk) -> bool:
    """Whether anything asks for a number: then no yes or no was asked for."""
    if talk.has("how_many") or talk.has("how_much") or talk.has("which"):
        return True
    return not any(c.question and c.modal == "can" and not c.wh for c in talk.clauses)


def _tells_arrival(lower: str) -> bool:
    words = lower.split()
    return "turn" in words[:2] and len(words) > 2 and words[0] in {"the", "turn", "same"} and words[-1] != "turn"


def _beside_arrival(i: int, talk: Talk) -> bool:
    """Whether a verb of coming in stands before the time ("cast this turn") or right behind it ("just cast")."""
    if {"came", "come", "comes", "coming"} & set(talk.lowers[max(0, i - 3) : i]):
        return True
    for clause in talk.clauses:
        if not _ARRIVING & set(clause.frames) or clause.sentence != talk.words[i].sentence:
            continue
        if clause.verb < i < clause.verb + 7 or i < clause.verb <= i + 2:
            return True
    return False
