"""Questions about a creature that was provoked: must it block, may it block another attacker, does it untap (CR 702.39a)."""

from __future__ import annotations

from judgecall.cards.abilities import CantBlock, Keyword
from judgecall.parser.areas.attacks import statics
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_ELSE = frozenset({"another", "other", "different", "else", "smaller", "bigger"})
_CHOOSING = frozenset({"target", "choose", "pick", "hit", "put"})
_ABOUT = frozenset({"trigger", "triggers", "ability", "triggered ability", "on", "targeting", "targets", "picks", "picked", "with", "it", "onto", "and", ",", "at", "is", "aimed", "went",
                    "goes"})  # fmt: skip
_INSTEAD = frozenset({"instead", "instead of", "rather than", "over"})
_CLAIMING = frozenset({"insisting", "insists", "says", "claims", "thinks", "argues", "said", "claimed", "figured"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question about a provoked creature."""
    if context is not None:
        return []
    told = [i for i, w in enumerate(talk.words) if w.kind == "word" and w.is_("verb", "provoke")]
    if not told:
        return []
    candidate = ProvokedReader(talk, told).read()
    return [candidate] if candidate is not None else []


class ProvokedReader:
    """One provoked creature, what provoked it, and the other attackers.

    Args:
        talk: the question.
        told: indices of the words that tell of it.
    """

    def __init__(self, talk: Talk, told: list[int]) -> None:
        self.talk = talk
        self.told = told
        self.board = Board(talk)
        self.used: set[int] = set(told)

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        blocks = [c for c in self.talk.clauses if c.frame in {"block", "no_block"} and c.verb > self.told[0]]
        if not blocks or self.talk.has("how_many") or len([w for w in self.talk.words if w.lower == "?"]) > 1:
            return None
        asked = blocks[-1]
        victim = self._victim()
        if victim is not None and not self._plain(victim):
            return None
        objects = [m for m in self.talk.mentions if m.is_object and m is not victim and not self._names_ability(m)]
        provoker = next((m for m in objects if self._provokes(m)), None)
        side = self._side(victim, provoker)
        if side is None:
            return None
        creature = self.board.get(victim, owner=side) if victim is not None else None
        if creature is None:
            creature = self.board.create(GameObject("creature", said="creature", types=("creature",), controller=side))
        self.board.change(creature, controller=side)
        attackers = [self._attacker(provoker, side)]
        if attackers[0] is None or attackers[0] == creature:
            return None
        others = self._others(objects, provoker, victim, creature, attackers[0], side)
        if others is None or len(others) > 1:
            return None
        query = self._query(asked, creature, attackers[0], others)
        if query is None:
            return None
        self.used.add(asked.verb)
        facts = self._status()
        self._hearsay(creature)
        lineup = (attackers[0], *others)
        for id in lineup:
            self.board.change(id, controller=OTHER[side], attacking=True)
        self.used |= {c.verb for c in self.talk.clauses if c.frame == "attack" and not c.question and not c.negated}
        events = (
            Event("attack", lineup),
            Event("trigger", (attackers[0],), (creature,), at="declare_attackers", after=True),
        )
        scenario = Scenario(
            tuple(self.board.objects.values()), events=events, queries=(query,), active=OTHER[side], facts=facts
        )
        return Candidate(scenario, "combat", self.used, -3.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    # ---------------------------------------------------------------- roles

    def _victim(self) -> Mention | None:
        """What is provoked: the object of the verb, or what the trigger was aimed at."""
        for clause in self.talk.clauses:
            if clause.frame != "provoke":
                continue
            hit = clause.subject if clause.passive else [*clause.object, *clause.on]
            found = next((m for m in hit if m.is_object and not self._provokes(m)), None)
            if found is not None:
                return found
        for told in self.told:
            for mention in self.talk.mentions:
                if mention.start <= told or not mention.is_object or mention.sentence != self.talk.words[told].sentence:
                    continue
                gap = self.talk.words[told + 1 : mention.start]
                if all(w.lower in _ABOUT or w.is_("verb", *_CHOOSING) for w in gap):
                    self.used |= set(range(told, mention.start))
                    return mention
                break
        for clause in self.talk.clauses:
            if clause.frame in _CHOOSING and any(clause.start <= t < clause.end + 1 for t in self.told):
                found = next((m for m in clause.object if m.is_object), None)
                if found is not None:
                    found.keywords = [k for k in found.keywords if k != "provoke"]
                    self.used.add(clause.verb)
                    return found
        named = [m for m in self.talk.mentions if m.is_object and m.described and m.owner in OTHER]
        return named[0] if len(named) == 1 and not self._provokes(named[0]) else None

    def _plain(self, mention: Mention) -> bool:
        return mention.head in {"creature", "card", "token"} and mention.count in {None, 1} and not mention.plural

    def _names_ability(self, mention: Mention) -> bool:
        """ "the provoke trigger": the ability, and no creature."""
        bare = not mention.cards and mention.power is None and not mention.subtypes
        holds = any(mention.start <= t < mention.end for t in self.told)
        named = any(self.talk.words[i].is_("noun") for i in range(mention.start, mention.end))
        if bare and holds and not named and mention.end - mention.start <= 2:
            self.used |= set(range(mention.start, mention.end))
            return True
        return mention.head in {"ability", "trigger"}

    def _provokes(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if len(mention.cards) == 1 else None
        printed = card is not None and any(
            isinstance(a, Keyword) and a.name == "provoke" for a in card.faces[0].abilities
        )
        holds = any(mention.start <= t < mention.end for t in self.told) and mention.head != "pronoun"
        return printed or (holds and "provoke" in mention.keywords and not self._names_ability(mention))

    def _side(self, victim: Mention | None, provoker: Mention | None) -> str | None:
        """Whose creature is provoked."""
        if victim is not None and victim.owner in OTHER:
            return victim.owner
        if provoker is not None and provoker.owner in OTHER:
            return OTHER[provoker.owner]
        for clause in self.talk.clauses:
            who = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
            if clause.frame in {"attack", "provoke"} and who is not None:
                return who if clause.passive or self._is_got(clause) else OTHER[who]
        return None

    def _is_got(self, clause: Clause) -> bool:
        """ "I got provoked"."""
        before = self.talk.lowers[max(0, clause.verb - 2) : clause.verb]
        return clause.frame == "provoke" and bool({"got", "was", "am", "is", "get", "been"} & set(before))

    def _attacker(self, provoker: Mention | None, side: str) -> str | None:
        if provoker is None:
            return self.board.create(
                GameObject("provoker", said="creature with provoke", types=("creature",),
                           abilities=(Keyword("provoke"),), controller=OTHER[side])
            )  # fmt: skip
        self.used |= set(range(provoker.start, provoker.end))
        return self.board.get(provoker, owner=OTHER[side])

    def _others(
        self, objects: list[Mention], provoker: Mention | None, victim: Mention | None, creature: str, attacker: str, side: str
    ) -> tuple[str, ...] | None:  # fmt: skip
        """The attackers besides the one that provokes; None for a thing that has no place."""
        found: list[str] = []
        own = self.board.objects[creature]
        if victim is not None:
            self.used |= set(range(victim.start, victim.end))
        # "another attacker" stands before "the bear" that may block it: who is known is told apart first.
        for mention in sorted(objects, key=self._is_other):
            if mention.head == "pronoun" or mention is provoker:
                continue
            if self._is_other(mention) and mention.head in {"attacker", "creature"}:
                id = self.board.get(mention, owner=OTHER[side], avoid=(creature, attacker))
            else:
                same = self._same(mention, creature, attacker)
                if same is not None:
                    self.board.of_mention[mention.start] = same
                id = same or self.board.get(mention)
            if id is None or mention.head in {"spell", "land"}:
                return None
            thing = self.board.objects[id]
            if id not in {creature, attacker}:
                if mention.owner == own.controller or thing.attached_to is not None or not self._fights(mention):
                    return None
                if id not in found:
                    found.append(id)
            self.used |= set(range(mention.start, mention.end))
        return tuple(found)

    def _same(self, mention: Mention, creature: str, attacker: str) -> str | None:
        """ "the creature", "that one": the provoked creature, or the attacker that provoked it."""
        if mention.described or mention.article not in {"the", "that", "this"}:
            return None
        return attacker if mention.head == "attacker" else creature if mention.head == "creature" else None

    def _fights(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return card is None or "creature" in card.faces[0].types

    def _is_other(self, mention: Mention) -> bool:
        around = {mention.article, *mention.text.split(), *self.talk.lowers[max(0, mention.start - 1) : mention.start]}
        return bool(around & _ELSE)

    # ------------------------------------------------------------ the question

    def _query(self, asked: Clause, creature: str, attacker: str, others: tuple[str, ...]) -> Query | None:
        words = self.talk.words
        region = range(asked.start, len(words))
        start = min((i for i in region), default=0)
        lead = [i for i in range(max(0, start - 3), start) if words[i].sentence == asked.sentence]
        near = [*lead, *region]
        can = [i for i in near if words[i].is_("modal_can")]
        must = [i for i in near if words[i].is_("modal_must")]
        legal = [i for i in range(self.told[0], len(words)) if words[i].is_("legal")]
        denied = [i for i in near if words[i].is_("negation")]
        whom = [m for m in [*asked.object, *asked.on] if m.is_object or m.head == "pronoun"]
        # "there's another attacker I'd rather block": what is blocked stands before the verb.
        whom += [m for m in asked.subject if self.board.of_mention.get(m.start) in others]
        hit = self.board.get(whom[0]) if whom else None
        who = [m for m in [*asked.subject, *asked.with_] if m.head != "player" and m not in whom]
        if any(self.board.get(m) not in {creature, None} for m in who if m.head != "pronoun"):
            return None
        used = {i for i in near if words[i].lower in _INSTEAD}
        if must and not can and not denied and hit in {None, attacker, creature}:
            self.used |= {*must, *used}
            return Query("must_block", (creature,), (attacker,))
        if (can or legal) and not must:
            skipping = asked.frame == "no_block" or (denied and can and denied[0] > can[0])
            if skipping and not legal and hit in {None, attacker}:
                self.used |= {*can, *denied, *used}
                return Query("may_not_block", (creature,), (attacker,))
            refused = denied and not (legal and 0 < legal[0] - denied[0] <= 2)
            if refused or (hit not in others and not (others and hit is None)):
                return None
            self.used |= {*can, *legal, *denied, *used}
            return Query("can_block", (creature,), others, negated=bool(denied))
        return self._untaps(creature, attacker) if not others else None

    def _untaps(self, creature: str, provoker: str) -> Query | None:
        """ "does provoke untap a tapped creature?"."""
        words = self.talk.words
        told = self.told[0]
        untap = next((i for i, w in enumerate(words) if w.lower in {"untap", "untaps"} and i > told), None)
        asked = told > 0 and words[told - 1].lower in {"can", "does", "will", "could"}
        if untap is None or not asked or self.board.objects[creature].tapped is not True:
            return None
        if any(w.is_("negation") for w in words):
            return None
        self.used |= {
            untap,
            told - 1,
            *(i for i, w in enumerate(words) if w.lower in {"make it", "makes it", "force it", "it"}),
        }
        return Query("must_block", (creature,), (provoker,))

    # ---------------------------------------------------------------- told besides

    def _status(self) -> tuple[tuple[str, str], ...]:
        """ "threshold is on": a state of the player that the creature's own text goes by."""
        for i, word in enumerate(self.talk.words):
            if word.lower == "threshold" and "not" not in self.talk.lowers[max(0, i - 2) : i + 4]:
                self.used.add(i)
                return (("threshold", "yes"),)
        return ()

    def _hearsay(self, creature: str) -> None:
        """What the card says of blocking, told again, and what a player makes of the ability."""
        card = self.talk.cards.get(self.board.objects[creature].card or "")
        cannot = card is not None and any(isinstance(e, CantBlock) for a in statics(card) for e in a.effects)
        for clause in self.talk.clauses:
            if clause.frame == "block" and clause.negated and clause.modal == "can" and cannot and not clause.question:
                self.used |= set(range(clause.start, clause.end))
        for i, word in enumerate(self.talk.words):
            if word.lower in _CLAIMING and not any(
                w.lower == "?" for w in self.talk.words[i:] if w.sentence == word.sentence
            ):
                span = [k for k in range(i, len(self.talk.words)) if self.talk.words[k].sentence == word.sentence]
                if not any(m.is_object and m.start in span for m in self.talk.mentions):
                    self.used |= set(span)
