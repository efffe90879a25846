"""Another question about the same scenario: "and can it block?", "who dies?", "how much damage then?"."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.clauses import Clause
from judgecall.parser.following.referents import Unclear
from judgecall.parser.following.scene import Scene
from judgecall.parser.mention import Mention
from judgecall.parser.words import AUXILIARY
from judgecall.scenario.model import Event, GameObject, Query, QueryKind

_SAME = frozenset({"that", "change", "changes", "anything", "matter", "matters", "what", "happens", "then", "now", "any", "different", "difference",
                   "still", "it", "the", "answer", "ruling", "same", "so", "is", "does", "would", "will", "make", "makes", "a", "and"})  # fmt: skip
_ASKS_AGAIN = frozenset(
    {"change", "changes", "matter", "matters", "happens", "different", "difference", "answer", "ruling", "now", "then"}
)
_EMPTY = frozenset({"then", "now", "and", "so", "still", "is", "do", "does", "did", "can", "will", "would", "the", "a", "of", "what", "how much", "how many",
                    "who", "which", "in", "total", "to", "be", "even", "also", "ok", "okay", "but", "that", "though", "just", "are", "am", "i", "he",
                    "get", "for", "its", "both", "could", "may", "'s", "case", "this", "instead", "too", "as", "well", "they", "has", "have"})  # fmt: skip
_THROUGH = frozenset({"through", "over", "tramples", "trample", "trample over", "tramples over"})


class Again:
    """Reads the question that stands in a stretch of the follow-up.

    Args:
        scene: the scenario, with what the follow-up changes in it.
        start: the first word of the question.
        end: the word after its last.
    """

    def __init__(self, scene: Scene, start: int, end: int) -> None:
        self.scene = scene
        self.talk = scene.talk
        self.start, self.end = start, end
        self.used: set[int] = set()

    def read(self) -> bool:
        """Whether the question was understood; then the scenario asks it.

        Raises:
            Unclear: it could be about more than one thing.
        """
        span = range(self.start, self.end)
        lowers = [self.talk.lowers[i] for i in span if self.talk.words[i].kind != "mark"]
        if lowers and set(lowers) <= _SAME and set(lowers) & _ASKS_AGAIN:
            self.used |= set(span)
            return True  # what was asked before
        queries = self._by_noun() or self._by_verb()
        if not queries:
            return False
        self.scene.ask(tuple(queries))
        self.scene.changed = True
        self.used |= {i for i in span if self.talk.words[i].kind == "mark" or self.talk.lowers[i] in _EMPTY}
        return True

    # --------------------------------------------------------- what is asked

    def _by_noun(self) -> list[Query]:
        """Questions whose noun says what is asked: mana value, power, life total, counters."""
        for i in range(self.start, self.end):
            word = self.talk.words[i]
            if word.is_("noun", "mana_value"):
                return self._of_thing("mana_value", i)
            if word.is_("noun", "power") or word.lower == "power":
                return self._of_thing("power", i)
            if word.is_("noun", "toughness"):
                return self._of_thing("toughness", i)
            if word.is_("noun", "counter") and self._how_many():
                return self._of_thing("number_of_counters", i)
            if word.is_("noun", "mana") and self._how_much() and not self._has_verb("pay", "spend"):
                return self._of_thing("mana_amount", i)
            if word.is_("noun", "life") or word.lower in {"life", "life total"}:
                return self._life(i)
            if word.is_("noun", "damage") and self._how_much():
                return self._damage(i)
        return []

    def _of_thing(self, kind: QueryKind, i: int) -> list[Query]:
        ids = self._meant()
        if len(ids) != 1:
            return []
        self.used.add(i)
        for j in range(i + 1, self.end):
            zone = self.talk.words[j].sense("noun")
            if zone is not None and zone.value in {"hand", "graveyard", "exile", "battlefield", "stack"}:
                self.scene.set(ids[0], zone=zone.value)
                self.used |= {*range(j - 2, j + 1)} & {
                    k for k in range(i, j + 1) if self.talk.lowers[k] in {"in", "on", "the", "my", "his"} or k == j
                }
            elif self.talk.words[j].is_("verb", "produce", "have", "get", "deal", "enter", "tap"):
                self.used.add(j)
        return [Query(kind, ids)]

    def _life(self, i: int) -> list[Query]:
        self.used.add(i)
        if self._has_verb("get"):
            gainer = self._lifelinker()
            return [Query("life_gained", gainer)] if gainer else []
        if any("total" in self.talk.lowers[j] for j in range(i, min(i + 2, self.end))) or not self._how_much():
            self.used |= {j for j in range(i, min(i + 2, self.end)) if "total" in self.talk.lowers[j]}
            who = self._player()
            return [Query("life_total", who=who)] if who else []
        return []

    def _lifelinker(self) -> tuple[str, ...]:
        refs = self.scene.refs
        self.used |= {c.verb for c in self._clauses()}
        linked = [id for id, thing in refs.things.items() if refs.has(thing, "lifelink")]
        return tuple(linked) if len(linked) == 1 else ()

    def _damage(self, i: int) -> list[Query]:
        """ "how much damage does he take?", "how much damage goes through?", "how much damage then?"."""
        lowers = set(self.talk.lowers[self.start : self.end])
        defender = self._defender()
        verbs = {c.frame for c in self._clauses()}
        self.used |= {i, *(c.verb for c in self._clauses())}
        through = {
            j
            for j in range(self.start, self.end)
            if self.talk.lowers[j] in _THROUGH or self.talk.words[j].is_("to_player")
        }
        self.used |= through
        if defender is None:
            return []
        who = self._player()
        if "take" in verbs and who is not None and who != defender:
            return []
        plain = not verbs or "take" in verbs
        if not plain and not through:
            return []
        spare = bool(lowers & _THROUGH)
        return [Query("damage_to_player", bound="at_most" if spare else "exactly", who=defender)]

    def _by_verb(self) -> list[Query]:
        for clause in self._clauses():
            made = self._asked_of(clause)
            if made:
                self.used |= {clause.verb, *(i for m in clause.roles() for i in range(m.start, m.end))}
                return made
        return []

    def _asked_of(self, clause: Clause) -> list[Query]:
        readers: dict[str, Callable[[Clause], list[Query]]] = {
            "attack": self._attack, "block": self._block, "die": self._die, "survive": self._survive, "kill": self._kill,
            "tap": self._tap, "activate": self._activate, "trigger": self._trigger, "produce": self._produce,
        }  # fmt: skip
        for frame in clause.frames or (clause.frame,):
            if frame in readers:
                return readers[frame](clause)
        return []

    # --------------------------------------------------------------- combat

    def _attack(self, clause: Clause) -> list[Query]:
        if self._fought() or clause.wh:
            return []
        ids = self._meant(clause.subject) or self._meant(clause.with_)
        if len(ids) != 1:
            return []
        must = clause.modal == "must"
        owner = self.scene.thing(ids[0]).controller
        if (
            owner is not None
            and self.scene.scenario.active is None
            and self.scene.scenario.queries[-1].kind not in {"can_attack", "can_activate"}
        ):
            self.scene.turn(owner)
        return [Query("must_attack" if must else "can_attack", ids)]

    def _block(self, clause: Clause) -> list[Query]:
        if any(e.kind in {"block", "no_block"} for e in self.scene.scenario.events) or clause.wh:
            return []
        must = clause.modal == "must"
        attackers = tuple(id for id in self.scene.refs.things if id in self.scene.refs.attackers)
        if clause.passive:
            ids = self._meant(clause.subject)
            by = self._named(clause.by)
            if ids != attackers or must or (clause.by and not by):
                return []
            return [Query("can_be_blocked", ids, by)]
        ids = self._meant(clause.subject)
        target = self._named(clause.object)
        if len(ids) != 1 or set(ids) & set(attackers) or (clause.object and not target):
            return []
        if not attackers:
            target = (self._some_attacker(ids[0]),)
        elif not target and len(attackers) == 1:
            target = attackers
        if not target or not set(target) <= set(self.scene.refs.attackers):
            return []
        return [Query("must_block" if must else "can_block", ids, target)]

    def _some_attacker(self, blocker: str) -> str:
        """A creature of the other player's that attacks and of which nothing else is known."""
        side = OTHER[self.scene.thing(blocker).controller or "you"]
        id = "attacker"
        while any(thing.id == id for thing in self.scene.scenario.objects):
            id += "-2"
        made = GameObject(id, said="creature", types=("creature",), controller=side, attacking=True)
        scenario = msgspec.structs.replace(
            self.scene.scenario, objects=(*self.scene.scenario.objects, made), active=side
        )
        self.scene.scenario = scenario
        self.scene.events((*scenario.events, Event("attack", (id,))))
        self.scene.set(blocker, blocking=True)
        return id

    def _die(self, clause: Clause) -> list[Query]:
        if not self._fought():
            return []
        fighters = tuple(
            id for id in self.scene.refs.things if id in self.scene.refs.attackers | self.scene.refs.blockers
        )
        if clause.wh in {"who", "which"} or any(self.talk.words[i].is_("who") for i in range(self.start, clause.verb)):
            return [Query("which_die", fighters)]
        if clause.wh == "how_many":
            groups = tuple(id for id in fighters if self.scene.thing(id).count != 1)
            return [Query("how_many_die", groups)] if len(groups) == 1 else []
        both = "both" in self.talk.lowers[self.start : self.end] or any(m.plural for m in clause.subject)
        if both and len(fighters) == 2 and all(self.scene.thing(id).count == 1 for id in fighters):
            return [Query("both_die", fighters)]
        ids = self._meant(clause.subject)
        return [Query("dies", ids)] if len(ids) == 1 and self.scene.thing(ids[0]).count == 1 else []

    def _survive(self, clause: Clause) -> list[Query]:
        ids = self._meant(clause.subject)
        return [Query("survives", ids)] if self._fought() and len(ids) == 1 else []

    def _kill(self, clause: Clause) -> list[Query]:
        ids = self._named(clause.object)
        return [Query("dies", ids)] if self._fought() and len(ids) == 1 and not clause.wh else []

    # ---------------------------------------------------------------- tapping

    def _tap(self, clause: Clause) -> list[Query]:
        ids = self._meant([m for m in [*clause.subject, *clause.object] if m.head != "player"])
        mana = {
            i
            for i in range(clause.verb, self.end)
            if self.talk.words[i].is_("noun", "mana") or self.talk.lowers[i] == "for"
        }
        if len(ids) != 1 or len(mana) < 2 or clause.modal != "can":
            return []
        self.used |= mana
        return [Query("can_activate", ids, value="mana")]

    def _activate(self, clause: Clause) -> list[Query]:
        ids = self._meant([])
        words = {i for i in range(clause.verb, self.end) if self.talk.words[i].is_("noun", "ability")}
        if clause.modal != "can" or len(ids) != 1 or not words:
            return []
        self.used |= words
        return [Query("can_activate", ids)]

    def _trigger(self, clause: Clause) -> list[Query]:
        ids = self._meant(clause.subject)
        return [Query("triggers", ids)] if len(ids) == 1 and not clause.wh else []

    def _produce(self, clause: Clause) -> list[Query]:
        which = [i for i in range(self.start, self.end) if self.talk.words[i].is_("noun", "color", "type")]
        ids = self._meant(clause.subject)
        if not which or len(ids) != 1:
            return []
        self.used |= set(which)
        return [Query("could_produce", ids)]

    # ---------------------------------------------------------------- look-ups

    def _clauses(self) -> list[Clause]:
        return [c for c in self.talk.clauses if self.start <= c.verb < self.end]

    def _has_verb(self, *frames: str) -> bool:
        return any(set(c.frames) & set(frames) for c in self._clauses())

    def _how_much(self) -> bool:
        return any(self.talk.words[i].is_("how_much") for i in range(self.start, self.end))

    def _how_many(self) -> bool:
        return any(self.talk.words[i].is_("how_many") for i in range(self.start, self.end))

    def _fought(self) -> bool:
        return any(e.kind in {"attack", "block"} for e in self.scene.scenario.events)

    def _player(self) -> str | None:
        """Whose: "he", "my", "I"."""
        for i in range(self.start, self.end):
            sense = self.talk.words[i].sense("player")
            if sense is not None and sense.value in {"you", "opp"}:
                self.used.add(i)
                return sense.value
        return None

    def _defender(self) -> str | None:
        sides = {self.scene.thing(id).controller for id in self.scene.refs.attackers}
        return OTHER.get(sides.pop() or "") if len(sides) == 1 else None

    def _meant(self, mentions: list[Mention] | None = None) -> tuple[str, ...]:
        """The things that the question is about: those named, else what was asked about before."""
        named = [m for m in mentions or [] if m.head != "player"]
        if mentions is None:
            named = [m for m in self.talk.mentions if self.start <= m.start < self.end and m.head != "player"]
        if named:
            return self._named(named)
        if any(m.head == "player" and m.plural for m in mentions or []):
            return ()
        return self.scene.refs.topic_of()

    def _named(self, mentions: list[Mention]) -> tuple[str, ...]:
        found: list[str] = []
        for mention in mentions:
            try:
                found += self.scene.refs.resolve(mention)
            except Unclear as unclear:
                unclear.mention = mention
                raise
            self.used |= set(range(mention.start, mention.end))
        return tuple(dict.fromkeys(found))


def begins(lowers: list[str], i: int) -> bool:
    """Whether a question begins at this word, and no "what if" or "what about"."""
    return lowers[i] in AUXILIARY or (
        lowers[i] in {"who", "which", "what", "how many", "how much", "how big", "most"}
        and lowers[i + 1 : i + 2] not in (["if"], ["about"])
    )
