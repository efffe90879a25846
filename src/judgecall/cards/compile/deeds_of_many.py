"""What is done by or to several players, and what a spell is given as it is cast (CR 101.4, 119, 614)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    Cost,
    CreateTokens,
    Draw,
    Filter,
    May,
    Move,
    Named,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.quantities import total
from judgecall.cards.compile.x_left import replace_x

_THIS = Filter(this=True)


@production("effect", "<w:player> draws <n:number> cards plus an additional card <e:each>")
def _draws_more(w: str, n: Amount, e: Amount) -> Effects:
    return (Draw(total(n, e), who=w),)


@production("each", "for each time they've cast a commander from the command zone this game")
def _commander_casts() -> Amount:
    return Amount(per="history", counter="times that player cast a commander from the command zone")


@production("player_act", "discover* <n:number>")
def _discover(n: Amount) -> Effects:
    return (Named("discover:?", amount=n),)


@production("player_act", "(amass|amasses) <s:subtype> <n:number>")
def _amass(s: str, n: Amount) -> Effects:
    return (Named(f"amass {s}:?", amount=n),)


production("player", "each opponent who doesn't")(lambda: "each_opponent_who_did_not")


@production("effect", "the exiled card 's owner creates <k:tokens> , where X is the mana value of the exiled card")
def _owner_of_exiled_creates(k: CreateTokens) -> Effects:
    """The card is one that this object exiled (CR 607.2a)."""
    exiled = Filter(types=("card",), zone="exile", state=("exiled_with_this",))
    made = msgspec.structs.replace(k, who="owner_of_exiled_card")
    return replace_x((made,), Amount(per="mana_value", of=exiled))


@production("sentence", "For each opponent who does , <e:effect>")
def _for_each_who_does(e: Effects) -> Effects:
    return Named("what_follows_for_each:opponent_who_did"), *e


@production("effect", "two target players exchange life totals")
def _exchange() -> Effects:
    return (Named("exchange_life_totals", of=Filter(types=("player",), target=True, count=2)),)


@production("effect", "<o:chosen> 's controller sacrifices it , then creates <k:tokens>")
def _sacrificed_for(o: Filter, k: CreateTokens) -> Effects:
    return Move(o, "sacrifice"), msgspec.structs.replace(k, who="its_controller")


@production("effect", "~ enters with <n:number> <k:counter_kind> counters on it [<e:each>]")
def _will_enter_with(n: Amount, k: str, e: Amount | None = None) -> Effects | None:
    """Said as the spell is cast."""
    if e is not None:
        if n.per is not None or e.base or e.times != 1:
            return None
        n = msgspec.structs.replace(e, times=n.base)
    return (Named(f"will_enter_with:{k}", amount=n, of=_THIS),)


@production("effect", "put a name sticker on <o:before>")
def _sticker(o: Filter) -> Effects:
    return (Named("put_sticker:name", of=o),)


@production(
    "effect",
    "put an ability sticker with ticket cost X or less on <o:before> without paying that sticker 's ticket cost",
)
def _ability_sticker(o: Filter) -> Effects:
    return (Named("put_sticker:ability_with_ticket_cost_at_most", amount=Amount(per="x"), of=o),)


# ------------------------------------------------------------------ what all may pay


@production(
    "effect",
    "starting with you , each player may pay any amount of mana",
    "each player starting with you may pay any amount of mana",
)
def _join_forces() -> Effects:
    return (Named("each_player_may_pay_any_amount_of_mana"),)


@production("paid", "<e:effect> unless any player pays <c:cost>")
def _unless_anyone_pays(e: Effects, c: Cost) -> Effects:
    return (May((), cost=c, otherwise=e, who="any_player"),)
