"""Costs: what stands before the colon of an activated ability, and after "pay" (CR 118, 602.1a)."""

from __future__ import annotations

from typing import Any

from judgecall.cards.abilities import Amount, Cost, Filter
from judgecall.cards.compile.amounts import X
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)


@production("cost_part", "<m:mana_cost>", "Pay <m:mana_cost>")
def _mana(m: str) -> Fields:
    return {"mana": m}


@production("cost_part", "{T}")
def _tap() -> Fields:
    return {"tap": True}


@production("cost_part", "{Q}")
def _untap() -> Fields:
    return {"untap": True}


def _split(f: Filter) -> tuple[Amount, Filter]:
    """How many and which, of a phrase such as "two creatures"."""
    number = X if f.count_x else Amount(base=f.count or 1)
    return number, Filter(**{n: getattr(f, n) for n in f.__struct_fields__ if n not in ("count", "count_x")})


@production("cost_part", "Sacrifice <o:this>", "Sacrifice <o:some>", "Sacrifice <o:attached>")
def _sacrifice(o: Filter) -> Fields:
    return {"sacrifice": _split(o)}


@production("cost_part", "Sacrifice X <c:core>")
def _sacrifice_x(c: Fields) -> Fields:
    return {"sacrifice": (X, Filter(**c))}


@production("cost_part", "Pay <n:number> life")
def _life(n: Amount) -> Fields:
    return {"life": n}


@production("cost_part", "Discard <o:cards_in_hand>")
def _discard(o: tuple[Amount, Filter]) -> Fields:
    return {"discard": o}


@production("cards_in_hand", "~", "this card")
def _this_card() -> tuple[Amount, Filter]:
    return _ONE, Filter(this=True, zone="hand")


@production("cards_in_hand", "your hand")
def _whole_hand() -> tuple[Amount, Filter]:
    return Amount(per="hand"), Filter(types=("card",), zone="hand", controller="you")


@production("cards_in_hand", "<n:number> <c:kind_of_card>")
def _cards(n: Amount, c: Fields) -> tuple[Amount, Filter]:
    return n, Filter(**(c | {"zone": "hand", "controller": "you"}))


@production("cost_part", "Exile ~ [from your <z:zone_word>]")
def _exile_this(z: str = "battlefield") -> Fields:
    return {"exile": (_ONE, Filter(this=True, zone=z))}


@production("cost_part", "Exile another <c:kind_of_card> from your <z:zone_word>")
def _exile_another(c: Fields, z: str) -> Fields:
    return _exile(_ONE, c, z, o=True)


@production("cost_part", "Exile <n:number> [<o:other_word>] <c:kind_of_card> from your <z:zone_word>")
def _exile(n: Amount, c: Fields, z: str, o: bool = False) -> Fields:
    return {"exile": (n, Filter(**(c | {"zone": z, "controller": "you"} | ({"other": True} if o else {}))))}


@production("cost_part", "Exile <o:some>")
def _exile_permanent(o: Filter) -> Fields:
    return {"exile": _split(o)}


@production("zone_word", "graveyard")
def _graveyard() -> str:
    return "graveyard"


@production("zone_word", "hand")
def _hand() -> str:
    return "hand"


@production(
    "cost_part",
    "Return <o:some> to its owner 's hand",
    "Return <o:this> to its owner 's hand",
    "Return <o:some> to their owner 's hand",
)
def _return(o: Filter) -> Fields:
    return {"return_to_hand": _split(o)}


@production("cost_part", "Put <n:number> <k:counter_kind> counter* on ~")
def _put_counters(n: Amount, k: str) -> Fields:
    return {"put_counters": (n, k)}


@production("cost_part", "Remove <n:number> <k:counter_kind> counter* from ~")
def _remove_counters(n: Amount, k: str) -> Fields:
    return {"remove_counters": (n, k)}


@production("cost_part", "Tap another untapped <c:core>")
def _tap_another(c: Fields) -> Fields:
    return {"tap_objects": (_ONE, Filter(**(c | {"other": True})))}


@production("cost_part", "Tap <n:number> untapped <c:core>", "Tap <n:number> <o:other_word> untapped <c:core>")
def _tap_objects(n: Amount, c: Fields, o: bool = False) -> Fields:
    return {"tap_objects": (n, Filter(**(c | {"other": True} if o else c)))}


@production("cost_part", "Tap enchanted creature")
def _tap_attached() -> Fields:
    return {"tap_objects": (_ONE, Filter(attached=True))}


@production("energy", "{E}", "{E} <more:energy>")
def _energy_symbols(more: int = 0) -> int:
    return 1 + more


@production("cost_part", "<n:energy>", "Pay <n:energy>", "Pay <a:number> {E}")
def _energy(n: int = 0, a: Amount | None = None) -> Fields:
    return {"energy": a or Amount(base=n)}


@production("cost_part", "Exert ~")
def _exert() -> Fields:
    return {"other": ("exert",)}


@production("cost_part", "Mill a card", "Mill <n:int> cards")
def _mill(n: int = 1) -> Fields:
    return {"other": (f"mill {n}",)}


@production("cost_part", "Collect evidence <n:digits>")
def _evidence(n: int) -> Fields:
    return {"other": (f"collect evidence {n}",)}


@production("cost_part", "Forage")
def _forage() -> Fields:
    return {"other": ("forage",)}


@production("cost_part", "Blight <n:digits>")
def _blight(n: int) -> Fields:
    return {"other": (f"blight {n}",)}


@production("cost_part", "Waterbend <m:mana_cost>")
def _waterbend(m: str) -> Fields:
    return {"other": (f"waterbend {m}",)}


REVEALED_FROM_HAND = "reveal this from your hand"
"""A cost that can only be paid while the object is in its owner's hand."""


@production("cost_part", "Reveal <o:cards_in_hand> from your hand", "Reveal <o:cards_in_hand>")
def _reveal(o: tuple[Amount, Filter]) -> Fields | None:
    """How many and which is part of the cost: "Reveal X red cards from your hand"."""
    if o[1].this:
        return {"other": (REVEALED_FROM_HAND,)}
    number = "X" if o[0].per == "x" else str(o[0].base)
    return {"other": (f"reveal {number} {described(o[1])}",)} if o[0].per in (None, "x") else None


@production("loyalty", "<s:signed>")
def _loyalty(s: str) -> Fields:
    if s[1:] == "X":
        return {"loyalty": 0, "loyalty_x": True} if s[0] == "-" else {"loyalty": 1, "loyalty_x": True}
    return {"loyalty": int(s)}


@production("loyalty", "0")
def _loyalty_zero() -> Fields:
    return {"loyalty": 0}


@production("cost_parts", "<p:cost_part>", "<p:cost_part> (, [and]|and) <rest:cost_parts>")
def _parts(p: Fields, rest: Fields | None = None) -> Fields | None:
    rest = rest or {}
    if set(p) & set(rest) - {"other"}:
        return None
    if "other" in p and "other" in rest:
        return p | rest | {"other": p["other"] + rest["other"]}
    return p | rest


@production("cost", "<p:cost_parts>")
def _cost(p: dict[str, Any]) -> Cost:
    return Cost(**p)


@production("cost", "<p:loyalty>")
def _loyalty_cost(p: dict[str, Any]) -> Cost:
    return Cost(**p)
