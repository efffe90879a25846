"""Getting answers: which question is next, asking it in a worker's thread, and keeping it in the history."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from judgecall.answer.verdict_badge import badges
from judgecall.tui.exchange import Exchange, Facts, WhatIf, sources_of
from judgecall.tui.follow_up import ask
from judgecall.tui.history import History
from judgecall.tui.kept import Entry, Kept

if TYPE_CHECKING:
    from judgecall.tui.backend import Backend, Direct


def answer(exchange: Exchange, backend: Backend) -> Direct | None:
    """Fill in the answer to a question; instead returns what to read if the question is just a name or a number.

    A defect behind the app costs this one answer, and not the session.
    """
    began = time.perf_counter()
    try:
        direct = backend.direct(exchange.question)
        if direct is not None:
            return direct
        before = exchange.went_on_from
        sure = before is None or (exchange.follows is not None and exchange.follows.basis is before)
        ways = ask(backend, exchange.question, before.scenario if before else None, sure)
        exchange.origins = backend.origins(source for way in ways for source in sources_of(way.answer))
        exchange.seconds = time.perf_counter() - began
        if len(ways) == 1:
            exchange.take(ways[0])
            exchange.facts = facts_of(exchange, backend)
        else:
            exchange.both_ways = ways
    except Exception as error:
        exchange.problem = f"Something went wrong while answering ({type(error).__name__}: {error})."
    return None


def vary(exchange: Exchange, what_if: WhatIf, backend: Backend) -> str:
    """Answer again with what is supposed; returns a problem, empty when there is none."""
    if exchange.asked is None:
        return "There is no answer to vary."
    try:
        now = (
            backend.varied(exchange.asked, what_if.stated, tuple(what_if.supposed.values()))
            if what_if
            else exchange.asked
        )
        exchange.origins = exchange.origins | backend.origins(sources_of(now))
    except Exception as error:
        return f"This can't be supposed ({type(error).__name__}: {error})."
    exchange.answer, exchange.what_if = now, what_if
    return ""


def facts_of(exchange: Exchange, backend: Backend) -> Facts:
    """What a what-if can turn in an exchange."""
    if exchange.can_be_varied and exchange.asked is not None:
        return backend.facts(exchange.asked)
    return Facts()


def keep(exchange: Exchange, history: History) -> str:
    """Write an exchange to the history; returns a notice, empty when it was written."""
    answer = exchange.answer
    entry = Entry(
        question=exchange.question,
        status=answer.status if answer else "ambiguous" if exchange.both_ways else "failed",
        text="\n".join(f"{badge.word}: {text}" for badge, text in badges(answer)) if answer else exchange.problem,
        kept=Kept(
            answer=answer,
            asked=exchange.asked if exchange.what_if else None,
            stated=exchange.what_if.stated,
            supposed=exchange.what_if.supposed,
            goes_on=exchange.goes_on,
            follows=exchange.follows.id if exchange.follows else None,
            problem=exchange.problem,
            seconds=round(exchange.seconds, 3),
        ),
        id=exchange.id,
    )
    exchange.id, notice = history.write(entry)
    return notice


def restored(entry: Entry, earlier: list[Exchange]) -> Exchange:
    """An exchange from the history; `earlier` are those that it may go on from."""
    kept = entry.kept
    exchange = Exchange(entry.question, id=entry.id)
    exchange.follows = next((one for one in earlier if one.id == kept.follows), None) if kept.follows else None
    exchange.answer, exchange.asked = kept.answer, kept.asked or kept.answer
    exchange.what_if = WhatIf(kept.stated, kept.supposed)
    exchange.goes_on, exchange.seconds = kept.goes_on, kept.seconds
    exchange.problem = kept.problem or ("" if kept.answer else "This question was never settled: ask it again.")
    return exchange
