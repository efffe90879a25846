"""The scenario's events, before, between and after the combat damage steps (CR 506.4, 510.3, 608.2)."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from judgecall.cards.abilities import Activated, Keyword, SpellAbility, Unread
from judgecall.engine.animation import no_longer_animated
from judgecall.engine.damage.aimed import legal_targets, reaches
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.deaths import check, destroy, to_graveyard
from judgecall.engine.damage.declared import on_attack_or_block
from judgecall.engine.damage.effects import apply_effects, made_blocked
from judgecall.engine.damage.excess import excess_to_controller
from judgecall.engine.damage.fight import fight
from judgecall.engine.damage.result import deal_event
from judgecall.engine.damage.setup import attack, block, remove_from_combat
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent
from judgecall.scenario.model import STEPS, Event, Zone

BEFORE, BETWEEN, AFTER = 0, 1, 2
_IGNORED = frozenset(
    {"no_block", "step", "untap", "tap", "trigger", "counter_spell", "play_land", "tap_for_mana", "crew"}
)
_ON_STACK = frozenset({"modify", "set_pt", "counters", "gain", "lose", "damage", "leave", "cast", "activate", "resolve", "control", "blink",
                       "regenerate", "fight", "animate", "tap", "untap"})  # fmt: skip
"""What a spell or ability does, which may be answered; nobody can act in response to a declaration."""


def phase_of(event: Event) -> int:
    """Whether it happens before combat damage, between the two damage steps, or after.

    No player can act in a damage step before its damage (CR 510.3), so "in the first strike step" is after that damage. "In the
    combat damage step", unless after the damage, is taken as "before regular damage".
    """
    if event.at is None or STEPS.index(event.at) < STEPS.index("first_strike_damage"):
        return BEFORE
    if event.at == "first_strike_damage":
        return BETWEEN
    if event.at == "combat_damage":
        return AFTER if event.after else BETWEEN
    return AFTER


def phases(board: Board) -> tuple[list[Event], list[Event], list[Event]]:
    """The events of each phase, in order. One with no step of its own happens with the one before it.

    What is done in response to a spell or ability happens before it does its thing (CR 117.7). A regeneration shield is made
    before the damage that it saves from; stated divisions of damage are not events of their own.
    """
    split: tuple[list[Event], list[Event], list[Event]] = ([], [], [])
    now = BEFORE
    last = (BEFORE, -1)
    for event in board.state.scenario.events:
        if event.kind == "damage" and event.how == "assigned":
            continue
        if event.at is not None:
            now = max(now, phase_of(event))
        shield = event.kind == "regenerate" and not (event.at == "combat_damage" and event.after)
        when = BEFORE if shield and now == BETWEEN and event.at == "first_strike_damage" else now
        answers = event.in_response and last[0] == when and last[1] >= 0 and split[when][last[1]].kind in _ON_STACK
        last = (when, last[1] if answers else len(split[when]))
        split[when].insert(last[1], event)
    if any(e.kind in {"attack", "block"} for e in (*split[BETWEEN], *split[AFTER])):
        raise CannotRule("several_combats")
    return split


def happen(board: Board, events: list[Event], care: Collection[str] | None = None) -> None:
    """Carry out events in order, with state-based actions after each (CR 704.3)."""
    last_declared = max((n for n, e in enumerate(events) if e.kind in {"attack", "block", "no_block"}), default=-1)
    countered = {id for e in board.state.scenario.events if e.kind == "counter_spell" for id in e.subject}
    for n, event in enumerate(events):
        if event.kind in {"cast", "resolve", "activate"} and set(event.subject) & countered:
            continue
        one_event(board, event)
        if n == last_declared:
            on_attack_or_block(board)
        if event.kind not in {"attack", "block"}:
            check(board, care)


def one_event(board: Board, event: Event) -> None:
    """Carry out one event.

    Raises:
        CannotRule: it is of a kind that isn't played out here.
    """
    kind = event.kind
    if not reaches(board, event):
        return
    if kind == "attack":
        attack(board, event)
    elif kind == "block":
        block(board, event)
    elif kind == "gain" and any(id not in board.state.groups for id in event.subject):
        _player_gains(board, event)
    elif kind in _CHANGES:
        for one in _objects(board, event):
            _CHANGES[kind](board, event, one)
    elif kind == "damage":
        _damage(board, event)
    elif kind == "fight":
        fight(board, board.state.members(event.subject), board.state.members(event.target))
    elif kind in {"gain_life", "lose_life"}:
        _life(board, event)
    elif kind in {"cast", "resolve"}:
        _spell(board, event)
    elif kind == "activate":
        _activate(board, event)
    elif kind not in _IGNORED:
        raise CannotRule("event_not_played", kind=kind)


def _objects(board: Board, event: Event) -> list[Permanent]:
    known = tuple(id for id in event.subject if id in board.state.groups)
    anywhere = event.kind in {"enter", "return", "leave"}
    return [one for one in board.state.members(known) if one.zone == "battlefield" or anywhere]


def _modify(board: Board, event: Event, one: Permanent) -> None:
    one.changes.append((event.power or 0, event.toughness or 0))


def _set_pt(board: Board, event: Event, one: Permanent) -> None:
    one.base = (event.power, event.toughness)


def _counters(board: Board, event: Event, one: Permanent) -> None:
    kind = event.value or "+1/+1"
    one.counters[kind] = max(one.counters.get(kind, 0) + (1 if event.n is None else event.n), 0)
    keyword_counters = {"indestructible", "first strike", "double strike", "deathtouch", "lifelink", "trample"}
    if kind in keyword_counters:
        one.gained.append(Keyword(kind))


def _gain(board: Board, event: Event, one: Permanent) -> None:
    one.gained.extend(event.abilities)
    if event.value and not event.abilities:
        one.gained.append(Keyword(event.value))
    one.lost -= {a.name for a in event.abilities if isinstance(a, Keyword)} | {event.value}


def _player_gains(board: Board, event: Event) -> None:
    """A player gains an ability: protection bears on damage; what keeps a player from being targeted doesn't (CR 702.16j)."""
    for ability in event.abilities or (Keyword(event.value),):
        if not isinstance(ability, Keyword) or ability.name not in {"protection", "hexproof", "shroud"}:
            raise CannotRule("event_not_played", kind="gain")
        if ability.name == "protection":
            for player in event.subject:
                if board.is_player(player):
                    board.protected.setdefault(player, []).append(ability)


def _lose(board: Board, event: Event, one: Permanent) -> None:
    names = {a.name for a in event.abilities if isinstance(a, Keyword)} | ({event.value} if event.value else set())
    if not names:
        one.lost.add("all")
        one.gained.clear()
        return
    one.lost |= names
    one.gained = [a for a in one.gained if not (isinstance(a, Keyword) and a.name in names)]


def _animate(board: Board, event: Event, one: Permanent) -> None:
    one.animated = True
    if event.power is not None:
        one.base = (event.power, event.toughness)
    one.gained.extend(event.abilities)


_LEAVES_TO: dict[str, Zone] = {"exiled": "exile", "exile": "exile", "bounced": "hand", "returned": "hand"}


def _new_object(board: Board, one: Permanent) -> None:
    """CR 400.7: what comes back remembers nothing, not even that it struck in the first step."""
    one.damage, one.changes, one.gained, one.lost, one.counters = 0, [], [], set(), {}
    one.regeneration, one.deathtouched, one.base = 0, False, None
    board.first_strikers -= {one.id}


def _leave(board: Board, event: Event, one: Permanent) -> None:
    how = event.how
    if one.zone != "battlefield":
        one.zone = _LEAVES_TO.get(how, "nowhere")
        return
    if how in {"destroyed", "destroy"}:
        destroy(board, one, "destroyed")
    elif how in {"dies", "die", "died", "sacrificed", "sacrifice", "killed"}:
        to_graveyard(board, one, how)
    else:
        remove_from_combat(board, one)
        one.zone = _LEAVES_TO.get(how, "nowhere")
        one.new_object += 1
    if one.zone != "battlefield":
        _ends_with(board, one)


def _ends_with(board: Board, source: Permanent) -> None:
    """What was a creature only by something that has left is out of combat (CR 506.4)."""
    for one in no_longer_animated(board.state, source):
        remove_from_combat(board, one)


def _sacrifice(board: Board, event: Event, one: Permanent) -> None:
    to_graveyard(board, one, "sacrificed")
    _ends_with(board, one)


def _blink(board: Board, event: Event, one: Permanent) -> None:
    """It comes back as a new object, out of combat (CR 400.7, 506.4)."""
    remove_from_combat(board, one)
    one.new_object += 1
    _new_object(board, one)


def _regenerate(board: Board, event: Event, one: Permanent) -> None:
    one.regeneration += 1


def _control(board: Board, event: Event, one: Permanent) -> None:
    one.controller = event.target[0] if event.target else one.controller
    remove_from_combat(board, one)


def _blocked(board: Board, event: Event, one: Permanent) -> None:
    if one.attacking is None:
        one.attacking = ""
    made_blocked(board, one)


def _out_of_combat(board: Board, event: Event, one: Permanent) -> None:
    remove_from_combat(board, one)


def _enter(board: Board, event: Event, one: Permanent) -> None:
    if one.zone != "battlefield" and (one.new_object or one.id in board.dead):
        _new_object(board, one)
    one.zone = "battlefield"
    if "attacking" in event.how or "ninjutsu" in event.how or "attacking" in event.value:
        others = [a for a in board.attackers() if a is not one]
        one.attacking = others[0].attacking if others else ""


_CHANGES = {
    "modify": _modify, "set_pt": _set_pt, "counters": _counters, "gain": _gain, "lose": _lose, "animate": _animate,
    "leave": _leave, "sacrifice": _sacrifice, "blink": _blink, "regenerate": _regenerate, "control": _control,
    "becomes_blocked": _blocked, "remove_from_combat": _out_of_combat, "enter": _enter, "return": _enter,
}  # fmt: skip


def _damage(board: Board, event: Event) -> None:
    """Noncombat damage; the source is `by`, or else the target object. `how="lethal"` is lethal damage of an amount nobody said."""
    by = event.by or next((t for t in event.target if t in board.state.groups), None)
    sources = board.state.group(by) if by in board.state.groups else []
    victims = [one.id for one in board.state.members(tuple(i for i in event.subject if i in board.state.groups))]
    victims += [i for i in event.subject if i not in board.state.groups]
    if not sources:
        for id in victims:
            _from_nowhere(board, event, id)
        return
    for source in sources:
        if event.n is None and (source.attacking is not None or source.blocking):
            continue  # combat damage of creatures in combat is played out, not stated
        if source.zone in {"hand", "nowhere"}:
            source.zone = "stack"
        n = event.n if event.n is not None else _amount(board, source)
        if event.how == "excess_to_controller":
            excess_to_controller(board, source, victims[0], n)
        else:
            deal_event(board, source, victims, n, combat=event.how == "combat")


def _amount(board: Board, source: Permanent) -> int | None:
    return board.power(source) if source.face is None or source.face.power is not None else None


def _source_matters(board: Board, one: Permanent) -> None:
    """Refuse where what deals the damage decides what becomes of it.

    Raises:
        CannotRule: it would be prevented or multiplied, or may be.
    """
    rules = ("prevent_all_to", "prevent_to_from", "prevent_all_by", "double", "triple", "double_to", "triple_to")
    if board.has(one, "protection") or any(not effect.combat_only for effect, _ in board.damage_rules(*rules)):
        raise CannotRule("whose_damage")


def _from_nowhere(board: Board, event: Event, id: str) -> None:
    """Damage whose source nobody named: nothing about the source matters."""
    if board.is_player(id):
        if event.n is not None:
            board.life[id] = board.life.get(id, 0) - event.n
            board.lost[id] = board.lost.get(id, 0) + event.n
        return
    one = board.one(id)
    _source_matters(board, one)
    if event.n is not None:
        one.damage += event.n
        return
    if event.how != "lethal":
        raise CannotRule("unknown_damage", object=one.ref)
    size = board.toughness(one)
    one.damage += size if size is not None and size > 0 else 10**6


def _life(board: Board, event: Event) -> None:
    for player in event.subject or ("you",):
        n = event.n or 0
        board.life[player] = board.life.get(player, 0) + (n if event.kind == "gain_life" else -n)
        into = board.gained if event.kind == "gain_life" else board.lost
        into[player] = into.get(player, 0) + n


def _spell(board: Board, event: Event) -> None:
    """What a spell does, where no event of the scenario says it already (an event `by` the spell)."""
    later_resolves = any(
        e.kind == "resolve" and set(e.subject) & set(event.subject) for e in board.state.scenario.events
    )
    if event.kind == "cast" and later_resolves:
        return
    for spell in board.state.members(tuple(i for i in event.subject if i in board.state.groups)):
        if _told(board, spell):
            continue
        if spell.face is not None and not {"instant", "sorcery"} & set(spell.face.types):
            if spell.zone in {"hand", "stack"} and "creature" not in spell.face.types:
                spell.zone = "battlefield"  # what it does as a permanent is read where it is in play (CR 608.3a)
                if event.target and event.target[0] in board.state.groups and "Aura" in spell.face.subtypes:
                    spell.thing = msgspec.structs.replace(spell.thing, attached_to=event.target[0])
            continue
        abilities = board.state.printed_abilities(spell)
        aimed_at = board.state.members(tuple(t for t in event.target if t in board.state.groups))
        players = [t for t in event.target if t not in board.state.groups]
        spell.zone = "stack" if spell.zone in {"hand", "nowhere", "stack"} else spell.zone
        targets = legal_targets(board, spell, aimed_at)
        if targets is None:
            continue
        for ability in abilities:
            if isinstance(ability, SpellAbility):
                apply_effects(board, ability.effects, spell, targets, players)
            elif isinstance(ability, Unread) and not _stated_effect(board):
                raise CannotRule("unread_line", object=spell.ref, concepts="damage")


def _stated_effect(board: Board) -> bool:
    return board.state.facts.stated("damage_cant_be_prevented") is not None


def _told(board: Board, one: Permanent) -> bool:
    return any(e.by == one.thing.id for e in board.state.scenario.events)


def _activate(board: Board, event: Event) -> None:
    for one in board.state.members(tuple(i for i in event.subject if i in board.state.groups)):
        if _told(board, one):
            continue
        found = [a for a in board.state.printed_abilities(one) if isinstance(a, Activated)]
        if "regenerat" in event.value:
            one.regeneration += 1
            continue
        if len(found) > 1:
            raise CannotRule("which_damage_ability", object=one.ref)
        unread = [a for a in board.state.printed_abilities(one) if isinstance(a, Unread) and a.shape == "activated"]
        if unread or not found:
            raise CannotRule("unread_line", object=one.ref, concepts="damage")
        targets = board.state.members(tuple(t for t in event.target if t in board.state.groups))
        players = [t for t in event.target if t not in board.state.groups]
        apply_effects(board, found[0].effects, one, targets, players)
