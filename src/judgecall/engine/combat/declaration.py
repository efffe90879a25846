"""Declaring blockers: restrictions and requirements on the declaration as a whole (CR 509.1a-d).

Among the declarations that break no restriction, the legal ones obey as many requirements as possible; nobody must pay.
"""

from __future__ import annotations

from judgecall.cards.abilities import BlockAdditional, BlockLimit, CantBeBlocked, CantBlock, CombatTax, ForceBlock
from judgecall.engine.characteristics import compare_power, has, matches
from judgecall.engine.combat.evasion import effects_on
from judgecall.engine.combat.mana_cost import tax_on
from judgecall.engine.combat.pairs import possible_pairs
from judgecall.engine.combat.position import Position
from judgecall.engine.combat.solver import Bound, Declaration, Model, Pair, Requirement
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State


def capacity(state: State, position: Position, blocker: Permanent) -> int | None:
    """How many attackers it can block; None is any number (CR 509.1a)."""
    total = 1
    for source, effect in effects_on(state, position, BlockAdditional):
        assert isinstance(effect, BlockAdditional)
        if matches(state, blocker, effect.of, source):
            if effect.n is None:
                return None
            total += effect.n
    return total


@rule("702.111b")
def menace(state: State, attacker: Permanent) -> int:
    """Can't be blocked except by two or more creatures; more instances change nothing (CR 702.111c). Returns the least number."""
    if not has(state, attacker, "menace"):
        return 1
    state.d.step("menace_needs_two", attacker=attacker.ref)
    return 2


@rule("509.1b")
def least_blockers(state: State, position: Position, attacker: Permanent) -> int:
    """How many creatures at least must block it, if any does: the strictest restriction counts."""
    least = menace(state, attacker)
    for source, effect in effects_on(state, position, CantBeBlocked):
        assert isinstance(effect, CantBeBlocked)
        if effect.fewer_than is not None and matches(state, attacker, effect.of, source) and effect.fewer_than > least:
            least = effect.fewer_than
            state.d.step("needs_blockers", attacker=attacker.ref, source=source.ref, n=least)
    return least


@rule("509.1b")
def most_blockers(state: State, position: Position, attacker: Permanent) -> int | None:
    """How many creatures at most may block it."""
    most: int | None = None
    for source, effect in effects_on(state, position, CantBeBlocked):
        assert isinstance(effect, CantBeBlocked)
        if effect.more_than is None or not matches(state, attacker, effect.of, source):
            continue
        if most is None or effect.more_than < most:
            most = effect.more_than
            state.d.step("at_most_blockers", attacker=attacker.ref, source=source.ref, n=most)
    return most


@rule("509.1b")
def needs_everyone(state: State, position: Position, attacker: Permanent) -> bool:
    """Can't be blocked unless all creatures the defending player controls block it, tapped ones included."""
    for source, effect in effects_on(state, position, CantBeBlocked):
        assert isinstance(effect, CantBeBlocked)
        if effect.unless_all and matches(state, attacker, effect.of, source):
            state.d.step("needs_everyone", attacker=attacker.ref)
            return True
    return False


@rule("509.1b")
def needs_company(state: State, position: Position, blocker: Permanent) -> int:
    """Can't block alone, or unless so many others block: how many others it needs."""
    needed = 0
    for source, effect in effects_on(state, position, CantBlock):
        assert isinstance(effect, CantBlock)
        if not matches(state, blocker, effect.of, source):
            continue
        if effect.alone:
            needed = max(needed, 1)
            state.d.step("cant_block_alone", blocker=blocker.ref)
        if effect.unless_others_block is not None:
            needed = max(needed, effect.unless_others_block)
            state.d.step("cant_block_without_others", blocker=blocker.ref, n=effect.unless_others_block)
    return needed


@rule("509.1b")
def needs_greater_power(state: State, position: Position, blocker: Permanent) -> list[Permanent] | None:
    """Can't block unless a creature with greater power also blocks: those that would do, or None if it isn't restricted."""
    for source, effect in effects_on(state, position, CantBlock):
        assert isinstance(effect, CantBlock)
        if effect.unless_greater_power_blocks and matches(state, blocker, effect.of, source):
            others = [
                b
                for b in position.blockers
                if b is not blocker
                and state.controller(b) == state.controller(blocker)
                and compare_power(state, b, ">", blocker)
            ]
            state.d.step("needs_greater_power", blocker=blocker.ref)
            return others
    return None


@rule("509.1d")
def block_cost(state: State, position: Position, blocker: Permanent, attacker: Permanent) -> int:
    """What its controller must pay for it to block that attacker; nobody is ever required to pay it (CR 509.1c)."""
    total = 0
    for source, effect in effects_on(state, position, CombatTax):
        assert isinstance(effect, CombatTax)
        if effect.block and matches(state, blocker, effect.of, source):
            if effect.attackers is not None:
                if capacity(state, position, blocker) != 1:
                    # It is paid once however many of those it blocks, which isn't a cost of each pair.
                    raise CannotRule("unfollowed_effect", object=source.ref)
                if not matches(state, attacker, effect.attackers, source):
                    continue
            cost = tax_on(state, effect, source, blocker)
            if cost:
                state.d.step("costs_to_block", blocker=blocker.ref, source=source.ref, n=cost)
            total += cost
    return total


class Blocks:
    """The model of one declaration of blockers.

    Args:
        state: the state, with everything that happened before blockers done.
        position: who attacks and who could block.
    """

    def __init__(self, state: State, position: Position) -> None:
        self.state = state
        self.position = position
        self.attackers = position.attackers
        self.blockers = position.blockers
        if state.memo is None:
            state.memo = {}  # from here on nothing happens any more
        with state.d.muted():
            self.model = self._build()
            self.legal_floor = self.model.best()

    # ------------------------------------------------------------ the model

    def _build(self) -> Model:
        state, position = self.state, self.position
        cost: dict[Pair, int] = {}
        allowed = possible_pairs(state, position)
        model = Model(
            len(self.blockers),
            len(self.attackers),
            allowed,
            [capacity(state, position, b) for b in self.blockers],
            [least_blockers(state, position, a) for a in self.attackers],
            [most_blockers(state, position, a) for a in self.attackers],
        )
        for b, blocker in enumerate(self.blockers):
            for pair in allowed:
                price = block_cost(state, position, blocker, self.attackers[pair[1]]) if pair[0] == b else 0
                if price:
                    cost[pair] = price
            company = needs_company(state, position, blocker)
            if company:
                model.company = {**model.company, b: company}
            greater = needs_greater_power(state, position, blocker)
            if greater is not None:
                model.needs_one_of = {**model.needs_one_of, b: frozenset(self.blockers.index(x) for x in greater)}
        model.cost, model.toll_by_chooser = cost, True
        if cost:
            model.budget = state.player(position.defending_player).mana
        for a, attacker in enumerate(self.attackers):
            if needs_everyone(state, position, attacker):
                everyone = frozenset(b for b, x in enumerate(self.blockers) if self._defends(x, attacker))
                model.everyone = {**model.everyone, a: everyone}
        model.limits = self._limits()
        model.requirements = self._requirements()
        return model

    def _defends(self, blocker: Permanent, attacker: Permanent) -> bool:
        return self.state.controller(blocker) == self.position.defender_of(attacker)

    def _limits(self) -> list[tuple[frozenset[Pair], int]]:
        state = self.state
        found: list[tuple[frozenset[Pair], int]] = []
        for source, effect in effects_on(state, self.position, BlockLimit):
            assert isinstance(effect, BlockLimit)
            if effect.attack:
                continue
            mine = state.controller(source)
            players = sorted({state.controller(b) for b in self.blockers})
            groups: list[list[str]] = [players]
            if effect.who in {"opponent", "opponents", "each_opponent"}:
                groups = [[p] for p in players if p != mine]
            elif effect.who == "you":
                groups = [[mine]]
            elif effect.who in {"each_player", "player"}:
                groups = [[p] for p in players]
            for group in groups:
                pairs = frozenset(
                    (b, a)
                    for b, x in enumerate(self.blockers)
                    if state.controller(x) in group
                    for a in range(len(self.attackers))
                )
                found.append((pairs, effect.at_most))
        return found

    def _requirements(self) -> list[Requirement]:
        state = self.state
        found: list[Requirement] = []
        every_a = list(range(len(self.attackers)))
        every_b = list(range(len(self.blockers)))
        for source, effect in effects_on(state, self.position, ForceBlock):
            assert isinstance(effect, ForceBlock)
            attackers = every_a
            blockers = every_b
            if effect.attacker is not None:
                attackers = [a for a in every_a if matches(state, self.attackers[a], effect.attacker, source)]
            if effect.blockers is not None:
                blockers = [b for b in every_b if matches(state, self.blockers[b], effect.blockers, source)]
            number = (effect.at_least, effect.at_most)
            found.extend(_required(source.ref, effect.attacker is not None, attackers, blockers, *number))
        for forced in self.position.course.lasting.forced:
            attackers = [a for a in every_a if forced.attackers is None or self.attackers[a].id in forced.attackers]
            blockers = [b for b in every_b if forced.blockers is None or self.blockers[b].id in forced.blockers]
            number = (forced.at_least, forced.at_most)
            found.extend(_required(f"@{forced.source}", forced.attackers is not None, attackers, blockers, *number))
        return found

    # ------------------------------------------------------------ asking it

    def plain(self) -> bool:
        """No requirement, no restriction on the declaration as a whole, no cost: each pair stands for itself."""
        m = self.model
        return not (
            m.requirements or m.company or m.needs_one_of or m.limits or m.everyone or m.cost
            or any(n > 1 for n in m.least) or any(n is not None for n in m.most)
        )  # fmt: skip

    def index(self, one: Permanent) -> int:
        """Its number in the model."""
        return self.blockers.index(one) if one in self.blockers else self.attackers.index(one)

    def pairs(self, blockers: list[Permanent] | None, attackers: list[Permanent] | None) -> frozenset[Pair]:
        """All pairs of these; None is all of them."""
        bs = [i for i, x in enumerate(self.blockers) if blockers is None or x in blockers]
        xs = [i for i, x in enumerate(self.attackers) if attackers is None or x in attackers]
        return frozenset((b, a) for b in bs for a in xs)

    def exists(self, *bounds: Bound) -> bool:
        """Whether some legal declaration keeps to the bounds."""
        return self.model.legal_exists(*bounds)

    def possible(self, *bounds: Bound) -> bool:
        """Whether some declaration breaks no restriction and keeps to the bounds, requirements left aside."""
        return self.model.exists(*bounds, floor=0)

    def extreme(self, pairs: frozenset[Pair], sign: int, *bounds: Bound) -> int | None:
        """The most (1) or fewest (-1) of these pairs in a legal declaration."""
        return self.model.legal_extreme(pairs, sign, *bounds)

    def legal(self, declared: Declaration) -> bool:
        """Whether this declaration is legal."""
        return self.model.legal(declared)


def _required(
    source: str,
    for_attackers: bool,
    attackers: list[int],
    blockers: list[int],
    at_least: int | None,
    at_most: int | None,
) -> list[Requirement]:
    """The requirements that one effect makes: each counts on its own (CR 509.1c)."""
    if not for_attackers:
        return [Requirement(frozenset((b, a) for a in attackers), source=source) for b in blockers]
    if at_least is None and at_most is None:
        return [Requirement(frozenset({(b, a)}), source=source) for a in attackers for b in blockers]
    return [Requirement(frozenset((b, a) for b in blockers), at_least or 1, at_most, source) for a in attackers]
