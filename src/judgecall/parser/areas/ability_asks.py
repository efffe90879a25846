"""Which ability of what is asked about: by its symbol, its cost or what it does."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, AddMana, Unread
from judgecall.parser.areas.tap_story import TapStory
from judgecall.parser.areas.tap_times import is_arrival
from judgecall.parser.clauses import Clause
from judgecall.parser.words import Word
from judgecall.scenario.model import GameObject, Query

EFFECTS = {"deal": "damage", "kill": "destroy", "draw": "draw", "pump": "pump", "regenerate": "", "transform": "", "counter": "",
           "fight": "", "copy": "", "exile": "", "bounce": "", "fetch": ""}  # fmt: skip
"""Frames of what abilities do, with the word by which a query names such an ability; "" where no query does."""


class AbilityAsks:
    """Turns clauses about using abilities into queries."""

    def __init__(self, story: TapStory) -> None:
        self.story = story
        self.talk = story.talk
        self.board = story.board
        self.queries: list[Query] = []
        self.consumed: set[int] = set()
        """Verbs that only say which ability is meant ("tap to destroy target creature")."""
        self.branch: dict[str, str] = {}
        """Objects as they stand after an "and if I crew it first": the id that stands for each from there on."""

    def _of_players(self, clause: Clause) -> tuple[str, ...]:
        return self.story.ids([m for m in clause.subject if m.head == "player" and m.player == "opp"])

    def can_fight(self, id: str) -> bool:
        """Whether it can be a creature: printed, told, animated or crewed."""
        kinds = self.story.types(id)
        if "creature" in kinds or self.story.is_vehicle(id):
            return True
        if "land" in kinds and any(c.frame == "animate" and not c.negated for c in self.talk.clauses):
            return True
        changed = any(e.kind in {"animate", "crew"} and id in (*e.subject, *e.target) for e in self.story.events)
        return changed or not (kinds or self.story.card(id))

    def topic(self, fits) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
        """What was spoken of last, of what fits; what came with a time first."""
        on = [i for i in reversed(self.board.spoken) if self.board.objects[i].zone == "battlefield" and fits(i)]
        if not on:
            found = self.story.topic_ids()
            return found if found and fits(found[0]) else ()
        crewed = [
            i for e in self.story.events if e.kind in {"crew", "animate"} for i in (e.target or e.subject) if i in on
        ]
        return (crewed[-1] if crewed and fits == self.can_fight else on[0],)

    def about_time(self, ids: tuple[str, ...]) -> bool:
        """Using lands and artifacts is about sickness only where it was told when they came, or that they changed."""
        arrival = any(w.is_("this_turn") and is_arrival(w.lower) for w in self.talk.words)
        return any(
            "creature" in self.story.types(i)
            or self.board.objects[i].since is not None
            or not (self.story.card(i) or self.board.objects[i].types)
            or arrival
            or any(i in (*e.subject, *e.target) for e in self.story.events)
            for i in ids
        )

    def _named(self, clause: Clause) -> tuple[str, ...]:
        """The objects that the clause itself names: the ones tapped, or the one whose ability is used."""
        story = self.story
        objects = story.things(clause.subject if clause.passive else clause.object)
        subject = story.things(clause.subject)
        into = story.things([*clause.into, *clause.on, *clause.other.get("in", [])]) if clause.frame == "pump" else []
        if clause.frame == "produce" and subject:
            objects = [m for m in objects if not m.cards]
        return story.ids(objects) or story.ids(into) or story.ids(subject) or self._of_players(clause)

    def _could(self, id: str, value: str) -> bool:
        thing = self.board.objects[id]
        if thing.zone != "battlefield":
            return False
        if thing.card is None:
            return True
        if value in {"crew", "equip", "saddle"}:
            return True
        if value in {"mana", "tap"} and "land" in self.story.types(id):
            return True
        if thing.attached_to is not None:
            return False
        found = [a for a in self.story.abilities(id) if isinstance(a, Activated | Unread) and a.cost is not None]
        granted = any(o.attached_to == id for o in self.board.objects.values()) or len(self.board.objects) > 1
        if value in {"tap", "untap"}:
            return any(a.cost.tap if value == "tap" else True for a in found if a.cost) or granted
        return bool(found) or granted

    def value(self, clause: Clause) -> str | None:
        """Which ability: by its symbol, its cost or what it does."""
        words = self._ahead(clause)
        lowers = [w.lower for _, w in words]
        marks: set[int] = set()
        value: str | None = None
        for i, word in words:
            if word.kind == "mana" and word.mana in {"{Q}", "{T}"}:
                value, marks = "untap" if word.mana == "{Q}" else "tap", {i}
                break
        if (
            value is None
            and any(w in {"untap", "untapping"} for w in lowers)
            and {"symbol", "ability", "cost"} & set(lowers)
        ) or (value is None and clause.frame == "pay" and "untap" in lowers):
            value = "untap"
        elif value is None and clause.frame == "activate" and "crew" in lowers:
            value = "crew"
            verb = (
                next(c.verb for c in self.talk.clauses if c.frame == "crew" and c.verb > clause.verb)
                if any(c.frame == "crew" and c.verb > clause.verb for c in self.talk.clauses)
                else clause.verb
            )
            self.consumed.add(verb)
            marks = {verb}
        elif value is None and clause.frame == "untap":
            value = "counters" if "counter" in lowers else "untap"
        elif value is None and clause.frame == "pump":
            value = "pump"
        elif value is None and (
            clause.frame == "produce"
            or any(w.is_("noun", "mana") or w.kind == "mana" for _, w in words)
            or (clause.frame == "tap" and any(w.is_("color") and self.talk.lowers[i - 1] == "for" for i, w in words))
        ):
            value = "mana"
            if self.talk.words[clause.verb].is_("verb", "produce") or clause.frame in {"tap", "activate"}:
                marks |= {i for i, w in words if w.kind == "mana" or w.is_("noun", "mana") or w.is_("color")}
        elif value is None and clause.frame == "tap":
            value = "tap"
        elif value is None and clause.frame == "activate":
            countered = {"counter", "counters"} & set(lowers)
            value = (
                "tap"
                if {"tap", "tapping"} & set(lowers)
                else "counters"
                if countered
                else self._effect_ahead(words) or ""
            )
            if countered:
                marks |= {i for i, w in words if w.lower in {"remove", "put", "add"}}
                self.consumed |= {c.verb for c in self.talk.clauses if c.verb in marks}
        if value is None:
            return None
        self.story.used |= marks
        self._consume(clause, words)
        for i, word in words:
            if (
                word.lower
                in {
                    "counter",
                    "counters",
                    "ability",
                    "abilities",
                    "symbol",
                    "tap",
                    "untap",
                    "tapping",
                    "untapping",
                    "cost",
                }
                or (word.kind == "change" and value in {"counters", "untap", "pump"})
                or (value == "tap" and word.lower in {"target", "creature"})
                or (value == "pump" and word.kind == "mana")
                or (value == "mana" and word.kind == "number" and i == clause.verb + 1 and self._adds(clause, word))
            ):
                self.story.used.add(i)
        return value

    def _adds(self, clause: Clause, number: Word) -> bool:
        """ "tap for 3": as much as the card says."""
        cards = [
            c for m in self.talk.mentions if m.cards and m.end <= clause.verb and (c := self.talk.card(m)) is not None
        ]
        amounts = {len(o) if o.isupper() else 0 for c in cards for a in c.faces[0].abilities if isinstance(a, Activated)
                   for e in a.effects if isinstance(e, AddMana) for o in e.options}  # fmt: skip
        return number.lower.isdigit() and amounts == {int(number.lower)}

    def _consume(self, clause: Clause, words: list[tuple[int, Word]]) -> None:
        """The verbs behind the one that asks that say which ability it is: what it does, or that it untaps."""
        indices = {i for i, _ in words}
        for c in self.talk.clauses:
            if c.verb in indices and c.frame in {"produce", "put"} and "to" in self.talk.lowers[c.verb - 1 : c.verb]:
                for m in self.story.things(c.object):
                    if m.head in {"token", "creature"} and not m.cards:
                        self.story.passed.add(m.start)
                        self.story.use(m)
            purpose = c.verb in indices and c is not clause and not c.question and c.modal == "" and not c.conditional
            if purpose and (
                c.frame in {"tap", "untap", "produce"}
                or (c.frame in EFFECTS and "to" in self.talk.lowers[c.verb - 1 : c.verb])
            ):
                gap = self.talk.lowers[clause.verb + 1 : c.verb]
                if clause.frame == "pay" or not {"and", "then", ",", "if", "or"} & set(gap):
                    self.consumed.add(c.verb)
                    self.story.used.add(c.verb)
                    if c.frame in EFFECTS:
                        for m in self.story.things(c.object):
                            if not m.cards:
                                self.story.passed.add(m.start)
                                self.story.use(m)

    def _effect_ahead(self, words: list[tuple[int, Word]]) -> str:
        for i, word in words:
            for frame, effect in EFFECTS.items():
                if word.is_("verb", frame) and effect:
                    self.story.used.add(i)
                    return effect
        return ""

    def _ahead(self, clause: Clause) -> list[tuple[int, Word]]:
        """The words from the verb to the end of its part of the sentence, those of other things' mentions left out."""
        found: list[tuple[int, Word]] = []
        for i in range(clause.verb, len(self.talk.words)):
            word = self.talk.words[i]
            if word.sentence != clause.sentence or (i > clause.verb and word.lower in {"?", "but"}):
                break
            later = next((c for c in self.talk.clauses if c.verb == i and c is not clause), None)
            if later is not None and (later.question or later.conditional) and i > clause.verb + 1:
                break
            found.append((i, word))
        return found

    def _makes_mana(self, clause: Clause) -> bool:
        word = self.talk.words[clause.verb]
        if word.lower.split()[0].startswith("tap"):
            return True
        return any(w.kind == "mana" or w.is_("noun", "mana") for _, w in self._ahead(clause))

    def _makes_tokens(self, clause: Clause) -> Query | None:
        made = [m for m in self.story.things(clause.object) if m.head in {"token", "creature"} and not m.cards]
        makers = self.story.ids(self.story.things([*clause.with_, *clause.subject, *clause.other.get("off", [])]))
        if made and not makers:
            makers = self.topic(lambda i: self._could(i, "") and self.story.has_tap_ability(i))
        if not made or not makers:
            return None
        for m in made:
            self.story.passed.add(m.start)
            self.story.use(m)
        return Query("can_activate", makers[:1], value="tokens")

    def _by_effect(self, clause: Clause) -> Query | None:
        """ "can he ping something this turn": an ability named by what it does."""
        if clause.frame == "put":
            counter = next((i for i, w in self._ahead(clause) if w.lower in {"counter", "counters"}), None)
            if counter is None:
                return None
            self.story.used |= {
                i for i, w in self._ahead(clause) if w.kind in {"change"} or w.lower in {"counter", "counters"}
            }
            untap = next(
                (
                    c
                    for c in self.talk.clauses
                    if c.frame == "untap" and c.sentence == clause.sentence and c.verb > clause.verb
                ),
                None,
            )
            if untap is not None:
                self.story.use(untap)
                self.consumed.add(untap.verb)
                self.story.ids(self.story.things(untap.object))
            ids = self.story.ids(
                [m for m in self.story.things([*clause.on, *clause.subject]) if m.cards]
            ) or self.topic(lambda i: self._could(i, "counters"))
            return Query("can_activate", ids, value="counters") if ids else None
        if any(
            self.talk.lowers[i] in {"counter", "counters"}
            for i in range(clause.verb + 1, min(clause.verb + 5, len(self.talk.words)))
        ):
            return self._removes_counter(clause)
        value = EFFECTS[clause.frame]
        ids = self.story.ids(self.story.things(clause.subject)) or self.story.ids(self.story.things(clause.with_))
        ids = tuple(i for i in ids if self._could(i, value or "tap"))
        mine = [m for m in clause.subject if m.head == "player"] == clause.subject
        if not ids and mine and clause.modal == "can" and clause.frame in {"deal", "kill"}:
            # "came in at his end step, can i ping": by what was spoken of
            able = [i for i in self.board.spoken if self._could(i, value) and self.story.has_tap_ability(i)]
            ids = (able[0],) if len(able) == 1 and len({m.cards for m in self.talk.mentions if m.cards}) <= 2 else ()
        if not ids or not any(self.story.has_tap_ability(i) for i in ids):
            return None
        return Query("can_activate", ids[:1], value=value)

    def _removes_counter(self, clause: Clause) -> Query | None:
        """ "can i remove a counter to ping": an ability that is paid for with counters."""
        story = self.story
        ids = story.ids(
            [
                m
                for m in story.things([*clause.other.get("from", []), *clause.other.get("off", []), *clause.on])
                if m.head != "counter"
            ]
        )
        ids = ids or self.topic(lambda i: self._could(i, "counters"))
        if not ids:
            return None
        ahead = self._ahead(clause)
        story.used |= {i for i, w in ahead if w.lower in {"counter", "counters"} or w.kind == "change"}
        for c in self.talk.clauses:
            if c.verb > clause.verb and c.sentence == clause.sentence and "to" in self.talk.lowers[c.verb - 1 : c.verb]:
                self.consumed.add(c.verb)
                story.used.add(c.verb)
        return Query("can_activate", ids[:1], value="counters")

    def _equip(self, clause: Clause) -> Query | None:
        """ "can i equip a creature that came in this turn": equipping taps nothing."""
        story = self.story
        named = [m for m in story.things(clause.roles()) if story.has_subtype(m, {"Equipment"})]
        hosts = story.ids([m for m in story.things([*clause.object, *clause.on]) if m not in named])
        if named:
            worn = story.ids(named[:1])
            return Query("can_activate", worn, value="equip") if worn else None
        return Query("sickness_stops", value="other", inverse=True) if hosts else None


def creature(said: str = "creature") -> GameObject:
    """A creature that nobody described."""
    return GameObject(said, said=said, types=("creature",), controller="you")
