"""State-based actions after damage: what is put into the graveyard, and what saves it (CR 704.3, 704.5f-i, 701.19)."""

from __future__ import annotations

from collections.abc import Collection

from judgecall.cards.abilities import CantDo, Keyword
from judgecall.engine.characteristics import keywords_of, matches, statics, types_of
from judgecall.engine.damage.assignment import by_power
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.setup import remove_from_combat
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent

_ROUNDS = 10


@rule("704.3")
def check(board: Board, care: Collection[str] | None = None) -> None:
    """CR 704.3: all applicable state-based actions happen at the same time, then the check is repeated.

    Args:
        board: the position.
        care: ids of the creatures whose fate matters from here on; None is all.
    """
    for _ in range(_ROUNDS):
        with board.state.unchanging():
            doomed = _doomed(board, care)
        changed = False
        for one, reason in doomed:
            if reason in {"lethal", "deathtouch"}:
                changed |= destroy(board, one, reason)
            else:
                to_graveyard(board, one, reason)
                changed = True
        for one in board.state.in_play():
            one.deathtouched = False
        if not changed:
            return


def _doomed(board: Board, care: Collection[str] | None) -> list[tuple[Permanent, str]]:
    found = []
    for one in board.state.in_play():
        if care is None or one.id in care:
            reason = _reason(board, one)
            if reason:
                found.append((one, reason))
    return found


def _reason(board: Board, one: Permanent) -> str:
    types = types_of(board.state, one)
    if "planeswalker" in types and no_loyalty(board, one):
        return "loyalty"
    if "creature" not in types:
        return ""
    if no_toughness(board, one):
        return "toughness"
    if one.deathtouched and deathtouched(board, one):
        return "deathtouch"
    if lethal(board, one):
        return "lethal"
    return ""


@rule("704.5i")
def no_loyalty(board: Board, one: Permanent) -> bool:
    """CR 704.5i: a planeswalker with loyalty 0 is put into its owner's graveyard; nothing is destroyed.

    Raises:
        CannotRule: it was dealt damage, and nobody said how much loyalty it had.
    """
    if "loyalty" not in one.counters and board.unknown_damage.get(one.id):
        raise CannotRule("unknown_loyalty", object=one.ref)
    if one.counters.get("loyalty", 1) > 0:
        return False
    board.d.step("loyalty_zero", object=one.ref)
    return True


@rule("704.5f")
def no_toughness(board: Board, one: Permanent) -> bool:
    """CR 704.5f: a creature with toughness 0 or less is put into its owner's graveyard; regeneration can't help."""
    size = board.toughness(one)
    if size is None or size > 0:
        return False
    board.d.step("toughness_at_zero", object=one.ref, n=size)
    return True


@rule("702.2b", "ochran-assassin-1")
def deathtouched(board: Board, one: Permanent) -> bool:
    """CR 702.2b, 704.5h: a creature with toughness above 0 that was dealt damage by a source with deathtouch is destroyed. A creature
    that was dealt none isn't."""
    by = [d.source for d in board.dealt if d.target == one.id and d.deathtouch]
    board.d.step("deathtouch_destroys", object=one.ref, source=f"@{by[-1]}" if by else "?")
    return True


@rule("704.5g")
def lethal(board: Board, one: Permanent) -> bool:
    """CR 704.5g: damage marked on it, at least as much as its toughness (or its power, if an effect says so), destroys it."""
    unknown = board.unknown_damage.get(one.id, [])
    if one.damage == 0 and not unknown:
        return False
    which = 0 if by_power(board, one) else 1
    size = board.power(one) if which == 0 else board.toughness(one)
    if size is not None:
        if one.damage < size and not (unknown and _some_lethal(board, one, size)):
            board.d.step("damage_not_lethal", object=one.ref, n=one.damage, size=size, what=_WHAT[which])
            return False
        board.d.step("damage_lethal", object=one.ref, n=one.damage or size, size=size, what=_WHAT[which])
        return True
    if not unknown:
        deadly = not board.at_least(one, which, one.damage + 1)
        board.d.step(
            "lethal_if_size" if deadly else "not_lethal_if_size", object=one.ref, n=one.damage, what=_WHAT[which]
        )
        return deadly
    deadly = _lethal_hits(board, one, unknown)
    board.d.step("lethal_as_said" if deadly else "not_lethal_as_said", object=one.ref)
    return deadly


_WHAT = ("power", "toughness")


def _some_lethal(board: Board, one: Permanent, size: int) -> bool:
    """Whether damage of unknown amount, with what is marked, reaches a known size."""
    unknown = board.unknown_damage[one.id]
    need = size - one.damage
    if need <= 1:
        return True
    if len(unknown) == 1:
        return board.at_least(board.one(unknown[0]), 0, need)
    return _lethal_hits(board, one, unknown)


def _lethal_hits(board: Board, one: Permanent, sources: list[str]) -> bool:
    names = " and ".join(dict.fromkeys(f"@{board.one(id).thing.id}" for id in sources))
    return board.state.facts.ask(
        "damage_lethal", source=names, object=f"@{one.thing.id}", hits=len(sources), marked=one.damage
    )


# ---------------------------------------------------------------- destruction and what replaces it


def destroy(board: Board, one: Permanent, reason: str) -> bool:
    """Destroy it, unless it can't be or something replaces that; whether anything changed."""
    if indestructible(board, one):
        board.unknown_damage.pop(one.id, None)
        return False
    if one.counters.get("shield", 0) > 0:
        raise CannotRule("shield_counter", object=one.ref)
    if regenerates(board, one) or _armored(board, one):
        return True
    to_graveyard(board, one, reason)
    return True


@rule("702.12b")
def indestructible(board: Board, one: Permanent) -> bool:
    """CR 702.12b: a permanent with indestructible can't be destroyed."""
    if not board.has(one, "indestructible") and not one.counters.get("indestructible"):
        return False
    board.d.step("indestructible_survives", object=one.ref)
    return True


@rule("701.19a")
def regenerates(board: Board, one: Permanent) -> bool:
    """CR 701.19a: the next time it would be destroyed, its damage is removed instead, it is tapped and removed from combat."""
    if not one.regeneration or not can_regenerate(board, one):
        return False
    one.regeneration -= 1
    board.regenerated.add(one.id)
    one.damage = 0
    one.deathtouched = False
    one.tapped = True
    board.unknown_damage.pop(one.id, None)
    board.d.step("regenerates", object=one.ref)
    remove_from_combat(board, one)
    return True


@rule("701.19c")
def can_regenerate(board: Board, one: Permanent) -> bool:
    """CR 701.19c: if it can't be regenerated, regeneration shields aren't applied to it."""
    for source, _, effect in statics(board.state, CantDo):
        if (
            isinstance(effect, CantDo)
            and effect.what == "be_regenerated"
            and matches(board.state, one, effect.of, source)
        ):
            board.d.step("cant_be_regenerated", object=one.ref)
            return False
    if one.id in board.cant_regenerate or any(
        isinstance(a, Keyword) and a.name == "can't be regenerated" for a in board.state.printed_abilities(one)
    ):
        board.d.step("cant_be_regenerated", object=one.ref)
        return False
    return True


@rule("702.89a")
def _armored(board: Board, one: Permanent) -> bool:
    """CR 702.89a (umbra armor): the Aura is destroyed instead, and the damage on the enchanted permanent is removed."""
    for aura in board.state.in_play():
        if aura.thing.attached_to == one.thing.id and any(
            keywords_of(board.state, aura, name) for name in ("umbra armor", "totem armor")
        ):
            one.damage = 0
            board.unknown_damage.pop(one.id, None)
            board.d.step("umbra_armor_saves", object=one.ref, aura=aura.ref)
            to_graveyard(board, aura, "destroyed")
            return True
    return False


def to_graveyard(board: Board, one: Permanent, reason: str) -> None:
    """It leaves the battlefield for the graveyard, and combat with it (CR 506.4)."""
    with board.d.muted():
        remove_from_combat(board, one)
    one.zone = "graveyard"
    board.dead[one.id] = reason
    unattach(board, one)


def unattach(board: Board, one: Permanent) -> None:
    """Auras and Equipment on something that is gone have no effect on it any more: they ask for what is in play."""
    for other in list(board.state.in_play()):
        if other.thing.attached_to == one.thing.id and "Aura" in (
            other.face.subtypes if other.face else other.thing.subtypes
        ):
            other.zone = "graveyard"
