"""What-ifs: the facts that can be turned, what turning one supposes, and what the ruling then does otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from judgecall.answer.json_form import Answer, Fact, StepForm, Supposed
from judgecall.answer.verdict_badge import badges, behind
from judgecall.scenario.stated import Stated, other_value
from judgecall.tui.exchange import Exchange, WhatIf

_ALIKE = 0.6
"""The share of its words that a step must have kept to be the same one in other words."""

Sort = Literal["open", "assumed", "supposed", "stated", "gainable"]


class Row(NamedTuple):
    """A fact in the list of facts."""

    sort: Sort
    key: str
    text: str
    changed: bool
    fact: Fact | Stated
    holds: bool = True
    """For an open fact: the way that this row settles it."""


def rows_of(exchange: Exchange) -> list[Row]:
    """Every fact that can be turned: those that decide first, then what was stated, then what was assumed.

    A fact that was turned stays in its place, so that the same key turns it back.
    """
    answer = exchange.answer
    if answer is None or not exchange.can_be_varied:
        return []
    rows = [
        Row("open", fact.key, words, False, fact, holds)
        for fact in answer.open
        for holds, words in ((True, fact.if_true), (False, fact.if_false))
    ]
    supposed = {
        key: Row("supposed", key, _said(so.fact, so.holds), True, so.fact, so.holds)
        for key, so in exchange.what_if.supposed.items()
    }
    assumed = {fact.key: fact for fact in (*(exchange.asked or answer).assumed, *answer.assumed)}
    rows += [row for key, row in supposed.items() if key not in assumed]
    changes = exchange.what_if.stated
    for fact in (*exchange.facts.stated, *(f for f in exchange.facts.gainable if f.key in changes)):
        now = changes.get(fact.key, fact.value)
        text = replace_value(fact, now)
        if now != fact.value:
            text += f" (asked: {fact.said(fact.value)})"
        rows.append(Row("stated", fact.key, text, now != fact.value, fact))
    settled = {key for one in exchange.what_if.supposed.values() for key in (one.fact.key, *one.fact.also)}
    still = {fact.key for fact in answer.assumed} - settled
    for key, one in assumed.items():
        if key in supposed:
            rows.append(supposed[key])
        elif key in still:
            rows.append(Row("assumed", key, one.text, False, one))
    return rows


def replace_value(fact: Stated, value: str) -> str:
    """The fact in words, with another value."""
    import msgspec

    return msgspec.structs.replace(fact, value=value).text


def turned(exchange: Exchange, row: Row, by: int = 1) -> WhatIf:
    """What is supposed once a fact is turned: a flag the other way, a number one more (or less, with `by`)."""
    was = exchange.what_if
    if isinstance(row.fact, Fact):
        supposed = dict(was.supposed)
        if row.sort == "open":
            supposed[row.key] = Supposed(row.fact, row.holds)
        elif row.sort == "assumed":
            supposed[row.key] = Supposed(row.fact, False)
        elif any(one.key == row.key for one in exchange.asked.assumed) if exchange.asked else False:
            del supposed[row.key]
        else:
            supposed[row.key] = Supposed(row.fact, not row.holds)
        return replace(was, supposed=supposed)
    now = was.stated.get(row.key, row.fact.value)
    stated = {key: value for key, value in was.stated.items() if key != row.key}
    value = other_value(row.fact, now, by)
    if value != row.fact.value:
        stated[row.key] = value
    return replace(was, stated=stated)


def with_value(exchange: Exchange, fact: Stated, value: str) -> WhatIf:
    """What is supposed once a stated fact has this value."""
    stated = {key: old for key, old in exchange.what_if.stated.items() if key != fact.key}
    if value != fact.value:
        stated[fact.key] = value
    return replace(exchange.what_if, stated=stated)


class Changed(NamedTuple):
    """What a what-if changes in the answer."""

    verdicts: bool
    """Whether any verdict is another one."""
    before: list[str]
    """The sentences with their verdicts, as the question was asked."""
    after: list[str]
    """The same now."""
    gone: list[StepForm]
    new: list[StepForm]
    reworded: list[tuple[StepForm, StepForm]]
    """Steps of the same rule that say nearly the same, before and now: of another size or number, say."""


def changed(asked: Answer, now: Answer) -> Changed:
    """What is otherwise now."""
    before, after = badges(asked), badges(now)
    old = {(step.rule, step.text): step for part in asked.answers for step in part.steps}
    new = {(step.rule, step.text): step for part in now.answers for step in part.steps}
    gone = [step for key, step in old.items() if key not in new]
    came = [step for key, step in new.items() if key not in old]
    reworded = _paired(gone, came)
    return Changed(
        [badge for badge, _ in before] != [badge for badge, _ in after],
        [f"{badge.word.upper()}: {behind(badge, text)}" for badge, text in before],
        [f"{badge.word.upper()}: {behind(badge, text)}" for badge, text in after],
        [step for step in gone if all(step is not was for was, _ in reworded)],
        [step for step in came if all(step is not now for _, now in reworded)],
        reworded,
    )


def _paired(gone: Sequence[StepForm], came: Sequence[StepForm]) -> list[tuple[StepForm, StepForm]]:
    """The steps of one rule that say nearly the same, each with the first such one that no other has taken."""
    from difflib import SequenceMatcher

    pairs: list[tuple[StepForm, StepForm]] = []
    left = list(came)
    for was in gone:
        for now in left:
            alike = was.rule == now.rule and SequenceMatcher(None, was.text.split(), now.text.split()).ratio() >= _ALIKE
            if alike:
                pairs.append((was, now))
                left.remove(now)
                break
    return pairs


def _said(fact: Fact, holds: bool) -> str:
    words = fact.if_true if holds else fact.if_false
    return words or (fact.text if holds else f"not so: {fact.text}")
