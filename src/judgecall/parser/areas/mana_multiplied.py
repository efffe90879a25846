"""Whether a card that multiplies mana applies: to what is tapped for it, and not to what adds mana otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import AddMana
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.areas.mana_parts import Part
from judgecall.scenario.model import Query

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_asks import Asker
    from judgecall.parser.mentions import Mention


def _adding(a: Asker, part: Part) -> tuple[str, ...]:
    """ "double the extra mana from Wild Growth", "… the bonus mana", "Dark Ritual's mana": what adds mana without being tapped for it."""
    adds = [m for m in a.b.things() if m.cards and a.id(m) and not a.b.facts_of(m).makes and _adds_mana(a, m)]
    named = [m for m in adds if part.start <= m.start < part.end and a.talk.lowers[m.start - 1] not in {"with", "has"}]
    if not named and a.says(part, "bonus", "extra", "additional"):
        named = adds
    ids = list(dict.fromkeys(a.id(m) or "" for m in named))
    return tuple(ids) if len(ids) == 1 else ()


def _adds_mana(a: Asker, m: Mention) -> bool:
    card = a.talk.card(m)
    return any(isinstance(p, AddMana) for f in (card.faces if card else ()) for x in f.abilities for p in inside(x))


def ask_doubled(a: Asker, part: Part) -> list[Query] | None:
    """ "does the mana get doubled by mana reflection", "does nyxbloom work with treasures"."""
    if a.has(part, "how_much") or a.has(part, "how_many") or a.has(part, "which"):
        return None
    cue = a.has(part, "verb", "double") or a.says(
        part,
        "twice as much",
        "twice the mana",
        "three times the mana",
        "triple mana",
        "triple the mana",
        "double the mana",
        "tripled",
        "triples",
        "triple",
        "double mana",
        "affect",
        "affects",
        "apply to",
        "apply",
        "work with",
        "works with",
        "work on",
        "works on",
        "count for",
        "boosted",
        "multiplied",
    )
    source = a.first_with("multiplies", part)
    if not cue or source is None:
        return None
    subject = _adding(a, part) or tuple(i for i in a.maker(part) if i != source) or a.others(source)
    if not subject:
        described = [
            a.id(m)
            for m in a.b.things()
            if a.id(m) not in {None, source} and not m.cards and m.head in {"creature", "artifact", "land"}
        ]
        if len(described) != 1:
            return None
        subject = (described[0] or "",)
    a.use_verbs(
        Part(0, part.end), "double", "get", "tap", "produce", "trigger", "have", "activate", "sacrifice", "count"
    )
    a.use_kinds(Part(0, part.end), "negation") if a.says(Part(0, part.end), "not sure") else None
    a.used |= {i for i in range(part.start, part.end) if a.talk.lowers[i] in {"twice", "thrice", "apply", "affect"}}
    a.used |= {i for i in range(part.start, part.end) if a.talk.lowers[i] in {"bonus", "extra", "additional"}}
    value = "sacrifice" if a.has(part, "verb", "sacrifice") else ""
    return [Query("is_doubled", subject[:1], (source,), value=value, inverse=a.negated_claim(part))]
