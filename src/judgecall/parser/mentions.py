"""Mentions: the phrases that stand for objects ("my untapped 2/2 with reach", "five guys", "it").

A description is composed from attributes in any order around an optional head;
each attribute is one small function, tried wherever it can stand.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judgecall.parser.words import Word

ARTICLES = frozenset({"a", "an", "the", "this", "that", "these", "those", "each", "every", "another", "other", "any", "some",
                      "all", "both", "one", "same", "whole", "own"})  # fmt: skip
PRONOUNS = frozenset({"it", "itself", "them", "they", "he", "him", "she", "her", "mine", "theirs", "this", "that", "those",
                      "these", "himself", "one", "ones"})  # fmt: skip
_OBJECT_NOUNS = frozenset({"creature", "attacker", "blocker", "token", "permanent", "land", "artifact", "enchantment", "planeswalker",
                           "vehicle", "spell", "card", "aura", "equipment", "instant", "sorcery", "dfc", "mdfc"})  # fmt: skip
_ZONES = frozenset({"graveyard", "exile", "hand", "library"})
_SINGLE = frozenset({"lone", "single", "only"})
_BARE = frozenset({"vanilla", "plain", "textless"})
_BIG = frozenset({"big", "nontoken", "huge", "ugly", "normal", "little", "small", "puny", "giant", "regular", "stupid", "new", "random", "beat", "beat up", "damaged",
                  "untouched", "unharmed", "healthy", "measly", "massive", "ground", "nonflying", "undamaged", "poor", "old", "favorite", "good", "legendary"})  # fmt: skip


class Mention(msgspec.Struct):
    """One phrase that stands for something in the game.

    `head` is the kind of noun it ends in (creature, attacker, land …), "card" for a named card, "pronoun" for it/they,
    "player" for a player. Attributes are those that the phrase itself states.
    """

    start: int
    end: int
    head: str = ""
    text: str = ""
    owner: str | None = None
    article: str = ""
    count: int | None = None
    plural: bool = False
    power: int | None = None
    toughness: int | None = None
    keywords: list[str] = msgspec.field(default_factory=list)
    told: list[str] = msgspec.field(default_factory=list)
    """Keywords that the phrase tells of it ("my guy has trample") and that needn't be known before."""
    protection: list[str] = msgspec.field(default_factory=list)
    without: list[str] = msgspec.field(default_factory=list)
    colors: list[str] = msgspec.field(default_factory=list)
    colorless: bool = False
    types: list[str] = msgspec.field(default_factory=list)
    subtypes: list[str] = msgspec.field(default_factory=list)
    cards: tuple[str, ...] = ()
    guessed: bool = False
    tapped: bool | None = None
    since: str | None = None
    vanilla: bool = False
    animated: bool | None = None
    transformed: bool | None = None
    role: str = ""
    """attacking, blocking, blocked, unblocked as an adjective"""
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    damage: int | None = None
    x: int | None = None
    legs: int | None = None
    loyalty: int | None = None
    chosen: str | None = None
    player: str = ""
    sentence: int = 0
    mana_cost: str = ""
    copy_of: str | None = None
    zone: str = ""
    face: str | None = None
    land_class: str = ""
    """A class of cards that make mana ("a triome", "a signet"), by its name in the lexicon."""

    @property
    def is_object(self) -> bool:
        """Whether it stands for a game object (not a player, not a pronoun)."""
        return self.head not in {"player", "pronoun", "some", ""}

    @property
    def described(self) -> bool:
        """Whether it says anything that tells one object from another."""
        return bool(
            self.power is not None or self.keywords or self.cards or self.subtypes or self.colors or self.protection
        )


class MentionReader:
    """Reads mentions out of a question's words, left to right, longest first."""

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self._attributes: tuple[Callable[[int, Mention], int], ...] = (
            self._size, self._color, self._protection, self._keyword, self._state, self._power, self._legs, self._subtype, self._type,
        )  # fmt: skip

    def read(self) -> list[Mention]:
        """All mentions in order; they don't overlap."""
        self._like: Mention | None = None
        found: list[Mention] = []
        i = 0
        while i < len(self.words):
            mention = self._player(i) or self._object(i) or self._pronoun(i) or self._some(i)
            relative = (
                mention is not None
                and mention.text == ""
                and mention.head == "pronoun"
                and self._lower(i) in {"that", "which"}
                and bool(found)
                and found[-1].end == i
                and found[-1].is_object
            )
            if mention is None or relative:  # "my 3/3 that's been here": no second thing
                i += 1
                continue
            mention.sentence = self.words[i].sentence
            mention.text = " ".join(w.lower for w in self.words[mention.start : mention.end])
            if mention.head in {"creature", "land", "artifact", "token"}:
                self._like = mention
            found.append(mention)
            i = mention.end
        return found

    # ----------------------------------------------------------- players

    def _at(self, i: int) -> Word | None:
        return self.words[i] if 0 <= i < len(self.words) else None

    def _lower(self, i: int) -> str:
        return self.words[i].lower if 0 <= i < len(self.words) else ""

    def _owner(self, i: int) -> tuple[str, int] | None:
        """A possessive at i: whose, and where it ends."""
        word = self._at(i)
        if word is None:
            return None
        if word.lower == "'s" or word.kind != "word":
            return None
        for sense in word.senses:
            if sense.kind == "player":
                if self._lower(i + 1) == "'s":
                    return sense.value, i + 2
                if sense.form == "possessive" and word.lower not in {"opponents", "opps"}:
                    return sense.value, i + 1
                if word.lower == "her" and self._is_keyword(i + 1) and not self._continues(i + 2):
                    return None
                if word.lower in {"opponents", "opps", "her"} and self._starts_noun(i + 1):
                    return sense.value, i + 1
        return None

    def _starts_noun(self, i: int) -> bool:
        word = self._at(i)
        return word is not None and (
            word.kind in {"size", "card"} or word.is_("noun") or word.is_("subtype") or word.is_("color")
            or word.is_("keyword") or word.lower in {"untapped", "tapped", "own", "only"} or word.kind == "number"
        )  # fmt: skip

    def _player(self, i: int) -> Mention | None:
        word = self.words[i]
        if word.kind != "word":
            return None
        # "the opponent 's bear" is an object; a bare "opp" is a player.
        for sense in word.senses:
            if sense.kind == "player" and sense.form in {"subject", "pronoun"}:
                if self._owner(i) is not None:
                    return None
                return Mention(i, i + 1, "player", player=sense.value, plural=word.lower in {"they", "them"},
                               article=sense.form)  # fmt: skip
        if (
            word.lower == "defender"
            and self._lower(i + 1) in {"has", "controls", "have", "is", "can", "only", "chooses", "decides", "got"}
            and (self._lower(i - 1) not in {"a", "my", "his", "with"})
        ):
            return Mention(i, i + 1, "player", player="defender")
        if word.lower == "the" and self._lower(i + 1) == "defender" and not self._continues(i + 2):
            return Mention(i, i + 2, "player", player="defender")
        if word.is_("noun", "player"):
            return Mention(i, i + 1, "player", player="defender" if "defend" in word.lower else "player")
        return None

    def _pronoun(self, i: int) -> Mention | None:
        word = self.words[i]
        if (
            word.lower in {"those", "these", "the"}
            and (number := self._at(i + 1)) is not None
            and number.kind == "number"
        ):
            after = self._lower(i + 2)
            if (
                number.value[0] > 1
                and not self._continues(i + 2)
                and (
                    self._at(i + 2) is None
                    or after in {"are", "can", "have", "block", "attack", "die", "have to", "must", "?", ".", ",", "is"}
                    or self.words[i + 2].is_("verb")
                    or self.words[i + 2].is_("modal_can")
                )
            ):
                return Mention(i, i + 2, "pronoun", plural=True, text="those")
        if word.kind == "word" and word.lower in PRONOUNS:
            if word.lower in {"that", "this"} and self._at(i + 1) is not None and self._lower(i + 1) not in {
                "is", "are", "one", "was", "legal", "?", ",", ".", "block", "still", "guy", "can", "does", "works", "work", "would",
            }:  # fmt: skip
                return None
            end = i + 2 if word.lower in {"that", "this"} and self._lower(i + 1) == "one" else i + 1
            owner = {"mine": "you", "theirs": "opp"}.get(word.lower)
            return Mention(
                i, end, "pronoun", owner=owner, plural=word.lower in {"they", "them", "those", "these", "ones"}
            )
        sense = word.sense("player")
        if sense is not None and sense.form == "possessive" and word.lower in {"mine", "theirs", "his"}:
            return Mention(i, i + 1, "pronoun", owner=sense.value)
        return None

    def _some(self, i: int) -> Mention | None:
        """ "one of them", "with two", "block with just one": a number that stands for creatures spoken of before."""
        word = self.words[i]
        if word.kind != "number" or word.value[0] < 1:
            return None
        after = self._lower(i + 1)
        if after == "of" and self._lower(i + 2) in {"them", "em", "those", "these", "the", "his", "my", "its"}:
            j = i + 3 if self._lower(i + 2) in {"them", "em", "those", "these"} else i + 2
            return Mention(i, j, "some", count=word.value[0], text=word.lower)
        ends = self._at(i + 1) is None or after in {
            ".",
            ",",
            "?",
            "!",
            ")",
            "only",
            "is",
            "are",
            "on",
            "and",
            "left",
            "has",
            "have",
            "getting",
            "have to",
            "has to",
            "must",
            "can",
            "die",
        }
        before = self._lower(i - 1)
        ends = ends or after == "chump"  # "one chump on the wurm"
        ends = ends or (after == "with" and before in {"block", "blocks", "blocked"})  # "I block one with my 2/2"
        if (
            ends
            and before
            in {
                "with",
                "by",
                "put",
                "wants",
                "want",
                "throws",
                "throw",
                "only",
                "just",
                "all",
                "block",
                "blocks",
                "blocked",
                "kill",
                "and",
                ",",
                "but",
                "puts",
                "other",
                "the",
            }
            and (before != "," or after in {"on", "is", "are", "has", "have"})
        ):
            return Mention(i, i + 1, "some", count=word.value[0], text=word.lower)
        return None

    # ----------------------------------------------------------- objects

    def _object(self, i: int) -> Mention | None:
        m = Mention(i, i)
        j = self._opening(i, m)
        j = self._attribute_run(j, m)
        j = self._card(j, m)
        if not m.head:
            if (
                m.power is not None
                and m.toughness is None
                and not (m.article or m.owner or m.keywords or m.subtypes or m.colors)
            ):
                return None  # "shrunk it to 0 power"
            if m.power is not None:
                m.head = "creature"
            elif (
                self._like is not None
                and self._lower(j) in {"ones", "one"}
                and (m.tapped is not None or m.keywords or m.colors)
            ):
                # "three untapped creatures and two tapped ones"
                m.head, m.types, m.subtypes = self._like.head, list(self._like.types), list(self._like.subtypes)
                m.plural = self._lower(j) == "ones"
                j += 1
            elif m.subtypes:
                m.head = "land" if m.subtypes[-1] in LAND_TYPES else "creature"
            elif (
                m.keywords
                and m.article != "both"
                and (
                    len(m.keywords) > 1
                    or m.owner
                    or m.article in {"a", "an", "the", "this", "that", "another", "each"}
                    or m.count
                )
                and j > i + 1
            ):
                m.head = "creature"
            elif m.owner and (word := self._at(j)) is not None and word.unknown and not m.keywords:
                m.head = "creature"  # "my elefant": somebody's something, in a word that nobody knows
                j += 1
            else:
                return None
        if j == i:
            return None
        m.end = j
        m.end = self._after(m)
        return m

    def _opening(self, i: int, m: Mention) -> int:
        j = i
        while True:
            owner = self._owner(j)
            word = self._at(j)
            if owner is not None:
                m.owner, j = owner
            elif word is None:
                break
            elif (
                word.kind == "number" and m.count is None and self._lower(j + 1) not in {"-", "mana", "damage", "life"}
            ):
                if self._lower(j + 1) in {"the", "a", "an"} or self._owner(j + 1) is not None:
                    return i  # "which one the bear takes": the number is not the bear's
                m.count = word.value[0]
                j += 1
                if self._lower(j) == "of" and self._owner(j + 1) is not None:
                    j += 1
                elif (
                    self._lower(j) == "of"
                    and self._lower(j + 1) in {"the", "those", "these"}
                    and self._continues(j + 2)
                ):
                    j += 2
            elif word.kind == "word" and word.lower in ARTICLES and word.lower != "one":
                m.article = m.article or word.lower
                if word.lower == "both":
                    m.count = 2
                j += 1
                if word.lower in {"one", "each", "some", "any", "all", "both"} and self._lower(j) == "of":
                    j += 1
            elif (
                word.lower == "different"
                and m.article in {"a", "another", "some"}
                and (self._continues(j + 1) or self._lower(j + 1) == "power")
            ):
                m.article = "another"
                j += 1
            elif (
                word.kind == "number"
                and self._lower(j + 1) == "mana"
                and (follow := self._at(j + 2)) is not None
                and (follow.kind == "size" or follow.is_("noun", "creature"))
            ):
                j += 2  # "my 4 mana 4/4": what it cost decides nothing
            elif word.lower in {"no", "zero"} and m.count is None and self._continues(j + 1):
                m.count = 0
                j += 1
            elif word.lower in _SINGLE:
                m.count = 1
                j += 1
            elif word.lower == "untapped" and m.article + (m.owner or "") and self._continues(j + 1):
                m.tapped = False
                j += 1
            elif (
                word.lower in _BIG and (m.article or m.owner or (m.count is not None and self._continues(j + 1)))
            ) or (word.lower == "x" and (after := self._at(j + 1)) is not None and after.is_("noun", "spell")):
                j += 1
            else:
                break
        return j

    def _attribute_run(self, j: int, m: Mention) -> int:
        last = j
        while j < len(self.words):
            if self._lower(j) == "-" or (
                self._lower(j) in {"and", ",", "/", "+"} and m.keywords and self._is_keyword(j + 1) and m.head == ""
            ):
                j += 1
                continue
            for attribute in self._attributes:
                end = attribute(j, m)
                if end > j:
                    j = last = end
                    break
            else:
                return last  # a joining mark with nothing behind it isn't part of the description
            if m.head in {"card"}:
                return last
        return last

    def _is_keyword(self, j: int) -> bool:
        word = self._at(j)
        return (
            word is not None
            and word.kind == "word"
            and any(s.kind == "keyword" and s.form == "is" for s in word.senses)
        )

    def _size(self, j: int, m: Mention) -> int:
        word = self.words[j]
        if word.kind == "size" and m.power is None:
            m.power, m.toughness = word.value
            m.plural = m.plural or word.text.endswith("s")
            return j + 1
        return j

    def _color(self, j: int, m: Mention) -> int:
        word = self.words[j]
        sense = word.sense("color")
        if sense is not None and (self._continues(j + 1) or m.power is not None):
            if sense.value != "C":
                m.colors.append(sense.value)
            else:
                m.colorless = True
            return j + 1
        if word.lower in {"mono", "nonwhite"}:
            return j + 1
        return j

    def _continues(self, j: int) -> bool:
        word = self._at(j)
        if word is None:
            return False
        return word.kind in {"size", "card"} or word.is_("color") or word.is_("subtype") or word.is_("keyword") or (
            word.is_("noun") and any(s.value in _OBJECT_NOUNS for s in word.senses)
        ) or (
            word.lower in {"and", "-", "ground", "untapped", "tapped", "vanilla", "single"} | _BIG and self._continues(j + 1)
        )  # fmt: skip

    def _protection(self, j: int, m: Mention) -> int:
        word = self.words[j]
        if word.lower in {"pro", "protection", "prot", "protected"}:
            k = j + 1
            while self._lower(k) in {"-", "from", "the"}:
                k += 1
            target = self._at(k)
            if target is not None:
                color = target.sense("color")
                if color is not None:
                    m.protection.append(color.value)
                    k += 1
                    while (
                        self._lower(k) in {"and", "/", ","}
                        and self._at(k + 1) is not None
                        and self.words[k + 1].sense("color")
                    ):
                        m.protection.append(self.words[k + 1].sense("color").value)  # type: ignore[union-attr]
                        k += 2
                    return k
                if target.is_("noun", "creature") and k > j + 1:
                    m.protection.append("creature")
                    return k + 1
                if word.lower == "protection" and self._lower(j + 1) not in {"from"}:
                    m.protection.append("?")
                    return j + 1
        return j

    def _keyword(self, j: int, m: Mention) -> int:
        word = self.words[j]
        for sense in word.senses:
            if sense.kind != "keyword" or sense.form == "does":
                continue
            if sense.form == "who":
                m.keywords.append(sense.value)
                m.head = m.head or "creature"
                m.plural = m.plural or word.lower.endswith("s")
                return j + 1
            if word.is_("verb") and not (m.article or m.owner or m.power is not None):
                return j
            if word.lower in {"flash", "shadow", "fear"} and not self._continues(j + 1) and m.power is None:
                return j
            m.keywords.append(sense.value)
            return j + 1
        return j

    def _state(self, j: int, m: Mention) -> int:
        word = self.words[j]
        lower = word.lower
        if m.head and m.head != "creature":
            return j
        follows = (
            self._continues(j + 1)
            or self._lower(j + 1) in {"guys", "guy", "dude"}
            or m.power is not None
            or m.count is not None
        )
        before = self._at(j - 1)
        if (
            lower == "tapped"
            and j == m.start
            and before is not None
            and any(s.kind == "player" and s.form in {"subject", "pronoun"} for s in before.senses)
        ):
            return j  # "I tapped Serra's Sanctum": what was done, not which one
        if lower in {"tapped", "untapped"} and follows and not m.head:
            m.tapped = lower == "tapped"
            return j + 1
        if lower in {"untapped"} and m.head:
            m.tapped = False
            return j + 1
        if not follows and lower not in {"vanilla"}:
            return j
        if lower in _BARE:
            m.vanilla = True
        elif (
            lower
            in {"fresh", "new", "freshly", "just", "freshly cast", "summoning sick", "sick", "summon sick", "newly"}
            and not m.head
        ):
            m.since = "this_turn"
            if self._lower(j + 1) in {"cast", "played"}:
                return j + 2
        elif (
            lower in {"attacking", "blocking", "blocked", "unblocked"}
            and not m.head
            and (m.article or m.owner or m.count)
            and (m.power is None and not m.keywords and self._continues(j + 1))
        ):
            m.role = lower
        elif lower in {"uncrewed"}:
            m.animated = False
        elif lower in {"crewed", "animated"} and not m.head:
            m.animated = True
        elif lower in {"flipped", "transformed"} and not m.head:
            m.transformed = True
        elif lower in {"unflipped", "untransformed"} and not m.head:
            m.transformed = False
        elif lower in _BIG and not m.head:
            pass
        else:
            return j
        return j + 1

    def _power(self, j: int, m: Mention) -> int:
        """ "3 power", "power 4", "4-power"."""
        word = self.words[j]
        if word.kind == "number":
            k = j + 2 if self._lower(j + 1) == "-" else j + 1
            if self._lower(k) == "power" and m.power is None:
                m.power = word.value[0]
                return k + 1
            if self._lower(k) == "toughness" and m.toughness is None:
                m.toughness = word.value[0]
                return k + 1
        follower = self._at(j + 1)
        if (
            word.lower == "power"
            and m.power is None
            and (m.article or m.owner)
            and follower is not None
            and (follower.kind == "number" and self._continues(j + 2))
        ):
            m.power = follower.value[0]
            return j + 2
        if word.lower == "power" and m.power is None and m.count is not None and j == m.start + 1:
            m.power, m.count = m.count, None
            return j + 1
        return j

    def _legs(self, j: int, m: Mention) -> int:
        word = self.words[j]
        if word.lower in {"legged"} and m.count is not None:
            m.legs, m.count = m.count, None
            return j + 1
        if word.kind == "number":
            k = j + 2 if self._lower(j + 1) == "-" else j + 1
            if self._lower(k) == "legged":
                m.legs = word.value[0]
                return k + 1
        return j

    def _subtype(self, j: int, m: Mention) -> int:
        sense = self.words[j].sense("subtype")
        if sense is None:
            return j
        if m.head and m.head != "creature":
            return j
        if self.words[j].is_("verb") and not (m.article or m.owner or m.count or m.subtypes):
            return j
        m.subtypes.append(sense.value)
        m.plural = m.plural or (sense.form == "plural" and sense.value != "Plains")
        if sense.value in LAND_TYPES:
            m.head = "land"
        return j + 1

    def _type(self, j: int, m: Mention) -> int:
        word = self.words[j]
        for sense in word.senses:
            if sense.kind == "mana_class" and not m.head:
                m.land_class, m.head = sense.value, sense.form
                m.plural = m.plural or word.lower.endswith("s")
                return j + 1
            if sense.kind == "noun" and sense.value in _OBJECT_NOUNS:
                if m.head and not (
                    m.head in {"creature", "land", "artifact"} and sense.value in {"token", "creature", "spell", "card"}
                ):
                    return j
                if word.lower in {"control", "play"} or (word.is_("verb") and j == m.start):
                    return j
                kind = sense.value
                m.plural = m.plural or (word.lower.endswith("s") or word.lower in {"bodies", "fatties", "critters"})
                if (
                    kind in {"land", "artifact", "enchantment", "planeswalker", "creature", "instant", "sorcery"}
                    and kind not in m.types
                ):
                    m.types.append(kind)
                if not m.head or m.head in {"artifact"} or kind == "spell":
                    m.head = kind
                return j + 1
        return j

    def _is_verb_here(self, j: int) -> bool:
        """ "I Enlarge my guy": the name of a spell between its caster and its target."""
        before = self._at(j - 1)
        led = (
            before is None
            or before.is_("player")
            or before.lower in {"to", "and", "then", "can", ",", "just", "if", "they", "could", "or"}
            or before.is_("modal_can")
        )
        after = self._at(j + 1)
        return (
            led
            and after is not None
            and (
                after.lower in PRONOUNS | {"a", "the", "that", "one", "another"}
                or self._owner(j + 1) is not None
                or after.kind in {"card", "size"}
            )
        )

    def _card(self, j: int, m: Mention) -> int:
        word = self._at(j)
        if word is not None and word.spell and self._is_verb_here(j):
            return j
        if (
            word is not None and word.kind == "card" and not m.cards and m.head in {"", "creature"} and m.power is None
        ) or (word is not None and word.kind == "card" and not m.cards and j > m.start and m.head in {"", "creature"}):
            m.cards = word.cards
            m.guessed = word.guessed
            m.head = "card"
            m.plural = m.plural or (word.lower.endswith("s") and (m.count or 0) > 1)
            return j + 1
        return j

    # ------------------------------------------------- what follows the head

    def _after(self, m: Mention) -> int:
        j = m.end
        while True:
            k = self._one_after(j, m)
            if k == j:
                return j
            j = k

    def _one_after(self, j: int, m: Mention) -> int:
        word = self._at(j)
        if word is None:
            return j
        lower = word.lower
        if lower == "(":
            return self._in_brackets(j, m)
        if m.head == "card" and word.kind == "size" and m.power is None:
            m.power, m.toughness = word.value
            end = self._ability_list(j + 1, m) if self._is_keyword(j + 1) else j + 1
            return max(end, j + 1)
        if m.head == "card" and (word.is_("noun", "token", "spell", "creature", "card") or lower in {"enchantment"}):
            if lower in {"spell", "spells"}:
                m.zone = "stack"
            return j + 1
        if word.kind == "xis":
            m.x = word.value[0]
            return j + 1
        if lower in {"for", "with", "where"}:
            follower = self._at(j + 1)
            if follower is not None and follower.kind == "xis":
                m.x = follower.value[0]
                return j + 2
            if (
                self._lower(j + 1) == "x"
                and self._lower(j + 2) in {"is", "of", "="}
                and (n := self._at(j + 3)) is not None
                and n.kind == "number"
            ):
                m.x = n.value[0]
                return j + 4
        if (
            lower in {"has", "have", "at", "with"}
            and m.power is None
            and m.head != "player"
            and not self._question_before(m.start)
        ):
            k = j + 2 if self._lower(j + 1) in {"a", "only", "just"} else j + 1
            a, b = self._at(k), self._at(k + 1)
            if a is not None and b is not None:
                if a.lower == "power" and b.kind == "number":
                    m.power = b.value[0]
                    return k + 2
                if a.kind == "number" and b.lower == "power" and self._lower(k + 2) != "worth":
                    m.power = a.value[0]
                    k += 2
                    if self._lower(k) in {",", "and"} and self._is_keyword(k + 1):
                        return self._ability_list(k + 1, m)
                    return k
        if (
            lower in {"with", "wielding", "having"}
            or (lower in {"that", "which", "who"} and self._lower(j + 1) in {"has", "have"})
            or (
                lower in {"has", "have"}
                and (self._is_keyword(j + 1) or self._lower(j + 1) in {"protection", "pro", "prot"})
                and m.head != "player"
                and not self._question_before(m.start)
            )
        ):
            k = j + (2 if lower in {"that", "which", "who"} else 1)
            before = list(m.keywords)
            end = self._ability_list(k, m)
            if (
                lower in {"has", "have"}
                and self._lower(end) == "from"
                and self._at(end + 1) is not None
                and (self.words[end + 1].kind == "card" or self.words[min(end + 2, len(self.words) - 1)].kind == "card")
            ):
                m.keywords = before  # the card that gives it is named: it has it as long as that card is there
                return end
            if lower in {"has", "have"}:
                m.told += [t for t in m.keywords if t not in before]
            return end if end > k else j
        if lower in {"that", "which", "who"} and self._is_keyword(j + 1):
            m.keywords.append(next(s.value for s in self.words[j + 1].senses if s.kind == "keyword"))
            return j + 2
        if (
            lower in {"that", "which", "who"}
            and self._lower(j + 1) in {"is", "are", "was"}
            and self._lower(j + 2) in {"tapped", "untapped"}
        ):
            m.tapped = self._lower(j + 2) == "tapped"
            return j + 3
        if lower == "in" and m.is_object:
            k = j + 2 if self._lower(j + 1) in {"my", "his", "the", "their", "opps", "a"} else j + 1
            zone = (
                next((s.value for s in self.words[k].senses if s.kind == "noun" and s.value in _ZONES), None)
                if k < len(self.words)
                else None
            )
            if zone:
                m.zone = zone
                return k + 1
        if (
            lower == "whose"
            and self._lower(j + 1) == "power"
            and self._lower(j + 2) in {"is", "was"}
            and m.power is None
        ):
            number = self._at(j + 3)
            if number is not None and number.kind == "number":
                m.power = number.value[0]
                return j + 4
        if lower == "without" and self._is_keyword(j + 1):
            m.without.append(self.words[j + 1].sense("keyword").value)  # type: ignore[union-attr]
            return j + 2
        if lower == "no" and self._is_keyword(j + 1) and m.head in {"creature", "card"}:
            m.without.append(self.words[j + 1].sense("keyword").value)  # type: ignore[union-attr]
            return j + 2
        return j

    def _question_before(self, start: int) -> bool:
        return self._lower(start - 1) in {"does", "do", "did", "can", "will"}

    def _ability_list(self, j: int, m: Mention) -> int:
        """ "trample, deathtouch and Lure", "no haste", "power 4", "a +1/+1 counter", "reach and flying"."""
        k = j
        while True:
            start = k
            if (
                self._lower(k) in {"a", "an", "the", "his", "its"}
                and self._at(k + 1) is not None
                and (self.words[k + 1].kind == "change" or (self._is_keyword(k + 1) and not self._continues(k + 2)))
            ):
                k += 1
            word = self._at(k)
            if word is None:
                return start
            if self._lower(k) == "no" and self._is_keyword(k + 1):
                m.without.append(self.words[k + 1].sense("keyword").value)  # type: ignore[union-attr]
                k += 2
            elif self._is_keyword(k) and not self._starts_object_after_keyword(k):
                m.keywords.append(next(s.value for s in word.senses if s.kind == "keyword"))
                k += 1
            elif word.lower in {"pro", "protection", "prot"}:
                end = self._protection(k, m)
                if end == k:
                    return start
                k = end
            elif word.lower == "power" and self._at(k + 1) is not None and self.words[k + 1].kind == "number":
                m.power = self.words[k + 1].value[0]
                k += 2
            elif (
                word.kind == "number" and self._lower(k + 1) in {"power", "toughness"} and self._lower(k + 2) != "worth"
            ):
                if self._lower(k + 1) == "power":
                    m.power = word.value[0]
                else:
                    m.toughness = word.value[0]
                k += 2
            elif (counter := self._counter_at(k)) is not None:
                kind, n, k = counter
                m.counters[kind] = m.counters.get(kind, 0) + n
            else:
                return start
            if self._lower(k) in {"and", ",", "/", "&", "+"} and (
                self._is_keyword(k + 1) or self._lower(k + 1) in {"pro", "protection", "power"}
                or (self._at(k + 1) is not None and self.words[k + 1].kind == "number" and self._lower(k + 2) in {"power", "toughness"})
                or (self._lower(k + 1) == "and" and self._is_keyword(k + 2))
            ):  # fmt: skip
                k += 2 if self._lower(k + 1) == "and" else 1
                continue
            return k

    def _starts_object_after_keyword(self, k: int) -> bool:
        word = self._at(k + 1)
        return word is not None and (word.kind == "size" or word.is_("noun", "creature", "token"))

    def _counter_at(self, k: int) -> tuple[str, int, int] | None:
        """A number of counters at k: kind, how many, where it ends."""
        n = 1
        if self._at(k) is not None and self.words[k].kind == "number":
            n = self.words[k].value[0]
            k += 1
        word = self._at(k)
        if word is None:
            return None
        if word.kind == "change" and self._lower(k + 1) in {"counter", "counters"}:
            return f"{word.value[0]:+d}/{word.value[1]:+d}", n, k + 2
        if word.lower in {"charge", "luck", "loyalty", "time", "stun", "storage"} and self._lower(k + 1) in {
            "counter",
            "counters",
        }:
            return word.lower, n, k + 2
        return None

    def _told_in_brackets(self, k: int, inner: Mention) -> int:
        """ "(four legs, flies)"."""
        word = self.words[k]
        if word.kind == "number" and k + 1 < len(self.words) and self.words[k + 1].is_("noun", "legs"):
            inner.legs = word.value[0]
            return k + 2
        does = next((s.value for s in word.senses if s.kind == "keyword" and s.form == "does"), None)
        if does is not None:
            inner.keywords.append(does)
            return k + 1
        return k

    def _in_brackets(self, j: int, m: Mention) -> int:
        close = next((k for k in range(j + 1, min(j + 12, len(self.words))) if self._lower(k) == ")"), None)
        if close is None:
            return j
        k = j + 1
        inner = Mention(k, k)
        while k < close:
            end = k
            if self._lower(k) in {"and", ",", "a", "/", "is", "it", "so", "now"}:
                end = k + 1
            end = max(end, self._told_in_brackets(k, inner))
            for attribute in self._attributes:
                if end > k:
                    break
                end = attribute(k, inner)
            if end == k and self._ability_list(k, inner) > k:
                end = self._ability_list(k, inner)
            if end == k and self.words[k].kind == "card" and self._lower(k + 1) in {"is", "has", "gets", "'s"}:
                return j  # "(so Guardian is 6/6)": about another thing
            if end == k and self.words[k].kind == "card" and not m.cards:
                m.cards, m.guessed = self.words[k].cards, self.words[k].guessed
                end = k + 1
            if end == k:
                color = self.words[k].sense("color")
                if color is not None:
                    inner.colors.append(color.value)
                    end = k + 1
                elif self._lower(k) in {"tapped", "untapped"}:
                    inner.tapped = self._lower(k) == "tapped"
                    end = k + 1
            if end == k:
                return j
            k = end
        m.power = inner.power if inner.power is not None else m.power
        m.toughness = inner.toughness if inner.toughness is not None else m.toughness
        m.keywords += [k for k in inner.keywords if k not in m.keywords]
        m.protection += inner.protection
        m.colors += inner.colors
        m.subtypes += inner.subtypes
        m.legs = inner.legs if inner.legs is not None else m.legs
        m.tapped = inner.tapped if inner.tapped is not None else m.tapped
        m.vanilla = m.vanilla or inner.vanilla
        return close + 1


LAND_TYPES = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest", "Desert", "Gate", "Lair", "Locus", "Cave"})
