"""How many spells each player cast last turn, where both are told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Ability, Keyword

if TYPE_CHECKING:
    from judgecall.parser.areas.story import Story


def most_by_one(story: Story) -> int | None:
    """ "last turn I cast one spell and he cast two": the most that one player cast, where the two are told apart.

    Day and night look at one of the players only (CR 731.2), so beside a card with daybound nothing is read.
    """
    if any(isinstance(a, Keyword) and a.name == "daybound" for a in _printed(story)):
        return None
    casts = [c for c in story.talk.clauses if c.frame == "cast" and story.asked(c.verb) is None and not c.negated]
    told: dict[str, int] = {}
    for clause in casts:
        who = next((m.player for m in clause.subject if m.player in {"you", "opp"}), None)
        spells = [m for m in clause.object if m.head == "spell" and m.count is not None and not m.cards]
        if who is None or len(spells) != 1 or len(clause.object) != 1 or who in told:
            return None
        told[who] = spells[0].count or 0
    if len(told) < 2 or not any(story.near_last_turn(m) for c in casts for m in c.object):
        return None
    for clause in casts:
        story.used.add(clause.verb)
        story.use(*clause.object, *clause.subject)
        story.passed |= {m.start for m in clause.object}
    story.used |= {i for i, w in enumerate(story.talk.words) if w.is_("last_turn")}
    return max(told.values())


def _printed(story: Story) -> list[Ability]:
    """The abilities of all cards that are named."""
    cards = (story.talk.card(m) for m in story.talk.mentions if m.cards)
    return [a for card in cards if card is not None for face in card.faces for a in face.abilities]
