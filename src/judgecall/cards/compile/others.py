"""What "other" and "another" are other than: not always than the object that says it (CR 115.3, 608.2c)."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    Damage,
    EnterAsCopy,
    Filter,
    Modes,
    ModifyPT,
    Named,
    PutCounters,
    Triggered,
)
from judgecall.cards.compile.walking import mapped

_ANYTHING = Filter()
_ARTIFACTS = frozenset({"Equipment", "Vehicle"})


def _than(of: Filter, state: str) -> Filter:
    return msgspec.structs.replace(of, other=False, state=(*of.state, state))


# ------------------------------------------------------------------ beside a target


def other_targets(effects: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...] | None:
    """ "Target creature fights another target creature": other than the first one, which may be this object itself.

    None where the first one is of another kind, so that it may be either that is meant.
    """
    try:
        return tuple(_in_row(effects, []))
    except _Unclear:
        return None


class _Unclear(Exception):
    """Than what, can't be told."""


def _in_row(effects: tuple[AnyEffect, ...], before: list[Filter]) -> list[Any]:
    done: list[Any] = []
    for at, effect in enumerate(effects):
        if isinstance(effect, Modes):
            modes = tuple(tuple(_in_row(mode, list(before))) for mode in effect.modes)
            done.append(msgspec.structs.replace(effect, modes=modes))
            continue
        rows = {
            name: tuple(_in_row(row, before)) for name in ("effects", "otherwise") if (row := getattr(effect, name, ()))
        }
        if rows:
            done.append(msgspec.structs.replace(effect, **rows))
            continue
        changed: Any = effect
        for of in _in_order(effect):
            if of.target and not of.other:
                before.append(of)
            elif of.target and before and _beside(of, before):
                changed = mapped(changed, partial(_instead_of, of, _than(of, "other_than_target")))
        if isinstance(effect, Damage) and effect.of is None and effect.players == "any_target":
            before.append(_ANYTHING)
        done.append(
            _copying(
                _chosen_beside(changed, before),
                effects[at + 1 :],
                "other_than_target" if before else "other_than_chosen",
            )
        )
    return done


def _instead_of(old: Filter, new: Filter, item: Any) -> Any:
    return new if item == old else item


def _in_order(effect: Any) -> list[Filter]:
    """The objects it is about in the order of the words: first what deals the damage."""
    of = getattr(effect, "of", None)
    found = [getattr(effect, name, None) for name in ("source", "attacker", "blockers")]
    either = of.alternatives if isinstance(of, Filter) and of.alternatives else (of,)
    return [f for f in (*found, *either) if isinstance(f, Filter)]


def _beside(of: Filter, before: list[Filter]) -> bool:
    """Whether one of the targets before could be chosen again."""
    if any(f.zone == of.zone and _overlap(f, of) for f in before):
        return True
    if any(f.types and f.zone == of.zone for f in before):
        raise _Unclear
    return False


def _overlap(a: Filter, b: Filter) -> bool:
    one, other = (set(f.types) or ({"artifact"} if set(f.subtypes) & _ARTIFACTS else set()) for f in (a, b))
    return not one or not other or bool(one & other) or "permanent" in one | other


def _chosen_beside(effect: Any, before: list[Filter]) -> Any:
    """ "Target creature connives. Then choose another creature": another than the target."""
    of = getattr(effect, "of", None)
    chooses = isinstance(effect, Named) and effect.action == "choose"
    if not (before and chooses and isinstance(of, Filter) and of.other) or of.target:
        return effect
    return msgspec.structs.replace(effect, of=_than(of, "other_than_target"))


def _copying(effect: Any, after: tuple[AnyEffect, ...], than: str) -> Any:
    """ "Put a counter on target creature. Each other creature becomes a copy of that creature": other than that one."""
    copied = after[0] if after and isinstance(effect, Named) and effect.action.startswith("becomes_copy") else None
    if not isinstance(copied, EnterAsCopy) or copied.of != Filter(ref="earlier"):
        return effect
    group = effect.of.other and not effect.of.target
    return msgspec.structs.replace(effect, of=_than(effect.of, than)) if group else effect


# ------------------------------------------------------------------ beside the object of the event


def other_than_event(t: Triggered) -> Triggered | None:
    """ "Whenever a creature attacks, it gets +1/+0 for each other attacking creature": other than that one."""
    of = t.event.of
    t = mapped(t, _beside_token)
    if of is None or of.this:
        return t
    if of.attached and t.event.by is not None and any(_other_group(e) for e in t.effects):
        return None  # "deals damage to a blocking creature, … each other creature": than the one dealt damage
    in_graveyard = t.event.what == "dies" and not any(f.this for f in of.alternatives)
    return msgspec.structs.replace(t, effects=mapped(t.effects, partial(_beside_event, in_graveyard=in_graveyard)))


def _beside_token(item: Any) -> Any:
    """ "The token enters with X counters on it, where X is the number of other creatures you control": than the token."""
    enters = isinstance(item, Named) and item.action.startswith("will_enter_with") and item.of == Filter(ref="earlier")
    if not enters or item.amount.of is None or not item.amount.of.other:
        return item
    return msgspec.structs.replace(
        item, amount=msgspec.structs.replace(item.amount, of=_than(item.amount.of, "other_than_it"))
    )


def _other_group(effect: Any) -> bool:
    of = getattr(effect, "of", None)
    return isinstance(of, Filter) and of.other and not of.target


def _beside_event(item: Any, in_graveyard: bool) -> Any:
    if isinstance(item, Filter):
        # "Exile it. Return up to one other target creature card from your graveyard": none that is on the battlefield.
        of_cards = in_graveyard and item.other and item.target and item.zone == "graveyard"
        return _than(item, "other_than_it") if of_cards else item
    if isinstance(item, Amount) and item.of is not None and item.of.other and _LIKE_IT & set(item.of.state):
        return msgspec.structs.replace(item, of=_than(item.of, "other_than_it"))
    about = item.of if isinstance(item, (ModifyPT, PutCounters)) else None
    if about is None or not (about.attached or about.ref == "event"):
        return item
    state = "other_than_attached" if about.attached else "other_than_it"
    changes = {
        name: msgspec.structs.replace(value, of=_than(value.of, state))
        for name in item.__struct_fields__
        if isinstance(value := getattr(item, name), Amount) and value.of is not None and value.of.other
    }
    return msgspec.structs.replace(item, **changes) if changes else item


_LIKE_IT = frozenset({"shares_creature_type_with_it", "named_like_it"})
