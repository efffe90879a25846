"""Does a permanent untap during its controller's next untap step (CR 502.3)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AnyEffect,
    DoesntUntap,
    SpellAbility,
    Static,
    Triggered,
    Unread,
)
from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana.moment import go_to
from judgecall.engine.mana.sources import mana_maker
from judgecall.engine.mana.tapping import tap_triggers, trigger_is_about
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query

_RESOLVES = ("cast", "resolve", "activate", "trigger", "enter")


@answers("untaps")
def answer_untaps(state: State, query: Query) -> Verdict:
    """Does the subject, tapped for mana, untap during its controller's next untap step?"""
    go_to(state, query)
    one = mana_maker(state, query)
    for source, ability in tap_triggers(state):
        stops = [e for e in ability.effects if isinstance(e, DoesntUntap)]
        if stops and trigger_is_about(state, source, ability, one):
            stays_tapped(state, source, one)
            return YesNo(False)
    for source in state.in_play():
        for held in now.abilities_of(state, source):
            if isinstance(held, Unread) and held.shape == "static" and (not held.concepts or "untap" in held.concepts):
                raise CannotRule("unread_line", object=source.ref, concepts="untap")
            if isinstance(held, Static) and any(
                isinstance(e, DoesntUntap) and now.matches(state, one, e.of, source) for e in held.effects
            ):
                stays_tapped(state, source, one)
                return YesNo(False)
    for source in state.permanents.values():
        for held in (*now.abilities_of(state, source), *spell_text(state, source)):
            if any(isinstance(e, DoesntUntap) and kept_tapped(state, source, held, e, one) for e in effects_of(held)):
                stays_tapped(state, source, one)
                return YesNo(False)
    untaps_normally(state, one)
    return YesNo(True)


def spell_text(state: State, source: Permanent) -> list[Ability]:
    """What an instant or sorcery does."""
    return [a for a in state.printed_abilities(source) if isinstance(a, SpellAbility)]


def effects_of(ability: Ability) -> tuple[AnyEffect, ...]:
    """Its effects, if it is an ability that resolves."""
    return ability.effects if isinstance(ability, Activated | Triggered | SpellAbility) else ()


def kept_tapped(state: State, source: Permanent, ability: Ability, effect: DoesntUntap, one: Permanent) -> bool:
    """Whether an ability that resolved keeps it from untapping: as what it says happened, in a combat or by a target.

    Raises:
        CannotRule: it is about what was dealt damage, and what was isn't told.
    """
    mine, its = source.thing.id, one.thing.id
    told = [e for e in state.events(*_RESOLVES) if mine in e.subject]
    if any(its in e.target for e in told):
        return True
    if effect.of.this:
        attacked = isinstance(ability, Triggered) and ability.event.what == "attacks" and state.events("attack")
        return source is one and (bool(attacked) or any(e.kind == "activate" for e in told))
    if (
        not isinstance(ability, Triggered)
        or effect.of.ref != "event_by"
        or not (ability.event.of and ability.event.of.this)
    ):
        return False
    blocked = {(b, a) for e in state.events("block") for b in e.subject for a in e.target}
    if ability.event.what == "blocks":
        return (mine, its) in blocked
    fought = bool({(mine, its), (its, mine)} & blocked)
    if fought and "damage" in ability.event.what:
        raise CannotRule("ability_not_followed", object=source.ref)
    return fought and ability.event.what == "becomes_blocked" and (its, mine) in blocked


@rule("502.3")
def stays_tapped(state: State, source: Permanent, one: Permanent) -> None:
    """An effect can keep a permanent from untapping during its controller's untap step."""
    state.d.step("does_not_untap", object=one.ref, source=source.ref)


@rule("502.3")
def untaps_normally(state: State, one: Permanent) -> None:
    """The active player untaps all their permanents."""
    state.d.step("untaps", object=one.ref)
