"""Rarer numbers: sums, greatest values, and what happened this turn or this way (CR 107)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Filter
from judgecall.cards.compile.amounts import attached_to
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


def _history(name: str, *phrases: str) -> None:
    """A number that only the course of the game tells."""
    production("quantity", *phrases)(lambda: Amount(per="history", counter=name))


for _stat in ("mana value", "toughness", "power"):
    _name = "greatest_" + _stat.replace(" ", "_")
    production("quantity", f"the (greatest|highest) {_stat} among <o:group>")(lambda o, n=_name: Amount(per=n, of=o))
    production("quantity", f"the total {_stat} of <o:group>")(
        lambda o, n=_name: Amount(per=n.replace("greatest", "total"), of=o)
    )
    for _who in ("sacrificed", "discarded", "exiled", "revealed", "milled", "destroyed", "tapped"):
        production(
            "quantity", f"the {_who} (creature|permanent|artifact|enchantment|card|land|planeswalker) 's {_stat}"
        )(lambda w=_who, n=_stat: Amount(per="history", counter=f"{n} of what was {w}"))
    for _who in ("tapped", "discarded", "exiled", "returned", "revealed", "sacrificed", "milled", "put into your hand"):
        production("quantity", f"the {_stat} of the (creature|card|permanent) {_who} this way")(
            lambda w=_who, n=_stat: Amount(per="history", counter=f"{n} of what was {w}")
        )

_history("mana spent on that spell", "the amount of mana spent to cast that spell", "the mana spent to cast that spell")
_history(
    "excess damage dealt this way",
    "the amount of excess damage dealt this way",
    "the excess damage dealt to that creature this way",
    "the excess damage dealt this way",
)
_history("damage dealt this way", "the damage dealt this way", "the amount of damage dealt this way")
_history("damage prevented this way", "the damage prevented this way", "the amount of damage prevented this way")
_history("life lost this turn", "the amount of life you've lost this turn", "the life you've lost this turn")
_history(
    "life gained this turn", "the amount of life you gained this turn", "the amount of life you've gained this turn"
)
_history(
    "life lost this way",
    "the life lost this way",
    "the amount of life lost this way",
    "the life paid this way",
    "the amount of life paid this way",
)
_history("cards you discarded this turn", "the number of cards you've discarded this turn")
_history("cards drawn this turn", "the number of cards you've drawn this turn")
_history("spells you cast this turn", "the number of spells you've cast this turn")
_history("times descended this turn", "the number of times you descended this turn")
_history("cards put into graveyards this way", "the number of cards put into a graveyard this way")
_history("energy", "the amount of {E} you have")
_history("speed", "your speed")
_history("party", "the number of creatures in your party")
_history("card types among cards in your graveyard", "the number of card types among cards in your graveyard")
_history("that result", "the result", "that result", "the result of the roll")
_history("opponents", "the number of opponents you have", "the number of your opponents")
_history("opponents who lost life", "the number of opponents who lost life this turn")
_history("cards in the greatest hand", "the greatest number of cards in an opponent 's hand")
_history("cards in all hands", "the total number of cards in all players ' hands")
_history("poison of your opponents", "the number of poison counters your opponents have")
_history("poison of that player", "the number of poison counters that player has")
_history("its colors", "the number of its colors")
_history("life of that player", "that player 's life total")


@production("quantity", "the number of <c:done_thing> <v:this_way_verb> this way")
def _this_way(c: Filter, v: str) -> Amount:
    return Amount(per="history", counter=f"{v} this way", of=c)


@production("each", "for each <c:done_thing> <v:this_way_verb> this way")
def _each_this_way(c: Filter, v: str) -> Amount:
    return Amount(per="history", counter=f"{v} this way", of=c)


for _verb in ("destroyed", "sacrificed", "discarded", "exiled", "returned", "milled", "tapped", "put into a graveyard", "revealed", "drawn", "removed", "dealt damage", "put into your hand"):  # fmt: skip
    production("this_way_verb", _verb)(lambda v=_verb: v)


@production(
    "quantity", "the number of counters removed this way", "the number of <k:counter_kind> counters removed this way"
)
def _removed(k: str = "any") -> Amount:
    return Amount(per="history", counter=f"{k} counters removed this way")


@production("quantity", "the number of counters on <o:one_before>")
def _counters(o: Filter) -> Amount:
    return Amount(per="counters_of_any_kind", of=o)


@production("quantity", "the number of <k:counter_kind> counters among <o:group>")
def _counters_among(k: str, o: Filter) -> Amount:
    return Amount(per="counters_among", counter=k, of=o)


@production("quantity", "the number of <c:kind_of_card> in <w:whose_zone>")
def _cards(c: Fields, w: Fields) -> Amount:
    return Amount(per="count", of=Filter(**(c | w)))


@production("each", "for each <c:kind_of_card> in <w:whose_zone>")
def _each_card(c: Fields, w: Fields) -> Amount:
    return Amount(per="count", of=Filter(**(c | w)))


for _phrase, _zone in {
    "its controller 's graveyard": {"zone": "graveyard", "controller": "attached"},
    "its controller 's hand": {"zone": "hand", "controller": "attached"},
    "that player 's graveyard": {"zone": "graveyard", "controller": "that_player"},
    "their graveyard": {"zone": "graveyard", "controller": "that_player"},
    "their hand": {"zone": "hand", "controller": "that_player"},
    "your opponents ' graveyards": {"zone": "graveyard", "controller": "opponent"},
    "each opponent 's graveyard": {"zone": "graveyard", "controller": "opponent"},
    "your library": {"zone": "library", "controller": "you"},
    "exile": {"zone": "exile"},
}.items():
    production("whose_zone", _phrase)(lambda z=_zone: z)


# ------------------------------------------------------------------ sums


def total(*parts: Amount) -> Amount:
    """What the parts come to together."""
    return Amount(per="sum", parts=parts)


@production("quantity", "the number of <o:group> plus <q:quantity>")
def _plus(o: Filter, q: Amount) -> Amount:
    return total(Amount(per="count", of=o), q)


@production("quantity", "<n:int> minus <q:quantity>", "<n:digits> minus <q:quantity>")
def _minus(n: int, q: Amount) -> Amount | None:
    return (
        Amount(base=n - q.base, per=q.per, of=q.of, counter=q.counter, times=-q.times)
        if not q.half and not q.parts
        else None
    )


@production(
    "each",
    "for each <a:core> and each <c:kind_of_card> in your graveyard",
    "for each <a:core> and <c:kind_of_card> in your graveyard",
)
def _each_here_and_there(a: Fields, c: Fields) -> Amount:
    there = Amount(per="count", of=Filter(**(c | {"zone": "graveyard", "controller": "you"})))
    return total(Amount(per="count", of=Filter(**a)), there)


@production("each", "for each other <a:core> and each <c:kind_of_card> in your graveyard")
def _each_other_here_and_there(a: Fields, c: Fields) -> Amount:
    return _each_here_and_there(a | {"other": True}, c)


@production("each", "for each <a:core> and each <b:core>", "for each <a:core> and each other <o:core>")
def _each_of_both(a: Fields, b: Fields | None = None, o: Fields | None = None) -> Amount:
    second = b if b is not None else (o or {}) | {"other": True}
    return total(Amount(per="count", of=Filter(**a)), Amount(per="count", of=Filter(**second)))


@production("each", "for each of its colors")
def _each_of_its_colors() -> Amount:
    return Amount(per="its_colors", of=Filter(ref="earlier"))


@production("each", "for each counter on <o:one_before>")
def _each_counter(o: Filter) -> Amount:
    return Amount(per="counters_of_any_kind", of=o)


@production("each", "for each <k:counter_kind> counter on <o:group>")
def _each_counter_among(k: str, o: Filter) -> Amount:
    return Amount(per="counters_among", counter=k, of=o)


@production("each", "for each opponent you have", "for each of your opponents", "for each opponent")
def _each_opponent() -> Amount:
    return Amount(per="history", counter="opponents")


for _name, _phrase in (
    ("cards drawn this turn", "for each card you've drawn this turn"),
    ("spells you cast this turn", "for each spell you've cast this turn"),
    ("cards you discarded this turn", "for each card you've discarded this turn"),
    ("party", "for each creature in your party"),
    (
        "times you cast your commander from the command zone",
        "for each time you've cast your commander from the command zone this game",
    ),
    ("blockers beyond the first", "for each creature blocking it beyond the first"),
    ("opponents who were dealt damage this turn", "for each opponent who was dealt damage this turn"),
    ("dungeons", "for each dungeon you've completed"),
    ("life lost", "for each 1 life you lost"),
):
    production("each", _phrase)(lambda n=_name: Amount(per="history", counter=n))


@production("each", "for each color of mana spent to cast that spell")
def _each_color_spent() -> Amount:
    return Amount(per="colors_spent")


@production("each", "for each <c:kind_of_card> named ~ in (your graveyard|<m:all_graveyards>)")
def _each_of_this_name(c: Fields, m: bool = False) -> Amount:
    return Amount(per="history", counter=f"cards with its name in {'graveyards' if m else 'your graveyard'}")


production("all_graveyards", "all graveyards", "each graveyard")(lambda: True)


@production("each", "for each <s:subtype> attached to <o:host>")
def _each_attached(o: Filter, s: str) -> Amount:
    return attached_to(o, s)
