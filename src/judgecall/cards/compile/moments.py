"""More of what triggered abilities wait for (CR 603.2), and when in the turn it has to happen."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Condition, Delayed, Event, Filter, IfDo
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


def once_for_all(event: Event) -> Event:
    """An event of "one or more" objects, as the event says it (CR 603.2c). To attack with some is one event already."""
    if event.of is None or not event.of.at_least_one:
        return event
    of = msgspec.structs.replace(event.of, at_least_one=False)
    return msgspec.structs.replace(event, of=of, one_or_more=event.what != "attack_with")


# ------------------------------------------------------------------ at what time only

for _when, _phrases in {
    "your_turn": ("during your turn", "on your turn"),
    "not_your_turn": ("during an opponent 's turn", "during turns other than yours", "if it isn't your turn"),
    "first_each_turn": ("for the first time each turn", "for the first time in a turn"),
    "your_main_phase": ("during your main phase",),
    "combat": ("during combat",),
    "monarch": ("while you're the monarch",),
    "exiled": ("while it 's exiled",),
    "your_end_step": ("during your end step",),
    "your_draw_step": ("during your draw step",),
}.items():
    production("only_when", *_phrases)(lambda w=_when: w)

_NOT_NARROWED = frozenset({"tapped_for_mana"})
"""Events whose rules take them as they are."""


@production("trigger_word", "(When|Whenever) <e:event> <w:only_when>")
def _narrowed(e: Event, w: str) -> Event | None:
    return None if e.what in _NOT_NARROWED else msgspec.structs.replace(once_for_all(e), when=w)


@production("delayed_word", "When <f:before> dies this turn")
def _dies_this_turn(f: Filter) -> Event:
    return Event("dies", of=f)


@production("delayed_word", "When <f:before> leaves the battlefield this turn")
def _leaves_this_turn(f: Filter) -> Event:
    return Event("leaves", of=f)


@production("each_time_word", "Whenever <f:before> deals combat damage to a player this turn")
def _damages_this_turn(f: Filter) -> Event:
    return Event("combat_damage_player", of=f)


@production("each_time_word", "Whenever <f:before> deals combat damage this turn")
def _deals_this_turn(f: Filter) -> Event:
    return Event("combat_damage", of=f)


@production("delayed_word", "When you next cast <o:watched> this turn", "When you cast your next <c:core> this turn")
def _next_cast(o: Filter | None = None, c: Fields | None = None) -> Event | None:
    of = o or Filter(**(c or {}))
    return Event("casts", of=of) if of.zone == "stack" else None


@production("sentence", "<w:delayed_word> , <r:row>")
def _later_this_turn(w: Event, r: Effects) -> Effects:
    return (Delayed(w, r, until_end_of_turn=True),)


@production("sentence", "<w:each_time_word> , <r:row>")
def _each_time_this_turn(w: Event, r: Effects) -> Effects:
    return (Delayed(w, r, each_time=True, until_end_of_turn=True),)


@production("sentence", "When you do , <r:row>", "When you do , <r:paid>")
def _when_you_do(r: Effects) -> Effects:
    """A reflexive trigger (CR 603.12) on the instruction before it."""
    return (IfDo(_did_so(), r),)


@production("sentence", "If (you|they|that player) do* , <r:row>", "If (you|they|that player) do* , <r:paid>")
def _if_done(r: Effects) -> Effects:
    return (IfDo(_did_so(), r),)


@production("sentence", "If (you|they|that player) (don't|doesn't) , <r:row>")
def _if_not_done(r: Effects) -> Effects:
    return (IfDo(_did_so(), (), r),)


def _did_so() -> Condition:
    return Condition("other", counter="did so")


# ------------------------------------------------------------------ events that have a name of their own


def plain_event(what: str, whose: str, *phrases: str) -> None:
    """Phrases that always mean the same event."""
    production("event", *phrases)(lambda: Event(what, whose=whose))


def at_once(what: str, *phrases: str, whose: str = "you") -> None:
    """Phrases about one or more at one time (CR 603.2c)."""
    production("event", *phrases)(lambda: Event(what, whose=whose, one_or_more=True))


plain_event("draws_second", "opponent", "an opponent draws their second card each turn")
plain_event("draws_second", "each", "a player draws their second card each turn")
plain_event("casts_first", "each", "a player casts their first spell each turn")
plain_event("casts_first", "you", "you cast your first spell each turn")
plain_event("searches_library", "you", "you search your library")
plain_event("searches_library", "each", "a player searches their library")
plain_event("shuffles", "opponent", "an opponent shuffles their library")
plain_event("creates_tokens", "you", "you create a token")
plain_event("creates_creature_tokens", "you", "you create a creature token")
at_once("creates_tokens", "you create one or more tokens")
at_once("creates_creature_tokens", "you create one or more creature tokens")
production("event", "you play a card from exile")(
    lambda: Event("plays_from_exile", of=Filter(types=("card",), zone="exile"))
)
plain_event("becomes_targeted_player", "you", "you become the target of a spell or ability an opponent controls")
plain_event("plays_land", "each", "a player plays a land")
plain_event("plays_land", "opponent", "an opponent plays a land")
plain_event("forced_discard_this", "you", "a spell or ability an opponent controls causes you to discard ~")
plain_event("discards_one_or_more", "you", "you discard one or more cards")
plain_event("discards_this", "you", "you discard ~", "you discard this card")
plain_event("loses_game", "each", "a player loses the game")
plain_event("discovers", "you", "you discover")
plain_event("connives", "you", "a creature you control connives")
plain_event("explores", "you", "a creature you control explores")
plain_event("visits", "you", "you visit ~")
plain_event("claims_prize", "you", "you claim the prize")
plain_event("takes_initiative", "you", "you take the initiative")
plain_event("opens_attraction", "you", "you open an Attraction")
plain_event("library_emptied", "you", "your library has no cards in it")
at_once("mills", "you mill one or more cards")
at_once("mills", "an opponent mills one or more cards", whose="opponent")
plain_event("taps_for_convoke", "each", "~ convokes a spell")
plain_event("puts_card_into_hand", "you", "you put a card into your hand from exile")


@production("event", "you expend <n:int>")
def _expends(n: int) -> Event:
    return Event("expends", at_least=n)


@production("event", "you gain or lose life")
def _gains_or_loses() -> Event:
    return Event("gains_life", or_what=("loses_life",))


@production("event", "you scry or surveil")
def _scries_or_surveils() -> Event:
    return Event("scries", or_what=("surveils",))


@production(
    "event", "<m:one_or_more> <c:kind_of_card> leave your graveyard", "a <c:kind_of_card> leaves your graveyard"
)
def _leaves_graveyard(c: Fields, m: bool = False) -> Event:
    return Event("leaves_graveyard", of=Filter(**(c | {"zone": "graveyard", "controller": "you"})), one_or_more=m)


@production("event", "(you cast|<w:casts_word>) a spell that targets <o:targeted_by>")
def _casts_targeting(o: Filter, w: str = "you") -> Event:
    return Event("casts_targeting", of=Filter(types=("spell",), zone="stack"), by=o, whose=w)


@production("event", "(you cast|<w:casts_word>) <s:watched> that targets <o:targeted_by>")
def _casts_some_targeting(s: Filter, o: Filter, w: str = "you") -> Event | None:
    return Event("casts_targeting", of=s, by=o, whose=w) if s.zone == "stack" else None


@production("casts_word", "an opponent casts")
def _an_opponent_casts() -> str:
    return "opponent"


@production("casts_word", "a player casts")
def _a_player_casts() -> str:
    return "each"


@production("targeted_by", "(a|an|one or more|<o:another>) <c:core>")
def _targeted_some(c: Fields, o: bool = False) -> Filter:
    return Filter(**(c | {"other": True} if o else c))


@production("targeted_by", "~")
def _targeted_this() -> Filter:
    return Filter(this=True)


@production("event", "you cast <s:watched> from anywhere other than your hand")
def _casts_from_elsewhere(s: Filter) -> Event | None:
    return Event("casts_from_elsewhere", of=s) if s.zone == "stack" else None


@production("event", "you cast <s:watched> from <z:from_zone>")
def _casts_from(s: Filter, z: str) -> Event | None:
    return Event(f"casts_from_{z}", of=s) if s.zone == "stack" else None


@production("from_zone", "your graveyard", "a graveyard")
def _from_graveyard() -> str:
    return "graveyard"


@production("from_zone", "exile")
def _from_exile() -> str:
    return "exile"


@production("from_zone", "your hand")
def _from_hand() -> str:
    return "hand"


@production("event", "<o:watched> becomes the target of a spell or ability you control")
def _becomes_your_target(o: Filter) -> Event:
    return Event("becomes_target_yours", of=o)


@production(
    "event",
    "<o:watched> becomes the target of a spell you control",
    "<o:watched> becomes the target of a spell you cast",
)
def _becomes_your_spells_target(o: Filter) -> Event:
    return Event("becomes_target_your_spell", of=o)


@production("event", "<o:watched> becomes the target of a spell an opponent controls")
def _becomes_their_spells_target(o: Filter) -> Event:
    return Event("becomes_target_opponent_spell", of=o)


@production("event", "an opponent attacks you with <n:int> or more creatures")
def _attacked_with(n: int) -> Event:
    return Event("attacks_you_with", whose="opponent", at_least=n)


@production("event", "<o:watched> (is|are) put into a graveyard")
def _put_into_graveyard(o: Filter) -> Event | None:
    """Of an attached permanent only: it goes there from the battlefield."""
    return Event("dies", of=o) if o.attached else None


@production("event", "(a|an|<m:one_or_more>) <k:counter_kind> counter* (is|are) removed from ~")
def _counter_removed(k: str, m: bool = False) -> Event:
    return Event("counter_removed", of=Filter(this=True), counter=k, one_or_more=m)


@production("event", "you activate an ability of <o:watched> that isn't a mana ability")
def _activates_nonmana(o: Filter) -> Event:
    return Event("activates_nonmana_ability_of", of=o)


@production("event", "you activate an ability of <o:watched>")
def _activates(o: Filter) -> Event:
    return Event("activates_ability_of", of=o)


@production("event", "<o:watched> becomes attached to a creature")
def _becomes_attached(o: Filter) -> Event:
    return Event("becomes_attached", of=o)


@production(
    "event",
    "<o:watched> is returned to (your|its owner 's) hand",
    "<o:watched> is put into your hand from the battlefield",
)
def _returned(o: Filter) -> Event:
    return Event("returned_to_hand", of=o)


@production("event", "<o:watched> is exiled")
def _exiled(o: Filter) -> Event:
    return Event("exiled", of=o)


@production("event", "<o:watched> explores")
def _one_explores(o: Filter) -> Event:
    return Event("explores", of=o)


@production("step_event", "the monarch 's end step")
def _monarchs_end_step() -> Event:
    return Event("beginning_of_monarchs_end_step", whose="each")


@production("step_event", "each player 's first main phase")
def _each_main() -> Event:
    return Event("beginning_of_main", whose="each")
