"""Numbers counted over the turn, over players and over what a cost or an effect took (CR 107.3, 608.2h)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Condition, Filter
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ over the turn


@production("thing", "<c:core>", "<c:kind_of_card>")
def _thing(c: Fields) -> Filter:
    return Filter(**c)


@production(
    "tally",
    "<o:thing> that <b:befell> [<u:under_whose>] <t:when>",
    "<o:thing> that <b:befell> <t:when> <u:under_whose>",
)
def _befell(o: Filter, b: str, t: str, u: str = "") -> Amount:
    return Amount(per=f"{b}{u} {t}", of=o)


for _verb in (
    "cast",
    "discarded",
    "drawn",
    "sacrificed",
    "played",
    "created",
    "attacked with",
    "cycled",
    "drew",
    "exiled",
):
    production(
        "tally", f"<o:thing> (you've|you|you have) {_verb} <t:when>", f"other <p:thing> you've {_verb} <t:when>"
    )(lambda t, o=None, p=None, v=_verb: Amount(per=f"you {v} {t}", of=o or msgspec.structs.replace(p, other=True)))
    production("tally", f"<o:thing> (they've|that player has|that player|they) {_verb} <t:when>")(
        lambda o, t, v=_verb: Amount(per=f"that player {v} {t}", of=o)
    )


@production("tally", "opponent* [you have]")
def _opponents() -> Amount:
    return Amount(per="opponents")


@production("tally", "creature* in your party")
def _party() -> Amount:
    return Amount(per="party")


@production("tally", "color* of mana spent to cast (it|~)")
def _colors_spent() -> Amount:
    return Amount(per="colors_spent")


@production("tally", "mana spent to cast (it|~)")
def _mana_spent() -> Amount:
    return Amount(per="mana_spent")


@production("tally", "mana from a <s:subtype> spent to cast (it|~)")
def _mana_from(s: str) -> Amount:
    return Amount(per="mana_spent_from", of=Filter(subtypes=(s,)))


@production("tally", "creature* that convoked it")
def _convoked() -> Amount:
    return Amount(per="convoked")


@production("tally", "color* among <o:group>")
def _colors_among(o: Filter) -> Amount:
    return Amount(per="colors_among", of=o)


@production("tally", "counter* on <o:one_before>")
def _any_counters(o: Filter) -> Amount:
    return Amount(per="counters", counter="any", of=o)


@production("tally", "<k:counter_kind> counter* on <o:group>", "<k:counter_kind> counter* among <o:group>")
def _counters_on(k: str, o: Filter) -> Amount | None:
    return None if o.this or o.ref else Amount(per="counters_among", counter=k, of=o)


@production("tally", "card type* among <o:thing>")
def _types_among(o: Filter) -> Amount:
    return Amount(per="card_types", of=o)


@production("tally", "basic land type* among lands you control")
def _domain() -> Amount:
    return Amount(per="basic_land_types", of=Filter(types=("land",), controller="you"))


@production("tally", "<c:kind_of_card> in <w:whose_pile>")
def _in_pile(c: Fields, w: tuple[str, str]) -> Amount:
    return Amount(per="count", of=Filter(**(c | {"zone": w[0], "controller": w[1]})))


for _words, _zone, _owner in (
    ("your graveyard", "graveyard", "you"), ("your hand", "hand", "you"), ("(that player 's|their) graveyard", "graveyard", "that_player"),
    ("(that player 's|their) hand", "hand", "that_player"), ("target player 's graveyard", "graveyard", "target_player"),
    ("target opponent 's hand", "hand", "target_opponent"), ("target player 's hand", "hand", "target_player"),
    ("your library", "library", "you"), ("(that player 's|their) library", "library", "that_player"),
    ("your opponents ' graveyards", "graveyard", "opponent"), ("all graveyards", "graveyard", "any"), ("exile", "exile", "any"),
    ("defending player 's hand", "hand", "defending"), ("its controller 's graveyard", "graveyard", "that_player"),
    ("its controller 's hand", "hand", "that_player"), ("target opponent 's graveyard", "graveyard", "target_opponent"),
):  # fmt: skip
    production("whose_pile", _words)(lambda z=_zone, o=_owner: (z, o))


@production("tally", "<o:thing> exiled with ~")
def _exiled_with(o: Filter) -> Amount:
    return Amount(per="exiled with this", of=o)


@production("each", "for each <t:tally>")
def _for_each(t: Amount) -> Amount:
    return t


@production("quantity", "the number of <t:tally>", "the total number of <t:tally>")
def _number(t: Amount) -> Amount:
    return t


@production("quantity", "the amount of life you [have] gained <t:when>")
def _life_gained(t: str) -> Amount:
    return Amount(per=f"life you gained {t}")


@production("quantity", "the amount of life you [have] lost <t:when>")
def _life_lost(t: str) -> Amount:
    return Amount(per=f"life you lost {t}")


@production(
    "quantity",
    "the [total] [amount of] life (lost by your opponents|your opponents have lost) <t:when>",
)
def _opponents_lost(t: str) -> Amount:
    return Amount(per=f"life your opponents lost {t}")


@production("quantity", "the [amount of] damage dealt to (it|~|that creature) <t:when>")
def _damage_taken(t: str) -> Amount:
    return Amount(per=f"damage dealt to it {t}")


@production("quantity", "the difference")
def _difference() -> Amount:
    return Amount(per="the difference")


# ------------------------------------------------------------------ sums and extremes

for _stat in ("power", "toughness", "mana_value"):
    _named = _stat.replace("_", " ")
    production("quantity", f"their total {_named}")(lambda s=_stat: Amount(per=f"total_{s}", of=Filter(ref="earlier")))
    production("quantity", f"the greatest {_named} among <c:kind_of_card> in your graveyard")(
        lambda c, s=_stat: Amount(per=f"greatest_{s}", of=Filter(**(c | {"zone": "graveyard", "controller": "you"})))
    )
    production("quantity", f"the {_named} of the (sacrificed|tapped|discarded|returned) (creature|permanent|artifact|card)")(
        lambda s=_stat: Amount(per=s, of=Filter(ref="cost"))
    )  # fmt: skip
    production("quantity", f"the {_named} of the exiled (creature|permanent|artifact|card)")(
        lambda s=_stat: Amount(per=s, of=Filter(zone="exile", ref="earlier"))
    )


for _way in ("up", "down"):
    production("quantity", f"half <q:quantity> , rounded {_way}")(
        lambda q, w=_way: None if q.half or q.times != 1 or q.base else msgspec.structs.replace(q, half=w)
    )


@production("quantity", "<q:quantity_minus> minus <n:int>")
def _minus(q: Amount, n: int) -> Amount:
    return msgspec.structs.replace(q, base=q.base - n)


@production("quantity_minus", "(its|~ 's) power")
def _its_power() -> Amount:
    return Amount(per="power", of=Filter(ref="earlier"))


@production("quantity_minus", "its mana value")
def _its_mana_value() -> Amount:
    return Amount(per="mana_value", of=Filter(ref="earlier"))


@production("quantity", "three times <q:quantity>")
def _three_times(q: Amount) -> Amount | None:
    return msgspec.structs.replace(q, times=q.times * 3) if not q.base else None


@production("quantity", "the number of times (it|~) was kicked")
def _kicks() -> Amount:
    return Amount(per="times_kicked")


@production(
    "condition",
    "this is the <n:ordinal> time this ability has resolved this turn",
    "it 's the <n:ordinal> time [this ability has resolved this turn]",
)
def _time_resolved(n: int) -> Condition:
    return Condition("other", n=n, compare="=", counter="times this ability resolved this turn")


for _word, _number_of in {"first": 1, "second": 2, "third": 3, "fourth": 4}.items():
    production("ordinal", _word)(lambda n=_number_of: n)


@production("condition", "<o:thing> <w:crewed> (it|~) this turn", "(a|an) <o:thing> <w:crewed> (it|~) this turn")
def _crewed(o: Filter, w: str) -> Condition:
    return Condition("other", of=o, counter=f"{described(o)} {w} it this turn")


for _word in ("crewed", "saddled"):
    production("crewed", _word)(lambda w=_word: w)
