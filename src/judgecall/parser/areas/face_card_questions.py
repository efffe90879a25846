"""Questions about a card that has two faces as a card: mana value, what may be played or cast, face down, when its ability may be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judgecall.cards.abilities import CounterSpell
from judgecall.parser.areas.face_subject import names_back
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query, QueryKind

if TYPE_CHECKING:
    from judgecall.parser.areas.faces import FaceReader

_SIDE_WORDS = frozenset({"side", "face", "back", "front", "as", "the", "up", "comes", "come", "back side", "front side", "right", "again", "still", "now", "battlefield",
                         "play", "out", "or", "a", "an", "on", "in", "of", "it", "its", "for", "free", "right away", "from", "over", "into", "with", "this", "upkeep", "later", "ever",
                         "end", "what", "where", "happens", "outcome", "happen", "then", "and", "to", "be"})  # fmt: skip


_PLAIN_KEYWORDS = frozenset({"flying", "trample", "haste", "lifelink", "deathtouch", "first strike", "double strike", "vigilance", "reach", "menace", "defender",
                             "indestructible", "hexproof", "flash", "prowess", "skulk", "daybound", "nightbound", "disturb", "ward"})  # fmt: skip


_COLOR_NAMES = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


class FaceCardAsker:
    """Questions that the card itself decides, with what every question about faces shares."""

    def __init__(self, reader: FaceReader) -> None:
        self.r = reader
        self.talk = reader.talk
        self.story = reader.story

    def _use(self, zone: Zone) -> None:
        for i in range(zone.start, zone.end):
            word = self.talk.words[i]
            inside = self.talk.inside(i)
            if (
                word.lower in _SIDE_WORDS
                or word.is_("whether")
                or word.is_("modal_can")
                or word.is_("which")
                or word.is_("still")
                or word.is_("this_turn")
                or word.is_("moment")
                or word.is_("noun", "back", "front", "side", "battlefield")
                or (
                    word.lower == "not"
                    and i == zone.start + 1
                    and self.talk.lowers[zone.start] in {"should", "would", "does", "is"}
                )
            ):
                self.story.used.add(i)
            if inside is not None and (
                inside.head in {"player", "pronoun"} or self.story.board.of_mention.get(inside.start) == self.r.subject
            ):
                self.story.use(inside)

    def _query(self, kind: QueryKind, value: str = "", *, n: int | None = None, negated: bool = False) -> Query:
        return Query(kind, (self.r.subject,), value=value, n=n, negated=negated)

    def _found(self, zone: Zone, *patterns: str) -> bool:
        found = self.story.within(zone, *patterns)
        self.story.use(*found)
        return bool(found)

    def _results(self, zone: Zone) -> list[Mention]:
        """Mentions in the zone that say which face is meant ("as the planeswalker", "into 3/2")."""
        found: list[Mention] = []
        for mention in self.talk.mentions:
            if mention.owner == "you" or mention.transformed is not None:
                continue
            if (
                zone.start <= mention.start < zone.end
                and mention.head not in {"player", "pronoun"}
                and self.r.names_face(mention)
            ):
                leads = self.talk.lowers[mention.start - 1] if mention.start else ""
                if (
                    mention in self.r.results
                    or leads in {"as", "into", "to", "be", "or", "on", "it", "he", "she", "they", "now", "still"}
                    or (not mention.cards and mention.start > zone.start)
                ):
                    found.append(mention)
        return found

    # ------------------------------------------------------------ each kind of question

    def _mana_value(self, zone: Zone) -> Query | None:
        if not self._found(zone, "n:mana_value"):
            return None
        self.r.about_faces = True
        thing = self.story.board.objects[self.r.subject]
        for match in self.story.within(
            zone, "on ~ n:stack", "in ~ OWN? ~ n:graveyard", "in ~ OWN? ~ n:hand", "on ~ n:battlefield"
        ):
            self.story.use(match)
            words = self.talk.words[match.start : match.end]
            if any(w.is_("noun", "graveyard") for w in words):
                self.story.board.change(self.r.subject, zone="graveyard")
            elif any(w.is_("noun", "hand") for w in words):
                self.story.board.change(self.r.subject, zone="hand")
            elif any(w.is_("noun", "stack") for w in words) and any(e.kind == "cast" for _, e in self.story.timeline):
                self.story.board.change(self.r.subject, zone="stack", face="back")
                self.story.timeline = []
            elif any(w.is_("noun", "stack") for w in words) and not self._as_spell():
                return None
        dead = self._found(zone, "dead")
        if dead:
            self.story.board.change(self.r.subject, zone="graveyard")
        if self.story.timeline and all(e.kind in {"enter", "play_land"} for _, e in self.story.timeline):
            # It has come onto the battlefield: there its value is asked.
            self.story.board.change(self.r.subject, zone="battlefield")
            self.story.timeline = []
        self._played_as_named()
        if thing.card is None and thing.mana_value is None:
            return None
        options = [i for i in range(zone.start, zone.end) if self.talk.words[i].kind == "number"]
        if "or" in self.talk.lowers[zone.start : zone.end]:
            self.story.used |= set(options)
        elif len(options) == 1 and self.talk.words[zone.start].is_("whether"):
            self.story.used |= set(options)
            return self._query("mana_value", n=self.talk.words[options[0]].value[0])
        return self._query("mana_value")

    def _played_as_named(self) -> None:
        """ "I play Malakir Mire, what is its mana value": of a modal card the face that is named is the one that is there."""
        thing = self.story.board.objects[self.r.subject]
        card = self.talk.cards.get(thing.card) if thing.card else None
        named = [m for m in self.talk.mentions if thing.card in m.cards]
        if (
            card is not None
            and card.layout == "modal_dfc"
            and thing.face is None
            and thing.zone in {"battlefield", "stack"}
            and named
            and names_back(self.talk, named[-1])
        ):
            self.story.board.change(self.r.subject, face="back")

    def _as_spell(self) -> bool:
        """ "casting birgi as harnfel": the spell with the face that was chosen; only a modal card can be cast as its back."""
        card = self.r.card
        named = [m for m in self.talk.mentions if m.cards and self.r.names_face(m)]
        faces = {self.r.names_face(m) for m in (self.r.results or named)}
        if card is None or len(faces) != 1 or (faces == {"back"} and card.layout != "modal_dfc"):
            return False
        if "land" in card.faces[1 if faces == {"back"} else 0].types:
            return False  # a land is never a spell
        self.story.use(*self.r.results)
        self.story.board.change(self.r.subject, zone="stack", face="back" if faces == {"back"} else "front")
        self.story.timeline = []
        return True

    def _face_down(self, zone: Zone) -> Query | None:
        if not self._found(zone, "face_down", "turn ~ ANY ~ face_down"):
            return None
        self.r.about_faces = True
        # Whatever would turn it face down, the rule about its faces decides.
        for mention in self.talk.mentions:
            asked = zone.start <= mention.start < zone.end
            size = mention.power == 2 and mention.toughness == 2
            if asked and (size or (mention.cards and not self.r.is_subject(mention))):
                self.story.use(mention)
        for clause in self.talk.clauses:
            entering = [m for m in clause.subject if m.cards and not self.r.is_subject(m)]
            if clause.frame == "enter" and entering:
                self.story.use(*entering)
                self.story.used.add(clause.verb)
        return self._query("can_turn_face_down")

    def _counterable(self, zone: Zone) -> Query | None:
        """ "could i essence scatter a disturbed Beggar": a counterspell for one type of spell."""
        for i in range(zone.start, zone.end):
            word = self.talk.words[i]
            card = self.talk.cards.get(word.cards[0]) if word.kind == "card" and len(word.cards) == 1 else None
            if card is not None and self.r.card is not None and card.name == self.r.card.name:
                continue
            effects = [
                e
                for a in (card.faces[0].abilities if card else ())
                for e in getattr(a, "effects", ())
                if isinstance(e, CounterSpell)
            ]
            if len(effects) != 1 or effects[0].of is None or len(effects[0].of.types) != 1:
                continue
            self.story.used.add(i)
            self.story.use(*self.story.find.all("on ~ n:stack"))
            self.story.board.change(self.r.subject, zone="stack")
            self.story.timeline = []
            if self.r.about_faces and self.story.board.objects[self.r.subject].face is None:
                self.story.board.change(self.r.subject, face="back")
            return self._query("has_face_characteristics", effects[0].of.types[0])
        return None

    def _play_face(self, zone: Zone) -> Query | None:
        """ "can i cast it as Startled Awake", "play X's temple side from hand as a land", "X as a land drop?"."""
        playable = self.story.within(zone, "playable ~ as ~ OBJ", "playable")
        casts = [
            m
            for m in self.story.within(zone, "v:cast", "v:choose ~ n:back")
            if not self.talk.words[m.start].is_("noun", "land")
        ]
        if (
            self.story.within(zone, "v:return", "v:enter")
            or not (casts or playable or self._disturbing(zone))
            or any(self.talk.words[i].is_("verb", "transform") for i in range(zone.start, zone.end))
        ):
            return None
        results = self._results(zone)
        if self.story.within(zone, "turn|flip|switch|swap it|over ~ n:back"):
            return None  # "play its back and then turn it to the other side": more than playing it is asked
        back = self.story.within(zone, "n:back", "OWN? n:back", "other n:side", "CARD n:side", "OBJ n:side")
        front = self.story.within(zone, "n:front")
        value = ""
        if results:
            value = self.r.names_face(results[0])
            self.story.use(*results)
        land = next(
            (m for m in self.talk.mentions if zone.start <= m.start < zone.end and m.head == "land" and not m.cards),
            None,
        )
        if land is not None and self._other_land(land):
            return None
        if not value and back:
            value = "back"
        if not value and front:
            value = "front"
        if not value and land is not None:
            value = "back"
        named = next(
            (m for m in self.talk.mentions if zone.start <= m.start < zone.end and m.cards and self.r.names_back(m)),
            None,
        )
        if not value and named is not None:
            value = "back"
        if any(self.talk.words[i].is_("keyword", "disturb") for i in range(zone.start, zone.end)):
            # Disturb casts it transformed, from a graveyard and from nowhere else.
            value = value or "back"
            elsewhere = self.story.within(zone, "from ~ OWN? ~ n:hand", "in ~ OWN? ~ n:hand", "from ~ n:exile")
            if (
                not elsewhere
                and not self.story.timeline
                and self.story.board.objects[self.r.subject].zone == "battlefield"
            ):
                self.story.board.change(self.r.subject, zone="graveyard", face=None)
        if not value:
            return None
        if (
            value == "back"
            and land is not None
            and self.r.card is not None
            and not any("land" in f.types for f in self.r.card.faces[1:])
            and not back
        ):
            return None
        disturbing = [i for i in range(zone.start, zone.end) if self.talk.words[i].is_("keyword", "disturb")]
        if disturbing and value != "back":
            return None
        self.story.used |= set(disturbing)
        self.r.about_faces = True
        if self.r.card is not None and "Siege" in self.r.card.faces[0].subtypes:
            self.story.used |= {
                i
                for i, w in enumerate(self.talk.lowers)
                if w in {"siege", "battle", "defeated", "defeat", "defeating", "beat"}
            }
        self.story.use(*casts, *playable, *back, *front)
        for mention in [land, named]:
            if mention is not None:
                self.story.use(mention)
        self._zone_for_play(zone)
        if land is not None and self.r.card is None:
            self._land_face(land)
        self._free_cast(zone)
        if self.story.within(zone, "as a n:spell", "as a spell"):
            self.story.facts["as_spell"] = "yes"
        query = self._query("can_play_face", value)
        source = self.cascading() if "free_cast" in self.story.facts else ()
        return msgspec.structs.replace(query, target=source)

    def _other_land(self, land: Mention) -> bool:
        """ "can I play a forest too", "another land": asked is the land play itself (CR 305.2), and not which face is up."""
        lead = self.talk.lowers[max(0, land.start - 1) : land.start]
        sided = any(w.is_("noun", "back", "front", "side") for w in self.talk.words[land.start : land.end + 1])
        bare = land.article in {"a", "an", "another", "any", "my", "some", ""} or land.count == 2
        return not sided and lead != ["as"] and bool(land.subtypes or bare)

    def _free_cast(self, zone: Zone) -> None:
        """What lets it be cast for free; read with the searches."""

    def cascading(self) -> tuple[str, ...]:
        """The object whose cascade found it."""
        return ()

    def _disturbing(self, zone: Zone) -> bool:
        """ "can i disturb it again": the keyword as the verb."""
        asked = self.talk.lowers[zone.start] in {"can", "could", "may"}
        return asked and any(
            self.talk.words[i].is_("keyword", "disturb") for i in range(zone.start + 1, min(zone.start + 4, zone.end))
        )

    def _zone_for_play(self, zone: Zone) -> None:
        moved = any(e.kind in {"leave", "blink", "return", "transform"} for _, e in self.story.timeline)
        thing = self.story.board.objects[self.r.subject]
        in_yard = self.story.within(zone, "from ~ OWN? ~ n:graveyard", "in ~ OWN? ~ n:graveyard")
        in_hand = self.story.within(zone, "from ~ OWN? ~ n:hand", "out of ~ OWN? ~ n:hand", "in ~ OWN? ~ n:hand")
        self.story.use(*in_yard, *in_hand)
        if in_hand or thing.zone == "hand":
            self.story.facts["defeated"] = "no"  # of a Siege: it is a card in a hand
        if in_yard and moved and thing.face == "back":
            return  # "Benevolent Geist dies, can I disturb it again from the graveyard": where it is, its own face decides
        if in_yard:
            self.story.board.change(self.r.subject, zone="graveyard", face=None)
        elif not moved and thing.zone == "battlefield":
            self.story.board.change(self.r.subject, zone="hand", face=None)

    def _land_face(self, land: Mention) -> None:
        """ "if it's a land face": told of a card without a name."""
        lands = [m for m in self.talk.mentions if m.head == "land" and self.story.asked(m.start) is None]
        if lands and land is not lands[0]:
            self.story.facts[f"face_is_land @{self.r.subject}"] = "yes"
            self.story.use(*lands)

    def _loyalty(self, zone: Zone) -> Query | None:
        """ "flipped jace this turn, can i use a loyalty ability right away": a planeswalker on the back."""
        uses = self.story.within(zone, "v:activate")
        if not self.story.within(zone, "n:ability", "n:loyalty"):
            return None
        loyal = any(self.talk.words[i].is_("noun", "loyalty") for i in range(zone.start, zone.end))
        back = self.r.card.faces[1] if self.r.card is not None and len(self.r.card.faces) > 1 else None
        named = any(self.r.names_face(m) == "back" for m in self.talk.mentions if zone.start <= m.start < zone.end)
        own = set(back.name.lower().replace(",", "").replace("-", " ").split()) if back is not None else set()
        front = set(self.r.card.faces[0].name.lower().replace(",", "").split()) if self.r.card is not None else set()
        named = named or bool({w for w in self.talk.lowers[zone.start : zone.end] if len(w) > 3} & (own - front))
        if not uses or back is None or "planeswalker" not in back.types or not (loyal or named):
            return None
        if self.talk.words[zone.start].lower not in {"can", "could", "may", "am", "do", "is"}:
            return None
        self.story.use(*uses)
        self.story.use(*[m for u in uses for m in u.mentions])
        for i in range(zone.start, zone.end):
            word = self.talk.words[i]
            if word.is_("noun", "loyalty", "ability") or word.lower in {
                "one",
                "of",
                "too",
                "right away",
                "also",
                *(own - front),
            }:
                self.story.used.add(i)
        self.story.timeline = [(i, e) for i, e in self.story.timeline if e.kind != "transform"]
        self.story.board.change(self.r.subject, face="back", controller="you")
        self.r.about_faces = True
        return self._query("can_activate", "loyalty")

    def _instant_speed(self, zone: Zone) -> Query | None:
        """ "can i pay the return cost at instant speed", "can i do it on his turn": when its ability may be activated."""
        timing = self.story.within(
            zone,
            "at instant speed",
            "on m:opponents_turn",
            "m:opponents_turn",
            "at ~ OBJ speed",
            "instant speed",
            "at instant",
        )
        if not timing or not self.story.within(zone, "v:pay", "v:activate", "do ~ it|that", "v:return", "use"):
            return None
        if not any(w.is_("moment", "opponents_turn") for w in self.talk.words):
            return None
        self.story.use(*timing)
        for i in range(zone.start, zone.end):
            word = self.talk.words[i]
            if (
                word.is_("verb", "pay", "activate", "return")
                or word.lower in {"cost", "instant", "speed", "do", "ability"}
                or (
                    (inside := self.talk.inside(i)) is not None
                    and inside.head in {"instant", "card"}
                    and not self.r.is_subject(inside)
                )
            ):
                self.story.used.add(i)
        self.story.active = "opp"
        self.story.board.change(self.r.subject, zone="graveyard", controller="you")
        self.story.timeline = [(i, e) for i, e in self.story.timeline if e.kind != "activate"]
        self.r.about_faces = True
        return self._query("can_activate")

    def _keyword(self, zone: Zone) -> Query | None:
        """ "flipped Delver, does it have flying": an ability that one face has."""
        found = self.story.within(zone, "v:have ~ s:keyword", "is|are ANY ~ flyer|flier", "still ~ s:keyword")
        named = [i for f in found for i in f.words if self.talk.words[i].is_("keyword")]
        if len(named) != 1 or self.story.within(zone, "s:how_many", "v:get", "v:enter", "v:return"):
            return None
        sided = any(m.transformed is not None for m in self.talk.mentions if self.r.is_subject(m))
        if not (sided or self.r._untypical()) or self.talk.lowers[zone.start] in {"what", "which", "why", "how"}:
            return None
        sense = self.talk.words[named[0]].sense("keyword")
        if sense is None or sense.value not in _PLAIN_KEYWORDS:
            return None
        self.r.about_faces = True
        self.story.use(*found)
        return self._query("has_face_characteristics", sense.value)

    def _colored(self, zone: Zone) -> Query | None:
        """ "is Avacyn, the Purifier white": the colour of the face that is up."""
        if self.talk.lowers[zone.start] not in {"is", "was", "does"} or self._results(zone):
            return None
        found = [
            m
            for m in self.story.within(zone, "ANY ~ s:still? ~ s:color", "ANY v:count ~ as? s:color")
            if self.r.is_subject(m.mentions[0])
        ]
        named = [i for f in found for i in f.words if self.talk.words[i].is_("color", *_COLOR_NAMES)]
        sided = self.r._untypical() or any(
            m.transformed is not None for m in self.talk.mentions if self.r.is_subject(m)
        )
        if len(named) != 1 or not sided:
            return None
        sense = self.talk.words[named[0]].sense("color")
        self.r.about_faces = True
        self.story.use(*found)
        return self._query("has_face_characteristics", _COLOR_NAMES[sense.value if sense else ""])
