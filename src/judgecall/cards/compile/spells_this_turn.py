"""What spells of this turn cost, what is copied of them, and spells cast from among cards that were seen (CR 601.2f, 611.2, 707)."""

from __future__ import annotations

from typing import Any

from judgecall.cards.abilities import Amount, Condition, CostChange, Event, Filter, IfDo, Lasting, MayCast, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.happenings import or_ability
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ what they cost


@production("spells_of_turn", "<c:core> you cast this turn")
def _yours(c: Fields) -> Filter | None:
    return Filter(**(c | {"controller": "you"})) if c.get("zone") == "stack" else None


@production("spells_of_turn", "<c:core> you cast this turn that are <a:adjectives>")
def _yours_colored(c: Fields, a: Fields) -> Filter | None:
    return Filter(**(c | a | {"controller": "you"})) if c.get("zone") == "stack" and not set(c) & set(a) else None


@production("spells_of_turn", "<c:core> you cast from exile this turn")
def _yours_from_exile(c: Fields) -> Filter | None:
    state = (*c.get("state", ()), "cast_from_exile")
    return Filter(**(c | {"controller": "you", "state": state})) if c.get("zone") == "stack" else None


@production("spells_of_turn", "the next <c:core> you cast this turn")
def _next(c: Fields) -> Filter | None:
    state = (*c.get("state", ()), "next_cast_this_turn")
    return Filter(**(c | {"controller": "you", "state": state})) if c.get("zone") == "stack" else None


@production("effect", "<s:spells_of_turn> cost* <m:mana_cost> less to cast")
def _cost_less_this_turn(s: Filter, m: str) -> Effects:
    """For the rest of the turn; what {X} is stands in the words after, or was paid."""
    return (Lasting((CostChange(s, m),), until="this_turn"),)


# ------------------------------------------------------------------ X in a spell's own text


@production("static_clause", "X can't be greater than <q:quantity>")
def _x_at_most(q: Amount) -> Effects:
    return (Named("x_cant_be_greater", amount=q),)


@production("effect", "X can't be greater than <q:quantity>")
def _x_of_spell_at_most(q: Amount) -> Effects:
    return (Named("x_cant_be_greater", amount=q),)


@production("effect", "X is <q:quantity>")
def _x_is(q: Amount) -> Effects | None:
    """A line of its own, which says what X is in the others."""
    return (Named("x_is", amount=q),) if q.per == "as_it_was_cast" else None


production("condition", "X is <n:int> or less", "X is <n:int> or fewer", "X is at most <n:int>")(
    lambda n: Condition("x_at_least", n=n + 1, negated=True)
)
production("condition", "X is <n:int> or (more|greater)")(lambda n: Condition("x_at_least", n=n))


# ------------------------------------------------------------------ what is cast, and copied


@production("event", "you cast <s:watched> using mana produced by ~")
def _with_its_mana(s: Filter) -> Event | None:
    return Event("casts_with_mana_of_this", of=s) if s.zone == "stack" else None


@production("event", "you cast (a|an) instant or sorcery spell or activate an ability")
def _casts_or_activates() -> Event:
    of = Filter(types=("instant", "sorcery"), zone="stack")
    return Event("casts", of=or_ability(of), or_what=("activates_ability",))


fact(
    "its cost contains X",
    "that spell 's mana cost or that ability 's activation cost contains {X}",
)


@production(
    "from_those",
    "from among (them|those cards|those exiled cards|the exiled cards|[the] cards (exiled|revealed) this way)",
)
def _from_those() -> bool:
    return True


@production(
    "effect",
    "cast (<o:just_one>|any number of) <c:core> <:from_those> without paying (its|their) mana cost*",
)
def _cast_free(c: Fields, o: bool = False) -> Effects | None:
    return _among(c | ({"count": 1} if o else {"count": 99, "up_to": True}), free=True)


@production(
    "effect",
    "<u:impulse_until> , you may cast <c:core> <:from_those>",
    "until end of turn , you may cast <c:core> <:from_those>",
)
def _cast_among(c: Fields, u: str = "this_turn") -> Effects | None:
    return _among(c, until=u)


@production("effect", "play lands and cast <c:core> <:from_those> [<f:without_paying>]")
def _play_and_cast(c: Fields, f: bool = False, u: str = "") -> Effects | None:
    spells = _among(c, free=f, until=u)
    return None if spells is None else (MayCast(Filter(types=("land",), zone="among_those"), until=u), *spells)


@production(
    "effect",
    "until end of turn , you may play lands and cast <c:core> <:from_those> [<f:without_paying>]",
    "<u:impulse_until> , you may play lands and cast <c:core> <:from_those> [<f:without_paying>]",
)
def _play_and_cast_for_a_while(c: Fields, f: bool = False, u: str = "this_turn") -> Effects | None:
    return _play_and_cast(c, f, u)


production("without_paying", "without paying (its|their) mana cost*")(lambda: True)


def _among(c: Fields, **more: Any) -> Effects | None:
    if c.get("zone") != "stack":
        return None
    return (MayCast(Filter(**(c | {"zone": "among_those"})), **more),)


# ------------------------------------------------------------------ what a target is changed to


@production("effect", "change the target of <o:chosen> if that target is you")
def _change_target(o: Filter) -> Effects | None:
    """Asked as it resolves, so no part of what may be chosen."""
    yours = Condition("other", counter="the target of that spell is you")
    return (IfDo(yours, (Named("change_target", of=o),)),) if o.zone == "stack" else None


@production("effect", "the new target must be a player")
def _must_be_player() -> Effects:
    return (Named("new_target_is_a_player"),)
