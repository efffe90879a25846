"""Characteristics of an object: types, colours, abilities, power and toughness (CR 109.3, 613).

Continuous effects are applied in the order of the layers as far as they are
independent of one another. Where two effects in the scenario would need timestamps or
dependency to be ordered (CR 613.7, 613.8), there is no ruling.
"""

from __future__ import annotations

from collections.abc import Iterator

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AddMana,
    Amount,
    Become,
    Condition,
    Cost,
    Filter,
    Grant,
    Keyword,
    LoseAbilities,
    ModifyPT,
    SetPT,
    Static,
)
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State

COLOUR_OF = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_DEPTH_LIMIT = 12


def statics(state: State, *kinds: type) -> Iterator[tuple[Permanent, Static, object]]:
    """Every static effect of these kinds that is on now: (its source, the ability, the effect)."""
    for source in list(state.in_play()):
        if "all" in source.lost:
            continue
        for ability in (*state.printed_abilities(source), *source.gained):
            if not isinstance(ability, Static):
                continue
            for effect in ability.effects:
                if isinstance(effect, kinds) and (
                    ability.condition is None or condition_holds(state, ability.condition, source)
                ):
                    yield source, ability, effect


def types_of(state: State, one: Permanent) -> frozenset[str]:
    """Card types (CR 205.2), with Vehicles and animated lands as they are now (CR 301.7, 205.1b)."""
    face = one.face
    types = set(face.types) if face else set()
    types |= set(one.thing.types)
    if face is None and not types and (one.thing.power is not None or one.thing.token):
        types.add("creature")
    if one.animated:
        types.add("creature")
    for source, _, effect in type_effects(state, one):
        del source
        assert isinstance(effect, Become)
        types = (types if effect.in_addition or not effect.types else set()) | set(effect.types)
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
        if not matches(state, one, effect.of, source, printed_only=True):
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
            if effect is not setting and matches(state, source, setting.of, setter, printed_only=True):
                raise CannotRule("layers", object=source.ref)


def land_type_setter(state: State, one: Permanent) -> Permanent | None:
    """What sets this land's subtype to basic land types, so that it has lost its own abilities (CR 305.7), if anything."""
    for source, _, effect in type_effects(state, one):
        if isinstance(effect, Become) and not effect.in_addition and set(effect.subtypes) & set(BASIC_LAND_MANA):
            return source
    return None


def colors_of(state: State, one: Permanent) -> frozenset[str]:
    """Colours (CR 105.2): from the mana cost or colour indicator, or as stated."""
    if one.thing.colors is not None:
        return frozenset(one.thing.colors)
    if any(isinstance(a, Keyword) and a.name == "devoid" for a in state.printed_abilities(one)):
        return frozenset()
    face = one.face
    if face is None:
        return frozenset()
    return frozenset(face.colors)


def colors_known(one: Permanent) -> bool:
    """Whether anything says which colours it has."""
    return one.thing.colors is not None or one.face is not None


def abilities_of(state: State, one: Permanent, depth: int = 0) -> list[Ability]:
    """Every ability it has now: printed, stated, gained and granted, less those it lost (CR 613.1f)."""
    if "all" in one.lost:
        return list(one.gained)
    found: list[Ability] = [*state.printed_abilities(one), *one.gained]
    if depth < _DEPTH_LIMIT:
        for source, _, effect in statics(state, Grant, LoseAbilities):
            if isinstance(effect, Grant) and matches(state, one, effect.of, source, printed_only=True):
                found.extend(effect.abilities)
        for source, _, effect in statics(state, LoseAbilities):
            if isinstance(effect, LoseAbilities) and matches(state, one, effect.of, source, printed_only=True):
                if not effect.keywords:
                    raise CannotRule("layers", object=one.ref)
                found = [a for a in found if not (isinstance(a, Keyword) and a.name in effect.keywords)]
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


@rule("613.4c")
def power_of(state: State, one: Permanent) -> int | None:
    """Power: base value, then counters and +N/+M effects (CR 208, 613.4). None when nobody knows. May be negative (CR 107.1b)."""
    return _size(state, one, 0)


@rule("613.4c")
def toughness_of(state: State, one: Permanent) -> int | None:
    """Toughness, like `power_of`."""
    return _size(state, one, 1)


def _size(state: State, one: Permanent, which: int) -> int | None:
    stated = (one.thing.power, one.thing.toughness)[which]
    base: int | None = stated
    if one.base is not None and one.base[which] is not None:
        base = one.base[which]
    elif base is None:
        base = _printed_size(state, one, which)
    for source, _, effect in statics(state, SetPT):
        if isinstance(effect, SetPT) and not effect.defining and matches(state, one, effect.of, source):
            base = amount_of(state, (effect.power, effect.toughness)[which], source)
    if base is None:
        for _, _, effect in type_effects(state, one):
            if isinstance(effect, Become) and effect.power is not None:
                base = (effect.power, effect.toughness)[which]
    if base is None:
        return None
    plus = one.counters.get("+1/+1", 0) - one.counters.get("-1/-1", 0)
    total = base + plus + sum(change[which] for change in one.changes)
    if stated is not None:
        # A size that the question states is the size as it is: lords and Equipment are in it already.
        # Counters that came later change it; those that were there when the size was stated are in it.
        first = sum(n if kind == "+1/+1" else -n for kind, n in one.thing.counters if kind in {"+1/+1", "-1/-1"})
        return total - first if one.thing.card is None else total
    for source, _, effect in statics(state, ModifyPT):
        if isinstance(effect, ModifyPT) and matches(state, one, effect.of, source, printed_only=True):
            extra = amount_of(state, (effect.power, effect.toughness)[which], source)
            if extra is None:
                return None
            total += extra
    return total


def _printed_size(state: State, one: Permanent, which: int) -> int | None:
    face = one.face
    text = None if face is None else (face.power, face.toughness)[which]
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        pass
    for ability in state.printed_abilities(one):
        if isinstance(ability, Static):
            for effect in ability.effects:
                if isinstance(effect, SetPT) and effect.defining:
                    return amount_of(state, (effect.power, effect.toughness)[which], one)
    return None


def amount_of(state: State, amount: Amount, source: Permanent, x: int | None = None) -> int | None:
    """The number an ability uses, or None when it can't be told (CR 107.1, 107.3)."""
    if amount.per is None:
        return amount.base
    counted: int | None = None
    if amount.per == "x":
        counted = x if x is not None else source.thing.x
    elif amount.per == "count" and amount.of is not None:
        if amount.of.zone != "battlefield" and all(p.zone != amount.of.zone for p in state.permanents.values()):
            # Nobody said what lies in that zone, which is not the same as nothing.
            return None
        counted = sum(1 for p in state.permanents.values() if matches(state, p, amount.of, source))
    elif amount.per in {"power", "toughness"}:
        subject = _amount_subject(state, amount, source)
        counted = None if subject is None else _size(state, subject, 0 if amount.per == "power" else 1)
    elif amount.per == "counters":
        subject = _amount_subject(state, amount, source)
        counted = None if subject is None else subject.counters.get(amount.counter or "+1/+1", 0)
    if counted is None:
        return None
    value = amount.base + amount.times * counted
    if amount.half:
        value = -(-value // 2) if amount.half == "up" else value // 2
    return value


def _amount_subject(state: State, amount: Amount, source: Permanent) -> Permanent | None:
    if amount.of is None or amount.of.this:
        return source
    if amount.of.attached:
        return attached_to(state, source)
    found = [p for p in state.permanents.values() if matches(state, p, amount.of, source)]
    return found[0] if len(found) == 1 else None


def attached_to(state: State, source: Permanent) -> Permanent | None:
    """What an Aura or Equipment is attached to, if the scenario says."""
    target = source.thing.attached_to
    return state.permanents.get(target) if target else None


def matches(state: State, one: Permanent, wanted: Filter, source: Permanent, *, printed_only: bool = False) -> bool:
    """Whether an object is one that a filter on `source` talks about.

    `printed_only` looks at printed types and keywords, which keeps effects from asking about one another.
    """
    if wanted.this:
        return one is source
    if wanted.attached:
        return attached_to(state, source) is one
    if wanted.other and one is source:
        return False
    if wanted.zone != one.zone:
        return False
    return (
        _matches_types(state, one, wanted, printed_only)
        and _matches_player(state, one, wanted, source)
        and _matches_qualities(state, one, wanted, source, printed_only)
        and (
            not wanted.alternatives
            or any(matches(state, one, other, source, printed_only=printed_only) for other in wanted.alternatives)
        )
    )


def _matches_types(state: State, one: Permanent, wanted: Filter, printed_only: bool) -> bool:
    face = one.face
    if printed_only:
        types = frozenset(face.types if face else ()) | frozenset(one.thing.types)
        if one.animated or (face is None and not types):
            types |= {"creature"}
        subtypes = frozenset(face.subtypes if face else ()) | frozenset(one.thing.subtypes)
    else:
        types = types_of(state, one)
        subtypes = subtypes_of(state, one)
    wanted_types = set(wanted.types) - {"permanent", "card", "spell"}
    if wanted_types and not wanted_types & types:
        return False
    if set(wanted.not_types) & types or not set(wanted.and_types) <= types:
        return False
    changeling = any(isinstance(a, Keyword) and a.name == "changeling" for a in state.printed_abilities(one))
    if wanted.subtypes and not set(wanted.subtypes) & subtypes and not (changeling and "creature" in types):
        return False
    if set(wanted.not_subtypes) & subtypes:
        return False
    supertypes = supertypes_of(state, one)
    return set(wanted.supertypes) <= supertypes and not set(wanted.not_supertypes) & supertypes


def _matches_player(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    if wanted.controller == "any":
        return True
    mine = state.controller(source)
    theirs = state.controller(one)
    if wanted.controller == "you":
        return theirs == mine
    if wanted.controller == "opponent":
        return theirs != mine
    if wanted.controller == "attached":
        host = attached_to(state, source)
        return host is not None and theirs == state.controller(host)
    return theirs != (state.scenario.active or mine)


def _matches_qualities(state: State, one: Permanent, wanted: Filter, source: Permanent, printed_only: bool) -> bool:
    if wanted.names and not (one.face and one.face.name in wanted.names):
        return False
    if wanted.colors or wanted.not_colors:
        colors = colors_of(state, one)
        named = set(colors)
        named |= {"colorless"} if not colors else set()
        named |= {"monocolored"} if len(colors) == 1 else set()
        named |= {"multicolored"} if len(colors) > 1 else set()
        if wanted.colors and not set(wanted.colors) & named:
            return False
        if set(wanted.not_colors) & named:
            return False
    if wanted.keywords or wanted.without_keywords:
        pool = state.printed_abilities(one) if printed_only else abilities_of(state, one)
        names = {a.name for a in (*pool, *one.gained) if isinstance(a, Keyword)}
        if wanted.keywords and not set(wanted.keywords) & names:
            return False
        if set(wanted.without_keywords) & names:
            return False
    for bound, which in ((wanted.power, 0), (wanted.toughness, 1)):
        if bound is not None and not _compare(_known(state, one, which), *bound):
            return False
    if wanted.power_or_toughness is not None and not (
        _compare(_known(state, one, 0), *wanted.power_or_toughness)
        or _compare(_known(state, one, 1), *wanted.power_or_toughness)
    ):
        return False
    if wanted.power_vs_this is not None and not compare_power(state, one, wanted.power_vs_this, source):
        return False
    if wanted.counters is not None and not (
        any(one.counters.values()) if wanted.counters == "any" else one.counters.get(wanted.counters, 0) > 0
    ):
        return False
    if wanted.chosen is not None and not _matches_choice(state, one, wanted.chosen, source):
        return False
    return _matches_numbers(state, one, wanted, source) and _matches_state(state, one, wanted)


def _matches_choice(state: State, one: Permanent, what: str, source: Permanent) -> bool:
    """The colour, type or name that was chosen as the source entered (CR 607.2d)."""
    chosen = source.thing.chosen
    if chosen is None:
        raise CannotRule("choice_not_said", object=source.ref)
    if what == "color":
        return COLOUR_OF.get(chosen.lower(), chosen) in colors_of(state, one)
    if what == "type":
        return chosen.lower() in {s.lower() for s in subtypes_of(state, one)}
    names = {one.thing.card, one.face.name if one.face else None}
    return chosen.lower() in {name.lower() for name in names if name}


def _matches_numbers(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """Mana value (CR 202.3), and legs in the art."""
    # Imported here because those modules ask about characteristics.
    if wanted.mana_value is not None or wanted.mana_value_of is not None:
        from judgecall.engine.x.mana_value import mana_value_compares
        from judgecall.engine.x.value import spell_x

        if wanted.mana_value is not None and not mana_value_compares(state, one, *wanted.mana_value):
            return False
        if wanted.mana_value_of is not None:
            op, amount = wanted.mana_value_of
            n = amount_of(state, amount, source, spell_x(state, source) if amount.per == "x" else None)
            if n is None:
                raise CannotRule("unknown_number", object=source.ref)
            if not mana_value_compares(state, one, op, n):
                return False
    if wanted.legs is not None:
        from judgecall.engine.legs import legs_compare

        return legs_compare(state, one, *wanted.legs)
    return True


def _matches_state(state: State, one: Permanent, wanted: Filter) -> bool:
    for word in wanted.state:
        if word in {"tapped", "untapped"}:
            if (state_tapped(state, one)) != (word == "tapped"):
                return False
        elif word in {"token", "nontoken"}:
            if bool(one.thing.token) != (word == "token"):
                return False
        elif word == "attacking":
            if one.attacking is None:
                return False
        elif word == "blocking":
            if not one.blocking:
                return False
        elif word in {"blocked", "unblocked"}:
            if one.attacking is None or one.blocked != (word == "blocked"):
                return False
        elif word in {"enchanted", "equipped"}:
            kind = "Aura" if word == "enchanted" else "Equipment"
            if not any(p.thing.attached_to == one.thing.id and kind in subtypes_of(state, p) for p in state.in_play()):
                return False
        elif word == "x_in_cost":
            cost = (
                one.thing.mana_cost if one.thing.mana_cost is not None else (one.face.mana_cost if one.face else None)
            )
            if cost is None:
                raise CannotRule("unknown_mana_cost", object=one.ref)
            if "{X}" not in cost:
                return False
        elif word == "entered_this_turn":
            from judgecall.engine.costs.sickness import control_since

            if control_since(state, one) not in {"this_turn", "new_object"}:
                return False
        else:
            raise CannotRule("unknown_state", object=one.ref, word=word)
    return True


def state_tapped(state: State, one: Permanent) -> bool:
    """Tapped as stated; untapped by convention when nobody said (CR 110.5)."""
    if one.tapped is None:
        return not state.facts.assume("untapped", object=one.ref)
    return one.tapped


def compare_power(state: State, one: Permanent, op: str, other: Permanent) -> bool:
    """Compare two powers by their actual values, negative ones too (CR 107.1b); an unknown one splits the case."""
    first, second = _size(state, one, 0), _size(state, other, 0)
    if first is None or second is None:
        return state.facts.ask(f"power_{_OP_NAMES[op]}", object=one.ref, other=other.ref)
    return _compare(first, op, second)


_OP_NAMES = {">": "greater", "<": "less", "=": "equal", ">=": "at_least", "<=": "at_most", "!=": "different"}


def _known(state: State, one: Permanent, which: int) -> int:
    size = _size(state, one, which)
    if size is None:
        raise CannotRule("unknown_size", object=one.ref)
    return size


def _compare(value: int, op: str, n: int) -> bool:
    return {
        ">=": value >= n, "<=": value <= n, "=": value == n, ">": value > n, "<": value < n, "!=": value != n,
    }[op]  # fmt: skip


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
