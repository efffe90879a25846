"""X in costs, in what casting costs less, and in damage that is prevented or added (CR 107.3, 118, 601.2f, 614-615)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Activated,
    Amount,
    Condition,
    Cost,
    CostChange,
    Damage,
    DamageRule,
    Event,
    Filter,
    Keyword,
    Named,
    Static,
)
from judgecall.cards.compile.amounts import X
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)

# ------------------------------------------------------------------ costs


@production("cost_part", "Discard <o:cards_in_hand> at random")
def _discard_at_random(o: tuple[Amount, Filter]) -> Fields | None:
    return None if o[1].this or o[0] == _ONE else {"discard": o, "other": ("at random",)}


@production("cost_part", "Return X <c:core> to their owner 's hand")
def _return(c: Fields) -> Fields:
    return {"return_to_hand": (X, Filter(**c))}


production("cost_part", "Exile ~~")(lambda: {"exile": (_ONE, Filter(ref="granter"))})
production("cost_part", "Blight X")(lambda: {"other": ("blight X",)})
production("cost_part", "Blight X . X can't be greater than the greatest toughness among creatures you control")(
    lambda: {"other": ("blight X, at most the greatest toughness among your creatures",)}
)
production("cost_part", "Collect evidence X , where X is the total mana value of the permanents ~ targets")(
    lambda: {"other": ("collect evidence X, the total mana value of its targets",)}
)
production("cost_part", "Gobble X")(lambda: {"other": ("gobble X",)})


@production("activated", "[<c:cost> ,] exile the top card of your library : <b:body>")
def _exiling_the_top(b: Effects, c: Cost | None = None) -> Activated:
    """Only before a colon: "you may exile the top card of your library. If you do, you may play that card" is no cost."""
    paid = c or Cost()
    return Activated(msgspec.structs.replace(paid, other=(*paid.other, "exile the top card of the library")), b)


@production(
    "keywords_line", "flashback <m:mana_cost> . ~ costs {X} less to cast this way , where X is <q:quantity> [.]"
)
def _cheaper_flashback(m: str, q: Amount) -> tuple[Keyword | Static, ...]:
    way = Condition("other", counter="its flashback cost was paid")
    return Keyword("flashback", cost=m), Static((CostChange(Filter(this=True, zone="stack"), "{1}", per=q),), way)


@production("keywords_line", "<k:keyword_line> . If you cast ~ this way , X can't be 0 [.]")
def _flashback_x(k: Keyword) -> tuple[Keyword | Static, ...] | None:
    if k.name != "flashback":
        return None
    return k, Static((Named("x_cant_be_0"),), Condition("other", counter="its flashback cost was paid"))


@production("keywords_line", "casualty X . The copy isn't legendary and has starting loyalty X [.]")
def _casualty() -> tuple[Keyword | Static, ...]:
    return Keyword("casualty", cost="X"), Static((Named("casualty_copy_not_legendary_with_loyalty_x"),))


for _name, _phrase in (
    ("freerunning cost paid", "~ 's freerunning cost was paid"),
    ("draws a card this way", "you draw one or more cards this way"),
    ("five basic land types among your lands", "there are five basic land types among lands you control"),
):
    production("condition", _phrase)(lambda n=_name: Condition("other", counter=n))


@production("condition", "its mana cost contains {X}")
def _has_x() -> Condition:
    return Condition("is", of=Filter(ref="earlier"), is_a=Filter(state=("x_in_cost",)))


@production("effect", "<o:before> enters with a number of <k:counter_kind> counters on it equal to <q:quantity>")
def _will_enter_with(o: Filter, k: str, q: Amount) -> Effects:
    return (Named(f"will_enter_with:{k}", amount=q, of=o),)


# ------------------------------------------------------------------ damage


@production("struck", "you and/or one or more <c:core>")
def _you_and(c: Fields) -> tuple[Filter, str]:
    return Filter(**c), "you"


def _changed(rule: str, s: Filter, t: tuple[Filter, str], k: str, q: Amount, optional: bool = False) -> Effects:
    """By how much is X: the rule itself has no word for it."""
    combat, noncombat = k == "combat", k == "noncombat"
    return (
        DamageRule(t[0], rule, by=s, players=t[1], combat_only=combat, noncombat_only=noncombat, optional=optional),
        Named("x_is", amount=q),
    )


@production(
    "static_line",
    "If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , [<y:you_may>] prevent X of that damage , where X is <q:quantity> [.]",
)
def _less(s: Filter, t: tuple[Filter, str], q: Amount, k: str = "", y: bool = False) -> Static:
    return Static(_changed("minus_x", s, t, k, q, y))


production("you_may", "you may")(lambda: True)


@production(
    "static_line",
    "If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , instead it deals that much damage plus X , where X is <q:quantity> [.]",
    "If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , it deals that much damage plus X instead , where X is <q:quantity> [.]",
)
def _more(s: Filter, t: tuple[Filter, str], q: Amount, k: str = "") -> Static:
    return Static(_changed("plus_x", s, t, k, q))


@production(
    "sentence",
    "that player may pay any amount of mana . <e:effect> . Prevent X of that damage , where X is <q:quantity>",
)
def _paid_off(e: Effects, q: Amount) -> Effects | None:
    if len(e) != 1 or not isinstance(e[0], Damage):
        return None
    return (Named("that_player_may_pay_any_mana"), Named("prevent_of_next_damage", amount=q), *e)


@production("step_event", "the upkeep of enchanted enchantment 's controller")
def _attached_upkeep() -> Event:
    return Event("beginning_of_upkeep_of_attached_controller", of=Filter(attached=True), whose="each")
