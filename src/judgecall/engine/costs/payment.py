"""Paying a spell's mana cost with the lands, mana makers and convoking creatures that the scenario names.

Each source pays for one symbol (or several, for one that makes more mana); whether a cost can be paid is a matching of
symbols with sources.
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Activated, AddMana
from judgecall.engine.characteristics import has, types_of
from judgecall.engine.costs.convoke import COLORS, colors_in, convoke_colors, is_generic
from judgecall.engine.costs.sickness import as_though_haste, is_creature_now, summoning_sick
from judgecall.engine.costs.tap_symbols import tapped_now
from judgecall.engine.costs.which_ability import effects_in, is_mana_ability, paid_abilities
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import printed_cost, symbols, x_symbols

_ANY = frozenset("WUBRGC")


class Source(msgspec.Struct, frozen=True):
    """One mana (or one convoking creature): which colours it can pay, and from what."""

    one: Permanent
    colors: frozenset[str]
    convoke: bool = False


@rule("106.4")
def mana_sources(state: State, player: str, spell: Permanent) -> list[list[Source]]:
    """For each untapped object of the player, the mana it can pay with: by a {T} mana ability, or by convoking."""
    found = []
    convoke, improvise = has(state, spell, "convoke"), has(state, spell, "improvise")
    for one in state.in_play(player):
        if one is spell or tapped_now(state, one):
            continue
        made = _mana_from(state, one)
        if convoke and is_creature_now(state, one):
            made = _joined(made, Source(one, convoke_colors(state, one), True))
        elif improvise and "artifact" in types_of(state, one):
            made = _joined(made, Source(one, frozenset(), True))
        if made:
            state.d.step("pays_with", object=one.ref, colors=" ".join(sorted(made[0].colors)) or "generic", n=len(made))
            found.append(made)
    return found


def _joined(made: list[Source], other: Source) -> list[Source]:
    """A creature is tapped once: for its mana, or to convoke."""
    if not made:
        return [other]
    if len(made) > 1:
        raise CannotRule("too_many_ways_to_pay", object=other.one.ref)
    return [Source(other.one, made[0].colors | other.colors, True)]


def _mana_from(state: State, one: Permanent) -> list[Source]:
    """What its mana abilities that cost only {T} add; several amounts to choose from are beyond this."""
    options: set[tuple[str, ...]] = set()
    for ability in paid_abilities(state, one):
        if not isinstance(ability, Activated) or not is_mana_ability(ability):
            continue
        cost = ability.cost
        if not cost.tap or cost != type(cost)(tap=True):
            continue
        for effect in effects_in(ability.effects):
            if isinstance(effect, AddMana):
                options |= _options(one, effect)
    if not options:
        return []
    if is_creature_now(state, one) and not as_though_haste(state, one):
        with state.d.muted():
            sick = summoning_sick(state, one)
        if sick:
            return []
    sizes = {len(o) for o in options}
    if len(sizes) > 1:
        raise CannotRule("too_many_ways_to_pay", object=one.ref)
    if sizes == {1}:
        return [Source(one, frozenset(letter for option in options for letter in option[0]))]
    if len(options) > 1:
        raise CannotRule("too_many_ways_to_pay", object=one.ref)
    return [Source(one, frozenset(letter)) for letter in next(iter(options))]


def _options(one: Permanent, effect: AddMana) -> set[tuple[str, ...]]:
    """Each option as the mana it adds; a mana of any colour is one with all five letters."""
    if effect.amount.per is not None or effect.spend_only:
        raise CannotRule("too_many_ways_to_pay", object=one.ref)
    found: set[tuple[str, ...]] = set()
    for option in effect.options:
        if option == "any_color":
            found.add(("WUBRG",) * effect.amount.base)
        elif option and set(option) <= _ANY:
            found.add(tuple(option) * effect.amount.base)
        else:
            raise CannotRule("too_many_ways_to_pay", object=one.ref)
    return found


def payable(cost: list[str], sources: list[Source]) -> bool:
    """Whether every symbol can be matched with a source of its own."""
    taken: dict[int, int] = {}

    def match(i: int, seen: set[int]) -> bool:
        for j, source in enumerate(sources):
            if j in seen or not _pays(cost[i], source):
                continue
            seen.add(j)
            if j not in taken or match(taken[j], seen):
                taken[j] = i
                return True
        return False

    return all(match(i, set()) for i in range(len(cost)))


def _pays(symbol: str, source: Source) -> bool:
    if is_generic(symbol):
        return True
    if symbol == "C":
        return "C" in source.colors and not source.convoke
    return bool(colors_in(symbol) & source.colors & COLORS)


def spelled_out(cost: str, x: int) -> list[str]:
    """A cost as a row of symbols that each take one mana, coloured ones first: {X}{X}{2}{G} with X=1 is G and four generic."""
    colored: list[str] = []
    generic = 0
    for symbol in symbols(cost):
        if symbol == "X":
            generic += x
        elif symbol.isdigit():
            generic += int(symbol)
        elif "/" in symbol and any(part.isdigit() or part == "P" for part in symbol.split("/")):
            raise CannotRule("too_many_ways_to_pay", cost=cost)
        else:
            colored.append(symbol)
    return colored + ["1"] * generic


@rule("601.2g")
def can_pay_cost(state: State, spell: Permanent, x: int, sources: list[Source]) -> bool:
    """Whether the sources can pay the spell's total cost with this X, each mana in its colour (CR 601.2f-h)."""
    cost = printed_cost(spell)
    if cost is None:
        raise CannotRule("unknown_mana_cost", object=spell.ref)
    row = spelled_out(cost, x)
    possible = payable(row, sources)
    if possible:
        state.d.step("cost_can_be_paid", object=spell.ref, cost=cost, x=x, sources=len(sources))
    elif len(row) <= len(sources):
        state.d.step("wrong_colors_to_pay", object=spell.ref, cost=cost)
    else:
        state.d.step("not_enough_to_pay", object=spell.ref, cost=cost, needed=len(row), sources=len(sources))
    return possible


@rule("107.3a")
def greatest_payable_x(state: State, spell: Permanent, sources: list[Source]) -> int | None:
    """The greatest X whose cost the sources can pay; None when they can't even pay for X = 0."""
    cost = printed_cost(spell) or ""
    if not x_symbols(cost):
        raise CannotRule("no_x_in_cost", object=spell.ref)
    best = None
    for x in range(len(sources) + 1):
        with state.d.muted():
            possible = can_pay_cost(state, spell, x, sources)
        if possible:
            best = x
    if best is not None:
        can_pay_cost(state, spell, best, sources)
        state.d.step("greatest_x_payable", object=spell.ref, x=best)
    return best
