"""Paying mana costs: the matching against trying everything, and mana values against adding up."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from judgecall.engine.costs.convoke import COLORS, colors_in, is_generic
from judgecall.engine.costs.payment import Source, payable, spelled_out
from judgecall.engine.state import Permanent
from judgecall.engine.x.symbols import fixed_value, x_symbols
from judgecall.scenario.model import GameObject

ONE = Permanent(GameObject("one"), None)
SYMBOLS = st.sampled_from(["W", "U", "B", "G", "W/U", "1"])
SOURCES = st.builds(lambda colors: Source(ONE, frozenset(colors)), st.sets(st.sampled_from("WUBG"), max_size=3))


def pays_by_trying(cost: list[str], sources: list[Source]) -> bool:
    """Whether some order of the sources pays the symbols one by one."""
    return any(
        all(is_generic(s) or colors_in(s) & source.colors & COLORS for s, source in zip(cost, order, strict=False))
        for order in permutations(sources, len(cost))
    )


@settings(max_examples=150, deadline=None)
@given(st.lists(SYMBOLS, max_size=4), st.lists(SOURCES, max_size=5))
def test_matching_finds_a_payment_exactly_when_there_is_one(cost: list[str], sources: list[Source]) -> None:
    assert payable(cost, sources) == pays_by_trying(cost, sources)


@given(st.integers(0, 3), st.integers(0, 9), st.text("WUBRG", max_size=4), st.integers(0, 7))
def test_a_cost_spelled_out_is_as_long_as_its_mana_value(xs: int, generic: int, colored: str, x: int) -> None:
    cost = "{X}" * xs + (f"{{{generic}}}" if generic else "") + "".join(f"{{{c}}}" for c in colored)
    assert len(spelled_out(cost, x)) == fixed_value(cost) + x * x_symbols(cost)


def test_mana_values_of_odd_symbols() -> None:
    assert fixed_value("{1}{W/U}{W/U}") == 3
    assert fixed_value("{2/B}{2/B}{2/B}") == 6
    assert fixed_value("{1}{W/P}{W/P}") == 3
    assert fixed_value("{X}{X}{C}{S}") == 2
    assert fixed_value("") == 0
