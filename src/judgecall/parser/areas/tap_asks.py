"""What a question about summoning sickness or tap costs asks: each clause that asks, as a query on the story's board."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Activated, Unread
from judgecall.parser.areas.tap_story import TapStory
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.words import Word
from judgecall.scenario.model import Event, GameObject, Query

ASKING = frozenset(
    {"attack", "tap", "untap", "produce", "activate", "crew", "convoke", "pump", "pay", "deal", "kill", "draw"}
)
"""Frames that can be asked without any word that asks ("inkmoth played this turn, attack?")."""
SETTING = frozenset({"crew", "animate", "cast", "untap", "enchant", "blink", "steal", "get", "put", "enter"})
"""Frames that make something ready for what is then asked ("can i crew it and attack?")."""
_EFFECTS = {"deal": "damage", "kill": "destroy", "draw": "draw", "pump": "pump", "regenerate": "", "transform": "", "counter": "",
            "fight": "", "copy": "", "exile": "", "bounce": ""}  # fmt: skip


class TapAsker:
    """Turns the clauses that ask into queries."""

    def __init__(self, story: TapStory) -> None:
        self.story = story
        self.talk = story.talk
        self.board = story.board
        self.queries: list[Query] = []
        self.consumed: set[int] = set()
        """Verbs that only say which ability is meant ("tap to destroy target creature")."""
        self.branch: dict[str, str] = {}
        """Objects as they stand after an "and if I crew it first": the id that stands for each from there on."""

    def ask(self, clause: Clause) -> bool:
        """One clause that asks; False if it isn't understood."""
        query = self._query(clause)
        if query is None:
            return False
        subject = tuple(self.branch.get(i, i) for i in query.subject)
        target = tuple(self.branch.get(i, i) for i in query.target)
        self.queries.append(
            msgspec.structs.replace(query, subject=subject, target=target, negated=query.negated or clause.negated)
        )
        self.story.use(clause)
        self.story.use_kinds(clause.start, clause.end, "modal_can", "whether", "still", "negation", "legal", "moment")
        for i in range(clause.start, clause.end):
            word = self.talk.words[i]
            if word.is_("this_turn") and not is_arrival(word.lower):
                self.story.used.add(i)
        return True

    def _query(self, clause: Clause) -> Query | None:
        if self._sick_word(clause) is not None:
            return self._sickness(clause)
        frame = clause.frame
        if frame == "attack":
            return self._attack(clause)
        if frame == "crew":
            return self._crew(clause)
        if frame == "convoke":
            return self._convoke(clause)
        if frame in {"tap", "produce", "activate", "untap", "pump", "pay"}:
            return self._tapping(clause)
        if frame in _EFFECTS or frame in {"put"}:
            return self._by_effect(clause)
        if frame == "enchant":
            return self._equip(clause)
        return None

    def stops(self, i: int) -> Query | None:
        """ "does needle naming devoted druid stop its tap: add G": whether something keeps an ability from being activated."""
        clause = Clause(
            "activate", i, i, len(self.talk.words), sentence=self.talk.words[i].sentence, frames=("activate",)
        )
        value = self.value(clause)
        named = [o.id for o in self.board.objects.values() if o.chosen]
        ids = tuple(i for i in self.board.spoken[::-1] if i not in named and self._could(i, value or ""))
        if value is None or not ids:
            return None
        if value == "tap" and any(w.lower == "attack" for _, w in self._ahead(clause)):
            return None
        self.consumed |= {c.verb for c in self.talk.clauses if c.verb >= i and c.sentence == clause.sentence}
        self.story.used |= {i} | {c for c in self.consumed if c >= i}
        return Query("can_activate", ids[:1], value=value, inverse=True)

    # ---------------------------------------------------------- sickness

    def _sick_word(self, clause: Clause) -> int | None:
        for i in range(clause.verb, min(clause.end, clause.verb + 8)):
            if (
                self.talk.lowers[i] in {"summoning sickness", "summoning sick", "summon sick"}
                and self.talk.inside(i) is None
            ):
                return i
        return None

    def _sickness(self, clause: Clause) -> Query | None:
        """ "does he lose summoning sickness", "do crewed vehicles have summoning sickness"."""
        i = self._sick_word(clause)
        assert i is not None
        if clause.frame not in {"have", "get", "lose", "count", "remove"}:
            return None
        ids = self.story.ids(self.story.things(clause.subject)) or self._of_players(clause) or self.story.topic_ids()
        if not ids:
            return None
        self.story.used.add(i)
        return Query("has_summoning_sickness", ids, inverse=clause.frame in {"lose", "remove"})

    def _of_players(self, clause: Clause) -> tuple[str, ...]:
        return self.story.ids([m for m in clause.subject if m.head == "player" and m.player == "opp"])

    # ------------------------------------------------------------ attack

    def _attack(self, clause: Clause) -> Query | None:
        story = self.story
        things = story.things(clause.subject) or story.things(clause.with_) or story.things(clause.object)
        ids = story.ids(things) or self._of_players(clause)
        able = tuple(i for i in ids if self.can_fight(i))
        if not able:
            able = self.topic(self.can_fight)
        if not able:
            return None
        story.use(*[m for m in [*clause.into, *clause.object] if m.head == "player"])
        stolen = any(e.kind == "control" and set(e.subject) & set(able) and "you" in e.target for e in story.events)
        return Query("can_attack", able, who="you" if stolen else None)

    def can_fight(self, id: str) -> bool:
        """Whether it can be a creature: printed, told, animated or crewed."""
        kinds = self.story.types(id)
        if "creature" in kinds or self.story.is_vehicle(id):
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

    # ------------------------------------------------------------ tapping

    def _tapping(self, clause: Clause) -> Query | None:
        story = self.story
        if clause.frame == "produce" and not self._makes_mana(clause):
            return self._makes_tokens(clause)
        payers = self._named(clause)
        cost_of = self._whose_cost(clause, payers)
        if cost_of is not None:
            others = tuple(i for i in payers if i != cost_of) or story.ids(story.things(clause.with_))
            return self._pay_with(clause, others or payers, cost_of)
        convoke = self._for_convoke(clause)
        if convoke is not None:
            return self._pays_for_spell(clause, payers, convoke)
        if clause.frame == "pay":
            return None
        value = self.value(clause)
        if value is None:
            return None
        ids = tuple(i for i in payers if self._could(i, value)) or self.topic(lambda i: self._could(i, value))
        if not ids:
            return None
        if value == "mana" and not self._about_time(ids):
            return None
        story.told = True
        return Query("can_activate", ids, value=value)

    def _about_time(self, ids: tuple[str, ...]) -> bool:
        """Mana questions are about sickness only for creatures, or for what changed this turn."""
        return any("creature" in self.story.types(i) or self.can_fight(i) for i in ids) or self.story.told

    def _named(self, clause: Clause) -> tuple[str, ...]:
        """The objects that the clause itself names: the ones tapped, or the one whose ability is used."""
        story = self.story
        objects = story.things(clause.subject if clause.passive else clause.object)
        subject = story.things(clause.subject)
        into = story.things([*clause.into, *clause.on, *clause.other.get("in", [])]) if clause.frame == "pump" else []
        return story.ids(objects) or story.ids(into) or story.ids(subject) or self._of_players(clause)

    def _could(self, id: str, value: str) -> bool:
        thing = self.board.objects[id]
        if thing.zone != "battlefield":
            return False
        if thing.card is None:
            return True
        if value in {"mana", "tap"} and "land" in self.story.types(id):
            return True
        found = [a for a in self.story.abilities(id) if isinstance(a, Activated | Unread) and a.cost is not None]
        granted = any(o.attached_to == id for o in self.board.objects.values()) or len(self.board.objects) > 1
        if value in {"tap", "untap"}:
            return any(a.cost.tap if value == "tap" else a.cost.untap for a in found if a.cost) or granted
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
        ):
            value = "untap"
        elif value is None and clause.frame == "untap":
            value = "counters" if "counter" in lowers else "untap"
        elif value is None and clause.frame == "pump":
            value = "pump"
        elif value is None and (
            clause.frame == "produce" or any(w.is_("noun", "mana") or w.kind == "mana" for _, w in words)
        ):
            value = "mana"
            if self.talk.words[clause.verb].is_("verb", "produce") or clause.frame in {"tap", "activate"}:
                marks |= {i for i, w in words if w.kind == "mana" or w.is_("noun", "mana") or w.is_("color")}
        elif value is None and clause.frame == "tap":
            value = "tap"
        elif value is None and clause.frame == "activate":
            value = "tap" if {"tap", "tapping"} & set(lowers) else self._effect_ahead(words) or ""
        if value is None:
            return None
        self.story.used |= marks
        self._consume(clause, words, value)
        for i, word in words:
            if word.lower in {
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
            }:
                self.story.used.add(i)
            elif word.kind == "change" and value in {"counters", "untap", "pump"}:
                self.story.used.add(i)
            elif value == "tap" and word.lower in {"target", "creature"}:
                self.story.used.add(i)
            elif value == "pump" and word.kind == "mana":
                self.story.used.add(i)
        return value

    def _consume(self, clause: Clause, words: list[tuple[int, Word]], value: str) -> None:
        """The verbs behind the one that asks that say which ability it is: what it does, or that it untaps."""
        indices = {i for i, _ in words}
        for c in self.talk.clauses:
            purpose = c.verb in indices and c is not clause and not c.question and c.modal == "" and not c.conditional
            if purpose and (
                c.frame in {"tap", "untap", "produce"}
                or (c.frame in _EFFECTS and "to" in self.talk.lowers[c.verb - 1 : c.verb])
            ):
                gap = self.talk.lowers[clause.verb + 1 : c.verb]
                if not {"and", "then", ",", "if", "or"} & set(gap):
                    self.consumed.add(c.verb)
                    self.story.used.add(c.verb)

    def _effect_ahead(self, words: list[tuple[int, Word]]) -> str:
        for i, word in words:
            for frame, effect in _EFFECTS.items():
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
        if any(self.talk.lowers[i] in {"counter", "counters"} for i in range(clause.verb + 1, min(clause.verb + 5, len(self.talk.words)))):
            return self._removes_counter(clause)
        value = _EFFECTS[clause.frame]
        ids = self.story.ids(self.story.things(clause.subject)) or self.story.ids(self.story.things(clause.with_))
        ids = tuple(i for i in ids if self._could(i, value or "tap"))
        if not ids or not any(self.story.has_tap_ability(i) for i in ids):
            return None
        return Query("can_activate", ids[:1], value=value)

    def _removes_counter(self, clause: Clause) -> Query | None:
        """"can i remove a counter to ping": an ability that is paid for with counters."""
        story = self.story
        ids = story.ids([m for m in story.things([*clause.other.get("from", []), *clause.other.get("off", []), *clause.on]) if m.head != "counter"])
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
        """"can i equip a creature that came in this turn": equipping taps nothing."""
        story = self.story
        named = [m for m in story.things(clause.roles()) if m.cards and "Equipment" in self.talk.card(m).faces[0].subtypes]  # type: ignore[union-attr]
        hosts = story.ids([m for m in story.things([*clause.object, *clause.on]) if m not in named])
        if named:
            worn = story.ids(named[:1])
            return Query("can_activate", worn, value="equip") if worn else None
        return Query("sickness_stops", value="other", inverse=True) if hosts else None

    # --------------------------------------------- tapped for another's cost

    def _whose_cost(self, clause: Clause, payers: tuple[str, ...]) -> str | None:
        """The object whose ability is paid for by tapping these: "for heritage druid", "to use springleaf drum"."""
        story = self.story
        named = story.things(
            [*clause.other.get("for", []), *clause.other.get("to", []), *clause.with_, *clause.on, *clause.subject]
        )
        later = [m for c in self.talk.clauses if c.sentence == clause.sentence and c.verb > clause.verb and c.frame in {"activate"}
                 for m in story.things(c.object)]  # fmt: skip
        for m in [*named, *later]:
            if m.is_object and m.cards and not story.is_spell_card(m):
                id = story.id(m)
                if id is not None and story.taps_others(id) and (id not in payers or len(payers) > 1):
                    return id
        own = [i for i in payers if story.taps_others(i)]
        if own and story.things(clause.with_):
            return own[0]
        if own and len(payers) > 1:
            return own[0]
        if own:
            return None if not self._group_tapped(clause) else own[0]
        lead = [i for i in self.board.spoken if story.taps_others(i) and i not in payers]
        if lead and payers and not any(story.has_tap_ability(i) for i in payers):
            return lead[-1]
        several = any(
            w.lower in {"all", "both", "three", "seven", "these", "those"} or w.kind == "number"
            for _, w in self._ahead(clause)[:4]
        )
        return lead[-1] if lead and (several or not payers) and not self._makes_own_mana(clause, payers) else None

    def _makes_own_mana(self, clause: Clause, payers: tuple[str, ...]) -> bool:
        return bool(payers) and len(payers) == 1 and self.story.has_tap_ability(payers[0])

    def _group_tapped(self, clause: Clause) -> bool:
        ahead = self._ahead(clause)
        return any(w.kind == "number" or w.lower in {"all", "other"} for _, w in ahead[:5])

    def _pay_with(self, clause: Clause, payers: tuple[str, ...], source: str) -> Query:
        """Tapping these for the source's ability: all of the cost, or some of it."""
        for i, word in self._ahead(clause):
            inside = self.talk.inside(i)
            if (
                word.kind in {"number", "mana"}
                or word.is_("noun", "mana", "ability")
                or (inside is not None and not inside.cards and inside.is_object)
            ):
                self.story.used.add(i)
            elif word.is_("verb", "activate"):
                self.story.used.add(i)
        pool = self._pool(source)
        several = [self.branch.get(i, i) for i in payers]
        needs_own_tap = source in payers or self._own_tap(source)
        count = sum(self.board.objects[i].count or 1 for i in several if i != source)
        if several and several != [source] and count < self._needed(source) and len(several) == 1:
            return Query("can_pay_with", tuple(several), (source,))
        target = tuple(i for i in several if not (needs_own_tap and i == source))
        return Query("can_activate", (source,), target if target and target != (source,) else pool, value="tap_objects")

    def _pool(self, source: str) -> tuple[str, ...]:
        """The objects that were told of beside the source and that could be tapped for it."""
        pool = [
            i
            for i in self.board.objects
            if self.board.objects[i].zone == "battlefield" and (i != source or not self._own_tap(source))
        ]
        pool = [i for i in pool if i == source or not self.story.card(i) or "creature" in self.story.types(i)]
        total = sum(self.board.objects[i].count or 1 for i in pool)
        return tuple(pool) if total == self._needed(source) else ()

    def _cost(self, source: str) -> Activated | Unread | None:
        return next((a for a in self.story.abilities(source) if isinstance(a, Activated | Unread) and a.cost is not None
                     and a.cost.tap_objects is not None), None)  # fmt: skip

    def _own_tap(self, source: str) -> bool:
        found = self._cost(source)
        return found is not None and found.cost is not None and found.cost.tap

    def _needed(self, source: str) -> int:
        found = self._cost(source)
        if found is None or found.cost is None or found.cost.tap_objects is None:
            return 1
        return found.cost.tap_objects[0].base

    # ------------------------------------------------------- crew, convoke

    def _crew(self, clause: Clause) -> Query | None:
        payers, vehicle = self.story.crew_roles(clause)
        itself = next((i for i in range(clause.verb, clause.end) if self.talk.lowers[i] == "itself"), None)
        if itself is not None and payers:
            self.story.used.add(itself)
            return Query("can_pay_with", payers[:1], payers[:1], value="crew")
        if not payers and vehicle is not None:
            return Query("can_activate", (vehicle,), value="crew")
        if not payers:
            return None
        return Query("can_pay_with", payers, (vehicle,) if vehicle else (), value="crew")

    def _for_convoke(self, clause: Clause) -> tuple[str, ...] | None:
        """The spell that is convoked, () for none that was named; None when it isn't about convoke."""
        ahead = self._ahead(clause)
        word = next((i for i, w in ahead if w.lower in {"convoke", "convoking", "improvise"}), None)
        spells = [
            m
            for m in self.talk.mentions
            if m.start >= clause.verb and m.sentence == clause.sentence and self._convoke_card(m)
        ]
        if word is None and not spells:
            return None
        for i, w in ahead:
            if w.lower in {"convoke", "convoking", "improvise", "cost"} or w.is_("noun", "spell"):
                self.story.used.add(i)
        return self.spell_ids(spells)

    def _convoke_card(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and any(
            getattr(a, "name", "") in {"convoke", "improvise"} for f in card.faces for a in f.abilities
        )

    def spell_ids(self, mentions: list[Mention]) -> tuple[str, ...]:
        """Spells to be cast, put in their caster's hand."""
        found = self.story.ids(mentions)
        for id in found:
            self.board.change(id, zone="hand", controller=self.board.objects[id].controller or "you")
        return found

    def _pays_for_spell(self, clause: Clause, payers: tuple[str, ...], spell: tuple[str, ...]) -> Query | None:
        payers = tuple(i for i in payers if i not in spell)
        payers = payers or self.topic(lambda i: i not in spell)
        if not payers:
            return None
        letters = [w.mana.strip("{}") for i, w in self._ahead(clause) if w.kind == "mana" and len(w.mana) == 3]
        colors = [
            s.value
            for i, w in self._ahead(clause)
            for s in w.senses
            if s.kind == "color" and self.talk.inside(i) is None
        ]
        value = (letters or colors or ["convoke"])[0]
        self.story.used |= {
            i for i, w in self._ahead(clause) if w.kind == "mana" or w.is_("color") or w.is_("noun", "mana")
        }
        return Query("can_pay_with", payers, spell, value=value)

    def _convoke(self, clause: Clause) -> Query | None:
        story = self.story
        things = story.things(clause.roles())
        spells = [m for m in things if self._convoke_card(m) or m.head == "spell"]
        named = self.spell_ids([m for m in spells if m.cards])
        story.use(*[m for m in spells if not m.cards])
        payers = story.ids([m for m in things if m not in spells])
        if not payers:
            return None
        return Query("can_pay_with", payers, named, value="convoke")

    # ------------------------------------------------------------ branches

    def split_off(self, before: list[Event]) -> None:
        """Things as they stand after "and if I crew it first": a second object for each that changed, for what is asked then."""
        for event in self.story.events[len(before) :]:
            changed = event.target if event.kind == "crew" else event.subject
            if event.kind not in {"crew", "animate", "tap", "untap"}:
                continue
            self.story.events.remove(event)
            for id in changed:
                thing = self.board.objects[id]
                told = {
                    "crew": {"animated": True},
                    "animate": {"animated": True},
                    "tap": {"tapped": True},
                    "untap": {"tapped": False},
                }[event.kind]
                word = {"crew": "crewed", "animate": "animated", "tap": "tapped", "untap": "untapped"}[event.kind]
                made = self.board.create(msgspec.structs.replace(thing, said=f"{word} {thing.said}", **told))  # type: ignore[arg-type]
                self.board.spoken.remove(made)
                self.branch[id] = made


def is_arrival(phrase: str) -> bool:
    """ "the turn it comes in", "turn i cast it": a phrase that tells when something came, not just a time."""
    words = phrase.split()
    return (
        "turn" in words[:2]
        and len(words) > 2
        and words[0] in {"the", "turn", "same"}
        and words[-1] != "turn"
        and words[1] != "same"
    )


def creature(said: str = "creature") -> GameObject:
    """A creature that nobody described."""
    return GameObject(said, said=said, types=("creature",), controller="you")
