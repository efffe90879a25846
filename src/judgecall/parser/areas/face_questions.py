"""What is asked of a double-faced card: where it ends up, which face, what it is in a zone, whether it transforms."""

from __future__ import annotations

from judgecall.cards.abilities import CreateTokens, Draw, Life, Triggered, Unread
from judgecall.parser.areas.face_lasting import FaceLasting
from judgecall.parser.areas.zones import Zone
from judgecall.scenario.model import Event, Query, QueryKind

_COMING = frozenset({"come", "comes", "came", "coming", "bring", "brings", "brought", "get", "gets"})


class FaceAsker(FaceLasting):
    """Turns each asking part into a query about the subject."""

    def ask(self, zone: Zone) -> Query | None:
        """The query of one zone, with its words marked."""
        for attempt in (
            self._searched, self._lasts, self._mana_value, self._face_down, self._counterable, self._play_face, self._graveyard, self._saga, self._stays, self._sick, self._there_again,
            self._keyword, self._colored, self._loyalty, self._instant_speed, self._comes_back, self._own_effect, self._transforms, self._is_it, self._size, self._where, self._bare,
        ):  # fmt: skip
            query = attempt(zone)
            if query is not None:
                self._use(zone)
                return query
        return None

    def _graveyard(self, zone: Zone) -> Query | None:
        if {"which", "what", "how many", "where"} & set(self.talk.lowers[zone.start : zone.end]):
            return None
        if self._found(
            zone,
            "v:deal ~ OWN? n:graveyard",
            "go|goes|end ~ up? ~ to|in ~ OWN? ~ n:graveyard",
            "v:put ~ into|in ~ OWN? n:graveyard",
            "in OWN? n:graveyard ~ or",
        ):
            self.r.about_faces = True
            return self._query("goes_to_graveyard")
        return None

    def _saga(self, zone: Zone) -> Query | None:
        sacrificed = self.story.within(zone, "v:sacrifice")
        if not sacrificed or "saga" not in self.talk.joined:
            return None
        self.story.use(*sacrificed)
        self.story.used |= {
            i
            for i in range(zone.start, zone.end)
            if self.talk.lowers[i] in {"saga", "finished", "being"} or self.talk.words[i].is_("concept", "saga")
        }
        for i, word in enumerate(self.talk.words):
            if word.lower in {"chapter", "3", "iii"} and self.story.asked(i) is None:
                self.story.used.add(i)
        self.r.about_faces = True
        return self._query("goes_to_graveyard", "saga")

    def _stays(self, zone: Zone) -> Query | None:
        if self.talk.lowers[zone.start] in {"where", "what", "which"}:
            return None
        left = any(
            e.kind in {"leave", "counter_spell", "sacrifice"} and self.r.subject in e.subject
            for _, e in self.story.timeline
        )
        choice = "or" in self.talk.lowers[zone.start : zone.end]
        if (
            left
            and not choice
            and not self.story.within(zone, "v:exile ~ OBJ")
            and self._found(
                zone,
                "go|goes|end ~ up? ~ to|in ~ n:exile",
                "go|goes|end ~ up? ~ to|in ~ v:exile",
                "is|get|gets|be|are|does PRON ~ v:exile",
                "v:exile ~ instead?",
                "in ~ n:exile",
            )
        ):
            self.story.use_words(zone, "instead", "exiled", "exile")
            self.r.about_faces = True
            return self._query("stays_in_exile")
        if self._found(
            zone, "v:stay ~ in? ~ v:exile", "v:stay ~ in? ~ n:exile", "stuck ~ in ~ n:exile", "v:stay exiled"
        ):
            self.r.about_faces = True
            return self._query("stays_in_exile")
        return None

    def _there_again(self, zone: Zone) -> Query | None:
        """ "is it back on the battlefield", "is it in play again": whether it came back, as whatever."""
        if self.talk.lowers[zone.start] not in {"is", "are", "was", "will", "would", "does"}:
            return None
        if not self._found(
            zone,
            "back? ~ on|onto|to|in ~ n:battlefield again?",
            "back in play",
            "in play again?",
            "back on|onto board|table",
        ):
            return None
        if self.story.within(zone, "n:side", "n:front") or self._results(zone):
            return None
        if not any(self.r.subject in e.subject for _, e in self.story.timeline):
            return None
        self.r.about_faces = True
        return self._query("returns")

    def _bare(self, zone: Zone) -> Query | None:
        """ "cloudshift on persistent nightmare": nothing but a spell and what it is cast on asks what happens."""
        story = self.story
        for match in story.within(zone, "CARD on|onto|targeting ~ ANY", "v:blink on? ~ ANY"):
            on = match.mentions[-1]
            card = self.talk.card(match.mentions[0]) if len(match.mentions) > 1 else None
            inside = {i for i in range(zone.start, zone.end) if self.talk.words[i].kind != "mark"}
            rest = {i for i in inside - match.words if not self.talk.words[i].is_("filler")}
            if rest or not self.r.is_subject(on) or story.timeline:
                continue
            if len(match.mentions) == 1:
                story.add(match.start, Event("blink", (self.r.subject,)))
                story.use(match)
                self.r.about_faces = True
                return self._query("face_after")
            if card is None or self.r._double_faced(match.mentions[0]):
                continue
            if self.r.apply_card(card, match.start, True, {}):
                story.use(match)
                self.r.about_faces = True
                return self._query("face_after")
        return None

    def _comes_back(self, zone: Zone) -> Query | None:
        """ "does it come back as the planeswalker", "comes back as what", "which side comes back", "does it return"."""
        found = self.story.within(
            zone,
            "v:return ~ as ~ OBJ n:side?",
            "v:return ~ n:back|front",
            "v:return ~ as what|which",
            "v:return",
            "v:enter ~ as ~ OBJ",
            "v:enter",
            "comes|come ~ as ~ OBJ",
        )
        turned = [w.lower for w in self.talk.words[zone.start : zone.end] if w.is_("verb", "transform")]
        if not found or any(t not in {"flipped", "transformed"} for t in turned):
            return None
        self.r.about_faces = True
        self.story.use(*found)
        results = self._results(zone)
        words = self.talk.lowers[zone.start : zone.end]
        self.story.use(*results)
        asked = [c for c in self.talk.clauses if c.frame == "return" and zone.start <= c.verb < zone.end]
        if not self.story.timeline and any(m.head == "player" for c in asked for m in c.subject):
            # "can I reanimate it as Avacyn, the Purifier": the back is what it is hoped to come in as.
            self.story.board.change(self.r.subject, face=None)
        several = len({self.r.names_face(m) for m in results}) > 1
        if several or set(words) & {"which", "what", "where", "how"}:
            return self._query("face_after")
        if results:
            return self._query("enters_as_face", self.r.names_face(results[0]))
        if set(words) & {"flipped", "transformed"}:
            self.story.use_words(zone, "flipped", "transformed")
            return self._query("enters_as_face", "back")
        if any(self.talk.words[i].is_("noun", "back") for i in range(zone.start, zone.end)):
            return self._query("enters_as_face", "back")
        if any(self.talk.words[i].is_("noun", "front") for i in range(zone.start, zone.end)):
            return self._query("enters_as_face", "front")
        named = [
            m
            for m in self.talk.mentions
            if zone.start <= m.start < zone.end and self.talk.lowers[m.start - 1] in {"as"}
        ]
        if named:
            # "as a planeswalker", "as a land": a kind that no face of it shows plainly.
            kind = (
                named[0].head
                if named[0].head
                in {"land", "planeswalker", "creature", "sorcery", "instant", "artifact", "enchantment"}
                else ""
            )
            if not kind or named[0].keywords:
                return None
            self.story.use(named[0])
            return self._query("returns", kind)
        return self._query("returns")

    def _own_effect(self, zone: Zone) -> Query | None:
        """ "does the flipped werewolf get to destroy an artifact", "do i get the wolf and 2 life": what a face's ability does as it turns up."""
        timeline = self.story.timeline
        turned = any(e.kind == "transform" for _, e in timeline)
        waits = any(e.kind == "trigger" and e.value == "transform" for _, e in timeline)
        if not (turned or waits):
            return None
        found = self.story.within(
            zone,
            "v:kill ~ OBJ",
            "v:exile ~ OBJ",
            "v:get ~ OBJ and N n:life",
            "v:get ~ OBJ",
            "v:draw",
            "v:get N n:life",
            "n:trigger",
            "v:trigger",
            "v:deal ~ N? n:damage",
        )
        if not found or any(self.r.names_face(m) for f in found for m in f.mentions):
            return None
        if not self._does_so(zone):
            return None
        self.r.about_faces = True
        self.story.use(*found)
        self.story.use(*[m for f in found for m in f.mentions])
        return self._query("triggers", "transforms")

    def _does_so(self, zone: Zone) -> bool:
        """Whether the trigger of the face that turns up is what gives the thing asked about, as far as it can be read."""
        card = self.r.card
        if card is None or len(card.faces) < 2:
            return True
        if self.story.within(zone, "v:get|have|produce ~ OBJ"):
            wanted: type = CreateTokens
        elif self.story.within(zone, "v:draw"):
            wanted = Draw
        elif self.story.within(zone, "n:life"):
            wanted = Life
        else:
            return True
        began = 1 if self.story.board.objects[self.r.subject].face == "back" else 0
        turns = sum((e.n or 1) for _, e in self.story.timeline if e.kind in {"transform", "trigger"})
        up = card.faces[(began + turns) % 2]
        return any(
            isinstance(a, Unread) or (isinstance(a, Triggered) and any(isinstance(e, wanted) for e in a.effects))
            for a in up.abilities
        )

    def _transforms(self, zone: Zone) -> Query | None:
        verbs = self.story.within(
            zone,
            "v:transform ~ and ~ then? v:transform",
            "v:transform ~ into|to ~ ANY",
            "go|goes|turn|turns|change|changes|switch|switches|revert|reverts back? ~ to|into ~ CARD",
            "become|becomes ~ CARD",
            "v:transform ~ ANY ~ n:back?",
            "v:transform ~ n:back",
            "v:transform",
        )
        if verbs and self.talk.lowers[verbs[0].start] in {"become", "becomes"}:
            verbs = [m for m in verbs if self.r.card is not None and self.r.card.name in m.mentions[-1].cards]
        if not verbs:
            return None
        words = self.talk.lowers[zone.start : zone.end]
        self.r.about_faces = True
        if words[:1] == ["is"] and self.talk.lowers[verbs[0].start] in {"flipped", "transformed"} and len(verbs) == 1:
            self.story.use(*verbs)
            return self._query("has_face_characteristics", "back")  # "is it still flipped?": how it is
        twice = sum(self.talk.words[i].is_("verb", "transform") for i in range(zone.start, zone.end)) >= 2
        self.story.use(*verbs)
        results = self._results(zone)
        self.story.use(*results)
        tool = next(
            (
                m
                for m in self.talk.mentions
                if zone.start <= m.start < verbs[0].start and m.cards and not self.r.is_subject(m)
            ),
            None,
        )
        if tool is not None:
            card = self.talk.card(tool)
            self.story.use(tool)
            told = [e for _, e in self.story.timeline if e.kind == "cast"]
            if card is None or (not told and not self.r.apply_card(card, zone.start, False, {})):
                return None
            for mention in self.talk.mentions:
                if mention.cards == tool.cards:
                    self.story.use(mention)
        if set(words) & {"which", "what", "where"}:
            return self._query("face_after")
        asker = self.talk.inside(zone.start + 1)
        itself = asker is None or asker.head != "player" or asker.article == "pronoun"
        if words[0] in {"can", "could"} and itself and not self.story.timeline and tool is None and not results:
            # Whether it can at all: told to, it does or it doesn't.
            self.story.add(zone.start, Event("transform", (self.r.subject,)))
        if twice:
            self._two_activations()
            return self._query("transforms", n=2)
        return self._query("transforms")

    def _two_activations(self) -> None:
        match = self.story.find.first(
            "v:activate ~ a? ~ v:transform? ~ n:ability twice",
            "v:activate ~ a? v:transform n:ability CARD?",
            "v:activate ~ ANY twice",
        )
        if match is None or self.story.before(10_000, "activate"):
            return
        self.story.use(match)
        self.story.used |= {i for i, w in enumerate(self.talk.lowers) if w in {"twice", "row"}}
        for mention in match.mentions:
            if mention.cards:
                self.story.passed.add(mention.start)
        self.story.timeline = [(i, e) for i, e in self.story.timeline if e.kind != "transform"]
        self.story.add(match.start, Event("activate", (self.r.subject,), value="transform"))
        self.story.add(match.start, Event("activate", (self.r.subject,), value="transform", in_response=True))

    def _is_it(self, zone: Zone) -> Query | None:
        """ "in the graveyard is it Auntie?", "is delver on the bug side", "shouldn't it be the Shieldgeist"."""
        head = self.talk.lowers[zone.start]
        if head == "still" and zone.start + 1 < zone.end and self.story.timeline:
            head = "is"  # "still a land?"
        if head not in {"is", "are", "should", "would", "was", "does"}:
            return None
        if head == "does" and not self.story.within(zone, "v:count", "be|look|show"):
            return None  # another verb asks of something that happens
        in_yard = self._found(zone, "in ~ OWN? ~ n:graveyard", "in OWN? ~ n:hand")
        if in_yard:
            hand = any(self.talk.words[i].is_("noun", "hand") for i in range(zone.start, zone.end))
            self.story.board.change(self.r.subject, zone="hand" if hand else "graveyard")
        results = self._results(zone)
        side = next((i for i in range(zone.start, zone.end) if self._is_side(i)), None)
        value = self.r.names_face(results[0]) if results else ""
        if not value and side is not None:
            word = self.talk.words[side]
            value = (
                "back"
                if word.is_("noun", "back")
                else "front"
                if word.is_("noun", "front")
                else self._nickname_of_side(side)
            )
        if not value or len(results) > 1:
            return None
        if results and results[0].types and not results[0].cards:
            value = results[0].types[0]
        self.r.about_faces = True
        self.story.use(*results)
        negated = any(self.talk.words[i].is_("negation") for i in range(zone.start, zone.start + 2))
        if negated:
            self.story.used.add(zone.start + 1)
        before = self.story.find.all("in ~ n:graveyard", end=zone.start)
        self.story.use(*before)
        left = any(e.kind in {"leave", "sacrifice"} and self.r.subject in e.subject for _, e in self.story.timeline)
        if before and not left:
            # "I bolt it, in the graveyard is it Delver?": it got there somehow.
            self.story.add(before[-1].start, Event("leave", (self.r.subject,), how="dies"))
        if self.story.board.objects[self.r.subject].copy_of is not None and self.r.card is not None:
            value = self.r.card.faces[1 if value == "back" else 0].name
        if head in {"should", "would"} and any(
            e.kind in {"cast", "blink", "return", "activate"} for _, e in self.story.timeline
        ):
            return self._query("enters_as_face", value, negated=negated)
        return self._query("has_face_characteristics", value)

    def _is_side(self, i: int) -> bool:
        """A face is named there; in "when it comes back" nothing is."""
        moved = self.talk.words[i].is_("noun", "back") and any(
            self.talk.words[j].is_("verb", "return", "enter", "go") or self.talk.lowers[j] in _COMING
            for j in range(max(0, i - 2), i)
        )
        return self.talk.words[i].is_("noun", "back", "front", "side") and not moved

    def _nickname_of_side(self, side: int) -> str:
        """ "the bug side", "the temple side": the word before names a kind of one face."""
        word = self.talk.lowers[side - 1]
        faces = self.r.card.faces if self.r.card is not None else ()
        kinds = {"bug": "insect", "human": "human", "night": "", "wolf": "wolf"}
        wanted = kinds.get(word, word)
        if not wanted:
            return "back"
        fits = [
            n
            for n, f in zip(("front", "back"), faces, strict=False)
            if wanted in {s.lower() for s in (*f.subtypes, *f.types, *f.name.split())}
        ]
        fits = (
            fits
            if len(fits) < 2
            else [
                n
                for n, f in zip(("front", "back"), faces, strict=False)
                if wanted in {s.lower() for s in f.subtypes} and n == "back"
            ]
        )
        if len(fits) == 1:
            self.story.used.add(side - 1)
            return fits[0]
        return ""

    def _size(self, zone: Zone) -> Query | None:
        sized = self.story.within(zone, "n:power", "n:toughness")
        if not sized or (
            not any(e.kind in {"transform", "blink", "counters", "modify", "cast"} for _, e in self.story.timeline)
            and self.story.board.objects[self.r.subject].face != "back"
        ):
            return None
        self.story.use(*sized)
        kind: QueryKind = "toughness" if self.talk.words[sized[0].start].is_("noun", "toughness") else "power"
        return self._query(kind)

    def _where(self, zone: Zone) -> Query | None:
        """ "where does it end up", "what happens", "which side is right", "what's the outcome", "what do i get"."""
        asked = self.story.within(
            zone,
            "where ~ ANY ~ end ~ up?",
            "where",
            "what ~ happens|happen",
            "which n:side",
            "which n:front|back",
            "what ~ right? outcome",
            "not_sure what",
            "what comes|returns",
            "which face",
            "n:graveyard or ~ n:exile|v:exile",
            "v:exile or ~ n:graveyard",
            "n:exile or ~ n:graveyard",
        )
        if self.story.within(zone, "v:cast", "v:pay", "v:activate"):
            return None
        words = self.talk.lowers[zone.start : zone.end]
        choice = "or" in words and len(self._results(zone)) >= 2
        if not asked and not choice:
            return None
        self.r.about_faces = True
        self.story.use(*asked, *self._results(zone))
        if "where" in words or choice:
            # The places to choose from: "graveyard or exile?"
            self.story.used |= {
                i
                for i in range(zone.start, zone.end)
                if self.talk.words[i].is_("noun", "graveyard", "exile", "hand", "battlefield")
                or self.talk.lowers[i] in {"exile", "exiled"}
            }
        return self._query("face_after")
