"""Evasion: what keeps one creature from blocking one attacker (CR 509.1b, 702).

Each function says whether its rule forbids the pair, and records the step either way. Evasion abilities are
cumulative: a pair is possible only if none of them forbids it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judgecall.cards.abilities import (
    CanBlockAsThough,
    CantBeBlocked,
    CantBlock,
    Filter,
    Keyword,
)
from judgecall.engine.characteristics import (
    colors_known,
    colors_of,
    has,
    keywords_of,
    matches,
    power_of,
    state_tapped,
    statics,
    supertypes_of,
    types_of,
)
from judgecall.engine.combat.position import Position
from judgecall.engine.derivation import rule
from judgecall.engine.facts import Undecided
from judgecall.engine.filters import keyword_names
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State

_OFTEN_FLIES = frozenset(
    {"Dragon", "Angel", "Bird", "Spider", "Faerie", "Drake", "Demon", "Sphinx", "Phoenix", "Spirit"}
)


def effects_on(state: State, position: Position, *kinds: type) -> Iterator[tuple[Permanent, object]]:
    """Every effect of these kinds that is on: from static abilities, and from spells and abilities that resolved."""
    for source, _, effect in statics(state, *kinds):
        yield source, effect
    for source, rule_effect in position.course.lasting.rules:
        if isinstance(rule_effect, kinds):
            yield source, rule_effect


def as_though(state: State, position: Position, blocker: Permanent, what: str) -> bool:
    """Whether it can block as though something were otherwise (CR 609.4)."""
    return any(
        isinstance(e, CanBlockAsThough) and e.what == what and matches(state, blocker, e.of, source)
        for source, e in effects_on(state, position, CanBlockAsThough)
    )


def bare(position: Position, one: Permanent) -> bool:
    """Whether the question is about this creature against one attacker, and says nothing of it but a size or a colour."""
    thing = one.thing
    if thing.card or thing.copy_of or thing.abilities or thing.without or one.gained or one.lost:
        return False
    if thing.subtypes and not set(thing.subtypes) & _OFTEN_FLIES:
        return False
    return len(position.blockers) == 1 and len(position.attackers) == 1 and not thing.token


@rule("509.1b")
def has_or_may_have(state: State, position: Position, one: Permanent, *names: str) -> bool:
    """Whether it has one of these keywords; asked when the question leaves open what sort of creature it is."""
    for name in names:
        if has(state, one, name):
            state.d.step("has_keyword", object=one.ref, keyword=name)
            return True
    if one.thing.card or one.thing.copy_of:
        state.d.step("has_no_keyword", object=one.ref, keywords=" or ".join(names))
        return False
    if bare(position, one) and "flying" in names:
        return state.facts.ask("has_keyword", object=one.ref, keywords=" or ".join(names))
    if not set(names) <= set(one.thing.without) and "all" not in one.thing.without:
        held = state.facts.assume("no_other_abilities", object=one.ref)
        if not held:
            return state.facts.ask("has_keyword", object=one.ref, keywords=" or ".join(names))
    state.d.step("has_no_keyword", object=one.ref, keywords=" or ".join(names))
    return False


@rule("702.9b")
def flying(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Flying (CR 702.9b): a blocker needs flying or reach."""
    if not has(state, attacker, "flying"):
        return False
    if as_though(state, position, blocker, "no_flying") or as_though(state, position, blocker, "reach"):
        state.d.step("as_though_no_evasion", blocker=blocker.ref, attacker=attacker.ref, keyword="flying")
        return False
    able = has_or_may_have(state, position, blocker, "flying", "reach")
    state.d.step("flying_may_block" if able else "flying_cant_block", blocker=blocker.ref, attacker=attacker.ref)
    return not able


@rule("702.28b")
def shadow(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Creatures with shadow are blocked only by shadow, and creatures with shadow block only shadow."""
    if has(state, attacker, "shadow"):
        if as_though(state, position, blocker, "no_shadow"):
            state.d.step("as_though_no_evasion", blocker=blocker.ref, attacker=attacker.ref, keyword="shadow")
            return False
        able = has_or_may_have(state, position, blocker, "shadow")
        state.d.step(
            "shadow_may_block" if able else "shadow_cant_be_blocked", blocker=blocker.ref, attacker=attacker.ref
        )
        return not able
    if has(state, blocker, "shadow"):
        state.d.step("shadow_cant_block", blocker=blocker.ref, attacker=attacker.ref)
        return True
    return False


@rule("702.31b")
def horsemanship(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Horsemanship (CR 702.31b): a blocker needs horsemanship too."""
    if not has(state, attacker, "horsemanship"):
        return False
    able = has_or_may_have(state, position, blocker, "horsemanship")
    code = "horsemanship_may_block" if able else "horsemanship_cant_block"
    state.d.step(code, blocker=blocker.ref, attacker=attacker.ref)
    return not able


@rule("702.36b")
def fear(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Fear (CR 702.36b): a blocker must be an artifact or black."""
    if not has(state, attacker, "fear"):
        return False
    if "artifact" in types_of(state, blocker):
        able = True
    elif colors_known(blocker):
        able = "B" in colors_of(state, blocker)
    else:
        able = state.facts.ask("black_or_artifact", object=blocker.ref)
    state.d.step("fear_may_block" if able else "fear_cant_block", blocker=blocker.ref, attacker=attacker.ref)
    return not able


@rule("702.13b")
def intimidate(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Intimidate (CR 702.13b): a blocker must be an artifact or share a color with the attacker."""
    if not has(state, attacker, "intimidate"):
        return False
    if "artifact" in types_of(state, blocker):
        able = True
    elif (colors_known(blocker) and not colors_of(state, blocker)) or (
        colors_known(attacker) and not colors_of(state, attacker)
    ):
        able = False
    elif colors_known(attacker) and colors_known(blocker):
        able = bool(colors_of(state, attacker) & colors_of(state, blocker))
    else:
        able = state.facts.ask("shares_color_or_artifact", object=blocker.ref, other=attacker.ref)
    code = "intimidate_may_block" if able else "intimidate_cant_block"
    state.d.step(code, blocker=blocker.ref, attacker=attacker.ref)
    return not able


@rule("702.118b", "startled-awake-2")
def skulk(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """A creature with skulk can't be blocked by creatures with greater power: actual values, 0 and negative ones too."""
    if not has(state, attacker, "skulk"):
        return False
    mine, theirs = power_of(state, attacker), power_of(state, blocker)
    if mine is None or theirs is None:
        greater = state.facts.ask("power_greater", object=blocker.ref, other=attacker.ref)
        code = "skulk_greater_unknown" if greater else "skulk_not_greater_unknown"
        state.d.step(code, blocker=blocker.ref, attacker=attacker.ref)
        return greater
    greater = theirs > mine
    if mine < 0 or theirs < 0:
        actual_power(state, attacker if mine < 0 else blocker, mine if mine < 0 else theirs)
    code = "skulk_greater" if greater else "skulk_not_greater"
    state.d.step(code, blocker=blocker.ref, attacker=attacker.ref, power=theirs, other_power=mine)
    return greater


@rule("107.1b", "startled-awake-2")
def actual_power(state: State, one: Permanent, power: int) -> None:
    """A comparison uses a power below 0 as it is."""
    state.d.step("power_below_zero", object=one.ref, power=power)


def _walks(state: State, attacker: Permanent) -> list[Keyword]:
    found = keywords_of(state, attacker, "landwalk")
    for basic in BASIC_LAND_MANA:
        name = f"{basic.lower()}walk"
        if has(state, attacker, name):
            found.append(Keyword("landwalk", of=Filter(subtypes=(basic,))))
    if has(state, attacker, "nonbasic landwalk"):
        found.append(Keyword("landwalk", of=Filter(not_supertypes=("basic",))))
    return found


def _no_walk(state: State, position: Position, attacker: Permanent, walk: Keyword) -> bool:
    """Whether it can be blocked as though it had no such landwalk: of any kind, or of the one that an effect names."""
    for source, effect in effects_on(state, position, CanBlockAsThough):
        if not isinstance(effect, CanBlockAsThough) or effect.what != "no_landwalk":
            continue
        named = not effect.landwalk or effect.landwalk in keyword_names([walk])
        if named and matches(state, attacker, effect.of, source):
            return True
    return False


def _quality(wanted: Filter) -> str:
    not_basic = [f"non{s}" for s in wanted.not_supertypes]
    words = [*not_basic, *wanted.supertypes, *(t for t in wanted.types if t != "land"), *wanted.subtypes]
    return " ".join(words) or "chosen"


@rule("702.14c")
def landwalk(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Can't be blocked as long as the defending player controls a land of the kind: only lands on the battlefield count."""
    defender = position.defender_of(attacker)
    for walk in _walks(state, attacker):
        if _no_walk(state, position, attacker, walk):
            state.d.step("as_though_no_evasion", blocker=blocker.ref, attacker=attacker.ref, keyword="landwalk")
            continue
        wanted = walk.of or Filter()
        controls = controls_land(state, defender, wanted) if walk.of is not None else _ask_land(state, defender, wanted)
        code = "landwalk_cant_block" if controls else "landwalk_no_such_land"
        state.d.step(code, attacker=attacker.ref, player=defender, quality=_quality(wanted))
        if controls:
            return True
    return False


def _ask_land(state: State, player: str, wanted: Filter) -> bool:
    return state.facts.ask("controls_land", player=player, quality=_quality(wanted))


def controls_land(state: State, player: str, wanted: Filter) -> bool:
    """Whether a player controls such a land; asked when the question says nothing of that player's lands."""
    unclear = False
    stated = False
    for one in state.in_play():
        if "land" not in types_of(state, one) and not one.thing.subtypes:
            continue
        if one.controller is None:
            unclear = unclear or matches(state, one, wanted, one)
        if one.controller != player:
            continue
        if "land" not in types_of(state, one) and not set(one.thing.subtypes) & set(BASIC_LAND_MANA):
            continue
        stated = True
        if one.card is None and not one.thing.subtypes and not supertypes_of(state, one):
            unclear = True  # "his lands": some land, of a kind that nobody said
        elif matches(state, one, wanted, one):
            return True
    for thing in state.scenario.objects:
        if (
            thing.count == 0
            and thing.controller in {player, None}
            and ("land" in thing.types or thing.subtypes or thing.card)
        ):
            named = {*thing.subtypes, thing.card or ""}
            if not wanted.subtypes or set(wanted.subtypes) & named or not thing.subtypes:
                return False
    if unclear:
        return _ask_land(state, player, wanted)
    described = state.player(player)
    if stated or described.only_named or described.lands == 0:
        return False
    return _ask_land(state, player, wanted)


@rule("702.16f")
def protection(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Attacking creatures with protection can't be blocked by creatures that have the quality: color, not color identity."""
    for ability in keywords_of(state, attacker, "protection"):
        if ability.of is None or (ability.of.colors and not colors_known(blocker)):
            has_it = state.facts.ask("has_protected_quality", object=blocker.ref, other=attacker.ref)
        else:
            has_it = matches(state, blocker, ability.of, attacker)
        code = "protection_cant_block" if has_it else "protection_may_block"
        state.d.step(code, blocker=blocker.ref, attacker=attacker.ref)
        if has_it:
            return True
    return False


@rule("509.1b")
def cant_be_blocked(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """An effect says that it can't be blocked, or not by such creatures, or only by others."""
    if has(state, attacker, "unblockable"):
        state.d.step("cant_be_blocked", attacker=attacker.ref, source=attacker.ref)
        return True
    for source, effect in effects_on(state, position, CantBeBlocked):
        assert isinstance(effect, CantBeBlocked)
        if not matches(state, attacker, effect.of, source):
            continue
        if effect.by is not None:
            fits = _fits(state, position, blocker, effect.by, source)
            code = "cant_be_blocked_by" if fits else "may_be_blocked_by"
            state.d.step(code, attacker=attacker.ref, blocker=blocker.ref, source=source.ref)
            if fits:
                return True
        elif effect.except_by is not None:
            fits = _fits(state, position, blocker, effect.except_by, source)
            code = "is_the_exception" if fits else "not_the_exception"
            state.d.step(code, attacker=attacker.ref, blocker=blocker.ref, source=source.ref)
            if not fits:
                return True
        elif effect.fewer_than is None and effect.more_than is None and not effect.unless_all:
            state.d.step("cant_be_blocked", attacker=attacker.ref, source=source.ref)
            return True
    return False


def _fits(state: State, position: Position, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """Whether a creature fits a description; what the question leaves open about a bare creature is asked."""
    if wanted.colors and not colors_known(one) and not set(wanted.colors) & {"multicolored"}:
        return state.facts.ask("fits_description", object=one.ref, source=source.ref)
    if wanted.keywords and bare(position, one) and not any(has(state, one, k) for k in wanted.keywords):
        return has_or_may_have(state, position, one, *wanted.keywords)
    return matches(state, one, wanted, source)


@rule("509.1b")
def cant_block(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """An effect says that this creature can't block, or not this attacker, or only certain attackers."""
    for source, effect in effects_on(state, position, CantBlock):
        assert isinstance(effect, CantBlock)
        if _about_others(effect) or not matches(state, blocker, effect.of, source):
            continue
        if effect.only is not None:
            if matches(state, attacker, effect.only, source):
                state.d.step("may_block_only_such", blocker=blocker.ref, attacker=attacker.ref, source=source.ref)
                continue
            state.d.step("can_block_only_others", blocker=blocker.ref, attacker=attacker.ref, source=source.ref)
            return True
        if effect.attackers is not None:
            if matches(state, attacker, effect.attackers, source):
                state.d.step("cant_block_such", blocker=blocker.ref, attacker=attacker.ref, source=source.ref)
                return True
            continue
        state.d.step("cant_block", blocker=blocker.ref, source=source.ref)
        return True
    return False


def _about_others(effect: CantBlock) -> bool:
    """Whether it restricts the declaration as a whole, not this creature by itself."""
    return effect.alone or effect.unless_greater_power_blocks or effect.unless_others_block is not None


@rule("702.147a")
def decayed(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Decayed: this creature can't block."""
    if not has(state, blocker, "decayed"):
        return False
    state.d.step("decayed_cant_block", blocker=blocker.ref)
    return True


@rule("509.1a", "ochran-assassin-2", "jermane-1")
def tapped(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """The chosen creatures must be untapped."""
    if not state_tapped(state, blocker):
        return False
    if as_though(state, position, blocker, "untapped"):
        state.d.step("as_though_untapped", blocker=blocker.ref)
        return False
    state.d.step("tapped_cant_block", blocker=blocker.ref)
    return True


@rule("509.1a")
def other_player(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """A creature blocks only an attacker that attacks its controller or a planeswalker of that player."""
    if position.defender_of(attacker) == state.controller(blocker):
        return False
    state.d.step("attacks_another_player", blocker=blocker.ref, attacker=attacker.ref)
    return True


PairRule = Callable[[State, Position, Permanent, Permanent], bool]
PAIR_RULES: tuple[PairRule, ...] = (
    other_player, tapped, decayed, cant_block, cant_be_blocked, shadow, horsemanship, flying, skulk, fear, intimidate,
    landwalk, protection,
)  # fmt: skip


def forbidden(state: State, position: Position, attacker: Permanent, blocker: Permanent) -> bool:
    """Whether any rule forbids this pair. A rule that forbids it decides even if another one can't tell."""
    undecided: Undecided | None = None
    for pair_rule in PAIR_RULES:
        try:
            if pair_rule(state, position, attacker, blocker):
                return True
        except Undecided as question:
            undecided = undecided or question
    if undecided is not None:
        raise undecided
    return False


def seems_forbidden(state: State, attacker: Permanent, blocker: Permanent) -> bool:
    """Whether an evasion ability forbids the pair by what was told of the two alone: nothing is asked, assumed or derived.

    For a block that was told as done: what lets it be legal was not told (CR 509.1b).
    """
    lacking = (("flying", ("flying", "reach")), ("horsemanship", ("horsemanship",)), ("shadow", ("shadow",)))
    for name, answers in lacking:
        if has(state, attacker, name) and not any(has(state, blocker, answer) for answer in answers):
            return True
    if has(state, blocker, "shadow") and not has(state, attacker, "shadow"):
        return True
    mine, theirs = power_of(state, attacker), power_of(state, blocker)
    return has(state, attacker, "skulk") and mine is not None and theirs is not None and theirs > mine
