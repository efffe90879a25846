"""Which face may be played or cast (CR 712.11, 712.12, 702.146)."""

from __future__ import annotations

from judgecall.cards.abilities import Card, Keyword
from judgecall.engine.derivation import rule
from judgecall.engine.faces.double_faced import (
    MODAL,
    NONMODAL,
    called,
    face_at,
    is_double_faced,
    is_modal,
    layout_of,
    own_card,
)
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import fixed_value, x_symbols


def _disturb(card: Card | None) -> Keyword | None:
    if card is None:
        return None
    return next((a for a in card.faces[0].abilities if isinstance(a, Keyword) and a.name == "disturb"), None)


@rule("702.146a")
def cast_with_disturb(state: State, one: Permanent) -> bool:
    """A card with disturb may be cast transformed from its owner's graveyard."""
    if _disturb(own_card(state, one)) is None and not (one.card is None and one.thing.face == "back"):
        return False
    state.d.step("disturb_casts_back", object=one.ref, **called(one, 1))
    return True


def cast_transformed(state: State, one: Permanent, how: str) -> bool:
    """Whether the spell is put on the stack with its back face up (CR 712.11a)."""
    if "transformed" in how:
        back_up_on_stack(state, one)
        return True
    if one.zone == "graveyard" or "disturb" in how:
        return cast_with_disturb(state, one) or ("disturb" in how and one.card is None)
    return False


@rule("712.11a")
def back_up_on_stack(state: State, one: Permanent) -> None:
    """A double-faced card that is cast transformed is put on the stack with its back face up."""
    state.d.step("cast_back_up", object=one.ref, **called(one, 1))


@rule("712.12")
def modal_face_as_land(state: State, one: Permanent, index: int) -> bool:
    """A modal card may be played as a land with a face up that is a land."""
    face = face_at(one, index)
    land = "land" in face.types if face else state.facts.ask("face_is_land", object=one.ref)
    state.d.step("modal_land" if land else "modal_face_not_land", object=one.ref, **called(one, index))
    return land


@rule("712.11b")
def modal_face_as_spell(state: State, one: Permanent, index: int) -> bool:
    """A player who casts a modal card chooses which face to cast."""
    state.d.step("modal_spell", object=one.ref, **called(one, index))
    return True


@rule("712.8a")
def only_front_may_be_played(state: State, one: Permanent, index: int) -> bool:
    """In a hand, graveyard or library a nonmodal card has only its front face: that one may be played, the back can't."""
    state.d.step("front_may_be_played" if index == 0 else "back_not_there", object=one.ref, **called(one, index))
    return index == 0


@rule("310.11b")
def defeated_siege(state: State, one: Permanent) -> bool:
    """When its last defense counter is removed, a Siege is exiled and may be cast transformed without paying its mana cost."""
    face = face_at(one, 0)
    subtypes = set(face.subtypes if face else ()) | set(one.thing.subtypes)
    if "Siege" not in subtypes:
        return False
    defeated = any(
        (e.kind == "counters" and one.thing.id in e.subject) or e.how == "defeated" or e.value == "defeated"
        for e in state.scenario.events
    )
    stated = state.facts.stated("defeated")
    if stated == "no" or not (defeated or stated == "yes" or state.facts.assume("siege_defeated", object=one.ref)):
        return False
    state.d.step("siege_cast", object=one.ref, **called(one, 1))
    return True


def may_play_face(state: State, one: Permanent, index: int) -> bool:
    """Whether a face may be played or cast from the zone where the card is."""
    if index == 1 and defeated_siege(state, one):
        return True
    if not is_double_faced(state, one):
        if index == 1 and one.card is not None and len(one.card.faces) > 1:
            raise CannotRule("other_layout", card=one.card.name)
        return index == 0
    card = own_card(state, one)
    stated = state.facts.stated(f"modal {one.ref}")
    modal = stated == "yes" if stated else (layout_of(card) == MODAL if card else index == 1 and is_modal(state, one))
    if not modal:
        transforming = card is None or layout_of(card) == NONMODAL
        if index == 1 and one.zone == "graveyard" and transforming and cast_with_disturb(state, one):
            return True
        return only_front_may_be_played(state, one, index)
    face = face_at(one, index)
    if face is None or "land" in face.types:
        return modal_face_as_land(state, one, index)
    return modal_face_as_spell(state, one, index)


@rule("702.85a")
def cascades_into(state: State, one: Permanent, index: int, source: Permanent | None) -> bool:
    """Cascade lets a spell be cast only if the mana value of that spell, with the face chosen, is less than its own."""
    value = _spell_value(one, index)
    if source is None or source.card is None:
        allowed = not state.facts.assume("cascade_not_greater", n=value)
    else:
        allowed = value < fixed_value(source.card.faces[0].mana_cost)
    return _free_cast(state, one, index, value, allowed)


@rule("701.57a")
def discovers(state: State, one: Permanent, index: int, n: int) -> bool:
    """Discover N lets a spell be cast only if the mana value of that spell, with the face chosen, is N or less."""
    value = _spell_value(one, index)
    return _free_cast(state, one, index, value, value <= n)


def _spell_value(one: Permanent, index: int) -> int:
    face = face_at(one, index)
    if face is None:
        raise CannotRule("unknown_mana_cost", object=one.ref)
    if x_symbols(face.mana_cost):
        raise CannotRule("x_not_said", object=one.ref)
    return fixed_value(face.mana_cost)


def _free_cast(state: State, one: Permanent, index: int, value: int, allowed: bool) -> bool:
    code = "free_cast_allowed" if allowed else "free_cast_too_big"
    state.d.step(code, object=one.ref, value=value, **called(one, index))
    return allowed


@rule("305.1")
def modal_land_isnt_cast(state: State, one: Permanent) -> bool:
    """A land is played, never cast: what lets a card be cast doesn't let its land face be played."""
    state.d.step("modal_land_never_cast", object=one.ref)
    return False
