"""Questions about a goaded creature: must it attack, may it attack the player who goaded it, with two players or more (CR 701.15)."""

from __future__ import annotations

from judgecall.cards.abilities import Filter, ForceAttack, Static
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Player, Query, Scenario

_TWO = ("1v1", "1 v 1", "one on one", "two players left", "the two of us", "two of us left", "only us two left", "two player game", "heads up", "2 player game",
        "only two players left", "just us two", "two player")  # fmt: skip
_MORE = ("three player", "3 player", "four player", "4 player", "three players", "four players", "4p", "3p", "other opponents", "another opponent", "two opponents",
         "3 player game", "4 player game", "multiplayer")  # fmt: skip
_GONE = frozenset(
    {
        "died",
        "dead",
        "lost",
        "out",
        "eliminated",
        "conceded",
        "scooped",
        "left",
        "dies",
        "leaves",
        "is",
        "got",
        "was",
        "has",
        "just",
    }
)
_GOADER = (
    "the goading player", "goading player", "the player who goaded it", "the player that goaded it", "the player who goaded him",
    "whoever goaded it", "the guy who goaded it", "the one who goaded it", "the goader", "the opponent who goaded it",
)  # fmt: skip


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
        goaders = self._goader(OTHER[side])
        goad = Static((ForceAttack(of=Filter(this=True), goad=True, whom=f"not:{goaders[0]}"),))
        self.board.change(creature, controller=side, abilities=(goad,))
        clause = asked[0]
        target = goaders if self._names_goader() else ()
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
        two, more = self.talk.says(*_TWO), self.talk.says(*_MORE)
        for i, lower in enumerate(self.talk.lowers):
            third = lower in {"third", "other", "last"} and self.talk.lowers[i + 1 : i + 2] in (
                ["player"],
                ["opponent"],
                ["guy"],
            )
            after = self.talk.lowers[i + 2 : i + 4]
            if third and after and after[0] in _GONE:
                two = True
                self.used |= {i, i + 1, i + 2, *([i + 3] if after[-1] in _GONE else [])}
        if two and more:
            return None
        for phrase in (*_TWO, *_MORE):
            at = self.talk.where(phrase) if self.talk.says(phrase) else None
            if at is not None:
                self.used |= set(range(at, at + len(phrase.split())))
        return 2 if two else 3 if more else 0

    def _names_goader(self) -> bool:
        for phrase in _GOADER:
            i = self.talk.where(phrase) if self.talk.says(phrase) else None
            if i is not None:
                self.used |= set(range(i, i + len(phrase.split())))
                return True
        return False

    def _goader(self, other: str) -> tuple[str]:
        return (other,)

    def _modals(self, start: int, end: int) -> set[int]:
        words = self.talk.words
        return {
            i
            for i in range(start, end)
            if words[i].is_("modal_can") or words[i].is_("modal_must") or words[i].is_("whether")
        }
