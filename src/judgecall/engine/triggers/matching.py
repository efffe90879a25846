"""Whether an event of the scenario is what a triggered ability waits for (CR 603.2, 603.6, 603.10)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from judgecall.cards.abilities import (
    Amount,
    Condition,
    Filter,
    Keyword,
    ModifyPT,
    PutCounters,
    PutOntoBattlefield,
    Triggered,
    Unread,
)
from judgecall.cards.abilities import Event as Awaited
from judgecall.engine.characteristics import abilities_of, matches
from judgecall.engine.condition_terms import compare
from judgecall.engine.faces.double_faced import face_name
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.scenario.model import Step

STEP_TRIGGERS: dict[str, Step] = {
    "beginning_of_upkeep": "upkeep", "beginning_of_draw_step": "draw", "beginning_of_main": "main",
    "beginning_of_combat": "beginning_of_combat", "end_of_combat": "end_of_combat", "beginning_of_end_step": "end_step",
}  # fmt: skip

_EVOLVE = Triggered(
    Awaited("enters", of=Filter(types=("creature",), controller="you")),
    (PutCounters(Filter(this=True), "+1/+1"),),
    condition=Condition("evolve", of=Filter(ref="event")),
)  # fmt: skip
"""What evolve means (CR 702.100a)."""


def _comes_back(with_counter: str) -> Triggered:
    """ "When this permanent dies, if it had no such counter on it, return it with one on it"."""
    return Triggered(
        Awaited("dies", of=Filter(this=True)),
        (PutOntoBattlefield(Filter(this=True, zone="graveyard")), PutCounters(Filter(this=True), with_counter)),
        condition=Condition("counters_at_last", counter=with_counter, compare="=", n=0),
    )


_MEANING: Mapping[str, Triggered] = {
    "evolve": _EVOLVE,
    "prowess": Triggered(
        event=Awaited(
            what="casts", of=Filter(types=("spell",), not_types=("creature",), controller="you", zone="stack")
        ),
        effects=(
            ModifyPT(of=Filter(this=True), power=Amount(base=1), toughness=Amount(base=1), until_end_of_turn=True),
        ),
    ),
    "undying": _comes_back("+1/+1"),
    "persist": _comes_back("-1/-1"),
}
"""What keyword abilities mean that are triggered abilities and are carried out (CR 702.79a, 702.93a, 702.100a, 702.108a)."""


FOLLOWED = frozenset({
    *STEP_TRIGGERS, "transforms", "dies", "leaves", "sacrifices", "enters", "attacks", "blocks", "tapped", "untapped", "attack_with",
    "gains_life", "loses_life", "deals_damage", "damage_player", "damage_opponent", "combat_damage", "combat_damage_player",
    "combat_damage_opponent", "damage_you", "combat_damage_you", "casts", "landfall",
})  # fmt: skip
"""Trigger events that are told from the scenario's events; of others it can't be said that they never happened."""


_COMES_OF: dict[str, frozenset[str]] = {
    **dict.fromkeys(("combat_damage_creature", "damage_creature", "damage_planeswalker", "dealt_damage", "dealt_damage_you", "combat_damage_to_you",
                     "dies_damaged_by_this"), frozenset({"damage", "fight", "block"})),
    **dict.fromkeys(("attacks_unblocked", "becomes_blocked", "attacks_alone", "attacks_you", "attacks_your_planeswalker"),
                    frozenset({"attack", "block", "no_block"})),
    **dict.fromkeys(("combat_damage_planeswalker", "combat_damage_battle"), frozenset({"attack", "damage"})),
    **dict.fromkeys(("becomes_target", "becomes_target_opponent", "becomes_target_spell", "casts_targeting", "casts_second", "copies",
                     "cycles", "cycles_any", "cycles_or_discards"), frozenset({"cast", "activate", "trigger", "resolve", "copy"})),
    **dict.fromkeys(("discards", "draws", "draws_second", "scries", "surveils", "proliferates", "counters_put", "you_put_counters", "exploits",
                     "commits_crime", "becomes_monstrous"),
                    frozenset({"cast", "activate", "trigger", "resolve", "counters", "damage", "enter"})),
    "put_into_graveyard": frozenset({"leave", "sacrifice", "damage", "resolve", "cast", "activate", "trigger", "counter_spell"}),
    **dict.fromkeys(("exiled_from_battlefield", "leaves_graveyard", "unattached"),
                    frozenset({"leave", "blink", "return", "cast", "activate", "trigger", "resolve"})),
    "turned_face_up": frozenset({"transform", "activate", "resolve"}), "crews": frozenset({"crew"}), "saddles": frozenset({"saddle"}), "crewed": frozenset({"crew"}),
    "tapped_for_mana": frozenset({"tap_for_mana", "tap", "activate"}), "mutates": frozenset({"cast", "resolve"}),
}  # fmt: skip
"""Trigger events that aren't told: the scenario's events that may bring one about. Of others, any may."""


def _may_have_happened(state: State, what: str) -> bool:
    """Whether a trigger event that isn't told from the scenario's events may have been part of them."""
    causes = _COMES_OF.get(what)
    happened = [e for e in state.scenario.events if e.kind != "damage" or e.n != 0]
    return bool(happened) if causes is None else any(e.kind in causes for e in happened)


class Happening(msgspec.Struct, frozen=True):
    """Something that happened, as triggered abilities see it: what, to which object, by which player."""

    what: str
    one: str = ""
    player: str = ""
    into: str = ""
    n: int = 1
    """How many objects it happened to at once."""


def triggered_abilities(state: State, source: Permanent, *, looking_back: bool = False) -> list[Triggered | Unread]:
    """Its triggered abilities; looking back, those that it had as it last existed on the battlefield (CR 603.10a)."""
    if looking_back and source.zone != "battlefield" and source.last is not None:
        pool = source.last.abilities
    else:
        pool = abilities_of(state, source)
    found: list[Triggered | Unread] = []
    for ability in pool:
        if isinstance(ability, Triggered) or (isinstance(ability, Unread) and ability.shape == "triggered"):
            found.append(ability)
        elif isinstance(ability, Keyword) and ability.name in _MEANING:
            found.append(_MEANING[ability.name])
    return found


_SETS_OFF: dict[str, frozenset[str]] = {
    **dict.fromkeys(("afterlife", "haunt", "soulshift", "modular", "recover"), frozenset({"leave", "sacrifice", "damage", "block"})),
    **dict.fromkeys(("exalted", "battle cry", "annihilator", "melee", "myriad", "mentor", "dethrone", "training", "provoke", "mobilize", "decayed",
                     "enlist", "firebending"), frozenset({"attack"})),
    **dict.fromkeys(("bushido", "flanking", "rampage", "afflict", "frenzy"), frozenset({"attack", "block", "no_block"})),
    **dict.fromkeys(("extort", "cascade", "storm", "gravestorm", "replicate", "conspire", "ripple", "epic", "demonstrate", "casualty",
                     "increment"), frozenset({"cast", "copy"})),
    **dict.fromkeys(("fabricate", "ravenous", "exploit", "backup", "squad", "tribute", "living weapon", "for mirrodin!", "job select", "champion",
                     "hideaway", "soulbond", "graft", "evoke", "offspring", "partner with"), frozenset({"enter", "cast", "blink", "return", "play_land"})),
    **dict.fromkeys(("renown", "ingest", "poisonous"), frozenset({"damage", "attack"})),
    **dict.fromkeys(("echo", "cumulative upkeep", "fading", "vanishing", "impending"), frozenset({"step"})),
}  # fmt: skip
"""Keyword abilities that are triggered abilities (CR 702) and aren't carried out here, with the events that set them off."""


def refuse_unread_triggers(state: State, source: Permanent) -> None:
    """Refuse to say that nothing triggered when it has a triggered ability whose event could not be read.

    Raises:
        CannotRule: it has one.
    """
    pool = (
        source.last.abilities
        if source.zone != "battlefield" and source.last is not None
        else abilities_of(state, source)
    )
    for keyword in pool:
        targeted = any(source.id in e.target for e in state.events("cast", "activate", "trigger"))
        set_off = isinstance(keyword, Keyword) and state.events(*_SETS_OFF.get(keyword.name.lower(), ()))
        if set_off or (isinstance(keyword, Keyword) and keyword.name == "ward" and targeted):
            raise CannotRule("unfollowed_event", object=source.ref)
    for ability in triggered_abilities(state, source, looking_back=True):
        if isinstance(ability, Unread) and ability.event is None:
            raise CannotRule("unread_line", object=source.ref, concepts="trigger")
        awaited = ability.event
        if awaited is None:
            continue
        unfollowed = {awaited.what, *awaited.or_what} - FOLLOWED
        if any(_may_have_happened(state, what) for what in unfollowed):
            raise CannotRule("unfollowed_event", object=source.ref)
    state.guard("trigger", among=[source])


def is_awaited(state: State, ability: Triggered | Unread, source: Permanent, happening: Happening) -> bool:
    """Whether this is the ability's trigger event."""
    awaited = ability.event
    if awaited is None:
        return False
    if awaited.what in STEP_TRIGGERS:
        return happening.what == awaited.what and _whose_step(state, awaited, source)
    if not {happening.what} & {n for what in (awaited.what, *awaited.or_what) for n in _names(what)}:
        return False
    if awaited.what in {"damage_you", "combat_damage_you"} and happening.player != state.controller(source):
        return False
    if happening.what == "transforms" and awaited.into not in {"", "~"} and happening.into not in {"", awaited.into}:
        return False
    if awaited.at_least > happening.n:
        return False
    if happening.what == "transforms" and awaited.by is not None and awaited.of is not None:
        # What it transforms "into" is looked at on the face that is up then (CR 701.27e).
        one = state.permanents[happening.one]
        fits = matches(state, one, awaited.by, source) and _is_object_awaited(state, awaited, source, one, "transforms")
        return fits and not (awaited.counter or awaited.when)
    narrowed = awaited.only_while is not None or awaited.when
    if awaited.by is not None or awaited.counter or awaited.whose == "attached" or narrowed:
        # What else is said of the event can't be told from the happening.
        raise CannotRule("unfollowed_event", object=source.ref)
    if happening.what == "attack_with" and awaited.of is not None:
        if awaited.of != Filter(types=("creature",)):
            raise CannotRule("unfollowed_event", object=source.ref)
        return _whose_player(state, awaited, source, happening.player)
    if not happening.one:
        return awaited.of is None and _whose_player(state, awaited, source, happening.player)
    one = state.permanents[happening.one]
    if happening.what == "casts" and one is not source and one.controller is not None:
        caster = one.controller  # "whenever you cast a spell": by its controller (CR 601.2a)
        if not _whose_player(state, awaited, source, caster):
            return False
    return _is_object_awaited(state, awaited, source, one, happening.what)


_COUNTS_AS = {"landfall": ("enters",), "leaves": ("leaves", "dies"), "damage_you": ("damage_player",),
              "combat_damage_you": ("combat_damage_player",)}  # fmt: skip


def _names(what: str) -> tuple[str, ...]:
    """The happenings under which an awaited event counts ("landfall" is a land entering)."""
    return _COUNTS_AS.get(what, (what,))


def _whose_step(state: State, awaited: Awaited, source: Permanent) -> bool:
    if awaited.whose in {"each", "any", ""} or state.scenario.active is None:
        return True
    mine = state.scenario.active == state.controller(source)
    return mine == (awaited.whose == "you")


def _whose_player(state: State, awaited: Awaited, source: Permanent, player: str) -> bool:
    if awaited.whose in {"each", "any", ""} or not player:
        return True
    return (player == state.controller(source)) == (awaited.whose == "you")


def _is_object_awaited(state: State, awaited: Awaited, source: Permanent, one: Permanent, what: str) -> bool:
    wanted = awaited.of
    if awaited.what == "landfall":
        wanted = wanted or Filter(types=("land",), controller="you")
    if wanted is None or wanted.this:
        return one is source
    if wanted.alternatives:
        plain = msgspec.structs.replace(wanted, alternatives=())
        return any(
            _is_object_awaited(state, msgspec.structs.replace(awaited, of=a), source, one, what)
            for a in wanted.alternatives
        ) and (
            plain == Filter(zone=plain.zone)
            or _is_object_awaited(state, msgspec.structs.replace(awaited, of=plain), source, one, what)
        )
    if what in {"dies", "leaves", "sacrifices"} and one.zone != "battlefield":
        return _was_awaited(state, wanted, source, one)
    if what == "casts":
        wanted = msgspec.structs.replace(wanted, zone=one.zone)
    return matches(state, one, msgspec.structs.replace(wanted, zone=one.zone), source)


def _was_awaited(state: State, wanted: Filter, source: Permanent, one: Permanent) -> bool:
    """The same, of an object that left: by what it was (CR 603.10a)."""
    last = one.last
    if last is None or (wanted.other and one is source):
        return False
    if ("nontoken" in wanted.state and last.token) or ("token" in wanted.state and not last.token):
        return False
    if "creature" in wanted.types and not last.creature:
        return False
    if set(wanted.not_subtypes) & last.subtypes or (wanted.subtypes and not set(wanted.subtypes) & last.subtypes):
        return False
    kept = msgspec.structs.replace(
        wanted, types=(), not_subtypes=(), subtypes=(), state=(), zone=one.zone, power=None, toughness=None,
        controller="any", other=False,
    )  # fmt: skip
    if wanted.controller in {"you", "opponent"}:
        mine = (last.controller or "you") == state.controller(source)
        if mine != (wanted.controller == "you"):
            return False
    for bound, value in ((wanted.power, last.power), (wanted.toughness, last.toughness)):
        if bound is not None and (value is None or not compare(value, *bound)):
            return False
    return matches(state, one, kept, source)


def happening_of_transform(one: Permanent) -> Happening:
    """That it transformed into the face that is up now (CR 701.27e)."""
    return Happening("transforms", one.id, into=face_name(one))
