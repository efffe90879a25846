"""What follows the head of a description: "with trample and reach", "that's tapped", "(4/4, flying)"."""

from __future__ import annotations

from judgecall.parser.attributes import AttributeReader
from judgecall.parser.mention import Mention

_ZONES = frozenset({"graveyard", "exile", "hand", "library"})


class FollowerReader(AttributeReader):
    """Reads on behind the head of a description."""

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
        if lower == "," and (m.count or 0) > 1 and self._lower(j + 1) in {"both", "each", "all"}:
            # "two 3/3s, both with deathtouch"
            led = self._lower(j + 2) in {"with", "having", "have", "has"} and self._is_keyword(j + 3)
            return self._ability_list(j + 3, m) if led else j
        if m.head == "card" and word.kind == "size" and m.power is None:
            m.power, m.toughness = word.value
            end = self._ability_list(j + 1, m) if self._is_keyword(j + 1) else j + 1
            return max(end, j + 1)
        verb = word.is_("verb") and m.owner is None and not m.article  # "Elvish Mystic chumps my …"
        if m.head == "card" and (
            (word.is_("noun", "token", "spell", "creature", "card") and not verb) or lower in {"enchantment"}
        ):
            if lower in {"spell", "spells"}:
                m.zone = "stack"
            return j + 1
        if lower in {"has", "have", "with"} and self._lower(j + 1) == '"' and self._is_keyword(j + 2):
            before = list(m.keywords)  # has "can't be blocked except by walls"
            end = self._ability_list(j + 2, m) if m.head != "player" else j
            if end > j + 2:
                m.told += [t for t in m.keywords if t not in before] if lower != "with" else []
                return end + 1 if self._lower(end) == '"' else end
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
            lower in {"with", "wielding", "having", "wearing"}
            or (lower in {"that", "which", "who"} and self._lower(j + 1) in {"has", "have"})
            or (
                lower in {"has", "have", "had"}
                and (
                    self._is_keyword(j + 1)
                    or self._lower(j + 1) in {"protection", "pro", "prot"}
                    or self._counter_at(j + 2 if self._lower(j + 1) in {"a", "an"} else j + 1) is not None
                )
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
            if lower in {"has", "have", "had"}:
                m.told += [t for t in m.keywords if t not in before]
            return end if end > k else j
        if lower in {"with", "without"} and m.head in {"creature", "token"}:
            k = j + 2 if self._lower(j + 1) in {"no", "any"} else j + 1
            k = k + 1 if self._lower(k) in {"rules", "special", "other"} else k
            if (lower == "without" or k > j + 1) and self._lower(k) in {"text", "abilities", "keywords"}:
                m.vanilla = True
                return k + 1
        theirs = {"his": "opp", "theirs": "opp", "hers": "opp", "mine": "you"}.get(self._lower(j + 1))
        if lower == "of" and theirs and not m.owner and m.is_object and not self._starts_noun(j + 2):
            m.owner = theirs  # "a 5/5 of his"
            return j + 2
        by_power = self._not_by_power(j, m)
        if by_power > j:
            return by_power
        by_kind = self._not_by_kind(j, m)
        if by_kind > j:
            return by_kind
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
            return self._lacks(j + 1, m)
        if lower == "no" and self._is_keyword(j + 1) and m.head in {"creature", "card"}:
            m.without.append(self.words[j + 1].sense("keyword").value)  # type: ignore[union-attr]
            return j + 2
        return j

    def _lacks(self, j: int, m: Mention) -> int:
        """ "without flying or reach", "without first strike, trample or menace": each of the abilities is lacking."""
        while True:
            m.without.append(next(s.value for s in self.words[j].senses if s.kind == "keyword"))
            j += 1
            k = j
            while self._lower(k) in {"or", "nor", ",", "and", "/"}:
                k += 1
            listed = k > j and self._is_keyword(k) and not self._starts_object_after_keyword(k)
            ends = any(self._lower(i) in {"or", "nor", "and", "/"} for i in range(j, min(k + 4, len(self.words))))
            if not listed or not ends:
                return j
            j = k

    def _not_by_kind(self, j: int, m: Mention) -> int:
        """ "that can't be blocked except by walls", "can't be blocked by white creatures"."""
        k = j + 1 if self._lower(j) in {"that", "which", "who"} else j
        word = self._at(k)
        if word is None or not word.is_("keyword", "unblockable by rule"):
            return j
        except_ = self._lower(k + 1) in {"except", "unless"}
        k += 2 if except_ else 1
        if self._lower(k) != "by":
            return j
        kind = self._at(k + 1)
        if kind is None or kind.kind != "word":
            return j
        how = "except" if except_ else "by"
        plural = any(s.kind == "subtype" and s.form == "plural" for s in kind.senses)
        who = next((s.value for s in kind.senses if s.kind == "keyword" and s.form == "who"), None)
        noun = self._at(k + 2)
        bodies = noun is not None and noun.lower in {"creatures", "guys"}
        color = kind.sense("color")
        end = k + 3 if bodies else k + 2
        if plural:
            told = f"subtype {kind.sense('subtype').value}"  # type: ignore[union-attr]
        elif who is not None and kind.lower.endswith("s"):
            told = f"keyword {who}"
        elif color is not None and bodies:
            told = f"color {color.value}"
        elif kind.lower == "artifact" and bodies:
            told = "type artifact"
        else:
            return j
        follower = self._lower(end)
        if follower in {"and", "or", "with", "/"} and end < len(self.words):
            return j  # more than one kind: not told in full
        m.keywords.append(f"not blocked {how} {told}")
        m.head = m.head or "creature"
        return end

    def _not_by_power(self, j: int, m: Mention) -> int:
        """ "that can't be blocked by creatures with power 3 or greater"."""
        k = j + 1 if self._lower(j) in {"that", "which", "who"} else j
        word = self._at(k)
        if word is None or not word.is_("keyword", "unblockable by rule") or self._lower(k + 1) != "by":
            return j
        k += 2
        while self._lower(k) in {
            "creatures",
            "anything",
            "guys",
            "with",
            "of",
            "a",
            "power",
            "creature",
            "whose",
            "is",
        }:
            k += 1
        number = self._at(k)
        if number is None or number.kind != "number" or "power" not in [self._lower(i) for i in range(j, k + 2)]:
            return j
        k = k + 2 if self._lower(k + 1) == "power" else k + 1
        how = {"greater": ">=", "more": ">=", "higher": ">=", "less": "<=", "lower": "<=", "fewer": "<="}
        if self._lower(k) != "or" or self._lower(k + 1) not in how:
            return j
        m.keywords.append(f"not blocked by power {how[self._lower(k + 1)]} {number.value[0]}")
        m.head = m.head or "creature"
        return k + 2

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
            elif (end := max(self._not_by_power(k, m), self._not_by_kind(k, m))) > k:
                k = end
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
                if self._lower(k) == "on" and self._lower(k + 1) in {"it", "him", "her", "them"}:
                    k += 2
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
