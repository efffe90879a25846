"""Strategies for arbitrary scenarios, odd names and every field included."""

from __future__ import annotations

import msgspec
from hypothesis import strategies as st

from judgecall.cards.abilities import CantBeBlocked, Filter, ForceBlock, Keyword, Static, Unread
from judgecall.scenario.line import fields_of
from judgecall.scenario.model import Event, GameObject, Player, Query, Scenario

ABILITIES = st.one_of(
    st.builds(Keyword, st.sampled_from(["flying", "first strike", "crew", "t", "x 3", "Ärger", "-haste", 'o"dd', ""])),
    st.builds(Keyword, st.just("crew"), st.integers(-2, 9)),
    st.builds(Keyword, st.just("disturb"), cost=st.just("{1}{W}"), of=st.none() | st.builds(Filter, colors=st.just(("R",)))),
    st.builds(Static, st.just((CantBeBlocked(Filter(this=True), by=Filter(types=("creature",), power=("<=", 2))),))),
    st.builds(Static, st.just((ForceBlock(Filter(this=True)),))),
    st.builds(Unread, st.just("static"), st.just(("mana",))),
)  # fmt: skip
WORDS = st.one_of(
    st.sampled_from(["wall", "you", "opp", "t", "x", "x3", "2", "attacking", "value", "Bear", "turn", "facts", "?", "no", ""]),
    st.text(max_size=6),
    st.text("aB1 +/,;|:=>@[]{}\"\\'-#._?\n", max_size=6),
)  # fmt: skip
NAMES = WORDS | st.sampled_from(
    ["Wall of Glare", "Jermane, Pride of the Circus", "Startled Awake // Persistent Nightmare", "Urza's Tower", "Bear t",
     "Attacking damage", "wear // tear", "+2 Mace", "Kharn [b]x[/b]"]
)  # fmt: skip


def part(cls: type[msgspec.Struct], **known: st.SearchStrategy[object]) -> st.SearchStrategy[msgspec.Struct]:
    """Any value of a part of a scenario, one that has every field included."""
    hints = {name: hint for name, hint in fields_of(cls).items() if name not in known}
    given_ = {name: st.from_type(hint) for name, hint in hints.items()}
    return st.builds(cls, **given_, **known)  # type: ignore[arg-type]


st.register_type_strategy(str, WORDS)
IDS = st.lists(WORDS, max_size=3).map(tuple)
OBJECTS = part(
    GameObject,
    card=st.none() | NAMES,
    abilities=st.lists(ABILITIES, max_size=2).map(tuple),
)
EVENTS = part(Event, abilities=st.lists(ABILITIES, max_size=2).map(tuple), subject=IDS, target=IDS)
QUERIES = part(
    Query, of=st.none() | st.builds(Filter, types=IDS, power=st.none() | st.just((">", 2))), subject=IDS, target=IDS
)
SCENARIOS = part(
    Scenario,
    objects=st.lists(OBJECTS, max_size=3, unique_by=lambda o: o.id).map(tuple),  # type: ignore[attr-defined]
    players=st.just(Scenario().players) | st.lists(part(Player), max_size=3).map(tuple),
    events=st.lists(EVENTS, max_size=2).map(tuple),
    queries=st.lists(QUERIES, max_size=2).map(tuple),
)
