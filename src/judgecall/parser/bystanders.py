"""Cards that never fight, told of in one breath with a creature: "my 2/2 and Glorious Anthem, blocked by a 3/3"."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, Become, Keyword, Static, Triggered
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_FRAMES = frozenset({"attack", "block", "no_block", "die", "survive", "trample_over"})
_FIGHTERS = frozenset({"creature", "planeswalker", "land"})
_WORN = frozenset({"Aura", "Equipment", "Fortification", "Role"})
_JOINED = (["and"], ["plus"], ["+"], ["&"], [","], [",", "and"], ["and", "a"], ["and", "an"])


def set_bystanders_aside(talk: Talk) -> None:
    """Take such cards out of the lists of those that attack, block or die; they stay on the board of the creature's player."""
    for clause in talk.clauses:
        if clause.frame not in _FRAMES:
            continue
        for role in (clause.subject, clause.object, clause.by, clause.with_):
            for mention in [m for m in role if _never_fights(m, talk)]:
                fighter = _beside(mention, talk)
                if fighter is None:
                    continue
                place = role.index(mention)
                role[place : place + 1] = [] if any(m is fighter for m in role) else [fighter]
                mention.owner = mention.owner or fighter.owner or _doer(clause.subject)


def _doer(subject: list[Mention]) -> str | None:
    return next((m.player for m in subject if m.head == "player" and m.player in {"you", "opp"}), None)


def _beside(mention: Mention, talk: Talk) -> Mention | None:
    """The creature of the same list that stands next to it."""
    for other in talk.mentions:
        first, second = (other, mention) if other.start < mention.start else (mention, other)
        gap = talk.lowers[first.end : second.start]
        fights = other.head in {"creature", "token", "attacker", "blocker"} or other.cards
        if other is not mention and gap in _JOINED and fights and not _never_fights(other, talk):
            return other
    return None


def _never_fights(mention: Mention, talk: Talk) -> bool:
    """Whether it is a card of an artifact or enchantment that nothing of its own makes a creature and that isn't worn."""
    card = talk.card(mention) if mention.cards and mention.head == "card" else None
    if card is None or len(mention.cards) > 1:
        return False
    for face in card.faces:
        if set(face.types) & _FIGHTERS or not set(face.types) & {"artifact", "enchantment"}:
            return False
        if "Vehicle" in face.subtypes or _WORN & set(face.subtypes):
            return False
        for ability in face.abilities:
            if isinstance(ability, Keyword) and ability.name in {"bestow", "crew", "living weapon"}:
                return False
            effects = ability.effects if isinstance(ability, Activated | Static | Triggered) else ()
            if any(isinstance(e, Become) for e in effects):
                return False
    return True
