"""A declaration of blockers (or attackers) as an optimisation problem, and two ways to solve it exactly.

A small model is searched; a larger one goes to HiGHS, which is imported only then. Deciding whether a declaration is
legal is coNP-complete in general (Chatterjee and Ibsen-Jensen, 2016).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec

from judgecall.engine.facts import CannotRule

Pair = tuple[int, int]
"""(blocker, attacker), or (attacker, whom it attacks): the chooser first."""
Declaration = frozenset[Pair]

_SEARCH_LIMIT = 4096
_SECONDS = 10.0


class Requirement(msgspec.Struct, frozen=True):
    """Obeyed if at least (and at most) so many of these pairs are in the declaration."""

    pairs: frozenset[Pair]
    at_least: int = 1
    at_most: int | None = None
    source: str = ""
    """What makes it: two alike requirements of different effects count separately."""

    def obeyed(self, declared: Declaration) -> bool:
        """Whether this declaration obeys it."""
        n = len(self.pairs & declared)
        return n >= self.at_least and (self.at_most is None or n <= self.at_most)


class Bound(msgspec.Struct, frozen=True):
    """A condition that a query puts on the declaration: so many of these pairs."""

    pairs: frozenset[Pair]
    at_least: int = 0
    at_most: int | None = None


class Model(msgspec.Struct):
    """Who may be paired with whom, what the declaration as a whole must not do, and what it should obey."""

    choosers: int
    """How many creatures are chosen from: blockers, or attackers."""
    others: int
    """How many attackers there are to block, or players to attack."""
    allowed: set[Pair]
    capacity: list[int | None]
    """How many others each chooser may be paired with; None is any number."""
    least: list[int]
    """For each other: if chosen at all, by at least this many."""
    most: list[int | None]
    everyone: dict[int, frozenset[int]] = {}
    """For each other in it: if chosen at all, by all of these."""
    company: dict[int, int] = {}
    """Choosers that need at least so many others to be chosen too: 1 for "can't block alone"."""
    needs_one_of: dict[int, frozenset[int]] = {}
    """Choosers that need one of these others to be chosen too."""
    limits: list[tuple[frozenset[Pair], int]] = []
    """No more than so many different choosers among these pairs."""
    cost: dict[Pair, int] = {}
    """What a pair costs: nobody is forced to pay."""
    budget: int | None = None
    requirements: list[Requirement] = []

    def breaks(self, declared: Declaration) -> bool:
        """Whether a declaration disobeys a restriction or can't be paid."""
        by: dict[int, set[int]] = {}
        of: dict[int, set[int]] = {}
        for b, a in declared:
            of.setdefault(b, set()).add(a)
            by.setdefault(a, set()).add(b)
        if not declared <= self.allowed:
            return True
        if any((cap := self.capacity[b]) is not None and len(chosen) > cap for b, chosen in of.items()):
            return True
        for a, blockers in by.items():
            most = self.most[a]
            if len(blockers) < self.least[a] or (most is not None and len(blockers) > most):
                return True
            if a in self.everyone and blockers != self.everyone[a]:
                return True
        if any(b in of and len(of) - 1 < n for b, n in self.company.items()):
            return True
        if any(b in of and not (need - {b}) & of.keys() for b, need in self.needs_one_of.items()):
            return True
        if any(len({b for b, _ in declared & pairs}) > n for pairs, n in self.limits):
            return True
        return self.budget is not None and self.price(declared) > self.budget

    def price(self, declared: Declaration) -> int:
        """What the declaration costs in all."""
        return sum(self.cost.get(pair, 0) for pair in declared)

    def obeyed(self, declared: Declaration) -> int:
        """How many requirements a declaration obeys."""
        return sum(r.obeyed(declared) for r in self.requirements)

    def options(self) -> int:
        """How many declarations there are to look at."""
        total = 1
        for b in range(self.choosers):
            mine = sum(1 for x, _ in self.allowed if x == b)
            cap = self.capacity[b]
            total *= mine + 1 if cap == 1 else 2**mine
            if total > 10**9:
                break
        return total

    def best(self) -> int:
        """The most requirements that can be obeyed without breaking a restriction or paying a cost."""
        if not self.requirements:
            return 0
        free = Bound(frozenset(p for p in self.allowed if self.cost.get(p)), 0, 0)
        found = self._optimum(None, 1, (free,), 0)
        return 0 if found is None else found

    def exists(self, *bounds: Bound, floor: int) -> bool:
        """Whether some declaration breaks nothing, obeys at least `floor` requirements and keeps to the bounds."""
        return self._optimum(frozenset(), 1, bounds, floor) is not None

    def extreme(self, pairs: frozenset[Pair], sign: int, *bounds: Bound, floor: int) -> int | None:
        """The greatest (`sign` 1) or least (-1) number of these pairs in such a declaration; None if there is none."""
        return self._optimum(pairs, sign, bounds, floor)

    def _optimum(self, pairs: frozenset[Pair] | None, sign: int, bounds: tuple[Bound, ...], floor: int) -> int | None:
        if self.options() <= _SEARCH_LIMIT:
            return self.searched(pairs, sign, bounds, floor)
        return self.solved(pairs, sign, bounds, floor)

    # ------------------------------------------------------------ by search

    def declarations(self) -> Iterator[Declaration]:
        """Every declaration that breaks no restriction."""
        choices: list[list[tuple[Pair, ...]]] = []
        for b in range(self.choosers):
            mine = sorted(p for p in self.allowed if p[0] == b)
            cap = self.capacity[b]
            top = len(mine) if cap is None else min(cap, len(mine))
            choices.append([c for n in range(top + 1) for c in itertools.combinations(mine, n)])
        for chosen in itertools.product(*choices):
            declared = frozenset(pair for part in chosen for pair in part)
            if not self.breaks(declared):
                yield declared

    def searched(self, pairs: frozenset[Pair] | None, sign: int, bounds: tuple[Bound, ...], floor: int) -> int | None:
        """The optimum by looking at every declaration; `pairs` None counts the requirements obeyed."""
        found: int | None = None
        for declared in self.declarations():
            obeyed = self.obeyed(declared)
            if obeyed < floor:
                continue
            if any(
                not x.at_least <= len(x.pairs & declared) <= (len(declared) if x.at_most is None else x.at_most)
                for x in bounds
            ):
                continue
            value = obeyed if pairs is None else len(pairs & declared)
            if found is None or value * sign > found * sign:
                found = value
        return found

    # ------------------------------------------------------------ by HiGHS

    def solved(self, pairs: frozenset[Pair] | None, sign: int, bounds: tuple[Bound, ...], floor: int) -> int | None:
        """The same optimum by mixed-integer programming."""
        return _Program(self).optimum(pairs, sign, bounds, floor)


class _Program:
    """The model as a mixed-integer program."""

    def __init__(self, model: Model) -> None:
        import highspy

        self.model = model
        self.h: Any = highspy.Highs()
        self.status: Any = highspy.HighsModelStatus
        self.h.setOptionValue("output_flag", False)
        self.h.setOptionValue("time_limit", _SECONDS)
        self.h.setOptionValue("threads", 1)
        self.z = {pair: self.h.addBinary() for pair in sorted(model.allowed)}
        self.y = [self.h.addBinary() for _ in range(model.choosers)]
        self.w = [self.h.addBinary() for _ in range(model.others)]
        self._restrictions()
        self.obeyed = [r for r in (self._requirement(x) for x in model.requirements) if r is not None]

    def _sum(self, pairs: frozenset[Pair] | set[Pair]) -> Any:
        return self.h.qsum([self.z[p] for p in sorted(pairs) if p in self.z])

    def _restrictions(self) -> None:
        m, add = self.model, self.h.addConstr
        for b in range(m.choosers):
            mine = {p for p in m.allowed if p[0] == b}
            if not mine:
                add(self.y[b] <= 0)
                continue
            for pair in mine:
                add(self.z[pair] - self.y[b] <= 0)
            add(self._sum(mine) - self.y[b] >= 0)
            cap = m.capacity[b]
            if cap is not None:
                add(self._sum(mine) <= cap)
        for a in range(m.others):
            mine = {p for p in m.allowed if p[1] == a}
            if not mine:
                add(self.w[a] <= 0)
                continue
            for pair in mine:
                add(self.z[pair] - self.w[a] <= 0)
            add(self._sum(mine) - max(m.least[a], 1) * self.w[a] >= 0)
            most = m.most[a]
            if most is not None:
                add(self._sum(mine) <= most)
            for b in m.everyone.get(a, frozenset()):
                if (b, a) in self.z:
                    add(self.z[(b, a)] - self.w[a] >= 0)
                else:
                    add(self.w[a] <= 0)
        for b, n in m.company.items():
            others = self.h.qsum([self.y[x] for x in range(m.choosers) if x != b] or [0 * self.y[b]])
            add(others - n * self.y[b] >= 0)
        for b, need in m.needs_one_of.items():
            add(self.h.qsum([self.y[x] for x in sorted(need - {b})] or [0 * self.y[b]]) - self.y[b] >= 0)
        for pairs, n in m.limits:
            used = []
            for b in sorted({b for b, _ in pairs}):
                mine = {p for p in pairs & m.allowed if p[0] == b}
                if mine == {p for p in m.allowed if p[0] == b}:
                    used.append(self.y[b])
                elif mine:
                    one = self.h.addBinary()
                    for pair in mine:
                        add(self.z[pair] - one <= 0)
                    used.append(one)
            if used:
                add(self.h.qsum(used) <= n)
        if m.budget is not None and m.cost:
            priced = [self.z[p] * c for p, c in sorted(m.cost.items()) if p in self.z and c]
            if priced:
                add(self.h.qsum(priced) <= m.budget)

    def _requirement(self, wanted: Requirement) -> Any:
        pairs = {p for p in wanted.pairs if p in self.z}
        if len(pairs) < wanted.at_least:
            return None
        r = self.h.addBinary()
        self.h.addConstr(self._sum(pairs) - wanted.at_least * r >= 0)
        if wanted.at_most is not None:
            self.h.addConstr(self._sum(pairs) + (len(pairs) - wanted.at_most) * r <= len(pairs))
        return r

    def optimum(self, pairs: frozenset[Pair] | None, sign: int, bounds: tuple[Bound, ...], floor: int) -> int | None:
        if floor > len(self.obeyed):
            return None
        if floor > 0:
            self.h.addConstr(self.h.qsum(self.obeyed) >= floor)
        for bound in bounds:
            have = {p for p in bound.pairs if p in self.z}
            if len(have) < bound.at_least:
                return None
            if have and bound.at_least:
                self.h.addConstr(self._sum(have) >= bound.at_least)
            if have and bound.at_most is not None:
                self.h.addConstr(self._sum(have) <= bound.at_most)
        parts = self.obeyed if pairs is None else [self.z[p] for p in sorted(pairs) if p in self.z]
        if parts and sign > 0:
            self.h.maximize(self.h.qsum(parts))
        elif parts:
            self.h.minimize(self.h.qsum(parts))
        else:
            self.h.run()
        status = self.h.getModelStatus()
        if status == self.status.kInfeasible:
            return None
        if status != self.status.kOptimal:
            raise CannotRule("not_decided")
        return round(self.h.getObjectiveValue()) if parts else 0
