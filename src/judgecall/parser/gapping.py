"""Verbs that are left out: "he blocks the 2/2 with a 1/1 and the 3/3 with another 1/1", "does his guy die? does mine?"."""

from __future__ import annotations

import msgspec

from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_JOINING = frozenset({"and", ",", "plus", "then", "/", ";", "but", "while", "&"})
_ASKING = frozenset({"do", "does", "did", "will", "would", "can", "about", "and"})
"""Words that make a creature by itself a question."""


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


def ask_again(talk: Talk) -> None:
    """Give "does mine?" and "what about my bear?" behind a question of who dies the verb that they leave out."""
    for mention in whole_questions(talk):
        asked = [c for c in talk.clauses if c.verb < mention.start and (c.question or c.wh)]
        if not asked or asked[-1].frame not in {"die", "survive"} or not asked[-1].subject or asked[-1].wh:
            continue
        first = asked[-1].subject[0]
        if any(c.verb > asked[-1].verb for c in talk.clauses if c.verb < mention.start) or first.head == "player":
            continue
        verb = min(mention.end, len(talk.words) - 1)
        start = _begins(talk, mention)
        again = msgspec.structs.replace(
            asked[-1], verb=verb, start=start, end=verb + 1, subject=[mention], form="base", sentence=mention.sentence
        )
        talk.clauses.insert(talk.clauses.index(asked[-1]) + 1, again)


def whole_questions(talk: Talk) -> list[Mention]:
    """The creatures that are all that a further question says: "does mine?", "and what about my bear?"."""
    found = []
    for mention in talk.mentions:
        ends = mention.end == len(talk.words) or talk.lowers[mention.end] in {"?", ".", "!"}
        start = _begins(talk, mention)
        lead = talk.words[start : mention.start]
        asks = {w.lower for w in lead} & _ASKING
        plain = all(
            (w.is_("filler") or w.is_("modal_can") or w.lower in _ASKING) and not w.is_("negation") for w in lead
        )
        further = "?" in talk.lowers[:start] and talk.lowers[start - 1 : start] == ["?"]
        told = mention.is_object or (mention.head == "pronoun" and mention.owner is not None)
        if ends and asks and plain and further and told:
            found.append(mention)
    return found


def _begins(talk: Talk, mention: Mention) -> int:
    i = mention.start
    while i > 0 and talk.words[i - 1].kind != "mark":
        i -= 1
    return i


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
