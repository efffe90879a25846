"""Events of a question about damage: abilities gained and lost between the steps, regeneration, fights, divisions that were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judgecall.cards.abilities import Activated, Keyword, Regenerate
from judgecall.parser.areas.combat_scene import takes_sides
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_divisions import shares_in
from judgecall.parser.areas.damage_gained import Gained
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, GameObject, Query, Step

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader


class DamageEvents(Gained):
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
        if (
            self.says_again(clause)
            or self._given_protection(clause)
            or self.untargeted(clause)
            or self.counters_put(clause)
        ):
            return True
        if self._change_of_ability(clause) or self._burns(clause) or self._ninjutsu(clause):
            return True
        if self._how_it_works(clause):
            return True
        if clause.frame == "regenerate" and not clause.question and clause.modal != "can":
            return self._regenerates(clause)
        if clause.frame == "fight":
            return self._fights(clause)
        return (
            self._assigned(clause) or self._connects(clause) or self._told_result(clause) or self._tramples_told(clause)
        )

    def _how_it_works(self, clause: Clause) -> bool:
        """ "how does Defensive Formation work, he swings …, do I get to …": the card of whoever it may let do something."""
        cards = [m for m in clause.subject if m.cards and not self.r.told.is_spell(m)]
        asks = "how" in self.talk.lowers[clause.start : clause.verb]
        if clause.frame != "trigger" or not asks or len(cards) != 1 or clause is self.talk.clauses[-1]:
            return False
        allowed = [m for c in self.talk.clauses if c.verb > clause.verb and c.modal == "can" for m in c.subject]
        owner = next((m.player for m in allowed if m.head == "player" and m.player in OTHER), None)
        card = self.talk.card(cards[0])
        if card is not None and owner is None and cards[0].owner is None and takes_sides(card):
            self.r.doubtful = True  # whose it is makes a difference, and wasn't said
        self.r.board.get(cards[0], owner=owner)
        self.r.use(clause, *cards)
        return True

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
            self.r.queries.append(Query("which_die", second, value="only"))
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
        walkers = [m for m in (*clause.object, *clause.other.get("to", [])) if self.r.is_walker(m)]
        hits = spoken in {"hit", "hits", "hitting"}
        if (
            not spoken.startswith("connect")
            and not (hits and (face or walkers))
            and not (spoken[:4] == "deal" and walkers)
        ):
            return False
        things = [m for m in clause.subject if m.head != "player"]
        if not things and not clause.subject and spoken.startswith("connect"):
            # "got a 4/4. connects": the creature just spoken of
            things = [m for m in self.talk.mentions if m.end <= clause.verb and m.is_object][-1:]
        if not things and face:
            things = [m for m in clause.with_ if m.is_object]  # "opp hits me with a 3/3"
        if not things or self.r.blocks or (not spoken.startswith("connect") and self.r.asks._is_claim(clause)):
            return False
        hurt = next((m.player for m in clause.object if m.head == "player"), next((m.owner or "" for m in walkers), ""))
        self.r.side = self.r.side or OTHER.get(hurt)
        self.r.attacked = self.r.board.ids(walkers, owner=OTHER.get(self.r.side or "")) or self.r.attacked
        self.r.use(clause, *walkers)
        self.r.used |= {i for i in range(clause.verb, clause.end) if self.talk.words[i].is_("to_player")}
        self.r.used |= {m.start for m in clause.object if m.head == "player"}
        self.r.use(clause, *things, *[m for m in clause.subject if m.head == "player"])
        self.r.objects(things, "attacker")
        twice = [i for i in range(clause.verb, clause.end) if self.talk.lowers[i] == "twice"]
        if twice and all(self.r.asks._has(i, "double strike") for i in self.r.attackers):
            self.r.used |= set(twice)
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
