"""Conditions: things that are true or false in a game state (CR 603.4, 604.2, 602.5b).

`holds` reads the state as it is now. What the scenario doesn't say is an assumption where a convention covers it (nothing else
that matters is on the battlefield), and else an unknown that splits the case.
"""

from __future__ import annotations

from judgecall.cards.abilities import Condition, Filter
from judgecall.engine.characteristics import attached_to, matches, types_of
from judgecall.engine.condition_terms import OP_NAMES, ask_fact, compare, player_meant
from judgecall.engine.conditions_compared import compares_players, controls_more
from judgecall.engine.conditions_of_objects import ABOUT_OBJECT
from judgecall.engine.conditions_of_players import ABOUT_PLAYERS
from judgecall.engine.coven import has_coven
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

_LAND_TYPES = frozenset({
    "Cave", "Desert", "Forest", "Gate", "Island", "Lair", "Locus", "Mine", "Mountain", "Plains", "Planet", "Power-Plant", "Sphere",
    "Swamp", "Tower", "Town", "Urza's",
})  # fmt: skip
"""The land types (CR 205.3i)."""
_COUNTED_BY_PLAYER = {"land": "lands", "creature": "creatures"}


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
    refuse_unknown(condition, source)
    if kind == "all":
        return all(holds(state, part, source, event_object) for part in condition.parts)
    if kind == "any":
        return any(holds(state, part, source, event_object) for part in condition.parts)
    if kind == "coven":
        return has_coven(state, player_meant(state, condition.who, source), condition.n if condition.n > 1 else 3)
    if kind in {"control", "opponent_controls", "on_battlefield"}:
        return counts_objects(state, condition, source, event_object)
    if kind in ABOUT_PLAYERS:
        return ABOUT_PLAYERS[kind](state, condition, source)
    if kind in ABOUT_OBJECT:
        one = _object(state, condition.of, source, event_object)
        if one is None:
            raise CannotRule("unknown_condition", object=source.ref, condition=kind)
        return ABOUT_OBJECT[kind](state, condition, one, source)
    if compares_players(condition):
        compared = controls_more(state, condition, source)
        if compared is not None:
            return compared
    if kind in _STATED_ONLY:
        return ask_fact(state, kind, n=condition.n, counter=condition.counter or "")
    raise CannotRule("unknown_condition", object=source.ref, condition=kind)


def refuse_unknown(condition: Condition, source: Permanent) -> None:
    """Refuse a condition whose words weren't read, or that asks about players that its kind isn't looked at for.

    Raises:
        CannotRule: it is such a one.
    """
    if condition.kind == "other" and condition.counter == "unread":
        raise CannotRule("unread_line", object=source.ref, concepts="condition")
    if condition.who == "each" and condition.kind not in _ABOUT_EACH:
        raise CannotRule("unknown_condition", object=source.ref, condition=condition.kind)


def _object(state: State, of: Filter | None, source: Permanent, event_object: Permanent | None) -> Permanent | None:
    if of is None or of.this:
        return source
    if of.attached:
        return attached_to(state, source)
    if of.ref in {"event", "earlier"} or of.target:
        return event_object
    found = [p for p in state.permanents.values() if matches(state, p, of, source)]
    return found[0] if len(found) == 1 else None


# ------------------------------------------------------------------ counting objects


@rule("608.2h")
def counts_objects(
    state: State, condition: Condition, source: Permanent, event_object: Permanent | None = None
) -> bool:
    """How many objects a player controls is counted once, when the condition is checked.

    "Whenever a Mountain enters, if you control five other Mountains": others than the one that entered.
    """
    of = condition.of or Filter()
    whose = "any" if condition.kind == "on_battlefield" else condition.who
    if condition.kind == "opponent_controls":
        whose = "opponent"
    player = None if whose in {"any", "each"} else player_meant(state, whose, source)
    with state.d.muted():
        found = [p for p in state.in_play(player) if matches(state, p, of, source)]
    if of.other:
        found = [p for p in found if p is not event_object]
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
    if (of.power or of.toughness or of.power_or_toughness) and stated is None:
        state.refuse_unfollowed("sizes")
    if set(of.state) & {"tapped", "untapped"}:
        state.refuse_unfollowed("tapped")
    state.refuse_unfollowed("objects_removed")
    if not (answer and op in {">=", ">"}):
        state.refuse_unfollowed("objects")
    more_could_change = (op in {">=", ">"} and not answer) or (op in {"<=", "<", "="} and answer)
    if more_could_change and stated is None and not of.this:
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
        how=OP_NAMES[op],
    )
    return answer


def _ask_number(state: State, condition: Condition, what: str) -> bool:
    return state.facts.ask(f"number_{OP_NAMES[condition.compare]}", what=what, n=condition.n)


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
    none_of = [o for o in state.scenario.objects if o.count == 0]
    if any(set(of.types) & set(o.types) or set(of.subtypes) & set(o.subtypes) for o in none_of):
        return True  # "he has no Islands"
    with state.d.muted():
        for one in state.permanents.values():
            if one is source:
                continue
            types = types_of(state, one)
            # A Gate is a land: a creature alone says nothing of its controller's lands.
            kindred = not of.types and of.subtypes and ("land" in types) == bool(set(of.subtypes) & _LAND_TYPES)
            if set(of.types) & types or kindred or set(of.subtypes) & set(one.thing.subtypes):
                return True
    return False


_ABOUT_EACH = frozenset({
    "control", "on_battlefield", "no_life_lost", "spells_cast_last_turn", "no_spells_last_turn", "spells_cast_this_turn",
    "no_spells_this_turn", "died_this_turn", "all", "any",
})  # fmt: skip
"""Kinds of conditions that can be about every player."""
_STATED_ONLY = frozenset({"mana_spent", "kicked", "other", "drawn", "untap_step", "x_at_least"})
"""Facts about the past that only the scenario can tell."""

HISTORICAL = frozenset({"mana_spent", "kicked", "was_cast", "x_at_least"})
"""Conditions about how something was cast: they can't stop being true while an ability waits on the stack."""

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
