"""Random small boards for declaring blockers, each told twice: as a scenario, and to an oracle that knows no engine.

The oracle goes through every declaration there is and judges each by the words of CR 509.1a-d.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from math import comb
from typing import Any

THIS = {"this": True}
Blocks = tuple[frozenset[int], ...]
"""For each blocker the attackers that it is declared to block."""


@dataclass
class Attacker:
    """What bears on blocking it."""

    power: int
    flying: bool = False
    skulk: bool = False
    fewest: int = 1
    menace: bool = False
    most: int | None = None
    everyone: bool = False
    lures: int = 0
    wanted: list[int] = field(default_factory=list)
    """For each demand that it be blocked: by how many at least."""


@dataclass
class Blocker:
    """What bears on its blocking."""

    power: int
    tapped: bool = False
    flying: bool = False
    reach: bool = False
    extra: int = 0
    shy: bool = False
    """It can't block alone."""
    needs_stronger: bool = False
    others_needed: int = 0
    eager: int = 0
    """How often it is told to block if able."""
    barred: bool = False
    tax: int = 0
    provoked_by: list[int] = field(default_factory=list)


@dataclass
class Board:
    """A combat before blocks."""

    attackers: list[Attacker]
    blockers: list[Blocker]
    at_most: int | None = None
    mana: int | None = None


def random_board(rng: random.Random) -> Board:
    """Up to five attackers and five blockers, with restrictions, requirements and costs mixed."""
    attackers = [
        Attacker(
            rng.randint(0, 4), rng.random() < 0.2, rng.random() < 0.1, rng.choice([1, 1, 1, 1, 3]), rng.random() < 0.2,
            rng.choice([None, None, None, 1, 2]), rng.random() < 0.06, rng.choice([0, 0, 0, 1, 2]),
            [rng.choice([1, 1, 2]) for _ in range(rng.choice([0, 0, 1, 1, 2]))],
        )
        for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5]))
    ]  # fmt: skip
    n = len(attackers)
    blockers = [
        Blocker(
            rng.randint(0, 5), rng.random() < 0.12, rng.random() < 0.15, rng.random() < 0.15,
            rng.choice([0, 0, 0, 0, 0, 1]), rng.random() < 0.12, rng.random() < 0.06, rng.choice([0] * 12 + [2]),
            rng.choice([0, 0, 0, 1]), rng.random() < 0.06, rng.choice([0, 0, 0, 0, 1, 3]),
            [rng.randrange(n)] if rng.random() < 0.15 else [],
        )
        for _ in range(rng.choice([1, 2, 3, 3, 4, 5]))
    ]  # fmt: skip
    return Board(attackers, blockers, rng.choice([None] * 5 + [1, 2]), rng.choice([None, None, 0, 1, 3, 4]))


# ---------------------------------------------------------------- as a scenario


def scenario(board: Board, declared: Blocks | None, queries: list[dict[str, Any]]) -> dict[str, Any]:
    """The board as the engine reads it."""
    objects: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    for n, a in enumerate(board.attackers):
        effects: list[dict[str, Any]] = [{"kind": "force_block", "attacker": THIS}] * a.lures
        effects += [{"kind": "force_block", "attacker": THIS, "at_least": k} for k in a.wanted]
        if a.fewest > 1:
            effects.append({"kind": "cant_be_blocked", "of": THIS, "fewer_than": a.fewest})
        if a.most is not None:
            effects.append({"kind": "cant_be_blocked", "of": THIS, "more_than": a.most})
        if a.everyone:
            effects.append({"kind": "cant_be_blocked", "of": THIS, "unless_all": True})
        names = [name for name in ("flying", "skulk", "menace") if getattr(a, name)]
        objects.append(_creature(f"a{n}", "you", a.power, names, effects))
    for n, b in enumerate(board.blockers):
        effects = [{"kind": "force_block", "blockers": THIS}] * b.eager
        if b.extra:
            effects.append({"kind": "block_additional", "of": THIS, "n": b.extra})
        if b.shy:
            effects.append({"kind": "cant_block", "of": THIS, "alone": True})
        if b.needs_stronger:
            effects.append({"kind": "cant_block", "of": THIS, "unless_greater_power_blocks": True})
        if b.others_needed:
            effects.append({"kind": "cant_block", "of": THIS, "unless_others_block": b.others_needed})
        if b.barred:
            effects.append({"kind": "cant_block", "of": THIS})
        if b.tax:
            effects.append(
                {"kind": "combat_tax", "of": THIS, "cost": {"mana": f"{{{b.tax}}}"}, "attack": False, "block": True}
            )
        names = [name for name in ("flying", "reach") if getattr(b, name)]
        objects.append({**_creature(f"b{n}", "opp", b.power, names, effects), "tapped": b.tapped})
        for k, a in enumerate(b.provoked_by):
            demand = {"kind": "force_block", "attacker": {"target": True}, "blockers": {"target": True}}
            spell = {"kind": "spell", "effects": [demand]}
            objects.append(
                {
                    "id": f"spell{n}-{k}",
                    "controller": "you",
                    "zone": "stack",
                    "types": ["instant"],
                    "abilities": [spell],
                }
            )
            events.append({"kind": "cast", "subject": [f"spell{n}-{k}"], "target": [f"a{a}", f"b{n}"]})
    if board.at_most is not None:
        effects = [{"kind": "block_limit", "at_most": board.at_most}]
        objects.append(
            {
                "id": "limit",
                "controller": "you",
                "types": ["artifact"],
                "abilities": [{"kind": "static", "effects": effects}],
            }
        )
    events.append({"kind": "attack", "subject": [f"a{n}" for n in range(len(board.attackers))]})
    if declared is not None:
        blocks = [
            {"kind": "block", "subject": [f"b{n}"], "target": [f"a{a}" for a in sorted(chosen)]}
            for n, chosen in enumerate(declared)
            if chosen
        ]
        events += blocks or [{"kind": "no_block"}]
    players: list[dict[str, Any]] = [{"id": "you"}, {"id": "opp"}]
    if board.mana is not None:
        players[1]["mana"] = board.mana
    return {"objects": objects, "events": events, "players": players, "active": "you", "queries": queries}


def _creature(id: str, player: str, power: int, names: list[str], effects: list[dict[str, Any]]) -> dict[str, Any]:
    abilities: list[dict[str, Any]] = [{"kind": "keyword", "name": name} for name in names]
    abilities += [{"kind": "static", "effects": [effect]} for effect in effects]
    return {
        "id": id, "controller": player, "power": power, "toughness": 3, "types": ["creature"], "abilities": abilities,
        "without": [name for name in ("flying", "reach") if name not in names],
    }  # fmt: skip


# ---------------------------------------------------------------- as the rules say


class Oracle:
    """Every declaration of a board, judged one by one."""

    def __init__(self, board: Board) -> None:
        self.board = board
        n = len(board.attackers)
        each = [
            [frozenset(c) for k in range(1 + b.extra + 1) for c in itertools.combinations(range(n), k)]
            for b in board.blockers
        ]  # fmt: skip
        self.unbroken: list[Blocks] = [d for d in itertools.product(*each) if self.keeps_restrictions(d)]
        self.most: dict[frozenset[int], int] = {}
        scores = [(self.payers(d), self.obeyed(d)) for d in self.unbroken]
        for paid in {p for p, _ in scores} | {frozenset()}:
            self.most[paid] = max((score for payers, score in scores if payers <= paid), default=0)
        self.best = self.most[frozenset()]
        self.legal = [d for d, (paid, score) in zip(self.unbroken, scores, strict=True) if score >= self.most[paid]]

    def payers(self, d: Blocks) -> frozenset[int]:
        """The blockers that are paid for."""
        return frozenset(n for n, chosen in enumerate(d) if chosen and self.board.blockers[n].tax)

    def keeps_restrictions(self, d: Blocks) -> bool:
        """CR 509.1a-b, d: every single block may be made, and so may all of them together; the cost can be paid."""
        board = self.board
        blocking = [n for n, chosen in enumerate(d) if chosen]
        for n in blocking:
            b = board.blockers[n]
            if b.tapped or b.barred or (b.shy and len(blocking) < 2) or len(blocking) - 1 < b.others_needed:
                return False
            if b.needs_stronger and not any(board.blockers[m].power > b.power for m in blocking):
                return False
            for i in d[n]:
                a = board.attackers[i]
                if (a.flying and not (b.flying or b.reach)) or (a.skulk and b.power > a.power):
                    return False
        for i, a in enumerate(board.attackers):
            by = [n for n in blocking if i in d[n]]
            if by and (len(by) < a.fewest or (a.menace and len(by) < 2)):
                return False
            if a.most is not None and len(by) > a.most:
                return False
            if by and a.everyone and len(by) < len(board.blockers):
                return False
        if board.at_most is not None and len(blocking) > board.at_most:
            return False
        return board.mana is None or sum(board.blockers[n].tax for n in blocking) <= board.mana

    def obeyed(self, d: Blocks) -> int:
        """CR 509.1c: how many requirements a declaration obeys, each counted on its own."""
        total = 0
        for i, a in enumerate(self.board.attackers):
            by = sum(1 for chosen in d if i in chosen)
            total += a.lures * by + sum(1 for k in a.wanted if by >= k)
        for b, chosen in zip(self.board.blockers, d, strict=True):
            total += b.eager * bool(chosen) + sum(1 for i in b.provoked_by if i in chosen)
        return total


def size(board: Board) -> int:
    """How many declarations the oracle would go through."""
    total = 1
    for b in board.blockers:
        n = len(board.attackers)
        total *= sum(comb(n, k) for k in range(2 + b.extra))
    return total


def disagreements(rng: random.Random, judged: Any) -> list[str]:
    """Ask the engine about one random board (`judged` gives plain verdicts of a scenario) and compare with the oracle."""
    board = random_board(rng)
    while size(board) > 20_000:
        board = random_board(rng)
    oracle = Oracle(board)
    found: list[str] = []
    b, a = rng.randrange(len(board.blockers)), rng.randrange(len(board.attackers))
    numbers = [sum(1 for chosen in d if a in chosen) for d in oracle.legal]
    pair = {"subject": [f"b{b}"], "target": [f"a{a}"]}
    asked: list[tuple[dict[str, Any], object]] = [
        ({"kind": "can_block", **pair}, any(a in d[b] for d in oracle.legal)),
        ({"kind": "must_block", **pair}, all(a in d[b] for d in oracle.legal)),
        ({"kind": "may_not_block", "subject": [f"b{b}"]}, any(not d[b] for d in oracle.legal)),
        ({"kind": "may_not_block"}, any(not any(d) for d in oracle.legal)),
        ({"kind": "how_many_block", "target": [f"a{a}"], "bound": "at_most"}, max(numbers)),
        ({"kind": "how_many_block", "target": [f"a{a}"]}, min(numbers)),
        ({"kind": "requirements_obeyed"}, oracle.best),
    ]
    got = judged(scenario(board, None, [q for q, _ in asked]))
    found += [f"{q}: {g}, not {w}; {board}" for (q, w), g in zip(asked, got, strict=True) if g != w]
    declared = rng.choice(oracle.unbroken) if rng.random() < 0.7 else _any_blocks(rng, board)
    (verdict,) = judged(scenario(board, declared, [{"kind": "block_legal"}]))
    if verdict != (declared in oracle.legal):
        found.append(f"block_legal {declared}: {verdict}; {board}")
    return found


def _any_blocks(rng: random.Random, board: Board) -> Blocks:
    n = len(board.attackers)
    return tuple(frozenset({rng.randrange(n)} if rng.random() < 0.6 else ()) for _ in board.blockers)
