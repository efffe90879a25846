"""The words and objects of a story: what is asked and what is told, and which object a mention stands for."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Card
from judgecall.parser.areas.zones import Zone, zones
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Finder, Match
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Player, Scenario


class StoryBoard:
    """The words of a question, the objects that are spoken of, and the events in the order told."""

    def __init__(self, talk: Talk, context: Scenario | None = None) -> None:
        self.talk = talk
        self.find = Finder(talk)
        self.board = Board(talk, context)
        self.zones = zones(talk)
        self.used: set[int] = set()
        self.doubts = 0.0
        self.timeline: list[tuple[int, Event]] = []
        self.facts: dict[str, str] = {}
        self.players: dict[str, Player] = {"you": Player("you"), "opp": Player("opp")}
        self.active: str | None = None
        self.passed: set[int] = set()
        """Mentions (by start) that stand for nothing on the board: results, examples, quoted text."""

    # ------------------------------------------------------------ words

    def asked(self, i: int) -> Zone | None:
        """The zone that word i stands in, if it is part of what is asked."""
        return next((z for z in self.zones if z.start <= i < z.end), None)

    def told(self, *patterns: str) -> list[Match]:
        """Matches outside what is asked."""
        return [m for m in self.find.all(*patterns) if self.asked(m.start) is None]

    def within(self, zone: Zone, *patterns: str) -> list[Match]:
        """Matches inside a zone."""
        return self.find.all(*patterns, start=zone.start, end=zone.end)

    def use(self, *matches: Match | Mention | Zone) -> None:
        """Mark words as explained."""
        for match in matches:
            self.used |= set(range(match.start, match.end))

    def use_words(self, zone: Zone | Match, *lowers: str) -> None:
        """Mark these words of a stretch as explained."""
        self.used |= {i for i in range(zone.start, zone.end) if self.talk.lowers[i] in lowers}

    # ------------------------------------------------------------ objects

    def card(self, id: str) -> Card | None:
        """The facts of the card of an object."""
        name = self.board.objects[id].card
        return self.talk.cards.get(name) if name else None

    def id(self, mention: Mention, owner: str | None = None) -> str | None:
        """What a mention stands for; "he" and "her" may be a creature here."""
        if mention.start in self.passed:
            return None
        if mention.head == "player":
            if mention.article != "pronoun":
                return None
            mention = msgspec.structs.replace(mention, head="pronoun", text="it")
        if mention.subtypes == ["Bear"] and mention.power is None and not mention.cards and mention.is_object:
            # What players call a bear is a 2/2.
            mention.power, mention.toughness = 2, 2
        found = self.board.get(mention, owner=owner)
        if found is not None:
            self.use(mention)
        return found

    def group(self, mentions: list[Mention]) -> tuple[tuple[str, ...], int | None]:
        """The objects of some mentions, and how many of a group it is ("one of my three guys", "one of them")."""
        taken: int | None = None
        ids: list[str] = []
        for n, mention in enumerate(mentions):
            if mention.head == "some" and self.talk.lowers[mention.end - 1] == "of" and n + 1 < len(mentions):
                taken = mention.count
                self.use(mention)
                continue
            if mention.head in {"some"} or (mention.text.split()[1:2] == ["of"] and mention.plural and mention.count):
                whole = self._whole(mention)
                if whole is not None:
                    self.use(mention)
                    taken = mention.count or 1
                    ids.append(whole)
                    continue
                alike = self._alike(mention)
                if alike is not None:
                    self.use(mention)
                    ids.append(alike)
                    continue
                if mention.head == "some":
                    continue
                mention = msgspec.structs.replace(mention, count=None)
                taken = 1
            if (
                mention.is_object
                and (not mention.described or mention.land_class)
                and (mention.article in {"a", "an", "last"} or mention.count == 1)
            ):
                whole = self._whole(mention)
                if whole is not None and (self.board.objects[whole].count or 0) > 1:
                    self.use(mention)
                    taken = 1
                    ids.append(whole)
                    continue
            id = self.id(mention)
            if id is not None and id not in ids:
                ids.append(id)
        return tuple(ids), taken

    def _whole(self, mention: Mention) -> str | None:
        """The group that "one of my lands", "one of them", "a land" is taken out of."""
        for id in reversed(self.board.spoken):
            thing = self.board.objects[id]
            if (thing.count or 2) < 2 or thing.zone != "battlefield":
                continue
            if mention.owner and thing.controller not in {mention.owner, None}:
                continue
            if mention.types and not set(mention.types) & set(thing.types):
                continue
            if mention.subtypes and not set(mention.subtypes) & set(thing.subtypes):
                continue
            if mention.power is not None and mention.power != thing.power:
                continue
            if mention.land_class == "treasure" and "Treasure" not in thing.subtypes:
                continue
            return id
        return None

    def _alike(self, mention: Mention) -> str | None:
        """ "one of the 2/2s" where each was told of by itself."""
        if mention.power is None:
            return None
        return next((i for i in reversed(self.board.spoken) if self.board.objects[i].power == mention.power
                     and self.board.objects[i].toughness == mention.toughness), None)  # fmt: skip

    def none_of(self, mention: Mention) -> None:
        """ "no creatures": a number of the player, not an object."""
        who = mention.owner if mention.owner in self.players else "you"
        field = "lands" if mention.head == "land" else "creatures"
        self.players[who] = msgspec.structs.replace(self.players[who], **{field: 0})
        self.passed.add(mention.start)
        self.use(mention)

    def create(self, thing: GameObject) -> str:
        """An object that no mention stands for."""
        return self.board.create(thing)

    # ------------------------------------------------------------ events

    def add(self, at: int, event: Event) -> None:
        """Put an event into the story at word `at`."""
        self.timeline.append((at, event))

    def events(self) -> tuple[Event, ...]:
        """The events in the order told; what "after it became …" tells was there before what stands before it."""
        ordered = sorted(self.timeline, key=lambda pair: pair[0])
        for n in range(1, len(ordered)):
            at, before = ordered[n][0], ordered[n - 1][0]
            lead = next((i for i in range(at - 1, max(at - 4, before, -1), -1) if self.talk.lowers[i] == "after"), None)
            if (
                lead is not None
                and before >= 0
                and self.talk.words[before].sentence == self.talk.words[at].sentence
                and self.talk.lowers[lead + 1] not in {"that", "this", "which"}
            ):
                self.used.add(lead)
                ordered[n - 1], ordered[n] = ordered[n], ordered[n - 1]
        return tuple(e for _, e in ordered)

    def repeat(self) -> bool:
        """ "I gain 1 life twice": as often as was said. False: something happens more often and it isn't known what."""
        for match in self.told("twice", "three times", "two times", "both times"):
            before = [
                (at, e)
                for at, e in self.timeline
                if at < match.start and self.talk.words[at].sentence == self.talk.words[match.start].sentence
            ]
            if match.start in self.used:
                continue
            if not before:
                return False
            at, event = max(before, key=lambda pair: pair[0])
            again = 2 if self.talk.lowers[match.start] == "three" else 1
            self.timeline.extend((at, event) for _ in range(again))
            self.use(match)
        return True

    def before(self, at: int, *kinds: str) -> bool:
        """Whether such an event was told before word `at`."""
        return any(i < at and e.kind in kinds for i, e in self.timeline)

    def _looks_at_life(self) -> bool:
        """Whether an "if" of a named card is about a player's life, so that "I'm at 41" can mean nothing else."""
        cards = [self.talk.card(m) for m in self.talk.mentions if m.cards]
        abilities = (a for c in cards if c is not None for f in c.faces for a in f.abilities)
        conditions = ((getattr(a, "condition", None), getattr(a, "resolution_condition", None)) for a in abilities)
        return any(c is not None and c.kind in {"life", "opponent_life"} for both in conditions for c in both)
