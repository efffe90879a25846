"""The queries of a question about X whose answers are numbers: X itself, mana values, counters, sizes, amounts, costs."""

from __future__ import annotations

from judgecall.cards.abilities import Card, CostChange, Static, Triggered
from judgecall.parser.areas.x_cards import has_x_amount, token_size_from_x
from judgecall.parser.areas.x_position import Position
from judgecall.parser.areas.x_things import SUPPORT, Thing
from judgecall.parser.areas.x_yes_no import Ask
from judgecall.scenario.model import Event, GameObject, Query


class NumberAnswers:
    """The queries whose answers are numbers, and how the thing that is asked about is found and placed."""

    def __init__(self, position: Position, ask: Ask) -> None:
        self.p = position
        self.ask = ask
        self.talk = position.talk

    # ------------------------------------------------------------ subjects

    def _subject(self, *, avoid: tuple[Thing, ...] = ()) -> Thing | None:
        """The thing that the ask is about: named in it, else spoken of before it."""
        named = [t for i in range(self.ask.start, self.ask.end) if (t := self.p.at(i)) is not None and t not in avoid]
        own = [t for t in named if not t.roles & SUPPORT] or [t for t in named if t.has_x]
        if own:
            return own[0]
        found = self.p.spoken(self.ask.end, avoid=avoid)
        if found is None or found in avoid:
            later = [t for t in self.p.things if t not in avoid and not t.roles & SUPPORT]
            return later[0] if later else None
        return found

    def _cast_free(self, thing: Thing) -> None:
        if self.p.free_at is not None and not any(e.kind == "cast" for e in thing.events):
            thing.events.append(Event("cast", (thing.id,), how="free"))

    def _nameless(self) -> Thing | None:
        """An X spell of which nothing is known but that it has X ("cascaded into an X spell")."""
        if not any(w.is_("noun", "x") for w in self.talk.words):
            return None
        return self.p.add(
            Thing(GameObject("spell", said="X spell", zone="stack"), None, frozenset({"x"})),
            self.ask.start,
            self.ask.start,
        )

    # ------------------------------------------------------------ numbers

    def _x(self) -> Query | None:
        thing = self._subject() or self._nameless()
        if thing is None:
            return None
        n, value = self.ask.n, ""
        if self.p.mana is not None and n is None and thing.object.x is None and self.p.free_at is None:
            thing.set(zone="stack")
            return Query("value_of_x", (thing.id,), n=self.p.mana[0], value=self.p.mana[1])
        if self.p.free_at is not None:
            self._cast_free(thing)
            thing.set(zone="stack")
            return Query("value_of_x", (thing.id,), n=n)
        if (
            ("copy" in thing.roles and "spell_copy" not in thing.roles)
            or thing.object.token
            or ("enters" in self.talk.joined and "counters" in self.talk.joined)
        ):
            value = "entering"
        elif not self._place(thing):
            return None
        if n is not None:
            self.p.used |= {i for i, w in enumerate(self.talk.words) if w.kind == "xis" and w.value[0] == n}
        return Query("value_of_x", (thing.id,), n=n, value=value, negated=self.ask.negated)

    def _place(self, thing: Thing) -> bool:
        """Where the thing is: as said, or where an instant or sorcery must be; False when nothing tells."""
        says = self.talk.says
        if "spell_copy" in thing.roles:
            return True
        if says("on the stack", "as a spell", "while casting", "on stack", "when i cast it", "the spell"):
            thing.set(zone="stack")
        elif thing.object.zone not in {"battlefield"}:
            return True
        elif self.talk.has("noun", "graveyard"):
            thing.set(zone="graveyard")
        elif self.talk.has("noun", "hand"):
            thing.set(zone="hand")
        elif self.talk.has("noun", "exile"):
            thing.set(zone="exile")
        elif self.talk.has("noun", "library") or says("top of", "revealed", "off the top"):
            thing.set(zone="library")
        elif self.talk.has("noun", "battlefield") or says(
            "in play", "on board", "on the board", "resolved", "after it resolves", "once it resolves", "in_play"
        ):
            thing.set(zone="battlefield")
        elif thing.card is not None and not thing.permanent and thing.object.x is not None:
            thing.set(zone="stack")
        elif thing.object.copy_of or thing.object.face == "back" or thing.object.token:
            thing.set(zone="battlefield")
        elif not thing.has_x and thing.card is not None:
            return len(thing.card.faces) == 1
        elif self._casting_now(thing):
            thing.set(zone="stack")
        else:
            return False
        return True

    def _casting_now(self, thing: Thing) -> bool:
        """ "cast for X=3, which number counts for cascade": it is a spell that is being cast."""
        casts = any(c.frame == "cast" and c.form in {"base", "s", "ing"} and not c.modal for c in self.talk.clauses)
        return thing.object.x is not None and (
            self.talk.says("cascade", "discover") or (casts and not thing.permanent) or self.talk.has("noun", "stack")
        )

    def _needed_x(self) -> Query | None:
        spell = next((t for t in self.p.things if t.has_x and "remover" in t.roles), None)
        if spell is None:
            return None
        target = next((t for t in self.p.things if "copy" in t.roles), None) or next(
            (t for t in self.p.things if t is not spell and t.card is not None), None
        )
        if target is None:
            return None
        spell.set(zone="hand", controller="you")
        target.set(zone="battlefield")
        return Query("value_of_x", (spell.id,), (target.id,))

    def _mana_value(self) -> Query | None:
        thing = self._subject()
        if thing is None:
            return None
        if self.p.free_at is not None and thing.has_x and not self.talk.says("look", "looks"):
            self._cast_free(thing)
            thing.set(zone="stack")
        elif not self._place(thing):
            return None
        self.p.used |= {i for i, w in enumerate(self.talk.words) if w.lower in {"cascade", "discover"}}
        return Query("mana_value", (thing.id,), n=self.ask.n, bound=self.ask.bound, negated=self.ask.negated)  # type: ignore[arg-type]

    def _counters(self) -> Query | None:
        if self.p.supporters("x_watcher") and not self.p.supporters("doubler"):
            made = self._size()
            if made is not None and made.kind == "amount":
                return made
        thing = self._entering()
        if thing is None:
            return None
        return Query("number_of_counters", (thing.id,), n=self.ask.n, negated=self.ask.negated)

    def _entering(self) -> Thing | None:
        """The permanent that enters with its counters, as the question has it."""
        thing = self._subject(avoid=tuple(self.p.supporters("counter_changer", "doubler", "exiler", "permission")))
        if thing is None or not (thing.permanent or "copy" in thing.roles):
            return None
        original = next((self.p.by_id(e.target[0]) for e in thing.events if e.kind == "copy"), None)
        if "spell_copy" in thing.roles and original is not None and original.card is not None:
            if not original.permanent:
                return None
            thing.set(card=original.card.name, types=(), token=True)
        if self.p.free_at is not None:
            self._cast_free(thing)
        if self.p.mana is not None and thing.object.x is None and not thing.events:
            n, what, _ = self.p.mana
            thing.events.append(Event("cast", (thing.id,), n=n, value=what))
            thing.set(zone="hand")
        if thing.object.zone != "hand":
            thing.set(zone="battlefield")
        thing.set(controller=thing.object.controller or self.p.who_casts(thing) or "you")
        for helper in self.p.supporters("counter_changer", "doubler"):
            helper.set(controller=helper.object.controller or "you")
        return thing

    def _size(self) -> Query | None:
        watcher = next(
            (t for t in self.p.supporters("x_watcher") if t.card is not None and token_size_from_x(t.card)), None
        )
        token = any(
            w.is_("noun", "token") or w.is_("subtype", "Hydra") for w in self.talk.words[self.ask.start : self.ask.end]
        )
        if watcher is not None and token:
            watcher.roles = watcher.roles | {"explained"}
            spell = next((t for t in self.p.things if t is not watcher and t.has_x), None)
            if spell is None:
                return None
            watcher.set(controller=watcher.object.controller or "you")
            caster = spell.object.controller or self.p.who_casts(spell) or watcher.object.controller
            if caster != watcher.object.controller:
                return None  # it watches for its controller's spells only
            spell.set(zone="stack", controller=caster)
            return Query("amount", (watcher.id,), (spell.id,), value="counters")
        thing = self._entering()
        if thing is None or (not thing.has_x and "copy" not in thing.roles):
            return None
        asked = self.talk.words[self.ask.start : self.ask.end]
        if any(w.is_("noun", "token") for w in asked) and not thing.object.token and "copy" not in thing.roles:
            return None  # "how big is the token he gets": another thing than the one that was told of
        return Query(self.ask.value, (thing.id,))  # type: ignore[arg-type]

    def _max_x(self) -> Query | None:
        thing = self._subject(avoid=tuple(self.p.supporters("permission")))
        if thing is None:
            return None
        permit = self.p.supporters("permission")
        thing.set(
            zone="graveyard" if permit and self.talk.has("noun", "graveyard") else "library" if permit else "hand",
            controller="you",
        )
        for one in permit:
            one.set(controller="you")
        n = self.p.mana[0] if self.p.mana is not None else None
        return Query(
            "max_x", (thing.id,), tuple(t.id for t in permit), n=n, value="free" if self.p.free_at is not None else ""
        )

    def _cost(self) -> Query | None:
        thing = self._subject()
        if thing is None or thing.object.x is None:
            return None
        thing.set(zone="hand")
        value = self.ask.value
        if thing.card is None and thing.object.mana_cost and set(thing.object.mana_cost.replace("{X}", "")) == set():
            value = ""
        changers = [t for t in self.p.things if t is not thing and t.permanent and _changes_costs(t)]
        if changers and value == "total" and thing.card is not None:
            for changer in changers:
                changer.roles |= {"explained"}
            thing.set(controller=thing.object.controller or "you")
            return Query("total_cost", (thing.id,), n=thing.object.x)
        return Query("cost_of_x", (thing.id,), n=thing.object.x, value=value)

    def _amount(self) -> Query | None:
        kind = self.ask.value
        source = next(iter(self.p.supporters("reveals")), None)
        if source is not None and kind in {"life_lost", "damage", "life"}:
            card = next((t for t in self.p.things if t is not source and t.card is not None), None)
            if card is None:
                return None
            card.set(zone="library", x=None)
            source.set(controller="you")
            # what a card that is revealed costs in life is always lost
            return Query("amount", (source.id,), (card.id,), value="life_lost" if kind == "life" else kind)
        thing = self._subject(avoid=tuple(self.p.supporters("doubler", "counter_changer")))
        if thing is None:
            return None
        facts = thing.card or (self.talk.cards.get(thing.object.copy_of) if thing.object.copy_of else None)
        original = next((self.p.by_id(e.target[0]) for e in thing.events if e.kind == "copy"), None)
        facts = facts or (original.card if original is not None else None)
        loser = self._loser()
        if self._cast_by_opponent(thing):
            thing.set(controller="opp")
            loser = {"you": "opp", "opp": "you"}.get(loser, loser)  # seen from the one who cast it
        if facts is None or not has_x_amount(facts, kind, loser):
            return None
        if self.p.free_at is not None:
            self._cast_free(thing)
        if thing.card is not None and not thing.permanent:
            thing.set(zone="stack")
        if original is not None and original.card is not None:
            thing.set(card=original.card.name, types=())
        thing.set(controller=thing.object.controller or "you")
        self._died(thing, facts)
        return Query("amount", (thing.id,), value=kind)

    def _died(self, thing: Thing, facts: Card) -> None:
        """ "my Hangarback Walker dies with 3 counters": what its ability that triggers on that waits for."""
        triggers = [a for f in facts.faces for a in f.abilities if isinstance(a, Triggered)]
        if not thing.permanent or not any(a.event.what == "dies" for a in triggers):
            return
        spans = {i for a, b in thing.spans for i in range(a, b)}
        for clause in self.talk.clauses:
            gone = set(clause.frames or (clause.frame,)) & {"die", "kill", "sacrifice"}
            who = [*clause.subject, *clause.object]
            if gone and self.p.asked(clause.verb) is None and any(m.start in spans or m.head == "pronoun" for m in who):
                self.p.used.add(clause.verb)

    def _cast_by_opponent(self, thing: Thing) -> bool:
        """ "opponent kills me with Exsanguinate", "he casts it for X=7"."""
        spans = {i for a, b in thing.spans for i in range(a, b)}
        for clause in self.talk.clauses:
            used = any(m.start in spans for m in [*clause.object, *clause.with_])
            if used and clause.subject and clause.subject[-1].head == "player" and clause.subject[-1].player == "opp":
                if clause.frame in {"kill", "deal"}:
                    self.p.used.add(clause.verb)
                return True
        return thing.object.controller == "opp"

    def _loser(self) -> str:
        """Whose life is asked after: you, opp, or nobody's in particular."""
        said = [m.player for m in self.talk.mentions if m.head == "player" and self.ask.start <= m.start < self.ask.end]
        return said[0] if said and said[0] in {"you", "opp"} else ""

    def _x_of_source(self, source: Thing, thing: Thing) -> None:
        """ "repeal a ballista with X=0": the X that was said is the spell's, unless the permanent was cast for it."""
        if not source.has_x or source.object.x is not None or thing.object.x is None:
            return
        a, b = thing.spans[-1]
        near = [self.p.lower(i) for i in range(a, b + 6)]
        if not {"cast", "that", "was", "which"} & set(near):
            source.set(x=thing.object.x)
            thing.set(x=None)


def _changes_costs(thing: Thing) -> bool:
    """Whether it changes what other spells cost ("instants and sorceries cost {1} less")."""
    statics = [a for f in (thing.card.faces if thing.card else ()) for a in f.abilities if isinstance(a, Static)]
    return any(isinstance(e, CostChange) and not e.of.this for a in statics for e in a.effects)
