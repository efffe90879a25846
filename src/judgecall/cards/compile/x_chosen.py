"""X as how many are chosen, and other choices of objects and players that what follows speaks of (CR 107.3, 115.1, 601.2c)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    Become,
    Condition,
    CounterSpell,
    Damage,
    Filter,
    GainControl,
    IfDo,
    Lasting,
    Modes,
    ModifyPT,
    Move,
    Named,
    Static,
    TapOrUntap,
)
from judgecall.cards.compile.amounts import X, signed
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.subjects import this_turn, with_subject

# ------------------------------------------------------------------ targets


@production("chosen", "up to twice X target <c:core>")
def _twice_x(c: Fields) -> Filter | None:
    fields = merge(c, {"state": ("twice_x_of_them",)})
    return None if fields is None else Filter(**fields, target=True, count_x=True, up_to=True)


for _where, _phrase in (
    ({"zone": "graveyard", "controller": "target_player"}, "from target player 's graveyard"),
    ({"zone": "graveyard", "controller": "opponent"}, "from all opponents ' graveyards"),
):
    production("place", _phrase)(lambda f=_where: f)


@production("effect", "destroy <o:chosen> and up to X other target <c:core>")
def _destroy_more(o: Filter, c: Fields) -> Effects | None:
    fields = merge(c, {"state": ("other_than_target",)})
    if fields is None or not o.target:
        return None
    return Move(o, "destroy"), Move(Filter(**fields, target=True, count_x=True, up_to=True), "destroy")


@production("distributed", "any number of other target <c:core>")
def _others_distributed(c: Fields) -> Filter | None:
    fields = merge(c, {"other": True})
    return None if fields is None else Filter(**fields, target=True, up_to=True, count=99)


@production("effect", "choose any target , then choose another target for each time ~ was kicked")
def _more_targets() -> Effects:
    return (Named("choose", of=Filter(target=True, state=("another_for_each_kick",))),)


@production("effect", "choose target <c:core> , then choose another target <d:core> for each time ~ was kicked")
def _more_such_targets(c: Fields, d: Fields) -> Effects | None:
    fields = merge(c, {"state": ("another_for_each_kick",)})
    return (Named("choose", of=Filter(**fields, target=True)),) if fields is not None and c == d else None


# ------------------------------------------------------------------ players


@production("effect", "choose target player")
def _choose_player() -> Effects:
    return (Named("choose", of=Filter(types=("player",), target=True)),)


@production("effect", "choose target opponent")
def _choose_opponent() -> Effects:
    return (Named("choose", of=Filter(types=("player",), controller="opponent", target=True)),)


@production("effect", "choose any number of target (players|<o:opponents>)")
def _choose_players(o: bool = False) -> Effects:
    of = Filter(types=("player",), controller="opponent" if o else "any", target=True, count=99, up_to=True)
    return (Named("choose", of=of),)


production("opponents", "opponents")(lambda: True)


@production("damaged", "target opponent previously dealt damage by (it|~)")
def _dealt_before() -> tuple[Filter | None, str]:
    return Filter(types=("player",), controller="opponent", target=True, state=("dealt_damage_by_this_before",)), ""


# ------------------------------------------------------------------ chosen without targets


@production("some_x", "X <c:core>")
def _some_x(c: Fields) -> Filter:
    return Filter(**c, count_x=True)


@production("some_x", "up to X <c:core>")
def _up_to_x(c: Fields) -> Filter:
    return Filter(**c, count_x=True, up_to=True)


@production("effect", "choose <o:some_x>", "choose exactly <e:exact>", "choose <n:any_number>")
def _choose(o: Filter | None = None, e: Filter | None = None, n: Filter | None = None) -> Effects | None:
    of = o or e or n
    return None if of is None else (Named("choose", of=of),)


@production("exact", "<n:int> <c:core>")
def _exact(n: int, c: Fields) -> Filter:
    return Filter(**c, count=n)


@production("any_number", "any number of <c:core> with different powers")
def _of_different_powers(c: Fields) -> Filter | None:
    fields = merge(c, {"state": ("different_powers",)})
    return None if fields is None else Filter(**fields, count=99, up_to=True)


@production("any_number", "any number of <c:core>")
def _any_number(c: Fields) -> Filter:
    return Filter(**c, count=99, up_to=True)


@production("effect", "untap <o:some_x>", "tap <t:some_x>")
def _untap(o: Filter | None = None, t: Filter | None = None) -> Effects | None:
    of = o or t
    return None if of is None else (TapOrUntap(of, untap=o is not None),)


@production("effect", "return <o:some_x> to your hand")
def _return(o: Filter) -> Effects | None:
    return (Move(o, "hand"),) if o.zone == "graveyard" else None


@production("player_act", "sacrifice* X <c:core> [of their choice]")
def _players_sacrifice(c: Fields) -> Effects:
    return (Move(Filter(**c, count_x=True, chosen_by="?"), "sacrifice"),)


@production("acting", "<a:player_act> , <b:player_act> , <c:player_act> , (and|then) <d:player_act>")
def _four_acts(a: Effects, b: Effects, c: Effects, d: Effects) -> Effects:
    return a + b + c + d


@production("player_act", "exile* X <c:core> they control and/or cards from their hand")
def _exile_here_or_held(c: Fields) -> Effects | None:
    if "controller" in c:
        return None
    whose: Fields = {"controller": "that_player"}
    either = (Filter(**c, **whose), Filter(types=("card",), zone="hand", **whose))
    return (Move(Filter(alternatives=either, count_x=True, chosen_by="?"), "exile"),)


@production("effect", "<a:attached> or (a|an) <c:core> <p:predicates> until end of turn")
def _one_of_both(a: Filter, c: Fields, p: Effects) -> Effects | None:
    """One of them is chosen as it resolves."""
    rows = [this_turn(with_subject(p, of)) for of in (a, Filter(**c, count=1))]
    return (Modes(tuple(row for row in rows if row is not None)),) if None not in rows else None


@production("player_act", "discard up to <n:number> cards")
def _discard_up_to(n: Amount) -> Effects:
    return (Named("discard_up_to:?", amount=n),)


@production("player_act", "exile* their hand*")
def _exile_hand() -> Effects:
    return (Named("exile_hand:?"),)


@production("player_act", "incubate* <n:number>")
def _incubate(n: Amount) -> Effects:
    return (Named("incubate:?", amount=n),)


@production("effect", "have any number of them phase out")
def _some_phase_out() -> Effects:
    return (Named("phase_out", of=Filter(ref="earlier", count=99, up_to=True)),)


# ------------------------------------------------------------------ descriptions


for _phrase, _state in (
    ("you own that your opponents control", "owned_by_you_controlled_by_opponents"),
    ("with mana abilities", "has_mana_ability"),
    ("that each have a basic land type", "has_basic_land_type"),
):
    production("quality", _phrase)(lambda s=_state: {"state": (s,)})


@production("quality", "with the same name as that (creature|card|permanent)")
def _named_like_it() -> Fields:
    return {"state": ("named_like_it",)}


@production("quality", "that are <n:either_kind>")
def _either_kind(n: Fields) -> Fields:
    return n


@production("either_kind", "<a:type> and/or <b:subtype>", "<b:subtype> and/or <a:type>")
def _type_or_subtype(a: str, b: str) -> Fields:
    return {"alternatives": (Filter(types=(a,)), Filter(subtypes=(b,)))}


# ------------------------------------------------------------------ modes


@production("modal", "choose X . You may choose the same mode more than once . <m:modes>")
def _x_modes(m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=0, at_most=99, repeated=True, limit="x_of_them"),)


@production("modal", "choose one . If <c:conditions> , choose any number instead . <m:modes>")
def _any_number_if(c: Condition, m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=1, at_most=len(m), more_if=c),)


# ------------------------------------------------------------------ effects whose size is X


@production("effect", "counter <o:object> unless its controller pays twice {X}")
def _twice_the_price(o: Filter) -> Effects:
    return (CounterSpell(o, unless_paid="{X}{X}"),)


@production("effect", "counter <o:chosen> if its mana value is X")
def _counter_if(o: Filter) -> Effects:
    return (CounterSpell(o, only_if=Filter(zone="stack", mana_value_of=("=", X))),)


@production("predicate", "get* twice <p:pt>")
def _twice_pt(p: tuple[str, str]) -> Effects:
    power, toughness = (signed(text) for text in p)
    return (
        ModifyPT(
            HERE,
            Amount(base=2 * power.base, per=power.per, times=2 * power.times if power.per else 1),
            Amount(base=2 * toughness.base, per=toughness.per, times=2 * toughness.times if toughness.per else 1),
        ),
    )


@production("static_line", "<s:one_of_two> get* +X / + Y , where X is <q:quantity> , and Y is <r:quantity> [.]")
def _x_and_y(s: Filter, q: Amount, r: Amount) -> Static | None:
    return Static((ModifyPT(s, q, r),)) if s.this or s.attached else None


@production(
    "effect",
    "~ deals <n:number> damage to <d:chosen> and <m:number> damage to each other <c:core> with the same controller",
)
def _and_others(n: Amount, d: Filter, m: Amount, c: Fields) -> Effects | None:
    others = merge(c, {"state": ("other_than_target", "same_controller_as_target")})
    return None if others is None else (Damage(d, n), Damage(Filter(**others), m))


@production("effect", "<:deals> damage equal to the creature 's power to the creature 's controller")
def _to_its_controller() -> Effects:
    return (Damage(None, Amount(per="power", of=Filter(ref="that")), "its_controller"),)


production("effect", "assemble <n:number> Contraptions")(lambda n: (Named("assemble", amount=n),))


@production("row", "pay <n:number> life , then <r:row>")
def _pay_then(n: Amount, r: Effects) -> Effects:
    """As a cost of an effect it is read elsewhere."""
    return (Named("pay_life", amount=n), *r)


for _way in ("up", "down"):
    production("effect", f"get half X rad counters , rounded {_way}")(
        lambda w=_way: (Named("rad", amount=Amount(per="x", half=w)),)
    )


@production("effect", "create another one of those tokens", "<e:each> , [you] create another one of those tokens")
def _another_token(e: Amount | None = None) -> Effects:
    return (Named("create_those_tokens", amount=e or Amount(base=1)),)


@production("sentence", "for each of those tokens , you may attach (a|an) <c:core> to it")
def _attach_to_each(c: Fields) -> Effects:
    return (Named("may_attach_one_to_each_of_them", of=Filter(**c)),)


@production("effect", "(they|that player) tap* all <c:core> they control")
def _they_tap_all(c: Fields) -> Effects | None:
    return None if "controller" in c else (TapOrUntap(Filter(**(c | {"controller": "that_player"}))),)


@production("effect", "lose all unspent mana")
def _lose_mana() -> Effects:
    return (Named("lose_unspent_mana"),)


# ------------------------------------------------------------------ a target that a condition asks about


@production("condition", "its toughness is X or less")
def _toughness_at_most_x() -> Condition:
    return Condition("is", of=Filter(ref="earlier"), is_a=Filter(toughness_of=("<=", X)))


@production("sentence", "gain control of <o:chosen> if <c:condition> . If <d:conditions> , instead gain control of <:before> if <e:condition>")  # fmt: skip
def _control_if(o: Filter, c: Condition, d: Condition, e: Condition) -> Effects:
    it = Filter(ref="earlier")
    return (Named("choose", of=o), IfDo(d, (IfDo(e, (GainControl(it),)),), (IfDo(c, (GainControl(it),)),)))


@production("sentence", "if <o:chosen> has toughness <b:bound> , <r:row> . Otherwise , <s:row>")
def _if_target_has(o: Filter, b: tuple[str, int], r: Effects, s: Effects) -> Effects:
    asked = Condition("is", of=Filter(ref="earlier"), is_a=Filter(toughness=b))  # type: ignore[arg-type]
    return (Named("choose", of=o), IfDo(asked, r, s))


@production(
    "sentence", "earthbend <n:number> [, where X is <q:quantity>] . That land becomes <b:new_type> <i:addition>"
)
def _earthbend(n: Amount, b: Fields, i: str, q: Amount | None = None) -> Effects | None:
    """Its target is a land you control (CR 701.66a)."""
    land = Filter(types=("land",), controller="you", target=True)
    if b.get("power") is not None or i != "types":
        return None
    become = Become(Filter(ref="earlier"), **(b | {"in_addition": True}))
    return Named("earthbend", amount=q or n, of=land), Lasting((become,))
