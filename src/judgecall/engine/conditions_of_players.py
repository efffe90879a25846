"""Conditions about players and the turn: life, hands, graveyards, what happened this turn and the last (CR 603.4)."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import Condition
from judgecall.engine.characteristics import matches, types_of
from judgecall.engine.condition_terms import OP_NAMES, ask_fact, compare, player_meant
from judgecall.engine.coven import stated_number
from judgecall.engine.derivation import rule
from judgecall.engine.faces.entering import is_night
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State


@rule("119.3")
def _life(state: State, condition: Condition, source: Permanent) -> bool:
    """A life total as it is now: what was said, with what was gained and lost since."""
    who = "opponent" if condition.kind == "opponent_life" else condition.who
    player = player_meant(state, who, source)
    stated = state.player(player).life
    if stated is None:
        return state.facts.ask(f"life_{OP_NAMES[condition.compare]}", player=player, n=condition.n)
    life = stated + state.history.life_change.get(player, 0)
    answer = compare(life, condition.compare, condition.n)
    state.d.step("life_enough" if answer else "life_not_enough", player=player, life=life, n=condition.n)
    return answer


def _hand(state: State, condition: Condition, source: Permanent) -> bool:
    state.refuse_unfollowed("hand")
    player = player_meant(state, condition.who, source)
    number = state.player(player).hand
    if number is None:
        number = stated_number(state, "cards_in_hand")
    if condition.kind == "hand_empty":
        condition = Condition("cards_in_hand", compare="=", n=0)
    if number is None:
        return state.facts.ask(f"hand_{OP_NAMES[condition.compare]}", n=condition.n)
    return compare(number, condition.compare, condition.n)


def _graveyard(state: State, condition: Condition, source: Permanent) -> bool:
    player = player_meant(state, condition.who, source)
    number = stated_number(state, "graveyard")
    if number is None:
        number = stated_number(state, "cards_in_graveyard")
    if condition.kind == "delirium":
        number = stated_number(state, "card_types_in_graveyard")
        if number is None and _types_in_graveyard(state, player) >= (condition.n if condition.n > 1 else 4):
            return True
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
        owners = {player, None} if player == "you" else {player}  # of cards nobody claims the asker's, as of all else
        listed = any(o.zone == "graveyard" and o.controller in owners for o in state.scenario.objects)
        if condition.kind == "graveyard" and listed and state.facts.assume("all_named", player=player):
            return compare(len(found), condition.compare, condition.n)
        return ask_fact(state, condition.kind, n=condition.n)
    wanted = condition.n if condition.n > 1 or condition.kind == "graveyard" else 7
    more = 0 if condition.kind == "delirium" else state.history.put_in_graveyard
    if compare(number, condition.compare, wanted) != compare(number + more, condition.compare, wanted):
        # Whether the number that was told counts what is put there meanwhile, nobody said.
        return ask_fact(state, condition.kind, n=condition.n)
    return compare(number, condition.compare, wanted)


def _types_in_graveyard(state: State, player: str) -> int:
    """How many card types there are at least among the cards in a player's graveyard: those of the cards that were named."""
    with state.d.muted():
        there = [p for p in state.permanents.values() if p.zone == "graveyard" and state.controller(p) == player]
        return len({t for p in there for t in (p.face.types if p.face is not None else p.thing.types)})


@rule("603.4")
def _last_turn(state: State, condition: Condition, source: Permanent) -> bool:
    """How many spells were cast last turn; the game's first turn has no last turn (nobody cast a spell, nothing happens)."""
    if state.facts.stated("first_turn") == "yes":
        state.d.step("no_last_turn")
        return False
    number = stated_number(state, "spells_cast_last_turn")
    if number is None:
        code = condition.kind
        return ask_fact(state, code, n=condition.n if code == "spells_cast_last_turn" else "")
    if condition.kind == "no_spells_last_turn":
        answer = number == 0
    else:
        answer = compare(number, condition.compare, condition.n)
    state.d.step("spells_last_turn", number=number)
    return answer


def _this_turn(state: State, condition: Condition, source: Permanent) -> bool:
    said = stated_number(state, "spells_cast_this_turn")
    cast = [one.thing.id for one in state.history.spells_cast]
    if not state.history.begun:
        # What a spell costs is asked of the board as it was told: what was cast before may still be on the stack.
        cast = [spell for event in state.events("cast") for spell in event.subject]
    number = said if said is not None else len(cast)
    if condition.of is not None and condition.of.other and source.thing.id in cast:
        number -= 1
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
    player = player_meant(state, condition.who, source)
    if player in state.history.attacked or any(
        p.attacking and p.controller == player for p in state.permanents.values()
    ):
        return True
    return ask_fact(state, "attacked_this_turn", player=player)


@rule("119.3")
def _life_this_turn(state: State, condition: Condition, source: Permanent) -> bool:
    """Whether a player gained or lost life this turn, damage included (CR 119.2); gaining it back undoes nothing."""
    player = player_meant(state, condition.who, source)
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
    if kept.get(player, 0):
        # Some was told of, and not enough: by convention there was no more.
        state.facts.assume("no_other_life", player=player)
        return condition.kind == "no_life_lost"
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


@rule("608.2h")
def _more_lands(state: State, condition: Condition, source: Permanent) -> bool:
    """Lands are counted when the condition is checked: those that were told of, without what left since."""
    you = state.controller(source)
    opponents = state.opponents(you)
    mine, theirs = _lands_now(state, you), _lands_now(state, opponents[0])
    if len(opponents) > 1 and condition.who == "that_player":
        raise CannotRule("unknown_reference", object=source.ref)
    if mine is None or theirs is None or len(opponents) > 1:
        return state.facts.ask("opponent_more_lands")
    state.refuse_unfollowed("objects")
    state.refuse_unfollowed("objects_removed")
    state.d.step("more_lands" if theirs > mine else "no_more_lands", player=opponents[0], n=theirs, m=mine)
    return theirs > mine


def _lands_now(state: State, player: str) -> int | None:
    """How many lands a player controls now; None: it wasn't said (a land that was named may be one of many)."""
    stated = state.player(player).lands
    with state.d.muted():
        there = [p for p in state.in_play(player) if "land" in types_of(state, p)]
        first = [
            p for p in state.permanents.values()
            if "land" in types_of(state, p) and p.thing.zone == "battlefield" and p not in state.history.entered
            and state.controller(p) == player
        ]  # fmt: skip
    if any(p.thing.count is None for p in first):
        return None
    if stated is not None:
        return max(0, stated - len(first)) + len(there)
    in_all = [p for p in first if (p.thing.count or 1) > 1 and not p.thing.card]
    return len(there) if in_all else None


def _devotion(state: State, condition: Condition, source: Permanent) -> bool:
    number = stated_number(state, "devotion")
    if number is None:
        return state.facts.ask(f"devotion_{OP_NAMES[condition.compare]}", n=condition.n)
    return compare(number, condition.compare, condition.n)


def _lands_played(state: State, condition: Condition, source: Permanent) -> bool:
    said = stated_number(state, "lands_played_this_turn") or 0
    return compare(said + state.history.lands_played, condition.compare, condition.n)


ABOUT_PLAYERS: dict[str, Callable[[State, Condition, Permanent], bool]] = {
    "life": _life, "opponent_life": _life, "cards_in_hand": _hand, "hand_empty": _hand, "graveyard": _graveyard,
    "threshold": _graveyard, "delirium": _graveyard, "spells_cast_last_turn": _last_turn, "no_spells_last_turn": _last_turn,
    "spells_cast_this_turn": _this_turn, "no_spells_this_turn": _this_turn, "died_this_turn": _died,
    "attacked_this_turn": _attacked, "gained_life": _life_this_turn, "lost_life": _life_this_turn,
    "no_life_lost": _life_this_turn, "night": _daylight, "day": _daylight, "neither_day_nor_night": _daylight,
    "your_turn": _whose_turn, "not_your_turn": _whose_turn, "opponent_more_lands": _more_lands, "devotion": _devotion,
    "lands_played": _lands_played,
}  # fmt: skip
