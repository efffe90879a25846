"""What of a question about X is asked, what is told, and what is only somebody's belief."""

from __future__ import annotations

from judgecall.parser.areas.x_things import with_all_names
from judgecall.parser.areas.zones import Zone, zones
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Finder, Match
from judgecall.parser.talk import Talk

_BELIEVES = frozenset({"say", "says", "said", "saying", "claims", "claim", "claiming", "claimed", "thinks", "think", "argues", "arguing", "insists",
                       "tells", "told", "reckons", "swears", "believes"})  # fmt: skip


class Stretches:
    """Cuts a question's words into what asks, what tells and what somebody believes; `used` collects the words explained."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk = with_all_names(talk)
        self.find = Finder(talk)
        self.zones = [cut for z in zones(talk) if not self._relative(z) and (cut := self._cut(z)) is not None]
        self.used: set[int] = set()
        self.beliefs: list[tuple[int, int]] = []
        """Stretches of words that say what somebody believes."""
        self.own_beliefs: list[tuple[int, int]] = []
        """What the player who asks takes for true."""
        self._believed()

    def _relative(self, zone: Zone) -> bool:
        """ "(which I cast for X=5)": it says more of what was named and asks nothing."""
        before = self.talk.lowers[zone.start - 1] if zone.start else ""
        return (
            self.talk.lowers[zone.start] == "which"
            and not zone.marked
            and (before in {"(", ","} or self.talk.inside(zone.start - 1) is not None)
        )

    def _cut(self, zone: Zone) -> Zone | None:
        """ "and have Hardened Scales will the scales save it": what is had is told, the question begins after it."""
        tag = self._tag_after_belief(zone)
        if tag is not None:
            return tag
        if self.talk.lowers[zone.start] != "have" or (zone.start and self.talk.lowers[zone.start - 1] != "and"):
            return zone
        for i in range(zone.start + 1, zone.end):
            word = self.talk.words[i]
            if self.talk.inside(i) is None and (word.is_("whether") or word.is_("modal_can") or word.is_("how_many")):
                return Zone(i, zone.end, zone.marked)
        return None

    def _tag_after_belief(self, zone: Zone) -> Zone | None:
        """ "my friend says it is countered, is he right": only the last words ask."""
        last = zone.end - 1 if self.talk.words[zone.end - 1].kind == "mark" else zone.end
        start = last - 1
        if start <= zone.start or not self.talk.words[start].is_("legal") or self.talk.lowers[start - 1] != ",":
            return None
        says = any(
            self.talk.lowers[i] in _BELIEVES and self.talk.lowers[i - 1] != "i" for i in range(zone.start + 1, start)
        )
        return Zone(start, zone.end, zone.marked) if says else None

    # ------------------------------------------------------------ words

    def lower(self, i: int) -> str:
        """The word at i; empty outside the question."""
        return self.talk.lowers[i] if 0 <= i < len(self.talk.lowers) else ""

    def use(self, *matches: Match | Mention | Zone) -> None:
        """Mark words as explained."""
        for match in matches:
            self.used |= set(range(match.start, match.end))

    def asked(self, i: int) -> Zone | None:
        """The part of the question that asks in which word i stands."""
        return next((z for z in self.zones if z.start <= i < z.end), None)

    def believed(self, i: int) -> bool:
        """Whether word i only tells what somebody believes."""
        return any(a <= i < b for a, b in [*self.beliefs, *self.own_beliefs])

    def _believed(self) -> None:
        """ "he says it is countered because the cmc is 0": what is said, up to the end of the sentence or the question."""
        for i, word in enumerate(self.talk.words):
            if (
                word.lower in {"know", "think", "thought", "figured", "assumed", "understand"}
                and self.lower(i - 1) == "i"
                and self.asked(i) is None
            ):
                self._own_belief(i)
                continue
            if word.lower not in _BELIEVES or self.asked(i) is not None or self.lower(i - 1) in {"i", "me"}:
                continue
            if not (
                self.talk.inside(i - 1)
                or self.lower(i - 1)
                in {
                    "is",
                    "and",
                    "client",
                    "table",
                    "pod",
                    "group",
                    "playgroup",
                    "everyone",
                    "everybody",
                    "people",
                    "xmage",
                    "arena",
                    "mtgo",
                    "judge",
                    "keeps",
                }
            ):
                continue
            end = i + 1
            while (
                end < len(self.talk.words)
                and self.talk.words[end].sentence == word.sentence
                and self.asked(end) is None
            ):
                end += 1
            self.beliefs.append((i, end))
            # What somebody believes decides nothing, whatever numbers it holds; names in it still have to be read.
            self.used |= {j for j in range(i, end) if self.talk.words[j].kind != "card"}

    def _own_belief(self, i: int) -> None:
        """ "as far as i know the cmc would be 5": what the player takes the number to be, which is for the rules to say."""
        end = i + 1
        while (
            end < len(self.talk.words)
            and self.talk.words[end].sentence == self.talk.words[i].sentence
            and self.asked(end) is None
        ):
            end += 1
        span = self.talk.words[i:end]
        if any(w.is_("noun", "mana_value") for w in span) and not any(w.kind in {"card", "xis"} for w in span):
            self.own_beliefs.append((i, end))
            self.used |= set(range(i, end))
