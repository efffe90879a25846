"""A question and its answer in the conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from judgecall.answer.verdict_badge import Badge, badges, behind
from judgecall.tui.exchange import Exchange
from judgecall.tui.open_list import OpenList
from judgecall.tui.plain import content, joined, one_line, shortened

if TYPE_CHECKING:
    from judgecall.answer.json_form import Answer
    from judgecall.tui.follow_up import Taken

TONES = {
    "yes": "bold reverse $text-success",
    "no": "bold reverse $text-error",
    "depends": "bold reverse $text-warning",
    "none": "bold reverse $text-secondary",
    "value": "bold reverse $text-primary",
}
"""How each tone looks; the word in it says the same. Reversed, it can be read whatever colours the terminal has."""

_WHICH = "The question can be taken two ways, and the answers differ. Which one did you mean?"
_QUOTED = 240
"""How many characters of the nearest rule are shown with a refusal; all of it stands in the details."""
KEYED = 9
"""How many choices have a key of their own; arrows reach the others."""


class ChoiceList(OpenList):
    """What can be chosen, each by its number."""

    class Offered(Message):
        """There is something to choose now."""

        def __init__(self, choices: ChoiceList) -> None:
            super().__init__()
            self.choices = choices

    def __init__(self, exchange: Exchange, choices: list[Content]) -> None:
        super().__init__(*(Option(_numbered(n, choice)) for n, choice in enumerate(choices, 1)))
        self.exchange = exchange

    def on_mount(self) -> None:
        """Say so."""
        self.post_message(self.Offered(self))

    HELP = (
        "What the question could mean, or how what decides could be. Press the number, or go to a line and press enter."
    )


class Block(Vertical, can_focus=True):
    """Shows one exchange. Focusing or clicking it selects it."""

    HELP = "A question and its ruling. The word that stands out is the verdict."

    answered: reactive[int] = reactive(0, recompose=True)
    """Counts up when the answer has come, or is another one."""

    class Selected(Message):
        """The player moved to this block."""

        def __init__(self, block: Block) -> None:
            super().__init__()
            self.block = block

    class Resized(Message):
        """The block is higher or lower than it was, or has its first height."""

        def __init__(self, block: Block, first: bool) -> None:
            super().__init__()
            self.block = block
            self.first = first

    class Chosen(Message):
        """One of the choices was taken."""

        def __init__(self, exchange: Exchange, index: int) -> None:
            super().__init__()
            self.exchange = exchange
            self.index = index

    def __init__(self, exchange: Exchange, selected: bool = False) -> None:
        super().__init__(classes="-selected" if selected else "")
        self.exchange = exchange
        self._height = 0

    def compose(self) -> ComposeResult:
        """The question and the answer as far as it is known, as one text; then what there is to choose from."""
        yield Static(_text(self.exchange))
        choices = choices_of(self.exchange)
        if choices:
            yield ChoiceList(self.exchange, choices)

    def on_resize(self, event: events.Resize) -> None:
        """Say so, once it is known: an answer is higher than the question that waited for it."""
        before, self._height = self._height, event.size.height
        if before != self._height:
            self.post_message(self.Resized(self, before == 0))

    def on_focus(self) -> None:
        """Coming here selects the block."""
        self.post_message(self.Selected(self))

    def on_descendant_focus(self) -> None:
        """So does coming to its choices."""
        self.post_message(self.Selected(self))

    def on_click(self, event: events.Click) -> None:
        """So does a click."""
        if event.widget is not self and not isinstance(event.widget, OptionList):
            self.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(self.exchange, event.option_index))


def _text(exchange: Exchange) -> Content:
    return Content("\n").join([*_question(exchange), *_answer(exchange)])


def drawn(exchange: Exchange) -> Content:
    """All that a block shows, as one text."""
    choices = [_numbered(n, choice) for n, choice in enumerate(choices_of(exchange), 1)]
    return Content("\n").join([_text(exchange), *choices])


def choices_of(exchange: Exchange) -> list[Content]:
    """What the player may choose: ways to take the question, cards that a name could mean, values of what decides."""
    if exchange.both_ways:
        return [_way(exchange, way) for way in exchange.both_ways]
    answer = exchange.answer
    if answer is None:
        return []
    if answer.reason is not None and answer.reason.choices:
        return [content(one_line(choice)) for choice in answer.reason.choices]
    if answer.status != "depends":
        return []
    return [content(one_line(words)) for fact in answer.open for words in (fact.if_true, fact.if_false)]


def _numbered(number: int, choice: Content) -> Content:
    return joined((f"{number}  " if number <= KEYED else "·  ", "bold $text-accent")) + choice


def _question(exchange: Exchange) -> Iterator[Content]:
    yield joined(("❯ ", "$accent"), (shortened(exchange.question, 400), "$text-muted"))
    words = exchange.supposed_words
    if words:
        yield joined(("◇ ", "$accent"), (f"What if {one_line('; '.join(words))}?", "$text-accent"))


def _way(exchange: Exchange, way: Taken) -> Content:
    lead = f"Going on from “{shortened(_before(exchange), 40)}”: " if way.goes_on else "By itself: "
    read = way.answer.understood or "it can't be read."
    return joined((lead, "bold"), (one_line(read), ""))


def _verdict(verdict: Badge, text: str) -> Content:
    return joined((f" {verdict.word.upper()} ", TONES[verdict.tone]), (" ", ""), (behind(verdict, text), "bold"))


def _answer(exchange: Exchange) -> Iterator[Content]:
    answer = exchange.answer
    if exchange.both_ways:
        yield _verdict(Badge("which one", "depends"), _WHICH)
    elif exchange.problem:
        yield _verdict(Badge("no ruling", "none"), exchange.problem)
    elif answer is None:
        yield content("…", "$text-muted")
    else:
        for badge, text in badges(answer):
            yield _verdict(badge, text)
        if exchange.what_if and exchange.asked is not None:
            yield from _compared(exchange.asked, answer)
        if answer.status == "no_ruling" and answer.nearest and not choices_of(exchange):
            first, *others = answer.nearest[:3]
            title, text = one_line(first.title), shortened(first.text, _QUOTED)
            yield joined(("Nearest: ", "$text-muted"), (title, "bold $text-accent"), (f"  {text}", ""))
            if others:
                yield content(f"Also: {'; '.join(one_line(source.title) for source in others)}", "$text-muted")
        if figures := _figures(exchange, answer):
            yield content(figures, "$text-muted")


def _compared(asked: Answer, now: Answer) -> Iterator[Content]:
    """What the what-if changes."""
    from judgecall.tui.what_if import changed

    found = changed(asked, now)
    others = bool(found.gone or found.new)
    if not found.verdicts and (found.before == found.after or not others):
        yield content(f"= The ruling stays the same{', by other steps' if others else ''}.", "$text-muted")
        return
    lead = "≠ As asked it was: " if found.verdicts else "= The same verdict, by other steps. As asked: "
    for sentence in found.before:
        yield joined((lead, "bold"), (one_line(sentence), "$text-muted"))


def _before(exchange: Exchange) -> str:
    return exchange.went_on_from.title if exchange.went_on_from else ""


def _figures(exchange: Exchange, answer: Answer) -> str:
    if answer.status == "no_ruling":
        return ""
    steps = sum(len(part.steps) for part in answer.answers)
    counts = ((steps, "step"), (len(exchange.sources), "source"), (len(answer.assumed), "fact"))
    before = [f"goes on from “{shortened(_before(exchange), 40)}”"] if exchange.goes_on else []
    shown = before + [
        f"{n} {word}{'' if n == 1 else 's'}{' assumed' if word == 'fact' else ''}" for n, word in counts if n
    ]
    if answer.not_understood:
        shown.append(f"left aside: {shortened(', '.join(answer.not_understood), 60)}")
    if answer.open:
        shown.append("tab and a number settle it")
    return " · ".join(shown)
