"""An answer as text for a person: the ruling, the steps as a tree, the sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judgecall.answer.verdict_badge import badge, badges
from judgecall.cli.page import Page

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer, Part, StepForm


def shown(answer: Answer, page: Page | None = None) -> str:
    """The answer as text."""
    page = page or Page()
    if answer.status == "no_ruling":
        for verdict, text in badges(answer):
            page.verdict(verdict, text, "", f"No ruling. {answer.reason.text if answer.reason else ''}")
        if answer.reason and answer.reason.choices:
            for choice in answer.reason.choices:
                page.text(f"- {choice}", "  ", "    ")
    else:
        for number, part in enumerate(answer.answers, 1):
            if number > 1:
                page.lines.append("")
            _part(page, part, f"{number}. " if len(answer.answers) > 1 else "")
    if answer.assumed:
        page.head("Assumed")
        for fact in answer.assumed:
            page.text(f"- {fact.text}", "  ", "    ")
    if answer.understood:
        page.head("How I read the question")
        page.text(answer.understood)
    if answer.not_understood:
        page.head("Left aside")
        page.text(", ".join(answer.not_understood))
    if answer.nearest:
        page.head("Nearest source text")
        for source in answer.nearest:
            page.source(source)
    page.lines.extend(["", page.faint(f"Rules of {answer.rules_date}.")])
    return str(page)


def _part(page: Page, part: Part, number: str) -> None:
    page.verdict(badge(part.verdict), part.text, number)
    if part.steps:
        page.head("Steps")
        for line, hanging in tree(part.steps):
            page.step(line.lstrip(" "), "  " + " " * (len(line) - len(line.lstrip(" "))), hanging)
    if part.sources:
        page.head("Source")
        for source in part.sources:
            page.source(source)


def tree(steps: Sequence[StepForm]) -> list[tuple[str, str]]:
    """The steps as indented lines, the deciding one first and under each what it rests on; each with its hanging indent."""
    lines: list[tuple[str, str]] = []
    seen: set[int] = set()

    def add(index: int, depth: int) -> None:
        if index in seen or not 0 <= index < len(steps):
            return
        seen.add(index)
        step = steps[index]
        indent = "  " * depth
        lines.append((f"{indent}{step.rule}  {step.text}", f"    {indent}{' ' * len(step.rule)}"))
        for reason in step.because:
            add(reason, depth + 1)

    for index in reversed(range(len(steps))):
        add(index, 0)
    return lines
