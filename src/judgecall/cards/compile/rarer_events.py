"""Rarer events and the spells that are met by them: an upkeep not paid, a game lost, all of them attacking (CR 603.2, 701.6)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    CounterSpell,
    Event,
    Filter,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.happenings import or_ability
from judgecall.cards.compile.moments import plain_event
from judgecall.cards.compile.nouns import Fields

_THIS = Filter(this=True)


@production("event", "a player doesn't pay ~ 's cumulative upkeep")
def _unpaid_upkeep() -> Event:
    return Event("cumulative_upkeep_unpaid", of=_THIS, whose="each")


plain_event("loses_game", "enchanted_player", "enchanted player loses the game")


@production("event", "<o:watched> is devoured")
def _devoured(o: Filter) -> Event:
    return Event("devoured", of=o)


@production("event", "all <c:core> attack")
def _all_attack(c: Fields) -> Event | None:
    return Event("all_attack", of=Filter(**c)) if c.get("controller") == "you" else None


@production("watched", "enchanted creature or another <c:core>")
def _attached_or_another(c: Fields) -> Filter:
    other = Filter(**(c | {"state": (*c.get("state", ()), "other_than_attached")}))
    return Filter(alternatives=(Filter(attached=True), other))


@production(
    "delayed_word",
    "When you next cast (a|an) <c:core> or activate an ability with {X} in its activation cost this turn",
)
def _next_with_x(c: Fields) -> Event | None:
    if c.get("zone") != "stack":
        return None
    return Event("casts", of=or_ability(Filter(**c)), or_what=("activates_ability_with_x",))


@production("cost_part", "Reveal <n:number> <c:kind_of_card> in your hand")
def _reveal_cost(n: Amount, c: Fields) -> Fields | None:
    number = "X" if n.per == "x" else str(n.base)
    return {"other": (f"reveal {number} {described(Filter(**c))}",)} if n.per in (None, "x") else None


# ------------------------------------------------------------------ spells that are met


@production("effect", "counter <o:object> unless (that player|they) (pays|pay) {X}")
def _counter_unless(o: Filter) -> Effects | None:
    """That player is the one who cast it; what X is, is said after it."""
    return (CounterSpell(o, unless_paid="{X}"),) if o.ref else None


@production("effect", "counter <o:object> unless its controller pays mana equal to <q:quantity>")
def _counter_unless_equal(o: Filter, q: Amount) -> Effects:
    return (CounterSpell(o, unless_paid="{1}", times=q),)


for _ordinal in ("first", "second"):
    production("event", f"an opponent casts their {_ordinal} <c:core> each turn")(
        lambda c, n=_ordinal: (
            Event(f"casts_{n}_such", of=Filter(**c), whose="opponent") if c.get("zone") == "stack" else None
        )
    )


@production("quality", "that doesn't share a color with (a|an) <c:core>")
def _no_color_shared(c: Fields) -> Fields | None:
    return (
        {"state": ("no_color_in_common_with_a_creature_of_yours",)}
        if c == {"types": ("creature",), "controller": "you"}
        else None
    )
