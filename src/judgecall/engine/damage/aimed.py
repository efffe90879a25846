"""What a spell that was told can do to what it is cast on: an illegal target is not affected (CR 115.1, 601.2c, 608.2b)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import SpellAbility
from judgecall.engine.characteristics import colors_known
from judgecall.engine.damage.board import Board
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.shields import not_shielded
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.targets import fits, is_legal_target, targeted
from judgecall.scenario.model import Event

_DONE_TO_TARGET = frozenset({"damage", "leave", "modify", "counters"})


def legal_targets(board: Board, spell: Permanent, targets: list[Permanent]) -> list[Permanent] | None:
    """Those of a spell's targets that it may have; None when it has none left, and so does nothing (CR 608.2b).

    Of several only what keeps them from being targeted is looked at: which description each was chosen for isn't told.

    Raises:
        CannotRule: one of several is no legal target, and what becomes of the rest isn't played out here.
    """
    if not targets or not _has_targets(board.state, spell):
        return targets
    alone = len(targets) == 1
    with board.state.d.muted():
        legal = [
            one for one in targets
            if (_may_target(board.state, spell, one) if alone else not_shielded(board.state, one, spell))
        ]  # fmt: skip
    for one in targets:
        if one not in legal:
            board.not_targets[one.id] = spell
    if legal and len(legal) < len(targets):
        raise CannotRule("no_target", object=spell.ref)
    return legal or None


def reaches(board: Board, event: Event) -> bool:
    """Whether what an event says that a spell does to its targets can happen: they are legal ones."""
    if event.kind not in _DONE_TO_TARGET or event.by is None or event.by not in board.state.groups:
        return True
    spells = [p for p in board.state.group(event.by) if p.face and {"instant", "sorcery"} & set(p.face.types)]
    if len(spells) != 1:
        return True
    hit = board.state.members(tuple(i for i in event.subject if i in board.state.groups))
    return legal_targets(board, spells[0], hit) is not None


def tell_why_not(board: Board, one: Permanent) -> None:
    """Take the steps that show why the spell that was told of can't target it."""
    _may_target(board.state, board.not_targets[one.id], one)


def _has_targets(state: State, spell: Permanent) -> bool:
    return any(True for a in state.printed_abilities(spell) if isinstance(a, SpellAbility) for _ in targeted(a))


@rule("608.2b")
def _may_target(state: State, spell: Permanent, one: Permanent) -> bool:
    """CR 608.2b: whether a target is legal is looked at as the spell resolves, too.

    Raises:
        CannotRule: the spell goes by colours, and nobody said which the target has.
    """
    if not not_shielded(state, one, spell):
        return False
    wanted = [
        msgspec.structs.replace(of, count=None)
        for a in state.printed_abilities(spell)
        if isinstance(a, SpellAbility)
        for of in targeted(a)
    ]
    if any(of.colors or of.not_colors for of in wanted) and not colors_known(one):
        raise CannotRule("unknown_colors", object=one.ref)
    for of in wanted[:-1]:
        with state.d.muted():
            legal = fits(state, one, of, spell)
        if legal:
            return fits(state, one, of, spell) and is_legal_target(state, one, spell)
    return fits(state, one, wanted[-1], spell) and is_legal_target(state, one, spell)
