"""Paying mana costs: the payer against trying everything, and mana values against adding up."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

import judgecall.engine.everything  # noqa: F401
from judgecall.engine.costs.payer import Source, Ways, find_payment
from judgecall.engine.costs.total_cost import spelled_out
from judgecall.engine.state import Permanent
from judgecall.engine.x.symbols import fixed_value, x_symbols
from judgecall.scenario.model import GameObject

ONE = Permanent(GameObject("one"), None)
SYMBOLS = st.sampled_from(["W", "U", "B", "C", "S", "1", "W/U", "2/W", "C/B", "W/P", "U/B/P"])
MANA = st.builds(
    lambda letters, snow: Source(ONE, frozenset(letters), snow=snow),
    st.sets(st.sampled_from("WUBC"), min_size=1, max_size=3),
    st.booleans(),
)
CONVOKING = st.builds(
    lambda letters: Source(ONE, frozenset(letters), convoke=True), st.sets(st.sampled_from("WUB"), max_size=2)
)
WAYS = st.lists(
    st.lists(st.lists(st.one_of(MANA, CONVOKING), min_size=1, max_size=2), min_size=1, max_size=2), max_size=3
)


def one_pays(symbol: str, source: Source) -> bool:
    """Oracle: what one mana can pay, written from the symbols' own rules."""
    if symbol == "1":
        return True
    if symbol == "S":
        return source.snow and not source.convoke
    letters = set(symbol.split("/")) & set("WUBRGC")
    return bool(letters & (source.colors - {"C"} if source.convoke else source.colors))


def readings(symbol: str) -> list[tuple[int, list[str]]]:
    """Oracle: the ways to read a symbol, as life and symbols."""
    if symbol.startswith("2/"):
        return [(0, [symbol[2:]]), (0, ["1", "1"])]
    if symbol.endswith("/P"):
        return [(0, [symbol[:-2]]), (2, [])]
    return [(0, [symbol])]


def cheapest_by_trying(cost: list[str], ways: Ways, life: int) -> int | None:
    """Oracle: the least life with which some order of some mana pays the symbols one by one; None for no way at all."""
    found = []
    for chosen in product(*map(readings, cost)):
        paid = sum(n for n, _ in chosen)
        row = [s for _, symbols in chosen for s in symbols]
        if paid > life:
            continue
        for rows in product(*ways):
            mana = [source for way in rows for source in way]
            if any(all(map(one_pays, row, order)) for order in permutations(mana, len(row))):
                found.append(paid)
                break
    return min(found, default=None)


@settings(max_examples=200, deadline=None)
@given(st.lists(SYMBOLS, max_size=4), WAYS, st.integers(0, 4))
def test_a_payment_is_found_exactly_when_there_is_one(cost: list[str], ways: Ways, life: int) -> None:
    payment = find_payment(cost, ways, life)
    assert (payment.life if payment else None) == cheapest_by_trying(cost, ways, life)


@settings(max_examples=200, deadline=None)
@given(st.lists(SYMBOLS, max_size=4), WAYS, st.integers(0, 4))
def test_only_mana_that_is_there_is_spent_and_none_of_it_twice(cost: list[str], ways: Ways, life: int) -> None:
    payment = find_payment(cost, ways, life)
    if payment is None:
        return
    assert payment.life <= life
    assert all(one_pays(symbol, source) for symbol, source in payment.spent)
    spent = [source for _, source in payment.spent]
    given_rows = [[source for way in rows for source in way] for rows in product(*ways)]
    assert any(all(spent.count(s) <= mana.count(s) for s in spent) for mana in given_rows)


@given(st.lists(st.sampled_from(["W", "1", "W/U"]), max_size=3), WAYS, st.integers(0, 4))
def test_more_to_pay_with_never_hinders(cost: list[str], ways: Ways, life: int) -> None:
    before = find_payment(cost, ways, life)
    more = [*ways, [[Source(ONE, frozenset("C"))]]]
    assert before is None or find_payment(cost, more, life) is not None


@given(st.integers(0, 3), st.integers(0, 9), st.text("WUBRG", max_size=4), st.integers(0, 7))
def test_a_cost_spelled_out_is_as_long_as_its_mana_value(xs: int, generic: int, colored: str, x: int) -> None:
    cost = "{X}" * xs + (f"{{{generic}}}" if generic else "") + "".join(f"{{{c}}}" for c in colored)
    assert len(spelled_out(cost, x)) == fixed_value(cost) + x * x_symbols(cost)


def test_mana_values_of_odd_symbols() -> None:
    assert fixed_value("{1}{W/U}{W/U}") == 3
    assert fixed_value("{2/B}{2/B}{2/B}") == 6
    assert fixed_value("{1}{W/P}{W/P}") == 3
    assert fixed_value("{W/U/P}{C/G}") == 2
    assert fixed_value("{X}{X}{C}{S}") == 2
    assert fixed_value("") == 0
