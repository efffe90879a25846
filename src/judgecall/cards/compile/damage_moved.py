"""Damage dealt to something else instead, and prevented for several together (CR 614.9, 615)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    Filter,
    Named,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


@production("any_one", "target creature , planeswalker , or player")
def _one_of_three() -> Filter:
    return Filter(types=("creature", "planeswalker", "player"), target=True)


@production("any_one", "another target creature , planeswalker , or player")
def _another_of_three() -> Filter:
    return Filter(types=("creature", "planeswalker", "player"), target=True, other=True)


production("any_one", "any target")(lambda: Filter(target=True))


@production(
    "effect", "the next <n:number> damage that would be dealt to <o:any_one> this turn is dealt to <p:any_one> instead"
)
def _redirected(n: Amount, o: Filter, p: Filter) -> Effects:
    return Named("redirect_next", amount=n, of=o), Named("redirected_to", of=p)


@production("you_and_yours", "you (and/or|and|or) <c:core>")
def _you_and_yours(c: Fields) -> Filter | None:
    if c.get("controller") != "you":
        return None
    return Filter(alternatives=(Filter(types=("player",), controller="you"), Filter(**c)))


@production(
    "effect",
    "the next <n:number> damage that a source of your choice would deal to <o:you_and_yours> this turn is dealt to <p:any_one> instead",
)
def _redirected_from_source(n: Amount, o: Filter, p: Filter) -> Effects:
    return Named("redirect_next:from_one_source", amount=n, of=o), Named("redirected_to", of=p)


@production(
    "effect",
    "prevent the next <n:number> damage that would be dealt this turn to any number of targets , divided as you choose",
)
def _prevented_divided(n: Amount) -> Effects:
    return (Named("prevent_next_divided", amount=n, of=Filter(target=True, count=99, up_to=True)),)


@production("effect", "prevent the next <n:number> damage that would be dealt to <o:you_and_yours> this turn")
def _prevented_for_yours(n: Amount, o: Filter) -> Effects:
    return (Named("prevent_next_divided", amount=n, of=o),)
