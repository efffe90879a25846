"""Which ability a question is about: of a named card, described in its own words, or none in particular."""

from __future__ import annotations

from judgecall.cards.abilities import Ability, Activated, Card, IfDo, Keyword, SpellAbility, Static, Triggered, Unread
from judgecall.parser.areas.asked_keywords import TRIGGERED, TRIGGERED_WORD, own_keywords
from judgecall.parser.areas.described import described_trigger
from judgecall.parser.areas.story import Story
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import ORDINALS, Match
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, QueryKind, Scenario, Step

_ON_STACK = (
    "n:trigger ~ goes|go|sits|sat|went|put|is|waiting ~ n:stack", "n:trigger ~ n:stack", "with OWN? ~ n:trigger ~ n:stack",
    "in response to ~ OWN? ~ n:trigger", "v:respond ~ PRON? OWN? ~ n:trigger", "n:trigger resolves|resolving", "n:ability v:trigger",
    "v:trigger ~ and|, ~ in response", "s:in_response ~ n:trigger", "n:trigger ~ waiting",
)  # fmt: skip
STEP_OF: dict[str, Step] = {
    "beginning_of_upkeep": "upkeep",
    "beginning_of_combat": "beginning_of_combat",
    "beginning_of_end_step": "end_step",
}


class TriggerSource:
    """Finds the ability's source and what the question says of its having triggered."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.story = Story(talk, context)
        self.source = ""
        self.mention: Mention | None = None
        self.queries: list[Query] = []
        self.vague = False
        """A spell is cast of which too little is told."""

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
            self.source = self.story.id(best, owner=self._had_by(best) or "you") or ""
            for other in named:
                if other is not best and other.start and ORDINALS.get(self.talk.lowers[other.start - 1], 1) > 1:
                    other.article = "another"  # "a second Experiment One"
                elif other.cards == best.cards and other.article != "another":
                    self.story.id(other)
            return bool(self.source)
        return self._unnamed()

    def _had_by(self, source: Mention) -> str | None:
        """ "he has Felidar Sovereign": whose the card is, wherever that is said of it."""
        named = [m for m in self.talk.mentions if m.cards == source.cards]
        told = [
            m.player
            for c in self.talk.clauses
            if c.frame in {"have", "control"} and not c.question and any(n in c.object for n in named)
            for m in c.subject
            if m.head == "player" and m.player in {"you", "opp"}
        ]
        return next((m.owner for m in named if m.owner), None) or next(iter(told), None)

    def _abilities(self, mention: Mention) -> list[Ability]:
        card = self.talk.card(mention)
        if card is None:
            return []
        return [
            a
            for f in card.faces
            for a in f.abilities
            if isinstance(a, Triggered | Activated | SpellAbility | Unread)
            or (isinstance(a, Keyword) and a.name in TRIGGERED)
            or (isinstance(a, Static) and a.condition is not None)
        ]

    def _fitness(self, mention: Mention) -> float:
        """How likely a named card's ability is the one asked about."""
        after = self.talk.words[mention.end : mention.end + 4]
        stop = next((k for k, w in enumerate(after) if w.lower in {".", "?", "!", ";"}), len(after))
        after = after[:stop]  # "I cast Sol Ring. trigger?" is not about the Ring's
        fit = 0.0
        card = self.talk.card(mention)
        assert card is not None
        spell = bool({"instant", "sorcery"} & set(card.faces[0].types))
        abilities = self._abilities(mention)
        triggers = any(
            isinstance(a, Triggered) or (isinstance(a, Unread) and a.shape == "triggered") or isinstance(a, Keyword)
            for a in abilities
        )
        beside = [w for w in after if w.is_("noun", "trigger", "coven", "ability") or w.lower in {"etb", ":"}]
        if any(triggers or not w.is_("noun", "trigger") for w in beside):
            fit += 2  # "I cast Sol Ring, trigger?" is not about the Ring's, which has none
        if self.story.asked(mention.start):
            fit += 1.5
        if triggers:
            fit += 1 if not spell else 0
        if spell and _own_if(abilities):
            fit += 1
        if any(
            getattr(a, "condition", None) is not None or getattr(a, "resolution_condition", None) is not None
            for a in abilities
        ):
            fit += 1
        if (spell and not _own_if(abilities)) or (
            "land" in card.faces[0].types and not any(isinstance(a, Triggered) for a in abilities)
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
        if match is None and "condition" in self.talk.lowers:
            match = self.story.find.first("OWN|the|a|this ~ n:trigger|ability", "n:trigger", "the n:ability")
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

    def _recited(self) -> None:
        """ "NAME: at my upkeep, if I have no cards in hand …": the text of a named card, told again."""
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

    def _text_told(self) -> None:
        """ "it says five other Mountains": words of the card, which aren't things on the board."""
        for i, lower in enumerate(self.talk.lowers):
            before = self.talk.inside(i - 1) if i else None
            whose = before is not None and (before.head == "pronoun" or bool(before.cards))
            if lower not in {"says", "reads", "say"} or not (
                whose or self.talk.lowers[i - 1] in {"card", "text", "it"}
            ):
                continue
            for mention in self.talk.mentions:
                if (
                    mention.start > i
                    and mention.sentence == self.talk.words[i].sentence
                    and self.story.asked(mention.start) is None
                ):
                    self.story.passed.add(mention.start)
                    self.story.use(mention)

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
                    STEP_OF.get(ability.event.what)
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
            if not set(mention.subtypes) <= set(card.faces[0].subtypes):
                continue  # Valakut is none of the Mountains
            self.story.board.change(id, count=(mention.count or 2) - 1)
            return

    def _on_the_stack(self) -> None:
        """The question says that the ability triggered."""
        for match in self.story.told(
            f"s:in_response ~ {TRIGGERED_WORD} n:trigger?",
            f"{TRIGGERED_WORD} ~ v:trigger",
            f"{TRIGGERED_WORD} ~ n:trigger? ~ goes|put|is|with|on ~ n:stack",
        ):
            own = own_keywords(self.card())
            of_it = any(self.talk.words[i].is_("keyword", *own) for i in match.words) if own else False
            if not of_it or self._says_no(match.start):
                continue
            self.story.use(match)
            # "the evolve trigger" is no creature that has evolve.
            self.story.passed |= {m.start for m in self.talk.mentions if m.end - 1 in match.words and not m.cards}
            if not self.story.before(10_000, "trigger"):
                self.story.add(self._told_at(match), Event("trigger", (self.source,)))
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
                self.story.use(match)
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

    def _is_spell(self) -> bool:
        card = self.card()
        return card is not None and bool({"instant", "sorcery"} & set(card.faces[0].types))

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
        (isinstance(a, SpellAbility) and (a.condition is not None or any(isinstance(e, IfDo) for e in a.effects))) or isinstance(a, Unread)
        for a in abilities
    )  # fmt: skip
