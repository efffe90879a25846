"""Questions about double-faced cards: which face is up, what comes back and where from, what may be played, what transforms.

One card is the subject. Its names (front, back, cut short) are the same object, unless one of them says what it turns into
or comes back as. What happens to it is told in order, and each part that asks becomes a query.
"""

from __future__ import annotations

from judgecall.parser.areas.card_verbs import does, may_hit
from judgecall.parser.areas.face_asides import FaceAsides
from judgecall.parser.areas.face_questions import FaceAsker
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Scenario

_EVENTFUL = frozenset({"deal", "return", "enter", "cast", "take", "steal", "attack", "block", "fight", "copy", "activate", "counter", "bounce", "exile", "die",
                       "kill", "sacrifice", "transform", "blink"})  # fmt: skip


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about a double-faced card."""
    reader = FaceReader(talk, context)
    candidate = reader.read()
    return [candidate] if candidate is not None else []


class FaceReader(FaceAsides):
    """Builds the subject, what happens to it, and the queries."""

    # ------------------------------------------------------------ whole

    def read(self) -> Candidate | None:
        """The reading, if a double-faced card is its subject and something is asked of it."""
        if not self._find_subject():
            return None
        self._state_of_subject()
        self._described()
        self._known_keywords()
        self._facts()
        self.base = self.subject
        original = self.story.board.objects[self.base]
        supposed = self._suppositions()
        for clause in self.talk.clauses:
            if self.story.asked(clause.verb) is None and not self.story.is_noun(clause) and clause.verb not in supposed:
                self._clause(clause)
        self._removed_by_spells()
        self._loose_events()
        self.story.turning_back(self.subject)
        asker = FaceAsker(self)
        for n, zone in enumerate(self.story.zones):
            self.subject = self._supposing(n, supposed, original)
            query = asker.ask(zone)
            self.subject = self.base
            if query is not None and query not in self.queries:
                self.queries.append(query)
            elif query is None and len(self.story.zones) > 1 and supposed:
                return None  # one part of several that isn't understood leaves the order of the answers open
        if not self.queries or not (self.about_faces or self._untypical()) or self._untold() or not self.story.repeat():
            return None
        story = self.story
        if story.board.objects[self.subject].face == "back" or story.board.objects[self.subject].copy_of is not None:
            # It knows which face is meant, which a reading of the card alone doesn't.
            story.doubts -= 1.0
        return Candidate(
            story.scenario(self.queries),
            "faces",
            story.used,
            story.doubts,
            tuple(story.board.guessed),
            tuple(story.board.ambiguous),
        )

    def _removed_by_spells(self) -> None:
        """ "opponent doom blades it", "they cast Murder on it": what such a spell does, where it surely may target it."""
        card = self.story.board.objects[self.subject].card
        subject = self.talk.cards.get(card) if card else None
        for at, event in list(self.story.timeline):
            if event.kind != "cast" or event.target != (self.subject,) or len(event.subject) != 1:
                continue
            name = self.story.board.objects[event.subject[0]].card
            spell = self.talk.cards.get(name) if name else None
            if spell is not None and subject is not None and does(spell) and may_hit(spell, subject):
                self.story.add(at, Event("leave", (self.subject,), how=does(spell)))

    def _suppositions(self) -> dict[int, int]:
        """Of several parts: which verb belongs to the condition of which part ("what happens if it gets blinked")."""
        zones = self.story.zones
        if len(zones) < 2:
            return {}
        found: dict[int, int] = {}
        for n, zone in enumerate(zones):
            until = zones[n + 1].start if n + 1 < len(zones) else len(self.talk.words)
            for clause in self.talk.clauses:
                told = (
                    zone.end <= clause.verb < until
                    and self.talk.words[clause.verb].sentence == self.talk.words[zone.start].sentence
                )
                if told and clause.conditional and not self.story.is_noun(clause):
                    found[clause.verb] = n
        return found

    def _supposing(self, n: int, supposed: dict[int, int], original: GameObject) -> str:
        """The subject of one part: a copy of its own where the part supposes something."""
        clauses = [c for c in self.talk.clauses if supposed.get(c.verb) == n]
        if not clauses:
            return self.base
        self.subject = self.story.create(original)
        for clause in clauses:
            self._clause(clause)
        return self.subject

    def _untypical(self) -> bool:
        """A double-faced card alone doesn't make a question one about faces."""
        thing = self.story.board.objects[self.subject]
        return (
            thing.face == "back"
            or thing.copy_of is not None
            or any(e.kind in {"transform", "blink", "return"} for _, e in self.story.timeline)
        )

    def _untold(self) -> bool:
        return any(
            c.frame in _EVENTFUL and "resolve" not in c.frames and c.verb not in self.story.used and not self.story.is_noun(c)
            and self.story.asked(c.verb) is None and self.talk.inside(c.verb) is None
            for c in self.talk.clauses
        )  # fmt: skip
