"""What triggered abilities wait for (CR 603.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Condition, Event, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.moments import once_for_all, plain_event
from judgecall.cards.compile.nouns import Fields


def _verbs(what: str, *verbs: str, also: str = "") -> None:
    or_what = (also,) if also else ()
    production("event", *(f"<o:watched> {verb}" for verb in verbs))(lambda o: Event(what, of=o, or_what=or_what))


_verbs("enters", "enter*")


@production("event", "<o:watched> enter* under your control")
def _enters_under_your_control(o: Filter) -> Event | None:
    if o.alternatives:
        first, *others = o.alternatives
        yours = tuple(msgspec.structs.replace(other, controller="you") for other in others)
        return Event("enters", of=msgspec.structs.replace(o, alternatives=(first, *yours))) if first.this else None
    return Event("enters", of=msgspec.structs.replace(o, controller="you"))


@production("event", "<o:watched> (is|are) put into your graveyard from the battlefield")
def _dies_yours(o: Filter) -> Event | None:
    """Into your graveyard: an object that you own."""
    if o.alternatives or o.controller != "any":
        return None
    if o.this:
        return Event("dies", of=o, only_while=Condition("other", counter="you own it"))
    return Event("dies", of=msgspec.structs.replace(o, controller="you", owned=True))


@production("event", "<o:watched> enter* under an opponent 's control")
def _enters_under_their_control(o: Filter) -> Event | None:
    return None if o.alternatives else Event("enters", of=msgspec.structs.replace(o, controller="opponent"))


_verbs(
    "dies",
    "die*",
    "(is|are) put into a graveyard from the battlefield",
)
_verbs("leaves", "leave* the battlefield")
_verbs("attacks", "attack*")
_verbs("attacks_you", "attack* you")
_verbs("attacks_you", "attacks you or a planeswalker you control", also="attacks_your_planeswalker")
_verbs("attacks_alone", "attacks alone")
_verbs("combat_damage_player", "deals combat damage to a player or planeswalker", also="combat_damage_planeswalker")
_verbs("combat_damage_player", "deals combat damage to a player or battle", also="combat_damage_battle")
_verbs("blocks", "block*")
_verbs("becomes_blocked", "become* blocked")
_verbs("attacks_unblocked", "attacks and isn't blocked")
production("event", "<o:watched> is tapped for mana")(lambda o: Event("tapped_for_mana", of=o, whose="each"))
_verbs("tapped", "become* tapped")
_verbs("untapped", "become* untapped")
_verbs("combat_damage_player", "deal* combat damage to a player")
_verbs("combat_damage_opponent", "deal* combat damage to an opponent")
_verbs("put_into_graveyard", "(is|are) put into (a graveyard|graveyards) from anywhere")
_verbs("combat_damage", "deal* combat damage")
_verbs("deals_damage", "deal* damage")
_verbs("damage_player", "deals damage to a player")
_verbs("damage_opponent", "deals damage to an opponent")
_verbs("dealt_damage", "(is|are) dealt damage")
_verbs("transforms", "transforms")
_verbs("transforms", "transforms or transforms into ~")
_verbs("becomes_target", "becomes the target of a spell or ability")
_verbs("becomes_target_opponent", "becomes the target of a spell or ability an opponent controls")
_verbs("becomes_target_spell", "becomes the target of a spell")
_verbs("turned_face_up", "is turned face up")
_verbs("becomes_monstrous", "becomes monstrous")
_verbs("crews", "crews a Vehicle")
_verbs("crews", "saddles a Mount or crews a Vehicle", also="saddles")
_verbs("mutates", "mutates")
_verbs("exploits", "exploits a creature")
_verbs("crewed", "becomes crewed")
_verbs("exiled_from_battlefield", "is exiled from the battlefield")
_verbs("unattached", "becomes unattached from a permanent")


def several(whats: tuple[str, ...], *phrases: str) -> None:
    """Triggers with two events ("enters or attacks"): one event that lists both."""
    into = "~" if any("transforms into ~" in phrase for phrase in phrases) else ""
    production("event", *(f"<o:watched> {phrase}" for phrase in phrases))(
        lambda o: Event(whats[0], of=o, or_what=whats[1:], into=into)
    )


several(("enters", "attacks"), "enters or attacks")
several(("enters", "dies"), "enters or dies", "enters or is put into a graveyard from the battlefield")
several(("enters", "leaves"), "enters or leaves the battlefield")
several(("enters", "transforms"), "enters or transforms into ~")
several(("transforms", "dies"), "transforms into ~ or dies")
several(("attacks", "blocks"), "attack* or block*")
several(("blocks", "becomes_blocked"), "block* or becomes blocked")
several(("attacks", "dies"), "attacks or dies")
several(("dies", "exiled_from_battlefield"), "dies or is put into exile from the battlefield")
several(("enters", "becomes_monstrous"), "enters or becomes monstrous")
several(("enters", "turned_face_up"), "enters or is turned face up")
several(("enters", "becomes_target"), "enters or becomes the target of a spell or ability")


@production("event", "<o:watched> blocks <b:watched>")
def _blocks(o: Filter, b: Filter) -> Event:
    return Event("blocks", of=o, by=b)


_WALKER = ("planeswalker",)


@production("event", "<o:watched> deals damage to <b:watched>")
def _damages(o: Filter, b: Filter) -> Event:
    return Event("damage_planeswalker" if b.types == _WALKER else "damage_creature", of=o, by=b)


@production("event", "<o:watched> deals combat damage to <b:watched>")
def _combat_damages(o: Filter, b: Filter) -> Event:
    return Event("combat_damage_planeswalker" if b.types == _WALKER else "combat_damage_creature", of=o, by=b)


@production("event", "<o:watched> becomes blocked by <b:watched>")
def _blocked_by(o: Filter, b: Filter) -> Event:
    return Event("becomes_blocked", of=o, by=b)


@production("event", "<o:watched> blocks or becomes blocked by <b:watched>")
def _either_block(o: Filter, b: Filter) -> Event:
    return Event("blocks", of=o, by=b, or_what=("becomes_blocked",))


@production("event", "<o:watched> transforms into <n:proper_name>")
def _transforms_into(o: Filter, n: str) -> Event:
    return Event("transforms", of=o, into=n)


@production("event", "<o:watched> transforms into ~", "~ transforms into ~")
def _transforms_into_this(o: Filter | None = None) -> Event:
    return Event("transforms", of=o or Filter(this=True), into="~")


# ------------------------------------------------------------------ mana (CR 106.12a)


@production("tapper", "you tap")
def _you_tap() -> str:
    return "you"


@production("tapper", "(a|any) player taps")
def _player_taps() -> str:
    return "each"


@production("tapper", "an opponent taps")
def _opponent_taps() -> str:
    return "opponent"


@production("event", "<w:tapper> <o:watched> for mana")
def _tap_for_mana(w: str, o: Filter) -> Event:
    return Event("tapped_for_mana", of=o, whose=w)


@production("event", "<w:tapper> <o:watched> for <m:mana_letter>")
def _tap_for(w: str, o: Filter, m: str) -> Event:
    return Event("tapped_for_mana", of=o, whose=w, mana=m)


@production(
    "event", "<w:tapper> <o:watched> for mana of the chosen color", "<o:watched> is tapped for mana of the chosen color"
)
def _tap_for_chosen(o: Filter, w: str = "each") -> Event:
    return Event("tapped_for_mana", of=o, whose=w, mana="chosen_color")


@production("event", "a land 's ability causes you to add one or more mana of the chosen color")
def _land_adds_chosen() -> Event:
    """However the ability is paid for: the land needn't be tapped."""
    return Event("mana_added", of=Filter(types=("land",)), whose="you", mana="chosen_color")


@production("event", "<o:watched> is tapped for <m:mana_letter>", "<o:watched> is tapped for <m:color> mana")
def _tapped_for(o: Filter, m: str) -> Event:
    return Event("tapped_for_mana", of=o, whose="each", mana=m)


# ------------------------------------------------------------------ casting, drawing, life


@production("caster", "you cast")
def _you_cast() -> str:
    return "you"


@production("caster", "an opponent casts")
def _opponent_casts() -> str:
    return "opponent"


@production("caster", "a player casts")
def _player_casts() -> str:
    return "each"


@production("event", "<w:caster> <o:watched>")
def _casts(w: str, o: Filter) -> Event | None:
    return Event("casts", of=o, whose=w) if o.zone == "stack" or o.this else None


@production("event", "you cast your second spell each turn", "you cast your second spell in a turn")
def _second_spell() -> Event:
    return Event("casts_second")


@production("event", "you cast or copy an instant or sorcery spell")
def _magecraft() -> Event:
    return Event("casts", of=Filter(types=("instant", "sorcery"), zone="stack"), or_what=("copies",))


@production("event", "you cast a spell that targets <o:one_before>")
def _heroic(o: Filter) -> Event:
    return Event("casts_targeting", of=Filter(types=("spell",), zone="stack"), by=o)


plain_event("loses_flip", "you", "you lose a flip")
plain_event("gains_life", "you", "you gain life")
plain_event("gains_life", "opponent", "an opponent gains life")
plain_event("loses_life", "you", "you lose life")
plain_event("loses_life", "opponent", "an opponent loses life")
plain_event("draws", "you", "you draw a card")
plain_event("draws", "opponent", "an opponent draws a card")
plain_event("draws", "each", "a player draws a card")
plain_event("draws_second", "you", "you draw your second card each turn")
plain_event("discards", "you", "you discard a card")
plain_event("discards", "opponent", "an opponent discards a card")
plain_event("discards", "each", "a player discards a card")
plain_event("attack_with", "you", "you attack")
plain_event("surveils", "you", "you surveil")
production("event", "one or more cards leave your graveyard")(lambda: Event("leaves_graveyard", one_or_more=True))
plain_event("cycles", "you", "you cycle (~|this card)")
plain_event("cycles_any", "you", "you cycle a card")
plain_event("cycles_or_discards", "you", "you cycle or discard a card")
for _what, _words in (
    ("cycles_any", "you cycle another card"),
    ("cycles_or_discards", "you cycle or discard another card"),
):
    production("event", _words)(lambda w=_what: Event(w, of=Filter(types=("card",), zone="hand", other=True)))
plain_event("scries", "you", "you scry")
plain_event("proliferates", "you", "you proliferate")
plain_event("day_night_changes", "each", "day becomes night or night becomes day")
plain_event("dungeon", "you", "you complete a dungeon")
plain_event("commits_crime", "you", "you commit a crime")
plain_event("becomes_monarch", "you", "you become the monarch")
plain_event("dealt_damage_you", "you", "you're dealt damage", "you're dealt damage")
plain_event("combat_damage_to_you", "you", "you're dealt combat damage", "you're dealt combat damage")


@production("event", "you attack with <n:int> or more creatures")
def _attack_with(n: int) -> Event:
    return Event("attack_with", of=Filter(types=("creature",)), at_least=n)


@production("event", "you attack with one or more <c:core>", "you attack with (a|an) <c:core>")
def _attack_with_some(c: Fields) -> Event:
    return Event("attack_with", of=Filter(**c))


@production("event", "~ and at least <n:int> other creatures attack")
def _battalion(n: int) -> Event:
    return Event("attack_with", of=Filter(this=True), at_least=n + 1)


@production("event", "you discard (a|an|<m:one_or_more>) <c:kind_of_card>")
def _discards_some(c: Fields, m: bool = False) -> Event:
    return Event("discards", of=Filter(**(c | {"zone": "hand"})), one_or_more=m)


@production("event", "(<m:one_or_more>|a|an) <c:kind_of_card> (is|are) put into <y:whose_graveyard> from anywhere")
def _cards_to_graveyard(c: Fields, y: str, m: bool = False) -> Event:
    return Event("put_into_graveyard", of=Filter(**(c | {"zone": "graveyard", "controller": y})), one_or_more=m)


@production("whose_graveyard", "a graveyard", "graveyards")
def _any_graveyard() -> str:
    return "any"


@production("whose_graveyard", "your graveyard")
def _your_graveyard() -> str:
    return "you"


@production("whose_graveyard", "an opponent 's graveyard")
def _their_graveyard() -> str:
    return "opponent"


@production("event", "an opponent sacrifices <o:watched>")
def _opponent_sacrifices(o: Filter) -> Event:
    return Event("sacrifices", of=o, whose="opponent")


@production("event", "you sacrifice <o:watched>", "a player sacrifices <p:watched>")
def _sacrifices(o: Filter | None = None, p: Filter | None = None) -> Event:
    return Event("sacrifices", of=o or p, whose="you" if o else "each")


@production("event", "you play a land", "you play <o:watched>")
def _plays(o: Filter | None = None) -> Event:
    return Event("played", of=o or Filter(types=("land",)))


@production("event", "a creature dealt damage by ~ this turn dies")
def _vampire() -> Event:
    return Event("dies_damaged_by_this", of=Filter(types=("creature",)))


@production("event", "one or more [<k:counter_kind>] counters are put on <o:watched>")
def _counters_put(o: Filter, k: str = "any") -> Event:
    return Event("counters_put", of=o, counter=k)


@production("event", "you put one or more [<k:counter_kind>] counters on <o:watched>")
def _you_put_counters(o: Filter, k: str = "any") -> Event:
    return Event("you_put_counters", of=o, counter=k)


@production("event", "the last <k:counter_kind> counter is removed from ~")
def _last_counter(k: str) -> Event:
    return Event("last_counter_removed", of=Filter(this=True), counter=k)


# ------------------------------------------------------------------ steps and phases (CR 603.6b is not about these; 503-514)


@production("owner_of_turn", "your")
def _your() -> str:
    return "you"


@production("owner_of_turn", "each", "each player 's")
def _each() -> str:
    return "each"


@production("owner_of_turn", "each opponent 's", "each (of your|other) (opponents '|player 's)")
def _opponents() -> str:
    return "opponent"


@production(
    "owner_of_turn",
    "(enchanted|the) (creature|player|permanent|land) 's controller 's",
    "the upkeep of enchanted creature 's controller",
)
def _attached() -> str:
    return "attached"


for _step, _what in {
    "upkeep": "beginning_of_upkeep", "end step": "beginning_of_end_step", "draw step": "beginning_of_draw_step",
    "untap step": "beginning_of_untap_step",
}.items():  # fmt: skip
    production("step_event", f"<w:owner_of_turn> {_step}")(lambda w, what=_what: Event(what, whose=w))
production("step_event", "the end step")(lambda: Event("beginning_of_end_step", whose="each"))
production("step_event", "combat on your turn")(lambda: Event("beginning_of_combat"))
production("step_event", "each combat", "combat")(lambda: Event("beginning_of_combat", whose="each"))
production("step_event", "combat on each opponent 's turn")(lambda: Event("beginning_of_combat", whose="opponent"))
production("step_event", "your (first|precombat) main phase")(lambda: Event("beginning_of_main"))
production("step_event", "each of your main phases")(
    lambda: Event("beginning_of_main", or_what=("beginning_of_postcombat_main",))
)
production("step_event", "your (postcombat|second) main phase")(lambda: Event("beginning_of_postcombat_main"))


@production("trigger_word", "(When|Whenever) <e:event>")
def _whenever(e: Event) -> Event:
    return once_for_all(e)


production("trigger_word", "At the beginning of <e:step_event>")(lambda e: e)
production("trigger_word", "At end of combat")(lambda: Event("end_of_combat", whose="each"))
