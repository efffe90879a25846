"""Dice, chance, energy and votes: what is rolled, revealed at random or paid, and what comes of it (CR 107.14, 706)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Condition, Cost, CreateTokens, Draw, Filter, IfDo, Life, May, Move, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)

# ------------------------------------------------------------------ dice

for _sides in (4, 6, 8, 10, 12):
    production("effect", f"roll a d{_sides}")(lambda n=_sides: (Named(f"roll_d{n}"),))
    production("cost_part", f"Roll a d{_sides}")(lambda n=_sides: {"other": (f"roll d{n}",)})


@production("effect", "roll <n:number> six-sided dice")
def _roll_several(n: Amount) -> Effects:
    return (Named("roll_d6", amount=n),)


@production("effect", "create <k:tokens> for each <p:parity> result")
def _for_results(k: CreateTokens, p: str) -> Effects | None:
    if k.amount != _ONE:
        return None
    return (msgspec.structs.replace(k, amount=Amount(per="history", counter=f"{p} results")),)


production("parity", "even")(lambda: "even")
production("parity", "odd")(lambda: "odd")

production("quantity", "that result")(lambda: Amount(per="history", counter="that result"))

for _name, _phrase in (
    ("both results are the same", "both results are the same"),
    ("the total equals an earlier total of this ability this turn", "the total of those results is equal to any other total you have rolled this turn for this ability"),
    ("you rolled 6 exactly seven times", "you rolled <:digits> exactly seven times"),
):  # fmt: skip
    fact(_name, _phrase)


# ------------------------------------------------------------------ revealed at random


@production("effect", "<w:player> reveals <n:number> card* at random from their hand")
def _reveals_at_random(w: str, n: Amount) -> Effects:
    return (Named(f"reveals_from_hand_at_random:{w}", amount=n),)


@production("effect", "<w:player> discards all cards with that name revealed this way")
def _discards_named(w: str) -> Effects:
    of = Filter(types=("card",), zone="hand", state=("revealed_this_way",), chosen="name")
    return (Draw(Amount(per="history", counter="cards with that name revealed this way", of=of), who=w, discard=True),)


# ------------------------------------------------------------------ energy, and other things to pay


@production("effect", "get <n:energy>")
def _get_energy(n: int) -> Effects:
    return (Named("energy", amount=Amount(base=n)),)


@production("paid_energy", "any amount of {E}")
def _any_energy() -> Amount:
    return Amount(per="any_number")


@production("paid_energy", "one or more {E}")
def _some_energy() -> Amount:
    return Amount(per="any_number", counter="one or more")


@production("paid_energy", "X {E}")
def _x_energy() -> Amount:
    return Amount(per="x")


@production("clause", "you may pay <a:paid_energy>")
def _may_pay_energy(a: Amount) -> Effects:
    return (May((), cost=Cost(energy=a)),)


@production("paid", "you may pay <a:paid_energy> . If you do , <r:row>")
def _may_pay_energy_then(a: Amount, r: Effects) -> Effects:
    return (May(r, cost=Cost(energy=a)),)


@production("cost_part", "Pay <n:number> {A}")
def _acorns(n: Amount) -> Fields:
    return {"other": (f"pay {'X' if n.per == 'x' else n.base} acorns",)}


@production("paid", "you may pay {X} , where X is less than or equal to <q:quantity> . If you do , <r:row>")
def _may_pay_up_to(q: Amount, r: Effects) -> Effects:
    return (Named("x_cant_be_greater", amount=q), May(r, cost=Cost(mana="{X}")))


@production("effect", "collect evidence X")
def _evidence() -> Effects:
    return (Named("collect_evidence", amount=Amount(per="x")),)


@production("cost_part", "Exile one or more [<o:other_word>] <c:kind_of_card> from your <z:zone_word>")
def _exile_some(c: Fields, z: str, o: bool = False) -> Fields:
    fields = c | {"zone": z, "controller": "you", "at_least_one": True} | ({"other": True} if o else {})
    return {"exile": (Amount(per="any_number"), Filter(**fields))}


@production("cost_part", "Exile one or more [<o:other_word>] <c:core>")
def _exile_permanents(c: Fields, o: bool = False) -> Fields | None:
    if c.get("zone", "battlefield") != "battlefield":
        return None
    return {"exile": (Amount(per="any_number"), Filter(**(c | {"other": o, "at_least_one": True})))}


@production("quality", "with total mana value X")
def _in_all() -> Fields:
    return {"state": ("total_mana_value_x",)}


@production("cost_part", "Remove one or more <k:counter_kind> counters from among <c:core>")
def _remove_among(k: str, c: Fields) -> Fields:
    yours = " you control" if c.get("controller") == "you" else ""
    return {"other": (f"remove one or more {k} counters from among {described(Filter(**c))}{yours}",)}


# ------------------------------------------------------------------ mana spent


@production("effect", "<w:player> gain* <n:number> life if <c:conditions> and <m:number> life if <d:conditions>")
def _life_for_each_color(w: str, n: Amount, c: Condition, m: Amount, d: Condition) -> Effects:
    return IfDo(c, (Life(n, who=w),)), IfDo(d, (Life(m, who=w),))


@production("effect", "gain half X life , rounded down")
def _half_x() -> Effects:
    return (Life(Amount(per="x", half="down")),)


# ------------------------------------------------------------------ votes


@production("player", "each opponent who voted for a choice you voted for")
def _voted_alike() -> str:
    return "each_opponent_who_voted_alike"


@production("player_act", "exile* all <c:core> they control")
def _exile_own(c: Fields) -> Effects | None:
    of = None if "controller" in c else Filter(**c, controller="that_player", chosen_by="?")
    return None if of is None else (Move(of, "exile"),)
