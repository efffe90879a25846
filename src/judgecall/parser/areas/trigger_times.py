"""When what is told of an ability happens: before its step, in response to it, and with what still on the board."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Triggered
from judgecall.parser.areas.trigger_source import STEP_OF, TriggerSource
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event

_PLACES = frozenset({"control", "side", "board", "field", "battlefield"})
"""What is a player's, where a creature comes in."""


class TriggerTimes(TriggerSource):
    """Puts events and facts in their time."""

    def _earlier(self) -> None:
        """ "at his end step, I lost 2 life earlier this turn": what was done before the step began."""
        for n, (at, event) in enumerate(self.story.timeline):
            if event.kind not in {"gain_life", "lose_life", "damage"} or event.in_response:
                continue
            ahead = self._before_a_step(at)
            if ahead:
                self.story.timeline[n] = (at - 10_000, msgspec.structs.replace(event, at=None))
                self.story.used |= ahead
                continue
            if event.at is not None:
                continue
            if self.talk.lowers[at] in {"lost", "gained"} and self._looks_back():
                self.story.timeline[n] = (at - 10_000, event)  # "at his end step, I lost 1 life": by then
                continue
            sentence = self.talk.words[at].sentence
            near = [
                i
                for i in range(max(0, at - 4), min(len(self.talk.words), at + 8))
                if self.talk.words[i].sentence == sentence
            ]
            if any(self.talk.words[i].is_("this_turn") or "earlier" in self.talk.lowers[i] for i in near):
                self.story.timeline[n] = (at - 10_000, event)
                self.story.used |= {i for i in near if "earlier" in self.talk.lowers[i]}

    def _looks_back(self) -> bool:
        """Whether its ability asks, as a step begins, what happened to life totals in the turn."""
        card = self.card()
        abilities = [a for f in (card.faces if card else ()) for a in f.abilities if isinstance(a, Triggered)]
        kinds = {a.condition.kind for a in abilities if a.condition is not None and a.event.what in STEP_OF}
        return bool(kinds & {"no_life_lost", "gained_life", "lost_life"})

    def _before_a_step(self, at: int) -> set[int]:
        """The words "before upkeep begins" behind a verb; none where it isn't told so."""
        for i in range(at + 1, min(at + 8, len(self.talk.words))):
            if self.talk.words[i].sentence != self.talk.words[at].sentence:
                return set()
            if self.talk.words[i].is_("before"):
                found = {j for j in range(i + 1, min(i + 4, len(self.talk.words))) if self.talk.words[j].is_("moment")}
                behind = min(found, default=i) + 1
                begins = {behind} if self.talk.lowers[behind : behind + 1] in (["begins"], ["starts"]) else set()
                return {i} | found | begins if found else set()
        return set()

    def _came_too_late(self) -> bool:
        """ "at end step, I gained life earlier but it was cast after": whether it was there as the step began is open."""
        step = next((at for at, e in self.story.timeline if e.kind == "step"), None)
        came = [
            at
            for at, e in self.story.timeline
            if e.kind in {"cast", "enter"} and self.source in e.subject and not e.in_response and e.at is None
        ]
        return step is not None and bool(came) and came[0] > step

    def _own_condition(self) -> None:
        """ "Candlegrove Witch coven: …", "the coven ability": which of its abilities is meant."""
        card = self.card()
        kinds = {
            getattr(getattr(a, "condition", None), "kind", "")
            for f in (card.faces if card else ())
            for a in f.abilities
        }
        for i, word in enumerate(self.talk.words):
            if "coven" not in kinds or not word.is_("noun", "coven"):
                continue
            after = self.talk.words[i + 1] if i + 1 < len(self.talk.words) else None
            before = self.talk.inside(i - 1) if i else None
            named = before is not None and (
                bool(before.cards) or self.story.board.of_mention.get(before.start) == self.source
            )
            if (after is not None and after.is_("noun", "ability", "trigger")) or (
                named and after is not None and after.kind == "mark"
            ):
                self.story.used.add(i)

    def _entered_one(self) -> None:
        """ "Valakut trigger on the stack, six Mountains": the one that set it off is among them, and isn't one of the "others"."""
        card = self.card()
        told = next(
            ((at, e) for at, e in self.story.timeline if e.kind == "trigger" and self.source in e.subject), None
        )
        if told is None or card is None or self.story.before(10_000, "enter", "play_land"):
            return
        for ability in (a for f in card.faces for a in f.abilities if isinstance(a, Triggered)):
            condition = ability.condition
            if condition is None or condition.of is None or not condition.of.other or ability.event.what != "enters":
                continue
            for id, thing in list(self.story.board.objects.items()):
                if set(condition.of.subtypes) & set(thing.subtypes) and (thing.count or 0) > 1:
                    self.story.board.change(id, count=(thing.count or 2) - 1)
                    new = self.story.create(msgspec.structs.replace(thing, count=1, zone="hand"))
                    self.story.add(told[0] - 1, Event("play_land" if "land" in thing.types else "enter", (new,)))
                    return

    def _left_with(self) -> None:
        """ "i'm left with the cavalry and a 2/2": that is all there is."""
        for match in self.story.told("left with ~ OBJ", "leaving ~ YOU? with? ~ OBJ"):
            self.story.use(match)
            you = self.story.players["you"]
            self.story.players["you"] = msgspec.structs.replace(you, only_named=True)

    def _settle_conditions(self) -> None:
        """Where nothing waits on a stack, what was said of the condition holds at the one moment that counts."""
        facts = self.story.facts
        if self._is_spell() and "condition_at_trigger" in facts:
            facts.setdefault("condition_on_resolution", facts["condition_at_trigger"])
        if any(q.kind == "condition_true" for q in self.queries) and "different_powers_at_trigger" in facts:
            facts["different_powers"] = facts.pop("different_powers_at_trigger")

    def _respond_to_it(self) -> None:
        """ "he bolts me in response to the trigger": what is responded to is there first, however late it is told."""
        self._on_the_stack_after_cast()
        told = next(
            ((at, e) for at, e in self.story.timeline if e.kind == "trigger" and self.source in e.subject), None
        )
        first = min((at for at, e in self.story.timeline if e.in_response), default=None)
        if told is not None and first is not None and first < told[0]:
            self.story.timeline.remove(told)
            self.story.timeline.append((first - 1, told[1]))

    def arrives_under(self, clause: Clause, thing: Mention) -> str:
        """Who controls what comes in: whoever casts it, or "under my opponent's control", "on his side"."""
        if thing.owner in {"you", "opp"}:
            return thing.owner
        words = self.talk.words
        for i in range(clause.verb + 1, len(words)):
            if words[i].sentence != clause.sentence or self.story.asked(i) is not None:
                break
            last = next((j for j in range(i + 1, min(i + 5, len(words))) if words[j].lower in _PLACES), None)
            if words[i].lower not in {"under", "on", "onto"} or last is None:
                continue
            whose = [s.value for w in words[i:last] for s in w.senses if s.kind == "player"]
            if whose:
                self.story.used |= set(range(i, last + 1))
                return whose[0]
        doer = next((m.player for m in clause.subject if m.head == "player"), None)
        return doer if doer == "opp" and clause.frame in {"cast", "put", "return", "fetch"} else "you"

    def _on_the_stack_after_cast(self) -> None:
        """ "I cast Knight, … With the trigger on the stack he …": not the spell is responded to, but what it brought about."""
        cast = any(e.kind == "cast" and self.source in e.subject for _, e in self.story.timeline)
        if not cast or self._is_spell() or self.story.before(10_000, "trigger"):
            return
        for i, word in enumerate(self.talk.words):
            if word.is_("in_response") and "trigger" in word.lower.split() and self.story.asked(i) is None:
                self.story.add(i, Event("trigger", (self.source,)))
                return

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
        if told is None or len(awaited) != 1 or awaited[0] not in STEP_OF:
            return
        self.story.timeline.remove(told)
        self.story.timeline = [
            (at, msgspec.structs.replace(e, in_response=True) if at > told[0] else e) for at, e in self.story.timeline
        ]
        first = min((at for at, e in self.story.timeline if e.in_response), default=told[0] + 1)
        self.story.add(min(told[0], first - 1), Event("step", at=STEP_OF[awaited[0]]))

    def _begin_in_time(self) -> None:
        """A step has begun before anything that is told to happen in it."""
        for at, event in list(self.story.timeline):
            if event.kind == "step":
                first = min((i for i, e in self.story.timeline if e.at == event.at and e.kind != "step"), default=at)
                if first < at:
                    self.story.timeline.remove((at, event))
                    self.story.timeline.append((first - 1, event))

    def _recites_activation(self, clause: Clause) -> bool:
        """ "coven needed to activate", "says activate only with coven": what the card asks, not what happened."""
        near = (
            self.talk.lowers[max(0, clause.verb - 4) : clause.verb]
            + self.talk.lowers[clause.verb + 1 : clause.verb + 3]
        )
        needs = {"needed", "needs", "need", "required", "requires", "only", "says", "must"}
        if not needs & set(near) or any(m.head == "player" for m in clause.subject):
            return False
        sentence = [
            i for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence and self.story.asked(i) is None
        ]
        for i in sentence:
            if self.talk.words[i].is_("noun", "coven") or self.talk.lowers[i] in needs | {
                "if",
                "with",
                "to",
                "while",
                "have",
                "you",
            }:
                self.story.used.add(i)
        self.story.used.add(clause.verb)
        clause.frame, clause.frames = "told", ()
        return True
