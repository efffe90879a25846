"""A scenario printed as plain English: how the question was read.

"You control a 1/1 with skulk. The opponent controls a 2/2. The 2/2 blocks your 1/1 with skulk. You ask whether that
block is legal."
"""

from __future__ import annotations

import re
from itertools import groupby

import msgspec

from judgecall.cards.abilities import Keyword
from judgecall.scenario.model import Event, GameObject, Query, Scenario, Zone
from judgecall.scenario.names import (
    Name,
    Names,
    listed,
    names_in,
    noun_of,
    number_word,
    owner_word,
    player_name,
    with_article,
)
from judgecall.scenario.phrases import EVENTS, QUERIES

_PLACES: dict[Zone, str] = {
    "hand": "in {whose} hand",
    "graveyard": "in {whose} graveyard",
    "exile": "in exile",
    "stack": "on the stack",
    "library": "in {whose} library",
    "command": "in the command zone",
    "nowhere": "part of this",
}
_LIMITS = {"exactly": "", "at_most": "at most", "at_least": "at least"}
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)")
_FILLED = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


def reading(scenario: Scenario) -> str:
    """The whole scenario as a few plain sentences."""
    names = names_in(scenario)
    sentences = [
        *_board(_without_what_events_say(scenario), names),
        *_players(scenario),
        *_turn(scenario),
        *_events(scenario, names),
    ]
    asked = [query_phrase(scenario, query) for query in scenario.queries]
    if asked:
        sentences.append(f"You ask {listed(asked)}")
    return " ".join(f"{capital(sentence)}." for sentence in sentences)


def _without_what_events_say(scenario: Scenario) -> Scenario:
    """The scenario without "attacking" and "blocking" on objects whose attack or block is among the events."""
    said = {event.kind: set[str]() for event in scenario.events}
    for event in scenario.events:
        said[event.kind].update(event.subject)
    objects = tuple(
        msgspec.structs.replace(
            thing,
            attacking=None if thing.id in said.get("attack", ()) else thing.attacking,
            blocking=None if thing.id in said.get("block", ()) else thing.blocking,
        )
        for thing in scenario.objects
    )
    return msgspec.structs.replace(scenario, objects=objects)


def query_phrase(scenario: Scenario, query: Query) -> str:
    """What a query asks, to go after "You ask": "whether your 1/1 can block the opponent's 3/3"."""
    names = names_in(scenario)
    fields: dict[str, object] = {
        "subject": names.all_of(query.subject),
        "target": names.all_of(query.target),
        "any_target": names.all_of(query.target, "or"),
        "value": query.value,
        "n": query.n,
        "player": player_name(query.who) if query.who else "",
        "limit": _LIMITS[query.bound],
        "those": "" if query.subject else "creatures",
        "defender": "" if query.subject else "the defending player",
    }
    return fill(QUERIES.get(query.kind, _spelt(query.kind)), fields) + (
        f" in the {_step(query.at)} step" if query.at else ""
    )


def event_phrase(scenario: Scenario, event: Event) -> str:
    """What happens, as a clause: "the opponent's Wall blocks your 1/1"."""
    names = names_in(scenario)
    player = names.of(event.by) if event.by else ""
    n = "some" if event.n is None else event.n
    sized = event.power is not None or event.toughness is not None
    sign = "+d" if event.kind == "modify" else "d"
    size = "/".join("?" if x is None else format(x, sign) for x in (event.power, event.toughness)) if sized else ""
    fields: dict[str, object] = {
        "subject": names.all_of(event.subject) or ("" if event.kind in {"no_block", "damage"} else Name("something")),
        "target": names.all_of(event.target),
        "value": event.value,
        "how": event.how,
        "n": event.n if event.kind == "cast" else n,
        "size": size,
        "abilities": listed(a.name if isinstance(a, Keyword) else "an ability" for a in event.abilities) or event.value,
        "player": player,
        "passive_cast": "" if player else " is cast",
        "passive_play": "" if player else " is played",
        "passive_damage": "" if player else f"{n} damage is dealt",
        "nobody_blocks": "" if event.subject else "no creature blocks",
        "everything": "" if event.value else "all abilities",
    }
    when = ""
    if event.in_response:
        when = "in response, "
    elif event.at:
        when = f"after the {_step(event.at)} step has begun, " if event.after else f"in the {_step(event.at)} step, "
    return when + fill(EVENTS.get(event.kind, _spelt(event.kind)), fields)


def fill(template: str, fields: dict[str, object]) -> str:
    """A template with its fields filled in; a part in square brackets goes when a field in it is empty."""

    def there(name: str) -> bool:
        return fields.get(name) not in {None, ""}

    def part(match: re.Match[str]) -> str:
        return match.group(1) if all(there(name) for name in _FIELD.findall(match.group(1))) else ""

    def value(match: re.Match[str]) -> str:
        name, spec = match.groups()
        found = fields[name] if there(name) else "something"
        return format(found if isinstance(found, Name) else Name(str(found)), spec or "")

    return " ".join(_FILLED.sub(value, _OPTIONAL.sub(part, template)).split())


def _spelt(kind: str) -> str:
    """A phrase for a kind that has none of its own yet: its words (a test asks for a phrase)."""
    return f"{kind.replace('_', ' ')}[ of {{subject}}][ and {{target}}][ ({{value}})]"


def capital(sentence: str) -> str:
    """The sentence with a capital."""
    return sentence[:1].upper() + sentence[1:]


def _step(step: str) -> str:
    return step.replace("main2", "second main").replace("_", " ").removesuffix(" step")


def described(thing: GameObject, names: Names) -> str:
    """An object as it is introduced: "a tapped 2/2 with flying", "four 1/1s", "Exotic Orchard"."""
    noun = noun_of(thing)
    tapped = "" if thing.tapped is None else "tapped " if thing.tapped else "untapped "
    if thing.count is None:
        text = f"some {tapped}{noun}"
    elif thing.count != 1:
        text = f"{number_word(thing.count)} {tapped}{noun}"
    elif thing.card is not None and not tapped:
        text = noun
    else:
        text = with_article(f"{tapped}{noun}")
    if thing.card is not None and (keywords := [a.name for a in thing.abilities if isinstance(a, Keyword)]):
        text += f" with {listed(keywords)}"
    return text + "".join(f" {extra}" for extra in _extras(thing, names))


def _extras(thing: GameObject, names: Names) -> list[str]:
    extras: list[str] = []
    are, were = ("is", "was") if thing.count == 1 else ("are", "were")
    if thing.card is not None and (thing.power is not None or thing.toughness is not None):
        extras.append(
            f"({'?' if thing.power is None else thing.power}/{'?' if thing.toughness is None else thing.toughness})"
        )
    if thing.without:
        extras.append("without abilities" if "all" in thing.without else f"without {listed(thing.without, 'or')}")
    extras.extend(f"with {number_word(n)} {kind} counter{'' if n == 1 else 's'}" for kind, n in thing.counters)
    if thing.copy_of:
        extras.append(f"(a copy of {thing.copy_of})")
    if thing.attached_to:
        extras.append(f"on {names.of(thing.attached_to)}")
    if thing.x is not None:
        extras.append(f"with X = {thing.x}")
    if thing.damage:
        extras.append(f"with {thing.damage} damage on it")
    if thing.loyalty is not None:
        extras.append(f"with loyalty {thing.loyalty}")
    if thing.mana_cost:
        extras.append(f"that costs {thing.mana_cost}")
    if thing.mana_value is not None:
        extras.append(f"with mana value {thing.mana_value}")
    if thing.legs is not None:
        extras.append(f"with {number_word(thing.legs)} leg{'' if thing.legs == 1 else 's'} in its art")
    if thing.figures:
        extras.append(f"with figures of {listed(map(str, thing.figures))} legs in its art")
    if thing.since is not None:
        extras.append({"before_turn": "since before this turn", "this_turn": "that came this turn"}[thing.since])
    if thing.was_cast is not None:
        extras.append(f"that {were} cast" if thing.was_cast else f"that {were} not cast")
    if thing.animated is not None:
        kind = "a creature" if thing.count == 1 else "creatures"
        extras.append(f"that {are} {'' if thing.animated else 'not '}{kind} now")
    if thing.token:
        extras.append("(a token)")
    if thing.chosen:
        extras.append(f"(chosen: {thing.chosen})")
    if thing.attacking:
        extras.append(f"that {are} attacking")
    if thing.blocking:
        extras.append(f"that {are} blocking")
    return extras


def _board(scenario: Scenario, names: Names) -> list[str]:
    sentences: list[str] = []
    for (controller, zone), group in groupby(scenario.objects, key=lambda t: (t.controller, t.zone)):
        things = list(group)
        row = listed(described(thing, names) for thing in things)
        if zone == "battlefield":
            who = None if controller is None else player_name(controller) or Name(controller)
            plural = len(things) > 1 or things[0].count != 1
            there = f"there {'are' if plural else 'is'} {row}"
            sentences.append(there if who is None else f"{who} {who:controls|control} {row}")
        else:
            verb = "are" if len(things) > 1 or things[0].count != 1 else "is"
            sentences.append(f"{row} {verb} {_PLACES[zone].format(whose=owner_word(controller))}")
    return sentences


def _players(scenario: Scenario) -> list[str]:
    sentences: list[str] = []
    for player in scenario.players:
        has = {
            "life": player.life,
            "mana to spend": player.mana,
            "lands": player.lands,
            "creatures": player.creatures,
            "cards in hand": player.hand,
        }
        facts = [f"{n} {what}" for what, n in has.items() if n is not None]
        who = player_name(player.id) or Name(player.id)
        if facts:
            sentences.append(f"{who} {who:has|have} {listed(facts)}")
        if player.only_named:
            sentences.append(f"{who} {who:controls|control} nothing else that matters")
    return sentences


def _turn(scenario: Scenario) -> list[str]:
    if scenario.active is None and scenario.at is None:
        return []
    whose = "" if scenario.active is None else f"{owner_word(scenario.active)} turn"
    step = "" if scenario.at is None else f"the {_step(scenario.at)} step"
    return ["it is " + (f"{whose}, in {step}" if whose and step else whose or step)]


def _events(scenario: Scenario, names: Names) -> list[str]:
    clauses = [event_phrase(scenario, event) for event in scenario.events]
    stated = [f"it is stated that {_stated(name, value, names)}" for name, value in scenario.facts]
    return [*clauses, *stated]


def _stated(name: str, value: str, names: Names) -> str:
    words = " ".join(names.of(word) if word.startswith("@") else word.replace("_", " ") for word in name.split(" "))
    return f"{words}: {value}"
