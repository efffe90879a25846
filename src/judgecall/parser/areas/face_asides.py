"""What happens to a double-faced card without a verb that tells of it: "Moonmist on my werewolf", "trigger on the stack"."""

from __future__ import annotations

from judgecall.cards.abilities import Triggered
from judgecall.parser.areas.face_events import FaceEvents
from judgecall.parser.areas.face_spells import flickers
from judgecall.scenario.model import Event, EventKind


class FaceAsides(FaceEvents):
    """Reads events that stand in no clause of their own."""

    def _loose_events(self) -> None:
        """Events without a verb: "Ghostly Flicker on my Pathway", "a second Moonmist", "trigger on the stack"."""
        story = self.story
        for match in story.told("CARD on ~ ANY", "second|another ~ CARD", "CARD : "):
            tool = match.mentions[0]
            card = self.talk.card(tool)
            if (
                card is None
                or tool.start in story.passed
                or self._double_faced(tool)
                or story.board.of_mention.get(tool.start) == self.subject
            ):
                continue
            on = match.mentions[1] if len(match.mentions) > 1 else None
            if (on is not None and not self.is_subject(on)) or (story.before(10_000, "cast") and on is not None):
                continue
            if match.mentions and self.talk.lowers[match.end - 1] == ":":
                continue
            if self.apply_card(card, match.start, on is not None, {}):
                story.use(match)
                story.passed.add(tool.start)
        for match in story.told(
            "v:transform n:trigger ~ n:stack?",
            "n:trigger ~ n:stack",
            "ANY 's? v:transform? n:trigger ~ on? n:stack",
            "ANY ~ m:upkeep n:trigger v:trigger twice",
            "v:transform n:trigger",
        ):
            if not any(self.talk.words[i].is_("noun", "trigger") for i in match.words) or story.before(
                10_000, "trigger"
            ):
                continue
            twice = self.talk.says("twice", "two times", "copied it")
            story.use(match)
            story.add(match.start, Event("trigger", (self.subject,), value="transform", n=2 if twice else None))
            self.about_faces = True
        for match in story.told(
            "went|goes|go back to ~ OWN? ~ n:hand", "back to ~ OWN? ~ n:hand", "back in OWN? ~ n:hand"
        ):
            story.use(match)
            story.add(match.start, Event("leave", (self.subject,), how="bounced"))
            for clause in self.talk.clauses:
                if clause.frame == "deal" and clause.sentence == self.talk.words[match.start].sentence:
                    story.used.add(clause.verb)
        for match in story.find.all("blinked|flickered|cloudshifted|bounced|reanimated CARD"):
            before = self.talk.lowers[match.start - 1] if match.start else ""
            if (
                story.asked(match.start) is None
                or not self.is_subject(match.mentions[0])
                or not (before in {"a", "my", "the", "his"} or "my" in before)
            ):
                continue
            kinds: dict[str, EventKind] = {"bounced": "leave", "reanimated": "return"}
            kind = kinds.get(self.talk.lowers[match.start], "blink")
            story.add(match.start, Event(kind, (self.subject,), how="bounced" if kind == "leave" else ""))
            story.use(match)
            self.about_faces = True
        for match in story.told("became|becomes|become|turned|turns into? ~ ANY", "was|is now ANY"):
            # "my delver became an insectile aberration, then …"
            into = match.mentions[-1]
            side = self.names_face(into)
            thing = story.board.objects[self.subject]
            if not side or thing.copy_of is not None or story.before(10_000, "transform") or into.start in story.passed:
                continue
            if self.card is None or self.card.layout != "transform" or thing.face is not None or not into.cards:
                continue
            if side == "back":
                story.add(match.start, Event("transform", (self.subject,)))
                story.use(match)
                story.passed.add(into.start)
                self.about_faces = True
        if self.talk.has("keyword", "disturb") and any(
            w.is_("keyword", "disturb") and story.asked(i) is None for i, w in enumerate(self.talk.words)
        ):
            self._disturb(0)
        for i, lower in enumerate(self.talk.lowers):
            if lower == "disturbed":
                story.board.change(self.subject, face="back", zone="battlefield")
                story.used.add(i)
                self.about_faces = True
        self._last_chapter()

    def _last_chapter(self) -> None:
        """ "chapter 3 resolves": the one of a Saga that turns it over."""
        story, card = self.story, self.card
        chapters = [
            a
            for a in (card.faces[0].abilities if card else ())
            if isinstance(a, Triggered) and a.event.what == "chapter"
        ]
        if not chapters or story.before(10_000, "blink", "return", "trigger", "transform"):
            return
        last = max(n for a in chapters for n in a.event.numbers)
        turning = [a for a in chapters if last in a.event.numbers and any(flickers(e) for e in a.effects)]
        for match in story.told(
            "chapter ~ N ~ resolves|resolve|resolved?", "third|last|final ~ chapter ~ resolves|resolve|resolved?"
        ):
            if not turning or match.numbers not in {(), (last,)}:
                continue
            story.use(match)
            story.add(match.start, Event("trigger", (self.subject,), value="transform"))
            self.about_faces = True
            return
