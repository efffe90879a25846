"""Damage that a permanent deals its controller as it is tapped: a trigger on its being tapped, or part of its mana ability."""

from __future__ import annotations

from collections.abc import Iterable

from judgecall.cards.abilities import AnyEffect, Damage, Life, Triggered, Unread
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana.answers_tapping import tapped_by_another
from judgecall.engine.mana.mana_abilities import activated_mana_ability
from judgecall.engine.mana.moment import go_to
from judgecall.engine.mana.sources import Source, all_effects, mana_maker, sources_of
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import Query

_TAPPED = frozenset({"tapped", "tapped_for_mana"})


@answers("hurts_when_tapped")
def answer_hurts_when_tapped(state: State, query: Query) -> Verdict:
    """Does the subject deal damage to its controller, or make that player lose life, as it is tapped (for `value`, if said)?"""
    return YesNo(_hurt(state, query) > 0)


@answers("damage_when_tapped")
def answer_damage_when_tapped(state: State, query: Query) -> Verdict:
    """How much damage the subject deals to its controller as it is tapped."""
    return Number(_hurt(state, query))


def _hurt(state: State, query: Query) -> int:
    go_to(state, query)
    one = mana_maker(state, query)
    if query.who is not None and query.who != state.controller(one):
        somebody_else(state, one, query.who)
        return 0
    other_cause = tapped_by_another(state, one)
    if any(isinstance(a, Unread) and a.shape in {"triggered", "activated"} for a in now.abilities_of(state, one)):
        raise CannotRule("unread_line", object=one.ref, concepts="damage")
    hurt = triggered_damage(state, one, for_mana=not other_cause)
    return hurt if other_cause else hurt + ability_damage(state, one, query)


@rule("109.5")
def somebody_else(state: State, one: Permanent, player: str) -> None:
    """ "You" in an ability's text is the controller of the permanent, whoever else there is."""
    state.d.step("hurts_its_controller", object=one.ref, player=player)


@rule("603.2")
def triggered_damage(state: State, one: Permanent, *, for_mana: bool) -> int:
    """What triggers on a permanent's becoming tapped triggers whatever taps it; on its being tapped for mana only then."""
    found = 0
    for ability in now.abilities_of(state, one):
        if not isinstance(ability, Triggered) or ability.event.what not in _TAPPED or ability.event.of is None:
            continue
        if not ability.event.of.this or ability.condition is not None or ability.optional:
            continue
        n = _of_effects(one, ability.effects)
        if not n:
            continue
        if ability.event.what == "tapped" or for_mana:
            code = "tap_trigger_hurts" if ability.event.what == "tapped" else "mana_trigger_hurts"
            state.d.step(code, object=one.ref, n=n)
            found += n
    return found


@rule("605.3b")
def ability_damage(state: State, one: Permanent, query: Query) -> int:
    """A mana ability resolves at once, with all that it does besides adding mana."""
    hurting: dict[int, Source] = {}
    for source in sources_of(state, one, triggered=False):
        with state.d.muted():
            if not source.has_tap or not activated_mana_ability(state, one, source.ability):  # type: ignore[arg-type]
                continue
        if query.value and not _makes(source, query.value):
            continue
        life = source.cost.life
        hurting[_of_effects(one, source.ability.effects) + (life.base if life is not None else 0)] = source
    if not hurting:
        raise CannotRule("no_mana_ability", object=one.ref)
    if len(hurting) > 1:
        raise CannotRule("which_ability", object=one.ref)
    (n,) = hurting
    state.d.step("mana_ability_hurts" if n else "mana_ability_harmless", object=one.ref, n=n)
    return n


def _makes(source: Source, letter: str) -> bool:
    options = [o for e in all_effects(source.ability.effects) for o in getattr(e, "options", ())]
    return any(letter in o or (o.startswith("any") and letter != "C") for o in options)


def _of_effects(one: Permanent, effects: Iterable[AnyEffect]) -> int:
    found = 0
    for effect in all_effects(tuple(effects)):
        damage = isinstance(effect, Damage) and effect.players == "you"
        loss = isinstance(effect, Life) and not effect.gain and effect.who == "you"
        if not (damage or loss):
            continue
        amount = effect.amount  # type: ignore[union-attr]
        if amount.per is not None:
            raise CannotRule("unread_line", object=one.ref, concepts="damage")
        found += amount.base
    return found
