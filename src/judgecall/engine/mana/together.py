"""All the mana that a player can have at once: every way to use the mana abilities of a board, one after another.

A mana ability may cost mana that another one has made, a sacrifice, or a permanent that was tapped before (CR 605.3a), so what
can be had together is a search; permanents that only tap for mana are added up first, since mana never does harm.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgecall.cards.abilities import Ability, Activated, AddMana, Amount, Cost, Filter, PutCounters, Replacement
from judgecall.engine import characteristics as now
from judgecall.engine.costs.sickness import is_creature_now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.availability import already_tapped, usable_sources
from judgecall.engine.mana.bundle import NOTHING, TYPES, Bundle, mana_symbols, plus, shown, single, total
from judgecall.engine.mana.could_produce import Board, Known, guard
from judgecall.engine.mana.reading import Reading
from judgecall.engine.mana.sources import Source, all_effects
from judgecall.engine.mana.tapping import use
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import symbols

_LIMIT = 20_000
"""So many situations are looked at; a board that has more is beyond this."""
_TAP = Cost(tap=True)


class _Use(msgspec.Struct, frozen=True, eq=False):
    """One mana ability, with what using it can add."""

    one: Permanent
    source: Source
    adds: frozenset[Bundle]
    counters: tuple[str, int] | None = None
    """The kind of counters that are removed from it to use it, and how many."""

    @property
    def once(self) -> bool:
        """Whether it says that it may be activated only once each turn."""
        return isinstance(self.source.ability, Activated) and self.source.ability.once_each_turn


class _Now(msgspec.Struct, frozen=True):
    """A situation in the search: the unspent mana, and what has been tapped, sacrificed and used for it."""

    pool: Bundle
    tapped: frozenset[str]
    gone: frozenset[str] = frozenset()
    used: frozenset[int] = frozenset()
    removed: tuple[tuple[str, str, int], ...] = ()
    """Counters removed so far: from which permanent, of which kind, how many."""


def greatest(state: State, player: str, only: list[Permanent] | None = None) -> list[Bundle]:
    """The mana that a player can have at once; of two where one holds all the other does, the greater.

    Args:
        state: the game.
        player: whose mana abilities are used.
        only: only those of these permanents.
    """
    chosen = list(state.in_play(player)) if only is None else only
    with state.d.muted():
        board = Board(state, Reading("least"), frozenset(p.id for p in chosen))
        most = Board(state, Reading("most"), frozenset(p.id for p in chosen))
    if any(board.known.get(p.id) != most.known.get(p.id) for p in chosen):
        raise CannotRule("types_not_stated", object=chosen[0].ref, fact="lands_could_produce")
    board.reading.costs_ignored = False
    uses = [found for one in chosen for found in _uses(state, one, board, player)]
    tapped = frozenset(p.id for p in chosen if _is_tapped(state, p))
    for one in chosen:
        guard(state, board, one)
    if board.reading.unknown:
        raise CannotRule("unknown_amount", object=chosen[0].ref)
    _refuse_what_changes_on_the_way(uses)
    reached = _search(state, uses, chosen, tapped, board.known)
    best = [b for b in reached if not any(b != c and _holds(c, b) for c in reached)]
    best.sort(key=lambda b: (total(b), shown(b)))
    one_after_another(state, player, best)
    return best


def _is_tapped(state: State, one: Permanent) -> bool:
    with state.d.muted():
        return already_tapped(state, one)


def _holds(more: Bundle, less: Bundle) -> bool:
    return all(a >= b for a, b in zip(more, less, strict=True))


def _uses(state: State, one: Permanent, board: Board, player: str) -> list[_Use]:
    found = []
    with state.d.muted():
        for source in usable_sources(state, one):
            cost = source.cost
            if cost.tap_objects or cost.discard or cost.exile or cost.return_to_hand or cost.energy or cost.other:
                raise CannotRule("too_many_ways_to_pay", object=one.ref)
            if _asks_for_its_payment(source):
                found.append(_Use(one, source, frozenset()))
                continue
            for paid, counters in _by_counters(one, source):
                adds = frozenset(o.gained for o in use(state, one, paid, board, player)) - {NOTHING}
                if adds:
                    found.append(_Use(one, paid, adds, counters))
    return found


def _by_counters(one: Permanent, source: Source) -> Iterator[tuple[Source, tuple[str, int] | None]]:
    """The ability with each number of counters that can be removed from the permanent for it, where it costs any (CR 118.3).

    Raises:
        CannotRule: nobody said how many counters of a kind that it enters with it still has.
    """
    if source.cost.remove_counters is None:
        yield source, None
        return
    amount, kind = source.cost.remove_counters
    if kind not in one.counters and one.face is not None and _enters_with(one.face.abilities, kind):
        raise CannotRule("no_counters_known", object=one.ref)
    there = one.counters.get(kind, 0)
    if amount.per is None:
        if amount.base <= there:
            yield source, (kind, amount.base)
        return
    if amount.per not in {"x", "any_number"} or amount.base or not isinstance(source.ability, Activated):
        raise CannotRule("too_many_ways_to_pay", object=one.ref)
    for x in range(1, there + 1):
        effects = tuple(
            msgspec.structs.replace(e, amount=Amount(base=e.amount.base + e.amount.times * x))
            if isinstance(e, AddMana) and _is_number_removed(e.amount)
            else e
            for e in source.ability.effects
        )
        yield (
            msgspec.structs.replace(source, ability=msgspec.structs.replace(source.ability, effects=effects)),
            (kind, x),
        )


def _is_number_removed(amount: Amount) -> bool:
    """Whether it is the number of counters removed to pay for the ability: its X, or "for each counter removed this way"."""
    return amount.per == "x" or (amount.per == "history" and (amount.counter or "").endswith("removed this way"))


def _enters_with(abilities: tuple[Ability, ...], kind: str) -> bool:
    return any(
        isinstance(a, Replacement)
        and a.what == "enters_with_counters"
        and any(isinstance(e, PutCounters) and e.counter == kind for e in a.effects)
        for a in abilities
    )


def _asks_for_its_payment(source: Source) -> bool:
    """Whether it adds what the permanent that was sacrificed for it could produce (CR 106.7)."""
    return any(
        isinstance(e, AddMana) and e.among is not None and e.among.ref == "cost"
        for e in all_effects(source.ability.effects)
    )


def _refuse_what_changes_on_the_way(uses: list[_Use]) -> None:
    """Amounts that are counted, on a board where something is sacrificed for mana, change as the search goes on."""
    counted = [u for u in uses if any(_is_counted(e) for e in all_effects(u.source.ability.effects))]
    if counted and any(u.source.cost.sacrifice for u in uses):
        raise CannotRule("too_many_ways_to_pay", object=counted[0].one.ref)


def _is_counted(effect: object) -> bool:
    return isinstance(effect, AddMana) and effect.amount.per is not None


def _search(
    state: State, uses: list[_Use], chosen: list[Permanent], tapped: frozenset[str], known: Known
) -> set[Bundle]:
    plain = [u for u in uses if _only_taps(u, uses)]
    first = {NOTHING}
    for one in dict.fromkeys(u.one for u in plain if u.one.id not in tapped):
        adds = frozenset(b for u in plain if u.one is one for b in u.adds)
        first = {plus(a, b) for a in first for b in adds}
        if len(first) > _LIMIT:
            raise CannotRule("too_many_ways_to_pay", object=one.ref)
    tapped |= frozenset(u.one.id for u in plain)
    rest = [u for u in uses if u not in plain]
    todo = [_Now(pool, tapped) for pool in first]
    seen = set(todo)
    while todo:
        here = todo.pop()
        for after in _next(state, here, rest, chosen, known):
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) > _LIMIT:
            raise CannotRule("too_many_ways_to_pay", object=rest[0].one.ref)
    return {n.pool for n in seen}


def _only_taps(found: _Use, uses: list[_Use]) -> bool:
    """It costs nothing but {T}, nothing else of the permanent needs it untapped, and nothing untaps it."""
    return found.source.cost == _TAP and all(
        u.source.cost == _TAP or not (u.source.cost.tap or u.source.cost.untap) for u in uses if u.one is found.one
    )


def _next(state: State, here: _Now, uses: list[_Use], chosen: list[Permanent], known: Known) -> Iterator[_Now]:
    for number, found in enumerate(uses):
        cost, id = found.source.cost, found.one.id
        if id in here.gone or (found.once and number in here.used):
            continue
        if (cost.tap and id in here.tapped) or (cost.untap and id not in here.tapped):
            continue
        removed = _removed(here, found)
        if removed is None:
            continue
        tapped = (here.tapped | {id} if cost.tap else here.tapped) - ({id} if cost.untap else set())
        used = here.used | {number} if found.once else here.used
        for victim in _sacrifices(state, found, here, chosen):
            gone = here.gone | {victim.id} if victim is not None else here.gone
            adds = found.adds if found.adds else _of_victim(victim, known)
            for left in _paid(here.pool, cost.mana, found.one):
                for bundle in adds:
                    yield _Now(plus(left, bundle), tapped, gone, used, removed)


def _removed(here: _Now, found: _Use) -> tuple[tuple[str, str, int], ...] | None:
    """The counters removed once it has been used; None: there are not enough left for it."""
    if found.counters is None:
        return here.removed
    kind, n = found.counters
    all_removed = {(id, what): number for id, what, number in here.removed}
    all_removed[found.one.id, kind] = all_removed.get((found.one.id, kind), 0) + n
    if all_removed[found.one.id, kind] > found.one.counters.get(kind, 0):
        return None
    return tuple(sorted((id, what, number) for (id, what), number in all_removed.items()))


def _sacrifices(state: State, found: _Use, here: _Now, chosen: list[Permanent]) -> Iterator[Permanent | None]:
    """What can be sacrificed for it: itself, one that fits, or nothing where it costs no sacrifice."""
    cost = found.source.cost.sacrifice
    if cost is None:
        yield None
        return
    amount, wanted = cost
    if amount != Amount(base=1):
        raise CannotRule("too_many_ways_to_pay", object=found.one.ref)
    if wanted.this:
        yield found.one
        return
    own = msgspec.structs.replace(wanted, controller="you")
    for one in chosen:
        if one.id not in here.gone and not (wanted.other and one is found.one) and _fits(state, one, own, found.one):
            yield one


def _fits(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    if wanted.types == ("creature",) and is_creature_now(state, one):
        wanted = msgspec.structs.replace(wanted, types=())
    return now.matches(state, one, wanted, source)


def _of_victim(victim: Permanent | None, known: Known) -> frozenset[Bundle]:
    """One mana of a type that what was sacrificed could produce (CR 106.7)."""
    if victim is None:
        return frozenset()
    return frozenset(single(t) for t in known.get(victim.id, frozenset()))


def _paid(pool: Bundle, mana: str, one: Permanent) -> Iterator[Bundle]:
    """Every pool that is left when a mana cost is paid from it (CR 118.3a)."""
    pools = {pool}
    for symbol in symbols(mana):
        for _ in range(int(symbol) if symbol.isdigit() else 1):
            takes = TYPES if symbol.isdigit() else "".join(t for t in TYPES if t in symbol.split("/"))
            if not takes or symbol == "X":
                raise CannotRule("too_many_ways_to_pay", object=one.ref)
            pools = {_less(p, t) for p in pools for t in takes if p[TYPES.index(t)]}
    yield from pools


def _less(pool: Bundle, letter: str) -> Bundle:
    return tuple(n - (t == letter) for t, n in zip(TYPES, pool, strict=True))  # type: ignore[return-value]


@rule("605.3a")
def one_after_another(state: State, player: str, best: list[Bundle]) -> None:
    """Mana abilities are activated one after another, and mana from one may pay for the next."""
    if best and total(best[-1]):
        mana = " / ".join(mana_symbols(b) for b in best)
        state.d.step("together", player=player, mana=mana)
    else:
        state.d.step("no_mana_together", player=player)
