"""Numbers that mana abilities use: counts, devotion, power (CR 107.3, 608.2h, 700.5)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from judgecall.cards.abilities import Amount, Filter
from judgecall.engine import characteristics as now
from judgecall.engine.coven import stated_number
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.bundle import COLORS, WORDS, letter_of, symbols
from judgecall.engine.mana.reading import Reading
from judgecall.engine.mana.sources import type_is_added
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State

_SYMBOL = re.compile(r"\{([^}]*)\}")


def number(state: State, amount: Amount, source: Permanent, reading: Reading) -> int:
    """The number, never below 0; marks the reading as open when it is only a lower bound.

    Raises:
        CannotRule: it depends on something that isn't known.
    """
    counted = _counted(state, amount, source, reading)
    value = amount.base if counted is None else amount.base + amount.times * counted
    if amount.half:
        value = -(-value // 2) if amount.half == "up" else value // 2
    return max(value, 0)


def _counted(state: State, amount: Amount, source: Permanent, reading: Reading) -> int | None:
    per = amount.per
    if per is None:
        return None
    if per == "count" and amount.of is not None:
        return count(state, amount.of, source, reading)
    if per == "devotion":
        return devotion(state, state.controller(source), amount.colors)
    if per == "x":
        if source.thing.x is not None:
            return source.thing.x
        if reading.costs_ignored:
            return 1
        raise CannotRule("unknown_x", object=source.ref)
    if per == "greatest_power" and amount.of is not None:
        sizes = [now.power_of(state, p) for p in state.in_play() if now.matches(state, p, amount.of, source)]
        if None in sizes or not sizes:
            raise CannotRule("unknown_size", object=source.ref)
        return max(s for s in sizes if s is not None)
    if per == "colors_among" and amount.of is not None:
        return len(_colors_counted(state, amount.of, source))
    if per == "history" and amount.counter == "different powers among them" and amount.of is not None:
        return different_powers(state, amount.of, source, reading)
    if per == "basic_land_types":
        wanted = amount.of or Filter(types=("land",), controller="you")
        found = {s for p in state.in_play() if now.matches(state, p, wanted, source) for s in now.subtypes_of(state, p)}
        return len(found & set(BASIC_LAND_MANA))
    if per == "life":
        life = state.player(state.controller(source)).life
        if life is None:
            raise CannotRule("unknown_life", object=source.ref)
        return life
    if per == "hand":
        hand = state.player(state.controller(source)).hand
        if hand is None:
            raise CannotRule("unknown_hand", object=source.ref)
        return hand
    value = now.amount_of(state, Amount(0, per, amount.of, 1, amount.counter, amount.colors), source)
    if value is None:
        raise CannotRule("unknown_amount", object=source.ref)
    return value


@rule("608.2h")
def different_powers(state: State, wanted: Filter, source: Permanent, reading: Reading) -> int:
    """How many different powers there are among objects of a kind as the ability resolves."""
    with state.d.muted():
        count(state, wanted, source, reading)
        powers = {now.power_of(state, p) for p in state.in_play() if now.matches(state, p, wanted, source)}
    if None in powers:
        raise CannotRule("unknown_size", object=source.ref)
    state.d.step("different_powers", object=source.ref, n=len(powers))
    return len(powers)


@rule("608.2h")
def count(state: State, wanted: Filter, source: Permanent, reading: Reading) -> int:
    """How many objects of a kind there are as the ability resolves.

    Those that the scenario shows are counted; when it shows and states none, whether there is any is unknown.
    """
    found = [p for p in state.permanents.values() if now.matches(state, p, wanted, source)]
    n = len(found)
    if any(p.thing.count is None for p in found):
        reading.open_amount = True
    stated = _stated_number(state, wanted, source)
    what = _what(wanted)
    if stated is not None:
        n = max(n, stated)
    elif n == 0 and wanted.zone != "battlefield":
        raise CannotRule("unknown_amount", object=source.ref)
    elif (
        n == 0
        and wanted.zone == "battlefield"
        and not _some_left(state, wanted, source)
        and not (_all_named(state, wanted, source) or _said_to_be_none(state, wanted, source))
    ):
        if reading.holds(state, "controls_any", player=_whose(state, wanted, source), what=what):
            reading.open_amount = True
            n = 1
    elif (
        (n or _some_left(state, wanted, source))
        and wanted.zone == "battlefield"
        and not _all_named(state, wanted, source)
    ):
        whose = _whose(state, wanted, source)
        if not state.facts.assume("only_those_named", what=what, player=whose):
            reading.open_amount = True
    for one in found:
        for name in now.subtypes_of(state, one) & set(wanted.subtypes):
            if name not in (one.face.subtypes if one.face else ()) and name not in one.thing.subtypes:
                type_is_added(state, one, name)
    state.d.step("counted", object=source.ref, what=what, n=n)
    return n


def _whose(state: State, wanted: Filter, source: Permanent) -> str:
    mine = state.controller(source)
    if wanted.controller == "you":
        return mine
    return state.opponents(mine)[0] if wanted.controller == "opponent" else "any"


def _all_named(state: State, wanted: Filter, source: Permanent) -> bool:
    whose = _whose(state, wanted, source)
    players = [state.controller(source), *state.opponents(state.controller(source))] if whose == "any" else [whose]
    return all(state.player(p).only_named for p in players)


def _some_left(state: State, wanted: Filter, source: Permanent) -> bool:
    """Whether some that were named have left since: then those that were named are all there were."""
    left = [p for p in state.history.left if p.thing.zone == "battlefield"]
    return any(now.matches(state, p, replace(wanted, zone=p.zone), source) for p in left)


def _said_to_be_none(state: State, wanted: Filter, source: Permanent) -> bool:
    """Whether the scenario holds "no Swamps": a group of none, told by its kind alone."""
    whose = _whose(state, wanted, source)
    for thing in state.scenario.objects:
        plain = thing.card is None and thing.power is None and not thing.abilities and thing.tapped is None
        kind = not thing.subtypes or bool(wanted.subtypes and set(wanted.subtypes) <= set(thing.subtypes))
        if thing.count == 0 and plain and kind and thing.controller == whose and set(wanted.types) <= set(thing.types):
            return True
    return False


def _stated_number(state: State, wanted: Filter, source: Permanent) -> int | None:
    """The number that was said outright ("no creatures", "five lands"), for a plain filter on a card type."""
    plain = Filter(types=wanted.types, controller=wanted.controller)
    if wanted != plain or wanted.controller != "you" or len(wanted.types) != 1:
        # None of a kind means none of a part of that kind either.
        if wanted.controller == "you" and len(wanted.types) == 1 and not wanted.not_types:
            whole = _stated_number(state, Filter(types=wanted.types, controller="you"), source)
            return 0 if whole == 0 else None
        return None
    player = state.player(state.controller(source))
    return {"creature": player.creatures, "land": player.lands}.get(wanted.types[0])


def _what(wanted: Filter) -> str:
    """What is counted, as words of the type line."""
    return " ".join([*wanted.supertypes, *wanted.subtypes, *wanted.types]) or "permanent"


@rule("700.5")
def devotion(state: State, player: str, colors: str) -> int:
    """Mana symbols of these colours among the mana costs of permanents that the player controls; hybrid ones too."""
    if player == "you" and len(colors) == 1 and (said := stated_number(state, f"devotion_{colors}")) is not None:
        state.d.step("devotion", player=player, colors=symbols(colors), n=said)
        return said
    total = 0
    for one in state.in_play():
        if state.controller(one) != player:
            continue
        cost = one.thing.mana_cost or (one.face.mana_cost if one.face else "")
        found = sum(1 for s in _SYMBOL.findall(cost) if set(s.upper().split("/")) & set(colors))
        if found:
            state.d.step("devotion_from", object=one.ref, n=found, colors=symbols(colors))
        total += found
    if not state.player(player).only_named:
        state.facts.assume("only_those_named", what="permanent", player=player)
    state.d.step("devotion", player=player, colors=symbols(colors), n=total)
    return total


def _colors_counted(state: State, wanted: Filter, source: Permanent) -> str:
    """Colours that an amount counts: of what the scenario shows, which has to be something."""
    least = Reading("least")
    found = colors_among(state, wanted, source, least)
    if least.unknown:
        raise CannotRule("unknown_amount", object=source.ref)
    return found


def colors_among(state: State, wanted: Filter, source: Permanent, reading: Reading) -> str:
    """The colours among objects of a kind (CR 105.2); all that are wanted when there may be some that nobody named."""
    if wanted.ref or "exiled_with_this" in wanted.state:
        return _of_exiled_card(state, source, reading)
    matching = [one for one in state.permanents.values() if now.matches(state, one, wanted, source)]
    if not matching and (wanted.zone != "battlefield" or not _all_named(state, wanted, source)):
        whose = _whose(state, wanted, source)
        return "".join(
            c
            for c in COLORS
            if c in reading.wanted
            and reading.holds(state, "controls_color", player=whose, what=_what(wanted), color=WORDS[c])
        )
    found: set[str] = set()
    for one in matching:
        if not now.colors_known(one):
            raise CannotRule("unknown_color", object=one.ref)
        found |= now.colors_of(state, one)
    return "".join(c for c in COLORS if c in found)


def _of_exiled_card(state: State, source: Permanent, reading: Reading) -> str:
    """The colours of the card that was exiled with it (imprint, CR 607.2a): those that the scenario gives as its choice."""
    if source.thing.chosen is not None:
        letters = letter_of(source.thing.chosen) or source.thing.chosen.upper()
        if not set(letters) <= set(COLORS):
            raise CannotRule("unknown_choice", object=source.ref)
        return "".join(c for c in COLORS if c in letters)
    return "".join(
        c
        for c in COLORS
        if c in reading.wanted and reading.holds(state, "exiled_color", object=source.ref, color=WORDS[c])
    )
