"""The double-faced card that a question is about, or the copy of one, and what its names and descriptions stand for."""

from __future__ import annotations

from typing import Any

from judgecall.cards.abilities import Card, Keyword
from judgecall.parser.areas.story import Story
from judgecall.parser.board import abilities_of, said_of
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Query, Scenario

DOUBLE_FACED = frozenset({"transform", "modal_dfc", "transform_or_modal", "meld"})
_RESULT = frozenset({"as", "into", "be", "to", "called", "(", "or", "like", "becomes", "named"})


class FaceSubject:
    """Finds the subject, and which face a description fits."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.story = Story(talk, context)
        self.subject = ""
        self.base = ""
        """The subject as the whole question has it, where a part of it supposes something of its own."""
        self.card: Card | None = None
        """The card whose faces are spoken of (of a copy: the copied one)."""
        self.queries: list[Query] = []
        self.results: list[Mention] = []
        """Mentions that say what it is or becomes, not what it is now."""
        self.about_faces = False

    # ------------------------------------------------------------ the subject

    def _double_faced(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and (len(card.faces) > 1 or card.layout == "meld") and card.layout in DOUBLE_FACED

    def _find_subject(self) -> bool:
        named = [m for m in self.talk.mentions if m.cards and self._narrow(m)]
        copier = self._copier(named)
        if copier is not None:
            return copier
        if named:
            first = next((m for m in named if not self._is_result(m)), named[0])
            self.card = self.talk.card(first)
            face: Any = self._face_named(first)
            zone: Any = first.zone or "battlefield"
            since: Any = first.since
            self.subject = self.story.create(GameObject(
                "subject", said=said_of(first), card=first.cards[0], face=face, controller=first.owner, zone=zone,
                counters=tuple(first.counters.items()), since=since, tapped=first.tapped,
            ))  # fmt: skip
            for mention in named:
                if mention.cards == first.cards:
                    self.story.board.of_mention[mention.start] = self.subject
                    self.story.use(mention)
                    if mention is not first and self._is_result(mention):
                        self.results.append(mention)
                    if mention.guessed:
                        self.story.board.guessed.append(mention.cards[0])
                    if mention.zone and self.story.asked(mention.start) is None and not self.story.timeline:
                        self.story.board.change(self.subject, zone=mention.zone)
            return True
        return self._unnamed()

    def _narrow(self, mention: Mention) -> bool:
        """Whether it names a double-faced card; of several cards with one short name the double-faced one is meant."""
        if len(mention.cards) > 1:
            double = [
                n
                for n in mention.cards
                if (c := self.talk.cards.get(n)) is not None and len(c.faces) > 1 and c.layout in DOUBLE_FACED
            ]
            if len(double) == 1 and (
                self.talk.has("verb", "transform", "blink") or self.talk.has("noun", "back", "front", "dfc", "mdfc")
            ):
                mention.cards = (double[0],)
        return len(mention.cards) == 1 and self._double_faced(mention)

    def _face_named(self, mention: Mention) -> str | None:
        if mention.face:
            return mention.face
        if mention.transformed is not None:
            return "back" if mention.transformed else "front"
        return "back" if self.names_back(mention) else None

    def names_back(self, mention: Mention) -> bool:
        """Whether the words are those of the back face's name, not of the front's."""
        return names_back(self.talk, mention)

    def _is_result(self, mention: Mention) -> bool:
        """ "into Notorious Auntie", "as Startled Awake", "(Westvale Cult Leader)": what it is called by another face."""
        return mention.start > 0 and self.talk.lowers[mention.start - 1] in _RESULT

    def _unnamed(self) -> bool:
        """ "a flipped werewolf", "this card", "a transforming creature", "a clone of a double faced guy"."""
        copy = self.story.find.first("OWN? v:copy of ~ BARE", "v:copy of ~ BARE", "BARE ~ copied ~ BARE")
        doubles = [
            m
            for m in self.talk.mentions
            if m.head in {"dfc", "mdfc"} or m.transformed is not None or "Werewolf" in m.subtypes
        ]
        if copy is not None and doubles:
            self.subject = self.story.create(
                GameObject("clone", said="clone", types=("creature",), copy_of="", controller="you")
            )
            self.story.use(copy)
            for clause in self.talk.clauses:
                if clause.frame == "copy":
                    self.story.used.add(clause.verb)
                    clause.frame, clause.frames = "told", ()
            for mention in self.talk.mentions:
                if mention.start >= copy.start and mention.head in {"dfc", "card", "pronoun"}:
                    self.story.board.of_mention[mention.start] = self.subject
                    self.story.use(mention)
            self.about_faces = True
            return True
        backs = self.talk.has("noun", "back", "front", "side")
        things = doubles or [
            m
            for m in self.talk.mentions
            if m.is_object and m.head in {"card", "creature", "land"} and not m.cards and backs
        ]
        if not things and self.talk.has("verb", "transform"):
            things = [m for m in self.talk.mentions if m.is_object and not m.cards]
        if not things:
            if not self.story.find.first("a? v:transform n:ability"):
                return False
            self.subject = self.story.create(
                GameObject("permanent", said="permanent", types=("creature",), controller="you")
            )
            self.about_faces = True
            return True
        thing = things[0]
        types = tuple(thing.types) or (
            ("creature",) if thing.subtypes or "creature" in thing.text or "guy" in thing.text else ()
        )
        stands: Any = thing.zone or "battlefield"
        self.subject = self.story.create(GameObject(
            "subject", said=said_of(thing) or "card", types=types, subtypes=tuple(thing.subtypes), controller=thing.owner,
            face="back" if thing.transformed else None, zone=stands, power=thing.power, toughness=thing.toughness,
            abilities=abilities_of(thing),
        ))  # fmt: skip
        if thing.head == "mdfc":
            self.story.facts[f"modal @{self.subject}"] = "yes"
        elif thing.head == "dfc" and ("transform" in thing.text or self.talk.has("verb", "transform")):
            # One that turns over is meant; of "a double-faced card" alone nobody knows whether it is modal.
            self.story.facts[f"modal @{self.subject}"] = "no"
        for mention in things:
            if mention is thing or (mention.subtypes and set(mention.subtypes) <= set(thing.subtypes)):
                self.story.board.of_mention[mention.start] = self.subject
                self.story.use(mention)
        return True

    def _copier(self, named: list[Mention]) -> bool | None:
        """A copy of a double-faced card; None when nothing is said to copy."""
        find = self.story.find
        others = [m for m in self.talk.mentions if m.cards and m not in named]
        match = find.first(
            "CARD copying CARD",
            "v:copy v:copy CARD", "CARD ~ as? ~ copy of ~ OBJ", "CARD v:copy CARD", "v:copy CARD with ~ CARD", "v:copy OBJ with ~ OBJ", "v:copy CARD with ~ v:copy",
            "OWN? v:copy ~ v:copy of ~ CARD", "v:copy ~ v:copy of ~ CARD", "v:copy of ~ CARD", "CARD ~ v:copy of ~ CARD", "CARD imprinting|imprinted CARD", "CARD with CARD imprinted",
            "CARD on ~ PRON", "v:cast CARD on ~ PRON", "v:cast CARD on ~ CARD", "v:cast CARD v:copy CARD", "token v:copy of ~ CARD", "token ~ of ~ CARD",
            "v:copy ~ CARD", "v:copy ~ PRON",
        )  # fmt: skip
        if match is None or not named:
            return None
        copied = next((m for m in match.mentions if m in named), None) or (
            named[0]
            if match.mentions and (match.mentions[-1].head == "pronoun" or match.mentions[-1].article == "pronoun")
            else None
        )
        agent = next((m for m in match.mentions if m in others), None)
        if copied is None or (match.mentions and agent is None and not self._has_copy_verb(match.start, match.end)):
            return None
        if agent is not None and not self._copies(agent):
            return None
        self.story.use(match)
        self.card = self.talk.card(copied)
        face: Any = self._face_of_copied(copied)
        token = bool(agent and self._makes_tokens()) or any(
            w.is_("noun", "token") for w in self.talk.words[match.start : match.end]
        )
        name = agent.cards[0] if agent is not None and not token and len(agent.cards) == 1 else None
        self.subject = self.story.create(GameObject(
            "copy", said=said_of(agent) if agent is not None and not token else "token" if token else "clone", card=name, copy_of=copied.cards[0],
            copy_of_face=face, token=True if token else None, controller="you",
        ))  # fmt: skip
        for mention in self.talk.mentions:
            if mention.cards and (
                mention.cards == copied.cards or (agent is not None and mention.cards == agent.cards)
            ):
                self.story.board.of_mention[mention.start] = self.subject
                self.story.use(mention)
            if mention.head == "token" and token:
                self.story.board.of_mention[mention.start] = self.subject
                self.story.use(mention)
            if mention.cards == copied.cards and mention is not copied and self._is_result(mention):
                self.results.append(mention)
        for clause in self.talk.clauses:
            if clause.frame == "copy" or match.start <= clause.verb < match.end:
                self.story.used.add(clause.verb)
                clause.frame, clause.frames = "told", ()
        for i, word in enumerate(self.talk.words):
            if word.is_("verb", "copy"):
                self.story.used.add(i)
        self.about_faces = True
        return True

    def _has_copy_verb(self, start: int, end: int) -> bool:
        return any(w.is_("verb", "copy") for w in self.talk.words[start:end])

    def _face_of_copied(self, copied: Mention) -> str | None:
        flipped = any(
            c.frame == "transform"
            and self.story.asked(c.verb) is None
            and not self.story.is_noun(c)
            and copied in c.roles()
            for c in self.talk.clauses
        )
        if flipped:
            for clause in self.talk.clauses:
                if clause.frame == "transform" and copied in clause.roles():
                    self.story.used.add(clause.verb)
                    clause.frame, clause.frames = "told", ()
            return "back"
        return self._face_named(copied)

    def _copies(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        return (card is not None and any("Copy" in type(e).__name__ or getattr(e, "copy_of", None) is not None for f in card.faces for a in f.abilities
                                        for e in getattr(a, "effects", ()))) or self._says_copy()  # fmt: skip

    def _says_copy(self) -> bool:
        """The question itself says that it copies."""
        return any(w.is_("verb", "copy") or w.lower in {"imprinting", "imprinted", "copying"} for w in self.talk.words)

    def _makes_tokens(self) -> bool:
        return any(m.head == "token" for m in self.talk.mentions) and "imprint" in self.talk.joined

    # ------------------------------------------------------------ what is told of it

    def is_subject(self, mention: Mention) -> bool:
        """Whether a mention stands for the subject: by name, or a pronoun where nothing else is spoken of."""
        if self.story.board.of_mention.get(mention.start) in {self.subject, self.base}:
            return mention not in self.results
        if mention.head == "pronoun" or (
            mention.head == "player" and mention.article == "pronoun" and mention.text != "they"
        ):
            return True
        thing = self.story.board.objects[self.subject]
        if mention.head == "planeswalker" and mention.text.startswith("one of the") and not mention.cards:
            return any("planeswalker" in f.types for f in (self.card.faces if self.card else ()))
        if mention.is_object and not mention.cards and mention.article in {"the", "this", "that"}:
            printed = {s for f in (self.card.faces if self.card else ()) for s in f.subtypes} | set(thing.subtypes)
            kinds = {t for f in (self.card.faces if self.card else ()) for t in f.types}
            if mention.subtypes and set(mention.subtypes) <= printed:
                return True
            return mention.head in kinds and not mention.described
        return False

    # ------------------------------------------------------------ faces by what is said of them

    def names_face(self, mention: Mention) -> str:
        """Which face a description fits: by name, size, type or subtype; "" when it fits none or both."""
        if self.card is None:
            return ""
        if mention.cards:
            if mention.cards[0] != self.card.name:
                return ""
            return "back" if self.names_back(mention) else "front"
        fits = [n for n, face in zip(("front", "back"), self.card.faces, strict=False) if _fits(mention, face)]
        return fits[0] if len(fits) == 1 else ""


def _fits(mention: Mention, face: object) -> bool:
    types = set(getattr(face, "types", ()))
    if mention.power is not None and (str(mention.power), str(mention.toughness)) != (
        getattr(face, "power", None),
        getattr(face, "toughness", None),
    ):
        return False
    if mention.subtypes and not set(mention.subtypes) <= set(getattr(face, "subtypes", ())):
        return False
    kind = (
        mention.head
        if mention.head in {"creature", "land", "planeswalker", "sorcery", "instant", "artifact", "enchantment"}
        else ""
    )
    own = {a.name for a in getattr(face, "abilities", ()) if isinstance(a, Keyword)}
    if not set(mention.keywords) <= own:
        return False  # "as a flyer"
    if kind == "creature" and mention.power is not None:
        kind = ""
    return not (kind and kind not in types) and bool(mention.power is not None or mention.subtypes or kind)


def names_back(talk: Talk, mention: Mention) -> bool:
    """Whether the words are those of the back face's name, not of the front's."""
    if not mention.cards or " // " not in mention.cards[0]:
        return False
    front, back = (name.lower().replace(",", "").replace("'s", "") for name in mention.cards[0].split(" // ")[:2])
    said = (
        next((w.text for w in talk.words[mention.start : mention.end] if w.kind == "card"), "")
        .lower()
        .replace(",", "")
        .replace("'s", "")
        .rstrip("s")
    )
    own = [w for w in said.split() if w not in {"the", "of", "a"}]
    in_back = sum(w.rstrip("s") in back for w in own)
    in_front = sum(w.rstrip("s") in front for w in own)
    return in_back > in_front
