"""Questions about a creature that was provoked: may it block another attacker, does it untap and block (CR 702.39a)."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_ELSE = frozenset({"another", "other", "different", "else", "smaller", "bigger"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question about a provoked creature."""
    if context is not None:
        return []
    told = next((i for i, w in enumerate(talk.words) if w.is_("verb", "provoke") and w.kind == "word"), None)
    if told is None:
        return []
    candidate = ProvokedReader(talk, told).read()
    return [candidate] if candidate is not None else []


class ProvokedReader:
    """One provoked creature, what provoked it, and the other attacker.

    Args:
        talk: the question.
        told: index of the word that tells of it.
    """

    def __init__(self, talk: Talk, told: int) -> None:
        self.talk = talk
        self.told = told
        self.board = Board(talk)
        self.used: set[int] = {told}

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        block = next((c for c in reversed(self.talk.clauses) if c.frame == "block" and c.verb > self.told), None)
        if block is None or self.talk.has("how_many"):
            return None
        objects = [m for m in self.talk.mentions if m.is_object and not self._holds_told(m)]
        others = [m for m in objects if m.head == "attacker" and self._is_other(m)]
        creatures = [m for m in objects if m not in others]
        if len(others) > 1 or any(
            m.head not in {"creature", "card", "token"} or m.count not in {None, 1} for m in creatures
        ):
            return None
        ids = {self.board.get(m) for m in creatures}
        if len(ids) > 1 or None in ids or any(m.keywords for m in creatures):
            return None
        side = next((m.owner for m in creatures if m.owner in OTHER), None) or self._victim()
        if side is None:
            return None
        creature = next(iter(ids), None) or self.board.create(
            GameObject("creature", said="creature", types=("creature",))
        )
        self.board.change(creature, controller=side)
        other = self.board.get(others[0]) if others else None  # before there is another attacker that it could mean
        provoker = self.board.create(
            GameObject("provoker", said="creature with provoke", types=("creature",), abilities=(Keyword("provoke"),),
                       controller=OTHER[side], attacking=True)
        )  # fmt: skip
        for mention in objects:
            self.used |= set(range(mention.start, mention.end))
        attackers = [provoker]
        query = self._untaps(creature, provoker) if not others else None
        if others:
            if other is None or other == creature:
                return None
            self.board.change(other, controller=OTHER[side], attacking=True)
            attackers.append(other)
            query = self._instead(creature, other)
        if query is None:
            return None
        self.used.add(block.verb)
        events = (
            Event("attack", tuple(attackers)),
            Event("trigger", (provoker,), (creature,), at="declare_attackers", after=True),
        )
        scenario = Scenario(tuple(self.board.objects.values()), events=events, queries=(query,), active=OTHER[side])
        return Candidate(scenario, "combat", self.used, 0.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    def _holds_told(self, mention: Mention) -> bool:
        return mention.start <= self.told < mention.end

    def _is_other(self, mention: Mention) -> bool:
        around = {mention.article, *mention.text.split(), *self.talk.lowers[max(0, mention.start - 3) : mention.start]}
        return bool(around & _ELSE)

    def _victim(self) -> str | None:
        """ "I got provoked", "he provoked me"."""
        before = self.talk.lowers[max(0, self.told - 3) : self.told]
        subject = next((m for m in reversed(self.talk.mentions) if m.end <= self.told and m.head == "player"), None)
        if subject is not None and {"got", "was", "am", "is", "get", "been"} & set(before):
            return subject.player if subject.player in OTHER else None
        return None

    def _instead(self, creature: str, other: str) -> Query | None:
        """Whether it may block the other attacker."""
        words = self.talk.words
        can = [i for i, w in enumerate(words) if w.is_("modal_can")]
        legal = [i for i, w in enumerate(words) if i > self.told and w.is_("legal")]
        if not (can or legal) or any(w.is_("modal_must") for w in words):
            return None
        denied = [i for i, w in enumerate(words) if w.is_("negation")]
        if denied and not (len(denied) == 1 and legal and 0 < legal[0] - denied[0] <= 2):
            return None
        self.used |= {*can, *legal, *denied, *(i for i, w in enumerate(words) if w.lower == "instead")}
        return Query("can_block", (creature,), (other,), negated=bool(denied))

    def _untaps(self, creature: str, provoker: str) -> Query | None:
        """ "does provoke untap a tapped creature?"."""
        words = self.talk.words
        untap = next((i for i, w in enumerate(words) if w.lower in {"untap", "untaps"} and i > self.told), None)
        asked = self.told > 0 and words[self.told - 1].lower in {"can", "does", "will", "could"}
        if untap is None or not asked or self.board.objects[creature].tapped is not True:
            return None
        if any(w.is_("negation") for w in words):
            return None
        self.used |= {
            untap,
            self.told - 1,
            *(i for i, w in enumerate(words) if w.lower in {"make it", "makes it", "force it", "it"}),
        }
        return Query("must_block", (creature,), (provoker,))
