"""The declaration model against an oracle that knows nothing of it: every declaration on small boards, one by one."""

from __future__ import annotations

import itertools
import random

import pytest
from block_boards import Attacker, Blocker, Board, disagreements, scenario
from compare_with_oracles import plain_verdicts
from hypothesis import given, settings
from hypothesis import strategies as st

from judgecall.engine.combat.solver import Bound, Declaration, Model, Pair, Requirement
from judgecall.engine.facts import CannotRule


def random_model(rng: random.Random) -> Model:
    blockers, attackers = rng.randint(1, 4), rng.randint(1, 3)
    pairs = [(b, a) for b in range(blockers) for a in range(attackers)]
    allowed = {p for p in pairs if rng.random() < 0.8}
    model = Model(
        blockers, attackers, allowed,
        [rng.choice([1, 1, 1, 2, None]) for _ in range(blockers)],
        [rng.choice([1, 1, 1, 2, 3]) for _ in range(attackers)],
        [rng.choice([None, None, None, 1, 2]) for _ in range(attackers)],
    )  # fmt: skip
    if rng.random() < 0.2:
        model.everyone = {rng.randrange(attackers): frozenset(range(blockers))}
    model.company = {b: rng.choice([1, 1, 2]) for b in range(blockers) if rng.random() < 0.15}
    if rng.random() < 0.2:
        model.needs_one_of = {0: frozenset(b for b in range(1, blockers) if rng.random() < 0.5)}
    if rng.random() < 0.2:
        model.limits = [(frozenset(p for p in pairs if rng.random() < 0.8), rng.randint(0, 2))]
    if rng.random() < 0.3:
        priced = {b: rng.choice([0, 1, 3]) for b in range(blockers)}
        model.cost = {p: priced[p[0]] for p in allowed if priced[p[0]]}
        model.budget = rng.choice([None, 0, 1, 4])
        model.toll_by_chooser = rng.random() < 0.5
    for _ in range(rng.randint(0, 5)):
        kind = rng.random()
        b, a = rng.randrange(blockers), rng.randrange(attackers)
        if kind < 0.4:
            model.requirements.append(Requirement(frozenset({(b, a)})))
        elif kind < 0.7:
            at_most = rng.choice([None, None, 1])
            at_least = 1 if at_most else rng.choice([1, 1, 2])
            model.requirements.append(Requirement(frozenset((x, a) for x in range(blockers)), at_least, at_most))
        else:
            model.requirements.append(Requirement(frozenset((b, x) for x in range(attackers))))
    return model


class Oracle:
    """All subsets of all pairs, each judged by the words of CR 509.1a-d."""

    def __init__(self, model: Model) -> None:
        self.m = model
        pairs = [(b, a) for b in range(model.choosers) for a in range(model.others)]
        everything = (frozenset(c) for n in range(len(pairs) + 1) for c in itertools.combinations(pairs, n))
        self.unbroken = [d for d in everything if self.keeps_restrictions(d)]
        self.most: dict[frozenset[object], int] = {}
        self.legal = {d for d in self.unbroken if self.count(d) >= self.at_least(self.paid(d))}

    def toll(self, pair: Pair) -> object:
        return pair[0] if self.m.toll_by_chooser else pair

    def paid(self, d: Declaration) -> frozenset[object]:
        return frozenset(self.toll(p) for p in d if self.m.cost.get(p))

    def at_least(self, paid: frozenset[object] = frozenset()) -> int:
        if paid not in self.most:
            self.most[paid] = max((self.count(d) for d in self.unbroken if self.paid(d) <= paid), default=0)
        return self.most[paid]

    def price(self, d: Declaration) -> int:
        return sum({self.toll(p): self.m.cost.get(p, 0) for p in d}.values())

    def count(self, d: Declaration) -> int:
        total = 0
        for r in self.m.requirements:
            n = sum(1 for p in d if p in r.pairs)
            total += r.at_least <= n <= (99 if r.at_most is None else r.at_most)
        return total

    def keeps_restrictions(self, d: Declaration) -> bool:
        m = self.m
        blocking = {b for b, _ in d}
        for b in blocking:
            cap = m.capacity[b]
            if cap is not None and sum(1 for x, _ in d if x == b) > cap:
                return False
            if b in m.company and len(blocking) <= m.company[b]:
                return False
            if b in m.needs_one_of and not any(x in blocking for x in m.needs_one_of[b] if x != b):
                return False
        for a in {a for _, a in d}:
            mine = {b for b, x in d if x == a}
            most = m.most[a]
            if len(mine) < m.least[a] or (most is not None and len(mine) > most):
                return False
            if a in m.everyone and mine != m.everyone[a]:
                return False
        if any(len({b for b, a in d if (b, a) in pairs}) > n for pairs, n in m.limits):
            return False
        if m.budget is not None and self.price(d) > m.budget:
            return False
        return all(p in m.allowed for p in d)


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_search_and_solver_agree_with_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    model = random_model(rng)
    oracle = Oracle(model)
    model.seconds = 60
    assert model.best() == oracle.at_least()
    unpaid = Bound(frozenset(p for p, c in model.cost.items() if c), 0, 0)
    assert model.solved(None, 1, (unpaid,), 0) == oracle.at_least()
    pairs: list[Pair] = [(b, a) for b in range(model.choosers) for a in range(model.others)]
    for _ in range(4):
        wanted = frozenset(p for p in pairs if rng.random() < 0.4)
        bound = Bound(
            frozenset(p for p in pairs if rng.random() < 0.4), rng.choice([0, 0, 1]), rng.choice([None, 0, 1])
        )
        inside = [
            len(d & wanted)
            for d in oracle.legal
            if bound.at_least <= len(d & bound.pairs) <= (99 if bound.at_most is None else bound.at_most)
        ]
        for sign, expected in ((1, max(inside, default=None)), (-1, min(inside, default=None))):
            assert model.searched(wanted, sign, (bound,), by_paying=True) == expected
            if model.cost:
                assert model.solved_by_paying(wanted, sign, (bound,)) == expected
            else:
                assert model.solved(wanted, sign, (bound,), oracle.at_least()) == expected
    declared = frozenset(p for p in pairs if rng.random() < 0.3)
    assert model.legal(declared) == (declared in oracle.legal)


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_engine_agrees_with_the_oracle_on_whole_boards(seed: int) -> None:
    """The long run: python tests/engine/compare_with_oracles.py blocks 20000."""
    assert not disagreements(random.Random(seed), plain_verdicts)


def test_past_its_time_a_declaration_is_not_decided() -> None:
    """Blockers that all differ, attackers that want more of them than there are: no time, no answer."""
    rng = random.Random(1)
    n = 30
    pairs = {(b, a) for b in range(n) for a in range(n) if rng.random() < 0.5}
    model = Model(n, n, pairs, [1] * n, [1 + a % 3 for a in range(n)], [None] * n, seconds=0.001)
    model.requirements = [Requirement(frozenset((b, a) for b in range(n)), 1 + a % 3) for a in range(n)]
    with pytest.raises(CannotRule, match="not_decided"):
        model.best()
    with pytest.raises(CannotRule, match="not_decided"):
        model.best()


def test_a_question_past_its_time_gets_no_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine says that it did not decide; it doesn't guess."""
    monkeypatch.setattr("judgecall.engine.combat.solver.SECONDS", 0.0)
    board = Board([Attacker(2, menace=i % 2 == 0, wanted=[1]) for i in range(8)], [Blocker(i % 5) for i in range(9)])
    (verdict,) = plain_verdicts(scenario(board, None, [{"kind": "may_not_block"}]))
    assert verdict == "NoRuling(reason='not_decided', args=())"


def test_a_board_too_large_for_search_goes_to_the_solver() -> None:
    """Twelve creatures, three attackers: a lured one, and two that must be blocked by menace."""
    blockers, attackers = 12, 3
    pairs = {(b, a) for b in range(blockers) for a in range(attackers)}
    model = Model(blockers, attackers, pairs, [1] * blockers, [1, 2, 2], [None] * attackers)
    model.requirements = [Requirement(frozenset({(b, 0)})) for b in range(blockers)]
    model.requirements += [Requirement(frozenset((b, a) for b in range(blockers))) for a in (1, 2)]
    assert model.options() > 4096
    assert model.best() == 12
    assert model.legal_extreme(frozenset(p for p in pairs if p[1] == 0), -1) == 12
