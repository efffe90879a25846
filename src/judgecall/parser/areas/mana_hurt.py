"""Questions about what tapping a land costs its controller in life: "do I take damage", "does the Tomb ping me"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.areas.mana_parts import Part, letters_in
from judgecall.scenario.model import Query

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_asks import Asker

_HURTING = (
    "hurt",
    "hurts",
    "ping",
    "pings",
    "pinged",
    "damage",
    "burn",
    "burns",
    "lose life",
    "sting",
    "stings",
    "shock",
)


def ask_hurt(a: Asker, part: Part) -> list[Query] | None:
    """ "opp taps my City of Brass with Icy, do I take damage", "how much does the Tomb hit me for"."""
    hurt = a.has(part, "noun", "damage", "life") or a.says(part, *_HURTING)
    hurt = hurt or any(a.talk.lowers[i].endswith(" damage") for i in range(part.start, part.end))
    taken = any(
        a.talk.words[i].is_("verb", "take", "lose", "deal") and a.talk.words[i + 1].kind == "number"
        for i in range(part.start, part.end - 1)
    )
    triggers = a.has(part, "verb", "trigger") or a.has(part, "noun", "trigger")
    if not (hurt or taken or triggers) or a.says(part, "pay", "cost"):
        return None
    fits = list(dict.fromkeys(i for m in a.b.things() if (i := a.id(m)) and a.b.facts_of_id(i).hurts))
    named = [i for m in a.in_part(part) if (i := a.id(m)) and a.b.facts_of_id(i).makes]
    if not triggers and len(set(named)) == 1 and fits:
        fits = named[:1]  # "does the Pool hurt me too": another than the one that does
    if len(fits) != 1 or a.first_with("rewards") is not None:
        return None
    asked = a.has(part, "how_much") or a.has(part, "how_many") or a.has(part, "which")
    if asked and a.has(part, "noun", "mana"):
        return None
    letters, where = letters_in(a.talk, 0, len(a.talk.words), a.b.used)
    a.used |= where
    if not asked:
        a.use_numbers(part)
    whole = Part(0, len(a.talk.words))
    a.use_verbs(whole, "deal", "take", "lose", "tap", "trigger", "get")
    a.use_nouns(part, "damage", "life", "trigger")
    a.use_kinds(part, "how_much", "how_many", "which")
    a.used |= {i for i in range(part.start, part.end) if a.talk.lowers[i] in _HURTING}
    value = letters or a.tapped_for
    value = value if len(value) == 1 else ""
    players = [m for m in a.talk.mentions if part.start <= m.start < part.end and m.head == "player"]
    who = next(
        (
            m.player
            for m in reversed(players)
            if m.player in {"you", "opp"} and a.talk.lowers[m.end : m.end + 1] != ["taps"]
        ),
        None,
    )
    a.doubts -= 2.5  # the card that hurts is named: no damage of a fight or a spell
    if asked:
        return [Query("damage_when_tapped", (fits[0],), value=value, who=who)]
    return [Query("hurts_when_tapped", (fits[0],), value=value, who=who, inverse=a.negated_claim(part))]
