"""Properties of mana that hold on every board, against oracles written another way."""

from __future__ import annotations

from itertools import permutations
from random import Random
from time import process_time

from hypothesis import given, settings
from hypothesis import strategies as st

import judgecall.engine.everything  # noqa: F401
from judgecall.cards.abilities import Activated, AddMana, Card, Cost, Face, Filter, MultiplyMana, Static, SubstituteMana
from judgecall.engine.facts import Facts
from judgecall.engine.judge import judge
from judgecall.engine.mana.could_produce import Board
from judgecall.engine.mana.reading import Reading
from judgecall.engine.state import State
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


def could_produce(board: list[tuple[str, str]], ids: list[str]) -> dict[str, set[str]]:
    """What each land of a board could produce, by its id."""
    objects = tuple(GameObject(id, card=name, controller=owner) for id, (name, owner) in zip(ids, board, strict=True))
    players = (Player("you", only_named=True), Player("opp", only_named=True))
    scenario = Scenario(objects, players, queries=tuple(Query("could_produce", (id,)) for id in ids))
    found = {}
    for id, judgement in zip(ids, judge(scenario, Cards()), strict=True):
        assert isinstance(judgement.verdict, ManaTypes), judgement.verdict
        found[id] = set(judgement.verdict.value)
    return found


@settings(max_examples=60, deadline=None)
@given(boards, st.randoms(use_true_random=False))
def test_the_order_of_permanents_changes_nothing(board: list[tuple[str, str]], random: Random) -> None:
    ids = [f"land-{i}" for i in range(len(board))]
    order = list(range(len(board)))
    random.shuffle(order)
    assert could_produce(board, ids) == could_produce([board[i] for i in order], [ids[i] for i in order])


@settings(max_examples=60, deadline=None)
@given(boards, st.tuples(st.sampled_from(sorted(LANDS)), st.sampled_from(["you", "opp"])))
def test_another_source_never_takes_a_type_away(board: list[tuple[str, str]], more: tuple[str, str]) -> None:
    ids = [f"land-{i}" for i in range(len(board))]
    before = could_produce(board, ids)
    after = could_produce([*board, more], [*ids, "more"])
    assert all(types <= after[id] for id, types in before.items())


def total_by_hand(board: list[tuple[str, str]]) -> set[str]:
    """Oracle: one mana of each of your lands, of each type that it can reach."""
    ways = {""}
    for i, (_, owner) in enumerate(board):
        found = reachable(board, i) if owner == "you" else set()
        ways = {"".join(sorted(w + t)) for w in ways for t in found or {""}}
    return ways - {""}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(LANDS)), st.sampled_from(["you", "opp"])), min_size=1, max_size=5))
def test_what_can_be_had_together_is_one_mana_of_each_land(board: list[tuple[str, str]]) -> None:
    objects = tuple(GameObject(f"land-{i}", card=name, controller=owner) for i, (name, owner) in enumerate(board))
    players = (Player("you", only_named=True), Player("opp", only_named=True))
    query = Query("could_produce", value="together", who="you")
    (judgement,) = judge(Scenario(objects, players, queries=(query,)), Cards())
    assert isinstance(judgement.verdict, ManaTypes)
    assert {"".join(sorted(b)) for b in judgement.verdict.value} == total_by_hand(board)


def test_a_thousand_lands_that_ask_about_one_another_take_less_than_a_second() -> None:
    names = ("Pool", "Orchard")
    lands = [
        GameObject(f"land-{i}", card=names[i % 2], controller=("you", "opp")[i // 2 % 2]) for i in range(999)
    ]  # fmt: skip
    objects = (*lands, GameObject("plain", card="Plain", controller="opp"))
    players = (Player("you", only_named=True), Player("opp", only_named=True))
    state = State(Scenario(objects, players), Cards(), Facts({}, {}))
    began = process_time()
    board = Board(state, Reading("least"))
    spent = process_time() - began
    assert all(board.known[land.id] == {"W"} for land in objects)
    assert spent < 1


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


def multipliers(factors: list[tuple[int, int]], lands: int) -> Verdict:
    """The verdict on tapping lands with (how many, times what) multipliers out."""
    objects = [GameObject("land-0", card="Plain", controller="you", count=lands)]
    objects += [
        GameObject(
            f"m-{i}", types=("enchantment",), controller="you", count=n,
            abilities=(Static((MultiplyMana(Filter(), times),)),),
        )
        for i, (n, times) in enumerate(factors)
    ]  # fmt: skip
    (judgement,) = judge(Scenario(tuple(objects), queries=(Query("mana_amount", ("land-0",)),)), Cards())
    return judgement.verdict


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(2, 4), max_size=6), st.integers(1, 3))
def test_multipliers_multiply(factors: list[int], lands: int) -> None:
    expected = lands
    for n in factors:
        expected *= n
    assert multipliers([(1, n) for n in factors], lands) == Number(expected)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 120), st.integers(0, 40))
def test_so_many_doublers_and_triplers_have_no_greatest_number(doublers: int, triplers: int) -> None:
    assert multipliers([(doublers, 2), (triplers, 3)], 1) == Number(2**doublers * 3**triplers)
