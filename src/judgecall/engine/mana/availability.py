"""Which mana abilities of a permanent may be used now: conditions to activate, and costs that can't be paid."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, CantDo, Named, Replacement, Unread
from judgecall.engine import characteristics as now
from judgecall.engine.costs.activation import prohibited
from judgecall.engine.costs.sickness import as_though_haste, is_creature_now, summoning_sick
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.mana_abilities import activated_mana_ability
from judgecall.engine.mana.sources import Source, condition_now, sources_of
from judgecall.engine.state import Permanent, State


def usable_sources(state: State, one: Permanent) -> list[Source]:
    """Its activated mana abilities whose conditions hold and whose counters aren't known to be missing."""
    found = []
    sources = sources_of(state, one, triggered=False)
    if any(s.has_tap for s in sources) and sick(state, one):
        sources = [s for s in sources if not s.has_tap]
    for source in sources:
        with state.d.muted():
            mana = isinstance(source.ability, Activated) and activated_mana_ability(state, one, source.ability)
        if not mana or forbidden(state, one, source):
            continue
        if condition_met(state, one, source) and has_counters(state, one, source):
            found.append(source)
    return found


def forbidden(state: State, one: Permanent, source: Source) -> bool:
    """Whether something says that its abilities can't be activated (CR 602.5)."""
    says_so = any(
        isinstance(e, CantDo) and e.what in {"activate", "activate_with_tap"} for _, _, e in now.statics(state, CantDo)
    )
    return says_so and isinstance(source.ability, Activated) and prohibited(state, one, source.ability)


def sick(state: State, one: Permanent) -> bool:
    """Whether summoning sickness keeps its {T} abilities from being activated (CR 302.6)."""
    return is_creature_now(state, one) and not as_though_haste(state, one) and summoning_sick(state, one)


@rule("602.5b")
def condition_met(state: State, one: Permanent, source: Source) -> bool:
    """An ability that may be activated only under a condition can't be activated while it doesn't hold."""
    ability = source.ability
    if not isinstance(ability, Activated) or ability.condition is None:
        return True
    holds = condition_now(state, ability.condition, one)
    state.d.step("condition_met" if holds else "condition_not_met", object=one.ref)
    return holds


@rule("118.3")
def has_counters(state: State, one: Permanent, source: Source) -> bool:
    """A cost of removing counters can't be paid without them."""
    cost = source.cost.remove_counters
    if cost is None or cost[0].per is not None:
        return True
    stated = dict(one.thing.counters)
    if cost[1] not in stated or one.counters.get(cost[1], 0) >= cost[0].base:
        return True
    state.d.step("too_few_counters", object=one.ref, counter=cost[1])
    return False


@rule("107.5")
def already_tapped(state: State, one: Permanent) -> bool:
    """A permanent that's already tapped can't be tapped again to pay the cost."""
    happened = [e for e in state.scenario.events if one.thing.id in e.subject and e.kind in ("tap_for_mana", "untap")]
    if happened or not (one.thing.tapped is True or entered_tapped(state, one)):
        return False
    state.d.step("already_tapped", object=one.ref)
    return True


@rule("614.1d")
def entered_tapped(state: State, one: Permanent) -> bool:
    """What enters the battlefield tapped is tapped this turn, if it is this turn that it entered."""
    arrived = any(
        one.thing.id in e.subject
        and (e.kind == "play_land" or (e.kind in ("enter", "cast") and one.thing.since == "this_turn"))
        for e in state.scenario.events
    )
    if not arrived:
        return False
    for ability in state.printed_abilities(one):
        if isinstance(ability, Unread) and ability.shape in ("static", "replacement") and "untap" in ability.concepts:
            raise CannotRule("unread_line", object=one.ref, concepts="untap")
        if isinstance(ability, Replacement) and _has_it_enter_tapped(ability):
            holds = ability.condition is None or now.condition_holds(state, ability.condition, one) != ability.unless
            if holds:
                state.d.step("entered_tapped", object=one.ref)
                return True
    return False


def _has_it_enter_tapped(ability: Replacement) -> bool:
    if ability.of is not None and not ability.of.this:
        return False
    return ability.what == "enters_tapped" or any(
        isinstance(e, Named) and e.action == "enters_tapped" for e in ability.effects
    )
