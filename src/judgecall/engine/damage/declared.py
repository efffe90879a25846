"""Triggered keywords that change sizes as attackers and blockers are declared: they resolve before damage (CR 702.23, .25, .45, .83).

A trigger of another kind on attacking or blocking that could change the damage means no ruling.
"""

from __future__ import annotations

from judgecall.cards.abilities import ModifyPT, Static, Triggered, Unread
from judgecall.engine.characteristics import abilities_of, amount_of, keywords_of, matches
from judgecall.engine.damage.board import Board
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent

_CHANGE_COMBAT = frozenset(
    {
        "battle cry",
        "melee",
        "mentor",
        "training",
        "dethrone",
        "myriad",
        "provoke",
        "enlist",
        "frenzy",
        "exert",
        "mobilize",
    }
)
_DECLARING = frozenset(
    {"attacks", "blocks", "becomes_blocked", "attacks_unblocked", "attack_with", "beginning_of_combat"}
)
_TOUCHES = frozenset({"damage", "power_toughness", "counters", "block", "zone_change"})


def on_attack_or_block(board: Board) -> None:
    """Everything that triggers as creatures attack and block, and that changes how big they are."""
    attackers = board.attackers()
    fighters = [p for p in board.state.in_play() if p.attacking is not None or p.blocking]
    for one in fighters:
        if _size_is_final(one):
            continue
        bushido(board, one)
        if one.attacking is not None:
            rampage(board, one)
        _own_trigger(board, one)
        for name in _CHANGE_COMBAT:
            if one.attacking is not None and board.has(one, name):
                raise CannotRule("trigger_changes_combat", object=one.ref, keyword=name)
    for one in attackers:
        flanking(board, one)
    if len(attackers) == 1:
        exalted(board, attackers[0])
    _unread(board)


def _size_is_final(one: Permanent) -> bool:
    """The question states a size that is not the printed one: it is the size now, with triggers in it."""
    face = one.face
    return face is not None and one.thing.power is not None and str(one.thing.power) != face.power


@rule("702.45a")
def bushido(board: Board, one: Permanent) -> None:
    """CR 702.45a: a creature with bushido N that blocks or becomes blocked gets +N/+N."""
    for ability in keywords_of(board.state, one, "bushido"):
        if one.blocked or one.blocking:
            n = ability.n or 1
            one.changes.append((n, n))
            board.d.step("bushido", object=one.ref, n=n)


@rule("702.23a")
def rampage(board: Board, one: Permanent) -> None:
    """CR 702.23a: rampage N gives +N/+N for each blocker beyond the first."""
    for ability in keywords_of(board.state, one, "rampage"):
        n = (ability.n or 1) * max(len(one.blocked_by) - 1, 0)
        if n:
            one.changes.append((n, n))
            board.d.step("rampage", object=one.ref, n=n)


@rule("702.25a")
def flanking(board: Board, one: Permanent) -> None:
    """CR 702.25a: a creature without flanking that blocks one with flanking gets -1/-1, for each instance."""
    for _ in keywords_of(board.state, one, "flanking"):
        for id in one.blocked_by:
            blocker = board.one(id)
            if not board.has(blocker, "flanking"):
                blocker.changes.append((-1, -1))
                board.d.step("flanking", object=one.ref, blocker=blocker.ref)


@rule("702.83a")
def exalted(board: Board, one: Permanent) -> None:
    """CR 702.83a: a creature that attacks alone gets +1/+1 for each exalted its controller has."""
    mine = board.controller(one)
    for other in board.state.in_play():
        n = len(keywords_of(board.state, other, "exalted"))
        if n and board.controller(other) == mine:
            one.changes.append((n, n))
            board.d.step("exalted", object=one.ref, source=other.ref, n=n)


@rule("603.2")
def _own_trigger(board: Board, one: Permanent) -> None:
    """CR 603.2: its own ability that triggers as it attacks, blocks or becomes blocked resolves before damage."""
    for ability in abilities_of(board.state, one):
        if not isinstance(ability, Triggered) or not _happens(board, one, ability.event.what):
            continue
        mine = ability.event.of is None or ability.event.of.this
        if not mine or ability.condition is not None or ability.optional or ability.cost is not None:
            if any(isinstance(e, ModifyPT) for e in ability.effects):
                raise CannotRule("trigger_changes_combat", object=one.ref, keyword=ability.event.what)
            continue
        for effect in ability.effects:
            if isinstance(effect, ModifyPT) and (effect.of.this or effect.of.ref):
                power, toughness = (amount_of(board.state, a, one) for a in (effect.power, effect.toughness))
                if power is None or toughness is None:
                    raise CannotRule("trigger_changes_combat", object=one.ref, keyword=ability.event.what)
                one.changes.append((power, toughness))
                board.d.step("own_trigger", object=one.ref, power=power, toughness=toughness)
            elif effect.__class__.__name__ in {
                "ModifyPT",
                "SetPT",
                "Damage",
                "DamageRule",
                "PutCounters",
                "Move",
                "Grant",
            }:
                raise CannotRule("trigger_changes_combat", object=one.ref, keyword=ability.event.what)


def _happens(board: Board, one: Permanent, what: str) -> bool:
    if what == "attacks":
        return one.attacking is not None
    if what == "blocks":
        return bool(one.blocking)
    return what == "becomes_blocked" and one.blocked


def _unread(board: Board) -> None:
    """Lines that could not be read and that may change combat damage mean no ruling.

    Raises:
        CannotRule: there is such a line.
    """
    for one in board.state.in_play():
        if "all" in one.lost:
            continue
        in_combat = one.attacking is not None or bool(one.blocking)
        for ability in board.state.printed_abilities(one):
            if not isinstance(ability, Unread):
                continue
            touches = not ability.concepts or bool(_TOUCHES & set(ability.concepts))
            if ability.concepts and set(ability.concepts) == {"power_toughness"} and one.thing.power is not None:
                touches = False  # the size was stated as it is
            if ability.shape in {"static", "replacement"} and touches and set(ability.concepts) != {"zone_change"}:
                raise CannotRule("unread_line", object=one.ref, concepts="damage")
            if (
                ability.shape == "triggered"
                and in_combat
                and touches
                and ability.event is not None
                and ability.event.what in _DECLARING
            ):
                raise CannotRule("unread_line", object=one.ref, concepts="damage")


__all__ = ["Static", "matches", "on_attack_or_block"]
