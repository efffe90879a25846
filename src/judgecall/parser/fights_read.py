"""Fights of a reading that can't be what was told: a creature that blocks its own side, one that met nobody."""

from __future__ import annotations

from judgecall.parser.reading import Candidate
from judgecall.scenario.asked import BLOCKING, FIGHTING


def own_blocks(best: Candidate) -> list[str]:
    """A creature that blocks itself or one of its own side: what blocks what was not understood."""
    owner = {o.id: o.controller for o in best.scenario.objects}
    pairs = [(e.subject, e.target) for e in best.scenario.events if e.kind == "block"]
    pairs += [(q.subject, q.target) for q in best.scenario.queries if q.kind in BLOCKING]
    for blockers, attackers in pairs:
        sides = {owner.get(id) for id in attackers} - {None}
        if set(blockers) & set(attackers) or (len(sides) == 1 and any(owner.get(id) in sides for id in blockers)):
            return ["block"]
    return []


def never_fought(best: Candidate) -> list[str]:
    """ "it attacks into …, does it die?": what it died of was told, and nothing of it was read."""
    scenario = best.scenario
    asked = {id for q in scenario.queries if q.kind in {"survives", "dies"} for id in q.subject}
    acts = [e for e in scenario.events if e.kind != "step"]
    alone = bool(acts) and all(e.kind == "attack" and set(e.subject) <= asked for e in acts)
    return ["attack"] if alone and not any(o.damage or o.blocking for o in scenario.objects) else []


def changed_aside(best: Candidate) -> list[str]:
    """A creature without a name or size that something was given to and that does nothing else: it was one of the fighters."""
    scenario = best.scenario
    if not any(query.kind in FIGHTING for query in scenario.queries):
        return []
    fights = {id for e in scenario.events if e.kind in {"attack", "block"} for id in (*e.subject, *e.target)}
    fights |= {id for q in scenario.queries for id in (*q.subject, *q.target)}
    fights |= {o.id for o in scenario.objects if o.attacking or o.blocking}
    changed = {id for e in scenario.events if e.kind in {"gain", "lose", "modify"} for id in e.subject} - fights
    aside = (o for o in scenario.objects if o.id in changed and fights)
    return [o.said for o in aside if o.card is None and o.power is None and "creature" in o.types]
