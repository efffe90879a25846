"""Following the instructions of a spell or ability as it resolves (CR 608.2)."""

from __future__ import annotations

import re

import msgspec

from judgecall.cards.abilities import (
    AnyEffect,
    Become,
    CopySpell,
    CreateTokens,
    Damage,
    Delayed,
    Draw,
    Emblem,
    EnterAsCopy,
    ExileAndReturn,
    Filter,
    GainControl,
    Grant,
    IfDo,
    Life,
    LoseAbilities,
    May,
    MayCast,
    Meld,
    Mill,
    Modes,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    RemoveCounters,
    SetPT,
    TapOrUntap,
    Transform,
    Triggered,
)
from judgecall.cards.abilities import Lasting as LastingEffect
from judgecall.engine.characteristics import amount_of, attached_to, has, is_creature, matches, toughness_of
from judgecall.engine.derivation import rule
from judgecall.engine.effect_terms import chosen_without_target, refuse_duration, targets_meant
from judgecall.engine.faces.entering import put_onto_battlefield
from judgecall.engine.faces.meld import counterpart, meld
from judgecall.engine.faces.transforming import transform, turned_since
from judgecall.engine.facts import CannotRule
from judgecall.engine.shields import not_shielded
from judgecall.engine.state import Permanent, State
from judgecall.engine.timeline import blink, change_life, leave_battlefield
from judgecall.engine.triggers.intervening_if import true_inside_effect
from judgecall.engine.triggers.waiting import Waiting
from judgecall.scenario.model import Zone

_MOVES: dict[str, Zone] = {
    "destroy": "graveyard", "exile": "exile", "exile_until_leaves": "exile", "sacrifice": "graveyard", "hand": "hand",
    "graveyard": "graveyard", "library": "library", "shuffle": "library",
}  # fmt: skip


_ALL = ("sizes", "objects", "objects_removed", "tapped", "hand")
_MAY_CHANGE: dict[type, tuple[str, ...]] = {
    SetPT: ("sizes",), Become: _ALL, RemoveCounters: ("sizes",), Damage: ("objects_removed",), CreateTokens: ("objects",),
    GainControl: ("objects", "objects_removed"), CopySpell: ("objects",), Modes: _ALL, Emblem: _ALL, EnterAsCopy: _ALL,
    TapOrUntap: ("tapped",), Draw: ("hand",), MayCast: ("objects",),
}  # fmt: skip
"""What effects that aren't carried out may change of what a later condition looks at."""
_NAMED_CHANGES = frozenset({
    "fight", "proliferate", "search_to_battlefield", "search_to_battlefield_tapped", "manifest", "manifest_dread", "amass", "incubate",
    "bolster", "support", "adapt", "monstrosity", "populate", "phase_out", "earthbend", "explore", "connive", "endure", "discover",
    "blight", "suspect", "tap_or_untap", "attach", "flip", "double_each_counter", "move_counter", "move_all_counters", "onto", "put_from_among",
    "search_to_battlefield_under_you", "prepare", "distributed", "chaos_ensues", "enters", "exile_attached", "gains_control",
    "up_to_so_many_counters", "remove_those_counters", "transform_chosen", "becomes_copy", "create_role", "conjure", "abandon",
    "seek", "choose_among", "exile_hand", "repeat_process", "repeat_following_process", "sacrifice_that_many", "wish", "put_from_hand", "put_from_hand_tapped", "tap_own", "no_longer_suspected", "search_theirs_to_exile", "discards_that_card", "search_to_battlefield_with_counters", "shuffle_hand_and_graveyard", "life_becomes", "will_enter_with",
    "switch_pt", "becomes_creature_type_of_choice", "put_into_library", "put_into_library_by_owner", "exile_with_time_counters",
    "assemble", "attach_some", "becomes_that_type", "becomes_aura", "exchange_control", "loses_creature_types", "saddled", "exchange_life_totals", "shuffle_into_library",
})  # fmt: skip
"""Keyword actions that put permanents onto the battlefield, change sizes or remove permanents."""
_NAME_END = re.compile("[ :]")


_CARRIED_OUT = (Move, ModifyPT, Grant, LoseAbilities, Transform, ExileAndReturn, PutOntoBattlefield, Meld, PutCounters)


def may_change(effect: AnyEffect) -> bool:
    """Whether an effect may change the board: what is on it, how big it is, or what it can do."""
    if isinstance(effect, LastingEffect | May | Delayed):
        return any(may_change(inner) for inner in effect.effects)
    if isinstance(effect, IfDo):
        return any(may_change(inner) for inner in (*effect.effects, *effect.otherwise))
    named = isinstance(effect, Named) and _NAME_END.split(effect.action)[0] in _NAMED_CHANGES
    kinds = tuple(kind for kind in _MAY_CHANGE if kind is not Draw)
    return named or isinstance(effect, (*_CARRIED_OUT, *kinds))


def kind_of(effect: AnyEffect) -> str:
    """The kind of an effect: its tag."""
    return str(effect.__struct_config__.tag)


@rule("400.7")
def source_is_gone(state: State, item: Waiting) -> bool:
    """An ability can't find its source once that left and is a new object, even if the same card came back."""
    if item.source_is_same:
        return False
    state.d.step("cant_find_new_object", object=item.source.ref)
    return True


@rule("608.2b")
def all_targets_illegal(state: State, item: Waiting) -> bool:
    """A spell or ability all of whose targets left the zone they were in doesn't resolve."""
    if not item.target_objects or any(one.new_object == then for one, then in item.target_objects):
        return False
    state.d.step("targets_gone", object=item.source.ref, target=item.target_objects[0][0].ref)
    return True


def objects_of(state: State, item: Waiting, of: Filter) -> list[Permanent]:
    """The objects that an effect of this item is about, those that it can still find.

    Raises:
        CannotRule: which they are isn't known: no scenario says what was exiled with an object.
    """
    if "exiled_with_this" in of.state:
        raise CannotRule("unknown_reference", object=item.source.ref)
    if of.this:
        if source_is_gone(state, item) and (of.zone != item.source.zone or of.zone == "battlefield"):
            return []  # what came back to the battlefield since is another object
        return [item.source]
    if of.ref == "earlier" and item.target_objects:
        return [one for one, then in item.target_objects if one.new_object == then]
    if of.ref in {"event", "earlier"} and item.event_object is not None:
        return [item.event_object]
    if of.ref in {"event_by", "granter", "cost"}:
        raise CannotRule("unknown_reference", object=item.source.ref)
    if of.target:
        left = [one for one, then in item.target_objects if one.new_object == then]
        return targets_meant(state, left, of, item.source, chosen=len(item.target_objects))
    if of.ref:
        return []
    if of.attached:
        host = attached_to(state, item.source)
        if host is None:
            raise CannotRule("unknown_reference", object=item.source.ref)
        return [host] if host.zone == of.zone else []
    return [p for p in list(state.permanents.values()) if matches(state, p, of, item.source)]


def follow(state: State, item: Waiting, effects: tuple[AnyEffect, ...]) -> None:
    """Follow instructions in the order written (CR 608.2c), noting of each whether it did something.

    An "if" inside the effect that governs only its last instruction is looked at when that one's turn comes.
    """
    ability = item.ability
    last_if = ability.resolution_condition if isinstance(ability, Triggered) else None
    for number, effect in enumerate(effects):
        if last_if is not None and number == len(effects) - 1 and not true_inside_effect(state, item, last_if):
            item.effects.append((kind_of(effect), False))
            continue
        _follow_one(state, item, effect)


def _follow_one(state: State, item: Waiting, effect: AnyEffect) -> None:
    if isinstance(effect, IfDo):
        branch = effect.effects if true_inside_effect(state, item, effect.condition) else effect.otherwise
        untaken = effect.otherwise if branch is effect.effects else effect.effects
        for skipped in untaken:
            if isinstance(skipped, Meld) and counterpart(state, item.source, skipped.into) is None:
                meld(state, item.source, skipped.into)  # says that the other half isn't there
        item.effects.extend((kind_of(skipped), False) for skipped in untaken)
        for inner in branch:
            _follow_one(state, item, inner)
        return
    if isinstance(effect, May):
        for inner in effect.effects:
            _follow_one(state, item, inner)
        return
    if isinstance(effect, LastingEffect):
        refuse_duration(effect, item.source)
        for inner in effect.effects:
            _follow_one(state, item, inner)
        return
    if isinstance(effect, Delayed):
        item.later.append(effect)
        item.effects.extend((kind_of(inner), True) for inner in effect.effects)
        return
    item.effects.append((kind_of(effect), _does(state, item, effect)))


@rule("603.3d")
def can_choose_target(state: State, item: Waiting, of: Filter) -> bool:
    """A target that nobody named: one that fits and is there can be chosen; with none told of, that there is one is assumed.

    An ability for which no legal target can be chosen is removed from the stack (CR 603.3d).
    """
    source = item.source
    plain = msgspec.structs.replace(of, target=False, count=None, up_to=False)
    with state.d.muted():
        fits = [
            p for p in state.permanents.values() if matches(state, p, plain, source) and not_shielded(state, p, source)
        ]
    if fits:
        state.d.step("target_there", object=source.ref, target=fits[0].ref)
        return True
    if _none_there(state, of, source):
        if not of.up_to:
            state.d.step("no_target_there", object=source.ref)
        return False
    return state.facts.assume("legal_target_there", object=source.ref)


def _none_there(state: State, of: Filter, source: Permanent) -> bool:
    """Whether it was said of all players whose it could be that they have nothing of that kind but what was named."""
    you = state.controller(source)
    opponents = state.opponents(you)
    whose = {"you": [you], "opponent": opponents}.get(of.controller, [you, *opponents])
    return of.zone == "battlefield" and all(
        player.only_named or (of.types == ("creature",) and player.creatures == 0)
        for player in map(state.player, whose)
    )


def _untold_target(item: Waiting, of: Filter) -> bool:
    return of.target and not of.ref and not item.target_objects


def _does(state: State, item: Waiting, effect: AnyEffect) -> bool:
    if isinstance(effect, Move | ModifyPT | Grant | LoseAbilities) and _untold_target(item, effect.of):
        # What it is done to isn't told: something may be gone, or have another size.
        for what in ("objects_removed", "sizes"):
            state.history.unfollowed.setdefault(what, item.source)
        return can_choose_target(state, item, effect.of)
    if isinstance(effect, Transform):
        turned = [transform_by_own_ability(state, item, one) for one in objects_of(state, item, effect.of)]
        return any(turned)
    if isinstance(effect, ExileAndReturn):
        returned = [_exile_and_return(state, item, one, effect) for one in objects_of(state, item, effect.of)]
        return any(returned)
    if isinstance(effect, PutOntoBattlefield):
        if item.later:
            # "At end of combat, exile it, then return it": whether this waits as well isn't read.
            raise CannotRule("unfollowed_effect", object=item.source.ref)
        found = _to_return(state, item, effect.of)
        entered = [_put(state, item, one, effect) for one in found]
        return any(entered)
    if isinstance(effect, Meld):
        return meld(state, item.source, effect.into) is not None
    if isinstance(effect, ModifyPT):
        return _modify(state, item, effect)
    if isinstance(effect, PutCounters):
        return _put_counters(state, item, effect)
    if isinstance(effect, RemoveCounters):
        return _remove_counters(state, item, effect)
    if isinstance(effect, Grant):
        found = objects_of(state, item, effect.of)
        for one in found:
            one.gained.extend(effect.abilities)
        return bool(found)
    if isinstance(effect, LoseAbilities):
        found = objects_of(state, item, effect.of)
        for one in found:
            one.lost.update(effect.keywords or ("all",))
        return bool(found)
    if isinstance(effect, Move):
        found = objects_of(state, item, effect.of)
        if chosen_without_target(effect.of, always=effect.how == "sacrifice"):
            # A choice among objects: which one isn't ours to say.
            state.history.unfollowed["objects_removed"] = item.source
            return True
        moved = [one for one in found if effect.how != "destroy" or not has(state, one, "indestructible")]
        for one in moved:
            leave_battlefield(state, one, _MOVES[effect.how])
        return bool(moved)
    if isinstance(effect, Life):
        number = amount_of(state, effect.amount, item.source)
        if number and effect.who == "you":
            change_life(state, state.controller(item.source), number if effect.gain else -number)
        return True
    if isinstance(effect, Damage) and _damage_followed(state, item, effect):
        return True
    if isinstance(effect, TapOrUntap) and not _untold_target(item, effect.of) and not chosen_without_target(effect.of):
        found = objects_of(state, item, effect.of)
        for one in found:
            one.tapped = not effect.untap
        return bool(found)
    # What is left (drawing, tokens, damage that can't be told and so on) is not carried out: it did something, and what that was may matter later.
    for what in _MAY_CHANGE.get(type(effect), ()):
        state.history.unfollowed.setdefault(what, item.source)
    if isinstance(effect, Named) and _NAME_END.split(effect.action)[0] in _NAMED_CHANGES:
        for what in _ALL:
            state.history.unfollowed.setdefault(what, item.source)
    state.history.put_in_graveyard += _into_graveyard(effect)
    of = getattr(effect, "of", None)
    if isinstance(of, Filter) and of.this:
        return bool(objects_of(state, item, of))
    item.doubtful = item.doubtful or any(
        name in {"exile_and_return", "meld", "move", "put_onto_battlefield"} and not done for name, done in item.effects
    )
    return True


def _damage_followed(state: State, item: Waiting, effect: Damage) -> bool:
    """Deal the damage of a spell or ability to creatures (CR 120.3e); whether all that it does to permanents could be told."""
    number = amount_of(state, effect.amount, item.source, item.x if item.x is not None else item.source.thing.x)
    if number is None or effect.source is not None or effect.players.startswith("divided"):
        return False
    if effect.of is not None and not _untold_target(item, effect.of):
        hit = objects_of(state, item, effect.of)
    elif effect.of is None and effect.players in _AT_TARGETS:
        hit = [one for one, then in item.target_objects if one.new_object == then]
        if not hit and not item.targets:
            return False
    elif effect.of is None and effect.players:
        hit = []
    else:
        return False
    creatures = [one for one in hit if one.zone == "battlefield" and is_creature(state, one)]
    if len(creatures) < len(hit) or any(_not_plainly_hurt(state, one) for one in creatures):
        return False
    deathtouch = has(state, item.source, "deathtouch")
    for one in creatures:
        one.damage += number
    for one in creatures:
        size = toughness_of(state, one)
        if (number and deathtouch) or (size is not None and one.damage >= size):
            leave_battlefield(state, one, "graveyard")
    return True


_AT_TARGETS = frozenset({"any_target", "any_other_target", "target_player", "target_opponent"})


def _not_plainly_hurt(state: State, one: Permanent) -> bool:
    """Whether more than its toughness decides what damage does to it: a shield, protection, a size that nobody knows."""
    kept = any(has(state, one, name) for name in ("indestructible", "protection", "umbra armor"))
    return kept or one.regeneration > 0 or toughness_of(state, one) is None or one.counters.get("shield", 0) > 0


def _into_graveyard(effect: AnyEffect) -> int:
    """How many cards it puts, or may put, into its controller's graveyard: what is milled, discarded or surveilled away."""
    if isinstance(effect, Mill) or (isinstance(effect, Draw) and effect.discard):
        return max(1, effect.amount.base) if effect.who == "you" else 0
    return max(1, effect.amount.base) if isinstance(effect, Named) and effect.action == "surveil" else 0


def transform_by_own_ability(state: State, item: Waiting, one: Permanent) -> bool:
    """An instruction to transform, from this item: ignored if it is its own ability and it transformed since (CR 701.27f)."""
    own = one is item.source and item.kind != "spell"
    if own and (source_is_gone(state, item) or turned_since(state, one, item.transformed_then)):
        return False
    return transform(state, one)


def _exile_and_return(state: State, item: Waiting, one: Permanent, effect: ExileAndReturn) -> bool:
    if one is item.source and (source_is_gone(state, item) or one.zone != "battlefield"):
        return False
    returned = blink(state, one, transformed=effect.transformed)
    if returned:
        _under(state, item, one, effect)
    return returned


def _put(state: State, item: Waiting, one: Permanent, effect: PutOntoBattlefield) -> bool:
    entered = put_onto_battlefield(state, one, transformed=effect.transformed)
    if entered:
        _under(state, item, one, effect)
        if one is item.source:
            # The rest of an effect finds what it moved to a public zone itself (CR 400.7j).
            item.object_then = one.new_object
    return entered


def _under(state: State, item: Waiting, one: Permanent, effect: ExileAndReturn | PutOntoBattlefield) -> None:
    """Tapped, and under whose control, as the effect says (CR 110.2a)."""
    if effect.tapped:
        one.tapped = True
    one.controller = state.controller(item.source) if effect.under == "you" else one.thing.controller


def _to_return(state: State, item: Waiting, of: Filter) -> list[Permanent]:
    """What is put onto the battlefield: a dies trigger finds its card in the graveyard it went to (CR 400.7e)."""
    if of.this or of.ref in {"event", "earlier"}:
        one = item.source if of.this or item.event_object is None else item.event_object
        if one is item.source and source_is_gone(state, item):
            return []
        if one.zone == "battlefield" or one.zone in {"hand", "library"}:
            return []
        return [one]
    return objects_of(state, item, of)


@rule("613.4c")
def _modify(state: State, item: Waiting, effect: ModifyPT) -> bool:
    """Effects that change power and toughness apply at once to what they find (CR 611.2c)."""
    found = objects_of(state, item, effect.of)
    power = amount_of(state, effect.power, item.source)
    toughness = amount_of(state, effect.toughness, item.source)
    if power is None or toughness is None:
        state.history.unfollowed.setdefault("sizes", item.source)
        return bool(found) or not (effect.of.this or effect.of.target)
    for one in found:
        one.changes.append((power, toughness))
    return bool(found) or not (effect.of.this or effect.of.target)


def _put_counters(state: State, item: Waiting, effect: PutCounters) -> bool:
    found = objects_of(state, item, effect.of)
    number = amount_of(state, effect.amount, item.source, item.x)
    if number is None and all(one.thing.token or one.zone != "battlefield" for one in found):
        # A token that it makes itself (Zaxara): no question can be about how many counters that one has here.
        return True
    if number is None:
        raise CannotRule("unknown_counter_amount", object=item.source.ref)
    for one in found:
        if effect.counter != "+1/+1" or is_creature(state, one) or one.zone == "battlefield":
            one.counters[effect.counter] = one.counters.get(effect.counter, 0) + number
    return bool(found) or effect.of.up_to or (effect.of.target and not item.target_objects)


def _remove_counters(state: State, item: Waiting, effect: RemoveCounters) -> bool:
    """Take counters off, as many as there are at most (CR 122.1)."""
    found = objects_of(state, item, effect.of)
    number = amount_of(state, effect.amount, item.source)
    if effect.counter in {"any", "that_kind"} or (number is None and effect.amount.per != "all"):
        state.history.unfollowed.setdefault("sizes", item.source)
        state.history.unfollowed.setdefault("counters", item.source)
        return True
    for one in found:
        held = one.counters.get(effect.counter, 0)
        one.counters[effect.counter] = 0 if number is None else max(0, held - number)
    return bool(found)


def moves_faces(effects: tuple[AnyEffect, ...]) -> bool:
    """Whether some of the effects turn a card over or move it so that its face can change."""
    for effect in effects:
        if isinstance(effect, Transform | ExileAndReturn | PutOntoBattlefield | Meld):
            return True
        if isinstance(effect, IfDo) and moves_faces((*effect.effects, *effect.otherwise)):
            return True
        if isinstance(effect, May | Delayed) and moves_faces(effect.effects):
            return True
    return False
