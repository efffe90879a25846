"""The engine's front door: a scenario in, a judgement for each query out.

Unknown facts split the case: each branch is run on its own, branches that agree are merged, and what is left is
"it depends".
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judgecall.engine.announced import with_announced_choices
from judgecall.engine.derivation import DerivedStep
from judgecall.engine.facts import Assumption, CannotRule, Facts, Undecided
from judgecall.engine.overlooked import refuse_overlooked
from judgecall.engine.state import CardFacts, State
from judgecall.engine.verdicts import Decision, Depends, NoRuling, Verdict, YesNo
from judgecall.scenario.model import Query, QueryKind, Scenario

_SPLIT_LIMIT = 5

Answerer = Callable[[State, Query], Verdict]
ANSWERERS: dict[QueryKind, Answerer] = {}
"""Which function answers each kind of query. Filled as the engine's modules are imported."""


Preparer = Callable[[State, Query], None]
PREPARERS: dict[QueryKind, Preparer] = {}
"""What brings the board to where it is when such a query is asked, for kinds whose answer looks at the board alone."""


def prepares(*kinds: QueryKind) -> Callable[[Preparer], Preparer]:
    """Register a function as the one that carries out events before these kinds of query are answered."""

    def decorate(function: Preparer) -> Preparer:
        PREPARERS.update(dict.fromkeys(kinds, function))
        return function

    return decorate


def answers(*kinds: QueryKind) -> Callable[[Answerer], Answerer]:
    """Register a function as the one that answers these kinds of query."""

    def decorate(function: Answerer) -> Answerer:
        for kind in kinds:
            if kind in ANSWERERS:
                raise ValueError(f"two functions answer {kind}")
            ANSWERERS[kind] = function
        return function

    return decorate


class Judgement(msgspec.Struct, frozen=True):
    """The answer to one query: the verdict, the steps to it, and the facts that were assumed on the way."""

    query: Query
    verdict: Verdict
    steps: tuple[DerivedStep, ...]
    assumed: tuple[Assumption, ...]


class _Branch(msgspec.Struct):
    decisions: tuple[tuple[Assumption, bool], ...]
    verdict: Verdict
    steps: list[DerivedStep]
    assumed: dict[str, Assumption]


def judge(scenario: Scenario, cards: CardFacts) -> list[Judgement]:
    """Rule on every query of a scenario, in order. Never raises for a scenario that can't be ruled on."""
    told = with_announced_choices(scenario)
    return [_judge_one(told, query, cards) for query in told.queries]


def _judge_one(scenario: Scenario, query: Query, cards: CardFacts) -> Judgement:
    answerer = ANSWERERS.get(query.kind)
    if answerer is None:
        return Judgement(query, NoRuling("no_rule_for_query", (("kind", query.kind),)), (), ())
    branches: list[_Branch] = []
    try:
        _run(scenario, query, cards, answerer, (), branches)
    except CannotRule as refusal:
        return Judgement(query, NoRuling(refusal.reason, refusal.args_), (), ())
    merged = _merge(branches)
    assumed: dict[str, Assumption] = {}
    for branch in branches:
        assumed.update(branch.assumed)
    steps = _put_together([branch.steps for branch in branches] if isinstance(merged, Depends) else _shared(branches))
    return Judgement(query, merged, tuple(steps), tuple(assumed.values()))


def _shared(branches: list[_Branch]) -> list[list[DerivedStep]]:
    """The derivation of branches that agree on the verdict: what they all come to.

    What only one of them comes to would stand beside what is true in another only. Where they have no step in common, each keeps its own.
    """
    steps = branches[-1].steps
    kept = [i for i, step in enumerate(steps) if all(_tells(branch, step) for branch in branches)]
    if not kept:
        return [branch.steps for branch in branches]
    place = {i: new for new, i in enumerate(kept)}
    return [
        [
            msgspec.structs.replace(steps[i], because=tuple(place[b] for b in steps[i].because if b in place))
            for i in kept
        ]
    ]


def _put_together(derivations: list[list[DerivedStep]]) -> list[DerivedStep]:
    """The steps of several derivations one after the other, each once, with their reasons renumbered."""
    steps: list[DerivedStep] = []
    for derivation in derivations:
        place: dict[int, int] = {}
        for i, step in enumerate(derivation):
            moved = msgspec.structs.replace(step, because=tuple(place[b] for b in step.because if b in place))
            if moved not in steps:
                steps.append(moved)
            place[i] = steps.index(moved)
    return steps


def _tells(branch: _Branch, step: DerivedStep) -> bool:
    """Whether a branch comes to this step too, be it for other reasons."""
    return any((s.rule, s.code, s.args) == (step.rule, step.code, step.args) for s in branch.steps)


def _run(
    scenario: Scenario,
    query: Query,
    cards: CardFacts,
    answerer: Answerer,
    decided: tuple[tuple[Assumption, bool], ...],
    branches: list[_Branch],
) -> None:
    facts = Facts(dict(scenario.facts), {fact.key: holds for fact, holds in decided})
    state = State(scenario, cards, facts)
    try:
        prepare = PREPARERS.get(query.kind)
        if prepare is not None:
            prepare(state, query)
        verdict = answerer(state, query)
        refuse_overlooked(state, query, verdict)
    except Undecided as split:
        if len(decided) >= _SPLIT_LIMIT:
            raise CannotRule("too_many_unknowns") from None
        for holds in (True, False):
            _run(scenario, query, cards, answerer, (*decided, (split.fact, holds)), branches)
        return
    if query.inverse and isinstance(verdict, YesNo):
        verdict = YesNo(not verdict.value)
    branches.append(_Branch(decided, verdict, state.d.steps, facts.assumed))


def _merge(branches: list[_Branch]) -> Verdict:
    first = branches[0].verdict
    if all(b.verdict == first for b in branches):
        return first
    refusals = [b.verdict for b in branches if isinstance(b.verdict, NoRuling)]
    if refusals:
        return refusals[0]
    return Depends(
        tuple((tuple(Decision(f.code, f.args, holds) for f, holds in b.decisions), b.verdict) for b in branches)
    )
