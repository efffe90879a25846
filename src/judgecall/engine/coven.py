"""Coven: three or more creatures with different powers (CR 207.2c)."""

from __future__ import annotations

from judgecall.cards.abilities import Unread
from judgecall.engine.characteristics import is_creature, power_of
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State


def stated_number(state: State, name: str) -> int | None:
    """A number that the scenario states by name."""
    said = state.facts.stated(name)
    if said is None:
        return None
    try:
        return int(said)
    except ValueError:
        return None


@rule("107.1b", "dawnhart-wardens-3")
def powers_differ(state: State, one: Permanent, other: Permanent) -> bool:
    """Two powers differ if they are different numbers: the actual values count, negative ones too; toughness doesn't."""
    first, second = power_of(state, one), power_of(state, other)
    differ = first is not None and second is not None and first != second
    state.d.step(
        "powers_differ" if differ else "powers_same", object=one.ref, other=other.ref, n=first, m=second
    )  # fmt: skip
    return differ


@rule("208.3")
def not_a_creature(state: State, one: Permanent) -> None:
    """A noncreature permanent, such as a Vehicle nobody crewed, has no power."""
    state.d.step("no_power", object=one.ref)


def refuse_unread_sizes(state: State) -> None:
    """Refuse when an unread line of something on the battlefield, or of a spell that was cast, may change powers.

    Raises:
        CannotRule: there is one.
    """
    for one in state.permanents.values():
        if one.zone != "battlefield" and one not in state.history.spells_cast:
            continue
        for ability in state.printed_abilities(one):
            if not isinstance(ability, Unread) or ability.shape not in {"static", "spell", "replacement"}:
                continue
            if not ability.concepts or {"power_toughness", "layers"} & set(ability.concepts):
                raise CannotRule("unread_line", object=one.ref, concepts="power_toughness")


def counts_for_coven(state: State, one: Permanent, player: str) -> bool:
    """Whether it is one of the player's creatures on the battlefield."""
    return one.zone == "battlefield" and state.controller(one) == player and is_creature(state, one)


@rule("207.2c", "dawnhart-wardens-2")
def has_coven(state: State, player: str, wanted: int = 3, among: list[Permanent] | None = None) -> bool:
    """Whether so many creatures that the player controls have powers that all differ from one another."""
    refuse_unread_sizes(state)
    creatures: list[Permanent] = []
    for one in among if among is not None else list(state.in_play()):
        if counts_for_coven(state, one, player):
            creatures.append(one)
        elif one.zone == "battlefield" and not is_creature(state, one) and one.thing.power is not None:
            not_a_creature(state, one)
        elif one.zone == "battlefield" and is_creature(state, one):
            state.d.step("not_yours", object=one.ref)
    said = stated_number(state, "different_powers")
    if said is not None:
        answer = said >= wanted
        state.d.step("powers_said" if answer else "powers_said_too_few", number=said, n=wanted)
        return answer
    chosen: dict[int, Permanent] = {}
    unknown = 0
    some = False
    for one in creatures:
        with state.d.muted():
            power = power_of(state, one)
        some = some or (one.thing.count is None and power is None)  # however many there are of one power, it is one
        if power is None:
            unknown += 1
        else:
            chosen.setdefault(power, one)
    number = state.player(player).creatures
    if number is not None and among is None:
        unknown += max(0, number - len([p for p in creatures if p.thing.zone == "battlefield"]))
    if among is None:
        state.refuse_unfollowed("sizes", "objects_removed" if len(chosen) >= wanted else "objects")
    if len(chosen) >= wanted:
        return _met(state, chosen, wanted)
    if len(chosen) + unknown >= wanted or some or not _creatures_told(state, creatures, player, among):
        answer = state.facts.ask("different_powers", n=wanted)
        state.d.step("coven_met_if" if answer else "coven_not_met_if", n=wanted)
        return answer
    if among is None and not state.player(player).only_named:
        state.facts.assume("no_other_creatures")
    twin = _twins(state, creatures)
    if twin is not None:
        powers_differ(state, *twin)
    state.d.step("coven_not_met", number=len(chosen) + unknown, creatures=len(creatures), n=wanted)
    return False


def _met(state: State, chosen: dict[int, Permanent], wanted: int) -> bool:
    three = [chosen[power] for power in sorted(chosen)][:wanted]
    for i, one in enumerate(three):
        for other in three[i + 1 :]:
            powers_differ(state, one, other)
    powers = ", ".join(str(power) for power in sorted(chosen)[:wanted])
    state.d.step("coven_met", n=wanted, powers=powers)
    return True


def _creatures_told(state: State, creatures: list[Permanent], player: str, among: list[Permanent] | None) -> bool:
    """Whether the scenario says which creatures there are, beside a single one that is there for its ability."""
    if among is not None or state.player(player).only_named or state.player(player).creatures is not None:
        return True
    return len(creatures) > 1 or any(p.thing.power is not None for p in creatures)


def _twins(state: State, creatures: list[Permanent]) -> tuple[Permanent, Permanent] | None:
    """Two creatures of the same power, to show why they don't both count."""
    seen: dict[int, Permanent] = {}
    for one in creatures:
        with state.d.muted():
            power = power_of(state, one)
        if power is None:
            continue
        if power in seen:
            return seen[power], one
        seen[power] = one
    return None
