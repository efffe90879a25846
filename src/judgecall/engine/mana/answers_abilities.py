"""Answers about mana abilities and about spending mana (CR 605, 106.4, 106.6)."""

from __future__ import annotations

from judgecall.cards.abilities import MANA_EVENTS, Ability, Activated, SpellAbility, Triggered, Unread
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana import mana_abilities as ma
from judgecall.engine.mana.sources import abilities_left, intrinsic_abilities
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query

_EVENT_WORDS = {
    "enters": "enters", "etb": "enters", "enter": "enters", "dies": "dies", "attacks": "attacks", "landfall": "landfall",
    "tapped_for_mana": "tapped_for_mana", "tapped": "tapped_for_mana",
}  # fmt: skip


def abilities_in_question(state: State, one: Permanent, value: str) -> list[Ability]:
    """The activated and triggered abilities that `value` picks; every one that could add mana when it is empty.

    value: activated, triggered (or an event: enters, tapped_for_mana), tap, sacrifice, tap_creature, loyalty, mana.
    """
    every: list[Ability] = [
        a
        for a in (*abilities_left(state, one), *intrinsic_abilities(state, one))
        if isinstance(a, Activated | Triggered | Unread)
    ]
    word = value.lower()
    if word in _EVENT_WORDS or word in ("triggered", "trigger"):
        wanted = _EVENT_WORDS.get(word)
        return [a for a in every if isinstance(a, Triggered | Unread) and _event_fits(a, wanted)]
    activated: list[Ability] = [
        a for a in every if isinstance(a, Activated) or (isinstance(a, Unread) and a.shape == "activated")
    ]
    costs = {
        "tap": "tap",
        "sacrifice": "sacrifice",
        "sac": "sacrifice",
        "tap_creature": "tap_objects",
        "loyalty": "loyalty",
    }
    if word in costs:
        return [a for a in activated if (c := getattr(a, "cost", None)) is not None and getattr(c, costs[word])]
    if word == "activated":
        return activated
    if word == "mana":
        return [a for a in every if isinstance(a, Activated | Triggered) and ma.adds_mana(a.effects)]
    if word == "any":
        return every
    if not word:
        adding: list[Ability] = [a for a in every if isinstance(a, Activated | Triggered) and ma.adds_mana(a.effects)]
        return adding or every
    raise CannotRule("which_ability", object=one.ref)


def _event_fits(ability: Triggered | Unread, wanted: str | None) -> bool:
    if isinstance(ability, Unread) and ability.shape != "triggered":
        return False
    return wanted is None or (ability.event is not None and ability.event.what == wanted)


def _decide(state: State, one: Permanent, found: list[Ability]) -> tuple[bool, Ability]:
    """Whether those abilities are mana abilities, all or none.

    Raises:
        CannotRule: there is none, they differ, or one of them was not read.
    """
    if not found:
        raise CannotRule("no_such_ability", object=one.ref)
    if any(isinstance(a, Unread) and (not a.concepts or "mana" in a.concepts) for a in found):
        raise CannotRule("unread_line", object=one.ref, concepts="mana")
    with state.d.muted():
        verdicts = {ma.is_mana_ability(state, one, a) for a in found}
    if len(verdicts) > 1:
        raise CannotRule("which_ability", object=one.ref)
    return verdicts.pop(), found[0]


@answers("is_mana_ability")
def answer_is_mana_ability(state: State, query: Query) -> Verdict:
    """Is the subject's ability (picked by `value`) a mana ability?"""
    chosen = state.members(query.subject)
    if not chosen:
        raise CannotRule("no_such_ability")
    one = chosen[0]
    if _is_spell(state, one) and not query.value:
        ma.spell_uses_the_stack(state, one)
        return YesNo(False)
    _, ability = _decide(state, one, abilities_in_question(state, one, query.value))
    return YesNo(ma.is_mana_ability(state, one, ability))


def _is_spell(state: State, one: Permanent) -> bool:
    return bool(now.types_of(state, one) & {"instant", "sorcery"}) or any(
        isinstance(a, SpellAbility) for a in state.printed_abilities(one)
    )


@answers("can_respond")
def answer_can_respond(state: State, query: Query) -> Verdict:
    """May players respond to the subject's ability (picked by `value`), to the spell, or to tapping for mana when there is none?"""
    if not query.subject:
        if query.value.lower() not in ("", "mana", "tap", "tap_for_mana"):
            raise CannotRule("no_such_ability")
        ma.no_response_to_tapping(state)
        return YesNo(False)
    one = state.members(query.subject)[0]
    if query.value.lower() in ("play_land", "play"):
        playing_a_land(state, one)
        return YesNo(False)
    if one.zone == "stack" or _is_spell(state, one) or query.value.lower() in ("cast", "spell"):
        ma.spell_uses_the_stack(state, one)
        return YesNo(True)
    if one.card is None and not one.thing.abilities and "land" in now.types_of(state, one):
        ma.no_response_to_tapping(state)
        return YesNo(False)
    # Nobody says which ability: then all of them must give the same answer, those that add no mana too.
    mana, ability = _decide(state, one, abilities_in_question(state, one, query.value or "any"))
    if mana:
        ma.is_mana_ability(state, one, ability)
        if isinstance(ability, Triggered):
            ma.no_response_to_triggered(state, one)
        else:
            ma.no_response_to_activated(state, one)
        return YesNo(False)
    if isinstance(ability, Triggered) and (ma.adds_mana(ability.effects) or ability.event.what in MANA_EVENTS):
        ma.triggered_mana_ability(state, one, ability)
    elif isinstance(ability, Activated) and ma.adds_mana(ability.effects):
        ma.activated_mana_ability(state, one, ability)
    if isinstance(ability, Triggered) or (isinstance(ability, Unread) and ability.shape == "triggered"):
        ma.triggered_uses_the_stack(state, one)
    else:
        ma.activated_uses_the_stack(state, one)
    return YesNo(True)


@rule("116.2a")
def playing_a_land(state: State, one: Permanent) -> None:
    """A land is played without the stack, as a special action."""
    state.d.step("playing_a_land_is_special", object=one.ref)
