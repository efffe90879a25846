"""A declaration of blockers (or attackers) as an optimisation problem, and two ways to solve it exactly.

A small model is searched; a larger one goes to HiGHS, which is imported only then. Deciding whether a declaration is
legal is coNP-complete in general (Chatterjee and Ibsen-Jensen, 2016), so there is a budget of time, past which the
answer is that it was not decided.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

import msgspec

from judgecall.engine.facts import CannotRule

Pair = tuple[int, int]
"""(blocker, attacker), or (attacker, whom it attacks): the chooser first."""
Declaration = frozenset[Pair]
Toll = int | Pair
"""What is paid for: a chooser (whatever it is paired with), or one pair."""

_SEARCH_LIMIT = 4096
SECONDS = 10.0
"""How long one declaration may be worked on in all, unless the model says otherwise."""


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

    def kept(self, declared: Declaration) -> bool:
        """Whether this declaration keeps to it."""
        n = len(self.pairs & declared)
        return n >= self.at_least and (self.at_most is None or n <= self.at_most)


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
    toll_by_chooser: bool = False
    """A chooser is paid for once, with whatever it is paired (a cost to block); else each pair is (a cost to attack a player)."""
    budget: int | None = None
    requirements: list[Requirement] = []
    seconds: float = msgspec.field(default_factory=lambda: SECONDS)
    """What is left of the time to decide in."""
    found: list[tuple[Declaration, int]] | None = None
    """Every unbroken declaration of a small model, with how many requirements it obeys."""
    floors: dict[frozenset[Toll], int] = {}
    """The most requirements that can be obeyed by paying for no more than this."""

    # ------------------------------------------------------------ one declaration

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

    def toll(self, pair: Pair) -> Toll:
        """What is paid for, when this pair is."""
        return pair[0] if self.toll_by_chooser else pair

    def price(self, declared: Declaration) -> int:
        """What the declaration costs in all."""
        prices: dict[Toll, int] = {}
        for pair in declared:
            c = self.cost.get(pair, 0)
            prices[self.toll(pair)] = max(prices.get(self.toll(pair), 0), c)
        return sum(prices.values())

    def paid(self, declared: Declaration) -> frozenset[Toll]:
        """What is paid for in a declaration."""
        return frozenset(self.toll(pair) for pair in declared if self.cost.get(pair))

    def obeyed(self, declared: Declaration) -> int:
        """How many requirements a declaration obeys."""
        return sum(r.obeyed(declared) for r in self.requirements)

    def floor(self, paid: frozenset[Toll] = frozenset()) -> int:
        """The most requirements that can be obeyed without breaking a restriction, and paying for no more than this.

        Nobody is required to pay (CR 508.1d, 509.1c); but what is paid for anyway leaves no excuse to obey fewer.
        """
        if not self.requirements:
            return 0
        found = self.floors.get(paid)
        if found is None:
            unpaid = frozenset(p for p in self.allowed if self.cost.get(p) and self.toll(p) not in paid)
            most = self._optimum(None, 1, (Bound(unpaid, 0, 0),), 0)
            found = 0 if most is None else most
            self.floors = {**self.floors, paid: found}
        return found

    def best(self) -> int:
        """The most requirements that can be obeyed without breaking a restriction or paying a cost."""
        return self.floor()

    def legal(self, declared: Declaration) -> bool:
        """Whether a declaration breaks nothing and obeys as many requirements as it must."""
        return not self.breaks(declared) and self.obeyed(declared) >= self.floor(self.paid(declared))

    # ------------------------------------------------------------ all declarations

    def options(self) -> int:
        """How many declarations there are to look at."""
        total = 1
        for b in range(self.choosers):
            mine = sum(1 for x, _ in self.allowed if x == b)
            cap = self.capacity[b]
            total *= mine + 1 if cap == 1 else 2**mine
            if total > _SEARCH_LIMIT:
                break
        return total

    def exists(self, *bounds: Bound, floor: int) -> bool:
        """Whether some declaration breaks nothing, obeys at least `floor` requirements and keeps to the bounds."""
        return self._optimum(frozenset(), 1, bounds, floor) is not None

    def legal_exists(self, *bounds: Bound) -> bool:
        """Whether some legal declaration keeps to the bounds."""
        return self.legal_extreme(frozenset(), 1, *bounds) is not None

    def legal_extreme(self, pairs: frozenset[Pair], sign: int, *bounds: Bound) -> int | None:
        """The greatest (`sign` 1) or least (-1) number of these pairs in a legal declaration; None if there is none."""
        if not self.requirements or not self.cost:
            return self._optimum(pairs, sign, bounds, self.floor())
        if self.small():
            return self.searched(pairs, sign, bounds, by_paying=True)
        return self.solved_by_paying(pairs, sign, bounds)

    def small(self) -> bool:
        """Whether it is searched rather than solved."""
        return self.found is not None or self.options() <= _SEARCH_LIMIT

    def _optimum(self, pairs: frozenset[Pair] | None, sign: int, bounds: tuple[Bound, ...], floor: int) -> int | None:
        if self.small():
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

    def searched(
        self, pairs: frozenset[Pair] | None, sign: int, bounds: tuple[Bound, ...], floor: int = 0, *,
        by_paying: bool = False,
    ) -> int | None:  # fmt: skip
        """The optimum by looking at every declaration; `pairs` None counts the requirements obeyed."""
        if self.found is None:
            self.found = [(declared, self.obeyed(declared)) for declared in self.declarations()]
        found: int | None = None
        for declared, obeyed in self.found:
            if by_paying:
                floor = self.floor(self.paid(declared))
            if obeyed < floor or not all(x.kept(declared) for x in bounds):
                continue
            value = obeyed if pairs is None else len(pairs & declared)
            if found is None or value * sign > found * sign:
                found = value
        return found

    # ------------------------------------------------------------ by HiGHS

    def solved(self, pairs: frozenset[Pair] | None, sign: int, bounds: tuple[Bound, ...], floor: int) -> int | None:
        """The same optimum by mixed-integer programming.

        Raises:
            CannotRule: time ran out before it was decided.
        """
        from judgecall.engine.combat.program import Program

        begun = time.monotonic()
        try:
            return Program(self, pairs, bounds).optimum(sign, floor, self._time())
        finally:
            self.seconds -= time.monotonic() - begun

    def solved_by_paying(self, pairs: frozenset[Pair], sign: int, bounds: tuple[Bound, ...]) -> int | None:
        """The optimum over legal declarations: for each way to pay, what must then be obeyed is another number."""
        from judgecall.engine.combat.program import Program

        open_ = self.solved(pairs, sign, bounds, self.floor())
        if open_ is None:
            return None
        found: int | None = None
        for paid in Program(self, pairs, bounds).payments():
            floor = self.floor(paid)
            begun = time.monotonic()
            try:
                value = Program(self, pairs, bounds, paid).optimum(sign, floor, self._time())
            finally:
                self.seconds -= time.monotonic() - begun
            if value is not None and (found is None or value * sign > found * sign):
                found = value
                if found == open_:
                    break  # no way to pay can do better
        return found

    def _time(self) -> float:
        """What is left of the time.

        Raises:
            CannotRule: nothing is.
        """
        if self.seconds <= 0:
            raise CannotRule("not_decided")
        return self.seconds
