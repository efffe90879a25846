"""No part of the vocabulary of abilities may be ignored silently: a new field or word must be placed before it ships."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judgecall.cards import abilities
from judgecall.cards.abilities import (
    Condition,
    Event,
    Filter,
    ForceBlock,
    Keyword,
    Lasting,
    Replacement,
    Static,
    Triggered,
)
from judgecall.engine import characteristics, filters
from judgecall.engine.combat.effects import COMBAT_EFFECTS, reaches_combat
from judgecall.engine.conditions import holds
from judgecall.engine.facts import CannotRule, Facts
from judgecall.engine.state import State
from judgecall.engine.timeline import become_copy
from judgecall.engine.triggers.instructions import objects_of
from judgecall.engine.triggers.matching import Happening, is_awaited, refuse_unread_triggers
from judgecall.engine.triggers.waiting import Waiting
from judgecall.scenario.model import Event as Happened
from judgecall.scenario.model import GameObject, Scenario

HERE = Path(__file__).parent
ENGINE = Path(characteristics.__file__).parent
LEDGER: dict[str, dict[str, Any]] = tomllib.loads((HERE / "vocabulary.toml").read_text())
NOT_ABILITIES = {"Face", "Card"}


def _structs() -> Iterator[type[msgspec.Struct]]:
    for name, value in vars(abilities).items():
        own = inspect.isclass(value) and issubclass(value, msgspec.Struct) and value.__module__ == abilities.__name__
        if own and value.__struct_fields__ and name not in NOT_ABILITIES:
            yield value


STRUCTS = list(_structs())


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda s: s.__name__)
def test_every_field_is_placed_once(struct: type[msgspec.Struct]) -> None:
    placed = LEDGER[struct.__name__]
    listed = [*placed.get("read", ()), *placed.get("refused", ()), *placed.get("no_matter", ())]
    assert sorted(listed) == sorted(struct.__struct_fields__)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda s: s.__name__)
def test_what_is_said_to_be_read_is_read(struct: type[msgspec.Struct]) -> None:
    text = {path: path.read_text() for path in ENGINE.rglob("*.py")}
    naming = [path for path, code in text.items() if re.search(rf"\b{struct.__name__}\b", code)]
    packages = {path.parent for path in naming} - {ENGINE}
    near = [code for path, code in text.items() if path in naming or path.parent in packages]
    unread = [f for f in LEDGER[struct.__name__]["read"] if not any(re.search(rf"\.{f}\b", code) for code in near)]
    assert unread == []


def test_filters_place_every_field_once() -> None:
    parts = (filters.HONOURED, filters.CHOOSING, filters.REFUSED)
    assert sorted(f for part in parts for f in part) == sorted(Filter.__struct_fields__)


# ------------------------------------------------------------ what isn't known is refused


def _state(*things: GameObject, events: tuple[Happened, ...] = ()) -> State:
    class NoCards:
        def get(self, name: str) -> None:
            return None

    return State(Scenario(objects=things, events=events), NoCards(), Facts({}, {}))


BEAR = GameObject(
    "bear", types=("creature",), subtypes=("Bear",), power=2, toughness=2, controller="you", colors=("G",)
)


@pytest.mark.parametrize(
    "wanted",
    [Filter(ref="event"), Filter(ref="granter"), Filter(controller="that_player"), Filter(state=("paired_with_this",)),
     Filter(state=("a_new_word",)), Filter(shares="creature_type"), Filter(chosen="player")],
    ids=lambda f: msgspec.json.encode(f).decode(),
)  # fmt: skip
def test_filters_refuse_what_cannot_be_told(wanted: Filter) -> None:
    state = _state(BEAR)
    bear = state.one("bear")
    with pytest.raises(CannotRule):
        characteristics.matches(state, bear, wanted, bear)


def test_condition_whose_words_were_not_read_is_refused() -> None:
    state = _state(BEAR)
    with pytest.raises(CannotRule):
        holds(state, Condition("other", counter="unread"), state.one("bear"))
    with pytest.raises(CannotRule):
        holds(state, Condition("a_new_kind"), state.one("bear"))


def test_event_of_which_more_is_said_is_refused() -> None:
    state = _state(BEAR)
    bear = state.one("bear")
    waits = Triggered(Event("blocks", of=Filter(this=True), by=Filter(keywords=("flying",))), ())
    with pytest.raises(CannotRule):
        is_awaited(state, waits, bear, Happening("blocks", bear.id))


def test_event_that_nothing_tells_is_never_said_not_to_have_happened() -> None:
    waits = Triggered(Event("crews_at_midnight", of=Filter(this=True)), ())
    state = _state(msgspec.structs.replace(BEAR, abilities=(waits,)), events=(Happened("tap", subject=("bear",)),))
    with pytest.raises(CannotRule):
        refuse_unread_triggers(state, state.one("bear"))


@pytest.mark.parametrize(
    "unfollowed",
    [
        Replacement("as_it_enters", effects=(abilities.Named("roll_d6"),)),
        Replacement("as_it_transforms", effects=(abilities.Named("choose_color"),)),
        Replacement(
            "enters_as_copy", of=Filter(types=("creature",)), effects=(abilities.EnterAsCopy(Filter(this=True)),)
        ),
    ],
    ids=lambda r: r.what,
)
def test_replacement_that_is_not_carried_out_is_refused(unfollowed: Replacement) -> None:
    state = _state(msgspec.structs.replace(BEAR, abilities=(unfollowed,)))
    with pytest.raises(CannotRule):
        state.guard("counters")
    state.guard("counters", shapes=("static",))


@pytest.mark.parametrize(
    "effects",
    [
        (abilities.EnterAsCopy(Filter(types=("creature",)), except_other=("legendary too",)),),
        (abilities.EnterAsCopy(Filter(types=("creature",))), abilities.Grant(Filter(this=True), (Keyword("haste"),))),
    ],
    ids=["exception", "what follows"],
)
def test_copy_of_which_more_is_said_is_refused(effects: tuple[Any, ...]) -> None:
    text = Replacement("enters_as_copy", effects=effects)
    card = abilities.Card("Shape", (abilities.Face("Shape", types=("creature",), abilities=(text,)),))
    state = _state(BEAR, GameObject("shape", types=("creature",), controller="you"))
    shape = state.one("shape")
    shape.card = card
    with pytest.raises(CannotRule):
        become_copy(state, shape, state.one("bear"))


def test_what_was_exiled_with_an_object_is_not_guessed() -> None:
    exiled = Filter(types=("card",), zone="exile", state=("exiled_with_this",))
    state = _state(BEAR)
    gone = Triggered(Event("leaves", of=Filter(this=True)), (abilities.PutOntoBattlefield(exiled),))
    item = Waiting(state.one("bear"), gone, "triggered")
    with pytest.raises(CannotRule):
        objects_of(state, item, exiled)


def test_lasting_effects_reach_combat() -> None:
    assert ForceBlock in COMBAT_EFFECTS
    assert reaches_combat((Lasting((ForceBlock(),), until="your_next_turn"),))


# ------------------------------------------------------------ what is honoured


def _lord(*effects: Any, **fields: Any) -> GameObject:
    return GameObject("lord", types=("enchantment",), controller="you", abilities=(Static(effects),), **fields)


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (Filter(types=("creature",), and_types=("artifact",)), False),
        (Filter(alternatives=(Filter(subtypes=("Bear",)), Filter(subtypes=("Elf",)))), True),
        (Filter(alternatives=(Filter(subtypes=("Elf",)),), types=("creature",)), False),
        (Filter(controller="you", owned=True), True),
        (Filter(state=("other_than_attached",)), True),
        (Filter(state=("other_than_target",), target=True), True),
        (Filter(state=("no_abilities",)), True),
        (Filter(state=("modified",)), False),
    ],
)
def test_filters(wanted: Filter, fits: bool) -> None:
    state = _state(BEAR, _lord())
    assert characteristics.matches(state, state.one("bear"), wanted, state.one("lord")) == fits


def test_ability_that_a_static_ability_grants_is_in_force() -> None:
    sliver = Static((abilities.ModifyPT(Filter(this=True), abilities.Amount(base=1)),))
    lord = _lord(abilities.Grant(Filter(types=("creature",)), (sliver,)))
    named = GameObject("bear", types=("creature",), controller="you")
    state = _state(named, lord)
    state.one("bear").base = (2, 2)
    assert characteristics.power_of(state, state.one("bear")) == 3


def test_it_is_no_creature_any_more() -> None:
    state = _state(BEAR, _lord(abilities.Become(Filter(subtypes=("Bear",)), loses_types=("creature",))))
    assert not characteristics.is_creature(state, state.one("bear"))


def test_what_takes_all_abilities_takes_printed_ones_and_leaves_its_own() -> None:
    bear = msgspec.structs.replace(BEAR, abilities=(Keyword("flying"),))
    effects = (
        abilities.LoseAbilities(Filter(subtypes=("Bear",))),
        abilities.Grant(Filter(subtypes=("Bear",)), (Keyword("reach"),)),
    )
    state = _state(bear, _lord(*effects))
    assert characteristics.keywords_of(state, state.one("bear"), "reach")
    assert not characteristics.keywords_of(state, state.one("bear"), "flying")


def test_two_effects_that_set_the_same_size_need_timestamps() -> None:
    sets = [
        abilities.SetPT(Filter(types=("creature",)), abilities.Amount(base=n), abilities.Amount(base=n)) for n in (0, 1)
    ]
    state = _state(BEAR, _lord(*sets))
    with pytest.raises(CannotRule):
        characteristics.power_of(state, state.one("bear"))
