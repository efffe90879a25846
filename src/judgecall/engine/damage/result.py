"""What damage does: prevention, multiplying, results, lifelink (CR 120.3-4, 615, 702.15, 702.16e)."""

from __future__ import annotations

from judgecall.cards.abilities import Filter, Keyword
from judgecall.engine.characteristics import colors_known, colors_of, keywords_of, matches, types_of
from judgecall.engine.damage.board import Assignment, Board, Dealt
from judgecall.engine.damage.lethal import multiplier
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent


@rule("510.2")
def deal_all(board: Board, made: Assignment) -> None:
    """CR 510.2: all combat damage that was assigned is dealt at the same time: none of it changes what the rest of it does."""
    with board.state.unchanging():
        _deal_each(board, made)


def _deal_each(board: Board, made: Assignment) -> None:
    for id, shares in made.items():
        for target, n in shares.items():
            board.assigned.append((id, target, n, board.step))
    before = {id: _mark(board, id) for shares in made.values() for id in shares if not board.is_player(id)}
    for id, shares in made.items():
        source = board.one(id)
        gained = 0
        for target, n in shares.items():
            if worth_a_step(board, target):
                gained += deal(board, source, target, n, combat=True)
            else:
                with board.d.muted():
                    gained += deal(board, source, target, n, combat=True)
        if gained:
            lifelink(board, source, gained)
    board.fought = True
    record_hits(board, before, [d for d in board.dealt if d.combat and d.step == board.step])


def worth_a_step(board: Board, target: str) -> bool:
    """Whether damage to this bears on the answer: damage in the first step, to players and to those whose fate is asked about."""
    return (
        board.relevant is None
        or board.step == "first_strike_damage"
        or board.is_player(target)
        or target in board.relevant
    )


def _mark(board: Board, id: str) -> tuple[int, int | None]:
    one = board.one(id)
    walker = "planeswalker" in types_of(board.state, one)
    return (0, one.counters.get("loyalty")) if walker else (one.damage, board.toughness(one))


def record_hits(board: Board, before: dict[str, tuple[int, int | None]], dealt: list[Dealt]) -> None:
    """Remember what was dealt to each permanent at one time, for excess damage (CR 120.10)."""
    for id, (marked, size) in before.items():
        hits = [d for d in dealt if d.target == id]
        if hits:
            total = None if any(d.amount is None for d in hits) else sum(d.amount or 0 for d in hits)
            board.hits.append((id, marked, size, total, any(d.deathtouch for d in hits)))


def deal_event(board: Board, source: Permanent, targets: list[str], n: int | None, *, combat: bool = False) -> None:
    """Damage by one source to several targets at once, outside the combat damage steps."""
    before = {id: _mark(board, id) for id in targets if not board.is_player(id)}
    known = len(board.dealt)
    gained = sum(deal(board, source, id, n, combat=combat) for id in targets)
    if gained:
        lifelink(board, source, gained)
    record_hits(board, before, board.dealt[known:])


@rule("120.8")
def _deals_none(board: Board, source: Permanent) -> None:
    """CR 120.8: a source that would deal 0 damage deals none at all."""
    board.d.step("zero_damage_is_none", source=source.ref)


@rule("701.10g")
def _multiplied(board: Board, source: Permanent, target: str, n: int, times: int) -> int:
    """CR 701.10g: it deals twice (three times) that much instead; how it was assigned stays as it was."""
    board.d.step("damage_multiplied", source=source.ref, target=name(board, target), n=n, total=n * times, times=times)
    return n * times


def name(board: Board, id: str) -> str:
    """How a step names a player or an object."""
    return id if board.is_player(id) else f"@{id}"


def deal(board: Board, source: Permanent, target: str, n: int | None, *, combat: bool) -> int:
    """Deal damage to a permanent or player; returns the life that lifelink gains."""
    if n is not None and n <= 0:
        _deals_none(board, source)
        return 0
    victim = None if board.is_player(target) else board.one(target)
    if victim is not None and not combat:
        # Nobody declared it in combat, where such lines are looked at once for all.
        board.state.guard("damage", among=[victim], shapes=("static", "replacement"))
    times = multiplier(board, source, victim, combat=combat)
    if times > 1 and n is not None:
        n = _multiplied(board, source, target, n, times)
    if is_prevented(board, source, victim, combat=combat, player=target if victim is None else ""):
        board.prevented.append((source.id, target))
        return 0
    board.dealt.append(Dealt(source.id, target, n, combat, board.step, board.has(source, "deathtouch")))
    if victim is None:
        _to_player(board, source, target, n)
        if combat:
            _toxic(board, source, target)
    else:
        _to_permanent(board, source, victim, n)
    if not board.has(source, "lifelink"):
        return 0
    board.unknown_gain |= n is None
    return n or 0


@rule("120.3f")
def lifelink(board: Board, source: Permanent, n: int) -> None:
    """CR 120.3f, 702.15b: the controller of a source with lifelink gains as much life as it deals damage."""
    player = board.controller(source)
    board.life[player] = board.life.get(player, 0) + n
    board.gained[player] = board.gained.get(player, 0) + n
    board.gained_by[source.id] = board.gained_by.get(source.id, 0) + n
    board.d.step("lifelink_gains", source=source.ref, player=player, n=n)


@rule("120.3a")
def _to_player(board: Board, source: Permanent, player: str, n: int | None) -> None:
    """CR 120.3a: damage to a player by a source without infect is life lost."""
    if board.has(source, "infect"):
        _poison(board, source, player, n)
        return
    if n is None:
        return
    board.life[player] = board.life.get(player, 0) - n
    board.lost[player] = board.lost.get(player, 0) + n
    board.d.step("player_loses_life", source=source.ref, player=player, n=n)


@rule("120.3b")
def _poison(board: Board, source: Permanent, player: str, n: int | None) -> None:
    """CR 120.3b: damage to a player by a source with infect gives that many poison counters, and no life is lost."""
    board.poison[player] = board.poison.get(player, 0) + (n or 0)
    board.d.step("infect_gives_poison", source=source.ref, player=player, n="?" if n is None else n)


@rule("120.3g")
def _toxic(board: Board, source: Permanent, player: str) -> None:
    """CR 120.3g: combat damage to a player by a creature with toxic gives its total toxic value in poison counters as well."""
    total = sum(ability.n or 1 for ability in keywords_of(board.state, source, "toxic"))
    if total:
        board.poison[player] = board.poison.get(player, 0) + total
        board.d.step("toxic_gives_poison", source=source.ref, player=player, n=total)


def _to_permanent(board: Board, source: Permanent, victim: Permanent, n: int | None) -> None:
    types = types_of(board.state, victim)
    if "planeswalker" in types:
        _to_walker(board, source, victim, n)
    if "creature" in types:
        _to_creature(board, source, victim, n)
    elif "planeswalker" not in types:
        raise CannotRule("not_damageable", object=victim.ref)


@rule("120.3c")
def _to_walker(board: Board, source: Permanent, victim: Permanent, n: int | None) -> None:
    """CR 120.3c: damage to a planeswalker removes that many loyalty counters."""
    if n is None or "loyalty" not in victim.counters:
        if n is None or "creature" in types_of(board.state, victim):
            raise CannotRule("unknown_loyalty", object=victim.ref)
        board.unknown_damage.setdefault(victim.id, []).append(source.id)
        return  # all of it is dealt, however much loyalty there is; what becomes of the planeswalker, is asked when it matters
    victim.counters["loyalty"] = max(victim.counters["loyalty"] - n, 0)
    board.d.step("loyalty_removed", source=source.ref, target=victim.ref, n=n, left=victim.counters["loyalty"])


@rule("120.3e")
def _to_creature(board: Board, source: Permanent, victim: Permanent, n: int | None) -> None:
    """CR 120.3e: damage to a creature is marked on it, or with wither or infect becomes -1/-1 counters (120.3d)."""
    if victim.counters.get("shield", 0) > 0:
        raise CannotRule("shield_counter", object=victim.ref)
    if board.has(source, "deathtouch"):
        victim.deathtouched = True
    if board.has(source, "wither") or board.has(source, "infect"):
        if n is None:
            raise CannotRule("size_not_said", object=source.ref)
        victim.counters["-1/-1"] = victim.counters.get("-1/-1", 0) + n
        board.d.step("minus_counters", source=source.ref, target=victim.ref, n=n)
        return
    if n is None:
        board.unknown_damage.setdefault(victim.id, []).append(source.id)
        return
    victim.damage += n
    board.d.step("damage_marked", source=source.ref, target=victim.ref, n=n, total=victim.damage)


# ---------------------------------------------------------------- prevention


def is_prevented(board: Board, source: Permanent, victim: Permanent | None, *, combat: bool, player: str = "") -> bool:
    """Whether the damage (to a permanent, or to a player) is prevented, unless it can't be."""
    prevented = (
        _protected(board, source, victim) if victim else _player_protected(board, source, player)
    ) or _prevented_by_effect(board, source, victim, player, combat=combat)
    return prevented and not _cant_be_prevented(board, source, combat=combat)


@rule("615.12")
def _cant_be_prevented(board: Board, source: Permanent, *, combat: bool) -> bool:
    """CR 615.12: effects that would prevent unpreventable damage prevent nothing."""
    static = any(
        (combat or not effect.combat_only) and _is_source(board, source, effect.of, giver)
        for effect, giver in board.damage_rules("cant_be_prevented")
    )
    if board.unpreventable or static or board.state.facts.stated("damage_cant_be_prevented") == "yes":
        board.d.step("cant_be_prevented", source=source.ref)
        return True
    return False


@rule("702.16e")
def _protected(board: Board, source: Permanent, victim: Permanent) -> bool:
    """CR 702.16e: damage by sources with the stated quality to a permanent with protection from it is prevented."""
    for ability in keywords_of(board.state, victim, "protection"):
        if has_quality(board, source, victim, ability):
            board.d.step("protection_prevents", source=source.ref, target=victim.ref)
            return True
        board.d.step("protection_doesnt_apply", source=source.ref, target=victim.ref)
    return False


@rule("702.16e")
def _player_protected(board: Board, source: Permanent, player: str) -> bool:
    """CR 702.16e, j: a player can have protection too; damage that such sources would deal to that player is prevented."""
    for ability in board.protected.get(player, ()):
        if has_quality(board, source, source, ability):
            board.d.step("protection_prevents", source=source.ref, target=player)
            return True
    return False


def has_quality(board: Board, source: Permanent, victim: Permanent, ability: Keyword) -> bool:
    """Whether a source has the quality that a protection ability names (CR 702.16a)."""
    quality = ability.of
    if quality is None:
        raise CannotRule("protection_quality", object=victim.ref)
    if "spell" in quality.types and source.zone != "stack":
        return False
    if quality.chosen and not quality.colors:
        raise CannotRule("protection_quality", object=victim.ref)
    if (quality.colors or quality.not_colors) and not colors_known(source):
        wanted = [c for c in quality.colors if len(c) == 1]
        if len(wanted) != 1 or quality.not_colors:
            raise CannotRule("source_color_unknown", object=source.ref)
        return board.state.facts.ask("is_color", object=f"@{source.thing.id}", color=wanted[0])
    if set(quality.colors) & set("WUBRG"):
        return bool(set(quality.colors) & colors_of(board.state, source))
    return matches(board.state, source, _anywhere(quality, source), victim)


def _anywhere(quality: Filter, source: Permanent) -> Filter:
    """The quality of a source counts wherever it deals damage from."""
    import msgspec

    return msgspec.structs.replace(quality, zone=source.zone)


def _is_source(board: Board, source: Permanent, wanted: Filter, giver: Permanent) -> bool:
    """Whether damage's source fits: a description of sources in general is about spells and the rest too (CR 609.7)."""
    general = not (
        set(wanted.types) & {"creature", "land", "planeswalker", "permanent"} or wanted.this or wanted.attached
    )
    if not general or wanted.zone != "battlefield":
        return matches(board.state, source, wanted, giver)
    if wanted.colors and not colors_known(source):
        raise CannotRule("source_color_unknown", object=source.ref)
    return matches(board.state, source, _anywhere(wanted, source), giver)


@rule("615.1a")
def _prevented_by_effect(
    board: Board, source: Permanent, victim: Permanent | None, player: str, *, combat: bool
) -> bool:
    """CR 615.1a: an effect that prevents damage stops the damage it talks about from being dealt."""
    found: Permanent | None = None
    for effect, giver in board.damage_rules("prevent_all_to"):
        if victim is not None and (combat or not effect.combat_only) and matches(board.state, victim, effect.of, giver):
            found = giver
    for effect, giver in board.damage_rules("prevent_all_by", "prevent_combat_by"):
        only_combat = effect.combat_only or effect.rule == "prevent_combat_by"
        if (combat or not only_combat) and _is_source(board, source, effect.of, giver):
            found = giver
    for effect, giver in board.damage_rules("prevent_to_from", "prevent_to_players"):
        if effect.combat_only and not combat:
            continue
        if effect.by is not None and not _is_source(board, source, effect.by, giver):
            continue
        if effect.rule == "prevent_to_from" or effect.of != Filter():
            hit = victim is not None and matches(board.state, victim, effect.of, giver)
        else:
            hit = False
        if effect.by is not None and effect.by.target:
            # Which source was targeted isn't kept with the rule.
            raise CannotRule("unknown_damage_rule", object=giver.ref, rule=effect.rule)
        if effect.rule == "prevent_to_players" and effect.players not in {"you", "each_player", "opponent"}:
            raise CannotRule("unknown_damage_rule", object=giver.ref, rule=effect.rule)
        if effect.rule == "prevent_to_players" and victim is None:
            mine = board.state.controller(giver)
            hit = {"you": player == mine, "each_player": True, "opponent": player != mine}.get(effect.players, hit)
        if hit:
            found = giver
    if found is not None:
        board.d.step("damage_prevented", source=source.ref, by=found.ref)
    return found is not None
