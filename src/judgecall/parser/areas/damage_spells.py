"""Spells and abilities that a question about damage tells of: what deals how much to what, and spells with no target."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Damage, DamageRule, Named, SpellAbility
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_scene import Scene
from judgecall.parser.clauses import Clause
from judgecall.parser.happenings import BURN
from judgecall.parser.lexicon import inflect
from judgecall.parser.spell_effects import effects_on
from judgecall.scenario.model import Event, GameObject

_NUMBERED = ("burn", "zap")
"""Verbs that tell of damage and leave the number to be said."""


NAMED_BURN = {
    form: name
    for verb, name in (("bolt", "Lightning Bolt"), ("shock", "Shock"))
    for form in (verb, *(f for f, _ in inflect(verb)))
}
"""The spell that a verb names, by each form of the verb."""


def _harms(event: Event) -> bool:
    """Whether it is something that is done to a spell's target to its harm, and nobody said yet by what."""
    shrinks = event.kind == "modify" and min(event.power or 0, event.toughness or 0) < 0
    return event.by is None and (event.kind in {"damage", "leave"} or shrinks)


class Spells(Scene):
    """Turns clauses about spells and pings into events."""

    def _add(self, event: Event) -> None:
        """Add an event at the moment of the clause that is read."""
        raise NotImplementedError

    def says_again(self, clause: Clause) -> bool:
        """ "Flame Spill deals 4 and the excess hits its controller": what a spell that was cast does, as its card has it."""
        spells = [m for m in clause.subject if self.r.told.is_spell(m)]
        if clause.frame != "deal" or clause.question or clause.wh or clause.passive or len(spells) != 1:
            return False
        card = self.talk.card(spells[0])
        cast = any(thing.card == spells[0].cards[0] for thing in self.r.board.objects.values())
        effects = [e for a in card.faces[0].abilities if isinstance(a, SpellAbility) for e in a.effects] if card else []
        amounts = {e.amount.base for e in effects if isinstance(e, Damage) and e.amount.per is None}
        over = any(isinstance(e, Named) and e.action.startswith("excess") for e in effects)
        span = range(clause.start, clause.end)
        numbers = [i for i in span if self.talk.words[i].kind == "number"]
        excess = [i for i in span if self.talk.words[i].is_("noun", "excess")]
        if not cast or any(self.talk.words[i].value[0] not in amounts for i in numbers) or (excess and not over):
            return False
        if not numbers and not excess:
            return False
        self.r.use(clause, *clause.roles())
        self.r.used |= {*numbers, *excess, *(i for i in span if self.talk.words[i].is_("noun", "damage"))}
        return True

    def untargeted(self, clause: Clause) -> bool:
        """ "he casts Holy Day", "fog was cast": a spell whose effects are about no target is cast, and does what its card says."""
        if clause.frame not in {"cast", "spell"} or clause.question or clause.negated or clause.modal or clause.wh:
            return False
        names = [(m, m.cards[0]) for m in (*clause.object, *clause.subject) if self.r.told.is_spell(m)]
        mention, name = names[0] if len(names) == 1 else (None, "")
        if clause.frame == "spell":
            name = self.talk.words[clause.verb].cards[0]
        card = self.talk.cards.get(name) if name else None
        abilities = card.faces[0].abilities if card is not None else ()
        effects = [e for a in abilities if isinstance(a, SpellAbility) for e in a.effects]
        if len(effects) == 0 or not all(isinstance(e, DamageRule) and not e.of.target for e in effects):
            return False
        owner = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        id = self.r.board.create(GameObject(name, said=name, card=name, zone="stack", controller=owner))
        self.r.board.spoken.remove(id)
        self.r.use(
            clause, *([mention] if mention is not None else []), *[m for m in clause.subject if m.head == "player"]
        )
        self._add(Event("cast", (id,)))
        return True

    def _hit_by_spell(self, clause: Clause) -> bool:
        """ "gets hit by a Lightning Bolt", "eats a Shock": the spell is cast on it."""
        spells = [m for m in (*clause.by, *clause.object, *clause.with_) if self.r.told.is_spell(m)]
        hurt = [m for m in clause.subject if m.is_object]
        takes = (clause.passive and clause.frame == "deal") or clause.frame in {"take", "catch", "steal"}
        if clause.question or not takes or len(spells) != 1 or len(hurt) != 1:
            return False
        card = self.talk.card(spells[0])
        ids = self.r.board.ids(hurt)
        events = effects_on(card, ids, Event("step")) if card is not None and ids else []
        if not events or any(e.kind != "damage" for e in events):
            return False
        self.r.use(clause, *hurt, *spells)
        for event in self.sourced(clause, events):
            self._add(event)
        return True

    def sourced(self, clause: Clause, events: list[Event]) -> list[Event]:
        """What harm a named spell does, with the spell as what does it: whether it can target that hangs on the spell."""
        if not any(_harms(e) for e in events):
            return events
        spell = next((m for m in clause.roles() if self.r.told.is_spell(m)), None)
        verb = self.talk.words[clause.verb]
        called = tuple(NAMED_BURN[word] for word in verb.lower.split() if word in NAMED_BURN and clause.passive)
        names = spell.cards if spell is not None else verb.cards or called
        if not names:
            return events
        owner = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        hurt = next(
            (self.r.board.objects[i].controller for e in events for i in e.subject if i in self.r.board.objects), None
        )
        id = self._on_stack(names[0], owner or OTHER.get(hurt or ""))
        return [msgspec.structs.replace(e, by=id) if _harms(e) else e for e in events]

    def cast_on(self, clause: Clause) -> bool:
        """ "he casts Path to Exile on it": a spell whose effects are more than events can tell is cast on what it targets."""
        if clause.frame not in {"cast", "spell"} or clause.question or clause.negated or clause.modal or clause.wh:
            return False
        spells = [m for m in (*clause.object, *clause.subject) if self.r.told.is_spell(m)]
        name = spells[0].cards[0] if len(spells) == 1 else None
        if clause.frame == "spell" and not spells and len(self.talk.words[clause.verb].cards) == 1:
            name = self.talk.words[clause.verb].cards[0]
        card = self.talk.cards.get(name) if name else None
        owner = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        if card is None or name is None or owner is None or len(card.faces) != 1:
            return False
        targets = [*clause.on, *clause.other.get("to", []), *(clause.object if clause.frame == "spell" else [])]
        targets = [m for m in targets if m.head != "player" and m not in spells]
        ids = self.r.board.ids(targets)
        if (
            not {"instant", "sorcery"} & set(card.faces[0].types)
            or len(ids) != 1
            or ids[0] not in self.r.attackers + self.r.blockers
        ):
            return False
        self.r.use(clause, *spells, *targets, *[m for m in clause.subject if m.head == "player"])
        event = Event("cast", (self._on_stack(name, owner),), ids)
        step, after = self.talk.step_of(clause)
        if step is None and not self.r.blocks:
            step, after = "declare_attackers", True  # told behind the attack
        self._add(msgspec.structs.replace(event, at=step, after=after, in_response=clause.in_response))
        return True

    def _on_stack(self, name: str, controller: str | None) -> str:
        """The id of a spell that no pronoun stands for."""
        id = self.r.board.create(GameObject(name, said=name, card=name, zone="stack", controller=controller))
        self.r.board.spoken.remove(id)
        return id

    def _burns(self, clause: Clause) -> bool:
        """ "I shocked his 3/3 for 2": damage of a spell or ability that everybody calls by its amount."""
        if self._hit_by_spell(clause):
            return True
        if clause.frame != "deal" or clause.question or clause.should or not clause.object:
            return False
        spoken = self.talk.words[clause.verb].lower.split()[0]
        known = BURN.get(spoken)
        if known is None and not spoken.startswith(_NUMBERED):
            return False
        span = range(clause.verb + 1, clause.end)
        number = next(
            (i for i in span if self.talk.words[i].kind == "number" and self.talk.lowers[i - 1] == "for"), None
        )
        n = self.talk.words[number].value[0] if number is not None else known
        if n is None:
            return False
        self.whose(clause)
        ids = self.r.board.ids([m for m in clause.object if m.head != "player"][:1])
        if not ids:
            return False
        self.r.use(clause, *clause.object[:1], *[m for m in clause.subject if m.head == "player"])
        if number is not None:
            self.r.used |= {
                number,
                *(i for i in (number + 1,) if i < len(self.talk.words) and self.talk.words[i].is_("noun", "damage")),
            }
        dealer = self._dealer(clause, spoken)
        self._add(Event("damage", ids, n=n, by=dealer))
        return True

    def _dealer(self, clause: Clause, spoken: str) -> str | None:
        """ "my pyromancer pings his 5/5": the creature whose ability deals it."""
        things = [m for m in clause.subject if m.is_object and not self.r.told.is_spell(m)]
        if spoken in NAMED_BURN and not things:
            owner = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
            return self._on_stack(NAMED_BURN[spoken], owner)
        ids = self.r.board.ids(things) if len(things) == 1 and spoken.startswith(("ping", "zap", "shoot")) else ()
        if len(ids) != 1:
            return None
        self.r.use(clause, *things)
        return ids[0]

    def counters_put(self, clause: Clause) -> bool:
        """ "I put two +1/+1 counters on mine", "it gets a +1/+1 counter"."""
        if (
            not set(clause.frames) & {"put", "get", "produce", "enchant"}
            or clause.question
            or clause.wh
            or clause.modal
        ):
            return False
        at = next((i for i in range(clause.verb + 1, clause.end - 1) if self.talk.words[i].kind == "change"
                   and self.talk.inside(i) is None and self.talk.lowers[i + 1].startswith("counter")), None)  # fmt: skip
        if at is None:
            return False
        lead = self.talk.words[at - 1]
        n = lead.value[0] if lead.kind == "number" else 1
        self._helps_own(clause)
        things = [m for m in (*clause.on, *clause.other.get("to", []), *clause.object) if m.head != "player"]
        things = things or [m for m in clause.subject if m.head != "player"]
        ids = self.r.board.ids(things)
        if len(ids) != 1:
            return False
        power, toughness = self.talk.words[at].value
        self.r.use(clause, *things, *[m for m in clause.subject if m.head == "player"])
        self.r.used |= {at, at + 1, *([at - 1] if lead.kind == "number" else [])}
        self._add(Event("counters", ids, n=n, value=f"{power:+d}/{toughness:+d}"))
        return True

    def _helps_own(self, clause: Clause) -> None:
        """ "after his 4/4 blocked my 2/2 I give it first strike": a player gives abilities to a creature of their own."""
        actor = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        harm = any(w.kind == "change" and min(w.value) < 0 for w in self.talk.words[clause.verb : clause.end])
        for m in (*clause.object, *clause.on, *clause.other.get("to", [])):
            if m.head == "pronoun" and m.owner is None and actor is not None and m.text in {"it", "him", "her"}:
                m.owner = OTHER[actor] if harm else actor
