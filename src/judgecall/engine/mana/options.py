"""What an instruction to add mana can add: every choice the player has (CR 106.3, 106.5)."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import AddMana, Filter
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana import amounts
from judgecall.engine.mana.bundle import (
    COLORS,
    NOTHING,
    TYPES,
    WORDS,
    Bundle,
    combinations,
    in_order,
    letter_of,
    of_symbols,
    single,
    times,
    types_in,
)
from judgecall.engine.mana.reading import Reading
from judgecall.engine.state import Permanent, State

YOUR_LANDS = Filter(types=("land",), controller="you")
OPPONENTS_LANDS = Filter(types=("land",), controller="opponent")

_CHOSEN_COLOR = ("", "*")
"""Colours of a devotion that is counted for the colour being chosen."""
Lookup = Callable[[Filter, Permanent, Reading], frozenset[str]]
"""The types that the permanents of a filter could produce: given by could_produce, which asks this module in turn."""


def asked_lands(effect: AddMana) -> list[tuple[Filter, bool]]:
    """Whose lands the effect asks about, and whether it takes any type (True) or colours only."""
    found: list[tuple[Filter, bool]] = []
    for option in effect.options:
        name = option.partition(":")[0]
        if name in ("any_type_yours", "any_color_yours"):
            found.append((effect.among or YOUR_LANDS, name == "any_type_yours"))
        elif name in ("any_type_opponents", "any_color_opponents"):
            found.append((effect.among or OPPONENTS_LANDS, name == "any_type_opponents"))
        elif name in ("any_type_could", "any_color_could"):
            found.append((effect.among or YOUR_LANDS, name == "any_type_could"))
    return found


def choices(
    state: State, effect: AddMana, source: Permanent, reading: Reading, lookup: Lookup, produced: Bundle = NOTHING
) -> set[Bundle]:
    """Every bundle that the effect can add, at its player's choice; only nothing when no type is defined (CR 106.5)."""
    by_color = effect.amount.per == "devotion" and effect.amount.colors in _CHOSEN_COLOR
    amount = 0 if by_color else amounts.number(state, effect.amount, source, reading)
    found: set[Bundle] = set()
    for option in effect.options:
        found |= _of_option(state, effect, option, amount, source, reading, lookup, produced)
    return (found - {NOTHING}) or {NOTHING}


def _of_option(
    state: State,
    effect: AddMana,
    option: str,
    amount: int,
    source: Permanent,
    reading: Reading,
    lookup: Lookup,
    produced: Bundle,
) -> set[Bundle]:
    name, _, rest = option.partition(":")
    if name and set(name) <= set(TYPES):
        return {times(of_symbols(name), amount)}
    if name == "any_combination":
        letters = "".join(t for t in TYPES if t in (rest or COLORS))
        return combinations(letters, amount)
    if (
        name in ("any_color", "chosen_color")
        and effect.amount.per == "devotion"
        and effect.amount.colors in _CHOSEN_COLOR
    ):
        # "Choose a color. Add an amount of mana of that color equal to your devotion to that color."
        mine = state.controller(source)
        return {single(c, amounts.devotion(state, mine, c)) for c in COLORS if c in reading.wanted}
    if name == "same_type":
        return {_pool(state, state.controller(source))}
    if name == "each_color_among":
        among = effect.among or Filter(types=("permanent",), controller="you")
        return {of_symbols(amounts.colors_among(state, among, source, reading))}
    letters = _letters(state, effect, name, rest, source, reading, lookup, produced)
    return {single(letter, amount) for letter in letters} if letters else {NOTHING}


def _letters(
    state: State,
    effect: AddMana,
    name: str,
    rest: str,
    source: Permanent,
    reading: Reading,
    lookup: Lookup,
    produced: Bundle,
) -> str:
    """The types that a named option lets the player choose from."""
    asked = {
        "any_type_yours": YOUR_LANDS,
        "any_color_yours": YOUR_LANDS,
        "any_type_opponents": OPPONENTS_LANDS,
        "any_color_opponents": OPPONENTS_LANDS,
        "any_type_could": YOUR_LANDS,
        "any_color_could": YOUR_LANDS,
    }
    if name == "any_color":
        return "".join(c for c in COLORS if c in (rest or COLORS))
    if name in asked:
        found = lookup(effect.among or asked[name], source, reading)
        return "".join(in_order(found - {"C"} if name.startswith("any_color") else found))
    if name == "any_color_identity":
        return _identity(state, source, reading)
    if name == "chosen_color":
        return _chosen(state, source, reading)
    if name == "any_color_among" and effect.among is not None:
        return amounts.colors_among(state, effect.among, source, reading)
    if name == "any_type_produced":
        return types_in(produced)
    raise CannotRule("unknown_mana_option", object=source.ref)


def _identity(state: State, source: Permanent, reading: Reading) -> str:
    stated = state.facts.stated("color_identity")
    if stated is not None:
        return "".join(c for c in COLORS if c in stated.upper())
    mine = state.controller(source)
    return "".join(
        c
        for c in COLORS
        if c in reading.wanted and reading.holds(state, "color_in_identity", player=mine, color=WORDS[c])
    )


def _chosen(state: State, source: Permanent, reading: Reading) -> str:
    chosen = source.thing.chosen
    if chosen is not None:
        letter = letter_of(chosen)
        if letter is None or letter == "C":
            raise CannotRule("unknown_choice", object=source.ref)
        return letter
    return "".join(
        c
        for c in COLORS
        if c in reading.wanted and reading.holds(state, "chosen_color", object=source.ref, color=WORDS[c])
    )


def _pool(state: State, player: str) -> Bundle:
    """The unspent mana that the scenario says a player has: fact "mana_pool" ("mana_pool opp" for another player)."""
    stated = state.facts.stated("mana_pool" if player == "you" else f"mana_pool {player}")
    if stated is None:
        raise CannotRule("unknown_pool", player=player)
    return of_symbols(stated.upper())


def pool(state: State, player: str) -> Bundle:
    """Unspent mana as stated, nothing when nobody said."""
    stated = state.facts.stated("mana_pool" if player == "you" else f"mana_pool {player}")
    return NOTHING if stated is None else of_symbols(stated.upper())


@rule("106.5")
def undefined_type(state: State, source: Permanent) -> None:
    """An ability that would produce mana of an undefined type produces no mana."""
    state.d.step("undefined_type", object=source.ref)
