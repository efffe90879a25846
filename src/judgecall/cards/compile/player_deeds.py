"""More acts of players: what they put from their hands, return, tap, and cards from outside the game (CR 608.2, 701)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    Controller,
    CreateTokens,
    Damage,
    Draw,
    Filter,
    Move,
    Named,
    PutOntoBattlefield,
)
from judgecall.cards.compile.amounts import times
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)


@production("player_act", "put* (a|an) <k:kind_of_card> from their hand onto the battlefield [<t:tapped>]")
def _from_hand(k: Fields, t: bool = False) -> Effects:
    of = Filter(**(k | {"zone": "hand"}), count=1)
    return (Named("put_from_hand_tapped:?" if t else "put_from_hand:?", of=of),)


@production("player_act", "return* (a|an) <c:core> they control to its owner 's hand")
def _return(c: Fields) -> Effects | None:
    of = None if "controller" in c else Filter(**c, controller="that_player", count=1, chosen_by="?")
    return None if of is None else (Move(of, "hand"),)


@production("player_act", "tap* (a|an) <c:core> they control")
def _tap(c: Fields) -> Effects | None:
    return None if "controller" in c else (Named("tap_own:?", of=Filter(**c, count=1)),)


@production("effect", "put (a|an) <c:kind_of_card> you own from outside the game into your hand")
def _wish(c: Fields) -> Effects:
    return (Named("wish", of=Filter(**c)),)


@production("effect", "the next <c:core> you cast this turn has <k:keyword_name>")
def _next_has(c: Fields, k: str) -> Effects | None:
    return (Named(f"next_spell_has:{k}", of=Filter(**c)),) if c.get("zone") == "stack" else None


@production("effect", "sacrifice that many <c:core>")
def _that_many(c: Fields) -> Effects:
    return (Named("sacrifice_that_many", amount=Amount(per="that_much"), of=Filter(**c)),)


@production("effect", "return <o:this> from exile to the battlefield [<u:under>]")
def _from_exile(o: Filter, u: str = "you") -> Effects:
    there = Filter(this=True, zone="exile")
    return (PutOntoBattlefield(there, under="owner" if u == "owner" else "you"),)


@production("effect", "<s:deals> <n:number> damage to <d:damaged> <e:each>")
def _damage_each(s: str | Filter, n: Amount, d: tuple[Filter | None, str], e: Amount) -> Effects | None:
    number = times(e, n.base) if n.per is None else None
    if number is None:
        return None
    return (Damage(d[0], number, d[1], source=s if isinstance(s, Filter) else None),)


@production("befell", "(was|were) put into your graveyard")
def _to_graveyard() -> str:
    return "was put into your graveyard"


@production("quality", "you own and control")
def _owned() -> Fields:
    """Who owns it is asked beside who controls it, which is all that `owned` would leave."""
    return {"controller": "you", "state": ("you_own",)}


@production("quality", "that wasn't put onto the battlefield with this ability this turn")
def _not_brought() -> Fields:
    return {"state": ("not_put_there_by_this_this_turn",)}


@production("player_act", "discard* cards equal to <n:quantity>")
def _discard_equal(n: Amount) -> Effects:
    return (Draw(n, who="?", discard=True),)


@production("effect", "discard cards equal to <n:quantity>")
def _you_discard_equal(n: Amount) -> Effects:
    return (Draw(n, discard=True),)


production("player", "each of your teammates")(lambda: "each_teammate")


@production(
    "effect",
    "search <w:searched> 's library for <s:sought> and exile (it|them|that card|those cards)",
)
def _search_theirs(w: Controller, s: Filter) -> Effects:
    return (Named("search_theirs_to_exile", of=msgspec.structs.replace(s, controller=w)),)


production("searched", "target opponent")(lambda: "target_opponent")
production("searched", "target player")(lambda: "target_player")
production("searched", "that player")(lambda: "that_player")


@production("effect", "return to the battlefield <o:object>")
def _return_to_battlefield(o: Filter) -> Effects | None:
    return (PutOntoBattlefield(o),) if o.zone == "graveyard" else None


@production("effect", "change the target [of (that spell|it)] to <o:object> [if able]")
def _change_target(o: Filter) -> Effects:
    return (Named("change_target", of=o),)


@production("effect", "<o:this> is no longer suspected", "<o:before> is no longer suspected")
def _no_longer_suspected(o: Filter) -> Effects:
    return (Named("no_longer_suspected", of=o),)


@production("effect", "there is an additional end step after this step")
def _more_end_steps() -> Effects:
    return (Named("additional_end_step"),)


@production("effect", "the next <n:number> damage that would be dealt this turn to <o:object> is dealt to <p:object> instead",
            "the next <n:number> damage that would be dealt to <o:object> this turn is dealt to <p:object> instead")  # fmt: skip
def _redirected(n: Amount, o: Filter, p: Filter) -> Effects:
    return (Named("redirect_next", amount=n, of=o), Named("redirected_to", of=p))


@production("effect", "<e:each> , create <k:tokens>")
def _create_each(e: Amount, k: CreateTokens) -> Effects | None:
    return (msgspec.structs.replace(k, amount=e),) if k.amount == _ONE else None
