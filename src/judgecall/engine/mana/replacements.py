"""Replacement effects on mana production (CR 106.12b, 616.1)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgecall.cards.abilities import AddMana, MultiplyMana, Replacement, Static, SubstituteMana
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.mana.bundle import TYPES, Bundle, mana_symbols, shown, single, symbols, times, total, types_in
from judgecall.engine.mana.options import Lookup, choices
from judgecall.engine.mana.reading import Reading
from judgecall.engine.state import Permanent, State


class ManaReplacement(msgspec.Struct, frozen=True, eq=False):
    """A replacement effect that is on, and the permanent it comes from."""

    source: Permanent
    effect: MultiplyMana | SubstituteMana


def in_force(state: State) -> Iterator[ManaReplacement]:
    """Every effect in play that changes mana production."""
    for source in state.those("mana changers", lambda one: _changes_mana(state, one)):
        if source.zone != "battlefield" or "all" in source.lost:
            continue
        for ability in (*state.printed_abilities(source), *source.gained):
            if not isinstance(ability, Static | Replacement):
                continue
            if ability.condition is not None and any(
                isinstance(e, MultiplyMana | SubstituteMana) for e in ability.effects
            ):
                holds = now.condition_holds(state, ability.condition, source)
                if holds == (isinstance(ability, Replacement) and ability.unless):
                    continue
            for effect in ability.effects:
                if isinstance(effect, MultiplyMana | SubstituteMana):
                    yield ManaReplacement(source, effect)
    yield from _until_end_of_turn(state)


def _changes_mana(state: State, one: Permanent) -> bool:
    return any(
        isinstance(e, MultiplyMana | SubstituteMana)
        for a in (*state.printed_abilities(one), *one.gained)
        if isinstance(a, Static | Replacement)
        for e in a.effects
    )


def _until_end_of_turn(state: State) -> Iterator[ManaReplacement]:
    """Those that an ability or spell in the scenario has made for this turn."""
    from judgecall.cards.abilities import Activated, SpellAbility

    for event in state.events("activate", "resolve", "cast"):
        for source in state.members(event.subject):
            for ability in state.printed_abilities(source):
                if isinstance(ability, Activated | SpellAbility):
                    for effect in ability.effects:
                        if isinstance(effect, MultiplyMana | SubstituteMana):
                            yield ManaReplacement(source, effect)


def applies_to(state: State, replacement: ManaReplacement, one: Permanent) -> bool:
    """Whether it is about this permanent when that is tapped for mana."""
    return now.matches(state, one, replacement.effect.of, replacement.source)


def results(state: State, one: Permanent, bundle: Bundle, reading: Reading, lookup: Lookup) -> set[Bundle]:
    """What tapping it for this mana can end as, over every order of the effects that apply."""
    if not total(bundle):
        return {bundle}
    found = [r for r in in_force(state) if applies_to(state, r, one)]
    if not found:
        return {bundle}
    used: list[ManaReplacement] = []
    outcomes = _orders(state, one, bundle, found, reading, lookup, used)
    for replacement in found:
        if replacement in used:
            _record(state, replacement, one)
    if len(used) > 1:
        order_of_replacements(state, one, outcomes, _order_matters(state, one, bundle, found, reading, lookup))
    return outcomes


def _orders(
    state: State,
    one: Permanent,
    bundle: Bundle,
    left: list[ManaReplacement],
    reading: Reading,
    lookup: Lookup,
    used: list[ManaReplacement],
) -> set[Bundle]:
    """Apply what is left in every order; each effect once, and only while it applies (CR 614.5, 616.1f)."""
    usable = [r for r in left if _usable(r, bundle)]
    used.extend(r for r in usable if r not in used)
    if not usable:
        return {bundle}
    if all(isinstance(r.effect, MultiplyMana) for r in usable) and len(usable) == len(left):
        for r in usable:
            bundle = _apply(state, r, bundle, reading, lookup).pop()
        return {bundle}
    outcomes: set[Bundle] = set()
    tried: list[object] = []
    for r in usable:
        if r.effect in tried:
            continue
        tried.append(r.effect)
        rest = [other for other in left if other is not r]
        for changed in _apply(state, r, bundle, reading, lookup):
            outcomes |= _orders(state, one, changed, rest, reading, lookup, used)
    return outcomes


def _order_matters(
    state: State, one: Permanent, bundle: Bundle, found: list[ManaReplacement], reading: Reading, lookup: Lookup
) -> bool:
    """Whether what is applied first changes what can come out at the end."""
    if all(isinstance(r.effect, MultiplyMana) for r in found):
        return False
    ends: set[frozenset[Bundle]] = set()
    for first in found:
        if _usable(first, bundle):
            rest = [r for r in found if r is not first]
            after: set[Bundle] = set()
            for changed in _apply(state, first, bundle, reading, lookup):
                after |= _orders(state, one, changed, rest, reading, lookup, [])
            ends.add(frozenset(after))
    return len(ends) > 1


def _usable(replacement: ManaReplacement, bundle: Bundle) -> bool:
    effect = replacement.effect
    return (
        not isinstance(effect, SubstituteMana) or effect.if_amount is None or total(bundle) >= effect.if_amount
    ) and total(bundle) > 0


def _apply(state: State, replacement: ManaReplacement, bundle: Bundle, reading: Reading, lookup: Lookup) -> set[Bundle]:
    effect = replacement.effect
    if isinstance(effect, MultiplyMana):
        return {times(bundle, effect.times)}
    with state.d.muted():
        made = choices(state, AddMana(effect.options), replacement.source, reading, lookup)
    if not effect.keep_amount:
        return made
    letters = {t for b in made for t in types_in(b)}
    return {single(letter, total(bundle)) for letter in letters}


@rule("106.12b")
def does_not_apply(state: State, replacement: ManaReplacement, one: Permanent) -> None:
    """The effect is about other permanents, or those of another player."""
    state.d.step("multiplier_does_not_apply", object=one.ref, source=replacement.source.ref)


@rule("106.12b")
def _record(state: State, replacement: ManaReplacement, one: Permanent) -> None:
    """A replacement effect for a permanent tapped for mana changes the mana as the ability resolves and produces it."""
    effect = replacement.effect
    if isinstance(effect, MultiplyMana):
        state.d.step("multiplied", object=one.ref, source=replacement.source.ref, times=effect.times)
    else:
        mana = "".join(symbols(o) for o in effect.options if set(o) <= set(TYPES))
        code = ("substituted_type" if effect.keep_amount else "substituted") + ("" if mana else "_chosen")
        state.d.step(code, object=one.ref, source=replacement.source.ref, mana=mana or "{W}{U}{B}{R}{G}")


@rule("616.1")
def order_of_replacements(state: State, one: Permanent, outcomes: set[Bundle], matters: bool) -> None:
    """The player whose permanent it is chooses which of several replacement effects to apply first; each applies once."""
    player = state.controller(one)
    listed = " / ".join(mana_symbols(b) for b in sorted(outcomes, key=lambda b: (total(b), shown(b))))
    if matters:
        state.d.step("order_matters", object=one.ref, player=player, results=listed)
    elif len(outcomes) == 1:
        state.d.step("each_applies_once", object=one.ref, mana=listed)
    else:
        state.d.step("order_makes_no_difference", object=one.ref, player=player)
