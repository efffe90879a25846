"""What a scenario states, fact by fact, and the scenario with some of it stated otherwise: the stuff of what-ifs.

A change is kept as the key of a fact and its new value; all changes apply to the scenario as it was asked, so that
turning a fact back gives exactly what was there before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from judgecall.cards.abilities import Keyword
from judgecall.scenario.english import capital, event_phrase
from judgecall.scenario.model import Event, GameObject, Player, Scenario
from judgecall.scenario.names import Names, names_in, number_word, owner_word, player_name

_Part = TypeVar("_Part", GameObject, Player)
Kind = Literal["flag", "number", "size"]

GIVEN_KEYWORDS = (
    "haste", "flying", "reach", "first strike", "double strike", "deathtouch", "trample", "menace", "vigilance", "lifelink",
    "defender", "indestructible", "skulk", "shadow",
)  # fmt: skip
"""Keywords that a what-if may give to a creature that is not said to have them."""

_SIZE = re.compile(r"([+-]?\d+)/([+-]?\d+)")
_SAID_SIZE = re.compile(r"\d+\s*/\s*\d+")
_SAID_POWER = re.compile(r"(?<=power )\d+|\d+(?= power)")
_SEVERAL = re.compile(r"\b(counter|card|land|creature)s\b")
"""What is counted, in the plural."""
_LEFT_OUT = (
    "modify",
    "set_pt",
    "counters",
    "gain",
    "lose",
    "tap",
    "untap",
    "animate",
    "damage",
    "regenerate",
    "gain_life",
    "lose_life",
)
"""Kinds of events without which what is asked still makes sense."""
_OF_PLAYERS = {
    "life": "life",
    "mana": "mana to spend",
    "lands": "lands",
    "creatures": "creatures",
    "hand": "cards in hand",
}
_FLAGS: dict[str, tuple[str, str]] = {
    "tapped": ("tapped", "untapped"),
    "was_cast": ("was cast", "was not cast"),
    "animated": ("a creature now", "no creature now"),
}


class Stated(msgspec.Struct, frozen=True):
    """A fact that a scenario states."""

    key: str
    about: str
    """What it is about: "your 2/2"."""
    kind: Kind
    value: str
    """"yes" or "no", a number, or a size like "2/2"."""
    words: tuple[str, str] = ("", "")
    """For a flag what to say when it holds and when it doesn't; for a number what goes before and after it."""

    @property
    def text(self) -> str:
        """The fact in words: "your 2/2: untapped"."""
        return f"{capital(self.about)}: {self.said(self.value)}" if self.about else capital(self.said(self.value))

    def said(self, value: str) -> str:
        """A value of it in words."""
        if self.kind == "flag":
            return self.words[0] if value == "yes" else self.words[1]
        after = _SEVERAL.sub(r"\1", self.words[1]) if value == "1" else self.words[1]
        return " ".join(filter(None, [self.words[0], value, after]))


def stated_facts(scenario: Scenario) -> tuple[Stated, ...]:
    """Everything that the scenario states and a what-if may state otherwise."""
    names = names_in(scenario)
    found: list[Stated] = []
    told = _told_of(scenario)
    for thing in scenario.objects:
        found += _of_object(thing, names)
        if thing.zone == "battlefield" and thing.controller in {"you", "opp"} and thing.id not in told:
            about, yours = str(names.group(thing.id)), "yes" if thing.controller == "you" else "no"
            it = "it" if thing.count == 1 else "them"
            whose = (f"you control {it}", f"the opponent controls {it}")
            found.append(Stated(f"{thing.id} controller", about, "flag", yours, whose))
    for player in scenario.players:
        who = player_name(player.id) or player.id
        found += [
            Stated(f"{player.id} {name}", str(who), "number", str(value), ("", words))
            for name, words in _OF_PLAYERS.items()
            if (value := getattr(player, name)) is not None
        ]
    for number, event in enumerate(scenario.events):
        found += _of_event(scenario, number, event)
    if scenario.active in {"you", "opp"} and not any(e.kind in {"attack", "block"} for e in scenario.events):
        whose = (f"it is {owner_word('you')} turn", f"it is {owner_word('opp')} turn")
        found.append(Stated("turn you", "", "flag", "yes" if scenario.active == "you" else "no", whose))
    return tuple(found)


def _told_of(scenario: Scenario) -> set[str]:
    """The ids of what does something or is asked about: under another player the question would be another one."""
    told = {thing.id for thing in scenario.objects if thing.attacking or thing.blocking or thing.attached_to}
    for event in scenario.events:
        told |= {*event.subject, *event.target, event.by or ""}
    for query in scenario.queries:
        told |= {*query.subject, *query.target}
    return told


def gained(scenario: Scenario, id: str, keyword: str) -> Stated:
    """The fact that an object has a keyword that it is not said to have; its value is that it hasn't."""
    about = str(names_in(scenario).group(id))
    return Stated(f"{id} keyword {keyword}", about, "flag", "no", (keyword, f"no {keyword}"))


def can_gain(scenario: Scenario, is_creature: Callable[[str], bool]) -> tuple[Stated, ...]:
    """The keywords that could be given to each creature; `is_creature` says whether a card is one."""
    return tuple(
        gained(scenario, thing.id, keyword)
        for thing in scenario.objects
        if thing.zone == "battlefield"
        and ("creature" in thing.types or thing.animated or (thing.card is not None and is_creature(thing.card)))
        for keyword in GIVEN_KEYWORDS
        if keyword not in _keywords(thing) and keyword not in thing.without
    )


def other_value(fact: Stated, value: str, by: int = 1) -> str:
    """The value that a step away from this one leads to."""
    if fact.kind == "flag":
        return "no" if value == "yes" else "yes"
    if fact.kind == "number":
        return str(max(int(value) + by, 0))
    match = _SIZE.fullmatch(value)
    if match is None:
        raise ValueError(f"{value!r} is no size")
    signed = value.startswith(("+", "-"))
    first, second = int(match[1]) + by, int(match[2]) + by
    return f"{first:+d}/{second:+d}" if signed else f"{max(first, 0)}/{max(second, 1)}"


def restated(scenario: Scenario, changes: Mapping[str, str]) -> Scenario:
    """The scenario with facts stated otherwise.

    Args:
        scenario: as it was asked.
        changes: new values by the keys of facts.

    Raises:
        ValueError: there is no such fact, or it can't have this value.
    """
    left_out: set[int] = set()
    for key, value in changes.items():
        of, _, what = key.partition(" ")
        if of == "event":
            number, _, field = what.partition(" ")
            if field == "happens":
                left_out |= {int(number)} if value == "no" else set()
            else:
                scenario = _with_event(scenario, int(number), field, value)
        elif of == "turn":
            scenario = msgspec.structs.replace(scenario, active="you" if value == "yes" else "opp")
        elif any(thing.id == of for thing in scenario.objects):
            things = tuple(_changed(thing, what, value) if thing.id == of else thing for thing in scenario.objects)
            scenario = msgspec.structs.replace(scenario, objects=things)
        elif any(player.id == of for player in scenario.players) and what in _OF_PLAYERS:
            players = tuple(_with(p, what, int(value)) if p.id == of else p for p in scenario.players)
            scenario = msgspec.structs.replace(scenario, players=players)
        else:
            raise ValueError(f"nothing is stated under {key!r}")
    events = tuple(event for number, event in enumerate(scenario.events) if number not in left_out)
    return msgspec.structs.replace(scenario, events=events)


def _of_object(thing: GameObject, names: Names) -> Iterator[Stated]:
    about = str(names.group(thing.id))

    def fact(what: str, kind: Kind, value: object, *words: str) -> Stated:
        first, second = (*words, "", "")[:2]
        return Stated(f"{thing.id} {what}", about, kind, str(value), (first, second))

    if thing.count is not None and thing.count > 1:
        counted = about.replace(f"{number_word(thing.count)} ", "", 1)
        yield Stated(f"{thing.id} count", counted, "number", str(thing.count), ("", "of them"))
    if thing.power is not None and thing.toughness is not None:
        yield fact("size", "size", f"{thing.power}/{thing.toughness}")
    elif thing.power is not None:
        yield fact("power", "number", thing.power, "power")
    elif thing.toughness is not None:
        yield fact("toughness", "number", thing.toughness, "toughness")
    for name, words in _FLAGS.items():
        if (value := getattr(thing, name)) is not None:
            yield fact(name, "flag", "yes" if value else "no", *words)
    if thing.since is not None:
        came = "yes" if thing.since == "this_turn" else "no"
        yield fact("since", "flag", came, "came this turn", "there since before this turn")
    for keyword in _keywords(thing):
        yield fact(f"keyword {keyword}", "flag", "yes", keyword, f"no {keyword}")
    for keyword in thing.without:
        if keyword != "all":
            yield fact(f"keyword {keyword}", "flag", "no", keyword, f"no {keyword}")
    for kind, n in thing.counters:
        yield fact(f"counters {kind}", "number", n, "", f"{kind} counters")
    for name, before, after in (("damage", "", "damage on it"), ("x", "X =", ""), ("loyalty", "loyalty", "")):
        if (number := getattr(thing, name)) is not None:
            yield fact(name, "number", number, before, after)


def _of_event(scenario: Scenario, number: int, event: Event) -> Iterator[Stated]:
    if event.kind not in _LEFT_OUT:
        return
    phrase = event_phrase(scenario, event)
    yield Stated(f"event {number} happens", "", "flag", "yes", (phrase, f"not so: {phrase}"))
    if event.power is not None and event.toughness is not None:
        signed = event.kind == "modify"
        size = f"{event.power:+d}/{event.toughness:+d}" if signed else f"{event.power}/{event.toughness}"
        yield Stated(f"event {number} size", "", "size", size, ("by as much as" if signed else "the size", ""))
    elif event.n is not None:
        yield Stated(f"event {number} n", "", "number", str(event.n), ("by as much as", ""))


def _keywords(thing: GameObject) -> tuple[str, ...]:
    return tuple(dict.fromkeys(a.name for a in thing.abilities if isinstance(a, Keyword) and a.of is None))


def _changed(thing: GameObject, what: str, value: str) -> GameObject:
    """The object with one thing about it stated otherwise; what the player called it follows."""
    kind, _, name = what.partition(" ")
    said = thing.said
    if kind == "keyword":
        return _with_keyword(thing, name, value == "yes")
    if kind == "counters":
        counters = tuple((each, int(value) if each == name else n) for each, n in thing.counters)
        return _with(thing, "counters", tuple((each, n) for each, n in counters if n))
    if kind == "size":
        power, toughness = _numbers(value)
        return msgspec.structs.replace(thing, power=power, toughness=toughness, said=_SAID_SIZE.sub(value, said))
    if kind in {"power", "toughness"}:
        return msgspec.structs.replace(_with(thing, kind, int(value)), said=_SAID_POWER.sub(value, said))
    if kind == "since":
        return _with(thing, "since", "this_turn" if value == "yes" else "before_turn")
    if kind == "controller":
        return _with(thing, "controller", "you" if value == "yes" else "opp")
    if kind in _FLAGS:
        return _with(thing, kind, value == "yes")
    if kind == "count" and int(value) >= 1:
        return msgspec.structs.replace(thing, count=int(value), said=said if thing.card or int(value) > 1 else "")
    if kind in {"damage", "x", "loyalty"}:
        return _with(thing, kind, int(value))
    raise ValueError(f"{thing.id} can't have {what!r} of {value!r}")


def _with_keyword(thing: GameObject, keyword: str, has: bool) -> GameObject:
    without = tuple(each for each in thing.without if each != keyword)
    others = tuple(a for a in thing.abilities if not (isinstance(a, Keyword) and a.name == keyword and a.of is None))
    if has:
        had = tuple(a for a in thing.abilities if a not in others)
        return msgspec.structs.replace(thing, abilities=(*others, *(had or (Keyword(keyword),))), without=without)
    # A "flyer" without flying is not called one any more.
    called = any(word[:3] in {keyword[:3], keyword[:2] + "i"} for word in thing.said.lower().split())
    said = "" if called and thing.card is None else thing.said
    return msgspec.structs.replace(thing, abilities=others, without=(*without, keyword), said=said)


def _with_event(scenario: Scenario, number: int, field: str, value: str) -> Scenario:
    if field == "size":
        power, toughness = _numbers(value)
        changed = msgspec.structs.replace(scenario.events[number], power=power, toughness=toughness)
    else:
        changed = msgspec.structs.replace(scenario.events[number], n=int(value))
    events = (*scenario.events[:number], changed, *scenario.events[number + 1 :])
    return msgspec.structs.replace(scenario, events=events)


def _numbers(size: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(size)
    if match is None:
        raise ValueError(f"{size!r} is no size")
    return int(match[1]), int(match[2])


def _with(part: _Part, field: str, value: Any) -> _Part:
    return msgspec.structs.replace(part, **{field: value})
