"""Questions for the mana value that a search may find: "I sac Ravager of the Fells to Birthing Pod, what can I fetch?"."""

from __future__ import annotations

from typing import Literal

from judgecall.cards.abilities import Amount, Card
from judgecall.parser.areas.face_subject import names_back
from judgecall.parser.areas.story import Story
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Query, Scenario

_FINDING = frozenset({"fetch", "find", "get", "grab", "search", "search for", "tutor", "tutor for", "search up", "pod", "go get", "fetch up", "pull", "look for",
                      "search out", "take", "put", "bring", "in", "into", "play", "for", "up", "go", "out"})  # fmt: skip
_ASKING = frozenset({"what", "which", "whats", "how", "how much", "size", "big", "high", "then", "do", "can", "could", "may", "i", "be", "is", "of", "to", "with", "the",
                     "a", "creature", "card", "cards", "creatures", "drop", "my", "from", "library", "deck", "it", "now", "so", "will", "would", "that", "does"})  # fmt: skip
_GIVING_UP = frozenset(
    {
        "to",
        "with",
        "for",
        "into",
        "away",
        "off",
        "i",
        "activate",
        "use",
        "using",
        "and",
        "my",
        "a",
        "an",
        "the",
        "then",
        "by",
        "on",
        "cast",
        "casting",
    }
)


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one for the mana value that a search goes by."""
    del context
    found = SearchReader(talk).read() if any(_value_sought(talk.card(m)) for m in talk.mentions if m.cards) else None
    return [found] if found is not None else []


def _value_sought(card: Card | None) -> Amount | None:
    """The amount that the filter of its only search compares mana values with."""
    effects = (e for f in (card.faces if card else ()) for a in f.abilities for e in getattr(a, "effects", ()))
    found = [
        e.of.mana_value_of[1]
        for e in effects
        if str(getattr(e, "action", "")).startswith("search_to_") and getattr(e, "of", None) and e.of.mana_value_of
    ]
    return found[0] if len(found) == 1 else None


class SearchReader:
    """Finds what searches, what is sacrificed for it, and the question what it may find."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.story = Story(talk)

    def read(self) -> Candidate | None:
        """The reading, if one card searches by mana value and it is asked which."""
        zones = [z for z in self.story.zones if self._asks(z)]
        tools = [m for m in self.talk.mentions if m.cards and _value_sought(self.talk.card(m))]
        if len(zones) != 1 or len(self.story.zones) != 1 or len({m.cards for m in tools}) != 1:
            return None
        card = self.talk.card(tools[0])
        wanted = _value_sought(card)
        if card is None or wanted is None:
            return None
        spell = bool({"instant", "sorcery"} & set(card.faces[0].types))
        x = next((m.x for m in tools if m.x is not None), None)
        if wanted.per == "x" and x is None:
            x = next((w.value[0] for w in self.talk.words if w.kind == "xis"), None)
        front = card.faces[0].name
        tool = GameObject(
            front, said=front, card=card.name, controller="you", zone="stack" if spell else "battlefield", x=x
        )
        target: tuple[str, ...] = ()
        if wanted.per == "mana_value":
            thing = self._sacrificed(tools)
            if thing is None:
                return None
            target = (self.story.create(thing),)
        elif x is None:
            return None
        for m in tools:
            self.story.use(m)
        self._mark(zones[0])
        query = Query("found_mana_value", (self.story.create(tool),), target)
        return Candidate(self.story.scenario([query]), "searches", self.story.used, self.story.doubts - 1.0)

    def _asks(self, zone: Zone) -> bool:
        """ "what mv can i fetch", "what can I search for"."""
        lowers = self.talk.lowers[zone.start : zone.end]
        words = self.talk.words[zone.start : zone.end]
        named = any(
            m.cards and zone.start <= m.start < zone.end and not _value_sought(self.talk.card(m))
            for m in self.talk.mentions
        )
        asks = bool({"what", "which", "whats"} & set(lowers)) or any(w.is_("noun", "mana_value") for w in words)
        return asks and bool(_FINDING & set(lowers)) and not named

    def _sacrificed(self, tools: list[Mention]) -> GameObject | None:
        """What is sacrificed: a card, or a creature whose mana value is told."""
        verbs = [c for c in self.talk.clauses if c.frame == "sacrifice"]
        if len(verbs) != 1:
            return None
        others = [m for m in self.talk.mentions if m.is_object and m not in tools and self.story.asked(m.start) is None]
        given = [m for m in verbs[0].object if m in others] or [m for m in others if m.start > verbs[0].verb][:1]
        self.story.used.add(verbs[0].verb)
        if given and given[0].cards:
            return self._card(given[0], others)
        value = self._told_value()
        if value is None:
            return None
        for m in given:
            self.story.use(m)
        types = ("creature",)
        subtypes = tuple(given[0].subtypes) if given else ()
        face: Literal["back"] | None = "back" if given and given[0].transformed else None
        return GameObject("sacrificed", said=given[0].text if given else "creature", controller="you", types=types, subtypes=subtypes, mana_value=value, face=face)  # fmt: skip

    def _card(self, mention: Mention, others: list[Mention]) -> GameObject | None:
        """A card that is sacrificed: "a flipped Huntmaster (Ravager of the Fells)"."""
        alike = [m for m in others if m.cards == mention.cards]
        if len(alike) != len(others) or len(mention.cards) != 1:
            return None
        for m in alike:
            self.story.use(m)
        back = mention.face == "back" or mention.transformed or any(names_back(self.talk, m) for m in alike)
        front = mention.cards[0].split(" // ")[0]
        return GameObject(front, said=front, card=mention.cards[0], controller="you", face="back" if back else None)

    def _told_value(self) -> int | None:
        """ "(front costs 3)", "my 3 drop", "a 4 cmc creature"."""
        for match in self.story.told(
            "front ~ n:side? ~ costs ~ N ~ n:mana?",
            "n:front ~ costs ~ N ~ n:mana?",
            "N drop",
            "N n:mana_value",
            "n:mana_value ~ N",
        ):
            self.story.use(match)
            return match.numbers[0] if match.numbers else None
        return None

    def _mark(self, zone: Zone) -> None:
        for i, word in enumerate(self.talk.words):
            asked = zone.start <= i < zone.end
            if (asked and (word.lower in _ASKING | _FINDING or word.is_("noun", "mana_value", "creature"))) or (
                not asked and word.lower in _GIVING_UP
            ):
                self.story.used.add(i)
