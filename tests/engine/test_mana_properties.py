"""Properties of mana that hold on every board, against oracles written another way."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Activated, AddMana, Card, Cost, Face, Filter, MultiplyMana, Static, SubstituteMana
from judgecall.engine.judge import judge
from judgecall.engine.verdicts import ManaTypes, Number, Verdict
from judgecall.scenario.model import GameObject, Player, Query, Scenario

TAP = Cost(tap=True)
LANDS = {
    "Plain": ("W",), "Isle": ("U",), "Waste": ("C",), "Dual": ("B", "R"), "Pool": ("any_type_yours",),
    "Orchard": ("any_color_opponents",),
}  # fmt: skip


class Cards:
    """Lands that tap for one mana each."""

    def get(self, name: str) -> Card | None:
        """The land with this name."""
        if name not in LANDS:
            return None
        return Card(name, (Face(name, types=("land",), abilities=(Activated(TAP, (AddMana(LANDS[name]),)),)),))


boards = st.lists(st.tuples(st.sampled_from(sorted(LANDS)), st.sampled_from(["you", "opp"])), min_size=1, max_size=7)


def reachable(board: list[tuple[str, str]], start: int) -> set[str]:
    """Oracle: walk from a land to the lands it asks about; an Orchard on the way lets no colorless through."""
    found: set[str] = set()
    todo = [(start, True)]
    seen = set()
    while todo:
        here, colorless = todo.pop()
        if (here, colorless) in seen:
            continue
        seen.add((here, colorless))
        name, owner = board[here]
        if name in ("Pool", "Orchard"):
            through = colorless and name == "Pool"
            for other, (_, whose) in enumerate(board):
                if (whose == owner) == (name == "Pool"):
                    todo.append((other, through))
        else:
            found |= {t for t in LANDS[name] if colorless or t != "C"}
    return found


@settings(max_examples=60, deadline=None)
@given(boards)
def test_could_produce_is_what_can_be_reached(board: list[tuple[str, str]]) -> None:
    objects = tuple(GameObject(f"land-{i}", card=name, controller=owner) for i, (name, owner) in enumerate(board))
    players = (Player("you", only_named=True), Player("opp", only_named=True))
    queries = tuple(Query("could_produce", (thing.id,)) for thing in objects)
    for i, judgement in enumerate(judge(Scenario(objects, players, queries=queries), Cards())):
        assert isinstance(judgement.verdict, ManaTypes), judgement.verdict
        assert set(judgement.verdict.value) == reachable(board, i)
        assert list(judgement.verdict.value) == sorted(judgement.verdict.value, key="WUBRGC".index)


effects = st.lists(
    st.one_of(
        st.integers(2, 3).map(lambda n: MultiplyMana(Filter(types=("permanent",)), n)),
        st.sampled_from(["B", "C"]).map(lambda t: SubstituteMana(Filter(types=("land",)), (t,))),
        st.sampled_from(["U", "R"]).map(lambda t: SubstituteMana(Filter(types=("land",)), (t,), keep_amount=True)),
        st.just(SubstituteMana(Filter(types=("land",)), ("C",), if_amount=2)),
    ),
    max_size=4,
)


def in_every_order(found: list[MultiplyMana | SubstituteMana], start: str) -> set[str]:
    """Oracle: every order, skipping what doesn't apply at its turn until it does (CR 616.1f)."""
    ends = set()
    for order in permutations(range(len(found))):
        mana, left = start, list(order)
        while True:
            now = next((i for i in left if not _waits(found[i], mana)), None)
            if now is None:
                break
            left.remove(now)
            mana = _after(found[now], mana)
        ends.add(mana)
    return ends


def _waits(effect: MultiplyMana | SubstituteMana, mana: str) -> bool:
    return isinstance(effect, SubstituteMana) and effect.if_amount is not None and len(mana) < effect.if_amount


def _after(effect: MultiplyMana | SubstituteMana, mana: str) -> str:
    if isinstance(effect, MultiplyMana):
        return mana * effect.times
    return effect.options[0] * (len(mana) if effect.keep_amount else 1)


@settings(max_examples=60, deadline=None)
@given(effects)
def test_replacement_effects_in_every_order(found: list[MultiplyMana | SubstituteMana]) -> None:
    objects = [GameObject("land-0", card="Plain", controller="you")]
    objects += [
        GameObject(f"effect-{i}", types=("enchantment",), controller="you", abilities=(Static((effect,)),))
        for i, effect in enumerate(found)
    ]
    query = Query("could_produce", ("land-0",), value="alternatives")
    (judgement,) = judge(Scenario(tuple(objects), queries=(query,)), Cards())
    assert isinstance(judgement.verdict, ManaTypes)
    # The land makes W; more than ten of a type is written with a number.
    expected = {m if len(m) <= 10 else f"{len(m)}{m[0]}" for m in in_every_order(found, "W")}
    assert set(judgement.verdict.value) == expected


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(2, 4), max_size=6), st.integers(1, 3))
def test_multipliers_multiply(factors: list[int], lands: int) -> None:
    objects = [GameObject("land-0", card="Plain", controller="you", count=lands)]
    objects += [
        GameObject(
            f"m-{i}", types=("enchantment",), controller="you", abilities=(Static((MultiplyMana(Filter(), n),)),)
        )
        for i, n in enumerate(factors)
    ]
    (judgement,) = judge(Scenario(tuple(objects), queries=(Query("mana_amount", ("land-0",)),)), Cards())
    verdict: Verdict = judgement.verdict
    expected = lands
    for n in factors:
        expected *= n
    assert verdict == Number(expected)
