"""The state of the game that the rules look at: permanents with what has happened to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Activated,
    Card,
    Face,
    Grant,
    Keyword,
    LoseAbilities,
    Replacement,
    Static,
    Unread,
)
from judgecall.engine.derivation import Derivation, HasDerivation
from judgecall.engine.facts import CannotRule, Facts
from judgecall.engine.history import History, LastKnown
from judgecall.scenario.model import Event, GameObject, Player, Scenario, Zone

BASIC_LAND_MANA = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
T = TypeVar("T")
NOT_PERMANENT = frozenset({"instant", "sorcery"})


class CardFacts(Protocol):
    """Where the engine gets the facts about a card."""

    def get(self, name: str) -> Card | None:
        """The card with this name or face name."""
        ...


class Permanent:
    """An object in play (or in another zone), with everything that has happened to it so far.

    `id` is the scenario's id, with "#2" and so on for the second of several alike objects.
    """

    def __init__(self, thing: GameObject, card: Card | None, number: int = 1) -> None:
        self.thing = thing
        self.id = thing.id if number == 1 else f"{thing.id}#{number}"
        self.card = card
        self.zone: Zone = thing.zone
        self.controller: str | None = thing.controller
        self.tapped: bool | None = thing.tapped
        self.since = thing.since
        self.counters: dict[str, int] = dict(thing.counters)
        self.damage = thing.damage or 0
        self.deathtouched = False
        self.regeneration = 0
        self.changes: list[tuple[int, int]] = []
        """+N/+M effects that last this turn."""
        self.base: tuple[int | None, int | None] | None = None
        self.gained: list[Ability] = []
        self.lost: set[str] = set()
        """Keywords lost; "all" for every ability."""
        self.animated: bool | None = thing.animated
        self.attacking: str | None = None
        """What it attacks (a player's or planeswalker's id), or None."""
        self.blocking: list[str] = []
        """Ids of the attackers it blocks."""
        self.blocked = False
        """Stays true for the combat once it was blocked (CR 509.1h)."""
        self.blocked_by: list[str] = []
        self.new_object = 0
        """How often it changed zones and became a new object (CR 400.7)."""
        self.was_cast: bool | None = thing.was_cast
        self.transformed_count = 0
        self.was_copy = False
        """It was a copy before it left the battlefield."""
        self.countered = False
        self.last: LastKnown | None = None
        """What it was as it last left the battlefield (CR 608.2h)."""
        self.is_copy = thing.copy_of is not None
        """It is a copy (CR 707.2): what it looks like is not what the card or token that represents it is."""
        self.face_index = self._first_face()
        self.printed: Printed | None = None
        """What `State.printed` found last."""

    def _first_face(self) -> int:
        """CR 712.8a: the front face everywhere but on the stack and the battlefield, unless the scenario says."""
        if self.thing.face == "back" and self.card and len(self.card.faces) > 1:
            return 1
        return 0

    @property
    def face(self) -> Face | None:
        """The face that is up, or None for an object without a card."""
        if self.card is None:
            return None
        return self.card.faces[min(self.face_index, len(self.card.faces) - 1)]

    @property
    def ref(self) -> str:
        """How steps and facts name it."""
        return f"@{self.id}"

    def __repr__(self) -> str:
        return f"Permanent({self.id})"


class Printed(NamedTuple):
    """What a face and the question say that an object can do; both are held, since they are known by identity."""

    face: Face | None
    thing: GameObject
    abilities: tuple[Ability, ...]
    statics: tuple[Static, ...]
    gives_statics: bool
    """One of its static abilities gives static abilities to objects."""
    silences: bool
    """One of its static abilities takes abilities away."""


class State(HasDerivation):
    """The game as the scenario states it, with events carried out in order as rules need them.

    Args:
        scenario: what is asked about.
        cards: where card facts come from.
        facts: the facts of this branch.

    Raises:
        CannotRule: a card is named that nobody knows.
    """

    def __init__(self, scenario: Scenario, cards: CardFacts, facts: Facts) -> None:
        self.scenario = scenario
        self.cards = cards
        self.facts = facts
        self.d = Derivation()
        self.history = History()
        self._printed: dict[tuple[int, int], Printed] = {}
        self.conditions_open: set[tuple[int, str]] = set()
        """What is being worked out, so that nothing asks for itself: conditions of static abilities, sizes."""
        self.memo: dict[object, Any] | None = None
        """What was worked out while nothing changes, see `unchanging`."""
        self.permanents: dict[str, Permanent] = {}
        self.groups: dict[str, list[Permanent]] = {}
        for thing in scenario.objects:
            name = thing.copy_of or thing.card
            card = cards.get(name) if name else None
            if name and card is None:
                raise CannotRule("unknown_card", card=name)
            made = [Permanent(thing, card, n) for n in range(1, (1 if thing.count is None else thing.count) + 1)]
            if thing.copy_of and thing.copy_of_face == "back" and card is not None:
                for one in made:
                    one.face_index = len(card.faces) - 1
            self.groups[thing.id] = made
            for one in made:
                self.permanents[one.id] = one

    # ------------------------------------------------------------ looking

    def group(self, id: str) -> list[Permanent]:
        """All the permanents of one scenario object ("four 1/1s" is four)."""
        return self.groups[id]

    def members(self, ids: tuple[str, ...]) -> list[Permanent]:
        """The permanents of several scenario objects, in order."""
        return [one for id in ids for one in self.groups[id]]

    def one(self, id: str) -> Permanent:
        """The permanent with this id.

        Raises:
            KeyError: there is none.
        """
        return self.permanents[id]

    def in_play(self, controller: str | None = None) -> Iterator[Permanent]:
        """Permanents on the battlefield, of one player if given."""
        for one in self.permanents.values():
            if one.zone == "battlefield" and (controller is None or self.controller(one) == controller):
                yield one

    def player(self, id: str) -> Player:
        """The player; one that the scenario doesn't list is a player with nothing stated."""
        for player in self.scenario.players:
            if player.id == id:
                return player
        return Player(id)

    def controller(self, one: Permanent) -> str:
        """Who controls it; when nobody said, it is the player who asks (assumed), or either of the two where only the other one acts.

        The parser states that case as the fact `owners_unsaid`: "Mana Reflection is out and he taps a Forest".
        """
        if one.controller is None:
            if self.facts.stated("owners_unsaid"):
                return "you" if self.facts.ask("yours", object=one.ref) else self.opponents("you")[0]
            self.facts.assume("yours", object=one.ref)
            return "you"
        return one.controller

    def opponents(self, player: str) -> list[str]:
        """The other players (two-player game unless the scenario lists more)."""
        others = [p.id for p in self.scenario.players if p.id != player]
        return others or (["opp"] if player == "you" else ["you"])

    def events(self, *kinds: str) -> list[Event]:
        """The scenario's events of these kinds, in order."""
        return [e for e in self.scenario.events if e.kind in kinds]

    # ------------------------------------------------------------ while nothing changes

    @contextmanager
    def unchanging(self) -> Iterator[None]:
        """While the board is only looked at: characteristics, and which permanents matter to a rule, are worked out once."""
        outermost = self.memo is None
        if outermost:
            self.memo = {}
        try:
            yield
        finally:
            if outermost:
                self.memo = None

    def those(self, what: str, fits: Callable[[Permanent], object]) -> list[Permanent]:
        """The objects that fit; remembered by the name of what they are while nothing changes."""
        if self.memo is None:
            return [one for one in self.permanents.values() if fits(one)]
        key = ("those", what)
        if key not in self.memo:
            self.memo[key] = [one for one in self.permanents.values() if fits(one)]
        found: list[Permanent] = self.memo[key]
        return found

    def remembered(self, key: object, work_out: Callable[[], T]) -> T:
        """What can't change while nothing happens.

        What is asked for while something else is being worked out may be seen half done, and isn't kept.
        """
        if self.memo is None or self.conditions_open:
            return work_out()
        if key not in self.memo:
            self.memo[key] = work_out()
        found: T = self.memo[key]
        return found

    # ------------------------------------------------------------ card facts

    def printed_abilities(self, one: Permanent) -> tuple[Ability, ...]:
        """The abilities its face gives it, and those that the question states."""
        return self.printed(one).abilities

    def printed(self, one: Permanent) -> Printed:
        """What its face and the question say it can do, sorted once."""
        face, thing = one.face, one.thing
        last = one.printed
        if last is not None and last.face is face and last.thing is thing:
            return last
        key = (id(face), id(thing))
        known = self._printed.get(key)
        if known is None:
            abilities = (face.abilities if face else ()) + thing.abilities
            statics = tuple(ability for ability in abilities if isinstance(ability, Static))
            effects = [effect for ability in statics for effect in ability.effects]
            known = self._printed[key] = Printed(
                face,
                thing,
                abilities,
                statics,
                any(isinstance(e, Grant) and any(isinstance(a, Static) for a in e.abilities) for e in effects),
                any(isinstance(e, LoseAbilities) for e in effects),
            )
        one.printed = known
        return known

    def guard(self, *concepts: str, among: list[Permanent] | None = None, shapes: tuple[str, ...] = ()) -> None:
        """Refuse to rule when an unread line of a card in the scenario touches one of the concepts.

        A line for which nothing could be told of what it touches counts as touching everything. `shapes` looks at
        lines of these shapes only: what is not in force all the time can't change a characteristic by itself.

        Raises:
            CannotRule: such a line exists.
        """
        for one in among if among is not None else self.permanents.values():
            if "all" in one.lost:
                continue
            for ability in self.printed_abilities(one):
                if isinstance(ability, Replacement) and _is_unfollowed(ability):
                    if not shapes or "replacement" in shapes:
                        raise CannotRule("ability_not_followed", object=one.ref)
                    continue
                if not isinstance(ability, Unread) or (shapes and ability.shape not in shapes):
                    continue
                if not ability.concepts or set(concepts) & set(ability.concepts):
                    raise CannotRule("unread_line", object=one.ref, concepts=", ".join(concepts))

    def refuse_unfollowed(self, *what: str) -> None:
        """Refuse to say what an effect may have changed that was met and not carried out.

        Raises:
            CannotRule: there was one.
        """
        for name in what:
            if name in self.history.unfollowed:
                raise CannotRule("unfollowed_effect_before", object=self.history.unfollowed[name].ref)

    def activated(self, one: Permanent) -> list[Activated]:
        """Its activated abilities, the intrinsic mana abilities of basic land types left out (see mana)."""
        from judgecall.engine.characteristics import abilities_of

        return [a for a in abilities_of(self, one) if isinstance(a, Activated)]


def _is_unfollowed(ability: Replacement) -> bool:
    """What is done as an object enters or transforms, and copies that others enter as: read, but not carried out."""
    return ability.what in {"as_it_enters", "as_it_transforms"} or (
        ability.what == "enters_as_copy" and ability.of is not None
    )


def keyword(name: str, **fields: object) -> Keyword:
    """A keyword ability by name, for rules that grant one."""
    return msgspec.convert({"kind": "keyword", "name": name, **fields}, Keyword)
