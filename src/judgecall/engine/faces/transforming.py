"""Transforming a permanent (CR 701.27)."""

from __future__ import annotations

from judgecall.cards.abilities import CantDo, Keyword
from judgecall.engine.characteristics import abilities_of, matches, statics
from judgecall.engine.derivation import rule
from judgecall.engine.faces.double_faced import (
    called,
    is_double_faced,
    is_instant_or_sorcery,
    is_meld,
    other_face,
    side,
)
from judgecall.engine.state import Permanent, State


@rule("701.27c")
def has_another_face(state: State, one: Permanent) -> bool:
    """An instruction to transform what isn't double-faced does nothing."""
    if is_double_faced(state, one):
        return True
    state.d.step("nothing_to_turn", object=one.ref)
    return False


@rule("712.4c")
def meld_card_stays(state: State, one: Permanent) -> bool:
    """Meld cards can't be transformed."""
    if not is_meld(state, one):
        return False
    state.d.step("meld_cant_transform", object=one.ref)
    return True


@rule("701.27d", "startled-awake-1")
def turns_into_spell_face(state: State, one: Permanent) -> bool:
    """An instruction to transform a permanent into an instant or sorcery face is ignored."""
    face = other_face(one)
    if not is_instant_or_sorcery(face):
        return False
    assert face is not None
    kind = "instant" if "instant" in face.types else "sorcery"
    state.d.step("other_face_not_permanent", object=one.ref, name=face.name, type=kind)
    return True


@rule("702.145b")
def daybound_locks(state: State, one: Permanent) -> bool:
    """A permanent with daybound can't transform except due to its daybound ability."""
    if not _has(state, one, "daybound"):
        return False
    state.d.step("daybound_only", object=one.ref)
    return True


@rule("702.145e")
def nightbound_locks(state: State, one: Permanent) -> bool:
    """A permanent with nightbound can't transform except due to its nightbound ability."""
    if not _has(state, one, "nightbound"):
        return False
    state.d.step("nightbound_only", object=one.ref)
    return True


def _has(state: State, one: Permanent, name: str) -> bool:
    return any(isinstance(a, Keyword) and a.name == name for a in abilities_of(state, one))


@rule("101.2")
def forbidden_to_transform(state: State, one: Permanent) -> bool:
    """A "can't transform" on it takes precedence over the instruction (CR 101.2)."""
    for source, _, effect in statics(state, CantDo):
        if isinstance(effect, CantDo) and effect.what == "transform" and matches(state, one, effect.of, source):
            state.d.step("cant_transform", object=one.ref, source=source.ref)
            return True
    return False


def may_transform(state: State, one: Permanent, *, by_daybound: bool = False) -> bool:
    """Whether an instruction to transform this permanent does anything."""
    if not has_another_face(state, one):
        return False
    if meld_card_stays(state, one) or turns_into_spell_face(state, one):
        return False
    if not by_daybound and (daybound_locks(state, one) or nightbound_locks(state, one)):
        return False
    return not forbidden_to_transform(state, one)


@rule("701.27a", "startled-awake-1")
def transform(state: State, one: Permanent, *, by_daybound: bool = False) -> bool:
    """Transforming shows the other face of a permanent."""
    if one.zone != "battlefield" or not may_transform(state, one, by_daybound=by_daybound):
        return False
    one.face_index = 1 - one.face_index
    one.transformed_count += 1
    up = side(one.face_index)
    state.d.step(f"turned_to_{up}", object=one.ref, **called(one))
    if one.counters or one.changes or one.damage:
        stays_same_object(state, one)
    return True


@rule("712.18")
def stays_same_object(state: State, one: Permanent) -> None:
    """A permanent that transforms isn't a new object: counters, damage and effects on it stay."""
    state.d.step("same_object", object=one.ref)


@rule("701.27f")
def turned_since(state: State, one: Permanent, transformed_then: int) -> bool:
    """A permanent's own ability transforms it only if it hasn't transformed since that ability was put onto the stack."""
    if one.transformed_count == transformed_then:
        return False
    state.d.step("already_turned", object=one.ref)
    return True
