"""Answers as text to take along: for the clipboard, and the conversation as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgecall.answer.json_form import Answer, Source, StepForm
from judgecall.answer.verdict_badge import badges, behind
from judgecall.tui.exchange import Exchange
from judgecall.tui.plain import one_line, plain
from judgecall.tui.steps import arranged

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def answer_text(exchange: Exchange) -> str:
    """The answer alone."""
    return "\n".join(_sentences(exchange.answer)) if exchange.answer else exchange.problem


def cited_text(exchange: Exchange) -> str:
    """The answer with its question, reading, steps and sources."""
    answer = exchange.answer
    if answer is None:
        return exchange.problem
    lines = [one_line(exchange.question)]
    if exchange.what_if:
        lines.append(f"What if {_supposed(exchange)}?")
    lines += ["", *_sentences(answer)]
    if answer.understood:
        lines += ["", f"Read as: {one_line(answer.understood)}"]
    lines += [f"Assumed: {one_line(fact.text)}" for fact in answer.assumed]
    for part in answer.answers:
        if part.steps:
            lines.append("")
        lines += [f"{'  ' * depth}{rule}  {text}" for depth, rule, text in _steps(part.steps)]
    for source in exchange.sources:
        lines += ["", _title(exchange, source), plain(source.text)]
    lines.append("")
    if answer.position:
        lines.append(f"Position: {one_line(answer.position)}")
    lines.append(f"Rules of {answer.rules_date}.")
    return "\n".join(lines)


def conversation_markdown(exchanges: Sequence[Exchange]) -> str:
    """The conversation as a Markdown document."""
    lines = [f"# Judgecall {version_of('judgecall')}", ""]
    for exchange in exchanges:
        lines += _exchange_markdown(exchange)
    return "\n".join(lines).rstrip() + "\n"


def conversation_json(exchanges: Sequence[Exchange]) -> str:
    """The conversation as JSON: each answer as `judgecall ask --json` prints it, and what was supposed."""
    import json

    from judgecall.answer.json_form import to_data

    rows = [
        {**to_data(exchange.answer), "what_if": exchange.supposed_words, "seconds": round(exchange.seconds, 3)}
        for exchange in exchanges
        if exchange.answer is not None
    ]
    return json.dumps({"judgecall": version_of("judgecall"), "conversation": rows}, indent=2, ensure_ascii=False) + "\n"


def report_text(exchange: Exchange) -> str:
    """A report of a wrong ruling: what was asked, what came out, and what is needed to see the same again."""
    import platform

    answer = exchange.answer
    before = exchange.went_on_from if exchange.goes_on else None
    lines = [
        "# A ruling of Judgecall that is wrong",
        "",
        "## What it should be",
        "",
        "(Write the right ruling here, and the rule or ruling that decides it.)",
        "",
        "## What was asked",
        "",
        *_fenced(exchange.question),
        *([] if before is None else ["It went on from:", "", *_fenced(before.title)]),
        *(["What if:", "", *_fenced(_supposed(exchange))] if exchange.what_if else []),
        "## What Judgecall said",
        "",
        *_fenced(cited_text(exchange)),
        "## Position",
        "",
        *_fenced(answer.position if answer and answer.position else "none"),
        "## Versions",
        "",
        f"- Judgecall {version_of('judgecall')}, rules of {answer.rules_date if answer else 'unknown date'}",
        *(f"- {name} {version_of(name)}" for name in ("spacy", "rapidfuzz", "highspy", "textual")),
        f"- Python {platform.python_version()}, {platform.system()}",
        "",
    ]
    return "\n".join(lines)


def _fenced(text: str) -> list[str]:
    """The text word for word, in a fence that it can't close."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    return [fence, plain(text), fence, ""]


def version_of(package: str) -> str:
    """The version of an installed package."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def _supposed(exchange: Exchange) -> str:
    return one_line("; ".join(exchange.supposed_words))


def _exchange_markdown(exchange: Exchange) -> list[str]:
    answer = exchange.answer
    lines = [f"## {escaped(one_line(exchange.question))}", ""]
    if exchange.what_if:
        lines += [f"*What if {escaped(_supposed(exchange))}?*", ""]
    if answer is None:
        return [*lines, escaped(exchange.problem), ""]
    for verdict, text in badges(answer):
        lines += [f"**{escaped(verdict.word.upper())}** {escaped(one_line(behind(verdict, text)))}", ""]
    if answer.reason is not None:
        lines += [*(f"- {escaped(one_line(choice))}" for choice in answer.reason.choices), ""]
    if answer.understood:
        lines += [f"Read as: {escaped(one_line(answer.understood))}", ""]
    if answer.assumed:
        lines += ["Assumed:", "", *(f"- {escaped(one_line(fact.text))}" for fact in answer.assumed), ""]
    if answer.not_understood:
        lines += [f"Left aside: {escaped(one_line(', '.join(answer.not_understood)))}", ""]
    for number, part in enumerate(answer.answers, 1):
        if part.steps:
            lines += [f"Steps to part {number}:" if len(answer.answers) > 1 else "Steps:", ""]
            lines += [f"{'  ' * depth}- {rule} {escaped(text)}" for depth, rule, text in _steps(part.steps)]
            lines.append("")
    if exchange.sources:
        lines += ["Nearest source text:" if answer.status == "no_ruling" else "Sources:", ""]
    for source in exchange.sources:
        lines += [f"> **{escaped(_title(exchange, source))}**  ", *(f"> {line}" for line in _marked(source)), ""]
    if answer.position:
        lines += ["Position:", "", *_fenced(answer.position)]
    return [*lines, f"Rules of {escaped(answer.rules_date)}.", ""]


def _sentences(answer: Answer) -> list[str]:
    if answer.answers:
        return [one_line(part.text) for part in answer.answers]
    reason = one_line(answer.reason.text) if answer.reason else ""
    return [f"No ruling. {reason}".strip()]


def _steps(steps: Sequence[StepForm]) -> list[tuple[int, str, str]]:
    return [(node.depth, one_line(steps[node.at].rule), one_line(steps[node.at].text)) for node in arranged(steps)]


def _title(exchange: Exchange, source: Source) -> str:
    origin = exchange.origins.get(source.id)
    notes = [
        note for note in (origin.date if origin else "", "summary in our own words" if source.summary else "") if note
    ]
    return one_line(source.title) + (f" ({', '.join(notes)})" if notes else "")


def _marked(source: Source) -> list[str]:
    """The lines of a passage, its deciding words in bold."""
    pieces: list[str] = []
    at = 0
    for start, end in sorted(source.marked):
        if start >= at:
            pieces += [escaped(plain(source.text[at:start])), f"**{escaped(plain(source.text[start:end]))}**"]
            at = end
    pieces.append(escaped(plain(source.text[at:])))
    return "".join(pieces).split("\n")


def escaped(text: str) -> str:
    """The text with what Markdown would read as its own made literal."""
    return _SPECIAL.sub(r"\\\1", text)
