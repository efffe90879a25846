"""Two creatures that meet with no word for who attacks: "Wall of Stone vs a 3/3, can it block?"."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk


def asks_if_it_blocks(talk: Talk) -> bool:
    """ "can it block?", which leaves open which of the two it is."""
    return any(
        c.frame == "block"
        and c.modal == "can"
        and not c.passive
        and not c.object
        and any(m.head == "pronoun" for m in c.subject)
        for c in talk.clauses
    )


def stays_home(talk: Talk, mention: Mention) -> bool:
    """Whether it is a creature with defender (CR 702.3b), which is there to block."""
    card = talk.card(mention) if mention.cards else None
    own = card.faces[0].abilities if card is not None else ()
    return any(isinstance(a, Keyword) and a.name == "defender" for a in own) or "Wall" in mention.subtypes


def joined_with(talk: Talk, first: Mention) -> list[Mention]:
    """ "vs a 5/5 and a 2/2": the creature that is named and those of a list that goes on with it."""
    found = [first]
    for mention in talk.mentions:
        if mention.start < found[-1].end or mention.sentence != first.sentence:
            continue
        gap = talk.lowers[found[-1].end : mention.start]
        follows = talk.words[mention.end] if mention.end < len(talk.words) else None
        acts = follows is not None and follows.kind != "mark" and follows.lower not in {"and", "or"}
        if gap not in (["and"], [","], [",", "and"]) or mention.power is None or acts:
            break
        found.append(mention)
    return found
