"""Lists with a heading: "two attackers, a 3/3 and a 2/2", "he has three blockers: 1/1, 2/2 and 4/4".

The heading stands for the creatures of the list and for no others; they take its place wherever the question put it.
"""

from __future__ import annotations

from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_HEADS = frozenset({"creature", "attacker", "blocker", "token"})
_OPENING = frozenset({":", ",", "(", "-", "–", "—", "="})
_JOINS = frozenset({",", "and", "plus", "&", "+", "a", "an", "the", "one", "other", "another"})


def spread_headings(talk: Talk) -> None:
    """Put the creatures of a list where its heading stood."""
    for heading in list(talk.mentions):
        alone = heading.power is None and not heading.cards
        if heading.head not in _HEADS or not alone or not heading.count or heading.count < 2:
            continue
        listed = _listed(talk, heading)
        if not listed or sum(m.count or 1 for m in listed) != heading.count:
            continue
        if heading.described and any(m.power is None and not m.cards for m in listed):
            continue  # "two soldiers: both soldiers on the first"
        for mention in listed:
            mention.owner = mention.owner or heading.owner
            _share_qualities(heading, mention)
            if heading.head == "attacker" or heading.role == "attacking":
                mention.role = "attacking"
            elif heading.head == "blocker" or heading.role == "blocking":
                mention.role = "blocking"
            if heading.tapped is not None and mention.tapped is None:
                mention.tapped = heading.tapped
        if heading.head == "blocker" and any(c.frame == "attack" and heading in c.roles() for c in talk.clauses):
            for mention in listed:
                mention.head = "blocker"  # "attacks into two blockers, a 1/1 and a 2/2"
        _replace(talk, heading, listed)
        for word in talk.words[heading.start : heading.end]:
            word.used = True


def list_attackers(talk: Talk) -> None:
    """ "same attack (a lured bear and 2 zombies)": the noun is no verb without a subject; those listed behind it attack."""
    for clause in talk.clauses:
        if clause.frame != "attack" or clause.subject or clause.object or clause.question or clause.modal:
            continue
        rest = talk.lowers[clause.verb + 1 :]
        if rest[:1] not in (["("], [":"]) or talk.lowers[clause.verb] not in {"attack", "combat", "swing"}:
            continue
        closed = rest.index(")") if rest[0] == "(" and ")" in rest else len(rest)
        end = clause.verb + 1 + closed
        position = clause.verb + 2
        for mention in talk.mentions:
            if mention.start < position or mention.end > end or mention.sentence != clause.sentence:
                continue
            if not mention.is_object or not set(talk.lowers[position : mention.start]) <= _JOINS:
                break
            clause.subject.append(mention)
            position = mention.end


def _share_qualities(heading: Mention, mention: Mention) -> None:
    """ "two skulk guys, a 2/2 and a 1/1": what is told of all is told of each."""
    mention.keywords = list(dict.fromkeys([*mention.keywords, *heading.keywords]))
    mention.protection = list(dict.fromkeys([*mention.protection, *heading.protection]))
    mention.colors = mention.colors or list(heading.colors)
    mention.subtypes = mention.subtypes or list(heading.subtypes)
    mention.vanilla = mention.vanilla or heading.vanilla


def _listed(talk: Talk, heading: Mention) -> list[Mention]:
    """The creatures that are listed right behind the heading."""
    if talk.lowers[heading.end : heading.end + 1] == [] or talk.lowers[heading.end] not in _OPENING:
        return []
    found: list[Mention] = []
    position = heading.end + 1
    for mention in talk.mentions:
        if mention.start < position:
            continue
        gap = talk.lowers[position : mention.start]
        if not set(gap) <= _JOINS or mention.sentence != heading.sentence or not mention.is_object:
            break
        if mention.head not in _HEADS | {"card"} or not mention.described or (mention.plural and not mention.count):
            break
        if found and not gap and (mention.power is None or found[-1].power is None):
            break  # only sizes stand in a row without a comma
        found.append(mention)
        position = mention.end
    return found


def _replace(talk: Talk, heading: Mention, listed: list[Mention]) -> None:
    talk.mentions.remove(heading)
    ids = {id(m) for m in listed}
    placed = False
    for clause in talk.clauses:
        for role in clause.lists():
            at = next((n for n, m in enumerate(role) if m is heading), None)
            if at is None:
                continue
            role[:] = [m for m in role if id(m) not in ids and m is not heading]
            role[at:at] = listed
            placed = True
    if placed:
        for clause in talk.clauses:
            # What was taken for the subject of the next verb ("…, a 3/3 and a 2/2 block") may have been so only as the list's end.
            if clause.verb < heading.start:
                continue
            clause.subject = [m for m in clause.subject if id(m) not in ids or len(clause.subject) == len(listed)]
