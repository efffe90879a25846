"""The intervening "if" clause (CR 603.4) and its like."""

from __future__ import annotations

from judgecall.cards.abilities import Condition
from judgecall.engine.conditions import CONDITIONS_BY_NAME, HISTORICAL, holds
from judgecall.engine.coven import stated_number
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule, Undecided
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.waiting import TRANSFORM_WORDS, Waiting

AT_TRIGGER = "at_trigger"
ON_RESOLUTION = "on_resolution"


def condition_of(item: Waiting) -> Condition | None:
    """Its intervening if: of the ability, or the one that the question names for an ability it doesn't."""
    if item.ability is not None:
        return getattr(item.ability, "condition", None)
    return CONDITIONS_BY_NAME.get(item.value)


def true_at(state: State, item: Waiting, condition: Condition | None, moment: str) -> bool:
    """Whether the condition is true at this moment: as the question says, or as the state is."""
    said = state.facts.stated(f"condition_{moment}")
    if said in {"yes", "no"}:
        return said == "yes"
    if condition is None:
        return state.facts.ask(f"condition_{moment}", object=item.source.ref)
    if condition.kind == "other" and condition.counter == "unread":
        raise CannotRule("unread_line", object=item.source.ref, concepts="condition")
    if condition.kind == "coven":
        number = stated_number(state, f"different_powers_{moment}")
        if number is not None:
            return number >= 3
    return holds(state, condition, item.source, _spoken_of(item, condition))


def _spoken_of(item: Waiting, condition: Condition) -> Permanent | None:
    """ "If that creature is …": the target, where the condition is about what an earlier effect chose."""
    of = condition.of
    if of is not None and (of.target or of.ref == "earlier") and item.target_objects:
        # Of several targets it can't be told which one is spoken of.
        return item.target_objects[0][0] if len(item.target_objects) == 1 else None
    return item.event_object


@rule("603.4", "dawnhart-wardens-1")
def triggers_with_condition(state: State, item: Waiting, *, trust: bool = True) -> bool:
    """An ability with an intervening if triggers only if the condition is true as its event occurs.

    `trust`: where the question says that it triggered, the condition was true then, whatever else it leaves out.
    """
    condition = condition_of(item)
    if condition is None and item.ability is not None:
        return True
    if item.stated and trust:
        item.condition_seen = _as_described(state, item, condition, AT_TRIGGER)
        return True
    found = true_at(state, item, condition, AT_TRIGGER)
    item.condition_seen = found
    state.d.step("true_as_triggers" if found else "false_as_triggers", object=item.source.ref)
    return found


def _as_described(state: State, item: Waiting, condition: Condition | None, moment: str) -> bool | None:
    """What the board as described says of the condition, with nothing asked; None: it doesn't say."""
    facts = state.facts
    state.facts = facts.undecided()
    try:
        with state.d.muted():
            return true_at(state, item, condition, moment)
    except (Undecided, CannotRule):
        return None
    finally:
        state.facts = facts


@rule("608.2a", "dawnhart-wardens-1")
def true_as_it_resolves(state: State, item: Waiting) -> bool:
    """The condition is checked again as the ability resolves; if it isn't true then, the ability does nothing.

    Nothing is checked in between, and the condition needn't be true because of the same objects.
    """
    condition = condition_of(item)
    if condition is None and (item.ability is not None or (item.value and _nothing_said(state))):
        return True
    if condition is not None and condition.kind in HISTORICAL:
        still_true(state, item)
        return True
    # A board on which the condition was false as it triggered can't be the whole of it.
    if item.stated and item.condition_seen is False and not _as_described(state, item, condition, ON_RESOLUTION):
        found = state.facts.ask("condition_on_resolution", object=item.source.ref)
    else:
        found = true_at(state, item, condition, ON_RESOLUTION)
    state.d.step("true_as_resolves" if found else "false_as_resolves", object=item.source.ref)
    return found


def _nothing_said(state: State) -> bool:
    return all(state.facts.stated(f"condition_{moment}") is None for moment in (AT_TRIGGER, ON_RESOLUTION))


@rule("603.4", "dawnhart-wardens-1")
def true_both_times(state: State, item: Waiting) -> None:
    """The ability does its thing because the condition is true both times, not necessarily because of the same objects."""
    state.d.step("true_both_times", object=item.source.ref)


@rule("608.2h")
def still_true(state: State, item: Waiting) -> None:
    """How a spell was cast can't change any more: what was true of it as the ability triggered stays true."""
    state.d.step("past_stays_true", object=item.source.ref)


@rule("608.2c")
def true_inside_effect(state: State, item: Waiting, condition: Condition) -> bool:
    """An "if" that doesn't follow the trigger condition at once is checked only as that instruction is followed."""
    if condition.kind == "other" and condition.counter == "did so" and item.effects:
        # "If you do": whether the instruction before it did anything (CR 608.2c).
        found = item.effects[-1][1]
    elif item.stated and item.value in TRANSFORM_WORDS and _as_described(state, item, condition, ON_RESOLUTION) is None:
        # "Its flip trigger": the question takes for granted that this instruction is followed.
        found = state.facts.assume("instruction_followed", object=item.source.ref)
    else:
        found = true_at(state, item, condition, ON_RESOLUTION)
    item.explained, item.inside = True, found
    state.d.step("true_inside" if found else "false_inside", object=item.source.ref)
    return found


@rule("602.5b")
def true_as_activated(state: State, item: Waiting) -> bool:
    """ "Activate only if …" is looked at only as the ability is activated (CR 602.1b), never as it resolves."""
    condition = condition_of(item)
    if condition is None:
        return True
    unsaid = item.stated and state.facts.stated(f"condition_{AT_TRIGGER}") is None
    if unsaid and _as_described(state, item, condition, AT_TRIGGER) is not False:
        # The question says that it was activated: it could be.
        state.d.step("was_activated", object=item.source.ref)
        return True
    found = true_at(state, item, condition, AT_TRIGGER)
    state.d.step("true_as_activated" if found else "false_as_activated", object=item.source.ref)
    return found
