"""How a double-faced card stands before anything happens: which face is up, where it is, what is told of the turn."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword, Triggered
from judgecall.parser.areas.daylight import tell_daylight
from judgecall.parser.areas.face_subject import FaceSubject
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, Step, Zone

_ZONES: dict[str, Zone] = {
    "graveyard": "graveyard",
    "hand": "hand",
    "exile": "exile",
    "stack": "stack",
    "battlefield": "battlefield",
}


_SPELL_ON_TOP = "instant or sorcery card revealed this way"
"""The condition of a trigger that looks at the top card of a library and turns its permanent over for an instant or sorcery."""
_LOOKING = frozenset({"reveal", "reveals", "revealed", "revealing", "top", "look", "looked", "looks", "see", "saw", "show", "shows", "showed", "find", "found"})  # fmt: skip
_CARD_TYPES = frozenset({"instant", "sorcery", "land", "creature", "artifact", "enchantment", "planeswalker"})
_OF_FACES = frozenset({"daybound", "nightbound"})


class FaceState(FaceSubject):
    """Reads the state of the subject."""

    def _state_of_subject(self) -> None:
        """ "is flipped", "is on its night side", "in my yard", "the land side", "my Captain is a human"."""
        find, story = self.story.find, self.story
        for match in story.told(
            "OBJ which|that is|was ~ v:transform",
            "ANY is|was ~ v:transform",
            "ANY is|was|that ~ on ~ its|the|his? ~ night|back n:side?",
            "ANY is|was|that ~ on ~ its|the ~ n:back",
            "OBJ is|was ~ n:back n:side? ~ up",
        ):
            if (
                match.mentions
                and self.is_subject(match.mentions[0])
                and not any(self.talk.words[i].is_("conditional") for i in match.words)
            ):
                story.board.change(self.subject, face="back")
                story.use(match)
                self._told(match.start, match.end)
        for match in story.told("ANY ~ in OWN? ~ n:graveyard", "ANY ~ in OWN? n:hand", "PRON ~ in OWN? ~ n:graveyard"):
            if match.mentions and self.is_subject(match.mentions[0]) and not story.timeline:
                zone = next(
                    s.value
                    for w in self.talk.words[match.start : match.end]
                    for s in w.senses
                    if s.kind == "noun" and s.value in _ZONES
                )
                story.board.change(self.subject, zone=_ZONES[zone])
                story.use(match)
        for match in story.told(
            "( ~ OBJ n:side )", "( ~ n:back n:side? )", "( ~ n:front n:side? )", "on ~ n:battlefield"
        ):
            words = self.talk.words[match.start : match.end]
            if any(w.is_("noun", "front") for w in words):
                story.board.change(self.subject, face="front")
            elif any(w.is_("noun", "back") for w in words) or (
                match.mentions and self.names_face(match.mentions[0]) == "back"
            ):
                story.board.change(self.subject, face="back")
            story.passed |= {m.start for m in match.mentions}
            story.use(match)
        for match in story.told("CARD makes ~ OBJ ~ every ~ n:creature? n:type"):
            story.use(match)
            story.passed |= {m.start for m in match.mentions}
            self._told(match.start, match.end)
        for match in find.all("ANY is|are ~ BARE", "( ~ CARD , BARE )", "makes all ~ OBJ ~ every type"):
            kinds = [s for m in match.mentions[-1:] for s in m.subtypes]
            if match.mentions and self.is_subject(match.mentions[0]) and kinds and story.asked(match.start) is None:
                thing = story.board.objects[self.subject]
                story.board.change(self.subject, subtypes=(*thing.subtypes, *kinds))
                story.use(match)
                story.passed.add(match.mentions[-1].start)

    def _described(self) -> None:
        """Descriptions of one of its faces, told along the way: "(Westvale Cult Leader, a human)", "the other face is a sorcery"."""
        for mention in self.talk.mentions:
            if (
                self.story.asked(mention.start) is not None
                or mention.head in {"player", "pronoun"}
                or mention.start in self.story.passed
            ):
                continue
            lead = self.talk.lowers[mention.start - 1] if mention.start else ""
            if not mention.cards and mention.article in {"the", "this", "that"} and self.is_subject(mention):
                self.story.board.of_mention[mention.start] = self.subject
                self.story.use(mention)
                continue
            if (
                mention.subtypes
                and self.names_face(mention) == ""
                and lead in {",", "(", "is", "a"}
                and self._shares_type(mention)
            ):
                self.story.use(mention)
            elif self.names_face(mention) and (
                mention in self.results or lead in {"is", ",", "(", "with", "into", "as"}
            ):
                self.story.passed.add(mention.start)
                self.story.use(mention)

    def _known_keywords(self) -> None:
        """ "it's daybound", "(disturb)": a keyword that its card has anyway tells nothing new."""
        card, thing = self.card, self.story.board.objects[self.subject]
        printed = {a.name for f in (card.faces if card else ()) for a in f.abilities if isinstance(a, Keyword)}
        printed |= {a.name for a in thing.abilities if isinstance(a, Keyword)}
        for i, word in enumerate(self.talk.words):
            if word.is_("keyword", *(printed & _OF_FACES)) and self.story.asked(i) is None:
                self.story.used.add(i)

    def _shares_type(self, mention: Mention) -> bool:
        printed = {s for f in (self.card.faces if self.card else ()) for s in f.subtypes}
        return set(mention.subtypes) <= printed

    def _told(self, start: int, end: int) -> None:
        """Clauses in these words are read already."""
        for clause in self.talk.clauses:
            if start <= clause.verb < end:
                self.story.used.add(clause.verb)
                clause.frame, clause.frames = "told", ()

    def _facts(self) -> None:
        story = self.story
        tell_daylight(story)
        for match in story.told("becomes|became|turned|turns|turning ~ night|day", "night|day falls|fell|comes|came"):
            words = self.talk.lowers[match.start : match.end]
            name = "night" if "night" in words else "day"
            story.facts.pop("day" if name == "night" else "night", None)  # what it became last is what it is
            story.facts[name] = "yes"
            story.use(match)
        for match in story.told("N + n:land", "more than BARE", "N or more n:land", "BARE + "):
            number = (
                match.numbers[0]
                if match.numbers
                else (match.mentions[0].count or 0)
                if match.mentions and match.mentions[0].head == "land"
                else 0
            )
            if number:
                extra = 1 if "more" in self.talk.lowers[match.start : match.end] and match.mentions else 0
                story.players["you"] = type(story.players["you"])("you", lands=number + extra)
                story.passed |= {m.start for m in match.mentions}
                story.use(match)
        for mention in self.talk.mentions:
            if (
                mention.head == "land"
                and (mention.count or 0) > 1
                and mention.start not in story.passed
                and story.players["you"].lands is None
            ):
                story.players["you"] = type(story.players["you"])("you", lands=mention.count)
                story.use(mention)
        for match in story.told("m:upkeep", "m:end_step ~ comes|begins|starts? ~ n:trigger?"):
            story.use(match)
            step: Step = (
                "upkeep"
                if any(w.is_("moment", "upkeep") for w in self.talk.words[match.start : match.end])
                else "end_step"
            )
            if not story.before(10_000, "step") and not self._dated(match.start):
                story.add(match.start, Event("step", at=step))
        for match in story.told("revealed|reveal ~ OBJ ~ on? ~ both? ~ of? PRON?", "revealed|reveal ~ OBJ"):
            if match.mentions[0].head in {"instant", "sorcery"}:
                story.facts["condition_on_resolution"] = "yes"
                story.use(match)
        self._top_card()
        for match in story.told("( N or less|fewer ~ n:loyalty )", "N or less|fewer ~ n:loyalty"):
            story.use(match)  # why it turns over
        story.read_quantities()
        for match in story.told(
            "front ~ n:side? ~ costs ~ N ~ n:mana?", "n:front ~ costs ~ N ~ n:mana?", "front ~ n:mana_value ~ N"
        ):
            story.board.change(self.subject, mana_value=match.numbers[0])
            story.use(match)

    def _top_card(self) -> None:
        """ "the trigger reveals Brainstorm", "the top card is a land": what a card that turns over for a spell on top finds."""
        card = self.card
        wanted = any(
            isinstance(a, Triggered) and a.resolution_condition and a.resolution_condition.counter == _SPELL_ON_TOP
            for a in (card.faces[0].abilities if card else ())
        )
        if not wanted or "condition_on_resolution" in self.story.facts:
            return
        for m in self.talk.mentions:
            row = range(max(0, m.start - 9), m.start)
            looked = [
                i
                for i in row
                if self.talk.words[i].sentence == self.talk.words[m.start].sentence
                and (self.talk.lowers[i] in _LOOKING or self.talk.words[i].is_("verb", "reveal"))
            ]
            found = self.talk.card(m) if m.cards and not self.is_subject(m) else None
            types = set(found.faces[0].types) if found is not None else {m.head} & _CARD_TYPES if not m.cards else set()
            behind = self.talk.words[m.end : m.end + 4]
            shown = bool(types) and any(
                w.lower in {"reveal", "revealed", "on top"} or (w.lower == "top" and m.sentence == w.sentence)
                for w in behind
            )
            if (
                not types
                or not (looked or shown)
                or any(self.talk.words[i].is_("negation") for i in row if i >= m.start - 3)
            ):
                continue
            self.story.facts["condition_on_resolution"] = "yes" if types & {"instant", "sorcery"} else "no"
            self.story.use(m)
            self.story.passed.add(m.start)
            near = range(min(looked, default=m.start), min(m.end + 4, len(self.talk.words)))
            self.story.used |= {
                i
                for i in near
                if self.talk.lowers[i] in _LOOKING | {"card", "library", "reveal", "revealed", "conditional", "if"}
                or self.talk.words[i].is_("verb", "reveal")
            }
            self.about_faces = True
            return

    def _dated(self, i: int) -> bool:
        """ "set to flip next upkeep", "before that upkeep comes": a step that is still to come."""
        return bool(set(self.talk.lowers[max(0, i - 3) : i]) & {"next", "before", "until", "that"})
