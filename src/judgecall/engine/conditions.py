"""Conditions: things that are true or false in a game state (CR 603.4, 604.2, 602.5b).

`holds` reads the state as it is now. What the scenario doesn't say is an assumption where a convention covers it (nothing else
that matters is on the battlefield), and else an unknown that splits the case.
"""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import Comparison, Condition, Filter
from judgecall.engine.characteristics import (
    attached_to,
    matches,
    power_of,
    state_tapped,
    toughness_of,
    types_of,
)
from judgecall.engine.coven import has_coven, stated_number
from judgecall.engine.derivation import rule
from judgecall.engine.faces.entering import is_night
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

_COUNTED_BY_PLAYER = {"land": "lands", "creature": "creatures"}
_OP_NAMES: dict[Comparison, str] = {
    ">=": "at_least", "<=": "at_most", "=": "exactly", ">": "more_than", "<": "fewer_than", "!=": "other_than",
}  # fmt: skip


def holds(state: State, condition: Condition, source: Permanent, event_object: Permanent | None = None) -> bool:
    """Whether the condition on `source` is true in the state as it is now.

    Args:
        state: the state.
        condition: what is asked.
        source: the object whose ability it is.
        event_object: the object of the event that the ability triggered on ("that creature").

    Raises:
        CannotRule: the engine doesn't model what it is about.
    """
    found = _holds(state, condition, source, event_object)
    return found != condition.negated


def _holds(state: State, condition: Condition, source: Permanent, event_object: Permanent | None) -> bool:
    kind = condition.kind
    if kind == "all":
        return all(holds(state, part, source, event_object) for part in condition.parts)
    if kind == "any":
        return any(holds(state, part, source, event_object) for part in condition.parts)
    if kind == "coven":
        return has_coven(state, _player(state, condition.who, source), condition.n if condition.n > 1 else 3)
    if kind in {"control", "opponent_controls", "on_battlefield"}:
        return counts_objects(state, condition, source)
    if kind in _ABOUT_PLAYERS:
        return _ABOUT_PLAYERS[kind](state, condition, source)
    if kind in _ABOUT_OBJECT:
        one = _object(state, condition.of, source, event_object)
        if one is None:
            raise CannotRule("unknown_condition", object=source.ref, condition=kind)
        return _ABOUT_OBJECT[kind](state, condition, one, source)
    if kind in _STATED_ONLY:
        return _ask(state, kind, n=condition.n, counter=condition.counter or "")
    raise CannotRule("unknown_condition", object=source.ref, condition=kind)


def compare(value: int, op: Comparison, n: int) -> bool:
    """Compare two numbers."""
    return {
        ">=": value >= n, "<=": value <= n, "=": value == n, ">": value > n, "<": value < n, "!=": value != n,
    }[op]  # fmt: skip


def _player(state: State, who: str, source: Permanent) -> str:
    you = state.controller(source)
    if who in {"opponent", "defending"}:
        return state.opponents(you)[0]
    return you


def _object(state: State, of: Filter | None, source: Permanent, event_object: Permanent | None) -> Permanent | None:
    if of is None or of.this:
        return source
    if of.attached:
        return attached_to(state, source)
    if of.ref in {"event", "earlier"}:
        return event_object
    found = [p for p in state.permanents.values() if matches(state, p, of, source)]
    return found[0] if len(found) == 1 else None


def _ask(state: State, code: str, **args: object) -> bool:
    """An unknown fact; also accepted under its bare name ("kicked")."""
    bare = state.facts.stated(code)
    if bare in {"yes", "no"}:
        return bare == "yes"
    return state.facts.ask(code, **{k: v for k, v in args.items() if v != ""})


# ------------------------------------------------------------------ counting objects


@rule("608.2h")
def counts_objects(state: State, condition: Condition, source: Permanent) -> bool:
    """How many objects a player controls is counted once, when the condition is checked."""
    of = condition.of or Filter()
    whose = "any" if condition.kind == "on_battlefield" else condition.who
    if condition.kind == "opponent_controls":
        whose = "opponent"
    player = None if whose in {"any", "each"} else _player(state, whose, source)
    with state.d.muted():
        found = [p for p in state.in_play(player) if matches(state, p, of, source)]
    number = len(found)
    what = (of.subtypes or of.types or ("permanent",))[0]
    stated, exact = _said_number(state, of, player)
    if stated is not None:
        number = stated if exact else stated + number
    elif any(p.thing.count is None for p in found):
        # Some number of them: whether it is enough wasn't said.
        return _ask_number(state, condition, what)
    op, n = condition.compare, condition.n
    answer = compare(number, op, n)
    more_could_change = (op in {">=", ">"} and not answer) or (op in {"<=", "<", "="} and answer)
    if more_could_change and stated is None:
        if not _mentioned(state, of, source):
            return _ask_number(state, condition, what)
        if player is None or not state.player(player).only_named:
            state.facts.assume("no_others", what=what)
    state.d.step(
        f"counts_{'enough' if answer else 'not_enough'}",
        object=source.ref,
        number=number,
        what=what,
        n=n,
        how=_OP_NAMES[op],
    )
    return answer


def _ask_number(state: State, condition: Condition, what: str) -> bool:
    return state.facts.ask(f"number_{_OP_NAMES[condition.compare]}", what=what, n=condition.n)


def _said_number(state: State, of: Filter, player: str | None) -> tuple[int | None, bool]:
    """The number that the scenario gives outright; `exact` False: objects in the scenario come on top of it."""
    if len(of.types) != 1 or of.subtypes or of.power or of.state or of.colors or of.keywords or of.other:
        return None, False
    type = of.types[0]
    for name in (f"{type}s", f"number_of_{type}s"):
        said = state.facts.stated(name)
        if said is not None and said.isdigit():
            return int(said), True
    if player is not None and type in _COUNTED_BY_PLAYER:
        number: int | None = getattr(state.player(player), _COUNTED_BY_PLAYER[type])
        if number is not None:
            # "I have no creatures" comes before what joined since; a larger number counts the named ones in.
            with state.d.muted():
                listed = [
                    p for p in state.permanents.values()
                    if type in types_of(state, p) and p.thing.zone == "battlefield" and p not in state.history.entered
                ]  # fmt: skip
            named = sum(1 for p in listed if not p.animated and state.controller(p) == player) if number else 0
            return max(0, number - named), False
    return None, False


def _mentioned(state: State, of: Filter, source: Permanent) -> bool:
    """Whether the scenario speaks of such objects at all, beside the object whose condition it is."""
    if any(state.player(p.id).only_named for p in state.scenario.players):
        return True
    with state.d.muted():
        for one in state.permanents.values():
            if one is source and len(state.permanents) > 1:
                continue
            types = types_of(state, one)
            if set(of.types) & types or (not of.types and of.subtypes) or set(of.subtypes) & set(one.thing.subtypes):
                return True
    return False


# ------------------------------------------------------------------ players and the turn


@rule("119.3")
def _life(state: State, condition: Condition, source: Permanent) -> bool:
    """A life total as it is now: what was said, with what was gained and lost since."""
    who = "opponent" if condition.kind == "opponent_life" else condition.who
    player = _player(state, who, source)
    stated = state.player(player).life
    if stated is None:
        return state.facts.ask(f"life_{_OP_NAMES[condition.compare]}", player=player, n=condition.n)
    life = stated + state.history.life_change.get(player, 0)
    answer = compare(life, condition.compare, condition.n)
    state.d.step("life_enough" if answer else "life_not_enough", player=player, life=life, n=condition.n)
    return answer


def _hand(state: State, condition: Condition, source: Permanent) -> bool:
    player = _player(state, condition.who, source)
    number = state.player(player).hand
    if number is None:
        number = stated_number(state, "cards_in_hand")
    if condition.kind == "hand_empty":
        condition = Condition("cards_in_hand", compare="=", n=0)
    if number is None:
        return state.facts.ask(f"hand_{_OP_NAMES[condition.compare]}", n=condition.n)
    return compare(number, condition.compare, condition.n)


def _graveyard(state: State, condition: Condition, source: Permanent) -> bool:
    player = _player(state, condition.who, source)
    number = stated_number(state, "graveyard") or stated_number(state, "cards_in_graveyard")
    if condition.kind == "delirium":
        number = stated_number(state, "card_types_in_graveyard")
    if number is None:
        with state.d.muted():
            found = [
                p for p in state.permanents.values()
                if p.zone == "graveyard" and state.controller(p) == player
                and (condition.of is None or matches(state, p, condition.of, source))
            ]  # fmt: skip
        if (
            condition.kind == "graveyard"
            and compare(len(found), condition.compare, condition.n)
            and condition.compare == ">="
        ):
            return True
        return _ask(state, condition.kind, n=condition.n)
    return compare(number, condition.compare, condition.n if condition.n > 1 or condition.kind == "graveyard" else 7)


@rule("603.4")
def _last_turn(state: State, condition: Condition, source: Permanent) -> bool:
    """How many spells were cast last turn; the game's first turn has no last turn (nobody cast a spell, nothing happens)."""
    if state.facts.stated("first_turn") == "yes":
        state.d.step("no_last_turn")
        return False
    number = stated_number(state, "spells_cast_last_turn")
    if number is None:
        code = condition.kind
        return _ask(state, code, n=condition.n if code == "spells_cast_last_turn" else "")
    if condition.kind == "no_spells_last_turn":
        answer = number == 0
    else:
        answer = compare(number, condition.compare, condition.n)
    state.d.step("spells_last_turn", number=number)
    return answer


def _this_turn(state: State, condition: Condition, source: Permanent) -> bool:
    said = stated_number(state, "spells_cast_this_turn")
    number = said if said is not None else len(state.history.spells_cast)
    if condition.kind == "no_spells_this_turn":
        return number == 0
    answer = compare(number, condition.compare, condition.n)
    if not answer and said is None:
        state.facts.assume("no_other_spells")
    return answer


@rule("700.4")
def _died(state: State, condition: Condition, source: Permanent) -> bool:
    """Whether a creature was put into a graveyard from the battlefield this turn."""
    for name in ("creature_died_this_turn", "died_this_turn"):
        stated = state.facts.stated(name)
        if stated is not None:
            return stated == "yes"
    for one in state.history.died:
        if one.last is not None and one.last.creature:
            state.d.step("died", object=one.ref)
            return True
    return state.facts.ask("died_this_turn")


def _attacked(state: State, condition: Condition, source: Permanent) -> bool:
    player = _player(state, condition.who, source)
    if player in state.history.attacked or any(
        p.attacking and p.controller == player for p in state.permanents.values()
    ):
        return True
    return _ask(state, "attacked_this_turn", player=player)


@rule("119.3")
def _life_this_turn(state: State, condition: Condition, source: Permanent) -> bool:
    """Whether a player gained or lost life this turn, damage included (CR 119.2); gaining it back undoes nothing."""
    player = _player(state, condition.who, source)
    lost = condition.kind in {"lost_life", "no_life_lost"}
    kept = state.history.lost if lost else state.history.gained
    players = (
        [p.id for p in state.scenario.players]
        if condition.kind == "no_life_lost" and condition.who == "each"
        else [player]
    )
    name = "lost_life_this_turn" if lost else "gained_life_this_turn"
    stated = state.facts.stated(name) or state.facts.stated(condition.kind)
    for one in players:
        if kept.get(one, 0) >= max(1, condition.n):
            state.d.step("lost_life" if lost else "gained_life", player=one, n=kept[one])
            return condition.kind != "no_life_lost"
    if stated is not None:
        return (stated == "yes") != (condition.kind == "no_life_lost" and stated != state.facts.stated("no_life_lost"))
    did = state.facts.ask("lost_life" if lost else "gained_life", player=player)
    return did != (condition.kind == "no_life_lost")


def _daylight(state: State, condition: Condition, source: Permanent) -> bool:
    if condition.kind == "neither_day_nor_night":
        return (
            state.facts.stated("night") is None and state.facts.stated("day") is None and state.history.daylight is None
        )
    if any(state.facts.stated(n) is not None for n in ("night", "day", "daylight")) or state.history.daylight:
        return is_night(state) == (condition.kind == "night")
    return state.facts.ask(condition.kind)


def _whose_turn(state: State, condition: Condition, source: Permanent) -> bool:
    active = state.scenario.active
    mine = state.facts.ask("your_turn") if active is None else active == state.controller(source)
    return mine == (condition.kind == "your_turn")


def _more_lands(state: State, condition: Condition, source: Permanent) -> bool:
    you = state.controller(source)
    numbers = [state.player(p).lands for p in (you, state.opponents(you)[0])]
    if numbers[0] is None or numbers[1] is None:
        return state.facts.ask("opponent_more_lands")
    return numbers[1] > numbers[0]


def _devotion(state: State, condition: Condition, source: Permanent) -> bool:
    number = stated_number(state, "devotion")
    if number is None:
        return state.facts.ask(f"devotion_{_OP_NAMES[condition.compare]}", n=condition.n)
    return compare(number, condition.compare, condition.n)


def _lands_played(state: State, condition: Condition, source: Permanent) -> bool:
    said = stated_number(state, "lands_played_this_turn") or 0
    return compare(said + state.history.lands_played, condition.compare, condition.n)


_ABOUT_PLAYERS: dict[str, Callable[[State, Condition, Permanent], bool]] = {
    "life": _life, "opponent_life": _life, "cards_in_hand": _hand, "hand_empty": _hand, "graveyard": _graveyard,
    "threshold": _graveyard, "delirium": _graveyard, "spells_cast_last_turn": _last_turn, "no_spells_last_turn": _last_turn,
    "spells_cast_this_turn": _this_turn, "no_spells_this_turn": _this_turn, "died_this_turn": _died,
    "attacked_this_turn": _attacked, "gained_life": _life_this_turn, "lost_life": _life_this_turn,
    "no_life_lost": _life_this_turn, "night": _daylight, "day": _daylight, "neither_day_nor_night": _daylight,
    "your_turn": _whose_turn, "not_your_turn": _whose_turn, "opponent_more_lands": _more_lands, "devotion": _devotion,
    "lands_played": _lands_played,
}  # fmt: skip

_STATED_ONLY = frozenset({"mana_spent", "kicked", "other", "drawn", "untap_step", "x_at_least"})
"""Facts about the past that only the scenario can tell."""

HISTORICAL = frozenset({"mana_spent", "kicked", "was_cast", "x_at_least"})
"""Conditions about how something was cast: they can't stop being true while an ability waits on the stack."""


# ------------------------------------------------------------------ one object's own state


def _size(which: int) -> Callable[[State, Condition, Permanent, Permanent], bool]:
    def read(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
        value = last_known_size(state, one, which)
        if value is None:
            name = "toughness" if which else "power"
            return state.facts.ask(f"{name}_{_OP_NAMES[condition.compare]}", object=one.ref, n=condition.n)
        return compare(value, condition.compare, condition.n)

    return read


@rule("608.2h")
def last_known_size(state: State, one: Permanent, which: int) -> int | None:
    """Power (0) or toughness (1) as it is, or as it was as the object last left the battlefield."""
    if one.zone != "battlefield" and one.last is not None:
        known = one.last.toughness if which else one.last.power
        if known is not None:
            state.d.step("last_known_toughness" if which else "last_known_power", object=one.ref, n=known)
        return known
    return toughness_of(state, one) if which else power_of(state, one)


def _is(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    wanted = condition.is_a
    if wanted is None:
        raise CannotRule("unknown_condition", object=source.ref, condition="is")
    if wanted.power_vs_this is not None:
        mine, its = last_known_size(state, source, 0), last_known_size(state, one, 0)
        if mine is None or its is None:
            return state.facts.ask(f"power_{_OP_NAMES[wanted.power_vs_this]}_this", object=one.ref, other=source.ref)
        answer = compare(its, wanted.power_vs_this, mine)
        state.d.step("power_compared", object=one.ref, other=source.ref, n=its, m=mine)
        return answer
    return matches(state, one, wanted, source)


@rule("702.100a")
def _evolve(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    """Evolve compares power with power and toughness with toughness: one of the two has to be greater."""
    for which, name in ((0, "power"), (1, "toughness")):
        its, mine = last_known_size(state, one, which), last_known_size(state, source, which)
        if its is None or mine is None:
            if state.facts.ask(f"{name}_greater", object=one.ref, other=source.ref):
                return True
        elif its > mine:
            state.d.step(f"greater_{name}", object=one.ref, other=source.ref, n=its, m=mine)
            return True
    state.d.step("neither_greater", object=one.ref, other=source.ref)
    return False


def _counters(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    if condition.counter == "any":
        return any(one.counters.values())
    number = one.counters.get(condition.counter or "+1/+1", 0)
    if not one.counters and not one.thing.counters:
        state.facts.assume("no_counters", object=one.ref)
    return compare(number, condition.compare, condition.n)


def _entered(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    if one in state.history.entered or one.thing.since == "this_turn":
        return True
    if one.thing.since == "before_turn":
        return False
    return not state.facts.assume("there_before_turn", object=one.ref)


def _status(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    kind = condition.kind
    if kind in {"tapped", "untapped"}:
        return state_tapped(state, one) == (kind == "tapped")
    if kind == "attacking":
        return one.attacking is not None or bool(one.thing.attacking)
    if kind == "blocking":
        return bool(one.blocking) or bool(one.thing.blocking)
    if kind == "in_combat":
        return one.attacking is not None or bool(one.blocking) or bool(one.thing.attacking) or bool(one.thing.blocking)
    if kind == "transformed":
        return one.zone == "battlefield" and one.face_index == 1
    if kind in {"equipped", "enchanted"}:
        return any(p.thing.attached_to == one.thing.id for p in state.in_play())
    if kind == "modified":
        if any(one.counters.values()) or any(p.thing.attached_to == one.thing.id for p in state.in_play()):
            return True
        return state.facts.ask("modified", object=one.ref)
    return _ask(state, kind, object=one.ref)


def _was_cast(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    if condition.counter:
        return state.facts.ask("cast_from", object=one.ref, zone=condition.counter)
    if one.was_cast is None:
        return state.facts.ask("was_cast", object=one.ref)
    return one.was_cast


def _in_zone(state: State, condition: Condition, one: Permanent, source: Permanent) -> bool:
    return one.zone == condition.counter


_ABOUT_OBJECT: dict[str, Callable[[State, Condition, Permanent, Permanent], bool]] = {
    "power": _size(0), "toughness": _size(1), "is": _is, "evolve": _evolve, "counters": _counters, "entered_this_turn": _entered,
    "was_cast": _was_cast, "in_zone": _in_zone,
    **dict.fromkeys(
        ("tapped", "untapped", "attacking", "blocking", "in_combat", "transformed", "equipped", "enchanted", "modified",
         "monstrous", "renowned", "suspected", "saddled", "paired"), _status),
}  # fmt: skip

CONDITIONS_BY_NAME: dict[str, Condition] = {
    "coven": Condition("coven", n=3),
    "metalcraft": Condition("control", of=Filter(types=("artifact",), controller="you"), n=3),
    "threshold": Condition("threshold", n=7),
    "delirium": Condition("delirium", n=4),
    "morbid": Condition("died_this_turn"),
    "raid": Condition("attacked_this_turn"),
    "hellbent": Condition("hand_empty", compare="=", n=0),
    "ferocious": Condition("control", of=Filter(types=("creature",), power=(">=", 4), controller="you"), n=1),
    "formidable": Condition("other", counter="formidable"),
    "fateful hour": Condition("life", compare="<=", n=5),
    "night": Condition("night"),
    "day": Condition("day"),
}
"""The conditions that ability words stand for on every card that has them (CR 207.2c), and day and night."""
