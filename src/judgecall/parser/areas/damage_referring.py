"""What the pieces that find questions about damage share: what words stand for, what asks, what is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.words import Word
from judgecall.scenario.model import Query

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_ELLIPTIC = frozenset({"should", "it", "have", "has", "does", "do", "did", "correct", "right", "legit", "legal", "is", "that", "this", "ok",
                       "bug", "?", "!", "wrong", "no", "yes", "how", "why", "come", "he", "they", "would", "been", "was", "the", "or", "not",
                       "a", "am", "i", ",", "fair", "true", "them", "so", "working", "as", "intended", "really", "shouldn't"})  # fmt: skip
_OUTLIVING = frozenset({"indestructible", "regenerate", "undying", "persist"})
"""Abilities that are told of a creature for the sake of whether it survives."""


class Referring:
    """Finds what a clause about damage speaks of, in the combat that a DamageReader has built."""

    def __init__(self, reader: DamageReader) -> None:
        self.r = reader
        self.talk = reader.talk
        self.dealing: list[str] = []
        """Creatures whose combat damage is asked about."""
        self._elliptic = self._elliptic_tail()

    def _add(self, query: Query) -> bool:
        if query not in self.r.queries:
            self.r.queries.append(query)
        return True

    def _asked(self, clause: Clause) -> bool:
        return (
            bool(clause.question or clause.wh or clause.should or self.r.last_asks(clause) or self._is_claim(clause))
            and not clause.conditional
        )

    def _elliptic_tail(self) -> int | None:
        """Where a last "should it have?", "correct?" begins, which asks about the claim before it."""
        words = self.talk.words
        end = len(words)
        i = end
        while i > 0 and (
            words[i - 1].lower in _ELLIPTIC
            or words[i - 1].is_("legal")
            or (words[i - 1].is_("filler") and words[i - 1].kind == "word")
        ):
            i -= 1
            if i > 0 and words[i - 1].lower in {".", "?", ";"} and i < end:
                break
        tail = [w.lower for w in words[i:] if w.kind == "word"]
        if {"what", "where", "which", "who"} & set(tail):
            return None  # "what am I at?": it asks something else
        before = [w for w in words[:i] if i < end and w.sentence == words[i].sentence]
        if any(w.is_("how_much") or w.is_("how_many") or w.is_("which") or w.is_("most") for w in before):
            return None  # "how much damage does he take?": the end of a question of its own
        return i if tail and any(w.lower == "?" or w.is_("legal") for w in words[i:]) else None

    def _is_claim(self, clause: Clause) -> bool:
        """The last thing said before "correct?" or "should it have?"."""
        if self._elliptic is None or clause.conditional:
            return False
        return (
            not any(c.verb > clause.verb and c.verb < self._elliptic for c in self.talk.clauses)
            and clause.verb < self._elliptic
            and not any(c.question or c.wh for c in self.talk.clauses if c.verb < self._elliptic)
        )

    def _things(self, clause: Clause) -> list[Mention]:
        """The objects that a clause itself names (not those it shares with the clause before it)."""
        return [m for m in self.r.things(clause) if m.start >= clause.start or m.head == "pronoun"]

    def _ids(self, things: list[Mention]) -> tuple[str, ...]:
        """What they stand for; a pronoun stands for a creature in the combat, where one fits."""
        found: list[str] = []
        for m in things:
            if m.head == "pronoun" and not m.plural and m.start not in self.r.board.of_mention:
                meant = self._meant(m)
                if meant is not None:
                    self.r.board.of_mention[m.start] = meant
            ids = self.r.board.ids([m])
            if m.head == "pronoun" and m.text in {"they", "them", "those", "these"} and self._on_both_sides(ids):
                ids = self._they()
            found += [i for i in ids if i not in found]
        return tuple(found)

    def _on_both_sides(self, ids: tuple[str, ...]) -> bool:
        return bool(set(ids) & set(self.r.attackers)) and bool(set(ids) & set(self.r.blockers))

    def _meant(self, m: Mention) -> str | None:
        """The fighter that "it" is: what the last clause was about, else the asker's own; no reading where that leaves two."""
        at_risk = self._at_risk()
        fits = [
            i
            for i in reversed(self.r.board.spoken)
            if i in at_risk
            and (m.owner is None or self.r.board.objects[i].controller == m.owner)
            and (m.text not in {"it", "he", "him", "she"} or self.r.board.objects[i].count == 1)
        ]
        if len(fits) < 2:
            return fits[0] if fits else None
        people = [i for i in fits if self.r.board.is_a_person(self.r.board.objects[i])]
        if m.text in {"she", "he", "her", "him"} and len(people) == 1:
            return people[0]
        for clause in reversed([c for c in self.talk.clauses if c.verb < m.start and c.start <= m.start]):
            about = [t for t in clause.subject if t.head != "player"]
            if not about and clause.subject:
                about = clause.object  # "i give my 2/2 flying. does it …"
                own = {self.r.board.of_mention.get(t.start) for t in clause.roles() if t.owner == "you"} & set(fits)
                if clause.frame == "block" and m.owner is None and own and not own & set(self.r.board.ids(about)):
                    self.r.doubtful = True  # "I throw my 2/2 in front of his 3/3. does it die?"
                    return None
            topics = [i for t in about if t.head != "player" and t.end <= m.start for i in self.r.board.ids([t])]
            # "my 4/4 attacks, his 3/3 blocks. my 4/4 has 2 damage on it. does it die": what is told of one is no clause any more.
            after = [t for t in self.talk.mentions if t.is_object and clause.verb < t.start and t.end <= m.start]
            read = {c.sentence for c in self.talk.clauses}
            later = [t for t in after if t.sentence > clause.sentence and t.sentence not in read and m.owner is None]
            told_of = {i for t in later for i in self.r.board.ids([t])} & set(fits)
            hurt = {i for i in told_of if self.r.board.objects[i].damage}
            if len(hurt) == 1:
                return hurt.pop()
            if len(topics) == 1 and topics[0] in fits and told_of <= {topics[0]}:
                return self._topic_or_mine(topics[0], clause, fits)
            if told_of:
                # "… my 4/4 has deathtouch. does it die?": that may be meant of either of them.
                self.r.doubtful = True
                return None
        mine = [i for i in fits if self.r.board.objects[i].controller == "you" and self._is_owned(i)]
        if len(mine) == 1:
            return mine[0]
        self.r.doubtful = True
        return None

    def _topic_or_mine(self, topic: str, clause: Clause, fits: list[str]) -> str | None:
        """ "his bear blocks my 3/3. does it die?": the bear was spoken about, and the asker may mean his own all the same."""
        met = [m for m in clause.object if m.owner == "you" and m.is_object]
        mine = [i for i in self.r.board.ids(met) if i in fits and i != topic]
        bare = clause.frame == "block" and all(m.head in {"pronoun", "player"} for m in clause.object)
        if bare and not mine:  # "my 3/3 attacks, a 5/5 blocks it. does it die?"
            mine = [i for i in fits if i != topic and self.r.board.objects[i].controller == "you" and self._is_owned(i)]
            met = [m for m in self.talk.mentions if self.r.board.of_mention.get(m.start) in mine]
        if not mine or clause.passive or self.r.board.objects[topic].controller == "you":
            return topic
        if len(mine) == 1 and _OUTLIVING & set(met[0].keywords):
            return mine[0]  # "blocks my 4/4 that has indestructible. it survives, right?"
        thing = self.r.board.objects[topic]
        if thing.damage or thing.counters or thing.abilities or thing.x is not None:
            return topic  # what is told of it is told for the sake of what becomes of it
        self.r.doubtful = True
        return None

    def _is_owned(self, id: str) -> bool:
        """Whether the words say whose it is ("my 2/2")."""
        return any(m.owner and self.r.board.of_mention.get(m.start) == id for m in self.talk.mentions)

    def _at_risk(self) -> set[str]:
        """What could die here: fighters, and what is dealt damage."""
        hurt = {i for e in self.r.events if e.kind in {"damage", "fight"} for i in (*e.subject, *e.target)}
        marked = {i for i, thing in self.r.board.objects.items() if thing.damage}
        return hurt | marked | set(self.r.attackers) | set(self.r.blockers) | set(self.r.attacked)

    def _has(self, id: str, term: str) -> bool:
        thing = self.r.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        printed = [getattr(a, "name", "") for a in card.faces[0].abilities] if card is not None else []
        return term in printed or term in [getattr(a, "name", "") for a in thing.abilities]

    def _either(self, numbers: list[int]) -> bool:
        """ "do I gain 4 or 1?": two numbers of which one is meant, so that the number itself is asked for."""
        return len(numbers) == 2 and self.talk.lowers[numbers[0] + 1 : numbers[1]] in (
            ["or"],
            [",", "or"],
            ["or", "just"],
        )

    def _player(self, clause: Clause) -> str | None:
        return next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)

    def _words(self, clause: Clause) -> list[Word]:
        return [self.talk.words[i] for i in range(clause.start, clause.end)]

    def _near(self, clause: Clause) -> list[str]:
        return self.talk.lowers[clause.start : clause.verb]

    def _other_side(self, clause: Clause) -> tuple[str, ...]:
        """The creatures against those of whoever is said to kill: the player, or the one whose creature it is."""
        ids = self._ids([m for m in clause.subject if m.head not in {"player"}])
        if ids:
            return tuple(self.r.blockers if ids[0] in self.r.attackers else self.r.attackers)
        actor = self._player(clause) or "you"
        return tuple(self.r.blockers if (self.r.side or "you") == actor else self.r.attackers)

    def _fighters(self, words: set[str]) -> tuple[str, ...]:
        """ "both die?", "all of them": everything in the combat."""
        if words & {"both", "all", "everything", "everyone"}:
            return (*self.r.attackers, *self.r.blockers) or self._of_fight()
        if "they" in words:
            return self._they()
        return tuple(self.r.attackers[:1]) if len(self.r.attackers) == 1 and not self.r.blockers else ()

    def _they(self) -> tuple[str, ...]:
        """ "they" of a fight: the ones that are several, or have a name in the plural ("Drudge Skeletons"); else everything in it."""
        fighters = (*self.r.attackers, *self.r.blockers) or self._of_fight()
        sides = [side for side in (self.r.attackers, self.r.blockers) if self._are_several(side)]
        if len(sides) == 1:
            return tuple(sides[0])
        return fighters

    def _of_fight(self) -> tuple[str, ...]:
        """The two creatures of the one fight outside combat, if there is one (CR 701.14)."""
        fights = [e for e in self.r.events if e.kind == "fight"]
        ids = (*fights[0].subject, *fights[0].target) if len(fights) == 1 else ()
        return ids if len(ids) == 2 else ()

    def _are_several(self, side: list[str]) -> bool:
        objects = self.r.board.objects
        if len(side) > 1 or any(objects[i].count != 1 for i in side):
            return True
        names = [(objects[i].card or "").split(",")[0] for i in side]
        return any(name.endswith("s") and not name.endswith(("ss", "us", "is")) for name in names)

    def _power(self, id: str) -> int | None:
        thing = self.r.board.objects[id]
        if thing.power is not None:
            return thing.power
        card = self.talk.cards.get(thing.card) if thing.card else None
        power = card.faces[0].power if card is not None else None
        return int(power) if power is not None and str(power).isdigit() else None

    def _last_part(self, ends: list[int]) -> tuple[int, int]:
        end = ends[-1] if ends else len(self.talk.words)
        start = max((i + 1 for i in range(end - 1) if self.talk.lowers[i] in {",", ".", ";", ":", "-", "?"}), default=0)
        return start, end

    def _is_amount_word(self, i: int) -> bool:
        word = self.talk.words[i]
        return (
            word.is_("noun", "damage", "life", "player", "excess")
            or word.is_("to_player")
            or word.is_("total")
            or word.is_("how_much")
            or word.is_("most")
            or word.is_("how_many")
        )

    def _only_a_verb(self, word: Word) -> bool:
        """ "goes through", "step": no word of an ability ("trample") that must be told of something."""
        known = not word.is_("keyword") or all(self._has(i, "trample") for i in self.r.attackers)
        return (word.is_("verb", "trample_over") and known) or word.is_("noun", "step")

    def _targets(self) -> tuple[str, ...]:
        hurt = [i for e in self.r.events if e.kind == "damage" and e.how != "assigned" for i in e.subject]
        return tuple(dict.fromkeys(hurt or self.r.blockers))
