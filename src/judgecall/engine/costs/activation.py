"""What keeps an activated ability from being activated (CR 602.2, 602.5)."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, CantDo, Cost, Filter, Unread
from judgecall.engine.characteristics import condition_holds, matches, statics
from judgecall.engine.costs.tap_symbols import can_pay_symbols
from judgecall.engine.costs.tapping import can_tap_objects
from judgecall.engine.costs.which_ability import Paid, cost_of, is_mana_ability
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import fixed_value
from judgecall.scenario.model import Query

_MAIN = frozenset({"main", "main2"})


def may_activate(
    state: State, one: Permanent, ability: Paid, tapped: list[Permanent], query: Query, *, asked: bool
) -> bool:
    """Whether everything that an ability asks for is there: the right player and time, its restrictions and its costs."""
    cost = cost_of(ability)
    if cost is None:
        raise CannotRule("unread_line", object=one.ref, concepts="cost")
    return (
        _right_player(state, one, ability, query)
        and right_time(state, one, ability)
        and restriction_met(state, one, ability)
        and can_pay_rest(state, one, cost)
        and can_tap_objects(state, one, cost, tapped)
        and can_pay_symbols(state, one, cost, asked=asked)
        and not prohibited(state, one, ability)
    )


@rule("602.2")
def _right_player(state: State, one: Permanent, ability: Paid, query: Query) -> bool:
    """Only an object's controller may activate its abilities, unless it says otherwise (CR 602.2)."""
    if query.who is None or (isinstance(ability, Activated) and ability.any_player):
        return True
    if query.who != state.controller(one):
        state.d.step("not_its_controller", object=one.ref, player=query.who)
        return False
    return True


@rule("602.5d")
def right_time(state: State, one: Permanent, ability: Paid) -> bool:
    """ "Activate only as a sorcery": in its controller's main phase with an empty stack (CR 602.5d, 307.5)."""
    cost = cost_of(ability)
    loyalty = cost is not None and (cost.loyalty is not None or cost.loyalty_x)
    if not ability.sorcery_timing and not loyalty:
        return True
    mine = state.controller(one)
    if (state.scenario.active or mine) != mine:
        state.d.step("only_as_a_sorcery_not_your_turn", object=one.ref)
        return False
    if state.scenario.at is not None and state.scenario.at not in _MAIN:
        state.d.step("only_as_a_sorcery_not_main", object=one.ref)
        return False
    if any(e.in_response or e.kind == "trigger" for e in state.scenario.events):
        state.d.step("only_as_a_sorcery_stack", object=one.ref)
        return False
    state.d.step("only_as_a_sorcery_ok", object=one.ref)
    return True


@rule("602.5b")
def restriction_met(state: State, one: Permanent, ability: Paid) -> bool:
    """A restriction in the ability itself: "activate only if …", "only once each turn" (CR 602.5, 602.5b)."""
    if ability.condition is not None:
        met = condition_holds(state, ability.condition, one)
        state.d.step("activation_condition_met" if met else "activation_condition_not_met", object=one.ref)
        if not met:
            return False
    cost = cost_of(ability)
    if cost is not None and (cost.loyalty is not None or cost.loyalty_x) and not first_loyalty_ability(state, one):
        return False
    once = isinstance(ability, Activated) and ability.once_each_turn
    if once and any(one.thing.id in e.subject for e in state.events("activate")):
        state.d.step("only_once_each_turn", object=one.ref)
        return False
    return True


@rule("606.3")
def first_loyalty_ability(state: State, one: Permanent) -> bool:
    """Only one loyalty ability of a permanent can be activated each turn (CR 606.3)."""
    first = not any(one.thing.id in e.subject for e in state.events("activate"))
    state.d.step("first_loyalty_ability" if first else "one_loyalty_ability_each_turn", object=one.ref)
    return first


@rule("118.3")
def can_pay_rest(state: State, one: Permanent, cost: Cost) -> bool:
    """A player can't pay a cost without the resources to pay it fully (CR 118.3): mana, life, counters to take off."""
    player = state.player(state.controller(one))
    needed = fixed_value(cost.mana)
    if player.mana is not None and player.mana < needed:
        state.d.step("not_enough_mana", object=one.ref, needed=needed, mana=player.mana)
        return False
    if cost.life is not None and player.life is not None and cost.life.per is None and player.life < cost.life.base:
        state.d.step("not_enough_life", object=one.ref, needed=cost.life.base, life=player.life)
        return False
    if cost.remove_counters is not None:
        amount, kind = cost.remove_counters
        known = one.thing.counters or any(one.thing.id in e.subject for e in state.events("counters"))
        held = one.counters.get(kind, 0) + sum(
            e.n or 0 for e in state.events("counters") if one.thing.id in e.subject and e.value == kind
        )
        if known and amount.per is None and held < amount.base:
            state.d.step("not_enough_counters", object=one.ref, counter=kind, needed=amount.base, counters=held)
            return False
    if any((cost.discard, cost.exile, cost.return_to_hand, cost.energy, cost.other)) or (
        cost.sacrifice is not None and not cost.sacrifice[1].this
    ):
        state.facts.assume("can_pay_other_costs", object=one.ref)
    if player.mana is None and needed:
        state.facts.assume("can_pay_mana", object=one.ref, mana=cost.mana)
    return True


@rule("602.5")
def prohibited(state: State, one: Permanent, ability: Paid) -> bool:
    """A player can't activate an ability that something says can't be activated (CR 602.5), mana abilities perhaps excepted."""
    for source, _, effect in statics(state, CantDo):
        if not isinstance(effect, CantDo) or effect.what not in {"activate", "activate_with_tap"}:
            continue
        if not _applies(state, one, effect.of, source):
            continue
        if effect.what == "activate_with_tap":
            if ability.cost is None:
                raise CannotRule("unread_line", object=one.ref, concepts="cost")
            if not ability.cost.tap:
                continue
        if effect.except_mana:
            if isinstance(ability, Unread) and "mana" in ability.concepts:
                raise CannotRule("unread_line", object=one.ref, concepts="mana")
            if is_mana_ability(ability):
                state.d.step("mana_ability_is_spared", object=one.ref, source=source.ref)
                continue
        state.d.step("cannot_be_activated", object=one.ref, source=source.ref)
        return True
    for other in state.in_play():
        for line in state.printed_abilities(other):
            if isinstance(line, Unread) and line.shape == "static" and "cost" in line.concepts and other is not one:
                raise CannotRule("unread_line", object=other.ref, concepts="cost")
    return False


def _applies(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    if wanted.chosen == "name":
        chosen = source.thing.chosen
        if chosen is None:
            # Naming something else would leave nothing to ask about.
            return len(state.scenario.objects) == 2 and state.facts.assume(
                "name_chosen", object=source.ref, other=one.ref
            )
        names = {one.thing.card, one.face.name if one.face else None, one.thing.said}
        return chosen.lower() in {n.lower() for n in names if n}
    return matches(state, one, wanted, source)
