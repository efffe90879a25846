"""The story of a question about summoning sickness or tap costs: what there is, when it came, how it stands now.

What is asked stands in `tap_asks`; words are marked as explained only where their meaning went into the board.
"""

from __future__ import annotations

from judgecall.cards.abilities import ExileAndReturn, Keyword, SpellAbility
from judgecall.parser.areas.story_events import LEAVES
from judgecall.parser.areas.tap_thefts import Thefts
from judgecall.parser.areas.tap_times import is_arrival
from judgecall.parser.areas.tap_uses import used_before
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.terms import ability
from judgecall.scenario.model import Event

_ARRIVING = frozenset({"cast", "enter", "fetch"})
_ARRIVING_VERBS = frozenset({"resolved", "resolves", "arrived", "landed"})


class TapStory(Thefts):
    """What a question tells, as objects and events in the order told."""

    def tell(self, clause: Clause) -> bool:
        """Put what a clause tells on the board; False if it tells nothing known."""
        if clause.frame in {"tap", "untap", "attack", "activate"} and self._wished(clause):
            return False
        if "without" in self.talk.lowers[max(0, clause.verb - 1) : clause.verb]:
            clause.negated = True
            self.used.add(clause.verb - 1)
        done = (
            self._extra(clause) or used_before(self, clause) or self._gets_back(clause) or self._given(clause) or self._returns(clause) or self._arrives(clause) or self._steals(clause) or self._crews(clause)
            or self._animates(clause) or self._taps(clause) or self._attacks(clause) or self._leaves(clause) or self._has(clause)
            or self._copies(clause)
            or self._spells(clause)
            or self._pays(clause)
            or self._gains(clause) or self._blinks(clause) or self._attaches(clause)
        )  # fmt: skip
        if done:
            self.use(clause)
            self.told = True
            self.use_kinds(clause.start, clause.end, "moment", "conditional", "in_response")
            self.used |= {
                i
                for i in range(clause.start, clause.end)
                if self.talk.words[i].is_("this_turn") and not is_arrival(self.talk.lowers[i])
            }
        return done

    def _wished(self, clause: Clause) -> bool:
        """ "i'd love to untap it", "wanted to attack with it", "opponent let me attack": nothing that is told to have happened."""
        before = self.talk.lowers[max(0, clause.verb - 2) : clause.verb]
        wished = bool(before) and (before[-1] == "to" or "let" in before or "lets" in before)
        if wished and clause.frame in {"attack", "tap", "untap"}:
            self.use(clause)
            self.ids(self.things(clause.object))
        return wished

    def _extra(self, clause: Clause) -> bool:
        """ "gives me another beginning phase", "I untap, have an upkeep and draw": a step or phase more, no new turn."""
        if clause.verb not in self.times.extra_words:
            return False
        for m in self.things(clause.subject):
            # What gives the step changes nothing else.
            self.use(m)
            self.passed.add(m.start)
        return True

    def _arrives(self, clause: Clause) -> bool:
        if "produce" in clause.frames and clause.form == "ed" and not clause.object and not clause.modal:
            # "a token made this turn", "tokens i made with it"
            token = [
                m
                for m in (self.before_player(clause) or self.things(clause.subject))
                if m.head in {"token", "creature"}
            ]
            for m in self.things([*clause.with_, *clause.other.get("from", [])]):
                self.use(m)
                self.passed.add(m.start)
            ids = self.ids(token)
            self.came(ids, self.times.of(clause, default="this_turn"))
            return bool(ids)
        made = bool({"produce", "get", "have"} & set(clause.frames)) and self._makes(clause)
        if not (clause.frame in _ARRIVING or made or self.talk.lowers[clause.verb] in _ARRIVING_VERBS):
            return False
        if clause.negated and not made:
            return False
        mentions = self.things(clause.object) if made else self.patients(clause)
        beside = (
            self.talk.inside(clause.verb - 1) if clause.verb and clause.form == "ed" and not clause.object else None
        )
        if clause.frame == "cast" and beside is not None and beside.is_object and beside.head != "pronoun":
            mentions = [beside]  # "with a creature played this turn"
        spells = [m for m in mentions if self.is_spell_card(m)]
        for spell in spells:
            self.use(spell)
            self.passed.add(spell.start)
        mentions = [m for m in mentions if m not in spells]
        if spells and not mentions:
            tokens = [
                m
                for m in clause.other.get("for", [])
                if m.head in {"token", "creature"} and (m.count or m.plural) and not m.cards
            ]
            if tokens:
                # "cast Raise the Alarm for two soldiers": what the spell makes
                self.came(self.ids(tokens, self.owner(clause)), self.times.of(clause, default="this_turn"))
                return True
            return self._spell_steals(clause, spells[0]) or True
        if clause.frame == "enter" or clause.passive:
            mentions = mentions + self.things(clause.with_)
        for m in clause.other.get("as", []):
            if m.head == "land":
                self.passed.add(m.start)
                self.use(m)
        ids = self.ids(mentions, self.owner(clause) if clause.frame != "enter" else None)
        if not mentions and clause.verb + 1 < len(self.talk.words) and self._thief_verb(clause.verb + 1) is not None:
            return True  # "I cast Threaten on his angel": the spell is what is cast
        if not ids:
            unknown = any(
                not self.talk.words[i].senses and self.talk.tags[i] in {"NOUN", "PROPN"} and self.talk.inside(i) is None
                for i in range(clause.start, clause.verb)
            )
            ids = self.topic_ids() if not mentions and not unknown else ()
        if not ids:
            return False
        for m in self.things(
            [*clause.with_, *clause.other.get("from", []), *clause.other.get("off", []), *clause.other.get("via", [])]
        ):
            if self.is_spell_card(m) or (
                m.cards and (made or (clause.frame == "fetch" and m.start not in self.board.of_mention))
            ):
                self.use(m)
                self.passed.add(m.start)
        self.came(ids, self.times.of(clause, default="this_turn"))
        self._enters_tapped(clause, ids)
        return True

    def _makes(self, clause: Clause) -> bool:
        """ "make two spirits", "get the two mice": tokens that an effect makes."""
        return any(
            m.head in {"token", "creature"} and (m.subtypes or m.head == "token" or m.power is not None)
            for m in clause.object
        ) and (clause.frame != "have")

    def _enters_tapped(self, clause: Clause, ids: tuple[str, ...]) -> None:
        for i in range(clause.verb + 1, min(clause.verb + 3, len(self.talk.words))):
            if self.talk.lowers[i] in {"tapped", "untapped"}:
                self.used.add(i)
                for id in ids:
                    self.board.change(id, tapped=self.talk.lowers[i] == "tapped")

    def _copies(self, clause: Clause) -> bool:
        """ "clone came in copying his angel", "as a copy of my titan": what it has, not when it came."""
        if clause.frame != "copy" or clause.question or clause.negated:
            return False
        copied = next((m for m in self.things(clause.object) if m.cards), None)
        if copied is not None and any(m.head == "player" for m in clause.subject) and not clause.modal:
            return self._cloned(clause, copied)
        copies = self.ids([m for m in self.things(clause.subject) if m is not copied]) or self.topic_ids()
        if copied is None or not copies:
            return False
        self.passed.add(copied.start)
        self.use(copied)
        self.board.change(copies[0], copy_of=copied.cards[0])
        return True

    def _cloned(self, clause: Clause, copied: Mention) -> bool:
        """ "i cloned his goblin guide with Clone": what copies came when that was done."""
        copier = next((m for m in self.things([*clause.with_, *clause.other.get("using", [])]) if m.cards), None)
        if copier is None or self.is_spell_card(copier):
            return False
        id = self.id(copier, "you")
        if id is None:
            return False
        self.passed.add(copied.start)
        self.use(copied)
        self.board.change(id, copy_of=copied.cards[0])
        self.came((id,), self.times.of(clause, default="this_turn"))
        return True

    def _spells(self, clause: Clause) -> bool:
        """ "ghostly flicker my titan": a card's name as a verb, where it exiles and returns its target."""
        if clause.frame != "spell" or clause.question:
            return False
        card = self.talk.cards.get(self.talk.words[clause.verb].cards[0])
        effects = [
            e for a in (card.faces[0].abilities if card else ()) if isinstance(a, SpellAbility) for e in a.effects
        ]
        ids = self.ids(self.things([*clause.object, *clause.on]))
        if not ids or not any(isinstance(e, ExileAndReturn) and not e.delayed for e in effects):
            return False
        self.events.append(Event("blink", ids))
        return True

    def _gets_back(self, clause: Clause) -> bool:
        """ "got it back this turn": it is yours again from then on."""
        again = self.talk.lowers[clause.verb].startswith(("regain", "reclaim", "retake", "retook"))
        if (
            not set(clause.frames) & {"get", "steal"}
            or clause.question
            or not (again or "back" in self.talk.lowers[clause.verb : clause.verb + 4])
            or any(m.head == "player" and m.player == "opp" for m in clause.subject)
        ):
            return False
        ids = self.ids(self.things(clause.object)) or self.topic_ids()
        when = self.times.of(clause, default=self.times.last_told)
        if not (clause.moment == "end_step" and all(self.board.objects[i].since == "before_turn" for i in ids)):
            self.came(ids, "before_turn" if when == "opps_turn" else when)
        self.events = [e for e in self.events if not (e.kind == "control" and set(e.subject) & set(ids))]
        self.used |= {
            i for i in range(clause.verb, min(clause.verb + 4, len(self.talk.words))) if self.talk.lowers[i] == "back"
        }
        return bool(ids)

    def _pays(self, clause: Clause) -> bool:
        """ "paid the 1 to animate it": what the ability cost."""
        if clause.frame != "pay" or clause.question or clause.negated:
            return False
        near = range(clause.verb + 1, min(clause.verb + 4, len(self.talk.words)))
        self.used |= {
            i for i in near if self.talk.words[i].kind in {"number", "mana"} or self.talk.words[i].is_("noun", "mana")
        }
        return True

    def _crews(self, clause: Clause) -> bool:
        if clause.frame != "crew" or self.talk.lowers[clause.verb - 1 : clause.verb] == ["to"]:
            return False
        if clause.negated:
            # "I'm not crewing it": it stays what it is.
            for id in self.ids(self.patients(clause)) or self.topic_ids():
                if self.is_vehicle(id):
                    self.board.change(id, animated=False)
            self.use_kinds(clause.start, clause.verb, "negation")
            return True
        crew, vehicle = self.crew_roles(clause)
        if vehicle is None:
            return False
        if self.board.objects[vehicle].animated is False:
            self.board.change(vehicle, animated=None)  # "not crewing it" was before
        self.events.append(Event("crew", crew, (vehicle,), in_response=clause.in_response))
        return True

    def crew_roles(self, clause: Clause) -> tuple[tuple[str, ...], str | None]:
        """Who crews, and what is crewed."""
        objects = self.things(clause.subject if clause.passive else clause.object)
        doers = self.things([*clause.with_, *clause.by, *clause.other.get("using", []), *clause.other.get("to", [])])
        passive = clause.passive or (
            clause.form == "ed" and not objects and not any(m.head == "player" for m in clause.subject)
        )
        if passive and not clause.passive:
            objects = self.things(clause.subject)
        elif not passive:
            named = self.things(clause.subject)
            told = [m for m in named if m.cards and self.has_subtype(m, {"Vehicle"})]
            itself = (
                bool(told)
                and told == named
                and not any(m.head == "player" for m in clause.subject)
                and clause.form == "base"
            )
            doers = [*doers, *([] if itself and objects and objects[0].text == "it" else named)]
        payers = self.ids(doers) or (self.creature_he(clause) if not clause.passive else ())
        pronouns = [m for m in objects if m.head == "pronoun"]
        others = self.ids([m for m in objects if m not in pronouns])
        for m in pronouns:
            fits = next((i for i in reversed(self.board.spoken) if self.is_vehicle(i) and i not in payers), None)
            if fits is not None:
                self.board.of_mention[m.start] = fits
                self.use(m)
                others = (*others, fits)
        payers = tuple(i for i in payers if i not in others)
        vehicle = next((i for i in others if self.is_vehicle(i)), None) or next(iter(others), None)
        if vehicle is None:
            vehicle = next((i for i in reversed(self.board.spoken) if self.is_vehicle(i) and i not in payers), None)
        if vehicle is None and (pronouns or not objects):
            # "Parhelion II, can a 4/4 crew it?"
            kinds = {"Vehicle", "Mount"}
            opened = [m for m in self.talk.mentions if m.end <= clause.verb and self.has_subtype(m, kinds)]
            if len({m.cards for m in opened}) == 1:
                vehicle = self.id(opened[0])
                self.use(*pronouns)
        return payers, vehicle

    def _animates(self, clause: Clause) -> bool:
        if clause.frame == "activate" and not clause.question and not clause.modal:
            lands = tuple(i for i in self.ids(self.patients(clause)) if "land" in self.types(i))
            if lands and not clause.negated:
                self.events.append(Event("animate", lands))
            return bool(lands) and not clause.negated
        if clause.frame != "animate" or (clause.question and not clause.conditional):
            return False
        ids = self.ids(self.patients(clause))
        if not ids:
            ids = tuple(
                i
                for i in self.topic_ids()
                if "land" in self.types(i) or self.is_vehicle(i) or "artifact" in self.types(i)
            )
        if not ids:
            return False
        if clause.negated:
            for id in ids:
                self.board.change(id, animated=False)
            self.use_kinds(clause.start, clause.verb, "negation")
            return True
        for i in range(clause.verb + 1, min(clause.verb + 4, len(self.talk.words))):
            if self.talk.words[i].kind in {"number", "mana"} and self.talk.lowers[i - 1] == "for":
                self.used.add(i)  # what the ability costs
        self.events.append(Event("animate", ids))
        return True

    def _taps(self, clause: Clause) -> bool:
        if clause.frame not in {"tap", "untap"} or clause.question or clause.modal or clause.negated:
            return False
        if clause.form in {"base", "ing"} and not any(m.head == "player" for m in clause.subject):
            return False
        mentions = self.patients(clause)
        state = clause.form == "ed" and not any(m.head == "player" for m in clause.subject)
        ids = self.ids(mentions) or (self.topic_ids() if state else ())
        if not ids:
            return False
        if state:
            for id in ids:
                self.board.change(id, tapped=clause.frame == "tap")
            for m in clause.by:
                if m.head in {"spell", "ability", "player", "trigger"} or (m.owner == "opp" and not m.cards):
                    self.use(m)
        else:
            self.events.append(Event(clause.frame, ids))  # type: ignore[arg-type]
        return True

    def _attacks(self, clause: Clause) -> bool:
        if clause.frame != "attack" or clause.question or clause.modal or clause.negated:
            return False
        if clause.form in {"base", "ing"} and not clause.subject:
            return False
        ids = self.ids(self.things([*clause.subject, *clause.with_]) or self.things(clause.object)) or self.topic_ids()
        if not ids:
            return False
        self.events.append(Event("attack", ids))
        return True

    def _leaves(self, clause: Clause) -> bool:
        how = LEAVES.get(clause.frame)
        if how is None or clause.question or clause.modal or clause.negated:
            return False
        if clause.form == "base" and self.talk.lowers[clause.verb - 1 : clause.verb] in (["a"], ["an"]):
            return True  # "with a disenchant": a card, and nothing that happens
        ids = self.ids(self.patients(clause))
        if not ids and not clause.object and any(m.head == "player" for m in clause.subject):
            ids = self.topic_ids()  # "opponent bounced and I recast it"
        if not ids:
            return False
        if clause.frame in {"exile", "bounce"}:
            for m in self.things(clause.subject if not clause.passive else clause.by):
                if m.cards and m.start not in self.board.of_mention:
                    self.use(m)  # what did it doesn't matter
                    self.passed.add(m.start)
        self.events.append(Event("leave", ids, how=how))
        return True

    def _has(self, clause: Clause) -> bool:
        """ "I have Thousand-Year Elixir and a bear": what there is."""
        if clause.frame != "have" or (clause.question and clause.wh):
            return False
        owner = self.owner(clause)
        mentions = self.before_player(clause) or self.things(clause.object)
        if not mentions or owner is None:
            return False
        ids = self.ids([m for m in mentions if not self.is_spell_card(m)], owner)
        when = self.times.of(clause, default="")
        if when:
            self.came(ids, when)
        return bool(ids)

    def _gains(self, clause: Clause) -> bool:
        """ "it gains haste", "gave it haste": what has haste without its card saying so."""
        if not {"get", "produce", "have", "lose"} & set(clause.frames) or clause.question:
            return False
        near = range(clause.verb + 1, min(clause.end, len(self.talk.words)))
        haste = next((i for i in near if self.talk.words[i].is_("keyword", "haste")), None)
        if haste is None:
            return self._gains_other(clause)
        everyone = [
            m
            for m in self.things([*clause.object, *clause.on])
            if (m.plural and not m.described) or set(m.keywords) == {"haste"}
        ]
        group = [
            w
            for w in self.talk.lowers[clause.verb : haste]
            if w in {"everything", "everybody", "everyone", "all", "team"}
        ]
        if (
            (everyone or group)
            and clause.frame != "lose"
            and not clause.negated
            and not self.ids([m for m in clause.subject if m.cards])
        ):
            self.use(*everyone)
            self.passed |= {m.start for m in everyone}
            self.used |= set(range(clause.verb, haste + 1))
            self.haste_for_all = True
            return True
        if (everyone or group) and clause.frame != "lose" and not clause.negated:
            return self._gives_team_haste(clause, everyone, haste)
        givers = [i for i in self.ids(self.things(clause.subject)) if self.gives_haste(i)]
        self.used.add(haste)
        for m in [m for m in clause.other.get("from", []) if m.cards and m.start not in self.board.of_mention]:
            self.use(m)  # "got haste from Lightning Greaves": what it has, wherever from
            self.passed.add(m.start)
        if givers and clause.frame != "lose":
            return True
        ids = self.ids([m for m in self.things([*clause.object, *clause.on]) if "haste" not in m.keywords]) or self.ids(
            self.things(clause.subject)
        )
        ids = ids or self.topic_ids()
        if clause.negated or any(self.talk.words[i].is_("negation") for i in range(clause.start, haste)):
            self.use_kinds(clause.start, haste, "negation")
            self.without_haste(ids)
        elif clause.frame == "lose":
            self.events.append(Event("lose", ids, value="haste"))
        else:
            self.events.append(Event("gain", ids, abilities=(Keyword("haste"),)))
        return bool(ids)

    def _gives_team_haste(self, clause: Clause, everyone: list[Mention], haste: int) -> bool:
        """ "Chasm Guide gives my creatures haste when it enters": to those that are there by then, unless it is a static one."""
        givers = self.ids([m for m in clause.subject if m.cards])
        self.use(*everyone)
        self.passed |= {m.start for m in everyone}
        self.used |= set(range(clause.verb, haste + 1))
        if any(self.gives_haste(i) for i in givers):
            return True
        there = tuple(
            i
            for i, o in self.board.objects.items()
            if o.zone == "battlefield" and o.controller != "opp" and "creature" in self.types(i)
        )
        self.events.append(Event("gain", there, abilities=(Keyword("haste"),)))
        for c in self.talk.clauses:
            # "when it enters": the trigger's own words.
            near = self.talk.lowers[max(0, c.verb - 3) : c.verb]
            if haste < c.verb <= haste + 5 and c.frame == "enter" and {"when", "whenever", "as"} & set(near):
                self.skipped.add(c.verb)
                self.used.add(c.verb)
        return bool(there)

    def _gains_other(self, clause: Clause) -> bool:
        """ "it gained trample": an ability that changes nothing about sickness, but that it has."""
        if not {"get", "produce"} & set(clause.frames) or clause.negated:
            return False
        near = range(clause.verb + 1, min(clause.verb + 4, len(self.talk.words)))
        terms = [
            (i, s.value)
            for i in near
            for s in self.talk.words[i].senses
            if s.kind == "keyword" and s.form == "is" and self.talk.inside(i) is None
        ]
        if terms and clause.frame == "produce":
            # "give vigilance to a creature", "give it trample"
            behind = [m for m in self.talk.mentions if m.start in {terms[-1][0] + 1, terms[-1][0] + 2}]
            given = self.things([*clause.object, *clause.on, *clause.other.get("to", [])]) or self.things(behind)
            ids = self.ids(given)
            if not ids:
                return False
        else:
            ids = self.ids(self.things(clause.subject)) or self.topic_ids() if terms else ()
        for i, term in terms:
            self.used.add(i)
            self.skipped.add(i)
            self.events.append(Event("gain", ids, abilities=(ability(term),)))
        return bool(ids)

    def without_haste(self, ids: tuple[str, ...]) -> None:
        """The question says that these haven't haste."""
        for id in ids:
            thing = self.board.objects[id]
            if "haste" not in thing.without:
                self.board.change(id, without=(*thing.without, "haste"))

    def _attaches(self, clause: Clause) -> bool:
        """ "paradise mantle moved onto a creature", "equip it with boots"."""
        if clause.frame != "enchant" or clause.question:
            return False
        named = [m for m in clause.roles() if self.has_subtype(m, {"Aura", "Equipment"})]
        hosts = [m for m in self.things(clause.roles()) if m not in named]
        if len(named) != 1 or not hosts:
            return False
        worn, on = self.id(named[0], "you"), self.id(hosts[0])
        if worn is None or on is None or worn == on:
            return False
        self.board.change(worn, attached_to=on)
        return True
