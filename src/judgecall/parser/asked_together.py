"""Verbs asked in one breath: "can I block it with two 2/2s and kill it?", "can my 3/3 block and live", "kill it without dying"."""

from __future__ import annotations

from itertools import pairwise

from judgecall.parser.clauses import Clause
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk

_BETWEEN = frozenset({"then", "still", "also", "just", "even", "not"})
_DEATHS = frozenset({"die", "survive"})
_WITHOUT = frozenset({"without", "w/o"})
_FIGHTS = frozenset({"attack", "block", "kill", "fight"})
_DYING = frozenset({"die", "kill"})


def ask_together(talk: Talk) -> None:
    """Have what follows an attack or block that is asked about be asked as well: it hasn't happened."""
    for first, clause in pairwise(talk.clauses):
        if not _goes_on(first, clause, talk):
            continue
        clause.question = True
        clause.modal = clause.modal or first.modal
        acting = [m for m in (*first.subject, *first.with_) if m.is_object]
        acting = acting or [m for m in first.object if m.is_object and first.frame == "attack"]
        if clause.frame in _DEATHS and acting and not any(m.is_object for m in clause.subject):
            clause.subject = acting[:1]  # "can I block with my 5/5 and survive": the 5/5 does


def ask_unharmed(talk: Talk) -> None:
    """ "does my 3/3 kill a 2/2 without dying": whether the one that fights survives is asked as well; it isn't said that it died."""
    for clause in talk.clauses:
        first = clause.verb - (2 if clause.passive and talk.lowers[clause.verb - 1] in {"being", "getting"} else 1)
        dying = clause.frame in _DYING and (clause.form == "ing" or clause.passive)
        if first < 0 or not dying or talk.lowers[first] not in _WITHOUT:
            continue
        asked = [c for c in talk.clauses if c.verb < first and c.question and c.frame in _FIGHTS and not c.conditional]
        acting = [m for m in (*asked[-1].subject, *asked[-1].with_) if m.is_object] if asked else []
        if len(acting) != 1 or asked[-1].sentence != clause.sentence or asked[-1].passive:
            continue
        clause.frame, clause.frames, clause.form = "survive", ("survive",), "base"
        clause.passive, clause.conditional, clause.question = False, False, True
        clause.modal = asked[-1].modal
        clause.subject, clause.by = acting, []


def _goes_on(first: Clause, clause: Clause, talk: Talk) -> bool:
    """Whether a verb goes on with a question that began with an attack or a block."""
    meant = bool(first.modal) or first.frame == "kill"  # "does my 3/3 kill it and survive"
    asked = meant and first.question and not first.conditional and not first.passive
    bare = clause.form == "base" and not (clause.conditional or clause.caused or clause.question)
    i = clause.verb - 1
    while i > first.verb and talk.lowers[i] in _BETWEEN:
        i -= 1
    joined = first.sentence == clause.sentence and talk.lowers[i] in {"and", "or"}
    return asked and bare and joined and first.frame in {"block", "attack", "kill"}


def attacks_and_taps(best: Candidate, talk: Talk) -> list[str]:
    """ "can I attack with my elf and tap it for mana?": each may be legal, and it is both that was asked."""
    queries = best.scenario.queries
    attacking = {id for q in queries if q.kind == "can_attack" for id in q.subject}
    tapping = {id for q in queries if q.kind in {"can_activate", "can_pay_with"} for id in q.subject}
    asked = [c for c in talk.clauses if c.frame == "attack" and c.modal == "can"]
    if not attacking & tapping or not asked:
        return []
    joined = any(lower == "and" for lower in talk.lowers[asked[0].verb : talk.clauses[-1].verb])
    return ["and"] if joined else []
