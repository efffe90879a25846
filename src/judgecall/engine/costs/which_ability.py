"""Which of an object's abilities a question is about, as far as a cost tells."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AddMana,
    Amount,
    AnyEffect,
    Become,
    Cost,
    CreateTokens,
    Damage,
    Draw,
    Filter,
    IfDo,
    Keyword,
    Life,
    May,
    Modes,
    ModifyPT,
    Move,
    PutCounters,
    TapOrUntap,
    Unread,
)
from judgecall.engine.characteristics import abilities_of, intrinsic_mana_abilities
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State

_EFFECT_WORDS: dict[str, tuple[type, ...]] = {
    "mana": (AddMana,), "pump": (ModifyPT,), "animate": (Become,), "counters": (PutCounters,), "tokens": (CreateTokens,),
    "damage": (Damage,), "draw": (Draw,), "destroy": (Move,), "life": (Life,), "untap_effect": (TapOrUntap,),
    "tap_effect": (TapOrUntap,),
}  # fmt: skip


def effects_in(effects: tuple[AnyEffect, ...]) -> list[AnyEffect]:
    """Every effect, those inside choices and conditions too."""
    found: list[AnyEffect] = []
    for effect in effects:
        found.append(effect)
        if isinstance(effect, IfDo | May):
            found.extend(effects_in(effect.effects))
            found.extend(effects_in(effect.otherwise))
        elif isinstance(effect, Modes):
            for mode in effect.modes:
                found.extend(effects_in(mode))
    return found


Paid = Activated | Unread


def paid_abilities(state: State, one: Permanent) -> list[Paid]:
    """Its activated abilities, those of which only the cost was read among them, basic land types' and crew too."""
    found: list[Paid] = []
    for ability in abilities_of(state, one):
        if isinstance(ability, Activated) or (isinstance(ability, Unread) and ability.shape == "activated"):
            found.append(ability)
        elif isinstance(ability, Keyword) and (made := _of_keyword(ability)) is not None:
            found.append(made)
    for intrinsic in intrinsic_mana_abilities(state, one):
        if intrinsic not in found:
            found.append(intrinsic)
    return found


def _of_keyword(ability: Ability) -> Activated | None:
    """Keyword abilities that are activated ones: crew (CR 702.122a), saddle (702.171a), equip (702.6a)."""
    if not isinstance(ability, Keyword):
        return None
    if ability.name in {"crew", "saddle"}:
        cost = Cost(tap_objects=(Amount(base=ability.n or 0, per=None), Filter(types=("creature",), other=True)))
        return Activated(cost, (), sorcery_timing=ability.name == "saddle")
    if ability.name in {"equip", "reconfigure", "fortify"}:
        return Activated(Cost(mana=ability.cost), (), sorcery_timing=True)
    return None


def is_crew(state: State, one: Permanent) -> Keyword | None:
    """Its crew or saddle ability."""
    found = [a for a in abilities_of(state, one) if isinstance(a, Keyword) and a.name in {"crew", "saddle"}]
    return found[0] if found else None


def cost_of(ability: Paid) -> Cost | None:
    """The activation cost; None for a line of which not even that was read."""
    return ability.cost


def cost_has_x(cost: Cost) -> bool:
    """Whether an activation cost has an X in it, as mana or as a number of something else (CR 107.3a)."""
    parts = (cost.tap_objects, cost.sacrifice, cost.discard, cost.exile, cost.return_to_hand, cost.remove_counters)
    amounts = [part[0] for part in parts if part is not None] + [a for a in (cost.life, cost.energy) if a is not None]
    return "{X}" in cost.mana or cost.loyalty_x or any(a.per == "x" for a in amounts)


def is_mana_ability(ability: Paid) -> bool:
    """Could add mana, has no target, isn't a loyalty ability (CR 605.1a)."""
    cost = cost_of(ability)
    if isinstance(ability, Unread) or (cost is not None and (cost.loyalty is not None or cost.loyalty_x)):
        return False
    effects = effects_in(ability.effects)
    targets = any(f.target for e in effects for f in (getattr(e, "of", None),) if isinstance(f, Filter))
    return not targets and any(isinstance(e, AddMana) for e in effects)


def chosen_abilities(state: State, one: Permanent, word: str) -> list[Paid]:
    """The abilities that a word of the question picks: tap, untap, mana, counters, crew, …; all of them for no word.

    Raises:
        CannotRule: nothing is known of such an ability.
    """
    found = paid_abilities(state, one)
    if word in {"tap", "untap"}:
        picked = [a for a in found if (c := cost_of(a)) is not None and (c.tap if word == "tap" else c.untap)]
        if word == "untap" and not picked:
            picked = [a for a in found if isinstance(a, Activated) and _untaps_itself(a)]
        if not picked and one.card is None:
            picked = [Activated(Cost(tap=word == "tap", untap=word == "untap"), ())]
        found = picked
    elif word in {"crew", "saddle", "equip"}:
        keywords = [a for a in abilities_of(state, one) if isinstance(a, Keyword) and a.name == word]
        found = [made for a in keywords if (made := _of_keyword(a)) is not None]
    elif word in _EFFECT_WORDS:
        found = [a for a in found if _does(a, word)]
    elif word == "tap_objects":
        found = [a for a in found if (c := cost_of(a)) is not None and c.tap_objects is not None]
    if not found and word == "mana" and one.card is None:
        found = [Activated(Cost(tap=True), (AddMana(("any_color",)),))]
    if not found:
        raise CannotRule("no_such_ability", object=one.ref)
    return found


def _untaps_itself(ability: Activated) -> bool:
    return any(isinstance(e, TapOrUntap) and e.untap and e.of.this for e in effects_in(ability.effects))


def _does(ability: Paid, word: str) -> bool:
    if isinstance(ability, Unread):
        return word in ability.concepts
    kinds = _EFFECT_WORDS[word]
    for effect in effects_in(ability.effects):
        if isinstance(effect, kinds) and not (
            isinstance(effect, TapOrUntap) and effect.untap != word.startswith("untap")
        ):
            return True
    return word == "counters" and (ability.cost.put_counters is not None or ability.cost.remove_counters is not None)
