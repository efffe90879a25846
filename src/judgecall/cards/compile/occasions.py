"""Triggers of rarer kinds: dice, schemes and planes, attacks with more said of them, and what sources of damage do (CR 603.2)."""

from __future__ import annotations

from judgecall.cards.abilities import Condition, Controller, Event, Filter, Triggered
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.moments import at_once, plain_event
from judgecall.cards.compile.nouns import Fields

_THIS = Filter(this=True)


def _of_this(what: str, *phrases: str) -> None:
    production("event", *phrases)(lambda: Event(what, of=_THIS))


_of_this("cranked", "you crank ~")
_of_this("set_in_motion", "you set ~ in motion")
_of_this("planeswalks_to", "you planeswalk to ~")
_of_this("planeswalks_away", "you planeswalk away from ~", "you planeswalk from ~")
_of_this("encountered", "you encounter ~")
_of_this("specializes", "~ specializes")
_of_this("specializes_from_graveyard", "~ specializes from your graveyard")
_of_this("door_unlocked", "you unlock this door")
plain_event("room_unlocked", "you", "you fully unlock a Room")
plain_event("chaos", "each", "chaos ensues")
plain_event("chaos", "you", "you roll {CHAOS}")
plain_event("rolls", "you", "you roll a die")
plain_event("rolls", "each", "a player rolls a die")
at_once("rolls", "you roll one or more dice")
at_once("rolls", "a player rolls one or more dice", whose="each")
plain_event("noncombat_damage_opponent", "you", "a source you control deals noncombat damage to an opponent")
plain_event("dealt_noncombat_damage_opponent", "opponent", "an opponent is dealt noncombat damage")
plain_event("commits_crime_own_turn", "you", "you commit a crime during your turn")
plain_event("first_spell_each_opponents_turn", "you", "you cast your first spell during each opponent 's turn")
plain_event("casts_from_elsewhere", "you", "you cast a spell from anywhere other than your hand")
plain_event("casts_from_graveyard", "you", "you cast a spell from your graveyard")
plain_event("gives_gift", "you", "you give a gift")
plain_event("expends_four", "you", "you expend four")
plain_event("expends_eight", "you", "you expend eight")
plain_event("wins_flip", "you", "you win a coin flip", "you win a flip")
plain_event("clashes", "you", "you clash")
plain_event("clashes_and_wins", "you", "you win a clash")
plain_event("loses_life", "each", "a player loses life")
plain_event("gains_life", "each", "a player gains life")
plain_event("cycles_any", "each", "a player cycles a card")
plain_event("activates_loyalty", "you", "you activate a loyalty ability")
plain_event("finishes_voting", "each", "players finish voting")
plain_event("collects_evidence", "you", "you collect evidence")
plain_event("forages", "you", "you forage")
plain_event("manifests_dread", "you", "you manifest dread")
plain_event("ring_tempts", "you", "the Ring tempts you")
plain_event("ventures", "you", "you venture into the dungeon")
plain_event("draws_third", "you", "you draw your third card each turn")
plain_event("searches", "opponent", "an opponent searches their library")
plain_event("shuffles", "each", "a player shuffles their library")
at_once("pays_energy", "you pay one or more {E}")
at_once("gets_energy", "you get one or more {E}")
plain_event("damage_from_opponents_source", "you", "a source an opponent controls deals damage to you")
plain_event("casts_third", "you", "you cast your third spell each turn")
plain_event("casts_second", "each", "a player casts their second spell each turn")
plain_event("casts_second", "opponent", "an opponent casts their second spell each turn")
at_once("leaves_graveyard_own_turn", "one or more cards leave your graveyard during your turn")


@production("event", "you roll a <n:digits> or higher")
def _rolls_at_least(n: int) -> Event:
    return Event("rolls_at_least", at_least=n)


@production("event", "you roll a <n:digits>")
def _rolls(n: int) -> Event:
    return Event("rolls_exactly", numbers=(n,))


@production("event", "~ becomes level <n:digits>")
def _level(n: int) -> Event:
    return Event("becomes_level", of=_THIS, numbers=(n,))


@production("triggered", "Visit — <b:body>")
def _visit(b: Effects) -> Triggered:
    """The visit ability of an Attraction triggers on the roll to visit (CR 702.159a)."""
    return Triggered(Event("visited", of=_THIS), b)


@production("triggered", "You may exert ~ as it attacks . When you do , <b:body>")
def _exerts(b: Effects) -> Triggered:
    return Triggered(Event("exerts", of=_THIS), b)


# ------------------------------------------------------------------ attacking, with more said of it


@production("event", "<o:watched> attack* while saddled")
def _saddled(o: Filter) -> Event:
    return Event("attacks", of=o, only_while=Condition("saddled", of=None if o.this else o))


@production("event", "<o:watched> attack* while <c:conditions>")
def _while(o: Filter, c: Condition) -> Event:
    return Event("attacks", of=o, only_while=c)


@production("event", "you attack while <c:conditions>")
def _you_attack_while(c: Condition) -> Event:
    return Event("attack_with", only_while=c)


@production("event", "<o:watched> attack* (one of your opponents|an opponent)")
def _attacks_opponent(o: Filter) -> Event:
    return Event("attacks_opponent", of=o)


@production("event", "<o:watched> attack* one of your opponents or a planeswalker they control")
def _attacks_opponent_or(o: Filter) -> Event:
    return Event("attacks_opponent_or_planeswalker", of=o)


@production("event", "<o:watched> attack* a player")
def _attacks_player(o: Filter) -> Event:
    return Event("attacks_player", of=o)


@production("event", "<o:watched> attack* a planeswalker")
def _attacks_planeswalker(o: Filter) -> Event:
    return Event("attacks_planeswalker", of=o)


@production("event", "<o:watched> attack* a player or planeswalker", "<o:watched> attack* a player or a planeswalker")
def _attacks_either(o: Filter) -> Event:
    return Event("attacks", of=o)


@production("event", "<o:watched> attack* for the first time each turn")
def _attacks_first(o: Filter) -> Event:
    return Event("attacks_first_time", of=o)


@production("event", "<o:watched> attacks a player and isn't blocked")
def _unblocked(o: Filter) -> Event:
    return Event("attacks_unblocked", of=o)


@production("event", "a player attacks with <n:int> or more creatures")
def _player_attacks(n: int) -> Event:
    return Event("attack_with", of=Filter(types=("creature",)), at_least=n, whose="each")


@production("event", "you attack with <n:int> or more <c:core>")
def _attack_with(n: int, c: Fields) -> Event:
    return Event("attack_with", of=Filter(**c), at_least=n)


@production("event", "<n:int> or more <c:core> attack* [<p:one_player>]")
def _several_attack(n: int, c: Fields, p: bool = False) -> Event | None:
    """That attack a player: all of them the same one."""
    what = "attack_one_player_with" if p else "attack_with"
    return Event(what, of=Filter(**c), at_least=n) if c.get("controller") == "you" else None


production("one_player", "a player")(lambda: True)


@production("event", "an opponent attacks with <o:watched>", "an opponent attacks")
def _opponent_attacks(o: Filter | None = None) -> Event:
    return Event("attack_with", of=o or Filter(types=("creature",)), whose="opponent")


@production("watched", "~ or <a:attached>", "~ or equipped creature")
def _this_or_attached(a: Filter | None = None) -> Filter:
    return Filter(alternatives=(_THIS, a or Filter(attached=True)))


@production("watched", "~ or (a|an) <c:core>")
def _this_or_one(c: Fields) -> Filter:
    return Filter(alternatives=(_THIS, Filter(**c)))


# ------------------------------------------------------------------ damage


@production(
    "event",
    "<o:watched> deal* combat damage to (one of your opponents|<m:one_or_more> opponents|an opponent)",
)
def _combat_damage_opponent(o: Filter, m: bool = False) -> Event:
    return Event("combat_damage_opponent", of=o, by=_players("opponent") if m else None)


@production("event", "<o:watched> deal* combat damage to one or more players")
def _combat_damage_players(o: Filter) -> Event:
    return Event("combat_damage_player", of=o, by=_players("any"))


def _players(whose: Controller) -> Filter:
    """ "To one or more players": once for all of them."""
    return Filter(types=("player",), controller=whose, at_least_one=True)


@production("event", "<o:watched> deal* damage to (one of your opponents|your opponents)")
def _damage_opponent(o: Filter) -> Event:
    return Event("damage_opponent", of=o)


@production("event", "<o:watched> deal* damage to you")
def _damage_you(o: Filter) -> Event:
    return Event("damage_you", of=o)


@production("event", "<o:watched> deals combat damage to you")
def _combat_damage_you(o: Filter) -> Event:
    return Event("combat_damage_you", of=o)


@production("event", "<o:watched> enters or deals combat damage to a player")
def _enters_or_hits(o: Filter) -> Event:
    return Event("enters", of=o, or_what=("combat_damage_player",))


@production("event", "<o:watched> (is|are) dealt <k:kind_of_damage> damage")
def _is_dealt(o: Filter, k: str) -> Event:
    return Event(f"dealt_{k}_damage", of=o)


@production("event", "<o:watched> attacks or deals combat damage to a player")
def _attacks_or_hits(o: Filter) -> Event:
    return Event("attacks", of=o, or_what=("combat_damage_player",))


@production("event", "a source deals damage to ~")
def _source_hits_this() -> Event:
    return Event("dealt_damage", of=_THIS)


@production("event", "a source an opponent controls deals damage to ~")
def _opponents_source_hits_this() -> Event:
    return Event("dealt_damage", of=_THIS, by=Filter(controller="opponent"))
