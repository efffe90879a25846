"""What becomes of cards that were looked at, revealed or exiled from a library, and searches of every player (CR 401, 701)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Condition, Filter, MayCast, Named, PutOntoBattlefield
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE_LIBRARY_CARD = Filter(types=("card",), zone="library", count=1)

production("rest_to", "on the bottom in any order")(lambda: "bottom")
production("rest_to", "on the bottom in a random order")(lambda: "bottom_at_random")


@production(
    "effect",
    "exile <t:taken> and put <:rest> <v:rest_to>",
    "exile one of (those cards|them) and put <:rest> <v:rest_to>",
)
def _exile_one(v: str, t: Filter = _ONE_LIBRARY_CARD) -> Effects:
    return Named("put_from_among:exile", of=t), Named(f"put_rest:{v}")


@production("effect", "put <t:taken> <w:taken_to> and exile <:rest>")
def _take_and_exile(t: Filter, w: str) -> Effects:
    return Named(f"put_from_among:{w}", of=t), Named("put_rest:exile")


@production(
    "effect",
    "<w:player> reveals cards from the top of their library until they reveal (a|an) <c:kind_of_card>",
    "<w:player> reveals cards from the top of their library until they reveal <x:x_sign> <c:kind_of_card>",
)
def _player_reveals(w: str, c: Fields, x: bool = False) -> Effects:
    of = Filter(**(c | {"zone": "library"}))
    return (Named(f"reveal_until:{w}", amount=Amount(per="x") if x else Amount(base=1), of=of),)


production("x_sign", "X")(lambda: True)


@production(
    "effect",
    "<w:player> reveals cards from the top of their library until they reveal <x:x_sign> <c:kind_of_card> , then puts all cards revealed this way into their graveyard",
)
def _player_reveals_all(w: str, c: Fields, x: bool) -> Effects:
    return (*_player_reveals(w, c, x), Named("put_rest:graveyard"))


@production("effect", "shuffle <:rest> into your library", "that player shuffles <:rest> into their library")
def _shuffle_rest() -> Effects:
    return (Named("put_rest:shuffled"),)


@production("effect", "exile cards from the top of your library equal to <q:quantity>")
def _exile_so_many(q: Amount) -> Effects:
    return (Named("exile_top", amount=q),)


@production("exiled_cards", "up to <n:int> of those cards")
def _some_exiled(n: int) -> Filter:
    return Filter(types=("card",), zone="exile", ref="earlier", count=n, up_to=True)


@production("exiled_cards", "cards you own exiled this way")
def _own_exiled() -> Filter:
    return Filter(types=("card",), zone="exile", controller="you", state=("exiled_this_way",))


@production("effect", "you may cast <c:core> from among (them|those cards) this turn")
def _cast_among(c: Fields) -> Effects | None:
    return (MayCast(Filter(**(c | {"zone": "among_those"})), until="this_turn"),) if c.get("zone") == "stack" else None


@production("effect", "cast <c:core> from among (them|those cards) without paying their mana costs")
def _cast_all_free(c: Fields) -> Effects | None:
    return (MayCast(Filter(**(c | {"zone": "among_those"})), free=True),) if c.get("zone") == "stack" else None


@production(
    "effect",
    "until end of turn , you may cast <c:core> from among those cards , and mana of any type can be spent to cast (them|those spells)",
)
def _cast_with_any_mana(c: Fields) -> Effects | None:
    if c.get("zone") != "stack":
        return None
    return MayCast(Filter(**(c | {"zone": "among_those"})), until="this_turn"), Named("any_mana_to_cast_it:type")


@production(
    "effect", "put the exiled <c:kind_of_card> that weren't cast this way <w:taken_to> and the rest <v:rest_to>"
)
def _not_cast(c: Fields, w: str, v: str) -> Effects:
    uncast = Filter(**(c | {"zone": "exile", "state": ("not_cast_this_way",)}))
    return Named(f"put_from_among:{w}", of=uncast), Named(f"put_rest:{v}")


@production("effect", "put all cards exiled this way that weren't cast into your graveyard")
def _uncast_to_graveyard() -> Effects:
    return (Named("put_rest:graveyard"),)


@production("sentence", "if you cast a spell this way , pay life equal to its mana value rather than pay its mana cost")
def _life_for_mana() -> Effects:
    return (Named("pay_life_rather_than_mana_for_those"),)


@production("effect", "an opponent separates (those cards|them) into two piles")
def _piles() -> Effects:
    return (Named("separate_into_piles:an_opponent"),)


@production("effect", "put one pile <w:taken_to> and the other <v:rest_to>")
def _one_pile(w: str, v: str) -> Effects:
    return Named(f"put_pile:{w}"), Named(f"put_rest:{v}")


@production("effect", "shuffle your graveyard into your library")
def _shuffle_graveyard() -> Effects:
    return (Named("shuffle_graveyard:you"),)


@production("effect", "choose <n:number> cards in your hand and discard the rest")
def _keep(n: Amount) -> Effects:
    return (Named("discard_all_but", amount=n),)


@production("effect", "put (a|an) <c:kind_of_card> exiled this way onto the battlefield [<u:under>]")
def _one_exiled(c: Fields, u: str = "") -> Effects:
    of = Filter(**(c | {"zone": "exile", "state": ("exiled_this_way",)}), count=1)
    return (PutOntoBattlefield(of, under="owner" if u == "owner" else "you"),)


@production("effect", "return (a|an) <c:kind_of_card> put into a graveyard this way to the battlefield [<u:under>]")
def _one_put_there(c: Fields, u: str = "") -> Effects:
    of = Filter(**(c | {"zone": "graveyard", "state": ("put_there_this_way",)}), count=1)
    return (PutOntoBattlefield(of, under="owner" if u == "owner" else "you"),)


# ------------------------------------------------------------------ every player searches


@production(
    "player_act",
    "search* their library for <s:sought> <:revealing> <f:found> , then shuffle*",
    "search* their library for <s:sought> and <f:found>",
)
def _search(s: Filter, f: str) -> Effects:
    return (Named(f"search_to_{f}:?", of=msgspec.structs.replace(s, controller="that_player")),)


production("found", "put them into their hand")(lambda: "hand")


@production("sentence", "each player who searched their library this way shuffles")
def _searchers_shuffle() -> Effects:
    return (Named("shuffle:those_who_searched"),)


# ------------------------------------------------------------------ cards from elsewhere, dice and coins


@production("effect", "conjure <n:number> cards named <m:proper_name> <w:conjured_to>")
def _conjure(n: Amount, m: str, w: str) -> Effects:
    return (Named(f"conjure:{w}", amount=n, of=Filter(names=(m,), zone="outside")),)


@production("effect", "conjure a card named <a:proper_name> and <n:number> cards named <m:proper_name> <w:conjured_to>")
def _conjure_two(a: str, n: Amount, m: str, w: str) -> Effects:
    return (Named(f"conjure:{w}", of=Filter(names=(a,), zone="outside")), *_conjure(n, m, w))


production("effect", "flip <n:number> coins")(lambda n: (Named("flip_coins", amount=n),))


for _skipped, _phrase in {"combat": "combat phase", "untap": "untap step", "draw": "draw step", "turn": "turn"}.items():
    production("effect", f"<w:player> skips their next {_phrase}")(
        lambda w, what=_skipped: (Named(f"skips_next_{what}:{w}"),)
    )


@production("effect", "<w:player> skips their next <n:number> turns")
def _skips(w: str, n: Amount) -> Effects:
    return (Named(f"skips_next_turns:{w}", amount=n),)


for _who in ("opponent", "player"):
    production("effect", f"you control target {_who} during (their|that player 's) next turn")(
        lambda w=_who: (Named(f"control_target_{w}_next_turn"),)
    )


@production("condition", "~ is on the battlefield or in the command zone")
def _here_or_command() -> Condition:
    zones = ("battlefield", "command")
    return Condition("any", parts=tuple(Condition("in_zone", counter=zone) for zone in zones))


@production("deals", "this emblem deal*")
def _emblem_deals() -> str:
    return "this"
