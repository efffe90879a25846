"""The total cost of a spell: its own or another cost, what is added, what is taken off, what it can't go below (CR 601.2f)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgecall.cards.abilities import AdditionalCost, AlternativeCost, Amount, CostChange, Keyword, Static, Unread
from judgecall.engine.characteristics import condition_holds, has
from judgecall.engine.coven import stated_number
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana.amounts import number
from judgecall.engine.mana.reading import Reading
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict
from judgecall.engine.x.symbols import printed_cost, symbols, x_symbols
from judgecall.engine.x.targets import fits
from judgecall.scenario.model import Query

COMMANDER_TAX = 2
FROM_GRAVEYARD = frozenset({"flashback", "escape", "disturb"})
"""Keywords whose cost is the only one for which they let a card be cast from a graveyard."""
OTHER_COSTS = frozenset({
    "flashback", "evoke", "overload", "dash", "bestow", "madness", "miracle", "disturb", "emerge", "spectacle", "escape", "foretell",
    "blitz", "prototype", "cleave", "mutate", "surge", "prowl", "freerunning", "impending", "morph", "disguise", "megamorph",
    "warp", "web-slinging", "retrace", "jump-start", "aftermath", "harmonize", "plot", "sneak", "mayhem",
})  # fmt: skip
"""Keywords that let a card be cast for another cost."""


def total_cost(state: State, spell: Permanent, x: int, cost: str = "") -> list[str]:
    """The mana of the total cost as a row of symbols, coloured ones first, generic mana as single "1"s.

    Args:
        x: the value chosen for X.
        cost: the alternative cost that is paid, if it isn't the mana cost.
    """
    base = cost or base_cost(state, spell)
    row = spelled_out(base, x)
    plain = len(row)
    for added in additional_mana(state, spell):
        row = spelled_out("".join(f"{{{s}}}" for s in row) + added, x)
    changes = list(cost_changes(state, spell))
    for source, effect, times in changes:
        if effect.increase and not effect.floor and times:
            row = _increased(state, spell, source, effect, times, row)
    for source, effect, times in changes:
        if not effect.increase and not effect.floor and times:
            row = _reduced(state, spell, source, effect, times, row)
    for source, effect, _ in changes:
        if effect.floor:
            row = no_less_than(state, spell, source, effect, row)
    if changes or len(row) != plain:
        locked_in(state, spell, row)
    return row


@rule("601.2f")
def locked_in(state: State, spell: Permanent, row: list[str]) -> None:
    """What a spell costs or another cost, with what is added and taken off, is the total cost (CR 601.2f)."""
    state.d.step("total_cost", object=spell.ref, cost=written(row), n=len(row))


def base_cost(state: State, spell: Permanent) -> str:
    """The mana cost, or the cost for which a card can be cast from a graveyard (CR 601.2b, 118.9).

    Raises:
        CannotRule: nobody knows it.
    """
    if spell.zone == "graveyard":
        for ability in state.printed_abilities(spell):
            if isinstance(ability, Keyword) and ability.name in FROM_GRAVEYARD and ability.cost:
                other_cost(state, spell, ability.cost, ability.name)
                return ability.cost
    cost = printed_cost(spell)
    if cost is None:
        raise CannotRule("unknown_mana_cost", object=spell.ref)
    return cost


@rule("118.9")
def other_cost(state: State, spell: Permanent, cost: str, keyword: str) -> None:
    """An alternative cost is paid rather than the mana cost; what changes costs applies to it too (CR 118.9, 118.9d)."""
    state.d.step("alternative_cost", object=spell.ref, cost=cost, keyword=keyword)


def spelled_out(cost: str, x: int) -> list[str]:
    """A cost as a row of symbols, coloured ones first: {X}{X}{2}{G} with X=1 is G and four generic."""
    row: list[str] = []
    generic = 0
    for symbol in symbols(cost):
        if symbol == "X":
            generic += x
        elif symbol.isdigit():
            generic += int(symbol)
        else:
            row.append(symbol)
    return row + ["1"] * generic


def written(row: list[str]) -> str:
    """A row of symbols as a cost: {2}{U}; {0} for none."""
    generic = row.count("1")
    rest = "".join(f"{{{s}}}" for s in row if s != "1")
    return (f"{{{generic}}}" if generic or not rest else "") + rest


# ------------------------------------------------------------------ what is added


def additional_mana(state: State, spell: Permanent) -> Iterator[str]:
    """The mana of additional costs: those of the spell itself, its kicker if it is kicked, and a commander's tax (CR 118.8)."""
    for ability in state.printed_abilities(spell):
        for effect in getattr(ability, "effects", ()):
            if isinstance(effect, AdditionalCost) and effect.cost.mana:
                additional_cost(state, spell, effect.cost.mana)
                yield effect.cost.mana
    kicker = kicker_mana(state, spell)
    if kicker:
        yield kicker
    if spell.zone == "command":
        yield commander_tax(state, spell)


def times_kicked(state: State, spell: Permanent) -> int:
    """How often it is kicked, as far as that was said."""
    times = stated_number(state, "times_kicked")
    if times is not None:
        return times
    told = any(e.how == "kicked" and spell.thing.id in e.subject for e in state.events("cast"))
    return int(told or state.facts.stated("kicked") == "yes")


def kicker_mana(state: State, spell: Permanent) -> str:
    """The mana of the kicker as often as it is paid; empty for a spell that isn't kicked.

    Raises:
        CannotRule: it has no kicker that could be paid so.
    """
    times = times_kicked(state, spell)
    if not times:
        return ""
    kickers = [
        a for a in state.printed_abilities(spell) if isinstance(a, Keyword) and a.name in {"kicker", "multikicker"}
    ]
    if len(kickers) != 1 or not kickers[0].cost or (times > 1 and kickers[0].name == "kicker"):
        raise CannotRule("no_such_kicker", object=spell.ref)
    kicker_cost(state, spell, kickers[0].cost, times)
    return kickers[0].cost * times


@rule("118.8")
def additional_cost(state: State, spell: Permanent, cost: str) -> None:
    """An additional cost is paid at the same time as the mana cost (CR 118.8)."""
    state.d.step("additional_cost", object=spell.ref, cost=cost)


@rule("702.33a")
def kicker_cost(state: State, spell: Permanent, cost: str, times: int) -> None:
    """A kicker cost is an additional cost that may be paid, a multikicker cost any number of times (CR 702.33a, 702.33c)."""
    if times == 1:
        state.d.step("kicker_cost", object=spell.ref, cost=cost)
    else:
        state.d.step("kicker_cost", object=spell.ref, cost=cost, times=times)


@rule("903.8")
def commander_tax(state: State, spell: Permanent) -> str:
    """A commander cast from the command zone costs {2} more for each time it was cast from there before (CR 903.8)."""
    before = stated_number(state, "commander_casts")
    if before is None:
        raise CannotRule("commander_casts_not_said", object=spell.ref)
    state.d.step("commander_tax", object=spell.ref, times=before, n=COMMANDER_TAX * before)
    return f"{{{COMMANDER_TAX * before}}}"


# ------------------------------------------------------------------ what changes it


def cost_changes(state: State, spell: Permanent) -> Iterator[tuple[Permanent, CostChange, int]]:
    """The effects that change what this spell costs, each with how many times over it does.

    Raises:
        CannotRule: a line that may be such an effect was not read, or what it hangs on isn't known.
    """
    for source in [spell, *(p for p in state.in_play() if p is not spell)]:
        for ability in state.printed_abilities(source):
            if isinstance(ability, Unread) and ability.shape == "static" and "cost" in ability.concepts:
                raise CannotRule("unread_line", object=source.ref, concepts="cost")
            if not isinstance(ability, Static):
                continue
            for effect in ability.effects:
                if not isinstance(effect, CostChange) or not _is_about(state, spell, source, effect):
                    continue
                if ability.condition is None or condition_holds(state, ability.condition, source):
                    yield source, effect, _times(state, spell, source, effect)
    yield from _by_keyword(state, spell)


def _is_about(state: State, spell: Permanent, source: Permanent, effect: CostChange) -> bool:
    if effect.of.this or source is spell:
        return effect.of.this and source is spell
    with state.d.muted():
        return fits(state, spell, effect.of, source, as_spell=True)


def _times(state: State, spell: Permanent, source: Permanent, effect: CostChange) -> int:
    if effect.if_targets is not None:
        raise CannotRule("cost_hangs_on_targets", object=spell.ref)
    if effect.per == Amount(base=1):
        return 1
    if effect.per.per == "targets":
        # What a spell costs for targets beyond the first: one target, unless someone says otherwise.
        state.facts.assume("one_target", object=spell.ref)
        return max(effect.per.base + effect.per.times, 0)
    return _counted(state, source, effect.per)


def _counted(state: State, source: Permanent, amount: Amount) -> int:
    reading = Reading("least")
    found = number(state, amount, source, reading)
    if reading.unknown or reading.open_amount:
        raise CannotRule("unknown_amount", object=source.ref)
    return found


def _by_keyword(state: State, spell: Permanent) -> Iterator[tuple[Permanent, CostChange, int]]:
    for ability in state.printed_abilities(spell):
        if not isinstance(ability, Keyword) or ability.name not in {"affinity", "undaunted"}:
            continue
        if ability.name == "affinity" and ability.of is not None:
            mine = msgspec.structs.replace(ability.of, controller="you")
            yield spell, CostChange(mine, "{1}"), affinity(state, spell, Amount(per="count", of=mine))
        else:
            raise CannotRule("cost_changes", object=spell.ref)


@rule("702.41a")
def affinity(state: State, spell: Permanent, amount: Amount) -> int:
    """A spell with affinity costs {1} less for each such object that its caster controls (CR 702.41a)."""
    n = _counted(state, spell, amount)
    state.d.step("affinity_counts", object=spell.ref, n=n)
    return n


@rule("601.2f")
def _increased(
    state: State, spell: Permanent, source: Permanent, effect: CostChange, times: int, row: list[str]
) -> list[str]:
    """All additional costs and cost increases are added before anything is taken off (CR 601.2f)."""
    state.d.step("costs_more", object=spell.ref, source=source.ref, mana=_many(effect.mana, times))
    return spelled_out("".join(f"{{{s}}}" for s in row) + effect.mana * times, 0)


@rule("118.7a")
def _reduced(
    state: State, spell: Permanent, source: Permanent, effect: CostChange, times: int, row: list[str]
) -> list[str]:
    """Generic mana is taken off the generic part only; coloured mana off its colour, and what is over off the generic part.

    CR 118.7a-d. A cost never goes below {0} (CR 601.2f).
    """
    state.d.step("costs_less", object=spell.ref, source=source.ref, mana=_many(effect.mana, times))
    left = list(row)
    for symbol in spelled_out(effect.mana, 0) * times:
        if "/" in symbol or symbol in {"X", "S"}:
            raise CannotRule("cost_changes", object=source.ref)
        if symbol in left:
            left.remove(symbol)
        elif symbol != "1" and "1" in left:
            left.remove("1")
        elif any("/" in other for other in left if symbol != "1" or any(part.isdigit() for part in other.split("/"))):
            raise CannotRule("cost_changes", object=source.ref)
    if left.count("1") == row.count("1") and len(left) == len(row):
        state.d.step("no_generic_to_reduce", object=spell.ref, cost=written(row))
    return left


@rule("601.2f")
def no_less_than(state: State, spell: Permanent, source: Permanent, effect: CostChange, row: list[str]) -> list[str]:
    """What directly affects the total cost is applied last, once everything was added and taken off (CR 601.2f)."""
    least = len(spelled_out(effect.mana, 0))
    if len(row) >= least:
        state.d.step("floor_is_met", object=spell.ref, source=source.ref, n=least, cost=written(row))
        return row
    state.d.step("raised_to_floor", object=spell.ref, source=source.ref, n=least, cost=written(row))
    return row + ["1"] * (least - len(row))


def _many(mana: str, times: int) -> str:
    return written(spelled_out(mana, 0) * times)


# ------------------------------------------------------------------ other ways to pay


def has_other_cost(state: State, spell: Permanent) -> bool:
    """Whether the card itself lets it be cast for another cost, or as something else, so that its mana cost isn't the last word."""
    if spell.card is not None and len(spell.card.faces) > 1:
        return True
    return any(
        (isinstance(a, Keyword) and a.name in OTHER_COSTS)
        or any(isinstance(e, AlternativeCost) for e in getattr(a, "effects", ()))
        for a in state.printed_abilities(spell)
    )


def x_told(state: State, spell: Permanent) -> int | None:
    """The X that the spell has, or that the scenario says it is cast with."""
    told = [e.n for e in state.events("cast") if spell.thing.id in e.subject and not e.value]
    return spell.thing.x if spell.thing.x is not None or not told else told[-1]


@answers("total_cost")
def answer_total_cost(state: State, query: Query) -> Verdict:
    """How much mana it takes in all to cast the subject, with X = `n`."""
    spell = state.members(query.subject)[0]
    x = query.n if query.n is not None else x_told(state, spell)
    cost = base_cost(state, spell)
    if x is None and x_symbols(cost):
        raise CannotRule("x_not_said", object=spell.ref)
    if not symbols(cost):
        raise CannotRule("unknown_mana_cost", object=spell.ref)
    row = total_cost(state, spell, x or 0)
    if any("/" in s for s in row) or any(has(state, spell, k) for k in ("delve", "convoke", "improvise", "assist")):
        raise CannotRule("paid_with_mana_or_life", object=spell.ref)
    locked_in(state, spell, row)
    return Number(len(row))
