"""Questions about who dies, who survives and what saves a creature."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_referring import Referring
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query, QueryKind


class Deaths(Referring):
    """Finds questions about deaths."""

    def _death(self, clause: Clause) -> bool:
        if not self._asked(clause):
            return self._fought(clause)
        words = set(self.talk.lowers[clause.start : clause.verb])
        things = self._things(clause)
        if clause.wh in {"who", "which", "how_many"}:
            things = [m for m in things if m.start >= clause.start]
        if self._player_dies(clause) or self._attacked_player_dies(clause):
            return True
        kind: QueryKind = "survives" if clause.frame == "survive" else "dies"
        self.r.use(clause, *clause.subject)
        if clause.wh in {"who", "which"} and not things:
            return self._add(Query("which_die"))
        if clause.wh == "how_many" and clause.frame == "survive":
            self.r.doubtful = True  # how many die is another number
            return False
        if clause.wh == "how_many":
            return self._add(Query("how_many_die", self._those(things) or self._gang(), bound="exactly"))
        if words & {"anything", "anyone", "something"} and not things:
            return self._add(Query(kind))
        subject = self._ids(things) or self._called(clause) or (() if things else self._fighters(words))
        if not subject and clause.subject and not things:
            subject = self._ids([m for m in clause.subject if m.head != "player"])
        if not subject and not clause.subject and not words - {"so", "then", "is", "still", "and"}:
            subject = tuple(i for i in (*self.r.attackers, *self.r.blockers) if self._is_owned(i)
                            and self.r.board.objects[i].controller == "you")  # fmt: skip
            subject = subject if len(subject) == 1 else ()
            topic = self._topic_of(clause)
            if topic is not None and subject not in {(), (topic,)}:
                self.r.doubtful = True  # "he blocks my 4/4 with a 2/2. dies?"
                return False
            subject = subject or ((topic,) if topic is not None else ())
        if not subject:
            return False
        if not set(subject) <= self._at_risk() and not (len(subject) == 1 and self._may_be_at_risk(subject[0])):
            return False
        only = kind == "dies" and bool(words & {"only", "just"})
        if only and not set(subject) <= self._at_risk():
            self.r.doubtful = True  # whether it is one of those that fight was not made out
            return False
        self._weapon(clause)
        several = len(subject) > 1 or (self.r.board.objects[subject[0]].count or 1) > 1
        if (
            self._on_both_sides(subject)
            and kind == "survives"
            and not words & {"both", "all", "everything", "everyone"}
        ):
            self.r.doubtful = True  # of two that fight each other, one is asked about
            return False
        if several and kind == "dies" and clause.wh == "who":
            return self._add(Query("which_die"))
        if several and kind == "dies":
            kind = "both_die"
        if kind == "survives" and list(subject) == self.r.attackers and len(subject) == 1:
            # Its controller divides its damage, and would do it so that it survives.
            return self._add(Query(kind, subject, bound="at_most", negated=clause.negated and not clause.should))
        if kind == "dies" and not only and list(subject) == self.r.attackers and len(subject) == 1 and not several:
            return self._add(
                Query("survives", subject, bound="at_most", inverse=True, negated=clause.negated and not clause.should)
            )
        negated = clause.negated and (not clause.should or "not" in self._near(clause))
        if only:
            return self._add(Query("which_die", subject, value="only", negated=negated))
        return self._add(Query(kind, subject, negated=negated))

    def _topic_of(self, clause: Clause) -> str | None:
        """ "… blocks a 9/9. dies?": with no subject of its own the verb is about what the verb before it was about."""
        before = [c for c in self.talk.clauses if c.verb < clause.verb]
        things = [m for m in before[-1].subject if m.head != "player"] if before else []
        ids = self.r.board.ids(things)
        return (
            ids[0] if len(ids) == 1 and self.r.board.objects[ids[0]].count == 1 and ids[0] in self._at_risk() else None
        )

    def _called(self, clause: Clause) -> tuple[str, ...]:
        """ "ace survives?" of Fencing Ace: a fighter called by the last word of its name, with no word known for a creature."""
        i = clause.verb - 1
        if i < clause.start or self.talk.inside(i) is not None or clause.subject:
            return ()
        word = self.talk.words[i]
        found = tuple(f for f in sorted(self._at_risk()) if word.lower in self._last_words(f))
        if len(found) != 1 or (word.senses and not word.is_("subtype")):
            return ()
        self.r.used.add(i)
        return found

    def _last_words(self, id: str) -> set[str]:
        """What a creature may be called by: the last word of its card's name, and of how it was described."""
        thing = self.r.board.objects[id]
        return {name.lower().split()[-1] for name in (thing.card, thing.said) if name}

    def _may_be_at_risk(self, id: str) -> bool:
        """Named before the combat is: the blocker that isn't placed yet."""
        thing = self.r.board.objects[id]
        fights = any(c.frame in {"attack", "block", "fight"} for c in self.talk.clauses)
        return self.r.creature_like(thing) and (fights or bool(self.r.attackers or self.r.blockers or thing.damage))

    def _gang(self) -> tuple[str, ...]:
        """ "five guys block my Ochran Assassin how many die": of the many, when one side is one creature."""
        objects = self.r.board.objects
        sides = (tuple(self.r.attackers), tuple(self.r.blockers))
        many = [side for side in sides if len(side) > 1 or any(objects[i].count != 1 for i in side)]
        return many[0] if len(many) == 1 else ()

    def _those(self, things: list[Mention]) -> tuple[str, ...]:
        """The group that "how many …" counts."""
        ids = self.r.board.ids([m for m in things if m.head == "pronoun" or m.count or m.plural or m.subtypes])
        return tuple(i for i in ids if i in self.r.blockers or i in self.r.attackers)

    def _player_dies(self, clause: Clause) -> bool:
        """ "is he dead?", "do I die?": a player, when life totals are told; without them "he" may be a creature."""
        players = [m for m in clause.subject if m.head == "player" and m.start >= clause.start]
        if len(players) != 1 or len(clause.subject) != 1 or players[0].player not in OTHER or clause.wh:
            return False
        who = players[0].player
        if self.r.players.get(who) is None or self.r.players[who].life is None:
            if players[0].text == "they" and len(self._they()) == 1:
                return False  # creatures with a name in the plural
            spoken = any(m.head == "player" and m.player == who and m.start < clause.start for m in self.talk.mentions)
            spoken = spoken or any(self._has(i, "infect") or self._has(i, "toxic") for i in self.r.attackers)
            self.r.doubtful = self.r.doubtful or who == "you" or spoken
            return False
        self.r.use(clause, *players)
        return self._add(Query("survives" if clause.frame == "survive" else "dies", (who,)))

    def _attacked_player_dies(self, clause: Clause) -> bool:
        """ "4/4 unblocked, opp at 3. dead?": nobody is named, and one player's life was told, who is attacked with no block."""
        lives = [who for who, player in self.r.players.items() if player.life is not None]
        if clause.subject or clause.wh or clause.negated or self.r.blocks or not self.r.attackers:
            return False
        if lives != [self.r.defender] or clause.frame != "die":
            return False
        self.r.use(clause)
        return self._add(Query("dies", (self.r.defender,)))

    def _fought(self, clause: Clause) -> bool:
        """ "both died": what some client did, when the dead are the creatures in the fight."""
        if not self.r.blocks or clause.in_response or clause.moment:
            return False
        words = set(self.talk.lowers[clause.start : clause.verb])
        things = [m for m in clause.subject if m.head != "player"]
        told = words & {"both", "all", "everything", "mine", "everyone", "instead"} or (
            bool(things)
            and all(m.head == "pronoun" for m in things)
            and self.talk.words[clause.verb].lower in {"died", "dead", "dies"}
        )
        if not told or (
            not any(c is not clause and self._asked(c) for c in self.talk.clauses) and self._elliptic is None
        ):
            return False
        self.r.use(clause, *clause.subject)
        self.r.used |= {
            i for i in range(clause.start, clause.verb) if self.talk.lowers[i] in {"both", "all", "everything"}
        }
        return True

    def _kill(self, clause: Clause) -> bool:
        if {"because", "since", "cause"} & set(self.talk.lowers[max(0, clause.start - 1) : clause.verb]):
            return False
        words = set(self.talk.lowers[clause.verb : clause.verb + 3])
        hurt = [
            msgspec.structs.replace(m, head="pronoun") if m.head == "player" and m.text in {"him", "her"} else m
            for m in clause.object if m.head != "player" or m.text in {"him", "her"}
        ]  # fmt: skip
        bearers = self._bearers_of(clause)
        # What kills is never what "it" stands for in the same clause.
        killers = self.r.board.ids([m for m in clause.subject if m.head not in {"player", "pronoun"}])
        actor = self._player(clause)  # "can I block it with my 3/3 and kill it": nobody means to kill his own
        own = self.r.side_of(actor) if actor is not None and not any(m.is_object for m in hurt) else ()
        target = () if words & {"both", "all"} else self.r.board.ids(hurt, avoid=(*bearers, *killers, *own))
        if set(target) & set(killers):
            self.r.doubtful = True
            return False
        if clause.wh == "how_many" or clause.bound == "most":
            self.r.use(clause, *clause.roles())
            killed = target or self._killed(clause)
            if not killed:
                self.r.doubtful = True
                return False
            return self._add(Query("how_many_die", killed, bound="at_most"))
        if not target and words & {"both", "all", "them", "everything"}:
            target = self._other_side(clause)
        if not target and clause.passive:
            target = self.r.board.ids(self.r.things(clause))
        if not target or not set(target) <= self._at_risk():
            return False
        self._weapon(clause)
        self.r.use(clause, *clause.roles())
        self.r.used |= {i for i in range(clause.verb, clause.end) if self.talk.lowers[i] in {"both", "all", "them"}}
        self._all_of_them(clause, target)
        several = len(target) > 1 or (self.r.board.objects[target[0]].count or 2) > 1
        if not several and clause.modal != "can" and list(target) == self.r.attackers:
            # Asked as a death ("does it die?"): its controller would divide its damage so that it survives.
            return self._add(Query("survives", target, bound="at_most", inverse=True))
        return self._add(
            Query("both_die" if several else "dies", target, bound="at_most" if clause.modal == "can" else "exactly")
        )

    def _all_of_them(self, clause: Clause, ids: tuple[str, ...]) -> None:
        """ "all three of them": how many there are, told again or for the first time."""
        counts = [self.r.board.objects[i].count for i in ids]
        for m in self.talk.mentions:
            if m.head != "some" or not clause.verb < m.start < clause.end:
                continue
            if counts == [None]:
                self.r.board.change(ids[0], count=m.count)
            elif m.count != sum(n or 0 for n in counts):
                continue
            self.r.used |= set(range(m.start, m.end))

    def _killed(self, clause: Clause) -> tuple[str, ...]:
        """ "the most blockers I can kill", "how many of those can it kill": those counted fight against whoever kills, and are no killers."""
        those = [m for m in clause.subject if m.text in {"them", "those", "these"}]
        counted = [m for m in clause.subject if m.head != "player" or m in those]
        actor = next((m.player for m in clause.subject if m.player in OTHER and m not in counted), None)
        if actor is None:
            if len(counted) < 2:
                return self._other_side(clause)
            killers = self._ids(counted[-1:])
            fighting = next((side for side in (self.r.attackers, self.r.blockers) if set(killers) <= set(side)), None)
            if not killers or fighting is None:
                return ()
            actor = (self.r.side or "you") if fighting is self.r.attackers else OTHER[self.r.side or "you"]
            counted = counted[:-1]
        against = tuple(self.r.blockers if (self.r.side or "you") == actor else self.r.attackers)
        named = [m for m in counted if m.head not in {"pronoun", "some", "player"}]
        if set(self.r.board.ids(named)) - set(against):
            return ()
        if counted and len(against) == 1 and self.r.board.objects[against[0]].count == 1:
            return ()  # many are counted, and one creature is all that fights against them
        return against

    def _bearers_of(self, clause: Clause) -> tuple[str, ...]:
        """ "deathtouch kills it": the fighters that have what is said to kill, so "it" is none of them."""
        lead = self.talk.words[clause.verb - 1] if clause.verb else None
        if lead is None or self.talk.inside(clause.verb - 1) is not None:
            return ()
        terms = [s.value for s in lead.senses if s.kind == "keyword"]
        fighters = (*self.r.attackers, *self.r.blockers)
        return tuple(i for i in fighters if any(self._has(i, t) for t in terms))

    def _weapon(self, clause: Clause) -> None:
        """ "does deathtouch kill it": an ability that one of the fighters has."""
        for i in range(clause.start, clause.end):
            for term in (s.value for s in self.talk.words[i].senses if s.kind == "keyword"):
                if any(self._has(id, term) for id in (*self.r.attackers, *self.r.blockers)):
                    self.r.used.add(i)

    def _saves(self, clause: Clause) -> bool:
        things = [m for m in [*clause.object, *clause.subject] if m.head != "player"]
        for m in things:
            if m.head == "pronoun" and m.owner is None and self._player(clause) is not None:
                m.owner = self._player(clause)
        ids = self._ids(things)
        if not ids:
            return False
        self.r.use(clause, *clause.roles())
        return self._add(
            Query("can_regenerate", ids[:1], tuple(i for i in (*self.r.attackers, *self.r.blockers) if i not in ids))
        )
