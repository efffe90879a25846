"""The query of each thing that a question about X asks, with the things placed where the question looks at them."""

from __future__ import annotations

from judgecall.cards.abilities import Comparison, Filter
from judgecall.parser.areas.x_cards import counters_spells, grant_of_cascade, searches_for
from judgecall.parser.areas.x_numbers import NumberAnswers
from judgecall.parser.areas.x_things import SUPPORT, Thing
from judgecall.scenario.model import Event, GameObject, Query, QueryKind


class Answerer(NumberAnswers):
    """Makes the query of one ask, placing the things where the ask looks at them."""

    def query(self) -> Query | None:
        """The query; None when the question doesn't say what it is about."""
        made: Query | None = getattr(self, f"_{self.ask.kind}")()
        return made

    # ------------------------------------------------------------ yes or no

    def _countered(self) -> Query | None:
        foe = self._foe()
        if foe is None:
            return self._by_description()
        spell = self._subject(avoid=(foe,)) or next((t for t in self.p.things if t is not foe), None)
        if spell is None or "revealed" in spell.roles:
            spell = next((t for t in self.p.things if t is not foe and "revealed" not in t.roles), None)
        if spell is None:
            return None
        spell.set(zone="stack", controller=spell.object.controller or "you")
        self.p.used |= {i for i, w in enumerate(self.talk.words) if w.is_("verb", "target") and not w.is_("negation")}
        if foe.object.controller is None:
            foe.set(controller="opp" if spell.object.controller == "you" else "you")
        if self.p.free_at is not None and spell.has_x:
            self._cast_free(spell)
        if "chalice" in foe.roles:
            n = self.p.revealed if isinstance(self.p.revealed, int) else None
            return Query(
                "is_countered", (spell.id,), (foe.id,), n=n, inverse=self.ask.inverse, negated=self.ask.negated
            )
        foe.set(zone="hand" if not foe.permanent else "battlefield")
        countered = self.ask.kind == "countered" and foe.card is not None and counters_spells(foe.card)
        kind: QueryKind = "is_countered" if countered else "legal_target"
        return Query(kind, (spell.id,), (foe.id,), inverse=self.ask.inverse, negated=self.ask.negated)

    def _counterable(self) -> Query | None:
        """ "can it be countered", by anything: where its own text or something in play has a say in that."""
        spell = self._subject()
        if spell is None or spell.card is None:
            return None
        spell.set(zone="stack", controller=spell.object.controller or "you")
        if self.p.free_at is not None and spell.has_x:
            self._cast_free(spell)
        return Query("is_countered", (spell.id,), value="at_all", inverse=self.ask.inverse, negated=self.ask.negated)

    def _foe(self) -> Thing | None:
        """What would counter the spell: a counterspell, or the Chalice that is out already."""
        spells = self.p.supporters("counterspell")
        named = [t for t in spells if any(self.ask.start <= a < self.ask.end for a, _ in t.spans)]
        if named or spells:
            return (named or spells)[0]
        chalices = self.p.supporters("chalice")
        out = [t for t in chalices if t.object.counters] or [t for t in chalices if t.object.controller == "opp"]
        return (out or chalices or [None])[0]  # type: ignore[list-item]

    def _by_description(self) -> Query | None:
        """A counterspell without a name: "one that counters what costs 2 at the most"."""
        wanted: tuple[Comparison, int] | None = None
        for match in self.p.find.all("n:mana_value ~ N or less|lower|fewer", "n:mana_value ~ N or more|greater|higher", "n:mana_value ~ exactly? N",
                                     "N or less n:mana_value", "n:mana_value s:most N", "n:mana_value s:least N"):  # fmt: skip
            if self.p.believed(match.start) or wanted is not None:
                continue
            words = set(self.talk.lowers[match.start : match.end])
            op: Comparison = (
                "<="
                if words & {"less", "lower", "fewer", "at most"}
                else ">="
                if words & {"more", "greater", "higher", "at least"}
                else "="
            )
            wanted = (op, match.numbers[0])
            self.p.use(match)
        spell = self._subject()
        if wanted is None or spell is None:
            return None
        for i, word in enumerate(self.talk.words):
            if word.lower in {"counterspell", "only"} or word.is_("verb", "counter", "deal", "say", "target"):
                self.p.used.add(i)
        spell.set(zone="stack", controller=spell.object.controller or "you")
        return Query("is_countered", (spell.id,), of=Filter(types=("spell",), mana_value=wanted, zone="stack"),
                     inverse=self.ask.inverse, negated=self.ask.negated)  # fmt: skip

    def _target(self) -> Query | None:
        if self._foe() is not None and "counterspell" in self._foe().roles:  # type: ignore[union-attr]
            return self._countered()
        source = next(iter(self.p.supporters("recursion")), None) or next(iter(self.p.supporters("remover")), None)
        if source is None:
            return None
        thing = self._subject(avoid=(source,))
        if thing is None:
            return None
        if "recursion" in source.roles:
            thing.set(zone="graveyard", controller=thing.object.controller or "you")
            source.set(controller="you")
        else:
            thing.set(zone="battlefield", controller=thing.object.controller or "opp")
            source.set(controller="you", zone="hand" if not source.permanent else "battlefield")
            self._x_of_source(source, thing)
            if source.has_x and not self._payable(source):
                return None
        return Query("legal_target", (thing.id,), (source.id,), n=source.object.x, negated=self.ask.negated)

    def _affects(self) -> Query | None:
        source = next(
            (t for t in self.p.supporters("remover") if "exiler" not in t.roles or "by_value" in t.roles), None
        )
        if source is None or "wounder" in source.roles:
            return None
        thing = self._subject(avoid=(source,))
        if thing is None or thing is source:
            return None
        thing.set(zone="battlefield", controller=thing.object.controller or "opp")
        source.set(
            zone="stack" if not source.permanent else "battlefield",
            controller="you" if thing.object.controller == "opp" else "opp",
        )
        self._x_of_source(source, thing)
        if source.has_x and not self._payable(source):
            return None
        return Query(
            "affects", (thing.id,), (source.id,), n=source.object.x, inverse=self.ask.inverse, negated=self.ask.negated
        )

    def _payable(self, spell: Thing) -> bool:
        """Whether the lands that were named pay for the X that was said, if both were; else the cost would decide."""
        lands = self.p.players["you"].lands
        if lands is None or spell.card is None or spell.object.x is None:
            return True
        cost = spell.card.faces[0].mana_cost
        fixed = sum(int(s) if s.isdigit() else 1 for s in cost.replace("{X}", "").replace("}", "").split("{") if s)
        return lands >= fixed + cost.count("{X}") * spell.object.x

    def _swept(self) -> Query | None:
        """Whether something that destroys all of some mana value destroys this, too."""
        source = self.p.supporters("sweeper")[0]
        thing = self._subject(avoid=(source,)) or self._token()
        if thing is None or thing is source:
            return None
        source.set(
            controller=source.object.controller or "you", zone="stack" if not source.permanent else "battlefield"
        )
        thing.set(zone="battlefield", controller=thing.object.controller or "opp")
        if source.object.x is None and source.has_x and not source.permanent:
            return None
        return Query(
            "affects", (thing.id,), (source.id,), n=source.object.x, inverse=self.ask.inverse, negated=self.ask.negated
        )

    def _token(self) -> Thing | None:
        """Tokens that nobody described further: their mana value is 0 as they have no mana cost."""
        mention = next((m for m in self.talk.mentions if "token" in m.text and not m.cards), None)
        if mention is None or self.talk.says("copy", "copies"):
            return None
        self.p.use(mention)
        types = tuple(mention.types) or (("creature",) if mention.power is not None or mention.subtypes else ())
        return self.p.add(
            Thing(
                GameObject("token", said="token", token=True, types=types or ("creature",), controller=mention.owner)
            ),
            mention.start,
            mention.end,
        )

    def _found(self) -> Query | None:
        """Whether something that searches for a card of some mana value finds this one."""
        source = self.p.supporters("finder")[0]
        thing = self._subject(avoid=(source,))
        if thing is None or thing is source or not self._comparable(thing, source):
            return None
        if source.has_x and source.object.x is None:
            self._x_of_source(source, thing)
            if source.object.x is None:
                return None
        source.set(controller="you", zone="stack" if not source.permanent else "battlefield")
        thing.set(zone="library", controller="you", x=None)
        return Query("affects", (thing.id,), (source.id,), n=source.object.x, negated=self.ask.negated)

    def _comparable(self, thing: Thing, source: Thing) -> bool:
        """A card that is named, or of which as much was said as the source asks for: its mana value, and its colour if that matters."""
        if thing.card is not None:
            return True
        wanted = searches_for(source.card) if source.card is not None else None
        if thing.object.mana_value is None or wanted is None:
            return False
        if not thing.object.types:
            thing.set(
                types=tuple(t for t in wanted.types if t not in {"permanent", "card"})
            )  # "a three drop" is one that it may find
        return thing.object.colors is not None or not (wanted.colors or wanted.not_colors)

    def _taken(self) -> Query | None:
        """Whether a card of some mana value may be taken out of a hand (Inquisition of Kozilek); X in it is 0 there."""
        source = self.p.supporters("taker")[0]
        thing = self._subject(avoid=(source,))
        if thing is None or thing is source or not self._comparable(thing, source):
            return None
        source.set(controller=source.object.controller or "you", zone="stack")
        thing.set(zone="hand", controller="opp" if source.object.controller == "you" else "you", x=None)
        return Query("affects", (thing.id,), (source.id,), inverse=self.ask.inverse, negated=self.ask.negated)

    def _cascade(self) -> Query | None:
        granter = self.p.supporters("granter")[0]
        wanted = grant_of_cascade(granter.card) if granter.card is not None else None
        thing = self._subject(avoid=(granter,))
        if wanted is None or thing is None or wanted[0] not in {">=", "<="}:
            return None
        granter.set(controller="you")
        granter.roles = granter.roles | {"explained"}
        thing.set(zone="stack", controller="you")
        return Query(
            "mana_value",
            (thing.id,),
            n=wanted[1],
            bound="at_least" if wanted[0] == ">=" else "at_most",
            negated=self.ask.negated,
        )

    def _both(self) -> Query | None:
        """ "do I get the counters AND a card": of an ability that does one thing or, otherwise, the other."""
        source = self.p.supporters("either")[0]
        thing = next((t for t in self.p.things if t is not source and t.permanent), None)
        source.set(controller="you")
        if thing is not None:
            thing.set(controller="you")
            thing.roles = thing.roles | {"explained"}
        return Query("does_both", (source.id,), (thing.id,) if thing is not None else ())

    def _alive(self) -> Query | None:
        thing = self._entering()
        if thing is None or not (thing.has_x or thing.object.copy_of):
            return None
        if (
            thing.object.x is None
            and not thing.events
            and not thing.object.copy_of
            and self.p.free_at is None
            and not thing.object.counters
        ):
            return None
        return Query("enters_alive", (thing.id,), inverse=self.ask.inverse, negated=self.ask.negated)

    def _cast(self) -> Query | None:
        permit, forbid = self.p.supporters("permission"), self.p.supporters("forbidder")
        thing = self._subject(avoid=(*permit, *forbid))
        if thing is None or thing in forbid or not (thing.has_x or permit or forbid):
            return None
        if thing.object.x is None and thing.has_x and not permit and not forbid:
            return None
        for one in forbid:
            one.set(zone="battlefield", controller=one.object.controller or "opp")
            one.roles = one.roles | {"explained"}
        zone = (
            "graveyard"
            if self.talk.has("noun", "graveyard")
            else "library"
            if self.talk.says("off the top", "top of", "from the top")
            else "graveyard"
            if permit
            else "hand"
        )
        thing.set(zone=zone, controller="you")
        for one in permit:
            one.set(controller="you", zone="battlefield")
        value = "free" if self.p.free_at is not None else ""
        return Query(
            "can_cast",
            (thing.id,),
            tuple(t.id for t in permit),
            n=thing.object.x,
            value=value,
            inverse=self.ask.inverse,
            negated=self.ask.negated,
        )

    def _normal_cost(self) -> Query | None:
        if self.p.free_at is None:
            return None
        thing = self._subject() or self._nameless()
        if thing is None:
            return None
        thing.set(zone="exile")
        self._cast_free(thing)
        return Query("can_cast", (thing.id,), value="normal_cost")

    def _watcher(self) -> Query | None:
        """Whether an ability that watches for spells with X triggers on this one."""
        watcher = self.p.supporters("x_watcher")[0]
        watcher.set(controller=watcher.object.controller or "you")
        without = self.p.find.first(
            "that|which does not have ~ n:x",
            "without ~ n:x",
            "with no n:x",
            "has no n:x",
            "n:spell ~ no n:x",
            "that has not ~ n:x",
        )
        if without is not None:
            self.p.use(without)
            self.p.used |= {
                i
                for i in range(without.end, without.end + 4)
                if self.p.lower(i) in {"in", "the", "its", "cost", "mana cost"}
            }
            self.p.things = [t for t in self.p.things if t.card is not None]
            spell = self.p.add(
                Thing(GameObject("spell", said="spell without X", mana_cost="{2}", zone="stack"), None, frozenset()),
                without.start,
                without.end,
            )
        else:
            found = next((t for t in self.p.things if t is not watcher and not t.roles & SUPPORT), None)
            if found is None:
                return None
            spell = found
        caster = spell.object.controller or self.p.who_casts(spell) or watcher.object.controller
        spell.set(zone="stack", controller=caster)
        if self.p.free_at is not None:
            self._cast_free(spell)
        elif not any(e.kind == "cast" for e in spell.events):
            spell.events.append(Event("cast", (spell.id,)))
        return Query("triggers", (watcher.id,), (spell.id,), negated=self.ask.negated)
