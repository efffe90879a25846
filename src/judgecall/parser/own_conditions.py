"""What a card's own text has under a condition, told again: "my Cohort has to attack unless I control another Ally".

Whether the condition holds is told elsewhere: what stands in it is no creature that is there.
"""

from __future__ import annotations

from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability, under_condition

_UNDER = frozenset({"unless", "as long as", "while", "if", "only if"})


def pass_over_own_conditions(talk: Talk) -> None:
    """Take the conditions that cards' own texts state out of what is told."""
    for i, word in enumerate(talk.words):
        if word.lower not in _UNDER or i < 2:
            continue
        named = next((m for m in talk.mentions if m.end == i - 1 and m.cards), None)
        terms = [s.value for s in talk.words[i - 1].senses if s.kind == "keyword"]
        card = talk.card(named) if named is not None else None
        if not any(under_condition(card, ability(term)) for term in terms):
            continue
        end = next((k for k in range(i, len(talk.words)) if talk.words[k].kind == "mark"), len(talk.words))
        talk.use(range(i, end))
        talk.forget(range(i, end))
