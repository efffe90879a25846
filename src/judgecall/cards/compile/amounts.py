"""Numbers that an ability uses: fixed, X, counted, or equal to some quantity (CR 107)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

X = Amount(per="x")
ENTERED = "entered_under_your_control_this_turn"
"""The state of what entered so, wherever it is now where such are counted."""


@production("number", "<n:int>")
def _number(n: int) -> Amount:
    return Amount(base=n)


@production("number", "X")
def _x() -> Amount:
    return X


@production("number", "twice X")
def _twice_x() -> Amount:
    return Amount(per="x", times=2)


@production("number", "that (many|much)")
def _that_many() -> Amount:
    return Amount(per="that_much")


@production("number", "twice that (many|much)")
def _twice_that_many() -> Amount:
    return Amount(per="that_much", times=2)


def signed(text: str) -> Amount:
    """The amount of "+2", "-X"."""
    sign = -1 if text[0] == "-" else 1
    return Amount(per="x", times=sign) if text[1:] == "X" else Amount(base=sign * int(text[1:]))


# ------------------------------------------------------------------ quantities: "equal to …", "where X is …"


@production(
    "quantity", "the number of <o:group>", "twice the number of <t:group>", "half the number of <h:group> , rounded up"
)
def _count(o: Filter | None = None, t: Filter | None = None, h: Filter | None = None) -> Amount:
    return counted(Amount(per="count", of=o or t or h, times=2 if t else 1, half="up" if h else ""))


def counted(found: Amount) -> Amount:
    """ "For each Goblin that entered under your control this turn": those as well that have left since."""
    of = found.of
    if of is None or ENTERED not in of.state:
        return found
    of = msgspec.structs.replace(of, state=tuple(s for s in of.state if s != ENTERED))
    return msgspec.structs.replace(found, per="history", of=of, counter=ENTERED.replace("_", " "))


@production("quantity", "the number of <k:counter_kind> counters on <o:one_before>")
def _counters(k: str, o: Filter) -> Amount:
    return Amount(per="counters", counter=k, of=o)


@production("quantity", "the number of cards in your hand")
def _hand() -> Amount:
    return Amount(per="hand")


@production("quantity", "the number of <c:kind_of_card> in your graveyard")
def _graveyard(c: Fields) -> Amount:
    return Amount(per="count", of=Filter(**(c | {"zone": "graveyard", "controller": "you"})))


@production("quantity", "the number of <c:kind_of_card> in all graveyards")
def _all_graveyards(c: Fields) -> Amount:
    return Amount(per="count", of=Filter(**(c | {"zone": "graveyard"})))


@production("quantity", "the amount of mana spent to cast (it|~)")
def _mana_spent() -> Amount:
    return Amount(per="mana_spent")


@production("quantity", "the number of cards in that player 's hand")
def _their_hand() -> Amount:
    return Amount(per="hand_that_player")


@production("quantity", "your life total")
def _life() -> Amount:
    return Amount(per="life")


@production("quantity", "(its|his|her) power", "<o:one_before> 's power", "the power of <o:one_before>")
def _power(o: Filter | None = None) -> Amount:
    return Amount(per="power", of=o or Filter(ref="earlier"))


@production("quantity", "(its|his|her) toughness", "<o:one_before> 's toughness")
def _toughness(o: Filter | None = None) -> Amount:
    return Amount(per="toughness", of=o or Filter(ref="earlier"))


@production("quantity", "its mana value", "<o:one_before> 's mana value")
def _mana_value(o: Filter | None = None) -> Amount:
    return Amount(per="mana_value", of=o or Filter(ref="earlier"))


@production("quantity", "the sacrificed creature 's power")
def _sacrificed_power() -> Amount:
    return Amount(per="power", of=Filter(ref="cost"))


@production("quantity", "the sacrificed (creature|permanent|artifact) 's mana value")
def _sacrificed_value() -> Amount:
    return Amount(per="mana_value", of=Filter(ref="cost"))


@production("quantity", "the sacrificed creature 's toughness")
def _sacrificed_toughness() -> Amount:
    return Amount(per="toughness", of=Filter(ref="cost"))


@production("quantity", "the (greatest|highest) power among <o:group>")
def _greatest_power(o: Filter) -> Amount:
    return Amount(per="greatest_power", of=o)


@production("quantity", "your devotion to <c:color>", "your devotion to <a:color> and <c:color>")
def _devotion(c: str, a: str = "") -> Amount:
    return Amount(per="devotion", colors=a + c)


@production("quantity", "the number of colors among <o:group>")
def _colors_among(o: Filter) -> Amount:
    return Amount(per="colors_among", of=o)


@production("quantity", "the number of basic land types among lands you control")
def _domain() -> Amount:
    return Amount(per="basic_land_types", of=Filter(types=("land",), controller="you"))


@production(
    "quantity",
    "the damage dealt",
    "the amount of damage dealt",
    "that damage",
    "the life gained",
    "the amount of life you gained",
)
def _that() -> Amount:
    return Amount(per="that_much")


@production("quantity", "<n:digits> plus <q:quantity>", "<n:int> plus <q:quantity>")
def _plus(n: int, q: Amount) -> Amount:
    return msgspec.structs.replace(q, base=q.base + n)


@production("quantity", "twice <q:quantity>")
def _twice(q: Amount) -> Amount | None:
    return msgspec.structs.replace(q, times=q.times * 2) if not q.base else None


@production("one_before", "<f:this>", "<f:attached>", "<f:before>")
def _one_before(f: Filter) -> Filter:
    return f


# ------------------------------------------------------------------ "for each …"


@production("each", "for each <o:core>")
def _each(o: Fields) -> Amount:
    if o.get("state") == ("attacked_this_turn",):
        # Those that have left since have attacked this turn too.
        return Amount(per="history", of=Filter(**(o | {"state": ()})), counter="attacked this turn")
    return counted(Amount(per="count", of=Filter(**o)))


@production("each", "for each other <o:core>", "for each <o:core> other than ~")
def _each_other(o: Fields) -> Amount:
    if "shares_creature_type_with_it" in o.get("state", ()):
        # "It gets +1/+1 for each other creature that shares a creature type with it": other than it.
        return Amount(per="count", of=Filter(**(o | {"state": (*o["state"], "other_than_it")})))
    return counted(Amount(per="count", of=Filter(**(o | {"other": True}))))


@production("each", "for each <c:kind_of_card> in your graveyard")
def _each_card(c: Fields) -> Amount:
    return Amount(per="count", of=Filter(**(c | {"zone": "graveyard", "controller": "you"})))


@production("each", "for each card in your hand")
def _each_in_hand() -> Amount:
    return Amount(per="hand")


@production("each", "for each <k:counter_kind> counter on <o:one_before>")
def _each_counter(k: str, o: Filter) -> Amount:
    return Amount(per="counters", counter=k, of=o)


@production("each", "for each unspent <c:color> mana you have")
def _each_unspent(c: str) -> Amount:
    return Amount(per="unspent", colors=c)


@production("each", "for each color of mana spent to cast (it|~)")
def _each_color_spent() -> Amount:
    return Amount(per="colors_spent")


@production("each", "for each color among <o:group>")
def _each_color(o: Filter) -> Amount:
    return Amount(per="colors_among", of=o)


@production("each", "for each basic land type among lands you control")
def _each_basic_type() -> Amount:
    return _domain()


@production(
    "each", "for each <s:subtype> and each <t:subtype> you control", "for each <s:subtype> and <t:subtype> you control"
)
def _each_of_two(s: str, t: str) -> Amount:
    return Amount(per="count", of=Filter(subtypes=(s, t), controller="you"))


@production("each", "for each <k:attachments> attached to <o:host>")
def _each_attachment(k: str, o: Filter) -> Amount:
    return attached_to(o, k)


@production("host", "<f:this>", "<f:attached>", "<f:before_one>")
def _host(f: Filter) -> Filter:
    return f


production("before_one", "it")(lambda: Filter(ref="earlier"))  # never "them": what is attached to players is meant then
production("before_one", "him", "her")(lambda: Filter(this=True))
production("before_one", "that (creature|permanent|land|artifact)")(lambda: Filter(ref="that"))
production("attachments", "Aura")(lambda: "Aura")
production("attachments", "Equipment")(lambda: "Equipment")
production("attachments", "Aura and Equipment", "Aura and each Equipment")(lambda: "Aura or Equipment")


def attached_to(host: Filter, kinds: str) -> Amount:
    """How many Auras or Equipment are attached to an object: one that is spoken of, or the one that the ability is on."""
    if host == Filter(this=True):
        return Amount(per="count", of=Filter(subtypes=tuple(kinds.split(" or ")), state=("attached_to_this",)))
    return Amount(per="attached_to_it", of=host, counter=kinds)


def times(amount: Amount, factor: int) -> Amount | None:
    """The amount taken so many times ("+2/+2 for each"); None where that cannot be written."""
    if amount.half and factor != 1:
        return None
    return msgspec.structs.replace(amount, base=amount.base * factor, times=amount.times * factor)


@production("each", "for each time (it|~) was kicked")
def _each_kick() -> Amount:
    return Amount(per="times_kicked")


@production("each", "for each other spell cast this turn")
def _each_other_spell() -> Amount:
    return Amount(per="other_spells_cast")


@production("each", "for each card type among cards in your graveyard")
def _each_type_in_graveyard() -> Amount:
    return Amount(per="card_types", of=Filter(types=("card",), zone="graveyard", controller="you"))


@production("each", "for each creature that died this turn")
def _each_death() -> Amount:
    return Amount(per="died_this_turn")


@production("each", "for each experience counter you have")
def _each_experience() -> Amount:
    return Amount(per="experience")


@production("each", "for each <c:kind_of_card> in all graveyards")
def _each_in_graveyards(c: Fields) -> Amount:
    return _all_graveyards(c)


@production("quantity", "the number of experience counters you have")
def _experience() -> Amount:
    return Amount(per="experience")
