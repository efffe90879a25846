"""Mana after it was made: when it empties, and what it may be spent on (CR 106.4, 106.6)."""

from __future__ import annotations

from judgecall.cards.abilities import AddMana, MultiplyMana, Named, Static, Unread
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana.bundle import letter_of
from judgecall.engine.mana.replacements import applies_to, in_force
from judgecall.engine.mana.restrictions import RIDER, allows, allows_ability
from judgecall.engine.mana.sources import Source, all_effects, guard_own, mana_maker, sources_of
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Number, Verdict, YesNo
from judgecall.scenario.model import Query

_ABILITIES = frozenset({"activate", "equip"})
"""Values of a query whether mana may be spent that ask about an ability of the target."""


@answers("mana_remains")
def answer_mana_remains(state: State, query: Query) -> Verdict:
    """Is unspent mana (of type `value`, made by the subject if given) still there after the step or phase ends?

    With `n`: how much of that much is (of the colour in `of`, if only that is asked).
    """
    for one in state.in_play():
        for ability in state.printed_abilities(one):
            if isinstance(ability, Unread) and ability.shape in ("static", "replacement"):
                if not ability.concepts or "mana" in ability.concepts:
                    raise CannotRule("unread_line", object=one.ref, concepts="mana")
                continue
            if isinstance(ability, Static):
                for effect in ability.effects:
                    if _keeps(effect) and (_for_everybody(effect) or state.controller(one) == (query.who or "you")):
                        return _kept(state, one, effect, query)
    for one in state.members(query.subject):
        for source in sources_of(state, one, triggered=False):
            if any(isinstance(e, AddMana) and e.keep for e in all_effects(source.ability.effects)):
                kept_by(state, one)
                return _left(query, True)
    mana_empties(state)
    return _left(query, False)


def _left(query: Query, kept: bool, becomes: str | None = None) -> Verdict:
    """Whether the mana is still there, or how much of it is, as asked; `becomes` is the type it has turned into."""
    if query.n is None:
        return YesNo(kept)
    asked = letter_of(query.of.colors[0]) if query.of is not None and query.of.colors else None
    now = becomes or letter_of(query.value)
    return Number(query.n if kept and asked in {None, now} else 0)


def _for_everybody(effect: object) -> bool:
    return isinstance(effect, Named) and effect.action == "keep_all_mana"


def _keeps(effect: object) -> bool:
    return isinstance(effect, Named) and effect.action.startswith("keep_") and effect.action.endswith("_mana")


def _kept(state: State, one: Permanent, effect: object, query: Query) -> Verdict:
    """An effect that keeps mana: of one colour (keep_green_mana), or keep_all_mana."""
    assert isinstance(effect, Named)
    kept, _, becomes = effect.action.removeprefix("keep_").removesuffix("mana").rstrip("_").partition("_as_")
    if kept not in {"all", ""}:
        asked = letter_of(query.value) if query.value else None
        if asked is None:
            raise CannotRule("which_mana", object=one.ref)
        if asked != letter_of(kept):
            mana_empties(state)
            return _left(query, False)
    kept_by(state, one)
    return _left(query, True, letter_of(becomes) if becomes else None)


@rule("106.4")
def mana_empties(state: State) -> None:
    """Unspent mana is lost as every step and phase ends."""
    state.d.step("mana_empties")


@rule("106.4")
def kept_by(state: State, one: Permanent) -> None:
    """The pool would empty, but an effect keeps this mana."""
    state.d.step("mana_kept", object=one.ref)


def _adders(state: State, one: Permanent) -> list[tuple[Source, AddMana]]:
    return [
        (source, effect)
        for source in sources_of(state, one, triggered=False)
        for effect in all_effects(source.ability.effects)
        if isinstance(effect, AddMana)
    ]


@answers("may_spend")
def answer_may_spend(state: State, query: Query) -> Verdict:
    """May mana that the subject makes (of the type in `value` if that is a mana type) be spent on the target?

    `value` "activate" or "equip": on activating an ability of the target, which is on the battlefield, and not on casting it.
    """
    one = mana_maker(state, query)
    guard_own(state, one)
    adders = _adders(state, one)
    if not adders:
        raise CannotRule("no_mana_ability", object=one.ref)
    letter = letter_of(query.value) if query.value and query.value not in _ABILITIES else None
    if letter:
        adders = [(s, e) for s, e in adders if _could_be(e, letter)] or adders
    free = [e for _, e in adders if not e.spend_only]
    if free and (len(free) == len(adders) or letter == "C" or not letter):
        if len(free) < len(adders):
            # It has mana for anything and mana for some things only: which one was made decides.
            return _either(state, one, query, [e for _, e in adders if e.spend_only])
        unrestricted(state, one)
        return YesNo(True)
    return _with_restriction(state, one, query, [e for _, e in adders if e.spend_only])


def _either(state: State, one: Permanent, query: Query, effects: list[AddMana]) -> Verdict:
    """Whether both kinds of its mana would do.

    Raises:
        CannotRule: the mana with the restriction wouldn't, the other would, and nobody said which it is.
    """
    with state.d.muted():
        restricted_too = _with_restriction(state, one, query, effects)
    if restricted_too == YesNo(False):
        raise CannotRule("which_ability", object=one.ref)
    return _with_restriction(state, one, query, effects)


def _could_be(effect: AddMana, letter: str) -> bool:
    return any(letter in option or (option.startswith("any") and letter != "C") for option in effect.options)


def _with_restriction(state: State, one: Permanent, query: Query, effects: list[AddMana]) -> Verdict:
    if query.value and query.value not in _ABILITIES and letter_of(query.value) is None:
        raise CannotRule("spent_on_what", object=one.ref)
    targets = state.members(query.target)
    if not targets:
        raise CannotRule("spent_on_what", object=one.ref)
    equip = query.value == "equip"
    allowed = any(
        allows_ability(state, effect.spend_only, one, target, equip=equip)
        if query.value in _ABILITIES
        else allows(state, effect.spend_only, one, target)
        for effect in effects
        for target in targets
    )
    restricted(state, one, targets[0], allowed)
    _if_multiplied(state, one)
    return YesNo(allowed)


def _if_multiplied(state: State, one: Permanent) -> None:
    for replacement in in_force(state):
        if isinstance(replacement.effect, MultiplyMana) and applies_to(state, replacement, one):
            all_of_it_restricted(state, one, replacement.source)


@rule("106.6a")
def all_of_it_restricted(state: State, one: Permanent, source: Permanent) -> None:
    """Mana that a replacement effect adds to what an ability makes has that ability's restrictions and riders too."""
    state.d.step("more_mana_same_restriction", object=one.ref, source=source.ref)


@rule("106.6")
def unrestricted(state: State, one: Permanent) -> None:
    """A restriction on spending belongs to the ability that makes the mana; the mana's type doesn't carry it."""
    state.d.step("no_restriction", object=one.ref)


@rule("106.6")
def restricted(state: State, one: Permanent, target: Permanent, allowed: bool) -> None:
    """An ability that makes mana may restrict what that mana is spent on."""
    state.d.step("restriction_met" if allowed else "restriction_forbids", object=one.ref, target=target.ref)


@answers("mana_rider")
def answer_mana_rider(state: State, query: Query) -> Verdict:
    """Does mana made by the subject carry the rider (such as "can't be countered") of the target's own mana?

    With the value "restriction": may it be spent only on some things, as that of the target?
    """
    one = mana_maker(state, query)
    guard_own(state, one)
    if not _adders(state, one):
        raise CannotRule("no_mana_ability", object=one.ref)
    if query.value == "restriction":
        limited = [e for _, e in _adders(state, one) if e.spend_only]
        if not limited:
            unrestricted(state, one)
        elif len(limited) < len(_adders(state, one)):
            raise CannotRule("which_ability", object=one.ref)
        return YesNo(bool(limited))
    riders = [e for _, e in _adders(state, one) if e.rider or RIDER in e.spend_only]
    rider_travels(state, one, bool(riders))
    if riders:
        _if_multiplied(state, one)
    return YesNo(bool(riders))


@rule("106.6")
def rider_travels(state: State, one: Permanent, has: bool) -> None:
    """What else happens when mana is spent belongs to the ability that made it, not to its type."""
    state.d.step("has_rider" if has else "no_rider", object=one.ref)


@answers("must_pay_cost")
def answer_must_pay_cost(state: State, query: Query) -> Verdict:
    """Must the subject's controller pay a cost of kind `value` (life, mana, counters, sacrifice) to use its mana ability?

    The costs of a target whose mana it copies the type of are not its own.
    """
    one = mana_maker(state, query)
    guard_own(state, one)
    sources = sources_of(state, one, triggered=False)
    if not sources:
        raise CannotRule("no_mana_ability", object=one.ref)
    pays = {_costs(source, query.value.lower()) for source in sources}
    if len(pays) > 1:
        raise CannotRule("which_ability", object=one.ref)
    answer = pays.pop()
    own_cost_only(state, one, query.value or "other", answer)
    return YesNo(answer)


def _costs(source: Source, kind: str) -> bool:
    cost = source.cost
    parts = {
        "life": cost.life is not None,
        "mana": bool(cost.mana),
        "counters": cost.remove_counters is not None,
        "sacrifice": cost.sacrifice is not None,
    }
    if kind and kind not in parts:
        raise CannotRule("unknown_cost", cost=kind)
    return parts[kind] if kind else any(parts.values())


@rule("106.7")
def own_cost_only(state: State, one: Permanent, cost: str, answer: bool) -> None:
    """What a permanent could produce ignores costs: only the cost of the ability that is activated is paid."""
    state.d.step("own_cost" if answer else "no_such_cost", object=one.ref, cost=cost)
