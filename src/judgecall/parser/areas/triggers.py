"""Questions about triggered and activated abilities with conditions: does it trigger, does it still do its thing.

A story is told (the board, the trigger on the stack, what happens in response) and then one thing is asked of one ability. The
ability is that of a named card, or one that the question describes ("my trigger reads …", "card says …"), or none in particular.
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Ability, Activated, Card, IfDo, Keyword, SpellAbility, Static, Triggered, Unread
from judgecall.parser.areas.asked_effects import effect_asked
from judgecall.parser.areas.coven import creatures
from judgecall.parser.areas.described import described_trigger
from judgecall.parser.areas.told_conditions import ToldConditions
from judgecall.parser.areas.story import Story
from judgecall.parser.areas.zones import Zone
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Match
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, QueryKind, Scenario, Step

_ON_STACK = (
    "n:trigger ~ goes|go|sits|sat|went|put|is|waiting ~ n:stack", "n:trigger ~ n:stack", "with OWN? ~ n:trigger ~ n:stack",
    "in response to ~ OWN? ~ n:trigger", "v:respond ~ PRON? OWN? ~ n:trigger", "n:trigger resolves|resolving",
    "v:trigger ~ and|, ~ in response", "s:in_response ~ n:trigger", "n:trigger ~ waiting",
)  # fmt: skip
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
_STEP_OF: dict[str, Step] = {
    "beginning_of_upkeep": "upkeep",
    "beginning_of_combat": "beginning_of_combat",
    "beginning_of_end_step": "end_step",
}


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about an ability with a condition."""
    reader = TriggerReader(talk, context)
    candidate = reader.read()
    return [candidate] if candidate is not None else []


class TriggerReader:
    """Builds the story around one ability and what is asked of it."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.story = Story(talk, context)
        self.source = ""
        self.mention: Mention | None = None
        self.queries: list[Query] = []

    # ------------------------------------------------------------ whole

    def read(self) -> Candidate | None:
        """The reading, if there is such an ability and something is asked of it."""
        story = self.story
        if not self._find_source():
            return None
        self._recited()
        self._ordered_on_top()
        self._on_the_stack()
        self.story.land_drops()
        creatures_first(self)
        self._steps()
        for clause in self.talk.clauses:
            if story.asked(clause.verb) is None and not story.is_noun(clause):
                self._clause(clause)
        story.read_quantities()
        self._own_lands()
        ToldConditions(self).read()
        for zone in story.zones:
            self._ask(zone)
        if not self.queries or self._untold() or self._elsewhere():
            return None
        self._own_spell()
        self._settle_conditions()
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

    def _elsewhere(self) -> bool:
        """Its ability works from a zone that this reading says nothing about (a graveyard, a hand)."""
        thing = self.story.board.objects[self.source]
        told = any(
            e.kind in {"enter", "cast", "return", "play_land"} and self.source in e.subject
            for _, e in self.story.timeline
        )
        return thing.zone in {"graveyard", "hand", "exile", "library"} and not told and not self._is_spell()

    def _is_spell(self) -> bool:
        card = self.card()
        return card is not None and bool({"instant", "sorcery"} & set(card.faces[0].types))

    def _own_spell(self) -> None:
        """ "ritual of hope with coven, …": a spell that is asked about has been cast."""
        if self._is_spell() and not any(e.kind == "cast" and self.source in e.subject for _, e in self.story.timeline):
            self.story.add(0, Event("cast", (self.source,)))
            self.story.board.change(self.source, zone="hand")

    def _settle_conditions(self) -> None:
        """Where nothing waits on a stack, what was said of the condition holds at the one moment that counts."""
        facts = self.story.facts
        if self._is_spell() and "condition_at_trigger" in facts:
            facts.setdefault("condition_on_resolution", facts["condition_at_trigger"])
        if any(q.kind == "condition_true" for q in self.queries) and "different_powers_at_trigger" in facts:
            facts["different_powers"] = facts.pop("different_powers_at_trigger")

    def _really_triggers(self) -> None:
        """ "at 39 life in my upkeep, with the trigger on the stack": where all that counts was told, the step begins and it is seen."""
        you = self.story.players["you"]
        card = self.card()
        if (you.life is None and you.creatures != 0) or card is None:
            return
        awaited = [
            a.event.what
            for f in card.faces
            for a in f.abilities
            if isinstance(a, Triggered) and a.event is not None and a.condition is not None
        ]
        told = next(
            ((at, e) for at, e in self.story.timeline if e.kind == "trigger" and self.source in e.subject), None
        )
        if told is None or len(awaited) != 1 or awaited[0] not in _STEP_OF:
            return
        self.story.timeline.remove(told)
        self.story.timeline = [
            (at, msgspec.structs.replace(e, in_response=True) if at > told[0] else e) for at, e in self.story.timeline
        ]
        self.story.add(told[0], Event("step", at=_STEP_OF[awaited[0]]))

    def _begin_in_time(self) -> None:
        """A step has begun before anything that is told to happen in it."""
        for at, event in list(self.story.timeline):
            if event.kind == "step":
                first = min((i for i, e in self.story.timeline if e.at == event.at and e.kind != "step"), default=at)
                if first < at:
                    self.story.timeline.remove((at, event))
                    self.story.timeline.append((first - 1, event))

    # ------------------------------------------------------------ the ability's source

    def _find_source(self) -> bool:
        found = described_trigger(self.story)
        if found is not None:
            self.source = found
            return True
        named = [m for m in self.talk.mentions if m.cards and self._abilities(m)]
        if named:
            best = max(named, key=self._fitness)
            if self._fitness(best) <= 0:
                return False
            self.mention = best
            self.source = self.story.id(best, owner="you") or ""
            for other in named:
                if other.cards == best.cards:
                    self.story.id(other)
            return bool(self.source)
        return self._unnamed()

    def _abilities(self, mention: Mention) -> list[Ability]:
        card = self.talk.card(mention)
        if card is None:
            return []
        return [
            a
            for f in card.faces
            for a in f.abilities
            if isinstance(a, Triggered | Activated | SpellAbility | Unread)
            or (isinstance(a, Keyword) and a.name == "evolve")
            or (isinstance(a, Static) and a.condition is not None)
        ]

    def _fitness(self, mention: Mention) -> float:
        """How likely a named card's ability is the one asked about."""
        after = self.talk.words[mention.end : mention.end + 4]
        fit = 0.0
        card = self.talk.card(mention)
        assert card is not None
        spell = bool({"instant", "sorcery"} & set(card.faces[0].types))
        if any(w.is_("noun", "trigger", "coven", "ability") or w.lower in {"etb", ":"} for w in after):
            fit += 2
        if self.story.asked(mention.start):
            fit += 1.5
        abilities = self._abilities(mention)
        if any(
            isinstance(a, Triggered) or isinstance(a, Unread) and a.shape == "triggered" or isinstance(a, Keyword)
            for a in abilities
        ):
            fit += 1 if not spell else 0
        if spell and _own_if(abilities):
            fit += 1
        if any(
            getattr(a, "condition", None) is not None or getattr(a, "resolution_condition", None) is not None
            for a in abilities
        ):
            fit += 1
        if (
            spell
            and not _own_if(abilities)
            or "land" in card.faces[0].types
            and not any(isinstance(a, Triggered) for a in abilities)
        ):
            fit -= 1.5
        if any(c.frame == "activate" and mention in c.object for c in self.talk.clauses):
            fit += 2
        if any(
            c.frame == "cast" and mention in c.roles() and self.story.asked(c.verb) is None for c in self.talk.clauses
        ):
            fit -= 0.5
        return fit

    def _unnamed(self) -> bool:
        """ "my coven trigger", "my intervening if trigger", "my metalcraft creature's trigger": no card, only a condition."""
        match = self.story.find.first(
            "OWN? ~ intervening if ~ n:trigger|ability", "OWN? ~ intervening if", "OWN ~ n:coven n:trigger", "the n:coven n:trigger", "a n:coven n:trigger", "n:coven n:trigger",
            "OWN ~ metalcraft|threshold|delirium|morbid|raid|ferocious|hellbent n:trigger", "metalcraft|threshold|delirium|morbid|raid|ferocious|hellbent n:trigger",
        )  # fmt: skip
        if match is None:
            return False
        self.value = next(
            (w.lower for w in self.talk.words[match.start : match.end] if w.is_("noun", "coven") or w.is_("concept")),
            "",
        )
        self.story.use(match)
        self.source = self.story.create(
            GameObject("ability", said=f"{self.value or 'intervening if'} trigger", zone="nowhere", controller="you")
        )
        return True

    value = ""
    about = ""
    """The object whose size is asked, where it isn't the ability that is asked about."""

    # ------------------------------------------------------------ what happens

    def _recited(self) -> None:
        """ "Sheltered Valley: beginning of upkeep, if you control three or fewer lands …": the text of a named card, told again."""
        if self.mention is None:
            return
        start = self.mention.end
        if start >= len(self.talk.words) or self.talk.lowers[start] not in {":", "says", "reads", "-", "("}:
            return
        sentence = self.talk.words[start].sentence
        end = next(
            (i for i in range(start, len(self.talk.words)) if self.talk.words[i].sentence != sentence),
            len(self.talk.words),
        )
        words = self.talk.lowers[start:end]
        if "if" not in words or not (
            self.talk.words[start + 1].is_("moment") or words[1] in {"at", "when", "whenever"}
        ):
            return
        self.story.used |= set(range(start, end))
        self.story.passed |= {m.start for m in self.talk.mentions if start <= m.start < end}
        for clause in self.talk.clauses:
            if start <= clause.verb < end:
                clause.frame, clause.frames = "told", ()

    def _ordered_on_top(self) -> None:
        """ "I stack Braids on top": two abilities wait, so their step has begun."""
        card = self.card()
        for match in self.story.told(
            "v:assign|put CARD ~ on top",
            "v:assign|put CARD ~ trigger? ~ first|top",
            "stack|put CARD ~ n:trigger? on top",
        ):
            self.story.use(match)
            self.story.passed |= {m.start for m in match.mentions}
            for ability in (a for f in card.faces for a in f.abilities) if card else ():
                step = (
                    _STEP_OF.get(ability.event.what)
                    if isinstance(ability, Triggered | Unread) and ability.event
                    else None
                )
                if step is not None:
                    self.story.add(match.start, Event("step", at=step))
                    return

    def _own_lands(self) -> None:
        """ "I have 4 lands" counts the land in with the ability."""
        card = self.card()
        if card is None or "land" not in card.faces[0].types:
            return
        for mention in self.talk.mentions:
            id = self.story.board.of_mention.get(mention.start)
            if id is None or mention.head != "land" or (mention.count or 0) < 2 or "other" in mention.text:
                continue
            self.story.board.change(id, count=(mention.count or 2) - 1)
            return

    def _on_the_stack(self) -> None:
        """The question says that the ability triggered."""
        for match in self.story.told(*_ON_STACK):
            self.story.use(match)
            self._use_kind(match.start)
            if self.story.before(10_000, "trigger"):
                continue
            value = self.value or self._trigger_word(match.start)
            self.story.add(self._told_at(match), Event("trigger", (self.source,), value=value))
        if not self.story.before(10_000, "trigger"):
            for match in self.story.told(
                "CARD n:coven? n:trigger",
                "metalcraft|coven n:trigger",
                "CARD ~ n:trigger",
                "PRON v:trigger",
                "CARD v:trigger",
                "OWN n:trigger",
            ):
                if self.story.before(10_000, "trigger") or self._says_no(match.start):
                    continue
                if self.talk.words[match.end - 1].lower in {"triggers", "trigger"} and any(
                    self.talk.words[i].is_("conditional") for i in range(max(0, match.start - 1), match.end)
                ):
                    continue
                self.story.used |= {i for i in match.words if not self.talk.words[i].is_("noun", "coven") or True}
                self.story.add(
                    match.start, Event("trigger", (self.source,), value=self.value or self._trigger_word(match.start))
                )

    def _told_at(self, match: Match) -> int:
        """ "opp kills 1 in response to the trigger": the trigger came before what is told first."""
        answers = any(
            self.talk.words[i].is_("in_response") or self.talk.words[i].is_("verb", "respond") for i in match.words
        )
        if not answers:
            return match.start
        for i in match.words:
            if self.talk.words[i].is_("verb", "respond"):
                self.story.used.add(i)
        before = [
            c.verb
            for c in self.talk.clauses
            if c.verb < match.start
            and c.sentence == self.talk.words[match.start].sentence
            and not self.story.is_noun(c)
        ]
        return before[-1] if before else match.start

    def _use_kind(self, at: int) -> None:
        """The words before "trigger" that say which: "coven trigger", "the win trigger", "cast trigger"."""
        trigger = next(
            (i for i in range(at, min(at + 6, len(self.talk.words))) if self.talk.words[i].is_("noun", "trigger")), at
        )
        for i in range(max(0, trigger - 3), trigger):
            word = self.talk.words[i]
            if (
                word.is_("noun", "coven")
                or word.lower in {"metalcraft", "win", "etb", "landfall", "death", "cast", "the", "draw", "upkeep"}
                or word.is_("verb", "transform")
            ):
                self.story.used.add(i)

    def _says_no(self, i: int) -> bool:
        return any(self.talk.words[j].is_("negation") for j in range(max(0, i - 2), min(len(self.talk.words), i + 3)))

    def _trigger_word(self, at: int) -> str:
        """Which trigger of the card it is: "cast trigger", "etb trigger", "transform trigger"."""
        for word in self.talk.words[max(0, at - 2) : at + 2]:
            if word.is_("verb", "transform"):
                return "transform"
            if word.is_("verb", "cast") and not word.is_("noun"):
                return "casts"
            if word.is_("verb", "enter"):
                return "enters"
            if word.is_("verb", "die"):
                return "dies"
        return ""

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
        ):
            moment = next(
                (s.value for w in self.talk.words[match.start : match.end] for s in w.senses if s.kind == "moment"),
                "before_attack",
            )
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
        """In the text of a card that the question recites: "Sheltered Valley: beginning of upkeep, if you control …"."""
        start = next((j for j in range(i, -1, -1) if self.talk.lowers[j] in {":", "says", "reads"}), None)
        return (
            start is not None
            and "if" in self.talk.lowers[i : i + 6]
            and self.talk.words[start].sentence == self.talk.words[i].sentence
        )

    def _clause(self, clause: Clause) -> None:
        if set(clause.frames) & _ARRIVING and self._arrival(clause):
            self.story.used.add(clause.verb)
            self.story._use_around(clause)
            return
        if clause.frame == "activate" and self._activation(clause):
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
            for id in ids:
                story.board.change(id, zone="graveyard")
            story.add(clause.verb, Event("return", ids))
            return True
        things = [m for m in things if m.head not in {"spell", "ability"}][:1]
        if not things or clause.conditional and clause.frame == "cast":
            return False
        when = story._when(clause)
        thing = things[0]
        card = self.talk.card(thing) if thing.cards else None
        if card is not None and {"instant", "sorcery"} & set(card.faces[0].types):
            return self._spell(clause, thing, when)
        if thing.head in {"land"} and clause.frame == "cast" and thing.article not in {"a"}:
            return False
        if thing.power is not None:
            thing.article = "another"
        id = story.id(thing, owner="you")
        if (
            id is None
            or id == self.source
            and clause.frame == "cast"
            and not story.before(clause.verb, "trigger")
            and self._casts_itself(clause)
        ):
            return id is not None
        extra = [m for m in clause.object[1:] if m.head == "pronoun" or m.subtypes or m.head == "creature"]
        story.use(*[m for m in extra if m.start == thing.end])
        kind = "play_land" if thing.head == "land" else "enter"
        if not any(e.kind == "enter" and id in e.subject for _, e in story.timeline):
            story.add(clause.verb, Event(kind, (id,), **when))  # type: ignore[arg-type]
            story.board.change(id, zone="hand")
        return True

    def _casts_itself(self, clause: Clause) -> bool:
        """The spell whose own cast trigger is meant: it is on the stack."""
        self.story.add(clause.verb, Event("cast", (self.source,)))
        self.story.board.change(self.source, zone="hand")
        return True

    def _spell(self, clause: Clause, thing: Mention, when: dict[str, object]) -> bool:
        story = self.story
        ids, n = story.group([m for m in [*clause.on, *clause.into] if m.head != "player"])
        if n is not None and ids:
            ids = (story.board.split(ids[0], n),)
        spell = story.id(thing, owner="you")
        if spell is None:
            return False
        change = next((i for i in range(clause.verb, clause.end) if self.talk.words[i].kind == "change"), None)
        if change is not None:
            story.used.add(change)
        story.board.change(spell, zone="hand")
        story.add(clause.verb, Event("cast", (spell,), ids, **when))  # type: ignore[arg-type]
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

    def _counter_put(self, clause: Clause) -> bool:
        """ "her thing resolves, i put the counter on one of the tokens": the target of the ability, not one more counter."""
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

    def card(self) -> Card | None:
        """The facts of the source's card."""
        return self.story.card(self.source)

    def activated(self) -> bool:
        """Whether the story is about an activated ability of the source."""
        return self.story.before(10_000, "activate")

    def kinds(self) -> QueryKind:
        """The query that asks whether the ability does its thing."""
        return "ability_resolves" if self.activated() else "resolves_with_effect"


def _own_if(abilities: list[Ability]) -> bool:
    """A spell with an "if" of its own, read or not."""
    return any(
        isinstance(a, SpellAbility) and (a.condition is not None or any(isinstance(e, IfDo) for e in a.effects)) or isinstance(a, Unread)
        for a in abilities
    )  # fmt: skip


def creatures_first(reader: TriggerReader) -> None:
    """The board as it was before the story begins."""
    creatures(reader.story, arrivals=False)
