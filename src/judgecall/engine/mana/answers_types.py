"""Answers about types of mana: what could be produced, what can be produced, what a land counts as."""

from __future__ import annotations

from judgecall.engine import characteristics as now
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana import options, replacements
from judgecall.engine.mana.availability import already_tapped, sick, usable_sources
from judgecall.engine.mana.bundle import COLORS, TYPES, Bundle, in_order, letter_of, shown, total, types_in
from judgecall.engine.mana.could_produce import Board, bundles, colorless_refused, explain, guard
from judgecall.engine.mana.moment import go_to
from judgecall.engine.mana.reading import Mode, Reading
from judgecall.engine.mana.sources import Source, intrinsic_abilities, sources_of, type_is_added
from judgecall.engine.mana.tapping import tap_triggers, trigger_is_about
from judgecall.engine.state import BASIC_LAND_MANA, Permanent, State
from judgecall.engine.verdicts import ManaTypes, Outcome, Verdict, YesNo
from judgecall.scenario.model import Query


def subjects(state: State, query: Query) -> list[Permanent]:
    """The permanents that are asked about; when none is named, the lands of the player it is about."""
    if query.subject:
        return state.members(query.subject)
    who = query.who or "you"
    return [p for p in state.in_play(who) if "land" in now.types_of(state, p)]


def _makes(state: State, one: Permanent, sources: list[Source], board: Board) -> frozenset[str]:
    """The types that using these abilities can make now, replacement effects applied."""
    found: set[str] = set()
    for source in sources:
        for bundle in bundles(state, one, source, board.reading, board.lookup):
            for end in _ends(state, one, source, bundle, board):
                found |= set(types_in(end))
    return frozenset(found)


def _made(
    state: State, chosen: list[Permanent], mode: Mode, wanted: str = TYPES
) -> tuple[dict[str, frozenset[str]], Board]:
    reading = Reading(mode, wanted)
    board = Board(state, reading, frozenset(p.id for p in chosen))
    made = {one.id: _makes(state, one, usable_sources(state, one), board) | board.unsaid(one) for one in chosen}
    return made, board


@answers("could_produce")
def answer_could_produce(state: State, query: Query) -> Verdict:
    """The types of mana that the permanents can make.

    `value`: "alternatives" for what one tap gives; "together" for what a player's permanents (all of them, if no subject is
    named) can add at once.
    """
    go_to(state, query)
    with state.unchanging():
        return _could_produce(state, query)


def _could_produce(state: State, query: Query) -> Verdict:
    if query.value == "together":
        return _together(state, query)
    if query.value == "alternatives":
        from judgecall.engine.mana.answers_amounts import alternatives

        return alternatives(state, query)
    chosen = subjects(state, query)
    if not chosen:
        raise CannotRule("nothing_to_tap")
    with state.d.muted():
        least, board = _made(state, chosen, "least")
        most, wide = _made(state, chosen, "most")
    for one in chosen:
        guard(state, board, one)
        _guard_added_types(state, one, most[one.id], TYPES)
        with state.d.muted():
            if sick(state, one):
                raise CannotRule("sick_now", object=one.ref)
    if least != most:
        return _unsettled(state, chosen, wide, least)
    _record(state, chosen, least, Reading("least"))
    return ManaTypes(in_order(t for types in least.values() for t in types))


def _together(state: State, query: Query) -> Verdict:
    from judgecall.engine.mana.together import greatest

    only = state.members(query.subject) if query.subject else None
    found = greatest(state, query.who or (state.controller(only[0]) if only else "you"), only)
    return ManaTypes(tuple(shown(b) for b in found if total(b)), any_one=False)


def _unsettled(state: State, chosen: list[Permanent], wide: Board, least: dict[str, frozenset[str]]) -> Verdict:
    """Lands that nobody named decide: with none that matter, what is known; else whatever those lands could produce."""
    facts = list(wide.reading.unknown.values())
    players = {dict(f.args)["player"] for f in facts if f.code == "lands_could_produce"}
    if not players or any(f.code != "lands_could_produce" for f in facts):
        raise CannotRule("types_not_stated", object=chosen[0].ref, fact=facts[0].code if facts else "")
    player = min(players)
    if state.facts.ask("lands_matter", player=player):
        _record(state, chosen, least, Reading("least"))
        code = "types_of_lands" if any(a for one in chosen for _, a in wide.asks(one)) else "colors_of_lands"
        return Outcome(code, (("player", player),))
    _record(state, chosen, least, Reading("least"))
    return ManaTypes(in_order(t for types in least.values() for t in types))


def _record(state: State, chosen: list[Permanent], made: dict[str, frozenset[str]], reading: Reading) -> None:
    """Leave the derivation: where each type comes from, and what is left undefined."""
    board = Board(state, reading, frozenset(p.id for p in chosen))
    for one in chosen:
        intrinsic_abilities(state, one)
        for source in usable_sources(state, one):
            for bundle in bundles(state, one, source, board.reading, board.lookup):
                if source.has_tap and total(bundle):
                    replacements.results(state, one, bundle, board.reading, board.lookup)
        explain(state, board, one, in_order(made[one.id]))
        if not made[one.id] and board.asks(one):
            options.undefined_type(state, one)


def _guard_added_types(state: State, one: Permanent, own: frozenset[str], wanted: str) -> None:
    """Mana that a trigger adds isn't the land's own: refuse where the two readings of the question would differ."""
    from judgecall.cards.abilities import AddMana
    from judgecall.engine.mana.sources import all_effects

    for source, ability in tap_triggers(state):
        if not trigger_is_about(state, source, ability, one):
            continue
        for effect in all_effects(ability.effects):
            if not isinstance(effect, AddMana) or "any_type_produced" in effect.options:
                continue
            with state.d.muted():
                board = Board(state, Reading("most"))
                made = options.choices(state, effect, source, board.reading, board.lookup)
            if any((set(types_in(b)) - own) & set(wanted) for b in made):
                raise CannotRule("trigger_adds_other_type", object=one.ref, source=source.ref)


@answers("can_produce")
def answer_can_produce(state: State, query: Query) -> Verdict:
    """May one of the permanents make mana of the type in `value` (any colour at all; any mana when empty)?"""
    go_to(state, query)
    chosen = subjects(state, query)
    if not chosen:
        raise CannotRule("nothing_to_tap")
    gone = [one for one in chosen if one.zone != "battlefield"]
    if gone:
        only_from_battlefield(state, gone[0])
        return YesNo(False)
    unusable = all(not usable_sources(state, one) and sources_of(state, one, triggered=False) for one in chosen)
    if unusable and any(sick(state, one) for one in chosen):
        return YesNo(False)
    for one in chosen:
        if already_tapped(state, one):
            if one.thing.tapped is not True:
                return YesNo(False)
            # "Could" asks about the type, "can it now" about the cost: which is meant can't be told.
            raise CannotRule("tapped_already", object=one.ref)
    if query.n is not None and query.n > 1:
        return several_uses(state, chosen, query)
    wanted = _wanted(query.value)
    everything = query.value.lower() in ("any_color", "any color", "all")
    with state.d.muted():
        least, board = _made(state, chosen, "least", wanted)
        most, _ = _made(state, chosen, "most", wanted)
    for one in chosen:
        guard(state, board, one)
    low, high = (frozenset().union(*m.values()) for m in (least, most))
    if _meets(low, wanted, everything) != _meets(high, wanted, everything):
        with state.d.muted():
            asked, _ = _made(state, chosen, "ask", wanted)
        _record(state, chosen, asked, Reading("ask", wanted))
        have = frozenset().union(*asked.values())
    else:
        _record(state, chosen, least, Reading("least"))
        have = low if _meets(low, wanted, everything) else high
    answer = _meets(have, wanted, everything)
    if not answer:
        for one in chosen:
            _guard_added_types(state, one, have, wanted)
        if wanted == "C" and any(not any_type for one in chosen for _, any_type in board.asks(one)):
            colorless_refused(state, chosen[0])
    return YesNo(answer)


def _wanted(value: str) -> str:
    if value.lower() in ("", "any", "mana"):
        return TYPES
    if value.lower() in ("any_color", "any color", "all", "color", "colored"):
        return COLORS
    letters = [letter_of(v) for v in value.replace(",", " ").split()]
    if len(letters) == 1 and letters[0] is None and set(value.upper()) <= set(TYPES):
        return value.upper()
    if None in letters:
        raise CannotRule("unknown_mana_type", value=value)
    return "".join(x for x in letters if x)


def _meets(have: frozenset[str], wanted: str, everything: bool) -> bool:
    if everything or len(wanted) < len(COLORS):
        return set(wanted) <= have
    return bool(set(wanted) & have)


@rule("605.3b")
def several_uses(state: State, chosen: list[Permanent], query: Query) -> Verdict:
    """Can the permanents make `n` mana, each ability used once: a mana ability resolves at once, so a sacrifice may follow a tap.

    Of the abilities of one permanent that have {T} in their cost, only one can be used (CR 107.5).
    """
    wanted = _wanted(query.value)
    most = 0
    with state.d.muted():
        board = Board(state, Reading("ask", wanted), frozenset(p.id for p in chosen))
        for one in chosen:
            guard(state, board, one)
            sums = {True: 0, False: 0}
            for source in usable_sources(state, one):
                ends = {
                    end
                    for b in bundles(state, one, source, board.reading, board.lookup)
                    for end in _ends(state, one, source, b, board)
                }
                best = max(sum(end[TYPES.index(t)] for t in wanted) for end in ends)
                sums[source.has_tap] = max(sums[source.has_tap], best)
            most += sum(sums.values())
    state.d.step("separate_uses", object=chosen[0].ref, n=most)
    return YesNo(most >= (query.n or 0))


def _ends(state: State, one: Permanent, source: Source, bundle: Bundle, board: Board) -> set[Bundle]:
    return replacements.results(state, one, bundle, board.reading, board.lookup) if source.has_tap else {bundle}


@rule("113.6")
def only_from_battlefield(state: State, one: Permanent) -> None:
    """Abilities of permanents work only while they are on the battlefield: one that died can't be tapped for mana."""
    state.d.step("not_on_battlefield", object=one.ref)


@answers("counts_as_type")
def answer_counts_as_type(state: State, query: Query) -> Verdict:
    """Is the subject an object of the subtypes in `value`, all of them?"""
    go_to(state, query)
    chosen = state.members(query.subject)
    wanted = [v.strip() for v in query.value.replace(" and ", ",").split(",") if v.strip()]
    if not chosen or not wanted:
        raise CannotRule("nothing_to_compare")
    result = True
    for one in chosen:
        _guard_types(state)
        for name in wanted:
            result = has_land_type(state, one, name[:1].upper() + name[1:]) and result
    return YesNo(result)


def _guard_types(state: State) -> None:
    from judgecall.cards.abilities import Unread

    for one in state.in_play():
        for ability in state.printed_abilities(one):
            if not isinstance(ability, Unread) or ability.shape == "triggered":
                continue
            if not ability.concepts or {"layers", "types"} & set(ability.concepts):
                raise CannotRule("unread_line", object=one.ref, concepts="layers")


def has_land_type(state: State, one: Permanent, name: str) -> bool:
    """Whether it has this subtype, by its type line or by an effect; "Basic" and "Nonbasic" ask for the supertype."""
    if name in ("Basic", "Nonbasic"):
        return is_basic(state, one) == (name == "Basic")
    if one.card is None and not one.thing.subtypes and name not in now.subtypes_of(state, one):
        raise CannotRule("unknown_types", object=one.ref)
    printed = set(one.face.subtypes if one.face else ()) | set(one.thing.subtypes)
    if name not in now.subtypes_of(state, one):
        if name in printed:
            type_is_set(state, one, name)
        else:
            types_from_type_line(state, one, name)
        return False
    if name in printed:
        types_from_type_line(state, one, name, has=True)
    else:
        type_is_added(state, one, name)
    return True


@rule("205.4c")
def is_basic(state: State, one: Permanent) -> bool:
    """A land is basic if it has the supertype basic; a basic land type doesn't make it one."""
    if one.card is None and not one.thing.supertypes:
        raise CannotRule("unknown_types", object=one.ref)
    found = "basic" in now.supertypes_of(state, one)
    state.d.step("is_basic" if found else "is_nonbasic", object=one.ref)
    return found


@rule("205.3i")
def types_from_type_line(state: State, one: Permanent, name: str, *, has: bool = False) -> None:
    """Land types are subtypes: what mana a land makes gives it none."""
    code = "has_land_type" if has else ("makes_mana_but_no_type" if name in BASIC_LAND_MANA else "lacks_land_type")
    state.d.step(code, object=one.ref, type=name)


@rule("305.7")
def type_is_set(state: State, one: Permanent, name: str) -> None:
    """An effect that sets a land's subtype takes its old land types away."""
    sources = [source for source, _, _ in now.type_effects(state, one)]
    state.d.step("type_set", object=one.ref, source=sources[-1].ref if sources else one.ref, type=name)
