"""Rarer numbers that X stands for: what was paid, rolled or exiled, how names, colors and sizes compare (CR 107.3)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_EARLIER = Filter(ref="earlier")


def _told(name: str, *phrases: str, of: Filter | None = None) -> None:
    """A number that only the course of the game tells."""
    production("quantity", *phrases)(lambda: Amount(per="history", counter=name, of=of))


_told("mana paid this way in all", "the total amount of mana paid this way")
_told(
    "cards in graveyards with the name of that spell",
    "the number of cards in all graveyards with the same name as (the|that) spell",
)
_told(
    "spells cast from outside your hand this turn",
    "the number of spells you've cast from anywhere other than your hand this turn",
)
_told(
    "noncreature spells cast since your last turn began",
    "the number of noncreature spells you've cast since the beginning of your last turn",
)
_told("snow mana spent to cast it", "the amount of {S} spent to cast (it|~)")
_told("cards in the hand of its controller", "the number of cards in that creature 's controller 's hand")
_told("times a letter is in its name", "the number of times the letter of your choice appears in that creature 's name")
_told("opponents who investigated this way", "the number of opponents who investigated this way")
_told("total power of creatures goaded this way", "the total power of creatures goaded this way")
_told("greatest mana value exiled this way", "the greatest mana value among cards exiled this way")
_told(
    "greatest mana value of your commanders on the battlefield or in the command zone",
    "the greatest mana value of a commander you own on the battlefield or in the command zone",
)
_told("Attractions visited this turn", "the number of Attractions you've visited this turn")
_told("unlocked doors among your Rooms", "the number of unlocked doors among Rooms you control")
_told("players with more lands than you", "the number of players who control more lands than you")
_told("intensity", "~ 's intensity")
_told("the other result", "the other result")
_told("doors in sight", "the number of doors you can see from your seat")
_told("unique vowels on that sticker", "the number of unique vowels on that sticker")
_told("difference between their life totals", "the difference between those players ' life totals")
_told("the mana value of that card", "the mana value of (that card|the exiled card)")
_told("the power of what was devoured", "the devoured creature 's power")
_told("colors of what was sacrificed", "the number of colors that creature was")
_told(
    "damage dealt to it this turn by others with its name",
    "the amount of damage dealt to ~ this turn by other sources named ~",
)
_told("mana spent to cast it", "the amount of mana spent to cast (him|her)")
_told(
    "instants, sorceries and Adventures you own in exile and your graveyard",
    "the number of cards you own in exile and in your graveyard that are instant cards , are sorcery cards , and/or have an Adventure",
)


@production("quantity", "the number of different powers among <o:group>")
def _different_powers(o: Filter) -> Amount:
    return Amount(per="history", of=o, counter="different powers among them")


@production("quantity", "the greatest power among them")
def _greatest_of_them() -> Amount:
    return Amount(per="greatest_power", of=_EARLIER)


@production("quantity", "(the|that) spell 's mana value")
def _spells_value() -> Amount:
    return Amount(per="mana_value", of=Filter(ref="that", zone="stack"))


@production("quantity", "the power of (the|that) creature that died")
def _power_of_the_dead() -> Amount:
    return Amount(per="power", of=Filter(ref="event"))


@production("quantity", "the difference between its power and toughness")
def _between_its_sizes() -> Amount:
    return Amount(per="history", counter="difference between its power and toughness", of=_EARLIER)


@production("quantity", "twice the number of <k:counter_kind> counters on <o:one_before> minus <n:int>")
def _twice_less(k: str, o: Filter, n: int) -> Amount:
    return Amount(per="counters", counter=k, of=o, times=2, base=-n)


@production("quantity", "a number chosen at random from <a:digits> to <b:digits>")
def _by_chance(a: int, b: int) -> Amount:
    return Amount(per="history", counter=f"a number from {a} to {b} chosen at random")


@production(
    "quantity",
    "the number of abilities from among flying , first strike , double strike , deathtouch , haste , hexproof , indestructible , lifelink , menace , reach , trample , and vigilance found among <o:group>",
)
def _abilities_among(o: Filter) -> Amount:
    those = "flying, first strike, double strike, deathtouch, haste, hexproof, indestructible, lifelink, menace, reach, trample, vigilance"
    return Amount(per="history", counter=f"how many among them of: {those}", of=o)


@production("tally", "creature* that convoked ~")
def _convoked() -> Amount:
    return Amount(per="convoked")


# ------------------------------------------------------------------ counted as the spell is cast (CR 601.2c)


@production("quantity_then", "the number of <c:kind_of_card> in your graveyard")
def _own_graveyard_then(c: Fields) -> Amount:
    return Amount(per="count", of=Filter(**(c | {"zone": "graveyard", "controller": "you"})))


@production("quantity_then", "the number of <c:kind_of_card> in all graveyards")
def _graveyards_then(c: Fields) -> Amount:
    return Amount(per="count", of=Filter(**(c | {"zone": "graveyard"})))
