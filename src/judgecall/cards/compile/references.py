"""What "it", "that creature" and "X" stand for, settled once an ability is read whole (CR 608.2c, 107.3).

While an ability is read, "it" is a filter with the ref `earlier`, and "that creature" one with the ref `that`.
Afterwards each becomes the object itself, the object of the trigger's event, or what an earlier effect named.
Where more than one object could be meant, the reading is refused.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    Condition,
    CopySpell,
    Cost,
    CreateTokens,
    Damage,
    Delayed,
    Draw,
    Event,
    Filter,
    IfDo,
    Lasting,
    May,
    MayCast,
    Mill,
    Modes,
    Move,
    PutCounters,
    PutOntoBattlefield,
    Transform,
    Triggered,
)
from judgecall.cards.compile.taken import exiled_for, sacrificed_by
from judgecall.cards.compile.walking import (
    asked_of_granter,
    asks_of_attached,
    asks_of_this,
    attached_itself,
    attached_to_the_other,
    both_exiled,
    by_other_one,
    card_and_creature,
    cast_from_where_it_is,
    cast_object,
    chooses_player,
    chooses_some,
    counts_of_its_controller,
    each_by_its_own,
    exiled_as_cost,
    exiles,
    group_other_than_chosen,
    has_target,
    is_this_way,
    itself_cast,
    kind_of,
    loses_others,
    mana_of_spell,
    of_each_chosen,
    of_the_copy,
    of_what_it_was,
    only_shown,
    other_than_chosen,
    past_mill,
    player_just_chosen,
    settled_spells_controller,
    settled_them,
    several_chosen,
    speaks_of_cost,
    speaks_of_this,
    than_before,
    value_of_discarded,
)
from judgecall.cards.compile.walking import mapped as mapped

_IT = ("earlier", "that")
_PLAIN = Filter()
_THIS = Filter(this=True)
_ATTACHED = Filter(attached=True)
_EARLIER = Filter(ref="earlier")
_GRANTER = Filter(ref="granter")
_NESTING = ("effects", "otherwise", "modes")


def kinds_of_reference(value: Any) -> set[str]:
    """Which of "it" (`earlier`) and "that creature" (`that`) are in it."""
    found: set[str] = set()

    def look(item: Any) -> Any:
        if isinstance(item, Filter) and item.ref in _IT:
            found.add(item.ref)
        return item

    mapped(value, look)
    return found


def has_reference(value: Any) -> bool:
    """Whether something in it speaks of an earlier object."""
    return bool(kinds_of_reference(value))


def fill(item: Any, meant: Filter) -> Any:
    """The filter that was meant, with what the referring words add to it."""
    if isinstance(item, Filter) and item.ref in _IT:
        if meant in (_THIS, _ATTACHED) and item.zone == "exile" and item.ref == "earlier":
            # "The exiled card", where nothing was exiled before: the one exiled with this object (CR 607.2a).
            return Filter(types=("card",), not_types=item.not_types, zone="exile", state=("exiled_with_this",))
        said = ("ref", "types") if item.ref == "that" else ("ref",)  # "that land" adds no type to what it means
        changes = {
            name: value
            for name in item.__struct_fields__
            if name not in said and (value := getattr(item, name)) != getattr(_PLAIN, name)
        }
        return msgspec.structs.replace(meant, **changes)
    if isinstance(item, Amount) and item.per == "attached_to_it" and item.of == _THIS:
        there = Filter(subtypes=tuple((item.counter or "").split(" or ")), state=("attached_to_this",))
        return msgspec.structs.replace(item, per="count", of=there, counter=None)
    return item


_TURN_UP = (
    "reveal", "look_at", "exile_top", "exile_until", "draft_from_spellbook", "conjure", "seek", "populate", "manifest", "choose_among",
    "earthbend",
)  # fmt: skip
"""Actions after which "it" is the card that was seen, or the land that was bent, which has no description here."""


def _named_objects(effect: Any) -> list[Filter]:
    """The objects that an effect itself is about, so that a later "it" can mean them."""
    if type(effect).__name__ == "CreateTokens" or getattr(effect, "action", "").startswith(_TURN_UP):
        return [_PLAIN]
    found: list[Filter] = []
    for name in effect.__struct_fields__:
        value = getattr(effect, name)
        if isinstance(value, Filter):
            found.append(value)
        elif name in _NESTING and isinstance(value, tuple):
            for inner in value:
                for row in inner if isinstance(inner, tuple) else (inner,):
                    found.extend(_named_objects(row))
    return [f for f in found if f.ref not in _IT]


_FIRST_HALF = ("becomes_copy", "move_all_counters", "move_counter", "as_many_of_each_counter", "choose_to_attach")
"""Effects whose second half, the one after, still speaks of what was named before both."""


def _own_power(effect: Any, it: Filter | None) -> bool:
    """ "Whenever an opponent casts a spell, ~ deals damage equal to its power": its own, where it is not that of the event's object."""
    return (
        isinstance(effect, Damage)
        and effect.source is None
        and effect.amount.per in ("power", "toughness")
        and effect.amount.of == _EARLIER
        and it is not None
        and it.ref in ("event", "granter")
    )


def leans_on_line_before(first: AnyEffect) -> bool:
    """Whether the first effect of a spell's line speaks only of what a line before chose ("that creature … instead")."""
    instead = isinstance(first, IfDo) and first.instead
    others = [f for f in _named_objects(first) if not f.this]
    return not others and (instead or "that" in kinds_of_reference(first))


def _with_source(effect: Any, it: Filter | None, done: list[Any], first: Filter | None) -> Any | None:
    """Damage by "it": the source settled; None where it can't be told.

    With no object named before, that is what "it" means at first: in a spell, the spell itself. After "~ deals 2
    damage to target creature" it is still what dealt that. "Equal to its power" is about the object named before.
    """
    failed = False
    otherwise = effect.otherwise if isinstance(effect, IfDo) else ()
    own = bool(otherwise) and all(isinstance(e, Damage) and e.source is None for e in otherwise)

    def change(item: Any) -> Any:
        nonlocal failed
        if isinstance(item, Damage) and item.source == _THIS:
            return msgspec.structs.replace(item, source=None)  # "you may have her deal 2 damage to you"
        if not isinstance(item, Damage) or item.source is None or item.source.ref != "earlier":
            return item
        if own:
            source = _THIS  # "~ deals 1 damage to each opponent. If …, it deals 3 damage instead"
        elif it != _EARLIER:
            source = it or _THIS
        elif first == _EARLIER and not done and kinds_of_reference(item.amount) == {"earlier"}:
            return item  # "When a creature is returned this way, it deals damage equal to its power": that creature
        elif all(isinstance(before, Damage) and before.source is None for before in done):
            source = _THIS
        elif first == _THIS and all(isinstance(e, CreateTokens) and e.amount.base > 1 for e in done):
            source = _THIS  # "create two tokens, then it deals 2 damage": no word for two of them
        elif kinds_of_reference(item.amount) == {"that"}:
            failed = True  # "it deals damage equal to that permanent's mana value": not what "that" is
            return item
        elif has_reference(item.amount):
            return item
        else:
            failed = True
            return item
        return msgspec.structs.replace(item, source=None if source == _THIS else source)

    changed = mapped(effect, change)
    return None if failed else changed


def settle(
    effects: tuple[AnyEffect, ...],
    it: Filter | None,
    that: Filter | None = None,
    spell: Filter | None = None,
    exiled: bool = False,
) -> tuple[AnyEffect, ...] | None:
    """Replace the references in effects in a row; None where it can't be told what is meant.

    Args: what the ability does, in order; what "it", "that creature" and "that spell" mean before an effect names an object; whether
        the ability has exiled a card by then.
    """
    done: list[Any] = []
    first = it
    for unsettled in itself_cast(effects):
        exiled = exiled or any(map(exiles, done[-1:]))
        if isinstance(unsettled, Modes):
            chosen = _settled_modes(unsettled, it, that, spell, exiled)
            if chosen is None:
                return None
            done.append(chosen)
            if any(_named_objects(row) for mode in chosen.modes for row in mode):
                it = that = None
            continue
        if isinstance(unsettled, Delayed) and _names_its_object(unsettled):
            if exiled and mapped(unsettled.effects, _exiled_before) != unsettled.effects:
                return None  # "Whenever a creature deals damage this turn, copy the exiled card": not what dealt it
            waiting = _settled_delayed(unsettled, that, spell)
            if waiting is None:
                return None
            done.append(waiting)
            continue
        if isinstance(unsettled, Lasting) and any(
            isinstance(e, Delayed) and _names_its_object(e) for e in unsettled.effects
        ):
            # "Until your next turn, whenever a creature attacks, it gets -1/-0".
            within = settle(unsettled.effects, it, that, spell, exiled)
            if within is None:
                return None
            done.append(msgspec.structs.replace(unsettled, effects=within))
            continue
        unsettled = asked_of_granter(unsettled, done[-1] if done else None)
        whose = mapped(unsettled, partial(settled_spells_controller, it=it))
        effect = _with_source(mapped(whose, partial(settled_them, it=it)), it, done, first)
        if effect is None or (it == _EARLIER and (only_shown(effect, done) or card_and_creature(effect, done))):
            return None
        if counts_of_its_controller(effect):
            return None
        if any(map(chooses_player, done)):
            effect = mapped(effect, player_just_chosen)
        if it == _EARLIER and getattr(effect, "action", "") == "choose" and not effect.of.target:
            effect = msgspec.structs.replace(effect, of=than_before(effect.of))
        if any(getattr(one, "action", "") == "choose" and one.of is not None and one.of.chosen_by for one in done):
            effect = mapped(effect, other_than_chosen)
        elif any(map(chooses_some, done)):
            effect = mapped(effect, group_other_than_chosen)
        if it in (None, _THIS) and any(isinstance(one, Draw) and one.discard for one in done[-1:]):
            effect = mapped(effect, value_of_discarded)
        effect = past_mill(cast_from_where_it_is(effect, done), done)
        if spell is not None:
            effect = mapped(effect, lambda item: _fill_spell(item, spell))
        if _own_power(effect, it):
            if it != _GRANTER and spell is None and "that" not in kinds_of_reference(effect):
                return None
            effect = msgspec.structs.replace(effect, amount=mapped(effect.amount, lambda item: fill(item, _THIS)))
        named_before = it in (_EARLIER, _THIS, _ATTACHED)
        if named_before and that != Filter(ref="cost") and not exiled and not exiles(effect):
            # "Put a counter on target creature. … you may play the exiled card": none was exiled by this ability.
            effect = mapped(effect, _exiled_before)
        if it is None and not exiled:
            effect = mapped(effect, exiled_as_cost)
        if "earlier" in kinds_of_reference(effect) and _turns_this(effect):
            inside = _settle_rows(effect, _THIS, that, spell, exiled)
            if inside is None:
                return None
            effect = inside
        elif isinstance(effect, Transform) and has_reference(effect) and any(map(exiles, done[-1:])):
            return None  # what was exiled can't transform: another one is meant
        effect = of_what_it_was(effect if that is not None else each_by_its_own(effect), done)
        if it == _EARLIER and both_exiled(done) and isinstance(effect, PutOntoBattlefield) and effect.of == _EARLIER:
            return None  # "Exile target artifact and target creature. Then return them": one word can't mean both
        if it == _EARLIER and several_chosen(done):
            effect = of_each_chosen(effect)
        kinds = kinds_of_reference(effect)
        if (
            "earlier" in kinds
            and isinstance(effect, Move)
            and any(isinstance(e, CopySpell) and e.of.target for e in done)
        ):
            return None  # "Copy target spell, then return it to its owner's hand": the spell, where "it" is the copy elsewhere
        if kinds and it == _THIS and isinstance(effect, MayCast) and any(isinstance(e, Mill) for e in done):
            return None  # "Mill a card. You may play that card": none that was exiled with this object
        named = _named_objects(effect)
        others = [f for f in named if not (f.this or f.attached or f.ref)]
        paying = getattr(effect, "cost", None) is not None and _after_paying(effect.cost, it, that) != (it, that)
        of_cost = is_this_way(effect) and not done and that == Filter(ref="cost")
        if (
            kinds
            and not of_cost
            and ((others and it != _EARLIER) or paying or _turns_to_this(effect))
            and type(effect).__name__ in _ROWS
        ):
            inside = _settle_rows(effect, it, that, spell, exiled)
            if inside is None:
                return None
            effect = inside
        elif kinds and is_this_way(effect):
            # "Sacrifice a creature: … If you sacrificed an Angel this way, … its toughness": what the cost took.
            meant = Filter(ref="cost") if of_cost else _EARLIER
            inside = _settle_rows(effect, meant, meant, spell, exiled)
            if inside is None:
                return None
            effect = inside
        elif kinds:
            meant_it, meant_that = it, that
            if others and it != _EARLIER and type(effect).__name__ != "CreateTokens":
                # "~ deals damage equal to its power to target creature", "target creature gets +X/+X, where X is its power"
                if "that" in kinds:
                    # "Target creature blocks that creature": the one spoken of before, never the blocker.
                    # Nor is a card that is turned up described: "cards equal to that creature's power" is about the one before.
                    # "That creature deals 2 damage to target player", "fights that creature": one named before the target.
                    deals = isinstance(effect, Damage) and effect.source == Filter(ref="that") != effect.of
                    fights = getattr(effect, "action", "") == "fight"
                    kept = deals or fights or kind_of(effect) == "ForceBlock" or others == [_PLAIN]
                    meant_that = _EARLIER if that is None else that if kept else None
                if "earlier" in kinds:
                    meant_it = _it_beside_another(effect, it)
            if ("earlier" in kinds and meant_it is None) or ("that" in kinds and meant_that is None):
                return None
            effect = mapped(effect, partial(_choose, it=meant_it, that=meant_that))
        done.append(effect)
        if getattr(effect, "action", "").startswith(_FIRST_HALF):
            continue
        if others or (kinds and it == _EARLIER):
            it = that = _EARLIER
        elif it == _THIS and speaks_of_cost(effect):
            it = that = Filter(ref="cost")
        elif kinds == {"that"} and that is not None and that.ref in ("event", "event_by") and not named:
            it = that  # "tap that creature and it doesn't untap": never what speaks
        elif it is None and isinstance(effect, Damage) and effect.of is None and "target" in effect.players:
            # "~ deals 3 damage to any target. If it's a creature, …": what the spell targets.
            it = that = _EARLIER
        elif named and not kinds:
            it = named[-1] if named[-1].ref != "granter" else it
            # "Choose target creature. ~ gets +2/+2. ~ fights that creature": never the object that speaks.
            that = that if it == _THIS else it
        if isinstance(effect, CopySpell) and (that is None or spell is not None) and not effect.of.this:
            that = _EARLIER  # "You may cast the copy"
        if _returns(effect) and it is not None and it.this and it.zone != "battlefield":
            # "Return ~ from your graveyard to the battlefield with a counter on it": it is there by then.
            it = that = msgspec.structs.replace(it, zone="battlefield")
    return loses_others(attached_itself(tuple(done)))


def _returns(effect: Any) -> bool:
    """Whether it puts something onto the battlefield, if one pays for it or not."""
    return isinstance(effect, PutOntoBattlefield) or (isinstance(effect, May) and any(map(_returns, effect.effects)))


def _exiled_before(item: Any) -> Any:
    return fill(item, _THIS) if item == Filter(zone="exile", ref="earlier") else item


def _turns_this(effect: Any) -> bool:
    """ "Then if there are three cards exiled with ~, transform it": what the condition asks about."""
    return isinstance(effect, IfDo) and asks_of_this(effect.condition) and effect.effects[:1] == (Transform(_EARLIER),)


def _of_value_asked(cost: Cost | None, condition: Condition | None) -> Cost | None:
    """ "If its mana value was 2 or greater, you may pay that much {E}": the number that was asked for just before."""
    if condition is None or condition.kind != "is" or condition.is_a is None or condition.is_a.mana_value is None:
        return cost
    value = Amount(per="mana_value", of=condition.of)
    return cost and mapped(cost, lambda item: value if item == Amount(per="that_much") else item)


def _turns_to_this(effect: Any) -> bool:
    """ "When you do, put a +1/+1 counter on ~, then it fights target creature": this object, whatever was named before."""
    row = getattr(effect, "effects", ())
    turns = [at for at, one in enumerate(row) if isinstance(one, PutCounters) and one.of == _THIS]
    return bool(turns) and has_reference(row[turns[0] + 1 :])


def _names_its_object(later: Delayed) -> bool:
    """Whether "it" in what happens later is the object of the event that is waited for."""
    of = later.event.of
    described = of is not None and not (of.this or of.attached or of.ref)
    dies = of == _THIS and later.event.what == "dies"  # "~ fights target creature. When ~ dies this turn, return it"
    return (described or dies) and has_reference(later.effects)


def _settled_delayed(later: Delayed, that: Filter | None, spell: Filter | None) -> Delayed | None:
    """ "When you next cast a creature spell this turn, it gains haste": the spell, not what speaks."""
    it, watched = meanings_in(later.event)
    effects = settle(later.effects, it, watched or that, spell)
    return None if effects is None else msgspec.structs.replace(later, effects=effects)


def _settled_modes(
    modes: Modes, it: Filter | None, that: Filter | None, spell: Filter | None, exiled: bool
) -> Modes | None:
    """Each mode speaks of its own objects, or of what was named before any of them."""
    settled = tuple(settle(mode, it, that, spell, exiled) for mode in modes.modes)
    return None if None in settled else msgspec.structs.replace(modes, modes=settled)


_ROWS = frozenset({"May", "IfDo", "Delayed"})
"""Effects that hold whole rows of effects, each of which is read as a row of its own."""


def _after_paying(cost: Cost | None, it: Filter | None, that: Filter | None) -> tuple[Filter | None, Filter | None]:
    """ "You may exile ~. If you do, return it": "it" is what the cost took; "that creature" one that was sacrificed for it."""
    if cost is None:
        return it, that
    if it is not None and it.ref == "event" and (cost.put_counters is not None or cost.remove_counters is not None):
        it = _THIS  # "You may put a counter on ~. If you do, ~ deals damage equal to the number of counters on it"
    taken = [part[1] for part in (cost.sacrifice, cost.exile, cost.return_to_hand, cost.discard) if part is not None]
    if len(taken) != 1:
        return it, that
    if taken[0].this:
        return (
            _THIS,
            _THIS if that is None else that,
        )  # "Whenever a creature dies, you may sacrifice ~. If you do, … that card"
    return it, Filter(ref="cost") if that is None else that


def after_paying(cost: Cost) -> tuple[Filter | None, Filter | None]:
    """What "it" and "that creature" mean at the start of an activated ability with this cost."""
    if "unattach what grants this" in cost.other:
        return Filter(ref="granter"), None
    that = _after_paying(cost, _THIS, None)[1]
    return _THIS, None if that == _THIS else that


def _settle_rows(effect: Any, it: Filter | None, that: Filter | None, spell: Filter | None, exiled: bool) -> Any | None:
    """An effect that holds rows of effects, each settled from what "it" means at its start."""
    changes: dict[str, Any] = {}
    for name in effect.__struct_fields__:
        value = getattr(effect, name)
        if name in _NESTING:
            row = settle(value, *_after_paying(getattr(effect, "cost", None), it, that), spell, exiled)
            if row is None:
                return None
            changes[name] = row
        elif has_reference(value):
            kinds = kinds_of_reference(value)
            if ("earlier" in kinds and it is None) or ("that" in kinds and that is None):
                return None
            changes[name] = mapped(value, partial(_choose, it=it, that=that))
    return msgspec.structs.replace(effect, **changes)


def _fill_spell(item: Any, spell: Filter) -> Any:
    if isinstance(item, Filter) and item.ref == "that" and item.zone == "stack":
        return spell
    return item


def _choose(item: Any, it: Filter | None, that: Filter | None) -> Any:
    meant = that if isinstance(item, Filter) and item.ref == "that" else it
    return item if meant is None else fill(item, meant)


def _it_beside_another(effect: Any, it: Filter | None) -> Filter | None:
    """What "it" means in an effect that names an object of its own."""
    kind = kind_of(effect)
    if kind == "Lasting" and all(kind_of(inner) == "CantBeBlocked" for inner in effect.effects):
        kind = "CantBeBlocked"  # the other object it names is what can't block it
    if kind in ("Damage", "Named", "ForceBlock", "CantBeBlocked"):
        return it
    if kind in (
        "ModifyPT",
        "SetPT",
        "Grant",
        "GainControl",
        "Modes",
        "May",
        "IfDo",
        "Delayed",
        "Lasting",
        "CreateTokens",
    ):
        return (
            it if kind in ("Modes", "CreateTokens") else (_EARLIER if kind not in ("May", "IfDo", "Delayed") else None)
        )
    return _EARLIER if it is None else None


def meanings_in(event: Event) -> tuple[Filter | None, Filter | None]:
    """What "it" and what "that creature" mean in a trigger, before its effects name an object."""
    if event.of is None and event.what.startswith("activates"):
        # "Whenever you activate an ability, copy it".
        ability = Filter(types=("activated_ability",), zone="stack", ref="event")
        return ability, ability
    if event.of is None:
        return _THIS, None
    if event.of == _THIS:
        crewed = event.what == "crews"
        return _THIS, Filter(ref="event_by") if event.by is not None or crewed else None
    if event.by == _THIS and event.what in ("damage_creature", "combat_damage_creature"):
        # "Whenever a creature deals damage to ~, destroy that creature": the other one is this itself.
        return None, Filter(ref="event")
    if event.of == Filter(attached=True):
        return event.of, Filter(ref="event_by") if event.by is not None else event.of
    watched = Filter(ref="event")
    return watched, watched if event.by is None else None


_THAT_LAND = Filter(ref="that", types=("land",))
_THAT_CARD = Filter(ref="that", types=("card",))


def _that_land_of(t: Triggered) -> Triggered:
    """ "Whenever a land enters, tap target creature. If that land is an Island": the event's, though a creature was named since."""
    named = [f for e in t.effects for f in _named_objects(e)]
    watched = t.event.of is not None and t.event.of.types == ("land",)
    meant = Filter(ref="event") if watched and not any("land" in f.types for f in named) else Filter(ref="that")
    # "Whenever a creature dies, create a token and exile that card": a token is no card.
    died = t.event.what.startswith("dies") and meanings_in(t.event)[1] == Filter(ref="event")
    made = isinstance(t.effects[0], CreateTokens) and all(f == _PLAIN for f in named)
    card = Filter(ref="event" if died and made else "that")
    settled: Triggered = mapped(t, lambda item: meant if item == _THAT_LAND else card if item == _THAT_CARD else item)
    return settled


_ABOUT_CARDS = ("discards", "draws", "cycles_any")
"""Events that name a card though they have no description of it: "whenever you discard a card, if it has madness"."""


def _counters_on_it(effect: AnyEffect) -> bool:
    """ "Whenever you cast a spell that targets ~, put a +1/+1 counter on it": on a permanent, not on the spell."""
    return isinstance(effect, PutCounters) and effect.of == _EARLIER


def settle_trigger(t: Triggered) -> Triggered | None:
    """A triggered ability with its references settled; None if one can't be."""
    t = _that_land_of(of_the_copy(t))
    t = msgspec.structs.replace(t, effects=sacrificed_by(exiled_for(t.effects, t.cost), t.cost))
    it, that = meanings_in(t.event)
    if that is None and it == _THIS and asks_of_attached(t.condition):
        # "When ~ enters, if enchanted creature has flying, that creature …".
        that = Filter(attached=True)
    cast = t.event.of is not None and t.event.of.zone == "stack"
    if t.condition is not None and t.condition.of == Filter(ref="granter"):
        it = t.condition.of  # "Whenever a land enters, if ~~ is exiled, you may put a counter on it"
    meant, other = _after_paying(t.cost, it, that)
    if t.condition is not None and t.condition.counter == "what it is attached to is such a one":
        other = None  # "if enchanted Equipment is attached to a creature, destroy that creature": not the Equipment
    if it == _THIS and asks_of_attached(t.condition):
        meant = other  # "When ~ enters, if enchanted creature is red, tap it": the one that was asked about
    if t.event.of is None and t.condition is not None and (t.condition.counter or "").startswith("each "):
        meant = t.condition.of  # "if all lands on the battlefield are Islands, remove all flood counters from them"
    if it is not None and it.ref == "event" and speaks_of_this(t.condition):
        meant = _THIS  # "Whenever an opponent casts a spell, if ~ is suspended, remove a time counter from it"
    whole = t.effects
    if cast and t.event.what == "casts" and t.event.of is not None and not t.event.of.this:
        whole = mapped(whole, mana_of_spell)
    if that == Filter(ref="event_by") and not has_target(whole):
        whole = mapped(mapped(whole, by_other_one), attached_to_the_other)
    if t.event.what == "casts_targeting" and t.event.by == _THIS and _counters_on_it(whole[0]):
        whole = (msgspec.structs.replace(whole[0], of=_THIS), *whole[1:])
    if asks_of_this(t.resolution_condition) and whole[-1] == Transform(_EARLIER):
        whole = (*whole[:-1], Transform(_THIS))
    asked = t.resolution_condition
    if asked is not None and asked.kind == "is" and asked.of == _THIS:
        # "If ~ isn't a creature, it becomes one": what was asked about.
        whole = (*whole[:-1], mapped(whole[-1], lambda item: _THIS if item == _EARLIER else item))
    effects = settle(whole, meant, other, Filter(ref="event") if cast else None)
    cost = t.cost and mapped(t.cost, lambda item: _choose(_fill_spell(item, it) if cast and it else item, it, that))
    if effects is None:
        return None
    meant_card = Filter(ref="event") if t.event.of is None and t.event.what in _ABOUT_CARDS else it
    condition = t.condition and mapped(t.condition, lambda item: _choose(cast_object(item, it), meant_card, that))
    cost = _of_value_asked(cost, condition)
    later = t.resolution_condition
    before = [f for e in effects[:-1] for f in _named_objects(e)]
    if before and (before[-1].this or before[-1].attached):
        # "Put a counter on ~. Then if it has four or more counters on it": "it" is what the sentence before was about.
        it = before[-1]
    if later is not None and all(f.this or f.attached or f.ref for e in t.effects for f in _named_objects(e)):
        later = mapped(later, lambda item: _choose(item, it, that))
    elif later is not None and before and before[-1].target:
        # "Target creature gets -3/-3. If that creature is legendary": the target.
        later = mapped(later, lambda item: _choose(item, _EARLIER, _EARLIER))
    elif later is not None and cast:
        # "Earthbend 1. If that spell is a Lesson": not what was named since.
        later = mapped(later, lambda item: _fill_spell(item, Filter(zone="stack", ref="event")))
    settled = msgspec.structs.replace(t, effects=effects, condition=condition, resolution_condition=later, cost=cost)
    return None if "that" in kinds_of_reference(settled) else settled
