"""Halves of X, and sizes that an amount gives (CR 107.1a, 613.4b-c)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    Become,
    CreateTokens,
    Draw,
    Filter,
    ModifyPT,
    Named,
    PutCounters,
    SetPT,
)
from judgecall.cards.compile.amounts import signed
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.subjects import this_turn, with_subject

for _way in ("up", "down"):
    production("effect", f"draw half X cards , rounded {_way}")(lambda w=_way: (Draw(Amount(per="x", half=w)),))
    production("effect", f"create half X <k:token_kind> , rounded {_way}")(
        lambda k, w=_way: (CreateTokens(Amount(per="x", half=w), **k),)
    )


@production("effect", "<o:object> get* an additional <p:pt> until end of turn")
def _gets_more(o: Filter, p: tuple[str, str]) -> Effects:
    return (ModifyPT(o, signed(p[0]), signed(p[1]), until_end_of_turn=True),)


@production(
    "effect",
    "until end of turn , <o:object> becomes <n:new_type> with base power and toughness each equal to <q:quantity>",
    "<o:object> becomes <n:new_type> with base power and toughness each equal to <q:quantity> until end of turn",
)
def _becomes_sized(o: Filter, n: Fields, q: Amount) -> Effects | None:
    if n.get("power") is not None:
        return None
    return this_turn(with_subject((Become(HERE, **n), SetPT(HERE, q, q)), o))


@production("effect", "<o:before> endures <n:number>")
def _endures(o: Filter, n: Amount) -> Effects:
    return (Named("endure", amount=n, of=o),)


@production("deals", "(~|it) also deal*")
def _also_deals() -> str:
    return "this"


@production(
    "returned_with", "with a number of [additional] <k:counter_kind> counters on (it|them) equal to <q:quantity>"
)
def _with_so_many(k: str, q: Amount) -> tuple[PutCounters, ...]:
    return (PutCounters(Filter(ref="earlier"), k, q),)


@production("effect", "roll two d10 and choose one result")
def _two_dice() -> Effects:
    return Named("roll_two_d10"), Named("choose_result")
