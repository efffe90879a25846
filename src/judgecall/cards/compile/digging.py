"""Looking through a library, and what is done with the cards seen there (CR 121, 401, 701)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Filter, MayCast, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)

# ------------------------------------------------------------------ the cards that are seen


@production("whose_library", "your library")
def _yours() -> str:
    return ""


@production("whose_library", "target player 's library")
def _targets() -> str:
    return "_of_target_player"


@production("whose_library", "target opponent 's library")
def _target_opponents() -> str:
    return "_of_target_opponent"


@production("whose_library", "that player 's library", "their library", "that opponent 's library")
def _that_players() -> str:
    return "_of_that_player"


@production("top_cards", "the top <n:number> cards of <w:whose_library>", "the top card of <w:whose_library>")
def _top_cards(w: str, n: Amount = _ONE) -> tuple[Amount, str]:
    return n, w


@production("effect", "look at <t:top_cards>")
def _look(t: tuple[Amount, str]) -> Effects:
    return (Named(f"look_at_top{t[1]}", amount=t[0]),)


@production("effect", "reveal <t:top_cards>")
def _reveal(t: tuple[Amount, str]) -> Effects:
    return (Named(f"reveal_top{t[1]}", amount=t[0]),)


@production("effect", "exile <t:top_cards>")
def _exile(t: tuple[Amount, str]) -> Effects:
    return (Named(f"exile_top{t[1]}", amount=t[0]),)


@production("effect", "exile <t:top_cards> face down")
def _exile_face_down(t: tuple[Amount, str]) -> Effects:
    return (Named(f"exile_top{t[1]}", amount=t[0]), Named("face_down_in_exile"))


@production(
    "effect",
    "<w:player> exiles the top <n:number> cards of their library",
    "<w:player> exiles the top card of their library",
)
def _player_exiles(w: str, n: Amount = _ONE) -> Effects:
    return (Named(f"exile_top:{w}", amount=n),)


@production(
    "effect",
    "<w:player> reveals the top <n:number> cards of their library",
    "<w:player> reveals the top card of their library",
)
def _player_reveals(w: str, n: Amount = _ONE) -> Effects:
    return (Named(f"reveal_top:{w}", amount=n),)


@production("until_found", "you reveal (a|an) <c:kind_of_card>")
def _until_one(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "library"}))


@production("effect", "reveal cards from the top of your library until <u:until_found>")
def _reveal_until(u: Filter) -> Effects:
    return (Named("reveal_until", of=u),)


@production("effect", "exile cards from the top of your library until you exile (a|an) <c:kind_of_card>")
def _exile_until(c: Fields) -> Effects:
    return (Named("exile_until", of=Filter(**(c | {"zone": "library"}))),)


# ------------------------------------------------------------------ what is taken from among them


@production(
    "from_them",
    "from among (them|those cards|the milled cards|the revealed cards|the cards revealed this way|the exiled cards)",
)
def _from_them() -> bool:
    return True


@production("from_them", "from among (the cards milled this way|cards milled this way|the cards exiled this way)")
def _from_those() -> bool:
    return True


@production("taken", "(a|an) <s:subtype> and <t:subtype> card <:from_them>")
def _one_of_each(s: str, t: str) -> Filter:
    kinds = (Filter(subtypes=(s,)), Filter(subtypes=(t,)))
    return Filter(alternatives=kinds, zone="library", count=2, state=("one_of_each",))


@production("taken", "(a|an) <c:kind_of_card> <:from_them>", "up to <u:int> <c:kind_of_card> <:from_them>")
def _taken(c: Fields, u: int | None = None) -> Filter:
    return Filter(**(c | {"zone": "library", "count": u or 1, "up_to": u is not None}))


@production("taken", "all <c:kind_of_card> <:from_them>")
def _taken_all(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "library"}))


@production("taken", "any number of <c:kind_of_card> <:from_them>")
def _taken_some(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "library", "count": 99, "up_to": True}))


@production(
    "taken",
    "<n:int> of (them|those cards)",
    "any number of (them|those cards)",
    "up to <u:int> of (them|those cards)",
)
def _some_of_them(n: int | None = None, u: int | None = None) -> Filter:
    return Filter(types=("card",), zone="library", count=u or n or 99, up_to=n is None)


@production("taken", "(a|an) <c:kind_of_card> or (a|an) <d:kind_of_card> <:from_them>")
def _either_taken(c: Fields, d: Fields) -> Filter:
    return Filter(alternatives=(Filter(**c), Filter(**d)), zone="library", count=1)


@production("pronoun_cards", "(it|them|that card|those cards|the revealed cards)")
def _pronoun() -> bool:
    return True


for _where, _phrase in {
    "hand": "into (your|their|its owner 's) hand", "battlefield": "onto the battlefield", "top": "on top of your library",
    "battlefield_tapped": "onto the battlefield tapped", "graveyard": "into your graveyard",
    "battlefield_your_control": "onto the battlefield under your control",
}.items():  # fmt: skip
    production("taken_to", _phrase)(lambda w=_where: w)


@production("effect", "put <t:taken> <w:taken_to>", "reveal <t:taken> and put <:pronoun_cards> <w:taken_to>")
def _take(t: Filter, w: str) -> Effects:
    return (Named(f"put_from_among:{w}", of=t),)


@production("effect", "reveal <t:taken> , put <:pronoun_cards> <w:taken_to>")
def _take_revealed(t: Filter, w: str) -> Effects:
    return (Named(f"put_from_among:{w}", of=t),)


@production("effect", "put <t:taken> <w:taken_to> and the (rest|other) <v:rest_to>")
def _take_and_rest(t: Filter, w: str, v: str) -> Effects:
    return (Named(f"put_from_among:{w}", of=t), Named(f"put_rest:{v}"))


for _where, _phrase in {
    "bottom": "on the bottom of (your|their) library [in any order]",
    "bottom_at_random": "on the bottom of (your|their) library in a random order", "graveyard": "into (your|their) graveyard",
    "hand": "into your hand", "top": "on top of (your|their) library in any order",
    "back": "back [on top of (your|their) library] in any order", "exile": "into exile",
    "bottom_of_owner": "on the bottom of that library in any order", "bottom_of_owner_at_random": "on the bottom of that library in a random order",
}.items():  # fmt: skip
    production("rest_to", _phrase)(lambda w=_where: w)


@production("rest", "the rest", "the other", "the rest of the revealed cards", "all other cards revealed this way")
def _rest() -> bool:
    return True


@production(
    "rest",
    "the rest of the cards revealed this way",
    "the other cards",
    "the revealed cards not put onto the battlefield this way",
)
def _the_rest() -> bool:
    return True


@production("effect", "put <:rest> <v:rest_to>")
def _put_rest(v: str) -> Effects:
    return (Named(f"put_rest:{v}"),)


@production(
    "effect",
    "put (them|those cards|it|that card) back in any order",
    "put them back on top of your library in any order",
)
def _put_back() -> Effects:
    return (Named("put_back"),)


@production(
    "effect",
    "put any number of (them|those cards) on the bottom of your library [in any order] and the rest on top [of your library] in any order",
)
def _split() -> Effects:
    return (Named("put_on_top_or_bottom"),)


@production(
    "effect", "put (that card|it) on the bottom of your library", "put the revealed card on the bottom of your library"
)
def _to_bottom() -> Effects:
    return (Named("put_on_bottom"),)


# ------------------------------------------------------------------ playing what was exiled


@production("impulse_until", "this turn")
def _this_turn() -> str:
    return "this_turn"


@production("impulse_until", "until the end of your next turn")
def _next_turn() -> str:
    return "next_turn"


@production("impulse_until", "until your next turn")
def _before_next_turn() -> str:
    return "your_next_turn"


@production("impulse_until", "until your next end step")
def _next_end_step() -> str:
    return "your_next_end_step"


@production("impulse_until", "for as long as (it|they) (remains|remain) exiled")
def _while_exiled() -> str:
    return "while_exiled"


@production(
    "exiled_cards",
    "(that card|it|them|those cards|the exiled card|cards exiled this way|the exiled cards)",
)
def _exiled_cards() -> Filter:
    return Filter(types=("card",), zone="exile", ref="earlier")


@production("exiled_cards", "one of those cards")
def _one_exiled_card() -> Filter:
    return Filter(types=("card",), zone="exile", ref="earlier", count=1)


production("play_or_cast", "play")(lambda: "play")
production("play_or_cast", "cast")(lambda: "cast")


def to_cast(cards: Filter, verb: str) -> Filter:
    """ "You may cast that card": a land is played and never cast (CR 305.9)."""
    return msgspec.structs.replace(cards, not_types=("land",)) if verb == "cast" else cards


@production(
    "effect",
    "you may <v:play_or_cast> <e:exiled_cards> <u:impulse_until>",
    "until end of turn , you may <v:play_or_cast> <e:exiled_cards>",
    "<u:impulse_until> , you may <v:play_or_cast> <e:exiled_cards>",
)
def _impulse(v: str, e: Filter, u: str = "this_turn") -> Effects:
    return (MayCast(to_cast(e, v), until=u),)


@production(
    "effect",
    "you may spend mana as though it were mana of any <k:color_or_type> to cast (it|that spell|them|those spells)",
)
def _any_mana(k: str) -> Effects:
    return (Named(f"any_mana_to_cast_it:{k}"),)


production("color_or_type", "color")(lambda: "color")
production("color_or_type", "type")(lambda: "type")


# ------------------------------------------------------------------ searching

for _where, _phrase in {
    "exile": "exile (it|them|that card|those cards)",
    "graveyard": "put (it|that card|them|those cards) into your graveyard",
    "battlefield_under_you": "put (it|that card|them|those cards) onto the battlefield under your control",
}.items():
    production("found", _phrase)(lambda w=_where: w)


@production("sought", "(any number of) <c:kind_of_card>")
def _sought_many(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "library", "controller": "you", "count": 99, "up_to": True}))


@production("sought", "<u:up_to_x> <c:kind_of_card>", "X <c:kind_of_card>")
def _sought_x(c: Fields, u: bool = False) -> Filter:
    """Any search for cards that are described may find fewer (CR 701.23b)."""
    return Filter(**(c | {"zone": "library", "controller": "you"}), count_x=True, up_to=u)


@production("sought", "(a|an) <c:kind_of_card> or (a|an) <d:kind_of_card>")
def _sought_either(c: Fields, d: Fields) -> Filter:
    return Filter(alternatives=(Filter(**c), Filter(**d)), zone="library", controller="you", count=1)


@production("sought", "(a|an) <c:kind_of_card> and/or (a|an) <d:kind_of_card>")
def _sought_both(c: Fields, d: Fields) -> Filter:
    kinds = (Filter(**c), Filter(**d))
    return Filter(alternatives=kinds, zone="library", controller="you", count=2, up_to=True, state=("one_of_each",))


@production("revealing", "[,] reveal (it|that card|them|those cards) ,", ",")
def _revealing() -> bool:
    return True


@production(
    "effect",
    "search your <z:more_zones> for <s:sought> <:revealing> and <f:found>",
    "search your <z:more_zones> for <s:sought> <:revealing> <f:found>",
    "search your <z:more_zones> for <s:sought> and <f:found>",
)
def _search_more(s: Filter, f: str, z: str) -> Effects:
    """Not in the library alone: cards of every zone that is named may be found."""
    return (Named(f"search_to_{f}:{z}", of=s),)


@production("more_zones", "library and/or graveyard", "graveyard and/or library")
def _and_graveyard() -> str:
    return "more_zones"


@production("more_zones", "graveyard , hand , and/or library")
def _and_hand() -> str:
    return "more_zones_and_hand"


@production("sentence", "if you search your library this way , shuffle")
def _if_searched() -> Effects:
    return (Named("shuffle"),)


@production(
    "effect",
    "search your library for <s:sought> <:revealing> <f:found> , then shuffle",
    "search your library for <s:sought> <:revealing> <f:found> , and shuffle",
    "search your library for <s:sought> <:revealing> <f:found> . Then shuffle",
)
def _search(s: Filter, f: str) -> Effects:
    return (Named(f"search_to_{f}", of=s),)


@production("effect", "that player shuffles", "then that player shuffles")
def _shuffles() -> Effects:
    return (Named("shuffle:that_player"),)


@production("effect", "its owner shuffles")
def _owner_shuffles() -> Effects:
    return (Named("shuffle:its_owner"),)


for _who in ("target_player", "target_opponent", "each_player", "each_opponent"):
    production("effect", f"{_who.replace('_', ' ')} shuffles")(lambda w=_who: (Named(f"shuffle:{w}"),))
