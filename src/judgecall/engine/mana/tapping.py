"""Tapping a permanent for mana: the mana of the ability, and of what triggers on it (CR 106.12, 106.12a)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from judgecall.cards.abilities import MANA_EVENTS, Activated, AddMana, Triggered
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana import options, replacements
from judgecall.engine.mana.bundle import NOTHING, TYPES, Bundle, letter_of, mana_symbols, plus, symbols, total, types_in
from judgecall.engine.mana.could_produce import Board, bundles
from judgecall.engine.mana.mana_abilities import activated_mana_ability, triggered_mana_ability
from judgecall.engine.mana.sources import Source, effects_now
from judgecall.engine.state import Permanent, State


class Outcome(msgspec.Struct, frozen=True):
    """One way that using a mana ability can turn out."""

    base: Bundle
    """What the ability itself would add: the player's choice."""
    produced: Bundle
    """After replacement effects."""
    gained: Bundle
    """Everything that the player it is asked about gets, triggered mana included."""


@rule("106.12")
def is_tapped_for_mana(state: State, one: Permanent, source: Source) -> bool:
    """To tap a permanent for mana is to activate a mana ability of it that has {T} in its cost."""
    if not isinstance(source.ability, Activated):
        return False
    if not activated_mana_ability(state, one, source.ability):
        state.d.step("not_tapped_for_mana", object=one.ref)
        return False
    if not source.has_tap:
        state.d.step("no_tap_symbol", object=one.ref)
        return False
    state.d.step("tapped_for_mana", object=one.ref)
    return True


def use(
    state: State, one: Permanent, source: Source, board: Board, player: str, bases: set[Bundle] | None = None
) -> list[Outcome]:
    """Every way that using this mana ability can turn out for a player; only with these choices, if given."""
    with state.d.muted():
        for_mana = is_tapped_for_mana(state, one, source)
    found: list[Outcome] = []
    tapper = state.controller(one)
    choices = bundles(state, one, source, board.reading, board.lookup)
    if bases is not None:
        choices &= bases
    ability_adds(state, one, choices)
    for base in choices:
        ends = replacements.results(state, one, base, board.reading, board.lookup) if for_mana else {base}
        for produced in ends:
            own = produced if tapper == player else NOTHING
            for extra in added_by_triggers(state, one, produced, board, player, tapped=for_mana):
                found.append(Outcome(base, produced, plus(own, extra)))
    return found


@rule("106.3")
def ability_adds(state: State, one: Permanent, choices: set[Bundle]) -> None:
    """Mana is produced by the effects of mana abilities."""
    if len(choices) == 1:
        (only,) = choices
        if total(only):
            state.d.step("ability_adds", object=one.ref, mana=mana_symbols(only))
    elif len({total(b) for b in choices}) == 1:
        types = symbols(t for t in TYPES if any(t in types_in(b) for b in choices))
        state.d.step("ability_adds_choice", object=one.ref, n=total(next(iter(choices))), types=types)


def added_by_triggers(
    state: State, one: Permanent, produced: Bundle, board: Board, player: str, *, tapped: bool = True
) -> set[Bundle]:
    """What triggered mana abilities add for a player when a permanent has produced this mana, by being tapped for it or not."""
    ways = {NOTHING}
    for source, ability in tap_triggers(state):
        if not tapped and ability.event.what == "tapped_for_mana":
            continue
        if not trigger_happens(state, source, ability, one, produced):
            continue
        if not triggered_mana_ability(state, source, ability):
            continue
        if ability.optional or ability.cost is not None:
            raise CannotRule("optional_trigger", object=source.ref)
        made = {NOTHING}
        for row in effects_now(state, ability.effects, source):
            got = {NOTHING}
            for effect in row:
                if receiver(state, effect, source, one) == player:
                    more = options.choices(state, effect, source, board.reading, board.lookup, produced)
                    got = {plus(a, b) for a in got for b in more}
            made = got
        resolves_at_once(state, source, one, made)
        ways = {plus(a, b) for a in ways for b in made}
    return ways


def tap_triggers(state: State) -> list[tuple[Permanent, Triggered]]:
    """Every ability in play, or set up by a spell this turn, that triggers on a permanent being tapped for mana or adding some."""
    return [
        (source, ability)
        for source in list(state.in_play())
        for ability in now.abilities_of(state, source)
        if isinstance(ability, Triggered) and ability.event.what in MANA_EVENTS
    ] + state.history.on_tap_for_mana


@rule("106.12a")
def trigger_happens(state: State, source: Permanent, ability: Triggered, one: Permanent, produced: Bundle) -> bool:
    """It triggers once each time such a mana ability resolves and produces mana (of the type it names)."""
    if not trigger_is_about(state, source, ability, one):
        return False
    if not total(produced):
        state.d.step("no_mana_no_trigger", object=source.ref, land=one.ref)
        return False
    if ability.event.mana:
        wanted = ability.event.mana
        if wanted in ("chosen", "chosen_color"):
            chosen = source.thing.chosen
            if chosen is None:
                raise CannotRule("unknown_choice", object=source.ref)
            wanted = chosen
        letter = letter_of(wanted)
        if letter is None:
            raise CannotRule("unknown_choice", object=source.ref)
        if letter not in types_in(produced):
            state.d.step("other_type_no_trigger", object=source.ref, land=one.ref, type=symbols(letter))
            return False
    if ability.condition is not None and not now.condition_holds(state, ability.condition, source):
        return False
    state.d.step("triggers_once", object=source.ref, land=one.ref)
    return True


def trigger_is_about(state: State, source: Permanent, ability: Triggered, one: Permanent) -> bool:
    """Whether the permanent and the player who taps it are those that the trigger speaks of."""
    event = ability.event
    tapper = state.controller(one)
    mine = state.controller(source)
    # "Whenever enchanted land is tapped for mana" is about the land, whoever taps it.
    about_one_land = event.of is not None and (event.of.attached or event.of.this)
    if not about_one_land and (
        (event.whose == "you" and tapper != mine) or (event.whose == "opponent" and tapper == mine)
    ):
        return False
    if event.of is None:
        return True
    wanted = event.of
    if wanted.shares == "name" or wanted.chosen == "name":
        name = source.thing.chosen
        if name is None:
            raise CannotRule("unknown_choice", object=source.ref)
        own = one.face.name if one.face is not None else _name_of_basic(one)
        if own is None:
            raise CannotRule("unknown_choice", object=one.ref)
        if own.lower() != name.lower():
            return False
        wanted = replace(wanted, shares="", chosen=None, ref="")
    return now.matches(state, one, wanted, source)


def _name_of_basic(one: Permanent) -> str | None:
    """The name of a basic land that the question calls by its type ("a Forest")."""
    basic = "basic" in one.thing.supertypes and len(one.thing.subtypes) == 1
    return one.thing.subtypes[0] if basic else None


def receiver(state: State, effect: AddMana, source: Permanent, one: Permanent) -> str:
    """Who adds the mana of a trigger: its controller, or the player whose permanent was tapped."""
    if effect.who == "you":
        return state.controller(source)
    if effect.who in ("its_controller", "that_player"):
        return state.controller(one)
    raise CannotRule("unknown_receiver", object=source.ref)


@rule("605.4a")
def resolves_at_once(state: State, source: Permanent, one: Permanent, made: set[Bundle]) -> None:
    """A triggered mana ability resolves right after the mana ability that triggered it."""
    types = symbols(t for t in TYPES if any(t in types_in(b) for b in made))
    if len(made) == 1:
        state.d.step("trigger_adds", object=source.ref, land=one.ref, mana=mana_symbols(next(iter(made))))
    else:
        n = max(total(b) for b in made)
        state.d.step("trigger_adds_of", object=source.ref, land=one.ref, types=types, n=n)
