"""What lasts when a permanent turns over, and what ends when it leaves and comes back (CR 712.18, 400.7)."""

from __future__ import annotations

from judgecall.cards.abilities import ExileAndReturn, Transform
from judgecall.engine.characteristics import types_of
from judgecall.engine.derivation import rule
from judgecall.engine.faces.transforming import stays_same_object
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.run import Run
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query

_OF_CREATURES = frozenset({"attacking", "attached"})
"""What lasts only while it is a creature (CR 506.4, 704.5m); an Equipment or Aura for another kind of permanent isn't looked at."""


@answers("keeps")
def keeps(state: State, query: Query) -> Verdict:
    """Whether what `value` names (counters, damage, tapped, attacking, attached, effects, object) lasts through the events."""
    chosen = [state.permanents[id] for id in query.subject if id in state.permanents]
    if not chosen:
        raise CannotRule("no_subject")
    one = chosen[0]
    if one.zone != "battlefield":
        raise CannotRule("no_subject")
    run = Run(state, [one], begin_awaited=False)
    run.all()
    if one.new_object or one.zone != "battlefield" or _turns_by_leaving(one):
        return YesNo(is_new_object(state, one))
    if query.value in _OF_CREATURES and "creature" not in types_of(state, one):
        if query.value == "attached":
            raise CannotRule("attached_to_what", object=one.ref)
        return YesNo(leaves_combat(state, one))
    stays_same_object(state, one)
    return YesNo(True)


def _turns_by_leaving(one: Permanent) -> bool:
    """Whether the card's own way to its other side is to be exiled and returned (Kytheon), not to be turned over."""
    effects = [
        e for face in (one.card.faces if one.card else ()) for a in face.abilities for e in getattr(a, "effects", ())
    ]
    inner = [e for outer in effects for e in (outer, *getattr(outer, "effects", ()))]
    return any(isinstance(e, ExileAndReturn) for e in inner) and not any(isinstance(e, Transform) for e in inner)


@rule("400.7")
def is_new_object(state: State, one: Permanent) -> bool:
    """What changes zones becomes a new object with no memory of what it was."""
    state.d.step("new_object_forgets", object=one.ref)
    return False


@rule("506.4")
def leaves_combat(state: State, one: Permanent) -> bool:
    """An attacking or blocking permanent that stops being a creature is removed from combat."""
    state.d.step("no_creature_no_combat", object=one.ref)
    return False
