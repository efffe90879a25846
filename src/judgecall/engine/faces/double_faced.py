"""What is double-faced, and which face an object shows in which zone (CR 712.1-712.9)."""

from __future__ import annotations

from typing import Any

from judgecall.cards.abilities import Card, Face
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import NOT_PERMANENT, Permanent, State

NONMODAL = "transform"
MODAL = "modal_dfc"
MELD = "meld"
_UNTOLD = "transform_or_modal"


def layout_of(card: Card) -> str:
    """The layout; where the data left open which of two it is, a back face with no mana cost is a transforming one's.

    Raises:
        CannotRule: neither can be told from the faces.
    """
    if card.layout != _UNTOLD:
        return card.layout
    if len(card.faces) > 1 and not card.faces[1].mana_cost and not set(card.faces[0].types) & NOT_PERMANENT:
        return NONMODAL
    raise CannotRule("unknown_layout", card=card.name)


def own_card(state: State, one: Permanent) -> Card | None:
    """The card that represents it, whatever it is a copy of; None for a token or an object without a card."""
    if not one.is_copy:
        return one.card
    named = one.thing.card
    return state.cards.get(named) if named and named != one.thing.copy_of else None


@rule("712.9")
def is_double_faced(state: State, one: Permanent) -> bool:
    """Only what a double-faced card or double-faced token represents has another face (CR 712.9, 707.8a, 701.27c)."""
    stated = state.facts.stated(f"double_faced {one.ref}")
    if stated is not None:
        return stated == "yes"
    if (one.is_copy or (one.was_copy and one.card is None)) and not one.thing.token:
        card = own_card(state, one)
        if card is None:
            found = not state.facts.assume("copier_single_faced", object=one.ref)
        else:
            found = layout_of(card) in {NONMODAL, MODAL, MELD}
        if not found:
            state.d.step("copy_not_double_faced", object=one.ref)
        return found
    if one.card is not None:
        found = layout_of(one.card) in {NONMODAL, MODAL, MELD}
        if not found:
            state.d.step("not_double_faced", object=one.ref)
        elif one.is_copy:
            double_faced_token(state, one)
        return found
    if one.thing.face is not None:
        return True
    return state.facts.assume("double_faced", object=one.ref)


@rule("707.8a")
def double_faced_token(state: State, one: Permanent) -> None:
    """A token made as a copy of a double-faced permanent or card has both faces."""
    state.d.step("double_faced_token", object=one.ref)


def is_modal(state: State, one: Permanent) -> bool:
    """Whether its card is a modal double-faced one (CR 712.3); unknown for a card that nobody named."""
    card = own_card(state, one)
    if card is not None:
        return layout_of(card) == MODAL
    return state.facts.ask("modal", object=one.ref)


def is_meld(state: State, one: Permanent) -> bool:
    """Whether a meld card represents it (CR 712.4)."""
    card = own_card(state, one)
    return card is not None and layout_of(card) == MELD


def face_at(one: Permanent, index: int) -> Face | None:
    """One of the two faces of its card."""
    if one.card is None or index >= len(one.card.faces):
        return None
    return one.card.faces[index]


def other_face(one: Permanent) -> Face | None:
    """The face that is down."""
    return face_at(one, 1 - one.face_index)


def is_instant_or_sorcery(face: Face | None) -> bool:
    """Whether a face can't be a permanent (CR 110.4)."""
    return face is not None and bool(set(face.types) & NOT_PERMANENT)


def face_name(one: Permanent, index: int | None = None) -> str:
    """The name of a face for a step, or "" where nobody named the card."""
    face = face_at(one, one.face_index if index is None else index)
    return face.name if face else ""


def called(one: Permanent, index: int | None = None) -> dict[str, Any]:
    """The argument of a step that names a face; none for a card nobody named."""
    name = face_name(one, index)
    return {"name": name} if name else {}


def side(index: int) -> str:
    """How steps say which face: front or back."""
    return "back" if index else "front"


@rule("712.8a")
def show_front_elsewhere(state: State, one: Permanent) -> None:
    """Outside the battlefield and the stack a double-faced card has only the characteristics of its front face."""
    one.face_index = 0
    state.d.step("front_in_zone", object=one.ref, zone=one.zone, **called(one, 0))


@rule("712.8e")
def show_back_only(state: State, one: Permanent) -> None:
    """With its back face up, a nonmodal permanent has only the characteristics of that face (but for its mana value)."""
    state.d.step("back_only", object=one.ref, **called(one, 1))


@rule("712.8d")
def show_front_only(state: State, one: Permanent) -> None:
    """With its front face up, a double-faced permanent has only the characteristics of that face."""
    state.d.step("front_only", object=one.ref, **called(one, 0))


@rule("712.8f")
def show_modal_face(state: State, one: Permanent) -> None:
    """A modal spell or permanent has only the characteristics of the face that is up."""
    state.d.step("modal_face_only", object=one.ref, **called(one))


@rule("707.2")
def show_copied(state: State, one: Permanent) -> None:
    """A copy has the copiable values of what it copies: of a double-faced permanent, those of the face that was up."""
    state.d.step("shows_copied", object=one.ref, **called(one))


def shown_face(state: State, one: Permanent) -> Face | None:
    """The face whose characteristics it has in the zone where it is (CR 712.8a-f), with the step that says so."""
    if not is_double_faced(state, one):
        if one.is_copy:
            show_copied(state, one)
        return one.face
    if one.zone not in {"battlefield", "stack"}:
        show_front_elsewhere(state, one)
    elif one.card is not None and layout_of(one.card) == MODAL:
        show_modal_face(state, one)
    elif one.face_index:
        show_back_only(state, one)
    else:
        show_front_only(state, one)
    return one.face
