"""What a question says of the picture on a card: whose legs are counted, and which other figures stand in it."""

from __future__ import annotations

import msgspec

from judgecall.corpus.figures import art_phrases, legs_by_type, legs_of_animals
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

JERMANE = "Jermane, Pride of the Circus"
_IS = frozenset(
    {
        "is",
        "as",
        "=",
        "being",
        ",",
        "really",
        "just",
        "only",
        "also",
        "basically",
        "actually",
        "a",
        "an",
        "kind",
        "of",
        "still",
        "was",
    }
)
_PARTS = frozenset(
    {"wings", "wing", "arms", "arm", "heads", "head", "tails", "tail", "horns", "claws", "tentacles", "fins"}
)
_GROUP_NOUNS = frozenset({"figures", "creatures", "guys", "dudes", "animals", "things", "people", "beasts"})


class Art(msgspec.Struct):
    """What was understood of the picture."""

    legs: int | None = None
    """Legs of the figure that the card represents."""
    figures: tuple[int, ...] = ()
    other: tuple[int, ...] = ()
    hidden: bool = False
    added_up: bool = False
    minimum: int | None = None
    """The number that is asked for ("does it have four or more legs")."""
    subtypes: tuple[str, ...] = ()
    """Creature types that the question says it has."""
    used: set[int] = msgspec.field(default_factory=set)
    clear: bool = True
    """False: a number of legs or a figure was found that belongs to nothing."""


class ArtReader:
    """Reads the picture out of a talk about one creature.

    Args:
        talk: the question.
        subject: the creature whose legs are counted.
    """

    def __init__(self, talk: Talk, subject: Mention) -> None:
        self.talk = talk
        self.subject = subject
        self.phrases = art_phrases()
        self.art = Art()
        self.kinds = self._kinds(subject)
        self._same: list[Mention] = [subject]
        self._matching: list[Mention] = []
        self._others: list[Mention] = []

    def read(self) -> Art:
        """What the question says of the picture."""
        art = self.art
        art.added_up = self.talk.says(*self.phrases["added_up"])
        self._sort_mentions()
        for i, word in enumerate(self.talk.words):
            if word.is_("noun", "legs") and not self._inside_legged(i):
                self._legs_at(i)
            elif word.lower in _PARTS and i and self.talk.words[i - 1].kind == "number":
                art.used |= {i - 1, i}
        self._legged_mentions()
        self._by_animal()
        self._figures_without_legs()
        self._figure_nouns()
        if not art.figures and art.added_up and not self._matching:
            art.clear = False
        return art

    # ---------------------------------------------------------- mentions

    def _kinds(self, mention: Mention) -> set[str]:
        kinds = {self.talk.lexicon.animal_type.get(s, s) for s in mention.subtypes}
        card = self.talk.card(mention) if mention.cards else None
        return kinds | (set(card.faces[0].subtypes) if card else set())

    def _sort_mentions(self) -> None:
        """Each creature of the question: the one that is asked about, a figure that matches it, or another figure."""
        for mention in self.talk.mentions:
            if mention is self.subject or mention.head in {"player", "spell", "ability"} or JERMANE in mention.cards:
                continue
            if mention.head in {"pronoun", "some"}:
                continue
            if self._is_same(mention):
                self._same.append(mention)
                self._use(mention)
            elif self._matches(mention):
                self._matching.append(mention)
                self._use(mention)
            elif self._is_elsewhere(mention):
                self._others.append(mention)
                self._use(mention)
        self._use(self.subject)
        said = [self.talk.lexicon.animal_type.get(s, s) for m in self._same if not m.cards for s in m.subtypes]
        self.art.subtypes = tuple(dict.fromkeys(said))

    def _use(self, mention: Mention) -> None:
        self.art.used |= set(range(mention.start, mention.end))

    def _is_same(self, mention: Mention) -> bool:
        """Another word for the creature that is asked about."""
        if mention.cards:
            return bool(set(mention.cards) & set(self.subject.cards)) and mention.count is None
        if not mention.described:
            return mention.head in {"creature", "card", "token"} and mention.count is None and not mention.plural
        if mention.power is not None or mention.keywords:
            return False
        subtypes = self._kinds(mention)
        if self._predicate(mention):
            return True
        if mention.count not in {None, 1} or not subtypes <= self.kinds:
            return False
        generic = mention.plural and not self._in_picture(mention)
        one_owner = mention.owner == self.subject.owner or None in {mention.owner, self.subject.owner}
        return generic or (one_owner and not mention.plural and mention.article not in {"a", "an", "another"})

    def _predicate(self, mention: Mention) -> bool:
        """ "pridemate is a cat", "my pridemate (a leonin)": what it is, said of the subject just before."""
        for same in self._same:
            if same.end > mention.start or same.sentence != mention.sentence:
                continue
            gap = self.talk.lowers[same.end : mention.start]
            told = [m for m in self._same if m.start >= same.end and m.end <= mention.start]
            if gap and gap[-1] == "(":
                return True
            if gap and set(gap) <= _IS and not (gap == [","] and told):
                return mention.article in {"a", "an", ""} and not mention.owner and mention.count is None
        return False

    def _matches(self, mention: Mention) -> bool:
        """A figure in the picture that is what the card represents."""
        if self.talk.says(*self.phrases["all_of_them"]):
            return True
        subtypes = self._kinds(mention)
        several = mention.plural or (mention.count or 1) > 1
        if not self.kinds and not self._matching and not self.subject.cards and mention.subtypes:
            # "my card shows several hounds": nothing else says what the card represents.
            return several and self._in_picture(mention)
        return several and bool(subtypes) and bool(subtypes & self.kinds) and self._in_picture(mention)

    def _in_picture(self, mention: Mention) -> bool:
        return (
            any(w.is_("noun", "art") and w.sentence == mention.sentence for w in self.talk.words)
            or self._says_near(mention, "figures")
            or (
                any(
                    self.talk.lowers[i] in {"shows", "show", "showing", "depicts"}
                    and self.talk.words[i].sentence == mention.sentence
                    for i in range(len(self.talk.words))
                )
            )
        )

    def _says_near(self, mention: Mention, *words: str) -> bool:
        return any(w.lower in words and w.sentence == mention.sentence for w in self.talk.words)

    def _is_elsewhere(self, mention: Mention) -> bool:
        if mention.owner or mention.power is not None or mention.keywords:
            return False
        if any(self._kinds(m) == self._kinds(mention) and m.subtypes for m in self._others):
            return True
        text = " " + " ".join(w.lower for w in self.talk.words if w.sentence == mention.sentence) + " "
        return (
            any(f" {p} " in text for p in self.phrases["elsewhere"]) or self._in_picture(mention)
        ) and not self._kinds(mention) & self.kinds

    # ---------------------------------------------------------- numbers of legs

    def _inside_legged(self, i: int) -> bool:
        inside = self.talk.inside(i)
        return inside is not None and inside.legs is not None and inside.head != "pronoun"

    def _legs_at(self, i: int) -> None:
        found = self._number_before(i)
        self.art.used.add(i)
        if found is None:
            return
        n, first, more = found
        span = set(range(first, i + 1))
        sentence = self.talk.words[i].sentence
        if more and self._is_requirement(first):
            self.art.used |= span
            return
        if self._asks_for_number(first):
            self.art.clear = self.art.clear and n >= 4
            self.art.minimum = n
            self.art.used |= span
            return
        text = " " + " ".join(w.lower for w in self.talk.words if w.sentence == sentence) + " "
        if (
            any(f" {p} " in text for p in self.phrases["added_up"])
            and self.talk.lowers[i + 1 : i + 2] != ["each"]
            and not self._each(first, i)
        ):
            self.art.used |= span
            return
        if n < 4 and any(f" {p} " in text for p in self.phrases["hidden"]) and not self._all(first):
            self.art.hidden = True
            self.art.used |= span
            return
        self._give(n, first, i, span)

    def _number_before(self, i: int) -> tuple[int, int, bool] | None:
        """The number before "legs": how many, where its phrase begins, and whether it is "or more"."""
        lowers = self.talk.lowers
        j = i - 1
        more = False
        if j >= 1 and lowers[j] in {"more", "greater"} and lowers[j - 1] == "or":
            more, j = True, j - 2
        steps = 0
        while j >= 0 and self.talk.words[j].kind != "number" and steps < 4:
            if lowers[j] in {"no", "zero"}:
                return 0, j, more
            if lowers[j] not in {
                "of",
                "its",
                "the",
                "his",
                "her",
                "their",
                "visible",
                "front",
                "hind",
                "full",
                "whole",
                "my",
                "these",
                "those",
                "long",
                "little",
                "hairy",
            }:
                return None
            j -= 1
            steps += 1
        if j < 0 or self.talk.words[j].kind != "number":
            return None
        n = self.talk.words[j].value[0]
        if j >= 2 and lowers[j - 2 : j] == ["at", "least"]:
            return n, j - 2, True
        if j >= 2 and lowers[j - 2 : j] == ["more", "than"]:
            return n + 1, j - 2, more
        if j >= 1 and lowers[j - 1] in {"exactly", "only", "just", "all"}:
            return n, j - 1, more
        return n, j, more

    def _all(self, first: int) -> bool:
        return self.talk.lowers[first] == "all"

    def _each(self, first: int, i: int) -> bool:
        return "each" in self.talk.lowers[max(0, first - 3) : first] or self.talk.lowers[i + 1 : i + 2] == ["each"]

    def _is_requirement(self, first: int) -> bool:
        """ "creature with four or more legs", "she needs at least four legs": what the ability asks for."""
        before = self.talk.lowers[max(0, first - 6) : first]
        return bool(
            {"creature", "creatures", "needs", "need", "says", "requires", "must", "target"} & set(before)
        ) and not ({"does", "do", "my"} & set(before))

    def _asks_for_number(self, first: int) -> bool:
        """ "does a squirrel have four legs": the number is what is asked, and nobody said that it has them."""
        before = self.talk.lowers[max(0, first - 9) : first]
        return before[-1:] in (["have"], ["having"], ["as"]) and bool({"does", "do", "count", "counts"} & set(before))

    def _give(self, n: int, first: int, last: int, span: set[int]) -> None:
        """A number of legs goes to the figure that it is said of."""
        art = self.art
        sentence = self.talk.words[last].sentence
        before = [
            m
            for m in self.talk.mentions
            if m.end <= first and m.sentence == sentence and JERMANE not in m.cards and m.head != "player"
        ]
        if self._each(first, last):
            owner = next((m for m in reversed(before) if m in self._matching or m in self._others), None)
            owner = owner or next((m for m in (self._matching + self._others)), None)
        else:
            owner = (
                before[-1]
                if before
                else next(
                    (
                        m
                        for m in self.talk.mentions
                        if m.start > last and m.sentence == sentence and JERMANE not in m.cards and m.head != "player"
                    ),
                    None,
                )
            )
        art.used |= span
        if (
            owner is None
            or owner in self._same
            or (owner.head == "pronoun" and not owner.plural)
            or (owner.head == "player" or (owner.head == "pronoun" and not self._matching))
        ):
            if art.legs is not None and art.legs != n:
                art.clear = False
            art.legs = n
        elif owner.head == "some" or self._one_of(owner):
            self._use(owner)
            if not self._matching:
                art.clear = False
            art.figures = (n, 0) if n >= 4 else ()
            art.clear = art.clear and n >= 4
        elif owner in self._matching or (owner.head == "pronoun" and owner.plural):
            count = self._matching[0].count or 2
            art.figures = (n,) * min(count, 9)
        elif owner in self._others:
            art.other = (*art.other, n)
        else:
            art.clear = False

    def _one_of(self, mention: Mention) -> bool:
        return mention.text.startswith("one of")

    def _legged_mentions(self) -> None:
        for mention in self.talk.mentions:
            if mention.legs is None:
                continue
            if mention in self._same:
                self.art.legs = mention.legs
            elif mention in self._matching:
                self.art.figures = (mention.legs,) * min(mention.count or 2, 9)
            elif mention in self._others:
                self.art.other = (*self.art.other, mention.legs)

    # ---------------------------------------------------------- what goes without saying

    def _by_animal(self) -> None:
        """A leonin stands on two legs and a tiger on four, though the cards call both Cats."""
        if self.art.legs is not None or self.art.figures:
            return
        known = {legs_of_animals()[s] for m in self._same for s in m.subtypes if s in legs_of_animals()}
        if len(known) == 1:
            self.art.legs = known.pop()

    def _figures_without_legs(self) -> None:
        if self._matching and not self.art.figures and self.art.legs is None:
            legs = self._known_legs(self._matching[0])
            if legs is None:
                self.art.clear = False
            else:
                self.art.figures = (legs,) * min(self._matching[0].count or 2, 9)
        if self._others and not self.art.other:
            legs = self._known_legs(self._others[0])
            self.art.other = (legs or 0,)

    def _known_legs(self, mention: Mention) -> int | None:
        for subtype in mention.subtypes:
            if subtype in legs_of_animals():
                return legs_of_animals()[subtype]
        for kind in self._kinds(mention):
            known = legs_by_type().get(kind)
            if known is not None:
                return known[0] if known[0] >= 4 else known[1]
        return None

    def _figure_nouns(self) -> None:
        """ "has three figures in its art": several figures of what the card represents."""
        if self.art.figures or self._matching:
            return
        for i, word in enumerate(self.talk.words):
            if (
                word.lower in _GROUP_NOUNS
                and i
                and self.talk.words[i - 1].kind == "number"
                and self.talk.inside(i) is None
            ):
                self.art.used |= {i - 1, i}
                legs = self.art.legs if self.art.legs is not None else self._known_legs_of_subject()
                if legs is None:
                    self.art.clear = False
                    return
                self.art.legs = None
                self.art.figures = (legs,) * min(self.talk.words[i - 1].value[0], 9)
                return

    def _known_legs_of_subject(self) -> int | None:
        found = {k for kind in self.kinds if (k := legs_by_type().get(kind)) is not None}
        values = {low if low >= 4 else high for low, high in found}
        return values.pop() if len(values) == 1 else None
