"""Convoke and improvise: creatures and artifacts that pay for mana in a spell's total cost (CR 702.51, 702.126)."""

from __future__ import annotations

from judgecall.engine.characteristics import colors_known, colors_of, has, types_of
from judgecall.engine.costs.sickness import is_creature_now
from judgecall.engine.costs.tap_symbols import already_tapped
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import printed_cost, symbols

COLORS = frozenset("WUBRG")


def colors_in(symbol: str) -> frozenset[str]:
    """The colours that can pay a symbol: W for {W}, W and U for {W/U}; none for generic mana."""
    return frozenset(part for part in symbol.split("/") if part in COLORS)


def is_generic(symbol: str) -> bool:
    """Generic mana: {2}, {X}, or the generic half of {2/W} (CR 107.4b, 107.4e)."""
    return any(part.isdigit() or part == "X" for part in symbol.split("/"))


@rule("702.51a")
def can_convoke(state: State, spell: Permanent, payers: list[Permanent], color: str = "") -> bool:
    """For each coloured mana an untapped creature of that colour, for each generic mana any untapped creature (CR 702.51a)."""
    improvise = has(state, spell, "improvise") and not has(state, spell, "convoke")
    for one in payers:
        if already_tapped(state, one):
            state.d.step("tapped_cannot_convoke", object=one.ref)
            return False
        if state.controller(one) != state.controller(spell):
            state.d.step("not_your_creature", object=one.ref)
            return False
        kind = "artifact" in types_of(state, one) if improvise else is_creature_now(state, one)
        if not kind:
            state.d.step("not_a_creature_cannot_convoke", object=one.ref)
            return False
        if improvise:
            if color or not any(is_generic(s) for s in symbols(printed_cost(spell) or "{1}")):
                state.d.step("improvise_is_generic_only", object=one.ref)
                return False
        elif not _pays_something(state, spell, one, color):
            return False
        convoke_ignores_sickness(state, one)
    return True


def _pays_something(state: State, spell: Permanent, one: Permanent, color: str) -> bool:
    if color:
        return pays_color(state, one, color)
    cost = printed_cost(spell)
    if cost is None:
        return True
    row = symbols(cost)
    if any(is_generic(s) for s in row) or any(colors_in(s) & convoke_colors(state, one) for s in row):
        return True
    state.d.step("convoke_nothing_to_pay", object=one.ref)
    return False


@rule("702.51a")
def pays_color(state: State, one: Permanent, color: str) -> bool:
    """Whether a convoking creature pays for mana of this colour: only if it is of that colour itself (CR 702.51a)."""
    if color in convoke_colors(state, one):
        state.d.step("convoke_pays_its_color", object=one.ref, color=color)
        return True
    state.d.step("convoke_wrong_color", object=one.ref, color=color)
    return False


def convoke_colors(state: State, one: Permanent) -> frozenset[str]:
    """The colours of mana that a creature can pay by convoking: its own.

    Raises:
        CannotRule: nobody said which colours it has.
    """
    if not colors_known(one):
        raise CannotRule("unknown_colors", object=one.ref)
    return colors_of(state, one) & COLORS


@rule("702.51a")
def convoke_ignores_sickness(state: State, one: Permanent) -> None:
    """Convoke has no {T} symbol and no target: neither summoning sickness nor protection matters (CR 702.51a, 302.6)."""
    state.d.step("convoke_is_no_tap_symbol", object=one.ref)
