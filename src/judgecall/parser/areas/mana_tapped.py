"""What taps a permanent: its own mana ability, or something else that makes no mana (CR 106.12).

"opp taps my Forest with Icy Manipulator" taps it, but not for mana; where it can't be told which it was, nothing is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Cost, TapOrUntap
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.areas.mana_parts import Part
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, Query

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_asks import Asker

_USING = frozenset({"activate", "cast", "play", "target", "use"})
_PAYING = frozenset({"for", "to", "into", "on"})
_ABOUT_TAPS = frozenset({"mana_trigger", "is_doubled", "mana_amount", "can_produce", "could_produce", "who_gets_mana", "untaps",
                         "hurts_when_tapped", "damage_when_tapped"})  # fmt: skip
_FOR_A_COST = ("convoke", "convoking", "improvise", "crew", "crewing")
_SETTLED = frozenset({"mana_trigger", "is_doubled", "hurts_when_tapped", "damage_when_tapped"})
_FIGHTING = frozenset({"attack", "block"})


def taps_others(a: Asker, m: Mention) -> bool:
    """Whether a named card taps other permanents, by its effect (Icy Manipulator) or to pay for it (Springleaf Drum)."""
    card = a.talk.card(m) if m.cards else None
    return card is not None and any(
        (isinstance(p, TapOrUntap) and not p.untap and not p.of.this)
        or (isinstance(p, Cost) and p.tap_objects is not None)
        for face in card.faces
        for ability in face.abilities
        for p in inside(ability)
    )


def _costs_a_tap(a: Asker, m: Mention) -> bool:
    card = a.talk.card(m) if m.cards else None
    abilities = [x for face in (card.faces if card is not None else ()) for x in face.abilities]
    return any(isinstance(p, Cost) and p.tap_objects is not None for x in abilities for p in inside(x))


def with_other_taps(a: Asker, queries: list[Query]) -> list[Query]:
    """The queries, with the event of a tap that isn't for mana; none where what taps the permanent is unclear."""
    about = [q for q in queries if q.kind in _ABOUT_TAPS]
    if not about:
        return queries
    asked = {i for q in about for i in (*q.subject, *q.target)}
    taps = [c for c in a.talk.clauses if c.frame == "tap"]
    able = [m for m in a.b.things() if taps_others(a, m)]
    if any(_as_verb(a, m) for m in able) or _slang(a):
        return []
    if a.talk.says(*_FOR_A_COST):
        return _for_a_cost(a, about, queries)
    tools = [m for m in able if a.id(m) not in asked or any(_acts_in(m, c) for c in taps)]
    if not tools:
        return [] if any(_by_another(a, c) for c in taps) or _only_fights(a, about) else queries
    taps += [c for c in a.talk.clauses if set(c.frames) & _USING and c.on and any(m in tools for m in c.object)]
    events = [e for c in taps if (e := _told(a, c, tools)) is not None]
    if not events:
        answered = a.talk.says("in response", "in response to", "respond by", "for mana") and not any(
            _by_another(a, c) for c in taps
        )
        return queries if answered and a.tapped else []
    one = events[0]
    settled = (
        len(events) == 1
        and all(q.kind in _SETTLED and q.subject == one.subject for q in about)
        and not a.talk.says("for mana", "in response", "in response to", "then", "untap", "untaps")
        and all(c.question or _told(a, c, tools) is not None for c in taps)
    )
    if not settled:
        return []
    a.events.append(one)
    a.use_verbs(Part(0, len(a.talk.words)), "tap", "activate", "cast", "target", "use")
    return queries


def _for_a_cost(a: Asker, about: list[Query], queries: list[Query]) -> list[Query]:
    """ "tapping Birds for convoke", "tap it to crew": the permanent is tapped for a cost, and no mana ability is used."""
    subjects = {q.subject for q in about}
    if len(subjects) != 1 or any(q.kind not in _SETTLED for q in about) or a.talk.says("for mana"):
        return []
    a.events.append(Event("tap", subjects.pop(), how="cost"))
    a.used |= {i for i, w in enumerate(a.talk.words) if w.lower in _FOR_A_COST}
    a.use_verbs(Part(0, len(a.talk.words)), "tap", "convoke", "crew")
    return queries


def _acts_in(m: Mention, clause: Clause) -> bool:
    """ "Rishadan Port taps it": it taps something else, and isn't what is tapped."""
    if clause.passive:
        return m in clause.by
    return (m in clause.subject and bool(clause.object)) or m in clause.with_


def _as_verb(a: Asker, m: Mention) -> bool:
    """ "opponent Ports my Forest": the name of the card is what is done."""
    nxt = next((n for n in a.talk.mentions if n.start >= m.end), None)
    if nxt is None or not nxt.is_object or not (nxt.owner or nxt.article):
        return False
    return a.talk.lowers[m.end : nxt.start] in ([], ["'s"], ["is"])


def _slang(a: Asker) -> bool:
    """ "opp icy's my forest": a word nobody knows is what somebody does to it."""
    for who in a.talk.mentions:
        nxt = next((n for n in a.talk.mentions if n.start >= who.end), None)
        if who.player != "opp" or nxt is None or not nxt.is_object or nxt.sentence != who.sentence:
            continue
        gap = a.talk.words[who.end : nxt.start]
        unknown = bool(gap) and gap[0].kind == "word" and not gap[0].senses and len(gap) <= 2
        if unknown and nxt.owner == "you" and nxt.start in a.b.said_owner:
            return True
    return False


def _told(a: Asker, clause: Clause, tools: list[Mention]) -> Event | None:
    """ "opp taps my Forest with Icy Manipulator", "Forest gets tapped by Icy Manipulator", "uses Port to tap my Forest"."""
    near = [*clause.subject, *clause.with_, *clause.by, *(clause.object if clause.frame != "tap" else ())]
    for how, mentions in clause.other.items():
        # "I tap a Forest for Icy Manipulator" pays mana for it; "I tap Birds for Opposition" is its cost.
        near += [m for m in mentions if how not in _PAYING or _costs_a_tap(a, m)]
    tool = next((m for m in near if m in tools), None)
    if tool is None:
        lead = [c for c in a.talk.clauses if c.verb < clause.verb and c.start >= clause.verb - 12]
        used = [m for c in lead if set(c.frames) & _USING for m in c.object if m in tools]
        tool = used[-1] if used and used[-1].end <= clause.verb and clause.verb - used[-1].end <= 2 else None
    patients = clause.subject if clause.passive else clause.object if clause.frame == "tap" else clause.on
    hosts = [m for m in patients if m is not tool and (m.is_object or m.text in {"it", "that"})]
    if tool is None or len(hosts) != 1:
        return None
    host, by = a.id(hosts[0]) or _only_land_before(a, hosts[0], tool), a.id(tool)
    doer = next((m.player for m in clause.subject if m.head == "player" and m.player in {"you", "opp"}), None)
    if by and doer and tool.start not in a.b.said_owner:
        a.b.board.change(by, controller=doer)  # who taps with it has it
    return Event("tap", (host,), by=by) if host and by and host != by else None


def _only_land_before(a: Asker, pronoun: Mention, tool: Mention) -> str | None:
    """What "it" is that is tapped: the one source of mana named before."""
    before = {a.id(m) for m in a.b.things() if m.end <= pronoun.start and m is not tool and a.b.facts_of(m).makes}
    before.discard(None)
    return before.pop() if len(before) == 1 else None


def _by_another(a: Asker, clause: Clause) -> bool:
    """ "its spell taps my Forest", "my Forest is tapped by a 2/2", "opp taps my Forest": no mana ability of the Forest's."""
    if clause.passive:
        row = range(clause.verb + 1, min(clause.verb + 6, len(a.talk.words)))
        by = next((i for i in row if a.talk.lowers[i] == "by"), None)
        player = by is not None and any(m.head == "player" and m.start == by + 1 for m in clause.by)
        return any(m.is_object for m in clause.by) or (by is not None and not player)
    things = [m for m in clause.object if m.is_object]
    doer = clause.subject[-1:]  # "with Crypt Ghast out I tap three Swamps": the one right before the verb does it
    if any(m.is_object and (m.cards or m.head != "pronoun") for m in doer) and things:
        return True
    whose = {m.player for m in clause.subject if m.head == "player"}
    return whose == {"opp"} and any(m.owner == "you" and m.start in a.b.said_owner for m in things)


def _only_fights(a: Asker, about: list[Query]) -> bool:
    """ "I attack with Llanowar Elves, does Kinnan trigger": attacking taps it, and not for mana."""
    asked = {i for q in about for i in q.subject}
    return not a.tapped and any(
        a.id(m) in asked
        for c in a.talk.clauses
        if c.frame in _FIGHTING and not c.question
        for m in (*c.subject, *c.object, *c.with_)
    )
