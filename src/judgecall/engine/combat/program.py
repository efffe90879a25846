"""The model of a declaration as a mixed-integer program for HiGHS, with alike choosers taken together."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from judgecall.engine.combat.alike import Kind, kinds, only_chooser
from judgecall.engine.combat.solver import Bound, Model, Pair, Requirement, Toll
from judgecall.engine.facts import CannotRule

Slot = tuple[int, int]
"""A kind of chooser and what it is paired with; -1 stands for whatever that is."""

_PAYMENTS = 512
_INFINITY = 1e30


class Program:
    """One question to the model.

    Args:
        model: the model.
        pairs: whose number in the declaration is sought; None is the number of requirements obeyed.
        bounds: what the declaration must keep to.
        paid: what exactly is paid for; None leaves that open.
    """

    def __init__(
        self, model: Model, pairs: frozenset[Pair] | None, bounds: Iterable[Bound], paid: frozenset[Toll] | None = None
    ) -> None:
        self.model = model
        self.bounds = tuple(bounds)
        self.wanted = pairs
        self.kinds = kinds(model, pairs or frozenset(), self.bounds)
        self.kind_of = {b: c for c, kind in enumerate(self.kinds) for b in kind.members}
        self.upper: list[float] = []
        self.rows: list[tuple[dict[int, float], float, float]] = []
        self.feasible = True
        self.x = {(c, a): self._column(kind.size) for c, kind in enumerate(self.kinds) for a in kind.to}
        self.chosen = [self._column(kind.size) for kind in self.kinds]
        self.w = {a: self._column(1) for a in range(model.others)}
        self.any: dict[int, int] = {}
        self._restrictions()
        for bound in self.bounds:
            self._bound(bound)
        if paid is not None:
            self._pay(paid)
        self.obeyed = [term for term in map(self._requirement, model.requirements) if term is not None]

    # ------------------------------------------------------------ columns and rows

    def _column(self, upper: float) -> int:
        self.upper.append(upper)
        return len(self.upper) - 1

    def _row(self, terms: dict[int, float], low: float = -_INFINITY, high: float = _INFINITY) -> None:
        if terms:
            self.rows.append((terms, low, high))
        elif low > 0 or high < 0:
            self.feasible = False

    def _sum(self, pairs: Iterable[Pair]) -> dict[int, float]:
        """How many of these pairs are declared. A kind is in the pairs with all its members or none."""
        found: dict[int, float] = {}
        for b, a in pairs:
            column = self.x.get((self.kind_of[b], a))
            if column is not None:
                found[column] = 1.0
        return found

    def _any_of(self, c: int) -> int:
        """Whether any of a kind is chosen."""
        if c not in self.any:
            kind = self.kinds[c]
            self.any[c] = self.chosen[c] if kind.size == 1 else self._column(1)
            if kind.size > 1:
                self._row({self.chosen[c]: 1.0, self.any[c]: -float(kind.size)}, high=0)
        return self.any[c]

    # ------------------------------------------------------------ restrictions

    def _restrictions(self) -> None:
        m = self.model
        for c, kind in enumerate(self.kinds):
            mine = {self.x[(c, a)]: 1.0 for a in kind.to}
            cap = m.capacity[kind.first]
            if cap == 1:
                self._row({**mine, self.chosen[c]: -1.0}, 0, 0)
                continue
            for column in mine:
                self._row({column: 1.0, self.chosen[c]: -1.0}, high=0)
            self._row({**mine, self.chosen[c]: -1.0}, low=0)
            if cap is not None:
                self._row({**mine, self.chosen[c]: -float(cap)}, high=0)
        for a in range(m.others):
            self._on_other(a)
        total = dict.fromkeys(self.chosen, 1.0)
        for c, kind in enumerate(self.kinds):
            n = m.company.get(kind.first, 0)
            if n:
                self._row({**total, self._any_of(c): total.get(self._any_of(c), 0.0) - (n + 1)}, low=0)
            if kind.first in m.needs_one_of:
                helpers = {self.kind_of[b] for b in m.needs_one_of[kind.first] - {kind.first}}
                self._row({**{self.chosen[h]: 1.0 for h in helpers}, self.chosen[c]: -1.0}, low=0)
        for pairs, n in m.limits:
            self._row(self._choosers_in(pairs), high=n)
        if m.budget is not None and m.cost:
            self._row(self._price(), high=m.budget)

    def _on_other(self, a: int) -> None:
        m = self.model
        mine = {self.x[(c, a)]: 1.0 for c, kind in enumerate(self.kinds) if (c, a) in self.x}
        size = sum(self.upper[column] for column in mine)
        most = m.most[a]
        if most is not None:
            self._row(dict(mine), high=most)
        if a in m.everyone:
            everybody = m.everyone[a]
            for b in range(m.choosers):
                column = self.x.get((self.kind_of[b], a))
                if b in everybody and column is None:
                    self._row({self.w[a]: 1.0}, high=0)
                elif column is not None:
                    all_of = float(self.kinds[self.kind_of[b]].size) if b in everybody else 0.0
                    self._row({column: 1.0, self.w[a]: -all_of}, 0, 0)
        if m.least[a] > 1:
            self._row({**mine, self.w[a]: -float(m.least[a])}, low=0)
            if mine:
                self._row({**mine, self.w[a]: -size}, high=0)

    def _choosers_in(self, pairs: frozenset[Pair]) -> dict[int, float]:
        """How many different choosers there are among these pairs."""
        found: dict[int, float] = {}
        for c, kind in enumerate(self.kinds):
            mine = [a for a in kind.to if (kind.first, a) in pairs]
            if len(mine) == len(kind.to):
                found[self.chosen[c]] = 1.0
            elif self.model.capacity[kind.first] == 1:
                found.update({self.x[(c, a)]: 1.0 for a in mine})
            elif mine:
                one = self._column(1)
                for a in mine:
                    self._row({self.x[(c, a)]: 1.0, one: -1.0}, high=0)
                found[one] = 1.0
        return found

    def _price(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for c, kind in enumerate(self.kinds):
            for a in kind.to:
                price = self.model.cost.get((kind.first, a), 0)
                if price:
                    found[self.chosen[c] if self.model.toll_by_chooser else self.x[(c, a)]] = float(price)
        return found

    # ------------------------------------------------------------ what is paid for

    def _tolls(self) -> dict[Slot, int]:
        """What can be paid for: how many of each at most."""
        found: dict[Slot, int] = {}
        for c, kind in enumerate(self.kinds):
            for a in kind.to:
                if self.model.cost.get((kind.first, a)):
                    found[(c, -1 if self.model.toll_by_chooser else a)] = kind.size
        return found

    def payments(self) -> Iterator[frozenset[Toll]]:
        """Every way to pay, as far as the model can tell them apart; nothing paid comes first.

        Raises:
            CannotRule: there are too many.
        """
        tolls = self._tolls()
        ways = 1
        for size in tolls.values():
            ways *= size + 1
            if ways > _PAYMENTS:
                raise CannotRule("not_decided")
        for numbers in itertools.product(*(range(size + 1) for size in tolls.values())):
            yield frozenset(
                b if a == -1 else (b, a)
                for (c, a), n in zip(tolls, numbers, strict=True)
                for b in self.kinds[c].members[:n]
            )

    def _pay(self, paid: frozenset[Toll]) -> None:
        for c, a in self._tolls():
            n = sum(1 for b in self.kinds[c].members if (b if a == -1 else (b, a)) in paid)
            self._row({self.chosen[c] if a == -1 else self.x[(c, a)]: 1.0}, n, n)

    # ------------------------------------------------------------ requirements and bounds

    def _bound(self, bound: Bound) -> None:
        high = _INFINITY if bound.at_most is None else float(bound.at_most)
        self._row(self._sum(bound.pairs), bound.at_least or -_INFINITY, high)

    def _requirement(self, wanted: Requirement) -> dict[int, float] | None:
        """How often it is obeyed: 0 or 1, or for alike choosers with a requirement each their number, counted once."""
        terms = self._sum(wanted.pairs)
        alone = only_chooser(wanted)
        kind: Kind | None = self.kinds[self.kind_of[next(iter(wanted.pairs))[0]]] if wanted.pairs else None
        if not terms or kind is None:
            return None
        if alone and self.model.capacity[kind.first] == 1:
            if wanted.at_least > 1:
                return None
            # Each member has the same requirement; the first one's stands for them all.
            return terms if next(iter(wanted.pairs))[0] == kind.first else None
        most = sum(self.upper[column] for column in terms)
        if most < wanted.at_least:
            return None
        if len(terms) == 1 and most == 1 and wanted.at_least == 1:
            return terms
        obeyed = self._column(1)
        self._row({**terms, obeyed: -float(wanted.at_least)}, low=0)
        if wanted.at_most is not None:
            self._row({**terms, obeyed: most - wanted.at_most}, high=most)
        return {obeyed: 1.0}

    # ------------------------------------------------------------ solving

    def optimum(self, sign: int, floor: int, seconds: float) -> int | None:
        """The optimum, None if no declaration obeys so many requirements and keeps to the bounds.

        Raises:
            CannotRule: it wasn't decided in that time.
        """
        count: dict[int, float] = {}
        for term in self.obeyed:
            for column, n in term.items():
                count[column] = count.get(column, 0.0) + n
        if floor > 0:
            self._row(count, low=floor)
        if not self.feasible:
            return None
        goal = count if self.wanted is None else self._sum(self.wanted)
        return self._run(goal, sign, seconds)

    def _run(self, goal: dict[int, float], sign: int, seconds: float) -> int | None:
        import highspy
        from highspy._core import _Highs  # the class built on it writes a line to standard output as it is made

        n = len(self.upper)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = n, len(self.rows)
        lp.col_cost_ = [-sign * goal.get(column, 0.0) for column in range(n)]
        lp.col_lower_, lp.col_upper_ = [0.0] * n, self.upper
        lp.row_lower_ = [max(low, -highspy.kHighsInf) for _, low, _ in self.rows]
        lp.row_upper_ = [min(high, highspy.kHighsInf) for _, _, high in self.rows]
        starts, indices, values = [0], [], []
        for terms, _, _ in self.rows:
            for column, value in terms.items():
                if value:
                    indices.append(column)
                    values.append(value)
            starts.append(len(indices))
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_, lp.a_matrix_.value_ = starts, indices, values
        lp.integrality_ = [highspy.HighsVarType.kInteger] * n
        h: Any = _Highs()
        for option, setting in (("output_flag", False), ("time_limit", seconds), ("threads", 1), ("random_seed", 1)):
            h.setOptionValue(option, setting)
        h.passModel(lp)
        h.run()
        status = h.getModelStatus()
        if status in {highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible}:
            return None
        if status != highspy.HighsModelStatus.kOptimal:
            raise CannotRule("not_decided")
        return round(-sign * h.getInfo().objective_function_value) if goal else 0
