"""What a named card is for in a question about X, mana values and counters, told by its own abilities."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Activated,
    Amount,
    CantDo,
    Card,
    CopySpell,
    CounterSpell,
    CreateTokens,
    Damage,
    DoubleX,
    Effect,
    Filter,
    Grant,
    IfDo,
    Keyword,
    Life,
    MayCast,
    ModifyPT,
    Replacement,
    SpellAbility,
    Static,
    Triggered,
    Unread,
)


def roles(card: Card) -> frozenset[str]:
    """The parts that a card can play.

    x: {X} in its mana cost; chalice: counters spells as they are cast; counterspell: targets a spell; permission: lets
    spells be cast; recursion: targets cards in a graveyard; doubler: doubles X; counter_changer: Hardened Scales;
    reveals: uses the mana value of a card; x_watcher: triggers on a spell with X; exiler: exiles until it leaves;
    remover: targets permanents; wounder: does so with damage or a change of size, so that what becomes of them is another matter; granter: gives spells of some mana value a keyword; clone: enters as a copy; putter: puts
    cards onto the battlefield; sweeper, finder: destroys all, or searches for a card, of some mana value; blinker: exiles and returns; taker: takes a card of some mana value out of a hand; forbidder: says that some spells
    can't be cast; spell_copier: copies a spell that it targets; by_value: what it targets or does goes by mana value; spell: an instant or sorcery.
    """
    face = card.faces[0]
    found = {"x"} if "{X}" in face.mana_cost else set()
    if {"instant", "sorcery"} & set(face.types):
        found.add("spell")
    for ability in face.abilities:
        found |= set(_of_ability(ability))
    return frozenset(found)


def _of_ability(ability: Ability) -> Iterator[str]:
    if isinstance(ability, Replacement):
        if ability.what in {"more_counters", "double_counters"}:
            yield "counter_changer"
        if ability.what == "enters_as_copy":
            yield "clone"
    if isinstance(ability, Keyword) and ability.name == "cascade":
        yield "cascades"
    if isinstance(ability, Unread) and ability.shape == "spell" and "targets" in ability.concepts:
        yield "remover"
    if not isinstance(ability, Static | Triggered | Activated | SpellAbility):
        return
    for effect in effects(ability):
        if isinstance(effect, MayCast):
            yield "permission"
        if isinstance(effect, DoubleX):
            yield "doubler"
        if (
            isinstance(effect, IfDo)
            and isinstance(ability, Triggered)
            and effect.effects
            and effect.otherwise
            and not effect.instead
        ):
            yield "either"
        if isinstance(effect, CounterSpell):
            yield "chalice" if isinstance(ability, Triggered) and ability.event.what == "casts" else "counterspell"
        if (
            isinstance(effect, Grant)
            and isinstance(ability, Static)
            and effect.of.mana_value is not None
            and "spell" in effect.of.types
        ):
            yield "granter"
        if (
            getattr(effect, "how", "") in {"exile", "exile_until_leaves"}
            and isinstance(ability, Triggered)
            and _permanents(effect)
        ):
            yield "exiler"
        if isinstance(effect, CantDo) and effect.what == "be_cast" and isinstance(ability, Static):
            yield "forbidder"
        if isinstance(effect, CopySpell) and isinstance(ability, SpellAbility) and effect.of.target:
            yield "spell_copier"
        if type(effect).__name__ == "ExileAndReturn":
            yield "blinker"
        if type(effect).__name__ == "PutOntoBattlefield":
            yield "putter"
        amount = getattr(effect, "amount", None)
        if isinstance(amount, Amount) and amount.per in {"mana_value", "revealed_mana_value"}:
            yield "reveals"
        condition = getattr(effect, "condition", None)
        if condition is not None and condition.kind == "target_mana_value":
            yield "by_value"
        wanted = getattr(effect, "of", None)
        if (
            isinstance(wanted, Filter)
            and not wanted.target
            and (wanted.mana_value is not None or wanted.mana_value_of is not None)
        ):
            if getattr(effect, "how", "") in {"destroy", "exile", "hand"} and wanted.zone == "battlefield":
                yield "sweeper"
            elif str(getattr(effect, "action", "")).startswith("search"):
                yield "finder"
            elif getattr(effect, "action", "") == "discard_chosen":
                yield "taker"
        yield from _of_target(wanted)
        if isinstance(effect, Damage | ModifyPT) and isinstance(wanted, Filter) and wanted.target:
            yield "wounder"
    if isinstance(ability, Triggered) and ability.event.of is not None and "x_in_cost" in ability.event.of.state:
        yield "x_watcher"


def _permanents(effect: Effect) -> bool:
    wanted = getattr(effect, "of", None)
    return isinstance(wanted, Filter) and wanted.target and wanted.zone == "battlefield" and "spell" not in wanted.types


def _of_target(wanted: Filter | None) -> Iterator[str]:
    if not isinstance(wanted, Filter) or not wanted.target:
        return
    if wanted.mana_value is not None or wanted.mana_value_of is not None:
        yield "by_value"
    if wanted.zone == "stack" or "spell" in wanted.types:
        yield "counterspell"
    elif wanted.zone == "graveyard":
        yield "recursion"
    elif wanted.zone == "battlefield":
        yield "remover"


def effects(ability: Static | Triggered | Activated | SpellAbility) -> Iterator[Effect]:
    """The effects of an ability, those inside others too."""
    yield from _within(ability.effects)


def _within(found: tuple[Effect, ...]) -> Iterator[Effect]:
    for effect in found:
        yield effect
        for field in msgspec.structs.fields(effect):
            value = getattr(effect, field.name)
            if isinstance(value, tuple) and value and isinstance(value[0], Effect):
                yield from _within(value)


def grant_of_cascade(card: Card) -> tuple[str, int] | None:
    """The bound that a card's grant of cascade puts on a spell's mana value (Imoti), if that is all it asks."""
    for ability in card.faces[0].abilities:
        if not isinstance(ability, Static):
            continue
        for effect in ability.effects:
            if isinstance(effect, Grant) and any(
                isinstance(a, Keyword) and a.name == "cascade" for a in effect.abilities
            ):
                wanted = msgspec.structs.replace(effect.of, mana_value=None)
                if wanted == Filter(types=("spell",), controller=wanted.controller, zone="stack"):
                    return effect.of.mana_value
    return None


def counters_spells(card: Card) -> bool:
    """Whether it is an instant or sorcery that counters a spell."""
    return any(
        isinstance(e, CounterSpell) for a in card.faces[0].abilities if isinstance(a, SpellAbility) for e in effects(a)
    )


def has_x_amount(card: Card, kind: str, who: str = "") -> bool:
    """Whether one of its spell or enters abilities does so much (damage, tokens, life, cards) that can be told.

    Args:
        who: whose life is asked after, you or opp, if that was said.
    """
    if kind in {"life", "life_lost"}:
        lives = [
            e
            for a in card.faces[0].abilities
            if isinstance(a, SpellAbility | Triggered)
            for e in effects(a)
            if isinstance(e, Life) and e.gain == (kind == "life")
        ]
        fitting = {
            "you": {"you", "each_player"},
            "opp": {
                "each_opponent",
                "opponent",
                "target_player",
                "target_opponent",
                "each_other_player",
                "each_player",
            },
        }
        return len(lives) == 1 and lives[0].gain == (kind == "life") and (lives[0].who in fitting[who] if who else True)
    wanted = {"damage": "Damage", "tokens": "CreateTokens", "life": "Life", "life_lost": "Life", "cards": "Draw"}.get(
        kind
    )
    return any(
        type(e).__name__ == wanted
        for a in card.faces[0].abilities
        if isinstance(a, SpellAbility | Triggered | Activated)
        for e in effects(a)
    )


def token_size_from_x(card: Card) -> bool:
    """Whether it makes a 0/0 token and puts counters on it (Zaxara): how big is the token is how many counters."""
    for ability in card.faces[0].abilities:
        if isinstance(ability, Triggered):
            made = [e for e in effects(ability) if isinstance(e, CreateTokens)]
            if any(getattr(e, "power", None) == 0 for e in made) and any(
                type(e).__name__ == "PutCounters" for e in effects(ability)
            ):
                return True
    return False


def searches_for(card: Card) -> Filter | None:
    """What a card that searches, or takes a card out of a hand, asks of the card by its mana value."""
    for ability in card.faces[0].abilities:
        for effect in effects(ability) if isinstance(ability, Static | Triggered | Activated | SpellAbility) else ():
            wanted = getattr(effect, "of", None)
            if isinstance(wanted, Filter) and (wanted.mana_value is not None or wanted.mana_value_of is not None):
                return wanted
    return None


def plain_lord(card: Card) -> bool:
    """Whether all it does is to make creatures bigger or smaller."""
    return all(
        isinstance(a, Static) and all(type(e).__name__ == "ModifyPT" for e in a.effects) for a in card.faces[0].abilities
    ) and bool(card.faces[0].abilities)  # fmt: skip


def counter_compared(card: Card) -> str | None:
    """The kind of its counters that it compares mana values with (charge for Chalice of the Void), if it does."""
    for ability in card.faces[0].abilities:
        if not isinstance(ability, Triggered | Activated):
            continue
        wanted = [getattr(e, "of", None) for e in effects(ability)]
        if isinstance(ability, Triggered):
            wanted.append(ability.event.of)
        for one in wanted:
            if isinstance(one, Filter) and one.mana_value_of is not None and one.mana_value_of[1].per == "counters":
                return one.mana_value_of[1].counter
    return None
