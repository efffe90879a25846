"""Colours of mana spent on a spell, for sunburst and converge (CR 702.44)."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.availability import usable_sources
from judgecall.engine.mana.bundle import COLORS, symbols, types_in
from judgecall.engine.mana.could_produce import Board
from judgecall.engine.mana.reading import Reading
from judgecall.engine.mana.sources import guard_effects, guard_own
from judgecall.engine.mana.tapping import use
from judgecall.engine.state import Permanent, State


@rule("702.44a")
def sunburst_counters(state: State, one: Permanent) -> dict[str, int]:
    """Sunburst: it enters with a counter for each colour of mana spent to cast it, +1/+1 on a creature, charge on anything else.

    Raises:
        CannotRule: which mana was spent isn't said, or leaves the number of colours open.
    """
    instances = [a for a in state.printed_abilities(one) if isinstance(a, Keyword) and a.name == "sunburst"]
    if not instances:
        return {}
    if one.was_cast is False:
        not_from_the_stack(state, one)
        return {}
    colors = colors_spent(state, one)
    kind = "+1/+1" if now.is_creature(state, one) else "charge"
    state.d.step("sunburst", object=one.ref, n=len(colors), counter=kind)
    return {kind: len(colors) * len(instances)}


@rule("702.44b")
def not_from_the_stack(state: State, one: Permanent) -> None:
    """Sunburst adds counters only to what enters from the stack as a resolving spell."""
    state.d.step("no_sunburst", object=one.ref)


@rule("106.1a")
def colors_spent(state: State, one: Permanent) -> str:
    """The colours among the mana of what was tapped to cast it; colorless is none.

    All the mana made is taken to be spent on it.
    """
    stated = state.facts.stated("mana_spent")
    if stated is not None:
        ways = {frozenset(c for c in COLORS if c in stated.upper())}
    else:
        ways = _ways(state, one)
    if len({len(way) for way in ways}) > 1:
        raise CannotRule("colors_spent_open", object=one.ref)
    colors = "".join(c for c in COLORS if c in next(iter(ways)))
    state.d.step("colors_spent", object=one.ref, n=len(colors), colors=symbols(colors))
    return colors


def _ways(state: State, one: Permanent) -> set[frozenset[str]]:
    tapped = [p for e in state.events("tap_for_mana", "tap") for p in state.members(e.subject) if p is not one]
    if not tapped:
        raise CannotRule("mana_spent_not_said", object=one.ref)
    ways: set[frozenset[str]] = {frozenset()}
    with state.d.muted():
        guard_effects(state)
        board = Board(state, Reading("ask"), frozenset(p.id for p in tapped))
        for land in tapped:
            guard_own(state, land)
            made = {
                frozenset(set(types_in(outcome.gained)) & set(COLORS))
                for source in usable_sources(state, land)
                if source.has_tap
                for outcome in use(state, land, source, board, state.controller(land))
            }
            if not made:
                raise CannotRule("no_mana_ability", object=land.ref)
            ways = {way | more for way in ways for more in made}
    return ways
