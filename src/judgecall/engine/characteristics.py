"""Characteristics of an object: types, colours, abilities, power and toughness (CR 109.3, 613).

Continuous effects are applied in the order of the layers as far as they are
independent of one another. Where two effects in the scenario would need timestamps or
dependency to be ordered (CR 613.7, 613.8), there is no ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AddMana,
    Become,
    Comparison,
    Condition,
    Cost,
    Filter,
    Grant,
    Keyword,
    LoseAbilities,
    Static,
)
from judgecall.engine import filters
from judgecall.engine.condition_terms import compare
from judgecall.engine.facts import CannotRule
from judgecall.engine.sizes import amount_of as amount_of
from judgecall.engine.sizes import power_of as power_of
from judgecall.engine.sizes import size_of as size_of
from judgecall.engine.sizes import toughness_of as toughness_of
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State

COLOUR_OF = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


def statics(state: State, *kinds: type) -> Iterator[tuple[Permanent, Static, object]]:
    """Every static effect of these kinds that is on now: (its source, the ability, the effect)."""
    # What is granted in layer 6 comes too late to change types (CR 613.1).
    givers = [] if Become in kinds else state.remembered("givers of statics", lambda: _givers_of_statics(state))
    if givers:
        found: Iterable[tuple[Permanent, Static, object]] = _candidates(state, kinds, givers)
    else:
        found = state.remembered(("statics", kinds), lambda: list(_candidates(state, kinds, [])))
    for source, ability, effect in found:
        if _is_on(state, ability, source):
            if not isinstance(effect, _FIRST_LAYERS) and silencer_of(state, source) is not None:
                if ability in state.printed_abilities(source):
                    continue
                raise CannotRule("layers", object=source.ref)
            yield source, ability, effect


def _candidates(
    state: State, kinds: tuple[type, ...], givers: list[Permanent]
) -> Iterator[tuple[Permanent, Static, object]]:
    """Every static effect of these kinds, on or not."""
    for source in list(state.permanents.values()) if givers else _with_statics(state, kinds):
        if source.zone == "battlefield":
            if not givers and not source.gained and not state.printed(source).statics:
                continue
            found = _static_abilities(state, source, givers)
        else:
            found = _works_from(state, source)
        for ability in found:
            for effect in ability.effects:
                if isinstance(effect, kinds):
                    yield source, ability, effect


def _with_statics(state: State, kinds: tuple[type, ...]) -> list[Permanent]:
    """Those with a static ability of their own that has such an effect."""

    def has_one(one: Permanent) -> bool:
        return bool(one.gained) or any(isinstance(e, kinds) for a in state.printed(one).statics for e in a.effects)

    return state.those(f"with {kinds}", has_one)


_FIRST_LAYERS = (Become, Grant, LoseAbilities)
"""Effects of layers 4 to 6: of those, one whose source loses its abilities may go on (CR 613.6)."""


def _works_from(state: State, source: Permanent) -> Iterator[Static]:
    """Static abilities that say that they work from the zone it is in: "as long as this is in your graveyard" (CR 113.6b)."""
    for ability in state.printed_abilities(source):
        if isinstance(ability, Static) and ability.condition is not None:
            parts = (ability.condition, *ability.condition.parts)
            if any(part.kind == "in_zone" and part.counter == source.zone for part in parts):
                yield ability


def _givers_of_statics(state: State) -> list[Permanent]:
    found = state.those("givers of statics", lambda one: one.gained or state.printed(one).gives_statics)
    return [one for one in found if one.zone == "battlefield"]


def _static_abilities(state: State, source: Permanent, givers: list[Permanent]) -> Iterator[Static]:
    """Its static abilities: printed, stated, gained, and those that a static ability of a giver gives it."""
    yield from () if "all" in source.lost else state.printed(source).statics
    yield from (ability for ability in source.gained if isinstance(ability, Static))
    for giver in givers:
        for ability in (*(() if "all" in giver.lost else state.printed_abilities(giver)), *giver.gained):
            if not isinstance(ability, Static):
                continue
            for effect in ability.effects:
                given = effect.abilities if isinstance(effect, Grant) else ()
                if not any(isinstance(a, Static) for a in given) or not _is_on(state, ability, giver):
                    continue
                if isinstance(effect, Grant) and matches(state, source, effect.of, giver, printed_only=True):
                    yield from (a for a in given if isinstance(a, Static))


def _is_on(state: State, ability: Static, source: Permanent) -> bool:
    """Whether a static ability's condition is true.

    Raises:
        CannotRule: the condition asks about what the ability itself changes (CR 613.8).
    """
    if ability.condition is None:
        return True
    key = (id(ability), source.id)
    if key in state.conditions_open:
        raise CannotRule("layers", object=source.ref)
    state.conditions_open.add(key)
    try:
        return condition_holds(state, ability.condition, source)
    finally:
        state.conditions_open.discard(key)


def silencer_of(state: State, one: Permanent) -> Permanent | None:
    """What takes all its abilities away by a static ability (Humility, Darksteel Mutation), if anything (CR 613.1f)."""
    for source in state.those("silencers", lambda one: one.gained or state.printed(one).silences):
        if source.zone != "battlefield":
            continue
        for ability in (*(() if "all" in source.lost else state.printed_abilities(source)), *source.gained):
            if not isinstance(ability, Static):
                continue
            for effect in ability.effects:
                if (
                    isinstance(effect, LoseAbilities)
                    and not effect.keywords
                    and _is_on(state, ability, source)
                    and matches(state, one, effect.of, source, printed_only=True)
                ):
                    return source
    return None


def types_of(state: State, one: Permanent) -> frozenset[str]:
    """Card types (CR 205.2), with Vehicles and animated lands as they are now (CR 301.7, 205.1b)."""
    return state.remembered(("types", one.id), lambda: _types(state, one))


def _types(state: State, one: Permanent) -> frozenset[str]:
    face = one.face
    types = set(face.types) if face else set()
    types |= set(one.thing.types)
    if face is None and not types and (one.thing.power is not None or one.thing.token):
        types.add("creature")
    if one.animated:
        types.add("creature")
    added: set[str] = set()
    lost: set[str] = set()
    for _, _, effect in type_effects(state, one):
        assert isinstance(effect, Become)
        types = (types if effect.in_addition or not effect.types else set()) | set(effect.types)
        added |= set(effect.types)
        lost |= set(effect.loses_types)
    if added & lost:
        raise CannotRule("layers", object=one.ref)
    types -= lost - ({"creature"} if one.animated else set())
    if one.animated is False:
        types.discard("creature")
    return frozenset(types)


def subtypes_of(state: State, one: Permanent) -> frozenset[str]:
    """Subtypes (CR 205.3), land types that are added or set included (CR 305.7)."""
    face = one.face
    found = set(face.subtypes) if face else set()
    found |= set(one.thing.subtypes)
    for source, _, effect in type_effects(state, one):
        assert isinstance(effect, Become)
        if effect.subtypes:
            new = {source.thing.chosen or "chosen" if s == "chosen" else s for s in effect.subtypes}
            if "every_basic_land_type" in new:
                new = (new - {"every_basic_land_type"}) | set(BASIC_LAND_MANA)
            found = (found if effect.in_addition else set()) | new
    return frozenset(found)


def supertypes_of(state: State, one: Permanent) -> frozenset[str]:
    """Supertypes (CR 205.4)."""
    face = one.face
    return frozenset(face.supertypes if face else ()) | frozenset(one.thing.supertypes)


def type_effects(state: State, one: Permanent) -> Iterator[tuple[Permanent, Static, object]]:
    """The effects that change its types now: (source, ability, a `Become` effect)."""
    setting = 0
    found = list(statics(state, Become))
    _refuse_dependency(state, found)
    for source, ability, effect in found:
        assert isinstance(effect, Become)
        if not matches(state, one, effect.of, source, first_layer=True):
            continue
        if effect.subtypes and not effect.in_addition:
            setting += 1
            if setting > 1:
                raise CannotRule("layers", object=one.ref)
        yield source, ability, effect
    for gained in one.gained:
        if isinstance(gained, Static):
            for effect in gained.effects:
                if isinstance(effect, Become):
                    yield one, gained, effect


def _refuse_dependency(state: State, found: list[tuple[Permanent, Static, object]]) -> None:
    """One effect that takes away the ability another comes from needs dependency to be ordered (CR 613.8)."""
    for setter, _, setting in found:
        if not (isinstance(setting, Become) and setting.subtypes and not setting.in_addition):
            continue
        for source, _, effect in found:
            if effect is not setting and matches(state, source, setting.of, setter, first_layer=True):
                raise CannotRule("layers", object=source.ref)


def land_type_setter(state: State, one: Permanent) -> Permanent | None:
    """What sets this land's subtype to basic land types, so that it has lost its own abilities (CR 305.7), if anything."""
    for source, _, effect in type_effects(state, one):
        if isinstance(effect, Become) and not effect.in_addition and set(effect.subtypes) & set(BASIC_LAND_MANA):
            return source
    return None


def colors_of(state: State, one: Permanent) -> frozenset[str]:
    """Colours (CR 105.2): from the mana cost or colour indicator, as effects change them (CR 613.1e), or as stated."""
    found = printed_colors(state, one)
    if one.thing.colors is not None:
        return found
    for source, _, effect in type_effects(state, one):
        if isinstance(effect, Become) and effect.colors:
            named = {(source.thing.chosen or "?") if c == "chosen" else c for c in effect.colors}
            new = frozenset(COLOUR_OF.get(c.lower(), c) for c in named - {"colorless"})
            if not new <= set("WUBRG"):
                raise CannotRule("choice_not_said", object=source.ref)
            found = (found if effect.in_addition else frozenset()) | new
    return found


def printed_colors(state: State, one: Permanent) -> frozenset[str]:
    """Colours as the question states them or the card has them."""
    if one.thing.colors is not None:
        return frozenset(one.thing.colors)
    if any(isinstance(a, Keyword) and a.name == "devoid" for a in state.printed_abilities(one)):
        return frozenset()
    face = one.face
    if face is None:
        return frozenset()
    return frozenset(face.colors)


def colors_known(one: Permanent) -> bool:
    """Whether anything says which colours it has; of a back face that has no mana cost, card facts don't (CR 204)."""
    if one.thing.colors is not None:
        return True
    face = one.face
    return face is not None and (one.face_index == 0 or bool(face.colors or face.mana_cost) or "land" in face.types)


def abilities_of(state: State, one: Permanent) -> list[Ability]:
    """Every ability it has now: printed, stated, gained and granted, less those it lost (CR 613.1f).

    Raises:
        CannotRule: one effect takes all its abilities away and another gives it some: which came first isn't said.
    """
    return list(state.remembered(("abilities", one.id), lambda: _abilities(state, one)))


def _abilities(state: State, one: Permanent) -> list[Ability]:
    if "all" in one.lost:
        return list(one.gained)
    silencer = silencer_of(state, one)
    found: list[Ability] = [*(() if silencer else state.printed_abilities(one)), *one.gained]
    if silencer is not None and one.gained:
        raise CannotRule("layers", object=one.ref)
    for _, _, effect in type_effects(state, one):
        if isinstance(effect, Become) and not any(
            isinstance(a, Static) and effect in a.effects for a in one.gained
        ):  # what a resolved effect gave it is among what it gained
            found.extend(effect.abilities)
    for source, _, effect in statics(state, Grant):
        if isinstance(effect, Grant) and matches(state, one, effect.of, source, printed_only=True):
            if silencer is not None and source is not silencer:
                raise CannotRule("layers", object=one.ref)
            found.extend(effect.abilities)
    for source, _, effect in statics(state, LoseAbilities):
        if isinstance(effect, LoseAbilities) and matches(state, one, effect.of, source, printed_only=True):
            found = [a for a in found if not (filters.keyword_names([a]) & set(effect.keywords))]
    lost = one.lost | set(one.thing.without)
    return [a for a in found if not (isinstance(a, Keyword) and a.name in lost)]


def keywords_of(state: State, one: Permanent, name: str) -> list[Keyword]:
    """Its instances of a keyword ability."""
    return [a for a in abilities_of(state, one) if isinstance(a, Keyword) and a.name == name]


def has(state: State, one: Permanent, name: str) -> bool:
    """Whether it has a keyword ability (CR 702)."""
    return bool(keywords_of(state, one, name))


def is_creature(state: State, one: Permanent) -> bool:
    """Whether it is a creature now (CR 302, 301.7)."""
    return "creature" in types_of(state, one)


def attached_to(state: State, source: Permanent) -> Permanent | None:
    """What an Aura or Equipment is attached to, if the scenario says."""
    target = source.thing.attached_to
    return state.permanents.get(target) if target else None


def matches(
    state: State,
    one: Permanent,
    wanted: Filter,
    source: Permanent,
    *,
    printed_only: bool = False,
    first_layer: bool = False,
) -> bool:
    """Whether an object is one that a filter on `source` talks about.

    `printed_only` looks at printed keywords, and `first_layer` at printed types and colours too, which keeps effects
    from asking about one another (CR 613.1).

    Raises:
        CannotRule: the filter uses something that the engine doesn't evaluate.
    """
    return filters.matches(state, one, wanted, source, printed_only=printed_only, first_layer=first_layer)


def state_tapped(state: State, one: Permanent) -> bool:
    """Tapped as stated; untapped by convention when nobody said (CR 110.5)."""
    if one.tapped is None:
        return not state.facts.assume("untapped", object=one.ref)
    return one.tapped


def compare_power(state: State, one: Permanent, op: Comparison, other: Permanent) -> bool:
    """Compare two powers by their actual values, negative ones too (CR 107.1b); an unknown one splits the case."""
    first, second = size_of(state, one, 0), size_of(state, other, 0)
    if first is None or second is None:
        return state.facts.ask(f"power_{_OP_NAMES[op]}", object=one.ref, other=other.ref)
    return compare(first, op, second)


_OP_NAMES = {">": "greater", "<": "less", "=": "equal", ">=": "at_least", "<=": "at_most", "!=": "different"}


def condition_holds(state: State, condition: Condition, source: Permanent) -> bool:
    """Whether a condition on `source` is true now.

    Raises:
        CannotRule: it is about something that the engine doesn't model.
    """
    from judgecall.engine.conditions import holds

    return holds(state, condition, source)


def intrinsic_mana_abilities(state: State, one: Permanent) -> list[Activated]:
    """The "{T}: Add …" that each basic land type gives a land (CR 305.6)."""
    if "land" not in types_of(state, one):
        return []
    subtypes = subtypes_of(state, one)
    return [
        Activated(Cost(tap=True), (AddMana((letter,)),)) for name, letter in BASIC_LAND_MANA.items() if name in subtypes
    ]
