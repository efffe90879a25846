"""What keeps a permanent from being targeted (CR 702.11, 702.16, 702.18)."""

from __future__ import annotations

from msgspec.structs import replace

from judgecall.cards.abilities import CantDo, Keyword
from judgecall.engine.characteristics import abilities_of, colors_known, colors_of, matches, statics
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State


def not_shielded(state: State, one: Permanent, source: Permanent, *, spell: bool = False) -> bool:
    """Whether nothing forbids that the source targets it: shroud, hexproof, protection, an effect that says so.

    Args:
        spell: the target is a spell on the stack, where permanents' abilities don't work.

    Raises:
        CannotRule: a quality that it has protection from isn't known of the source.
    """
    if spell or one.zone != "battlefield":
        return True
    for ability in abilities_of(state, one):
        if isinstance(ability, Keyword) and _shields(state, one, ability, source):
            return False
    for other, _, effect in statics(state, CantDo):
        if not isinstance(effect, CantDo) or effect.what != "be_targeted_by":
            continue
        whose = effect.who != "opponent" or state.controller(source) != state.controller(other)
        if whose and matches(state, one, effect.of, other):
            cannot_be_targeted(state, one, other)
            return False
    return True


@rule("115.1")
def cannot_be_targeted(state: State, one: Permanent, other: Permanent) -> None:
    """Something says that it can't be the target (CR 101.2)."""
    state.d.step("cannot_be_targeted", object=one.ref, source=other.ref)


def _shields(state: State, one: Permanent, ability: Keyword, source: Permanent) -> bool:
    if ability.name == "shroud":
        return shroud(state, one)
    if ability.name == "hexproof" and state.controller(one) != state.controller(source):
        return hexproof(state, one) if ability.of is None else _has_quality(state, one, ability, source)
    if ability.name == "protection":
        return _has_quality(state, one, ability, source)
    return False


@rule("702.18a")
def shroud(state: State, one: Permanent) -> bool:
    """Shroud (CR 702.18a): nothing at all can target it."""
    state.d.step("shroud", object=one.ref)
    return True


@rule("702.11b")
def hexproof(state: State, one: Permanent) -> bool:
    """A permanent with hexproof can't be the target of an opponent's spells or abilities (CR 702.11b)."""
    state.d.step("hexproof", object=one.ref)
    return True


@rule("702.16b")
def _has_quality(state: State, one: Permanent, ability: Keyword, source: Permanent) -> bool:
    """Protection from a quality: not the target of spells of that quality or abilities of sources of it (CR 702.16b)."""
    if ability.of is None:
        raise CannotRule("unknown_protection", object=one.ref)
    if ability.of.colors and not colors_known(source):
        raise CannotRule("unknown_colors", object=source.ref)
    quality = replace(ability.of, zone=source.zone)
    if matches(state, source, quality, one):
        state.d.step("protected", object=one.ref, source=source.ref, colors=" ".join(sorted(colors_of(state, source))))
        return True
    return False
