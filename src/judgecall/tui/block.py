"""A question and its answer in the conversation."""

from __future__ import annotations

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
        """The question, then the answer as far as it is known."""
        exchange = self.exchange
        yield Static(_question(exchange), classes="question")
        if exchange.answer is not None:
            yield from _answer(exchange, exchange.answer)
        elif exchange.both_ways:
            yield Static(_verdict(Badge("which one", "depends"), _WHICH), classes="answer")
            yield ChoiceList(*(Option(_way(way)) for way in exchange.both_ways))
        elif exchange.problem:
            yield Static(_verdict(Badge("no ruling", "none"), exchange.problem), classes="answer")
        else:
            yield Static(content("…", "$text-muted"), classes="answer waiting")

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
    lead = "Going on from before: " if way.goes_on else "By itself: "
    return joined((lead, "bold"), (one_line(way.answer.understood), ""))


def _verdict(verdict: Badge, text: str) -> Content:
    return joined((f" {verdict.word.upper()} ", TONES[verdict.tone]), (" ", ""), (text, "bold"))


def _answer(exchange: Exchange, answer: Answer) -> ComposeResult:
    if answer.status == "no_ruling" or not answer.answers:
        reason = answer.reason.text if answer.reason else ""
        yield Static(_verdict(Badge("no ruling", "none"), reason), classes="answer")
        if answer.reason and answer.reason.choices:
            yield ChoiceList(*(Option(content(one_line(choice))) for choice in answer.reason.choices))
        if answer.nearest:
            nearest = "; ".join(one_line(source.title) for source in answer.nearest[:3])
            yield Static(joined(("Nearest: ", "$text-muted"), (nearest, "$text-muted")), classes="more")
        return
    for part in answer.answers:
        yield Static(_verdict(badge(part.verdict), part.text), classes="answer")
    yield Static(content(_figures(exchange, answer), "$text-muted"), classes="more")


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
