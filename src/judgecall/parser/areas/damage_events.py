"""Events of a question about damage: abilities gained and lost between the steps, regeneration, fights, divisions that were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judgecall.cards.abilities import Activated, Keyword, Regenerate
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_divisions import shares_in
from judgecall.parser.areas.damage_spells import Spells
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.terms import protection
from judgecall.scenario.model import Event, GameObject, Query, Step

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_STRIKES = frozenset({"first strike", "double strike", "deathtouch", "trample", "lifelink", "indestructible", "flying"})


class DamageEvents(Spells):
    """Turns clauses into events that only questions about damage need; other events are those of any area."""

    def __init__(self, reader: DamageReader) -> None:
        super().__init__(reader)
        self._moment: tuple[Step | None, bool] = (None, False)
        self._responds = False

    def clause(self, clause: Clause) -> bool:
        """Read a clause as an event; tells whether it was one."""
        self._moment = self.talk.step_of(clause)
        self._responds = clause.in_response
        if clause.frame == "trigger" and self._moment[0] is not None and not clause.question:
            self._spread_moment(clause)
            return True
        if self._given_protection(clause) or self.untargeted(clause) or self.counters_put(clause):
            return True
        if self._change_of_ability(clause) or self._burns(clause) or self._ninjutsu(clause):
            return True
        if clause.frame == "regenerate" and not clause.question and clause.modal != "can":
            return self._regenerates(clause)
        if clause.frame == "fight":
            return self._fights(clause)
        return (
            self._assigned(clause) or self._connects(clause) or self._told_result(clause) or self._tramples_told(clause)
        )

    def _spread_moment(self, clause: Clause) -> None:
        """ "After first strike damage happens I pump it": the moment belongs to what follows."""
        self.r.use(clause)
        for other in self.talk.clauses:
            if other.sentence == clause.sentence and other.verb > clause.verb and not other.moment:
                other.moment = clause.moment

    def _add(self, event: Event) -> None:
        step, after = self._moment
        if event.at is None and step is not None:
            event = msgspec.structs.replace(event, at=step, after=after)
        if self._responds:
            event = msgspec.structs.replace(event, in_response=True)
            self.r.use_where(lambda w: w.is_("in_response"))
        self.r.events.append(self.r._timed(event))

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

    def _taken_from(self, clause: Clause) -> list[Mention]:
        """ "he removes first strike from mine": whose ability goes; the one who takes it away does nothing else."""
        takes = self.talk.lowers[clause.verb].startswith(("remov", "strip", "take", "took"))
        whose = [m for m in clause.other.get("from", []) if m.head != "player"]
        if not takes or not whose or clause.question or not self._terms(clause):
            return []
        self.r.use(clause, *[m for m in clause.subject if m.head == "player"])
        return whose

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

    def _regenerates(self, clause: Clause) -> bool:
        players = [m for m in clause.subject if m.head == "player"]
        after = self.talk.lowers[clause.verb + 1 :]
        only_had = self.talk.lowers[clause.verb - 1] in {"with", "has", "have"} if clause.verb else False
        if only_had and not {"shield", "pay", "paid", "activate", "activated", "up"} & set(after):
            self.r.doubtful = True  # "my 3/3 with regenerate": whether it was activated isn't told
            return True
        things = [m for m in [*clause.object, *clause.subject] if m.head != "player"]
        named = [m for m in things if m.head != "pronoun"]
        ids = self.r.board.ids(named) or self._able_to_regenerate() or self.r.board.ids(things)
        if not ids and players:
            ids = tuple(self.r.side_of(players[0].player))
        if len(ids) != 1:
            self.r.doubtful = True  # which one the shield is for was not understood
            return True
        self._regenerated_by(ids[0], next((m.player for m in players if m.player in OTHER), None))
        self.r.use(clause, *players, *things)
        self._add(Event("regenerate", ids))
        return True

    def _able_to_regenerate(self) -> tuple[str, ...]:
        """The one fighter whose card can regenerate it: "I paid for the regen shield" is about no other."""
        able = []
        for id in dict.fromkeys((*self.r.attackers, *self.r.blockers)):
            name = self.r.board.objects[id].card
            card = self.talk.cards.get(name) if name else None
            effects = [e for a in (card.faces[0].abilities if card is not None else ())
                       if isinstance(a, Activated) for e in a.effects]  # fmt: skip
            if any(isinstance(e, Regenerate) for e in effects):
                able.append(id)
        return tuple(able) if len(able) == 1 else ()

    def _regenerated_by(self, id: str, player: str | None) -> None:
        """Who pays for the shield has the creature, where the words have not said whose it is."""
        fighters = (*self.r.attackers, *self.r.blockers)
        told = any(m.owner and self.r.board.of_mention.get(m.start) in fighters for m in self.talk.mentions)
        if player is None or told or id not in fighters:
            return
        self.r.side = player if id in self.r.attackers else OTHER[player]
        for i in fighters:
            self.r.board.change(i, controller=self.r.side if i in self.r.attackers else OTHER[self.r.side])

    def _fights(self, clause: Clause) -> bool:
        """ "my 2/2 fights his 3/3", "win a fight vs a 3/3"; "fought in combat" is combat."""
        mine = [m for m in clause.subject if m.head != "player"]
        theirs = [
            m for m in [*clause.object, *clause.with_, *clause.into, *clause.on] if m.head != "player" and m not in mine
        ]
        plural = next((m for m in clause.subject if m.text in {"they", "them"}), None)
        if plural is not None and not theirs:
            both = [
                m for m in self.talk.mentions if m.is_object and m.end <= clause.verb and not self.r.told.is_spell(m)
            ][-2:]
            if len(both) < 2:
                return False
            mine, theirs = both[:1], both[1:]
            self.r.used.add(plural.start)
        if not mine:
            mine = [
                m for m in self.talk.mentions if m.is_object and m.end <= clause.verb and not self.r.told.is_spell(m)
            ][-1:]
        if not theirs:
            theirs = [
                m for m in self.talk.mentions if m.is_object and m.start > clause.verb and m.sentence == clause.sentence
            ][:1]
        in_combat = self.talk.says("in combat")
        if in_combat and theirs and mine and self._blocks_it(clause, mine, theirs):
            return True
        if in_combat and theirs and (mine or self.r.board.spoken):
            attackers = self.r.objects(mine, "attacker") if mine else tuple(self.r.board.spoken[-1:])
            blockers = (
                self.r.objects(
                    theirs,
                    "blocker",
                )
                if theirs
                else ()
            )
            self.r.use(clause, *mine, *theirs)
            self.r.declare(blockers, attackers)
            return True
        side = next((m.owner for m in mine if m.owner), None) or OTHER.get(
            next((m.owner for m in theirs if m.owner), None) or "opp", "you"
        )
        first, second = self.r.board.ids(mine, owner=side), self.r.board.ids(theirs, owner=OTHER[side])
        second = tuple(i for i in second if i not in first)
        if not first or not second:
            return False
        self.r.use(clause, *mine, *theirs)
        self.r.use_where(lambda w: w.lower in {"win", "wins", "vs", "versus", "against"})
        self._add(Event("fight", first, second))
        asked = (
            clause.question
            or clause.should
            or any(
                self.talk.words[i].sentence == clause.sentence and self.talk.lowers[i] == "?"
                for i in range(clause.verb, len(self.talk.words))
            )
        )
        if asked and self.talk.says("win", "wins", "beat", "beats"):
            self._helped(clause, first)
            self.r.queries.append(Query("dies", second, value="only"))
        return True

    def _helped(self, clause: Clause, ids: tuple[str, ...]) -> None:
        """ "does double strike help my 2/2 win a fight": it has it."""
        for i in range(clause.verb):
            if self.talk.words[i].sentence != clause.sentence or self.talk.inside(i) is not None:
                continue
            for term in (s.value for s in self.talk.words[i].senses if s.kind == "keyword" and s.form == "is"):
                self.r.used.add(i)
                for id in ids:
                    thing = self.r.board.objects[id]
                    self.r.board.change(id, abilities=(*thing.abilities, Keyword(term)))

    def _blocks_it(self, clause: Clause, mine: list[Mention], theirs: list[Mention]) -> bool:
        """ "my 2/1 blocking, fought a 3 power guy": the attacker that it blocks is told only now."""
        ids = self.r.board.ids(mine)
        made = [
            a
            for blockers, attackers in self.r.blocks
            if set(ids) <= set(blockers)
            for a in attackers
            if self.r.board.objects[a].said == "creature"
        ]
        if len(made) != 1:
            return False
        self.r.board.objects.pop(made[0])
        self.r.board.spoken.remove(made[0])
        self.r.attackers.remove(made[0])
        self.r.blocks = []
        self.r.events = [e for e in self.r.events if e.kind != "block"]
        attackers = self.r.objects(theirs, "attacker", ids)
        self.r.use(clause, *mine, *theirs)
        self.r.declare(ids, attackers)
        return True

    def _assigned(self, clause: Clause) -> bool:
        """ "I put 2 on the bear and 2 on face", told: the division that was made."""
        if (
            not set(clause.frames) & {"put", "assign", "trample_over"}
            or clause.question
            or clause.modal
            or clause.should
        ):
            return False
        shares = shares_in(self.r, clause.verb + 1, self._end(clause))
        source = self.r.attackers[0] if len(self.r.attackers) == 1 else None
        if not shares or source is None:
            return False
        self.r.use(clause, *[m for m in clause.subject if m.head == "player"])
        for n, target, words in shares:
            self.r.used |= words
            self.r.events.append(Event("damage", (target,), n=n, by=source, how="assigned"))
        return True

    def _end(self, clause: Clause) -> int:
        nxt = next((c for c in self.talk.clauses if c.verb > clause.verb and c.sentence == clause.sentence), None)
        if nxt is not None:
            return nxt.verb
        return max(i for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence) + 1

    def _connects(self, clause: Clause) -> bool:
        """ "both connect", "connected": told, they are unblocked attackers."""
        if clause.frame == "deal" and not clause.question and clause.by and self.talk.lowers[clause.verb] == "hit":
            attackers = [m for m in clause.by if m.is_object]
            hurt = next((m.player for m in clause.subject if m.head == "player"), None)
            if attackers and hurt in OTHER:
                self.r.side = OTHER[hurt]
                self.r.use(clause, *clause.subject, *attackers)
                self.r.objects(attackers, "attacker")
                return True
        if clause.frame != "deal" or clause.question or clause.should or clause.wh or clause.passive:
            return False
        spoken = self.talk.words[clause.verb].lower.split()[0]
        face = any(m.head == "player" and m.player in OTHER for m in clause.object) or any(
            self.talk.words[i].is_("to_player") for i in range(clause.verb, clause.end)
        )
        if not spoken.startswith("connect") and not (spoken in {"hit", "hits", "hitting"} and face):
            return False
        things = [m for m in clause.subject if m.head != "player"]
        if not things and face:
            things = [m for m in clause.with_ if m.is_object]  # "opp hits me with a 3/3"
        if not things or self.r.blocks or (not spoken.startswith("connect") and self.r.asks._is_claim(clause)):
            return False
        self.r.side = self.r.side or OTHER.get(next((m.player for m in clause.object if m.head == "player"), ""))
        self.r.used |= {i for i in range(clause.verb, clause.end) if self.talk.words[i].is_("to_player")}
        self.r.used |= {m.start for m in clause.object if m.head == "player"}
        self.r.use(clause, *things, *[m for m in clause.subject if m.head == "player"])
        self.r.objects(things, "attacker")
        self.r.use_where(lambda w: w.lower in {"both", "all"})
        return True

    def _told_result(self, clause: Clause) -> bool:
        """ "kills it with the first hit", "first strike damage kills": what the damage did, which is worked out anyway."""
        told = self.talk.lowers[clause.start : clause.verb]
        if (
            clause.frame == "deal"
            and "already" in told
            and clause.form == "ed"
            and not (clause.question or clause.object or clause.wh)
        ):
            things = [m for m in clause.subject if m.is_object]
            self.r.use(clause, *things)
            self.r.board.ids(things)
            return True
        if clause.frame != "kill" or clause.question or clause.modal or clause.wh or not self.r.blocks:
            return False
        by_damage = any(
            self.talk.lowers[i] in {"hit", "first hit", "first strike damage", "damage", "first strike", "first"}
            for i in range(clause.start, clause.end)
        )
        things = [m for m in clause.subject if m.head != "player"]
        ids = self.r.board.ids(things)
        fighters = set(self.r.attackers) | set(self.r.blockers)
        if not (by_damage and (not ids or set(ids) <= fighters)):
            return False
        self.r.use(clause, *things, *clause.object)
        for i in range(clause.start, clause.end):
            if self.talk.lowers[i] in {"hit", "first", "damage", "first strike", "strike", "first hit"}:
                self.r.used.add(i)
        return True

    def _tramples_told(self, clause: Clause) -> bool:
        """ "my 6/6 tramples nobody": an attacker, and what it does is worked out."""
        things = [m for m in clause.subject if m.is_object]
        span = range(clause.verb, clause.end)
        if clause.frame != "trample_over" or clause.question or clause.modal or clause.wh or clause.bound or not things:
            return False
        if any(self.talk.words[i].kind == "number" for i in span) or self.r.last_asks(clause):
            return False
        self.r.use(clause, *things)
        self.r.side = self.r.side or things[0].owner
        self.r.objects(things, "attacker")
        return True

    def _ninjutsu(self, clause: Clause) -> bool:
        """ "I ninjutsu'd X in for my unblocked guy": X is attacking in its stead."""
        if clause.frame != "ninjutsu" or clause.question:
            return False
        cards = [m for m in clause.object if m.cards]
        swapped = [m for m in [*clause.other.get("for", []), *clause.other.get("in", [])] if m.is_object]
        if not cards:
            return False
        self.r.use(clause, *clause.roles())
        left = [i for i in self.r.board.ids(swapped[:1]) if self.r.creature_like(self.r.board.objects[i])]
        if not left:
            left = [
                self.r.board.create(
                    GameObject("attacker", said="unblocked creature", types=("creature",), controller="you")
                )
            ]
        self.r.attackers += [i for i in left if i not in self.r.attackers]
        self._add(Event("leave", tuple(left[:1]), how="bounced"))
        new = self.r.board.ids(cards[:1], owner="you")
        for id in new:
            self.r.board.change(id, zone="hand")
        self._add(Event("enter", new, how="ninjutsu"))
        return True
