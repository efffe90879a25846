"""Questions that go on from the one before: "and if I pump it first?", "what about a 1/1?", "same but he has a flyer".

The last scenario with a change: what the follow-up tells is added to it, what it names anew takes the place of what it
stands for, and the same thing is asked again.
"""

from __future__ import annotations

import msgspec

from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.happenings import Happenings
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import STEPS, Event, Query, Scenario, Step

_LEADS = ("and", "same", "what about", "how about", "what if", "but", "or", "then", "if", "ok and", "ok but", "so if", "now if", "ok what if",
          "same board", "same thing", "same question", "instead", "ok", "okay", "also", "and what if", "and what about")  # fmt: skip
_SWAPS = frozenset({"about", "by", "with", "and", "is", "or", "but", "against", "same", "instead"})
_STEP_OF: dict[str, Step] = {"attack": "declare_attackers", "block": "declare_blockers", "no_block": "declare_blockers"}


def looks_like_one(talk: Talk) -> bool:
    """Whether a question begins as one that goes on from another, or speaks of "it" before anything was named."""
    lowers = [w for w in talk.lowers if w not in {",", "."}]
    if any(lowers[: len(lead.split())] == lead.split() for lead in _LEADS):
        return True
    first = next((m for m in talk.mentions if m.head != "player"), None)
    return first is not None and first.head in {"pronoun", "some"}


def read(talk: Talk, context: Scenario) -> list[Candidate]:
    """The last scenario with what the follow-up changes in it, asked again."""
    if not context.queries or any(c.question and c.wh for c in talk.clauses):
        return []
    found = FollowUp(talk, context).read()
    return [found] if found is not None else []


class FollowUp:
    """Applies one follow-up to the scenario before it."""

    def __init__(self, talk: Talk, context: Scenario) -> None:
        self.talk = talk
        self.context = context
        self.board = Board(talk, context)
        self.happenings = Happenings(talk, self.board)
        self.used: set[int] = set()
        self.queries: list[Query] = list(context.queries)
        self.changed = False

    def read(self) -> Candidate | None:
        """The changed scenario; None when nothing in it changed."""
        before = dict(self.board.objects)
        events: list[Event] = []
        for clause in self.talk.clauses:
            made = self.happenings.of(clause)
            events += made
            if clause.frame == "have":
                self._has(clause)
        for said in self.talk.mentions:
            first = self.board.said_of(said)
            if first is not None and said.power is not None and (id := self.board.get(first)) is not None:
                # "same but the blocker is a 3/3"
                self.board.change(id, power=said.power, toughness=said.toughness)
                self._use(said)
                self._use(first)
        for mention in self.talk.mentions:
            if mention.is_object and mention.start not in self.board.of_mention:
                self._swap(mention)
            elif mention.head == "some" and mention.count is not None and not self.talk.clauses:
                self._so_many(mention, mention.count)
        self.used |= self.happenings.used
        self.changed = self.changed or bool(events) or before != self.board.objects
        if not self.changed:
            return None
        self._use_lead()
        scenario = msgspec.structs.replace(
            self.context,
            objects=tuple(self.board.objects.values()),
            events=_in_order([*self.context.events, *(self._timed(e) for e in events)]),
            queries=tuple(self.queries),
        )
        return Candidate(scenario, "follow_up", self.used, 0.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    def _timed(self, event: Event) -> Event:
        """What is told with "before" or "first" happens before blocks; a change with no time said does too."""
        if event.at is not None or not any(e.kind in {"attack", "block"} for e in self.context.events):
            return event
        declared = any(e.kind == "block" for e in self.context.events) and not self.talk.says("before", "first")
        return msgspec.structs.replace(event, at="declare_blockers" if declared else "declare_attackers", after=True)

    def _has(self, clause: Clause) -> None:
        owner = next((m.player for m in clause.subject if m.head == "player"), None)
        for mention in clause.object:
            if mention.is_object and owner in {"you", "opp"}:
                self.board.get(mention, owner=owner)
                self._use(mention)
        self.used.add(clause.verb)

    def _swap(self, mention: Mention) -> None:
        """ "what about a 1/1?", "same but the blocker is a 3/3": what is named anew stands where something like it stood."""
        lead = self.talk.lowers[mention.start - 1] if mention.start else ""
        if mention.head in {"attacker", "blocker"}:
            self.board.get(mention, role=mention.head)
            self._use(mention)
            return
        if lead not in _SWAPS and mention.start:
            return
        if not (mention.described or mention.count):
            return
        place = self._place_of(mention)
        if place is None:
            return
        old = self.board.objects[place]
        made = self.board.get(mention, owner=old.controller)
        if made is None or made == place:
            return
        self.board.change(
            made, controller=old.controller, attacking=old.attacking, blocking=old.blocking, zone=old.zone
        )
        self._use(mention)
        del self.board.objects[place]
        self.queries = [
            msgspec.structs.replace(
                q, subject=tuple(made if i == place else i for i in q.subject), target=tuple(made if i == place else i for i in q.target)
            )
            for q in self.queries
        ]  # fmt: skip
        self.context = msgspec.structs.replace(
            self.context, events=tuple(_renamed(e, place, made) for e in self.context.events)
        )
        self.changed = True

    def _so_many(self, mention: Mention, count: int) -> None:
        """ "and with two of them?": the group that was told of has another number; without one, the only thing there is."""
        things = list(self.board.objects.values())
        groups = [thing for thing in things if thing.count != 1] or (things if len(things) == 1 else [])
        if len(groups) != 1 or groups[0].count == count or count < 1:
            return
        # A noun that was said in the plural does not name just one.
        said = groups[0].said if groups[0].card is not None or count > 1 else ""
        self.board.change(groups[0].id, count=count, said=said)
        self._use(mention)

    def _place_of(self, mention: Mention) -> str | None:
        """What a new thing takes the place of: the query's subject first, if it is of the same kind and side."""
        query = self.queries[-1]
        for id in (*query.subject, *query.target):
            thing = self.board.objects.get(id)
            if thing is None or (mention.owner and thing.controller not in {mention.owner, None}):
                continue
            if (mention.head == "land") == ("land" in thing.types):
                return id
        return None

    def _use(self, mention: Mention) -> None:
        self.used |= set(range(mention.start, mention.end))

    def _use_lead(self) -> None:
        for i, word in enumerate(self.talk.words):
            if (
                word.is_("conditional")
                or word.is_("in_response")
                or word.is_("moment")
                or word.lower in {"same", "board", "instead", "first"}
            ):
                self.used.add(i)


def _renamed(event: Event, old: str, new: str) -> Event:
    return msgspec.structs.replace(
        event, subject=tuple(new if i == old else i for i in event.subject), target=tuple(new if i == old else i for i in event.target)
    )  # fmt: skip


def _in_order(events: list[Event]) -> tuple[Event, ...]:
    def place(event: Event) -> tuple[int, int]:
        step = event.at or _STEP_OF.get(event.kind)
        if step is None:
            return -1, 0
        return STEPS.index(step), 1 if event.after or event.kind not in _STEP_OF else 0

    return tuple(sorted(events, key=place))
