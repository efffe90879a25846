"""Declaring attackers: restrictions, requirements and costs (CR 508.1a-j)."""

from __future__ import annotations

from judgecall.cards.abilities import BlockLimit, CanBlockAsThough, CantAttack, CombatTax, ForceAttack
from judgecall.engine.characteristics import (
    abilities_of,
    attached_to,
    compare_power,
    condition_holds,
    has,
    is_creature,
    matches,
    state_tapped,
    statics,
)
from judgecall.engine.combat.course import Course, attacks_declared_at
from judgecall.engine.combat.mana_cost import counts_others, payable_with_life, tax_on
from judgecall.engine.combat.position import refuse_unread, says_combat
from judgecall.engine.combat.solver import Bound, Model, Pair, Requirement
from judgecall.engine.costs.sickness import summoning_sick
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.scenario.model import Query


class Attacks:
    """The model of one declaration of attackers.

    Args:
        state: the state; the events up to the declaration are carried out on it.
        query: what is asked.
    """

    def __init__(self, state: State, query: Query) -> None:
        self.state = state
        self.query = query
        events = state.scenario.events
        self.course = Course(state)
        self.declared_at = attacks_declared_at(events)
        subjects = [p for id in query.subject for p in state.groups.get(id, [])]
        self.player = (
            query.who or next((p.controller for p in subjects if p.controller), None) or state.scenario.active or "you"
        )
        for one in subjects:
            one.controller = one.controller or self.player
        self._aura_on_subject(subjects)
        self.course.run(events[: self.declared_at])
        if query.who is None and subjects:
            # Whoever has taken control of it by then is who attacks with it (CR 508.1a).
            self.player = subjects[0].controller or self.player
        # What a trigger does when it attacks can't keep it from attacking; whether it must is another matter.
        among = list(state.permanents.values()) if query.kind == "can_attack" else None
        refuse_unread(state, self.declared_at, frozenset({"attack"}), among=among)
        self.subjects = subjects
        self.asks_when_it_came = (
            query.kind == "can_attack"
            and not query.target
            and not any(says_combat(tuple(abilities_of(state, s))) for s in subjects)
        )
        self.attackers = [p for p in state.in_play(self.player) if is_creature(state, p)]
        self.whom = self._attackable()
        with state.d.muted():
            self.model = self._build()
            self.legal_floor = self.model.best()

    def _aura_on_subject(self, subjects: list[Permanent]) -> None:
        import msgspec

        from judgecall.engine.characteristics import subtypes_of

        for one in list(self.state.in_play()):
            loose = one.thing.attached_to is None and {"Aura", "Equipment"} & subtypes_of(self.state, one)
            if loose and len(subjects) == 1 and one not in subjects:
                if any(one.thing.id in e.subject and e.target for e in self.state.scenario.events):
                    continue
                self.state.facts.assume("attached_to_attacker", object=one.ref, attacker=subjects[0].ref)
                one.thing = msgspec.structs.replace(one.thing, attached_to=subjects[0].id)

    def _attackable(self) -> list[str]:
        """The opponents, and the planeswalkers that opponents control (CR 508.1b)."""
        from judgecall.engine.characteristics import types_of

        players = self.state.opponents(self.player)
        walkers = [
            p.id
            for p in self.state.in_play()
            if p.controller is not None and p.controller != self.player and "planeswalker" in types_of(self.state, p)
        ]
        return players + walkers

    def defender(self, whom: str) -> str:
        """The defending player for what is attacked."""
        if whom in self.state.permanents:
            return self.state.controller(self.state.one(whom))
        return whom

    # ------------------------------------------------------------ the model

    def _build(self) -> Model:
        state = self.state
        allowed: set[Pair] = set()
        cost: dict[Pair, int] = {}
        company: dict[int, int] = {}
        greater: dict[int, frozenset[int]] = {}
        for b, one in enumerate(self.attackers):
            if unable(state, self, one, asked=self.asks_when_it_came and one in self.subjects):
                continue
            for a, whom in enumerate(self.whom):
                if cant_attack(state, self, one, whom):
                    continue
                allowed.add((b, a))
                price = attack_tax(state, self, one, whom)
                if price:
                    cost[(b, a)] = price
            needed = needs_company(state, self, one)
            if needed:
                company[b] = needed
            stronger = needs_greater_power(state, self, one)
            if stronger is not None:
                greater[b] = frozenset(self.attackers.index(x) for x in stronger)
        n = len(self.attackers)
        model = Model(n, len(self.whom), allowed, [1] * n, [1] * len(self.whom), [None] * len(self.whom))
        model.company, model.needs_one_of, model.cost = company, greater, cost
        if cost:
            model.budget = state.player(self.player).mana
        model.limits = self._limits()
        model.requirements = self._requirements()
        return model

    def _effects(self, *kinds: type) -> list[tuple[Permanent, object]]:
        found: list[tuple[Permanent, object]] = [(s, e) for s, _, e in statics(self.state, *kinds)]
        found += [(s, e) for s, e in self.course.lasting.rules if isinstance(e, kinds)]
        return found

    def _limits(self) -> list[tuple[frozenset[Pair], int]]:
        found: list[tuple[frozenset[Pair], int]] = []
        for source, effect in self._effects(BlockLimit):
            assert isinstance(effect, BlockLimit)
            if not effect.attack:
                continue
            mine = self.state.controller(source)
            against = [a for a, whom in enumerate(self.whom) if effect.who != "you" or self.defender(whom) == mine]
            found.append((frozenset((b, a) for b in range(len(self.attackers)) for a in against), effect.at_most))
        return found

    def _requirements(self) -> list[Requirement]:
        state = self.state
        found: list[Requirement] = []
        every = range(len(self.whom))
        for source, effect in self._effects(ForceAttack):
            assert isinstance(effect, ForceAttack)
            for b, one in enumerate(self.attackers):
                if not matches(state, one, effect.of, source):
                    continue
                if effect.if_attacks is not None:
                    # A requirement that depends on the rest of the declaration isn't in the model.
                    raise CannotRule("unfollowed_effect", object=source.ref)
                goader = (
                    effect.whom.removeprefix("not:") if effect.whom.startswith("not:") else state.controller(source)
                )
                if effect.goad:
                    found.append(Requirement(frozenset((b, a) for a in every)))
                    found.append(Requirement(frozenset((b, a) for a in every if self.whom[a] != goader)))
                elif not effect.any_of_them:
                    whom = required_whom(self.state, self, effect, source)
                    found.append(Requirement(frozenset((b, a) for a in whom)))
            if effect.any_of_them:
                found.append(self._by_one_of_them(effect, source))
        return found

    def _by_one_of_them(self, effect: ForceAttack, source: Permanent) -> Requirement:
        """ "Must attack with at least one creature": any of these fulfils it."""
        able = [b for b, one in enumerate(self.attackers) if matches(self.state, one, effect.of, source)]
        whom = required_whom(self.state, self, effect, source)
        return Requirement(frozenset((b, a) for b in able for a in whom))

    # ------------------------------------------------------------ asking it

    def pairs(self, attackers: list[Permanent], whom: list[str] | None) -> frozenset[Pair]:
        """All pairs of these."""
        bs = [i for i, x in enumerate(self.attackers) if x in attackers]
        return frozenset((b, a) for b in bs for a, w in enumerate(self.whom) if whom is None or w in whom)

    def exists(self, *bounds: Bound) -> bool:
        """Whether some legal declaration keeps to the bounds."""
        return self.model.legal_exists(*bounds)


_UNTAPPING = frozenset({"untap", "blink", "return", "trigger", "resolve", "activate", "cast"})
"""Events that untap an attacker, or may do so."""


@rule("508.1d")
def required_whom(state: State, attacks: Attacks, effect: ForceAttack, source: Permanent) -> list[int]:
    """Whom a creature has to attack to obey the requirement: places in what can be attacked.

    Raises:
        CannotRule: there is more than one that can be attacked, and which of them isn't told.
    """
    every = range(len(attacks.whom))
    mine = state.controller(source)
    match effect.whom:
        case "you":
            return [a for a in every if attacks.whom[a] == mine]
        case "this":
            return [a for a in every if attacks.whom[a] == source.id]
        case "you_or_yours":
            return [a for a in every if attacks.defender(attacks.whom[a]) == mine]
        case "player":
            return [a for a in every if attacks.whom[a] not in state.permanents]
        case "not_you":
            return [a for a in every if attacks.whom[a] not in state.permanents and attacks.whom[a] != mine]
        case "attached_controller":
            host = attached_to(state, source)
            owner = None if host is None else state.controller(host)
            return [a for a in every if attacks.whom[a] == owner]
        case "":
            return list(every)
    if len(attacks.whom) > 1:
        raise CannotRule("unfollowed_effect", object=source.ref)
    return list(every)


@rule("508.1a")
def unable(state: State, attacks: Attacks, one: Permanent, *, asked: bool = False) -> bool:
    """Attackers are the active player's: untapped creatures that have haste or were controlled since the turn began."""
    if state.scenario.active not in {None, attacks.player}:
        state.d.step("attacks_in_own_turn", object=one.ref)
        return True
    if not is_creature(state, one):
        state.d.step("not_a_creature_to_attack", object=one.ref)
        return True
    if _stays_tapped_from_earlier_combat(state, one) or state_tapped(state, one):
        state.d.step("tapped_cant_attack", object=one.ref)
        return True
    # Defender first: when it came is then nothing that anybody need be asked.
    if defender(state, attacks, one):
        return True
    return not _as_though_haste(state, attacks, one) and summoning_sick(state, one, asked=asked)


@rule("508.1f")
def _stays_tapped_from_earlier_combat(state: State, one: Permanent) -> bool:
    """A creature without vigilance that attacked in an earlier combat phase of the turn is tapped, if nothing untapped it."""
    attacked = False
    again = False
    for event in state.scenario.events:
        if event.kind == "attack" and one.thing.id in event.subject:
            attacked, again = True, False
        elif event.kind == "extra_step" and "combat" in event.value:
            again = attacked
        elif event.kind in _UNTAPPING and (one.thing.id in event.subject or not event.subject):
            attacked = again = False
    return again and not has(state, one, "vigilance")


@rule("702.10b")
def _as_though_haste(state: State, attacks: Attacks, one: Permanent) -> bool:
    """It can attack as though it had haste, since it came under its controller's control or not."""
    for source, effect in attacks._effects(CanBlockAsThough):
        if isinstance(effect, CanBlockAsThough) and effect.what == "haste" and matches(state, one, effect.of, source):
            state.d.step("attacks_as_though_haste", object=one.ref)
            return True
    return False


@rule("702.3b")
def defender(state: State, attacks: Attacks, one: Permanent) -> bool:
    """A creature with defender can't attack."""
    if not has(state, one, "defender"):
        return False
    for source, effect in attacks._effects(CanBlockAsThough):
        if (
            isinstance(effect, CanBlockAsThough)
            and effect.what == "no_defender"
            and matches(state, one, effect.of, source)
        ):
            state.d.step("as_though_no_defender", object=one.ref)
            return False
    state.d.step("defender_cant_attack", object=one.ref)
    return True


@rule("508.1c")
def cant_attack(state: State, attacks: Attacks, one: Permanent, whom: str) -> bool:
    """An effect says that it can't attack, or not that player, unless its condition is met."""
    for source, effect in attacks._effects(CantAttack):
        assert isinstance(effect, CantAttack)
        about_others = effect.alone or effect.unless_greater_power_attacks or effect.unless_others_attack is not None
        if about_others or not matches(state, one, effect.of, source):
            continue
        if effect.whom == "you" and whom != state.controller(source):
            continue
        if effect.whom == "you_or_yours" and attacks.defender(whom) != state.controller(source):
            continue
        if effect.whom == "owner" and attacks.defender(whom) != (one.thing.controller or state.controller(one)):
            continue
        if effect.unless is not None and condition_holds(state, effect.unless, source):
            state.d.step("attack_condition_met", object=one.ref)
            continue
        state.d.step("cant_attack", object=one.ref, source=source.ref)
        return True
    return False


@rule("508.1c")
def needs_company(state: State, attacks: Attacks, one: Permanent) -> int:
    """Can't attack alone, or unless so many others attack: how many others it needs."""
    needed = 0
    for source, effect in attacks._effects(CantAttack):
        assert isinstance(effect, CantAttack)
        if not matches(state, one, effect.of, source):
            continue
        if effect.alone:
            needed = max(needed, 1)
            state.d.step("cant_attack_alone", object=one.ref)
        if effect.unless_others_attack is not None:
            needed = max(needed, effect.unless_others_attack)
            state.d.step("cant_attack_without_others", object=one.ref, n=effect.unless_others_attack)
    return needed


@rule("508.1c")
def needs_greater_power(state: State, attacks: Attacks, one: Permanent) -> list[Permanent] | None:
    """Can't attack unless a creature with greater power also attacks: those that would do."""
    for source, effect in attacks._effects(CantAttack):
        assert isinstance(effect, CantAttack)
        if effect.unless_greater_power_attacks and matches(state, one, effect.of, source):
            state.d.step("needs_greater_power_to_attack", object=one.ref)
            return [x for x in attacks.attackers if x is not one and compare_power(state, x, ">", one)]
    return None


@rule("508.1h")
def attack_tax(state: State, attacks: Attacks, one: Permanent, whom: str) -> int:
    """What its controller must pay for it to attack that player; all such costs add up."""
    total = 0
    for source, effect in attacks._effects(CombatTax):
        assert isinstance(effect, CombatTax)
        if not effect.attack or not matches(state, one, effect.of, source):
            continue
        mine = state.controller(source)
        if effect.whom == "you_or_yours" and attacks.defender(whom) != mine:
            continue
        if effect.whom == "you" and whom != mine:
            continue
        if effect.whom == "your_planeswalkers" and (whom == mine or attacks.defender(whom) != mine):
            continue
        if payable_with_life(effect) and (
            attacks.query.kind == "attack_cost" or state.player(one.controller or "you").mana is not None
        ):
            raise CannotRule("cost_not_mana", object=source.ref)
        cost = tax_on(state, effect, source, one)
        state.d.step("costs_to_attack", object=one.ref, source=source.ref, n=cost)
        total += cost
    return total


def open_ended_tax(attacks: Attacks) -> Permanent | None:
    """A cost whose amount counts permanents of a player of whom the question doesn't say that they are all named."""
    for source, effect in attacks._effects(CombatTax):
        if isinstance(effect, CombatTax) and effect.attack and counts_others(effect):
            named = attacks.state.player(attacks.state.controller(source)).only_named
            if not named:
                return source
    return None
