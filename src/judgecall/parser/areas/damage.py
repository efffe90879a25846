"""Questions about combat damage: who dies, who survives, how much gets through, how it may be divided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Keyword
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, GameObject, Query, QueryKind

if TYPE_CHECKING:
    from judgecall.parser.areas.combat import CombatReader

_DAMAGE_FRAMES = frozenset({"trample_over", "deal", "take", "assign", "lose", "put"})
_VERSUS = frozenset({"vs", "versus", "against", "into", "v", "meets", "hits"})
_STOPPERS = {"indestructible", "hexproof", "shroud", "regenerate", "protection"}


class DamageAsker:
    """Finds what a question asks about damage, for the combat that a CombatReader has built."""

    def __init__(self, reader: CombatReader) -> None:
        self.r = reader
        self.talk = reader.talk

    # ------------------------------------------------------------- clauses

    def clause(self, clause: Clause) -> bool:
        """Read a clause as a question about damage; tells whether it was one."""
        if clause.frame in {"die", "survive"}:
            return self._death(clause)
        if clause.frame == "kill" and (clause.question or clause.wh or clause.bound) and clause.modal == "can":
            self._kill(clause)
            return True
        if clause.frame == "kill" and clause.question and not clause.modal:
            return self._does_kill(clause)
        if (clause.wh in {"how_much", "how_many"} or clause.bound) and self._is_about_damage(clause):
            self._how_much(clause)
            return True
        if self._again(clause):
            return True
        return self._division(clause)

    def _asked(self, clause: Clause) -> bool:
        return bool(clause.question or clause.wh or clause.should or self.r.last_asks(clause))

    def _death(self, clause: Clause) -> bool:
        if not self._asked(clause):
            if self._fought(clause):
                self.r.use(clause, *clause.subject)
                return True
            return False
        self.r.use(clause, *clause.subject)
        kind: QueryKind = "survives" if clause.frame == "survive" else "dies"
        things = self.r.things(clause)
        words = set(self.talk.lowers[clause.start : clause.verb])
        if clause.wh in {"who", "which"} and not things:
            self._add(Query("which_die"))
            return True
        if clause.wh == "how_many":
            asked = next((i for i in range(clause.start, clause.verb) if self.talk.words[i].is_("how_many")), clause.start)
            things = [m for m in things if m.end > asked]
            self._add(Query("how_many_die", self._those(things) or tuple(self.r.blockers), bound="exactly"))
            return True
        if words & {"anything", "anyone", "something"} and not things:
            self._add(Query(kind))
            return True
        self.r.versus()
        subject = self.r.board.ids(things, owner=None)
        if not subject:
            return False
        value = "only" if words & {"only", "just"} and kind == "dies" else ""
        if len(subject) > 1 and kind == "dies":
            kind = "both_die"
        self._add(Query(kind, subject, value=value, negated=clause.negated and not clause.should))
        return True

    def _those(self, things: list[Mention]) -> tuple[str, ...]:
        """The group that "how many …" counts; without one of their own it is the other side's."""
        ids = self.r.board.ids([m for m in things if m.head == "pronoun" or m.count or m.plural or m.subtypes])
        return tuple(i for i in ids if i in self.r.blockers or i in self.r.attackers)

    def _fought(self, clause: Clause) -> bool:
        """"both died": what some client did, when the dead are the creatures in the fight."""
        if not self.r.blocks:
            return False
        words = set(self.talk.lowers[clause.start : clause.verb])
        if words & {"both", "all", "everything", "mine", "everyone"}:
            return True
        things = [m for m in clause.subject if m.head != "player"]
        return bool(things) and all(m.head == "pronoun" for m in things) and self.talk.words[clause.verb].lower == "died" and not clause.in_response

    def _kill(self, clause: Clause) -> None:
        self.r.use(clause, *clause.object)
        target = self.r.board.ids([m for m in clause.object if m.head != "player"])
        if clause.wh == "how_many" or clause.bound == "most":
            self._add(Query("how_many_die", target or tuple(self.r.blockers), bound="at_most"))
            return
        if self.talk.says("kill both", "kill them both", "kill all", "kill them all", "kill em both", "kill em all"):
            target = tuple(self.r.blockers)
        if target:
            several = len(target) > 1 or (self.r.board.objects[target[0]].count or 2) > 1
            self._add(Query("both_die" if several else "dies", target, bound="at_most"))

    def _does_kill(self, clause: Clause) -> bool:
        target = self.r.board.ids([m for m in clause.object if m.head != "player"])
        if not target or not self.r.blocks:
            return False
        self.r.use(clause, *clause.roles())
        self._add(Query("dies", target))
        return True

    def _is_about_damage(self, clause: Clause) -> bool:
        if set(clause.frames) & {"trample_over"}:
            return True
        near = self.talk.words[clause.start : clause.end]
        damage = any(w.is_("noun", "damage", "excess", "life") or w.is_("to_player") for w in near)
        return damage and bool(set(clause.frames) & (_DAMAGE_FRAMES | {"get", "have", "produce", "cast", "go"})) or (
            clause.frame in {"take", "deal"} and bool(self.r.attackers or self.r.blocks)
        )

    def _how_much(self, clause: Clause) -> None:
        self.r.use(clause, *clause.roles())
        near = self.talk.words[clause.start : clause.end]
        self.r.used |= {i for i in range(clause.start, clause.end) if self.talk.words[i].is_("noun", "damage", "life", "player") or self.talk.words[i].is_("to_player") or self.talk.words[i].is_("total")}
        if any(w.is_("noun", "life") for w in near) and set(clause.frames) & {"get"}:
            self._add(Query("life_gained"))
            return
        bound = "at_most" if clause.modal == "can" or clause.bound == "most" or clause.frame == "trample_over" or self.talk.has("most") else "exactly"
        to_player = any(w.is_("to_player") for w in near) or clause.frame in {"trample_over", "take"} or any(m.head == "player" for m in clause.roles())
        dealer = [m for m in clause.subject if m.head != "player"]
        if clause.frame == "deal" and dealer and not to_player:
            self._add(Query("damage_dealt", self.r.board.ids(dealer), bound=bound))
            return
        self._add(Query("damage_to_player", who=self.r.defender, bound=bound))

    def _again(self, clause: Clause) -> bool:
        """"does it hit again in the normal step", "does the shinobi deal combat damage this combat"."""
        if "deal" not in clause.frames or not self._asked(clause) or clause.passive or clause.modal:
            return False
        subject = self.r.board.ids(self.r.things(clause))
        if not subject:
            return False
        self.r.use(clause, *clause.roles())
        step = "combat_damage" if self.talk.says("again", "normal step", "regular step", "second time", "regular damage", "normal damage", "second step") else None
        for i in range(clause.start, clause.end):
            if self.talk.lowers[i] in {"again", "normal", "regular", "step", "second", "time"} or self.talk.words[i].is_("noun", "damage"):
                self.r.used.add(i)
        self._add(Query("deals_damage", subject, at=step))
        return True

    def _division(self, clause: Clause) -> bool:
        """"can I put all of its damage on one", "do I have to assign lethal to all", "do I pick how it is split"."""
        if not set(clause.frames) & {"assign", "put", "deal", "choose"} or not (clause.question or clause.modal):
            return False
        words = [self.talk.words[i] for i in range(clause.start, clause.end)]
        damage = any(w.is_("noun", "damage") or w.lower == "lethal" for w in words)
        if clause.modal == "must" and (damage or "assign" in clause.frames) and self.r.blocks:
            self.r.use(clause, *clause.roles())
            self.r.used |= {i for i in range(clause.start, clause.end) if self.talk.lowers[i] in {"lethal", "full", "all", "each", "toughness", "damage", "before"}}
            value = "full_toughness" if any(w.lower == "toughness" for w in words) else "before_player" if any(w.is_("to_player") for w in words) else ""
            self._add(Query("must_assign_lethal", tuple(self.r.attackers[:1]), tuple(self.r.blockers), value=value))
            return True
        return False

    # ---------------------------------------------------------------- tails

    def tail(self) -> bool:
        """Questions about damage without a verb of their own: "max damage to face?", "life gained?", "excess?"."""
        asked = [i for i, w in enumerate(self.talk.words) if w.is_("noun", "damage") or w.is_("to_player") or w.is_("verb", "trample_over")]
        amount = self.talk.has("how_much") or self.talk.has("most") or self.talk.has("total")
        last = self.talk.words[-1].sentence if self.talk.words else 0
        at_end = [i for i in asked if self.talk.words[i].sentence >= last - 0]
        if self.talk.says("life gained", "life do i gain", "life gain"):
            self.r.use_where(lambda w: w.is_("noun", "life") or w.lower in {"gained", "gain"})
            self._add(Query("life_gained"))
            return True
        if (amount and asked) or (at_end and self._bare_question(last)) or (self.talk.has("total") and self.r.attackers):
            if not (self.r.attackers or self.r.blocks):
                return False
            self.r.use_where(
                lambda w: w.is_("noun", "damage") or w.is_("to_player") or w.is_("verb", "trample_over") or w.is_("how_much")
                or w.is_("most") or w.is_("total") or w.is_("modal_can")
            )
            bound = "at_most" if self.talk.has("most") or self.talk.has("verb", "trample_over") or self.talk.has("modal_can") else "exactly"
            self._add(Query("damage_to_player", who=self.r.defender, bound=bound))
            return True
        return False

    def _bare_question(self, sentence: int) -> bool:
        """The last sentence is a few words and a question mark: "damage thru?"."""
        ends = [i for i, w in enumerate(self.talk.words) if w.lower == "?" and w.sentence == sentence]
        if not ends:
            return False
        start = max((i for i in range(ends[0]) if self.talk.lowers[i] in {",", ".", ";", ":", "-", "?"}), default=-1)
        verbs = [c for c in self.talk.clauses if start < c.verb < ends[0] and c.frame not in {"trample_over"}]
        named = any(w.is_("noun", "damage") or w.is_("to_player") for w in self.talk.words[start + 1 : ends[0]])
        return named and not verbs

    def general(self) -> bool:
        """Rules in general: "does indestructible survive deathtouch", "can you regenerate a creature hit by deathtouch"."""
        keywords = [(i, s.value) for i, w in enumerate(self.talk.words) for s in w.senses if s.kind == "keyword"]
        names = [k for _, k in keywords]
        regenerate = self.talk.has("verb", "regenerate")
        if "deathtouch" not in names or self.r.blocks or any(m.power is not None or m.cards for m in self.talk.mentions):
            return False
        shield = next((k for k in names if k in {"indestructible", "hexproof", "shroud"}), None)
        if shield is None and not regenerate:
            return False
        source = self.r.board.create(GameObject("deathtouch-creature", said="creature with deathtouch", types=("creature",),
                                                abilities=(Keyword("deathtouch"),), controller="opp"))  # fmt: skip
        abilities = (Keyword(shield),) if shield else ()
        victim = self.r.board.create(GameObject("creature", said=f"creature with {shield}" if shield else "creature", types=("creature",),
                                                abilities=abilities, controller="you"))  # fmt: skip
        self.r.use_where(lambda w: w.is_("keyword") or w.is_("verb", "survive", "regenerate", "kill", "deal", "die") or w.is_("noun", "creature") or w.is_("modal_can") or w.lower in {"stop", "stops", "save", "beat", "beats"})
        self.r.events.append(Event("damage", (victim,), by=source))
        if regenerate:
            self._add(Query("can_regenerate", (victim,), (source,)))
        elif self.talk.says("stop", "stops", "save", "protect"):
            self._add(Query("survives", (victim,), (source,)))
        else:
            survives = self.talk.has("verb", "survive")
            self._add(Query("survives" if survives else "destroys", (victim,), (source,)))
        return True

    def _add(self, query: Query) -> None:
        if query not in self.r.queries:
            self.r.queries.append(query)
