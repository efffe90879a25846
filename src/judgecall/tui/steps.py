"""The steps to a verdict as a tree that folds: the deciding one first, under each what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from judgecall.answer.json_form import StepForm
from judgecall.tui.actions import bindings
from judgecall.tui.messages import RuleWanted
from judgecall.tui.open_list import OpenList
from judgecall.tui.plain import one_line

_DEEPEST_INDENT = 6
FIRST = 6
"""How many steps are shown before the player asks for the others; the sources stand below them."""


class Node(NamedTuple):
    """A step in its place in the tree."""

    at: int
    depth: int
    below: int
    """How many steps stand under it."""


def arranged(steps: Sequence[StepForm]) -> list[Node]:
    """The steps in the order they are shown. A step that several rest on stands under the first of them."""
    nodes: list[Node] = []
    seen: set[int] = set()

    def add(index: int, depth: int) -> None:
        if index in seen or not 0 <= index < len(steps):
            return
        seen.add(index)
        at = len(nodes)
        nodes.append(Node(index, depth, 0))
        for reason in steps[index].because:
            add(reason, depth + 1)
        nodes[at] = Node(index, depth, len(nodes) - at - 1)

    for index in reversed(range(len(steps))):
        add(index, 0)
    return nodes


class StepTree(OpenList):
    """Shows the steps; enter or space folds one."""

    BINDINGS = bindings("steps")
    HELP = (
        "The steps to the verdict: the deciding one first, under each what it rests on. ← folds a step (▸), → unfolds it "
        "(▾), d shows only the steps that decided."
    )

    def __init__(self, steps: Sequence[StepForm]) -> None:
        super().__init__()
        self.steps = steps
        self.nodes = arranged(steps)
        self.folded: set[int] = set()
        self.all_wanted = len(self.nodes) <= FIRST + 1
        self._shown: list[Node] = []
        self._more = 0
        self._fill()

    @property
    def shown(self) -> list[StepForm]:
        """The steps that are not folded away, in order."""
        return [self.steps[node.at] for node in self._shown]

    def _fill(self) -> None:
        self._shown = []
        hidden_until = 0
        for position, node in enumerate(self.nodes):
            if position < hidden_until:
                continue
            self._shown.append(node)
            if node.at in self.folded:
                hidden_until = position + node.below + 1
        self._more = 0 if self.all_wanted else max(len(self._shown) - FIRST, 0)
        if self._more:
            del self._shown[FIRST:]
        at = self.highlighted
        options = [Option(self._line(node)) for node in self._shown]
        if self._more:
            options.append(Option(Text(f"▸ {self._more} more step{'' if self._more == 1 else 's'}")))
        self.set_options(options)
        if at is not None and options:
            self.highlighted = min(at, len(options) - 1)

    def _line(self, node: Node) -> Table:
        step = self.steps[node.at]
        mark = "·" if not node.below else "▸" if node.at in self.folded else "▾"
        hidden = f" (+{node.below})" if node.at in self.folded else ""
        line = Table.grid(padding=(0, 1, 0, 0))
        line.add_column(no_wrap=True)
        line.add_column(no_wrap=True)
        line.add_column(ratio=1)
        line.add_row(
            Text("  " * min(node.depth, _DEEPEST_INDENT) + mark),
            Text(one_line(step.rule), style="bold"),
            Text(one_line(step.text) + hidden),
        )
        return line

    def action_fold(self) -> None:
        """Fold or unfold."""
        self.action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Fold or unfold."""
        event.stop()
        if event.option_index >= len(self._shown):
            self.all_wanted = True
            self._fill()
            return
        node = self._shown[event.option_index]
        if node.below:
            self.folded ^= {node.at}
            self._fill()

    def _chosen(self) -> Node | None:
        at = self.highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    def action_fold_step(self) -> None:
        """Fold what the step rests on; where there is nothing to fold, go to the step above it."""
        node = self._chosen()
        if node is None:
            return
        if node.below and node.at not in self.folded:
            self.folded.add(node.at)
            self._fill()
            return
        at = self._shown.index(node)
        above = [i for i in range(at) if self._shown[i].depth < node.depth]
        if above:
            self.highlighted = above[-1]

    def action_unfold_step(self) -> None:
        """Unfold what the step rests on, or the steps that are not shown yet."""
        node = self._chosen()
        if node is None and self._more:
            self.all_wanted = True
            self._fill()
        elif node is not None and node.at in self.folded:
            self.folded.remove(node.at)
            self._fill()

    @property
    def only_deciding(self) -> bool:
        """Whether nothing is shown but the steps that the verdict rests on itself."""
        return all(node.at in self.folded for node in self.nodes if node.below and not node.depth)

    def action_only_deciding(self) -> None:
        """Show the steps that decided alone, or all steps."""
        self.folded = set() if self.only_deciding else {node.at for node in self.nodes if node.below and not node.depth}
        self.all_wanted = True
        self.highlighted = 0
        self._fill()

    def action_open_rule(self) -> None:
        """Look up the rule of the step."""
        if self.highlighted is not None and self.highlighted < len(self._shown):
            self.post_message(RuleWanted(self.steps[self._shown[self.highlighted].at].rule))
