"""Card names in a question: found exactly first, then as short names and nicknames, then misspelled.

A wrong card is far worse than none, so a name made of ordinary words must look like a
name (capitals, or standing where a card stands), and a misspelled one needs a floor and a
margin over the runner-up.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import product
from typing import Protocol

import msgspec

from judgecall.cards.abilities import Card
from judgecall.parser.bracketed_names import name_before_brackets
from judgecall.parser.elided_names import name_in_full
from judgecall.parser.lexicon import Lexicon
from judgecall.parser.scenery import is_there
from judgecall.parser.slips import slip_of_words
from judgecall.parser.words import Word

_LONGEST_NAME = 8
_FUZZY_FLOOR = 84.0
_MARGIN = 4.0
_BEFORE_NAME = frozenset({"my", "his", "a", "an", "the", "cast", "casts", "casting", "play", "with", "of", "on", "another", "two", "second",
                          "opp", "'s", "their", "under", "off", "through", "has", "have", "control", "controls", "into", "vs", "+", "and",
                          "wearing", "carrying", "wielding", "holding", "equipped", "enchanted", "flashed", "flash", "activate", "crack", "tap", "tapping", "named", "naming", "via"})  # fmt: skip
_FIGHTING = frozenset({"attacks", "attacked", "attacking", "swings", "blocks", "blocked"})
_BLOCKING = frozenset({"block", "blocks", "blocking", "chump", "chumps", "chumping"})
_BLOCKED = frozenset({"blocked", "chumped"})
_BEING = frozenset({"is", "are", "was", "were", "only", "just"})
_STATES = frozenset({"tapped", "untapped", "blocked", "unblocked", "attacking", "blocking"})
_FINDING = frozenset({"hits", "hit", "flips", "flip", "reveals", "reveal", "cascades"})
"""Verbs that find a card: what stands before or after them may be its name ("cascade hits fireball")."""
_DOING = frozenset({"attacks", "attack", "attacked", "attacking", "swings", "blocks", "block", "blocked", "blocking", "unblocked", "is", "gets", "got", "has", "deals",
                    "connects", "dies", "hits"})  # fmt: skip
_NOT_PLAYED = frozenset({"card", "vanguard", "scheme", "plane", "phenomenon", "conspiracy", "dungeon"})
_FACES = re.compile(r"\b(flip|flips|flipped|fliped|transforms?|transformed|back side|night side|dfc)\b", re.IGNORECASE)
"""Talk of the two sides of a card."""
_LITTLE = frozenset(["a", "an", "the", "of", "to", "in", "on", "at", "for", "with", "and", "or", "but", "so", "then", "that", "this", "it", "its", "as", "by", "from", "into", "out", "up", "down", "off", "my", "his", "is", "are", "be", "i", "you", "he", "she", "they", "we", "not", "no", "do", "does", "can", "will", "all", "any", "one", "two", "once", "twice", "thrice", "again"])  # fmt: skip

_WISHING = frozenset(
    {
        "want",
        "wants",
        "wanted",
        "trying",
        "tries",
        "tried",
        "try",
        "need",
        "needs",
        "needed",
        "hoping",
        "order",
        "going",
    }
)


def _of_costs(words: list[Word], i: int) -> bool:
    """Whether what is paid for word i is spoken of: "pay for ponder", "x=3 fireball", "divination castable"."""
    before = [w.lower for w in words[max(0, i - 4) : i]]
    after = words[i + 1].lower if i + 1 < len(words) else ""
    priced = before[-1:] == ["for"] and bool({"pay", "paying", "mana", "cost", "enough"} & set(before))
    return priced or after in {"castable", "costs"} or (i > 0 and words[i - 1].kind == "xis")


class CardNames(Protocol):
    """Where names are looked up. Every answer may hold names of faces."""

    def lookup(self, text: str) -> list[str]:
        """Names that are exactly this (case and accents aside), or what a nickname stands for."""
        ...

    def plural_lookup(self, text: str) -> list[str]:
        """Names that this is the plural of."""
        ...

    def short_names(self, text: str) -> list[str]:
        """Names that are this before their comma."""
        ...

    def by_words(self, text: str) -> list[str]:
        """Names that have all these words in this order."""
        ...

    def nickname(self, text: str) -> str | None:
        """The card that this is a nickname of."""
        ...

    def by_word(self, word: str) -> list[str]:
        """Names that begin or end with this word."""
        ...

    def near_nickname(self, word: str) -> str | None:
        """The card whose nickname this is but for one slip."""
        ...

    def fuzzy(self, text: str) -> list[tuple[str, float]]:
        """Names whose spelling is close, best first, with scores of 0 to 100."""
        ...


class Cards(Protocol):
    """Where facts about cards come from."""

    def get(self, name: str) -> Card | None:
        """The card with this name or face name."""
        ...


class Linker:
    """Finds the card names among a question's words and merges each into one word.

    Args:
        names: where names are looked up.
        cards: facts about cards, to find the card that a face belongs to.
        english: tells ordinary English words.
    """

    def __init__(self, names: CardNames, cards: Cards, lexicon: Lexicon, english: Container[str]) -> None:
        self._names = names
        self._cards = cards
        self._lexicon = lexicon
        self._english = english
        self._text = ""
        self._told: tuple[str, ...] = ()

    def link(self, words: list[Word], text: str, told: tuple[str, ...] = ()) -> list[Word]:
        """Words of `text` with each card name merged into one word of kind "card".

        Args:
            told: full names of cards that were spoken of before: one word of such a name points back to it.
        """
        self._text = text
        self._told = told
        words = name_in_full(self._pass(words, self._exact), lambda name: self._full(self._names.lookup(name)))
        words = self._back_references(name_before_brackets(words))
        words = self._back_references(self._pass(words, self._short))
        words = self._back_references(self._pass(words, self._misspelled))
        words = self._back_references(self._pass(words, self._scattered))
        words = self._back_references(self._pass(words, self._by_word))
        for word in words:
            odd = word.kind == "word" and self._is_odd(word.lower)
            word.of_names = odd and len(word.lower) > 3 and bool(self._names.by_word(word.lower))
        return words

    def _is_permanent(self, text: str) -> bool:
        card = next((c for name in self._names.lookup(text) if (c := self._cards.get(name)) is not None), None)
        return card is not None and not {"instant", "sorcery"} & set(card.faces[0].types)

    def _is_land(self, text: str) -> bool:
        card = next((c for name in self._names.lookup(text) if (c := self._cards.get(name)) is not None), None)
        return card is not None and "land" in card.faces[0].types

    def _is_creature(self, text: str) -> bool:
        card = next((c for name in self._names.lookup(text) if (c := self._cards.get(name)) is not None), None)
        return card is not None and "creature" in card.faces[0].types

    def _is_spell(self, cards: tuple[str, ...]) -> bool:
        card = self._cards.get(cards[0])
        return card is not None and bool({"instant", "sorcery"} & set(card.faces[0].types))

    def _full(self, names: Iterable[str]) -> list[str]:
        """The full names of the cards that these (face) names belong to."""
        found = [
            card.name for name in names
            if (card := self._cards.get(name)) is not None and not set(card.faces[0].types) & _NOT_PLAYED
        ]  # fmt: skip
        return list(dict.fromkeys(found))

    def _back_references(self, words: list[Word]) -> list[Word]:
        """ "the pool" after Reflecting Pool, "ballista" after Walking Ballista: one word of a name that was said."""
        said: dict[str, set[str]] = {}
        for card in (*self._told, *(word.cards[0] for word in words if word.kind == "card" and len(word.cards) == 1)):
            for name in card.split(" // "):
                for part in name.lower().replace(",", "").split():
                    if len(part) > 2 and part not in _LITTLE:
                        said.setdefault(part, set()).add(card)
        if not said:
            return words
        merged: list[Word] = []
        for word in words:
            key = word.lower if word.lower in said else word.lower.removesuffix("s")
            cards = said.get(key, set())
            if len(key) == 3 and not (merged and merged[-1].lower in {"the", "my", "his"}):
                cards = set()  # so short a word is one of a name only where it points back: "the boa"
            if word.kind == "card" and " " not in word.lower:
                # "vorinclex" after "Vorinclex, Voice of Hunger": the one that was named in full.
                full = [c for c in cards if c.lower().startswith(f"{word.lower},") and c not in word.cards]
                turned = [c for c in cards if " // " in c and c not in word.cards]
                others = cards - set(word.cards)
                own = {face.lower() for c in word.cards for face in c.split(" // ")}
                if not full and len(others) == 1 and word.lower not in own:
                    full = list(others)  # "the Wardens" after Dawnhart Wardens is no plural of another card
                if (
                    not full
                    and len(turned) == 1
                    and len(cards - set(word.cards)) == 1
                    and self._names.nickname(word.lower)
                ):
                    full = (
                        turned  # "ravager" beside Huntmaster of the Fells: its other face, not what is mostly called so
                    )
                if len(full) == 1:
                    word = msgspec.structs.replace(word, cards=(full[0],))
            odd = bool(merged) and merged[-1].kind == "word" and self._is_odd(merged[-1].lower)
            if word.kind == "word" and len(cards) == 1 and not self._lexicon.senses([word.lower]) and not odd:
                word = Word(
                    word.text,
                    word.lower,
                    word.start,
                    word.end,
                    "card",
                    cards=tuple(cards),
                    guessed=False,
                    sentence=word.sentence,
                )
            merged.append(word)
        return merged

    def _is_odd(self, lower: str) -> bool:
        """A word that nobody knows: the next one may belong to a misspelled name with it ("unhalowed cathar")."""
        return len(lower) > 3 and lower not in self._english and not self._lexicon.knows(lower)

    def _pass(self, words: list[Word], find) -> list[Word]:  # type: ignore[no-untyped-def]
        merged: list[Word] = []
        i = 0
        while i < len(words):
            found = None
            numeral = words[i].kind == "number" and words[i].text[:1].isalpha()
            if words[i].kind == "word" and words[i].lower != "'s":
                found = find(words, i)
            elif numeral and find == self._exact:
                found = find(words, i)  # "Two-Headed Giant of Foriys", and never a numeral by itself
                found = found if found is not None and found[1] > 2 else None
            if found is None:
                merged.append(words[i])
                i += 1
                continue
            cards, length, guessed = found
            run = words[i : i + length]
            text = " ".join(self._text[run[0].start : run[-1].end].split())
            merged.append(Word(text, text.lower(), run[0].start, run[-1].end, "card", cards=cards, guessed=guessed,
                               spell=self._is_spell(cards), sentence=run[0].sentence))  # fmt: skip
            i += length
        return merged

    def _runs(self, words: list[Word], i: int) -> list[tuple[int, str]]:
        """Texts that begin at word i, longest first, with how many words they take, as the player wrote them."""
        found: list[tuple[int, str]] = []
        for n in range(1, _LONGEST_NAME + 3):
            if i + n > len(words):
                break
            word = words[i + n - 1]
            if word.kind not in {"word", "number"} and word.lower not in {",", "-", "'", "/", "!"}:
                break
            if n > 1 and words[i + n - 2].start == word.start:
                break  # two words written out of one contraction
            if word.sentence != words[i].sentence:
                break
            if word.kind in {"word", "number"}:
                found.append((n, " ".join(self._text[words[i].start : word.end].split())))
        return found[::-1]

    def _exact(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        for n, text in self._runs(words, i):
            if n == 1 and len(text) < 3 and not (len(text) == 2 and text.isupper()):
                continue
            names = self._names.lookup(text) or (self._several(text) if len(text) > 6 else [])
            cards = self._full(names) if names else self._cast_on(text)
            if n == 1 and len(cards) == 1 and cards[0].split(" // ")[0].lower() == text.lower():
                # "vorinclex" is a card, and what others are called for short: which, the caller has to tell.
                # ("Ornithopter of Paradise" is nobody's Ornithopter.)
                short = [c for c in self._full(self._names.short_names(text)) if "," in c.split(" // ")[0]]
                cards = list(dict.fromkeys([*cards, *short]))
            if cards and self._looks_like_name(words, i, n):
                return None if n > 1 and self._cuts_another(words, i, n) else (tuple(cards), n, False)
        return None

    def _several(self, text: str) -> list[str]:
        """Names that are meant by their plural ("two Fireballs"); "the Wardens" are permanents that are called so, and no spell named Warden."""
        found = self._names.plural_lookup(text)
        so_called = any(text.lower() in name.lower().replace(",", "").split() for name in self._names.by_word(text))
        return [] if so_called and all(self._is_spell((name,)) for name in found) else found

    def _cuts_another(self, words: list[Word], i: int, n: int) -> bool:
        """ "the mana Crypt Ghast gives": the first words are talk, and the name begins behind them and goes on further."""
        for j in range(i + 1, i + n):
            if not self._lexicon.senses([words[j - 1].lower]):
                return False
            later = self._exact(words, j) if words[j].kind == "word" else None
            if later is not None and later[1] > 1 and j + later[1] > i + n:
                return True
        return False

    def _cast_on(self, text: str) -> list[str]:
        """ "Lightning Bolted": a spell whose name of several words is used as a verb."""
        if " " not in text or not text.lower().endswith("ed"):
            return []
        found = next((c for stem in (text[:-2], text[:-1]) if (c := self._full(self._names.lookup(stem)))), [])
        return found if found and all(self._is_spell((name,)) for name in found) else []

    def _short(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        for n, text in self._runs(words, i):
            if (
                n > 4
                or len(text) < 4
                or (n == 1 and text.lower() in _LITTLE)
                or (words[i].lower == "the" and not words[i].text[0].isupper())
            ):
                continue
            cards = self._full(self._names.short_names(text))
            run = words[i : i + n]
            if n == 1 and len(cards) > 1 and _FACES.search(self._text):
                # "flipped jace": of all of them the one that has another side.
                double = [c for c in cards if " // " in c]
                cards = double if len(double) == 1 else cards
            elif n == 1 and len(cards) > 1:
                # "zilortha": of a card called so and one of whose other side is, the first.
                fronts = [c for c in cards if c.lower().startswith(text.lower())]
                cards = fronts or cards
            if not cards or len(cards) > 8:
                continue
            sided = len(cards) == 1 and " // " in cards[0] and _FACES.search(self._text)
            if n == 1 and run[0].text[:1].islower() and len(self._names.by_word(text)) > 5 and not sided:
                continue  # "mystic", "hunter": many cards are called so in part
            walker = len(cards) == 1 and all(s.value == "planeswalker" for s in self._lexicon.senses([run[0].lower]))
            if n == 1 and (
                (self._lexicon.knows(run[0].lower) and not walker)
                or (run[0].lower in self._english and not self._stands_as_name(words, i, 1))
            ):
                continue
            if (
                n > 1
                and all(self._lexicon.knows(w.lower) or w.lower in _LITTLE for w in run)
                and not self._capitals(words, i, n)
            ):
                continue
            return self._fitting(cards, words, i, n), n, True
        return None

    def _scattered(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        """Two telling words of one name, others left out ("liliana healer"), if no other card has both."""
        word = words[i]
        walker = [s for s in self._lexicon.senses([word.lower]) if s.value != "planeswalker"] == []
        if word.lower in self._english or (self._lexicon.knows(word.lower) and not walker) or len(word.lower) < 4:
            return None
        for n, text in self._runs(words, i):
            if n == 2 and words[i + 1].lower not in _LITTLE:
                cards = self._full(self._names.by_words(text))
                if len(cards) == 1:
                    return tuple(cards), 2, True
        return None

    def _by_word(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        """One telling word of a name ("copter"), if no other card has it at its edge."""
        word = words[i]
        if word.lower in self._english or self._lexicon.knows(word.lower) or len(word.lower) < 4:
            return None
        names = self._names.by_word(word.text)
        if not names:
            near = self._names.near_nickname(word.text)
            names = [near] if near else []
        cards = self._full(names)
        return (tuple(cards), 1, True) if len(cards) == 1 else None

    def _fitting(self, cards: list[str], words: list[Word], i: int, n: int) -> tuple[str, ...]:
        """Of several cards with one short name, those whose size is the one that stands beside the name."""
        near = [w for w in words[max(0, i - 2) : i + n + 3] if w.kind == "size"]
        if len(cards) > 1 and near:
            wanted = {(str(w.value[0]), str(w.value[1])) for w in near}
            fit = [
                c
                for c in cards
                if (card := self._cards.get(c)) and (card.faces[0].power, card.faces[0].toughness) in wanted
            ]
            if fit:
                return tuple(fit)
        return tuple(cards)

    def _misspelled(self, words: list[Word], i: int) -> tuple[tuple[str, ...], int, bool] | None:
        odd = [
            w
            for w in words[i : i + 4]
            if w.kind == "word"
            and w.lower not in self._english
            and not self._lexicon.knows(w.lower)
            and len(w.lower) > 3
        ]
        if not odd:
            before = words[i - 1] if i else None
            stands = before is not None and (before.kind == "number" or before.lower in _BEFORE_NAME)
            meant = slip_of_words(words[i : i + 2], self._names, self._lexicon) if stands else None
            full = self._full([meant]) if meant is not None else []
            return (tuple(full), 2, True) if full else None
        for n, text in self._runs(words, i):
            run = words[i : i + n]
            if n > 5 or not any(w in odd for w in run) or len(text) < 6:
                continue
            if run[-1].lower in _LITTLE or run[0].lower in _LITTLE - {"the"}:
                continue
            if n == 1 and self._lexicon.respell(run[0].lower):
                continue
            if 1 < n < 4 and any(self._lexicon.senses(words) for words in product(*(self._meant_by(w) for w in run))):
                continue  # "firrst striker": a term of the game, and no Firefist Striker
            if n == 1 and self._names.by_word(text):
                continue  # a word of several names is no slip of another
            found = self._names.fuzzy(text)
            # Few get the first letter wrong.
            found = [f for f in found if f[0][:1].lower() == text[:1].lower()] or found
            if not found or found[0][1] < _FUZZY_FLOOR:
                continue
            if len(found) > 1 and found[0][1] - found[1][1] < _MARGIN and found[0][0] != found[1][0]:
                continue
            full = self._full([found[0][0]])
            if full:
                return tuple(full), n, True
        return None

    def _meant_by(self, word: Word) -> list[str]:
        """The words of the lexicon that it is, or may be a slip for."""
        return [word.lower] if self._lexicon.knows(word.lower) else self._lexicon.near(word.lower)

    def _looks_like_name(self, words: list[Word], i: int, n: int) -> bool:
        run = [w for w in words[i : i + n] if w.kind in {"word", "number"}]
        if n == 1 and run[0].lower == "clone" and [w.lower for w in words[i + 1 : i + 2]] == ["of"]:
            return False  # "a Clone of Mayor of Avabruck": any copy, whatever made it
        if self._capitals(words, i, n):
            return not (n == 1 and self._lexicon.knows(run[0].lower) and run[0].lower in self._english)
        wished = i > 1 and words[i - 1].lower == "to" and words[i - 2].lower in _WISHING
        if wished and len(run) == 2 and any(s.kind == "noun" for s in self._lexicon.senses([run[1].lower])):
            return False  # "he wanted to save life": what is wished, with no capital
        known = [w.lower in _LITTLE or self._lexicon.knows(w.lower) for w in run]
        if run[0].kind == "word" and n > 1 and self._lexicon.senses(w.lower for w in words[i : i + n]):
            return False  # "mana screw": talk, though a card is called so
        if len(run) == 1:
            word = run[0].lower
            if self._lexicon.knows(word):
                return self._is_cast(words, i)
            if word == "wastes":
                before = words[i - 1] if i else None
                return before is None or before.kind in {"number", "mark"} or before.lower in _BEFORE_NAME - {"the"}
            return word not in self._english or self._stands_as_name(words, i, n)
        if all(known):
            # "double strike", "at the ready": game talk, not a card.
            if self._plain_description(run, words, i, n):
                return False
            if all(
                any(s.kind in {"color", "subtype", "noun", "keyword"} for s in self._lexicon.senses([w.lower]))
                for w in run
            ):
                return self._lexicon.senses(w.lower for w in run) == []
            return (
                self._lexicon.senses(w.lower for w in run) == []
                and len(run) >= 2
                and self._stands_as_name(words, i, n)
                and not any(w.lower in _LITTLE for w in (run[0], run[-1]))
            )
        if len(run) == 2 and run[1].lower == "one" and not known[0]:
            return True  # "endless one", "experiment one"
        return not (len(run) == 2 and any(w.lower in _LITTLE for w in run))

    def _is_cast(self, words: list[Word], i: int) -> bool:
        """ "I cast a bolt", "casting shock": a spell whose name is a word for dealing damage too."""
        burns = {(s.kind, s.value) for s in self._lexicon.senses([words[i].lower])} == {("verb", "deal")}
        names = self._full(self._names.lookup(words[i].lower)) if burns else []
        lead = i - 1
        while lead >= 0 and words[lead].lower in {"a", "another", "my", "his", "their", "one", "second", "the"}:
            lead -= 1
        casts = lead >= 0 and words[lead].lower in {"cast", "casts", "casting"}
        return casts and len(names) == 1 and self._is_spell((names[0],))

    def _plain_description(self, run: list[Word], words: list[Word], i: int, n: int) -> bool:
        """ "a green creature", "2/2 white knight token": words that describe, not a name."""
        after = words[i + n].lower if i + n < len(words) else ""
        before = words[i - 1] if i else None
        values = {s.value for w in run for s in self._lexicon.senses([w.lower]) if s.kind == "noun"}
        return (
            after in {"token", "tokens"}
            or (before is not None and before.kind == "size")
            or bool(values & {"creature", "land", "token", "spell", "attacker", "blocker", "permanent", "artifact"})
        )

    def _capitals(self, words: list[Word], i: int, n: int) -> bool:
        run = [w for w in words[i : i + n] if w.kind == "word" and w.lower not in _LITTLE]
        if not run or not all(w.text[:1].isupper() for w in run):
            return False
        if any(w.text.isupper() and len(w.text) > 1 for w in run):
            return False
        starts = i == 0 or words[i - 1].sentence != words[i].sentence
        return not starts or len(run) > 1

    def _stands_as_name(self, words: list[Word], i: int, n: int) -> bool:
        before = words[i - 1].lower if i else ""
        after = words[i + n].lower if i + n < len(words) else ""
        if n == 1 and words[i].text[:1].islower() and words[i].lower in self._english:
            if (
                before in {"has", "have", "control", "controls", "runs"}
                and len(words[i].lower) > 6
                and not words[i].lower.endswith("ing")
            ):
                return True
            return (
                before
                in _BEFORE_NAME
                - {
                    "and",
                    "+",
                    "on",
                    "of",
                    "into",
                    "the",
                    "off",
                    "under",
                    "has",
                    "have",
                }
                or before in _FINDING
                or _of_costs(words, i)
                or after in {"trigger", "etb", "token", "naming"} | _FINDING
                or (
                    # "juggernaut attacks": who fights, at the start of what is said.
                    (after in _FIGHTING or (after == "is" and i + 2 < len(words) and words[i + 2].lower in _STATES))
                    and (i == 0 or words[i - 1].kind == "mark" or words[i - 1].sentence != words[i].sentence)
                    and self._is_permanent(words[i].lower)
                )
                or (
                    # "contamination, tapping a forest gives …", "humility: …": a heading of one word.
                    i == 0 and after in {",", ":"} and len(words[i].lower) > 6 and self._is_permanent(words[i].lower)
                )
                or (
                    # "can it block juggernaut": what stands right behind the verb, where no creature is told of yet.
                    (before in _BLOCKING or (before == "by" and words[i - 2].lower in _BLOCKED))
                    and self._is_creature(words[i].lower)
                )
                or (
                    # "fervor out", "opposition in play": only a permanent can be there.
                    is_there([w.lower for w in words[i + 1 : i + 6]]) and self._is_permanent(words[i].lower)
                )
            )
        if n > 1 and (i == 0 or words[i - 1].kind == "mark") and after in _DOING:
            return True  # "lone wolf blocked by a 1/1", "siege rhino attacks"
        if n > 1 and before in _BEING and self._is_land(" ".join(w.text for w in words[i : i + n])):
            return True  # "my only land is eldrazi temple"
        if (
            n == 1
            and words[i].text[:1].isupper()
            and after in {"has", "attacks", "blocks", "is", "dies", "enters", "taps", "gets", "can", "on"}
        ):
            return True  # at the start of a sentence, where a capital says nothing by itself
        return before in _BEFORE_NAME or after in {
            "trigger",
            "'s",
            "on",
            "out",
            "in",
            "etb",
            "ability",
            "spell",
            "and",
            "+",
            "token",
        }
