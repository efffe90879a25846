"""Abilities that destroy what a creature fights, beside its damage (Thicket Basilisk, Stinkweed Imp): nobody plays them out yet.

Whether a creature outlives the combat hangs on them as much as on damage, so there is no ruling that one survives.
"""

from __future__ import annotations

from collections.abc import Iterator

from judgecall.cards.abilities import Ability, Event, Move, Triggered, Unread
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query

_OUTLIVING = frozenset({"dies", "survives", "both_die", "destroys", "how_many_die", "which_die"})
_BLOCKS = frozenset({"blocks"})
_IS_BLOCKED = frozenset({"becomes_blocked"})
_DAMAGES = frozenset({"combat_damage_creature", "combat_damage", "deals_damage", "damage_creature", "dealt_damage"})


def refuse_destroyers(state: State, query: Query, verdict: Verdict) -> None:
    """Refuse to say that a creature survives while such an ability triggers on the combat.

    Raises:
        CannotRule: there is one that may remove a creature that is asked about.
    """
    if query.kind not in _OUTLIVING or not state.events("block") or _says_dead(query, verdict):
        return
    for one in state.in_play():
        happened = _happened(state, one)
        for ability in (*state.printed_abilities(one), *one.gained):
            if "all" not in one.lost and _removes(ability, one, happened, query):
                raise CannotRule("ability_not_followed", object=one.ref)


def _says_dead(query: Query, verdict: Verdict) -> bool:
    if not isinstance(verdict, YesNo):
        return False
    # Verdicts are turned round for an inverse query only after all refusals.
    return not verdict.value if query.kind == "survives" else verdict.value


def _happened(state: State, one: Permanent) -> frozenset[str]:
    """What a creature did in this combat that an ability of its own waits for."""
    blocks = state.events("block")
    id = one.thing.id
    blocked, blocking = any(id in e.target for e in blocks), any(id in e.subject for e in blocks)
    found: frozenset[str] = frozenset()
    if blocking:
        found |= _BLOCKS
    if blocked:
        found |= _IS_BLOCKED
    return found | _DAMAGES if found else found


def _removes(ability: Ability, one: Permanent, happened: frozenset[str], query: Query) -> bool:
    if not isinstance(ability, Triggered | Unread) or not isinstance(ability.event, Event):
        return False
    event = ability.event
    if event.of is not None and not event.of.this:
        return False
    if not happened & {event.what, *event.or_what}:
        return False
    if isinstance(ability, Unread):
        return "zone_change" in ability.concepts or not ability.concepts
    return any(_reaches(effect, one, query) for effect in _moves(ability.effects))


def _moves(effects: tuple[object, ...]) -> Iterator[Move]:
    """What leaves the battlefield by these effects, now or at a later time of the turn."""
    for effect in effects:
        if isinstance(effect, Move) and effect.of.zone == "battlefield":
            yield effect
        yield from _moves(getattr(effect, "effects", ()))


def _reaches(effect: Move, one: Permanent, query: Query) -> bool:
    asked = set(query.subject)
    if effect.of.this:
        return not asked or one.thing.id in asked
    return not asked or bool(asked - {one.thing.id}) or not effect.of.ref
