"""What a player can pay a spell's mana cost with: lands, other mana makers, convoke, improvise and delve (CR 601.2g)."""

from __future__ import annotations

from math import comb

import msgspec

from judgecall.cards.abilities import AddMana, Amount, Cost, Filter
from judgecall.engine.characteristics import has, matches, supertypes_of, types_of
from judgecall.engine.costs.convoke import convoke_colors
from judgecall.engine.costs.payer import Source, Way, Ways, find_payment, paid_with_life
from judgecall.engine.costs.sickness import is_creature_now
from judgecall.engine.costs.tap_symbols import tapped_now
from judgecall.engine.costs.total_cost import base_cost, has_other_cost, total_cost, written
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.availability import usable_sources
from judgecall.engine.mana.bundle import TYPES, Bundle, total, types_in
from judgecall.engine.mana.could_produce import Board, guard
from judgecall.engine.mana.reading import Reading
from judgecall.engine.mana.restrictions import allows
from judgecall.engine.mana.sources import Source as ManaAbility
from judgecall.engine.mana.sources import all_effects
from judgecall.engine.mana.tapping import use
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import x_symbols


class Means(msgspec.Struct):
    """What a player can pay with, and the first permanent whose mana abilities are beyond this."""

    ways: Ways
    beyond: Permanent | None = None

    @property
    def most(self) -> int:
        """How much mana there is at most."""
        return sum(max(map(len, one), default=0) for one in self.ways)


@rule("106.4")
def mana_sources(state: State, player: str, spell: Permanent) -> Means:
    """For each untapped object of the player, the mana it can pay with: by {T} mana abilities, or instead of mana."""
    means = Means([])
    with state.d.muted():
        board = Board(state, Reading("least"))
    for one in state.in_play(player):
        if one is spell or tapped_now(state, one):
            continue
        with state.d.muted():
            made = _mana_from(state, one, spell, board, means)
        made += pays_instead(state, one, spell)
        if made:
            letters = frozenset(t for way in made for s in way for t in s.colors)
            colors = " ".join(sorted(letters)) or "generic"
            state.d.step("pays_with", object=one.ref, colors=colors, n=max(map(len, made)))
            means.ways.append(made)
    means.ways += delved(state, player, spell)
    return means


def pays_instead(state: State, one: Permanent, spell: Permanent) -> list[Way]:
    """How a permanent pays for mana without making any: by convoking, or by improvising."""
    if has(state, spell, "convoke") and is_creature_now(state, one):
        return [[Source(one, convoke_colors(state, one), convoke=True)]]
    if has(state, spell, "improvise") and "artifact" in types_of(state, one):
        return [[improvised(state, one)]]
    return []


@rule("702.126a")
def improvised(state: State, one: Permanent) -> Source:
    """An untapped artifact may be tapped rather than one generic mana of the spell's total cost paid."""
    state.d.step("improvise_pays_generic", object=one.ref)
    return Source(one, frozenset(), convoke=True)


@rule("702.66a")
def delved(state: State, player: str, spell: Permanent) -> Ways:
    """Each card exiled from the player's graveyard pays for one generic mana of a spell with delve."""
    if not has(state, spell, "delve"):
        return []
    cards = [
        p
        for p in state.permanents.values()
        if p.zone == "graveyard" and p is not spell and state.controller(p) == player
    ]
    if cards:
        state.d.step("delve_pays_generic", object=spell.ref, n=len(cards))
    return [[[Source(one, frozenset(), convoke=True)]] for one in cards]


def _mana_from(state: State, one: Permanent, spell: Permanent, board: Board, means: Means) -> list[Way]:
    """What its mana abilities that cost {T} alone (or life beside it) add when one of them is used."""
    found: set[Bundle] = set()
    for ability in usable_sources(state, one):
        if not _nothing_to_sacrifice(state, one, ability) and not _plain_cost(state, one, ability):
            means.beyond = means.beyond or one
        if not _plain_cost(state, one, ability):
            continue
        allowed = _may_be_spent(state, one, ability, spell)
        if allowed is None:
            means.beyond = means.beyond or one
        if not allowed:
            continue
        found |= {o.gained for o in use(state, one, ability, board, state.controller(one)) if total(o.gained)}
    if found:
        guard(state, board, one)
    if board.reading.unknown:
        board.reading.unknown.clear()
        means.beyond = means.beyond or one
    snow = "snow" in supertypes_of(state, one)
    return [[Source(one, letters, snow=snow) for letters in row] for row in _as_rows(found)]


def _plain_cost(state: State, one: Permanent, ability: ManaAbility) -> bool:
    cost = ability.cost
    itself = cost.sacrifice is not None and cost.sacrifice == (Amount(base=1), Filter(this=True))
    if cost == Cost(tap=True) or (itself and cost == Cost(tap=cost.tap, sacrifice=cost.sacrifice)):
        return True  # a Treasure pays too
    life = state.player(state.controller(one)).life
    if cost.life is None or cost != Cost(tap=True, life=Amount(base=cost.life.base)):
        return False
    state.facts.assume("can_pay_other_costs", object=one.ref)
    return life is None or life > cost.life.base * len(list(state.in_play()))


def _nothing_to_sacrifice(state: State, one: Permanent, ability: ManaAbility) -> bool:
    """Whether it costs a sacrifice of something that isn't there."""
    sacrifice = ability.cost.sacrifice
    return (
        sacrifice is not None
        and not sacrifice[1].this
        and not any(matches(state, p, sacrifice[1], one) for p in state.in_play(state.controller(one)))
    )


def _may_be_spent(state: State, one: Permanent, ability: ManaAbility, spell: Permanent) -> bool | None:
    """Whether the mana may be spent on the spell (CR 106.6); None where the restriction isn't understood."""
    restrictions = [
        e.spend_only for e in all_effects(ability.ability.effects) if isinstance(e, AddMana) and e.spend_only
    ]
    try:
        return all(allows(state, r, one, spell) for r in restrictions)
    except CannotRule:
        return None


def _as_rows(found: set[Bundle]) -> list[list[frozenset[str]]]:
    """Bundles to choose from as rows of mana; one row where each mana may be of any of the types."""
    if not found:
        return []
    sizes = {total(b) for b in found}
    letters = frozenset(t for b in found for t in types_in(b))
    n = sizes.pop()
    if not sizes and len(found) == comb(len(letters) + n - 1, n):
        return [[letters] * n]
    return [[frozenset(t) for t, k in zip(TYPES, b, strict=True) for _ in range(k)] for b in sorted(found)]


@rule("601.2g")
def can_pay_cost(state: State, spell: Permanent, x: int, means: Means) -> bool:
    """Whether the spell's total cost with this X can be paid, each mana in its colour (CR 601.2f-h).

    Raises:
        CannotRule: it can't be paid with what is followed here, and there is more to pay with.
    """
    base = base_cost(state, spell)
    row = total_cost(state, spell, x)
    cost = written(row)
    life = state.player(state.controller(spell)).life
    payment = find_payment(row, means.ways, life)
    if payment is not None:
        if payment.life:
            paid_with_life(state, spell, payment)
        if x_symbols(base):
            state.d.step("cost_can_be_paid", object=spell.ref, cost=cost, sources=means.most, x=x)
        else:
            state.d.step("cost_can_be_paid", object=spell.ref, cost=cost, sources=means.most)
        return True
    refuse_other_costs(state, spell)
    if means.beyond is not None:
        raise CannotRule("too_many_ways_to_pay", object=means.beyond.ref)
    if len(row) <= means.most:
        state.d.step("wrong_colors_to_pay", object=spell.ref, cost=cost)
    else:
        state.d.step("not_enough_to_pay", object=spell.ref, cost=cost, needed=len(row), sources=means.most)
    return False


@rule("107.3a")
def greatest_payable_x(state: State, spell: Permanent, means: Means) -> int | None:
    """The greatest X whose cost can be paid; None when not even X = 0 can."""
    if not x_symbols(base_cost(state, spell)):
        raise CannotRule("no_x_in_cost", object=spell.ref)
    if means.beyond is not None:
        raise CannotRule("too_many_ways_to_pay", object=means.beyond.ref)
    best = None
    for x in range(means.most + 1):
        with state.d.muted():
            possible = can_pay_cost(state, spell, x, means)
        if possible:
            best = x
    if best is not None:
        can_pay_cost(state, spell, best, means)
        state.d.step("greatest_x_payable", object=spell.ref, x=best)
    return best


def refuse_other_costs(state: State, spell: Permanent) -> None:
    """A card that can be cast for another cost, or as something else, may be castable though its mana cost can't be paid.

    Raises:
        CannotRule: it is such a card.
    """
    if spell.zone != "graveyard" and has_other_cost(state, spell):
        raise CannotRule("has_another_cost", object=spell.ref)
