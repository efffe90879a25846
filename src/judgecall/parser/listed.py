"""Lists: of creatures around a block ("does my 7/7 blocked by a 3/3 and a 4/4 die"), and of numbered questions."""

from __future__ import annotations

from judgecall.parser.clauses import Clause
from judgecall.parser.talk import Talk
from judgecall.parser.words import Word


def end_lists(talk: Talk) -> None:
    """Give the last blocker of "X blocked by A and B does" to the block, and the verb after it to X.

    Of "blocked by" with no auxiliary the blocked creature is what the sentence goes on about.
    """
    for block in talk.clauses:
        if block.frame != "block" or not block.passive or not block.by or not block.subject:
            continue
        if block.subject[-1].end != block.verb:
            continue  # "is blocked by A and B": told on its own
        asked = next((c for c in talk.clauses if c.verb > block.verb and c.sentence == block.sentence), None)
        if asked is None or not _goes_on(talk, block, asked):
            continue
        block.by, asked.subject = [*block.by, *asked.subject], list(block.subject)
        asked.question = asked.question or block.question
        asked.modal, asked.wh, asked.bound = (
            asked.modal or block.modal,
            asked.wh or block.wh,
            asked.bound or block.bound,
        )
        block.question, block.modal, block.wh, block.bound = False, "", "", ""


def begin_lists(talk: Talk) -> None:
    """ "how much … if my 2/2 and my 3/3 block it": the first of them is no part of the clause before, and blocks too."""
    taken = {m.start for c in talk.clauses for m in c.roles()}
    for block in talk.clauses:
        if block.frame != "block" or block.passive or not block.subject or not block.subject[0].is_object:
            continue
        first = block.subject[0]
        before = next((m for m in reversed(talk.mentions) if m.end < first.start), None)
        if before is None or before.start in taken or not before.is_object or before.end + 1 != first.start:
            continue
        if talk.lowers[before.end] == "and" and before.sentence == first.sentence:
            block.subject = [before, *block.subject]


def pass_over_numbering(words: list[Word]) -> None:
    """ "two things about … 1) may I …? 2) may I …?": how the questions are numbered, and how many they are, tells of no object."""
    for i, word in enumerate(words):
        if word.kind != "number" or (i and words[i - 1].kind != "mark"):
            continue
        after = [w.lower for w in words[i + 1 : i + 3]]
        numbered = after[:1] == [")"] and not (i and words[i - 1].lower in {"-", "+", "/", "="})
        if numbered or (after[:1] and after[0] in {"things", "questions", "parts"}):
            word.used = True


def _goes_on(talk: Talk, block: Clause, asked: Clause) -> bool:
    joined = asked.subject
    if not joined or not all(m.is_object and m.start >= block.by[-1].end for m in joined):
        return False
    if talk.lowers[block.by[-1].end : joined[0].start] not in (["and"], [",", "and"], ["plus"]):
        return False
    return joined[-1].end == asked.verb and asked.form in ({"base"} if block.question or block.modal else {"s"})
