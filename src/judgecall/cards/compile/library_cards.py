"""What is done with cards that were revealed, and with whole hands and graveyards (CR 401, 701)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Draw, Filter, MayCast, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


@production(
    "effect",
    "put (that card|it|them|those cards) <w:taken_to> and the (rest|other|others) <v:rest_to>",
    "put (that card|it|them|those cards) <w:taken_to> , then put the (rest|other) <v:rest_to>",
)
def _that_card_and_rest(w: str, v: str) -> Effects:
    return (
        Named(f"put_from_among:{w}", of=Filter(types=("card",), zone="library", state=("seen",))),
        Named(f"put_rest:{v}"),
    )


@production(
    "effect",
    "put all <c:kind_of_card> revealed this way <w:taken_to> [and the (rest|other) <v:rest_to>]",
)
def _all_revealed(c: Fields, w: str, v: str = "") -> Effects:
    """Of the cards that were looked at, those only that were revealed."""
    state = (*c.get("state", ()), "revealed")
    taken = Named(f"put_from_among:{w}", of=Filter(**(c | {"zone": "library", "state": state})))
    return (taken, Named(f"put_rest:{v}")) if v else (taken,)


@production("effect", "<w:player> shuffles their hand and graveyard into their library , then draws <n:number> cards")
def _new_hand(w: str, n: Amount) -> Effects:
    return (Named(f"shuffle_hand_and_graveyard:{w}"), Draw(n, who=w))


@production("effect", "shuffle your hand and graveyard into your library , then draw <n:number> cards")
def _own_new_hand(n: Amount) -> Effects:
    return (Named("shuffle_hand_and_graveyard"), Draw(n))


@production("effect", "shuffle the cards from your hand into your library , then draw that many cards")
def _new_cards() -> Effects:
    return (Named("shuffle_hand"), Draw(Amount(per="that_much")))


@production("effect", "play (an additional land|<n:int> additional lands) this turn")
def _additional_land(n: int = 1) -> Effects:
    return (Named("additional_land", amount=Amount(base=n)),)


@production(
    "effect", "target player shuffles up to <n:int> target <c:kind_of_card> from their graveyard into their library"
)
def _shuffle_back(n: int, c: Fields) -> Effects:
    of = Filter(**(c | {"zone": "graveyard", "controller": "target_player"}), target=True, count=n, up_to=True)
    return (Named("shuffle_into_library", of=of),)


@production("effect", "<w:player> exiles (a|an|<n:int>) <c:kind_of_card> from their <z:zone_word>")
def _player_exiles(w: str, c: Fields, z: str, n: int = 1) -> Effects:
    of = Filter(**(c | {"zone": z, "count": n, "chosen_by": w}))
    return (Named(f"exile_from_{z}:{w}", of=of),)


@production(
    "effect", "<o:object> 's owner puts it on (their choice of the top or bottom|the top or bottom) of their library"
)
def _owner_puts(o: Filter) -> Effects | None:
    return (Named("put_into_library_by_owner", of=o),) if o.target or o.ref else None


for _depth in ("second", "third", "fourth"):
    production(
        "effect",
        f"put <o:object> into its owner 's library {_depth} from the top",
        f"put <o:object> into (their|your) library {_depth} from the top",
    )(lambda o, d=_depth: (Named(f"put_into_library:{d}_from_top", of=o),) if o.this or o.target or o.ref else None)


@production(
    "effect",
    "cast (<o:just_one>|any number of) <c:core> from among (them|those cards) without paying (its|their) mana cost*",
)
def _cast_among(c: Fields, o: bool = False) -> Effects | None:
    if c.get("zone") != "stack":
        return None
    how_many = {"count": 1} if o else {"count": 99, "up_to": True}
    return (MayCast(Filter(**(c | {"zone": "among_those"} | how_many)), free=True),)


production("just_one", "a", "an")(lambda: True)


@production("effect", "draft a card from ~ 's spellbook", "conjure a card from ~ 's spellbook into your hand")
def _spellbook() -> Effects:
    return (Named("draft_from_spellbook"),)


@production("effect", "~ assembles a <:subtype>", "it assembles a <:subtype>")
def _assembles() -> Effects:
    return (Named("assemble"),)


@production("effect", "exile <o:this> with <n:number> time counters on it")
def _suspended(o: Filter, n: Amount) -> Effects:
    return (Named("exile_with_time_counters", amount=n, of=o),)
