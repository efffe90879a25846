"""Cards that players exile, show, choose and cast out of the game's hidden places, and facts about them (CR 401, 402, 406, 601)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    Condition,
    Filter,
    MayCast,
    Named,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


@production("effect", "<w:player> exiles the top <n:number> cards of their library face down")
def _exile_face_down(w: str, n: Amount) -> Effects:
    return Named(f"exile_top:{w}", amount=n), Named("face_down_in_exile")


@production("effect", "you may look at and play <e:exiled_cards> <u:impulse_until>")
def _look_and_play(e: Filter, u: str) -> Effects:
    return MayCast(e, until=u), Named("may_look_at_those_cards")


@production(
    "sentence",
    "if you cast a spell this way , you may spend mana as though it were mana of any <k:color_or_type> to cast it",
)
def _any_mana(k: str) -> Effects:
    return (Named(f"any_mana_to_cast_it:{k}"),)


@production(
    "effect",
    "if (that spell|a spell cast this way|an instant or sorcery spell cast this way) would be put into (a|your|their) graveyard , exile it instead",
)
def _spell_exiled_instead() -> Effects:
    return (Named("exile_instead_of_graveyard"),)


@production(
    "effect",
    "if (that spell|a spell cast this way) would be put into (a|your|their) graveyard this turn , exile it instead",
    "if (a|an) <c:core> cast this way would be put into (a|your|their) graveyard this turn , exile it instead",
)
def _spell_exiled_instead_this_turn(c: Fields | None = None) -> Effects | None:
    if c is not None and c.get("zone") != "stack":
        return None
    return (Named("exile_instead_of_graveyard:this_turn", of=None if c is None else Filter(**c)),)


@production("effect", "<w:player> chooses <n:number> cards from their hand")
def _chooses(w: str, n: Amount) -> Effects:
    return (Named(f"chooses_from_hand:{w}", amount=n),)


production("effect", "look at those cards")(lambda: (Named("look_at_those_cards"),))


@production("condition", "you exiled <n:int> or more <c:kind_of_card> this way")
def _exiled_so_many(n: int, c: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, n=n, counter=f"{described(of)} exiled this way")


@production("effect", "put the revealed cards <w:taken_to>")
def _put_revealed(w: str) -> Effects:
    return (Named(f"put_from_among:{w}", of=Filter(types=("card",), zone="library", state=("revealed",))),)


@production("effect", "put the chosen cards onto the battlefield or into your hand and the rest <v:rest_to>")
def _put_chosen(v: str) -> Effects:
    chosen = Filter(types=("card",), zone="library", state=("chosen",))
    return Named("put_from_among:battlefield_or_hand", of=chosen), Named(f"put_rest:{v}")


@production("effect", "exile <t:taken> and put the rest <v:rest_to>")
def _exile_taken(t: Filter, v: str) -> Effects:
    return Named("put_from_among:exile", of=t), Named(f"put_rest:{v}")


@production("effect", "put that card onto the battlefield instead of putting it into your hand")
def _found_elsewhere() -> Effects:
    found = Filter(types=("card",), zone="library", state=("seen",))
    return (Named("put_from_among:battlefield_instead_of_hand", of=found),)


@production("effect", "choose any number of <c:kind_of_card> revealed this way")
def _choose_any(c: Fields) -> Effects:
    return (Named("choose_among", of=Filter(**(c | {"zone": "library", "count": 99, "up_to": True}))),)


@production("effect", "put all <c:kind_of_card> chosen this way <w:taken_to>")
def _all_chosen(c: Fields, w: str) -> Effects:
    state = (*c.get("state", ()), "chosen")
    return (Named(f"put_from_among:{w}", of=Filter(**(c | {"zone": "library", "state": state}))),)


@production("effect", "shuffle the rest into your library")
def _shuffle_rest() -> Effects:
    return (Named("put_rest:shuffled"),)


@production("found", "put (it|that card) onto the battlefield with X additional <k:counter_kind> counter* on it")
def _found_with_counters(k: str) -> str:
    return f"battlefield_with_counters:X {k}"


@production("effect", "for each of those cards , its owner may play it <u:impulse_until>")
def _owners_may_play(u: str) -> Effects:
    return (Named(f"its_owner_may_play_it:{u}", of=Filter(zone="exile", ref="earlier")),)


@production("effect", "the next <c:core> you cast this turn can be cast as though it had flash")
def _next_with_flash(c: Fields) -> Effects | None:
    return (Named("next_spell_has:flash", of=Filter(**c)),) if c.get("zone") == "stack" else None


fact(
    "that number is at least the cards in your library",
    "X is greater than or equal to the number of cards in your library",
)
fact("the alternative cost was paid", "the <:mana_cost> cost was paid")
fact("the alternative cost was paid", "that cost wasn't paid", negated=True)
fact("its emerge cost was paid", "(its|~ 's) emerge cost was paid")
fact("the revealed card is of the chosen type", "the revealed card is the chosen type")


@production("effect", "for each of those colors , you may exile a card of that color from among the revealed cards")
def _one_of_each_color() -> Effects:
    return (Named("exile_up_to_one_of_each_of_those_colors_from_among"),)


@production("effect", "that player exiles it")
def _player_exiles_chosen() -> Effects:
    return (Named("exile_chosen"),)


@production("effect", "mana of any <k:color_or_type> can be spent to cast (it|them|that spell|those spells)")
def _any_mana_for_it(k: str) -> Effects:
    return (Named(f"any_mana_to_cast_it:{k}"),)
