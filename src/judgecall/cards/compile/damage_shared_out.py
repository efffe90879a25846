"""Damage among X targets, divided, or more of it in some case (CR 120, 601.2d)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, CantDo, Condition, Damage, DamageRule, Event, Filter, IfDo, LoseAbilities
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

Damaged = tuple[Filter | None, str]

# ------------------------------------------------------------------ to so many


@production("damaged", "each of X targets")
def _each_of_x() -> Damaged:
    return Filter(target=True, count_x=True), ""


@production("damaged", "each of up to X targets")
def _each_of_up_to_x() -> Damaged:
    return Filter(target=True, count_x=True, up_to=True), ""


@production("divided", "X targets", "X target <c:core>")
def _divided_x(c: Fields | None = None) -> Filter:
    return Filter(**(c or {}), target=True, count_x=True)


@production("divided", "up to X targets", "up to X target <c:core>")
def _divided_up_to_x(c: Fields | None = None) -> Filter:
    return Filter(**(c or {}), target=True, count_x=True, up_to=True)


@production("divided", "up to <n:int> targets", "up to <n:int> target <c:core>")
def _divided_up_to(n: int, c: Fields | None = None) -> Filter:
    return Filter(**(c or {}), target=True, count=n, up_to=True)


@production("effect", "<s:deals> <n:number> damage divided evenly , rounded down , among <o:divided>")
def _divided_evenly(s: str | Filter, n: Amount, o: Filter) -> Effects:
    return (Damage(o, n, "divided_evenly", source=s if isinstance(s, Filter) else None),)


@production("effect", "<s:deals> <n:number> damage divided evenly , rounded down , among all <c:core>")
def _divided_among_all(s: str | Filter, n: Amount, c: Fields) -> Effects:
    return (Damage(Filter(**c), n, "divided_evenly", source=s if isinstance(s, Filter) else None),)


@production("damaged", "target opponent or battle")
def _opponent_or_battle() -> Damaged:
    return None, "target_opponent_or_battle"


# ------------------------------------------------------------------ some to one, some to another


@production("effect", "~ deals <n:number> damage to <d:damaged> and <m:number> damage to itself")
def _and_itself(n: Amount, d: Damaged, m: Amount) -> Effects:
    return Damage(d[0], n, d[1]), Damage(Filter(this=True), m)


@production("effect", "~ deals <n:number> damage to <d:damaged> and <m:int> additional damage to <e:damaged>")
def _and_additional(n: Amount, d: Damaged, m: int, e: Damaged) -> Effects:
    return Damage(d[0], n, d[1]), Damage(e[0], Amount(base=m), e[1])


@production("effect", "~ deals <n:number> damage to <d:damaged> and <h:half_damage> to <e:damaged>")
def _and_half(n: Amount, d: Damaged, h: Amount, e: Damaged) -> Effects:
    return Damage(d[0], n, d[1]), Damage(e[0], h, e[1])


# ------------------------------------------------------------------ more of it instead


@production(
    "instead",
    "<a:effect> . If <c:conditions> , (it|~) deals <n:number> damage divided as you choose among (them|those permanents and/or players) instead",
)
def _more_divided(a: Effects, n: Amount, c: Condition) -> Effects | None:
    """The targets stay those that were chosen."""
    if len(a) != 1 or not isinstance(a[0], Damage) or a[0].players != "divided":
        return None
    return (IfDo(c, (msgspec.structs.replace(a[0], amount=n),), a),)


@production("condition", "that target is (a|an) <a:pure_core>")
def _that_target_is(a: Fields) -> Condition:
    of = Filter(**a)
    return Condition("other", of=of, counter=f"its target is {described(of)}")


@production("condition", "you controlled (a|an) <c:core> as you cast ~")
def _controlled_then(c: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"you controlled {described(of)} as you cast it")


# ------------------------------------------------------------------ what was dealt damage


@production("event", "(a|an) <c:core> dealt damage this way dies")
def _victim_dies(c: Fields) -> Event:
    state = (*c.get("state", ()), "dealt_damage_this_way")
    return Event("dies", of=Filter(**(c | {"state": state})))


@production("sentence", "if a creature is dealt damage this way , it loses <k:keyword_name> until end of turn")
def _victim_loses(k: str) -> Effects:
    dealt = Condition("other", of=Filter(types=("creature",)), counter="creature dealt damage this way")
    return (IfDo(dealt, (LoseAbilities(Filter(ref="earlier"), keywords=(k,), until_end_of_turn=True),)),)


@production("player", "that player or that planeswalker 's controller")
def _target_or_controller() -> str:
    return "target_player_or_its_controller"


@production("effect", "players dealt damage this way can't cast <c:core> this turn")
def _victims_cast_none(c: Fields) -> Effects | None:
    if c.get("zone") != "stack":
        return None
    return (CantDo(Filter(**c), "cast_spells", who="players_dealt_damage_this_way", until_end_of_turn=True),)


@production(
    "turn_clause",
    "If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> this turn , it deals that much damage plus X [<:repeated_target>] instead",
)
def _plus_x(s: Filter, t: tuple[Filter, str], k: str = "") -> Effects:
    return (
        DamageRule(
            t[0], "plus_x", by=s, players=t[1], combat_only=k == "combat", noncombat_only=k == "noncombat",
            until_end_of_turn=True,
        ),
    )  # fmt: skip


@production(
    "effect",
    "if ~ would deal damage to (a|an) <c:core> , that damage can't be prevented or dealt instead to another permanent or player",
)
def _cannot_be_kept_from(c: Fields) -> Effects:
    return (DamageRule(Filter(**c), "cant_be_prevented_or_redirected", by=Filter(this=True), until_end_of_turn=True),)
