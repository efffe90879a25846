"""Answers about what applies when a permanent is tapped for mana: multipliers, triggers, who gets the mana."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, AddMana, MultiplyMana, SpellAbility, Triggered
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana import replacements
from judgecall.engine.mana.answers_amounts import chosen_sources
from judgecall.engine.mana.could_produce import Board
from judgecall.engine.mana.mana_abilities import activated_mana_ability, adds_mana
from judgecall.engine.mana.moment import go_to
from judgecall.engine.mana.reading import Reading
from judgecall.engine.mana.sources import Source, all_effects, guard_own, mana_maker, sources_of
from judgecall.engine.mana.tapping import (
    is_tapped_for_mana,
    receiver,
    tap_triggers,
    trigger_happens,
    trigger_is_about,
    use,
)
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Outcome, Verdict, YesNo
from judgecall.scenario.model import Query


@answers("is_doubled")
def answer_is_doubled(state: State, query: Query) -> Verdict:
    """Does a multiplier in the scenario (that of `target` if given) apply when the subject is used for mana?"""
    go_to(state, query)
    one = mana_maker(state, query)
    multipliers = [
        r
        for r in replacements.in_force(state)
        if isinstance(r.effect, MultiplyMana) and (not query.target or r.source.thing.id in query.target)
    ]
    if not multipliers:
        raise CannotRule("no_multiplier")
    guard_own(state, one)
    if tapped_by_another(state, one) or not _for_mana(state, one, query):
        return YesNo(False)
    for r in multipliers:
        if multiplier_applies(state, one, r):
            return YesNo(True)
    return YesNo(False)


@rule("106.12")
def adds_without_tapping(state: State, one: Permanent) -> bool:
    """What a triggered ability or a spell adds comes of no permanent's being tapped for mana."""
    state.d.step("adds_without_tapping", object=one.ref)
    return False


def _for_mana(state: State, one: Permanent, query: Query) -> bool:
    """Whether the ability in question taps it for mana; asked when nobody said what the ability costs."""
    sources = chosen_sources(state, one, query)
    if not sources:
        activated = [a for a in now.abilities_of(state, one) if isinstance(a, Activated)]
        if activated:
            for ability in activated:
                if any(getattr(e, "kind", "") or True for e in ability.effects) and not is_tapped_for_mana(
                    state, one, Source(ability)
                ):
                    return False
            return True
        if any(isinstance(a, Triggered | SpellAbility) and adds_mana(a.effects) for a in now.abilities_of(state, one)):
            return adds_without_tapping(state, one)
        if one.card is not None:
            raise CannotRule("no_mana_ability", object=one.ref)
        return tap_symbol_unknown(state, one)
    answers_ = {is_tapped_for_mana(state, one, source) for source in sources}
    if len(answers_) > 1:
        raise CannotRule("which_ability", object=one.ref)
    return answers_.pop()


@rule("106.12")
def tapped_by_another(state: State, one: Permanent) -> bool:
    """A permanent that something else's effect taps isn't tapped for mana: no mana ability of it was activated."""
    if any(e.how == "cost" and one.thing.id in e.subject for e in state.events("tap")):
        state.d.step("tapped_for_another_cost", object=one.ref)
        return True
    causes = [p for e in state.events("tap") if e.by and one.thing.id in e.subject for p in state.members((e.by,))]
    if not causes or any(one.thing.id in e.subject for e in state.events("tap_for_mana")):
        return False
    state.d.step("tapped_by_another", object=one.ref, source=causes[0].ref)
    return True


@rule("106.12")
def tap_symbol_unknown(state: State, one: Permanent) -> bool:
    """Only a mana ability with {T} in its cost taps the permanent for mana."""
    holds = state.facts.ask("tap_in_cost", object=one.ref)
    state.d.step("tapped_for_mana" if holds else "no_tap_symbol", object=one.ref)
    return holds


@rule("106.12b")
def multiplier_applies(state: State, one: Permanent, replacement: replacements.ManaReplacement) -> bool:
    """The effect changes the mana of a permanent that it speaks of as that is tapped for mana."""
    applies = replacements.applies_to(state, replacement, one)
    effect = replacement.effect
    n = effect.times if isinstance(effect, MultiplyMana) else 1
    code = "multiplier_applies" if applies else "multiplier_does_not_apply"
    state.d.step(code, object=one.ref, source=replacement.source.ref, times=n)
    return applies


@answers("mana_trigger")
def answer_mana_trigger(state: State, query: Query) -> Verdict:
    """Does a tapped-for-mana trigger (that of `target` if given) happen when the subject is used for mana?"""
    go_to(state, query)
    chosen = state.members(query.subject)
    triggers = [(s, a) for s, a in tap_triggers(state) if not query.target or s.thing.id in query.target]
    if not chosen or not triggers:
        raise CannotRule("no_tap_trigger")
    one = chosen[0]
    if tapped_by_another(state, one):
        return YesNo(False)
    if not _for_mana_at_all(state, one, query):
        return YesNo(False)
    about = [(s, a) for s, a in triggers if trigger_is_about(state, s, a, one)]
    if not about:
        not_about(state, triggers[0][0], one)
        return YesNo(False)
    with state.d.muted():
        board = Board(state, Reading("ask"), frozenset({one.id}))
        made = {
            o.produced for source in chosen_sources(state, one, query) for o in use(state, one, source, board, "you")
        }
    results = {any(trigger_happens(state, s, a, one, bundle) for s, a in about) for bundle in made}
    if len(results) > 1:
        raise CannotRule("depends_on_choice", object=one.ref)
    return YesNo(results.pop())


def _for_mana_at_all(state: State, one: Permanent, query: Query) -> bool:
    """As `_for_mana`; a permanent whose only mana comes from an ability with a target isn't tapped for mana."""
    guard_own(state, one)
    every = sources_of(state, one, triggered=False)
    for source in every:
        if isinstance(source.ability, Activated) and not activated_mana_ability(state, one, source.ability):
            is_tapped_for_mana(state, one, source)
            return False
    return _for_mana(state, one, query)


@rule("106.12a")
def not_about(state: State, source: Permanent, one: Permanent) -> None:
    """The ability triggers only on what it names being tapped for mana."""
    state.d.step("trigger_not_about", object=source.ref, land=one.ref)


@answers("who_gets_mana")
def answer_who_gets_mana(state: State, query: Query) -> Verdict:
    """Who adds the mana of the trigger of `target` when the subject is tapped for mana: an outcome."""
    go_to(state, query)
    one = mana_maker(state, query)
    for source, ability in tap_triggers(state):
        if query.target and source.thing.id not in query.target:
            continue
        if not trigger_is_about(state, source, ability, one):
            continue
        for effect in all_effects(ability.effects):
            if isinstance(effect, AddMana):
                who = receiver(state, effect, source, one)
                receives(state, source, one, who)
                return Outcome("gets_mana", (("player", who),))
    raise CannotRule("no_tap_trigger")


@rule("106.12a")
def receives(state: State, source: Permanent, one: Permanent, player: str) -> None:
    """The trigger says who adds the mana: its own controller, or the controller of the permanent that was tapped."""
    state.d.step("trigger_gives_mana_to", object=source.ref, land=one.ref, player=player)
