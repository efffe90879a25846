"""Answers about amounts of mana, and about what applies when a permanent is tapped for it."""

from __future__ import annotations

from judgecall.cards.abilities import AddMana
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.mana import options, replacements
from judgecall.engine.mana.answers_types import subjects
from judgecall.engine.mana.availability import already_tapped, condition_met, usable_sources
from judgecall.engine.mana.bundle import NOTHING, TYPES, Bundle, in_order, letter_of, of_symbols, shown, total
from judgecall.engine.mana.could_produce import Board, explain, guard
from judgecall.engine.mana.moment import go_to
from judgecall.engine.mana.reading import Reading
from judgecall.engine.mana.sources import Source, all_effects, guard_own, intrinsic_abilities, sources_of
from judgecall.engine.mana.tapping import (
    Outcome,
    is_tapped_for_mana,
    use,
)
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import ManaTypes, Number, Verdict
from judgecall.scenario.model import Query

_ABOUT_TYPES = frozenset({"lands_could_produce", "chosen_color", "color_in_identity", "exiled_color", "controls_color"})
"""Unknown facts that decide only of which type the mana is."""
NO_OUTCOME = Outcome(NOTHING, NOTHING, NOTHING)
_EXTRA_COST_WORDS = {"sacrifice": "sacrifice", "sac": "sacrifice", "counter": "remove_counters", "life": "life"}


def chosen_sources(state: State, one: Permanent, query: Query) -> list[Source]:
    """The mana abilities that the question is about: the one it names, else those that cost only {T}."""
    guard_own(state, one)
    sources = usable_sources(state, one)
    words = {query.value.lower()} | {
        w.lower()
        for e in state.events("tap_for_mana", "activate", "tap", "sacrifice")
        if one.thing.id in e.subject
        for w in (e.value, e.how, "sacrifice" if e.kind == "sacrifice" else "")
    }
    for word in words:
        if word in _EXTRA_COST_WORDS:
            named = [s for s in sources if getattr(s.cost, _EXTRA_COST_WORDS[word]) is not None]
            if named:
                return named
    with_tap = [s for s in sources if s.has_tap]
    return with_tap or sources


def _letters(query: Query) -> str:
    """The types that `value` names: one letter to count only that type, several for what one use adds."""
    letter = letter_of(query.value) if query.value else None
    if letter:
        return letter
    return query.value.upper() if query.value and set(query.value.upper()) <= set(TYPES) else ""


def outcomes(state: State, one: Permanent, query: Query, board: Board) -> list[tuple[Source, Outcome]]:
    """Every way that the mana ability in question can turn out for the player."""
    player = query.who or state.controller(one)
    sources = chosen_sources(state, one, query)
    found = [(source, outcome) for source in sources for outcome in use(state, one, source, board, player)]
    letters = _letters(query)
    if len(letters) > 1:
        return [(s, o) for s, o in found if o.base == of_symbols(letters)]
    if letters:
        best: dict[tuple[Source, Bundle], int] = {}
        at = TYPES.index(letters)
        for source, outcome in found:
            key = (source, outcome.base)
            best[key] = max(best.get(key, 0), outcome.gained[at])
        top = max(best.values(), default=0)
        return [(s, o) for s, o in found if best[(s, o.base)] == top and (o.gained[at] or not top)]
    return found if query.bound != "exactly" else _by_default(state, one, found)


def _by_default(state: State, one: Permanent, found: list[tuple[Source, Outcome]]) -> list[tuple[Source, Outcome]]:
    """What "tapping it" means when it has several mana abilities: the one of its own text, without any other cost.

    Where the question says what the devotion is, it is the one that counts that.

    Raises:
        CannotRule: one that costs mana would add another amount, and nothing says which is meant.
    """
    own = [(s, o) for s, o in found if not s.intrinsic]
    found = own if len({s for s, _ in own}) == 1 else found
    counting = [(s, o) for s, o in found if _counts_devotion(s)]
    if counting and any(state.facts.stated(f"devotion_{letter}") for letter in TYPES):
        return counting
    plain = [(s, o) for s, o in found if _is_plain(s)]
    paid = [(s, o) for s, o in found if s.cost.mana and not s.cost.sacrifice]
    if plain and paid and {total(o.gained) for _, o in plain} != {total(o.gained) for _, o in paid}:
        raise CannotRule("which_ability", object=one.ref)
    return plain or found


def _counts_devotion(source: Source) -> bool:
    return any(isinstance(e, AddMana) and e.amount.per == "devotion" for e in all_effects(source.ability.effects))


def _is_plain(source: Source) -> bool:
    cost = source.cost
    return not (
        cost.mana
        or cost.sacrifice
        or cost.tap_objects
        or cost.remove_counters
        or cost.discard
        or cost.exile
        or cost.energy
    )


def _amounts(state: State, one: Permanent, query: Query, board: Board) -> dict[int, tuple[str, Outcome]]:
    letters = _letters(query)
    found: dict[int, tuple[str, Outcome]] = {}
    for source, outcome in outcomes(state, one, query, board):
        n = outcome.gained[TYPES.index(letters)] if len(letters) == 1 else total(outcome.gained)
        if query.value == "net":
            n -= _mana_cost(source)
        found.setdefault(n, (shown(outcome.gained), outcome))
    return found


def _mana_cost(source: Source) -> int:
    n = 0
    for symbol in source.cost.mana.replace("}", "").split("{")[1:]:
        n += int(symbol) if symbol.isdigit() else (0 if symbol == "X" else 1)
    return n


@answers("mana_amount")
def answer_mana_amount(state: State, query: Query) -> Verdict:
    """How much mana using the permanents' mana abilities once gives, everything that triggers included.

    `value`: a letter counts that type only; several letters pick what one use adds ("WU"); "net" takes off the mana paid; "sacrifice"
    picks the ability that costs that; "pool" adds the unspent mana that the scenario states; "added" never does.
    """
    go_to(state, query)
    with state.unchanging():
        return _mana_amount(state, query)


def _mana_amount(state: State, query: Query) -> Verdict:
    chosen = subjects(state, query)
    if not chosen:
        raise CannotRule("nothing_to_tap")
    for one in chosen:
        if one.zone != "battlefield":
            raise CannotRule("not_in_play", object=one.ref)
    if query.n is not None and len(query.subject) == 1:
        chosen = chosen * query.n if len(chosen) == 1 else chosen[: query.n]
    totals = {0}
    open_amount = False
    listed: list[str] = []
    wanted = letter_of(query.value) or TYPES
    for one in chosen:
        found, is_open = _one_amount(state, one, query, wanted, frozenset(p.id for p in chosen))
        open_amount = open_amount or is_open
        listed = [text for _, (text, _) in sorted(found.items())]
        totals = {a + b for a in totals for b in found}
    if _counts_pool(state, chosen, query):
        totals = {n + _pool_part(state, query) for n in totals}
        pool_total(state, query.who or "you", max(totals))
    return _as_verdict(state, chosen, query, totals, open_amount, listed)


def _one_amount(
    state: State, one: Permanent, query: Query, wanted: str, subject: frozenset[str]
) -> tuple[dict[int, tuple[str, Outcome]], bool]:
    if already_tapped(state, one) or (not usable_sources(state, one) and sources_of(state, one, triggered=False)):
        return {0: ("", NO_OUTCOME)}, False
    with state.d.muted():
        least = Board(state, Reading("least", wanted), subject)
        guard(state, least, one)
        low = _amounts(state, one, query, least)
        most = Board(state, Reading("most", wanted), subject)
        high = _amounts(state, one, query, most)
    if not sources_of(state, one):
        return {0: ("", NO_OUTCOME)}, False
    settled = set(low) == set(high) and not most.reading.open_amount
    reading = least.reading if settled else Reading("ask", wanted)
    if not settled and _only_types_unknown(most.reading):
        # How much doesn't hang on which type it is: one question is enough, or none where some type is certain.
        facts = most.reading.unknown.values()
        player = next((dict(f.args)["player"] for f in facts if f.code == "lands_could_produce"), None)
        if player is None:
            reading = Reading("most" if state.facts.assume("some_color", object=one.ref) else "least", wanted)
        else:
            reading = Reading("most" if state.facts.ask("lands_matter", player=player) else "least", wanted)
    with state.d.muted():
        board = Board(state, reading, subject)
    reading.costs_ignored = False
    with state.d.muted():
        found = _amounts(state, one, query, board)
        ways = outcomes(state, one, query, board)
    if len(found) > 1 and query.bound == "exactly" and len({o.gained for _, o in ways}) > len(found):
        raise CannotRule("depends_on_choice", object=one.ref)  # a list of amounts would show only some of the types
    for source in dict.fromkeys(s for s, _ in ways):
        _record_use(state, one, source)
        use(state, one, source, board, query.who or state.controller(one), {o.base for s, o in ways if s == source})
    if not found:
        raise CannotRule("no_such_mana", object=one.ref)
    if board.asks(one):
        explain(state, board, one, in_order(board.known.get(one.id, frozenset())))
        if set(found) == {0}:
            options.undefined_type(state, one)
    for replacement in replacements.in_force(state):
        if not replacements.applies_to(state, replacement, one):
            replacements.does_not_apply(state, replacement, one)
    return found, reading.open_amount


def _only_types_unknown(reading: Reading) -> bool:
    return (
        bool(reading.unknown)
        and len(reading.wanted) > 1
        and all(f.code in _ABOUT_TYPES for f in reading.unknown.values())
    )


def _record_use(state: State, one: Permanent, source: Source) -> None:
    if source.intrinsic:
        intrinsic_abilities(state, one)
    condition_met(state, one, source)
    is_tapped_for_mana(state, one, source)


def _counts_pool(state: State, chosen: list[Permanent], query: Query) -> bool:
    if query.value in ("pool", "total", "altogether"):
        return True
    doubling = any(
        "same_type" in getattr(e, "options", ())
        for one in chosen
        for s in sources_of(state, one)
        for e in all_effects(s.ability.effects)
    )
    return doubling and query.value != "added"


def _pool_part(state: State, query: Query) -> int:
    pool = options.pool(state, query.who or "you")
    letters = _letters(query)
    return pool[TYPES.index(letters)] if len(letters) == 1 else total(pool)


def _as_verdict(
    state: State, chosen: list[Permanent], query: Query, totals: set[int], open_amount: bool, listed: list[str]
) -> Verdict:
    if len(totals) > 1 and query.bound == "exactly":
        if len(chosen) == 1:
            return ManaTypes(tuple(sorted(listed, key=len)), any_one=False)
        raise CannotRule("several_amounts", object=chosen[0].ref)
    n = min(totals) if query.bound == "at_least" else max(totals)
    if not state.d.steps:
        mana_made(state, chosen[0], n)
    if open_amount:
        return Number(n, "at_least")
    return Number(n, query.bound if len(totals) > 1 else "exactly")


@rule("106.4")
def pool_total(state: State, player: str, n: int) -> None:
    """Mana that an effect adds goes into the player's mana pool, to what is there unspent."""
    state.d.step("pool_total", player=player, n=n)


@rule("106.3")
def mana_made(state: State, one: Permanent, n: int) -> None:
    """Mana is produced by the effects of mana abilities."""
    state.d.step("mana_made", object=one.ref, n=n)


def alternatives(state: State, query: Query) -> Verdict:
    """What one tap can give, as bundles such as B and BB."""
    chosen = subjects(state, query)
    if len(chosen) != 1:
        raise CannotRule("several_amounts")
    one = chosen[0]
    with state.d.muted():
        board = Board(state, Reading("ask"), frozenset({one.id}))
        guard(state, board, one)
    plain = Query(query.kind, query.subject, who=query.who)
    found = {shown(o.gained) for _, o in outcomes(state, one, plain, board)}
    return ManaTypes(tuple(sorted(found, key=lambda s: (len(s), s))), any_one=False)
