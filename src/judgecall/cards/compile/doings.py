"""More instructions: several players at once, "this way", other combats, counters moved, abilities countered (CR 608.2)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Amount,
    Condition,
    Draw,
    Filter,
    GainControl,
    Lasting,
    Life,
    May,
    Mill,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    RemoveCounters,
)
from judgecall.cards.compile.asked import EACH
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)

# ------------------------------------------------------------------ several players


@production("player_act", "draw* cards equal to <n:quantity>")
def _act_draw_equal(n: Amount) -> Effects:
    return (Draw(n, who="?"),)


@production("player_act", "discard* <n:number> card* at random")
def _act_discard_random(n: Amount) -> Effects:
    return (Draw(n, who="?", discard=True, at_random=True),)


@production("player_act", "discard* (your|their) hand*", "discard* all the cards in (your|their) hand*")
def _act_discard_hand() -> Effects:
    return (Draw(Amount(per="hand"), who="?", discard=True),)


@production("player_act", "draw* <n:number> card* <e:each>", "draw* a card <e:each>")
def _act_draw_each(e: Amount, n: Amount = _ONE) -> Effects | None:
    return (Draw(e, who="?"),) if n == _ONE else None


@production("player_act", "gain* life equal to <n:quantity>")
def _act_gain_equal(n: Amount) -> Effects:
    return (Life(n, who="?"),)


@production("player_act", "scry* <n:number>", "scries <n:number>")
def _act_scry(n: Amount) -> Effects:
    return (Named("scry:?", amount=n),)


@production("player_act", "surveil* <n:number>")
def _act_surveil(n: Amount) -> Effects:
    return (Named("surveil:?", amount=n),)


@production("player_act", "investigate*")
def _act_investigate() -> Effects:
    return (Named("investigate:?"),)


@production("player_act", "get* <n:number> poison counter*")
def _act_poison(n: Amount) -> Effects:
    return (Named("poison:?", amount=n),)


@production("player_act", "get* <n:number> rad counter*")
def _act_rad(n: Amount) -> Effects:
    return (Named("rad:?", amount=n),)


@production("player_act", "shuffle*")
def _act_shuffle() -> Effects:
    return (Named("shuffle:?"),)


@production("player_act", "proliferate*")
def _act_proliferate() -> Effects:
    return (Named("proliferate"),)


def by_player(effects: Effects, who: str) -> Effects:
    """The acts done by this player."""
    done: list[Any] = []
    for effect in effects:
        if isinstance(effect, Move):
            done.append(msgspec.structs.replace(effect, of=msgspec.structs.replace(effect.of, chosen_by=who)))
        elif isinstance(effect, Named):
            done.append(
                msgspec.structs.replace(effect, action=effect.action.replace(":?", "" if who == "you" else f":{who}"))
            )
        else:
            done.append(msgspec.structs.replace(effect, who=who))
    return tuple(done)


@production("acting", "<a:player_act>")
def _acting(a: Effects) -> Effects:
    return a


@production(
    "acting",
    "<a:player_act> (and|, then|and then|, and) <b:acting>",
    "<a:player_act> , <b:player_act> , and <c:player_act>",
)
def _acting_row(a: Effects, b: Effects, c: Effects = ()) -> Effects:
    return a + b + c


@production("effect", "<w:player> and <v:player> each <a:acting>", "<w:player> and <v:player> <a:acting>")
def _two_players(w: str, v: str, a: Effects) -> Effects:
    return by_player(a, w) + by_player(a, v)


@production("effect", "<w:player> each <a:acting>", "<w:player> <a:acting>")
def _one_player(w: str, a: Effects) -> Effects:
    return by_player(a, w)


@production("clause", "you may have <w:player> <a:acting>")
def _have_them(w: str, a: Effects) -> Effects:
    return (May(by_player(a, w)),)


@production("clause", "<w:player> may <a:acting>")
def _player_may(w: str, a: Effects) -> Effects:
    if w in EACH:
        return (May(by_player(a, "that_player"), who=w),)
    return (May(by_player(a, w), who=w if w in ("you", "any_opponent") else "that_player"),)


for _who, _phrases in {
    "chosen_player": ("the chosen player",),
    "that_player": ("the player",),
    "those_players": ("each of those players", "those players"),
    "controller_of_source": ("that source 's controller",),
    "its_controller": ("that (artifact|enchantment|planeswalker) 's controller", "the controller of that (creature|permanent)"),
    "attached_controller": ("enchanted (permanent|land|artifact) 's controller", "equipped creature 's controller"),
    "its_owner": ("(their|that card 's) owner",),
    "each_opponent": ("each of your opponents", "your opponents"),
    "another_target_player": ("another target player",),
    "an_opponent": ("an opponent",),
}.items():  # fmt: skip
    production("player", *_phrases)(lambda w=_who: w)

# ------------------------------------------------------------------ cards


@production(
    "effect", "discard all the cards in (your|their) hand*", "<w:player> discard* all the cards in (your|their) hand*"
)
def _discard_all(w: str = "you") -> Effects:
    return (Draw(Amount(per="hand"), who=w, discard=True),)


@production("effect", "discard any number of <c:kind_of_card>", "discard up to <u:int> <c:kind_of_card>")
def _discard_any(c: Fields, u: int | None = None) -> Effects:
    return (
        Named(
            "discard_any",
            amount=Amount(base=u or 0, per=None if u else "any_number"),
            of=Filter(**(c | {"zone": "hand"})),
        ),
    )


@production("effect", "discard (a|an) <c:kind_of_card>", "<w:player> discards (a|an) <c:kind_of_card>")
def _discard_kind(c: Fields, w: str = "you") -> Effects | None:
    if c.get("types") == ("card",) and len(c) == 1:
        return None
    return (Named(f"discard:{w}", of=Filter(**(c | {"zone": "hand"}))),)


@production("effect", "draw that many cards plus <n:int>")
def _draw_plus(n: int) -> Effects:
    return (Draw(Amount(base=n, per="that_much")),)


@production("number", "that many plus <n:int>")
def _that_many_plus(n: int) -> Amount:
    return Amount(base=n, per="that_much")


@production("effect", "put <n:number> <c:kind_of_card> from your hand on top of your library [in any order]")
def _from_hand_to_top(n: Amount, c: Fields) -> Effects:
    return (Named("hand_to_top", amount=n, of=Filter(**(c | {"zone": "hand"}))),)


@production("effect", "put <n:number> <c:kind_of_card> from your hand on the bottom of your library [in any order]")
def _from_hand_to_bottom(n: Amount, c: Fields) -> Effects:
    return (Named("hand_to_bottom", amount=n, of=Filter(**(c | {"zone": "hand"}))),)


@production("effect", "exile <n:number> <c:kind_of_card> from your (hand|<g:graveyard_word>)")
def _exile_own(n: Amount, c: Fields, g: str = "hand") -> Effects:
    return (Named(f"exile_from_{g}", amount=n, of=Filter(**(c | {"zone": g, "controller": "you"}))),)


@production("graveyard_word", "graveyard")
def _graveyard_word() -> str:
    return "graveyard"


@production("effect", "draw a card and reveal it")
def _draw_revealed() -> Effects:
    return (Draw(), Named("reveal_drawn"))


# ------------------------------------------------------------------ objects


@production(
    "effect",
    "attach <a:this> to <o:chosen>",
    "attach <a:this> to <o:before>",
    "attach <a:this> to <o:attachable>",
    "attach <b:before> to <o:chosen>",
    "attach <b:before> to <o:attachable>",
    "attach <b:before> to <o:this>",
)
def _attach(o: Filter, a: Filter | None = None, b: Filter | None = None) -> Effects:
    """What was spoken of before may be this itself (`attach`), or another object, which is chosen then."""
    if a is not None and a.ref == "granter":
        return (Named("attach_what_grants_this", of=o),)
    return (Named("attach", of=o),) if b is None else (Named("choose_to_attach", of=b), Named("attach:chosen", of=o))


@production("attachable", "(a|an) <c:core>")
def _attachable(c: Fields) -> Filter:
    return Filter(**c, count=1)


@production("effect", "flip <o:this>", "flip <o:before>")
def _flip(o: Filter) -> Effects:
    return (Named("flip", of=o),)


@production("effect", "<o:object> becomes prepared")
def _prepared(o: Filter) -> Effects:
    return (Named("prepare", of=o),)


@production("effect", "double the number of each kind of counter on <o:object>")
def _double_each_kind(o: Filter) -> Effects:
    return (Named("double_each_counter", of=o),)


@production("effect", "move (a counter|<n:number> <k:counter_kind> counter*) from <o:object> onto <p:second>")
def _move_counters(o: Filter, p: Filter, n: Amount | None = None, k: str = "any") -> Effects:
    return (Named(f"move_counter:{k}", amount=n or _ONE, of=o), Named("onto", of=p))


@production("second", "<o:object>", "(a second|another) target <c:core>")
def _second(o: Filter | None = None, c: Fields | None = None) -> Filter:
    return o or Filter(**((c or {}) | {"target": True, "other": True}))


@production(
    "effect",
    "put <n:number> <k:counter_kind> counter* on <o:object> and <m:number> <j:counter_kind> counter* on <p:object>",
)
def _counters_on_two(n: Amount, k: str, o: Filter, m: Amount, j: str, p: Filter) -> Effects:
    return (PutCounters(o, k, n), PutCounters(p, j, m))


@production("effect", "put <n:number> additional <k:counter_kind> counter* on <o:object>")
def _additional(n: Amount, k: str, o: Filter) -> Effects:
    return (PutCounters(o, k, n),)


@production(
    "effect",
    "put <n:number> <k:counter_kind> counter* on <o:object> <e:each>",
)
def _counters_each(n: Amount, k: str, o: Filter, e: Amount) -> Effects | None:
    if n.per is not None or e.base or e.times != 1:
        return None
    return (PutCounters(o, k, msgspec.structs.replace(e, times=n.base)),)


@production("effect", "distribute <n:number> <k:counter_kind> counters among <o:distributed>")
def _distribute(n: Amount, k: str, o: Filter) -> Effects:
    return (PutCounters(o, k, n), Named("distributed"))


@production("distributed", "one or two target <c:core>")
def _among_two(c: Fields) -> Filter:
    return Filter(**c, target=True, at_least_one=True, count=2)


@production("distributed", "one , two , or three target <c:core>")
def _among_three(c: Fields) -> Filter:
    return Filter(**c, target=True, at_least_one=True, count=3)


@production("distributed", "any number of target <c:core>", "any number of <d:core>")
def _distributed_any(c: Fields | None = None, d: Fields | None = None) -> Filter:
    return Filter(**(c or d or {}), target=c is not None, up_to=True, count=99)


@production("effect", "remove a counter from <o:object>", "remove <n:number> counters from <o:object>")
def _remove_some(o: Filter, n: Amount = _ONE) -> Effects:
    return (RemoveCounters(o, "any", n),)


@production("effect", "move all counters from <o:object> onto <p:second>", "put <o:this> 's counters on <p:second>")
def _move_all(o: Filter, p: Filter) -> Effects:
    return (Named("move_all_counters", of=o), Named("onto", of=p))


@production("effect", "choose <o:some>")
def _choose(o: Filter) -> Effects:
    return (Named("choose", of=o),)


@production("before", "the chosen (creature|permanent|card|land|artifact|token|creatures|permanents|lands)")
def _the_chosen() -> Filter:
    return Filter(ref="that")


@production("before", "that (battle|Saga|Clue|Food|Treasure|Role|Fish)", "both of them")
def _that_other() -> Filter:
    return Filter(ref="that")


@production("effect", "clash with an opponent")
def _clash() -> Effects:
    return (Named("clash"),)


for _phrase, _action in (
    ("after this [main] phase , there is an additional combat phase", "additional_combat"),
    ("after this [main] phase , there is an additional combat phase followed by an additional main phase", "additional_combat_and_main"),
    ("roll a six-sided die", "roll_d6"),
    ("roll two six-sided dice", "roll_two_d6"),
    ("chaos ensues", "chaos_ensues"),
    ("planeswalk", "planeswalk"),
    ("you skip your next turn", "skip_next_turn"),
    ("skip your next turn", "skip_next_turn"),
    ("its controller shuffles", "shuffle:its_controller"),
    ("you may choose new targets for the copy", "new_targets"),
    ("you may choose new targets for it", "new_targets"),
    ("you may choose new targets for the copies", "new_targets"),
    ("you may choose new targets for that copy", "new_targets"),
    ("exile it instead of putting it into (its owner 's|a) graveyard", "exile_instead_of_graveyard"),
    ("exile that card instead of putting it into its owner 's graveyard", "exile_instead_of_graveyard"),
    ("put it on top of its owner 's library instead of into that player 's graveyard", "library_instead_of_graveyard"),
    ("put that card on top of its owner 's library instead of into that player 's graveyard", "library_instead_of_graveyard"),
    ("put that card on the bottom of its owner 's library instead of into that player 's graveyard", "library_bottom_instead_of_graveyard"),
    ("put it into its owner 's hand instead of into that player 's graveyard", "hand_instead_of_graveyard"),
    ("you have no maximum hand size for the rest of the game", "no_maximum_hand_size"),
    ("that player skips their next combat phase", "they_skip_combat"),
    ("they can't be regenerated", "no_regeneration"),
    ("it can't be regenerated", "no_regeneration"),
    ("you choose a card from it", "choose_card_from_hand"),
    ("look at that player 's hand", "look_at_hand:that_player"),
    ("that player reveals their hand", "reveals_hand:that_player"),
    ("each opponent reveals their hand", "reveals_hand:each_opponent"),
    ("that player discards that card", "discard_chosen"),
    ("that player exiles that card", "exile_chosen"),
):  # fmt: skip
    production("effect", _phrase)(lambda a=_action: (Named(a),))


# ------------------------------------------------------------------ how long


@production("effect", "<e:controlled> for as long as <c:lasting_condition>")
def _control_as_long(e: Effects, c: Condition) -> Effects:
    return (Lasting(e, until="as_long_as", condition=c),)


@production("controlled", "gain control of <o:object>")
def _controlled(o: Filter) -> Effects:
    return (GainControl(o),)


# ------------------------------------------------------------------ returning with counters


@production("effect", "<e:effect_moved> with <n:number> [additional] <k:counter_kind> counter* on (it|them)")
def _with_counters(e: Effects, n: Amount, k: str) -> Effects | None:
    return (*e, PutCounters(Filter(ref="earlier"), k, n))


@production(
    "effect_moved", "(return|put) <o:object> (to|onto) the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]"
)
def _moved(o: Filter, t: bool = False, x: bool = False, u: str = "") -> Effects:
    return (PutOntoBattlefield(o, transformed=x, tapped=t, under="owner" if u == "owner" else "you"),)


@production("effect", "<w:player> mill* <n:number> card* <e:each>")
def _mill_each(w: str, n: Amount, e: Amount) -> Effects | None:
    return (Mill(e, who=w),) if n == _ONE else None
