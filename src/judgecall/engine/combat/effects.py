"""What spells and abilities that resolved before a declaration do to it (CR 608, 611.2).

An effect that changes characteristics is fixed to the objects it finds as it resolves; one that changes what may be
declared holds for whatever it describes, later objects too, unless it names the objects (CR 611.2c).
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AdditionalCost,
    AddMana,
    AlternativeCost,
    Amount,
    AnyEffect,
    Become,
    BlockAdditional,
    BlockLimit,
    CanBlockAsThough,
    CantAttack,
    CantBeBlocked,
    CantBlock,
    CantDo,
    CombatTax,
    CostChange,
    CounterSpell,
    Damage,
    DamageRule,
    Delayed,
    DoesntUntap,
    DoubleX,
    Draw,
    Emblem,
    Filter,
    ForceAttack,
    ForceBlock,
    GainControl,
    Grant,
    IfDo,
    Keyword,
    Life,
    LoseAbilities,
    May,
    MayCast,
    Mill,
    Modes,
    ModifyPT,
    Move,
    MultiplyMana,
    Named,
    PutCounters,
    Regenerate,
    RemoveCounters,
    SetPT,
    SpellAbility,
    Static,
    SubstituteMana,
    TapOrUntap,
    Transform,
    Triggered,
)
from judgecall.cards.abilities import Lasting as LastingEffect
from judgecall.engine.characteristics import amount_of, condition_holds, has, matches, toughness_of, types_of
from judgecall.engine.effect_terms import refuse_duration, targets_meant
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

COMBAT_EFFECTS = (
    ForceBlock, ForceAttack, CantBeBlocked, CantBlock, CantAttack, BlockLimit, BlockAdditional, CanBlockAsThough, CombatTax,
    ModifyPT, SetPT, Grant, LoseAbilities, Become, PutCounters, RemoveCounters, TapOrUntap, Move, Damage, GainControl,
)  # fmt: skip
_OF_DECLARATIONS = (CantBeBlocked, CantBlock, CantAttack, BlockAdditional, CanBlockAsThough, ForceAttack, CombatTax)


_NAMED_IN_COMBAT = frozenset({"goad", "suspect", "becomes_blocked", "remove_from_combat"})


class Forced(msgspec.Struct, frozen=True):
    """A blocking requirement between objects that were fixed as an effect resolved (CR 509.1c)."""

    source: str
    attackers: frozenset[str] | None
    """Ids; None is every attacker."""
    blockers: frozenset[str] | None
    at_least: int | None = None
    at_most: int | None = None


class Lasting:
    """Effects of resolved spells and abilities that bear on declarations and are no abilities of any permanent.

    A rule with `this` in its filter is about the permanent it is kept with.
    """

    def __init__(self) -> None:
        self.forced: list[Forced] = []
        self.rules: list[tuple[Permanent, AnyEffect]] = []

    def forget(self, one: Permanent) -> None:
        """A new object has nothing to do with effects on what it was (CR 400.7)."""
        self.forced = [
            f for f in self.forced if one.id not in (f.attackers or frozenset()) | (f.blockers or frozenset())
        ]
        self.rules = [(s, e) for s, e in self.rules if s is not one or not getattr(e, "of", Filter()).this]


def reaches_combat(effects: tuple[AnyEffect, ...]) -> bool:
    """Whether any of the effects could bear on a declaration."""
    for effect in effects:
        if isinstance(effect, COMBAT_EFFECTS) or (isinstance(effect, Named) and effect.action in _NAMED_IN_COMBAT):
            return True
        if isinstance(effect, May | IfDo) and (reaches_combat(effect.effects) or reaches_combat(effect.otherwise)):
            return True
        if isinstance(effect, LastingEffect | Emblem) and reaches_combat(_inside(effect)):
            return True
        if isinstance(effect, Modes) and any(reaches_combat(mode) for mode in effect.modes):
            return True
    return False


def _inside(effect: LastingEffect | Emblem) -> tuple[AnyEffect, ...]:
    if isinstance(effect, LastingEffect):
        return effect.effects
    return tuple(e for a in effect.abilities if isinstance(a, Static | Triggered) for e in a.effects)


_NOTHING_IN_COMBAT = (
    AddMana, Life, Draw, Mill, Regenerate, CounterSpell, DoesntUntap, MayCast, DamageRule, CostChange, AdditionalCost,
    AlternativeCost, CantDo, MultiplyMana, SubstituteMana, DoubleX,
)  # fmt: skip
"""Effects that change nothing about who may attack or block in the combat at hand."""
_NAMED_NOTHING = frozenset({
    "scry", "surveil", "search_to_hand", "search_to_top", "investigate", "energy", "look_at_top", "reveal_top", "become_monarch",
    "ring_tempts", "learn", "no_maximum_hand_size", "extra_turn", "take_initiative", "venture", "additional_land", "exile_graveyard",
    "skip_draw", "skips_next_draw", "top_revealed", "roll_d20", "look_at_hand", "reveal", "flip_coin", "fateseal", "shuffle", "prevent_next",
    "can_be_commander", "any_number_in_deck", "put_in_hand", "opening_hand", "exile_if_it_would_die_this_turn", "x_cant_be_0",
    "also_off_the_battlefield", "on_the_bottom", "keep_green_mana", "keep_all_mana", "spend_as_any_color", "spend_white_as_red", "win", "lose",
})  # fmt: skip
_NAMED_BEFORE = (
    "poison:",
    "cast_only:",
    "prevent_next:",
    "look_at_hand:",
    "exile_graveyard:",
    "shuffle:",
    "costs_less_to_activate:",
    "costs_more_to_activate:",
)
_LATER = frozenset({
    "end_of_combat", "beginning_of_end_step", "beginning_of_upkeep", "beginning_of_draw_step", "beginning_of_main", "dies", "leaves",
    "combat_damage_player", "combat_damage", "deals_damage", "dealt_damage", "beginning_of_postcombat_main",
})  # fmt: skip
"""What a delayed triggered ability may wait for that comes after both declarations."""


class Resolution:
    """One spell or ability resolving.

    Args:
        source: the object it comes from.
        targets: what it targets, in order.
        event: the objects that its trigger event was about.
    """

    def __init__(
        self, state: State, lasting: Lasting, source: Permanent, targets: list[Permanent], event: list[Permanent],
        x: int | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.lasting = lasting
        self.source = source
        self.targets = targets
        self.event = event
        self.x = x
        self.earlier: list[Permanent] = []

    def run(self, effects: tuple[AnyEffect, ...]) -> None:
        """Carry out the effects in order."""
        for effect in effects:
            if isinstance(effect, May):
                self.run(effect.effects)
            elif isinstance(effect, IfDo):
                if effect.instead and reaches_combat((*effect.effects, *effects)):
                    raise CannotRule("unfollowed_effect", object=self.source.ref)
                if reaches_combat(effect.effects) or reaches_combat(effect.otherwise):
                    held = condition_holds(self.state, effect.condition, self.source)
                    self.run(effect.effects if held else effect.otherwise)
            elif isinstance(effect, Modes):
                if reaches_combat((effect,)):
                    raise CannotRule("which_mode", object=self.source.ref)
            elif isinstance(effect, ForceBlock):
                self._force_block(effect)
            elif isinstance(effect, BlockLimit):
                self.lasting.rules.append((self.source, effect))
            elif isinstance(effect, Named):
                self._named(effect)
            elif isinstance(effect, Transform):
                for one in self._find(effect.of):
                    if one.card is not None and len(one.card.faces) > 1:
                        one.face_index = 1 - one.face_index
            elif isinstance(effect, LastingEffect):
                refuse_duration(effect, self.source)
                self.run(effect.effects)
            elif isinstance(effect, Delayed):
                if effect.event.what not in _LATER:
                    raise CannotRule("unfollowed_effect", object=self.source.ref)
            elif isinstance(effect, COMBAT_EFFECTS):
                of = effect.of
                if (
                    of is None
                    and isinstance(effect, Damage)
                    and effect.players in {"any_target", "any_other_target", "target"}
                ):
                    of = Filter(target=True)
                if isinstance(effect, _OF_DECLARATIONS) and of is not None and not self._fixed(of):
                    self.lasting.rules.append((self.source, effect))
                elif of is not None:
                    found = self._find(of)
                    if isinstance(effect, Damage) and effect.players.startswith("divided") and len(found) > 1:
                        raise CannotRule("unfollowed_effect", object=self.source.ref)
                    for one in found:
                        self._change(effect, one)
            elif not isinstance(effect, _NOTHING_IN_COMBAT):
                # What comes onto the battlefield could block or be what an ability counts; of the rest nobody knows.
                raise CannotRule("unfollowed_effect", object=self.source.ref)

    def run_triggered(self, ability: Triggered) -> None:
        """Carry out a triggered ability; an "if" inside it is about its last instruction (CR 608.2c)."""
        if ability.resolution_condition is None:
            self.run(ability.effects)
            return
        self.run(ability.effects[:-1])
        if reaches_combat(ability.effects[-1:]) and condition_holds(
            self.state, ability.resolution_condition, self.source
        ):
            self.run(ability.effects[-1:])

    def _fixed(self, wanted: Filter) -> bool:
        return wanted.target or wanted.this or wanted.attached or bool(wanted.ref)

    def _find(self, wanted: Filter) -> list[Permanent]:
        if wanted.this:
            found = [self.source]
        elif wanted.ref == "event":
            found = self.event
        elif wanted.ref in {"earlier", "that"}:
            found = self.earlier or self.targets
        elif wanted.ref:
            raise CannotRule("unknown_reference", object=self.source.ref)
        elif wanted.target or wanted.count is not None or wanted.count_x:
            found = targets_meant(self.state, self.targets, wanted, self.source, chosen=len(self.targets))
            if not found and (self.targets or not wanted.up_to):
                raise CannotRule("unknown_target", object=self.source.ref)
        else:
            found = [p for p in self.state.in_play() if matches(self.state, p, wanted, self.source)]
        self.earlier = found
        return found

    def _amount(self, amount: Amount) -> int:
        value: int | None = None
        if amount.of is None or not amount.of.ref:
            value = amount_of(self.state, amount, self.source, self.x)
        if amount.per in {"power", "toughness"} and amount.of is not None and self._fixed(amount.of):
            from judgecall.engine.characteristics import power_of

            subject = self._find(amount.of)
            size = power_of if amount.per == "power" else toughness_of
            counted = size(self.state, subject[0]) if subject else None
            value = None if counted is None else amount.base + amount.times * counted
        if value is None:
            raise CannotRule("unknown_effect_size", object=self.source.ref)
        return value

    def _force_block(self, effect: ForceBlock) -> None:
        fixed = [f for f in (effect.attacker, effect.blockers) if f is not None and self._fixed(f)]
        if not fixed:
            self.lasting.rules.append((self.source, effect))
            return
        both = (effect.attacker, effect.blockers)
        attackers: frozenset[str] | None
        blockers: frozenset[str] | None
        if all(f is not None and f.target for f in both) and len(self.targets) > 1:
            attackers, blockers = frozenset({self.targets[0].id}), frozenset({self.targets[1].id})
        else:
            attackers, blockers = (None if f is None else frozenset(p.id for p in self._find(f)) for f in both)
        self.lasting.forced.append(Forced(self.source.id, attackers, blockers, effect.at_least, effect.at_most))

    def _named(self, effect: Named) -> None:
        if effect.action not in _NAMED_IN_COMBAT:
            if effect.action not in _NAMED_NOTHING and not effect.action.startswith(_NAMED_BEFORE):
                raise CannotRule("unfollowed_effect", object=self.source.ref)
            return
        for one in self._find(effect.of or Filter(target=True)):
            if effect.action == "goad":
                self._goad(one)
            elif effect.action == "suspect":
                suspect(one)
            elif effect.action == "becomes_blocked":
                one.blocked = True
            else:
                leave_combat(self.state, one)

    def _goad(self, one: Permanent) -> None:
        """CR 701.15b, 701.15d: the same player goading it again adds nothing."""
        made = ForceAttack(Filter(this=True), goad=True, whom=f"not:{self.state.controller(self.source)}")
        if (one, made) not in self.lasting.rules:
            self.lasting.rules.append((one, made))

    def _change(self, effect: AnyEffect, one: Permanent) -> None:
        match effect:
            case ModifyPT():
                one.changes.append((self._amount(effect.power), self._amount(effect.toughness)))
            case SetPT():
                one.base = (self._amount(effect.power), self._amount(effect.toughness))
            case Grant():
                one.gained.extend(effect.abilities)
            case LoseAbilities():
                one.lost.update(effect.keywords or ("all",))
            case PutCounters():
                one.counters[effect.counter] = one.counters.get(effect.counter, 0) + self._amount(effect.amount)
            case RemoveCounters():
                left = one.counters.get(effect.counter, 0) - self._amount(effect.amount)
                one.counters[effect.counter] = max(left, 0)
            case TapOrUntap():
                one.tapped = not effect.untap
            case Move():
                move(self.state, one, effect.how)
            case Damage():
                damage(self.state, one, self._amount(effect.amount))
            case GainControl():
                one.controller = self.state.controller(self.source)
                one.since = "this_turn"
                leave_combat(self.state, one)
            case Become():
                if "creature" in effect.types:
                    one.animated = True
                if effect.power is not None or effect.toughness is not None:
                    one.base = (effect.power, effect.toughness)
                one.gained.extend((*effect.abilities, Static((msgspec.structs.replace(effect, of=Filter(this=True)),))))
            case CantBeBlocked() | CantBlock() | CantAttack() | BlockAdditional() | CanBlockAsThough() | ForceAttack():
                # No ability of it: losing all abilities doesn't end it.
                self.lasting.rules.append((one, msgspec.structs.replace(effect, of=Filter(this=True))))
            case _:
                return


def suspect(one: Permanent) -> None:
    """CR 701.60c: it has menace and "This creature can't block"."""
    one.gained.extend((Keyword("menace"), Static((CantBlock(Filter(this=True)),))))


def move(state: State, one: Permanent, how: str) -> None:
    """It leaves the battlefield, unless it is to be destroyed and is indestructible (CR 702.12b)."""
    if one.zone != "battlefield":
        return
    if how in {"destroy", "destroyed"} and has(state, one, "indestructible"):
        return
    leave_combat(state, one)
    one.zone = {
        "exile": "exile", "exiled": "exile", "exile_until_leaves": "exile", "hand": "hand", "bounced": "hand",
        "library": "library", "shuffle": "library",
    }.get(how, "graveyard")  # type: ignore[assignment]  # fmt: skip


def damage(state: State, one: Permanent, n: int) -> None:
    """Damage outside combat: a creature with lethal damage is destroyed (CR 704.5g)."""
    if "creature" not in types_of(state, one):
        return
    one.damage += n
    toughness = toughness_of(state, one)
    if toughness is None:
        raise CannotRule("unknown_size", object=one.ref)
    if one.damage >= toughness:
        move(state, one, "destroy")


def leave_combat(state: State, one: Permanent) -> None:
    """CR 506.4: it stops being an attacking, blocking, blocked or unblocked creature."""
    one.attacking = None
    one.blocked = False
    for other in state.permanents.values():
        if one.id in other.blocked_by:
            other.blocked_by.remove(one.id)
        if one.id in other.blocking:
            other.blocking.remove(one.id)
    one.blocking = []
    one.blocked_by = []


def chosen_ability(state: State, source: Permanent, value: str) -> Activated | None:
    """The activated ability that an event means, or None if none of them bears on combat.

    Raises:
        CannotRule: it can't be told which.
    """
    mine: list[Ability] = [*state.printed_abilities(source), *source.gained]
    found = [a for a in mine if isinstance(a, Activated) and reaches_combat(a.effects)]
    if len(found) > 1 and value:
        word = value.lower().encode()
        named = [a for a in found if value in a.cost.mana or word in msgspec.json.encode(a.effects).lower()]
        found = named or found
    if len(found) > 1:
        forcing = [a for a in found if any(isinstance(e, ForceBlock) for e in a.effects)]
        if value in {"lure", "block", "must block"} and len(forcing) == 1:
            return forcing[0]
        raise CannotRule("which_combat_ability", object=source.ref)
    return found[0] if found else None


def spell_effects(state: State, source: Permanent) -> tuple[AnyEffect, ...]:
    """What the spell does as it resolves."""
    return tuple(e for a in state.printed_abilities(source) if isinstance(a, SpellAbility) for e in a.effects)


def triggered(state: State, source: Permanent, *whats: str) -> list[Triggered]:
    """Its triggered abilities that wait for one of these events, and do something that bears on combat."""
    mine: list[Ability] = [*state.printed_abilities(source), *source.gained]
    return [
        a
        for a in mine
        if isinstance(a, Triggered) and (not whats or a.event.what in whats) and reaches_combat(a.effects)
    ]
