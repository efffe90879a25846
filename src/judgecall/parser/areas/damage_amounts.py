"""Questions about how much damage or life, and whether any damage is dealt at all."""

from __future__ import annotations

from typing import Literal

import msgspec

from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_referring import Referring
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query

Bound = Literal["exactly", "at_most", "at_least"]
_AMOUNT_FRAMES = frozenset(
    {"trample_over", "deal", "take", "assign", "lose", "put", "steal", "get", "have", "produce", "cast", "enter"}
)
_SECOND = frozenset({"again", "normal step", "regular step", "second time", "regular damage", "normal damage", "second step", "twice",
                     "second hit"})  # fmt: skip


class Amounts(Referring):
    """Finds questions about amounts."""

    def _is_about_damage(self, clause: Clause) -> bool:
        if "trample_over" in clause.frames or clause.frame == "deal":
            return True
        near = self._words(clause)
        named = any(w.is_("noun", "damage", "excess", "life") or w.is_("to_player") for w in near)
        if self._puts_on_player(clause) or self._loses_so_much(clause):
            return True
        if named and bool(set(clause.frames) & _AMOUNT_FRAMES):
            return True
        return clause.frame in {"take", "steal"} and bool(self.r.attackers or self.r.blocks)

    def _how_much(self, clause: Clause) -> bool:
        self.r.use(clause, *clause.roles())
        self.r.used |= {i for i in range(clause.start, clause.end) if self._is_amount_word(i)}
        near = self._words(clause)
        if any(w.is_("noun", "life") for w in near) and set(clause.frames) & {"get", "produce"}:
            return self._add(self._life_gained(clause))
        if (
            "get" in clause.frames
            and "take" not in clause.frames
            and not any(w.is_("to_player") or w.is_("verb", "trample_over") for w in near)
        ):
            self.r.doubtful = True  # "how much damage does he get": a player or a creature, dealt or dealing
            return False
        if self._loses_so_much(clause) or (any(w.is_("noun", "life") for w in near) and "lose" in clause.frames):
            loser = self._player(clause) or self.r.defender
            self.r.doubtful = self.r.doubtful or loser != self.r.defender
            return self._add(Query("life_lost", who=loser))
        if (
            any(w.is_("noun", "excess") for w in near)
            and not any(w.is_("to_player") for w in near)
            and len(self._targets()) == 1
        ):
            return self._add(Query("excess_damage", (), self._targets()))
        if clause.frame == "deal" and self.talk.lowers[clause.verb + 1 : clause.verb + 2] in (
            ["do"],
            ["deal"],
            ["does"],
            ["did"],
        ):
            self.r.doubtful = True  # "how much damage did bolt do": the spell's
            return False
        frames = set(clause.frames)
        possible = clause.modal == "can" or clause.bound == "most" or self.talk.has("most")
        bound: Bound = "at_most" if possible or clause.frame == "trample_over" else "exactly"
        dealer = [m for m in clause.subject if m.head != "player"]
        if clause.frame == "deal":
            dealer = self._things(clause) or [m for m in clause.by if m.head != "player"]
        receiver = [
            m
            for m in [*clause.object, *clause.other.get("to", []), *clause.on]
            if m.head != "player" and m not in dealer
        ]
        if "take" in frames and dealer:
            ids = self.r.board.ids(dealer)
            each = {"each", "every", "apiece"} & set(self.talk.lowers[clause.start : clause.end])
            if each or not ids or not set(ids) <= self._at_risk():
                self.r.doubtful = True  # one of many, or a creature that has no part in what is told
                return False
            return self._add(Query("damage_dealt", (), ids, bound=bound))
        to_player = (
            any(w.is_("to_player") for w in near)
            or frames & {"trample_over", "take"}
            or any(m.head == "player" for m in clause.roles() if m not in clause.subject or "take" in frames)
        )
        if clause.frame in {"deal", "assign"} and not to_player and (dealer or receiver):
            if not dealer:
                return self._dealt_to(receiver, bound)
            return self._add(Query("damage_dealt", self._ids(dealer), self.r.board.ids(receiver), bound=bound))
        dealing = [m for m in dealer if m.is_object and m.described]
        dealers = self.r.board.ids(dealing) if clause.frame == "deal" else ()
        self.dealing += dealers  # they must have a part in the combat, which may be told of later
        self.r.use_where(lambda w: self._only_a_verb(w) or w.lower == "steps")
        query = self._to_player(bound, clause)
        others = set(self.r.attackers) - set(dealers)
        return self._add(msgspec.structs.replace(query, subject=dealers) if dealers and others else query)

    def _dealt_to(self, receiver: list[Mention], bound: Bound) -> bool:
        """ "dealt to the bear": all that is dealt to creatures that have a part in what is told."""
        ids = self.r.board.ids(receiver)
        if not ids or not set(ids) <= self._at_risk():
            self.r.doubtful = True
            return False
        return self._add(Query("damage_dealt", (), ids, bound=bound))

    def _loses_so_much(self, clause: Clause) -> bool:
        """ "how much do I lose": of nothing but life."""
        after = self.talk.words[clause.verb + 1 : clause.end]
        bare = clause.frame == "lose" and clause.wh == "how_much" and not clause.object and not clause.on
        stops = all(w.kind == "mark" or w.is_("filler") or w.is_("noun", "life") for w in after)
        return bare and stops and self._player(clause) is not None and bool(self.r.attackers or self._targets())

    def _puts_on_player(self, clause: Clause) -> bool:
        """ "how much damage can he put on me": no card is put on anything."""
        put = self.talk.lowers[clause.verb].startswith("put") and clause.frame == "enchant"
        players = [m for m in (*clause.object, *clause.on) if m.head == "player" and m.player != self.r.side]
        return put and bool(players) and any(w.is_("noun", "damage", "excess") for w in self._words(clause))

    def _to_player(self, bound: Bound, clause: Clause | None = None, n: int | None = None) -> Query:
        who = self.r.defender
        if clause is not None and "take" in clause.frames:
            who = self._player(clause) or who
            self.r.doubtful = self.r.doubtful or who != self.r.defender
        return Query("damage_to_player", who=who, bound=bound, n=n)

    def _life_gained(self, clause: Clause | None = None) -> Query:
        """Life gained by the lifelink there is; whose it is matters only when both sides have some."""
        linked = tuple(i for i in (*self.r.attackers, *self.r.blockers) if self._has(i, "lifelink"))
        if linked and len({i in self.r.attackers for i in linked}) == 1:
            return Query("life_gained", linked)
        if not linked:
            self.r.doubtful = True  # what gains life was not understood
        return Query("life_gained", who=(self._player(clause) or "you") if clause is not None else None)

    def turn_to_least(self) -> None:
        """ "the least damage I could take": the other end of what may be."""
        words = self.talk.words
        least = [
            i
            for i in range(len(words) - 1)
            if words[i].is_("least") and words[i].lower != "at least" and words[i + 1].is_("noun", "damage", "life")
        ]
        if not least or self.talk.has("most"):
            return
        self.r.queries = [
            msgspec.structs.replace(q, bound="at_least")
            if q.n is None and q.kind in {"damage_to_player", "damage_dealt", "life_lost"}
            else q
            for q in self.r.queries
        ]
        self.r.used |= set(least)

    def _him_is_a_creature(self, clause: Clause, dealing: tuple[str, ...]) -> bool:
        """ "my 2/2 blocks his 3/3, can it hit him?": no blocker deals damage to a player, nor does a creature to its controller."""
        told = [m for m in [*clause.object, *clause.other.get("to", [])] if m.head == "player"]
        if not told or any(m.article != "pronoun" or m.player != "opp" for m in told):
            return False
        own = any(self.r.board.objects[i].controller == "opp" for i in dealing)
        if own or any(i in self.r.blockers for i in dealing):
            return True
        spoken = any(
            m.head == "player" and m.player == "opp" and m.start < told[0].start for m in self.talk.mentions
        ) or any(self._has(i, "trample") for i in dealing)
        return not spoken and any(set(dealing) & set(attackers) for _, attackers in self.r.blocks)

    def _met_by(self, dealing: tuple[str, ...]) -> tuple[str, ...]:
        """The one creature that blockers block; of an attacker that is blocked it isn't plain who "him" is."""
        if not set(dealing) <= set(self.r.blockers):
            return ()
        met = {a for blockers, attackers in self.r.blocks for a in attackers if set(dealing) <= set(blockers)}
        return tuple(met) if len(met) == 1 else ()

    def _whether_deals(self, clause: Clause) -> bool:
        """ "does it hit again", "do I take 3", "does the player take anything", "still damages him?"."""
        frames = set(clause.frames)
        lead = self.talk.lowers[max(0, clause.start - 1) : clause.verb]
        if clause.wh in {"who", "which"} or {"before", "until"} & set(lead[:2]):
            return False  # "… before they deal damage" tells when
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
        if "take" in frames and not things and self._amount_taken(clause):
            return True
        if "take" in frames and not things:
            if self._either(numbers):
                self._use_amounts(clause, numbers)
                return self._add(self._to_player("exactly", clause))
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
        if "take" in frames and things and not numbers and any(w.is_("noun", "damage") for w in self._words(clause)):
            hurt = self._ids(things)
            if hurt and set(hurt) <= self._at_risk():
                self._use_amounts(clause, [])
                self.r.use(clause, *things)
                return self._add(Query("damage_dealt", (), hurt, n=1, bound="at_most"))
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
            if not ids and self._him_is_a_creature(clause, subject):
                ids = self._met_by(subject)
                self.r.doubtful = self.r.doubtful or not ids
            return self._add(
                Query(
                    "deals_damage",
                    subject,
                    ids or ((self.r.defender,) if to_player else ()),
                    at="combat_damage" if second else None,
                )
            )
        return False

    def _amount_taken(self, clause: Clause) -> bool:
        """ "damage he takes?": the amount, and not whether there is any."""
        players = [m for m in clause.subject if m.head == "player" and m.player in OTHER]
        if clause.question or len(players) != 1 or players[0].end != clause.verb or players[0].start == 0:
            return False
        if not self.talk.words[players[0].start - 1].is_("noun", "damage"):
            return False
        self._use_amounts(clause, [])
        self.r.used |= {players[0].start - 1}
        return self._add(self._to_player("exactly", clause))

    def _second(self, near: range) -> bool:
        text = " " + " ".join(self.talk.lowers[i] for i in near) + " "
        return any(f" {p} " in text for p in _SECOND)

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
        whole = [i for i in range(clause.start, clause.verb) if self.talk.lowers[i] in {"all", "everything", "full"}]
        if whole and not numbers:
            power = self._power(self.r.attackers[0]) if len(self.r.attackers) == 1 else None
            if power is None or self.r.told_of_changes():
                self.r.doubtful = True  # how much all of it would be isn't told
                return False
            n = power
        self.r.used |= set(whole)
        self.r.board.ids(things)
        self._use_amounts(clause, numbers)
        return self._add(self._to_player("at_most", None, n))
