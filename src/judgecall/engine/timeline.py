"""The scenario's events, carried out on the state in order.

`apply` carries out one event as such: what triggers, what waits on the stack and what a spell's own text does is in
`triggers`, which calls it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judgecall.cards.abilities import EnterAsCopy, Named, Replacement, Unread
from judgecall.engine.characteristics import abilities_of, is_creature, power_of, subtypes_of, toughness_of
from judgecall.engine.derivation import rule
from judgecall.engine.faces.double_faced import (
    called,
    face_name,
    is_double_faced,
    is_instant_or_sorcery,
    own_card,
    show_front_elsewhere,
)
from judgecall.engine.faces.entering import (
    becomes_new_object,
    enter_as_land,
    put_onto_battlefield,
    resolve_permanent_spell,
)
from judgecall.engine.faces.transforming import transform
from judgecall.engine.facts import CannotRule
from judgecall.engine.history import LastKnown
from judgecall.engine.state import Permanent, State, keyword
from judgecall.scenario.model import Event, Zone

ARRIVALS = frozenset({"enter", "return", "cast", "play_land"})
"""Events by which an object gets to where it is: before them it was somewhere else."""
COUNTED = frozenset({"enter", "leave", "sacrifice", "return", "blink"})
"""Events whose `n` says how many of the alike objects they happen to."""

_LEAVES_TO: dict[str, Zone] = {
    "": "graveyard", "dies": "graveyard", "destroyed": "graveyard", "sacrificed": "graveyard", "killed": "graveyard",
    "exiled": "exile", "exile": "exile", "bounced": "hand", "bounce": "hand", "hand": "hand", "returned": "hand",
    "library": "library", "tucked": "library", "shuffled": "library", "graveyard": "graveyard", "countered": "graveyard",
    "damage": "graveyard", "legend rule": "graveyard", "discarded": "graveyard", "milled": "graveyard",
}  # fmt: skip


def begin(state: State) -> None:
    """Take the objects that are still to arrive off the battlefield, where the scenario lists them by default."""
    if state.history.begun:
        return
    state.history.begun = True
    first: dict[str, Event] = {}
    for event in state.scenario.events:
        for id in event.subject:
            first.setdefault(id, event)
    for id, event in first.items():
        if event.kind not in ARRIVALS:
            continue
        for one in _named(state, (id,)):
            if one.zone != "battlefield":
                continue
            if event.kind == "return":
                one.zone = "graveyard"
            elif event.n is None or event.n >= (one.thing.count or 1) or one.thing.count == 1:
                one.zone = "nowhere"
        if event.kind == "enter" and event.n is not None:
            for one in _named(state, (id,))[-event.n :]:
                one.zone = "nowhere"


def _named(state: State, ids: tuple[str, ...]) -> list[Permanent]:
    found: list[Permanent] = []
    for id in ids:
        if id in state.groups:
            found.extend(state.groups[id])
        elif id in state.permanents:
            found.append(state.permanents[id])
    return found


def subjects(state: State, event: Event) -> list[Permanent]:
    """What an event happens to: of several alike objects as many as it says, those first that it can happen to."""
    found = _named(state, event.subject)
    if event.kind not in COUNTED:
        return found
    arriving = event.kind in {"enter", "return"}
    able = [one for one in found if (one.zone != "battlefield") == arriving]
    if event.kind == "leave" and not able:
        able = [one for one in found if one.zone == one.thing.zone]  # "he exiles a creature card from my graveyard"
    if event.n is not None:
        return able[: event.n]
    return able


def apply(state: State, event: Event) -> None:
    """Carry out one event.

    Raises:
        CannotRule: it is of a kind that can't be carried out on its own.
    """
    begin(state)
    if event.at is not None:
        state.history.step = event.at
    carry_out = _KINDS.get(event.kind)
    if carry_out is not None:
        carry_out(state, event)


# ------------------------------------------------------------------ zones


def leave_battlefield(state: State, one: Permanent, to: Zone) -> None:
    """Move it off the battlefield (or out of another zone): what it was is remembered, then it is a new object."""
    from_battlefield = one.zone == "battlefield"
    replaced: str | None = None
    if from_battlefield:
        with state.d.muted():
            one.last = LastKnown(
                power_of(state, one), toughness_of(state, one), abilities_of(state, one), one.controller,
                is_creature(state, one), bool(one.thing.token), subtypes_of(state, one), one.face_index, dict(one.counters),
            )  # fmt: skip
    if one.zone in {"battlefield", "stack"} and to == "graveyard" and says_exile_instead(state, one):
        to, replaced = "exile", face_name(one)
    one.zone = to
    if from_battlefield:
        state.history.left.append(one)
        if to == "graveyard":
            state.history.died.append(one)
    becomes_new_object(one)
    if one.is_copy and not one.thing.token:
        one.card, one.is_copy, one.face_index = own_card(state, one), False, 0
        one.was_copy = True
    elif one.card is not None and len(one.card.faces) > 1 and is_double_faced(state, one) and not one.thing.token:
        show_front_elsewhere(state, one)
    if replaced is not None:
        exiled_instead(state, one, replaced)


def says_exile_instead(state: State, one: Permanent) -> bool:
    """Whether its text says to exile it instead of putting it into a graveyard."""
    return any(
        isinstance(a, Replacement) and a.what == "exile_instead_of_graveyard" and (a.of is None or a.of.this)
        for a in abilities_of(state, one)
    )


@rule("614.6")
def exiled_instead(state: State, one: Permanent, name: str) -> None:
    """An event that is replaced never happens: it is exiled and never goes to the graveyard."""
    state.d.step("exiled_instead", object=one.ref, name=name or one.ref)


def _leave(state: State, event: Event) -> None:
    how = event.how or event.value
    to = _LEAVES_TO.get(how)
    if to is None:
        raise CannotRule("unknown_way_to_leave", how=how)
    for one in subjects(state, event):
        leave_battlefield(state, one, to)


def _sacrifice(state: State, event: Event) -> None:
    for one in subjects(state, event):
        leave_battlefield(state, one, "graveyard")


def _enter(state: State, event: Event) -> None:
    for one in subjects(state, event):
        if one.zone == "stack":
            resolve_permanent_spell(state, one, back=bool(one.face_index))
        else:
            put_onto_battlefield(state, one, transformed="transformed" in event.how)


def _cast(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.zone = "stack"
        one.was_cast = True
        state.history.spells_cast.append(one)


def _play_land(state: State, event: Event) -> None:
    state.history.lands_played += 1
    for one in _named(state, event.subject):
        back = one.thing.face == "back" or event.how == "back" or event.value == "back"
        if back:
            enter_as_land(state, one)
        else:
            put_onto_battlefield(state, one)


def _return(state: State, event: Event) -> None:
    for one in subjects(state, event):
        put_onto_battlefield(state, one, transformed="transformed" in event.how)


def blink(state: State, one: Permanent, *, transformed: bool = False) -> bool:
    """Exile it and return it to the battlefield: it comes back as a new object, or stays in exile."""
    if one.zone != "battlefield":
        return False
    leave_battlefield(state, one, "exile")
    return put_onto_battlefield(state, one, transformed=transformed)


def _blink(state: State, event: Event) -> None:
    for one in subjects(state, event):
        blink(state, one, transformed="transformed" in event.how)


def _resolve(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        if one.zone == "stack" and not is_instant_or_sorcery(one.face):
            resolve_permanent_spell(state, one, back=bool(one.face_index))


def _counter_spell(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        if one.zone == "stack":
            leave_battlefield(state, one, "graveyard")
        one.countered = True


# ------------------------------------------------------------------ what changes an object


def _modify(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.changes.append((event.power or 0, event.toughness or 0))


def _set_pt(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.base = (event.power, event.toughness)


def _counters(state: State, event: Event) -> None:
    kind = event.value or "+1/+1"
    for one in _named(state, event.subject):
        one.counters[kind] = max(0, one.counters.get(kind, 0) + (1 if event.n is None else event.n))


def _gain(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.gained.extend(event.abilities)
        if event.value and not event.abilities:
            one.gained.append(keyword(event.value))
        one.lost -= {a.name for a in one.gained if hasattr(a, "name")}


def _lose(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.lost.add(event.value or "all")
        if not event.value or event.value == "all":
            one.gained.clear()


def _tap(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.tapped = event.kind != "untap"


def _animate(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.animated = True
        if event.power is not None or event.toughness is not None:
            one.base = (event.power, event.toughness)


def _crew(state: State, event: Event) -> None:
    for one in _named(state, event.target):
        one.animated = True
    for one in _named(state, event.subject):
        one.tapped = True


def _transform(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        for _ in range(event.n or 1):
            state.history.told_to_transform.append(one)
            transform(state, one, by_daybound=event.by in {"daybound", "nightbound"} or event.how == "daybound")


def _control(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        one.controller = event.target[0] if event.target else event.by or "you"
        one.since = "this_turn"


def _except_what_it_says(one: Permanent) -> None:
    """What its own text adds to the copy ("except it's an artifact in addition to its other types", CR 707.9).

    Raises:
        CannotRule: a line of it about copying wasn't read.
    """
    for ability in one.face.abilities if one.face else ():
        if isinstance(ability, Unread) and "copy" in ability.concepts:
            raise CannotRule("unread_line", object=one.ref, concepts="copy")
        if not isinstance(ability, Replacement) or ability.what != "enters_as_copy":
            continue
        for effect in ability.effects:
            if not isinstance(effect, EnterAsCopy) and effect != Named("enters_tapped"):
                # "When you do, …": what follows on the copying isn't carried out.
                raise CannotRule("ability_not_followed", object=one.ref)
            if isinstance(effect, EnterAsCopy):
                if effect.power is not None or effect.toughness is not None or effect.colors or effect.counters:
                    raise CannotRule("unread_line", object=one.ref, concepts="copy")
                if effect.own_name or effect.own_abilities or effect.except_other:
                    raise CannotRule("unread_line", object=one.ref, concepts="copy")
                one.thing = msgspec.structs.replace(
                    one.thing,
                    types=(*one.thing.types, *effect.except_types),
                    subtypes=(*one.thing.subtypes, *effect.except_subtypes),
                    abilities=(*one.thing.abilities, *effect.except_abilities),
                )


@rule("707.2")
def become_copy(state: State, one: Permanent, original: Permanent) -> None:
    """A copy takes the copiable values of what is copied: for a double-faced permanent those of the face that is up."""
    _except_what_it_says(one)
    one.card = original.card
    one.face_index = original.face_index
    one.is_copy = True
    state.d.step("copies_face_up", object=one.ref, original=original.ref, **called(original))


def _copy(state: State, event: Event) -> None:
    originals = _named(state, event.target)
    for one in _named(state, event.subject):
        one.zone = "battlefield"
        state.history.entered.append(one)
        if originals:
            become_copy(state, one, originals[0])


# ------------------------------------------------------------------ players


@rule("119.3")
def change_life(state: State, player: str, n: int) -> None:
    """An effect that makes a player gain or lose life adjusts the life total (CR 119.3); damage to a player loses life (119.2)."""
    history = state.history
    history.life_change[player] = history.life_change.get(player, 0) + n
    kept = history.gained if n > 0 else history.lost
    kept[player] = kept.get(player, 0) + abs(n)


def _players(state: State, event: Event) -> list[str]:
    named = [id for id in (*event.subject, *event.target) if id not in state.groups and id not in state.permanents]
    return named or (["you"] if not event.subject else [])


def _gain_life(state: State, event: Event) -> None:
    for player in _players(state, event):
        change_life(state, player, event.n or 1)


def _lose_life(state: State, event: Event) -> None:
    for player in _players(state, event):
        change_life(state, player, -(event.n or 1))


def _damage(state: State, event: Event) -> None:
    for id in (*event.subject, *(event.target if not event.subject else ())):
        hit = _named(state, (id,))
        if not hit:
            change_life(state, id, -(event.n or 1))
        for one in hit:
            one.damage += event.n or 0
            with state.d.muted():
                size = toughness_of(state, one)
            if size is not None and one.zone == "battlefield" and is_creature(state, one) and one.damage >= size:
                leave_battlefield(state, one, "graveyard")


def _attack(state: State, event: Event) -> None:
    for one in _named(state, event.subject):
        player = state.controller(one)
        one.attacking = event.target[0] if event.target else state.opponents(player)[0]
        state.history.attacked.add(player)


_KINDS: dict[str, Callable[[State, Event], None]] = {
    "enter": _enter, "leave": _leave, "sacrifice": _sacrifice, "cast": _cast, "play_land": _play_land,
    "return": _return, "blink": _blink, "resolve": _resolve, "counter_spell": _counter_spell,
    "modify": _modify, "set_pt": _set_pt, "counters": _counters, "gain": _gain, "lose": _lose, "tap": _tap,
    "untap": _tap, "animate": _animate, "crew": _crew, "transform": _transform, "control": _control, "copy": _copy,
    "gain_life": _gain_life, "lose_life": _lose_life, "damage": _damage, "attack": _attack,
}  # fmt: skip
