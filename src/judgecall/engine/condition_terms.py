"""What conditions are made of: comparing numbers, and asking for facts that nobody stated."""

from __future__ import annotations

from judgecall.cards.abilities import Comparison
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

OP_NAMES: dict[Comparison, str] = {
    ">=": "at_least", "<=": "at_most", "=": "exactly", ">": "more_than", "<": "fewer_than", "!=": "other_than",
}  # fmt: skip
"""How the codes of facts name a comparison."""


def compare(value: int, op: Comparison, n: int) -> bool:
    """Compare two numbers."""
    return {
        ">=": value >= n, "<=": value <= n, "=": value == n, ">": value > n, "<": value < n, "!=": value != n,
    }[op]  # fmt: skip


def player_meant(state: State, who: str, source: Permanent) -> str:
    """The player that a condition on `source` is about."""
    you = state.controller(source)
    if who in {"opponent", "defending"}:
        return state.opponents(you)[0]
    if who == "that_player":
        raise CannotRule("unknown_reference", object=source.ref)
    if who == "controller":
        # "its controller": of what the source is attached to; else it can't be told whose.
        host = state.groups.get(source.thing.attached_to or "")
        if not host:
            raise CannotRule("unknown_reference", object=source.ref)
        return state.controller(host[0])
    return you


def ask_fact(state: State, code: str, **args: object) -> bool:
    """An unknown fact; also accepted under its bare name ("kicked")."""
    bare = state.facts.stated(code)
    if bare in {"yes", "no"}:
        return bare == "yes"
    return state.facts.ask(code, **{k: v for k, v in args.items() if v != ""})
