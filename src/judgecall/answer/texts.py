"""Queries that the source text itself answers: what a term means, the rulings on a card, the text of a rule."""

from __future__ import annotations

import msgspec

from judgecall.answer.json_form import VerdictForm
from judgecall.answer.sources import Texts
from judgecall.corpus.passages import Passage
from judgecall.engine.verdicts import NoRuling, Outcome, Verdict
from judgecall.scenario.model import Query, Scenario

_SHORT = 100
"""A definition of fewer characters is followed by the next subrule."""
_SHOWN = 6
"""How many passages a definition shows at most."""
TEXT_KINDS = frozenset({"definition", "rulings", "rule_text"})


class Found(msgspec.Struct, frozen=True):
    """What was found: the passages, what to say, and the verdict."""

    passages: tuple[Passage, ...]
    text: str
    form: VerdictForm
    verdict: Verdict


def look_up(query: Query, scenario: Scenario, texts: Texts) -> Found | NoRuling:
    """Answer a query of one of the `TEXT_KINDS`."""
    if query.kind == "rulings":
        return _rulings(query, scenario, texts)
    if query.kind == "rule_text":
        number = query.value.strip().removeprefix("CR").strip().rstrip(".")
        rule = texts.rule(number)
        if rule is None:
            return NoRuling("unknown_rule", (("number", query.value),))
        return Found((rule,), f"{rule.title}: {rule.text}", VerdictForm("definition", rule.text), Outcome("quoted"))
    return _definition(query, texts)


def _rulings(query: Query, scenario: Scenario, texts: Texts) -> Found | NoRuling:
    names = [
        thing.card for thing in scenario.objects if thing.card and (not query.subject or thing.id in query.subject)
    ]
    if query.value:
        names.append(query.value)
    found = {passage.id: passage for name in names for passage in texts.rulings(name)}
    if not found:
        return NoRuling("no_rulings_known", (("card", names[0] if names else "that card"),))
    passages = tuple(found.values())
    many = f"There are {len(passages)} rulings" if len(passages) > 1 else "There is one ruling"
    on = " and ".join(dict.fromkeys(passage.card or "" for passage in passages))
    form = VerdictForm("rulings", [passage.text for passage in passages])
    return Found(passages, f"{many} on {on}.", form, Outcome("quoted"))


def _definition(query: Query, texts: Texts) -> Found | NoRuling:
    term = query.value.strip()
    passages = about(term, texts) if term else []
    if not passages:
        return NoRuling("unknown_term", (("term", term or "that"),))
    # A rule that only names its keyword says less than its first subrule does.
    first = next((p for p in passages if p.id.startswith("term:") or p.id[-1:].isalpha()), passages[0])
    text = f"{first.title}: {first.text}"
    second = next((p for p in passages if p.id == _next(first.id)), None)
    if second is not None and len(first.text) < _SHORT:
        # "Skulk is an evasion ability" alone tells nobody what it does.
        text = f"{text} {second.text}"
    shown = tuple(dict.fromkeys([first.id, *(p.id for p in passages)]))[:_SHOWN]
    by_id = {p.id: p for p in passages}
    form = VerdictForm("definition", first.text)
    return Found(tuple(by_id[id] for id in shown), text, form, Outcome("quoted"))


def _next(number: str) -> str:
    """The subrule after this one: 702.118b after 702.118a."""
    return f"{number[:-1]}{chr(ord(number[-1]) + 1)}" if number[-1:].isalpha() else ""


def about(term: str, texts: Texts) -> list[Passage]:
    """The glossary entry for a term, and the rules that stand under this heading ("skulk": 702.118 and its subrules)."""
    entry = texts.term(term)
    many = f"{term[:-1]}ies" if term.endswith("y") else f"{term}s"
    numbers = texts.rules_called(term) or texts.rules_called(many)
    rules = [rule for number in numbers for rule in texts.rules_under(number)]
    return [*([entry] if entry else []), *rules]
