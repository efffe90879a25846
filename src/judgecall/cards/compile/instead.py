"""A sentence that says what happens instead of the one before: "if …, … instead" (CR 614.1a, 608.2c)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    AddMana,
    Amount,
    AnyEffect,
    Become,
    Condition,
    Damage,
    Filter,
    IfDo,
    May,
    ModifyPT,
    Named,
    SetPT,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.references import fill, mapped


@production(
    "sentence",
    "if <c:conditions> , <r:row> instead",
    "<r:row> instead if <c:conditions>",
    "if <c:conditions> , instead <r:row>",
)
def _replaces_line(c: Condition, r: Effects) -> Effects:
    """On a line of its own: instead of what the line before says."""
    return (IfDo(c, r, instead=True),)


@production("instead", "<a:mana_effect> . If <c:conditions> , add <n:number> mana of that type instead")
def _more_of_that_type(a: AddMana, c: Condition, n: Amount) -> Effects:
    return (IfDo(c, (msgspec.structs.replace(a, amount=n),), (a,)),)


@production(
    "instead",
    "<a:effect> . If <c:conditions> , (it|~) deals <n:number> damage instead",
    "<a:effect> . (it|~) deals <n:number> damage instead if <c:conditions>",
)
def _more_damage(a: Effects, c: Condition, n: Amount) -> Effects | None:
    """ "It deals 4 damage instead": to the same target."""
    if len(a) != 1 or not isinstance(a[0], Damage):
        return None
    return (IfDo(c, (msgspec.structs.replace(a[0], amount=n),), a),)


def so_much_at_first(item: object, amount: object) -> object:
    """ "Twice that many cards instead": than the first sentence says, since only one of the two is done."""
    if not isinstance(item, Amount) or item.per != "that_much" or not isinstance(amount, Amount):
        return item
    return msgspec.structs.replace(amount, times=amount.times * item.times, base=amount.base * item.times + item.base)


def _as_at_first(item: object, first: AnyEffect) -> object:
    """ "Prevent the next 4 damage that would be dealt to that permanent or player instead": to what the first sentence says."""
    if (
        isinstance(item, Damage)
        and isinstance(first, Damage)
        and item.of in (Filter(ref="earlier"), Filter(ref="that"))
    ):
        return msgspec.structs.replace(item, of=None, players=first.players) if first.players == "any_target" else item
    if not isinstance(item, Named) or not isinstance(first, Named) or item.action != first.action.partition(":")[0]:
        return item
    return msgspec.structs.replace(item, action=first.action) if item.of == first.of else item


def _that_player_at_first(b: Effects, first: AnyEffect) -> Effects:
    """ "That player discards three cards instead": the target player or opponent that the first sentence says."""
    who = getattr(first, "who", None)
    if who not in ("target_player", "target_opponent"):
        return b
    return tuple(
        msgspec.structs.replace(effect, who=who) if getattr(effect, "who", None) == "that_player" else effect
        for effect in b
    )


@production(
    "instead",
    "<a:row> . If <c:conditions> , <b:row> instead",
    "<a:row> . <b:row> instead if <c:conditions>",
)
def _may_be_instead(a: Effects, c: Condition, b: Effects) -> Effects | None:
    """ "You may put it on top of its owner's library instead": where one chooses not to, the first sentence is done.

    "You may untap a land. You may untap two instead": to do neither is a choice either way.
    """
    found = _instead(a, c, b)
    if (
        found is None
        or not isinstance(found[-1], IfDo)
        or all(isinstance(effect, May) for effect in found[-1].otherwise)
    ):
        return found
    replaced = found[-1]
    if not any(isinstance(effect, May) and not effect.otherwise for effect in replaced.effects):
        return found
    if len(replaced.effects) > 1:
        return None
    may = msgspec.structs.replace(replaced.effects[0], otherwise=replaced.otherwise)
    return (*found[:-1], msgspec.structs.replace(replaced, effects=(may,)))


@production("instead", "<a:row> . If <c:conditions> , instead <b:row>")
def _instead(a: Effects, c: Condition, b: Effects) -> Effects | None:
    objects = [of for effect in a if isinstance(of := getattr(effect, "of", None), Filter)]
    group = bool(objects) and not any(of.target or of.this or of.attached or of.ref for of in objects)
    if group and any(isinstance(effect, ModifyPT) and effect.of.ref == "that" for effect in b):
        return None  # "Those creatures get +2/+0 instead": the same group, which "that" can't be told from
    if objects and objects[0].target and all(of in (objects[0], Filter(ref="earlier")) for of in objects):
        # "… on that creature instead", "it gets … instead": the target that the first sentence chose.
        if any(isinstance(effect, Damage) and effect.source is not None for effect in b):
            # What deals it may be this object or that one.
            b = mapped(
                b, lambda item: fill(item, objects[0]) if isinstance(item, Filter) and item.ref == "that" else item
            )
        else:
            b = mapped(b, lambda item: _as_at_first(fill(item, objects[0]), a[0]))
            c = mapped(c, lambda item: fill(item, objects[0]))
    elif objects and all(of == Filter(attached=True) for of in objects):
        # "Put a counter on equipped creature. If equipped creature is a Vampire, put two on it instead".
        b = mapped(b, lambda item: objects[0] if item == Filter(ref="earlier") else item)
        c = mapped(c, lambda item: objects[0] if item == Filter(ref="earlier") else item)
    elif not objects:
        b = mapped(b, lambda item: _as_at_first(item, a[0]))
    b = mapped(b, lambda item: so_much_at_first(item, getattr(a[0], "amount", None)))
    b = _sized_otherwise(a, _that_player_at_first(b, a[0]))
    if (c.counter or "").startswith(("won ", "lost ")):
        return (a[0], IfDo(c, b, a[1:])) if len(a) > 1 else None  # what is won or lost happens either way
    return (IfDo(c, b, a),)


def _sized_otherwise(a: Effects, b: Effects) -> Effects:
    """ "… becomes a 4/3 artifact creature. If …, it has base power and toughness 1/1 instead": it becomes one all the same."""
    first, other = a[0], b[0]
    if len(a) != 1 or len(b) != 1 or not isinstance(first, Become) or not isinstance(other, SetPT):
        return b
    if first.of != other.of or first.power is None or other.power.per or other.toughness.per:
        return b
    return (msgspec.structs.replace(first, power=other.power.base, toughness=other.toughness.base),)
