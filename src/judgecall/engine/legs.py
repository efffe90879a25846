"""Counting legs in the art, for cards that look at a printing (Jermane, Pride of the Circus).

How many legs a figure has is a fact of a printing, which no rule decides. What is computed is which figures count,
and whether what is known of them is enough.
"""

from __future__ import annotations

from judgecall.cards.abilities import Comparison, Keyword
from judgecall.corpus.figures import legs_by_type
from judgecall.engine.characteristics import is_creature, subtypes_of
from judgecall.engine.condition_terms import compare
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import Query


@rule("100.7", "jermane-5")
def matching_figures(state: State, one: Permanent, op: Comparison, n: int) -> bool:
    """Several figures that each match what the card represents: one that fits is enough, and their legs aren't added up."""
    fitting = [legs for legs in one.thing.figures if compare(legs, op, n)]
    if fitting:
        state.d.step("one_figure_is_enough", object=one.ref, legs=fitting[0], n=n)
    else:
        state.d.step("no_figure_fits", object=one.ref, legs=max(one.thing.figures), figures=len(one.thing.figures), n=n)
    return bool(fitting)


@rule("100.7", "jermane-3")
def legs_in_art(state: State, one: Permanent, legs: int, op: Comparison, n: int) -> bool:
    """The legs of the figure in the art decide."""
    fits = compare(legs, op, n)
    state.d.step("legs_fit" if fits else "legs_do_not_fit", object=one.ref, legs=legs, n=n)
    return fits


@rule("100.7", "jermane-6")
def other_figures(state: State, one: Permanent) -> bool:
    """Figures in the art that aren't what the card represents don't count, however many legs they have."""
    legs = max(one.thing.other_figures)
    if legs:
        state.d.step("other_figure_does_not_count", object=one.ref, legs=legs)
    else:
        state.d.step("only_own_figure_counts", object=one.ref)
    return False


@rule("100.7", "jermane-4")
def known_by_kind(state: State, one: Permanent, op: Comparison, n: int) -> bool | None:
    """A kind of creature that is known to have so many legs has them, all in sight or not; None if its types don't tell."""
    verdicts: dict[str, bool | None] = {}
    for kind in sorted(subtypes_of(state, one)):
        if kind in legs_by_type():
            known = legs_by_type()[kind]
            fits = None if known is None else {compare(legs, op, n) for legs in known}
            verdicts[kind] = fits.pop() if fits is not None and len(fits) == 1 else None
    found = set(verdicts.values())
    if len(found) != 1 or None in found or _every_type(state, one):
        return None
    has_them = bool(found.pop())
    code = "kind_has_the_legs" if has_them else "kind_lacks_the_legs"
    state.d.step(code, object=one.ref, kind=next(iter(verdicts)), n=n)
    return has_them


def _every_type(state: State, one: Permanent) -> bool:
    return any(isinstance(a, Keyword) and a.name == "changeling" for a in state.printed_abilities(one))


@rule("100.7", "jermane-2")
def type_is_not_enough(state: State, one: Permanent, n: int) -> bool:
    """Where creatures of its types differ, the type alone doesn't tell (CR 100.7): never by itself a reason for yes."""
    state.d.step("type_alone_is_not_enough", object=one.ref, n=n)
    return False


@rule("100.7", "jermane-3")
def look_at_the_art(state: State, one: Permanent, n: int) -> bool:
    """When nothing else tells, someone has to look at the art."""
    type_is_not_enough(state, one, n)
    fits = state.facts.ask("legs_in_art", object=one.ref, n=n)
    state.d.step("art_decides_legs", object=one.ref, n=n)
    return fits


def legs_compare(state: State, one: Permanent, op: Comparison, n: int) -> bool:
    """Whether the figure that the card represents has so many legs, by what is stated, known of the kind, or asked."""
    if one.thing.figures:
        return matching_figures(state, one, op, n)
    stated = one.thing.legs if one.thing.legs is not None else (one.card.legs if one.card else None)
    if stated is not None:
        return legs_in_art(state, one, stated, op, n)
    if one.thing.other_figures:
        other_figures(state, one)
    by_kind = known_by_kind(state, one, op, n)
    return look_at_the_art(state, one, n) if by_kind is None else by_kind


@answers("legs_ok")
def legs_ok(state: State, query: Query) -> Verdict:
    """Whether the subject has four or more legs (or `n` or more).

    `value` "type_alone": is its creature type enough to tell? "other_figure": does another figure in the art make it so?
    """
    if query.value == "other_figure":
        one = state.members(query.subject)[0]
        if known_by_kind(state, one, ">=", 4):
            return YesNo(True)
        return YesNo(other_figures(state, one))
    if query.value == "type_alone":
        one = state.members(query.subject)[0]
        known = known_by_kind(state, one, ">=", 4)
        return YesNo(type_is_not_enough(state, one, 4) if known is None else known)
    found = {
        not (one.thing.types and not is_creature(state, one))
        and legs_compare(state, one, ">=", 4 if query.n is None else query.n)
        for one in state.members(query.subject)
    }
    if len(found) > 1:
        raise CannotRule("some_have_some_have_not", object=state.members(query.subject)[0].ref)
    return YesNo(found.pop())


@rule("100.7", "jermane-4")
def legs_of_kind(state: State, one: Permanent) -> int | None:
    """How many legs every creature of its kind has; None if its types don't tell (CR 100.7)."""
    known = {legs_by_type().get(kind) for kind in subtypes_of(state, one) if kind in legs_by_type()}
    if len(known) != 1 or _every_type(state, one):
        return None
    legs = known.pop()
    if legs is None or legs[0] != legs[1]:
        return None
    state.d.step("kind_has_so_many_legs", object=one.ref, legs=legs[0])
    return legs[0]


@answers("number_of_legs")
def number_of_legs(state: State, query: Query) -> Verdict:
    """How many legs the subject has: as stated, or as every creature of its kind has."""
    one = state.members(query.subject)[0]
    stated = one.thing.legs if one.thing.legs is not None else (one.card.legs if one.card else None)
    if stated is not None:
        legs_in_art(state, one, stated, ">=", 0)
        return Number(stated)
    known = legs_of_kind(state, one)
    if known is None:
        raise CannotRule("legs_only_in_art", object=one.ref)
    return Number(known)
