"""What a spell or a "must be blocked" on an attacker makes the defending player do: "I cast Bloodscent on it, does he have to block?"."""

from __future__ import annotations

from judgecall.parser.areas.combat_scene import CombatScene
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Query, Scenario

_FORCED = frozenset({"forced", "forced to", "have to", "must", "required", "required to", "obligated", "obliged"})
_BREAKS = frozenset({",", ".", "and", "but", "so", "then", "?", ";", "(", ")", "!"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question about a requirement on blocks, when it is a spell's or told of an attacker."""
    if context is not None:
        return []
    candidate = RequirementReader(talk).read()
    return [candidate] if candidate is not None else []


class RequirementReader:
    """One question about blocks, asked last, about a combat that the rest of the words set up."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.words = talk.words
        self.used: set[int] = set()

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        asked = [c for c in self.talk.clauses if c.frame in {"block", "no_block"} and not c.relative]
        clause = asked[-1] if asked else None
        start = self._start(clause)
        if start is None:
            return None
        scene = CombatScene(self.talk, set(range(start, len(self.words))))
        if not scene.build() or not scene.attackers or not scene.enchanted:
            return None
        query = self._query(scene, clause, start)
        if query is None:
            return None
        self._motive(start)
        used = scene.used | self.used
        # A reader that knows nothing of the spell explains as many words, and rules without it.
        sure = -4.0 if scene.events else 0.0
        return Candidate(
            scene.scenario([], [query]), "combat", used, sure, tuple(scene.board.guessed), tuple(scene.board.ambiguous)
        )

    def _start(self, clause: Clause | None) -> int | None:
        """Where the question begins: the part of the sentence with its verb."""
        if clause is None:
            return next((i for i, w in enumerate(self.words) if w.lower in _FORCED and i > 2), None)
        i = clause.verb
        while i > 0 and self.words[i - 1].sentence == clause.sentence and self.words[i - 1].lower not in _BREAKS:
            i -= 1
        return i

    # ------------------------------------------------------------ the question

    def _query(self, scene: CombatScene, clause: Clause | None, start: int) -> Query | None:
        tail = self.words[start:]
        legal = [i for i, w in enumerate(self.words) if i >= start and w.is_("legal")]
        must = [i for i, w in enumerate(self.words) if i >= start and (w.is_("modal_must") or w.lower in _FORCED)]
        can = [i for i, w in enumerate(self.words) if i >= start and w.is_("modal_can")]
        many = [i for i, w in enumerate(self.words) if i >= start and w.is_("how_many")]
        if any(w.is_("who") or w.is_("how_much") for w in tail) or len(many) > 1:
            return None
        if clause is None:
            self.used |= set(must)
            return Query("must_block", tuple(scene.pool), tuple(self._enchanted(scene)), n=1) if scene.pool else None
        sides = self._sides(scene, clause)
        if sides is None:
            return None
        blockers, attackers = sides
        self.used.add(clause.verb)
        self.used |= {*legal, *must, *can, *many}
        if many:
            return self._how_many(scene, clause, attackers, bool(can))
        refused = clause.frame == "no_block" or clause.negated
        if refused:
            if must or not (legal or can):
                return None
            self.used |= {
                i for i in range(start, clause.end) if self.words[i].is_("negation") or self.words[i].lower == "chose"
            }
            return Query("may_not_block", blockers, attackers)
        if must:
            if can or legal:
                return None
            if not blockers and not scene.pool:
                return None
            return Query("must_block", blockers or tuple(scene.pool), attackers, n=None if blockers else 1)
        if not (can or legal) or clause.passive:
            return None
        chosen = blockers or tuple(scene.pool)
        if len(chosen) != 1 or len(attackers) != 1:
            return None
        return Query("can_block", chosen, attackers)

    def _how_many(self, scene: CombatScene, clause: Clause, attackers: tuple[str, ...], can: bool) -> Query | None:
        if clause.bound == "least" or not scene.pool:
            return None
        self.used |= {i for i in range(clause.start, clause.end) if self.words[i].is_("most")}
        at_most = can or clause.bound == "most"
        return Query("how_many_block", tuple(scene.pool), attackers, bound="at_most" if at_most else "exactly")

    def _enchanted(self, scene: CombatScene) -> list[str]:
        """The attackers that have to be blocked."""
        hit = [t for e in scene.events for t in e.target]
        return hit or (scene.attackers if len(scene.attackers) == 1 else [])

    def _sides(self, scene: CombatScene, clause: Clause) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The blockers and the attackers that the clause names; None when one can't be told."""
        by = [*clause.by, *clause.with_] if clause.passive else [*clause.subject, *clause.with_]
        hit = clause.subject if clause.passive else clause.object
        blockers = self._among(scene, by, scene.pool, "blocker")
        attackers = self._among(scene, hit, scene.attackers, "attacker")
        if blockers is None or attackers is None:
            return None
        if not attackers:
            attackers = tuple(self._enchanted(scene))
            if len(scene.attackers) > 1:
                return None
        return blockers, attackers

    def _among(self, scene: CombatScene, mentions: list[Mention], side: list[str], role: str) -> tuple[str, ...] | None:
        """The creatures of one side that mentions stand for; None for one that isn't among them."""
        found: list[str] = []
        other = tuple(scene.pool if role == "attacker" else scene.attackers)
        for mention in mentions:
            if mention.head == "player" or (mention.head == "some" and not mention.count):
                continue
            if mention.head == "pronoun":
                id = scene.board.get(mention, avoid=other) if len(side) != 1 else side[0]
            else:
                id = self._told(scene, mention, side)
            if id is None or id not in side:
                return None
            found.append(id)
            self.used |= set(range(mention.start, mention.end))
        return tuple(dict.fromkeys(found))

    def _told(self, scene: CombatScene, mention: Mention, side: list[str]) -> str | None:
        """The one creature of a side that the words of a mention fit."""
        if mention.count not in {None, 1} or mention.plural:
            return None
        left = list(side)
        for word in self.words[mention.start : mention.end]:
            if word.is_("player") or word.lower in {"the", "my", "his", "their", "that", "this", "a", "an", "untapped"}:
                continue
            told = [scene.fits(word, i) for i in left]
            left = [i for i, t in zip(left, told, strict=True) if t is not False]
        return left[0] if len(left) == 1 else None

    def _motive(self, start: int) -> None:
        """ "… because that trade is nicer for him": why somebody wants it, as long as no fact is told by it."""
        for i in range(start, len(self.words)):
            if self.words[i].lower == "instead":
                self.used.add(i)
            if self.words[i].lower not in {"because", "since", "cause"}:
                continue
            j = i
            while j < len(self.words) and self.words[j].sentence == self.words[i].sentence:
                j += 1
            span = self.words[i:j]
            telling = any(
                w.kind in {"card", "size", "number", "change"}
                or w.is_("keyword")
                or w.is_("negation")
                or w.lower in {"tapped", "untapped"}
                for w in span
            )
            if not telling and not any(i < m.start < j and m.is_object for m in self.talk.mentions):
                self.used |= set(range(i, j))
