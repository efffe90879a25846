"""Craft (CR 702.167): exile this and other things, then return it transformed."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Activated, Cost, Filter, Keyword, PutOntoBattlefield
from judgecall.engine.characteristics import matches
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.timeline import leave_battlefield


def craft(source: Permanent) -> Activated | None:
    """Its craft ability, written out: what it costs beside the exiles, and that it comes back transformed from exile."""
    keyword = _keyword(source)
    if keyword is None:
        return None
    back = PutOntoBattlefield(Filter(zone="exile", this=True), transformed=True, under="owner")
    return Activated(Cost(mana=keyword.cost), (back,), sorcery_timing=True)


def _keyword(source: Permanent) -> Keyword | None:
    printed = source.face.abilities if source.face else ()
    return next((a for a in printed if isinstance(a, Keyword) and a.name == "craft"), None)


@rule("702.167a")
def pay_for_craft(state: State, source: Permanent, materials: list[Permanent]) -> bool:
    """Craft exiles the permanent and the materials as its cost: permanents its player controls or cards in their graveyard."""
    keyword = _keyword(source)
    if keyword is None or source.zone != "battlefield":
        return False
    for one in materials:
        if not _is_material(state, keyword, source, one):
            state.d.step("no_craft_material", object=one.ref, source=source.ref)
            return False
    if not materials:
        state.facts.assume("can_pay_other_costs", object=source.ref)
    for one in (source, *materials):
        if one.zone == "battlefield":
            leave_battlefield(state, one, "exile")
        else:
            one.zone = "exile"
    state.d.step("crafted", object=source.ref)
    return True


def _is_material(state: State, keyword: Keyword, source: Permanent, one: Permanent) -> bool:
    of = keyword.of
    if of is None or of.names or keyword.n not in {None, 1}:
        raise CannotRule("craft_material", object=source.ref)
    mine = state.controller(source)
    return (
        one is not source
        and one.zone in {"battlefield", "graveyard"}
        and state.controller(one) == mine
        and matches(state, one, msgspec.structs.replace(of, zone=one.zone), source)
    )
