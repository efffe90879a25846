"""Questions about melding: whether the two halves meld after all, and what becomes of the one when the other is gone."""

from __future__ import annotations

from functools import cached_property

import msgspec

from judgecall.cards.abilities import Activated, Card, IfDo, Meld, Triggered
from judgecall.parser.areas.story import Story
from judgecall.parser.areas.story_events import LEAVES
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_MELDING = ("meld", "melds", "melded", "melding")
_LEAVING = {**LEAVES, "deal": "dies"}
_FILLING = frozenset({"ability", "trigger", "mana", "all", "the", "resolves", "resolve", "both", "them", "still", "do", "does", "they", "it", "get", "gets", "anyway",
                      "up", "my", "a", "an", "of", "back", "hand", "to", "and", "together", "with", "into", "or", "copy", "token"})  # fmt: skip


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about melding."""
    del context
    if not any(lower in _MELDING for lower in talk.lowers):
        return []
    candidate = MeldReader(talk).read()
    return [candidate] if candidate is not None else []


class MeldReader:
    """Finds the pair, what happens to either half, and what is asked."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.story = Story(talk)
        self.ids: dict[str, str] = {}
        """The object of each half, by its card's name."""

    def read(self) -> Candidate | None:
        """The reading, if two halves of one pair are spoken of and it is asked whether they meld."""
        pair = self._pair()
        zones = [z for z in self.story.zones if self._asks(z)]
        if pair is None or len(zones) != 1 or len(self.story.zones) != 1:
            return None
        melding, other = pair
        for card in pair:
            front = card.name.partition(" // ")[0]
            self.ids[card.name] = self.story.create(
                GameObject(front, said=front, card=card.name, controller="you", types=card.faces[0].types)
            )
        self._mark()
        source, partner = self.ids[melding.name], self.ids[other.name]
        copied = self._copy(partner, source)
        left = self._left(source, partner)
        if not left and not copied:
            return None
        kind = (
            "activate" if any(_melds(a) and isinstance(a, Activated) for a in melding.faces[0].abilities) else "trigger"
        )
        first = min((at for at, _ in self.story.timeline), default=0) - 1
        self.story.add(first, Event(kind, (source,), value="meld"))  # type: ignore[arg-type]
        query = Query("resolves_with_effect", (source,), value="meld")
        return Candidate(self.story.scenario([query]), "melds", self.story.used, self.story.doubts)

    # ------------------------------------------------------------ the pair

    @cached_property
    def _halves(self) -> list[Card]:
        found = (
            self.talk.cards.get(n)
            for n in self.talk.cards.names()
            if " // " in n and self._spoken(n.partition(" // ")[0])
        )
        return [c for c in found if c is not None and c.layout == "meld"]

    def _spoken(self, front: str) -> bool:
        """Whether a word that only this half goes by is said: its short name or the last word of it."""
        said = {part for lower in self.talk.lowers for part in lower.replace("'s", "").split()}
        words = front.lower().split()
        return words[0].rstrip(",") in said or words[-1] in said

    def _pair(self) -> tuple[Card, Card] | None:
        """The half whose ability melds, and its counterpart."""
        for card in self._halves:
            into = next((m.into for a in card.faces[0].abilities for m in _melds(a)), None)
            if into is None:
                continue
            others = [c for c in self._halves if c.name != card.name and c.name.partition(" // ")[2] == into]
            if len(others) == 1:
                return card, others[0]
        return None

    def _half(self, mention: Mention) -> str | None:
        """Which half a mention stands for."""
        if mention.cards:
            return next(
                (id for name, id in self.ids.items() if name in mention.cards or self._named(mention, name)), None
            )
        return next((id for name, id in self.ids.items() if self._named(mention, name)), None)

    def _named(self, mention: Mention, name: str) -> bool:
        words = name.partition(" // ")[0].lower().replace(",", "").split()
        other = {w for n in self.ids if n != name for w in n.partition(" // ")[0].lower().replace(",", "").split()}
        said = set(mention.text.lower().split())
        return bool(said & (set(words) - other - {"the"}))

    def _near(self, verb: int, *, before: bool) -> list[str]:
        """ "bounced the garrison": a half called by the last word of its name, which is no name by itself."""
        sentence = self.talk.words[verb].sentence
        near = range(max(0, verb - 4), verb) if before else range(verb + 1, min(verb + 5, len(self.talk.words)))
        found: list[str] = []
        for i in near:
            mention = Mention(i, i + 1, text=self.talk.lowers[i])
            if self.talk.words[i].sentence == sentence and (half := self._half(mention)) is not None:
                found.append(half)
        return found

    def _mark(self) -> None:
        own = {w for n in self.ids for part in n.split(" // ") for w in part.lower().replace(",", "").split()}
        for i, word in enumerate(self.talk.words):
            said = set(word.lower.replace(",", "").replace("'s", "").split())
            if (said and said <= own) or word.lower in _MELDING or word.lower in _FILLING:
                self.story.used.add(i)
        for mention in self.talk.mentions:
            if self._half(mention) is not None:
                self.story.use(mention)

    # ------------------------------------------------------------ what happens, and what is asked

    def _asks(self, zone: Zone) -> bool:
        words = self.talk.lowers[zone.start : zone.end]
        if words[0] in {"what", "where", "which", "how", "why", "who"}:
            return False
        found = self.story.within(zone, "|".join(_MELDING), "v:exile")
        if any(w.is_("negation") for w in self.talk.words[zone.start : zone.end]):
            return False
        self.story.use(*found)
        for i in range(zone.start, zone.end):
            if (
                self.talk.words[i].is_("whether")
                or self.talk.words[i].is_("still")
                or self.talk.words[i].is_("modal_can")
            ):
                self.story.used.add(i)
        return bool(found)

    def _copy(self, *ids: str) -> bool:
        """ "a token copy of Hanweir Battlements": no meld card."""
        for match in self.story.find.all(
            "n:token ~ v:copy of ANY", "v:copy n:token? of ANY", "n:token of ANY", "v:copy ~ of ANY"
        ):
            half = self._half(match.mentions[-1])
            if half in ids:
                thing = self.story.board.objects[half]
                token = any(w.is_("noun", "token") for w in self.talk.words[match.start : match.end])
                changed = {"card": None, "copy_of": thing.card, "said": "copy"}
                self.story.board.objects[half] = msgspec.structs.replace(thing, **changed, token=token or None)
                self.story.use(match)
                return True
        return False

    def _left(self, *ids: str) -> bool:
        """One half goes away with the ability waiting."""
        gone = False
        for clause in self.talk.clauses:
            if self.story.asked(clause.verb) is not None or self.story.is_noun(clause):
                continue
            how = _LEAVING.get(clause.frame)
            halves = [h for m in self.story.patients(clause) if (h := self._half(m)) is not None]
            halves = halves or self._near(clause.verb, before=clause.passive or clause.frame == "die")
            if clause.frame in {"activate", "pay", "tap"}:
                self.story.used.add(clause.verb)
                self.story.use(*[m for m in clause.subject if m.head == "player"])
            if how is None or not halves:
                continue
            self.story.used.add(clause.verb)
            self.story._use_around(clause)
            self.story.add(clause.verb, Event("leave", (halves[0],), how=how, in_response=True))
            gone = gone or halves[0] in ids
        return gone


def _melds(ability: object) -> list[Meld]:
    if not isinstance(ability, Activated | Triggered):
        return []
    inner = [e for x in ability.effects for e in (x.effects if isinstance(x, IfDo) else (x,))]
    return [e for e in inner if isinstance(e, Meld)]
