"""What a question asks about damage: who dies, who survives, how much gets through, how it may be divided, who divides it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judgecall.parser.areas.damage_events import shares_in
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query, QueryKind, Step

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_AMOUNT_FRAMES = frozenset(
    {"trample_over", "deal", "take", "assign", "lose", "put", "steal", "get", "have", "produce", "cast", "enter"}
)
_SECOND = frozenset({"again", "normal step", "regular step", "second time", "regular damage", "normal damage", "second step", "twice",
                     "second hit", "normal damage step", "regular damage step"})  # fmt: skip
_ELLIPTIC = frozenset({"should", "it", "have", "has", "does", "do", "did", "correct", "right", "legit", "legal", "is", "that", "this", "ok",
                       "bug", "?", "!", "wrong", "no", "yes", "how", "why", "come", "he", "they", "would", "been", "was", "the", "or", "not",
                       "a", "am", "i", ",", "fair", "true", "them", "so", "working", "as", "intended", "really", "shouldn't"})  # fmt: skip
_OTHER = {"you": "opp", "opp": "you"}


class Asks:
    """Finds what a question asks about damage, for the combat that a DamageReader has built."""

    def __init__(self, reader: DamageReader) -> None:
        self.r = reader
        self.talk = reader.talk
        self._claims: list[Clause] = []
        self._elliptic = self._elliptic_tail()

    # ------------------------------------------------------------- clauses

    def clause(self, clause: Clause) -> bool:
        """Read a clause as a question about damage; tells whether it was one."""
        if clause.frame in {"die", "survive"}:
            return self._death(clause)
        if clause.frame == "kill" and (self._asked(clause) or clause.modal == "can" or clause.bound):
            return self._kill(clause)
        if clause.frame == "regenerate" and (clause.question or clause.modal):
            return self._saves(clause)
        if self._who_divides(clause) or self._division(clause):
            return True
        if (clause.wh in {"how_much", "how_many"} or clause.bound) and self._is_about_damage(clause):
            return self._how_much(clause)
        return self._whether_deals(clause)

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

    def _add(self, query: Query) -> bool:
        if query not in self.r.queries:
            self.r.queries.append(query)
        return True

    def _death(self, clause: Clause) -> bool:
        if not self._asked(clause):
            return self._fought(clause)
        words = set(self.talk.lowers[clause.start : clause.verb])
        things = self._things(clause)
        if clause.wh in {"who", "which", "how_many"}:
            things = [m for m in things if m.start >= clause.start]
        if self._player_dies(clause):
            return True
        kind: QueryKind = "survives" if clause.frame == "survive" else "dies"
        self.r.use(clause, *clause.subject)
        if clause.wh in {"who", "which"} and not things:
            return self._add(Query("which_die"))
        if clause.wh == "how_many":
            return self._add(Query("how_many_die", self._those(things), bound="exactly"))
        if words & {"anything", "anyone", "something"} and not things:
            return self._add(Query(kind))
        subject = self._ids(things) or self._fighters(words)
        if not subject and clause.subject and not things:
            subject = self._ids([m for m in clause.subject if m.head != "player"])
        if not subject:
            return False
        if not set(subject) <= self._at_risk() and not (len(subject) == 1 and self._may_be_at_risk(subject[0])):
            return False
        self._weapon(clause)
        value = "only" if words & {"only", "just"} and kind == "dies" else ""
        if len(subject) > 1 and kind == "dies":
            kind = "both_die"
        if clause.negated and clause.should and "not" in self._near(clause):
            return self._add(Query(kind, subject, value=value, negated=True))
        return self._add(Query(kind, subject, value=value, negated=clause.negated and not clause.should))

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
            found += [i for i in self.r.board.ids([m]) if i not in found]
        return tuple(found)

    def _meant(self, m: Mention) -> str | None:
        """The fighter that "it" is: what the last clause was about, else the asker's own; no reading where that leaves two."""
        at_risk = self._at_risk()
        fits = [
            i
            for i in reversed(self.r.board.spoken)
            if i in at_risk and (m.owner is None or self.r.board.objects[i].controller == m.owner)
        ]
        if len(fits) < 2:
            return fits[0] if fits else None
        for clause in reversed([c for c in self.talk.clauses if c.verb < m.start and c.start <= m.start]):
            topics = [
                i for t in clause.subject if t.head != "player" and t.end <= m.start for i in self.r.board.ids([t])
            ]
            if len(topics) == 1 and topics[0] in fits:
                return topics[0]
        mine = [i for i in fits if self.r.board.objects[i].controller == "you" and self._is_owned(i)]
        if len(mine) == 1:
            return mine[0]
        self.r.doubtful = True
        return None

    def _is_owned(self, id: str) -> bool:
        """Whether the words say whose it is ("my 2/2")."""
        return any(m.owner and self.r.board.of_mention.get(m.start) == id for m in self.talk.mentions)

    def _near(self, clause: Clause) -> list[str]:
        return self.talk.lowers[clause.start : clause.verb]

    def _fighters(self, words: set[str]) -> tuple[str, ...]:
        """ "both die?", "all of them": everything in the combat."""
        if words & {"both", "all", "everything", "everyone", "they"}:
            return (*self.r.attackers, *self.r.blockers)
        return tuple(self.r.attackers[:1]) if len(self.r.attackers) == 1 and not self.r.blockers else ()

    def _may_be_at_risk(self, id: str) -> bool:
        """Named before the combat is: the blocker that isn't placed yet."""
        thing = self.r.board.objects[id]
        fights = any(c.frame in {"attack", "block", "fight"} for c in self.talk.clauses)
        return self.r.creature_like(thing) and (fights or bool(self.r.attackers or self.r.blockers or thing.damage))

    def _those(self, things: list[Mention]) -> tuple[str, ...]:
        """The group that "how many …" counts."""
        ids = self.r.board.ids([m for m in things if m.head == "pronoun" or m.count or m.plural or m.subtypes])
        return tuple(i for i in ids if i in self.r.blockers or i in self.r.attackers)

    def _other_side(self, clause: Clause) -> tuple[str, ...]:
        """The creatures against those of whoever is said to kill: the player, or the one whose creature it is."""
        ids = self._ids([m for m in clause.subject if m.head not in {"player"}])
        if ids:
            return tuple(self.r.blockers if ids[0] in self.r.attackers else self.r.attackers)
        actor = self._player(clause) or "you"
        return tuple(self.r.blockers if (self.r.side or "you") == actor else self.r.attackers)

    def _player_dies(self, clause: Clause) -> bool:
        """ "is he dead?", "do I die?": a player, when life totals are told; without them "he" may be a creature."""
        players = [m for m in clause.subject if m.head == "player" and m.start >= clause.start]
        if len(players) != 1 or len(clause.subject) != 1 or players[0].player not in _OTHER or clause.wh:
            return False
        who = players[0].player
        if self.r.players.get(who) is None or self.r.players[who].life is None:
            spoken = any(m.head == "player" and m.player == who and m.start < clause.start for m in self.talk.mentions)
            self.r.doubtful = self.r.doubtful or who == "you" or spoken
            return False
        self.r.use(clause, *players)
        return self._add(Query("survives" if clause.frame == "survive" else "dies", (who,)))

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
        target = () if words & {"both", "all"} else self.r.board.ids([m for m in clause.object if m.head != "player"])
        if clause.wh == "how_many" or clause.bound == "most":
            self.r.use(clause, *clause.roles())
            return self._add(Query("how_many_die", target or self._other_side(clause), bound="at_most"))
        if not target and words & {"both", "all", "them", "everything"}:
            target = self._other_side(clause)
        if not target and clause.passive:
            target = self.r.board.ids(self.r.things(clause))
        if not target or not set(target) <= self._at_risk():
            return False
        self._weapon(clause)
        self.r.use(clause, *clause.roles())
        self.r.used |= {i for i in range(clause.verb, clause.end) if self.talk.lowers[i] in {"both", "all", "them"}}
        several = len(target) > 1 or (self.r.board.objects[target[0]].count or 2) > 1
        return self._add(
            Query("both_die" if several else "dies", target, bound="at_most" if clause.modal == "can" else "exactly")
        )

    def _at_risk(self) -> set[str]:
        """What could die here: fighters, and what is dealt damage."""
        hurt = {i for e in self.r.events if e.kind in {"damage", "fight"} for i in (*e.subject, *e.target)}
        marked = {i for i, thing in self.r.board.objects.items() if thing.damage}
        return hurt | marked | set(self.r.attackers) | set(self.r.blockers)

    def _weapon(self, clause: Clause) -> None:
        """ "does deathtouch kill it": an ability that one of the fighters has."""
        for i in range(clause.start, clause.end):
            for term in (s.value for s in self.talk.words[i].senses if s.kind == "keyword"):
                if any(self._has(id, term) for id in (*self.r.attackers, *self.r.blockers)):
                    self.r.used.add(i)

    def _has(self, id: str, term: str) -> bool:
        thing = self.r.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        printed = [getattr(a, "name", "") for a in card.faces[0].abilities] if card is not None else []
        return term in printed or term in [getattr(a, "name", "") for a in thing.abilities]

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

    # ------------------------------------------------------------- amounts

    def _is_about_damage(self, clause: Clause) -> bool:
        if set(clause.frames) & {"trample_over"} or clause.frame in {"deal"}:
            return True
        near = self._words(clause)
        named = any(w.is_("noun", "damage", "excess", "life") or w.is_("to_player") for w in near)
        if named and bool(set(clause.frames) & _AMOUNT_FRAMES):
            return True
        return clause.frame in {"take", "steal"} and bool(self.r.attackers or self.r.blocks)

    def _words(self, clause: Clause) -> list:  # type: ignore[type-arg]
        return [self.talk.words[i] for i in range(clause.start, clause.end)]

    def _how_much(self, clause: Clause) -> bool:
        self.r.use(clause, *clause.roles())
        self.r.used |= {i for i in range(clause.start, clause.end) if self._is_amount_word(i)}
        near = self._words(clause)
        if any(w.is_("noun", "life") for w in near) and set(clause.frames) & {"get", "produce"}:
            return self._add(self._life_gained(clause))
        if any(w.is_("noun", "life") for w in near) and "lose" in clause.frames:
            return self._add(Query("life_lost", who=self._player(clause) or self.r.defender))
        if (
            any(w.is_("noun", "excess") for w in near)
            and not any(w.is_("to_player") for w in near)
            and len(self._targets()) == 1
        ):
            return self._add(Query("excess_damage", (), self._targets()))
        frames = set(clause.frames)
        possible = clause.modal == "can" or clause.bound == "most" or self.talk.has("most")
        bound = "at_most" if possible or clause.frame == "trample_over" else "exactly"
        dealer = self._things(clause) if clause.frame == "deal" else [m for m in clause.subject if m.head != "player"]
        receiver = [
            m
            for m in [*clause.object, *clause.other.get("to", []), *clause.on]
            if m.head != "player" and m not in dealer
        ]
        if "take" in frames and dealer:
            ids = self.r.board.ids(dealer)
            return self._add(Query("damage_dealt", (), ids, bound=bound))
        to_player = (
            any(w.is_("to_player") for w in near)
            or frames & {"trample_over", "take"}
            or any(m.head == "player" for m in clause.roles() if m not in clause.subject or "take" in frames)
        )
        if clause.frame == "deal" and dealer and not to_player:
            return self._add(Query("damage_dealt", self._ids(dealer), self.r.board.ids(receiver), bound=bound))
        self.r.use_where(lambda w: w.is_("verb", "trample_over") or w.is_("noun", "step") or w.lower == "steps")
        return self._add(self._to_player(bound, clause))

    def _to_player(self, bound: str, clause: Clause | None = None, n: int | None = None) -> Query:
        who = self.r.defender
        if clause is not None and "take" in clause.frames:
            who = self._player(clause) or who
            self.r.doubtful = self.r.doubtful or who != self.r.defender
        return Query("damage_to_player", who=who, bound=bound, n=n)  # type: ignore[arg-type]

    def _player(self, clause: Clause) -> str | None:
        return next((m.player for m in clause.subject if m.head == "player" and m.player in _OTHER), None)

    def _life_gained(self, clause: Clause | None = None) -> Query:
        """Life gained by the lifelink there is; whose it is matters only when both sides have some."""
        linked = tuple(i for i in (*self.r.attackers, *self.r.blockers) if self._has(i, "lifelink"))
        if linked and len({i in self.r.attackers for i in linked}) == 1:
            return Query("life_gained", linked)
        return Query("life_gained", who=self._who_gains(clause) if clause is not None else None)

    def _who_gains(self, clause: Clause) -> str:
        return self._player(clause) or "you"

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

    def _targets(self) -> tuple[str, ...]:
        hurt = [i for e in self.r.events if e.kind == "damage" and e.how != "assigned" for i in e.subject]
        return tuple(dict.fromkeys(hurt or self.r.blockers))

    # ------------------------------------------------------------- whether it deals

    def _whether_deals(self, clause: Clause) -> bool:
        """ "does it hit again", "do I take 3", "does the player take anything", "still damages him?"."""
        frames = set(clause.frames)
        if (
            not frames & {"deal", "take", "trample_over", "steal", "damage"}
            or not self._asked(clause)
            or clause.passive
        ):
            return False
        numbers = [
            i for i in range(clause.verb + 1, max(clause.end, clause.verb + 1)) if self.talk.words[i].kind == "number"
        ]
        things = [m for m in clause.subject if m.head != "player"] if frames & {"take"} else self.r.things(clause)
        near = range(clause.start, min(clause.end + 2, len(self.talk.words)))
        second = self._second(near)
        if "take" in frames and not things:
            if len(numbers) == 1:
                self._use_amounts(clause, numbers)
                return self._add(
                    self._to_player(
                        "exactly" if clause.modal != "can" else "at_most", clause, self.talk.words[numbers[0]].value[0]
                    )
                )
            if any(w.is_("noun", "damage") for w in self._words(clause)) or {"any", "anything", "damage"} & set(
                self.talk.lowers[clause.verb : clause.end]
            ):
                self._use_amounts(clause, [])
                return self._add(self._to_player("at_most", clause, 1))
            return False
        if "trample_over" in frames and clause.frame == "trample_over":
            if {"before", "so", "until", "if", "when", "from"} & set(
                self.talk.lowers[max(0, clause.start - 1) : clause.verb]
            ):
                return False
            return self._tramples(clause, things, numbers)
        if "deal" in frames or "damage" in frames:
            subject = self._ids(things)
            if not subject or numbers:
                return False
            target = [
                m
                for m in [*clause.object, *clause.other.get("to", []), *clause.on]
                if m.head != "player" and m not in things
            ]
            players = [
                m.player
                for m in [*clause.object, *clause.other.get("to", [])]
                if m.head == "player" and m not in things
            ]
            to_player = players or any(self.talk.words[i].is_("to_player") for i in near)
            self.r.use(clause, *clause.roles())
            self.r.used |= {
                i
                for i in near
                if self._is_amount_word(i)
                or self.talk.lowers[i] in {"again", "normal", "regular", "step", "second", "time"}
            }
            ids = self.r.board.ids(target, avoid=subject) if target else ()
            return self._add(
                Query(
                    "deals_damage",
                    subject,
                    ids or ((self.r.defender,) if to_player else ()),
                    at="combat_damage" if second else None,
                )
            )
        return False

    def _second(self, near: range) -> bool:
        text = " " + " ".join(self.talk.lowers[i] for i in near) + " "
        return any(f" {p} " in text for p in _SECOND) or any(
            p in text for p in ("normal step", "regular step", "second step")
        )

    def _use_amounts(self, clause: Clause, numbers: list[int]) -> None:
        self.r.use(clause, *clause.subject)
        self.r.used |= {i for i in range(clause.start, clause.end) if self._is_amount_word(i)} | set(numbers)

    def _tramples(self, clause: Clause, things: list[Mention], numbers: list[int]) -> bool:
        """ "does anything trample through", "does 3 go through": at least that much can."""
        if not (self.r.blocks or self.r.attackers):
            return False
        n = self.talk.words[numbers[0]].value[0] if len(numbers) == 1 else 1
        before = [
            i
            for i in range(clause.start, clause.verb)
            if self.talk.words[i].kind == "number" and self.talk.inside(i) is None
        ]
        if before and not numbers:
            n, numbers = self.talk.words[before[0]].value[0], before[:1]
        self.r.board.ids(things)
        self._use_amounts(clause, numbers)
        return self._add(self._to_player("at_most", None, n))

    # ------------------------------------------------------------- dividing

    def _who_divides(self, clause: Clause) -> bool:
        """ "do I pick how its damage is split", "who decides how the damage is assigned"."""
        later = [c for c in self.talk.clauses if c.sentence == clause.sentence and c.verb > clause.verb]
        splits = (
            "assign" in clause.frames
            or any("assign" in c.frames for c in later)
            or self.talk.says("damage is dealt", "damage goes")
        )
        if not splits or not (set(clause.frames) & {"choose", "assign"}) or not (clause.question or clause.wh == "who"):
            return False
        if clause.modal or any(self.talk.words[i].kind == "number" for i in range(clause.start, len(self.talk.words))):
            return False
        words = self.talk.lowers[clause.start :]
        if "choose" in clause.frames and "how" not in words and clause.wh != "who":
            return False
        source = [
            m
            for c in [clause, *later]
            for m in c.roles()
            if m.head != "player" and self.r.board.get(m) in self.r.attackers
        ]
        ids = self.r.board.ids(source[:1]) or tuple(self.r.attackers[:1])
        if not ids:
            return False
        for c in [clause, *later]:
            self.r.use(c, *c.roles())
            self.talk.clauses.remove(c) if c is not clause else None
        self.r.used |= {
            i
            for i, w in enumerate(self.talk.words)
            if w.sentence == clause.sentence and (w.is_("noun", "damage") or w.lower in {"how", "split"})
        }
        return self._add(Query("who_assigns", ids, who=self._player(clause)))

    def _division(self, clause: Clause) -> bool:
        """ "can I put all of its damage on one", "2 and 2 on them", "do I have to assign lethal to all"."""
        if not set(clause.frames) & {"assign", "put", "deal", "trample_over"} or not (
            clause.question or clause.modal or clause.should
        ):
            return False
        attackers = tuple(self.r.attackers[:1])
        if not attackers or not self.r.blocks:
            return False
        span = range(clause.start, max(i for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence) + 1)
        words = [self.talk.words[i] for i in span]
        lowers = {w.lower for w in words}
        lethal = {"lethal", "full", "toughness"} & lowers
        if (
            clause.modal == "must"
            and (lethal or "assign" in clause.frames)
            and not any(
                self.talk.words[i].kind == "number" and self.talk.lowers[i] != "one" for i in span if i > clause.verb
            )
        ):
            self.r.use(clause, *clause.roles())
            self.r.used |= {i for i in span if self.talk.lowers[i] in {"lethal", "full", "all", "each", "toughness", "damage", "before", "even", "one", "first", "second", "trample", "goes",
                                                                       "nothing", "blocker", "blockers", "tramples", "if"} or self.talk.words[i].is_("to_player")
                            or self.talk.words[i].is_("keyword", "trample")}  # fmt: skip
            nothing = {"nothing", "not"} & lowers
            value = (
                "full_toughness"
                if "toughness" in lowers
                else "before_player"
                if any(w.is_("to_player") or w.is_("verb", "trample_over") for w in words) and not nothing
                else ""
            )
            return self._add(Query("must_assign_lethal", attackers, tuple(self.r.blockers), value=value))
        if clause.modal != "can":
            return False
        return self._may(clause, attackers)

    def _may(self, clause: Clause, attackers: tuple[str, ...]) -> bool:
        end = max(i for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence) + 1
        source = attackers[0]
        lowers = self.talk.lowers[clause.verb : end]
        targets = [m for m in self.talk.mentions if clause.verb < m.start < end and m.head not in {"player", "some"}]
        whole = [i for i in range(clause.verb, end) if self.talk.lowers[i] in {"all", "everything"}]
        numbers = [i for i in range(clause.verb, end) if self.talk.words[i].kind == "number" and self._is_share(i)]
        if whole and len(numbers) <= 1:
            ids = self._target_of(targets, attackers)
            if not ids or (self.r.board.objects[ids[0]].count or 1) > 1:
                return False
            if numbers and self.talk.words[numbers[0]].value[0] != self._power(source):
                return False
            self.r.use(clause, *clause.roles(), *targets)
            self.r.used |= {*whole, *numbers} | {
                i for i in range(clause.verb, end) if self.talk.words[i].is_("noun", "damage")
            }
            return self._add(Query("may_assign", attackers, ids, value="all"))
        if not numbers:
            return False
        values = [self.talk.words[i].value[0] for i in numbers]
        shares = shares_in(self.r, clause.verb + 1, end)
        if len(shares) == len(numbers):
            return self._stated_shares(clause, source, shares, end)
        last = (
            targets[-1:]
            if targets
            else [
                m for m in self.talk.mentions if m.start > numbers[-1] and m.player == "opp" and m.article == "pronoun"
            ]
        )
        blockers = tuple(self.r.blockers)
        if len(values) >= 2 and sum(self.r.board.objects[b].count or 1 for b in blockers) == len(values) and last:
            self.r.use(clause, *clause.roles(), *last)
            self.r.used |= set(numbers)
            if len(set(values)) == 1:
                return self._add(Query("may_assign", attackers, blockers, n=values[0]))
            if len(blockers) == len(values):
                return self._stated(attackers, list(zip(values, blockers, strict=True)))
        del lowers
        return False

    def _target_of(self, targets: list[Mention], attackers: tuple[str, ...]) -> tuple[str, ...]:
        """The one creature that damage is put on: the one called so, or the one that the words fit."""
        for m in reversed(targets):
            last = m.text.split()[-1]
            called = [i for i in self.r.blockers if last in self.r.board.objects[i].said.split()]
            if len(called) == 1 and not m.described:
                return (called[0],)
            id = self.r.board.get(m, avoid=attackers, role="blocker")
            if id is not None and id not in attackers:
                return (id,)
        return ()

    def _stated_shares(self, clause: Clause, source: str, shares: list[tuple[int, str, set[int]]], end: int) -> bool:
        self.r.use(clause, *[m for m in clause.subject if m.head == "player"])
        for _, _, words in shares:
            self.r.used |= words
        self.r.used |= {i for i in range(clause.verb, end) if self.talk.words[i].is_("noun", "damage")}
        return self._stated((source,), [(n, target) for n, target, _ in shares])

    def _stated(self, attackers: tuple[str, ...], shares: list[tuple[int, str]]) -> bool:
        """Different shares: stated as a division, and asked whether it may be made."""
        from judgecall.scenario.model import Event

        if len({n for n, _ in shares}) == 1 and len(shares) == 1:
            return self._add(Query("may_assign", attackers, (shares[0][1],), n=shares[0][0]))
        for n, target in shares:
            self.r.events.append(Event("damage", (target,), n=n, by=attackers[0], how="assigned"))
        return self._add(Query("may_assign", attackers))

    def _is_share(self, i: int) -> bool:
        mention = self.talk.inside(i)
        return mention is None or mention.head == "some"

    def _power(self, id: str) -> int | None:
        thing = self.r.board.objects[id]
        if thing.power is not None:
            return thing.power
        card = self.talk.cards.get(thing.card) if thing.card else None
        power = card.faces[0].power if card is not None else None
        return int(power) if power is not None and str(power).isdigit() else None

    # ------------------------------------------------------------- no verb of their own

    def rest(self) -> None:
        """Questions about damage without a verb of their own: "max damage to face?", "life gained?", "excess?", "total?"."""
        if self.r.queries:
            self._tag()
            if any(w.is_("how_much") and i not in self.r.used for i, w in enumerate(self.talk.words)):
                self._amount_left()
            return
        if (
            self._life_total()
            or self._each_and_rest()
            or self._all_to_face()
            or self._second_hit()
            or self._regeneration()
            or self._any_to_player()
        ):
            return
        self._amount_left()

    def _amount_left(self) -> None:
        """The last part asks for a number, or is a few words about damage and a question mark."""
        words = self.talk.words
        ends = [i for i, w in enumerate(words) if w.lower == "?"]
        start, end = self._last_part(ends)
        if ends and any(words[i].is_("how_much") or words[i].is_("most") for i in range(ends[-1], len(words))):
            start, end = ends[-1] + 1, len(words)
        part = range(start, end)
        amount = any(words[i].is_("how_much") or words[i].is_("most") or words[i].is_("total") for i in part)
        named = [
            i
            for i in part
            if words[i].is_("noun", "damage") or words[i].is_("to_player") or words[i].is_("verb", "trample_over")
        ]
        if any(words[i].is_("noun", "excess") for i in part) and not any(words[i].is_("to_player") for i in part):
            if len(self._targets()) == 1:
                self._use_part(part)
                self._add(Query("excess_damage", (), self._targets()))
                return
        if any(words[i].is_("noun", "life") for i in part) and self._gaining(part):
            self._use_part(part)
            self.r.used |= {
                i for i in part if words[i].lower in {"gained", "gain", "gains"} or words[i].is_("verb", "get")
            }
            self._add(self._life_gained())
            return
        if not (self.r.attackers or self.r.blocks) or not (amount or named):
            return
        asks = bool(ends) or amount
        self.r.use_where(lambda w: w.is_("verb", "trample_over") or w.is_("noun", "step"))
        verbs = [
            c
            for c in self.talk.clauses
            if start <= c.verb < end
            and c.frame not in {"trample_over", "have", "get", "take", "enter"}
            and c.verb not in self.r.used
            and not c.conditional
        ]
        if not asks or verbs or any(words[i].is_("noun", "life") for i in part):
            return
        self._use_part(part)
        bound = (
            "at_most"
            if any(
                words[i].is_("most") or words[i].is_("verb", "trample_over") or words[i].is_("modal_can") for i in part
            )
            else "exactly"
        )
        self._add(self._to_player(bound))

    def _last_part(self, ends: list[int]) -> tuple[int, int]:
        end = ends[-1] if ends else len(self.talk.words)
        start = max((i + 1 for i in range(end - 1) if self.talk.lowers[i] in {",", ".", ";", ":", "-", "?"}), default=0)
        return start, end

    def _gaining(self, part: range) -> bool:
        return any(
            self.talk.lowers[i] in {"gained", "gain", "gains"} or self.talk.words[i].is_("verb", "get") for i in part
        )

    def _use_part(self, part: range) -> None:
        self.r.used |= {i for i in part if self._is_amount_word(i) or self.talk.words[i].is_("verb", "trample_over") or self.talk.words[i].is_("modal_can")
                        or self.talk.words[i].is_("noun", "excess")}  # fmt: skip

    def _each_and_rest(self) -> bool:
        """ "just 1 to each blocker and rest to the dome?"."""
        i = self.talk.where(
            "1 to each",
            "one to each",
            "1 each",
            "one each",
            "1 on each",
            "one on each",
            "1 per",
            "one per",
            "1 for each",
            "1 damage to each",
        )
        if (
            i is None
            or not (self.talk.says("rest", "remainder", "the rest") or self.talk.has("to_player"))
            or not self.talk.has("to_player")
        ):
            return False
        if not self.r.attackers:
            return False
        if not self.r.blocks:
            blocker = self.r.blockers[0] if self.r.blockers else self.r.some_blocker()
            self.r.board.change(blocker, count=None, blocking=True)
            self.r.declare((blocker,), tuple(self.r.attackers[:1]))
        self.r.used |= {i, i + 1, i + 2, i + 3}
        self.r.use_where(
            lambda w: (
                w.is_("to_player")
                or w.is_("noun", "blocker", "damage")
                or w.lower in {"rest", "remainder"}
                or w.is_("modal_can")
            )
        )
        blockers = tuple(self.r.blockers)
        return self._add(Query("may_assign", tuple(self.r.attackers[:1]), blockers, n=1, value="rest_to_player"))

    def _second_hit(self) -> bool:
        """ "second hit go face?": what an attacker does in the second damage step."""
        i = self.talk.where("second hit", "second strike", "second swing", "2nd hit", "second one")
        if i is None:
            i = next(
                (
                    k
                    for k in range(len(self.talk.words) - 1)
                    if self.talk.lowers[k] in {"second", "2nd"} and self.talk.words[k + 1].is_("verb", "deal")
                ),
                None,
            )
        face = any(w.is_("to_player") for w in self.talk.words) or self.talk.says(
            "go through", "get through", "goes through", "gets through"
        )
        if i is None or len(self.r.attackers) != 1 or not face:
            return False
        self.r.used |= {i, i + 1}
        self.r.use_where(lambda w: w.is_("to_player") or w.is_("verb", "trample_over"))
        return self._add(Query("deals_damage", tuple(self.r.attackers), (self.r.defender,), at="combat_damage"))

    def _life_total(self) -> bool:
        """ "what is his life total after that?", "what life is he at"."""
        i = self.talk.where("life total", "life totals")
        if i is None:
            i = next(
                (
                    k
                    for k in range(len(self.talk.words) - 1)
                    if self.talk.words[k].is_("noun", "life") and self.talk.lowers[k + 1] == "total"
                ),
                None,
            )
        start, end = self._last_part([k for k, w in enumerate(self.talk.words) if w.lower == "?"])
        if (
            i is None
            or not start <= i < end
            or not any(self.talk.words[k].is_("which") or self.talk.words[k].is_("how_much") for k in range(start, i))
        ):
            return False
        whose = next((s.value for k in range(start, i) for s in self.talk.words[k].senses if s.kind == "player"), None)
        if whose not in _OTHER:
            return False
        self.r.used |= {i, i + 1, *range(start, i)}
        return self._add(Query("life_total", (), who=whose))

    def _regeneration(self) -> bool:
        """ "does regenerate on X save it from combat damage"."""
        spoken = [
            i
            for i, w in enumerate(self.talk.words)
            if w.is_("verb", "regenerate") or w.lower in {"regeneration", "regen shield"}
        ]
        saving = [
            i
            for i, w in enumerate(self.talk.words)
            if w.lower in {"save", "saves", "help", "helps", "work", "works", "stop", "stops", "protect"}
        ]
        ids = [i for i, thing in self.r.board.objects.items() if self.r.creature_like(thing)]
        if not spoken or not saving or len(ids) != 1:
            return False
        self.r.used |= {*spoken, *saving}
        self.r.use_where(
            lambda w: (
                w.is_("noun", "damage") or w.is_("verb", "die", "activate") or w.is_("moment") or w.lower == "from"
            )
        )
        return self._add(Query("can_regenerate", tuple(ids)))

    def _any_to_player(self) -> bool:
        """ "can any of that go to his life total?": whether anything at all can."""
        start, end = self._last_part([i for i, w in enumerate(self.talk.words) if w.lower == "?"])
        part = range(start, end)
        lowers = {self.talk.lowers[i] for i in part}
        face = any(self.talk.words[i].is_("to_player") for i in part)
        can = any(self.talk.words[i].is_("modal_can") for i in part) or {"does", "do", "will"} & lowers
        if not (
            self.r.attackers
            and face
            and can
            and ({"any", "anything", "some"} & lowers or any(self.talk.words[i].is_("noun", "excess") for i in part))
        ):
            return False
        if any(self.talk.words[i].kind == "number" for i in part):
            return False
        self._use_part(part)
        self.r.used |= {
            i
            for i in part
            if self.talk.lowers[i] in {"any", "anything", "some", "that"}
            or self.talk.words[i].is_("noun", "planeswalker")
        }
        if self.r.attacked and len(self.r.attackers) == 1:
            return self._add(Query("may_assign", tuple(self.r.attackers), (self.r.defender,)))
        return self._add(self._to_player("at_most", None, 1))

    def _all_to_face(self) -> bool:
        """ "all 7 face?", "can all of it go to the player"."""
        i = next((k for k, w in enumerate(self.talk.lowers) if w == "all"), None)
        if i is None or not self.talk.has("to_player") or len(self.r.attackers) != 1:
            return False
        face = next((k for k in range(i, len(self.talk.words)) if self.talk.words[k].is_("to_player")), None)
        if face is None or any(self.talk.words[k].lower in {",", "."} for k in range(i, face)):
            return False
        number = next((k for k in range(i, face) if self.talk.words[k].kind == "number"), None)
        n = self.talk.words[number].value[0] if number is not None else self._power(self.r.attackers[0])
        if n is None:
            return False
        self.r.used |= {i, face, *([number] if number is not None else [])}
        self.r.use_where(lambda w: w.is_("noun", "damage") or w.is_("modal_can"))
        return self._add(self._to_player("at_most", None, n))

    def _tag(self) -> None:
        """ "… no?", "right?" at the end: it only asks."""
        if self._elliptic is not None and self._elliptic < len(self.talk.words):
            self.r.used |= {
                i
                for i in range(self._elliptic, len(self.talk.words))
                if self.talk.words[i].is_("negation") or self.talk.words[i].is_("legal")
            }

    def finish(self) -> None:
        """Fill what could only be known once the whole board is; a death of something that nothing hurts was misread."""
        at_risk = self._at_risk() | {
            i for e in self.r.events if e.kind in {"modify", "counters", "set_pt", "cast"} for i in e.subject
        }
        for q in self.r.queries:
            if q.kind in {"dies", "survives", "both_die", "how_many_die"} and not set(q.subject) <= at_risk:
                self.r.doubtful = True
        self.r.queries = [
            msgspec.structs.replace(q, who=self.r.defender) if q.kind == "damage_to_player" and q.who is None else q
            for q in self.r.queries
        ]


AT: Step = "combat_damage"
