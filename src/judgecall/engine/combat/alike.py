"""Choosers that the model of a declaration can't tell apart: only how many of them are chosen matters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from judgecall.engine.combat.solver import Bound, Model, Pair, Requirement


class Kind:
    """Choosers that are alike, and what each of them may and should do."""

    def __init__(self, members: list[int], to: list[int]) -> None:
        self.members = members
        self.first = members[0]
        self.size = len(members)
        self.to = to
        """What they may be paired with."""


def kinds(model: Model, pairs: frozenset[Pair], bounds: Iterable[Bound]) -> list[Kind]:
    """The choosers sorted into kinds, with what the query asks about taken into account."""
    marks: list[dict[object, set[Hashable]]] = [{} for _ in range(model.choosers)]
    targets: list[set[int]] = [set() for _ in range(model.choosers)]
    for b, a in model.allowed:
        targets[b].add(a)
    sets = [("wanted", 0, pairs)] + [("bound", n, bound.pairs) for n, bound in enumerate(bounds)]
    sets += [("limit", n, limited) for n, (limited, _) in enumerate(model.limits)]
    sets += [("demand", n, r.pairs) for n, r in enumerate(model.requirements) if not only_chooser(r)]
    for word, n, found in sets:
        for b, a in found:
            marks[b].setdefault((word, n), set()).add(a)
    for pair, price in model.cost.items():
        marks[pair[0]].setdefault(("cost", price), set()).add(pair[1])
    for a, everybody in model.everyone.items():
        for b in everybody:
            marks[b].setdefault("everyone", set()).add(a)
    for needy, helpers in model.needs_one_of.items():
        marks[needy].setdefault("needs", set()).add(needy)
        for b in helpers:
            marks[b].setdefault("helps", set()).add(needy)
    own: list[list[tuple[frozenset[int], int, int | None]]] = [[] for _ in range(model.choosers)]
    for r in model.requirements:
        if only_chooser(r):
            b = next(iter(r.pairs))[0]
            own[b].append((frozenset(a for _, a in r.pairs), r.at_least, r.at_most))
    found_kinds: dict[object, list[int]] = {}
    for b in range(model.choosers):
        cap = model.capacity[b]
        mine = (
            frozenset(targets[b]), cap, model.company.get(b, 0), frozenset((k, frozenset(v)) for k, v in marks[b].items()),
            tuple(sorted(own[b], key=repr)),
        )  # fmt: skip
        # A chooser of several is one of a kind: who of its kind is chosen for what can matter then.
        found_kinds.setdefault((mine, b) if cap != 1 else mine, []).append(b)
    return [Kind(members, sorted(targets[members[0]])) for members in found_kinds.values()]


def only_chooser(requirement: Requirement) -> bool:
    """Whether a requirement is about one chooser alone."""
    return len({b for b, _ in requirement.pairs}) == 1
