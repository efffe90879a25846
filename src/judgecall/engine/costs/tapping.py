"""Tapping other permanents to pay a cost: Heritage Druid, Springleaf Drum, crew, saddle (CR 118.3, 702.122).

Such a cost has no {T} symbol of the permanent that is tapped, so the summoning sickness rule has nothing to say (CR 302.6).
"""

from __future__ import annotations

from msgspec.structs import replace

from judgecall.cards.abilities import CantDo, Cost, Filter, Named, Static
from judgecall.engine.characteristics import abilities_of, amount_of, has, matches, power_of, statics, toughness_of
from judgecall.engine.costs.convoke import can_convoke, convoke_ignores_sickness, pays_color
from judgecall.engine.costs.sickness import is_creature_now, settle_control
from judgecall.engine.costs.tap_symbols import already_tapped
from judgecall.engine.costs.which_ability import cost_of, is_crew, paid_abilities
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query

SPELL_KEYWORDS = ("convoke", "improvise")


@answers("can_pay_with")
def can_pay_with(state: State, query: Query) -> Verdict:
    """Whether the subjects may be tapped for a cost of the target.

    `value`: crew, saddle, convoke, or a colour letter for the coloured mana that a convoking creature is to pay; empty for
    whatever the target's cost is.
    """
    settle_control(state)
    payers = state.members(query.subject)
    if not query.target:
        return YesNo(_for_anything(state, payers, query.value))
    target = state.members(query.target)[0]
    if query.value in {"crew", "saddle"} or (not query.value and is_crew(state, target)):
        return YesNo(can_crew(state, target, payers, number_known=is_crew(state, target) is not None))
    if _convokes(state, target, query.value):
        return YesNo(can_convoke(state, target, payers, query.value if query.value in set("WUBRGC") else ""))
    for ability in paid_abilities(state, target):
        cost = cost_of(ability)
        if cost is not None and cost.tap_objects is not None:
            return YesNo(can_tap_objects(state, target, cost, payers, some=True))
    raise CannotRule("no_tapping_cost", object=target.ref)


def _convokes(state: State, target: Permanent, value: str) -> bool:
    return value in {"convoke", "improvise", *"WUBRGC"} or any(has(state, target, k) for k in SPELL_KEYWORDS)


def _for_anything(state: State, payers: list[Permanent], value: str) -> bool:
    """No spell or Vehicle was named: convoke or crew in general."""
    if value in {"crew", "saddle"}:
        return all(_may_crew(state, one, None) for one in payers) and _only_own(state, payers)
    if value and not all(yours(state, one) for one in payers):
        return False
    able = all(_may_be_tapped(state, one) and is_creature_now(state, one) for one in payers)
    if able and value in set("WUBRG"):
        return all(pays_color(state, one, value) for one in payers)
    if able and value == "convoke":
        for one in payers:
            convoke_ignores_sickness(state, one)
        return True
    return able and _only_own(state, payers)


@rule("702.122a")
def yours(state: State, one: Permanent, vehicle: Permanent | None = None) -> bool:
    """Only creatures that the same player controls can be tapped for convoke or to crew (CR 702.51a, 702.122a)."""
    payer = (vehicle.controller if vehicle is not None else None) or "you"
    if one.controller is not None and one.controller != payer:
        state.d.step("not_your_creature", object=one.ref)
        return False
    return True


def together(several: list[Permanent]) -> str:
    """How a step names several: by their ids, alike ones by that of their group."""
    groups = list(dict.fromkeys(one.thing.id for one in several))
    return groups[0] if len(groups) == 1 else " and ".join(f"@{id}" for id in groups)


@rule("118.3")
def _may_be_tapped(state: State, one: Permanent) -> bool:
    """What is tapped already pays no cost by tapping (CR 118.3)."""
    if already_tapped(state, one):
        state.d.step("tapped_cannot_pay", object=one.ref)
        return False
    return True


@rule("302.6")
def _only_own(state: State, payers: list[Permanent]) -> bool:
    """The summoning sickness rule is about a creature's own {T} and {Q} abilities, not about costs of other objects (CR 302.6)."""
    state.d.step("only_own_tap_symbol", object=together(payers))
    return True


@rule("602.2b")
def can_tap_objects(state: State, source: Permanent, cost: Cost, named: list[Permanent], *, some: bool = False) -> bool:
    """Whether the "tap so many untapped … you control" part of a cost can be paid (CR 602.2b, 118.3).

    Args:
        named: the objects that are to be tapped; empty for any that there are.
        some: `named` need not be enough by themselves: may they be among those tapped?
    """
    if cost.tap_objects is None:
        return True
    amount, wanted = cost.tap_objects
    crew = is_crew(state, source)
    if crew is not None and wanted.other and amount.base == (crew.n or 0):
        pool = named or _others(state, source)
        if not pool and len(state.scenario.objects) == 1:
            # Nobody said what there is to tap: what is asked is something else.
            state.facts.assume("enough_to_tap", object=source.ref)
            return _only_own(state, [source])
        return can_crew(state, source, pool, number_known=True)
    needed = amount.base if amount.per is None else None
    pool = named or list(state.in_play())
    fitting = [p for p in pool if _fits(state, p, wanted, source)]
    if named and len(fitting) < len(named):
        wrong = next(p for p in named if p not in fitting)
        state.d.step("not_what_the_cost_asks", object=wrong.ref, source=source.ref)
        return False
    if named and not all(_may_be_tapped(state, p) for p in named):
        return False
    untapped = [p for p in fitting if not already_tapped(state, p) and not (cost.tap and p is source)]
    if named and needed is not None and len(named) < needed and not some:
        extra = [p for p in state.in_play() if p not in named and _fits(state, p, wanted, source)]
        untapped += [p for p in extra if not already_tapped(state, p) and not (cost.tap and p is source)]
    if needed is not None and len(untapped) < needed and not some:
        if not named and len(state.scenario.objects) == 1:
            state.facts.assume("enough_to_tap", object=source.ref)
        else:
            state.d.step("too_few_to_tap", object=source.ref, needed=needed, found=len(untapped))
            return False
    return _only_own(state, untapped)


def _others(state: State, source: Permanent) -> list[Permanent]:
    mine = state.controller(source)
    return [p for p in state.in_play(mine) if p is not source and is_creature_now(state, p)]


def _fits(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """As `matches`, with "untapped" left to the payment and a just crewed Vehicle counted as a creature."""
    if state.controller(one) != state.controller(source):
        return False
    rest = replace(
        wanted, types=(), state=tuple(w for w in wanted.state if w != "untapped"), controller="any", other=False
    )
    if wanted.types == ("creature",) and rest == Filter() and is_creature_now(state, one):
        return not (wanted.other and one is source)
    if wanted.subtypes and not (one.face or one.thing.subtypes or one.thing.types):
        return True
    plain = replace(wanted, state=tuple(w for w in wanted.state if w != "untapped"), controller="any")
    return matches(state, one, plain, source)


@rule("702.122a")
def can_crew(state: State, vehicle: Permanent, crew: list[Permanent], *, number_known: bool) -> bool:
    """Crew N (CR 702.122a): untapped creatures of the same player, but not the Vehicle, whose powers add up to N at least."""
    keyword = is_crew(state, vehicle)
    for one in crew:
        if not _may_crew(state, one, vehicle):
            return False
    if number_known and keyword is not None and keyword.n is not None:
        total = _total_power(state, crew, saddling=keyword.name == "saddle")
        if total is not None:
            state.d.step("crew_power", object=vehicle.ref, total=total, n=keyword.n)
            if total < keyword.n:
                state.d.step("crew_power_too_low", object=vehicle.ref, total=total, n=keyword.n)
                return False
        else:
            state.facts.assume("crew_power_enough", object=vehicle.ref, n=keyword.n)
    return _only_own(state, crew)


def _total_power(state: State, crew: list[Permanent], *, saddling: bool) -> int | None:
    powers = [_crewing_power(state, one, saddling=saddling) for one in crew]
    return None if any(p is None for p in powers) else sum(p for p in powers if p is not None)


@rule("702.122a")
def _crewing_power(state: State, one: Permanent, *, saddling: bool) -> int | None:
    """Its power, as it crews: "crews Vehicles as though its power were 2 greater", or using its toughness.

    What only crews so saddles Mounts with the power that it has.
    """
    power = power_of(state, one)
    does = ("saddles_and_crews",) if saddling else ("saddles_and_crews", "crews")
    for ability in abilities_of(state, one):
        for effect in ability.effects if isinstance(ability, Static) else ():
            if isinstance(effect, Named) and effect.action in {f"{d}_with_toughness" for d in does}:
                power = toughness_of(state, one)
            elif (
                isinstance(effect, Named)
                and effect.action in {f"{d}_with_more_power" for d in does}
                and power is not None
            ):
                power += amount_of(state, effect.amount, one) or 0
    return power


def _may_crew(state: State, one: Permanent, vehicle: Permanent | None) -> bool:
    """Another untapped creature of the same player that nothing stops from crewing."""
    if one is vehicle:
        crews_another(state, one)
        return False
    if not is_creature_now(state, one):
        not_a_crew(state, one)
        return False
    if (source := cannot_crew(state, one)) is not None:
        del source
        return False
    return yours(state, one, vehicle) and _may_be_tapped(state, one)


@rule("702.122a")
def crews_another(state: State, one: Permanent) -> None:
    """A Vehicle can't be tapped to crew itself: only other creatures (CR 702.122a)."""
    state.d.step("cannot_crew_itself", object=one.ref)


@rule("301.7")
def not_a_crew(state: State, one: Permanent) -> None:
    """Only a creature can be tapped to crew; a Vehicle that isn't crewed is no creature (CR 301.7, 702.122a)."""
    state.d.step("not_a_creature_cannot_crew", object=one.ref)


@rule("702.122c")
def cannot_crew(state: State, one: Permanent) -> Permanent | None:
    """A creature that "can't crew Vehicles" can't be tapped to pay a crew cost (CR 702.122c). Returns what says so."""
    for source, _, effect in statics(state, CantDo):
        if isinstance(effect, CantDo) and effect.what == "crew" and matches(state, one, effect.of, source):
            state.d.step("cannot_crew", object=one.ref, source=source.ref)
            return source
    return None
