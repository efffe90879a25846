"""What a permanent could produce (CR 106.7): the least fixpoint over all permanents that ask about one another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from judgecall.cards.abilities import Activated, AddMana, Filter
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.mana import options, replacements
from judgecall.engine.mana.bundle import NOTHING, TYPES, WORDS, Bundle, in_order, plus, symbols, types_in
from judgecall.engine.mana.reading import Reading
from judgecall.engine.mana.sources import Source, all_effects, effects_now, guard_effects, guard_own, sources_of
from judgecall.engine.state import Permanent, State

Asked = tuple[Filter, str, str]
"""A filter, the player whose permanent asks, and the permanent itself where that matters."""
Known = dict[str, frozenset[str]]
"""By the id of a permanent: the types it could produce, as far as has been found."""


class Board:
    """The permanents that could produce mana, and what is known of each in one reading.

    Args:
        state: the game.
        reading: how unknown facts are read.
        subject: ids of the permanents the question is about: that one of them is a land says nothing of whether its
            controller has others.
    """

    def __init__(self, state: State, reading: Reading, subject: frozenset[str] = frozenset()) -> None:
        self.state = state
        self.reading = reading
        self.subject = subject
        self.known: Known = {}
        self._consulted: dict[Asked, list[Permanent]] = {}
        self._unstated: dict[Asked, list[str]] = {}
        self._given: dict[Asked, set[str]] = {}
        """What the permanents that a question asks about could produce together, as far as has been found."""
        self._askers: dict[Asked, set[str]] = {}
        self._asking: str | None = None
        reading.costs_ignored = True
        with state.unchanging():
            self.sources = {one.id: sources_of(state, one) for one in state.in_play()}
            with state.d.muted():
                self._settle()

    def _settle(self) -> None:
        """Start from nothing and add what follows until nothing new does: the least fixpoint.

        Lands that ask only about one another therefore produce nothing. A permanent is looked at again when what it asks
        about has grown.
        """
        todo = dict.fromkeys(self.sources)
        while todo:
            id = next(iter(todo))
            del todo[id]
            one = self.state.one(id)
            before = self.known.get(id, frozenset())
            self._asking = id
            after = before.union(*(self.types_of(one, source) for source in self.sources[id]), self.unsaid(one))
            self._asking = None
            if after != before:
                self.known[id] = after
                todo.update(dict.fromkeys(self._grown(one, after)))

    def _grown(self, one: Permanent, types: frozenset[str]) -> Iterator[str]:
        """Those that asked about it and have now more to take from."""
        for asked, found in self._consulted.items():
            given = self._given[asked]
            if not types <= given and one in found:
                given |= types
                yield from self._askers[asked]

    def types_of(self, one: Permanent, source: Source) -> frozenset[str]:
        """The types an ability would produce if it resolved now, whatever it costs, replacement effects applied."""
        found: set[str] = set()
        for bundle in bundles(self.state, one, source, self.reading, self.lookup):
            if not source.has_tap:
                found |= set(types_in(bundle))
                continue
            for result in replacements.results(self.state, one, bundle, self.reading, self.lookup):
                found |= set(types_in(result))
        return frozenset(found)

    def unsaid(self, one: Permanent) -> frozenset[str]:
        """A land of which nothing is said ("two lands") could produce anything."""
        unsaid = one.card is None and not self.sources[one.id] and "land" in now.types_of(self.state, one)
        if not unsaid or now.subtypes_of(self.state, one):
            return frozenset()
        whose = self.state.controller(one)
        return frozenset(
            t
            for t in TYPES
            if t in self.reading.wanted
            and (
                self.reading.holds(self.state, "land_could_produce", object=one.ref, color=WORDS[t])
                if one.thing.count == 1
                else self.reading.holds(self.state, "lands_could_produce", player=whose, color=WORDS[t])
            )
        )

    def asks(self, one: Permanent) -> list[tuple[Filter, bool]]:
        """Whose lands its abilities ask about, and whether they take any type or colours only."""
        return [
            asked
            for source in self.sources.get(one.id, [])
            for effect in all_effects(source.ability.effects)
            if isinstance(effect, AddMana)
            for asked in options.asked_lands(effect)
        ]

    def lookup(self, wanted: Filter, asker: Permanent, reading: Reading) -> frozenset[str]:
        """The types that the lands of a filter could produce, those that nobody named as unknown."""
        asked = self._asked(wanted, asker)
        self.consulted(wanted, asker)
        if self._asking is not None:
            self._askers[asked].add(self._asking)
        found = set(self._given[asked])
        if asked not in self._unstated:
            self._unstated[asked] = self.unstated(wanted, asker)
        for player in self._unstated[asked]:
            found |= {
                t
                for t in TYPES
                if t in reading.wanted
                and reading.holds(self.state, "lands_could_produce", player=player, color=WORDS[t])
            }
        return frozenset(found)

    def _asked(self, wanted: Filter, asker: Permanent) -> Asked:
        """What is asked: the same of all askers of a player where it is only about types and whose they are."""
        plain = replace(wanted, types=(), subtypes=(), supertypes=(), not_supertypes=(), controller="any") == Filter()
        same = plain and wanted.controller in {"any", "you", "opponent"} and asker.id not in self.subject
        return wanted, self.state.controller(asker), "" if same else asker.id

    def consulted(self, wanted: Filter, asker: Permanent) -> list[Permanent]:
        """The permanents that a filter asks about; for "the sacrificed land" those that the events say."""
        asked = self._asked(wanted, asker)
        if asked not in self._consulted:
            found = self._consulted[asked] = self._find(wanted, asker)
            self._given[asked] = set().union(*(self.known.get(one.id, frozenset()) for one in found))
            self._askers[asked] = set()
        return self._consulted[asked]

    def _find(self, wanted: Filter, asker: Permanent) -> list[Permanent]:
        if wanted.ref:
            ids = [e.subject for e in self.state.events("sacrifice")]
            return [one for id in ids for one in self.state.members(id)]
        return [one for one in self.state.in_play() if now.matches(self.state, one, wanted, asker)]

    def unstated(self, wanted: Filter, asker: Permanent) -> list[str]:
        """Players whose lands are asked about and of whose lands the scenario says nothing."""
        if wanted.ref or wanted.this or wanted.attached:
            return []
        state = self.state
        mine = state.controller(asker)
        players = [mine] if wanted.controller == "you" else state.opponents(mine)
        if wanted.controller == "any":
            players = [mine, *state.opponents(mine)]
        found = []
        for player in players:
            lands = [p for p in state.in_play(player) if "land" in now.types_of(state, p)]
            if asker.id in self.subject:
                lands = [p for p in lands if p is not asker]
            stated = state.player(player)
            if stated.only_named or stated.lands == 0:
                continue
            if not lands or not state.facts.assume("only_lands_named", player=player):
                found.append(player)
        if len(players) > 1 and wanted.controller == "opponent" and len(found) < len(players):
            # With several opponents, the lands of one that is silent about them are none.
            found = []
        return found


def bundles(
    state: State,
    one: Permanent,
    source: Source,
    reading: Reading,
    lookup: options.Lookup,
) -> set[Bundle]:
    """Every bundle that an ability's own effects can add, before replacement effects."""
    found: set[Bundle] = set()
    for row in effects_now(state, source.ability.effects, one):
        ways = {NOTHING}
        for effect in row:
            made = options.choices(state, effect, one, reading, lookup)
            ways = {plus(way, more) for way in ways for more in made}
        found |= ways
    return found or {NOTHING}


@rule("106.7")
def explain(state: State, board: Board, one: Permanent, types: tuple[str, ...]) -> None:
    """What a permanent could produce includes what any of its abilities would, costs ignored, replacements applied."""
    _explain_asked(state, board, one, {one.id})
    asks = bool(board.asks(one))
    if types:
        state.d.step("lands_give" if asks else "own_abilities_give", object=one.ref, types=symbols(types))
    else:
        state.d.step("no_type_defined" if asks else "produces_nothing_now", object=one.ref)


def _explain_asked(state: State, board: Board, one: Permanent, seen: set[str]) -> None:
    """What each of the lands asked about could produce, those first that such a land asks about in turn."""
    left: dict[int, Iterator[Permanent]] = {}
    todo: list[Iterator[tuple[str, Permanent]]] = [_to_explain(board, one, left)]
    while todo:
        what, land = next(todo[-1], ("done", one))
        if what == "done":
            todo.pop()
        elif what == "colors":
            colors_only(state, land)
        elif what == "itself":
            _explain_land(state, board, land)
        elif land.id not in seen:
            seen.add(land.id)
            guard_own(state, land)
            todo.append(chain(_to_explain(board, land, left), (("itself", land),)))


def _to_explain(board: Board, one: Permanent, left: dict[int, Iterator[Permanent]]) -> Iterator[tuple[str, Permanent]]:
    """The lands that it asks about, those left out that others who ask the same have come to already."""
    for wanted, any_type in board.asks(one):
        lands = board.consulted(wanted, one)
        for land in left.setdefault(id(lands), iter(lands)):
            yield "land", land
        if not any_type:
            yield "colors", one


def _explain_land(state: State, board: Board, land: Permanent) -> None:
    _record_replacements(state, board, land)
    types = in_order(board.known.get(land.id, frozenset()))
    if not types:
        if not board.asks(land):
            state.d.step("produces_nothing_now", object=land.ref)
    elif land.tapped or any(_has_other_cost(s) for s in board.sources[land.id]):
        state.d.step("costs_ignored", object=land.ref, types=symbols(types))
    else:
        state.d.step("could_produce", object=land.ref, types=symbols(types))


def _record_replacements(state: State, board: Board, land: Permanent) -> None:
    for source in board.sources[land.id]:
        if source.has_tap:
            with state.d.muted():
                made = bundles(state, land, source, board.reading, board.lookup)
            for bundle in made:
                replacements.results(state, land, bundle, board.reading, board.lookup)


def _has_other_cost(source: Source) -> bool:
    cost = source.cost
    ability = source.ability
    return bool(
        cost.mana or cost.life or cost.remove_counters or cost.sacrifice or cost.tap_objects or cost.discard
    ) or (isinstance(ability, Activated) and ability.condition is not None)


@rule("106.1b")
def colors_only(state: State, one: Permanent) -> None:
    """Colorless is a type of mana and not a colour: "any color" never gives it."""
    state.d.step("colorless_is_no_color", object=one.ref)


@rule("106.1b")
def colorless_refused(state: State, one: Permanent) -> None:
    """What asks for a colour of mana is not given colorless."""
    state.d.step("colorless_refused", object=one.ref)


def guard(state: State, board: Board, one: Permanent) -> None:
    """Refuse when an unread line could change what it could produce.

    Raises:
        CannotRule: there is such a line.
    """
    guard_effects(state)
    seen: set[str] = set()
    asked: set[int] = set()
    todo = [one]
    while todo:
        here = todo.pop()
        if here.id in seen:
            continue
        seen.add(here.id)
        guard_own(state, here)
        for wanted, _ in board.asks(here):
            lands = board.consulted(wanted, here)
            if id(lands) not in asked:
                asked.add(id(lands))
                todo.extend(lands)
