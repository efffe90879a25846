"""What X stands for: differences, numbers of opponents, what was done this way or this turn (CR 107.3, 608.2h)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.quantities import total

# ------------------------------------------------------------------ X itself, more or less


production("number", "X minus <n:int>")(lambda n: Amount(per="x", base=-n))
production("number", "two times X")(lambda: Amount(per="x", times=2))


# ------------------------------------------------------------------ differences and sums


@production("quantity_minus", "the number of cards in (their|that player 's) hand")
def _their_hand() -> Amount:
    return Amount(per="hand_that_player")


@production("quantity_minus", "the number of cards in your hand")
def _your_hand() -> Amount:
    return Amount(per="hand")


@production("quantity_minus", "its toughness")
def _its_toughness() -> Amount:
    return Amount(per="toughness", of=Filter(ref="earlier"))


@production("quantity", "<q:quantity_minus> minus <p:quantity_minus>")
def _difference(q: Amount, p: Amount) -> Amount:
    return total(q, msgspec.structs.replace(p, times=-1))


@production("quantity", "the total number of <c:kind_of_card> you own in exile and in your graveyard [<o:own_kinds>]")
def _in_both(c: Fields, o: tuple[Filter, ...] = ()) -> Amount:
    fields = c | {"controller": "you", "alternatives": o} if o else c | {"controller": "you"}
    return total(*(Amount(per="count", of=Filter(**(fields | {"zone": zone}))) for zone in ("exile", "graveyard")))


@production("own_kinds", "that are <s:subtype> or are named ~")
def _own_kinds(s: str) -> tuple[Filter, ...]:
    return Filter(subtypes=(s,)), Filter(names=("~",))


# ------------------------------------------------------------------ of what was done this way


for _stat in ("power", "toughness", "mana value"):
    _code = _stat.replace(" ", "_")
    for _size in ("total", "greatest"):
        _link = "of [the]" if _size == "total" else "among"
        production(
            "quantity",
            f"the {_size} {_stat} {_link} <c:core> <w:done_way>",
            f"the {_size} {_stat} {_link} <c:kind_of_card> <w:done_way>",
        )(
            lambda c, w, s=_stat, z=_size: Amount(
                per="history", of=Filter(**c), counter=f"{z} {s} of those {w} this way"
            )
        )
    production("quantity", f"the total {_stat} of the sacrificed (creatures|permanents|artifacts)")(
        lambda s=_code: Amount(per=f"total_{s}", of=Filter(ref="cost"))
    )
    production("quantity", f"the total {_stat} of those cards")(
        lambda s=_stat: Amount(per="history", counter=f"total {s} of those cards")
    )
    production("quantity", f"the {_stat} of the card you exiled")(
        lambda s=_stat: Amount(per="history", counter=f"{s} of the card you exiled")
    )
production("done_way", "that died this way")(lambda: "died")
production("done_way", "devoured this way")(lambda: "devoured")


@production("each", "for each card type among <c:kind_of_card> <w:done_way>")
def _types_done(c: Fields, w: str) -> Amount:
    return Amount(per="history", of=Filter(**c), counter=f"card types among those {w} this way")


@production("each", "for each sacrificed <c:core>")
def _each_sacrificed(c: Fields) -> Amount:
    return Amount(per="sacrificed this way", of=Filter(**c))


@production("quantity", "the number of <c:core> they controlled that were put into a graveyard this way")
def _theirs_done(c: Fields) -> Amount:
    return Amount(per="history", of=Filter(**c), counter="put into a graveyard this way, that player controlled")


# ------------------------------------------------------------------ opponents


@production("opponents_who", "(who|that) control* (a|an) <c:core>")
def _controlling(c: Fields) -> tuple[str, Filter]:
    return "who control one of these", Filter(**c)


@production("opponents_who", "with <n:int> or more cards in hand", "who have <n:int> or more cards in hand")
def _holding(n: int) -> tuple[str, Filter | None]:
    return f"with {n} or more cards in hand", None


@production(
    "opponents_who",
    "with <n:int> or more <k:counter_kind> counters",
    "who have <n:int> or more <k:counter_kind> counters",
)
def _marked(n: int, k: str) -> tuple[str, Filter | None]:
    return f"with {n} or more {k} counters", None


for _phrase in (
    "who control more lands than you",
    "(who|that) were dealt combat damage this turn",
    "(who|that) were dealt combat damage by ~ this turn",
):
    production("opponents_who", _phrase)(lambda p=_phrase: (p.replace("(who|that)", "who").replace("~", "this"), None))


@production("opponents_who", "who were dealt combat damage by ~ or a <s:subtype> this turn")
def _hit_by(s: str) -> tuple[str, Filter | None]:
    return "who were dealt combat damage this turn by this or one of these", Filter(subtypes=(s,))


@production("quantity", "the number of [your] opponents <w:opponents_who>")
def _opponents(w: tuple[str, Filter | None]) -> Amount:
    return Amount(per="history", of=w[1], counter=f"opponents {w[0]}")


@production("each", "for each opponent <w:opponents_who>")
def _each_opponent(w: tuple[str, Filter | None]) -> Amount:
    return _opponents(w)


@production("quantity", "the [total] number of <c:core> those (opponents|players) control")
def _of_the_chosen(c: Fields) -> Amount | None:
    """Of all the players that were chosen together."""
    return None if "controller" in c else Amount(per="history", of=Filter(**c), counter="those players control")


# ------------------------------------------------------------------ as it was then


@production("quantity_now", "the greatest power among <o:group>")
def _greatest_then(o: Filter) -> Amount:
    return Amount(per="history", of=o, counter="greatest power among them as this was activated")


@production("quantity", "the greatest power among <c:core> you controlled as you cast ~")
def _greatest_as_cast(c: Fields) -> Amount | None:
    of = Filter(**(c | {"controller": "you"}))
    return (
        None if "controller" in c else Amount(per="history", of=of, counter="greatest power among them as it was cast")
    )


@production("quantity", "the number of <c:core> they controlled at the beginning of this turn")
def _then_controlled(c: Fields) -> Amount:
    return Amount(per="history", of=Filter(**c), counter="that player controlled at the beginning of this turn")


# ------------------------------------------------------------------ what only the course of the game tells


@production("quantity", "the number of <c:color> mana symbols in the mana costs of permanents you control")
def _chroma(c: str) -> Amount:
    """The same number as devotion to that colour (CR 700.5)."""
    return Amount(per="devotion", colors=c)


for _name, _phrases in {
    "power of the amassed Army": ("the amassed Army 's power",),
    "card types of the discarded card": ("the number of card types the discarded card has",),
    "creatures exiled under your opponents' control this turn": (
        "the number of creatures that were exiled under your opponents ' control this turn",
    ),
    "cards put into that player's graveyard this turn": (
        "the number of cards put into their graveyard from anywhere this turn",
    ),
    "life your opponents lost this turn": ("the total amount of life your opponents lost this turn",),
    "mana that player paid this way": ("the amount of mana that player paid this way",),
    "life paid with this": ("the amount of life paid with ~",),
    "difference between their powers": ("the difference between (the chosen creatures '|their) powers",),
    "damage dealt to your opponents this turn": (
        "the damage dealt to your opponents this turn",
        "the amount of damage dealt to your opponents this turn",
    ),
    "coins that came up heads": ("the number of coins that came up heads",),
    "words in the longest name among permanents you control": (
        "the number of words in the name with the most words among permanents you control",
    ),
    "rad counters among players": ("the total number of rad counters among players",),
    "mirrors on walls in sight": ("the number of mirrors on walls you can see from your seat",),
}.items():
    production("quantity", *_phrases)(lambda n=_name: Amount(per="history", counter=n))

for _name, _phrase in (
    ("was put into a graveyard from the battlefield", "(was|were) put into graveyards from the battlefield"),
    ("was put into your graveyard from your hand or library", "(was|were) put into your graveyard from your hand or library"),
):  # fmt: skip
    production("befell", _phrase)(lambda n=_name: n)

for _name, _phrase in (
    ("coins won", "for each flip you win"),
    ("even results", "for each even result"),
    ("odd results", "for each odd result"),
):
    production("each", _phrase)(lambda n=_name: Amount(per="history", counter=n))


@production("x_and_y", "X is the first chosen result and Y is the second")
def _two_results() -> tuple[Amount, Amount]:
    return Amount(per="history", counter="the first chosen result"), Amount(per="history", counter="the second one")
