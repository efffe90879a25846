"""Keywords told of "it" in a fight: which of the two fighters is meant must be plain."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.words import Word
from judgecall.scenario.asked import BLOCKING
from judgecall.scenario.model import GameObject, Scenario

_EVASION = frozenset({"skulk", "menace", "shadow", "fear", "intimidate", "horsemanship", "trample"})
"""Keywords that are told of attackers."""
_LINKS = frozenset({"has", "have", "got", "'s", "is", "also", "actually", "only"})
_NEAR = 4


def told_of_the_other(best: Candidate, talk: Talk) -> list[str]:
    """Keywords that "it has …" tells, where the reading gives them to a fighter that needn't be the one meant."""
    scenario = best.scenario
    if not any(query.kind in BLOCKING for query in scenario.queries):
        return []
    attackers, blockers = _fighters(scenario)
    if not attackers or not blockers:
        return []
    found: list[str] = []
    for i, word in enumerate(talk.words):
        if word.lower not in {"it", "its"}:
            continue
        for told in _keywords_after(i, talk.words):
            keyword = next(s.value for s in told.senses if s.kind == "keyword")
            holders = {o.id for o in scenario.objects if _given(o, keyword, scenario)}
            named = {o.id for o in scenario.objects if _printed(o, keyword, talk)}
            if keyword in _EVASION:
                plain = holders <= attackers
            elif keyword == "reach":
                plain = holders <= blockers
            elif named:
                plain = holders <= named
            else:
                alone = sum(m.is_object and m.start < i for m in talk.mentions) == 1  # nobody told whom it fights
                plain = alone or len(attackers | blockers) < 2 or i not in best.used
            if not plain:
                found.append(told.lower)
    return found


def _keywords_after(i: int, words: list[Word]) -> list[Word]:
    """The keyword that the words after a pronoun tell of it."""
    for j in range(i + 1, min(i + 1 + _NEAR, len(words))):
        if any(s.kind == "keyword" and s.form == "is" for s in words[j].senses):
            return [words[j]] if j > i + 1 or words[i].lower == "its" else []
        if words[j].lower not in _LINKS:
            return []
    return []


def _fighters(scenario: Scenario) -> tuple[set[str], set[str]]:
    attackers = {id for e in scenario.events if e.kind == "attack" for id in e.subject}
    attackers |= {o.id for o in scenario.objects if o.attacking}
    blockers = {id for e in scenario.events if e.kind == "block" for id in e.subject}
    for query in scenario.queries:
        if query.kind in BLOCKING:
            pair = (query.subject, query.target) if query.kind != "can_be_blocked" else (query.target, query.subject)
            blockers |= set(pair[0])
            attackers |= set(pair[1])
    return attackers, blockers - attackers


def _given(thing: GameObject, keyword: str, scenario: Scenario) -> bool:
    told = any(isinstance(a, Keyword) and a.name == keyword for a in thing.abilities)
    gained = (e for e in scenario.events if e.kind == "gain" and thing.id in e.subject)
    return told or any(isinstance(a, Keyword) and a.name == keyword for e in gained for a in e.abilities)


def _printed(thing: GameObject, keyword: str, talk: Talk) -> bool:
    card = talk.cards.get(thing.card) if thing.card else None
    return card is not None and any(
        isinstance(a, Keyword) and a.name == keyword for face in card.faces for a in face.abilities
    )
