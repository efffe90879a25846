"""Answers that turn on a size that nobody stated: worked out for every value, and put together as "it depends"."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.engine.damage.board import Board, NeedSize
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import State
from judgecall.engine.verdicts import Decision, Depends, Number, Verdict

Sizes = dict[tuple[str, int], int]
_MOST = 16
_BRANCHES = 14


def with_sizes(state: State, evaluate: Callable[[Sizes], Verdict]) -> Verdict:
    """The verdict; where a size is needed that nobody stated, the verdict under each range of its values.

    Raises:
        CannotRule: there would be too many cases.
    """
    try:
        return evaluate({})
    except NeedSize as raised:
        need = raised
    verdict = _by_value(state, evaluate, {}, need)
    if isinstance(verdict, Depends):
        if len(verdict.branches) > _BRANCHES:
            raise CannotRule("size_not_said", object=f"@{need.id}")
        _size_decides(Board(state), need.id, need.which)
    return verdict


def _by_value(state: State, evaluate: Callable[[Sizes], Verdict], sizes: Sizes, need: NeedSize) -> Verdict:
    if len(sizes) >= 3:
        raise CannotRule("too_many_unknowns")
    lowest = 1 if need.which else 0
    top = _reach(state, need)
    found: list[tuple[int, int, Verdict]] = []
    for n in range(lowest, top + 1):
        given = {**sizes, (need.id, need.which): n}
        with state.d.muted():
            try:
                verdict = evaluate(given)
            except NeedSize as deeper:
                verdict = _by_value(state, evaluate, given, deeper)
        if found and found[-1][2] == verdict:
            found[-1] = (found[-1][0], n, verdict)
        else:
            found.append((n, n, verdict))
    if len(found) == 1:
        return found[0][2]
    if isinstance(found[-1][2], Number) and found[-1][0] == top and need.which == 0:
        raise CannotRule("size_not_said", object=f"@{need.id}")
    branches: list[tuple[tuple[Decision, ...], Verdict]] = []
    for low, high, verdict in found:
        decision = _range(need, low, high, lowest, top)
        if isinstance(verdict, Depends):
            branches.extend(((decision, *inner), v) for inner, v in verdict.branches)
        else:
            branches.append(((decision,), verdict))
    return Depends(tuple(branches))


def _range(need: NeedSize, low: int, high: int, lowest: int, top: int) -> Decision:
    what = ("size_power", "size_toughness")[need.which]
    thing = ("object", f"@{need.id}")
    if high == top:
        return Decision(f"{what}_at_least", (thing, ("n", str(low))), True)
    if low == high:
        return Decision(f"{what}_is", (thing, ("n", str(low))), True)
    if low == lowest:
        return Decision(f"{what}_at_most", (thing, ("n", str(high))), True)
    return Decision(f"{what}_between", (thing, ("n", str(low)), ("m", str(high))), True)


def _reach(state: State, need: NeedSize) -> int:
    """A value beyond which the answer can't change: more than all the damage there is, or than all the toughness."""
    board = Board(state)
    total = 0
    for one in state.permanents.values():
        if one.thing.id == need.id:
            continue
        size = board.power(one) if need.which else board.toughness(one)
        times = 2 if need.which and board.has(one, "double strike") else 1
        total += max(size or 0, 0) * times + sum(abs(c) for c in one.counters.values())
    for event in state.scenario.events:
        total += abs(event.n or 0) + abs(event.power or 0) + abs(event.toughness or 0)
    if board.damage_rules("double", "triple", "double_to", "triple_to"):
        total *= 3
    if total + 1 > _MOST:
        raise CannotRule("size_not_said", object=f"@{need.id}")
    return max(total + 1, 2)


@rule("702.19b")
def _size_decides(board: Board, id: str, which: int) -> None:
    """CR 702.19b, 510.1c: how much damage is lethal depends on the creature's toughness and on the damage marked on it."""
    board.d.step("size_decides", object=f"@{id}", what=("power", "toughness")[which])
