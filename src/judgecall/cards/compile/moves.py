"""Effects that move objects between zones, tap them, or change who controls them (CR 701)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    DoesntUntap,
    ExileAndReturn,
    Filter,
    GainControl,
    Meld,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    Regenerate,
    TapOrUntap,
    Transform,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production

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
_player("its_controller", "its controller", "that (creature|permanent|land) 's controller", "their controller")
_player("controller_of_spell", "that spell 's controller")
_player("its_owner", "its owner")
_player("defending_player", "defending player")
_player("attached_controller", "enchanted creature 's controller")

# ------------------------------------------------------------------ moving (CR 701)


@production("effect", "destroy <o:object>")
def _destroy(o: Filter) -> Effects:
    return (Move(o, "destroy"),)


@production(
    "effect",
    "destroy <o:object> . (It|They|That creature|Those creatures) can't be regenerated",
    "destroy <o:object> . (A creature|Creatures) destroyed this way can't be regenerated",
)
def _destroy_for_good(o: Filter) -> Effects:
    return (Move(o, "destroy", no_regeneration=True),)


@production("effect", "destroy <o:object> and <p:object>", "destroy <o:object> and all <p:group> attached to it")
def _destroy_two(o: Filter, p: Filter) -> Effects | None:
    return (Move(o, "destroy"), Move(p, "destroy")) if p.target and o.target else None


@production("effect", "exile <o:object>")
def _exile(o: Filter) -> Effects:
    if o.counters is not None and o.zone in ("graveyard", "hand", "library"):
        # "Exile target card from a graveyard with a memory counter on it": no card has counters there; it gets one.
        return (
            Move(msgspec.structs.replace(o, counters=None), "exile"),
            PutCounters(Filter(ref="earlier"), o.counters),
        )
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


for _whose in ("player", "opponent"):
    production("effect", f"exile target {_whose} 's graveyard")(
        lambda w=_whose: (Named(f"exile_graveyard:target_{w}"),)
    )


@production("effect", "sacrifice <o:object>")
def _sacrifice(o: Filter) -> Effects:
    return (Move(o, "sacrifice"),)


@production("effect", "<w:player> sacrifices <o:some> [of their choice]")
def _edict(w: str, o: Filter) -> Effects:
    return (Move(msgspec.structs.replace(o, chosen_by=w), "sacrifice"),)


@production(
    "effect",
    "return <o:object> to (its|their) owner* ('s|') hand*",
    "return <o:object> to (its owner 's|their owners '|their owner 's|your|his owner 's|her owner 's) hand*",
)
def _bounce(o: Filter) -> Effects:
    return (Move(o, "hand"),)


@production("effect", "put <o:object> into (its|their) owner* ('s|') hand*", "put <o:object> into your hand")
def _to_hand(o: Filter) -> Effects:
    return (Move(o, "hand"),)


@production(
    "effect",
    "put <o:object> on (the top|top) of (its|their) owner* ('s|') library",
    "put <o:object> on top of your library",
)
def _to_library(o: Filter) -> Effects:
    return (Move(o, "library"),)


@production(
    "effect",
    "put <o:object> on (the bottom|bottom) of (its|their) owner* ('s|') library",
    "put <o:object> on the bottom of your library",
)
def _to_bottom(o: Filter) -> Effects:
    return Move(o, "library"), Named("on_the_bottom")


@production(
    "effect",
    "shuffle <o:object> into (its|their) owner* ('s|') librar*",
    "(its|target) owner shuffles <o:before> into their library",
    "the owner of <o:object> shuffles it into their library",
    "shuffle <o:object> into (its owner 's|your|their owners ') (library|libraries)",
)
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


@production(
    "effect",
    "(return|put) <o:object> (to|onto) the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]",
    "(return|put) <o:object> (to|onto) the battlefield [<t:tapped>] and <x:transformed> [<u:under>]",
)
def _put_onto_battlefield(o: Filter, t: bool = False, x: bool = False, u: str = "") -> Effects:
    return (PutOntoBattlefield(o, transformed=x, tapped=t, under="owner" if u == "owner" else "you"),)


@production(
    "effect",
    "return <o:object> <y:from_graveyard> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]",
    "put <o:this> from your graveyard onto the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]",
)
def _reanimate_this(o: Filter, t: bool = False, x: bool = False, u: str = "", y: str = "") -> Effects | None:
    there = _in_graveyard(o, y)
    if there is None:
        return None
    return (PutOntoBattlefield(there, transformed=x, tapped=t, under="owner" if u == "owner" else "you"),)


production("from_graveyard", "from your graveyard")(lambda: "you")
production("from_graveyard", "from the graveyard")(lambda: "")


def _in_graveyard(o: Filter, whose: str) -> Filter | None:
    """ "Return target creature from your graveyard": one of yours; where it speaks of a known object, it is that anyway."""
    if o.zone != "battlefield":
        return None
    known = o.this or o.attached or o.ref
    there = msgspec.structs.replace(o, zone="graveyard")
    return there if known or not whose else msgspec.structs.replace(there, controller="you")


@production("effect", "return <o:object> <y:from_graveyard> to your hand")
def _regrow_this(o: Filter, y: str) -> Effects | None:
    there = _in_graveyard(o, y)
    return None if there is None else (Move(there, "hand"),)


@production(
    "exile_return",
    "exile <o:object> , then return <b:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]",
    "exile <o:object> . Return <b:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]",
    "exile <o:object> . Then return <b:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]",
)
def _blink(o: Filter, b: Filter, t: bool = False, x: bool = False, u: str = "owner") -> Effects | None:
    if "exiled_with_this" in b.state:
        return None  # "… exile it, then return all other cards exiled with ~": not what was exiled just now
    return (ExileAndReturn(o, transformed=x, tapped=t, under="you" if u == "you" else "owner"),)


@production(
    "exile_return",
    "exile <o:object> . Return <b:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>] at the beginning of the next end step",
    "exile <o:object> . At the beginning of the next end step , return <b:before> to the battlefield [<t:tapped>] [<x:transformed>] [<u:under>]",
)
def _slow_blink(o: Filter, b: Filter, t: bool = False, x: bool = False, u: str = "owner") -> Effects | None:
    if "exiled_with_this" in b.state:
        return None
    return (ExileAndReturn(o, transformed=x, delayed=True, tapped=t, under="you" if u == "you" else "owner"),)


@production("effect", "<e:exile_return>")
def _exile_return(e: Effects) -> Effects:
    return e


@production("effect", "transform <o:object>", "convert <o:object>", "<o:this> transforms")
def _transform(o: Filter) -> Effects:
    return (Transform(o),)


@production("effect", "exile them , then meld them into <n:proper_name>")
def _meld(n: str) -> Effects:
    """Both cards of the pair are exiled by that (CR 701.42a)."""
    return (Meld(n),)


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


@production(
    "effect",
    "<o:object> doesn't untap during (its controller 's|your) next untap step",
    "<o:object> don't untap during (its controller 's|their controller 's|their controllers '|your) next untap step*",
)
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
