"""Effects of spells and abilities that change a combat, as they resolve (CR 608.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    AddMana,
    Amount,
    AnyEffect,
    BlockAdditional,
    BlockLimit,
    CanBlockAsThough,
    CantAttack,
    CantBeBlocked,
    CantBlock,
    CantDo,
    CombatTax,
    CounterSpell,
    CreateTokens,
    Damage,
    DamageRule,
    Draw,
    Filter,
    ForceAttack,
    ForceBlock,
    Grant,
    Keyword,
    Lasting,
    Life,
    LoseAbilities,
    Mill,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    Regenerate,
    RemoveCounters,
    SetPT,
    TapOrUntap,
)
from judgecall.engine.characteristics import amount_of, attached_to, matches
from judgecall.engine.damage.board import Board
from judgecall.engine.damage.deaths import destroy, to_graveyard
from judgecall.engine.damage.declared import KNOWN_RULES, becomes_blocked_later
from judgecall.engine.damage.fight import fight
from judgecall.engine.damage.result import deal_event
from judgecall.engine.damage.setup import becomes_blocked, remove_from_combat
from judgecall.engine.effect_terms import refuse_duration, targets_meant
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent

_NOTHING_HERE = (AddMana, Draw, Mill, CounterSpell, CreateTokens, TapOrUntap)
_OF_DECLARATIONS = (
    ForceBlock, ForceAttack, CantBlock, CantBeBlocked, CantAttack, BlockLimit, BlockAdditional, CanBlockAsThough, CombatTax,
)  # fmt: skip


def declared_already(board: Board) -> bool:
    """Whether the question says who blocks: then what bears on declarations alone can't change the damage."""
    return bool(board.state.events("block", "no_block"))


def made_blocked(board: Board, one: Permanent) -> None:
    """An effect makes it blocked; if it was unblocked, what triggers on becoming blocked triggers (CR 509.1h, 509.3c)."""
    before = one.blocked
    becomes_blocked(board, one, None)
    if not before:
        becomes_blocked_later(board, one)


def apply_effects(
    board: Board, effects: tuple[AnyEffect, ...], source: Permanent, targets: list[Permanent], players: list[str]
) -> None:
    """Carry out the effects in order.

    Raises:
        CannotRule: one of them can't be carried out here.
    """
    if any(isinstance(e, Named) and e.action == "no_regeneration" for e in effects):
        effects = tuple(
            msgspec.structs.replace(e, no_regeneration=True) if isinstance(e, Move) else e
            for e in effects if not (isinstance(e, Named) and e.action == "no_regeneration")
        )  # fmt: skip
    for effect in effects:
        if not _bears_on_damage(board, effect):
            continue
        if isinstance(effect, Lasting):
            refuse_duration(effect, source)
            apply_effects(board, effect.effects, source, targets, players)
            continue
        if isinstance(effect, DamageRule):
            if effect.rule not in KNOWN_RULES:
                raise CannotRule("unknown_damage_rule", object=source.ref, rule=effect.rule)
            if effect.rule == "cant_be_prevented":
                board.unpreventable = True
            elif effect.of.target:
                if not targets:
                    raise CannotRule("no_target", object=source.ref)
                board.rules.extend((msgspec.structs.replace(effect, of=Filter(this=True)), t) for t in targets)
            else:
                board.rules.append((effect, source))
        elif isinstance(effect, Damage):
            _damage(board, effect, source, targets, players)
        elif isinstance(effect, Life):
            _life(board, effect, source, targets)
        elif isinstance(effect, Named):
            if effect.action == "fight":
                fight(board, _first_fighter(board, effect, source, targets), targets[-1:])
            elif effect.action in {"becomes_blocked", "remove_from_combat"}:
                for one in _affected(board, effect, source, targets):
                    (made_blocked if effect.action == "becomes_blocked" else remove_from_combat)(board, one)
            elif effect.action == "goad" and declared_already(board):
                continue
            elif effect.action not in {
                "scry",
                "surveil",
                "investigate",
                "on_the_bottom",
                "shuffle",
                "search_land",
                "reveal",
            }:
                raise CannotRule("effect_not_played", object=source.ref, effect=effect.action)
        else:
            for one in _affected(board, effect, source, targets):
                _change(board, effect, one, source)


def _bears_on_damage(board: Board, effect: AnyEffect) -> bool:
    """Whether it can change the damage: an effect that lasts does if anything in it does."""
    if isinstance(effect, Lasting):
        return any(_bears_on_damage(board, inner) for inner in effect.effects)
    return not isinstance(effect, _NOTHING_HERE) and not (
        isinstance(effect, _OF_DECLARATIONS) and declared_already(board)
    )


def _affected(board: Board, effect: AnyEffect, source: Permanent, targets: list[Permanent]) -> list[Permanent]:
    of = getattr(effect, "of", None)
    if not isinstance(of, Filter):
        raise CannotRule("effect_not_played", object=source.ref, effect=type(effect).__name__)
    if of.ref not in {"", "earlier", "that"}:
        raise CannotRule("unknown_reference", object=source.ref)
    if of.target or of.ref or of.count is not None or of.count_x:
        if not targets and of.up_to:
            return []
        if not targets:
            raise CannotRule("no_target", object=source.ref)
        meant = targets_meant(board.state, targets, of, source, chosen=len(targets))
        if not meant:
            raise CannotRule("no_target", object=source.ref)
        return meant
    return [p for p in board.state.in_play() if matches(board.state, p, of, source)]


def _number(value: int | None, source: Permanent) -> int:
    if value is None:
        raise CannotRule("unknown_damage_amount", object=source.ref)
    return value


def _change(board: Board, effect: AnyEffect, one: Permanent, source: Permanent) -> None:
    state = board.state
    if isinstance(effect, ModifyPT):
        one.changes.append(
            (
                _number(amount_of(state, effect.power, source), source),
                _number(amount_of(state, effect.toughness, source), source),
            )
        )
    elif isinstance(effect, SetPT):
        one.base = (amount_of(state, effect.power, source), amount_of(state, effect.toughness, source))
    elif isinstance(effect, Grant):
        one.gained.extend(effect.abilities)
    elif isinstance(effect, LoseAbilities):
        one.lost |= set(effect.keywords) or {"all"}
    elif isinstance(effect, PutCounters):
        n = _number(amount_of(state, effect.amount, source), source)
        one.counters[effect.counter] = one.counters.get(effect.counter, 0) + n
    elif isinstance(effect, RemoveCounters):
        n = _number(amount_of(state, effect.amount, source), source)
        one.counters[effect.counter] = max(one.counters.get(effect.counter, 0) - n, 0)
    elif isinstance(effect, Regenerate):
        one.regeneration += 1
    elif isinstance(effect, CantDo) and effect.what == "be_regenerated":
        board.cant_regenerate.add(one.id)
    elif isinstance(effect, Move):
        if effect.no_regeneration:
            board.cant_regenerate.add(one.id)
        if effect.how == "destroy":
            destroy(board, one, "destroyed")
        elif effect.how in {"sacrifice", "graveyard"}:
            to_graveyard(board, one, "sacrificed")
        else:
            remove_from_combat(board, one)
            one.zone = "exile" if effect.how.startswith("exile") else "hand"
    elif isinstance(effect, Keyword):
        one.gained.append(effect)
    else:
        raise CannotRule("effect_not_played", object=source.ref, effect=type(effect).__name__)


def _damage(board: Board, effect: Damage, source: Permanent, targets: list[Permanent], players: list[str]) -> None:
    if effect.source is not None and effect.source.target and len(targets) > 1:
        # A spell has its first target deal the damage to the others.
        source, targets = targets[0], targets[1:]
        effect = msgspec.structs.replace(effect, source=None, amount=_by_dealer(effect.amount))
    n = _number(amount_of(board.state, effect.amount, source), source)
    if (effect.source is not None and not effect.source.this) or (
        effect.players.startswith("divided")
        and (len(targets) + len(players) != 1 or effect.of is None or not effect.of.target)
    ):
        raise CannotRule("effect_not_played", object=source.ref, effect="damage")
    if effect.of is not None and effect.of.ref:
        raise CannotRule("unknown_reference", object=source.ref)
    hit: list[str] = []
    if effect.of is not None and not effect.of.target:
        hit += [p.id for p in board.state.in_play() if matches(board.state, p, effect.of, source)]
    elif effect.of is not None or effect.players in {"any_target", "any_other_target", "target_player"}:
        hit += [t.id for t in targets] + players
    me = board.state.controller(source)
    hit += {
        "each_opponent": board.state.opponents(me), "each_player": [me, *board.state.opponents(me)], "you": [me],
    }.get(effect.players, [])  # fmt: skip
    if not hit:
        raise CannotRule("no_target", object=source.ref)
    deal_event(board, source, hit, n)


def _first_fighter(board: Board, effect: Named, source: Permanent, targets: list[Permanent]) -> list[Permanent]:
    """What fights the last target: the first one, what the source is attached to, or the source itself.

    Raises:
        CannotRule: it is the object of an event, which isn't kept here.
    """
    named = effect.of.alternatives if effect.of is not None else ()
    if any(one.ref.startswith("event") for one in named):
        raise CannotRule("unknown_reference", object=source.ref)
    if any(one.attached for one in named):
        host = attached_to(board.state, source)
        return [host] if host is not None else []
    return [source] if effect.of is not None and len(targets) == 1 else targets[:1]


def _by_dealer(amount: Amount) -> Amount:
    """ "Damage equal to its power" is the power of what deals it."""
    if amount.per in {"power", "toughness"} and amount.of is not None and amount.of.target:
        return msgspec.structs.replace(amount, of=Filter(this=True))
    return amount


def _life(board: Board, effect: Life, source: Permanent, targets: list[Permanent]) -> None:
    """Life gained or lost by the spell's controller, or by that of its one target ("gains life equal to its power")."""
    theirs = effect.who == "its_controller" and len(targets) == 1
    of_target = effect.amount.of is not None and effect.amount.of.ref in {"earlier", "that"} and len(targets) == 1
    amount = msgspec.structs.replace(effect.amount, of=Filter(this=True)) if of_target else effect.amount
    n = _number(amount_of(board.state, amount, targets[0] if of_target else source), source)
    player = board.controller(targets[0]) if theirs else board.state.controller(source)
    if effect.who != "you" and not theirs:
        raise CannotRule("effect_not_played", object=source.ref, effect="life")
    board.life[player] = board.life.get(player, 0) + (n if effect.gain else -n)
    into = board.gained if effect.gain else board.lost
    into[player] = into.get(player, 0) + n
