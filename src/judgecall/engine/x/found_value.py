"""The mana value of the cards that a search may find, as its filter counts it (Birthing Pod, Chord of Calling)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Comparison
from judgecall.engine.condition_terms import compare
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.engine.x.mana_value import mana_value_of
from judgecall.engine.x.value import spell_x
from judgecall.scenario.model import Query


@answers("found_mana_value")
def found_mana_value(state: State, query: Query) -> Verdict:
    """What mana value the cards may have that the subject's search finds, after `target` was sacrificed for it; `n`: may it be this?"""
    chosen = state.members(query.subject)
    if not chosen:
        raise CannotRule("no_subject")
    one = chosen[0]
    op, wanted = _asked_value(state, one)
    other = next(iter(state.members(query.target)), None)
    value = _amount(state, one, other, wanted)
    counted_for_search(state, one, value)
    if query.n is not None:
        return YesNo(compare(query.n, op, value))
    if op not in {"=", "<="}:
        raise CannotRule("unknown_number", object=one.ref)
    return Number(value, "exactly" if op == "=" else "at_most")


def _asked_value(state: State, one: Permanent) -> tuple[Comparison, Amount]:
    """The comparison with a mana value in the filter of its search.

    Raises:
        CannotRule: it has no such search, or more than one.
    """
    found: list[tuple[Comparison, Amount]] = [
        effect.of.mana_value_of
        for ability in state.printed_abilities(one)
        for effect in getattr(ability, "effects", ())
        if str(getattr(effect, "action", "")).startswith("search_to_")
        and getattr(effect, "of", None) is not None
        and effect.of.mana_value_of is not None
    ]
    if len(found) != 1:
        raise CannotRule("no_such_effect", object=one.ref, effect="search")
    return found[0]


def _amount(state: State, one: Permanent, other: Permanent | None, wanted: Amount) -> int:
    if wanted.per == "mana_value" and wanted.of is not None and wanted.of.ref == "cost":
        value = mana_value_of(state, other) if other is not None else None
    elif wanted.per == "x":
        value = spell_x(state, one)
    else:
        value = None
    if value is None:
        raise CannotRule("unknown_number", object=one.ref)
    return wanted.base + wanted.times * value


@rule("608.2h")
def counted_for_search(state: State, one: Permanent, value: int) -> None:
    """An effect that needs to know something of an object that left uses it as it last existed."""
    state.d.step("search_goes_by", object=one.ref, n=value)
