"""Questions about triggered and activated abilities with conditions: does it trigger, does it still do its thing.

A story is told (the board, the trigger on the stack, what happens in response) and then one thing is asked of one ability. The
ability is that of a named card, or one that the question describes ("my trigger reads …", "card says …"), or none in particular.
"""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import Ability, Activated, Replacement, Static, Triggered, Unread
from judgecall.parser.areas.asked_effects import effect_asked
from judgecall.parser.areas.card_verbs import card_verbs
from judgecall.parser.areas.coven import creatures
from judgecall.parser.areas.daylight import tell_daylight
from judgecall.parser.areas.told_conditions import ToldConditions
from judgecall.parser.areas.trigger_times import TriggerTimes
from judgecall.parser.areas.zones import Zone
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, EventKind, GameObject, Query, Scenario, Step

_SPELL_HEADS = frozenset({"spell", "instant", "sorcery"})
_ARRIVING = frozenset({"cast", "enter", "return"})
_EVENTFUL = frozenset(
    {
        "deal",
        "return",
        "enter",
        "cast",
        "take",
        "steal",
        "attack",
        "block",
        "regenerate",
        "fight",
        "copy",
        "put",
        "tap",
        "untap",
        "activate",
    }
)


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about an ability with a condition."""
    reader = TriggerReader(talk, context)
    candidate = reader.read()
    return [candidate] if candidate is not None else []


class TriggerReader(TriggerTimes):
    """Builds the story around one ability and what is asked of it."""

    # ------------------------------------------------------------ whole

    def read(self) -> Candidate | None:
        """The reading, if there is such an ability and something is asked of it."""
        story = self.story
        if not self._find_source():
            return None
        self._recited()
        self._text_told()
        self._ordered_on_top()
        self._on_the_stack()
        self.story.land_drops()
        creatures_first(self)
        self._attached()
        self._entered_one()
        self._left_with()
        self._counter_goes()
        self._steps()
        for clause in self.talk.clauses:
            if story.asked(clause.verb) is None and not story.is_noun(clause):
                self._clause(clause)
        story.read_quantities()
        self.story.turning_back(self.source)
        self._own_lands()
        self._raided()
        tell_daylight(story)
        ToldConditions(self).read()
        self._own_condition()
        for zone in story.zones:
            self._ask(zone)
        if (
            not self.queries
            or self._came_too_late()
            or self._untold()
            or self._cast_besides()
            or self.vague
            or self._event_lost()
            or self._elsewhere()
            or not story.repeat()
            or not self._own_size()
        ):
            return None
        self._bystanders()
        self._own_spell()
        self._settle_conditions()
        self._respond_to_it()
        self._earlier()
        self._really_triggers()
        self._begin_in_time()
        return Candidate(
            story.scenario(self.queries), "triggers", story.used, story.doubts, tuple(story.board.guessed), tuple(story.board.ambiguous),
        )  # fmt: skip

    def _untold(self) -> bool:
        """Something happens that has no place in the story: then nothing is claimed."""
        return any(
            c.frame in _EVENTFUL and "resolve" not in c.frames and c.verb not in self.story.used and not self.story.is_noun(c) and not c.conditional
            and self.story.asked(c.verb) is None and self.talk.inside(c.verb) is None
            for c in self.talk.clauses
        )  # fmt: skip

    def _attached(self) -> None:
        """ "Candletrap on his big guy": what the Aura or Equipment that is asked about is on."""
        for worn, host in self.talk.attached:
            on = self.story.board.of_mention.get(host.start) or self.story.id(host)
            if on is not None and self.story.board.of_mention.get(worn.start) == self.source and on != self.source:
                self.story.board.change(self.source, attached_to=on)

    def _bystanders(self) -> None:
        """Another card on the battlefield whose text might change what happens isn't explained by being there."""
        acting = {id for _, e in self.story.timeline for id in (*e.subject, *e.target)}
        for mention in self.talk.mentions:
            id = self.story.board.of_mention.get(mention.start)
            if id is None or id == self.source or id in acting or not mention.cards:
                continue
            card = self.story.card(id)
            if card is not None and any(_matters_by_being_there(a) for f in card.faces for a in f.abilities):
                self.story.used -= set(range(mention.start, mention.end))

    def _raided(self) -> None:
        """ "I attacked this turn", "after attacking", "no attack yet": only for an ability that looks for that."""
        card = self.card()
        wanted = any(
            getattr(getattr(a, "condition", None), "kind", "") == "attacked_this_turn"
            for f in (card.faces if card else ())
            for a in f.abilities
        )
        if not wanted:
            return
        for match in self.story.told(
            "not ~ v:attack ~ s:this_turn",
            "no attack yet?",
            "before attacking|combat",
            "precombat",
            "YOU ~ v:attack ~ with ~ OBJ ~ s:this_turn?",
            "YOU ~ v:attack ~ s:this_turn",
            "after attacking|combat",
            "YOU ~ v:attack",
        ):
            words = set(self.talk.lowers[match.start : match.end])
            no = bool(words & {"not", "no", "before", "precombat"})
            if no and self.story.facts.get("attacked_this_turn") == "yes":
                continue
            self.story.facts["attacked_this_turn"] = "no" if no else "yes"
            self.story.use(match)
            self.story.passed |= {m.start for m in match.mentions}

    def _own_size(self) -> bool:
        """A creature printed without a size of its own (0/0 with counters) is one of those whose powers were told; else unknown."""
        card = self.card()
        thing = self.story.board.objects[self.source]
        face = card.faces[0] if card is not None else None
        if (
            face is None
            or "creature" not in face.types
            or face.toughness not in {"0", "*", "X"}
            or thing.power is not None
            or thing.counters
        ):
            return True
        if not any(getattr(getattr(a, "condition", None), "kind", "") == "coven" for a in face.abilities):
            return True
        if any(key.startswith(("different_powers", "condition_")) for key in self.story.facts):
            return True
        gone = {id for _, e in self.story.timeline if e.kind in {"leave", "sacrifice"} for id in e.subject}
        others = {
            o.power
            for i, o in self.story.board.objects.items()
            if o.power is not None and i not in gone and o.controller != "opp"
        }
        if len(others) >= 3 and not any(e.kind in {"modify", "counters", "set_pt"} for _, e in self.story.timeline):
            return True  # enough without it
        listed = [
            o for i, o in self.story.board.objects.items() if o.said.startswith("creature with power") and i not in gone
        ]
        if not listed:
            return False
        self.story.board.change(self.source, power=listed[-1].power)
        return True

    def _elsewhere(self) -> bool:
        """Its ability works from a zone that this reading says nothing about (a graveyard, a hand)."""
        thing = self.story.board.objects[self.source]
        told = any(
            e.kind in {"enter", "cast", "return", "play_land"} and self.source in e.subject
            for _, e in self.story.timeline
        )
        return thing.zone in {"graveyard", "hand", "exile", "library"} and not told and not self._is_spell()

    def _own_spell(self) -> None:
        """ "ritual of hope with coven, …": a spell that is asked about has been cast."""
        if self._is_spell() and not any(e.kind == "cast" and self.source in e.subject for _, e in self.story.timeline):
            self.story.add(0, Event("cast", (self.source,)))
            self.story.board.change(self.source, zone="hand")

    # ------------------------------------------------------------ what happens

    def _steps(self) -> None:
        """ "at my upkeep", "beginning of combat", "end step begins": the step that the ability waits for has begun."""
        for match in self.story.told(
            "n:combat begins|starts|began",
            "m:end_step ~ itself? after PRON began|started|begins",
            "m:upkeep ~ after PRON began|started",
            "m:upkeep ~ starts|begins|begin|comes|started|began",
            "m:end_step ~ starts|begins|begin|comes|started|began",
            "when|as? m:before_attack",
            "m:upkeep",
            "m:end_step",
            "m:before_attack",
            "m:opponents_turn",
        ):
            moment = next(
                (s.value for w in self.talk.words[match.start : match.end] for s in w.senses if s.kind == "moment"),
                "before_attack",
            )
            if moment == "opponents_turn":
                if "end step" not in self.talk.lowers[match.start]:
                    continue
                moment, self.story.active = "end_step", "opp"
            step: Step = self.talk.lexicon.moments[moment]["step"]  # type: ignore[assignment]
            if self.talk.lowers[match.start - 1] in {"before", "until"} or self._in_quote(match.start):
                continue
            words = " ".join(self.talk.lowers[match.start : match.end])
            if step == "beginning_of_combat" and ("before" in words or "main" in words or "precombat" in words):
                continue
            self.story.use(match)
            if any(e.kind == "step" and e.at == step for _, e in self.story.timeline) or self.story.before(
                10_000, "trigger"
            ):
                continue
            self.story.add(match.start, Event("step", at=step))

    def _in_quote(self, i: int) -> bool:
        """In the text of a card that the question recites: "NAME: at my upkeep, if I have …"."""
        start = next((j for j in range(i, -1, -1) if self.talk.lowers[j] in {":", "says", "reads"}), None)
        return (
            start is not None
            and "if" in self.talk.lowers[i : i + 6]
            and self.talk.words[start].sentence == self.talk.words[i].sentence
        )

    def _clause(self, clause: Clause) -> None:
        if set(clause.frames) & _ARRIVING and "resolve" not in clause.frames and self._arrival(clause):
            self.story.used.add(clause.verb)
            self.story._use_around(clause)
            return
        if clause.frame == "activate" and (self._activation(clause) or self._recites_activation(clause)):
            return
        if clause.frame == "pay" and self._paid(clause):
            return
        if clause.frame in {"survive", "stay"} and story_subject(self, clause):
            self.story.used.add(clause.verb)
            return
        if clause.frame == "put" and self._counter_put(clause):
            return
        self.story.clause(clause)

    def _arrival(self, clause: Clause) -> bool:
        """A creature that comes in: cast and resolved, flashed in, or put there."""
        story = self.story
        things = [m for m in [*clause.object, *reversed(clause.subject)] if m.head != "player" and m.head != "pronoun"]
        if clause.frame == "return" and len(things) > 1 and all(m.cards for m in things):
            ids, _ = story.group(things)
            for returned in ids:
                story.board.change(returned, zone="graveyard")
            story.add(clause.verb, Event("return", ids))
            return True
        when = story._when(clause)
        if clause.frame == "cast" and things and not things[0].cards and things[0].head in _SPELL_HEADS:
            return self._described_spell(clause, things[0], when)
        things = [m for m in things if m.head not in {"spell", "ability"}][:1]
        if not things:
            return False
        thing = things[0]
        card = self.talk.card(thing) if thing.cards else None
        if card is not None and {"instant", "sorcery"} & set(card.faces[0].types):
            return self._spell(clause, thing, when)
        if thing.head in {"land"} and clause.frame == "cast" and thing.article not in {"a", "an", "another"}:
            return False
        if thing.power is not None or (thing.article in {"a", "an"} and not thing.cards):
            thing.article = "another"  # what comes in is none of those that are there
        if thing.plural and thing.count is None and self.talk.lowers[clause.verb] in {"enters", "etbs", "comes in"}:
            thing.count = 1  # "bears enters": the card is called so
        owner = self.arrives_under(clause, thing)
        id = story.id(thing, owner=owner)
        if id is not None and owner != "you":
            story.board.change(id, controller=owner)
        if id is None or (
            id == self.source
            and clause.frame == "cast"
            and not story.before(clause.verb, "trigger")
            and self._casts_itself(clause)
        ):
            return id is not None
        extra = [m for m in clause.object[1:] if m.head == "pronoun" or m.subtypes or m.head == "creature"]
        story.use(*[m for m in extra if m.start == thing.end])
        kind: EventKind = "play_land" if thing.head == "land" else "enter"
        if not any(e.kind == "enter" and id in e.subject for _, e in story.timeline):
            awaited = self._awaited()
            casts = clause.frame == "cast" and kind == "enter" and any(what.startswith("casts") for what in awaited)
            if casts:
                story.add(clause.verb, Event("cast", (id,), **when))
            if not casts or any(not what.startswith("casts") for what in awaited):
                story.add(clause.verb, Event(kind, (id,), **when))
            story.board.change(id, zone="hand")
        return True

    def _described_spell(self, clause: Clause, spell: Mention, when: dict[str, Any]) -> bool:
        """ "I cast a creature spell", "an instant": a spell of which its types are told; of one without, nothing can be said."""
        owner = next((m.player for m in clause.subject if m.player in {"you", "opp"}), None)
        types = tuple(t for t in spell.types if t != "spell")
        if not types or owner is None or spell.count not in {None, 1}:
            self.vague = True
            return True
        told = GameObject(
            spell.text, said=spell.text, types=types, subtypes=tuple(spell.subtypes), zone="hand", controller=owner
        )
        id = self.story.create(msgspec.structs.replace(told, colors=tuple(spell.colors) or None))
        self.story.use(spell)
        self.story.add(clause.verb, Event("cast", (id,), **when))
        return True

    def _awaited(self) -> set[str]:
        """What the triggered abilities of the card that is asked about wait for."""
        card = self.card()
        abilities = [a for f in (card.faces if card is not None else ()) for a in f.abilities]
        events = [a.event for a in abilities if isinstance(a, Triggered | Unread) and a.event is not None]
        return {what for event in events for what in (event.what, *event.or_what)}

    def _event_lost(self) -> bool:
        """ "does it trigger when he comes in himself": what was to happen is told, and nothing of it came into the story."""
        told = [c for c in self.talk.clauses if c.conditional and c.frame in {"cast", "enter"} and not c.negated]
        return bool(told) and not self.story.timeline

    def _cast_besides(self) -> bool:
        """ "I cast Grizzly Bears and then Llanowar Elves": a second spell of the list, of which nothing came in the story."""
        happening = {id for _, e in self.story.timeline for id in (*e.subject, *e.target)}
        for clause in self.talk.clauses:
            if clause.frame != "cast" or clause.question:
                continue
            for m in self.talk.mentions:
                listed = m.sentence == clause.sentence and m.start > clause.verb and m.cards and m.owner is None
                lead = {"and", "then", ",", "plus"} & set(self.talk.lowers[max(clause.verb, m.start - 2) : m.start])
                if (
                    listed
                    and lead
                    and self.story.id(m) not in {*happening, self.source}
                    and self.story.asked(m.start) is None
                ):
                    return True
        return False

    def _casts_itself(self, clause: Clause) -> bool:
        """The spell whose own cast trigger is meant: it is on the stack."""
        self.story.add(clause.verb, Event("cast", (self.source,)))
        self.story.board.change(self.source, zone="hand")
        return True

    def _spell(self, clause: Clause, thing: Mention, when: dict[str, Any]) -> bool:
        story = self.story
        ids, n = story.group([m for m in [*clause.on, *clause.into] if m.head != "player"])
        if n is not None and ids:
            ids = (story.board.split(ids[0], n),)
        caster = next((m.player for m in clause.subject if m.player in {"you", "opp"}), None)
        spell = story.id(thing, owner=caster or "you")
        if spell is None:
            return False
        change = next((i for i in range(clause.verb, clause.end) if self.talk.words[i].kind == "change"), None)
        if change is not None:
            story.used.add(change)
        story.board.change(spell, zone="hand")
        story.add(clause.verb, Event("cast", (spell,), ids, **when))
        return True

    def _activation(self, clause: Clause) -> bool:
        things = [m for m in clause.object if m.head != "player"]
        if things and (things[0].cards or things[0].head == "pronoun") and self.story.id(things[0]) == self.source:
            self.story.use(*things[:1])
            self.story.used.add(clause.verb)
            self.story.use(*[m for m in clause.subject if m.head == "player"])
            self.story.add(clause.verb, Event("activate", (self.source,)))
            return True
        return False

    def _paid(self, clause: Clause) -> bool:
        """ "i pay B": the cost of one of its abilities, told for the whole."""
        card = self.card()
        paid = next((i for i in range(clause.verb, clause.end) if self.talk.words[i].kind == "mana"), None)
        if card is None or paid is None or self.story.before(clause.verb, "activate"):
            return False
        faces = (a for f in card.faces for a in f.abilities if isinstance(a, Activated))
        if [a.cost.mana for a in faces].count(self.talk.words[paid].mana) != 1:
            return False
        self.story.used |= {clause.verb, paid}
        self.story.use(*[m for m in clause.subject if m.head == "player"])
        self.story.add(clause.verb, Event("activate", (self.source,)))
        return True

    def _counter_put(self, clause: Clause) -> bool:
        """ "it resolves and the counter goes on my bear": the target of the ability, not one more counter."""
        near = range(clause.verb, min(clause.end, clause.verb + 4))
        if not any(self.talk.words[i].is_("noun", "counter") for i in near) or any(
            self.talk.words[i].kind == "change" for i in near
        ):
            return False
        ids, n = self.story.group([m for m in clause.on if m.head != "player"])
        if not ids:
            return False
        if n is not None:
            ids = (self.story.board.split(ids[0], n),)
        told = next((k for k, (_, e) in enumerate(self.story.timeline) if e.kind == "trigger"), None)
        if told is None:
            self.story.add(clause.verb, Event("trigger", (self.source,), ids))
        else:
            at, event = self.story.timeline[told]
            self.story.timeline[told] = (at, msgspec.structs.replace(event, target=ids))
        self.story.used |= {i for i in near if self.talk.words[i].is_("noun", "counter")} | {clause.verb}
        return True

    def _counter_goes(self) -> None:
        """ "counter goes on my 1/1": the target of the ability, without a verb that tells of it."""
        for match in self.story.told("n:counter goes|went|going|placed ~ on|onto ~ OBJ"):
            ids, n = self.story.group(list(match.mentions))
            if not ids or n is not None:
                continue
            told = next((k for k, (_, e) in enumerate(self.story.timeline) if e.kind == "trigger"), None)
            if told is None:
                continue
            at, event = self.story.timeline[told]
            self.story.timeline[told] = (at, msgspec.structs.replace(event, target=ids[:1]))
            self.story.use(match)
            for clause in self.talk.clauses:
                if match.start <= clause.verb < match.end:
                    clause.frame, clause.frames = "told", ()

    # ------------------------------------------------------------ what is asked

    def _ask(self, zone: Zone) -> None:
        story = self.story
        asked = effect_asked(self, zone)
        if asked is None:
            return
        kind, value, n = asked
        if kind == "triggers" and story.before(10_000, "trigger"):
            story.timeline = [(i, e) for i, e in story.timeline if e.kind != "trigger"]
        query = Query(kind, (self.about or self.source,), value=value, n=n, negated=self._denied(zone))
        if query not in self.queries:
            self.queries.append(query)

    def _denied(self, zone: Zone) -> bool:
        return any(self.talk.words[i].is_("negation") for i in range(zone.start, min(zone.end, zone.start + 3)))


def _matters_by_being_there(ability: Ability) -> bool:
    if isinstance(ability, Replacement) and ability.what == "enters_with_counters":
        return False  # looked at as creatures enter
    return isinstance(ability, Static | Replacement) or (
        isinstance(ability, Unread) and ability.shape in {"static", "replacement"}
    )


def story_subject(reader: TriggerReader, clause: Clause) -> bool:
    """ "Liliana lives": nothing happened to the ability's source."""
    return any(reader.story.board.of_mention.get(m.start) == reader.source for m in clause.subject)


def creatures_first(reader: TriggerReader) -> None:
    """The board as it was before the story begins, and what happens to it by a card whose name is the verb."""
    story = reader.story
    named = [
        m.mentions[1].start
        for m in story.told("PL CARD ANY", "PL CARD ~ N")
        if m.mentions[0].end == m.mentions[1].start
    ]
    story.passed |= set(named)
    creatures(story, arrivals=False)
    story.passed -= set(named)
    card_verbs(story)
