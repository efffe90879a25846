"""Requirements on attacks and blocks of a player's creatures, now or in a turn to come (CR 508.1d, 509.1c)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    CantAttack,
    CantBeBlocked,
    Condition,
    DoesntUntap,
    Filter,
    ForceAttack,
    ForceBlock,
    Lasting,
)
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.subjects import with_subject
from judgecall.cards.compile.this_combat import turn_or_combat

# ------------------------------------------------------------------ whom


for _whom, _phrase in (
    ("target_opponent", "target opponent"),
    ("target_player", "target player"),
    ("this", "~"),
    ("player", "a player"),
    ("attached_controller", "(enchanted|equipped) creature 's controller"),
    ("chosen_player", "the chosen player"),
    ("other_chosen_player", "the other chosen player"),
    ("you_or_yours", "you or a planeswalker you control"),
):
    production("attacked", _phrase)(lambda w=_whom: w)


@production("predicate", "attack* [<w:attacked>] if able")
def _attack_if_able(w: str = "") -> Effects:
    return (ForceAttack(HERE, whom=w),)


@turn_or_combat("predicate", "attack* <w:attacked> this (turn|combat) if able")
def _attacks_player(w: str) -> Effects:
    return (ForceAttack(HERE, whom=w),)


@production("predicate", "must be blocked [this turn] if able", "must be blocked each combat this turn if able")
def _must_be_blocked() -> Effects:
    return (ForceBlock(attacker=HERE, at_least=1),)


@production("predicate", "can't attack its owner or planeswalkers its owner controls")
def _not_owner() -> Effects:
    return (CantAttack(HERE, whom="owner"),)


@production("static_clause", "Each opponent must attack [<w:attacked>] with at least one creature each combat if able")
def _with_one_at_least(w: str = "") -> Effects:
    return (ForceAttack(Filter(types=("creature",), controller="opponent"), whom=w, any_of_them=True),)


@production("static_clause", "If <e:watched> attacks , <g:subject> [also] attack* if able")
def _attacks_too(e: Filter, g: Filter) -> Effects:
    return (ForceAttack(g, if_attacks=e),)


# ------------------------------------------------------------------ in a turn to come


for _who in ("player", "opponent"):
    production("their_turn", f"during target {_who} 's next turn")(lambda w=_who: {"controller": f"target_{w}"})


@production("their_turn", "during that player 's next turn")
def _that_players_turn() -> Fields:
    return {"controller": "that_player"}


@production(
    "their_creatures",
    "creatures (that player controls|they control)",
    "each creature (that player controls|they control)",
)
def _their_creatures() -> Fields:
    return {"types": ("creature",)}


@production("effect", "<t:their_turn> , <c:their_creatures> <p:predicates>")
def _in_their_turn(t: Fields, c: Fields, p: Effects) -> Effects:
    return (Lasting(with_subject(p, Filter(**(c | t))), until="their_next_turn"),)


@production(
    "effect",
    "<o:object> attack* [<w:attacked>] during its controller 's next <t:turn_or_combat> if able",
    "<o:object> attack* [<w:attacked>] on its controller 's next <t:turn_or_combat> if able",
)
def _in_its_controllers_turn(o: Filter, t: str, w: str = "") -> Effects:
    return (Lasting((ForceAttack(o, whom=w),), until=f"their_next_{t}"),)


production("turn_or_combat", "turn")(lambda: "turn")
production("turn_or_combat", "combat phase")(lambda: "combat")


@production(
    "effect",
    "during that player 's next untap step , creatures they control don't untap",
    "creatures that player controls don't untap during (that player 's|the player 's|their) next untap step",
)
def _their_next_untap() -> Effects:
    return (DoesntUntap(Filter(types=("creature",), controller="that_player"), next_only=True),)


# ------------------------------------------------------------------ who is meant


production("quality", "the active player has controlled continuously since the beginning of the turn")(
    lambda: {"controller": "active_player", "state": ("since_turn_began",)}
)


@production("group", "(a|each|any) creature dealt damage this way", "creatures dealt damage this way")
def _damaged_this_way() -> Filter:
    return Filter(types=("creature",), state=("dealt_damage_this_way",))


@production("condition", "<n:int> or more <c:core> are on the battlefield")
def _many_on_the_battlefield(n: int, c: Fields) -> Condition:
    return Condition("on_battlefield", of=Filter(**c), n=n)


# ------------------------------------------------------------------ blocks


@turn_or_combat("clause", "<b:object> block* each attacking creature this (turn|combat) if able")
def _blocks_each(b: Filter) -> Effects:
    every = Filter(types=("creature",), state=("attacking",))
    return (ForceBlock(attacker=every, blockers=b, until_end_of_turn=True),)


@production("turn_predicate", "must be blocked each combat this turn if able")
def _must_be_blocked_all_turn() -> Effects:
    return (ForceBlock(attacker=HERE, at_least=1),)


@production("predicate", "can't be blocked by more than <n:int> creature* each combat")
def _few_blockers(n: int) -> Effects:
    return (CantBeBlocked(HERE, more_than=n),)
