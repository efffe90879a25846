"""What a question tells that a creature may do although its own text forbids it ("a 0/4 defender that's allowed to attack")."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk


def tell_permitted(talk: Talk) -> None:
    """A creature with defender that is said to be able to attack, before something else is asked, attacks despite it (CR 702.3b)."""
    for clause in list(talk.clauses):
        if clause.frame != "attack" or clause.modal != "can" or clause.question or clause.wh or clause.negated:
            continue
        if clause.conditional or not any(
            (c.question or c.frame == "block") and c.verb > clause.verb for c in talk.clauses
        ):
            continue
        wall = _defender(talk, clause)
        if wall is None:
            continue
        wall.keywords.append("attacks despite defender")
        wall.told.append("attacks despite defender")
        talk.use(i for i in range(wall.end, clause.verb + 1) if talk.inside(i) is None)
        talk.use(i for i in range(clause.verb + 1, clause.end) if talk.words[i].is_("moment"))
        talk.clauses.remove(clause)


def _defender(talk: Talk, clause: Clause) -> Mention | None:
    """The creature with defender that was named last before the verb."""
    before = [m for m in talk.mentions if m.end <= clause.verb and m.sentence == clause.sentence and m.is_object]
    if not before:
        return None
    card = talk.card(before[-1])
    printed = [] if card is None else [a.name for a in card.faces[0].abilities if isinstance(a, Keyword)]
    return before[-1] if "defender" in [*before[-1].keywords, *printed] else None
