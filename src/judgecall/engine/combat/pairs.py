"""Which creature may block which attacker, worked out once for creatures that nothing tells apart."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec

from judgecall.engine.combat.evasion import forbidden
from judgecall.engine.combat.position import Position
from judgecall.engine.combat.solver import Pair
from judgecall.engine.state import Permanent, State


def possible_pairs(state: State, position: Position) -> set[Pair]:
    """The pairs (blocker, attacker) that no rule about those two forbids."""
    look = _Look(state, position)
    blockers = [look.of(one) for one in position.blockers]
    attackers = [look.of(one) for one in position.attackers]
    known: dict[tuple[Hashable, Hashable], bool] = {}
    found: set[Pair] = set()
    for b, blocker in enumerate(position.blockers):
        for a, attacker in enumerate(position.attackers):
            key = (blockers[b], attackers[a])
            may = known.get(key)
            if may is None:
                before = state.facts.questions
                may = not forbidden(state, position, attacker, blocker)
                if state.facts.questions == before:
                    known[key] = may  # what was asked about one creature says nothing about another
            if may:
                found.add((b, a))
    return found


class _Look:
    """What the rules on single pairs can see of a creature."""

    def __init__(self, state: State, position: Position) -> None:
        self.state = state
        self.hosts = {p.thing.attached_to for p in state.permanents.values()}
        self.of_rules = {source.id for source, _ in position.course.lasting.rules}
        self.sizes = self._sizes_matter(position)
        self.numbers: dict[Hashable, int] = {}

    def _sizes_matter(self, position: Position) -> bool:
        """Whether anything there looks at power or toughness, or at what can't be compared here."""
        words = (b'"power', b'"toughness', b"skulk")
        objects = [p for p in self.state.permanents.values() if p.zone == "battlefield"]
        abilities = {a for p in objects for a in (*self.state.printed_abilities(p), *p.gained)}
        rules = [effect for _, effect in position.course.lasting.rules]
        told = [msgspec.json.encode(x) for x in (*abilities, *rules)]
        return any(word in text for text in told for word in words)

    def of(self, one: Permanent) -> int:
        """A number that alike creatures share."""
        thing = one.thing
        key: list[Hashable] = [
            id(one.face), one.controller, one.attacking, one.tapped, thing.types, thing.subtypes, thing.supertypes, thing.colors,
            thing.abilities, thing.without, tuple(one.gained), frozenset(one.lost), one.animated, thing.token, thing.card,
            thing.copy_of, thing.chosen, thing.legs, thing.mana_value, thing.mana_cost, thing.x, one.since,
            tuple(sorted(one.counters.items())), type(one).__name__,
        ]  # fmt: skip
        if self.sizes:
            key += [thing.power, thing.toughness, one.base, tuple(one.changes), one.damage]
        if thing.id in self.hosts or one.id in self.hosts or one.id in self.of_rules:
            key.append(one.id)
        return self.numbers.setdefault(tuple(key), len(self.numbers))
