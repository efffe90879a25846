"""What becomes of each requirement on a declaration of blockers: obeyed, a matter of choice, or dropped and why (CR 509.1c)."""

from __future__ import annotations

from typing import Literal

import msgspec

from judgecall.engine.combat.declaration import Blocks
from judgecall.engine.combat.solver import Bound, Requirement
from judgecall.engine.derivation import rule
from judgecall.engine.state import State

Fate = Literal["obeyed", "choice", "unable", "restriction", "cost", "outweighed"]
"""obeyed by every legal declaration; obeyed by some of them; dropped because no creature is able, because obeying it breaks a
restriction or would have to be paid for, or because it costs more of the other requirements."""


class Settled(msgspec.Struct, frozen=True):
    """Requirements of one effect about one creature that share a fate."""

    source: str
    about: str
    """The attacker that they are all about, or else the one blocker; "" is neither."""
    fate: Fate
    n: int = 1


class Certificate(msgspec.Struct, frozen=True):
    """How many requirements can be obeyed of how many there are, and what becomes of each."""

    best: int
    of: int
    settled: tuple[Settled, ...]


def certificate(blocks: Blocks) -> Certificate:
    """The certificate of a declaration; alike requirements are counted together."""
    model = blocks.model
    count: dict[tuple[str, str, Fate], int] = {}
    known: dict[Requirement, Fate] = {}
    for requirement in model.requirements:
        if requirement not in known:
            known[requirement] = _fate(blocks, requirement)
        key = (requirement.source, _about(blocks, requirement), known[requirement])
        count[key] = count.get(key, 0) + 1
    settled = tuple(Settled(source, about, fate, n) for (source, about, fate), n in count.items())
    return Certificate(blocks.legal_floor, len(model.requirements), settled)


def _about(blocks: Blocks, requirement: Requirement) -> str:
    attackers = {a for _, a in requirement.pairs}
    blockers = {b for b, _ in requirement.pairs}
    if len(blockers) == 1 and (own := blocks.blockers[min(blockers)].ref) == requirement.source:
        return own
    if len(attackers) == 1:
        return blocks.attackers[attackers.pop()].ref
    return blocks.blockers[blockers.pop()].ref if len(blockers) == 1 else ""


def _fate(blocks: Blocks, requirement: Requirement) -> Fate:
    pairs = requirement.pairs
    obeyed = Bound(pairs, requirement.at_least, requirement.at_most)
    free = Bound(frozenset(p for p, c in blocks.model.cost.items() if c), 0, 0)
    if len(pairs & blocks.model.allowed) < requirement.at_least:
        return "unable"
    if not blocks.possible(obeyed):
        return "restriction"
    if not blocks.possible(obeyed, free):
        return "cost"
    if not blocks.exists(obeyed):
        return "outweighed"
    too_few = blocks.exists(Bound(pairs, 0, requirement.at_least - 1))
    too_many = requirement.at_most is not None and blocks.exists(Bound(pairs, requirement.at_most + 1))
    return "choice" if too_few or too_many else "obeyed"


@rule("509.1c")
def explain_certificate(state: State, blocks: Blocks) -> None:
    """Requirements are obeyed as far as restrictions, and each other, leave room; none has to be paid for."""
    for one in certificate(blocks).settled:
        about = one.about or one.source
        state.d.step(f"requirement_{one.fate}", source=one.source, object=about, n=one.n)
