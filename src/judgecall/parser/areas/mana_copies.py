"""Lands that are copies of other lands (Vesuva, Thespian's Stage), in a question about mana."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Card, EnterAsCopy, Unread
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.phrases import Finder

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_board import ManaBoard


def read_copies(board: ManaBoard) -> None:
    """ "Vesuva entered as a copy of Cabal Coffers", "Thespian's Stage copying my Cradle": it is that card now."""
    for match in Finder(board.talk).all(
        "CARD ~ v:enter? as a copy of ~ OBJ",
        "CARD ~ v:copy ~ OBJ",
        "CARD ~ is? a copy of ~ OBJ",
        "CARD ~ v:enter ~ v:copy ~ OBJ",
    ):
        copier, original = match.mentions[0], match.mentions[-1]
        id = board.board.of_mention.get(copier.start)
        facts = board.talk.card(copier)
        copied = board.talk.card(original) if original.cards else None
        if id is None or facts is None or copied is None or not _may_copy(facts):
            continue
        there = {m.start for m in board.things() if m.cards == original.cards and m is not original}
        if not there and original.owner != "opp" and original.start not in board.said_owner:
            board.forget(original)
        board.board.change(id, card=None, copy_of=copied.name)
        board.use(match.words)


def _may_copy(card: Card) -> bool:
    """Whether it can be a copy of something: it enters as one, or an ability makes it one."""
    return any(
        isinstance(part, EnterAsCopy) or (isinstance(part, Unread) and "copy" in part.concepts)
        for face in card.faces
        for part in inside(face.abilities)
    )
