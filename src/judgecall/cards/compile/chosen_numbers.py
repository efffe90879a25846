"""How many are chosen where that is X or unusual, and descriptions that compare with X (CR 107.3, 601.2c)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge

# ------------------------------------------------------------------ how many


@production("chosen", "up to one hundred target <c:core>")
def _up_to_a_hundred(c: Fields) -> Filter:
    return Filter(**c, target=True, count=100, up_to=True)


@production("some", "up to X <c:core>")
def _up_to_x(c: Fields) -> Filter | None:
    """Chosen as it resolves, without targets."""
    return Filter(**c, count_x=True, up_to=True) if c.get("zone", "battlefield") == "battlefield" else None


# ------------------------------------------------------------------ compared with X


@production("quality", "with mana value X plus <n:int>")
def _mana_value_x_plus(n: int) -> Fields:
    return {"mana_value_of": ("=", Amount(per="x", base=n))}


@production("quality", "with mana value less than or equal to the amount of {E} paid this way")
def _mana_value_up_to_energy() -> Fields:
    return {"mana_value_of": ("<=", Amount(per="history", counter="energy paid this way"))}


@production("quality", "with total mana value X or less")
def _total_mana_value() -> Fields:
    return {"state": ("total_mana_value_at_most_x",)}


# ------------------------------------------------------------------ what was done to them

for _name, _phrase in (
    ("didnt_enter_this_turn", "that didn't enter this turn"),
    ("has_cycling", "with a cycling ability"),
    ("shares_no_creature_type_with_yours", "that doesn't share a creature type with a creature you control"),
):
    production("quality", _phrase)(lambda n=_name: {"state": (n,)})


@production("group", "each <c:core> dealt damage this way")
def _each_victim(c: Fields) -> Filter:
    return Filter(**(c | {"state": (*c.get("state", ()), "dealt_damage_this_way")}))


@production("chosen", "target <c:core> with a single target")
def _with_one_target(c: Fields) -> Filter | None:
    state = (*c.get("state", ()), "single_target")
    return Filter(**(c | {"state": state}), target=True) if c.get("zone") == "stack" else None


production("place", "from graveyards")(lambda: {"zone": "graveyard"})
production("place", "from that player 's graveyard")(lambda: {"zone": "graveyard", "controller": "that_player"})


@production("noun_spell", "<a:pure_core> or <b:pure_core> spell*")
def _either_spell(a: Fields, b: Fields) -> Fields | None:
    """ "A Zombie creature or artifact creature spell": two descriptions, of which one at least has more than a type."""
    if "zone" in a or "zone" in b or set(b) <= {"types"} or all(set(row) <= {"subtypes"} for row in (a, b)):
        return None  # "a red instant or sorcery spell": both are red
    return {"alternatives": (Filter(**a), Filter(**b)), "zone": "stack"}


@production("noun_spell", "<t:type> and/or <u:type> spell*")
def _two_kinds_of_spells(t: str, u: str) -> Fields:
    return {"types": (t, u), "zone": "stack"}


@production("cards_in_hand", "(a|an) <c:kind_of_card> or <d:kind_of_card>")
def _either_card(c: Fields, d: Fields) -> tuple[Amount, Filter] | None:
    if merge(c, d) is not None and set(c) == set(d) == {"types"}:
        return None
    return Amount(base=1), Filter(zone="hand", controller="you", alternatives=(Filter(**c), Filter(**d)))
