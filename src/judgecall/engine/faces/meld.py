"""Meld (CR 701.42, 712.4)."""

from __future__ import annotations

from judgecall.engine.derivation import rule
from judgecall.engine.faces.double_faced import is_meld
from judgecall.engine.state import Permanent, State


@rule("701.42a")
def meld(state: State, source: Permanent, into: str) -> Permanent | None:
    """Melding puts the two cards of a meld pair onto the battlefield, back faces up, as a single object."""
    other = counterpart(state, source, into)
    if other is None:
        state.d.step("no_counterpart", object=source.ref, name=into)
        return None
    if not is_meld(state, source) or not is_meld(state, other):
        cannot_meld(state, source)
        return None
    source.face_index = 1
    source.new_object += 1
    other.zone = "nowhere"
    other.new_object += 1
    state.d.step("melded", object=source.ref, other=other.ref, name=into)
    return source


@rule("701.42c")
def cannot_meld(state: State, one: Permanent) -> None:
    """Objects that can't be melded stay in their current zone."""
    state.d.step("meld_stays", object=one.ref)


def counterpart(state: State, source: Permanent, into: str) -> Permanent | None:
    """The other card of the pair, on the battlefield under the same player's control."""
    for one in state.in_play(state.controller(source)):
        if one is not source and into and melds_into(one) == into:
            return one
    return None


def melds_into(one: Permanent) -> str:
    """The name of the melded permanent that its card is a half of, or ""."""
    if one.card is None or one.card.layout != "meld":
        return ""
    if len(one.card.faces) > 1:
        return one.card.faces[1].name
    return one.card.name.partition(" // ")[2]
