"""Effects on cards and counters, and keyword actions (CR 121-122, 701)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    CopySpell,
    CounterSpell,
    DoubleX,
    Draw,
    Filter,
    Life,
    MayCast,
    Mill,
    Named,
    PutCounters,
    RemoveCounters,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ cards


@production("effect", "draw <n:number> card*", "<w:player> draw* <n:number> card*")
def _draw(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w),)


@production(
    "effect",
    "draw cards equal to <n:quantity>",
    "<w:player> draw* cards equal to <n:quantity>",
    "draw a card <n:each>",
    "<w:player> draws a card <n:each>",
)
def _draw_equal(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w),)


@production("effect", "discard <n:number> card*", "<w:player> discard* <n:number> card*")
def _discard(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w, discard=True),)


@production("effect", "<w:player> discards <n:number> card* at random", "discard <n:number> card* at random")
def _discard_random(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w, discard=True, at_random=True),)


@production("effect", "discard (your|their) hand*", "<w:player> discard* (your|their) hand*")
def _discard_hand(w: str = "you") -> Effects:
    return (Draw(Amount(per="hand"), who=w, discard=True),)


@production("effect", "draw a card at the beginning of the next turn 's upkeep")
def _slow_draw() -> Effects:
    return (Draw(who="you", next_upkeep=True),)


@production("effect", "mill <n:number> card*", "<w:player> mill* <n:number> card*")
def _mill(n: Amount, w: str = "you") -> Effects:
    return (Mill(n, who=w),)


@production("effect", "mill cards equal to <n:quantity>", "<w:player> mills cards equal to <n:quantity>")
def _mill_equal(n: Amount, w: str = "you") -> Effects:
    return (Mill(n, who=w),)


@production("effect", "counter <o:object>")
def _counter(o: Filter) -> Effects:
    return (CounterSpell(o),)


@production("effect", "counter <o:object> unless its controller pays <m:mana_cost>")
def _counter_unless(o: Filter, m: str) -> Effects:
    return (CounterSpell(o, unless_paid=m),)


@production("copied_once", "copy <o:chosen>", "copy <o:before>")
def _copy(o: Filter) -> Effects:
    return (CopySpell(o),)


@production("effect", "copy <o:chosen> , except it isn't legendary if the spell is legendary")
def _copy_of_legend(o: Filter) -> Effects:
    return (CopySpell(o), Named("copy_not_legendary"))


@production("effect", "double the value of X")
def _double_x() -> Effects:
    return (DoubleX(Filter(ref="earlier", zone="stack")),)


@production(
    "effect",
    "cast <o:object> without paying (its|their) mana cost*",
    "play <o:object> without paying (its|their) mana cost*",
)
def _cast_free(o: Filter) -> Effects:
    return (MayCast(o, free=True),)


# ------------------------------------------------------------------ counters (CR 122)


@production("effect", "put* <n:number> <k:counter_kind> counter* on <o:object>")
def _put_counters(n: Amount, k: str, o: Filter) -> Effects:
    return (PutCounters(o, k, n),)


@production(
    "effect",
    "put* a number of <k:counter_kind> counters on <o:object> equal to <n:quantity>",
    "put* a number of <k:counter_kind> counters equal to <n:quantity> on <o:object>",
    "put* a <k:counter_kind> counter on <o:object> <n:each>",
)
def _put_equal(n: Amount, k: str, o: Filter) -> Effects:
    return (PutCounters(o, k, n),)


@production(
    "effect", "put* <n:number> <k:counter_kind> counter* and <m:number> <j:counter_kind> counter* on <o:object>"
)
def _put_two_kinds(n: Amount, k: str, m: Amount, j: str, o: Filter) -> Effects:
    return (PutCounters(o, k, n), PutCounters(o, j, m))


@production("effect", "remove <n:number> <k:counter_kind> counter* from <o:object>")
def _remove(n: Amount, k: str, o: Filter) -> Effects:
    return (RemoveCounters(o, k, n),)


@production("effect", "remove all <k:counter_kind> counters from <o:object>", "remove all counters from <o:object>")
def _remove_all(o: Filter, k: str = "any") -> Effects:
    return (RemoveCounters(o, k, Amount(per="all")),)


@production("effect", "double the number of <k:counter_kind> counters on <o:object>")
def _double(k: str, o: Filter) -> Effects:
    single = o.this or o.attached or o.ref
    counted = Filter(ref="that") if o.target else o if single else Filter(ref="set")
    return (PutCounters(o, k, Amount(per="counters", counter=k, of=counted)),)


# ------------------------------------------------------------------ keyword actions (CR 701)

for _word in (
    "scry",
    "surveil",
    "bolster",
    "support",
    "amass",
    "adapt",
    "monstrosity",
    "incubate",
    "fateseal",
    "endure",
    "blight",
    "discover",
    "earthbend",
    "airbend",
    "firebend",
    "recruit",
):
    production("effect", f"{_word} <n:number>")(lambda n, w=_word: (Named(w, amount=n),))

for _phrase, _action in (
    ("proliferate", "proliferate"),
    ("investigate", "investigate"),
    ("shuffle", "shuffle"),
    ("populate", "populate"),
    ("learn", "learn"),
    ("venture into the dungeon", "venture"),
    ("you become the monarch", "become_monarch"),
    ("you take the initiative", "take_initiative"),
    ("the Ring tempts you", "ring_tempts"),
    ("manifest dread", "manifest_dread"),
    ("manifest the top card of your library", "manifest"),
    ("you win the game", "win"),
    ("you lose the game", "lose"),
    ("target player loses the game", "target_player_loses"),
    ("that player loses the game", "that_player_loses"),
    ("take an extra turn after this one", "extra_turn"),
    ("end the turn", "end_turn"),
    ("it becomes day", "becomes_day"),
    ("it becomes night", "becomes_night"),
    ("open an Attraction", "open_attraction"),
    ("roll a d20", "roll_d20"),
    ("flip a coin", "flip_coin"),
    ("time travel", "time_travel"),
):
    production("effect", _phrase)(lambda a=_action: (Named(a),))

for _word in ("explore", "goad", "connive", "suspect", "exert", "phase out", "detain"):
    production("effect", f"{_word} <o:object>")(lambda o, w=_word: (Named(w.replace(" ", "_"), of=o),))
production("effect", "<o:object> explore*")(lambda o: (Named("explore", of=o),))
production("effect", "<o:object> connive*")(lambda o: (Named("connive", of=o),))
production("effect", "<o:object> phase* out")(lambda o: (Named("phase_out", of=o),))
production("effect", "you get <n:energy>")(lambda n: (Named("energy", amount=Amount(base=n)),))
production("effect", "<w:player> get* <n:number> poison counter*")(lambda w, n: (Named(f"poison:{w}", amount=n),))


@production("effect", "investigate twice")
def _twice_investigate() -> Effects:
    return (Named("investigate", amount=Amount(base=2)),)


for _who in ("player", "opponent"):
    production("hand_shown", f"look at target {_who} 's hand")(lambda w=_who: Named(f"look_at_hand:target_{w}"))
    production("hand_shown", f"target {_who} reveals their hand")(lambda w=_who: Named(f"reveals_hand:target_{w}"))


@production("effect", "<h:hand_shown>")
def _look_at_hand(h: Named) -> Effects:
    return (h,)


@production(
    "effect",
    "<h:hand_shown> . You choose (a|an) <c:kind_of_card> from it [<q:quality>] . That player discards that card",
)
def _chosen_discard(h: Named, c: Fields, q: Fields | None = None) -> Effects:
    return (h, Named("discard_chosen", of=Filter(**(c | (q or {}) | {"zone": "hand"}))))


@production("effect", "each opponent loses X life . You gain life equal to the life lost this way")
def _exsanguinate() -> Effects:
    return (Life(Amount(per="x"), gain=False, who="each_opponent"), Named("gain_life_lost_this_way"))


@production("effect", "you gain half X life and draw half X cards . Round down each time")
def _half_x_each() -> Effects:
    half = Amount(per="x", half="down")
    return (Life(half, gain=True), Draw(half))


@production("found", "put (it|that card|them|those cards) into your hand")
def _found_hand() -> str:
    return "hand"


@production("found", "put (it|that card|them|those cards) onto the battlefield")
def _found_battlefield() -> str:
    return "battlefield"


@production("found", "put (it|that card|them|those cards) onto the battlefield tapped")
def _found_tapped() -> str:
    return "battlefield_tapped"


@production("sought", "(a|an) <c:kind_of_card>", "up to <u:int> <c:kind_of_card>", "<n:int> <c:kind_of_card>")
def _sought(c: Fields, n: int = 1, u: int | None = None) -> Filter:
    return Filter(**(c | {"zone": "library", "controller": "you", "count": u or n, "up_to": u is not None}))


@production(
    "effect",
    "search your library for <s:sought> [, (reveal it|reveal that card|reveal them|reveal those cards)] , <f:found> , then shuffle",
    "search your library for <s:sought> and <f:found> . (Then shuffle|If you do , shuffle|Shuffle)",
    "search your library for <s:sought> [, reveal it|, reveal that card|, reveal them|, reveal those cards] , <f:found> , then shuffle",
    "search your library for <s:sought> , reveal (it|them) , and <f:found> . Then shuffle",
)
def _search(s: Filter, f: str) -> Effects:
    return (Named(f"search_to_{f}", of=s),)


@production(
    "effect",
    "search your library for <s:sought> , then shuffle and put that card on top [of your library]",
    "search your library for <s:sought> , reveal it , then shuffle and put that card on top [of your library]",
)
def _tutor_top(s: Filter) -> Effects:
    return (Named("search_to_top", of=s),)
