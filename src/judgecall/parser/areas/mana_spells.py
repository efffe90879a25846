"""Spells that make each tapping for mana give more until the turn ends (High Tide), cast and resolved before anything is tapped."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Card, Delayed
from judgecall.parser.areas.mana_board import ManaBoard
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event

_TIMES = {"once": 1, "twice": 2, "thrice": 3}


def read_spells(board: ManaBoard) -> list[Event]:
    """The events of such spells that were told to be cast or to resolve: one cast and one resolution for each."""
    events: list[Event] = []
    for clause in board.talk.clauses:
        spell = _told_spell(board, clause)
        id = board.board.of_mention.get(spell.start) if spell is not None else None
        if spell is None or id is None or any(id in e.subject for e in events):
            continue
        number, words = _how_often(board, clause, spell)
        if number is None or number > 9:
            continue
        caster = next((m.player for m in clause.subject if m.player in {"you", "opp"}), None)
        thing = board.board.objects[id]
        thing = msgspec.structs.replace(thing, count=1, zone="hand", controller=caster or thing.controller)
        board.board.objects[id] = thing
        ids = [id]
        for _ in range(number - 1):
            ids.append(board.board.create(msgspec.structs.replace(thing, id=f"{id}-again")))
        for one in ids:
            events += [Event("cast", (one,)), Event("resolve", (one,))]
        board.use({clause.verb, *range(spell.start, spell.end), *words})
        board.use(i for i, w in enumerate(board.talk.words) if w.is_("verb", "resolve", "cast") or w.is_("this_turn"))
    return events


def _told_spell(board: ManaBoard, clause: Clause) -> Mention | None:
    """The spell that the clause tells to be cast or to resolve, before the first tapping that is told."""
    if not {"cast", "resolve"} & {clause.frame, *clause.frames} or clause.negated or clause.question:
        return None
    talk = board.talk
    answered = talk.has("in_response") or talk.has("last_turn") or talk.has("verb", "counter", "respond")
    taps = [c.verb for c in talk.clauses if c.frame == "tap"]
    if answered or (taps and min(taps) < clause.verb):
        return None
    named = [m for m in (*clause.object, *clause.subject) if len(m.cards) == 1]
    return named[0] if len(named) == 1 and _rewards_taps(talk.card(named[0])) else None


def _rewards_taps(card: Card | None) -> bool:
    delayed = [p for a in (card.faces[0].abilities if card else ()) for p in inside(a) if isinstance(p, Delayed)]
    return any(d.event.what == "tapped_for_mana" and d.each_time for d in delayed)


def _how_often(board: ManaBoard, clause: Clause, spell: Mention) -> tuple[int | None, set[int]]:
    """How many of it resolved, and the word that says so; None where "some" did."""
    times = {i for i in range(clause.start, clause.end) if board.talk.lowers[i] in _TIMES}
    if len(times) > 1 or (times and spell.count not in {None, 1}):
        return None, set()
    if times:
        return _TIMES[board.talk.lowers[next(iter(times))]], times
    return (None if spell.plural and spell.count is None else spell.count or 1), set()
