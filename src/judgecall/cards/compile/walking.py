"""Walking through what was read: each part changed, and what is in it asked (CR 608.2c)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    Become,
    Condition,
    CopySpell,
    Cost,
    CreateTokens,
    Damage,
    Filter,
    ForceBlock,
    Grant,
    IfDo,
    Lasting,
    LoseAbilities,
    MayCast,
    Mill,
    Modes,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    RemoveCounters,
    TapOrUntap,
    Triggered,
)

_GRANTED = ("abilities", "except_abilities")


def mapped(value: Any, change: Callable[[Any], Any], granted: bool = False) -> Any:
    """The value with `change` applied to each struct in it, innermost first.

    Abilities that it grants are whole already, with references of their own: they are left alone unless `granted`.
    """
    if isinstance(value, tuple):
        items = tuple(mapped(item, change, granted) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if not isinstance(value, msgspec.Struct):
        return value
    changes = {}
    for name in value.__struct_fields__:
        old = getattr(value, name)
        if name in _GRANTED and not granted:
            continue
        if isinstance(old, (tuple, msgspec.Struct)):
            new = mapped(old, change, granted)
            if new is not old:
                changes[name] = new
    return change(msgspec.structs.replace(value, **changes) if changes else value)


def any_filter(value: Any, holds: Callable[[Filter], bool]) -> bool:
    """Whether that holds of a description in it, granted abilities included."""
    found: list[bool] = []

    def look(item: Any) -> Any:
        found.append(isinstance(item, Filter) and holds(item))
        return item

    mapped(value, look, granted=True)
    return any(found)


def exiles(effect: Any) -> bool:
    """Whether something in it exiles a card."""
    found: list[bool] = []

    def look(item: Any) -> Any:
        how = f"{getattr(item, 'how', '')} {getattr(item, 'action', '')} {type(item).__name__.lower()}"
        found.append("exile" in how or (isinstance(item, Cost) and item.exile is not None))
        return item

    mapped(effect, look)
    return any(found)


def asks_of_this(condition: Condition | None) -> bool:
    """Whether it asks of the object itself by its name ("if ~ has three or more counters on it")."""
    if condition is None:
        return False
    asked = condition.of is None and condition.kind == "counters"
    return asked or (condition.counter or "").endswith("exiled with this")


_OWN_STATE = frozenset({
    "counters", "in_zone", "tapped", "untapped", "attacking", "blocking", "equipped", "enchanted", "transformed", "power", "toughness",
    "monstrous", "renowned", "suspected", "saddled", "modified", "paired",
})  # fmt: skip


def speaks_of_this(condition: Condition | None) -> bool:
    """Whether it is about the object itself ("if ~ is suspended", "if ~ is in your graveyard"), so that "it" then means that."""
    if condition is None:
        return False
    if condition.of is not None:
        return condition.of == Filter(this=True)
    told = condition.kind in _OWN_STATE or condition.counter in ("is suspended", "is exiled")
    return (
        told
        or asks_of_this(condition)
        or (condition.kind in ("any", "all") and all(map(speaks_of_this, condition.parts)))
    )


def asks_of_attached(condition: Condition | None) -> bool:
    return condition is not None and (
        (condition.of is not None and condition.of == Filter(attached=True))
        or any(asks_of_attached(part) for part in condition.parts)
    )


def other_than_chosen(item: Any) -> Any:
    """ "Target opponent chooses a creature they control. Other creatures they control can't block": than the one chosen."""
    if isinstance(item, Filter) and item.other:
        return msgspec.structs.replace(item, other=False, state=(*item.state, "other_than_chosen"))
    return item


def chooses_some(effect: Any) -> bool:
    """Whether it is "Choose up to three Goblins": chosen as it resolves, and no targets."""
    of = effect.of if isinstance(effect, Named) and effect.action == "choose" else None
    return of is not None and of.count is not None and not of.target


def than_before(of: Filter) -> Filter:
    """ "Target creature connives. Then choose a creature with lesser power": than that of the one spoken of before, not of this."""
    if of.power_vs_this is None:
        return of
    power = Amount(per="power", of=Filter(ref="earlier"))
    return msgspec.structs.replace(of, power_vs_this=None, power_of=(of.power_vs_this, power))


def group_other_than_chosen(item: Any) -> Any:
    """ "Choose up to three Goblins. Exile all other creatures": than those that were chosen."""
    return other_than_chosen(item) if isinstance(item, Filter) and not item.target and item.count is None else item


def value_of_discarded(item: Any) -> Any:
    """ "Discard a card. You gain life equal to its mana value": a card that isn't described by any filter."""
    if isinstance(item, Amount) and item.per == "mana_value" and item.of == Filter(ref="earlier"):
        return msgspec.structs.replace(item, per="history", of=None, counter="mana value of what was discarded")
    return item


def exiled_as_cost(item: Any) -> Any:
    """ "The exiled card's mana value" in a spell that has exiled nothing yet: what was exiled for its cost, or by a line before."""
    if isinstance(item, Amount) and item.of == Filter(zone="exile", ref="earlier"):
        said = f"{(item.per or '').replace('_', ' ')} of what was exiled"
        return msgspec.structs.replace(item, per="history", of=None, counter=said)
    return item


def speaks_of_cost(effect: Any) -> bool:
    """ "Draw cards equal to the sacrificed creature's power, then discard cards equal to its toughness"."""
    found: list[bool] = []

    def look(item: Any) -> Any:
        found.append(isinstance(item, Filter) and item.ref == "cost")
        return item

    mapped(effect, look)
    return any(found)


def cast_from_where_it_is(effect: Any, done: list[Any]) -> Any:
    """ "Choose a card in your graveyard. You may cast it this turn": it was not exiled, as the words by themselves say."""
    chosen = getattr(done[-1], "of", None) if done and getattr(done[-1], "action", "") == "choose" else None
    if isinstance(effect, MayCast) and effect.of.zone == "exile" and chosen is not None and chosen.zone == "graveyard":
        return msgspec.structs.replace(effect, of=msgspec.structs.replace(effect.of, zone="graveyard"))
    return effect


def past_mill(effect: Any, done: list[Any]) -> Any:
    """ "Choose target creature. Mill three cards, then put a counter on that creature": none of the cards that were milled since."""
    if len(done) < 2 or not isinstance(done[-1], Mill):
        return effect
    before = done[-2]
    chosen = before.of if getattr(before, "action", "") == "choose" and before.of.target else None
    made = isinstance(before, CreateTokens)

    def change(item: Any) -> Any:
        if chosen is not None and isinstance(item, Filter) and item == Filter(ref="that"):
            return chosen
        if (
            made
            and isinstance(item, (PutCounters, ModifyPT, Grant))
            and item.of in (Filter(ref="earlier"), Filter(ref="that"))
        ):
            return msgspec.structs.replace(item, of=msgspec.structs.replace(item.of, state=("token",)))
        return item

    return mapped(effect, change) if chosen is not None or made else effect


def itself_cast(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """ "Exile ~ and you may cast it this turn": this card, and none that was exiled with it before."""
    found: list[Any] = []
    for effect in effects:
        if isinstance(effect, MayCast) and effect.of.zone == "exile" and effect.of.ref == "earlier":
            if found and found[-1] == Move(Filter(this=True), "exile"):
                effect = msgspec.structs.replace(effect, of=Filter(this=True, zone="exile"))
        elif isinstance(effect, IfDo):
            row, otherwise = itself_cast(effect.effects), itself_cast(effect.otherwise)
            effect = msgspec.structs.replace(effect, effects=row, otherwise=otherwise)
        found.append(effect)
    return tuple(found)


def settled_them(item: Any, it: Filter | None) -> Any:
    """ "Whenever an opponent draws a card, ~ deals 1 damage to them": that player, unless objects were named before."""
    if not isinstance(item, Damage) or item.players != "them":
        return item
    if it == Filter(ref="earlier"):
        return msgspec.structs.replace(item, players="")
    return msgspec.structs.replace(item, of=None, players="that_player")


def settled_spells_controller(item: Any, it: Filter | None) -> Any:
    """ "Whenever ~ becomes the target of a spell, … that spell's controller": no object that was named, and never ~ itself."""
    if it == Filter(this=True):
        return item
    changes = {
        name: said.replace("controller_of_spell", "its_controller")
        for name in ("who", "players", "chosen_by", "action")
        if "controller_of_spell" in (said := getattr(item, name, ""))
    }
    return msgspec.structs.replace(item, **changes) if changes else item


_WHO = ("who", "players", "chosen_by")


def player_just_chosen(item: Any) -> Any:
    """ "Choose target opponent. The chosen player loses 2 life": no player that was chosen as this entered."""
    changes = {name: "that_player" for name in _WHO if getattr(item, name, None) == "chosen_player"}
    return msgspec.structs.replace(item, **changes) if changes else item


def chooses_player(effect: Any) -> bool:
    of = getattr(effect, "of", None)
    return getattr(effect, "action", "") == "choose" and isinstance(of, Filter) and "player" in of.types


def by_other_one(item: Any) -> Any:
    """ "Whenever ~ blocks a creature, that creature's controller loses 1 life": not the controller of what the event is about."""
    changes = {name: "event_by_controller" for name in _WHO if getattr(item, name, None) == "its_controller"}
    return msgspec.structs.replace(item, **changes) if changes else item


def has_target(value: Any) -> bool:
    found: list[bool] = []

    def look(item: Any) -> Any:
        found.append(isinstance(item, Filter) and item.target)
        return item

    mapped(value, look)
    return any(found)


def counts_of_its_controller(effect: Any) -> bool:
    """ "Target creature gets -X/-X, where X is the number of cards in its controller's hand": there is no word for whose that is."""
    found: list[bool] = []

    def look(item: Any) -> Any:
        found.append(isinstance(item, Filter) and item.controller == "attached" and item.zone != "battlefield")
        return item

    mapped(effect, look)
    return any(found) and has_target(effect)


_HOW_CAST = frozenset({
    "cast from anywhere other than your hand", "no mana spent", "colored mana spent", "mana from a Treasure was spent",
})  # fmt: skip
"""Facts about how an object was cast, beside the condition `was_cast`, that aren't named after the object."""


def cast_object(item: Any, it: Filter | None) -> Any:
    """ "Whenever a creature enters, if you cast it": how that creature was cast, not this object."""
    if it is None or it.ref != "event" or not isinstance(item, Condition) or item.of is not None:
        return item
    return (
        msgspec.structs.replace(item, of=it)
        if item.kind in ("was_cast", "mana_spent") or item.counter in _HOW_CAST
        else item
    )


def attached_to_the_other(item: Any) -> Any:
    """ "Whenever ~ blocks a creature, destroy all Auras attached to that creature": not to the blocker."""
    if not isinstance(item, Filter) or "attached_to_it" not in item.state:
        return item
    state = tuple("attached_to_event_by" if one == "attached_to_it" else one for one in item.state)
    return msgspec.structs.replace(item, state=state)


def mana_of_spell(item: Any) -> Any:
    """ "Whenever you cast a creature spell, … where X is the number of colors of mana spent to cast it": that spell."""
    if isinstance(item, Amount) and item.per in ("colors_spent", "mana_spent") and item.of is None:
        return msgspec.structs.replace(item, of=Filter(ref="event"))
    return item


def attached_itself(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """ "Attach it to target creature": simply `attach`, where "it" turned out to be this object."""
    found: list[AnyEffect] = []
    for effect in effects:
        before = found[-1] if found else None
        both = isinstance(before, Named) and before.action == "choose_to_attach" and before.of == Filter(this=True)
        if both and isinstance(effect, Named) and effect.action == "attach:chosen":
            found[-1] = msgspec.structs.replace(effect, action="attach")
        else:
            found.append(effect)
    return tuple(found)


def _is_group(of: Any) -> bool:
    """Whether it describes every object that is such a one, not one that is chosen or was spoken of."""
    named = of is None or of.target or of.this or of.attached or of.ref or of.count is not None or of.count_x
    return not named


def each_by_its_own(effect: Any) -> Any:
    """ "Put counters on each creature you control equal to that creature's power": each by its own; "among those creatures": the group."""
    if not isinstance(effect, (PutCounters, ModifyPT)) or not _is_group(effect.of):
        return effect

    def change(item: Any) -> Any:
        if not isinstance(item, Amount) or item.of is None or item.of.ref != "that":
            return item
        whole = (item.per or "").endswith("_among") or (item.per or "").startswith(("greatest", "total"))
        return msgspec.structs.replace(item, of=effect.of if whole else Filter(ref="set"))

    return mapped(effect, change)


def several_chosen(done: list[Any]) -> bool:
    """Whether the objects spoken of last are more than one, chosen together."""
    last = next((of for one in reversed(done) if isinstance(of := getattr(one, "of", None), Filter)), None)
    return last is not None and not last.ref and ((last.count or 0) > 1 or last.count_x)


def of_each_chosen(effect: Any) -> Any:
    """ "Double the number of counters on each of those creatures": each gets as many as that one has, not as all of them have."""
    if not isinstance(effect, (PutCounters, ModifyPT)) or effect.of.ref not in ("earlier", "that"):
        return effect

    def change(item: Any) -> Any:
        if (
            not isinstance(item, Amount)
            or item.of != effect.of
            or item.per not in ("counters", "power", "toughness", "mana_value")
        ):
            return item
        return msgspec.structs.replace(item, of=Filter(ref="set"))

    return mapped(effect, change)


def both_exiled(done: list[Any]) -> bool:
    """ "Exile target artifact and target creature": two objects by one instruction."""
    last = done[-2:]
    return len(last) > 1 and all(exiles(one) and isinstance(one, Move) and one.of.target for one in last)


def of_what_it_was(effect: Any, done: list[Any]) -> Any:
    """ "Each non-Vehicle artifact becomes a Vehicle and gains haste": it is none of those any more as it gains that."""
    before = done[-1] if done else None
    of = getattr(effect, "of", None)
    if not isinstance(before, Become) or before.of != of or not _is_group(of):
        return effect
    became = set(before.types) & set(of.not_types) or set(before.subtypes) & set(of.not_subtypes)
    no_more = of.types and before.types and not before.in_addition and not set(of.types) <= set(before.types)
    return msgspec.structs.replace(effect, of=Filter(ref="earlier")) if became or no_more else effect


def loses_others(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """ "It becomes a Treasure with … and loses all other abilities": first those are lost, so that what it gains stays."""
    found: list[Any] = []
    for one in effects:
        effect = msgspec.structs.replace(one, effects=loses_others(one.effects)) if isinstance(one, Lasting) else one
        before = found[-1] if found else None
        if _gives(before) is not None and _gives(before) == _takes_all(effect):
            found.insert(-1, effect)
        else:
            found.append(effect)
    return tuple(found)


def _gives(effect: Any) -> Filter | None:
    """What it gives abilities to."""
    if isinstance(effect, Lasting) and len(effect.effects) == 1:
        return _gives(effect.effects[0])
    return effect.of if isinstance(effect, (Become, Grant)) and effect.abilities else None


def _takes_all(effect: Any) -> Filter | None:
    """What it takes all abilities from."""
    if isinstance(effect, Lasting) and len(effect.effects) == 1:
        return _takes_all(effect.effects[0])
    return effect.of if isinstance(effect, LoseAbilities) and not effect.keywords else None


def fighting_this(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """ "~ deals 1 damage to target creature blocking it": this object, where the effects speak of no other."""
    others: list[Filter] = []

    def look(item: Any) -> Any:
        if isinstance(item, Filter) and not item.this and not set(item.state) & set(_FIGHTING):
            others.append(item)
        return item

    def change(item: Any) -> Any:
        if isinstance(item, Filter) and set(item.state) & set(_FIGHTING):
            return msgspec.structs.replace(item, state=tuple(_FIGHTING.get(word, word) for word in item.state))
        return item

    mapped(effects, look)
    return effects if others else mapped(effects, change)


_FIGHTING = {"blocking_it": "blocking_this", "blocked_by_it": "blocked_by_this"}


def is_this_way(effect: Any) -> bool:
    """ "If a creature was sacrificed this way, … its toughness": "it" is what that was done to."""
    condition = getattr(effect, "condition", None)
    return condition is not None and (condition.counter or "").endswith("this way")


def of_the_copy(t: Triggered) -> Triggered:
    """ "… copy it. If the copy is a permanent spell, it gains haste": the copy gains it, not the spell of the event."""
    asked = t.resolution_condition
    copied: list[bool] = []

    def look(item: Any) -> Any:
        copied.append(isinstance(item, CopySpell))
        return item

    mapped(t.effects[:-1], look)
    if asked is None or asked.is_a != Filter(types=("permanent",), zone="stack") or not any(copied):
        return t
    copy = Filter(types=("spell",), zone="stack", state=("the_copy",))
    referring = (Filter(ref="earlier"), Filter(ref="that"))
    last = mapped(t.effects[-1], lambda item: copy if item in referring else item)
    found = Condition("other", counter="the copy is a permanent spell")
    return msgspec.structs.replace(t, effects=(*t.effects[:-1], last), resolution_condition=found)


_SHOWS = ("reveal_top", "look_at_top", "reveal_drawn", "reveal_until")
_IN_PLAY = ("remove_from_combat", "fight", "goad", "connive", "detain")


def only_shown(effect: Any, done: list[Any]) -> bool:
    """ "Reveal the top card of your library. If it's a Forest card, tap that creature": a card that is shown is no creature in play.

    Whether the effect changes what was spoken of last, as only a permanent can be changed, and that was a card which was shown.
    """
    shown = any(getattr(before, "action", "").startswith(_SHOWS) for before in done)
    if not shown or any(map(_brings_one, (*done, effect))):
        return False
    found: list[bool] = []

    def look(item: Any) -> Any:
        changes = isinstance(item, (ModifyPT, TapOrUntap)) or getattr(item, "action", "") in _IN_PLAY
        found.append(changes and item.of is not None and item.of.ref in ("earlier", "that"))
        return item

    mapped(effect, look)
    return any(found)


def card_and_creature(effect: Any, done: list[Any]) -> bool:
    """ "Choose target creature. Reveal the top card of your library. ~ deals damage equal to that card's mana value to that creature":

    two objects that were spoken of before, which one word can't tell apart.
    """
    if not isinstance(effect, Damage) or effect.of is None or effect.amount.of is None:
        return False
    both = effect.of.ref in ("earlier", "that") and effect.amount.of.ref in ("earlier", "that")
    shown = any(getattr(before, "action", "").startswith(_SHOWS) for before in done)
    return both and shown and any(map(_brings_one, done))


def asked_of_granter(effect: Any, before: Any) -> Any:
    """ "Remove a task counter from ~~. Then if it has no task counters on it, destroy ~~": what the counter was removed from."""
    moved = isinstance(before, (PutCounters, RemoveCounters)) and before.of == Filter(ref="granter")
    if not moved or not isinstance(effect, IfDo) or effect.condition.kind != "counters":
        return effect
    if effect.condition.of != Filter(ref="earlier"):
        return effect
    return msgspec.structs.replace(effect, condition=msgspec.structs.replace(effect.condition, of=before.of))


def _brings_one(effect: Any) -> bool:
    """Whether something in it chooses a target, makes a token or puts a permanent onto the battlefield."""
    found: list[bool] = []

    def look(item: Any) -> Any:
        brings = isinstance(item, (PutOntoBattlefield, CreateTokens)) or "battlefield" in getattr(item, "action", "")
        found.append(brings or (isinstance(item, Filter) and (item.target or item.count is not None)))
        return item

    mapped(effect, look)
    return any(found)


def kind_of(effect: Any) -> str:
    """The kind of an effect; of "target creature blocks it this combat" what lasts so long."""
    blocks = isinstance(effect, Lasting) and isinstance(effect.effects[0], ForceBlock)
    return "ForceBlock" if blocks else type(effect).__name__


def others_in_spell(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """ "Destroy target creature. Other creatures get -1/-1": in a spell, other than what it speaks of before, as it is none itself."""
    targets: list[bool] = []

    def look(item: Any) -> Any:
        targets.append(isinstance(item, Filter) and item.target)
        return item

    mapped(tuple(e for e in effects if not isinstance(e, Modes)), look)
    than = "other_than_target" if any(targets) else "other_than_those"

    def change(item: Any) -> Any:
        if not isinstance(item, Filter) or not item.other or item.target or item.zone == "stack":
            return item
        return msgspec.structs.replace(item, other=False, state=(*item.state, than))

    return tuple(
        msgspec.structs.replace(e, modes=tuple(map(others_in_spell, e.modes)))
        if isinstance(e, Modes)
        else mapped(e, change)
        for e in effects
    )
