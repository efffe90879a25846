"""Answers about conditions and triggered and activated abilities."""

from __future__ import annotations

from judgecall.cards.abilities import MANA_EVENTS, Condition, Static, Triggered, Unread
from judgecall.engine.characteristics import abilities_of, is_creature
from judgecall.engine.conditions import CONDITIONS_BY_NAME, holds
from judgecall.engine.coven import counts_for_coven, has_coven
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.instructions import moves_faces, source_is_gone
from judgecall.engine.triggers.intervening_if import condition_of, true_at, true_both_times
from judgecall.engine.triggers.matching import STEP_TRIGGERS, refuse_unread_triggers, triggered_abilities
from judgecall.engine.triggers.meant import activated_meant
from judgecall.engine.triggers.run import Run
from judgecall.engine.triggers.waiting import Waiting
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import GameObject, Query

EFFECTS_BY_NAME = {
    "draw": "draw", "token": "create_tokens", "tokens": "create_tokens", "create_tokens": "create_tokens",
    "counter": "put_counters", "counters": "put_counters", "put_counters": "put_counters", "pump": "modify_pt",
    "modify_pt": "modify_pt", "transform": "transform", "flip": "transform", "life": "life", "gain_life": "life",
    "exile": "move", "destroy": "move", "grant": "grant", "damage": "damage", "exile_and_return": "exile_and_return",
    "meld": "meld", "return": "put_onto_battlefield", "win": "named",
}  # fmt: skip
"""What a query's value may call an effect, and the kind of it."""
_NOBODY = GameObject("you", controller="you", zone="nowhere")


def sources_of(state: State, query: Query) -> list[Permanent]:
    """The objects whose ability is asked about."""
    found = [state.permanents[id] for id in query.subject if id in state.permanents]
    if found:
        return found
    named = [id for e in state.scenario.events if e.kind in {"trigger", "activate"} for id in e.subject]
    return [state.permanents[id] for id in dict.fromkeys(named) if id in state.permanents]


def conditions_of(state: State, one: Permanent) -> list[Condition]:
    """Every condition in its abilities, wherever it stands."""
    found: list[Condition] = []
    for ability in abilities_of(state, one):
        if isinstance(ability, Static):
            condition = ability.condition
        elif isinstance(ability, Triggered):
            condition = ability.condition or ability.resolution_condition
        else:
            condition = getattr(ability, "condition", None)
        if condition is not None and condition not in found:
            found.append(condition)
    return found


def _condition_asked(state: State, query: Query) -> tuple[Condition, Permanent]:
    named = CONDITIONS_BY_NAME.get(query.value)
    for id in (*query.target, *query.subject):
        one = state.permanents.get(id)
        if one is None:
            continue
        found = conditions_of(state, one)
        if named is not None and any(c.kind == named.kind for c in found):
            return named, one
        if named is None and len(found) == 1:
            return found[0], one
    nobody = Permanent(_NOBODY, None)
    nobody.controller = query.who or "you"
    if named is None:
        said = state.facts.stated("condition")
        if said is None:
            raise CannotRule("which_condition")
        named = Condition("other", counter=said)
    return named, nobody


@answers("condition_true")
def condition_true(state: State, query: Query) -> Verdict:
    """Whether a condition is met after the scenario's events."""
    condition, source = _condition_asked(state, query)
    Run(state, []).all()
    asked = [one for id in query.subject for one in state.groups.get(id, []) if one is not source]
    if condition.kind == "coven" and len(query.subject) > 1:
        return YesNo(
            has_coven(state, query.who or "you", 3, among=[*asked, *([source] if source.id in query.subject else [])])
        )
    return YesNo(holds(state, condition, source))


@answers("counts_for")
def counts_for(state: State, query: Query) -> Verdict:
    """Whether an object counts toward coven at all."""
    Run(state, []).all()
    return YesNo(counts_toward_coven(state, sources_of(state, query), query.who or "you"))


@rule("207.2c", "dawnhart-wardens-1")
def counts_toward_coven(state: State, objects: list[Permanent], player: str) -> bool:
    """Coven counts the creatures that the player controls: any of them, the one with the ability too, and no others."""
    answer = True
    for one in objects:
        counts = counts_for_coven(state, one, player)
        if counts:
            state.d.step("counts_as_yours", object=one.ref)
        elif one.zone == "battlefield" and is_creature(state, one):
            state.d.step("not_yours", object=one.ref)
        else:
            state.d.step("not_a_creature_now", object=one.ref)
        answer = answer and counts
    return answer


def _run(state: State, query: Query, sources: list[Permanent], *, trust: bool) -> Run:
    stepwise = (
        query.value in STEP_TRIGGERS or query.value in STEP_TRIGGERS.values() or query.value in CONDITIONS_BY_NAME
    )
    run = Run(state, [*sources, *_set_off_by(state, sources)], trust=trust, once=not stepwise)
    run.all()
    return run


def _set_off_by(state: State, sources: list[Permanent]) -> list[Permanent]:
    """Permanents that turn over by abilities of their own, where one of the sources waits for just that and a step is told."""
    waiting = bool(state.events("step")) and any(
        "transforms" in (a.event.what, *a.event.or_what)
        for one in sources
        for a in triggered_abilities(state, one)
        if a.event is not None and not (a.event.of is None or a.event.of.this)
    )
    if not waiting:
        return []
    return [
        one
        for one in state.in_play()
        if one not in sources
        and any(isinstance(a, Triggered) and moves_faces(a.effects) for a in triggered_abilities(state, one))
    ]


def _asked(items: list[Waiting], sources: list[Permanent], value: str) -> list[Waiting]:
    """The items that the query is about: of these sources, and of the event or ability that its value names."""
    mine = [i for i in items if i.source in sources]
    named = [
        i for i in mine
        if isinstance(i.ability, Triggered | Unread) and i.ability.event is not None
        and (value in {i.ability.event.what, *i.ability.event.or_what} or STEP_TRIGGERS.get(i.ability.event.what) == value)
    ]  # fmt: skip
    return named or mine


@answers("triggers")
def triggers(state: State, query: Query) -> Verdict:
    """Whether a triggered ability triggers in the course of the scenario's events."""
    sources = sources_of(state, query)
    if not sources:
        raise CannotRule("no_subject")
    run = _run(state, query, sources, trust=False)
    if any(
        isinstance(i.ability, Triggered | Unread) and i.ability.event and query.value == "transforms" for i in run.items
    ):
        fired = [i for i in _asked(run.items, sources, query.value) if _of_event(i, "transforms")]
        if fired:
            return YesNo(did_trigger(state, fired))
        refuse_unread_triggers(state, sources[0])
        return YesNo(never_triggered(state, sources[0]))
    fired = _asked(run.items, sources, query.value)
    fired = [i for i in fired if i.kind == "triggered"]
    if fired:
        return YesNo(did_trigger(state, fired))
    if any(i.source in sources for i in run.failed):
        return YesNo(did_not_trigger(state, next(i for i in run.failed if i.source in sources)))
    return _never_happened(state, query, sources[0], run)


def _of_event(item: Waiting, what: str) -> bool:
    return (
        isinstance(item.ability, Triggered | Unread)
        and item.ability.event is not None
        and what in {item.ability.event.what, *item.ability.event.or_what}
    )


def _never_happened(state: State, query: Query, source: Permanent, run: Run) -> Verdict:
    """Nothing in the scenario set it off: either its event is taken to happen, or what happened doesn't trigger it."""
    abilities = triggered_abilities(state, source, looking_back=True)
    if source.card is None and not abilities:
        return YesNo(_unnamed(state, source, query.value))
    refuse_unread_triggers(state, source)
    if not abilities or run.seen:
        return YesNo(never_triggered(state, source))
    if any(isinstance(a, Triggered) and a.event.what in MANA_EVENTS for a in abilities):
        raise CannotRule("nothing_to_tap")  # which permanent is tapped for mana decides (CR 106.12a)
    for ability in abilities:
        item = Waiting(source, ability, "triggered")
        state.facts.assume("event_happens", object=source.ref)
        if run.triggered(item):
            return YesNo(did_trigger(state, [item]))
    return YesNo(did_not_trigger(state, item))


def _unnamed(state: State, source: Permanent, value: str) -> bool:
    item = Waiting(source, None, "triggered", value=value)
    condition = condition_of(item)
    found = true_at(state, item, condition, "at_trigger")
    return did_trigger(state, [item]) if found else did_not_trigger(state, item)


@rule("603.4", "dawnhart-wardens-1")
def did_not_trigger(state: State, item: Waiting) -> bool:
    """With its condition false as its event occurred, the ability didn't trigger, and nothing later changes that."""
    state.d.step("does_not_trigger", object=item.source.ref)
    return False


@rule("603.2")
def did_trigger(state: State, items: list[Waiting]) -> bool:
    """An ability triggers as soon as its trigger event occurs (with its intervening if true)."""
    code = "does_trigger_with_condition" if condition_of(items[0]) is not None else "does_trigger"
    state.d.step(code, object=items[0].source.ref)
    return True


@rule("603.2")
def never_triggered(state: State, source: Permanent) -> bool:
    """An ability triggers only on its own trigger event; an object triggers only the abilities that it has then."""
    state.d.step("no_trigger_event", object=source.ref)
    return False


@answers("how_many_triggers")
def how_many_triggers(state: State, query: Query) -> Verdict:
    """How often the abilities of the subject trigger in the course of the events."""
    sources = state.members(tuple(id for id in query.subject if id in state.groups)) or sources_of(state, query)
    if not sources:
        raise CannotRule("no_subject")
    run = _run(state, query, sources, trust=False)
    fired = [i for i in _asked(run.items, sources, query.value) if i.kind == "triggered"]
    state.guard("trigger")
    for source in sources:
        refuse_unread_triggers(state, source)
        if source.card is not None and not triggered_abilities(state, source, looking_back=True):
            # "How many times can I use it" is about another ability than a triggered one (CR 113.3).
            raise CannotRule("no_such_effect", object=source.ref, effect="trigger")
    return Number(number_triggered(state, sources[0], len(fired)))


@rule("603.2c")
def number_triggered(state: State, source: Permanent, number: int) -> int:
    """An ability triggers once each time its event occurs, more than once for an event with several occurrences."""
    state.d.step("triggered_so_often", object=source.ref, number=number)
    return number


@answers("resolves_with_effect")
def resolves_with_effect(state: State, query: Query) -> Verdict:
    """Whether an ability (or spell) does its thing as it resolves; value: one of its effects."""
    sources = sources_of(state, query)
    if not sources:
        raise CannotRule("no_subject")
    run = _run(state, query, sources, trust=True)
    items = _asked(run.items, sources, query.value)
    if not items:
        failed = [i for i in run.failed if i.source in sources]
        if failed:
            return YesNo(_never_there(state, failed[-1]))
        return _resolve_alone(state, query, sources[0], run)
    wanted = EFFECTS_BY_NAME.get(query.value, "")
    failed = [i for i in run.failed if i.source in sources]
    if (wanted or failed) and all(
        i.kind == "spell" and i.resolved and {n for n, _ in i.effects} <= {"enter"} for i in items
    ):
        # A permanent spell only becomes the permanent; what the permanent was asked to do it had no ability to do.
        if failed:
            return YesNo(_never_there(state, failed[-1]))
        refuse_unread_triggers(state, sources[0])
        return YesNo(never_triggered(state, sources[0]))
    with_it = [i for i in items if not wanted or any(name == wanted for name, _ in i.effects)]
    if wanted and not with_it:
        items = [i for i in items if i.resolved and not i.effects] or items
        if any(i.effects and i.ability is not None and not isinstance(i.ability, Unread) for i in items):
            raise CannotRule("no_such_effect", object=sources[0].ref, effect=query.value)
    item = (with_it or items)[-1]
    if any(name == "unread" for name, _ in item.effects) or (wanted and item.doubtful):
        raise CannotRule("unread_line", object=item.source.ref, concepts=wanted or "trigger")
    if (
        not wanted
        and query.value
        and not _says_which(item, query.value)
        and len({done for _, done in item.effects}) > 1
    ):
        raise CannotRule("no_such_effect", object=item.source.ref, effect=query.value)
    return YesNo(has_effect(state, item, item.did(wanted if with_it else "")))


def _never_there(state: State, item: Waiting) -> bool:
    """Its condition was false: it didn't trigger, or couldn't be activated."""
    if item.kind == "activated":
        return never_activated(state, item.source)
    return did_not_trigger(state, item)


def _says_which(item: Waiting, value: str) -> bool:
    """Whether the word names the ability as a whole (its ability word, condition, event or step), not one of its effects."""
    event = getattr(item.ability, "event", None)
    names = {item.value, getattr(item.ability, "ability_word", "").lower(), *CONDITIONS_BY_NAME, "trigger", "ability"}
    if event is not None:
        names |= {event.what, *event.or_what, STEP_TRIGGERS.get(event.what, "")}
    return value in names


def _resolve_alone(state: State, query: Query, source: Permanent, run: Run) -> Verdict:
    """The question starts with the ability on the stack and says nothing of how it got there."""
    abilities = triggered_abilities(state, source, looking_back=True)
    if source.card is not None:
        refuse_unread_triggers(state, source)
        if not abilities:
            meant = activated_meant(state, source, query.value)
            if meant is None:
                return YesNo(never_triggered(state, source))
            run._push(Waiting(source, meant, "activated", stated=True))
            run.resolve_all()
            did = run.items[-1].did(EFFECTS_BY_NAME.get(query.value, ""))
            if not did and getattr(meant, "condition", None) is None:
                # Whether it can do its thing hangs on a target or a cost that nobody told (CR 601.2c).
                raise CannotRule("no_such_effect", object=source.ref, effect=query.value)
            return YesNo(has_effect(state, run.items[-1], did))
        if run.seen and not any(a.event is not None and a.event.what in STEP_TRIGGERS for a in abilities):
            return YesNo(never_triggered(state, source))
    refuse_payment_unread(state, source, abilities)
    if len(abilities) > 1:
        conditional = [a for a in abilities if a.condition is not None]
        abilities = conditional if len(conditional) == 1 else abilities
    item = Waiting(source, abilities[0] if len(abilities) == 1 else None, "triggered", value=query.value, stated=True)
    run.triggered(item)
    if item.condition_seen is False and not state.scenario.events:
        return YesNo(did_not_trigger(state, item))  # "no attack yet": nothing happened that could have made it true
    run.resolve_all()
    return YesNo(has_effect(state, item, item.did(EFFECTS_BY_NAME.get(query.value, "")) or item.did()))


def refuse_payment_unread(state: State, source: Permanent, abilities: list[Triggered | Unread]) -> None:
    """ "Unless that player pays {1}": whether its effect comes hangs on a payment in a line that wasn't read.

    Raises:
        CannotRule: that is so.
    """
    unread = [a for a in abilities if isinstance(a, Unread) and "cost" in a.concepts]
    if source.card is not None and unread and len(unread) == len(abilities):
        raise CannotRule("unread_line", object=source.ref, concepts="cost")


@rule("608.2c")
def has_effect(state: State, item: Waiting, did: bool) -> bool:
    """The controller of a resolving ability follows its instructions in the order written."""
    if did:
        if item.kind == "triggered" and (condition_of(item) is not None or item.ability is None):
            true_both_times(state, item)
        elif not item.explained or item.inside is False:
            state.d.step("does_its_thing", object=item.source.ref)
    elif item.effects and not item.source_is_same:
        source_is_gone(state, item)
    elif not item.resolved:
        state.d.step("never_resolved", object=item.source.ref)
    elif item.effects and not item.explained:
        state.d.step("does_nothing", object=item.source.ref)
    return did


@answers("ability_resolves")
def ability_resolves(state: State, query: Query) -> Verdict:
    """Whether an activated ability still resolves, whatever happened to its source or its condition since."""
    sources = sources_of(state, query)
    if not sources:
        raise CannotRule("no_subject")
    run = Run(state, sources)
    run.all()
    items = [i for i in run.items if i.source in sources]
    if not items:
        if any(i.source in sources for i in run.failed):
            return YesNo(never_activated(state, sources[0]))
        item = Waiting(sources[0], activated_meant(state, sources[0], query.value), "activated", stated=True)
        run._push(item)
        run.resolve_all()
        items = [item]
    item = items[-1]
    if not item.resolved:
        return YesNo(has_effect(state, item, False))
    if item.kind == "triggered":
        return YesNo(has_effect(state, item, bool(item.effects)))
    if item.target_objects and not item.effects:
        return YesNo(False)
    if item.ability is not None and getattr(item.ability, "condition", None) is not None:
        return YesNo(only_as_activated(state, item))
    return YesNo(independent_of_source(state, item))


@rule("602.5")
def never_activated(state: State, source: Permanent) -> bool:
    """An ability that may not be activated can't even begin to be."""
    state.d.step("cant_be_activated", object=source.ref)
    return False


@rule("602.1b")
def only_as_activated(state: State, item: Waiting) -> bool:
    """ "Activate only if …" is an activation instruction, no part of the effect: it isn't looked at again."""
    state.d.step("checked_only_as_activated", object=item.source.ref)
    return True


@rule("113.7a")
def independent_of_source(state: State, item: Waiting) -> bool:
    """An ability on the stack exists independently of its source."""
    state.d.step("independent", object=item.source.ref)
    return True
