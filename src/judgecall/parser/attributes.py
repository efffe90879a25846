"""Attributes of a description ("untapped", "2/2", "with reach"): each is one small function, tried wherever it can stand."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.parser.mention import Mention
from judgecall.parser.words import Word

PRONOUNS = frozenset({"it", "itself", "them", "they", "he", "him", "she", "her", "mine", "theirs", "this", "that", "those",
                      "these", "himself", "one", "ones"})  # fmt: skip
LAND_TYPES = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest", "Desert", "Gate", "Lair", "Locus", "Cave"})
OBJECT_NOUNS = frozenset({"creature", "attacker", "blocker", "token", "permanent", "land", "artifact", "enchantment", "planeswalker",
                           "vehicle", "spell", "card", "aura", "equipment", "instant", "sorcery", "dfc", "mdfc"})  # fmt: skip
GIVING = frozenset({"give", "gives", "gave", "giving", "grant", "grants", "granted", "granting"})
BARE = frozenset({"vanilla", "plain", "textless"})
SIZE_WORDS = frozenset({"big", "nontoken", "huge", "ugly", "normal", "little", "small", "puny", "giant", "regular", "stupid", "new", "random", "beat up", "beaten up", "banged up", "damaged",
                  "untouched", "unharmed", "healthy", "measly", "massive", "ground", "nonflying", "undamaged", "poor", "old", "favorite", "good", "legendary"})  # fmt: skip


class AttributeReader:
    """Reads single attributes: each method takes a position, tells the mention what it found there and returns where it ends."""

    def __init__(self, words: list[Word]) -> None:
        self.words = words
        self._like: Mention | None = None
        """The last creature, land or the like that was described: "a green one" is one of those."""
        self._attributes: tuple[Callable[[int, Mention], int], ...] = (
            self._size, self._color, self._protection, self._keyword, self._state, self._power, self._legs, self._subtype, self._type,
        )  # fmt: skip

    def _at(self, i: int) -> Word | None:
        return self.words[i] if 0 <= i < len(self.words) else None

    def _lower(self, i: int) -> str:
        return self.words[i].lower if 0 <= i < len(self.words) else ""

    def _owner(self, i: int) -> tuple[str, int] | None:
        """A possessive at i: whose, and where it ends."""
        word = self._at(i)
        if word is None:
            return None
        if word.lower in {"'s", "mine", "theirs"} or word.kind != "word":
            return None  # "mine" stands by itself
        for sense in word.senses:
            if sense.kind == "player":
                if self._lower(i + 1) == "'s":
                    told = self._lower(i + 2) in {"at", "attacking", "blocking", "dead", "got"}
                    return None if told else (sense.value, i + 2)  # "opp's at 5": is at
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

    def _is_keyword(self, j: int) -> bool:
        word = self._at(j)
        return (
            word is not None
            and word.kind == "word"
            and any(s.kind == "keyword" and s.form == "is" for s in word.senses)
        )

    def _continues(self, j: int) -> bool:
        word = self._at(j)
        if word is None:
            return False
        return word.kind in {"size", "card"} or word.is_("color") or word.is_("subtype") or word.is_("keyword") or (
            word.is_("noun") and any(s.value in OBJECT_NOUNS for s in word.senses)
        ) or (
            word.lower in {"and", "-", "ground", "untapped", "tapped", "vanilla", "single"} | SIZE_WORDS and self._continues(j + 1)
        )  # fmt: skip

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
        stands_for_one = self._like is not None and self._lower(j + 1) in {"one", "ones"} and m.article in {"a", "an"}
        if sense is not None and (self._continues(j + 1) or m.power is not None or stands_for_one):
            if sense.value != "C":
                m.colors.append(sense.value)
            else:
                m.colorless = True
            return j + 1
        if word.lower in {"mono", "nonwhite"}:
            return j + 1
        return j

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
                quality = self._quality(k) if k > j + 1 else None
                if quality is not None:
                    m.protection.append(quality)
                    return k + 1
                if word.lower == "protection" and self._lower(j + 1) not in {"from"}:
                    m.protection.append("?")
                    return j + 1
        return j

    def _quality(self, k: int) -> str | None:
        """ "from artifacts", "from everything", "from Goblins", "from multicolored": another quality than a color."""
        word = self.words[k]
        if word.lower in {"everything", "all"}:
            return "everything"
        if word.lower in {"artifacts", "artifact"}:
            return "type artifact"
        if word.lower in {"multicolored", "monocolored", "multicolor", "monocolor", "multicoloured", "monocoloured"}:
            return "color multicolored" if word.lower.startswith("multi") else "color monocolored"
        kind = next((s for s in word.senses if s.kind == "subtype" and s.form == "plural"), None)
        return f"subtype {kind.value}" if kind is not None else None

    def _keyword(self, j: int, m: Mention) -> int:
        word = self.words[j]
        if word.lower in {"non", "un"} and self._is_keyword(j + 1):
            m.without.append(next(s.value for s in self.words[j + 1].senses if s.kind == "keyword"))
            return j + 2  # "a non-vigilance guy"
        for sense in word.senses:
            if sense.kind != "keyword" or sense.form == "does":
                continue
            if sense.form == "who":
                m.keywords.append(sense.value)
                m.head = m.head or "creature"
                m.plural = m.plural or word.lower.endswith("s")
                return j + 1
            if word.is_("verb") and not (m.article or m.owner or m.power is not None or m.keywords):
                sized = (after := self._at(j + 1)) is not None and after.kind == "size"
                if not sized:
                    return j  # "trample" by itself is a verb, "trample 6/6" describes
            if (m.head or m.power is not None) and self._lower(m.start - 1) in GIVING and not self._continues(j + 1):
                return j  # "gives my creature flying": what it is given
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
        just_cast = bool(m.article or m.owner) and self._lower(j + 1) in {"cast", "played"} and self._continues(j + 2)
        follows = (
            self._continues(j + 1)
            or (just_cast and lower in {"just", "freshly", "newly"})
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
        if lower in BARE:
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
        elif lower in SIZE_WORDS and not m.head:
            self._grounded(lower, m)
        else:
            return j
        return j + 1

    def _grounded(self, lower: str, m: Mention) -> None:
        """ "a ground 3/3": one that neither flies nor reaches."""
        if lower in {"ground", "nonflying"}:
            m.without += [term for term in ("flying", "reach") if term not in m.without]

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
            if sense.kind == "noun" and sense.value in OBJECT_NOUNS:
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
        if word is not None and word.spell and (word.cast_on or self._is_verb_here(j)):
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
