"""What is tapped to pay for something else: crew, convoke, Heritage Druid, Springleaf Drum."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, Unread
from judgecall.parser.areas.ability_asks import AbilityAsks
from judgecall.parser.areas.tap_board import taps_others
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query


class PayerAsks(AbilityAsks):
    """Turns clauses about tapping things for a cost into queries."""

    def _whose_cost(self, clause: Clause, payers: tuple[str, ...]) -> str | None:
        """The object whose ability is paid for by tapping these: "for heritage druid", "to use springleaf drum"."""
        story = self.story
        named = story.things(
            [*clause.other.get("for", []), *clause.other.get("to", []), *clause.with_, *clause.on, *clause.subject]
        )
        # "tap the elves I just cast for Earthcraft('s cost)": the end of the sentence belongs to what is asked.
        named += [
            m
            for m in self.talk.mentions
            if m.start > clause.verb and m.sentence == clause.sentence and m.cards and taps_others(self.talk.card(m))
            and self.talk.lowers[m.start - 1] in {"for", "to"}
        ]  # fmt: skip
        if clause.frame == "produce":
            named += story.things(clause.object)
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
        for m in self.talk.mentions:
            # "Heritage Druid: can i tap …": what the question opens with.
            opens = m.cards and m.end < clause.verb and self.talk.lowers[m.end] in {":", "-", "–", "—", ","}
            if (
                opens
                and m.start not in self.board.of_mention
                and taps_others(self.talk.card(m))
                and story.id(m) is not None
            ):
                break
        lead = [i for i in self.board.spoken if story.taps_others(i) and i not in payers]
        if lead and payers and not any(story.has_tap_ability(i) for i in payers):
            return lead[-1]
        several = any(
            w.lower in {"all", "both", "three", "seven", "these", "those"} or w.kind == "number"
            for _, w in self._ahead(clause)[:4]
        )
        return lead[-1] if lead and (several or not payers) and not self._makes_own_mana(payers) else None

    def _makes_own_mana(self, payers: tuple[str, ...]) -> bool:
        return len(payers) == 1 and self.story.has_tap_ability(payers[0])

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
            ) or word.is_("verb", "activate"):
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

    def _crew(self, clause: Clause) -> Query | None:
        payers, vehicle = self.story.crew_roles(clause)
        if clause.frame == "saddle":
            return Query("can_pay_with", payers, (vehicle,) if vehicle else (), value="saddle") if payers else None
        itself = next((i for i in range(clause.verb, clause.end) if self.talk.lowers[i] == "itself"), None)
        if itself is not None and payers:
            self.story.used.add(itself)
            return Query("can_pay_with", payers[:1], payers[:1], value="crew")
        if not payers and vehicle is not None:
            return Query("can_activate", (vehicle,), value="crew")
        if not payers:
            return None
        return Query("can_pay_with", payers, (vehicle,) if vehicle else (), value="crew")

    def enough(self) -> Query | None:
        """ "Crew 3 on Bomat Bazaar Barge, is hotshot mechanic enough?": whether these can pay for crewing."""
        crewing = [i for i, w in enumerate(self.talk.words) if w.is_("verb", "crew") or w.lower == "crew"]
        if (
            "enough" not in self.talk.lowers
            or not crewing
            or (not any(w.lower == "?" for w in self.talk.words) and self.talk.lowers[0] != "is")
        ):
            return None
        if any(w.is_("negation") or w.is_("how_many") for w in self.talk.words) or any(
            c.frame not in {"tap", "crew", "cast", "produce", "enter", "have", "pay"} for c in self.talk.clauses
        ):
            return None
        vehicles = [m for m in self.talk.mentions if self.story.has_subtype(m, {"Vehicle"})]
        payers = [
            m
            for m in self.talk.mentions
            if m not in vehicles
            and (m.head in {"creature", "token"} or (m.cards and not self.story.is_spell_card(m)))
            and m.owner != "opp"
        ]
        if len({m.cards for m in vehicles}) != 1 or not payers:
            return None
        crew = self.story.ids(payers)
        vehicle = self.story.ids(vehicles)
        self.story.used |= set(crewing) | {
            i for i, w in enumerate(self.talk.words) if w.lower in {"enough", "untapped"}
        }
        for c in self.talk.clauses:
            if c.frame in {"tap", "crew", "pay"}:
                self.story.use(c)
        # When they came doesn't matter for crewing, but it is told.
        made = [c for c in self.talk.clauses if c.frame in {"cast", "produce", "enter"}]
        for c in made:
            self.story.use(c)
            self.story.used |= {i for i in range(c.start, c.end) if self.talk.words[i].is_("this_turn")}
        return Query("can_pay_with", tuple(i for i in crew if i not in vehicle), vehicle[:1], value="crew")

    def _for_convoke(self, clause: Clause) -> tuple[str, ...] | None:
        """The spell that is convoked, () for none that was named; None when it isn't about convoke."""
        ahead = self._ahead(clause)
        word = next((i for i, w in ahead if w.lower in {"convoke", "convoking", "improvise"}), None)
        spells = [
            m
            for m in self.talk.mentions
            if m.start >= clause.verb and m.sentence == clause.sentence and self.convoke_card(m)
        ]
        if word is not None and not spells:
            # "Stoke the Flames: can i tap a goblin for convoke?"
            named = [m for m in self.talk.mentions if m.end <= clause.verb and self.convoke_card(m)]
            spells = named[:1] if len({m.cards for m in named}) == 1 else []
        if word is None and not spells:
            return None
        for i, w in ahead:
            if w.lower in {"convoke", "convoking", "improvise", "cost"} or w.is_("noun", "spell"):
                self.story.used.add(i)
        return self.spell_ids(spells)

    def convoke_card(self, mention: Mention) -> bool:
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
        spells = [m for m in things if self.convoke_card(m) or m.head == "spell"]
        named = self.spell_ids([m for m in spells if m.cards])
        story.use(*[m for m in spells if not m.cards])
        payers = tuple(i for i in story.ids([m for m in things if m not in spells], avoid=named) if i not in named)
        if not payers:
            return None
        return Query("can_pay_with", payers, named, value="convoke")
