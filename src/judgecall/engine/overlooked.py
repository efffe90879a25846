"""Abilities of the cards in the scenario that may decide a question and that no rule looked at: then there is no ruling.

A rule reads what is in force all the time. What triggered, was activated or was cast in the scenario counts too, as far
as the effect touches what is asked: it was carried out, it is shown to be beside the point, or the engine refuses.
"""

from __future__ import annotations

from collections.abc import Iterator

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AnyEffect,
    Become,
    CantAttack,
    CantBeBlocked,
    CantBlock,
    CantDo,
    Emblem,
    Filter,
    GainControl,
    Grant,
    IfDo,
    Keyword,
    Lasting,
    Life,
    LoseAbilities,
    May,
    Modes,
    ModifyPT,
    Named,
    PutCounters,
    RemoveCounters,
    Replacement,
    SetPT,
    SpellAbility,
    Static,
    TapOrUntap,
    Transform,
    Triggered,
    Unread,
)
from judgecall.cards.abilities import Event as Awaited
from judgecall.engine.characteristics import has, matches
from judgecall.engine.damage.destroyers import refuse_destroyers
from judgecall.engine.facts import CannotRule, Undecided
from judgecall.engine.state import NOT_PERMANENT, Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.asked import ACTING, FIGHTING
from judgecall.scenario.model import Query

_ACTING_EFFECTS = (
    Grant, LoseAbilities, Become, TapOrUntap, GainControl, CantAttack, CantDo, Transform,
)  # fmt: skip
_FIGHTING_EFFECTS = (
    Grant, LoseAbilities, Become, TapOrUntap, GainControl, CantBlock, CantBeBlocked, ModifyPT, SetPT, PutCounters,
    RemoveCounters, Transform,
)  # fmt: skip
_ACTING_CONCEPTS = frozenset({"keyword", "layers", "untap", "control", "attack", "copy", "transform"})
_FIGHTING_CONCEPTS = frozenset(
    {"keyword", "layers", "untap", "control", "power_toughness", "counters", "evasion", "block", "damage"}
)
_CHOSEN_HASTE = frozenset({"riot"})
"""Keywords that may give haste as it enters, at its controller's choice (CR 702.136)."""

_OF_DAMAGE = ("deathtouch", "wither", "infect")
_POISON = frozenset({"infect", "toxic", "poisonous"})

_OF_LIFE = frozenset({"life_total", "life_gained", "life_lost"})
_ARRIVALS = frozenset({"enter", "cast", "return", "blink", "copy", "play_land"})
_WITH_CONTENT = frozenset({"gain", "lose"})
_TOLD = frozenset({
    "gain", "lose", "modify", "set_pt", "counters", "animate", "tap", "untap", "control", "transform", "copy",
})  # fmt: skip
"""Events by which the question itself says what was done to an object."""


def refuse_overlooked(state: State, query: Query, verdict: Verdict) -> None:
    """Refuse when an ability that triggered, was activated or was cast may have changed this verdict, and nobody followed it.

    Raises:
        CannotRule: there is such an ability.
    """
    _refuse_foreign_attackers(state)
    if query.kind in {"dies", "survives"} and not any(id in state.groups for id in query.subject):
        _refuse_poison(state)
    if query.kind in {"dies", "survives", "both_die", "destroys"} and not query.target:
        _refuse_unknown_dealer(state)
    refuse_destroyers(state, query, verdict)
    if query.kind in ACTING:
        Overlooked(state, query, verdict, acting=True).refuse()
    elif query.kind in FIGHTING:
        Overlooked(state, query, verdict, acting=False).refuse()


def _refuse_foreign_attackers(state: State) -> None:
    """Attackers are the active player's, blockers the other side's (CR 508.1a, 509.1a): otherwise somebody was misunderstood."""
    active = state.scenario.active
    if active is None or state.events("control"):
        return
    for kind, theirs in (("attack", True), ("block", False)):
        for one in state.members(tuple(i for e in state.events(kind) for i in e.subject if i in state.groups)):
            told = one.thing.controller
            if told is not None and (told == active) != theirs and (state.controller(one) == active) != theirs:
                raise CannotRule("whose_attack", object=one.ref)


def _refuse_unknown_dealer(state: State) -> None:
    """Damage of which nobody said what deals it, while something in play has an ability that changes what its damage does."""
    unsaid = any(e.by is None and not set(e.subject) & _killers(state) for e in state.events("damage"))
    if unsaid and _killers(state):
        raise CannotRule("ability_not_followed", object=f"@{min(_killers(state))}")


def _killers(state: State) -> set[str]:
    return {p.thing.id for p in state.in_play() if any(has(state, p, name) for name in _OF_DAMAGE)}


def _refuse_poison(state: State) -> None:
    """A player may die of poison counters too (CR 104.3d), which the rule on life totals knows nothing of."""
    for one in state.in_play():
        if any(isinstance(a, Keyword) and a.name in _POISON for a in (*state.printed_abilities(one), *one.gained)):
            raise CannotRule("ability_not_followed", object=one.ref)


class Overlooked:
    """The look-out for one verdict."""

    def __init__(self, state: State, query: Query, verdict: Verdict, *, acting: bool) -> None:
        self.state = state
        self.query = query
        self.verdict = verdict
        self.acting = acting
        self.about = [p for id in (*query.subject, *query.target) for p in state.groups.get(id, ())]
        told = [
            e
            for e in state.scenario.events
            if e.kind in _TOLD and (e.kind not in _WITH_CONTENT or e.value or e.abilities)
        ]
        self.told = {id for e in told for id in e.subject}
        self.told_by = {e.by for e in told}

    def refuse(self) -> None:
        """Look at every ability of every card.

        Raises:
            CannotRule: one may have changed the verdict.
        """
        if any(p.thing.id in self.told for p in self.about):
            return
        for source in list(self.state.permanents.values()):
            if (
                "all" in source.lost
                or source.thing.id in self.told_by
                or source.zone in {"library", "exile", "command"}
            ):
                continue
            for ability in self.state.printed_abilities(source):
                if self._decides(source, ability):
                    raise CannotRule("ability_not_followed", object=source.ref)

    def _decides(self, source: Permanent, ability: Ability) -> bool:
        if isinstance(ability, Keyword):
            if ability.name == "prowess" and not self.acting and source in self.about:
                return self._noncreature_cast(source) and self.query.kind not in {"power", "toughness"}
            if ability.name == "equip" and not self.acting and not state_says_combat(self.state):
                return any(source.thing.id in e.subject and e.target for e in self.state.events("activate"))
            chosen = self.acting and ability.name in _CHOSEN_HASTE and source in self.about
            return chosen and self.verdict == YesNo(False) and source.thing.since == "this_turn"
        if isinstance(ability, Triggered):
            if self._sized_itself(source, ability):
                return False
            return self._happened(ability.event, source) and self._reaches(ability.effects, source, ability.event)
        if isinstance(ability, Unread):
            return self._unread_decides(source, ability)
        if isinstance(ability, Activated):
            used = any(source.thing.id in e.subject for e in self.state.events("activate"))
            asked = self.query.kind == "can_activate" and source in self.about
            return used and not asked and self.acting and self._reaches(ability.effects, source, None)
        if isinstance(ability, SpellAbility):
            return self.acting and self._reaches(ability.effects, source, None)
        if isinstance(ability, Static):
            loose = (
                source not in self.about
                and source.thing.attached_to is None
                and (self.acting or not state_says_combat(self.state))
            )
            return loose and any(_is_for_attached(e) and self._changes(e) for e in ability.effects)
        if isinstance(ability, Replacement):
            return self._entered_tapped(source, ability)
        return False

    def _sized_itself(self, source: Permanent, ability: Triggered) -> bool:
        """Whether it is an ability that only makes the creature bigger whose size is asked: that rule ran the events with it."""
        if (
            self.query.kind not in {"power", "toughness"}
            or source not in self.about[:1]
            or state_says_combat(self.state)
        ):
            return False
        plain = not ability.optional and ability.cost is None and ability.event.what == "enters"
        own = all(isinstance(e, PutCounters | ModifyPT) and e.of.this for e in ability.effects)
        told = {id for e in self.state.events("enter", "return", "play_land", "cast") for id in e.subject}
        return plain and own and all(one.thing.id in told for one in self._arrived())

    def _entered_tapped(self, source: Permanent, ability: Replacement) -> bool:
        """Whether something made it enter tapped this turn, so that it can't do what the verdict says it may (CR 614.1d)."""
        if ability.what != "enters_tapped" or not self.acting or ability.of is None or self.verdict != YesNo(True):
            return False
        came = [one for one in self._arrived() if one in self.about and one.thing.tapped is None]
        return any(_might_match(self.state, one, ability.of, source) for one in came)

    def _unread_decides(self, source: Permanent, ability: Unread) -> bool:
        concepts = _ACTING_CONCEPTS if self.acting else _FIGHTING_CONCEPTS
        if ability.concepts and not concepts & set(ability.concepts):
            return False
        if ability.event is not None:
            return self._happened(ability.event, source)
        if not self.acting:
            return False  # the rules of combat look at these themselves
        if ability.shape == "activated":
            return any(source.thing.id in e.subject for e in self.state.events("activate")) and source not in self.about
        if ability.shape != "static" or source in self.about:
            return ability.shape == "static" and "keyword" in ability.concepts and self.verdict == YesNo(False)
        # What it makes of other objects, nobody can say: a creature perhaps, that is summoning sick.
        return "layers" in ability.concepts or ("keyword" in ability.concepts and self.verdict == YesNo(False))

    # ------------------------------------------------------------ whether it happened

    def _happened(self, awaited: Awaited, source: Permanent) -> bool:
        return any(self._one_happened(what, awaited, source) for what in (awaited.what, *awaited.or_what))

    def _one_happened(self, what: str, awaited: Awaited, source: Permanent) -> bool:
        events = self.state.scenario.events
        if what in {"enters", "landfall"}:
            return any(self._is_awaited(awaited, one, source) for one in self._arrived())
        if what == "beginning_of_combat":
            return self.query.kind in {"can_attack", "must_attack"} and awaited.whose != "opponent"
        if not self.acting:
            return self._cast_or_targeted(what, source)
        if what in {"crews", "becomes_crewed", "crewed"}:
            # A crew that isn't said may be any creature of the question.
            return any(
                e.kind == "crew" and (not e.subject or source.thing.id in (*e.subject, *e.target)) for e in events
            )
        if what.startswith("casts"):
            return any(e.kind == "cast" and any(id != source.thing.id for id in e.subject) for e in events)
        if what in {"attacks", "attack_with", "attacks_alone"}:
            return self.query.kind == "can_activate" and any(e.kind == "attack" for e in events)
        return False

    def _noncreature_cast(self, source: Permanent) -> bool:
        """Whether its controller cast a noncreature spell in the scenario (CR 702.108a)."""
        mine = self.state.controller(source)
        for one in self.state.members(tuple(id for e in self.state.events("cast") for id in e.subject)):
            types = one.thing.types if one.face is None else one.face.types
            if "creature" not in types and self.state.controller(one) == mine:
                return True
        return False

    def _cast_or_targeted(self, what: str, source: Permanent) -> bool:
        """Whether something was cast, or aimed at the source, that an ability waits for which may change a fight."""
        events = self.state.scenario.events
        if what.startswith("casts"):
            return any(e.kind == "cast" and source.thing.id not in e.subject for e in events)
        aimed = what.startswith(("becomes_target", "targeted"))
        return aimed and any(e.kind in {"cast", "activate"} and source.thing.id in e.target for e in events)

    def _arrived(self) -> Iterator[Permanent]:
        """What came onto the battlefield this turn, as far as the question says."""
        came = {
            id
            for e in self.state.events(*_ARRIVALS)
            if "before" not in e.how and "last" not in e.how
            for id in e.subject
        }
        for one in self.state.permanents.values():
            here = one.zone in {"battlefield", "stack"} and one.thing.since == "this_turn"
            spell = one.face is not None and bool(set(one.face.types) & NOT_PERMANENT)
            if (here or one.thing.id in came) and not spell:
                yield one

    def _is_awaited(self, awaited: Awaited, one: Permanent, source: Permanent) -> bool:
        wanted = awaited.of
        if wanted is None:
            return True
        zone = one.zone
        one.zone = "battlefield"  # where it has arrived, if only in an event that this rule didn't carry out
        try:
            return _might_match(self.state, one, wanted, source)
        finally:
            one.zone = zone

    # ------------------------------------------------------------ whether it matters

    def _reaches(self, effects: tuple[AnyEffect, ...], source: Permanent, awaited: Awaited | None) -> bool:
        for effect in _flat(effects):
            if isinstance(effect, Life) and self.query.kind in _OF_LIFE:
                return True
            switched = not self.acting and isinstance(effect, Named) and effect.action.startswith("switch_pt")
            if not switched and not isinstance(effect, _ACTING_EFFECTS if self.acting else _FIGHTING_EFFECTS):
                continue
            if self._changes(effect) and any(self._may_reach(effect, one, source, awaited) for one in self.about):
                return True
        return False

    def _changes(self, effect: AnyEffect) -> bool:
        """Whether the effect can turn the verdict round: what helps doesn't matter to a yes, what hinders not to a no."""
        if not self.acting or not isinstance(self.verdict, YesNo):
            return True
        may = self.verdict.value and self.query.kind != "has_summoning_sickness"  # not turned round yet
        if isinstance(effect, Grant):
            gives = {a.name if isinstance(a, Keyword) else "" for a in effect.abilities}
            return bool(gives & {"haste", ""}) and not may
        if isinstance(effect, TapOrUntap):
            return effect.untap != may
        if isinstance(effect, CantAttack):
            return may and self.query.kind in {"can_attack", "must_attack"}
        if isinstance(effect, CantDo):
            return may and effect.what in {"activate", "activate_with_tap", "crew"}
        if isinstance(effect, Become):
            return "creature" in effect.types or "creature" in effect.loses_types
        return True

    def _may_reach(self, effect: AnyEffect, one: Permanent, source: Permanent, awaited: Awaited | None) -> bool:
        of = getattr(effect, "of", None)
        if not isinstance(of, Filter):
            return True
        if of.this:
            return one is source
        if of.ref == "event" and awaited is not None and awaited.what in {"enters", "landfall"}:
            return one in list(self._arrived()) and self._is_awaited(awaited, one, source)
        if of.ref:
            return True
        return _might_match(self.state, one, of, source)


def state_says_combat(state: State) -> bool:
    """Whether there is a combat in the scenario, whose rules find out themselves what an Equipment is on."""
    return bool(state.events("attack", "block")) or any(o.attacking or o.blocking for o in state.scenario.objects)


def _is_for_attached(effect: AnyEffect) -> bool:
    return isinstance(effect, Grant) and effect.of.attached


def _might_match(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """Whether it can't be ruled out that the filter speaks of it: a filter that can't be checked might."""
    if wanted.alternatives:
        return any(_might_match(state, one, w, source) for w in wanted.alternatives)
    facts = state.facts
    state.facts = facts.undecided()
    try:
        with state.d.muted():
            return matches(state, one, wanted, source)
    except (CannotRule, Undecided):
        return True
    finally:
        state.facts = facts


def _flat(effects: tuple[AnyEffect, ...]) -> Iterator[AnyEffect]:
    """The effects, with those that are inside others."""
    for effect in effects:
        yield effect
        if isinstance(effect, May | IfDo):
            yield from _flat((*effect.effects, *effect.otherwise))
        elif isinstance(effect, Lasting):
            yield from _flat(effect.effects)
        elif isinstance(effect, Modes):
            for mode in effect.modes:
                yield from _flat(mode)
        elif isinstance(effect, Emblem):
            yield from (e for a in effect.abilities if isinstance(a, Static) for e in a.effects)
