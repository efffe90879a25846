"""Attacking and blocking: restrictions, requirements and damage (CR 506-510)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    AnyEffect,
    BlockAdditional,
    BlockLimit,
    CanBlockAsThough,
    CantAttack,
    CantBeBlocked,
    CantBlock,
    Condition,
    DamageRule,
    Filter,
    ForceAttack,
    ForceBlock,
)
from judgecall.cards.compile.conditions import negate
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.this_combat import turn_or_combat

HERE = Filter(names=("\0",))
"""Stands in a predicate for its subject, which is filled in when the two are joined."""

Effects = tuple[AnyEffect, ...]


# ------------------------------------------------------------------ being blocked (CR 509.1b)


@production("blockers", "<f:group>")
def _blockers(f: Filter) -> Filter:
    return f


@production(
    "blockers",
    "<a:group> and <b:group>",
    "<a:group> and/or <b:group>",
    "<a:group> or <b:group>",
    "<a:group> and by <b:group>",
    "<a:group> or by <b:group>",
)
def _two_blockers(a: Filter, b: Filter) -> Filter | None:
    if a.alternatives or b.alternatives:
        return None
    return Filter(alternatives=(a, b))


@production("predicate", "can't be blocked")
def _unblockable() -> Effects:
    return (CantBeBlocked(HERE),)


@production("predicate", "can't be blocked by <b:blockers>", "can't be blocked by (a|an) <c:core>")
def _not_by(b: Filter | None = None, c: Fields | None = None) -> Effects:
    return (CantBeBlocked(HERE, by=b or Filter(**(c or {}))),)


@production("predicate", "can't be blocked except by <b:blockers>")
def _only_by(b: Filter) -> Effects:
    return (CantBeBlocked(HERE, except_by=b),)


@production("turn_predicate", "can't be blocked this turn [except by <b:blockers>]")
def _turn_evasion(b: Filter | None = None) -> Effects:
    return (CantBeBlocked(HERE, except_by=b),)


@turn_or_combat("predicate", "must be blocked this (turn|combat) if able")
def _turn_must_be_blocked() -> Effects:
    return (ForceBlock(attacker=HERE, at_least=1),)


@turn_or_combat("predicate", "attack* this (turn|combat) if able")
def _turn_attacks() -> Effects:
    return (ForceAttack(HERE),)


@turn_or_combat("predicate", "block* this (turn|combat) if able")
def _turn_blocks() -> Effects:
    return (ForceBlock(blockers=HERE),)


@production("turn_predicate", "can't block this turn")
def _turn_cant_block() -> Effects:
    return (CantBlock(HERE),)


@production("predicate", "can't be blocked except by <n:int> or more creatures")
def _fewer_than(n: int) -> Effects:
    return (CantBeBlocked(HERE, fewer_than=n),)


@production("predicate", "can't be blocked by more than <n:int> creature*")
def _more_than(n: int) -> Effects:
    return (CantBeBlocked(HERE, more_than=n),)


@production("predicate", "can't be blocked unless all creatures defending player controls block it")
def _unless_all() -> Effects:
    return (CantBeBlocked(HERE, unless_all=True),)


@production("static_clause", "<b:blockers> can't block <a:subject>")
def _cant_block_this(a: Filter, b: Filter) -> Effects:
    return (CantBeBlocked(a, by=b),)


# ------------------------------------------------------------------ requirements on blocks (CR 509.1c)


@production(
    "static_clause", "All creatures able to block <a:subject> do so", "<b:group> able to block <a:subject> do so"
)
def _lure(a: Filter, b: Filter | None = None) -> Effects:
    return (ForceBlock(attacker=a, blockers=b),)


@production(
    "turn_clause",
    "All creatures able to block <a:one_attacker> this turn do so",
    "<b:group> able to block <a:one_attacker> this turn do so",
)
def _lure_this_turn(a: Filter, b: Filter | None = None) -> Effects:
    return (ForceBlock(attacker=a, blockers=b, until_end_of_turn=True),)


@production("one_attacker", "<f:this>", "<f:attached>", "<f:before>", "<f:chosen>")
def _one_attacker(f: Filter) -> Filter:
    return f


@production("predicate", "must be blocked [each combat] if able", "must be blocked by a creature if able")
def _must_be_blocked() -> Effects:
    return (ForceBlock(attacker=HERE, at_least=1),)


@production("predicate", "must be blocked by exactly one creature if able")
def _exactly_one() -> Effects:
    return (ForceBlock(attacker=HERE, at_least=1, at_most=1),)


@production("predicate", "must be blocked by <n:int> or more creatures if able")
def _must_be_by(n: int) -> Effects:
    return (ForceBlock(attacker=HERE, at_least=n),)


@production("predicate", "must be blocked by (a|an) <c:core> if able")
def _must_be_by_one(c: Fields) -> Effects:
    return (ForceBlock(attacker=HERE, blockers=Filter(**c), at_least=1),)


@production("predicate", "blocks each (combat|turn) if able", "block each (combat|turn) if able", "must block if able")
def _must_block() -> Effects:
    return (ForceBlock(blockers=HERE),)


@production("predicate", "block* <a:one_attacker> [each combat] if able")
def _must_block_it(a: Filter) -> Effects:
    return (ForceBlock(attacker=a, blockers=HERE),)


@turn_or_combat("clause", "<b:object> block* <a:one_attacker> this (turn|combat) if able")
def _block_this_turn(a: Filter, b: Filter) -> Effects:
    return (ForceBlock(attacker=a, blockers=b, until_end_of_turn=True),)


@turn_or_combat("clause", "<b:object> block* this (turn|combat) if able")
def _blocks_this_turn(b: Filter) -> Effects:
    return (ForceBlock(blockers=b, until_end_of_turn=True),)


@turn_or_combat("clause", "<b:object> must be blocked this (turn|combat) if able")
def _must_be_blocked_this_turn(b: Filter) -> Effects:
    return (ForceBlock(attacker=b, at_least=1, until_end_of_turn=True),)


# ------------------------------------------------------------------ what can't block


@production("predicate", "can't block")
def _cant_block() -> Effects:
    return (CantBlock(HERE),)


@production("predicate", "can't attack or block", "can't block or attack")
def _cant_attack_or_block() -> Effects:
    return (CantAttack(HERE), CantBlock(HERE))


@production("predicate", "attack* or block* each combat if able")
def _fights_if_able() -> Effects:
    return (ForceAttack(HERE), ForceBlock(blockers=HERE))


@production("predicate", "can block creatures with shadow as though they didn't have shadow")
def _blocks_shadow() -> Effects:
    return (CanBlockAsThough(HERE, "no_shadow"),)


@production(
    "static_clause",
    "Rather than the attacking player , you assign the combat damage of each creature attacking you . You can divide that creature 's combat damage as you choose among any of the creatures blocking it",
)
def _defender_divides() -> Effects:
    return (DamageRule(Filter(types=("creature",), state=("attacking_you",)), "divide_freely"),)


@production("predicate", "can't attack or block alone")
def _not_alone() -> Effects:
    return (CantAttack(HERE, alone=True), CantBlock(HERE, alone=True))


@production("predicate", "can't attack alone")
def _not_attack_alone() -> Effects:
    return (CantAttack(HERE, alone=True),)


@production("predicate", "can't block alone")
def _not_block_alone() -> Effects:
    return (CantBlock(HERE, alone=True),)


@production("predicate", "can't block <a:blockers>")
def _cant_block_some(a: Filter) -> Effects:
    return (CantBlock(HERE, attackers=a),)


@production("predicate", "can block only <a:blockers>")
def _can_block_only(a: Filter) -> Effects:
    return (CantBlock(HERE, only=a),)


@production("predicate", "can't block unless a creature with greater power also blocks")
def _okk_block() -> Effects:
    return (CantBlock(HERE, unless_greater_power_blocks=True),)


@production("predicate", "can't block unless at least <n:int> other creatures block")
def _conscripts_block(n: int) -> Effects:
    return (CantBlock(HERE, unless_others_block=n),)


@turn_or_combat("clause", "<b:object> can't block <a:one_attacker> this (turn|combat)")
def _cant_block_it(a: Filter, b: Filter) -> Effects:
    return (CantBeBlocked(a, by=b, until_end_of_turn=True),)


# ------------------------------------------------------------------ what can't attack, and must (CR 508.1c-d)


@production("predicate", "can't attack")
def _cant_attack() -> Effects:
    return (CantAttack(HERE),)


@production("predicate", "can't attack you")
def _cant_attack_you() -> Effects:
    return (CantAttack(HERE, whom="you"),)


@production(
    "predicate", "can't attack you or planeswalkers you control", "can't attack you or a planeswalker you control"
)
def _cant_attack_yours() -> Effects:
    return (CantAttack(HERE, whom="you_or_yours"),)


@production("predicate", "can't attack (its owner|their owners)")
def _cant_attack_owner() -> Effects:
    return (CantAttack(HERE, whom="owner"),)


@production("predicate", "can't attack unless <c:condition>")
def _cant_attack_unless(c: Condition) -> Effects | None:
    return (CantAttack(HERE, unless=c),) if c.who == "defending" else None


@production("predicate", "can't attack if <c:condition>")
def _cant_attack_if(c: Condition) -> Effects | None:
    return (CantAttack(HERE, unless=negate(c)),) if c.who == "defending" else None


@production("predicate", "can't attack unless a creature with greater power also attacks")
def _okk_attack() -> Effects:
    return (CantAttack(HERE, unless_greater_power_attacks=True),)


@production("predicate", "can't attack unless at least <n:int> other creatures attack")
def _conscripts_attack(n: int) -> Effects:
    return (CantAttack(HERE, unless_others_attack=n),)


@production(
    "predicate", "attacks each (combat|turn) if able", "attack each (combat|turn) if able", "must attack if able"
)
def _must_attack() -> Effects:
    return (ForceAttack(HERE),)


@production("predicate", "attack* <w:attacked> each (combat|turn) if able")
def _must_attack_player(w: str) -> Effects:
    return (ForceAttack(HERE, whom=w),)


@production("attacked", "you")
def _you() -> str:
    return "you"


@production("attacked", "a player other than you")
def _not_you() -> str:
    return "not_you"


@production("attacked", "that player")
def _that_player() -> str:
    return "that_player"


@production("turn_clause", "<b:object> must attack this turn if able")
@turn_or_combat("clause", "<b:object> attack* this (turn|combat) if able")
def _attacks_this_turn(b: Filter) -> Effects:
    return (ForceAttack(b, until_end_of_turn=True),)


@turn_or_combat("clause", "<b:object> attack* <w:attacked> this (turn|combat) if able")
def _attacks_player_this_turn(b: Filter, w: str) -> Effects:
    return (ForceAttack(b, until_end_of_turn=True, whom=w),)


# ------------------------------------------------------------------ limits


@production("static_clause", "No more than <n:int> creature* can block [each combat]")
def _block_limit(n: int) -> Effects:
    return (BlockLimit(n),)


@production("static_clause", "No more than <n:int> creature* can attack [each combat]")
def _attack_limit(n: int) -> Effects:
    return (BlockLimit(n, attack=True),)


@production("static_clause", "No more than <n:int> creature* can attack you each combat")
def _attack_you_limit(n: int) -> Effects:
    return (BlockLimit(n, who="you", attack=True),)


@production("predicate", "can block an additional creature [each combat]")
def _additional() -> Effects:
    return (BlockAdditional(HERE),)


@production(
    "predicate",
    "can block an additional <n:int> creatures [each combat]",
    "can block up to <n:int> additional creatures [each combat]",
)
def _additional_several(n: int) -> Effects:
    return (BlockAdditional(HERE, n=n),)


@production("predicate", "can block any number of creatures")
def _any_number() -> Effects:
    return (BlockAdditional(HERE, n=None),)


# ------------------------------------------------------------------ as though, and damage (CR 510, 609.4)


@production("turn_clause", "<o:object> can attack this turn as though it didn't have defender")
def _attack_as_though(o: Filter) -> Effects:
    return (CanBlockAsThough(o, "no_defender", until_end_of_turn=True),)


@production("predicate", "can attack this turn as though it didn't have defender")
def _attack_as_though_too() -> Effects:
    return (CanBlockAsThough(HERE, "no_defender"),)


for _what, _phrase in {
    "no_defender": "can attack as though (it|they) didn't have defender",
    "no_shadow": "can block creatures with shadow as though (it|they|~) had shadow",
    "untapped": "can block as though (it|they) (were|was) untapped",
    "reach": "can block as though (it|they) had reach",
}.items():
    production("predicate", _phrase)(lambda w=_what: (CanBlockAsThough(HERE, w),))

for _land in ("plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk"):
    production("static_clause", f"Creatures with {_land} can be blocked as though they didn't have {_land}")(
        lambda w=_land: (CanBlockAsThough(Filter(types=("creature",)), "no_landwalk", landwalk=w),)
    )


@production(
    "static_clause", "Creatures with landwalk abilities can be blocked as though they didn't have those abilities"
)
def _all_landwalk() -> Effects:
    return (CanBlockAsThough(Filter(types=("creature",)), "no_landwalk"),)


@production(
    "predicate",
    "assigns combat damage equal to its toughness rather than its power",
    "assign combat damage equal to their toughness rather than their power",
)
def _by_toughness() -> Effects:
    return (DamageRule(HERE, "by_toughness"),)


@production(
    "static_clause", "Each creature [<y:yours>] assigns combat damage equal to its toughness rather than its power"
)
def _all_by_toughness(y: Fields | None = None) -> Effects:
    return (DamageRule(Filter(types=("creature",), **(y or {})), "by_toughness"),)


@production("yours", "you control")
def _yours() -> Fields:
    return {"controller": "you"}


@production(
    "static_clause",
    "Each creature [<y:yours>] with toughness greater than its power assigns combat damage equal to its toughness rather than its power",
)
def _by_toughness_if_greater(y: Fields | None = None) -> Effects:
    return (DamageRule(Filter(types=("creature",), **(y or {})), "by_toughness_if_greater"),)


@production(
    "static_clause",
    "Lethal damage dealt to creatures you control is determined by their power rather than their toughness",
)
def _lethal_by_power() -> Effects:
    return (DamageRule(Filter(types=("creature",), controller="you"), "lethal_by_power"),)


@production("static_clause", "You may have <f:subject> assign its combat damage as though it weren't blocked")
def _as_though_unblocked(f: Filter) -> Effects:
    return (DamageRule(f, "as_though_unblocked", optional=True),)


@production("predicate", "assigns no combat damage", "deals no combat damage")
def _no_damage() -> Effects:
    return (DamageRule(HERE, "no_combat_damage"),)


@turn_or_combat("clause", "<f:object> assigns no combat damage this (turn|combat)")
def _no_damage_this_turn(f: Filter) -> Effects:
    return (DamageRule(f, "no_combat_damage", until_end_of_turn=True),)


@production(
    "static_clause",
    "Prevent all [<c:combat_word>] damage that would be dealt to <f:subject>",
    "If damage would be dealt to <f:subject> , prevent that damage",
)
def _prevent_to(f: Filter, c: bool = False) -> Effects:
    return (DamageRule(f, "prevent_all_to", combat_only=c),)


@production("static_clause", "Prevent all [<c:combat_word>] damage that would be dealt by <f:subject>")
def _prevent_by(f: Filter, c: bool = False) -> Effects:
    return (DamageRule(f, "prevent_all_by", combat_only=c),)


@production("static_clause", "Prevent all [<c:combat_word>] damage that would be dealt to and dealt by <f:subject>")
def _prevent_to_and_by(f: Filter, c: bool = False) -> Effects:
    return (DamageRule(f, "prevent_all_to", combat_only=c), DamageRule(f, "prevent_all_by", combat_only=c))


@production("combat_word", "combat")
def _combat_word() -> bool:
    return True


@production(
    "turn_clause",
    "Prevent all [<c:combat_word>] damage that would be dealt to <f:object> this turn",
    "Prevent all [<c:combat_word>] damage that would be dealt this turn to <f:object>",
)
def _prevent_to_turn(f: Filter, c: bool = False) -> Effects:
    return (DamageRule(f, "prevent_all_to", combat_only=c, until_end_of_turn=True),)


@production(
    "turn_clause",
    "Prevent all [<c:combat_word>] damage <f:object> would deal this turn",
    "Prevent all [<c:combat_word>] damage that would be dealt [this turn] by <f:object> [this turn]",
)
def _prevent_by_turn(f: Filter, c: bool = False) -> Effects:
    return (DamageRule(f, "prevent_all_by", combat_only=c, until_end_of_turn=True),)


@production("turn_clause", "Prevent all combat damage that would be dealt this turn")
def _fog() -> Effects:
    return (DamageRule(Filter(), "prevent_all_by", combat_only=True, until_end_of_turn=True),)


@production("static_clause", "Damage can't be prevented")
def _no_prevention() -> Effects:
    return (DamageRule(Filter(), "cant_be_prevented"),)


@production("static_clause", "Combat damage that would be dealt by <f:subject> can't be prevented")
def _no_combat_prevention(f: Filter) -> Effects:
    return (DamageRule(f, "cant_be_prevented", combat_only=True),)


@production("turn_clause", "Damage can't be prevented this turn")
def _no_prevention_turn() -> Effects:
    return (DamageRule(Filter(), "cant_be_prevented", until_end_of_turn=True),)
