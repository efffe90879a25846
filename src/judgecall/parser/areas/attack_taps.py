"""Questions whether a creature becomes tapped as it attacks (CR 508.1f): "does my Serra Angel tap when it attacks?"."""

from __future__ import annotations

from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Finder, Match
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, Query, Scenario

_WHEN = "when|if|after|while|as|once|whenever|to|for|by|from|upon PRON? is|are? v:attack"
_TAPPING = (
    f"s:whether|modal_can|modal_must OBJ get|gets|become|becomes|be? v:tap {_WHEN}",
    f"OBJ s:modal_must|modal_can be? v:tap {_WHEN}",
    f"s:modal_must v:tap OBJ {_WHEN}",
    f"OBJ get|gets|become|becomes|is v:tap {_WHEN}",
    f"does|do|will|would|is|are|did OBJ get|become|be? v:tap {_WHEN}",
    "does|do|will|would attacking cause|causes|make|makes|force|forces OBJ to? v:tap",
    "does|do|will|would attacking v:tap OBJ",
    "does|do|will|would v:attack OBJ? v:tap PRON",
    "does|do|will|would attacking with OBJ v:tap PRON",
    "does|do|will|would PRON get|become|be? v:tap when|if|after|as|from|for|by PRON? attacks|attack|attacking",
    "does|do|will|would PRON get|become|be? v:tap to attack",
)
_STAYING = (
    f"does|do|will|would|can OBJ stay|stays|remain|remains untapped {_WHEN}",
    f"OBJ stay|stays|remain|remains untapped {_WHEN}",
    "does|do|will|would|can PRON stay|stays|remain|remains untapped when|if|after|as|while PRON? attacks|attack|attacking",
    "can OBJ v:attack without tapping|being PRON? tapped?",
    "can PRON v:attack with OBJ without tapping PRON?",
)

_TOLD = ("does|do|will|would PRON then? get|become|be? v:tap", "is|are PRON then? now? tapped now? ?")
"""What is asked so of a creature that was said to attack."""


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question whether attacking taps a creature."""
    if context is not None or not any(w.is_("verb", "tap") or w.lower == "untapped" for w in talk.words):
        return []
    find = Finder(talk)
    match = find.first(*_TAPPING)
    stays = match is None
    match = match or find.first(*_STAYING)
    if match is None:
        told = [c.verb for c in talk.clauses if c.frame == "attack" and not (c.question or c.passive)]
        match = next((m for m in find.all(*_TOLD) if told and told[0] < m.start and _ends(m, talk)), None)
        stays = False
        told_of = {told[0]} if match is not None else set()
    else:
        told_of = set()
    creature = _creature(match, talk) if match is not None else None
    if match is None or creature is None:
        return []
    board = Board(talk)
    id = board.get(creature, owner="you")
    if id is None or not board.can_fight(board.objects[id]) or board.objects[id].controller not in OTHER:
        return []
    side = board.objects[id].controller or "you"
    used = told_of | match.words | set(range(creature.start, creature.end)) | board.attach()
    for mention in talk.mentions:
        if mention.cards and mention is not creature and mention.is_object:
            board.get(mention, owner=side)
            used |= set(range(mention.start, mention.end))
    query = Query("taps_to_attack", (id,), inverse=stays)
    board.change(id, attacking=True)
    scenario = Scenario(tuple(board.objects.values()), events=(Event("attack", (id,)),), queries=(query,), active=side)
    return [Candidate(scenario, "attack_taps", used, -1.0, tuple(board.guessed), tuple(board.ambiguous))]


def _ends(match: Match, talk: Talk) -> bool:
    """Whether nothing is said behind it but a mark: "do they tap?", and not "do they tap for mana"."""
    return all(word.kind == "mark" for word in talk.words[match.end :])


def _creature(match: Match, talk: Talk) -> Mention | None:
    """The creature that is asked about: in the question itself, or the one that was told of before it."""
    named = [m for m in match.mentions if m.is_object and m.head not in {"land", "player"}]
    if len(named) == 1:
        return named[0]
    before = [m for m in talk.mentions if m.is_object and m.end <= match.start]
    return before[0] if not named and len(before) == 1 else None
