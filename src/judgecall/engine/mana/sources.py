"""The abilities of a permanent that add mana, with what each would add as things are now."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgecall.cards.abilities import (
    MANA_EVENTS,
    Ability,
    Activated,
    AddMana,
    AnyEffect,
    Become,
    Condition,
    Cost,
    IfDo,
    May,
    Modes,
    Triggered,
    Unread,
)
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.bundle import symbols
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State
from judgecall.scenario.model import Query


class Source(msgspec.Struct, frozen=True):
    """One ability that could add mana."""

    ability: Activated | Triggered
    intrinsic: bool = False

    @property
    def cost(self) -> Cost:
        """What activating it costs; a triggered ability costs nothing."""
        return self.ability.cost if isinstance(self.ability, Activated) else Cost()

    @property
    def has_tap(self) -> bool:
        """Whether {T} is in its activation cost (CR 106.12)."""
        return self.cost.tap


@rule("305.6")
def intrinsic_abilities(state: State, one: Permanent) -> list[Activated]:
    """Each basic land type gives a land the ability to tap for one mana of its type."""
    found = now.intrinsic_mana_abilities(state, one)
    for ability in found:
        effect = ability.effects[0]
        assert isinstance(effect, AddMana)
        name = next(n for n, letter in BASIC_LAND_MANA.items() if letter == effect.options[0])
        if name not in (one.face.subtypes if one.face else ()) and name not in one.thing.subtypes:
            type_is_added(state, one, name)
        state.d.step("intrinsic_mana", object=one.ref, type=name, mana=symbols(effect.options[0]))
    return found


@rule("305.7")
def type_is_added(state: State, one: Permanent, name: str) -> None:
    """An effect gives a land a land type in addition to its own, or sets it."""
    giving = [source for source, _, effect in now.type_effects(state, one) if _gives(effect, name)]
    state.d.step("type_added", object=one.ref, source=giving[-1].ref if giving else one.ref, type=name)


def _gives(effect: object, name: str) -> bool:
    return isinstance(effect, Become) and bool({name, "every_basic_land_type", "chosen"} & set(effect.subtypes))


@rule("305.7")
def abilities_left(state: State, one: Permanent) -> list[Ability]:
    """Its abilities; a land whose subtype an effect set to basic land types has lost those of its rules text."""
    setter = now.land_type_setter(state, one)
    if setter is None:
        return now.abilities_of(state, one)
    state.d.step("abilities_lost", object=one.ref, source=setter.ref)
    printed = list(one.face.abilities if one.face else ())
    left = now.abilities_of(state, one)
    for ability in printed:
        if ability in left:
            left.remove(ability)
    return left


def sources_of(state: State, one: Permanent, *, triggered: bool = True) -> list[Source]:
    """Its abilities that could add mana: activated ones, intrinsic ones, and triggered ones if asked."""
    found: list[Source] = []
    for ability in abilities_left(state, one):
        if isinstance(ability, Activated):
            counts = ability.zone == "battlefield"
        else:
            counts = triggered and isinstance(ability, Triggered)
        if (
            counts
            and isinstance(ability, Activated | Triggered)
            and any(isinstance(e, AddMana) for e in all_effects(ability.effects))
        ):
            found.append(Source(ability))
    with state.d.muted():
        intrinsic = intrinsic_abilities(state, one)
    known = [s.ability for s in found]
    found.extend(Source(a, intrinsic=True) for a in intrinsic if a not in known)
    return found


def mana_maker(state: State, query: Query) -> Permanent:
    """The permanent whose mana is asked about.

    Raises:
        CannotRule: none is named.
    """
    chosen = state.members(query.subject)
    if not chosen:
        raise CannotRule("nothing_to_tap")
    return chosen[0]


def all_effects(effects: tuple[AnyEffect, ...]) -> Iterator[AnyEffect]:
    """Every effect, those inside choices and conditions too."""
    for effect in effects:
        yield effect
        if isinstance(effect, IfDo | May):
            yield from all_effects(effect.effects)
            yield from all_effects(effect.otherwise)
        elif isinstance(effect, Modes):
            for mode in effect.modes:
                yield from all_effects(mode)


def effects_now(state: State, effects: tuple[AnyEffect, ...], source: Permanent) -> list[list[AddMana]]:
    """The ways its mana effects can turn out as things are now: each a row of effects that all happen."""
    ways: list[list[AddMana]] = [[]]
    for effect in effects:
        if isinstance(effect, AddMana):
            ways = [[*way, effect] for way in ways]
        elif isinstance(effect, IfDo):
            if not any(isinstance(e, AddMana) for e in all_effects((effect,))):
                continue
            chosen = effect.effects if condition_now(state, effect.condition, source) else effect.otherwise
            inner = effects_now(state, chosen, source)
            ways = [[*way, *more] for way in ways for more in inner]
        elif isinstance(effect, Modes):
            inner = [row for mode in effect.modes for row in effects_now(state, mode, source)]
            ways = [[*way, *more] for way in ways for more in inner]
        elif isinstance(effect, May):
            inner = effects_now(state, effect.effects, source)
            ways = [[*way, *more] for way in ways for more in inner]
    return ways


def condition_now(state: State, condition: Condition, source: Permanent) -> bool:
    """Whether a condition of a mana ability is true; whether a land was played this turn is asked when nobody said."""
    if condition.kind != "lands_played" and condition.counter != "played a land this turn":
        return now.condition_holds(state, condition, source)
    stated = state.facts.stated("lands_played_this_turn")
    mine = state.controller(source)
    if state.history.lands_played:
        played = True
    elif stated is not None:
        played = stated not in ("0", "no")
    elif state.events("play_land"):
        # The land that is played comes after the mana.
        played = False
    else:
        played = state.facts.ask("played_a_land", player=mine)
    return played != condition.negated


def guard_own(state: State, one: Permanent) -> None:
    """Refuse when a line of this permanent that could add mana was not read.

    Raises:
        CannotRule: there is such a line.
    """
    for ability in abilities_left(state, one):
        if not isinstance(ability, Unread) or ability.shape in ("static", "replacement", "spell"):
            continue
        if not ability.concepts or "mana" in ability.concepts:
            raise CannotRule("unread_line", object=one.ref, concepts="mana")


def guard_effects(state: State) -> None:
    """Refuse when a line in play that could change a mana event was not read.

    Raises:
        CannotRule: there is such a line.
    """
    for one in state.in_play():
        if "all" in one.lost:
            continue
        for ability in state.printed_abilities(one):
            if isinstance(ability, Unread) and _touches_events(ability):
                raise CannotRule("unread_line", object=one.ref, concepts="mana")


def _touches_events(ability: Unread) -> bool:
    if ability.shape in ("static", "replacement"):
        return not ability.concepts or "mana" in ability.concepts or "layers" in ability.concepts
    if ability.shape == "triggered":
        if ability.event is not None:
            return ability.event.what in MANA_EVENTS
        return not ability.concepts or "mana" in ability.concepts
    return False
