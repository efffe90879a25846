"""Random small combats with the blocks made, each told twice: as a scenario, and to an oracle that knows no engine.

The oracle deals the damage in every way there is, a point at a time, by the words of CR 510, 702.2, 702.4, 702.7, 702.15, 702.19
and 704.5.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb, prod
from typing import Any

PLAYER = -1
KEYWORDS = ("first strike", "double strike", "trample", "deathtouch", "lifelink", "indestructible", "wither")
ODDS = (0.18, 0.1, 0.3, 0.2, 0.2, 0.1, 0.08)
_WORK = 80


@dataclass
class Fighter:
    """A creature in combat."""

    power: int
    toughness: int
    keywords: frozenset[str]
    marked: int = 0
    against: list[int] = field(default_factory=list)
    """The numbers of the creatures that it blocks, or that block it."""
    attacks: bool = True
    blocked: bool = False


Hurt = tuple[tuple[bool, int, int], ...]
"""Of each fighter: whether it is still there, the damage marked on it, its -1/-1 counters."""
Outcome = tuple[Hurt, int, int]
"""That, the damage dealt to the player, the life gained by the attacking player."""


def random_combat(rng: random.Random) -> list[Fighter]:
    """Up to three attackers and four blockers, some of which block two."""
    attackers = [_random_fighter(rng) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
    fighters = list(attackers)
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4])):
        one = _random_fighter(rng)
        one.attacks = False
        blocks = rng.sample(range(len(attackers)), min(len(attackers), rng.choice([1, 1, 1, 1, 2])))
        for a in blocks:
            attackers[a].blocked = True
            attackers[a].against.append(len(fighters))
            one.against.append(a)
        fighters.append(one)
    return fighters


def _random_fighter(rng: random.Random) -> Fighter:
    toughness = rng.randint(1, 5)
    names = frozenset(name for name, odds in zip(KEYWORDS, ODDS, strict=True) if rng.random() < odds)
    marked = rng.randrange(toughness) if rng.random() < 0.2 else 0
    return Fighter(rng.randint(0, 5), toughness, names, marked)


def work(fighters: list[Fighter]) -> int:
    """How many joint divisions there are at most."""
    ways = []
    for f in fighters:
        places = len(f.against) + ("trample" in f.keywords and f.attacks)
        ways.append(comb(f.power + places - 1, places - 1) if places > 1 else 1)
    return prod(ways)


# ---------------------------------------------------------------- as a scenario


def scenario(fighters: list[Fighter], queries: list[dict[str, Any]]) -> dict[str, Any]:
    """The combat as the engine reads it."""
    objects: list[dict[str, Any]] = []
    for n, f in enumerate(fighters):
        abilities: list[dict[str, Any]] = [{"kind": "keyword", "name": name} for name in sorted(f.keywords)]
        if not f.attacks and len(f.against) > 1:
            effect = {"kind": "block_additional", "of": {"this": True}}
            abilities.append({"kind": "static", "effects": [effect]})
        one = {
            "id": f"f{n}",
            "controller": "you" if f.attacks else "opp",
            "types": ["creature"],
            "abilities": abilities,
        }
        objects.append({**one, "power": f.power, "toughness": f.toughness, "damage": f.marked})
    attacks = [f"f{n}" for n, f in enumerate(fighters) if f.attacks]
    events: list[dict[str, Any]] = [{"kind": "attack", "subject": attacks}]
    blocks = [
        {"kind": "block", "subject": [f"f{n}"], "target": [f"f{a}" for a in f.against]}
        for n, f in enumerate(fighters)
        if not f.attacks
    ]
    return {
        "objects": objects,
        "events": events + (blocks or [{"kind": "no_block"}]),
        "active": "you",
        "queries": queries,
    }


# ---------------------------------------------------------------- as the rules say


def outcomes(fighters: list[Fighter]) -> set[Outcome]:
    """Every way the combat can end."""
    start: Outcome = (tuple((True, f.marked, 0) for f in fighters), 0, 0)
    early = {n for n, f in enumerate(fighters) if f.keywords & {"first strike", "double strike"}}
    if not early:
        return _dealt(fighters, start, set(range(len(fighters))))
    late = {n for n, f in enumerate(fighters) if n not in early or "double strike" in f.keywords}
    return {end for middle in _dealt(fighters, start, early) for end in _dealt(fighters, middle, late)}


def _dealt(fighters: list[Fighter], before: Outcome, strikers: set[int]) -> set[Outcome]:
    hurt, player, life = before
    options = [list(_divisions(fighters, hurt, n)) for n in sorted(strikers) if hurt[n][0]]
    numbers = [n for n in sorted(strikers) if hurt[n][0]]
    found: set[Outcome] = set()
    for choice in itertools.product(*options):
        shares = dict(zip(numbers, choice, strict=True))
        if all(_may_trample(fighters, hurt, shares, n) for n in numbers):
            found.add(_after(fighters, before, shares))
    del player, life
    return found


def _divisions(fighters: list[Fighter], hurt: Hurt, n: int) -> Iterator[dict[int, int]]:
    """Every division of one creature's damage, trample's condition left aside (CR 510.1)."""
    f = fighters[n]
    power = f.power - hurt[n][2]
    if power <= 0:
        yield {}
        return
    if f.attacks and not f.blocked:
        yield {PLAYER: power}
        return
    places = [m for m in f.against if hurt[m][0]]
    if f.attacks and "trample" in f.keywords:
        places.append(PLAYER)
    if not places:
        yield {}
        return
    for cut in itertools.combinations_with_replacement(range(power + 1), len(places) - 1):
        edges = (0, *cut, power)
        yield {m: edges[i + 1] - edges[i] for i, m in enumerate(places) if edges[i + 1] > edges[i]}


def _may_trample(fighters: list[Fighter], hurt: Hurt, shares: dict[int, dict[int, int]], n: int) -> bool:
    """CR 702.19b: something for the player only if all its blockers are assigned lethal damage, everybody's counted."""
    f = fighters[n]
    if not (f.attacks and f.blocked and shares[n].get(PLAYER)):
        return True
    for m in f.against:
        there, marked, minus = hurt[m]
        if not there:
            continue
        got = [(k, s[m]) for k, s in shares.items() if s.get(m)]
        deadly = any("deathtouch" in fighters[k].keywords for k, _ in got)
        if not deadly and marked + sum(x for _, x in got) < fighters[m].toughness - minus:
            return False
    return True


def _after(fighters: list[Fighter], before: Outcome, shares: dict[int, dict[int, int]]) -> Outcome:
    hurt, player, life = before
    marked, minus = [m for _, m, _ in hurt], [c for _, _, c in hurt]
    deadly: set[int] = set()
    for n, given in shares.items():
        source = fighters[n]
        for m, x in given.items():
            if m == PLAYER:
                player += x
            elif "wither" in source.keywords:
                minus[m] += x
            else:
                marked[m] += x
            if m != PLAYER and "deathtouch" in source.keywords:
                deadly.add(m)
            if "lifelink" in source.keywords and source.attacks:
                life += x
    after = []
    for n, f in enumerate(fighters):
        there = hurt[n][0]
        toughness = f.toughness - minus[n]
        destroyed = (marked[n] >= toughness or n in deadly) and "indestructible" not in f.keywords
        after.append((there and toughness > 0 and not destroyed, marked[n], minus[n]))
    return tuple(after), player, life


def disagreements(rng: random.Random, judged: Any) -> list[str]:
    """Ask the engine about one random combat (`judged` gives plain verdicts of a scenario) and compare with the oracle."""
    fighters = random_combat(rng)
    while work(fighters) > _WORK:
        fighters = random_combat(rng)
    ends = outcomes(fighters)
    n = rng.randrange(len(fighters))
    lives = {hurt[n][0] for hurt, _, _ in ends}
    dead = [sum(1 for there, _, _ in hurt if not there) for hurt, _, _ in ends]
    dealt, gained = [player for _, player, _ in ends], [life for _, _, life in ends]
    one = {"subject": [f"f{n}"]}
    asked: list[tuple[dict[str, Any], object]] = [
        ({"kind": "dies", **one, "bound": "at_most"}, False in lives),
        ({"kind": "survives", **one, "bound": "at_most"}, True in lives),
        ({"kind": "how_many_die", "bound": "at_most"}, max(dead)),
        ({"kind": "how_many_die", "bound": "at_least"}, min(dead)),
        ({"kind": "damage_to_player", "target": ["opp"], "bound": "at_most"}, max(dealt)),
        ({"kind": "damage_to_player", "target": ["opp"], "bound": "at_least"}, min(dealt)),
        ({"kind": "life_gained", "who": "you", "bound": "at_most"}, max(gained)),
    ]
    asked = rng.sample(asked, 3)
    got = judged(scenario(fighters, [q for q, _ in asked]))
    return [f"{q}: {g}, not {w}; {fighters}" for (q, w), g in zip(asked, got, strict=True) if g != w]
