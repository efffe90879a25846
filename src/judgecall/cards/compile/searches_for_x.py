"""Searches whose number or bound is X: of your library, of another player's, of several zones (CR 107.3, 701.23)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Filter, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.x_left import replace_x, still_x

# ------------------------------------------------------------------ what is sought


@production("sought_x", "up to X <c:kind_of_card>")
def _up_to_x(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "library", "controller": "you"}), count_x=True, up_to=True)


@production("sought_x", "X <c:kind_of_card>")
def _x_cards(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "library", "controller": "you"}), count_x=True)


@production("sought_x", "(a|an) <c:kind_of_card>")
def _one_bound_by_x(c: Fields) -> Filter | None:
    """Only where X is a bound: "a creature card with mana value X or less"."""
    bounds = (c.get("mana_value_of"), c.get("power_of"), c.get("toughness_of"))
    if not any(bound is not None and bound[1].per == "x" for bound in bounds):
        return None
    return Filter(**(c | {"zone": "library", "controller": "you"}), count=1)


def defined(effects: Effects, q: Amount) -> Effects:
    """The effects with X defined; where X is how many are chosen, what it is is said beside."""
    found = replace_x(effects, q)
    return (Named("x_is", amount=q), *found) if still_x(found) else found


def _search(action: str, s: Filter, q: Amount) -> Effects:
    """X is how many cards are found, or else the bound of the one."""
    if s.count_x:
        return (Named(action, amount=q, of=msgspec.structs.replace(s, count_x=False)),)
    return defined((Named(action, of=s),), q)


@production(
    "effect",
    "search your library for <s:sought_x> , where X is <q:quantity> (,|.) [reveal (it|that card|them|those cards) ,] <f:found> , then shuffle",
)
def _search_yours(s: Filter, q: Amount, f: str) -> Effects:
    return _search(f"search_to_{f}", s, q)


@production(
    "effect",
    "<w:player> searches their library for <s:sought_x> , where X is <q:quantity> , puts (it|them) onto the battlefield [<t:tapped>] , then shuffles",
)
def _player_searches(w: str, s: Filter, q: Amount, t: bool = False) -> Effects:
    where = "battlefield_tapped" if t else "battlefield"
    return _search(f"search_to_{where}:{w}", msgspec.structs.replace(s, controller="that_player"), q)


for _words, _owner in (
    ("target player", "target_player"), ("target opponent", "target_opponent"), ("that player", "that_player")
):  # fmt: skip
    production(
        "effect",
        f"search {_words} 's library for <s:sought_x> , where X is <q:quantity> , and exile (it|that card|them|those cards)",
    )(lambda s, q, o=_owner: _search("search_theirs_to_exile", msgspec.structs.replace(s, controller=o), q))


@production("effect", "search your library for <s:sought_x> , then shuffle and put those cards on top in any order")
def _to_top(s: Filter) -> Effects:
    return _search("search_to_top", s, Amount(per="x"))


@production(
    "effect",
    "search your library and graveyard for up to <n:int> <c:kind_of_card> and reveal them",
)
def _pile(n: int, c: Fields) -> Effects:
    of = Filter(alternatives=tuple(Filter(**(c | {"zone": z, "controller": "you"})) for z in ("library", "graveyard")))
    return (Named("search_and_reveal", of=msgspec.structs.replace(of, count=n, up_to=True)),)


@production("effect", "shuffle the chosen cards into your library and put the rest onto the battlefield")
def _chosen_and_rest() -> Effects:
    rest = Filter(types=("card",), zone="among_those", state=("not_chosen",))
    return Named("shuffle_in_chosen"), Named("put_from_among:battlefield", of=rest)


# ------------------------------------------------------------------ how the cards have to differ


@production("kind_of_card", "[<a:adjectives>] <n:noun_elsewhere> [<q:qualities>] <d:differing> [<r:qualities>]")
def _different_cards(
    n: Fields, d: Fields, a: Fields | None = None, q: Fields | None = None, r: Fields | None = None
) -> Fields | None:
    return merge(a or {}, n, q or {}, d, r or {})


@production("core", "[<a:adjectives>] <n:noun_elsewhere> [<q:qualities>] <d:differing> <p:place>")
def _different_elsewhere(
    n: Fields, d: Fields, p: Fields, a: Fields | None = None, q: Fields | None = None
) -> Fields | None:
    return merge(a or {}, n, q or {}, d, p)


@production("differing", "with different <w:what_differs>")
def _differing(w: str) -> Fields:
    """Of cards only: of permanents it is a condition of its own (coven)."""
    return {"state": (f"with_different_{w}",)}


for _what, _words in (("names", "names"), ("mana_values", "mana values"), ("powers", "powers")):
    production("what_differs", _words)(lambda w=_what: w)

for _words, _op in (("X or less", "<="), ("X", "=")):
    production("quality", f"(that each have|each with|that have) mana value {_words}")(
        lambda o=_op: {"mana_value_of": (o, Amount(per="x"))}
    )


@production("quality", "that each have a different mana value X or less")
def _different_up_to_x() -> Fields:
    return {"state": ("with_different_mana_values",), "mana_value_of": ("<=", Amount(per="x"))}
