"""Conditions on what players control, hold and did, and on how they stand to one another (CR 603.4, 608.2h)."""

from __future__ import annotations

from judgecall.cards.abilities import Comparison, Condition, Filter
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_THIS = Filter(this=True)


@production("condition", "<r:rival> has <c:comparison> cards in hand")
def _cards_in_hand(r: str, c: tuple[Comparison, int]) -> Condition:
    return Condition("other", compare=c[0], n=c[1], counter=f"cards in the hand of {r}: {c[0]}")


@production("condition", "each player has <c:comparison> life")
def _each_players_life(c: tuple[Comparison, int]) -> Condition:
    return Condition("other", compare=c[0], n=c[1], counter=f"each player's life is {c[0]}")


@production("condition", "a player controls more <c:core> than each other player")
def _most(c: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"one player controls the most {described(of)}")


@production("condition", "there are <n:int> or more <c:core> that player controls")
def _that_players(n: int, c: Fields) -> Condition:
    return Condition("other", n=n, of=Filter(**c), counter="objects that player controls")


@production("condition", "you control no <c:core> other than ~ and have no cards in hand")
def _nothing_else(c: Fields) -> Condition:
    none = Condition("control", of=Filter(**(c | {"other": True})), compare="=", n=0)
    return Condition("all", parts=(none, Condition("cards_in_hand", compare="=", n=0)))


@production("condition", "<w:controls> <n:int> or more <c:core> <a:alike>")
def _alike(w: str, n: int, c: Fields, a: str) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, n=n, who=w, counter=f"{described(of)} {a}")


production("alike", "with different names")(lambda: "with different names")
production("alike", "that share a creature type")(lambda: "that share a creature type")
production("alike", "with the same name as one another")(lambda: "with the same name")


@production("condition", "<w:controls> <n:int> or more <c:core> that each have toughness greater than their power")
def _all_tough(w: str, n: int, c: Fields) -> Condition:
    return Condition("control", of=Filter(**(c | {"state": ("toughness_over_power",)})), n=n, who=w)


@production("condition", "<w:controls> (a|an) <c:core> with power greater than its base power")
def _raised(w: str, c: Fields) -> Condition:
    return Condition("control", of=Filter(**(c | {"state": ("power_above_base",)})), who=w)


@production("condition", "<w:controls> (a|an) <c:core> with the greatest power among creatures on the battlefield")
def _controls_greatest(w: str, c: Fields) -> Condition:
    return Condition("control", of=Filter(**(c | {"state": ("greatest_power_of_all",)})), who=w)


@production("condition", "your team controls <s:some>")
def _team(s: Filter) -> Condition:
    return Condition("other", of=s, counter=f"your team controls {described(s)}")


@production("condition", "you control an enchanted creature")
def _enchanted_creature() -> Condition:
    return Condition("control", of=Filter(types=("creature",), state=("enchanted",)))


@production("condition", "you control <n:int> or more permanents you don't own")
def _not_owned(n: int) -> Condition:
    return Condition("control", of=Filter(types=("permanent",), state=("not_owned",)), n=n)


@production("condition", "no other creatures are attacking that player")
def _sole_attacker() -> Condition:
    return Condition("other", counter="no other creature attacks that player")


@production("condition", "another <c:core> is on the battlefield")
def _another_here(c: Fields) -> Condition:
    return Condition("on_battlefield", of=Filter(**(c | {"other": True})))


@production("condition", "all <c:core> on the battlefield are <d:core>")
def _all_are(c: Fields, d: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, is_a=Filter(**d), counter=f"each {described(of)} is {described(Filter(**d))}")


@production("condition", "(that|defending) player attacked you during their last turn")
def _attacked_you() -> Condition:
    return Condition("other", counter="that player attacked you during their last turn")


@production("condition", "they cast <n:int> or more spells this turn")
def _they_cast(n: int) -> Condition:
    return Condition("other", n=n, counter="spells that player cast this turn")


@production("condition", "(a|an) <c:core> dealt damage by ~ this turn died")
def _victim_died(c: Fields) -> Condition:
    return Condition("other", of=Filter(**c), counter="one dealt damage by this died this turn")


@production("condition", "(a|an) <k:counter_kind> counter was put on <o:group_or_one> this turn")
def _counter_put(o: Filter, k: str) -> Condition:
    return Condition("other", of=o, counter=f"a {k} counter was put on one this turn")


@production("condition", "you put a counter on <o:group_or_one> this turn")
def _you_put_counter(o: Filter) -> Condition:
    return Condition("other", of=o, counter="you put a counter on one this turn")


@production("group_or_one", "~", "(a|an) <c:core>")
def _group_or_one(c: Fields | None = None) -> Filter:
    return _THIS if c is None else Filter(**c)


@production("group_or_one", "(a|an) <c:core> under your control")
def _one_of_yours(c: Fields) -> Filter:
    return Filter(**(c | {"controller": "you"}))


@production("condition", "you've cast both (a|an) <c:core> and (a|an) <d:core> this turn")
def _cast_both(c: Fields, d: Fields) -> Condition | None:
    of = (Filter(**c), Filter(**d))
    if any(one.zone != "stack" for one in of):
        return None
    parts = tuple(Condition("other", of=one, counter=f"you cast {described(one)} this turn") for one in of)
    return Condition("all", parts=parts)


@production("condition", "(a|an) <c:core> and (a|an) <d:core> attacked this combat")
def _both_attacked(c: Fields, d: Fields) -> Condition:
    of = (Filter(**c), Filter(**d))
    parts = tuple(Condition("other", of=one, counter=f"{described(one)} attacked this combat") for one in of)
    return Condition("all", parts=parts)


@production("condition", "~ and at least <n:int> other creatures attacked this combat")
def _battalion(n: int) -> Condition:
    return Condition("other", n=n, counter="it and so many other creatures attacked this combat")


@production("condition", "you attacked with exactly <n:int> other creature* this combat")
def _attacked_with(n: int) -> Condition:
    return Condition("other", n=n, compare="=", counter=f"you attacked with exactly {n} other creatures this combat")


@production("condition", "a player was dealt <n:digits> or more combat damage this turn")
def _player_hurt(n: int) -> Condition:
    return Condition("other", n=n, counter="combat damage dealt to one player this turn")


@production("condition", "a player was dealt combat damage by (a|an) <c:core> this turn")
def _hurt_by(c: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"a player was dealt combat damage by {described(of)} this turn")


@production("condition", "any of that damage was dealt by (a|an) <c:core>")
def _some_of_it_by(c: Fields) -> Condition:
    """Of the damage of this event alone: what first strike dealt before is no part of it."""
    of = Filter(**c)
    return Condition("other", of=of, counter=f"some of that damage was dealt by {described(of)}")


@production("condition", "you've played a land or cast a spell this turn from anywhere other than your hand")
def _played_from_elsewhere() -> Condition:
    return Condition("other", counter="you played a card from outside your hand this turn")


@production("condition", "an opponent didn't lose life this turn", "no opponent lost life this turn")
def _no_opponent_lost() -> Condition:
    return Condition("lost_life", who="opponent", negated=True)


@production("comparison", "<n:int> or greater")
def _or_greater(n: int) -> tuple[Comparison, int]:
    return (">=", n)


@production("condition", "there are <c:comparison> counters among <g:group>")
def _counters_among(c: tuple[Comparison, int], g: Filter) -> Condition:
    return Condition("other", of=g, compare=c[0], n=c[1], counter=f"counters in all on {described(g)}: {c[0]}")


@production("condition", "all <c:core> are <j:adjectives>")
def _all_of_a_kind(c: Fields, j: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, is_a=Filter(**j), counter=f"each {described(of)} is {described(Filter(**j))}")


@production(
    "condition", "there are <n:int> or more <k:kind_of_card> among cards in your graveyard , hand , and library"
)
def _in_all_piles(n: int, k: Fields) -> Condition:
    of = Filter(**k)
    return Condition("other", of=of, n=n, counter=f"{described(of)} cards in your graveyard, hand and library")


for _name, _phrase in (
    ("you control each creature with the greatest power", "you control each creature on the battlefield with the greatest power"),
    ("you control the artifact with the greatest mana value or one of those tied for it", "you control the artifact with the greatest mana value or tied for the greatest mana value"),
    ("two or more of them attack you or planeswalkers you control", "two or more of those creatures are attacking you and/or planeswalkers you control"),
    ("a player being attacked is poisoned", "one or more players being attacked are poisoned"),
    ("permanents were sacrificed to activate it", "one or more permanents were sacrificed to activate it"),
    ("mana from a Treasure was spent on it", "mana from a Treasure was spent to cast or activate it"),
    ("that opponent has more life than another", "that opponent has more life than another of your opponents"),
):  # fmt: skip
    fact(_name, _phrase)


@production("condition", "you cast it from a graveyard")
def _cast_from_graveyard() -> Condition:
    return Condition("was_cast", counter="graveyard")


@production("condition", "there are <n:int> or more basic land types among lands that player controls")
def _domain_of_that_player(n: int) -> Condition:
    return Condition("other", n=n, counter="basic land types among the lands of that player")
