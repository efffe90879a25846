"""The long comparison with the oracles: python tests/engine/compare_with_oracles.py blocks|damage BOARDS [FIRST_SEED].

The tests run a short one; this is the same with more boards, and prints what it found and how long it took.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
from written_positions import NoCards

from judgecall.engine.judge import judge
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import Scenario


def plain_verdicts(scenario: dict[str, Any]) -> list[object]:
    """The verdicts of a scenario's queries as the oracles write them."""
    return [_plain(judgement.verdict) for judgement in judge(msgspec.convert(scenario, Scenario), NoCards())]


def _plain(verdict: Verdict) -> object:
    return verdict.value if isinstance(verdict, YesNo | Number) else repr(verdict)


def main() -> None:
    """Compare, and say how it went."""
    import block_boards
    import damage_boards

    compare: dict[str, Callable[[random.Random, Any], list[str]]] = {
        "blocks": block_boards.disagreements, "damage": damage_boards.disagreements,
    }  # fmt: skip
    what, boards = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    begun, found = time.monotonic(), 0
    for seed in range(first, first + boards):
        for line in compare[what](random.Random(seed), plain_verdicts):
            found += 1
            print(seed, line, flush=True)
    seconds = time.monotonic() - begun
    print(f"{boards} boards ({what}), {found} disagreements, {seconds:.0f} s")


if __name__ == "__main__":
    main()
