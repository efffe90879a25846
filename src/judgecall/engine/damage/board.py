"""A position that damage is played out on: the state, with what the damage has done so far.

A board can be forked, so that every legal division of damage can be tried without disturbing the others.
"""

from __future__ import annotations

import copy
from collections.abc import Collection
from dataclasses import dataclass

from judgecall.cards.abilities import DamageRule, Keyword
from judgecall.engine.characteristics import has, power_of, statics, toughness_of, types_of
from judgecall.engine.derivation import HasDerivation
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

Assignment = dict[str, dict[str, int | None]]
"""By source: how much it assigns to each recipient; None is an amount above 0 that nobody knows."""


@dataclass(frozen=True)
class Dealt:
    """Damage that was dealt: by what, to what, how much (None: some), and in which step."""

    source: str
    target: str
    amount: int | None
    combat: bool
    step: str
    deathtouch: bool = False


class NeedSize(Exception):
    """The division of damage needs a number that nobody stated; the answer is worked out for each value."""

    def __init__(self, one: Permanent, which: int) -> None:
        super().__init__(one.id)
        self.id = one.thing.id
        self.which = which


class Board(HasDerivation):
    """The state, who is in combat with whom, and what damage has done."""

    def __init__(self, state: State, sizes: dict[tuple[str, int], int] | None = None) -> None:
        self.state = state
        self.d = state.d
        self.sizes = sizes or {}
        """Sizes that this run takes as given, by object and 0 (power) or 1 (toughness)."""
        self.dealt: list[Dealt] = []
        self.prevented: list[tuple[str, str]] = []
        self.assigned: list[tuple[str, str, int | None, str]] = []
        """What each source assigned to each recipient, and in which step (before prevention and doubling)."""
        self.life: dict[str, int] = {}
        self.gained: dict[str, int] = {}
        self.lost: dict[str, int] = {}
        self.poison: dict[str, int] = {}
        """Poison counters given to each player."""
        self.protected: dict[str, list[Keyword]] = {}
        """Protection that players have (CR 702.16j)."""
        self.gained_by: dict[str, int] = {}
        """Life gained by the lifelink of each source."""
        self.dead: dict[str, str] = {}
        self.unknown_damage: dict[str, list[str]] = {}
        """Sources of damage of unknown amount marked on each creature."""
        self.first_strikers: frozenset[str] = frozenset()
        self.double_strikers: frozenset[str] = frozenset()
        self.took_part: frozenset[str] = frozenset()
        self.rules: list[tuple[DamageRule, Permanent]] = []
        """Damage rules that last this turn, from spells and abilities that resolved."""
        self.not_targets: dict[str, Permanent] = {}
        """Permanents that a spell was said to be cast on and that it can't target, with the spell."""
        self.unpreventable = False
        self.cant_regenerate: set[str] = set()
        self.step = ""
        self.two_steps = False
        self.fought = False
        """Combat damage was dealt."""
        self.bounds: dict[tuple[str, int], list[int | None]] = {}
        self.plan: list[Assignment] = []
        self.hits: list[tuple[str, int, int | None, int | None, bool]] = []
        """For excess damage, what was dealt at one time to one permanent: (id, marked before, size then, damage, deathtouch)."""
        self.unknown_gain = False
        self.regenerated: set[str] = set()
        self.relevant: Collection[str] | None = None
        """Ids of the creatures that damage to is worth a step in the last damage step; None is all."""
        for one in state.permanents.values():
            if one.face is None and not one.thing.types and one.animated is None and one.zone == "battlefield":
                one.animated = True  # a thing in a question about damage that is called nothing else is a creature
            loyalty = one.thing.loyalty
            if loyalty is None and one.face and one.face.loyalty and one.face.loyalty.isdigit():
                loyalty = int(one.face.loyalty)
            if loyalty is not None and "loyalty" not in one.counters:
                one.counters["loyalty"] = loyalty
        self._share_totals()

    def _share_totals(self) -> None:
        """Split a total that was stated for a group ("two first strikers whose power adds up to 5") among its members."""
        for id, group in self.state.groups.items():
            for which, word in enumerate(("total_power", "total_toughness")):
                total = self.state.facts.stated(f"{word} {id}")
                if total is None or not total.isdigit():
                    continue
                share, rest = divmod(int(total), len(group))
                for n, one in enumerate(group):
                    old = one.base or (None, None)
                    size = share + (n < rest)
                    one.base = (size, old[1]) if which == 0 else (old[0], size)

    def fork(self) -> Board:
        """A copy that can go another way; facts and derivation stay shared."""
        other = copy.copy(self)
        state = copy.copy(self.state)
        state.memo = None
        state.permanents = {id: _clone(one) for id, one in self.state.permanents.items()}
        state.groups = {id: [state.permanents[one.id] for one in group] for id, group in self.state.groups.items()}
        other.state = state
        other.dealt = list(self.dealt)
        other.prevented = list(self.prevented)
        other.assigned = list(self.assigned)
        other.life, other.gained, other.lost = dict(self.life), dict(self.gained), dict(self.lost)
        other.poison = dict(self.poison)
        other.protected = {player: list(found) for player, found in self.protected.items()}
        other.gained_by = dict(self.gained_by)
        other.dead = dict(self.dead)
        other.unknown_damage = {id: list(s) for id, s in self.unknown_damage.items()}
        other.rules = [(rule, state.permanents[source.id]) for rule, source in self.rules]
        other.cant_regenerate = set(self.cant_regenerate)
        other.hits = list(self.hits)
        other.plan = list(self.plan)
        other.regenerated = set(self.regenerated)
        return other

    def signature(self) -> tuple[object, ...]:
        """What tells this board from another that went through the same steps."""
        return (
            tuple(sorted(self.dead)),
            tuple(
                (p.id, p.damage, p.zone, tuple(sorted(p.counters.items())), p.regeneration) for p in self.creatures()
            ),
            tuple(sorted(self.life.items())),
            tuple(
                sorted(
                    (d.source, d.target, d.amount or -1) for d in self.dealt if d.target not in self.state.permanents
                )
            ),
            tuple(sorted(self.gained_by.items())),
            tuple(sorted(self.poison.items())),
        )

    # ------------------------------------------------------------ looking

    def one(self, id: str) -> Permanent:
        """The permanent with this id."""
        return self.state.permanents[id]

    def is_player(self, id: str) -> bool:
        """Whether an id is a player's."""
        return id not in self.state.groups and id not in self.state.permanents

    def creatures(self) -> list[Permanent]:
        """Creatures on the battlefield."""
        return [p for p in self.state.in_play() if "creature" in types_of(self.state, p)]

    def has(self, one: Permanent, name: str) -> bool:
        """Whether it has the keyword ability now."""
        return has(self.state, one, name)

    def attackers(self) -> list[Permanent]:
        """Attacking creatures."""
        return [p for p in self.state.in_play() if p.attacking is not None]

    def blockers(self) -> list[Permanent]:
        """Blocking creatures, and those whose attackers have all left combat."""
        return [p for p in self.state.in_play() if p.blocking]

    def power(self, one: Permanent) -> int | None:
        """Its power, or None."""
        return self._size(one, 0, power_of(self.state, one))

    def toughness(self, one: Permanent) -> int | None:
        """Its toughness, or None."""
        return self._size(one, 1, toughness_of(self.state, one))

    def _size(self, one: Permanent, which: int, known: int | None) -> int | None:
        given = self.sizes.get((one.thing.id, which))
        return given + self._offset(one, which) if known is None and given is not None else known

    def _offset(self, one: Permanent, which: int) -> int:
        """How far effects and counters have moved a size that nobody stated from what it was at first."""
        plus = one.counters.get("+1/+1", 0) - one.counters.get("-1/-1", 0)
        return (
            plus
            - sum(n if k == "+1/+1" else -n for k, n in one.thing.counters if k in {"+1/+1", "-1/-1"})
            + sum(change[which] for change in one.changes)
        )

    def controller(self, one: Permanent) -> str:
        """Who controls it; a creature whose opponent in combat has a known controller is on the other side."""
        if one.controller is None:
            others = [self.one(id) for id in (*one.blocking, *one.blocked_by) if id in self.state.permanents]
            for other in others:
                if other.controller is not None:
                    one.controller = self.state.opponents(other.controller)[0]
                    return one.controller
            if one.attacking and self.is_player(one.attacking):
                one.controller = self.state.opponents(one.attacking)[0]
                return one.controller
            for other in others:
                if other.thing.id < one.thing.id:
                    one.controller = self.state.opponents(self.state.controller(other))[0]
                    return one.controller
        return self.state.controller(one)

    def defending_player(self, attacker: Permanent) -> str:
        """The player who is attacked, or whose planeswalker is (CR 506.2)."""
        target = attacker.attacking
        if target and self.is_player(target):
            return target
        if target and target in self.state.permanents:
            walker = self.one(target)
            if walker.controller is not None:
                return walker.controller
        for id in attacker.blocked_by:
            blocker = self.one(id)
            if blocker.controller is not None:
                return blocker.controller
        return self.state.opponents(self.controller(attacker))[0]

    def damage_rules(self, *names: str) -> list[tuple[DamageRule, Permanent]]:
        """Effects on damage of these kinds, with their sources: static ones and those of spells that resolved."""
        found = [
            (effect, source) for source, _, effect in statics(self.state, DamageRule) if isinstance(effect, DamageRule)
        ]
        return [(effect, source) for effect, source in (*found, *self.rules) if effect.rule in names]

    # ------------------------------------------------------------ unknown sizes

    def at_least(self, one: Permanent, which: int, n: int) -> bool:
        """Whether an unknown power (0) or toughness (1) is at least n: asked once, and never against what was decided before."""
        n -= self._offset(one, which)
        if which == 1 and n <= 1:
            return True
        low_high = self.bounds.setdefault((one.thing.id, which), [None, None])
        low, high = low_high
        if low is not None and low >= n:
            return True
        if high is not None and high < n:
            return False
        code = ("size_power_at_least", "size_toughness_at_least")[which]
        truth = self.state.facts.ask(code, object=f"@{one.thing.id}", n=n)
        if truth:
            low_high[0] = n
        else:
            low_high[1] = n - 1
        return truth

    def need(self, one: Permanent, which: int) -> int:
        """A size as a number.

        Raises:
            NeedSize: nobody stated it.
        """
        size = self.power(one) if which == 0 else self.toughness(one)
        if size is None:
            if one.thing.card is not None:
                raise CannotRule("size_not_said", object=one.ref)
            raise NeedSize(one, which)
        return size


def _clone(one: Permanent) -> Permanent:
    other = copy.copy(one)
    other.counters = dict(one.counters)
    other.changes = list(one.changes)
    other.gained = list(one.gained)
    other.lost = set(one.lost)
    other.blocking = list(one.blocking)
    other.blocked_by = list(one.blocked_by)
    return other
