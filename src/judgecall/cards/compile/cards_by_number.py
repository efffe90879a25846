"""So many cards: looked through, exiled, put or searched where their number or their mana value is X (CR 401, 701)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    CopySpell,
    CreateTokens,
    Delayed,
    Event,
    Filter,
    MayCast,
    Move,
    Named,
    PutOntoBattlefield,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_EXILED: Fields = {"zone": "exile", "state": ("exiled_with_this",)}

# ------------------------------------------------------------------ from the library

production("from_them", "from among [the] cards (revealed|exiled) this way")(lambda: True)


@production("effect", "exile <t:taken>")
def _exile_taken(t: Filter) -> Effects:
    return (Named("put_from_among:exile", of=t),)


@production("taken", "one of <:seen_cards>")
def _one_of_them() -> Filter:
    return Filter(types=("card",), zone="library", count=1)


production("seen_cards", "(those cards|them)")(lambda: True)


@production("effect", "<w:player> puts <:rest> <v:rest_to>")
def _player_puts_rest(w: str, v: str) -> Effects:
    return (Named(f"put_rest:{v}:{w}"),)


@production("effect", "put the revealed cards <v:rest_to>")
def _revealed_put(v: str) -> Effects | None:
    """On the bottom: elsewhere "the revealed cards" are the ones that were taken."""
    return (Named(f"put_rest:{v}"),) if v.startswith("bottom") else None


@production("effect", "exile cards from the top of your library until you exile <n:number> <c:kind_of_card>")
def _exile_until(n: Amount, c: Fields) -> Effects | None:
    return (Named("exile_until", amount=n, of=Filter(**(c | {"zone": "library"}))),) if n.base != 1 else None


@production("effect", "exile a number of cards from the top of your library equal to <q:quantity>")
def _exile_number(q: Amount) -> Effects:
    return (Named("exile_top", amount=q),)


@production("effect", "exile the top <n:number> cards")
def _exile_top(n: Amount) -> Effects:
    """After "shuffle your library"."""
    return (Named("exile_top", amount=n),)


@production("effect", "shuffle your library")
def _shuffle() -> Effects:
    return (Named("shuffle"),)


@production("effect", "put those (permanent|creature|land) cards onto the battlefield [<t:tapped>]")
def _put_those(t: bool = False) -> Effects:
    return (PutOntoBattlefield(Filter(ref="earlier"), tapped=t),)


@production("effect", "put <o:chosen> into its owner 's library just beneath the top <n:number> cards of that library")
def _beneath(o: Filter, n: Amount) -> Effects:
    return (Named("put_into_library:beneath_so_many", amount=n, of=o),)


@production(
    "effect",
    "search your library for [<u:up_to>] X <c:kind_of_card> , where X is <q:quantity> . Put (those cards|them) <w:taken_to> , then shuffle",
)
def _search_so_many(c: Fields, q: Amount, w: str, u: bool = False) -> Effects:
    of = Filter(**(c | {"zone": "library", "controller": "you"}), up_to=u)
    return (Named(f"search_to_{w}", amount=q, of=of),)


production("up_to", "up to")(lambda: True)


# ------------------------------------------------------------------ from hands and graveyards


@production("effect", "put up to <n:number> <c:kind_of_card> from your hand onto the battlefield [<t:tapped>]")
def _from_hand(n: Amount, c: Fields, t: bool = False) -> Effects | None:
    return _onto_battlefield(n, c | {"zone": "hand", "controller": "you"}, t)


@production(
    "effect", "put up to <n:number> <c:kind_of_card> from your hand and/or graveyard onto the battlefield [<t:tapped>]"
)
def _from_both(n: Amount, c: Fields, t: bool = False) -> Effects | None:
    places = tuple(Filter(**(c | {"zone": zone, "controller": "you"})) for zone in ("hand", "graveyard"))
    return _onto_battlefield(n, {"alternatives": places, "zone": "hand"}, t)


def _onto_battlefield(n: Amount, c: Fields, tapped: bool) -> Effects | None:
    if n.per == "x" and n == Amount(per="x"):
        return (PutOntoBattlefield(Filter(**c, count_x=True, up_to=True), tapped=tapped),)
    if n.per is not None:
        return None
    return (PutOntoBattlefield(Filter(**c, count=n.base, up_to=True), tapped=tapped),)


@production("effect", "look at target opponent 's hand and choose up to <n:number> cards from it")
def _choose_from_hand(n: Amount) -> Effects:
    return Named("look_at_hand:target_opponent"), Named("choose_up_to_from_hand", amount=n)


@production("effect", "that player discards those cards")
def _discards_those() -> Effects:
    return (Named("discard_chosen"),)


@production("effect", "exile up to <n:int> <c:kind_of_card> put into graveyards this way")
def _exile_those(n: int, c: Fields) -> Effects:
    of = Filter(**(c | {"zone": "graveyard"}), count=n, up_to=True, state=("put_there_this_way",))
    return (Move(of, "exile"),)


@production("effect", "return up to <n:number> cards from among cards exiled with ~ to their owners ' hands")
def _return_exiled(n: Amount) -> Effects:
    return (Named("return_exiled_to_hands", amount=n, of=Filter(types=("card",), up_to=True, **_EXILED)),)


@production("effect", "<w:player> chooses (a|an) <c:core>")
def _player_chooses(w: str, c: Fields) -> Effects | None:
    if w == "you":
        return None
    if c.get("controller") == "that_player":
        c = c | {"controller": _THEIRS.get(w, "that_player")}
    return (Named("choose", of=Filter(**c, count=1, chosen_by=w)),)


_THEIRS = {"defending_player": "defending", "target_opponent": "target_opponent", "target_player": "target_player"}
"""What "they control" means of a player who is named by these words."""


@production("effect", "create a token that 's a copy of a card you exiled with cards named ~")
def _copy_exiled() -> Effects:
    return (CreateTokens(copy_of=Filter(types=("card",), zone="exile", state=("exiled_with_one_named_like_this",))),)


# ------------------------------------------------------------------ until so many are seen


@production(
    "effect",
    "<w:player> mills a card , then repeats this process until (a|an) <c:kind_of_card> or X cards have been put into their graveyard this way , whichever comes first",
)
def _mill_until(w: str, c: Fields) -> Effects:
    return (Named(f"mill_until_one_or_so_many:{w}", amount=Amount(per="x"), of=Filter(**c)),)


@production(
    "effect",
    "<w:player> reveals cards from the top of their library until (a|an) <c:kind_of_card> or X cards are revealed , whichever comes first",
)
def _reveal_until_so_many(w: str, c: Fields) -> Effects:
    of = Filter(**(c | {"zone": "library"}))
    return (Named(f"reveal_until_one_or_so_many:{w}", amount=Amount(per="x"), of=of),)


production("done_way", "put into that graveyard this way")(lambda: "put into that graveyard")
production("rest_to", "into that player 's graveyard")(lambda: "graveyard")


@production("effect", "choose a card exiled this way")
def _choose_exiled() -> Effects:
    return (Named("choose_among", amount=Amount(base=1)),)


@production(
    "sentence",
    "When <b:before> dies this turn , <r:row> . Until the end of your next turn , you may play that card",
)
def _play_what_it_exiled(b: Filter, r: Effects) -> Effects:
    """What may be played is what the delayed ability exiles, so that is part of it."""
    play = MayCast(Filter(types=("card",), zone="exile", ref="earlier"), until="next_turn")
    return (Delayed(Event("dies", of=b), (*r, play), until_end_of_turn=True),)


# ------------------------------------------------------------------ two cast at once


@production(
    "effect",
    "cast up to one target <a:kind_of_card> and/or up to one target <b:kind_of_card> from your graveyard each with mana value X or less without paying their mana costs",
)
def _cast_two(a: Fields, b: Fields) -> Effects:
    where = {"zone": "graveyard", "controller": "you", "mana_value_of": ("<=", Amount(per="x"))}
    return tuple(MayCast(Filter(**(c | where), target=True, count=1, up_to=True), free=True) for c in (a, b))


@production("effect", "copy each of those spells <t:times_of>")
def _copy_each(t: int) -> Effects:
    return (CopySpell(Filter(ref="that", zone="stack"), Amount(base=t)),)


@production("effect", "if a spell cast this way would be put into (a|your) graveyard , exile it instead")
def _exiled_instead() -> Effects:
    return (Named("exile_instead_of_graveyard"),)
