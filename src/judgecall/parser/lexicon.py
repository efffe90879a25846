"""The lexicon: what players call things, as data in corpus/lexicon.

A phrase of one or more lower-case words has one or more senses. The longest
phrase that fits wins; all its senses are kept.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import OSA

from judgecall.corpus.files import corpus_folder


class Sense(msgspec.Struct, frozen=True):
    """One meaning of a phrase: `kind` is the part it plays (keyword, noun, verb, color …), `value` the rules' term."""

    kind: str
    value: str
    form: str = ""
    """For a verb: base, s, ed, ing; for a keyword: is, who, does; for a player: subject, possessive, pronoun."""
    count: int = 0


_IRREGULAR = {
    "swing": ("swings", "swung", "swinging"),
    "send": ("sends", "sent", "sending"),
    "come": ("comes", "came", "coming"),
    "go": ("goes", "went", "going"),
    "run": ("runs", "ran", "running"),
    "bring": ("brings", "brought", "bringing"),
    "throw": ("throws", "threw", "throwing"),
    "put": ("puts", "put", "putting"),
    "hit": ("hits", "hit", "hitting"),
    "say": ("says", "said", "saying"),
    "bite": ("bites", "bit", "biting"),
    "eat": ("eats", "ate", "eating"),
    "blow": ("blows", "blew", "blowing"),
    "cast": ("casts", "cast", "casting"),
    "recast": ("recasts", "recast", "recasting"),
    "hardcast": ("hardcasts", "hardcast", "hardcasting"),
    "make": ("makes", "made", "making"),
    "give": ("gives", "gave", "giving"),
    "spit": ("spits", "spat", "spitting"),
    "get": ("gets", "got", "getting"),
    "lose": ("loses", "lost", "losing"),
    "have": ("has", "had", "having"),
    "hold": ("holds", "held", "holding"),
    "deal": ("deals", "dealt", "dealing"),
    "strike": ("strikes", "struck", "striking"),
    "burn": ("burns", "burnt", "burning"),
    "take": ("takes", "took", "taking"),
    "spill": ("spills", "spilled", "spilling"),
    "split": ("splits", "split", "splitting"),
    "steal": ("steals", "stole", "stealing"),
    "see": ("sees", "saw", "seeing"),
    "become": ("becomes", "became", "becoming"),
    "turn": ("turns", "turned", "turning"),
    "wear": ("wears", "wore", "wearing"),
    "slap": ("slaps", "slapped", "slapping"),
    "equip": ("equips", "equipped", "equipping"),
    "carry": ("carries", "carried", "carrying"),
    "spend": ("spends", "spent", "spending"),
    "pay": ("pays", "paid", "paying"),
    "draw": ("draws", "drew", "drawing"),
    "fight": ("fights", "fought", "fighting"),
    "choose": ("chooses", "chose", "choosing"),
    "beat": ("beats", "beat", "beating"),
    "shrink": ("shrinks", "shrank", "shrinking"),
    "grow": ("grows", "grew", "growing"),
    "be": ("is", "was", "being"),
    "keep": ("keeps", "kept", "keeping"),
    "etb": ("etbs", "etbed", "etbing"),
    "die": ("dies", "died", "dying"),
    "bash": ("bashes", "bashed", "bashing"),
    "off": ("offs", "offed", "offing"),
    "stand": ("stands", "stood", "standing"),
    "leave": ("leaves", "left", "leaving"),
}
_DOUBLED = frozenset({"control", "sac", "flip", "tap", "untap", "grab", "skip", "drop", "slam", "zap", "bin"})
_EXTRA = {"stole": "stolen", "threw": "thrown", "took": "taken", "gave": "given", "grew": "grown", "wore": "worn",
          "chose": "chosen", "drew": "drawn", "shrank": "shrunk", "blew": "blown", "ate": "eaten", "went": "gone",
          "ran": "run", "came": "come", "became": "become", "saw": "seen", "got": "gotten"}  # fmt: skip


_FIRST_STAYS = frozenset({"double", "triple", "gang", "chump", "doom", "mind"})
"""First words of verbs whose second word is inflected ("double blocked", "doom bladed")."""


def inflect(verb: str) -> list[tuple[str, str]]:
    """The forms of a verb with their names: base, s, ed, ing."""
    if verb in _IRREGULAR:
        s, ed, ing = _IRREGULAR[verb]
        forms = [(verb, "base"), (s, "s"), (ed, "ed"), (ing, "ing")]
        if ed in _EXTRA:
            forms.append((_EXTRA[ed], "ed"))
        if verb == "be":
            forms += [("are", "s"), ("am", "s")]
        return forms
    stem = verb + verb[-1] if verb in _DOUBLED else verb
    ed = (
        stem + "d"
        if stem.endswith("e")
        else stem[:-1] + "ied"
        if stem.endswith("y") and stem[-2] not in "aeiou"
        else stem + "ed"
    )
    ing = stem[:-1] + "ing" if stem.endswith("e") and not stem.endswith("ee") else stem + "ing"
    s = (
        verb[:-1] + "ies"
        if verb.endswith("y") and verb[-2] not in "aeiou"
        else verb + "es" if verb.endswith(("s", "sh", "ch", "x", "z")) else verb + "s"
    )  # fmt: skip
    return [(verb, "base"), (s, "s"), (ed, "ed"), (ing, "ing")]


def plural(word: str) -> str:
    """The regular plural of an English noun."""
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "sh", "ch", "x", "z")):
        return word + "es"
    if word.endswith("f") and not word.endswith("ff"):
        return word[:-1] + "ves"
    return word + "s"


class Lexicon:
    """Phrases and their senses.

    Args:
        folder: the folder with the lexicon's TOML files.
    """

    def __init__(self, folder: Path) -> None:
        self._phrases: dict[tuple[str, ...], list[Sense]] = {}
        self._longest: dict[str, int] = {}
        self.spelling: dict[str, str] = _toml(folder / "spelling.toml")
        self.moments: dict[str, dict[str, object]] = {}
        self.animal_type: dict[str, str] = {}
        self.mana_classes: dict[str, Any] = {}
        self._load(folder)
        self._known_words = sorted({w for phrase in self._phrases for w in phrase if len(w) >= 5})
        self._load_game_terms(folder)
        self._known_set = {w for phrase in self._phrases for w in phrase} | set(self.spelling)

    def _add(self, phrase: str, sense: Sense) -> None:
        words = tuple(phrase.lower().split())
        senses = self._phrases.setdefault(words, [])
        if sense not in senses:
            senses.append(sense)
        self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def _load(self, folder: Path) -> None:
        for name, entry in _toml(folder / "keywords.toml").items():
            for form in ("is", "who"):
                for phrase in entry.get(form, ()):
                    self._add(phrase, Sense("keyword", name, form))
            for phrase in entry.get("does", ()):
                self._add(phrase, Sense("keyword", name, "does"))
        for name, entry in _toml(folder / "nouns.toml").items():
            for phrase in entry["words"]:
                self._add(phrase, Sense("noun", name))
        for letter, words in _toml(folder / "colors.toml").items():
            for phrase in words:
                self._add(phrase, Sense("color", letter))
        for who, entry in _toml(folder / "players.toml").items():
            for form, phrases in entry.items():
                for phrase in phrases:
                    self._add(phrase, Sense("player", who, form))
        for name, entry in _toml(folder / "verbs.toml").items():
            self._load_verb(name, entry)
        self.mana_classes = _toml(folder / "mana_classes.toml")
        for name, entry in self.mana_classes.items():
            for phrase in entry["words"]:
                self._add(phrase, Sense("mana_class", name, entry["type"]))
                self._add(plural(phrase), Sense("mana_class", name, entry["type"]))
        for name, entry in _toml(folder / "talk.toml").items():
            for phrase in entry["words"]:
                self._add(phrase, Sense("filler" if name in {"filler", "chatter"} else name, name))
        for name, entry in _toml(folder / "moments.toml").items():
            self.moments[name] = entry
            for phrase in entry["words"]:
                self._add(phrase, Sense("moment", name))
        for phrase in _toml(folder / "concepts.toml")["words"]:
            self._add(phrase, Sense("concept", phrase))
        kinds = _toml(folder / "subtypes.toml")
        for word in (*kinds["creature"], *kinds["land"]):
            self._add(word, Sense("subtype", word))
            self._add(plural(word), Sense("subtype", word, "plural"))
        for many, one in kinds["plural"].items():
            self._add(many, Sense("subtype", one, "plural"))
        self.animal_type = kinds["not_types"]

    def _load_game_terms(self, folder: Path) -> None:
        """Names of the rules that mean nothing else: no misspelled word is taken for one of them."""
        terms = _toml(folder / "game_terms.toml")
        plain = set(terms["plain"])
        for kind in ("actions", "keywords", "ability_words"):
            for term in terms[kind]:
                forms = {term} if " " in term or kind == "ability_words" else {term, *(f for f, _ in inflect(term))}
                for form in forms - plain:
                    if term not in plain and not self.senses(form.split()):
                        self._add(form, Sense("concept", term))

    def _load_verb(self, name: str, entry: dict[str, object]) -> None:
        count = entry.get("count", 0)
        assert isinstance(count, int)
        verbs, nouns = entry.get("verb", ()), entry.get("noun", ())
        assert isinstance(verbs, list | tuple)
        assert isinstance(nouns, list | tuple)
        frame = str(name)
        for sub, inner in entry.items():
            if isinstance(inner, dict):
                self._load_verb(f"{name}.{sub}", inner)
        base = frame.split(".")[0]
        for phrase in verbs:
            first, _, rest = phrase.partition(" ")
            if first in _FIRST_STAYS and rest:
                verb, _, tail = rest.partition(" ")
                for form, which in inflect(verb):
                    self._add(f"{first} {form} {tail}".strip(), Sense("verb", base, which, count))
                continue
            for form, which in inflect(first):
                self._add(f"{form} {rest}".strip(), Sense("verb", base, which, count))
        for phrase in nouns:
            self._add(phrase, Sense("verb", base, "noun", count))

    def longest_from(self, word: str) -> int:
        """The most words of a phrase that begins with this word; 0 if none does."""
        return self._longest.get(word, 0)

    def senses(self, words: Iterable[str]) -> list[Sense]:
        """The senses of exactly this phrase."""
        return self._phrases.get(tuple(words), [])

    def knows(self, word: str) -> bool:
        """Whether the word stands anywhere in the lexicon."""
        return word in self._known_set

    def near(self, word: str) -> list[str]:
        """The lexicon's words that a misspelled one may be meant for: those that are nearest to it."""
        if len(word) < 4:
            return []
        slips = 1 if len(word) < 8 else 2
        found = process.extract(word, self._known_words, scorer=OSA.distance, score_cutoff=slips, limit=5)
        found = [f for f in found if f[0][0] == word[0] and (len(word) > 4 or len(f[0]) == len(word) + 1)]
        return [str(f[0]) for f in found if f[1] == found[0][1]]

    def respell(self, word: str) -> str | None:
        """The lexicon's word that was meant by a misspelled one, or None.

        One slip in five to seven letters, two in longer ones, one letter too few in four; the first letter must be right, which
        keeps card names and chat from turning into game terms. Of several that are as near all have to mean the same.
        """
        nearest = self.near(word)
        meanings = [{(s.kind, s.value) for s in self.senses((one,))} for one in nearest]
        if not nearest or any(meaning != meanings[0] for meaning in meanings):
            return None
        return nearest[0] if len(nearest) == 1 or meanings[0] else None


def _toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


@cache
def shipped_lexicon() -> Lexicon:
    """The lexicon of this installation, read once."""
    return Lexicon(corpus_folder() / "lexicon")
