"""The moment that a mana question is about: the scenario's events up to the activation of the mana ability."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    MANA_EVENTS,
    AddMana,
    Become,
    Delayed,
    Grant,
    MultiplyMana,
    Static,
    SubstituteMana,
    Triggered,
)
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.faces.entering import resolve_permanent_spell
from judgecall.engine.facts import CannotRule
from judgecall.engine.mana.options import asked_lands
from judgecall.engine.mana.sources import all_effects, sources_of
from judgecall.engine.state import NOT_PERMANENT, Permanent, State
from judgecall.engine.timeline import apply, begin
from judgecall.engine.triggers.spells_before import is_spell_event, refuse_untold_spells, resolved_spells
from judgecall.scenario.model import Event, Query

_CHANGES_THE_BOARD = frozenset({
    "enter", "leave", "sacrifice", "return", "blink", "play_land", "modify", "set_pt", "counters", "gain", "lose", "animate",
    "crew", "transform", "control", "copy", "cast", "resolve", "counter_spell",
})  # fmt: skip
_USES = frozenset({"tap_for_mana", "activate"})
_SETTLES = frozenset({"resolve", "enter", "counter_spell"})


def go_to(state: State, query: Query) -> None:
    """Carry out what happens before the subject's mana ability is activated; everything when no event says that it is."""
    events = state.scenario.events
    used = [i for i, e in enumerate(events) if e.kind in _USES and set(e.subject) & set(query.subject)]
    before = events[: used[0]] if used else events
    costs = _paid_by_sacrifice(state, query)
    begin(state)
    refuse_spells_about_taps(state, query)
    refuse_untold_spells(state, (*query.subject, *query.target))
    for event in before:
        if event.kind not in _CHANGES_THE_BOARD:
            continue
        if is_spell_event(state, event):
            spells = [e for e in before if e.subject == event.subject]
            if event is spells[-1]:
                resolved_spells(state, spells, assumed=not event.in_response)
            continue
        if event.kind == "sacrifice" and (costs or set(event.subject) & set(query.subject)):
            # The sacrifice is a cost of the mana ability itself: the permanent is looked at as it was.
            continue
        apply(state, event)
        if event.kind == "cast":
            _resolve_unless_answered(state, event)
    attach_loose_auras(state, query)
    _refuse_unfollowed_counts(state, query)


def _refuse_unfollowed_counts(state: State, query: Query) -> None:
    """Refuse where the mana depends on what is on the board and a spell that could not be carried out may have changed that.

    Raises:
        CannotRule: that is so.
    """
    if not state.history.unfollowed:
        return
    for one in state.members(tuple(id for id in query.subject if id in state.groups)):
        for source in sources_of(state, one):
            if any(
                isinstance(e, AddMana) and (e.amount.per is not None or e.among is not None)
                for e in all_effects(source.ability.effects)
            ):
                state.refuse_unfollowed(*state.history.unfollowed)


def refuse_spells_about_taps(state: State, query: Query) -> None:
    """What High Tide makes permanents add hangs on when it resolved and how often, which has to be told."""
    told = {id for e in state.events("cast", "resolve") for id in e.subject}
    for one in state.permanents.values():
        if one.face is None or not set(one.face.types) & NOT_PERMANENT or one.thing.id in query.target:
            continue
        if one.thing.id not in told and one.thing.zone in {"hand", "library", "graveyard", "exile"}:
            continue
        effects = all_effects(tuple(e for a in one.face.abilities for e in getattr(a, "effects", ())))
        if any(
            (
                isinstance(e, Delayed)
                and e.event.what == "tapped_for_mana"
                and not (e.each_time and one.thing.id in told)
            )
            or isinstance(e, MultiplyMana | SubstituteMana)
            for e in effects
        ):
            raise CannotRule("spell_about_taps", object=one.ref)


@rule("303.4b")
def attach_loose_auras(state: State, query: Query) -> None:
    """An Aura is attached to something it can enchant: to the permanent that is asked about, when nobody says to what.

    Raises:
        CannotRule: it could be on more than one thing, and it may decide the answer.
    """
    for aura in list(state.in_play()):
        if aura.thing.id in query.subject and query.kind == "is_doubled":
            continue  # what its own mana comes of doesn't hang on what it enchants
        if aura.thing.attached_to is not None or not _about_mana(aura) or "Aura" not in now.subtypes_of(state, aura):
            continue
        told = [
            id
            for e in state.events("cast", "enter")
            if aura.thing.id in e.subject
            for id in e.target
            if id in state.groups
        ]
        if told:
            aura.thing = msgspec.structs.replace(aura.thing, attached_to=told[0])
            continue
        enchant = next((a.of for a in now.keywords_of(state, aura, "enchant") if a.of is not None), None)
        fits = [
            p for p in state.in_play() if p is not aura and (enchant is None or now.matches(state, p, enchant, aura))
        ]
        asked = [p for p in state.members(query.subject) if p in fits]
        hosts = {p.thing.id for p in (asked or fits)}
        if len(hosts) != 1:
            raise CannotRule("attached_to_what", object=aura.ref)
        host = (asked or fits)[0]
        state.facts.assume("attached_to", object=aura.ref, to=host.ref)
        aura.thing = msgspec.structs.replace(aura.thing, attached_to=host.id)
        state.d.step("aura_attached", object=aura.ref, to=host.ref)


def _about_mana(aura: Permanent) -> bool:
    abilities = (*(aura.face.abilities if aura.face else ()), *aura.thing.abilities)
    return any(
        (isinstance(a, Triggered) and a.event.what in MANA_EVENTS)
        or (isinstance(a, Static) and any(isinstance(e, Grant | Become) for e in a.effects))
        for a in abilities
    )


def _paid_by_sacrifice(state: State, query: Query) -> bool:
    """Whether an ability of the subject asks what the sacrificed permanent could produce."""
    return any(
        wanted.ref == "cost"
        for one in state.members(query.subject)
        for source in sources_of(state, one)
        for effect in all_effects(source.ability.effects)
        if isinstance(effect, AddMana)
        for wanted, _ in asked_lands(effect)
    )


def _resolve_unless_answered(state: State, event: Event) -> None:
    for one in state.members(event.subject):
        later = any(e.kind in _SETTLES and one.thing.id in e.subject for e in state.scenario.events)
        if not later and one.face is not None and not set(one.face.types) & NOT_PERMANENT:
            permanent_spell_resolves(state, one)


@rule("608.3a")
def permanent_spell_resolves(state: State, one: Permanent) -> None:
    """A permanent spell that nobody counters becomes a permanent on the battlefield."""
    state.facts.assume("spell_resolves", object=one.ref)
    resolve_permanent_spell(state, one, back=bool(one.face_index))
    state.d.step("becomes_permanent", object=one.ref)
