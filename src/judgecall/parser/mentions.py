"""Mentions: the phrases that stand for objects ("my untapped 2/2 with reach", "five guys", "it").

A description is composed from attributes in any order around an optional head, and what follows it.
"""

from __future__ import annotations

from judgecall.parser.attributes import LAND_TYPES, PRONOUNS, SIZE_WORDS
from judgecall.parser.followers import FollowerReader
from judgecall.parser.mention import Mention

__all__ = ["ARTICLES", "LAND_TYPES", "PRONOUNS", "Mention", "MentionReader"]

ARTICLES = frozenset({"a", "an", "the", "this", "that", "these", "those", "each", "every", "another", "other", "any", "some",
                      "all", "both", "one", "same", "whole", "own"})  # fmt: skip
_FURTHER = frozenset({"second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"})
_OF_THEM = frozenset({"them", "which", "whom", "these", "those"})
_SINGLE = frozenset({"lone", "single", "only"})


class MentionReader(FollowerReader):
    """Reads mentions out of a question's words, left to right, longest first."""

    def read(self) -> list[Mention]:
        """All mentions in order; they don't overlap."""
        found: list[Mention] = []
        i = 0
        while i < len(self.words):
            mention = self._other(i) or self._player(i) or self._object(i) or self._pronoun(i) or self._some(i)
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
            if mention.head in {"creature", "land", "artifact", "token", "attacker", "blocker"}:
                self._like = mention
            found.append(mention)
            i = mention.end
        return found

    def _other(self, i: int) -> Mention | None:
        """ "the other one", "his other guy", "the others": what is left of creatures that were spoken of together."""
        word = self.words[i]
        whole = word.lower in {"the other guy", "the other dude"}
        if whole and (not i or not self.words[i - 1].is_("verb", "block", "kill", "deal", "pump")):
            return None
        owner = self._owner(i)
        j = i + 1 if word.lower == "the" else owner[1] if owner is not None else i
        bare = word.lower == "other" and self._lower(i + 1) == "one"
        if not whole and ((j == i and not bare) or self._lower(j) not in {"other", "others"}):
            return None
        if whole or self._lower(j) == "others":
            return Mention(
                i, j + 1 if not whole else i + 1, "pronoun", owner=owner[0] if owner else None, plural=not whole
            )
        noun = self._at(j + 1)
        if (
            noun is None
            or noun.kind == "mark"
            or noun.lower in {"is", "are", "has", "gets", "dies", "through", "and", "was", "with", "by", "does"}
        ):
            return Mention(i, j + 1, "pronoun", owner=owner[0] if owner else None)
        if noun.lower == "one" or (noun.is_("noun", "creature", "attacker", "blocker") and not self._continues(j + 2)):
            plural = noun.lower.endswith("s") and noun.lower != "one"
            return Mention(i, j + 2, "pronoun", owner=owner[0] if owner else None, plural=plural)
        return None

    def _player(self, i: int) -> Mention | None:
        word = self.words[i]
        if word.kind != "word":
            return None
        # "the opponent 's bear" is an object; a bare "opp" is a player.
        if word.lower == "them" and self._lower(i - 1) in {"which of", "how many of"}:
            return Mention(i, i + 1, "pronoun", plural=True, text="them")
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
        seat = self._seat(i)
        if seat is not None:
            return seat
        if word.lower == "the" and self._lower(i + 1) == "defender" and not self._continues(i + 2):
            return Mention(i, i + 2, "player", player="defender")
        if word.is_("noun", "player"):
            return Mention(i, i + 1, "player", player="defender" if "defend" in word.lower else "player")
        return None

    def _seat(self, i: int) -> Mention | None:
        """ "the attacker has swamps", "attacking player": who attacks, when lands are told of that a creature can't have."""
        j = i + 1 if self._lower(i) == "the" else i
        if self._lower(j) != "attacker" or self._lower(j + 1) not in {"has", "have", "controls", "owns", "got"}:
            return None
        k = j + 2
        while self._lower(k) in {"a", "an", "no", "the", "some", "any", "all", "basic"} or (
            (word := self._at(k)) is not None and word.kind == "number"
        ):
            k += 1
        word = self._at(k)
        lands = word is not None and any(s.kind == "subtype" and s.value in LAND_TYPES for s in word.senses)
        return Mention(i, j + 1, "player", player="attacker") if lands or self._lower(k) == "lands" else None

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
        ends = self._at(i + 1) is None or self.words[i + 1].kind == "mark"
        if (
            word.lower in {"both", "all", "everything", "everyone"}
            and ends
            and self._lower(i - 1) in {"with", "attack with", "block with", "swing with"}
        ):
            return Mention(i, i + 1, "pronoun", plural=True, text="them")
        if word.lower in {"both", "all"} and self._lower(i + 1) == "of":
            last = self._lower(i + 2)
            if last in {"them", "those", "these", "em"} and not self._continues(i + 3):
                return Mention(i, i + 3, "pronoun", plural=True, text="them")
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
        if self._one_with(i) is not None:
            return None
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
        passive = after in {"get", "gets", "got"} and self._lower(i + 2) in {
            "blocked",
            "chumped",
            "chump blocked",
            "killed",
        }
        if (passive and before in {",", ".", ";", "and", "but", ""}) or (
            before in {".", ";", ""} and after in {"is", "are"} and self._lower(i + 2) in {"blocked", "unblocked"}
        ):
            return Mention(i, i + 1, "some", count=word.value[0], text=word.lower)
        ends = ends or (before == "all" and (follower := self._at(i + 1)) is not None and follower.is_("verb"))
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

    def _part_of_two(self, i: int) -> Mention | None:
        """ "3 untapped and 2 tapped dudes": the noun stands only behind the second number."""
        states = {"tapped", "untapped"}
        second = self._at(i + 3)
        if (
            self.words[i].kind != "number"
            or self._lower(i + 1) not in states
            or self._lower(i + 2) != "and"
            or second is None
            or second.kind != "number"
            or self._lower(i + 4) not in states
            or not self._continues(i + 5)
        ):
            return None
        noun = self._at(i + 5)
        if noun is None or not noun.is_("noun", "creature"):
            return None
        n = self.words[i].value[0]
        return Mention(i, i + 2, "creature", count=n, plural=n > 1, types=["creature"], tapped=self._lower(i + 1) == "tapped")  # fmt: skip

    def _one_with(self, i: int) -> Mention | None:
        """ "one with shadow", after a creature was spoken of: another such. "two with flying", "one of them has reach": so many of a group."""
        word, like = self.words[i], self._like
        if like is None or like.head not in {"creature", "attacker", "blocker"} or word.kind != "number":
            return None
        n, j = word.value[0], i + 1
        of_them = self._lower(j) == "of" and self._lower(j + 1) in _OF_THEM
        j += 2 if of_them else 0
        beside = of_them or self._lower(i - 1) in {",", "(", "-"}
        has = {"with", "without", *({"has", "have", "having"} if beside else ())}
        quoted = self._lower(j + 1) == '"' and self._is_keyword(j + 2)
        grouped = 0 < n < (like.count or 0)
        if (
            self._lower(j) not in has
            or not (quoted or self._is_keyword(j + 1))
            or (not grouped and (n != 1 or of_them))
        ):
            return None
        m = Mention(i, j, "creature", article="another", count=n, plural=n > 1, types=["creature"], part=grouped)
        m.end = self._after(m)
        return m if m.end > j else None

    def _with_abilities_on_it(self, i: int) -> Mention | None:
        """ "deathtouch + trample on a 6/6", where nothing is said before it: a creature that has them."""
        if i and self.words[i - 1].kind != "mark" and self._lower(i - 1) not in {"if", "with", "so", "and", "having"}:
            return None
        j, terms = i, []
        while self._is_keyword(j):
            terms.append(next(s.value for s in self.words[j].senses if s.kind == "keyword" and s.form == "is"))
            j += 1
            if self._lower(j) in {"and", "+", "&", "/", ",", "plus"} and self._is_keyword(j + 1):
                j += 1
        described = self._at(j + 1)
        if not terms or self._lower(j) != "on" or described is None or "lure" in terms:
            return None
        m = self._object(j + 1)
        if m is None or (m.head not in {"creature", "token", "attacker", "blocker"} and not m.cards):
            return None
        m.start, m.keywords = i, [*terms, *m.keywords]
        return m

    def _object(self, i: int) -> Mention | None:
        part = self._part_of_two(i) or self._one_with(i) or self._with_abilities_on_it(i)
        if part is not None:
            return part
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
                if m.colors:  # "a blue artifact creature, a green one": told apart by their kind as well
                    m.types = [t for t in m.types if t != "artifact"]
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
            elif (
                m.owner
                and (word := self._at(j)) is not None
                and word.unknown
                and not m.keywords
                and not word.lower.startswith("non")  # "my nonblack creature"
            ):
                m.head = "creature"  # "my elefant": somebody's something, in a word that nobody knows
                j += 1
            else:
                return None
        if j == i:
            return None
        m.end = j
        m.end = self._after(m)
        if m.head in {"artifact", "enchantment"} and m.power is not None:
            m.head, m.types = "creature", [*m.types, "creature"]  # "an artifact 1/1"
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
            elif word.lower in _FURTHER and m.article in {"a", "an", "my"} and self._continues(j + 1):
                m.article = "another"  # "a sixth Mountain"
                j += 1
            elif (
                word.kind == "number"
                and self._lower(j + 1) == "mana"
                and (follow := self._at(j + 2)) is not None
                and (follow.kind == "size" or follow.is_("noun", "creature"))
            ):
                j += 2  # "my 4 mana 4/4": what it cost decides nothing
            elif word.lower in {"no", "zero", "no other"} and m.count is None and self._continues(j + 1):
                m.count = 0
                j += 1
            elif word.lower in _SINGLE:
                m.count = 1
                j += 1
            elif word.lower == "untapped" and m.article + (m.owner or "") and self._continues(j + 1):
                m.tapped = False
                j += 1
            elif (
                word.lower in SIZE_WORDS
                and not (word.is_("subtype") and not self._continues(j + 1))  # "my giant" is one
                and (m.article or m.owner or (m.count is not None and self._continues(j + 1)))
            ) or (word.lower == "x" and (after := self._at(j + 1)) is not None and after.is_("noun", "spell")):
                self._grounded(word.lower, m)
                j += 1
            else:
                break
        return j

    def _is_land_type(self, i: int) -> bool:
        word = self._at(i)
        return word is not None and any(s.kind == "subtype" and s.value in LAND_TYPES for s in word.senses)

    def _attribute_run(self, j: int, m: Mention) -> int:
        last = j
        while j < len(self.words):
            if self._lower(j) == "-" or (
                self._lower(j) in {"and", ",", "/", "+"} and m.keywords and self._is_keyword(j + 1) and m.head == ""
            ):
                j += 1
                continue
            if self._lower(j) == "basic" and self._is_land_type(j + 1):
                j += 1  # "two basic Forests": what is said of them by their type already
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
