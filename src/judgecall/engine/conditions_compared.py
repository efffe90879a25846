"""Conditions that compare how many objects of a kind two players control (CR 608.2h)."""

from __future__ import annotations

from judgecall.cards.abilities import Condition, Filter
from judgecall.engine.characteristics import matches
from judgecall.engine.derivation import rule
from judgecall.engine.state import Permanent, State

_BETWEEN = " controls more than "
_OTHERS = frozenset({"an opponent", "that player", "defending player", "attacking player", "each other player"})


def compares_players(condition: Condition) -> bool:
    """Whether it is that one player controls more objects of a kind than another."""
    return condition.kind == "other" and _BETWEEN in (condition.counter or "") and condition.of is not None


@rule("608.2h")
def controls_more(state: State, condition: Condition, source: Permanent) -> bool | None:
    """Objects of both players are counted when the condition is checked; None where one number isn't known.

    With one opponent, every other player that the text may speak of is that one.
    """
    you = state.controller(source)
    opponents = state.opponents(you)
    more, _, fewer = (condition.counter or "").partition(_BETWEEN)
    if (
        len(opponents) != 1
        or condition.of is None
        or (more == "you") == (fewer == "you")
        or not {more, fewer} & _OTHERS
    ):
        return None
    players = (you, opponents[0]) if more == "you" else (opponents[0], you)
    numbers = [_number(state, condition.of, player, source) for player in players]
    if None in numbers:
        return None
    state.refuse_unfollowed("objects", "objects_removed")
    for player in players:
        if not state.player(player).only_named:
            state.facts.assume("all_named", player=player)
    first, second = (n or 0 for n in numbers)
    what = (condition.of.subtypes or condition.of.types or ("permanent",))[0]
    state.d.step(
        "controls_more" if first > second else "controls_no_more", player=players[0], n=first, m=second, what=what
    )
    return first > second


def _number(state: State, of: Filter, player: str, source: Permanent) -> int | None:
    """How many objects of that kind a player controls, if the scenario speaks of any, or says that there is nothing else."""
    with state.d.muted():
        there = [p for p in state.in_play(player) if matches(state, p, of, source)]
        first = [
            p for p in state.permanents.values()
            if p.thing.zone == "battlefield" and p not in state.history.entered and state.controller(p) == player
            and set(of.types) <= set(p.face.types if p.face is not None else p.thing.types)
        ]  # fmt: skip
    if any(p.thing.count is None for p in there):
        return None
    stated = _stated_number(state, of, player)
    if stated is not None:
        return max(0, stated - len(first)) + len(there)
    none_else = any(
        o.count == 0 and o.controller == player and set(of.types) <= set(o.types) for o in state.scenario.objects
    )
    others = [p for p in there if p is not source]
    if others or none_else or first != there or state.player(player).only_named:
        return len(there)
    return len(there) if there and player == state.controller(source) else None


def _stated_number(state: State, of: Filter, player: str) -> int | None:
    """The number of creatures or lands that was said outright of a player."""
    said = state.player(player)
    if of == Filter(types=("creature",)):
        return said.creatures
    return said.lands if of == Filter(types=("land",)) else None
