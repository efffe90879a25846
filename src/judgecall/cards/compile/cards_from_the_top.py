"""Cards revealed or looked at from the top of a library, as many as X, and where each of them goes (CR 401, 701.20)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Filter, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge

_X = Amount(per="x")


# ------------------------------------------------------------------ the cards that are seen


@production("top_cards", "<n:number> cards from the top of <w:whose_library>")
def _from_the_top(n: Amount, w: str) -> tuple[Amount, str]:
    return n, w


@production(
    "effect",
    "reveal cards from the top of your library until you reveal X <c:kind_of_card> [, where X is <q:quantity>]",
    "reveal cards from the top of your library until you reveal a number of <c:kind_of_card> equal to <q:quantity>",
)
def _reveal_until(c: Fields, q: Amount = _X) -> Effects:
    return (Named("reveal_until", amount=q, of=Filter(**(c | {"zone": "library"}))),)


@production("effect", "separate them into two piles")
def _piles() -> Effects:
    return (Named("separate_into_piles"),)


@production("effect", "an opponent chooses one of those piles")
def _pile_chosen() -> Effects:
    return (Named("opponent_chooses_pile"),)


@production("effect", "an opponent chooses <n:int> of those cards")
def _cards_chosen(n: int) -> Effects:
    return (Named("opponent_chooses_cards", amount=Amount(base=n)),)


@production("effect", "put that pile <w:taken_to> and the other <v:rest_to>")
def _pile_put(w: str, v: str) -> Effects:
    chosen = Filter(types=("card",), zone="among_those", state=("chosen_pile",))
    return Named(f"put_from_among:{w}", of=chosen), Named(f"put_rest:{v}")


# ------------------------------------------------------------------ what is taken from among them


@production("taken", "X <c:kind_of_card> <:from_them>", "up to <u:x_word> <c:kind_of_card> <:from_them>")
def _x_of_them(c: Fields, u: bool = False) -> Filter:
    return Filter(**(c | {"zone": "library"}), count_x=True, up_to=u)


production("x_word", "X")(lambda: True)


@production("taken", "any number of those <c:kind_of_card>")
def _any_of_those(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "library"}), count=99, up_to=True)


@production("effect", "put those <c:kind_of_card> <w:taken_to> and the rest <v:rest_to>")
def _those_and_rest(c: Fields, w: str, v: str) -> Effects | None:
    if c == {"types": ("card",)}:
        return None
    return Named(f"put_from_among:{w}", of=Filter(**(c | {"zone": "library"}))), Named(f"put_rest:{v}")


@production(
    "kind_of_card",
    "<a:pure_core> (and/or|or) <b:pure_core> card* [<q:qualities>] [<d:differing>]",
)
def _either_card(a: Fields, b: Fields, q: Fields | None = None, d: Fields | None = None) -> Fields | None:
    """ "Land and/or legendary permanent cards": at least one of the two has an adjective of its own."""
    if all(set(row) == {"types"} for row in (a, b)) or all(set(row) == {"subtypes"} for row in (a, b)):
        return None
    return merge({"alternatives": (Filter(**a), Filter(**b))}, q or {}, d or {})


@production("rest", "all cards revealed this way that weren't put onto the battlefield", "the rest of the exiled cards")
def _not_put() -> bool:
    return True


production("rest_to", "back on top of that player 's library in any order")(lambda: "back")


@production("effect", "put up to one of them on top of your library")
def _one_on_top() -> Effects:
    return (Named("put_from_among:top", of=Filter(types=("card",), zone="library", count=1, up_to=True)),)


@production("effect", "put up to one of them on top of your library and the rest <v:rest_to>")
def _one_on_top_and_rest(v: str) -> Effects:
    return (*_one_on_top(), Named(f"put_rest:{v}"))


@production("effect", "reveal <t:taken>")
def _reveal_taken(t: Filter) -> Effects:
    return (Named("reveal_from_among", of=t),)


@production("effect", "for each card type , you may exile a card of that type from among them")
def _one_of_each_type() -> Effects:
    return (Named("exile_up_to_one_of_each_card_type_from_among"),)


@production("effect", "choose (a|an) <c:kind_of_card> (and/or|or) (a|an) <d:kind_of_card> from among them")
def _choose_either(c: Fields, d: Fields) -> Effects:
    kinds = tuple(Filter(**(k | {"zone": "library", "count": 1})) for k in (c, d))
    return (Named("choose_among", of=Filter(alternatives=kinds)),)


# ------------------------------------------------------------------ cards in a hand that is shown


@production("effect", "<h:hand_shown> and choose <n:number> cards from it")
def _chosen_from_hand(h: Named, n: Amount) -> Effects:
    of = Filter(types=("card",), zone="hand", controller="that_player")
    return h, Named("choose_from_hand", amount=n, of=of)
