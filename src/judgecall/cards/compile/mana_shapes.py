"""Mana of rarer shapes: counted by what was paid, of different colours, and what it may not be spent on (CR 106, 602.1a)."""

from __future__ import annotations

from judgecall.cards.abilities import AddMana, Amount, Filter, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ costs whose size the player chooses


@production("cost_part", "Remove (any number of|<m:one_or_more>) <k:counter_kind> counters from ~")
def _remove_any_number(k: str, m: bool = False) -> Fields:
    return {"remove_counters": (Amount(per="any_number", counter="one or more" if m else None), k)}


@production("cost_part", "Remove all <k:counter_kind> counters from ~")
def _remove_all(k: str) -> Fields:
    return {"remove_counters": (Amount(per="all"), k)}


@production(
    "cost_part",
    "Remove <n:int> [<k:counter_kind>] counter* from (a|an) <c:core>",
    "Remove <n:int> [<k:counter_kind>] counter* from <o:another> <c:core>",
    "Remove <n:int> [<k:counter_kind>] counter* from <a:among> <c:core>",
    "Remove <n:int> [<k:counter_kind>] counter* from <a:among> <o:other_word> <c:core>",
)
def _remove_elsewhere(n: int, c: Fields, k: str = "any", o: bool = False, a: bool = False) -> Fields:
    """From another permanent: the engine only knows that something else has to be paid."""
    words = ("among" * a, "other" * o, described(Filter(**c)), "you control" * (c.get("controller") == "you"))
    return {"other": (f"remove {n} {k} from {' '.join(filter(None, words))}",)}


production("among", "from among", "among")(lambda: True)


@production("cost_part", "Sacrifice <a:some> or (a|an) <b:core>")
def _sacrifice_either(a: Filter, b: Fields) -> Fields | None:
    one = {name: getattr(a, name) for name in a.__struct_fields__ if name != "count"}
    if a.count != 1 or a.target or "controller" in b:
        return None
    return {"sacrifice": (Amount(base=1), Filter(alternatives=(Filter(**one), Filter(**b))))}


@production("cost_part", "Sacrifice (any number of|<m:one_or_more>) <c:core>")
def _sacrifice_any_number(c: Fields, m: bool = False) -> Fields:
    return {"sacrifice": (Amount(per="any_number"), Filter(**(c | {"at_least_one": m})))}


@production("cost_part", "Exile any number of <c:kind_of_card> from your graveyard")
def _exile_any_number(c: Fields) -> Fields:
    of = Filter(**(c | {"zone": "graveyard", "controller": "you"}))
    return {"exile": (Amount(per="any_number"), of)}


for _place in ("top", "the bottom"):
    production("cost_part", f"Put <o:this> on {_place} of (its owner 's|your) library")(
        lambda o, p=_place: {"other": (f"put this on {p} of the library",)}
    )


@production("cost_part", "Reveal any number of <c:kind_of_card> (from|in) your hand")
def _reveal_any_number(c: Fields) -> Fields:
    return {"other": (f"reveal any number of {described(Filter(**c))}",)}


# ------------------------------------------------------------------ what is added


@production("add_what", "two mana of different colors")
def _different_colors() -> Fields:
    return {"options": ("different_colors",), "amount": Amount(base=2)}


@production("add_what", "<a:mana_letter> or <b:mana_letter> <e:each>")
def _either_each(a: str, b: str, e: Amount) -> Fields:
    """Each of them is chosen apart."""
    return {"options": (f"any_combination:{a}{b}",), "amount": e}


@production("adds", "add X mana <q:mana_quality> , where X is <n:quantity>")
def _x_mana(q: Fields, n: Amount) -> Fields:
    return q | {"amount": n}


@production("mana_effect", "for each color among <o:group> , add one mana of that color")
def _each_color(o: Filter) -> AddMana:
    return AddMana(options=("each_color_among",), among=o)


@production("mana_effect", "choose a color of (a|an) <c:core> . Add one mana of that color")
def _color_of_one(c: Fields) -> AddMana:
    return AddMana(options=("any_color_among",), among=Filter(**c))


@production("mana_quality", "of any of ~ 's colors")
def _own_colors() -> Fields:
    return {"options": ("any_color_among",), "among": Filter(this=True)}


@production(
    "mana_tail",
    ". (This|That) mana can't be spent to <w:spend_words>",
    ". You can't spend this mana to <w:spend_words>",
)
def _not_spent(w: str) -> Fields:
    """In words that no rule on spending reads as a permission."""
    return {"spend_only": f"anything-but:{w.replace(' ', '_')}"}


@production("effect", "reveal any number of <c:kind_of_card> (from|in) your hand")
def _reveal_hand(c: Fields) -> Effects:
    return (Named("reveals_from_hand:any_number", of=Filter(**(c | {"zone": "hand", "controller": "you"}))),)
