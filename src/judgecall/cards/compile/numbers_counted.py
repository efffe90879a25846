"""Numbers that are counted in rarer ways: over what happened, among those spoken of, at another time (CR 107.3, 608.2h)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_THAT = Filter(ref="that")


def _history(name: str, *phrases: str) -> None:
    """A number that only the course of the game tells."""
    production("quantity", *phrases)(lambda: Amount(per="history", counter=name))


for _name, _phrase in {
    "times it mutated": "the number of times (it|~) has mutated",
    "times this ability resolved this turn": "the number of times this ability has resolved this turn",
    "opponents being attacked": "the number of opponents being attacked",
    "players being attacked": "the number of players being attacked",
    "players you attacked this combat": "the number of players you attacked this combat",
    "players in the game": "the number of players in the game",
    "players with two more lands than you": "the number of players who control at least two more lands than you",
    "cards looked at while scrying": "the number of cards looked at while scrying this way",
    "words in that spell's name": "the number of words in that spell 's name",
    "u's in its name stickers": "the number of u 's in name stickers on ~",
    "the number that was chosen": "the chosen number",
    "energy paid this way": "the amount of {E} paid this way",
    "life paid as it entered": "the life paid as ~ entered",
    "opponents who voted for another choice": "the number of opponents who voted for a choice you didn't vote for",
    "pairs of colors among your two-colored permanents": "the number of different color pairs among permanents you control that are exactly two colors",
    "total power of those exiled this way": "the total power of the (cards|creatures) exiled this way",
    "total power of those that player exiled this way": "the total power of the creatures they exiled this way",
    "total power of those sacrificed this way": "the total power of the creatures sacrificed this way",
    "total mana value of the discarded cards": "the total mana value of the discarded cards",
    "excess damage dealt this way": "the amount of excess damage dealt to (it|that creature) this way",
    "noncombat damage dealt to your opponents this turn": "the total amount of noncombat damage dealt to your opponents this turn",
    "most damage dealt by one source to one permanent or player this turn": "the greatest amount of damage dealt by a source to a permanent or player this turn",
    "damage dealt to you by artifacts this turn": "the damage dealt to you so far this turn by artifacts",
    "damage dealt, up to the life, loyalty or toughness that was there": "the damage dealt , but not more life than the player 's life total before the damage was dealt , the planeswalker 's loyalty before the damage was dealt , or the creature 's toughness",
    "most creatures of yours that share a creature type": "the greatest number of creatures you control that have a creature type in common",
    "most stored results that are equal": "the greatest number of stored results on it of the same value",
    "cards you removed from the draft with cards of its name": "the number of cards you removed from the draft with cards named ~",
    "a number in the text of what was sacrificed": "a number in the sacrificed creature 's text box",
    "lines of text of what was revealed": "the number of lines of rules text of the revealed card",
    "instants, sorceries and Adventures in your graveyard": "the number of cards in your graveyard that are instant cards , sorcery cards , and/or have an Adventure",
}.items():
    _history(_name, _phrase)


@production("quantity", "the amount of <c:color> mana spent this way")
def _mana_spent(c: str) -> Amount:
    return Amount(per="history", counter="mana spent this way", colors=c)


@production("quantity", "a number from <n:digits> to <m:digits> chosen at random")
def _by_chance(n: int, m: int) -> Amount:
    return Amount(per="history", counter=f"a number from {n} to {m} chosen at random")


@production("quantity", "the amount of damage (it|~|those creatures) dealt to that player")
def _dealt() -> Amount:
    """The damage of the event that triggered."""
    return Amount(per="that_much")


@production("quantity", "the greatest number of <c:core> an opponent controls")
def _most_of_one(c: Fields) -> Amount:
    return Amount(per="history", counter="the most of these that one opponent controls", of=Filter(**c))


@production("quantity", "the number of <k:kind_of_card> in an opponent 's graveyard")
def _in_one_graveyard(k: Fields) -> Amount:
    """Of one opponent, not of all together."""
    return Amount(per="history", counter="cards in an opponent's graveyard", of=Filter(**k))


@production("quantity", "the mana value of a commander you own on the battlefield or in the command zone")
def _commander_value() -> Amount:
    return Amount(per="history", counter="mana value of a commander of yours on the battlefield or in the command zone")


@production("quantity", "the greatest mana value among your commanders")
def _greatest_commander() -> Amount:
    return Amount(per="history", counter="greatest mana value among your commanders")


@production("whose_pile", "defending player 's graveyard")
def _defenders_graveyard() -> tuple[str, str]:
    return "graveyard", "defending"


@production("tally", "spell* cast this turn")
def _spells_cast() -> Amount:
    return Amount(per="history", counter="spells cast by anyone this turn")


# ------------------------------------------------------------------ of what was spoken of

for _stat in ("power", "toughness", "mana value"):
    _per = _stat.replace(" ", "_")
    production("quantity", f"the {_stat} of <o:one_before>")(lambda o, p=_per: Amount(per=p, of=o))
    production("quantity", f"the greatest {_stat} among those (creatures|permanents)")(
        lambda p=_per: Amount(per=f"greatest_{p}", of=_THAT)
    )
    production("quantity", f"the greatest {_stat} among <k:kind_of_card> in your graveyard or <g:group>")(
        lambda k, g, p=_per: Amount(
            per=f"greatest_{p}",
            of=Filter(alternatives=(Filter(**(k | {"zone": "graveyard", "controller": "you"})), g)),
        )
    )


@production("quantity", "the greatest power and/or toughness among <g:group>")
def _greatest_of_either(g: Filter) -> Amount:
    return Amount(per="greatest_power_or_toughness", of=g)


@production("quantity", "the number of colors among those (creatures|permanents)")
def _colors_among_those() -> Amount:
    return Amount(per="colors_among", of=_THAT)


@production("quantity", "the number of colors that spell is")
def _colors_of_that_spell() -> Amount:
    return Amount(per="its_colors", of=Filter(ref="that", zone="stack"))


@production("quantity", "the number of counters on <g:group>", "the number of counters among <g:group>")
def _counters_on_all(g: Filter) -> Amount | None:
    return None if g.this or g.ref else Amount(per="counters_among", counter="any", of=g)


@production("quantity", "the number of different mana values among <k:kind_of_card> in your graveyard")
def _different_mana_values(k: Fields) -> Amount:
    of = Filter(**(k | {"zone": "graveyard", "controller": "you"}))
    return Amount(per="history", counter="different mana values among them", of=of)


@production("quantity", "the number of permanent types among <k:kind_of_card> in your graveyard")
def _permanent_types(k: Fields) -> Amount:
    of = Filter(**(k | {"zone": "graveyard", "controller": "you"}))
    return Amount(per="history", counter="permanent types among them", of=of)


# ------------------------------------------------------------------ at another time


@production("quantity", "<q:quantity_then> as you cast ~")
def _as_cast(q: Amount) -> Amount:
    """Counted as the spell is cast: how the board is as it resolves says nothing of it."""
    return Amount(per="as_it_was_cast", parts=(q,))


@production("quantity", "<q:quantity_then> as this ability resolves")
def _as_it_resolves(q: Amount) -> Amount:
    return q


@production("quantity_then", "the number of <k:kind_of_card> in an opponent 's graveyard")
def _in_one_graveyard_then(k: Fields) -> Amount:
    return _in_one_graveyard(k)


@production("quantity_then", "the number of <g:group>")
def _number_then(g: Filter) -> Amount:
    return Amount(per="count", of=g)


@production("quantity_then", "the greatest power among <g:group>")
def _greatest_power_then(g: Filter) -> Amount:
    return Amount(per="greatest_power", of=g)


@production("quantity_then", "<k:one_before> 's power")
def _power_then(k: Filter) -> Amount:
    return Amount(per="power", of=k)


# ------------------------------------------------------------------ reckoned with X

for _word, _times in (("three", 3), ("four", 4), ("five", 5), ("six", 6), ("ten", 10)):
    production("number", f"{_word} times X")(lambda t=_times: Amount(per="x", times=t))


@production("number", "X plus <n:int>", "<n:digits> plus X")
def _x_plus(n: int) -> Amount:
    return Amount(per="x", base=n)


@production("number", "<n:int> minus X")
def _minus_x(n: int) -> Amount:
    return Amount(per="x", base=n, times=-1)


@production("quantity", "<n:int> minus X")
def _quantity_minus_x(n: int) -> Amount:
    return _minus_x(n)


@production("quantity", "the result minus <n:int>")
def _result_minus(n: int) -> Amount:
    return Amount(per="history", counter="that result", base=-n)


@production("each", "for each of those cards that are still exiled")
def _each_still_exiled() -> Amount:
    return Amount(per="history", counter="of those cards still exiled")
