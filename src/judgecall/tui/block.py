"""A question and its answer in the conversation."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from judgecall.answer.json_form import Answer
from judgecall.tui.exchange import Badge, Exchange, badge
from judgecall.tui.follow_up import Taken
from judgecall.tui.open_list import OpenList
from judgecall.tui.plain import content, joined, one_line, shortened

TONES = {
    "yes": "bold $text-success on $success-muted",
    "no": "bold $text-error on $error-muted",
    "depends": "bold $text-warning on $warning-muted",
    "none": "bold $text-secondary on $secondary-muted",
    "value": "bold $text-primary on $primary-muted",
}
"""How each tone looks; the word in it says the same."""


_WHICH = "The question can be taken two ways, and the answers differ. Which one did you mean?"


class ChoiceList(OpenList):
    """What an ambiguous question may mean."""


class Block(Vertical, can_focus=True):
    """Shows one exchange. Focusing or clicking it selects it."""

    answered: reactive[int] = reactive(0, recompose=True)
    """Counts up when the answer has come."""

    class Selected(Message):
        """The player moved to this block."""

        def __init__(self, block: Block) -> None:
            super().__init__()
            self.block = block

    class Chosen(Message):
        """One of the ways to take an ambiguous question was chosen."""

        def __init__(self, block: Block, index: int) -> None:
            super().__init__()
            self.block = block
            self.index = index

    class Entered(Message):
        """Enter was pressed on the block."""

    def __init__(self, exchange: Exchange) -> None:
        super().__init__()
        self.exchange = exchange

    def compose(self) -> ComposeResult:
        """The question and the answer as far as it is known, as one text; then what there is to choose from."""
        yield Static(Content("\n").join([_question(self.exchange), *_answer(self.exchange)]))
        choices = _choices(self.exchange)
        if choices:
            yield ChoiceList(*map(Option, choices))

    def on_focus(self) -> None:
        """Coming here selects the block."""
        self.post_message(self.Selected(self))

    def on_descendant_focus(self) -> None:
        """So does coming to its choices."""
        self.post_message(self.Selected(self))

    def on_key(self, event: events.Key) -> None:
        """Enter goes on to the details."""
        if event.key == "enter" and self.has_focus:
            event.stop()
            self.post_message(self.Entered())

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(self, event.option_index))


def _question(exchange: Exchange) -> Content:
    if exchange.supposition is not None:
        return joined(("◇ ", "$accent"), (f"What if {one_line(exchange.supposition.words)}?", "$text-muted"))
    return joined(("❯ ", "$accent"), (shortened(exchange.question, 400), "$text-muted"))


def _way(way: Taken) -> Content:
    lead = "→ Going on from before: " if way.goes_on else "→ By itself: "
    return joined((lead, "bold"), (one_line(way.answer.understood), ""))


def _verdict(verdict: Badge, text: str) -> Content:
    return joined((f" {verdict.word.upper()} ", TONES[verdict.tone]), (" ", ""), (text, "bold"))


def _answer(exchange: Exchange) -> Iterator[Content]:
    answer = exchange.answer
    if exchange.both_ways:
        yield _verdict(Badge("which one", "depends"), _WHICH)
    elif exchange.problem:
        yield _verdict(Badge("no ruling", "none"), exchange.problem)
    elif answer is None:
        yield content("…", "$text-muted")
    elif answer.status == "no_ruling" or not answer.answers:
        yield _verdict(Badge("no ruling", "none"), answer.reason.text if answer.reason else "")
        if answer.nearest:
            nearest = "; ".join(one_line(source.title) for source in answer.nearest[:3])
            yield content(f"Nearest: {nearest}", "$text-muted")
    else:
        for part in answer.answers:
            yield _verdict(badge(part.verdict), part.text)
        yield content(_figures(exchange, answer), "$text-muted")


def _choices(exchange: Exchange) -> list[Content]:
    """What the player may choose: ways to take the question, or cards that a name could mean."""
    if exchange.both_ways:
        return [_way(way) for way in exchange.both_ways]
    reason = exchange.answer.reason if exchange.answer else None
    return [content(f"→ {one_line(choice)}") for choice in reason.choices] if reason else []


def _before(exchange: Exchange) -> str:
    basis = exchange.follows.basis if exchange.follows else None
    return basis.title if basis else ""


def _figures(exchange: Exchange, answer: Answer) -> str:
    steps = sum(len(part.steps) for part in answer.answers)
    counts = ((steps, "step"), (len(exchange.sources), "source"), (len(answer.assumed), "fact"))
    before = [f"goes on from “{shortened(_before(exchange), 40)}”"] if exchange.goes_on else []
    shown = before + [
        f"{n} {word}{'' if n == 1 else 's'}{' assumed' if word == 'fact' else ''}" for n, word in counts if n
    ]
    if answer.not_understood:
        shown.append(f"left aside: {shortened(', '.join(answer.not_understood), 60)}")
    return " · ".join(shown)
