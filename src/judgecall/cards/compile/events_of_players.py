"""Trigger events of the turns and deeds of other players, and of spells cast with something special (CR 603.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Condition, Event, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.moments import plain_event
from judgecall.cards.compile.nouns import Fields, merge

# ------------------------------------------------------------------ steps of a player who isn't "you" or "each"

for _name, _phrase in {
    "enchanted_player": "enchanted player 's",
    "chosen_player": "the chosen player 's",
    "chosen_opponent": "the chosen opponent 's",
}.items():
    for _step in ("upkeep", "draw step", "end step"):
        production("step_event", f"{_phrase} {_step}")(
            lambda n=_name, s=_step: Event(f"beginning_of_{s.replace(' ', '_')}_of_{n}", whose="each")
        )
for _step in ("upkeep", "draw step", "end step"):
    production("step_event", f"the {_step} of enchanted (permanent|land|artifact|planeswalker|creature) 's controller")(
        lambda s=_step: Event(
            f"beginning_of_{s.replace(' ', '_')}_of_attached_controller", of=Filter(attached=True), whose="each"
        )
    )
production("step_event", "each of your postcombat main phases")(lambda: Event("beginning_of_postcombat_main"))
production("step_event", "combat on enchanted player 's turn", "combat on enchanted player 's turns")(
    lambda: Event("beginning_of_combat_of_enchanted_player", whose="each")
)
production("step_event", "your next upkeep")(lambda: Event("beginning_of_next_upkeep"))


# ------------------------------------------------------------------ deeds

plain_event("exerts", "you", "you exert a creature")
plain_event("exhausts", "you", "you activate an exhaust ability")
plain_event("attacks_a_player", "you", "you attack a player")
plain_event("enchanted_player_attacked", "each", "enchanted player is attacked")
plain_event(
    "draws_extra", "opponent", "an opponent draws a card except the first one they draw in each of their draw steps"
)
plain_event("draws_fifth", "you", "you draw your fifth card each turn")
plain_event("speed_up", "you", "your speed increases")


@production("event", "you roll a <n:int> or higher on a die")
def _rolls(n: int) -> Event:
    return Event("rolls_at_least", at_least=n)


@production(
    "event", "an opponent discards (a|an) <c:kind_of_card>", "an opponent discards <m:one_or_more> <c:kind_of_card>"
)
def _opponent_discards(c: Fields, m: bool = False) -> Event:
    return Event("discards_such", of=Filter(**(c | {"zone": "hand"})), whose="opponent", one_or_more=m)


@production("event", "one or more <c:kind_of_card> are put into your graveyard from your library")
def _milled(c: Fields) -> Event:
    of = Filter(**(c | {"zone": "library", "controller": "you"}))
    return Event("put_into_graveyard_from_library", of=of, one_or_more=True)


@production("event", "you cast a kicked <c:core>")
def _kicked(c: Fields) -> Event | None:
    fields = merge(c, {"state": ("kicked",)})
    return Event("casts", of=Filter(**fields)) if fields and c.get("zone") == "stack" else None


@production("event", "you cast (a|an) <c:core> that 's both <a:color> and <b:color>")
def _both_colors(c: Fields, a: str, b: str) -> Event | None:
    if c.get("zone") != "stack":
        return None
    both = Filter(**(c | {"colors": (a,), "state": (*c.get("state", ()), f"also_{b}")}))
    return Event("casts", of=both)


@production("event", "you cast <c:watched> that has <k:keyword_name>")
def _casts_with_keyword(c: Filter, k: str) -> Event | None:
    return (
        Event("casts", of=msgspec.structs.replace(c, keywords=(k,))) if c.zone == "stack" and not c.keywords else None
    )


@production(
    "event",
    "you cast <s:watched> or <o:watched> enters under your control",
    "you cast <s:watched> or <o:watched> enters",
)
def _casts_or_enters(s: Filter, o: Filter) -> Event | None:
    return Event("casts_or_enters", of=s, by=o) if s.zone == "stack" else None


@production("event", "your commander <v:commander_verb>")
def _commander(v: tuple[str, tuple[str, ...]]) -> Event:
    of = Filter(state=("commander",), controller="you", owned=True)
    return Event(v[0], of=of, or_what=v[1])


production("commander_verb", "enters or attacks")(lambda: ("enters", ("attacks",)))
production("commander_verb", "enters")(lambda: ("enters", ()))
production("commander_verb", "attacks")(lambda: ("attacks", ()))
production("commander_verb", "dies")(lambda: ("dies", ()))


@production("event", "you or <o:watched> becomes the target of a spell or ability an opponent controls")
def _you_or_yours(o: Filter) -> Event:
    return Event("becomes_target_opponent", of=o, or_what=("becomes_targeted_player",))


@production("event", "~ enters <w:arrival_mark>")
def _marked_arrival(w: str) -> Event:
    return Event("enters", of=Filter(this=True), only_while=Condition("other", counter=w))


for _mark, _phrase in {
    "it entered untapped": "untapped",
    "it entered tapped": "tapped",
    "it entered from a graveyard": "from a graveyard",
    "it entered from exile": "from exile",
    "declare attackers step": "during the declare attackers step",
    "declare blockers step": "during the declare blockers step",
}.items():
    production("arrival_mark", _phrase)(lambda n=_mark: n)


@production("event", "an equipped <c:core> <v:host_verb>")
def _equipped(c: Fields, v: str) -> Event | None:
    fields = None if "alternatives" in c else merge(c, {"state": ("equipped",)})
    return Event(v, of=Filter(**fields)) if fields else None


@production("event", "an enchanted <c:core> <v:host_verb>")
def _enchanted(c: Fields, v: str) -> Event | None:
    fields = None if "alternatives" in c else merge(c, {"state": ("enchanted",)})
    return Event(v, of=Filter(**fields)) if fields else None


for _what, _verb in {
    "attacks": "attacks",
    "dies": "dies",
    "combat_damage_player": "deals combat damage to a player",
}.items():
    production("host_verb", _verb)(lambda w=_what: w)


@production("event", "~ enters or the creature it haunts dies")
def _haunting() -> Event:
    return Event("enters", of=Filter(this=True), or_what=("haunted_creature_dies",))


@production("event", "<o:watched> enters or becomes tapped")
def _enters_or_tapped(o: Filter) -> Event:
    return Event("enters", of=o, or_what=("tapped",))


@production("event", "<o:watched> and at least <n:int> <c:core> attack")
def _with_others(o: Filter, n: int, c: Fields) -> Event | None:
    return Event("attacks_with_others", of=o, by=Filter(**c), at_least=n + 1) if o.this else None


@production("event", "the <w:ordinal> <k:counter_kind> counter is put on ~")
def _counter_number(w: str, k: str) -> Event:
    return Event(f"{w}_counter_put", of=Filter(this=True), counter=k)


@production("event", "~ crews a Vehicle")
def _this_crews() -> Event:
    return Event("crews", of=Filter(this=True), by=Filter(subtypes=("Vehicle",)))
