"""What to call the objects and players of a scenario: "your 1/1 with skulk", "the opponent's Wall of Glare", "Exotic Orchard"."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterable

from judgecall.cards.abilities import Keyword
from judgecall.scenario.model import GameObject, Scenario

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_DETERMINER = re.compile(
    r"^(?:(?:my|your|his|her|their|our|its|the|a|an|this|that|these|those|some|one|another|own|opp'?s?|opponent'?s?)\s+)+",
    re.I,
)
_COUNTED = re.compile(rf"(?:\d+|{'|'.join(NUMBERS[1:])})\s+(?=\S)", re.I)
_LOOSE_END = re.compile(r"(?:[\s,;]+(?:and|or|but|with))?[\s,;+&]*$", re.I)
_TAPPED = re.compile(r"\b(?:un)?tapped (?=\S)", re.I)
_SIZE = re.compile(r"[-+]?\d+\s*/\s*[-+]?\d+")
_SHOWN_KEYWORDS = 3
_PLURALS_WITHOUT_S = (
    "mice",
    "men",
    "children",
    "people",
    "oxen",
    "geese",
    "feet",
    "fish",
    "sheep",
    "deer",
    "folk",
    "myr",
)


class Name(str):
    """A name that knows its number, for templates: `{x:is|are}` picks the verb, `{x:'s}` is the possessive."""

    plural: bool
    proper: bool

    def __new__(cls, text: str, *, plural: bool = False, proper: bool = False) -> Name:
        """A name; `plural` if it takes a plural verb, `proper` if its first letter must not be lowered."""
        made = super().__new__(cls, text)
        made.plural = plural
        made.proper = proper
        return made

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            return spec.split("|", 1)[self.plural]
        if spec == "'s":
            return possessive(self)
        return str(self)


class Names:
    """The names of everything in one scenario. Two objects never have the same one."""

    def __init__(self, scenario: Scenario) -> None:
        self._things = {thing.id: thing for thing in scenario.objects}
        cards = Counter(thing.card for thing in scenario.objects)
        plain = {t.id: _name(t, shared=t.card is not None and cards[t.card] > 1) for t in scenario.objects}
        self._names = {**plain}
        self._plain = plain
        self._alike: dict[str, list[str]] = {}
        """The things that a thing shares its name with, itself among them, where only their order keeps them apart."""
        for name in [name for name, n in Counter(plain.values()).items() if n > 1]:
            alike = [self._things[id] for id, other in plain.items() if other == name]
            for thing, mark in zip(alike, _marks(alike), strict=True):
                if mark.startswith("the "):
                    self._alike[thing.id] = [one.id for one in alike]
                if mark:
                    self._names[thing.id] = Name(f"{name} ({mark})", plural=name.plural, proper=name.proper)

    def of(self, ref: str) -> Name:
        """The name of what a reference names: "@bear", "@bear#2", an id, a player's id; anything else stays as it is."""
        id = ref.removeprefix("@")
        if id in self._names:
            thing = self._things[id]
            if ref.startswith("@") and (thing.count or 1) > 1:
                return self._member(id, 1)
            return self._names[id]
        base, _, number = id.rpartition("#")
        if base in self._names and number.isdecimal():
            return self._member(base, int(number))
        known = player_name(id)
        if known is None and ref.startswith("@") and len(ref) > 1:
            return Name(f"the {base or id}".replace("-", " "))
        return known or Name(ref)

    def all_of(self, ids: Iterable[str], last: str = "and") -> Name:
        """The names of several, as a list in a sentence."""
        names = self._together(list(ids))
        if len(names) == 1:
            return names[0]
        return Name(listed(names, last), plural=bool(names), proper=bool(names) and names[0].proper)

    def _together(self, ids: list[str]) -> list[Name]:
        """The names; things that only their place in the telling keeps apart go by one name where all of them are meant."""
        names: list[Name] = []
        for id in ids:
            alike = self._alike.get(id.removeprefix("@"), [])
            whole = bool(alike) and all(i in ids or f"@{i}" in ids for i in alike)
            name = Name(plural_of(self._plain[alike[0]]), plural=True) if whole else self.of(id)
            if not whole or name not in names:
                names.append(name)
        return names

    def group(self, id: str) -> Name:
        """The name of all the alike objects with this id."""
        return self._names.get(id) or self.of(id)

    def is_whole_group(self, refs: Collection[str]) -> bool:
        """Whether these references are to all of one group of alike objects."""
        id = next(iter(refs)).removeprefix("@").partition("#")[0]
        thing = self._things.get(id)
        if thing is None or (thing.count or 1) < 2:
            return False
        return set(refs) == {f"@{id}", *(f"@{id}#{n}" for n in range(2, (thing.count or 1) + 1))}

    def group_ref(self, ref: str) -> str:
        """A reference to one of several alike objects, as the id of them all; any other text as it is."""
        id = ref.removeprefix("@").partition("#")[0]
        thing = self._things.get(id) if ref.startswith("@") else None
        return id if thing is not None and (thing.count or 1) > 1 else ref

    def _member(self, id: str, number: int) -> Name:
        whole = self._names[id]
        which = ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"
        return Name(f"the {which} of {whole}")


@functools.lru_cache(maxsize=64)
def names_in(scenario: Scenario) -> Names:
    """The names of everything in a scenario."""
    return Names(scenario)


def player_name(id: str) -> Name | None:
    """The name of a player, or None if this isn't the id of one."""
    if id == "you":
        return Name("you", plural=True)
    if id == "opp":
        return Name("the opponent")
    number = id.removeprefix("opp")
    if number != id and number.isdecimal() and 2 <= int(number) <= len(ORDINALS):
        return Name(f"the {ORDINALS[int(number) - 1]} opponent")
    return None


def possessive(name: str) -> str:
    """Whose: "your", "the opponent's", "the four 1/1s'"."""
    if name == "you":
        return "your"
    if isinstance(name, Name) and name.plural and name.endswith("s"):
        return f"{name}'"
    return f"{name}'s"


def owner_word(controller: str | None) -> str:
    """The word before a thing that says whose it is."""
    name = None if controller is None else player_name(controller) or Name(controller)
    return "the" if name is None else possessive(name)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence: "a, b and c"."""
    row = [str(word) for word in words]
    if len(row) < 2:
        return "".join(row)
    return f"{', '.join(row[:-1])} {last} {row[-1]}"


def number_word(n: int) -> str:
    """A small number in letters."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def with_article(noun: str) -> str:
    """The noun with a or an; numbers as they are spoken: "a 1/1", "an 8/8"."""
    first = noun.split(" ")[0].split("/")[0].split("-")[0].lower()
    vowel = first[:1] in {"a", "e", "i", "o"} or (first.isdecimal() and first[:1] == "8") or first in {"11", "18"}
    vowel = vowel or (first[:1] == "u" and not first.startswith(("uni", "us", "uto")))
    return f"{'an' if vowel else 'a'} {noun}"


def noun_of(thing: GameObject) -> str:
    """What it is, without article or owner, in the number that its count asks for."""
    if thing.card is not None:
        noun = card_name(thing)
        return noun if thing.count == 1 else plural_of(noun)
    noun = _tidy(thing.said)
    if any(isinstance(a, Keyword) and a.name.lower() == noun.lower() for a in thing.abilities):
        noun = ""  # "menace + must be blocked": called by what it has, it goes by what it is
    if thing.tapped is not None:
        noun = _TAPPED.sub("", noun)
    if thing.count != 1:
        noun = _COUNTED.sub("", noun, count=1) if _COUNTED.match(noun) else noun
    size = _size(thing)
    if not noun:
        noun = " ".join(filter(None, [size, *_kind_words(thing, bool(size))]))
        if thing.power is not None and not size:
            noun = f"{noun} with power {thing.power}"
    elif size and not _SIZE.search(noun):
        noun = f"{size} {noun}"
    elif thing.power is not None and thing.toughness is None and "power" not in noun.lower():
        noun = f"{noun} with power {thing.power}"
    keywords = [
        a.name
        for a in thing.abilities
        if isinstance(a, Keyword) and a.of is None and a.name.lower() not in noun.lower()
    ]
    head = noun if thing.count == 1 else plural_of(noun)
    return f"{head} with {listed(keywords[:_SHOWN_KEYWORDS])}" if keywords and " with " not in head else head


def _tidy(said: str) -> str:
    """What the player called it, without article, loose ends and odd spacing."""
    noun = _LOOSE_END.sub("", _DETERMINER.sub("", said.strip(), count=1))
    return noun.replace("( ", "(").replace(" )", ")").strip()


def card_name(thing: GameObject) -> str:
    """The name of its card, or of the face that is up if only that one is meant."""
    name = thing.card or ""
    faces = [face.strip() for face in name.split("//")]
    if len(faces) == 2:
        said = thing.said.strip().lower()
        if thing.face is not None:
            return faces[thing.face == "back"]
        for face in faces:
            if said == face.lower():
                return face
    return name


def _marks(alike: list[GameObject]) -> list[str]:
    """What tells things of one name apart: how they are, if that differs, else which of them it is in the order of the telling."""
    for told in (_state, _place):
        marks = [told(thing) for thing in alike]
        if len(set(marks)) == len(marks):
            return marks
    return [f"the {ORDINALS[n] if n < len(ORDINALS) else f'{n + 1}th'} one" for n in range(len(alike))]


def _state(thing: GameObject) -> str:
    if thing.animated:
        return "as a creature"
    if thing.tapped is not None:
        return "tapped" if thing.tapped else "untapped"
    return "attacking" if thing.attacking else "blocking" if thing.blocking else ""


def _place(thing: GameObject) -> str:
    return "" if thing.zone == "battlefield" else f"{'on the' if thing.zone == 'stack' else 'in the'} {thing.zone}"


def plural_of(noun: str) -> str:
    """The plural of a noun as players write it: "1/1s", "Llanowar Elves", "Walls of Glare"."""
    for joint in (" with ", " of ", " that "):
        head, found, tail = noun.partition(joint)
        if found:
            return f"{plural_of(head)}{joint}{tail}"
    if (noun.endswith(("s", "S")) and not noun.endswith("ss")) or noun.lower().endswith(_PLURALS_WITHOUT_S):
        return noun
    if re.search(r"(?:ch|sh|x|ss)$", noun):
        return f"{noun}es"
    return f"{noun}s"


def _size(thing: GameObject) -> str:
    if thing.toughness is None:
        return ""
    return f"{'?' if thing.power is None else thing.power}/{thing.toughness}"


def _kind_words(thing: GameObject, sized: bool) -> list[str]:
    words = [*thing.supertypes, *(thing.subtypes or ())]
    if not sized or thing.types not in {(), ("creature",)}:
        other = "creature" if thing.power is not None else "object"
        words.extend(thing.types or (() if thing.subtypes else (other,)))
    return words


def _name(thing: GameObject, *, shared: bool) -> Name:
    noun = noun_of(thing)
    plural = thing.count != 1
    if thing.count is not None and thing.count != 1:
        noun = f"{number_word(thing.count)} {noun}"
    if thing.card is not None and thing.count == 1 and thing.controller in {None, "you"} and not shared:
        return Name(noun, plural=False, proper=True)
    return Name(f"{owner_word(thing.controller)} {noun}", plural=plural)
