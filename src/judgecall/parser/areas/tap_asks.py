"""What a question about summoning sickness or tap costs asks: each clause that asks, as a query on the story's board."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Activated
from judgecall.parser.areas.ability_asks import EFFECTS, creature
from judgecall.parser.areas.payer_asks import PayerAsks
from judgecall.parser.areas.tap_board import forbids_abilities
from judgecall.parser.areas.tap_times import is_arrival
from judgecall.parser.clauses import Clause
from judgecall.scenario.model import Event, Query

ASKING = frozenset(
    {
        "attack",
        "tap",
        "untap",
        "produce",
        "activate",
        "crew",
        "saddle",
        "convoke",
        "pump",
        "pay",
        "deal",
        "kill",
        "draw",
    }
)
"""Frames that can be asked without any word that asks ("inkmoth played this turn, attack?")."""
SETTING = frozenset({"crew", "animate", "cast", "untap", "enchant", "blink", "steal", "get", "put", "enter"})
"""Frames that make something ready for what is then asked ("can i crew it and attack?")."""


class TapAsker(PayerAsks):
    """Turns the clauses that ask into queries."""

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
        self.use_asked(clause)
        return True

    def use_asked(self, clause: Clause) -> None:
        """Mark the words that ask as explained."""
        self.story.use(clause)
        self.story.use_kinds(clause.start, clause.end, "modal_can", "whether", "still", "negation", "legal", "moment")
        for i in range(clause.start, clause.end):
            word = self.talk.words[i]
            if word.is_("this_turn") and not is_arrival(word.lower):
                self.story.used.add(i)

    def _query(self, clause: Clause) -> Query | None:
        if self._sick_word(clause) is not None:
            return self._sickness(clause)
        frame = clause.frame
        if frame == "attack":
            return self._attack(clause)
        if frame in {"crew", "saddle"}:
            return self._crew(clause)
        if frame == "convoke":
            return self._convoke(clause)
        if frame in {"tap", "produce", "activate", "untap", "pump", "pay"}:
            return self._tapping(clause)
        if frame in EFFECTS or frame in {"put"}:
            return self._by_effect(clause)
        if frame == "enchant":
            return self._equip(clause)
        if frame in {"sacrifice", "fight", "target"}:
            return self._nothing_to_do_with_it(clause)
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

    def _attack(self, clause: Clause) -> Query | None:
        story = self.story
        things = story.things(clause.subject) or story.things(clause.with_) or story.things(clause.object)
        crew = {m.start for c in self.talk.clauses if c.frame == "crew" for m in [*c.by, *c.with_]}
        ids = story.ids([m for m in things if m.start not in crew]) or self._of_players(clause)
        if not ids:
            near = [
                m
                for m in self.talk.mentions
                if m.sentence == clause.sentence and m.end <= clause.verb and m.head == "pronoun"
            ]
            ids = story.ids(near[-1:])
        able = tuple(i for i in ids if self.can_fight(i))
        if [m.text for m in things] == ["it"]:
            able = self._what_was_crewed() or able
        if not able:
            able = self.topic(self.can_fight)
        if not able:
            return None
        story.use(*[m for m in [*clause.into, *clause.object] if m.head == "player"])
        stolen = any(e.kind == "control" and set(e.subject) & set(able) and "you" in e.target for e in story.events)
        return Query("can_attack", able, who="you" if stolen else None)

    def _what_was_crewed(self) -> tuple[str, ...]:
        """ "I crew it with a Bear. Can it attack?": the Vehicle, and not what was tapped to crew it."""
        told = [e.target for e in self.story.events if e.kind == "crew" and e.target]
        return told[-1] if len(set(told)) == 1 else ()

    def _tapped_by_attacking(self, clause: Clause) -> bool:
        """ "does it tap when it attacks": no ability, and no cost."""
        ahead = [w for _, w in self._ahead(clause)][:5]
        when = next(
            (k for k, w in enumerate(ahead[:3]) if w.lower in {"when", "if", "after", "while", "as", "by", "to"}), None
        )
        return clause.frame == "tap" and when is not None and any(w.is_("verb", "attack") for w in ahead[when:])

    def _untaps_by_itself(self, clause: Clause) -> bool:
        """ "does his blocker untap": something that happens to it, and no cost that is paid."""
        near = [w for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence]
        costs = any(w.mana in {"{Q}", "{T}"} or w.lower in {"symbol", "ability", "cost", "abilities"} for w in near)
        acts = any(m.is_object or m.head == "pronoun" for m in clause.subject) and not clause.modal
        return clause.frame == "untap" and acts and not clause.object and not clause.passive and not costs

    def _tapped_by_another(self, clause: Clause) -> bool:
        """ "can my opponent tap my creature": no player uses what another one's permanent can do."""
        who = {m.player for m in clause.subject if m.head == "player"} & {"you", "opp"}
        whose = {m.owner for m in clause.object if m.is_object} & {"you", "opp"}
        return clause.frame == "tap" and len(who) == len(whose) == 1 and who != whose

    def _tapping(self, clause: Clause) -> Query | None:
        story = self.story
        if self._tapped_by_attacking(clause):
            return None
        made = any(m.head == "token" or (m.head == "creature" and not m.cards and m.subtypes) for m in clause.object)
        if clause.frame == "produce" and (made or not self._makes_mana(clause)):
            return self._makes_tokens(clause)
        if clause.frame == "untap" and not clause.passive:
            story.ids([m for m in story.things(clause.subject) if m.head == "pronoun"])  # "it" was spoken of before
        payers = self._named(clause)
        crews = next(
            (
                c
                for c in self.talk.clauses
                if c.verb > clause.verb
                and c.sentence == clause.sentence
                and c.frame in {"crew", "saddle"}
                and self.talk.lowers[c.verb - 1] in {"to", "for"}
            ),
            None,
        )
        itself = next((i for i, w in self._ahead(clause) if w.lower == "itself"), None)
        if itself is not None and payers and any(w.lower == "crew" for _, w in self._ahead(clause)):
            self.consumed |= {c.verb for c in self.talk.clauses if c.verb > itself and c.sentence == clause.sentence}
            story.used |= {itself} | {
                i for i, w in self._ahead(clause) if w.lower == "crew" or w.is_("verb", "pay", "have")
            }
            return Query("can_pay_with", payers[:1], payers[:1], value="crew")
        if crews is not None and payers:
            paid = {c.verb for c in self.talk.clauses if clause.verb < c.verb < crews.verb and c.frame == "pay"}
            self.consumed |= {crews.verb} | paid
            story.used |= paid
            story.use(crews)
            _, vehicle = story.crew_roles(crews)
            target = (vehicle,) if vehicle and vehicle not in payers else ()
            return Query("can_pay_with", payers, target, value=crews.frame)
        cost_of = self._whose_cost(clause, payers)
        if cost_of is not None:
            others = tuple(i for i in payers if i != cost_of) or story.ids(story.things(clause.with_))
            return self._pay_with(clause, others or payers, cost_of)
        convoke = self._for_convoke(clause)
        if convoke is not None:
            return self._pays_for_spell(clause, payers, convoke)
        if clause.frame == "pay" and not any(
            w.mana in {"{Q}", "{T}"} or w.lower in {"untap"} for _, w in self._ahead(clause)
        ):
            return None
        value = self.value(clause)
        if value == "untap" and self._untaps_by_itself(clause):
            return None
        if value == "tap" and self._tapped_by_another(clause):
            return None
        doers = [m for m in story.things([*clause.with_, *clause.subject]) if m.cards or m.head == "pronoun"]
        if not clause.passive:
            late = [m for m in self.talk.mentions if m.head == "pronoun" and self.talk.lowers[m.start - 1] == "with"]
            doers += [m for m in late if m.start > clause.verb and m.sentence == clause.sentence]
        user = [
            i for i in story.ids(doers) if i not in payers and story.has_tap_ability(i) and not story.taps_others(i)
        ]
        if not user and any(m.head == "pronoun" for m in doers):
            named = [m for m in self.talk.mentions if m.end <= clause.verb and m.cards and m.start not in story.passed]
            story.ids([m for m in named if not story.is_spell_card(m)][-1:])
            user = [
                i for i in reversed(self.board.spoken)
                if i not in payers and story.has_tap_ability(i) and "creature" in story.types(i)
            ]  # fmt: skip
        if clause.frame in {"tap", "untap"} and payers and user and value in {"tap", "untap", "mana"}:
            # "untap a forest with it", "tap his guy with it": what its ability does.
            return Query("can_activate", tuple(user[:1]), value="tap")
        if value is None or (value == "untap" and self.talk.says("untap step", "next turn", "untaps normally")):
            return None  # whether it untaps by itself isn't about an ability with {Q}
        ids = (
            tuple(i for i in payers if self._could(i, value))
            or self.topic(lambda i: self._could(i, value))
            or self._newcomer(value)
        )
        if not ids:
            return None
        if clause.frame == "pay":
            story.used |= {i for i, w in self._ahead(clause) if w.kind in {"number", "mana"} or w.is_("noun", "mana")}
        if value in {"mana", "tap"} and not self.about_time(ids) and not self._forbidden():
            return None
        story.told = True
        return Query("can_activate", ids, value=value)

    def _newcomer(self, value: str) -> tuple[str, ...]:
        """ "does haste let me use tap abilities right away": asked of creatures that came this turn, with none named."""
        given = next(
            (i for i, w in enumerate(self.talk.words) if w.is_("keyword") and self.talk.inside(i) is None), None
        )
        if (
            given is None
            or self.board.objects
            or value not in {"tap", "untap", "mana"}
            or any(m.is_object for m in self.talk.mentions)
        ):
            return ()
        return (self.board.create(msgspec.structs.replace(creature(), since="this_turn")),)

    def _forbidden(self) -> bool:
        """Whether something on the board keeps abilities from being activated."""
        return any(forbids_abilities(self.story.card(id)) for id in self.board.objects)

    def _nothing_to_do_with_it(self, clause: Clause) -> Query | None:
        """ "can a summoning sick creature be sacrificed": what the rule doesn't speak of."""
        things = self.story.things(clause.subject if clause.passive else clause.object)
        ids = self.story.ids(things)
        if len(ids) != 1 or self.board.objects[ids[0]].since != "this_turn" or self.board.objects[ids[0]].card:
            return None
        for m in clause.other.get("to", []):
            card = self.talk.card(m) if m.cards else None
            costs = [a.cost for a in (card.faces[0].abilities if card else ()) if isinstance(a, Activated)]
            if any(c.sacrifice is not None and not c.tap and not c.untap for c in costs):
                self.story.use(m)  # "to Viscera Seer": what it is sacrificed for
        return Query("sickness_stops", value="other", inverse=True)

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
                made = self.board.create(msgspec.structs.replace(thing, said=f"{word} {thing.said}", **told))
                self.board.spoken.remove(made)
                self.branch[id] = made
