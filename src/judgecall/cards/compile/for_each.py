"""What is done for each thing that was done this way: "For each card exiled this way, …" (CR 608.2c)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    Condition,
    Cost,
    CreateTokens,
    Damage,
    Draw,
    Filter,
    IfDo,
    Life,
    May,
    Mill,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
)
from judgecall.cards.compile.amounts import times
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.entries import token_copy
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.references import has_reference

_OF_EACH = ("its_controller", "its_owner")
"""Players that are another one for each of the things."""


_RESULTS = ("even results", "odd results", "coins won")


def _this_way(e: Amount) -> bool:
    return "this way" in f"{e.per} {e.counter}" or e.counter in _RESULTS


def _so_often(effect: AnyEffect, e: Amount) -> AnyEffect | None:
    """The effect done once for each: its number multiplied; None where that isn't the same."""
    if (
        (has_reference(effect) and e.of is not None)
        or getattr(effect, "who", "") in _OF_EACH
        or getattr(effect, "players", "") in _OF_EACH
    ):
        return None
    if not isinstance(effect, Damage | Draw | Life | Mill | PutCounters | CreateTokens):
        return None
    if isinstance(effect, Damage) and effect.players == "divided":
        return None
    if isinstance(effect, CreateTokens) and effect.copy_of is not None:
        return None
    number = times(e, effect.amount.base) if effect.amount.per is None else None
    return None if number is None else msgspec.structs.replace(effect, amount=number)


@production("for_each_done", "<e:each> , <r:row>")
def _for_each(e: Amount, r: Effects) -> Effects | None:
    """The whole sentence is done for each, so all of it must be such that it can be."""
    if not _this_way(e):
        return None
    done = tuple(found for effect in r if (found := _so_often(effect, e)) is not None)
    return done if len(done) == len(r) else None


@production("for_each_done", "<e:each> , its controller creates <k:tokens>")
def _its_controller_creates(e: Amount, k: CreateTokens) -> Effects | None:
    if not _this_way(e) or k.amount != Amount(base=1):
        return None
    # The permanents may be of several players: each makes the tokens for those that were that one's.
    return Named("next_is_done_for_each", amount=e), msgspec.structs.replace(k, who="its_controller")


@production(
    "for_each_done",
    "<e:each> , create <t:token_word> (that 's a copy|that are copies) of (it|that card|that creature|that permanent|that artifact)",
    "<e:each> , create <t:token_word> (that 's a copy|that are copies) of (it|that card|that creature|that permanent|that artifact) , except <x:exceptions>",
)
def _copies(e: Amount, t: tuple[Amount, bool], x: Fields | None = None) -> Effects | None:
    number = times(e, t[0].base) if t[0].per is None and _this_way(e) else None
    made = None if number is None else token_copy(Filter(ref="set"), x or {}, number, tapped=t[1])
    return None if made is None else (made,)


@production(
    "for_each_done",
    "for each of X target <c:core> , create X tokens that are copies of that (permanent|creature|artifact)",
)
def _copies_of_targets(c: Fields) -> Effects:
    chosen = Named("choose", of=Filter(**c, target=True, count_x=True))
    return chosen, CreateTokens(Amount(per="x"), copy_of=Filter(ref="set"))


@production("sentence", "<f:for_each_done>")
def _sentence(f: Effects) -> Effects:
    return f


@production(
    "sentence",
    "if <c:conditions> , <f:for_each_done>",
    "if <c:conditions> , <f:for_each_done> . <r:row>",
    "if <c:conditions> , <f:for_each_done> . <r:row> . <q:row>",
)
def _if(c: Condition, f: Effects, r: Effects = (), q: Effects = ()) -> Effects | None:
    """What is said of those tokens belongs to the condition, too."""
    if (r or q) and not (isinstance(f[-1], CreateTokens) and all(map(has_reference, (*r, *q)))):
        return None
    return (IfDo(c, f + r + q),)


@production("effect", "return (a|an) <c:core> to your hand <e:each>")
def _return_for_each(c: Fields, e: Amount) -> Effects | None:
    return (Named("return_to_hand", amount=e, of=Filter(**c)),) if c.get("zone") == "graveyard" else None


# ------------------------------------------------------------------ what a payment or a library decides for each


@production("sentence", "<e:each> , <p:paid>")
def _paid_for_each(e: Amount, p: Effects) -> Effects | None:
    """ "For each card drawn this way, discard a card unless …": asked once for each of them."""
    if not _this_way(e) or has_reference(p):
        return None
    return (Named("next_is_done_for_each", amount=e), *p)


@production("sentence", "for each <c:core> , its controller sacrifices it unless they <k:cost_part>")
def _kept_for(c: Fields, k: Fields) -> Effects:
    price = May((), cost=Cost(**k), otherwise=(Move(Filter(ref="set"), "sacrifice"),), who="its_controller")
    return (Named("next_is_done_for_each", of=Filter(**c)), price)


@production(
    "sentence",
    "<e:each> , its controller reveals cards from the top of their library until (a|an) <c:kind_of_card> is revealed and exiles that card",
)
def _revealed_for_each(e: Amount, c: Fields) -> Effects:
    return (
        Named("reveal_until:its_controller", amount=e, of=Filter(**(c | {"zone": "library"}))),
        Named("exile_those"),
    )


@production("effect", "those players put the exiled cards onto the battlefield , then shuffle")
def _put_exiled() -> Effects:
    """Each of them the cards of their own library."""
    found = Filter(types=("card",), zone="exile", state=("exiled_this_way",))
    return (PutOntoBattlefield(found, under="owner"), Named("shuffle:that_player"))
