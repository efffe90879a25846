"""The scenario before, as a follow-up changes it: one operation for each kind of change."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Keyword
from judgecall.parser.board import Board
from judgecall.parser.following.referents import Referents
from judgecall.parser.mention import Mention
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability
from judgecall.scenario.model import STEPS, Event, GameObject, Query, Scenario, Step
from judgecall.scenario.stated import restated

_STEP_OF: dict[str, Step] = {"attack": "declare_attackers", "block": "declare_blockers", "no_block": "declare_blockers"}


class Scene:
    """A scenario that is being changed.

    Args:
        talk: the follow-up.
        scenario: the one before.
    """

    def __init__(self, talk: Talk, scenario: Scenario) -> None:
        self.talk = talk
        self.scenario = scenario
        self.changed = False
        self.ambiguous: list[tuple[str, ...]] = []
        self.guessed: list[str] = []

    @property
    def refs(self) -> Referents:
        """What mentions stand for in the scenario as it is now."""
        return Referents(self.scenario, self.talk.cards.get)

    def thing(self, id: str) -> GameObject:
        """The object with this id."""
        return self.scenario.object(id)

    # ---------------------------------------------------------- one object

    def state(self, id: str, what: str, value: str) -> None:
        """State a fact otherwise, by its name in `scenario.stated`."""
        self._now(restated(self.scenario, {f"{id} {what}": value}))
        self.about(id)

    def set(self, id: str, **fields: object) -> None:
        """Set fields of an object."""
        things = tuple(
            msgspec.structs.replace(thing, **fields) if thing.id == id else thing for thing in self.scenario.objects
        )
        self._now(msgspec.structs.replace(self.scenario, objects=things))
        self.about(id)

    def about(self, id: str) -> None:
        """Remember what was spoken of last, where the question before was about something else."""
        asked = self.scenario.queries[-1].subject if self.scenario.queries else ()
        self.scenario = msgspec.structs.replace(self.scenario, topic=None if id in asked else id)

    def split(self, id: str, n: int) -> str | None:
        """Take so many out of a group, which do and are asked all that the group does and is; None if it isn't that many or no number is known."""
        thing = self.thing(id)
        if thing.count is None or thing.count <= n:
            return id if thing.count == n else None
        part = next(name for k in range(1, thing.count + 2) if (name := f"{id}-part-{k}") not in self.refs.things)
        rest = msgspec.structs.replace(thing, count=thing.count - n)
        objects = [
            o
            for one in self.scenario.objects
            for o in ((rest, msgspec.structs.replace(thing, id=part, count=n)) if one.id == id else (one,))
        ]

        def row(ids: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(new for old in ids for new in ((old, part) if old == id else (old,)))

        events, queries = (
            tuple(msgspec.structs.replace(one, subject=row(one.subject), target=row(one.target)) for one in many)
            for many in (self.scenario.events, self.scenario.queries)
        )
        self._now(msgspec.structs.replace(self.scenario, objects=tuple(objects), events=events, queries=queries))
        return part

    def give(self, id: str, term: str, has: bool) -> None:
        """Give an object an ability of the lexicon, or take it away."""
        told = ability(term)
        if isinstance(told, Keyword) and told.of is None:
            self.state(id, f"keyword {term}", "yes" if has else "no")
            return
        thing = self.thing(id)
        others = tuple(a for a in thing.abilities if a != told)
        if has:
            self.set(id, abilities=(*others, told))
        else:
            self.set(id, abilities=others, said="" if thing.card is None else thing.said)

    def describe(self, id: str, mention: Mention) -> None:
        """ "it's a 3/3 with reach", "what if it's red": what is said of it now, all else staying as it was."""
        thing = self.thing(id)
        if mention.power is not None:
            self.state(id, "size", f"{mention.power}/{mention.toughness}")
        if mention.colors or mention.colorless:
            said = thing.said if thing.card is not None else ""
            self.set(id, colors=tuple(mention.colors), said=said)
        types = tuple(t for t in mention.types if t not in thing.types)
        if types and set(mention.types) != {"creature"}:
            self.set(id, types=(*thing.types, *types), said=thing.said if thing.card is not None else "")
        if mention.subtypes:
            self.set(id, subtypes=tuple(mention.subtypes), said=thing.said if thing.card is not None else "")
        for term in mention.keywords:
            self.give(id, term, True)
        for term in mention.without:
            self.give(id, term, False)
        if mention.tapped is not None:
            self.state(id, "tapped", "yes" if mention.tapped else "no")
        if mention.since is not None:
            self.state(id, "since", "yes" if mention.since == "this_turn" else "no")
        for kind, n in mention.counters.items():
            self.counters(id, kind, n)

    def counters(self, id: str, kind: str, n: int) -> None:
        """So many counters of a kind on it, whatever was there before."""
        others = tuple((each, m) for each, m in self.thing(id).counters if each != kind)
        self.set(id, counters=(*others, (kind, n)))

    def make(self, mention: Mention, owner: str | None) -> GameObject:
        """The object that a mention describes by itself."""
        board = Board(self.talk)
        board.objects = {thing.id: thing for thing in self.scenario.objects}  # so that its id is its own
        id = board.make(mention, owner, "")
        self.ambiguous += board.ambiguous
        self.guessed += board.guessed
        return board.objects[id]

    def add(self, mention: Mention, owner: str | None) -> str:
        """Put one more thing on the board."""
        made = self.make(mention, owner)
        self._now(msgspec.structs.replace(self.scenario, objects=(*self.scenario.objects, made)))
        self.about(made.id)
        return made.id

    def swap(self, old: str, mention: Mention) -> str:
        """Put what is named anew where something stood: whose it is, where it is and what it does stay."""
        was = self.thing(old)
        made = self.make(mention, was.controller)
        made = msgspec.structs.replace(
            made,
            controller=mention.owner or was.controller,
            count=mention.count if mention.count is not None else was.count if mention.plural else 1,
            attacking=was.attacking,
            blocking=was.blocking,
            zone=mention.zone or was.zone,
            since=made.since or was.since,
            tapped=was.tapped if made.tapped is None else made.tapped,
            x=was.x if made.x is None else made.x,
            attached_to=was.attached_to,
        )
        things = tuple(made if thing.id == old else thing for thing in self.scenario.objects)
        self._now(_renamed(msgspec.structs.replace(self.scenario, objects=things), old, made.id))
        self.about(made.id)
        return made.id

    def remove(self, id: str) -> bool:
        """Take a thing off the board, if nothing that happens or is asked is about it."""
        acts = any(id in (*e.subject, *e.target) for e in self.scenario.events)
        asked = any(id in (*q.subject, *q.target) for q in self.scenario.queries)
        if acts or asked or any(thing.attached_to == id for thing in self.scenario.objects):
            return False
        things = tuple(thing for thing in self.scenario.objects if thing.id != id)
        self._now(msgspec.structs.replace(self.scenario, objects=things, topic=None))
        return True

    # ------------------------------------------------------------- the rest

    def player(self, id: str, field: str, value: int) -> None:
        """State a number of a player: life, mana, lands."""
        players = tuple(
            msgspec.structs.replace(p, **{field: value}) if p.id == id else p for p in self.scenario.players
        )
        self._now(msgspec.structs.replace(self.scenario, players=players))

    def fact(self, name: str, value: str, *instead_of: str) -> None:
        """State a named fact, in place of those that it excludes."""
        facts = tuple((n, v) for n, v in self.scenario.facts if n not in {name, *instead_of})
        self._now(msgspec.structs.replace(self.scenario, facts=(*facts, (name, value))))

    def renumber(self, asked: list[Query], n: int) -> None:
        """The number that a query is about (the X of "what does it cost for X=4")."""
        queries = tuple(msgspec.structs.replace(q, n=n) if q in asked else q for q in self.scenario.queries)
        self._now(msgspec.structs.replace(self.scenario, queries=queries))

    def turn(self, player: str) -> None:
        """Whose turn it is."""
        self._now(msgspec.structs.replace(self.scenario, active=player))

    def happens(self, events: list[Event]) -> None:
        """More that happens: in a fight after what was declared, else before what was told."""
        timed = [self._timed(e) for e in events]
        self._now(msgspec.structs.replace(self.scenario, events=_in_order([*self.scenario.events, *timed])))
        for event in events:
            for id in event.subject[:1]:
                if any(thing.id == id for thing in self.scenario.objects):
                    self.about(id)

    def events(self, events: tuple[Event, ...]) -> None:
        """What happens, all of it anew."""
        self._now(msgspec.structs.replace(self.scenario, events=_in_order(list(events))))

    def ask(self, queries: tuple[Query, ...]) -> None:
        """What is asked, in place of what was asked before."""
        self.scenario = msgspec.structs.replace(self.scenario, queries=queries)

    def _timed(self, event: Event) -> Event:
        """What is told with "before" or "first" happens before blocks; a change with no time said after them."""
        if event.at is not None or not any(e.kind in {"attack", "block"} for e in self.scenario.events):
            return event
        declared = any(e.kind in {"block", "no_block"} for e in self.scenario.events)
        late = declared and not self.talk.says("before", "first")
        return msgspec.structs.replace(event, at="declare_blockers" if late else "declare_attackers", after=True)

    def _now(self, scenario: Scenario) -> None:
        self.changed = self.changed or scenario != self.scenario
        self.scenario = scenario


def _renamed(scenario: Scenario, old: str, new: str) -> Scenario:
    """The scenario with another id for one thing in everything that speaks of it."""

    def row(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if id == old else id for id in ids)

    replace = msgspec.structs.replace
    return replace(
        scenario,
        objects=tuple(replace(o, attached_to=new) if o.attached_to == old else o for o in scenario.objects),
        events=tuple(
            replace(e, subject=row(e.subject), target=row(e.target), by=new if e.by == old else e.by)
            for e in scenario.events
        ),
        queries=tuple(replace(q, subject=row(q.subject), target=row(q.target)) for q in scenario.queries),
        facts=tuple(
            (" ".join(new if w.lstrip("@") == old else w for w in name.split()), value)
            for name, value in scenario.facts
        ),
    )


def _in_order(events: list[Event]) -> tuple[Event, ...]:
    def place(event: Event) -> tuple[int, int]:
        step = event.at or _STEP_OF.get(event.kind)
        if step is None:
            return -1, 0
        return STEPS.index(step), 1 if event.after or event.kind not in _STEP_OF else 0

    return tuple(sorted(events, key=place))
