"""What a question wants counted: "how many counters", "the most damage", "total life"."""

from __future__ import annotations

from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.words import Word

_ASKING = ("how_many", "how_much", "most", "least", "total")
_NEAR = 4
"""How many words after the asking word the thing asked about may stand."""
_OF: dict[str, frozenset[str]] = {
    "damage": frozenset({
        "damage_to_player", "damage_dealt", "excess_damage", "may_assign", "deals_damage", "life_lost", "life_total", "must_assign_lethal",
        "survives", "dies", "amount", "resolves_with_effect", "who_assigns", "damage_when_tapped", "hurts_when_tapped",
    }),
    "counter": frozenset({"number_of_counters", "amount", "power", "toughness", "enters_alive", "resolves_with_effect"}),
    "legs": frozenset({"number_of_legs", "legs_ok", "legal_target", "counts_for"}),
    "trigger": frozenset({"how_many_triggers", "triggers", "amount", "resolves_with_effect", "life_gained", "mana_amount"}),
}  # fmt: skip
"""Kinds of query that can answer a question for an amount of a thing."""
_QUANTITIES = ("life", "power", "toughness", "damage")
_COUNTED = frozenset({"mana", "counter", "damage", "life", "card", "token", "creature", "legs"})
_OUTCOMES = frozenset(
    {"who_chooses_blocks", "who_assigns", "who_gets_mana", "face_after", "which_die", "could_produce"}
)
_NUMBERS = frozenset({
    "how_many_block", "requirements_obeyed", "attack_cost", "how_many_attack", "how_many_die", "damage_to_player", "damage_dealt", "excess_damage",
    "life_gained", "life_lost", "life_total", "mana_amount", "max_x", "cost_of_x", "total_cost", "mana_value", "value_of_x", "number_of_counters",
    "amount", "power", "toughness", "how_many_triggers", "number_of_legs",
    "damage_when_tapped",
})  # fmt: skip


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
            if thing is not None:
                if not kinds & _OF[thing]:
                    found.append(later.lower)
                break
            if later.is_("verb"):
                break
    return found


def more_than_answered(best: Candidate, talk: Talk) -> list[str]:
    """The things that a question wants counted, where they are more than the reading has queries: one was passed over."""
    asked: dict[str, str] = {}
    for i, word in enumerate(talk.words):
        if not (word.is_("how_many") or word.is_("how_much")):
            continue
        for later in talk.words[i + 1 : i + 1 + _NEAR]:
            if later.kind == "mark" or later.is_("verb", "do") or later.sentence != word.sentence:
                break
            thing = next((s.value for s in later.senses if s.kind == "noun" and s.value in _COUNTED), None)
            if thing is not None:
                asked.setdefault(thing, later.lower)
                break
    return list(asked.values()) if len(asked) > len(best.scenario.queries) else []


def number_not_given(best: Candidate, talk: Talk) -> list[str]:
    """Words that ask how many or how much when no query of the reading gives a number."""
    kinds = {q.kind for q in best.scenario.queries}
    if kinds & (_NUMBERS | _OUTCOMES) or any(
        q.kind == "mana_remains" and q.n is not None for q in best.scenario.queries
    ):
        return []
    return [w.lower for i, w in enumerate(talk.words) if _asks_number(i, w, talk)]


def _asks_number(i: int, word: Word, talk: Talk) -> bool:
    if word.is_("how_many") or word.is_("how_much"):
        return True
    return word.is_("which") and i + 1 < len(talk.words) and talk.words[i + 1].is_("noun", *_QUANTITIES)
