"""Trigger events of players and of several objects at once: abilities activated, attacks of others, firsts (CR 603.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Condition, Event, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.moments import plain_event
from judgecall.cards.compile.nouns import Fields

_SPELL = Filter(types=("spell",), zone="stack")


plain_event("activates_ability", "you", "you activate an ability")
plain_event("activates_nonmana_ability", "you", "you activate an ability that isn't a mana ability")
plain_event("becomes_monarch", "opponent", "an opponent becomes the monarch")
plain_event("attack_with", "each", "a player attacks", "one or more creatures attack")
plain_event("attacks_you_player", "each", "a player attacks you")
plain_event("attacks_opponent_of_yours", "each", "a player attacks one of your opponents")
plain_event("draws_first", "opponent", "an opponent draws their first card each turn")
plain_event("draws_third_in_turn", "you", "you draw your third card in a turn")
plain_event("casts_third", "you", "you cast your third spell in a turn")
plain_event("your_opponents_hit", "each", "your opponents are dealt combat damage")
plain_event(
    "combat_damage_to_you_or_planeswalker", "you", "combat damage is dealt to you or a planeswalker you control"
)
plain_event("put_on_stack", "each", "a spell or ability is put onto the stack")
plain_event("bends", "you", "you waterbend , earthbend , firebend , or airbend")
plain_event("hand_empty", "each", "a player has no cards in hand")
plain_event("rolls_to_visit", "you", "you roll to visit your Attractions")


@production("event", "an opponent activates an ability of <o:watched> [on the battlefield]")
def _opponent_activates(o: Filter) -> Event:
    return Event("activates_ability_of", of=o, whose="opponent")


@production("event", "an ability of <o:attached> is activated")
def _attached_activated(o: Filter) -> Event:
    return Event("activates_ability_of", of=o, whose="each")


@production("event", "an opponent casts <s:watched> or activates an ability")
def _opponent_casts_or_activates(s: Filter) -> Event | None:
    plain = msgspec.structs.replace(s, types=()) == Filter(zone="stack")
    return Event("casts", of=or_ability(s), whose="opponent", or_what=("activates_ability",)) if plain else None


def or_ability(of: Filter) -> Filter:
    """ "Casts an instant or activates an ability": what is said of the spell isn't asked of the ability."""
    return msgspec.structs.replace(of, types=(*of.types, "activated_ability"))


@production("event", "you play a land or cast a spell")
def _plays_or_casts() -> Event:
    return Event("played", of=Filter(types=("card",)), or_what=("casts",))


@production("event", "a player plays a land or casts a spell")
def _player_plays_or_casts() -> Event:
    return Event("played", of=Filter(types=("card",)), whose="each", or_what=("casts",))


@production("event", "an opponent plays <o:watched>")
def _opponent_plays(o: Filter) -> Event:
    return Event("played", of=o, whose="opponent")


@production("event", "an opponent mills (a|an|<m:one_or_more>) <c:kind_of_card>")
def _opponent_mills(c: Fields, m: bool = False) -> Event:
    return Event("mills", of=Filter(**(c | {"zone": "library"})), whose="opponent", one_or_more=m)


for _ordinal in ("first", "second", "third"):
    production("event", f"you cast your {_ordinal} <c:core> each turn", f"you cast your {_ordinal} <c:core> in a turn")(
        lambda c, n=_ordinal: Event(f"casts_{n}_such", of=Filter(**c)) if c.get("zone") == "stack" else None
    )


@production(
    "event",
    "you cast <s:watched> that targets only a single <c:core>",
    "you cast <s:watched> that targets only <o:targeted_by>",
)
def _targets_one(s: Filter, c: Fields | None = None, o: Filter | None = None) -> Event | None:
    if s.zone != "stack":
        return None
    return Event("casts_targeting_only", of=s, by=o if o is not None else Filter(**(c or {})))


# ------------------------------------------------------------------ attacks


@production("event", "you attack with exactly <n:int> creatures")
def _exactly(n: int) -> Event:
    return Event(f"attack_with_exactly_{n}", of=Filter(types=("creature",)), at_least=n)


@production("event", "you attack with at least <n:int> <c:core>")
def _at_least(n: int, c: Fields) -> Event:
    return Event("attack_with", of=Filter(**c), at_least=n)


@production("event", "you attack with your commander")
def _commander() -> Event:
    return Event("attack_with", of=Filter(types=("creature",), state=("commander",), controller="you", owned=True))


@production("event", "an opponent attacks with (creatures|one or more creatures)")
def _opponent_attacks() -> Event:
    return Event("attack_with", of=Filter(types=("creature",)), whose="opponent")


@production("event", "(a|an) <c:core> crewed by ~ this turn attacks")
def _crewed(c: Fields) -> Event:
    return Event("attacks", of=Filter(**(c | {"state": ("crewed_by_this",)})))


@production("event", "your commander deals combat damage to a player")
def _commander_hits() -> Event:
    return Event("combat_damage_player", of=Filter(state=("commander",), controller="you", owned=True))


@production("event", "<o:watched> is dealt excess [<k:kind_of_damage>] damage")
def _excess(o: Filter, k: str = "") -> Event:
    return Event(f"dealt_excess_{k}_damage" if k else "dealt_excess_damage", of=o)


@production("event", "the chosen creature leaves the battlefield")
def _chosen_leaves() -> Event:
    return Event("leaves", of=Filter(types=("creature",), state=("chosen_by_this",)))


@production("event", "the (creature|permanent) put onto the battlefield with ~ leaves the battlefield")
def _its_creature_leaves() -> Event:
    return Event("leaves", of=Filter(types=("creature",), state=("put_onto_the_battlefield_with_this",)))


# ------------------------------------------------------------------ coming and going


@production("event", "<o:watched> dies or is put into exile", "<o:watched> dies or is exiled")
def _dies_or_exiled(o: Filter) -> Event:
    return Event("dies", of=o, or_what=("exiled_from_battlefield",))


@production("event", "<o:watched> dies or is put into the command zone")
def _dies_or_command(o: Filter) -> Event:
    return Event("dies", of=o, or_what=("put_into_command_zone",))


@production("event", "(a|an) <c:core> is put into an opponent 's graveyard from the battlefield")
def _theirs_dies(c: Fields) -> Event | None:
    return None if "controller" in c else Event("dies", of=Filter(**(c | {"controller": "opponent", "owned": True})))


@production("event", "<o:watched> enters under your control with a counter on it")
def _enters_countered(o: Filter) -> Event | None:
    if o.alternatives:
        return None
    countered = Condition("counters", of=Filter(ref="event"), counter="any")
    return Event("enters", of=msgspec.structs.replace(o, controller="you"), only_while=countered)


@production("event", "~ enters from your hand")
def _enters_from_hand() -> Event:
    return Event("enters", of=Filter(this=True), only_while=Condition("other", counter="it entered from your hand"))


@production("event", "~ and/or one or more other <c:core> enter")
def _these_enter(c: Fields) -> Event:
    of = Filter(alternatives=(Filter(this=True), Filter(**(c | {"other": True}))))
    return Event("enters", of=of, one_or_more=True)


@production("event", "<o:watched> becomes tapped during your turn")
def _tapped_on_your_turn(o: Filter) -> Event:
    return Event("tapped", of=o, when="your_turn")


@production("event", "<o:watched> transforms into (a|an) <c:core>")
def _transforms_into_such(o: Filter, c: Fields) -> Event:
    return Event("transforms", of=o, by=Filter(**c))


@production("event", "<o:watched> transforms or (a|an) <c:core> enters under your control transformed")
def _transforms_or_enters(o: Filter, c: Fields) -> Event | None:
    same = o == Filter(**(c | {"controller": "you"}))
    return Event("transforms", of=o, or_what=("enters_transformed",)) if same else None


@production("event", "~ or another <c:core> is turned face up")
def _turned_up(c: Fields) -> Event:
    return Event("turned_face_up", of=Filter(alternatives=(Filter(this=True), Filter(**(c | {"other": True})))))


@production("event", "a player casts a spell or a creature attacks")
def _spell_or_attack() -> Event:
    return Event("casts", of=_SPELL, whose="each", or_what=("a_creature_attacks",))


@production("event", "you cycle ~ or cycle another card while ~ is on the battlefield")
def _cycles() -> Event:
    return Event("cycles_any", or_what=("cycles",))


production("step_event", "your opponents ' end step", "each of your opponents ' end step")(
    lambda: Event("beginning_of_end_step", whose="opponent")
)


@production("trigger_word", "At the end of combat on your turn")
def _end_of_your_combat() -> Event:
    return Event("end_of_combat")


production("step_event", "each of that player 's upkeeps")(lambda: Event("beginning_of_upkeep", whose="attached"))
production("step_event", "the next combat")(lambda: Event("beginning_of_combat", whose="each"))
