"""A creature that attacked, or came in, on its controller's turn and is to block on the opponent's (CR 302.6, 502.3, 509.1a)."""

from __future__ import annotations

from judgecall.cards.abilities import Card, Keyword
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_MINE = frozenset({"my_turn", "last_turn"})
_NEXT = (
    "next turn", "the next turn", "on his turn", "on their turn", "during his turn", "opponents turn", "his next turn", "opp 's turn", "my opponent 's turn", "opponent 's turn", "passed", "pass the turn",
    "passed the turn", "pass turn", "on her turn", "their next turn",
)  # fmt: skip
_SAID = frozenset({"next", "turn", "passed", "pass", "the", "then", "now", "so", "still", "on", "his", "their", "during", "and", "after", "later", "already",
                   "tapped", "because", "since", "too", "again", "her"})  # fmt: skip


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question whether a creature may block on the turn after it did something."""
    if context is not None:
        return []
    candidate = NextTurnReader(talk).read()
    return [candidate] if candidate is not None else []


class NextTurnReader:
    """One creature: what it did on its controller's turn, and whether it may block on the other's."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.board = Board(talk)
        self.used: set[int] = set()

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        asked = next((c for c in reversed(self.talk.clauses) if c.frame == "block"), None)
        others_turn = self.talk.has("moment", "opponents_turn") or self.talk.says(*_NEXT)
        told = [c for c in self.talk.clauses if c is not asked]
        attack = next((c for c in told if c.frame == "attack" and not c.negated), None)
        # "can it attack on my turn and still block on his": that it attacks is taken as done.
        both = (
            attack is not None
            and asked is not None
            and attack.question
            and attack.modal == "can"
            and attack.verb < asked.verb
            and attack.sentence == asked.sentence
        )
        if attack is not None and attack.question and not both:
            attack = None
        if (
            asked is None
            or (asked.modal != "can" and not both)
            or asked.negated
            or asked.passive
            or asked.conditional
            or not others_turn
        ):
            return None
        if self.talk.has("how_many") or len([w for w in self.talk.words if w.lower == "?"]) > 1:
            return None
        animate = next((c for c in told if c.frame == "animate"), None)
        mentions = [m for m in self.talk.mentions if m.is_object and m.head not in {"attacker", "ability"}]
        if not mentions or (attack is None) == (animate is None):
            return None
        first = mentions[0]
        if first.count not in {None, 1} or first.plural or (first.owner or "you") not in OTHER or len(first.cards) > 1:
            return None
        done = attack or animate
        if done is None or not self._is_of(done, first) or (both and not self._is_of(asked, first)):
            return None
        id = self.board.get(first, owner=first.owner or "you")
        if id is None:
            return None
        for mention in self.talk.mentions:
            if mention.is_object and self.board.get(mention, owner="you") != id:
                return None  # another thing may matter
            self.used |= set(range(mention.start, mention.end))
        card = self.talk.card(first) if first.cards else None
        events: list[Event] = []
        if attack is not None:
            stands = (
                first.tapped is False
                or "vigilance" in first.keywords
                or _has(card, "vigilance")
                or self._told("vigilance")
            )
            self.board.change(id, tapped=not stands)
        else:
            self.board.change(id, since="this_turn")
            events.append(Event("animate", (id,)))
        side = self.board.objects[id].controller or "you"
        attacker = self.board.create(
            GameObject("attacker", said="attacker", types=("creature",), controller=OTHER[side], attacking=True)
        )
        self.used |= {done.verb, asked.verb}
        self._use(asked)
        scenario = Scenario(
            tuple(self.board.objects.values()),
            events=(*events, Event("attack", (attacker,))),
            queries=(Query("can_block", (id,), (attacker,)),),
            active=OTHER[side],
        )
        return Candidate(scenario, "turns", self.used, -3.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    def _is_of(self, clause: Clause, first: Mention) -> bool:
        """Whether the clause is about the creature: by name, or "it" after it."""
        roles = [*clause.subject, *clause.object, *clause.with_]
        things = [m for m in roles if m.head != "player"]
        return all(m is first or m.head == "pronoun" for m in things) and bool(things)

    def _told(self, keyword: str) -> bool:
        found = [i for i, w in enumerate(self.talk.words) if w.is_("keyword", keyword)]
        if any(
            "no" in self.talk.lowers[max(0, i - 2) : i] or "without" in self.talk.lowers[max(0, i - 2) : i]
            for i in found
        ):
            return False
        self.used |= set(found)
        return bool(found)

    def _use(self, asked: Clause) -> None:
        for i, word in enumerate(self.talk.words):
            lower = set(word.lower.split())
            when = word.is_("moment", "opponents_turn", *_MINE) or word.is_("this_turn") or word.is_("last_turn")
            told = word.is_("verb", "cast", "enter", "have") or word.is_("modal_can")
            if when or lower <= _SAID or (told and i < asked.verb):
                self.used.add(i)


def _has(card: Card | None, keyword: str) -> bool:
    return card is not None and any(isinstance(a, Keyword) and a.name == keyword for a in card.faces[0].abilities)
