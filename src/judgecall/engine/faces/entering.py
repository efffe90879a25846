"""Which face enters the battlefield, and what stays where it is (CR 712.13-712.14, 307.4)."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.engine.derivation import rule
from judgecall.engine.faces.double_faced import (
    MODAL,
    NONMODAL,
    called,
    face_at,
    face_name,
    is_double_faced,
    is_instant_or_sorcery,
    layout_of,
    own_card,
)
from judgecall.engine.state import Permanent, State

_OF_FACES = frozenset({"face_after", "transforms", "returns", "stays_in_exile", "enters_as_face", "can_play_face",
                       "has_face_characteristics", "goes_to_graveyard", "can_turn_face_down", "keeps"})  # fmt: skip


def becomes_new_object(one: Permanent) -> None:
    """An object that changes zones is a new object with no memory of what it was (CR 400.7)."""
    one.new_object += 1
    one.counters = {}
    one.changes = []
    one.base = None
    one.damage = 0
    one.deathtouched = False
    one.regeneration = 0
    one.gained = []
    one.lost = set()
    one.attacking = None
    one.blocking = []
    one.blocked = False
    one.blocked_by = []
    one.transformed_count = 0
    one.animated = None


@rule("400.7")
def comes_back_new(state: State, one: Permanent) -> None:
    """What left the battlefield and comes back is a new object with no memory of what it was."""
    if one.last is not None:
        state.d.step("new_object", object=one.ref)


@rule("111.8")
def token_is_gone(state: State, one: Permanent) -> bool:
    """A token that left the battlefield can't come back; it ceases to exist (CR 111.7)."""
    if not one.thing.token or one.new_object == 0 or one.zone == "battlefield":
        return False
    state.d.step("token_gone", object=one.ref)
    return True


def put_onto_battlefield(state: State, one: Permanent, *, transformed: bool = False) -> bool:
    """Put an object onto the battlefield from a zone other than the stack; False: it stays where it is."""
    if token_is_gone(state, one):
        return False
    comes_back_new(state, one)
    if one.is_copy and not one.thing.token:
        # Away from the battlefield it is no longer a copy: what enters is the card itself.
        one.card, one.is_copy = own_card(state, one), False
        if one.card is None and one.thing.card is None:
            return enter_single_faced(state, one, transformed)
    if not transformed and _plain_body(state, one):
        return enter_single_faced(state, one, False)
    if not is_double_faced(state, one):
        return enter_single_faced(state, one, transformed)
    if transformed:
        return enter_transformed(state, one)
    return enter_front_up(state, one)


def _plain_body(state: State, one: Permanent) -> bool:
    """A creature without a name ("a 4/4") that nothing asks a face of: nobody means a double-faced one."""
    nameless = one.card is None and one.thing.card is None and one.thing.face is None
    asked = any(q.kind in _OF_FACES for q in state.scenario.queries)
    return nameless and not asked and state.facts.stated(f"double_faced {one.ref}") is None


def _arrive(state: State, one: Permanent, index: int) -> bool:
    one.zone = "battlefield"
    one.face_index = index
    one.tapped = False
    one.since = "this_turn"
    state.history.entered.append(one)
    return True


@rule("712.14a", "startled-awake-1")
def enter_single_faced(state: State, one: Permanent, transformed: bool) -> bool:
    """What isn't double-faced and is to be put onto the battlefield transformed stays in its current zone."""
    if transformed:
        state.d.step("stays_not_double_faced", object=one.ref, zone=one.zone)
        return False
    if spell_card_stays(state, one, 0):
        return False
    return _arrive(state, one, 0)


@rule("712.14a", "startled-awake-1")
def enter_transformed(state: State, one: Permanent) -> bool:
    """A double-faced card put onto the battlefield transformed enters with its back face up."""
    if spell_card_stays(state, one, 1):
        return False
    _arrive(state, one, 1)
    state.d.step("enters_back_up", object=one.ref, **called(one, 1))
    return True


@rule("712.14", "startled-awake-1")
def enter_front_up(state: State, one: Permanent) -> bool:
    """A double-faced card put onto the battlefield enters with its front face up by default."""
    if modal_spell_stays(state, one) or spell_card_stays(state, one, 0):
        return False
    if enters_at_night(state, one):
        return _arrive(state, one, 1)
    _arrive(state, one, 0)
    state.d.step("enters_front_up", object=one.ref, **called(one, 0))
    return True


@rule("712.14b")
def modal_spell_stays(state: State, one: Permanent) -> bool:
    """A modal card whose front face isn't a permanent card stays in its current zone."""
    if one.card is None or layout_of(one.card) != MODAL or not is_instant_or_sorcery(face_at(one, 0)):
        return False
    state.d.step("front_not_permanent", object=one.ref, name=face_name(one, 0), zone=one.zone)
    return True


@rule("400.4a", "startled-awake-1")
def spell_card_stays(state: State, one: Permanent, index: int) -> bool:
    """An instant or sorcery that would enter the battlefield remains in its previous zone (CR 304.4, 307.4)."""
    face = face_at(one, index)
    if not is_instant_or_sorcery(face):
        return False
    assert face is not None
    kind = "instant" if "instant" in face.types else "sorcery"
    state.d.step("spell_stays", object=one.ref, name=face.name, type=kind, zone=one.zone)
    return True


@rule("702.145b")
def enters_at_night(state: State, one: Permanent) -> bool:
    """If it is night, a permanent with daybound that a double-faced card represents enters transformed."""
    face = face_at(one, 0)
    has = any(
        isinstance(a, Keyword) and a.name == "daybound" for a in (face.abilities if face else one.thing.abilities)
    )
    if face is None and not has:
        # Of a card that isn't named it can't be told, and it matters only at night.
        if not (state.history.daylight or state.facts.stated("daylight") or state.facts.stated("night")):
            return False
        has = is_night(state) and state.facts.ask("has_daybound", object=one.ref)
    if not has or not is_night(state):
        return False
    state.d.step("enters_transformed_at_night", object=one.ref, **called(one, 1))
    return True


def is_night(state: State) -> bool:
    """Whether it is night, as stated or as it became (CR 731.1)."""
    daylight = state.history.daylight or state.facts.stated("daylight")
    if daylight is not None:
        return daylight == "night"
    for name in ("night", "day"):
        stated = state.facts.stated(name)
        if stated is not None:
            return (stated == "yes") == (name == "night")
    return not state.facts.assume("not_night")


@rule("712.12")
def enter_as_land(state: State, one: Permanent) -> bool:
    """A modal card that is played as a land with its back face enters with that face up."""
    if one.card is not None and layout_of(one.card) != MODAL:
        return False
    _arrive(state, one, 1)
    state.d.step("modal_land", object=one.ref, **called(one, 1))
    return True


@rule("712.13")
def resolve_permanent_spell(state: State, one: Permanent, *, back: bool) -> bool:
    """A double-faced spell that becomes a permanent enters with the face up that was up on the stack."""
    card = own_card(state, one)
    if card is not None and layout_of(card) == NONMODAL and not back and enters_at_night(state, one):
        return _arrive(state, one, 1)
    if is_instant_or_sorcery(face_at(one, 1 if back else 0)):
        return False
    _arrive(state, one, 1 if back else 0)
    if card is not None and len(card.faces) > 1 and layout_of(card) in {NONMODAL, MODAL}:
        state.d.step(f"enters_{'back' if back else 'front'}_from_stack", object=one.ref, name=face_name(one))
    return True
