"""What must and what may be left out of a declaration of blockers, and how many block (CR 509.1c)."""

from __future__ import annotations

from judgecall.engine.combat.block_queries import answered, flat, sides
from judgecall.engine.combat.certificate import explain_certificate
from judgecall.engine.combat.declaration import Blocks, capacity, least_blockers, most_blockers
from judgecall.engine.combat.evasion import cant_be_blocked, forbidden
from judgecall.engine.combat.explain import (
    explain_attackers,
    explain_requirements,
    explain_restrictions,
    limits_on_blockers,
    one_attacker_each,
    too_late,
)
from judgecall.engine.combat.position import Position
from judgecall.engine.combat.solver import Bound
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Outcome, Verdict, YesNo
from judgecall.scenario.model import Query


@answered("must_block")
@rule("509.1c", "ochran-assassin-2", "jermane-1")
def must_block(state: State, query: Query) -> Verdict:
    """Whether every legal declaration has the subjects block the targets (at least `n` of them)."""
    position = Position(state, query)
    blocker_groups, attacker_groups = sides(position, query)
    blockers = flat(blocker_groups)
    attackers = flat(attacker_groups) or position.attackers
    if too_late(state, position, query):
        return YesNo(False)
    gone = [b for b in blockers if b not in position.blockers]
    if gone:
        state.d.step("not_a_possible_blocker", blocker=gone[0].ref)
        return YesNo(False)
    if not position.blockers:
        return YesNo(_must_be_blocked_by_anyone(state, position, attackers[0], query.n))
    if len(blockers) == 1 and len(attackers) == 1 and forbidden(state, position, attackers[0], blockers[0]):
        state.d.step("not_able_to_block", blocker=blockers[0].ref, attacker=attackers[0].ref)
        return YesNo(False)
    blocks = Blocks(state, position)
    if not blocks.model.requirements:
        explain_attackers(blocks, attackers)
        state.d.step("no_requirement", player=position.defending_player)
        return YesNo(False)
    pairs = blocks.pairs(blockers or None, attackers)
    explain_requirements(state, blocks)
    if query.n is not None or not blockers:
        fewest = blocks.extreme(pairs, -1)
        must = fewest is not None and fewest >= (query.n or 1)
    elif len(attacker_groups) > 1:
        must = all(not blocks.exists(Bound(blocks.pairs([b], g), 0, 0)) for b in blockers for g in attacker_groups)
    else:
        must = all(not blocks.exists(Bound(blocks.pairs([b], attackers), 0, 0)) for b in blockers)
    if must:
        state.d.step("must_block", attacker=attackers[0].ref)
        return YesNo(True)
    why_not_forced(blocks, blockers, attackers)
    return YesNo(False)


def why_not_forced(blocks: Blocks, blockers: list[Permanent], attackers: list[Permanent]) -> None:
    """The reason why a legal declaration may leave these out."""
    pairs = blocks.pairs(blockers or None, attackers)
    able = pairs & blocks.model.allowed
    if any(blocks.model.cost.get(pair) for pair in able):
        _not_required_to_pay(blocks)
    elif not able and blockers:
        forbidden(blocks.state, blocks.position, attackers[0], blockers[0])
        _not_able(blocks)
    elif not blocks.possible(Bound(pairs, 1)):
        explain_restrictions(blocks, blockers or blocks.blockers, attackers)
        _restriction_wins(blocks)
    else:
        _other_choice(blocks)


@rule("509.1c", "ochran-assassin-2", "jermane-1")
def not_required_to_pay(state: State, position: Position) -> None:
    """If a creature can't block unless a player pays, that player isn't required to pay."""
    state.d.step("not_required_to_pay", player=position.defending_player)


def _not_required_to_pay(blocks: Blocks) -> None:
    not_required_to_pay(blocks.state, blocks.position)


@rule("509.1c", "ochran-assassin-2", "jermane-1")
def able_creatures_only(state: State, position: Position) -> None:
    """A creature that can't block for any reason, such as being tapped, doesn't block."""
    state.d.step("only_able_creatures", player=position.defending_player)


def _not_able(blocks: Blocks) -> None:
    able_creatures_only(blocks.state, blocks.position)


@rule("509.1c")
def restriction_beats_requirement(state: State, position: Position) -> None:
    """Requirements are obeyed only as far as no restriction is disobeyed."""
    state.d.step("restriction_beats_requirement", player=position.defending_player)


def _restriction_wins(blocks: Blocks) -> None:
    restriction_beats_requirement(blocks.state, blocks.position)


@rule("509.1c")
def another_declaration(state: State, best: int) -> None:
    """Any declaration that obeys as many requirements as possible is legal; the defending player picks."""
    state.d.step("another_declaration_obeys_as_many", best=best)


def _other_choice(blocks: Blocks) -> None:
    another_declaration(blocks.state, blocks.legal_floor)


@rule("509.1c")
def _must_be_blocked_by_anyone(state: State, position: Position, attacker: Permanent, n: int | None) -> bool:
    """Nothing is said of the defending player's creatures: it must be blocked if there are enough able ones."""
    defender = state.player(position.defender_of(attacker))
    if defender.creatures == 0 or defender.only_named:
        able_creatures_only(state, position)
        return False
    anyone = position.add_anyone(attacker)
    if cant_be_blocked(state, position, attacker, anyone):
        return False
    with state.d.muted():
        model = Blocks(state, position).model
    least = max(least_blockers(state, position, attacker), n or 1)
    if not model.requirements:
        state.d.step("no_requirement", player=position.defending_player)
        return False
    explain_requirements(state, Blocks(state, position))
    if any(model.cost.values()):
        not_required_to_pay(state, position)
        return False
    player = position.defender_of(attacker)
    if n is not None and n > 1 and not any(len(r.pairs) == 1 and r.at_least == 1 for r in model.requirements):
        # "Must be blocked" asks for one blocker, or as many as the attacker's own restriction needs.
        least = least_blockers(state, position, attacker)
        if n > least:
            another_declaration(state, 1)
            return False
    enough = (
        state.facts.assume("has_able_blocker", player=player)
        if least == 1
        else state.facts.ask("has_able_blockers", player=player, n=least)
    )
    state.d.step("must_block" if enough else "too_few_able", attacker=attacker.ref)
    return enough


@answered("may_not_block")
@rule("509.1c", "ochran-assassin-2", "jermane-1")
def may_not_block(state: State, query: Query) -> Verdict:
    """Whether a legal declaration leaves out the subjects (`n` of them; everybody, if none is named), or the targets unblocked."""
    position = Position(state, query)
    blocker_groups, attacker_groups = sides(position, query)
    blockers, attackers = flat(blocker_groups), flat(attacker_groups)
    if not position.blockers:
        return YesNo(not _must_be_blocked_by_anyone(state, position, (attackers or position.attackers)[0], None))
    gone = [b for b in blockers if b not in position.blockers]
    if gone:
        state.d.step("not_a_possible_blocker", blocker=gone[0].ref)
        return YesNo(True)
    blocks = Blocks(state, position)
    if not blocks.model.requirements:
        explain_attackers(blocks, attackers or position.attackers)
        state.d.step("no_requirement", player=position.defending_player)
        return YesNo(True)
    explain_requirements(state, blocks)
    pairs = blocks.pairs(blockers or None, attackers or None)
    if query.n is not None and blockers and query.n < len(blockers):
        may = any(blocks.exists(Bound(blocks.pairs([b], attackers or None), 0, 0)) for b in blockers)
    else:
        may = blocks.exists(Bound(pairs, 0, 0))
    if not may:
        state.d.step("leaving_out_obeys_fewer", best=blocks.legal_floor)
        return YesNo(False)
    why_not_forced(blocks, blockers, attackers or position.attackers)
    return YesNo(True)


@answered("how_many_block")
@rule("509.1c", "ochran-assassin-2", "jermane-1")
def how_many_block(state: State, query: Query) -> Verdict:
    """How many creatures block: at most, at least if it is blocked at all, or exactly: how many have to."""
    if query.value in {"per_player", "each_player"}:
        return blockers_per_player(state, query)
    if query.subject and not query.target and all(id in state.groups for id in query.subject):
        own = _attackers_blocked(state, query)
        if own is not None:
            return own
    position = Position(state, query)
    blocker_groups, attacker_groups = sides(position, query)
    blockers = flat(blocker_groups) or None
    attackers = flat(attacker_groups) or position.attackers
    if not position.blockers:
        return _how_many_of_anyone(state, position, attackers[0], query)
    if blockers is not None and len(attackers) == 1:
        for one in blockers[:6]:
            if one in position.blockers:
                forbidden(state, position, attackers[0], one)
    blocks = Blocks(state, position)
    pairs = blocks.pairs(blockers, attackers)
    explain_attackers(blocks, attackers)
    if blocks.model.requirements:
        explain_requirements(state, blocks)
    value: int | None
    if query.bound == "at_most":
        value = blocks.extreme(pairs, 1)
    elif query.bound == "at_least":
        value = blocks.extreme(pairs, -1, Bound(pairs, 1))
    else:
        value = blocks.extreme(pairs, -1)
    if value is None:
        value = 0
    codes = {"at_most": "most_that_block", "at_least": "fewest_that_block", "exactly": "so_many_must_block"}
    if value == 0 and blocks.model.requirements and not blocks.possible(Bound(pairs, 1)):
        explain_restrictions(blocks, blocks.blockers, attackers)
        restriction_beats_requirement(state, position)
    else:
        state.d.step(codes[query.bound], attacker=attackers[0].ref, n=value)
    if query.n is not None:
        return YesNo(value == query.n)
    return Number(value, query.bound)


@rule("509.1a")
def _attackers_blocked(state: State, query: Query) -> Verdict | None:
    """How many attackers one creature can block: one, and as many more as effects say."""
    position = Position(state, query)
    subject = state.group(query.subject[0])[0]
    if subject in position.attackers or subject not in position.blockers or len(state.group(query.subject[0])) != 1:
        return None
    if len(query.subject) != 1:
        return None
    n = capacity(state, position, subject)
    one_attacker_each(state, position, subject)
    named = [a for a in position.attackers if a.thing.id != "attacker"]
    if named:
        blocks = Blocks(state, position)
        best = blocks.extreme(blocks.pairs([subject], named), 1) or 0
        state.d.step("most_attackers_blocked", blocker=subject.ref, n=best)
        return Number(best, query.bound)
    if n is None:
        raise CannotRule("any_number")
    state.d.step("most_attackers_blocked", blocker=subject.ref, n=n)
    return Number(n, query.bound)


@rule("509.1b")
def _how_many_of_anyone(state: State, position: Position, attacker: Permanent, query: Query) -> Verdict:
    """Nothing is said of the defending player's creatures: what the restrictions alone say."""
    anyone = position.add_anyone(attacker)
    if cant_be_blocked(state, position, attacker, anyone):
        return YesNo(query.n == 0) if query.n is not None else Number(0, query.bound)
    least = least_blockers(state, position, attacker)
    most = most_blockers(state, position, attacker)
    with state.d.muted():
        limits = [n for _, n in Blocks(state, position).model.limits]
    if query.bound == "at_most" and (limits or most is not None):
        limits_on_blockers(state, position)
        return Number(min([*limits, *([most] if most is not None else [])]), "at_most")
    if query.bound == "at_least":
        state.d.step("fewest_that_block", attacker=attacker.ref, n=least)
        return YesNo(query.n == least) if query.n is not None else Number(least, "at_least")
    raise CannotRule("no_blockers_named")


@rule("509.1b")
def blockers_per_player(state: State, query: Query) -> Verdict:
    """A limit on "each opponent" is a limit for each defending player; one on all creatures is one in all (CR 802.4)."""
    from judgecall.cards.abilities import BlockLimit
    from judgecall.engine.combat.evasion import effects_on

    position = Position(state, query)
    for source, effect in effects_on(state, position, BlockLimit):
        if isinstance(effect, BlockLimit) and not effect.attack:
            each = effect.who in {"opponent", "opponents", "each_opponent", "each_player", "player"}
            code = "limit_for_each_player" if each else "limit_in_all"
            state.d.step(code, source=source.ref, n=effect.at_most)
            return Outcome("one_per_defending_player" if each else "one_in_all", (("n", str(effect.at_most)),))
    raise CannotRule("no_limit")


@answered("requirements_obeyed")
@rule("509.1c")
def requirements_obeyed(state: State, query: Query) -> Verdict:
    """The most requirements that a declaration can obey without breaking a restriction."""
    blocks = Blocks(state, Position(state, query))
    explain_requirements(state, blocks)
    explain_certificate(state, blocks)
    state.d.step("most_requirements", best=blocks.legal_floor, of=len(blocks.model.requirements))
    return Number(blocks.legal_floor, "at_most")


@answers("who_chooses_blocks")
@rule("509.1a")
def who_chooses_blocks(state: State, query: Query) -> Verdict:
    """The defending player chooses which attacker each creature blocks, among the legal declarations.

    With `who`: may that player choose freely among the attackers named?
    """
    # Made first, since it refuses where a line that nobody read may hand the choice to another player.
    position = Position(state, query)
    if query.who is None:
        state.d.step("defending_player_chooses")
        return Outcome("defending_player")
    blocker_groups, attacker_groups = sides(position, query)
    blockers, attackers = flat(blocker_groups), flat(attacker_groups) or position.attackers
    if query.who != position.defending_player:
        state.d.step("defending_player_chooses")
        return YesNo(False)
    if blockers and len(attackers) > 1 and all(b in position.blockers for b in blockers):
        blocks = Blocks(state, position)
        choices = [a for a in attackers if blocks.exists(Bound(blocks.pairs(blockers[:1], [a]), 1))]
        if len(choices) < len(attackers):
            for attacker in attackers:
                if attacker not in choices:
                    forbidden(state, position, attacker, blockers[0])
            explain_requirements(state, blocks)
            state.d.step("only_some_choices_legal", blocker=blockers[0].ref)
            return YesNo(False)
        explain_requirements(state, blocks)
    state.d.step("defending_player_chooses")
    return YesNo(True)
