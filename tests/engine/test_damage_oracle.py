"""The damage of random small combats against an oracle that deals it in every way there is, a point at a time."""

from __future__ import annotations

import random

from compare_with_oracles import plain_verdicts
from damage_boards import disagreements
from hypothesis import given, settings
from hypothesis import strategies as st


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_engine_agrees_with_the_oracle(seed: int) -> None:
    """The long run: python tests/engine/compare_with_oracles.py damage 20000."""
    assert not disagreements(random.Random(seed), plain_verdicts)
