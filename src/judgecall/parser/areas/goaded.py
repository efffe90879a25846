"""Questions about a goaded creature: must it attack, may it attack the player who goaded it, with two players or more (CR 701.15)."""

from __future__ import annotations

from judgecall.cards.abilities import Filter, ForceAttack, Static
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Player, Query, Scenario

_DUEL = ("1v1", "1 v 1", "one on one", "heads up")
_MORE = ("multiplayer", "3p", "4p", "other opponents", "another opponent")
_SEATED = frozenset({"player", "players", "opponent", "opponents", "guy", "guys"})
_GONE = frozenset({"died", "dead", "lost", "out", "eliminated", "conceded", "scooped", "left", "dies", "leaves"})
_ELSE = frozenset({"other", "another", "third", "different", "else", "last"})
_AUXILIARIES = frozenset({"is", "got", "was", "has", "just", "already"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question about a goaded creature."""
    if context is not None or not any("goad" in w for w in talk.lowers):
        return []
    candidate = GoadReader(talk).read()
    return [candidate] if candidate is not None else []


class GoadReader:
    """One goaded creature, and how many players there are."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.board = Board(talk)
        self.used: set[int] = set()

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        asked = [c for c in self.talk.clauses if c.frame == "attack" and (c.question or c.modal)]
        if len(asked) != 1 or asked[0].negated or asked[0].modal not in {"can", "must"} or asked[0].passive:
            return None
        creature = self._creature()
        players = self._players()
        if creature is None or players is None:
            return None
        side = self.board.objects[creature].controller or "you"
        goader = OTHER[side]
        goad = Static((ForceAttack(of=Filter(this=True), goad=True, whom=f"not:{goader}"),))
        self.board.change(creature, controller=side, abilities=(goad,))
        clause = asked[0]
        hit = [m for m in clause.object if m.head == "player"]
        if any(_ELSE & set(self.talk.lowers[max(0, m.start - 1) : m.end]) for m in hit):
            return None  # whom it has to attack instead is another question
        target = (goader,) if self._names_goader(clause) or any(m.player == goader for m in hit) else ()
        if (
            clause.object
            and not target
            and any(m.head != "pronoun" and m.is_object for m in clause.object if not self._is(m, creature))
        ):
            return None
        if target and players == 0:
            return None  # how many players there are decides, and wasn't said
        self.used |= {clause.verb, *self._modals(clause.start, clause.verb)}
        ids = ("you", "opp") if players != 3 else ("you", "opp", "opp2")
        kind = "must_attack" if clause.modal == "must" else "can_attack"
        query = Query(kind, (creature,), target)  # type: ignore[arg-type]
        scenario = Scenario(
            tuple(self.board.objects.values()), tuple(Player(p) for p in ids), (), (query,), active=side
        )
        return Candidate(scenario, "combat", self.used, -1.0, (), tuple(self.board.ambiguous))

    def _is(self, mention: Mention, id: str) -> bool:
        return self.board.of_mention.get(mention.start) == id

    def _creature(self) -> str | None:
        """The goaded creature; None when it can't be told, or another thing may matter."""
        goad = [c for c in self.talk.clauses if c.frame == "goad"]
        hit = [m for c in goad for m in (c.subject if c.passive else c.object) if m.is_object]
        by = {m.start for c in goad for m in (c.by if c.passive else c.subject)}
        told = [m for m in self.talk.mentions if "goaded" in m.keywords]
        found: set[str] = set()
        for mention in self.talk.mentions:
            span = range(mention.start, mention.end)
            if mention.start in by and mention not in told:
                self.used |= set(span)
                continue
            if mention.head == "player" or mention.head == "pronoun":
                self.used |= set(span)
                continue
            if mention.head not in {"creature", "card", "token"} or mention.plural or mention.count not in {None, 1}:
                return None
            if mention.cards or not (mention in told or any(mention is m for m in hit) or not mention.described):
                return None  # a creature of its own text, or one beside it
            mention.keywords = [k for k in mention.keywords if k != "goaded"]
            id = self.board.get(mention, owner="you")
            if id is None:
                return None
            found.add(id)
            self.used |= set(span)
        self.used |= {i for i, w in enumerate(self.talk.words) if "goad" in w.lower}
        tapped = [i for i, w in enumerate(self.talk.lowers) if w == "tapped" and self.talk.inside(i) is None]
        if len(found) != 1 or (tapped and self.talk.lowers[tapped[0] - 1] not in {"and", "is", "but", "already"}):
            return None
        id = found.pop()
        if tapped:
            self.board.change(id, tapped=True)
            self.used |= set(tapped)
        return id

    def _players(self) -> int | None:
        """How many players there are: 2, 3, or 0 when nobody said; None when that is said in a way that isn't read."""
        counts = {2} if self._says(_DUEL) else set()
        counts |= {3} if self._says(_MORE) else set()
        for i, word in enumerate(self.talk.words):
            ahead = self.talk.lowers[i + 1 : i + 3]
            if word.kind == "number" and ahead[:1] in (["player"], ["players"]):
                counts.add(word.value[0])
                self.used |= {i, i + 1}
            elif word.kind == "number" and ahead[:1] == ["opponents"]:
                counts.add(word.value[0] + 1)
                self.used |= {i, i + 1}
            elif word.kind == "number" and (ahead == ["of", "us"] or self.talk.lowers[i - 1 : i] == ["us"]):
                counts.add(word.value[0])
                self.used |= {i - 1, i} if ahead != ["of", "us"] else {i, i + 1, i + 2}
            elif word.lower in {"third", "other", "last"} and ahead[:1] and ahead[0] in _SEATED:
                counts.add(2 if self._has_left(i + 2) else 3)
                self.used |= {i, i + 1}
        several = {min(n, 3) for n in counts}
        if len(several) > 1 or several & {0, 1}:
            return None
        return several.pop() if several else 0

    def _says(self, phrases: tuple[str, ...]) -> bool:
        told = [(self.talk.where(p), len(p.split())) for p in phrases]
        self.used |= {i for at, n in told if at is not None for i in range(at, at + n)}
        return any(at is not None for at, _ in told)

    def _has_left(self, i: int) -> bool:
        """ "the third player got eliminated", "has lost since": and not "lost 3 life", "is out of cards"."""
        end = i
        while end < len(self.talk.words) and self.talk.lowers[end] in _AUXILIARIES:
            end += 1
        if end >= len(self.talk.words) or self.talk.lowers[end] not in _GONE:
            return False
        after = self.talk.words[end + 1] if end + 1 < len(self.talk.words) else None
        if after is not None and after.kind != "mark" and (after.lower == "of" or not after.senses):
            return False
        self.used |= set(range(i, end + 1))
        return after is None or after.kind == "mark" or after.is_("filler") or after.is_("after")

    def _names_goader(self, clause: Clause) -> bool:
        """ "attack the goading player", "whoever goaded it": behind the verb, and not that the creature "is goaded"."""
        told = {c.verb for c in self.talk.clauses if c.frame == "goad" and c.passive}
        words = self.talk.words
        behind = [i for i in range(clause.verb + 1, len(words)) if "goad" in words[i].lower and i not in told]
        if not behind or words[behind[-1]].sentence != clause.sentence:
            return False
        self.used |= set(range(clause.verb + 1, min(behind[-1] + 2, len(words))))
        return True

    def _modals(self, start: int, end: int) -> set[int]:
        words = self.talk.words
        return {
            i
            for i in range(start, end)
            if words[i].is_("modal_can") or words[i].is_("modal_must") or words[i].is_("whether")
        }
