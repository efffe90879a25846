"""The tap symbol and the untap symbol (CR 107.5, 107.6)."""

from __future__ import annotations

from judgecall.cards.abilities import Cost
from judgecall.engine.characteristics import has, state_tapped
from judgecall.engine.costs.sickness import as_though_haste, is_creature_now, summoning_sick
from judgecall.engine.derivation import rule
from judgecall.engine.state import Permanent, State

_TAPS = frozenset({"tap", "tap_for_mana"})


def tapped_now(state: State, one: Permanent) -> bool | None:
    """Tapped after the scenario's events; None when nobody said anything of it."""
    found: bool | None = one.thing.tapped
    if found is None and one.thing.attacking and not has(state, one, "vigilance"):
        found = True  # attacking tapped it (CR 508.1f)
    for event in state.scenario.events:
        mine = one.thing.id in event.subject
        if (
            (mine and (event.kind in _TAPS or (event.kind == "crew")))
            or (mine and event.kind == "activate" and event.value == "tap")
            or (mine and event.kind == "attack" and not has(state, one, "vigilance"))
        ):
            found = True
        elif mine and event.kind in {"untap", "blink", "return"}:
            found = False
    return found


@rule("107.5")
def already_tapped(state: State, one: Permanent) -> bool:
    """A permanent that's already tapped can't be tapped again to pay a cost (CR 107.5, 118.3)."""
    known = tapped_now(state, one)
    if known is None:
        known = state_tapped(state, one)
    state.d.step("already_tapped" if known else "untapped", object=one.ref)
    return known


@rule("107.6")
def already_untapped(state: State, one: Permanent) -> bool:
    """A permanent that's already untapped can't be untapped again to pay a cost (CR 107.6)."""
    known = tapped_now(state, one)
    if known is None:
        # Untapped is the convention, but someone who asks about {Q} may mean a tapped creature.
        known = state.facts.ask("tapped", object=one.ref)
    state.d.step("tapped_so_can_untap" if known else "already_untapped", object=one.ref)
    return not known


@rule("107.5", "107.5")
def can_pay_tap(state: State, one: Permanent, *, asked: bool = False) -> bool:
    """{T} means "tap this permanent": it must be untapped, and a creature must not be summoning sick (CR 107.5)."""
    if already_tapped(state, one):
        state.d.step("cannot_tap_again", object=one.ref)
        return False
    return _not_sick(state, one, "cannot_pay_tap", "can_pay_tap", asked)


@rule("107.6", "107.6")
def can_pay_untap(state: State, one: Permanent, *, asked: bool = False) -> bool:
    """{Q} means "untap this permanent": it must be tapped, and a creature must not be summoning sick (CR 107.6)."""
    if tapped_now(state, one) is not False and not _not_sick(state, one, "cannot_pay_untap", "can_pay_untap", asked):
        return False
    if already_untapped(state, one):
        state.d.step("cannot_untap_again", object=one.ref)
        return False
    return _not_sick(state, one, "cannot_pay_untap", "can_pay_untap", asked)


def _not_sick(state: State, one: Permanent, no: str, yes: str, asked: bool) -> bool:
    if not is_creature_now(state, one):
        state.d.step("noncreature_has_no_sickness", object=one.ref)
        return True
    if as_though_haste(state, one):
        return True
    if summoning_sick(state, one, asked=asked):
        state.d.step(no, object=one.ref)
        return False
    state.d.step(yes, object=one.ref)
    return True


@rule("302.6")
def no_symbol_in_cost(state: State, one: Permanent, cost: Cost) -> None:
    """An ability with neither symbol in its cost isn't touched by the summoning sickness rule (CR 302.6)."""
    state.d.step("cost_has_no_tap_symbol", object=one.ref, mana=cost.mana or "0")


def can_pay_symbols(state: State, one: Permanent, cost: Cost, *, asked: bool = False) -> bool:
    """Whether the {T} and {Q} in a cost can be paid; a cost without them has nothing to pay here."""
    if cost.tap and not can_pay_tap(state, one, asked=asked):
        return False
    if cost.untap and not can_pay_untap(state, one, asked=asked):
        return False
    if not cost.tap and not cost.untap and cost.tap_objects is None:
        no_symbol_in_cost(state, one, cost)
    return True
