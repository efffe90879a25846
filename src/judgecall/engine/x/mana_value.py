"""Mana value (CR 202.3), X counted on the stack only."""

from __future__ import annotations

from collections.abc import Sequence

from judgecall.cards.abilities import Card, Comparison
from judgecall.engine.condition_terms import compare
from judgecall.engine.derivation import rule
from judgecall.engine.faces.meld import melds_into
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.triggers.run import Run
from judgecall.engine.triggers.waiting import TRANSFORM_WORDS
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.engine.x.symbols import fixed_value, printed_cost, symbols, x_symbols
from judgecall.engine.x.value import on_stack, spell_x
from judgecall.scenario.model import Query

_LEAVES_PLAY = frozenset({"leave", "blink", "return", "sacrifice", "transform", "copy"})
_TWO_CARDS_IN_ONE = frozenset({"split", "aftermath", "room"})
_OP_NAMES: dict[Comparison, str] = {
    ">=": "x_at_least", "<=": "x_at_most", "=": "x_equals", ">": "x_above", "<": "x_below", "!=": "x_not",
}  # fmt: skip


@rule("202.3")
def mana_value_of(state: State, one: Permanent, *, as_spell: bool = False) -> int | None:
    """The total amount of mana in its mana cost (CR 202.3). None for a spell with {X} for which nobody said what X is.

    Args:
        as_spell: it is looked at while it is a spell on the stack, whatever zone the scenario names.
    """
    special = _by_object(state, one, as_spell)
    if special is not None:
        return special
    cost = _cost(state, one)
    count = x_symbols(cost)
    symbols_that_count(state, one, cost)
    if not count:
        value = fixed_value(cost)
        state.d.step("mana_value", object=one.ref, cost=cost or "0", value=value)
        return value
    return _with_x(state, one, cost, as_spell or on_stack(state, one))


def _by_object(state: State, one: Permanent, as_spell: bool) -> int | None:
    """Mana values that don't come from the mana cost of the face that is up."""
    if one.thing.mana_value is not None:
        state.d.step("mana_value_stated", object=one.ref, value=one.thing.mana_value)
        return one.thing.mana_value
    card = one.card
    if one.thing.mana_cost is not None or card is None:
        return None
    stands = one.zone in {"battlefield", "stack"} or as_spell
    if card.layout == "meld" and stands and (melded := melded_name(one)):
        return melded_mana_value(state, one, melded)
    if len(card.faces) > 1 and card.layout in _TWO_CARDS_IN_ONE:
        return split_mana_value(state, one) if not stands or card.layout == "room" else None
    if (one.is_copy or one.thing.copy_of is not None) and one.face_index > 0 and card.layout in {"transform", "meld"}:
        return back_face_copy(state, one)
    if one.face_index > 0 and card.layout == "transform" and stands:
        return back_face_mana_value(state, one)
    return None


def _cost(state: State, one: Permanent) -> str:
    """The mana cost that counts in its zone: off the stack and the battlefield the front face's (CR 712.8a)."""
    cost = printed_cost(one)
    if cost is None:
        if one.thing.token:
            return no_mana_cost(state, one)
        if "land" in one.thing.types:
            return no_mana_cost(state, one)
        raise CannotRule("unknown_mana_cost", object=one.ref)
    card = one.card
    if card is not None and one.thing.mana_cost is None and one.face_index > 0:
        flip = card.layout == "flip"
        if flip or (one.zone not in {"battlefield", "stack"} and not on_stack(state, one)):
            return card.faces[0].mana_cost
    if not cost:
        return no_mana_cost(state, one)
    return cost


@rule("202.3a")
def no_mana_cost(state: State, one: Permanent) -> str:
    """An object without a mana cost (a land, most tokens) has mana value 0 (CR 202.3a)."""
    state.d.step("no_mana_cost", object=one.ref)
    return ""


@rule("202.3b")
def back_face_mana_value(state: State, one: Permanent) -> int:
    """A transforming card with its back up has the mana value of its front's mana cost (CR 202.3b)."""
    assert one.card is not None
    value = fixed_value(one.card.faces[0].mana_cost)
    state.d.step("back_face_uses_front_cost", object=one.ref, value=value)
    return value


@rule("202.3b")
def back_face_copy(state: State, one: Permanent) -> int:
    """A copy of such a back has no front to take a cost from: mana value 0 (CR 202.3b, 712.8e)."""
    state.d.step("copy_of_back_face", object=one.ref)
    return 0


@rule("202.3c")
def melded_mana_value(state: State, one: Permanent, melded: str) -> int:
    """A melded permanent has the combined mana costs of the front faces of both its cards; a copy of one has 0 (CR 202.3c)."""
    if one.is_copy:
        state.d.step("copy_of_melded", object=one.ref)
        return 0
    halves = halves_of(state, melded)
    if len(halves) != 2:
        raise CannotRule("melded_mana_value", object=one.ref)
    value = sum(fixed_value(card.faces[0].mana_cost) for card in halves)
    names = [card.name.partition(" // ")[0] for card in halves]
    state.d.step("melded_combined", object=one.ref, first=names[0], second=names[1], value=value)
    return value


def melded_name(one: Permanent) -> str:
    """The name of the melded permanent that it is; empty for a half that isn't melded."""
    if one.card is None:
        return ""
    if " // " not in one.card.name:
        return one.card.name
    return melds_into(one) if one.thing.face == "back" or one.face_index > 0 or one.thing.copy_of_face == "back" else ""


def halves_of(state: State, melded: str) -> list[Card]:
    """The two cards that meld into it, as far as card facts know them."""
    names: Sequence[str] = getattr(state.cards, "names", tuple)()
    found = (state.cards.get(name) for name in names if name.endswith(f" // {melded}"))
    return [card for card in found if card is not None and card.layout == "meld"]


def symbols_that_count(state: State, one: Permanent, cost: str) -> None:
    """Note how symbols that can be paid in several ways count."""
    for symbol in dict.fromkeys(symbols(cost)):
        if "P" in symbol.split("/"):
            phyrexian_counts_one(state, one, symbol)
        elif "/" in symbol:
            hybrid_counts_most(state, one, symbol)


@rule("202.3f")
def hybrid_counts_most(state: State, one: Permanent, symbol: str) -> None:
    """A hybrid symbol counts as much as its largest component (CR 202.3f)."""
    state.d.step("hybrid_symbol_counts", object=one.ref, symbol=f"{{{symbol}}}", n=fixed_value(f"{{{symbol}}}"))


@rule("202.3g")
def phyrexian_counts_one(state: State, one: Permanent, symbol: str) -> None:
    """A Phyrexian symbol counts 1, however it is paid (CR 202.3g)."""
    state.d.step("phyrexian_symbol_counts", object=one.ref, symbol=f"{{{symbol}}}")


@rule("202.3d")
def split_mana_value(state: State, one: Permanent) -> int:
    """Off the stack a split card has the combined mana costs of its halves (CR 202.3d)."""
    assert one.card is not None
    value = sum(fixed_value(face.mana_cost) for face in one.card.faces)
    state.d.step("split_card_combined", object=one.ref, value=value)
    return value


@rule("202.3e")
def _with_x(state: State, one: Permanent, cost: str, stack: bool) -> int | None:
    """X is the number chosen while the object is on the stack, and 0 anywhere else (CR 202.3e)."""
    fixed = fixed_value(cost)
    if not stack:
        state.d.step("mana_value_x_is_0", object=one.ref, cost=cost, value=fixed)
        return fixed
    x = spell_x(state, one)
    if x is None:
        return None
    value = fixed + x_symbols(cost) * x
    state.d.step("mana_value_with_x", object=one.ref, cost=cost, x=x, value=value)
    return value


@rule("202.3e")
def mana_value_compares(state: State, one: Permanent, op: Comparison, n: int, *, as_spell: bool = False) -> bool:
    """Whether its mana value stands so to `n`; an X that nobody stated splits the case where it decides."""
    cost = printed_cost(one)
    if cost is None and one.thing.mana_value is None and not one.thing.token and "land" not in one.thing.types:
        return state.facts.ask("mana_value_is", object=one.ref, op=op, n=n)
    value = mana_value_of(state, one, as_spell=as_spell)
    if value is not None:
        return compare(value, op, n)
    fixed, count = fixed_value(cost or ""), x_symbols(cost or "")
    fitting = {x for x in range(max(n, 0) + 2) if compare(fixed + count * x, op, n)}
    if not fitting or len(fitting) == max(n, 0) + 2:
        state.d.step("no_x_changes_it", object=one.ref, n=n)
        return bool(fitting)
    bound = max(fitting) if op in {"<=", "<"} else min(fitting)
    asked: Comparison = {"<": "<=", ">": ">="}.get(op, op)  # type: ignore[assignment]
    if op == "!=":
        bound = min(set(range(n + 2)) - fitting)
    holds = state.facts.ask(_OP_NAMES[asked], object=one.ref, n=bound)
    state.d.step("mana_value_hangs_on_x", object=one.ref, cost=cost, n=n)
    return holds


def known_mana_value(state: State, one: Permanent) -> int | None:
    """The mana value of a spell as a number to show, or None when it isn't known."""
    with state.d.muted():
        try:
            return mana_value_of(state, one, as_spell=True)
        except CannotRule:
            return None


@answers("mana_value")
def mana_value(state: State, query: Query) -> Verdict:
    """The mana value of the subject where it is. With `n`: is it that number (or within `bound`)?"""
    one = state.members(query.subject)[0]
    if any(
        one.thing.id in e.subject and (e.kind in _LEAVES_PLAY or e.value in TRANSFORM_WORDS)
        for e in state.scenario.events
    ):
        # It may be in another zone now, with another face up.
        Run(state, [one], begin_awaited=False).all()
    if query.n is not None:
        op: Comparison = {"at_most": "<=", "at_least": ">="}.get(query.bound, "=")  # type: ignore[assignment]
        return YesNo(mana_value_compares(state, one, op, query.n))
    value = mana_value_of(state, one)
    if value is None:
        raise CannotRule("x_not_said", object=one.ref)
    return Number(value)
