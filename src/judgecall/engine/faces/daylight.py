"""Day and night, daybound and nightbound (CR 702.145, 731)."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.engine.characteristics import abilities_of
from judgecall.engine.coven import stated_number
from judgecall.engine.derivation import rule
from judgecall.engine.faces.transforming import transform
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query


def bound(state: State, one: Permanent) -> str | None:
    """daybound, nightbound or neither."""
    for ability in abilities_of(state, one):
        if isinstance(ability, Keyword) and ability.name in {"daybound", "nightbound"}:
            # Of a card that isn't named only the front's keyword is told; its back has the other one.
            return "nightbound" if one.card is None and one.face_index else ability.name
    return None


def _stated_daylight(state: State) -> str | None:
    for name in ("night", "day"):
        stated = state.facts.stated(name)
        if stated == "yes":
            return name
        if stated == "no":
            return "day" if name == "night" else "night"
    return state.history.daylight or state.facts.stated("daylight")


@rule("731.2a")
def day_becomes_night(state: State, spells: int) -> bool:
    """From day to night: the player whose turn was last cast nothing in it."""
    if spells:
        state.d.step("stays_day", number=spells)
        return False
    state.d.step("becomes_night")
    return True


@rule("731.2b")
def night_becomes_day(state: State, spells: int) -> bool:
    """From night to day: the player whose turn was last cast at least two spells in it."""
    if spells < 2:
        state.d.step("stays_night", number=spells)
        return False
    state.d.step("becomes_day")
    return True


@rule("702.145c")
def turns_to_night(state: State, one: Permanent) -> bool:
    """A front face with daybound is transformed at once while it is night."""
    turned = transform(state, one, by_daybound=True)
    if turned:
        state.d.step("night_turns_it", object=one.ref)
    return turned


@rule("702.145f")
def turns_to_day(state: State, one: Permanent) -> bool:
    """A back face with nightbound is transformed at once while it is day."""
    turned = transform(state, one, by_daybound=True)
    if turned:
        state.d.step("day_turns_it", object=one.ref)
    return turned


@rule("702.145b")
def daylight_turned_it_not(state: State, one: Permanent) -> bool:
    """A permanent with daybound or nightbound transforms only as it becomes night or day."""
    if not any(step.code in {"stays_day", "stays_night"} for step in state.d.steps):
        state.d.step("only_daylight_turns", object=one.ref)
    return False


def daylight_may_turn(state: State, one: Permanent) -> bool:
    """Where nothing was said of last turn's spells, whether they turn it over is unknown."""
    which = bound(state, one)
    if which is None or stated_number(state, "spells_cast_last_turn") is not None:
        return False
    if which == "daybound":
        return state.facts.ask("becomes_night") and turns_to_night(state, one)
    return state.facts.ask("becomes_day") and turns_to_day(state, one)


def daylight_turns(state: State, one: Permanent) -> bool:
    """Whether day or night, as it is said to be or as last turn's spells make it, turns this permanent over."""
    if one.zone != "battlefield":
        return False
    which = bound(state, one)
    if which is None:
        return False
    daylight = _stated_daylight(state)
    spells = stated_number(state, "spells_cast_last_turn")
    if spells is None and state.facts.stated("no_spells_last_turn") == "yes":
        spells = 0
    if which == "daybound":
        if daylight == "night" or (spells is not None and day_becomes_night(state, spells)):
            return turns_to_night(state, one)
        return False
    if daylight == "day" or (spells is not None and night_becomes_day(state, spells)):
        return turns_to_day(state, one)
    return False


@answers("is_daylight")
def is_daylight(state: State, query: Query) -> Verdict:
    """Whether it is or becomes day (or night, in `value`) as the next turn begins; n = 0: already before that."""
    now = _stated_daylight(state)
    spells = stated_number(state, "spells_cast_last_turn")
    if spells is None and state.facts.stated("no_spells_last_turn") == "yes":
        spells = 0
    if now is None:
        # Somebody who asks whether it becomes night speaks of day, and the other way round.
        now = "day" if query.value == "night" else "night"
        if not state.facts.assume(f"{now}_now"):
            return YesNo(no_daylight(state))
    if query.n == 0:
        return YesNo(only_at_untap(state, now) == query.value)
    if now == "day":
        turned = day_becomes_night(state, spells) if spells is not None else state.facts.ask("becomes_night")
    else:
        turned = night_becomes_day(state, spells) if spells is not None else state.facts.ask("becomes_day")
    return YesNo(turned == (now != query.value))


@rule("731.2")
def only_at_untap(state: State, now: str) -> str:
    """Only a turn's untap step looks at the turn before; spells cast now change nothing yet."""
    state.d.step("daylight_later")
    return now


@rule("731.2c")
def no_daylight(state: State) -> bool:
    """While it is neither day nor night, the check doesn't happen and it stays neither."""
    state.d.step("no_daylight")
    return False
