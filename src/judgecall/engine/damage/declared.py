"""Triggered keywords that change sizes as attackers and blockers are declared: they resolve before damage (CR 702.23, .25, .45).

A trigger of another kind on attacking or blocking that could change the damage means no ruling.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from judgecall.cards.abilities import (
    CantDo,
    Damage,
    DamageRule,
    Event,
    Grant,
    LoseAbilities,
    ModifyPT,
    Move,
    PutCounters,
    Regenerate,
    Replacement,
    SetPT,
    Static,
    Triggered,
    Unread,
)
from judgecall.engine.attacking_keywords import grow_by_attacking
from judgecall.engine.characteristics import abilities_of, amount_of, keywords_of, matches, types_of
from judgecall.engine.damage.board import Board
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent

_CHANGE_COMBAT = frozenset(
    {
        "dethrone",
        "myriad",
        "provoke",
        "enlist",
        "frenzy",
        "exert",
        "mobilize",
    }
)
DECLARED = frozenset(
    {"attacks", "attacks_alone", "blocks", "becomes_blocked", "attacks_unblocked", "attack_with", "beginning_of_combat"}
)
ON_DAMAGE = frozenset(
    {"combat_damage_player", "combat_damage_opponent", "combat_damage_creature", "combat_damage", "deals_damage", "dealt_damage",
     "damage_player", "damage_opponent", "damage_creature", "damage_planeswalker", "combat_damage_planeswalker", "combat_damage_battle"}
)  # fmt: skip
KNOWN_RULES = frozenset(
    {"by_toughness", "by_toughness_if_greater", "lethal_by_power", "as_though_unblocked", "double", "triple", "double_to",
     "triple_to", "prevent_all_to", "prevent_all_by", "prevent_combat_by", "cant_be_prevented", "no_combat_damage",
     "divide_freely", "prevent_to_from", "prevent_to_players"}
)  # fmt: skip
CHANGE_DAMAGE = (
    ModifyPT, SetPT, Damage, DamageRule, PutCounters, Move, Grant, LoseAbilities, Regenerate, CantDo,
)  # fmt: skip


def on_attack_or_block(board: Board) -> None:
    """Everything that triggers as creatures attack and block, and that changes how big they are."""
    attackers = board.attackers()
    fighters = [p for p in board.state.in_play() if p.attacking is not None or p.blocking]
    for one in fighters:
        if _size_is_final(one):
            continue
        bushido(board, one)
        if one.attacking is not None:
            rampage(board, one)
        _own_trigger(board, one)
        for name in _CHANGE_COMBAT:
            if name == "provoke" and board.state.events("block", "no_block"):
                continue  # what it was about is settled: who blocks
            if name == "myriad" and len(board.state.opponents(board.controller(one))) == 1:
                continue  # there is no other opponent to attack (CR 702.116a)
            if one.attacking is not None and board.has(one, name):
                raise CannotRule("trigger_changes_combat", object=one.ref, keyword=name)
    for one in attackers:
        flanking(board, one)
    grow_by_attacking(board.state, attackers, final=[a for a in attackers if _size_is_final(a)])
    if len(attackers) == 1:
        alone(board, attackers[0])
    others_triggers(board)


def _size_is_final(one: Permanent) -> bool:
    """The question states a size that is not the printed one: it is the size now, with triggers in it."""
    face = one.face
    return face is not None and one.thing.power is not None and str(one.thing.power) != face.power


@rule("702.45a")
def bushido(board: Board, one: Permanent) -> None:
    """CR 702.45a: a creature with bushido N that blocks or becomes blocked gets +N/+N."""
    for ability in keywords_of(board.state, one, "bushido"):
        if one.blocked or one.blocking:
            n = ability.n or 1
            one.changes.append((n, n))
            board.d.step("bushido", object=one.ref, n=n)


@rule("702.23a")
def rampage(board: Board, one: Permanent) -> None:
    """CR 702.23a: rampage N gives +N/+N for each blocker beyond the first."""
    for ability in keywords_of(board.state, one, "rampage"):
        n = (ability.n or 1) * max(len(one.blocked_by) - 1, 0)
        if n:
            one.changes.append((n, n))
            board.d.step("rampage", object=one.ref, n=n)


@rule("702.25a")
def flanking(board: Board, one: Permanent) -> None:
    """CR 702.25a: a creature without flanking that blocks one with flanking gets -1/-1, for each instance."""
    for _ in keywords_of(board.state, one, "flanking"):
        for id in one.blocked_by:
            blocker = board.one(id)
            if not board.has(blocker, "flanking"):
                blocker.changes.append((-1, -1))
                board.d.step("flanking", object=one.ref, blocker=blocker.ref)


@rule("506.5")
def alone(board: Board, one: Permanent) -> None:
    """CR 506.5: what triggers on a creature attacking alone and only makes that creature bigger or gives it abilities is carried out."""
    for other in board.state.in_play():
        for ability in abilities_of(board.state, other):
            if not isinstance(ability, Triggered) or _whats(ability.event) != ("attacks_alone",):
                continue
            of = ability.event.of
            if of is not None and not (other is one if of.this else matches(board.state, one, of, other)):
                continue
            _resolve(board, one, other, ability)


def _simple(ability: Triggered) -> bool:
    asked = (ability.condition, ability.resolution_condition, ability.event.only_while, ability.cost)
    return not ability.optional and not ability.event.when and all(one is None for one in asked)


@rule("603.2")
def _own_trigger(board: Board, one: Permanent, happened: Collection[str] = DECLARED) -> None:
    """CR 603.2: its own ability that triggers as it attacks, blocks or becomes blocked resolves before damage."""
    for ability in abilities_of(board.state, one):
        if not isinstance(ability, Triggered):
            continue
        whats = [what for what in _whats(ability.event) if what in happened and _happens(one, what)]
        if whats and (ability.event.of is None or ability.event.of.this):
            _resolve(board, one, one, ability)


def _resolve(board: Board, one: Permanent, giver: Permanent, ability: Triggered) -> None:
    """Carry out what a triggered ability does to the creature that it triggered on.

    Raises:
        CannotRule: it may change the damage in a way that isn't played out here.
    """
    once = sum(_happens(one, what) for what in _whats(ability.event)) <= 1
    simple = once and _simple(ability)
    for effect in ability.effects:
        if not isinstance(effect, CHANGE_DAMAGE):
            continue
        its = isinstance(effect, ModifyPT | Grant) and (effect.of.ref == "event" or (effect.of.this and giver is one))
        if not simple or not its or ability.event.by is not None or not isinstance(effect, ModifyPT | Grant):
            raise CannotRule("trigger_changes_combat", object=giver.ref, keyword=ability.event.what)
        if isinstance(effect, Grant):
            one.gained.extend(effect.abilities)
            board.d.step("gains_in_combat", object=one.ref, source=giver.ref)
            continue
        power, toughness = (amount_of(board.state, a, giver) for a in (effect.power, effect.toughness))
        if power is None or toughness is None:
            raise CannotRule("trigger_changes_combat", object=giver.ref, keyword=ability.event.what)
        one.changes.append((power, toughness))
        board.d.step("own_trigger", object=one.ref, power=power, toughness=toughness)


def _whats(event: Event) -> tuple[str, ...]:
    return (event.what, *event.or_what)


def _happens(one: Permanent, what: str) -> bool:
    if what == "attacks":
        return one.attacking is not None
    if what == "blocks":
        return bool(one.blocking)
    if what == "attacks_unblocked":
        return one.attacking is not None and not one.blocked
    return what == "becomes_blocked" and one.blocked


@rule("603.2")
def others_triggers(
    board: Board, happened: Collection[str] = DECLARED, among: Collection[Permanent] | None = None
) -> None:
    """CR 603.2: another permanent's ability that triggers on a creature attacking, blocking or becoming blocked.

    Raises:
        CannotRule: it may change the damage in a way that isn't played out here.
    """
    fighters = [p for p in board.state.in_play() if p.attacking is not None or p.blocking] if among is None else among
    for giver in board.state.in_play():
        for ability in abilities_of(board.state, giver):
            if not isinstance(ability, Triggered):
                continue
            whats = [what for what in _whats(ability.event) if what in happened and what != "attacks_alone"]
            of = ability.event.of
            if not whats or not any(isinstance(effect, CHANGE_DAMAGE) for effect in ability.effects):
                continue
            if set(whats) & {"beginning_of_combat", "attack_with"}:
                raise CannotRule("trigger_changes_combat", object=giver.ref, keyword=ability.event.what)
            if of is None or of.this:
                continue  # see `_own_trigger`
            for one in fighters:
                awaited = any(_happens(one, what) for what in whats) and matches(board.state, one, of, giver)
                if awaited and not _size_is_final(one):
                    _resolve(board, one, giver, ability)


def becomes_blocked_later(board: Board, one: Permanent) -> None:
    """An effect makes an unblocked attacker blocked: what triggers on that does (CR 509.3c)."""
    if _size_is_final(one):
        return
    bushido(board, one)
    _own_trigger(board, one, {"becomes_blocked"})
    others_triggers(board, {"becomes_blocked"}, [one])


def between_steps(board: Board) -> None:
    """Refuse where something that triggers on the first step's damage may change the second step.

    Raises:
        CannotRule: there is such a trigger.
    """
    for one in board.state.in_play():
        for ability in abilities_of(board.state, one):
            if not isinstance(ability, Triggered | Unread) or ability.event is None:
                continue
            whats = set(_whats(ability.event))
            of = ability.event.of
            mine = of is None or of.this
            damaged = any(_of_damage(board, one, what, mine=mine) for what in whats & ON_DAMAGE)
            happened = damaged or (bool(board.dead) and "dies" in whats and not mine) or (
                bool(board.gained_by) and "gains_life" in whats)  # fmt: skip
            if not happened:
                continue
            if isinstance(ability, Triggered) and not any(_changes_step(board, e) for e in ability.effects):
                continue
            if isinstance(ability, Unread) and not _touches(ability.concepts, sized=False):
                continue
            raise CannotRule("trigger_changes_combat", object=one.ref, keyword=ability.event.what)


def _of_damage(board: Board, one: Permanent, what: str, *, mine: bool) -> bool:
    """Whether damage was dealt that an ability of this one waits for: its own, or anything's if it is about others."""
    for hit in board.dealt:
        if what.startswith("combat") and not hit.combat:
            continue
        if what.endswith(("player", "opponent")) and not board.is_player(hit.target):
            continue
        if what.endswith("creature") and board.is_player(hit.target):
            continue
        if not mine or one.id == (hit.target if what == "dealt_damage" else hit.source):
            return True
    return False


def _changes_step(board: Board, effect: object) -> bool:
    """Whether it may change the second damage step; damage to a planeswalker can't where no planeswalker fights."""
    if (
        isinstance(effect, Damage)
        and effect.of is not None
        and effect.of.types == ("planeswalker",)
        and not effect.players
    ):
        return any(
            "planeswalker" in types_of(board.state, p) and "creature" in types_of(board.state, p)
            for p in board.state.in_play()
        )
    if isinstance(effect, Move) and effect.of.zone == "graveyard" and effect.how == "hand":
        # A card that only goes from a graveyard to a hand fights nobody; sizes may depend on what lies in graveyards.
        return any(_may_look_at_graveyards(board, p) for p in board.state.in_play())
    return isinstance(effect, CHANGE_DAMAGE)


def _may_look_at_graveyards(board: Board, one: Permanent) -> bool:
    """Whether a size or an ability may depend on the cards in a graveyard: a star, or a static ability with a condition."""
    face = one.face
    stars = face is not None and any("*" in (size or "") for size in (face.power, face.toughness))
    static = [a for a in abilities_of(board.state, one) if isinstance(a, Static)]
    return stars or any(a.condition is not None or b'"graveyard"' in msgspec.json.encode(a) for a in static)


def unread_lines(board: Board) -> None:
    """Lines that could not be read and that may change damage mean no ruling; so does an effect of a kind unknown here.

    Raises:
        CannotRule: there is such a line.
    """
    sized = all(
        p.thing.power is not None and p.thing.toughness is not None
        for p in board.state.in_play()
        if p.attacking is not None or p.blocking
    )
    for one in board.state.in_play():
        if "all" in one.lost:
            continue
        for ability in board.state.printed_abilities(one):
            if isinstance(ability, Static):
                for effect in ability.effects:
                    if isinstance(effect, DamageRule) and effect.rule not in KNOWN_RULES:
                        raise CannotRule("unknown_damage_rule", object=one.ref, rule=effect.rule)
            if isinstance(ability, Replacement) and "damage" in ability.what:
                raise CannotRule("unknown_damage_rule", object=one.ref, rule=ability.what)
            if not isinstance(ability, Unread):
                continue
            own_size = sized or _size_is_final(one)
            if ability.shape in {"static", "replacement", "spell"} and _touches(ability.concepts, sized=own_size):
                raise CannotRule("unread_line", object=one.ref, concepts="damage")
            declaring = (
                bool({"attack", "block"} & set(ability.concepts))
                if ability.event is None
                else bool(DECLARED & set(_whats(ability.event)))
            )
            if (
                ability.shape == "triggered"
                and declaring
                and _fighting(board)
                and _touches(ability.concepts, sized=False)
            ):
                if _size_is_final(one):
                    continue  # the size that was stated has the trigger in it
                raise CannotRule("unread_line", object=one.ref, concepts="damage")


def _fighting(board: Board) -> bool:
    return any(p.attacking is not None or p.blocking for p in board.state.in_play())


def _touches(concepts: tuple[str, ...], *, sized: bool) -> bool:
    """Whether an unread line about these concepts may change damage; `sized`: every size was stated as it is."""
    if not concepts:
        return True
    found = set(concepts)
    if found & {"damage", "keyword", "layers", "regenerate"}:
        return True
    if "evasion" in found and "block" not in found:
        return True  # it may give trample or protection
    return not sized and bool(found & {"power_toughness", "counters"})
