"""Blocks that a follow-up declares otherwise: "what if he doesn't block", "I block with both", "it's chumped by two of them"."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.clauses import Clause
from judgecall.parser.following.referents import Referents
from judgecall.parser.following.scene import Scene
from judgecall.parser.mention import Mention
from judgecall.scenario.model import Event

_ALL = frozenset({"both", "all", "them", "they", "everything"})


def declare(scene: Scene, clause: Clause) -> set[int]:
    """Carry out what a clause tells of blocks; returns the words it explains, none when it tells of no block."""
    if clause.frame not in {"block", "no_block"} or clause.question:
        return set()
    refs = scene.refs
    side = _blocking_side(scene, refs, clause)
    if side is None or not refs.attackers:
        return set()
    words = {clause.verb, *(i for m in clause.roles() for i in range(m.start, m.end))}
    if clause.frame == "no_block" or clause.negated:
        _no_block(scene, refs, side)
        return words | _small_words(scene, clause)
    named = [m for m in [*clause.with_, *(clause.by if clause.passive else [])] if m.head != "player"]
    named = named or [m for m in clause.subject if m.head != "player" and not clause.passive]
    blockers = _chosen(scene, refs, named, side)
    if not blockers:
        return set()
    _block(scene, blockers, side)
    return words | _small_words(scene, clause)


def _small_words(scene: Scene, clause: Clause) -> set[int]:
    """The helping words of the clause: "does not", "with", "by", "is"."""
    helping = {"does", "do", "did", "not", "with", "by", "is", "was", "gets", "got", "are", "just"}
    return {i for i in range(max(0, clause.start), clause.end) if scene.talk.lowers[i] in helping}


def _blocking_side(scene: Scene, refs: Referents, clause: Clause) -> str | None:
    sides = {scene.thing(id).controller for id in refs.attackers}
    attacking = sides.pop() if len(sides) == 1 else None
    side = OTHER.get(attacking or "")
    told = next((m.player for m in clause.subject if m.head == "player"), None)
    return side if told in {side, None, "defender"} or clause.passive else None


def _no_block(scene: Scene, refs: Referents, side: str) -> None:
    for id in refs.blockers:
        if scene.thing(id).controller == side:
            scene.set(id, blocking=None)
    others = tuple(e for e in scene.scenario.events if e.kind != "block")
    scene.events((*others, *([] if any(e.kind == "no_block" for e in others) else [Event("no_block")])))


def _chosen(scene: Scene, refs: Referents, named: list[Mention], side: str) -> tuple[str, ...]:
    """The ids of what blocks now; a group is taken whole, or as many of it as are told."""
    own = [t for t in refs.things.values() if t.controller == side and refs.is_creature(t)]
    now = [t for t in own if t.id in refs.blockers]
    found: list[str] = []
    for mention in named:
        if mention.head == "pronoun" and (mention.plural or set(mention.text.split()) & _ALL):
            total = sum(t.count or 0 for t in own)
            if "both" in mention.text and total != 2:
                return ()
            found += [t.id for t in own]
        elif mention.head == "some" and len(now or own) == 1:
            scene.state((now or own)[0].id, "count", str(mention.count))
            found.append((now or own)[0].id)
        elif mention.is_object:
            found += _described(scene, refs, mention, side)
        else:
            return ()
    return tuple(dict.fromkeys(found))


def _described(scene: Scene, refs: Referents, mention: Mention, side: str) -> list[str]:
    """ "with two 3/3s": those that were there, so many of them; else new ones in the place of what blocked."""
    asked = msgspec.structs.replace(mention, owner=side, count=None)
    known = [t.id for t in refs.things.values() if refs.fits(asked, t)]
    if len(known) == 1:
        if mention.count is not None:
            scene.state(known[0], "count", str(mention.count))
        return known
    if known:
        return [*known] if mention.count == len(known) else []
    now = [id for id in refs.blockers if scene.thing(id).controller == side]
    return [scene.swap(now[0], mention)] if len(now) == 1 else [scene.add(mention, side)]


def _block(scene: Scene, blockers: tuple[str, ...], side: str) -> None:
    attackers = tuple(id for id in (o.id for o in scene.scenario.objects) if id in scene.refs.attackers)
    for thing in scene.scenario.objects:
        if thing.controller == side:
            scene.set(thing.id, blocking=True if thing.id in blockers else None)
    others = tuple(e for e in scene.scenario.events if e.kind not in {"block", "no_block"})
    scene.events((*others, *(Event("block", (id,), attackers[:1]) for id in blockers)))
