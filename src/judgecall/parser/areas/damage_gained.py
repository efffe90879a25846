"""Abilities that are gained and lost in mid-combat: "I give it double strike", "loses it between the steps", "pro red"."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.areas.damage_spells import Spells
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.terms import protection
from judgecall.scenario.model import Event, Step

_STRIKES = frozenset({"first strike", "double strike", "deathtouch", "trample", "lifelink", "indestructible", "flying"})


class Gained(Spells):
    """Turns clauses about abilities gained and lost into events."""

    _moment: tuple[Step | None, bool]

    def _change_of_ability(self, clause: Clause) -> bool:
        """ "I give it double strike", "loses it between the steps", "lost first strike"."""
        taken = self._taken_from(clause)
        if taken:
            clause.subject = taken
        loses = "lose" in clause.frames or bool(taken)
        if not (loses or set(clause.frames) & {"produce", "get", "force"}) or clause.question or clause.wh:
            return False
        terms = self._terms(clause)
        if not terms and loses and any(m.head == "pronoun" for m in clause.object):
            last = [
                (i, s.value)
                for i, w in enumerate(self.talk.words[: clause.verb])
                for s in w.senses
                if s.kind == "keyword" and s.value in _STRIKES
            ]
            terms = last[-1:]
        if not terms and clause.frame == "produce":
            terms = self._given_at_the_end(clause)
        if not loses:
            self._helps_own(clause)
        if not terms or not all(t in _STRIKES or t.isalpha() for _, t in terms):
            return False
        things = [
            m
            for m in ([*clause.object, *clause.other.get("to", [])] if not loses else clause.subject)
            if m.head != "player"
        ]
        if not things:
            things = [m for m in [*clause.subject, *clause.object] if m.head != "player"]
        if loses and any(m.head == "pronoun" for m in clause.object):
            self.r.used |= {m.start for m in clause.object}
        ids = self.r.board.ids(things) or tuple(self.r.board.spoken[-1:])
        if not ids:
            return False
        self.r.use(clause, *things, *[m for m in clause.subject if m.head == "player"])
        self.r.used |= {i for i, _ in terms}
        if loses and not all(self.r.creature_like(self.r.board.objects[i]) for i in ids):
            self.r.doubtful = True  # "had trample from Rancor but lost it": who lost it?
        if loses:
            self._lost(ids, [t for _, t in terms])
        else:
            self._add(Event("gain", ids, abilities=tuple(Keyword(t) for _, t in terms)))
        if "change" in {self.talk.words[i].kind for i in range(clause.verb, clause.end)}:
            for i in range(clause.verb, clause.end):
                word = self.talk.words[i]
                if word.kind == "change":
                    self._add(Event("modify", ids, power=word.value[0], toughness=word.value[1]))
                    self.r.used.add(i)
        return True

    def _given_protection(self, clause: Clause) -> bool:
        """ "I give my 2/2 pro red", "Gods Willing giving it protection from red": it gets it then, and had not got it before."""
        if "produce" not in clause.frames or clause.question or clause.wh or clause.modal:
            return False
        told = self._protection_behind(clause)
        if told is None:
            return False
        m, qualities, words = told
        self._helps_own(clause)
        abilities = tuple(protection(quality) for quality in qualities)
        ids = self.r.board.ids([m])
        if len(ids) != 1:
            return False
        self.r.used |= set(words)
        spells = [s for s in clause.subject if self.r.told.is_spell(s)]
        self.r.use(clause, m, *spells, *[s for s in clause.subject if s.head == "player"])
        if self._moment[0] is None and self._after_a_block(clause):
            self._moment = ("declare_blockers", True)
        self._add(Event("gain", ids, abilities=abilities))
        return True

    def _taken_from(self, clause: Clause) -> list[Mention]:
        """ "he removes first strike from mine": whose ability goes; the one who takes it away does nothing else."""
        takes = self.talk.lowers[clause.verb].startswith(("remov", "strip", "take", "took"))
        whose = [m for m in clause.other.get("from", []) if m.head != "player"]
        if not takes or not whose or clause.question or not self._terms(clause):
            return []
        self.r.use(clause, *[m for m in clause.subject if m.head == "player"])
        return whose

    def _protection_behind(self, clause: Clause) -> tuple[Mention, list[str], range] | None:
        """What is given protection, from which colours, and the words that say so behind the one who gets it."""
        given = [m for m in (*clause.object, *clause.other.get("to", [])) if m.head != "player"]
        if len(given) != 1:
            return None
        m = given[0]
        end = m.end if m.protection else min(m.end + 6, len(self.talk.words))
        begins = next((i for i in range(m.start, end) if self.talk.lowers[i] in {"pro", "prot", "protection"}), None)
        if begins is None or begins == m.start:
            return None
        if m.protection:
            qualities, m.protection = list(m.protection), []
            if not any(w.kind in {"size", "card"} for w in self.talk.words[m.start : begins]):
                return None
            m.text = " ".join(self.talk.lowers[m.start : begins])
            return m, qualities, range(begins, end)
        color = next((i for i in range(begins + 1, min(begins + 3, end)) if self.talk.words[i].is_("color")), None)
        if color is None or begins != m.end:
            return None
        return m, [self.talk.words[color].sense("color").value], range(begins, color + 1)  # type: ignore[union-attr]

    def _after_a_block(self, clause: Clause) -> bool:
        """ "… after his red 4/4 blocked it"."""
        later = next((c for c in self.talk.clauses if c.verb > clause.verb and c.sentence == clause.sentence), None)
        return later is not None and later.frame == "block" and "after" in self.talk.lowers[clause.verb : later.verb]

    def _given_at_the_end(self, clause: Clause) -> list[tuple[int, str]]:
        """ "I gave my 3/3 first strike": the ability that ends the words for the creature is what it is given."""
        for m in clause.object:
            i = m.end - 1
            term = next((s.value for s in self.talk.words[i].senses if s.kind == "keyword"), None)
            if term in m.keywords and self.talk.words[i - 1].kind in {"size", "card"}:
                m.keywords.remove(term)
                return [(i, term)]
        return []

    def _lost(self, ids: tuple[str, ...], terms: list[str]) -> None:
        """What it lost it had before."""
        for id in ids:
            thing = self.r.board.objects[id]
            new = [Keyword(t) for t in terms if Keyword(t) not in thing.abilities and thing.card is None]
            if new:
                self.r.board.change(id, abilities=(*thing.abilities, *new))
        for term in terms:
            self._add(Event("lose", ids, value=term))
