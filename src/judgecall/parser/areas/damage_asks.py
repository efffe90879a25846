"""What a question asks about damage: each clause of it, and what it asks without a verb of its own."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Card
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_amounts import Amounts, Bound
from judgecall.parser.areas.damage_deaths import Deaths
from judgecall.parser.areas.damage_divisions import Divisions
from judgecall.parser.areas.damage_results import Results
from judgecall.parser.areas.tap_board import deals_by_tapping
from judgecall.parser.clauses import Clause
from judgecall.parser.mention import Mention
from judgecall.scenario.model import Query


class Asks(Deaths, Amounts, Divisions, Results):
    """Finds everything that a question asks about damage."""

    def clause(self, clause: Clause) -> bool:
        """Read a clause as a question about damage; tells whether it was one."""
        if self.trades(clause) or self.gains(clause) or self.loses(clause):
            return True
        if clause.frame in {"die", "survive"}:
            return self._death(clause)
        if clause.frame == "kill" and (self._asked(clause) or clause.modal == "can" or clause.bound):
            return self._kill(clause)
        if clause.frame == "regenerate" and (clause.question or clause.modal):
            return self._saves(clause)
        if self._who_divides(clause) or self._division(clause):
            return True
        largest = clause.wh == "which" and any(w.is_("most") for w in self._words(clause))
        if (clause.wh in {"how_much", "how_many"} or clause.bound or largest) and self._is_about_damage(clause):
            return self._how_much(clause)
        return self._whether_deals(clause)

    def rest(self) -> None:
        """Questions about damage without a verb of their own: "max damage to face?", "life gained?", "excess?", "total?"."""
        if self.r.queries:
            self._tag()
            if any(w.is_("how_much") and i not in self.r.used for i, w in enumerate(self.talk.words)):
                self._amount_left()
            return
        if (
            self.ordered()
            or self._life_total()
            or self.life_after()
            or self.size_after()
            or self.poison()
            or self.wins()
            or self.lethal()
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
        if any(words[i].lower == "how big" for i in part):
            return  # the size of a creature is asked
        blocks = [c for c in self.talk.clauses if c.frame == "block" and c.verb in part and c.modal == "can"]
        if any(c.bound or c.wh == "how_many" for c in blocks if not c.conditional):
            return  # "the most attackers I can block"
        amount = any(words[i].is_("how_much") or words[i].is_("most") or words[i].is_("total") for i in part)
        named = [
            i
            for i in part
            if words[i].is_("noun", "damage") or words[i].is_("to_player") or words[i].is_("verb", "trample_over")
        ]
        excess = any(words[i].is_("noun", "excess") for i in part) and not any(words[i].is_("to_player") for i in part)
        if excess and len(self._targets()) == 1:
            self._use_part(part)
            self._add(Query("excess_damage", (), self._targets()))
            return
        if any(words[i].is_("noun", "life") for i in part) and (self._gaining(part) or self._so_much_life(part)):
            self._use_part(part)
            self.r.used |= {
                i for i in part if words[i].lower in {"gained", "gain", "gains"} or words[i].is_("verb", "get")
            }
            self._add(self._life_gained())
            return
        if not (self.r.attackers or self.r.blocks) or not (amount or named):
            return
        bare = all(self._is_amount_word(i) or words[i].kind == "mark" or words[i].is_("filler") for i in part)
        asks = bool(ends) or amount or (bare and len(named) > 1)  # "… blocks it. damage to me"
        self.r.use_where(self._only_a_verb)
        verbs = [
            c
            for c in self.talk.clauses
            if start <= c.verb < end
            and c.frame not in {"trample_over", "have", "get", "take", "enter"}
            and c.verb not in self.r.used
            and not c.conditional
            and not (c.frame == "deal" and c.form == "ed" and words[c.verb - 1].is_("noun", "damage"))
        ]
        if any(words[i].is_("who") for i in part):
            return  # "who takes damage"
        if not asks or verbs or any(words[i].is_("noun", "life") for i in part):
            return
        self._use_part(part)
        bound: Bound = (
            "at_most"
            if any(
                words[i].is_("most") or words[i].is_("verb", "trample_over") or words[i].is_("modal_can") for i in part
            )
            else "exactly"
        )
        receiver = [m for m in self.talk.mentions if m.start in part and m.is_object and self._goes_to(m)]
        if receiver and not any(words[i].is_("to_player") for i in part):
            self._dealt_to(receiver, bound)
        else:
            self._add(self._to_player(bound))

    def _goes_to(self, mention: Mention) -> bool:
        """ "how much goes to the bear", "ends up on it"."""
        return self.talk.lowers[mention.start - 1] in {"to", "on", "onto"}

    def _so_much_life(self, part: range) -> bool:
        """ "my lifelinker is unblocked, how much life?": no verb, and nothing but lifelink that it could be about."""
        if not any(self.talk.words[i].is_("how_much") for i in part) or any(
            p.life is not None for p in self.r.players.values()
        ):
            return False
        linked = [i for i in (*self.r.attackers, *self.r.blockers) if self._has(i, "lifelink")]
        owners = {self.r.board.objects[i].controller for i in linked}
        named = {m.player for m in self.talk.mentions if m.head == "player" and m.start in part}
        return bool(linked) and named <= owners and not any(c.verb in part for c in self.talk.clauses)

    def _gaining(self, part: range) -> bool:
        return any(
            self.talk.lowers[i] in {"gained", "gain", "gains"} or self.talk.words[i].is_("verb", "get") for i in part
        )

    def _use_part(self, part: range) -> None:
        self.r.used |= {i for i in part if self._is_amount_word(i) or self.talk.words[i].is_("verb", "trample_over", "take") or self.talk.words[i].is_("modal_can")
                        or self.talk.words[i].is_("noun", "excess")}  # fmt: skip

    def _each_and_rest(self) -> bool:
        """ "2 to each blocker, the rest to him?"."""
        i = next((i for i, w in enumerate(self.talk.words) if w.kind == "number" and self._for_each(i)), None)
        if i is None or not self.talk.has("to_player") or not self.r.attackers:
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
        return self._add(
            Query(
                "may_assign",
                tuple(self.r.attackers[:1]),
                blockers,
                n=self.talk.words[i].value[0],
                value="rest_to_player",
            )
        )

    def _for_each(self, i: int) -> bool:
        """ "1 damage to each", "two per blocker": whether the number at word i is for each of several."""
        ahead = self.talk.lowers[i + 1 : i + 4]
        while ahead and ahead[0] in {"damage", "to", "on", "for"}:
            ahead.pop(0)
        return ahead[:1] in (["each"], ["per"])

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
        self.r.use_where(lambda w: w.is_("to_player") or self._only_a_verb(w))
        return self._add(Query("deals_damage", tuple(self.r.attackers), (self.r.defender,), at="combat_damage"))

    def _is_worn(self, id: str) -> bool:
        """ "I put Greaves on it, can it ping": an Equipment or Aura deals no damage; another object was meant."""
        card = self._card(id)
        return card is not None and bool({"Equipment", "Aura"} & set(card.faces[0].subtypes))

    def _card(self, id: str) -> Card | None:
        thing = self.r.board.objects.get(id)
        return self.talk.cards.get(thing.card) if thing is not None and thing.card else None

    def _is_spell(self, id: str) -> bool:
        card = self._card(id)
        return card is not None and bool(set(card.faces[0].types) & {"instant", "sorcery"})

    def _not_in_combat(self, id: str) -> bool:
        """Whether its damage is no combat damage: "can my Pyromancer ping him", what his Fireball deals (once it was cast)."""
        if id in (*self.r.attackers, *self.r.blockers):
            return False
        card = self._card(id)
        if card is None:
            return False
        if self._is_spell(id):
            return not any(e.kind in {"cast", "copy", "damage"} and id in (*e.subject, e.by) for e in self.r.events)
        told = any(id in (*e.subject, *e.target, e.by) for e in self.r.events)
        return not told and deals_by_tapping(card)

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
        if whose not in OTHER:
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
        face = any(self._gets_to_player(i) for i in part)
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

    def _gets_to_player(self, i: int) -> bool:
        """ "to his face", "get through"."""
        word = self.talk.words[i]
        return word.is_("to_player") or (word.is_("verb", "trample_over") and not word.is_("keyword"))

    def _all_to_face(self) -> bool:
        """ "all 7 face?", "can all of it go to the player"."""
        i = next((k for k, w in enumerate(self.talk.lowers) if w == "all"), None)
        if i is None or len(self.r.attackers) != 1 or self.r.told_of_changes():
            return False
        face = next((k for k in range(i, len(self.talk.words)) if self._gets_to_player(k)), None)
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

    def _is_known(self, id: str) -> bool:
        """Whether a creature was told of, and not only spoken of in general."""
        thing = self.r.board.objects[id]
        told = bool(self.r.events)
        return (
            told or thing.power is not None or thing.card is not None or id in self.r.attackers or id in self.r.blockers
        )

    def _idle(self) -> bool:
        """A creature of a told size on the attacking side (or nobody's) that was given no part in the combat."""
        side = self.r.side or "you"
        placed = self._at_risk() | {i for e in self.r.events for i in (*e.subject, *e.target)}
        return any(
            thing.power is not None
            and thing.card is None
            and i not in placed
            and thing.controller in {None, side}
            and not thing.tapped
            for i, thing in self.r.board.objects.items()
        )

    def _may_be_blocked(self) -> bool:
        """ "he has a wall. does it get through?": who could block was told of, and not whether there was a block."""
        declared = any(e.kind in {"block", "no_block", "becomes_blocked"} for e in self.r.events)
        if self.r.blocks or declared or self.r.known_unblocked or not self.r.attackers:
            return False
        placed = self._at_risk() | {i for e in self.r.events for i in (*e.subject, *e.target)}
        return any(
            i not in placed
            and thing.controller == self.r.defender
            and thing.zone == "battlefield"
            and not thing.tapped
            and self.r.creature_like(thing)
            for i, thing in self.r.board.objects.items()
        )

    def _put_in_combat(self) -> None:
        """ "… do my guys deal damage again?": who is said to deal combat damage, and isn't told to block, attacks."""
        for q in self.r.queries:
            outside = [i for i in q.subject if i not in (*self.r.attackers, *self.r.blockers)]
            if q.kind != "deals_damage" or q.at is None or not outside:
                continue
            if self.r.attackers or any(not self.r.creature_like(self.r.board.objects[i]) for i in outside):
                self.r.doubtful = True
                return
            for id in outside:
                self.r.board.change(id, attacking=True)
                self.r.attackers.append(id)

    def _spell_that_lies_there(self) -> bool:
        """ "he has a Fog up": an instant or sorcery that a player is said to have, and that does nothing in the reading."""
        acting = {i for e in self.r.events for i in (*e.subject, *e.target, *((e.by,) if e.by else ()))}
        had = [m for c in self.talk.clauses if c.frame == "have" for m in c.object if self.r.told.is_spell(m)]
        return any(self.r.board.of_mention.get(m.start) not in {None, *acting} for m in had)

    def _shield_passed_over(self) -> bool:
        """Regeneration was told of, and nothing in the reading regenerates."""
        told = any(w.is_("verb", "regenerate") or w.lower.startswith("regenerat") for w in self.talk.words)
        heeded = any(e.kind == "regenerate" or e.how == "regenerate" for e in self.r.events) or any(
            q.kind == "can_regenerate" for q in self.r.queries
        )
        return told and not heeded

    def _left_out(self) -> bool:
        """A creature that is named together with a fighter ("my 2/2 and my 3/3") and was given no part."""
        placed = self._at_risk() | {i for e in self.r.events for i in (*e.subject, *e.target)}
        for first, second in zip(self.talk.mentions, self.talk.mentions[1:], strict=False):
            if self.talk.lowers[first.end : second.start] != ["and"] or not (first.is_object and second.is_object):
                continue
            here, there = (self.r.board.of_mention.get(m.start) for m in (first, second))
            thing = self.r.board.objects.get(here or "")
            if there in placed and here not in placed and thing is not None and self.r.creature_like(thing):
                return True
        return False

    def finish(self) -> None:
        """Fill what could only be known once the whole board is; a death of something that nothing hurts was misread."""
        at_risk = self._at_risk() | {
            i for e in self.r.events if e.kind in {"modify", "counters", "set_pt", "cast"} for i in e.subject
        }
        self._put_in_combat()
        if not set(self.dealing) <= {*self.r.attackers, *self.r.blockers}:
            self.r.doubtful = True
        if self._spell_that_lies_there() or self._shield_passed_over():
            self.r.doubtful = True
        if any(e.kind == "leave" and any(self._is_spell(i) for i in e.subject) for e in self.r.events):
            self.r.doubtful = True  # "he exiles Fireball and casts it": no creature left
        for q in self.r.queries:
            if q.kind in {"dies", "survives", "both_die", "how_many_die"} and not set(q.subject) <= at_risk | set(
                OTHER
            ):
                self.r.doubtful = True
            if q.kind in {"damage_to_player", "life_total", "number_of_counters"} and (
                self._idle() or self._left_out() or self._may_be_blocked()
            ):
                self.r.doubtful = True
            if q.kind == "which_die" and not (self.r.events or self.r.attackers or self.r.blocks):
                self.r.doubtful = True  # nothing was read that could kill anything
            if q.kind in {"dies", "survives"} and set(q.subject) & set(OTHER) and self._may_be_blocked():
                self.r.doubtful = True
            if q.kind == "how_many_die" and q.subject and q.n is None:
                counts = [self.r.board.objects[i].count for i in q.subject if i in self.r.board.objects]
                self.r.doubtful = self.r.doubtful or counts == [1]  # "how many" of one: it is meant of the others
            if q.kind == "deals_damage" and not all(self._is_known(i) and not self._is_worn(i) for i in q.subject):
                self.r.doubtful = True
            if q.kind in {"deals_damage", "damage_dealt"} and any(self._not_in_combat(i) for i in q.subject):
                self.r.doubtful = True
        self.r.queries = [
            msgspec.structs.replace(q, who=self.r.defender) if q.kind == "damage_to_player" and q.who is None else q
            for q in self.r.queries
        ]
        self.turn_to_least()
