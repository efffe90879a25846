"""What a question wants counted: "how many counters", "the most damage", "total life"."""

from __future__ import annotations

from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk

_ASKING = ("how_many", "how_much", "most", "least", "total")
_NEAR = 4
"""How many words after the asking word the thing asked about may stand."""
_OF: dict[str, frozenset[str]] = {
    "damage": frozenset({
        "damage_to_player", "damage_dealt", "excess_damage", "may_assign", "deals_damage", "life_lost", "life_total", "must_assign_lethal",
        "survives", "dies", "amount", "resolves_with_effect", "who_assigns",
    }),
    "counter": frozenset({"number_of_counters", "amount", "power", "toughness", "enters_alive", "resolves_with_effect"}),
    "legs": frozenset({"number_of_legs", "legs_ok", "legal_target", "counts_for"}),
    "trigger": frozenset({"how_many_triggers", "triggers", "amount", "resolves_with_effect", "life_gained", "mana_amount"}),
}  # fmt: skip
"""Kinds of query that can answer a question for an amount of a thing."""


def another_quantity(best: Candidate, talk: Talk) -> list[str]:
    """The thing that a question wants counted, when no query of the reading counts such things."""
    kinds = {query.kind for query in best.scenario.queries}
    found: list[str] = []
    for i, word in enumerate(talk.words):
        if not any(word.is_(asking) for asking in _ASKING):
            continue
        for later in talk.words[i + 1 : i + 1 + _NEAR]:
            if later.kind == "mark" or later.sentence != word.sentence:
                break
            thing = next((s.value for s in later.senses if s.kind == "noun" and s.value in _OF), None)
            if thing is None and later.lower in {"counters", "counter", "damage", "triggers"}:
                thing = later.lower.rstrip("s")
            if thing == "counter" and talk.lowers[i + 1] == "poison" and "damage_to_player" in kinds:
                break  # as many as the damage of a creature with infect
            if thing is not None:
                if not kinds & _OF[thing]:
                    found.append(later.lower)
                break
            if later.is_("verb"):
                break
    return found
