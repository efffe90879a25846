"""What was chosen or imprinted for a thing that makes mana ("naming elf", "with a green card imprinted")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.mentions import Mention

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_board import ManaBoard

CHOOSING = frozenset({"named", "naming", "names", "set", "chose", "chosen", "choosing", "picked", "choose", "called", "imprinted", "imprinting",
                       "imprint", "imprints", "exiled", "exiling", "pick", "picking", "calling"})  # fmt: skip


def skip_choices(board: ManaBoard) -> None:
    """Mentions that only name what was chosen ("naming elf", "imprinted my forest") are no things on the board."""
    for i, lower in enumerate(board.talk.lowers):
        if lower in CHOOSING and board.talk.inside(i) is None:
            sentence = board.talk.words[i].sentence
            if not any(
                m.cards and (board.facts_of(m).chooses or "imprint" in lower) and m.sentence == sentence
                for m in board.things()
            ):
                continue
            before = imprinted_before(board, i)
            if before is not None:
                board.skip.add(before.start)
                board.use(range(before.start, before.end))
                continue
            for j in range(i + 1, min(i + 4, len(board.talk.words))):
                m = board.talk.inside(j)
                if m is not None and m.head != "player":
                    if m.subtypes or ("imprint" in lower and m.cards):
                        board.skip.add(m.start)
                        board.use(range(m.start, m.end))
                    break


def imprinted_before(board: ManaBoard, i: int) -> Mention | None:
    """ "with a green card imprinted": what stands before the word, which imprints nothing itself."""
    before = board.talk.inside(i - 1) if i and "imprint" in board.talk.lowers[i] else None
    if before is None or before.head == "player" or before.end != i or before.head == "pronoun":
        return None
    return None if board.facts_of(before).chooses or _imprints(board, before) else before


def _imprints(board: ManaBoard, mention: Mention) -> bool:
    """Whether it is the first card of its sentence, so that what is imprinted on it is told behind."""
    return not any(m.cards and m.end <= mention.start and m.sentence == mention.sentence for m in board.things())
