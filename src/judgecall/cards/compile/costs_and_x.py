"""Wordings about X, mana value, legs, and what may be cast (CR 107.3, 202.3, 601.3, 614)."""

from __future__ import annotations

from msgspec.structs import replace

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    CantAttack,
    CantBlock,
    CantDo,
    Comparison,
    Condition,
    CounterSpell,
    CreateTokens,
    Filter,
    ForceBlock,
    Grant,
    IfDo,
    Keyword,
    Life,
    MayCast,
    Move,
    Named,
    PutCounters,
    Static,
)
from judgecall.cards.compile.combat import HERE
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

Effects = tuple[AnyEffect, ...]

# ------------------------------------------------------------------ mana value and X as qualities


@production("quality", "with mana value X", "with mana value equal to X")
def _mana_value_x() -> Fields:
    return {"mana_value_of": ("=", Amount(per="x"))}


@production("quality", "with mana value X or less", "with mana value less than or equal to X")
def _mana_value_up_to_x() -> Fields:
    return {"mana_value_of": ("<=", Amount(per="x"))}


@production("quality", "with mana value X or greater")
def _mana_value_from_x() -> Fields:
    return {"mana_value_of": (">=", Amount(per="x"))}


@production("quality", "with mana value equal to the number of <k:counter_kind> counters on ~")
def _mana_value_counters(k: str) -> Fields:
    return {"mana_value_of": ("=", Amount(per="counters", counter=k, of=Filter(this=True)))}


@production("quality", "with mana value less than or equal to the number of <k:counter_kind> counters on ~")
def _mana_value_up_to_counters(k: str) -> Fields:
    return {"mana_value_of": ("<=", Amount(per="counters", counter=k, of=Filter(this=True)))}


@production(
    "quality", "with {X} in its mana cost", "with a mana cost that contains {X}", "with {X} in their mana cost*"
)
def _with_x_in_cost() -> Fields:
    return {"state": ("x_in_cost",)}


@production("quality", "with <n:int> or more legs")
def _with_legs(n: int) -> Fields:
    return {"legs": (">=", n)}


# ------------------------------------------------------------------ countering


@production(
    "effect",
    "reveal the top card of your library . If you do , counter that spell if it has the same mana value as the revealed card",
)
def _counterbalance() -> Effects:
    same: tuple[Comparison, Amount] = ("=", Amount(per="revealed_mana_value"))
    return (Named("reveal"), CounterSpell(Filter(types=("spell",), zone="stack", ref="event", mana_value_of=same)))


# ------------------------------------------------------------------ casting from elsewhere (CR 601.3)


@production("permitted_spell", "(a|an) <c:core>", "<c:core>")
def _permitted_spell(c: Fields) -> Filter | None:
    return Filter(**(c | {"zone": "stack"})) if c.get("zone") == "stack" else None


@production("permitted_from", "from your graveyard")
def _from_graveyard() -> str:
    return "graveyard"


@production("permitted_from", "from the top of your library")
def _from_library() -> str:
    return "library"


@production("permitted_from", "from exile")
def _from_exile() -> str:
    return "exile"


@production(
    "static_clause",
    "Once each turn , you may cast <s:permitted_spell> <z:permitted_from>",
)
def _once_each_turn(s: Filter, z: str) -> Effects:
    return (_may_cast(s, z, once=True),)


@production(
    "static_clause",
    "You may cast <s:permitted_spell> <z:permitted_from>",
)
def _may_cast_from(s: Filter, z: str) -> Effects:
    return (_may_cast(s, z),)


@production(
    "static_line",
    "<o:just_once> during each of your turns , you may cast <s:permitted_spell> <z:permitted_from> [.]",
    "During each of your turns , you may cast <s:permitted_spell> <z:permitted_from> [.]",
)
def _in_your_turns(s: Filter, z: str, o: bool = False) -> Static:
    return Static((_may_cast(s, z, once=o),), condition=Condition("your_turn"))


production("just_once", "Once")(lambda: True)


@production("static_clause", "You may play lands and cast <s:permitted_spell> <z:permitted_from>")
def _may_play_and_cast(s: Filter, z: str) -> Effects:
    land = Filter(types=("land",), zone=z, controller="you")
    return (MayCast(land), _may_cast(s, z))


def _may_cast(spell: Filter, zone: str, once: bool = False) -> MayCast:
    return MayCast(replace(spell, zone=zone, controller="you"), once_each_turn=once)


# ------------------------------------------------------------------ tokens and counters for X


@production("effect", "<e:create_one> , then put X +1/+1 counters on (it|him|her)")
def _token_with_counters(e: Effects) -> Effects:
    return (*e, PutCounters(Filter(ref="earlier"), "+1/+1", Amount(per="x")))


@production("create_one", "create <k:tokens>")
def _create_one(k: CreateTokens) -> Effects:
    return (k,)


@production(
    "effect",
    "reveal the top card of your library and put that card into your hand . You lose life equal to its mana value",
)
def _confidant() -> Effects:
    lose = Life(Amount(per="revealed_mana_value"), gain=False)
    return (Named("reveal"), Named("put_in_hand"), lose)


# ------------------------------------------------------------------ what can't be activated


@production("unless_mana", "unless they're mana abilities")
def _unless_they_are_mana_abilities() -> bool:
    return True


@production(
    "static_clause",
    "Activated abilities of sources with the chosen name can't be activated [<m:unless_mana>]",
    "Activated abilities of permanents with the chosen name can't be activated [<m:unless_mana>]",
)
def _named_arrested(m: bool = False) -> Effects:
    return (CantDo(Filter(chosen="name"), "activate", except_mana=m),)


@production("predicate", "can't attack , block , or crew Vehicles")
def _cant_fight_or_crew() -> Effects:
    return (CantAttack(HERE), CantBlock(HERE), CantDo(HERE, "crew"))


@production("predicate", "can't attack , block , or transform")
def _cant_fight_or_transform() -> Effects:
    return (CantAttack(HERE), CantBlock(HERE), CantDo(HERE, "transform"))


@production("predicate", "can't block or crew Vehicles")
def _cant_block_or_crew() -> Effects:
    return (CantBlock(HERE), CantDo(HERE, "crew"))


@production("static_clause", "Spells you cast with mana value <b:bound> have <k:keyword_name>")
def _big_spells_have(b: tuple[Comparison, int], k: str) -> Effects:
    return (Grant(Filter(types=("spell",), mana_value=b, zone="stack", controller="you"), (Keyword(k),)),)


@production("effect", "Until end of turn , all creatures able to block <o:object> do so")
def _lure_until_end_of_turn(o: Filter) -> Effects:
    return (ForceBlock(attacker=o, until_end_of_turn=True),)


@production(
    "effect", "destroy <o:chosen> if it has mana value <b:bound>", "exile <e:chosen> if it has mana value <b:bound>"
)
def _move_if_cheap(b: tuple[Comparison, int], o: Filter | None = None, e: Filter | None = None) -> Effects | None:
    what = o or e
    if what is None:
        return None
    cheap = Condition("target_mana_value", compare=b[0], n=b[1])
    return (IfDo(cheap, (Move(what, "destroy" if o else "exile"),)),)


@production("effect", "its owner shuffles their graveyard into their library")
def _shuffle_graveyard() -> Effects:
    return (Named("shuffle_graveyard"),)
