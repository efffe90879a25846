"""Whether an object is one that a filter talks about.

Every field of `Filter` is honoured here, says only how something is chosen, or is refused: a field that is silently ignored
would be a wrong ruling. `HONOURED`, `CHOOSING` and `REFUSED` together hold every field (a test sees to it).
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Activated,
    Filter,
    Grant,
    Keyword,
    LoseAbilities,
    Static,
    Triggered,
    Unread,
)
from judgecall.engine import characteristics as now
from judgecall.engine.condition_terms import compare
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State

HONOURED = frozenset({
    "types", "not_types", "and_types", "subtypes", "not_subtypes", "supertypes", "not_supertypes", "colors", "not_colors",
    "names", "keywords", "without_keywords", "power", "toughness", "power_or_toughness", "mana_value", "mana_value_of", "power_of", "toughness_of",
    "power_vs_this", "controller", "state", "counters", "zone", "this", "attached", "other", "chosen", "legs",
    "alternatives", "owned", "shares",
})  # fmt: skip
CHOOSING = frozenset({"target", "count", "up_to", "at_least_one", "count_x", "chosen_by"})
"""How many of those that fit are chosen, and by whom: nothing of which objects fit."""
REFUSED = frozenset({"ref"})
"""Which object was spoken of before is for those to know who carry an ability out; here it can't be told."""

_PLAYERS_KNOWN = frozenset({"any", "you", "opponent", "attached", "defending"})
_NOT_OF_CREATURES = frozenset({
    *BASIC_LAND_MANA, "Aura", "Equipment", "Vehicle", "Saga", "Gate", "Desert", "Cave", "Treasure", "Food", "Clue", "Blood", "Curse",
    "Fortification", "Locus", "Mine", "Power-Plant", "Tower", "Urza's", "Lair", "Shrine", "Background", "Class", "Case", "Room", "Map",
    "Powerstone", "Contraption", "Attraction", "Arcane", "Adventure", "Lesson", "Trap", "Role", "Sphere", "Town", "Gold", "Rune",
    "Cartouche", "Shard", "Spacecraft", "Planet", "Chorus", "Omen",
})  # fmt: skip
"""Subtypes that a creature with every creature type doesn't have by that (CR 205.3m, 702.73)."""
_WALKS = {basic: f"{basic.lower()}walk" for basic in BASIC_LAND_MANA}


def matches(
    state: State,
    one: Permanent,
    wanted: Filter,
    source: Permanent,
    *,
    printed_only: bool = False,
    first_layer: bool = False,
) -> bool:
    """See `characteristics.matches`."""
    if wanted.this:
        return one is source
    if wanted.attached:
        return now.attached_to(state, source) is one
    if wanted.ref or wanted.shares:
        return _matches_reference(state, one, wanted, source)
    if wanted.controller not in _PLAYERS_KNOWN:
        raise CannotRule("unknown_reference", object=source.ref)
    if wanted.other and one is source:
        return False
    if wanted.zone != one.zone and all(other.zone != one.zone for other in wanted.alternatives):
        return False
    return (
        _matches_types(state, one, wanted, first_layer)
        and _matches_player(state, one, wanted, source)
        and _matches_qualities(state, one, wanted, source, printed_only or first_layer, first_layer)
        and (
            not wanted.alternatives
            or any(
                matches(state, one, _where(other, wanted), source, printed_only=printed_only, first_layer=first_layer)
                for other in wanted.alternatives
            )
        )
    )


def _where(other: Filter, wanted: Filter) -> Filter:
    """One of the alternatives: looked for in the zone of the whole description, unless it has its own."""
    if other.zone != "battlefield" or wanted.zone == "battlefield":
        return other
    return msgspec.structs.replace(other, zone=wanted.zone)


def _matches_reference(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """The card exiled with the source is what the scenario gives as its choice (imprint, CR 607.2a); nothing else is known here."""
    if wanted.shares != "name" or wanted.ref != "set":
        raise CannotRule("unknown_reference", object=source.ref)
    plain = msgspec.structs.replace(wanted, shares="", ref="")
    return _matches_choice(state, one, "name", source) and matches(state, one, plain, source)


def _matches_types(state: State, one: Permanent, wanted: Filter, first_layer: bool) -> bool:
    face = one.face
    if first_layer:
        types = frozenset(face.types if face else ()) | frozenset(one.thing.types)
        if one.animated or (face is None and not types):
            types |= {"creature"}
        subtypes = frozenset(face.subtypes if face else ()) | frozenset(one.thing.subtypes)
    else:
        types = now.types_of(state, one)
        subtypes = now.subtypes_of(state, one) if wanted.subtypes or wanted.not_subtypes else frozenset()
    wanted_types = set(wanted.types) - {"permanent", "card", "spell"}
    if wanted_types and not wanted_types & types:
        return False
    if set(wanted.not_types) & types or not set(wanted.and_types) <= types:
        return False
    every = "creature" in types and (
        "every_creature_type" in subtypes
        or any(isinstance(a, Keyword) and a.name == "changeling" for a in state.printed_abilities(one))
    )
    if (
        wanted.subtypes
        and not set(wanted.subtypes) & subtypes
        and not (every and set(wanted.subtypes) - _NOT_OF_CREATURES)
    ):
        return False
    if set(wanted.not_subtypes) & subtypes or (every and set(wanted.not_subtypes) - _NOT_OF_CREATURES):
        return False
    supertypes = now.supertypes_of(state, one)
    return set(wanted.supertypes) <= supertypes and not set(wanted.not_supertypes) & supertypes


def _matches_player(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    if wanted.controller == "any":
        return True
    mine = state.controller(source)
    # The scenario doesn't say who owns a card: whoever had it at first, before anything took control of it (CR 108.3).
    theirs = (one.thing.controller or state.controller(one)) if wanted.owned else state.controller(one)
    if wanted.controller == "you":
        return theirs == mine
    if wanted.controller in {"opponent", "target_opponent"}:
        return theirs != mine
    if wanted.controller == "attached":
        host = now.attached_to(state, source)
        return host is not None and theirs == state.controller(host)
    return theirs != (state.scenario.active or mine)


def _matches_qualities(
    state: State, one: Permanent, wanted: Filter, source: Permanent, printed_only: bool, first_layer: bool
) -> bool:
    # Half of a meld pair is listed under both names: its own one, then what it melds into.
    if wanted.names and not (one.face and {one.face.name, one.face.name.partition(" // ")[0]} & set(wanted.names)):
        return False
    if wanted.colors or wanted.not_colors:
        colors = now.printed_colors(state, one) if first_layer else now.colors_of(state, one)
        named = set(colors)
        named |= {"colorless"} if not colors else set()
        named |= {"monocolored"} if len(colors) == 1 else set()
        named |= {"multicolored"} if len(colors) > 1 else set()
        if wanted.colors and not set(wanted.colors) & named:
            return False
        if set(wanted.not_colors) & named:
            return False
    if (wanted.keywords or wanted.without_keywords) and not _matches_keywords(state, one, wanted, printed_only):
        return False
    for bound, which in ((wanted.power, 0), (wanted.toughness, 1)):
        if bound is not None and not compare(_known(state, one, which), *bound):
            return False
    if wanted.power_or_toughness is not None and not (
        compare(_known(state, one, 0), *wanted.power_or_toughness)
        or compare(_known(state, one, 1), *wanted.power_or_toughness)
    ):
        return False
    if wanted.power_vs_this is not None and not now.compare_power(state, one, wanted.power_vs_this, source):
        return False
    if wanted.counters is not None and not (
        any(one.counters.values()) if wanted.counters == "any" else one.counters.get(wanted.counters, 0) > 0
    ):
        return False
    if wanted.chosen is not None and not _matches_choice(state, one, wanted.chosen, source):
        return False
    return _matches_numbers(state, one, wanted, source) and _matches_state(state, one, wanted, source)


def keyword_names(abilities: tuple[Ability, ...] | list[Ability]) -> set[str]:
    """The names of the keywords among these abilities; "islandwalk" beside "landwalk"."""
    found: set[str] = set()
    for ability in abilities:
        if isinstance(ability, Keyword):
            found.add(ability.name)
            if ability.name == "landwalk" and ability.of is not None:
                found |= {_WALKS[s] for s in ability.of.subtypes if s in _WALKS}
    return found


def _matches_keywords(state: State, one: Permanent, wanted: Filter, printed_only: bool) -> bool:
    if printed_only:
        _refuse_granted(state, {*wanted.keywords, *wanted.without_keywords}, one)
        lost = one.lost | set(one.thing.without)
        names = set() if "all" in one.lost else keyword_names(state.printed_abilities(one))
        names = (names - lost) | keyword_names(one.gained)
    else:
        names = keyword_names(now.abilities_of(state, one))
    if wanted.keywords and not set(wanted.keywords) & names:
        return False
    return not set(wanted.without_keywords) & names


def _refuse_granted(state: State, names: set[str], one: Permanent) -> None:
    """An effect on creatures with a keyword that another effect gives or takes depends on that one (CR 613.8)."""
    for source in state.in_play():
        for ability in (*state.printed_abilities(source), *source.gained):
            if not isinstance(ability, Static):
                continue
            for effect in ability.effects:
                given = keyword_names(effect.abilities) if isinstance(effect, Grant) else set()
                taken = set(effect.keywords) if isinstance(effect, LoseAbilities) else set()
                if names & (given | taken):
                    raise CannotRule("layers", object=one.ref)


def _matches_choice(state: State, one: Permanent, what: str, source: Permanent) -> bool:
    """The colour, type or name that was chosen as the source entered (CR 607.2d)."""
    if what not in {"color", "type", "name"}:
        raise CannotRule("unknown_reference", object=source.ref)
    chosen = source.thing.chosen
    if chosen is None:
        raise CannotRule("choice_not_said", object=source.ref)
    if what == "color":
        return now.COLOUR_OF.get(chosen.lower(), chosen) in now.colors_of(state, one)
    if what == "type":
        subtypes = {s.lower() for s in now.subtypes_of(state, one)}
        every = any(isinstance(a, Keyword) and a.name == "changeling" for a in state.printed_abilities(one))
        return chosen.lower() in subtypes or every or "every_creature_type" in subtypes
    names = {one.thing.card, one.face.name if one.face else None}
    return chosen.lower() in {name.lower() for name in names if name}


def _matches_numbers(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """Mana value (CR 202.3), sizes compared with a number that varies, and legs in the art."""
    for which, bound in enumerate((wanted.power_of, wanted.toughness_of)):
        if bound is not None:
            n = now.amount_of(state, bound[1], source)
            if n is None:
                raise CannotRule("unknown_number", object=source.ref)
            if not compare(_known(state, one, which), bound[0], n):
                return False
    # Imported here because those modules ask about characteristics.
    if wanted.mana_value is not None or wanted.mana_value_of is not None:
        from judgecall.engine.x.mana_value import mana_value_compares
        from judgecall.engine.x.value import spell_x

        if wanted.mana_value is not None and not mana_value_compares(state, one, *wanted.mana_value):
            return False
        if wanted.mana_value_of is not None:
            op, amount = wanted.mana_value_of
            n = now.amount_of(state, amount, source, spell_x(state, source) if amount.per == "x" else None)
            if n is None:
                raise CannotRule("unknown_number", object=source.ref)
            if not mana_value_compares(state, one, op, n):
                return False
    if wanted.legs is not None:
        from judgecall.engine.legs import legs_compare

        return legs_compare(state, one, *wanted.legs)
    return True


def _matches_state(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    # That it is another one than the first target is about the choice of both: alone, each of them may be chosen.
    chosen = {"other_than_target"} if wanted.target else set()
    return all(_is_so(state, one, word, source) for word in wanted.state if word not in chosen)


def _attachments(state: State, one: Permanent, kind: str) -> list[Permanent]:
    return [p for p in state.in_play() if p.thing.attached_to == one.thing.id and kind in now.subtypes_of(state, p)]


def _is_so(state: State, one: Permanent, word: str, source: Permanent) -> bool:
    """Whether a word about an object's state is true of it.

    Raises:
        CannotRule: it can't be told.
    """
    match word:
        case "tapped" | "untapped":
            return now.state_tapped(state, one) == (word == "tapped")
        case "token" | "nontoken":
            return bool(one.thing.token) == (word == "token")
        case "attacking":
            return one.attacking is not None
        case "attacking_you":
            # No player named: the opponent of whoever controls it.
            attacked = one.attacking or (None if one.attacking is None else state.opponents(state.controller(one))[0])
            return attacked == state.controller(source)
        case "blocking":
            return bool(one.blocking)
        case "blocked" | "unblocked":
            return one.attacking is not None and one.blocked == (word == "blocked")
        case "blocking_this":
            return source.id in one.blocking
        case "blocked_by_this":
            return one.id in source.blocking
        case "attached_to_this":
            return one.thing.attached_to == source.thing.id
        case "other_than_attached":
            return one is not now.attached_to(state, source)
        case "enchanted" | "equipped":
            return bool(_attachments(state, one, "Aura" if word == "enchanted" else "Equipment"))
        case "modified":
            mine = state.controller(one)
            auras = [a for a in _attachments(state, one, "Aura") if state.controller(a) == mine]
            return any(one.counters.values()) or bool(auras) or bool(_attachments(state, one, "Equipment"))
        case "transformed":
            return one.zone == "battlefield" and one.face_index == 1
        case "no_abilities":
            return _has_no_abilities(state, one)
        case "x_in_cost":
            cost = one.thing.mana_cost
            if cost is None:
                cost = one.face.mana_cost if one.face else None
            if cost is None:
                raise CannotRule("unknown_mana_cost", object=one.ref)
            return "{X}" in cost
        case "entered_this_turn":
            from judgecall.engine.costs.sickness import control_since

            return control_since(state, one) in {"this_turn", "new_object"}
    raise CannotRule("unknown_state", object=one.ref, word=word)


def _has_no_abilities(state: State, one: Permanent) -> bool:
    """It has none (Muraganda Petroglyphs); a creature of which the question says nothing is taken at its word."""
    printed = () if "all" in one.lost else state.printed_abilities(one)
    if any(isinstance(a, Unread | Triggered | Activated) for a in printed):
        return False
    if printed or one.gained or any(isinstance(e, Grant | LoseAbilities) for e in _static_effects(state)):
        return not now.abilities_of(state, one)
    return True


def _static_effects(state: State) -> list[object]:
    return [
        e for s in state.in_play() for a in (*state.printed_abilities(s), *s.gained) if isinstance(a, Static) for e in a.effects
    ]  # fmt: skip


def _known(state: State, one: Permanent, which: int) -> int:
    size = now.size_of(state, one, which)
    if size is None:
        raise CannotRule("unknown_size", object=one.ref)
    return size
