"""Sentences in a row: what of a later one belongs to what the one before does later, if one chooses, or if it was done (CR 608.2c)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    Become,
    Condition,
    CopySpell,
    CounterSpell,
    CreateTokens,
    DamageRule,
    Delayed,
    Event,
    Filter,
    Grant,
    IfDo,
    Lasting,
    May,
    MayCast,
    Mill,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
)
from judgecall.cards.compile.asked import EACH
from judgecall.cards.compile.characteristics import keeping_types
from judgecall.cards.compile.clauses import filters_within
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.references import has_reference, mapped
from judgecall.cards.compile.walking import any_filter

_DID_SO = Condition("other", counter="did so")


@production("sentences", "<s:sentence>", "<s:sentence> . <rest:sentences>", "<s:sentence> . Then <rest:sentences>")
def _sentences(s: Effects, rest: Effects = ()) -> Effects | None:
    if rest[:1] == (Named("keeps_types"),):
        # "It's still a land" belongs to what it became (CR 205.1b).
        return keeping_types(s) + rest[1:]
    if getattr(s[-1], "action", "") == "choose_among":
        rest = mapped(rest, _of_those_chosen)
    held, rest = _held_too(s[-1], rest)
    s = (*s[:-1], held)
    later, then = held, rest[0] if rest else None
    if then is not None and _prevents(later) and _of_what_is_prevented(then):
        # "Prevent all damage … this turn. You gain life equal to the damage prevented this way": as it is prevented.
        if any_filter(then, lambda of: of.target) or _harms_target(then):
            return None  # the target is chosen now, and hurt then
        done = then.effects if isinstance(then, IfDo) and not then.otherwise else (then,)
        by = then.condition.of if isinstance(then, IfDo) else None
        event = Event("damage_prevented_this_way", by=by or Filter(), whose="each")
        return (*s, Delayed(event, done, each_time=True, until_end_of_turn=True), *rest[1:])
    if isinstance(later, May) and later.who in EACH and isinstance(then, IfDo) and then.condition == _DID_SO:
        # "Each opponent may discard a card. If they don't, …": each of those who don't.
        if later.otherwise:
            return None
        both = msgspec.structs.replace(later, effects=(*later.effects, *then.effects), otherwise=then.otherwise)
        return (*s[:-1], both, *rest[1:])
    if isinstance(later, Delayed) and then == Named("new_targets") and isinstance(later.effects[-1], CopySpell):
        # "When you next cast an instant spell, copy it twice. You may choose new targets for the copies": as they are made.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    returned = then is not None and _of_returned(then) and _with_returned(later, then)
    if returned:
        return _sentences((*s[:-1], returned), rest[1:])
    if isinstance(later, Delayed) and isinstance(then, IfDo) and _is_outcome(then.condition):
        # "At the beginning of the next end step, flip a coin. If you lose the flip, …": then too.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, Delayed) and later.each_time and _ends_tokens(then, later.effects[-1]):
        # "Whenever you attack this turn, create a token. Sacrifice it at the beginning of the next end step": each time.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, CounterSpell) and later.unless_paid and isinstance(then, IfDo) and then.condition == _DID_SO:
        # "Counter target spell unless its controller pays {2}. If they do, …": if it was paid, and so not countered.
        return (*s, msgspec.structs.replace(then, condition=Condition("other", counter="that was paid")), *rest[1:])
    if (
        isinstance(later, Delayed)
        and isinstance(then, IfDo)
        and _asks_how_it_entered(then.condition, later.effects[-1])
    ):
        # "Return it at the beginning of the next end step. If it entered under your control, …": it enters only then.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, Delayed) and then is not None and _speaks_of_watched(later, then):
        # "Whenever a creature attacks this turn, put a counter on it. It gains trample until end of turn": each that attacks.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, Delayed) and isinstance(then, MayCast) and _speaks_of_exiled(then, later.effects[-1]):
        # "Whenever it deals combat damage this turn, exile the top card. You may play that card": each time.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    return s + rest


_SEEN = Filter(types=("card",), zone="library", state=("seen",))


def _of_those_chosen(item: Any) -> Any:
    """ "Choose a creature card from among them. Put that card into your hand and the rest …": what was chosen, not all that was seen."""
    return msgspec.structs.replace(item, state=("chosen",)) if item == _SEEN else item


_PREVENTED = "damage prevented this way"


def _prevents(effect: AnyEffect) -> bool:
    """Whether it prevents damage that is dealt later."""
    if isinstance(effect, Lasting):
        return all(map(_prevents, effect.effects))
    return (
        "prevent" in effect.rule
        if isinstance(effect, DamageRule)
        else getattr(effect, "action", "").startswith("prevent_")
    )


def _of_what_is_prevented(then: AnyEffect) -> bool:
    """Whether it speaks of the damage that is prevented, so that it happens as that is."""
    if isinstance(then, IfDo):
        return then.condition.counter == _PREVENTED and not then.otherwise
    amounts = [getattr(then, name, None) for name in ("amount", "power", "toughness")]
    return any(isinstance(amount, Amount) and amount.counter == _PREVENTED for amount in amounts)


def _harms_target(effect: AnyEffect) -> bool:
    """Whether a player, or any target, is chosen to be dealt damage."""
    inner = getattr(effect, "effects", ())
    return "target" in getattr(effect, "players", "") or any(map(_harms_target, inner))


def _of_returned(then: AnyEffect) -> bool:
    """Whether it changes what was spoken of before, and nothing else."""
    if isinstance(then, Lasting):
        return then.condition is None and all(map(_of_returned, then.effects))
    if not isinstance(then, (Grant, Become, ModifyPT, PutCounters)):
        return False
    return then.of in (Filter(ref="earlier"), Filter(ref="that"))


def _with_returned(last: AnyEffect, then: AnyEffect) -> AnyEffect | None:
    """ "Return it at the beginning of the next end step. It gains haste": what is returned then gains it."""
    if isinstance(last, IfDo) and last.condition == _DID_SO and not last.otherwise:
        inner = _with_returned(last.effects[-1], then)
        return inner and msgspec.structs.replace(last, effects=(*last.effects[:-1], inner))
    if not isinstance(last, Delayed) or not any(isinstance(effect, PutOntoBattlefield) for effect in last.effects):
        return None
    return msgspec.structs.replace(last, effects=(*last.effects, then))


def _ends_tokens(then: AnyEffect | None, last: AnyEffect) -> bool:
    """Whether it is what is done later to the tokens that the instruction before it makes."""
    if not isinstance(then, Delayed) or not isinstance(last, CreateTokens):
        return False
    return all(of == Filter(ref="earlier") for effect in then.effects for of in filters_within(effect))


def _held_too(last: AnyEffect, rest: Effects) -> tuple[AnyEffect, Effects]:
    """ "If you do, look at the top two cards. Put one of them into your hand": only if you do, as what was done is spoken of."""
    if not isinstance(last, May | IfDo) or not last.effects or last.otherwise or getattr(last, "instead", False):
        return last, rest
    count = 0
    while count < len(rest) and _goes_on(last, rest[count]):
        count += 1
    return msgspec.structs.replace(last, effects=(*last.effects, *rest[:count])), rest[count:]


_SHOWN = ("look_at_top", "reveal_top", "reveal_until")


def _goes_on(last: May | IfDo, then: AnyEffect) -> bool:
    """Whether the sentence after "you may …" or "if …" is about what is done only there.

    Cards that are looked at, the colour that is chosen; after "if you do" or "when you do", the target.
    """
    inner = last.effects
    if any(isinstance(e, Mill) or getattr(e, "action", "").startswith(_SHOWN) for e in inner) and _of_shown(then):
        return True
    if getattr(inner[-1], "action", "").startswith(_SHOWN) and _asks_of_it(then):
        return True
    came = [e for e in inner if not getattr(e, "action", "").startswith("enters")]  # "… face down. It's a Forest land"
    if (
        isinstance(last, May)
        and came
        and isinstance(came[-1], PutOntoBattlefield | CreateTokens)
        and _of_what_came(then)
    ):
        return True
    if getattr(inner[-1], "action", "").startswith("reveal_until") and _moves_it(then):
        return True
    if getattr(inner[-1], "action", "") == "choose_color":
        return any_filter(then, lambda of: of.chosen == "color")
    asked = isinstance(last, May) and last.cost is not None
    if not asked and not (isinstance(last, IfDo) and last.condition == Condition("other", counter="did so")):
        return False
    if isinstance(then, IfDo) and _is_outcome(then.condition):
        return False
    return any_filter(inner, lambda of: of.target) and has_reference(then)


def _asks_of_it(then: AnyEffect) -> bool:
    """Whether it asks what sort of card it is that was spoken of last."""
    return isinstance(then, IfDo) and then.condition.kind == "is" and then.condition.of == Filter(ref="earlier")


def _of_what_came(then: AnyEffect) -> bool:
    """Whether it is about the token that was made, or what came onto the battlefield, and nothing else."""
    if _asks_of_it(then) and isinstance(then, IfDo):
        return not then.otherwise and all(map(_of_returned, then.effects))
    if isinstance(then, Delayed):
        within = [of for effect in then.effects for of in filters_within(effect)]
        return has_reference(then.effects) and all(of.ref in ("earlier", "that") for of in within)
    if isinstance(then, Named) and then.action == "exile_if_it_would_leave":
        return then.of is not None and then.of.ref in ("earlier", "that")
    return _of_returned(then)


def _moves_it(then: AnyEffect) -> bool:
    """Whether it puts somewhere what was spoken of last."""
    return isinstance(then, (PutOntoBattlefield, Move)) and then.of.ref in ("earlier", "that")


def _of_shown(then: AnyEffect) -> bool:
    """Whether it puts some of the cards somewhere that were shown, or the rest of them."""
    if isinstance(then, May):
        return then.who == "you" and then.cost is None and all(map(_of_shown, then.effects))
    return getattr(then, "action", "").startswith(("put_from_among", "put_rest"))


def _speaks_of_watched(later: Delayed, then: AnyEffect) -> bool:
    """Whether it speaks of the object of the event that is waited for, of which the effects before it speak too."""
    of = later.event.of
    described = of is not None and not (of.this or of.attached or of.ref)
    if not described or not has_reference(later.effects) or not isinstance(then, (Grant, ModifyPT, PutCounters)):
        return False
    return then.of == Filter(ref="earlier") and not any(
        effect_of.target for effect_of in filters_within(later.effects[-1])
    )


def _speaks_of_exiled(then: MayCast, last: AnyEffect) -> bool:
    """Whether it allows to play the cards that the instruction before it exiled from a library."""
    exiled = isinstance(last, Named) and last.action.startswith("exile_top")
    return exiled and then.of.zone == "exile" and then.of.ref == "earlier"


def _asks_how_it_entered(c: Condition, last: AnyEffect) -> bool:
    """Whether it asks of what the instruction before it puts onto the battlefield what that is there."""
    back = isinstance(last, PutOntoBattlefield) and last.of.ref in ("earlier", "that")
    return back and c.kind == "is" and c.of == Filter(ref="earlier")


def _is_outcome(c: Condition) -> bool:
    """Whether it asks how the instruction before it came out."""
    name = c.counter or ""
    return c.kind == "other" and (name.startswith(("did so", "you did so", "won ", "lost ")) or "this way" in name)
