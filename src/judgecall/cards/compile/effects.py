"""One-shot effects: what a spell or ability does as it resolves (CR 608, 701)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    Become,
    CopySpell,
    CounterSpell,
    CreateTokens,
    Damage,
    DoesntUntap,
    DoubleX,
    Emblem,
    Draw,
    ExileAndReturn,
    Filter,
    ForceBlock,
    GainControl,
    Lasting,
    Life,
    LoseAbilities,
    MayCast,
    Mill,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    Regenerate,
    RemoveCounters,
    TapOrUntap,
    Transform,
)
from judgecall.cards.compile.amounts import times
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.objects import Fields
from judgecall.cards.compile.statics import counts_beside_unknown, this_turn, with_subject

_ONE = Amount(base=1)

# ------------------------------------------------------------------ players


def _player(who: str, *phrases: str) -> None:
    production("player", *phrases)(lambda: who)


_player("you", "you")
_player("target_player", "target player")
_player("target_opponent", "target opponent")
_player("each_player", "each player")
_player("each_opponent", "each opponent")
_player("each_other_player", "each other player")
_player("that_player", "that player", "they", "that opponent")
_player("its_controller", "its controller", "that (creature|permanent|spell|land) 's controller", "their controller")
_player("its_owner", "its owner")
_player("defending_player", "defending player")
_player("attached_controller", "enchanted creature 's controller")

# ------------------------------------------------------------------ moving (CR 701)


@production("effect", "destroy <o:object>")
def _destroy(o: Filter) -> Effects:
    return (Move(o, "destroy"),)


@production("effect", "destroy <o:object> . (It|They) can't be regenerated", "destroy <o:object> . (A creature|Creatures) destroyed this way can't be regenerated")
def _destroy_for_good(o: Filter) -> Effects:
    return (Move(o, "destroy", no_regeneration=True),)


@production("effect", "destroy <o:object> and <p:object>", "destroy <o:object> and all <p:group> attached to it")
def _destroy_two(o: Filter, p: Filter) -> Effects | None:
    return (Move(o, "destroy"), Move(p, "destroy")) if p.target and o.target else None


@production("effect", "exile <o:object>")
def _exile(o: Filter) -> Effects:
    return (Move(o, "exile"),)


@production("effect", "exile <o:object> until ~ leaves the battlefield")
def _exile_until(o: Filter) -> Effects:
    return (Move(o, "exile_until_leaves"),)


@production("effect", "exile <o:cards_elsewhere>", "exile all cards from target player 's graveyard")
def _exile_cards(o: Filter | None = None) -> Effects:
    return (Move(o or Filter(types=("card",), zone="graveyard", target=True), "exile"),)


@production("cards_elsewhere", "all graveyards", "all cards from all graveyards")
def _all_graveyards() -> Filter:
    return Filter(types=("card",), zone="graveyard")


@production("effect", "exile target player 's graveyard", "exile target opponent 's graveyard")
def _exile_graveyard() -> Effects:
    return (Named("exile_graveyard"),)


@production("effect", "(sacrifice|sacrifices) <o:object>")
def _sacrifice(o: Filter) -> Effects:
    return (Move(o, "sacrifice"),)


@production("effect", "<w:player> sacrifices <o:some> [of their choice]")
def _edict(w: str, o: Filter) -> Effects:
    return (Move(msgspec.structs.replace(o, chosen_by=w), "sacrifice"),)


@production("effect", "return <o:object> to (its|their) owner* ('s|') hand*", "return <o:object> to (its owner 's|their owners '|their owner 's|your|his owner 's|her owner 's) hand*")
def _bounce(o: Filter) -> Effects:
    return (Move(o, "hand"),)


@production("effect", "put <o:object> into (its|their) owner* ('s|') hand*", "put <o:object> into your hand")
def _to_hand(o: Filter) -> Effects:
    return (Move(o, "hand"),)


@production("effect", "put <o:object> on (the top|top|the bottom|bottom) of (its|their) owner* ('s|') library", "put <o:object> on (top|the bottom) of your library")
def _to_library(o: Filter) -> Effects:
    return (Move(o, "library"),)


@production("effect", "shuffle <o:object> into (its|their) owner* ('s|') librar*", "(its|target) owner shuffles <o:before> into their library", "the owner of <o:object> shuffles it into their library", "shuffle <o:object> into (its owner 's|your|their owners ') (library|libraries)")
def _shuffle_in(o: Filter) -> Effects:
    return (Move(o, "shuffle"),)


@production("tapped", "tapped")
def _tapped() -> bool:
    return True


@production("under", "under your control")
def _under_you() -> str:
    return "you"


@production("under", "under (its owner 's|their owner 's|their owners '|his owner 's|her owner 's) control")
def _under_owner() -> str:
    return "owner"


@production("transformed", "transformed", "converted")
def _transformed() -> bool:
    return True


@production("effect", "(return|put) <o:object> (to|onto) the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]", "(return|put) <o:object> (to|onto) the battlefield [<t:tapped>] and <x:transformed> [<u:under>]")
def _put_onto_battlefield(o: Filter, t: bool = False, x: bool = False, u: str = "") -> Effects:
    return (PutOntoBattlefield(o, transformed=x, tapped=t, under="owner" if u == "owner" else "you"),)


@production("effect", "return <o:object> (from your graveyard|from the graveyard) to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]", "put <o:this> from your graveyard onto the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]")
def _reanimate_this(o: Filter, t: bool = False, x: bool = False, u: str = "") -> Effects | None:
    if o.zone != "battlefield":
        return None
    there = msgspec.structs.replace(o, zone="graveyard")
    return (PutOntoBattlefield(there, transformed=x, tapped=t, under="owner" if u == "owner" else "you"),)


@production("effect", "return <o:object> from your graveyard to your hand", "return <o:object> from the graveyard to your hand")
def _regrow_this(o: Filter) -> Effects | None:
    return (Move(msgspec.structs.replace(o, zone="graveyard"), "hand"),) if o.zone == "battlefield" else None


@production("exile_return", "exile <o:object> , then return <:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]", "exile <o:object> . Return <:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]", "exile <o:object> . Then return <:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]")
def _blink(o: Filter, t: bool = False, x: bool = False, u: str = "owner") -> Effects:
    return (ExileAndReturn(o, transformed=x, tapped=t, under="you" if u == "you" else "owner"),)


@production("exile_return", "exile <o:object> . Return <:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>] at the beginning of the next end step", "exile <o:object> . At the beginning of the next end step , return <:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]")
def _slow_blink(o: Filter, t: bool = False, x: bool = False, u: str = "owner") -> Effects:
    return (ExileAndReturn(o, transformed=x, delayed=True, tapped=t, under="you" if u == "you" else "owner"),)


@production("effect", "<e:exile_return>")
def _exile_return(e: Effects) -> Effects:
    return e


@production("effect", "transform <o:object>", "convert <o:object>", "<o:this> transforms")
def _transform(o: Filter) -> Effects:
    return (Transform(o),)


@production("effect", "meld them into <n:proper_name>")
def _meld(n: str) -> Effects:
    return (Named("meld", of=Filter(names=(n,))),)


# ------------------------------------------------------------------ tapping and control


@production("effect", "tap <o:object>")
def _tap(o: Filter) -> Effects:
    return (TapOrUntap(o),)


@production("effect", "untap <o:object>")
def _untap(o: Filter) -> Effects:
    return (TapOrUntap(o, untap=True),)


@production("effect", "tap or untap <o:object>")
def _tap_or_untap(o: Filter) -> Effects:
    return (Named("tap_or_untap", of=o),)


@production("effect", "<o:object> doesn't untap during (its controller 's|your) next untap step", "<o:object> don't untap during (its controller 's|their controller 's|their controllers '|your) next untap step*")
def _frozen(o: Filter) -> Effects:
    return (DoesntUntap(o, next_only=True),)


@production("effect", "gain control of <o:object>")
def _gain_control(o: Filter) -> Effects:
    return (GainControl(o),)


@production("effect", "gain control of <o:object> until end of turn")
def _threaten(o: Filter) -> Effects:
    return (GainControl(o, until_end_of_turn=True),)


@production("effect", "gain control of all lands target player controls")
def _gain_lands() -> Effects:
    return (GainControl(Filter(types=("land",), controller="target_player")),)


@production("effect", "regenerate <o:object>")
def _regenerate(o: Filter) -> Effects:
    return (Regenerate(o),)


# ------------------------------------------------------------------ damage and life (CR 119-120)


@production("damaged", "any target", "any other target")
def _any_target() -> tuple[Filter | None, str]:
    return None, "any_target"


@production("damaged", "<w:player>")
def _damaged_player(w: str) -> tuple[Filter | None, str]:
    return None, w


@production("damaged", "<o:object>")
def _damaged_object(o: Filter) -> tuple[Filter | None, str]:
    return o, ""


@production("damaged", "target player or planeswalker", "target opponent or planeswalker")
def _player_or_planeswalker() -> tuple[Filter | None, str]:
    return None, "target_player_or_planeswalker"


@production("damaged", "<o:group> and <w:player>", "<w:player> and <o:group>")
def _both_damaged(o: Filter, w: str) -> tuple[Filter | None, str] | None:
    return (o, w) if w in ("each_player", "each_opponent", "you") else None


@production("deals", "(~|it|he|she) deal*")
def _deals() -> bool:
    return True


@production("effect", "<:deals> <n:number> damage to <d:damaged>", "<:deals> damage equal to <n:quantity> to <d:damaged>", "<:deals> damage to <d:damaged> equal to <n:quantity>")
def _damage(n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1]),)


@production("effect", "<:deals> <n:number> damage to <d:damaged> and <m:number> damage to <e:damaged>")
def _two_damages(n: Amount, d: tuple[Filter | None, str], m: Amount, e: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1]), Damage(e[0], m, e[1]))


@production("effect", "<:deals> <n:number> damage divided as you choose among <o:divided>")
def _divided(n: Amount, o: Filter) -> Effects:
    return (Damage(o, n, "divided"),)


@production("at_most", "one or two")
def _one_or_two() -> int:
    return 2


@production("at_most", "one , two , or three")
def _one_to_three() -> int:
    return 3


@production("at_most", "any number of", "one or more")
def _any_number_of() -> int:
    return 99


@production("divided", "<n:at_most> targets", "<n:at_most> target <c:core>")
def _divided_targets(n: int, c: Fields | None = None) -> Filter:
    return Filter(**(c or {}), target=True, up_to=True, count=n)


@production("effect", "<s:chosen> deals damage equal to its power to <d:damaged>", "<s:before> deals damage equal to its power to <d:damaged>")
def _bite(s: Filter, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], Amount(per="power", of=s), d[1], source=s),)


@production("effect", "<s:before> deals <n:number> damage to <d:damaged>", "<s:attached> deals <n:number> damage to <d:damaged>")
def _other_damage(s: Filter, n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1], source=s),)


@production("effect", "have <s:before> deal damage equal to its power to <d:damaged>")
def _have_it_bite(s: Filter, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], Amount(per="power", of=s), d[1], source=s),)


@production("effect", "have (~|it) deal <n:number> damage to <d:damaged>")
def _have_it_deal(n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1]),)


@production("effect", "<a:object> fights <b:object>", "<a:object> fight each other")
def _fight(a: Filter, b: Filter | None = None) -> Effects:
    return (Named("fight", of=a if b is None else Filter(alternatives=(a, b))),)


@production("effect", "<w:player> gain* <n:number> life", "<w:player> gain* life equal to <n:quantity>")
def _gain(w: str, n: Amount) -> Effects:
    return (Life(n, who=w),)


@production("effect", "<w:player> lose* <n:number> life", "<w:player> lose* life equal to <n:quantity>")
def _lose(w: str, n: Amount) -> Effects:
    return (Life(n, gain=False, who=w),)


@production("effect", "gain <n:number> life")
def _gain_plain(n: Amount) -> Effects:
    return (Life(n),)


@production("effect", "lose <n:number> life")
def _lose_plain(n: Amount) -> Effects:
    return (Life(n, gain=False),)


@production("effect", "<w:player> gain* <n:number> life <e:each>", "<w:player> lose* <l:number> life <e:each>")
def _life_each(w: str, e: Amount, n: Amount | None = None, l: Amount | None = None) -> Effects | None:  # noqa: E741
    number = n or l
    if number is None or number.per is not None or e.base or e.times != 1:
        return None
    return (Life(msgspec.structs.replace(e, times=number.base), gain=n is not None, who=w),)


# ------------------------------------------------------------------ cards


@production("effect", "draw* <n:number> card*", "<w:player> draw* <n:number> card*")
def _draw(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w),)


@production("effect", "draw* cards equal to <n:quantity>", "<w:player> draw* cards equal to <n:quantity>", "draw a card <n:each>", "<w:player> draws a card <n:each>")
def _draw_equal(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w),)


@production("effect", "discard* <n:number> card*", "<w:player> discard* <n:number> card*")
def _discard(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w, discard=True),)


@production("effect", "<w:player> discards <n:number> card* at random", "discard <n:number> card* at random")
def _discard_random(n: Amount, w: str = "you") -> Effects:
    return (Draw(n, who=w, discard=True, at_random=True),)


@production("effect", "discard* (your|their) hand*", "<w:player> discard* (your|their) hand*")
def _discard_hand(w: str = "you") -> Effects:
    return (Draw(Amount(per="hand"), who=w, discard=True),)


@production("effect", "draw a card at the beginning of the next turn 's upkeep")
def _slow_draw() -> Effects:
    return (Draw(who="you", next_upkeep=True),)


@production("effect", "mill* <n:number> card*", "<w:player> mill* <n:number> card*")
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


@production("effect", "copy <o:chosen>", "copy <o:before>", "copy <o:chosen> . You may choose new targets for the copy", "copy <o:before> . You may choose new targets for the copy")
def _copy(o: Filter) -> Effects:
    return (CopySpell(o),)


@production("effect", "double the value of X")
def _double_x() -> Effects:
    return (DoubleX(Filter(ref="earlier", zone="stack")),)


@production("effect", "cast <o:object> without paying (its|their) mana cost*", "play <o:object> without paying (its|their) mana cost*")
def _cast_free(o: Filter) -> Effects:
    return (MayCast(o, free=True),)


# ------------------------------------------------------------------ counters (CR 122)


@production("effect", "put* <n:number> <k:counter_kind> counter* on <o:object>")
def _put_counters(n: Amount, k: str, o: Filter) -> Effects:
    return (PutCounters(o, k, n),)


@production("effect", "put* a number of <k:counter_kind> counters on <o:object> equal to <n:quantity>", "put* a number of <k:counter_kind> counters equal to <n:quantity> on <o:object>", "put* a <k:counter_kind> counter on <o:object> <n:each>")
def _put_equal(n: Amount, k: str, o: Filter) -> Effects:
    return (PutCounters(o, k, n),)


@production("effect", "put* <n:number> <k:counter_kind> counter* and <m:number> <j:counter_kind> counter* on <o:object>")
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
    return (PutCounters(o, k, Amount(per="counters", counter=k, of=o)),)


# ------------------------------------------------------------------ keyword actions (CR 701)

for _word in ("scry", "surveil", "bolster", "support", "amass", "adapt", "monstrosity", "incubate", "fateseal", "endure", "blight", "discover", "earthbend", "airbend", "firebend", "recruit"):
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
production("effect", "attach <a:this> to <o:chosen>", "attach it to <o:chosen>")(lambda o, a=None: (Named("attach", of=o),))
production("effect", "you get <n:energy>")(lambda n: (Named("energy", amount=Amount(base=n)),))
production("effect", "<w:player> get* <n:number> poison counter*")(lambda w, n: (Named(f"poison:{w}", amount=n),))


@production("effect", "investigate twice")
def _twice_investigate() -> Effects:
    return (Named("investigate", amount=Amount(base=2)),)


@production("effect", "look at target player 's hand", "target player reveals their hand", "target opponent reveals their hand")
def _look_at_hand() -> Effects:
    return (Named("look_at_hand"),)


@production("found", "put (it|that card|them|those cards) into your hand")
def _found_hand() -> str:
    return "hand"


@production("found", "put (it|that card|them|those cards) onto the battlefield")
def _found_battlefield() -> str:
    return "battlefield"


@production("found", "put (it|that card|them|those cards) onto the battlefield tapped")
def _found_tapped() -> str:
    return "battlefield_tapped"


@production("sought", "(a|an) <c:kind_of_card>", "up to <n:int> <c:kind_of_card>", "<n:int> <c:kind_of_card>")
def _sought(c: Fields, n: int = 1) -> Filter:
    return Filter(**(c | {"zone": "library", "controller": "you", "count": n}))


@production("effect", "search your library for <s:sought> [, (reveal it|reveal that card|reveal them|reveal those cards)] , <f:found> , then shuffle", "search your library for <s:sought> and <f:found> . (Then shuffle|If you do , shuffle|Shuffle)", "search your library for <s:sought> [, reveal it|, reveal that card|, reveal them|, reveal those cards] , <f:found> , then shuffle", "search your library for <s:sought> , reveal (it|them) , and <f:found> . Then shuffle")
def _search(s: Filter, f: str) -> Effects:
    return (Named(f"search_to_{f}", of=s),)


@production("effect", "search your library for <s:sought> , then shuffle and put that card on top [of your library]", "search your library for <s:sought> , reveal it , then shuffle and put that card on top [of your library]")
def _tutor_top(s: Filter) -> Effects:
    return (Named("search_to_top", of=s),)


# ------------------------------------------------------------------ tokens (CR 111)


@production("token_kind", "[<p:base_pt>] [<l:legendary>] [<c:colors>] [<s:subtypes>] <t:types> token*", "[<p:base_pt>] [<l:legendary>] [<c:colors>] <s:subtypes> token*")
def _token_kind(
    p: tuple[str, str] | None = None, l: bool = False, c: tuple[str, ...] = (), s: tuple[str, ...] = (), t: tuple[str, ...] = ()  # noqa: E741
) -> Fields | None:
    fields: Fields = {"colors": tuple(x for x in c if x != "colorless"), "subtypes": s, "types": t}
    if p is not None:
        if not (p[0].isdigit() and p[1].isdigit()):
            return None
        fields |= {"power": int(p[0]), "toughness": int(p[1])}
    elif t or set(s) - _PREDEFINED:
        return None
    else:
        fields |= {"types": ("artifact",)}
    return fields


_PREDEFINED = frozenset(("Treasure", "Food", "Clue", "Blood", "Gold", "Map", "Powerstone", "Junk", "Lander", "Mutagen"))


@production("subtypes", "<s:subtype>", "<s:subtype> <rest:subtypes>")
def _subtypes(s: str, rest: tuple[str, ...] = ()) -> tuple[str, ...]:
    return (s, *rest)


@production("legendary", "legendary", "snow")
def _legendary() -> bool:
    return True


@production("tokens", "<n:number> [<t:tapped>] <k:token_kind>", "<n:number> [<t:tapped>] <k:token_kind> with <g:granted>", "<n:number> [<t:tapped>] <k:token_kind> named <m:proper_name> [with <g:granted>]")
def _tokens(n: Amount, k: Fields, t: bool = False, g: tuple[Ability, ...] = (), m: str = "") -> CreateTokens:
    return CreateTokens(n, m, abilities=g, tapped=t, **k)


@production("effect", "create* <k:tokens>", "<w:player> create* <k:tokens>", "create <k:tokens> and <l:tokens>")
def _create(k: CreateTokens, w: str = "you", l: CreateTokens | None = None) -> Effects:  # noqa: E741
    made = msgspec.structs.replace(k, who=w)
    return (made,) if l is None else (made, l)


@production("effect", "create <k:tokens> <e:each>")
def _create_each(k: CreateTokens, e: Amount) -> Effects | None:
    if k.amount != _ONE or k.abilities:
        return None
    return (msgspec.structs.replace(k, amount=e),)


@production("effect", "create <k:tokens> that 's tapped and attacking", "create <k:tokens> that are tapped and attacking")
def _create_attacking(k: CreateTokens) -> Effects:
    return (msgspec.structs.replace(k, tapped=True, attacking=True),)


@production("effect", "create a number of <k:token_kind> equal to <n:quantity>", "create a number of <k:token_kind> with <g:granted> equal to <n:quantity>")
def _create_equal(k: Fields, n: Amount, g: tuple[Ability, ...] = ()) -> Effects:
    return (CreateTokens(n, abilities=g, **k),)


@production("effect", "create a token that 's a copy of <o:object>")
def _create_copy(o: Filter) -> Effects | None:
    return (CreateTokens(copy_of=o),)


# ------------------------------------------------------------------ lasting effects that a resolving ability makes


@production("effect", "<o:object> <p:predicates> until your next turn", "until your next turn , <o:object> <p:predicates>")
def _until_your_next_turn(o: Filter, p: Effects) -> Effects:
    return (Lasting(with_subject(p, o), until="your_next_turn"),)


@production("effect", "<o:object> <p:predicates>")
def _for_good(o: Filter, p: Effects) -> Effects | None:
    """No duration is given: only changes of what the object is are written so."""
    lasting = any(isinstance(effect, (Become, LoseAbilities)) for effect in p)
    return (Lasting(with_subject(p, o)),) if lasting and not o.attached else None


@production("effect", "<o:object> becomes blocked")
def _becomes_blocked(o: Filter) -> Effects | None:
    return (Named("becomes_blocked", of=o),) if o.target or o.ref else None


@production("effect", "look at the top card of your library", "reveal the top card of your library", "you may reveal that card", "reveal that card", "reveal it")
def _look() -> Effects:
    return (Named("reveal_top"),)


@production("effect", "remove all of them", "remove those counters", "remove all of them from it")
def _remove_them() -> Effects:
    return (RemoveCounters(Filter(ref="earlier"), "that_kind", Amount(per="all")),)


@production("effect", "X can't be 0")
def _x_not_zero() -> Effects:
    return (Named("x_cant_be_0"),)


@production("effect", "create <m:proper_name> , a <k:token_kind> [with <g:granted>]")
def _create_named(m: str, k: Fields, g: tuple[Ability, ...] = ()) -> Effects:
    return (CreateTokens(name=m, abilities=g, **k),)


@production("effect", "<o:object> <p:predicates> until end of turn", "<o:object> <p:predicates> this turn", "until end of turn , <o:object> <p:predicates>", "this turn , <o:object> <p:predicates>")
def _until_end_of_turn(o: Filter, p: Effects) -> Effects | None:
    return None if counts_beside_unknown(p, o) else this_turn(with_subject(p, o))


@production("effect", "remove <o:object> from combat")
def _remove_from_combat(o: Filter) -> Effects:
    return (Named("remove_from_combat", of=o),)


@production("effect", "<o:object> <p:predicates> until end of turn and <q:predicates> this turn", "until end of turn , <o:object> <p:predicates> and <q:predicates> this turn")
def _two_durations(o: Filter, p: Effects, q: Effects) -> Effects | None:
    return this_turn(with_subject(p + q, o))


@production("effect", "<o:object> <p:predicates> until end of turn and <q:turn_predicate>", "until end of turn , <o:object> <p:predicates> and <q:turn_predicate>")
def _and_this_turn(o: Filter, p: Effects, q: Effects) -> Effects | None:
    return this_turn(with_subject(p + q, o))


@production("effect", "<o:object> <q:turn_predicate>", "have <o:object> <q:turn_predicate>")
def _this_turn_only(o: Filter, q: Effects) -> Effects | None:
    return this_turn(with_subject(q, o))


@production("effect", "have <b:object> block <a:one_attacker> this (turn|combat) if able")
def _have_block(a: Filter, b: Filter) -> Effects:
    return (ForceBlock(attacker=a, blockers=b, until_end_of_turn=True),)


@production("effect", "if (that creature|that permanent|a creature dealt damage this way|a permanent dealt damage this way|that creature or planeswalker|it) would die this turn , exile it instead")
def _exile_if_dies() -> Effects:
    return (Named("exile_if_it_would_die_this_turn"),)


@production("effect", "amass <s:subtype> <n:number>")
def _amass(s: str, n: Amount) -> Effects:
    return (Named(f"amass {s}", amount=n),)


@production("player_act", "draw* <n:number> card*")
def _act_draw(n: Amount) -> Effects:
    return (Draw(n, who="?"),)


@production("player_act", "discard* <n:number> card*")
def _act_discard(n: Amount) -> Effects:
    return (Draw(n, who="?", discard=True),)


@production("player_act", "lose* <n:number> life", "lose* life equal to <n:quantity>")
def _act_lose(n: Amount) -> Effects:
    return (Life(n, gain=False, who="?"),)


@production("player_act", "gain* <n:number> life")
def _act_gain(n: Amount) -> Effects:
    return (Life(n, who="?"),)


@production("player_act", "mill* <n:number> card*")
def _act_mill(n: Amount) -> Effects:
    return (Mill(n, who="?"),)


@production("player_act", "create* <k:tokens>")
def _act_create(k: CreateTokens) -> Effects:
    return (msgspec.structs.replace(k, who="?"),)


@production("player_act", "sacrifice* <o:some> [of their choice]")
def _act_sacrifice(o: Filter) -> Effects:
    return (Move(msgspec.structs.replace(o, chosen_by="?"), "sacrifice"),)


@production("effect", "<w:player> <a:player_act> (and|, then) <b:player_act>", "<w:player> <a:player_act> , <b:player_act> , and <c:player_act>")
def _acts(w: str, a: Effects, b: Effects, c: Effects = ()) -> Effects:
    """One player does several things in a row."""
    done: list[Any] = []
    for effect in a + b + c:
        if isinstance(effect, Move):
            done.append(msgspec.structs.replace(effect, of=msgspec.structs.replace(effect.of, chosen_by=w)))
        else:
            done.append(msgspec.structs.replace(effect, who=w))  # type: ignore[call-arg]
    return tuple(done)


@production("effect", "<o:object> get* <p:pt> until end of turn <e:each>")
def _pump_each(o: Filter, p: tuple[str, str], e: Amount) -> Effects | None:
    if "X" in "".join(p):
        return None
    power, toughness = (times(e, int(n)) if int(n) else Amount() for n in p)
    if power is None or toughness is None:
        return None
    effects = (ModifyPT(o, power, toughness, until_end_of_turn=True),)
    return None if counts_beside_unknown(effects, o) else effects


@production("effect", "you get an emblem with <q:quoted_ability>", "you get an emblem with <q:quoted_ability> and <r:quoted_ability>")
def _emblem(q: tuple[Ability, ...], r: tuple[Ability, ...] = ()) -> Effects:
    return (Emblem(q + r),)


@production("effect", "create <k:tokens> . (It has|They have) <g:granted>", "create <k:tokens> . (It gains|They gain|That token gains|Those tokens gain) <g:granted> until end of turn")
def _create_with(k: CreateTokens, g: tuple[Ability, ...]) -> Effects | None:
    return None if k.abilities else (msgspec.structs.replace(k, abilities=g),)


@production("effect", "<m:mana_turn>")
def _mana_turn(m: Any) -> Effects:
    return (m,)


@production("effect", "<c:turn_clause>")
def _turn_clause(c: Effects) -> Effects:
    return c


@production("effect", "<m:mana_effect>")
def _mana(m: Any) -> Effects:
    return (m,)


@production("effect", "they're still lands", "it 's still a land", "it 's still an artifact", "they're still artifacts")
def _still() -> Effects:
    return (Named("keeps_types"),)


@production("effect", "prevent the next <n:number> damage that would be dealt to <d:damaged> this turn")
def _prevent(n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Named("prevent_next", amount=n, of=d[0]),)
