"""Blocks whose verb is left out: "he blocks the 2/2 with a 1/1 and the 3/3 with another 1/1"."""

from __future__ import annotations

import msgspec

from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_JOINING = frozenset({"and", ",", "plus", "then", "/", ";", "but", "while", "&"})


def fill_gaps(talk: Talk) -> None:
    """Give each further pair of a block ("… and the 3/3 with a 1/1", "… and the 3/3 by a 1/1") a clause of its own."""
    for clause in list(talk.clauses):
        if clause.frame != "block" or clause.question or clause.negated:
            continue
        word = "by" if clause.passive and clause.by else "with"
        roles = clause.by if word == "by" else clause.with_
        if not roles or not (clause.subject if clause.passive else [*clause.object, *clause.on]):
            continue
        pairs = _pairs_after(talk, clause, roles[0], word)
        for blocked, blocking in reversed(pairs):
            _add(talk, clause, blocked, blocking, word)


def _pairs_after(talk: Talk, clause: Clause, first: Mention, word: str) -> list[tuple[Mention, list[Mention]]]:
    """The pairs that go on after the first blocker: what is blocked, and with what."""
    end = next((c.verb for c in talk.clauses if c.verb > clause.verb), len(talk.words))
    later = [m for m in talk.mentions if first.start < m.start < end and m.sentence == first.sentence]
    pairs: list[tuple[Mention, list[Mention]]] = []
    for n, mention in enumerate(later):
        joined = mention.start > 0 and talk.lowers[mention.start - 1] in _JOINING
        linked = talk.lowers[mention.end : mention.end + 1] == [word] and n + 1 < len(later)
        if joined and linked and later[n + 1].start == mention.end + 1 and _may_be_blocked(mention):
            pairs.append((mention, []))
        elif pairs and (mention.is_object or mention.head == "some"):
            pairs[-1][1].append(mention)
    return [(blocked, blocking) for blocked, blocking in pairs if blocking]


def _may_be_blocked(mention: Mention) -> bool:
    return mention.is_object or (mention.head in {"pronoun", "some"} and not mention.player)


def _add(talk: Talk, clause: Clause, blocked: Mention, blocking: list[Mention], word: str) -> None:
    moved = {id(m) for m in (blocked, *blocking)}
    for name in ("subject", "object", "by", "with_", "on", "into"):
        setattr(clause, name, [m for m in getattr(clause, name) if id(m) not in moved])
    clause.other = {k: [m for m in v if id(m) not in moved] for k, v in clause.other.items()}
    made = msgspec.structs.replace(
        clause,
        start=blocked.start,
        subject=[blocked] if clause.passive else list(clause.subject),
        object=[] if clause.passive else [blocked],
        by=blocking if word == "by" else [],
        with_=blocking if word == "with" else [],
        on=[],
        into=[],
        other={},
    )
    talk.clauses.insert(talk.clauses.index(clause) + 1, made)
