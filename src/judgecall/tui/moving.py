"""Moving about the conversation: which answer is selected, its details, and back to the question."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import events, on
from textual.widgets import OptionList
from textual.worker import Worker

from judgecall.tui.block import Block
from judgecall.tui.details import Details
from judgecall.tui.exchange import Exchange
from judgecall.tui.question_input import QuestionInput
from judgecall.tui.taking_along import TakingAlong
from judgecall.tui.transcript import Transcript
from judgecall.tui.welcome import Welcome

if TYPE_CHECKING:
    from judgecall.tui.kept import Entry

NARROW = 100
"""Below this width the details stand under the conversation instead of beside it, once they are wanted."""

WAIT = 0.3
"""Seconds that an answer may take before the details of the one before go."""


class Moving(TakingAlong):
    """The part of the conversation's screen that moves the selection and the focus."""

    _entered: Exchange | None = None
    """The question that was just asked and has no place on the screen yet."""

    @property
    def conversation(self) -> Transcript:
        """The list of blocks."""
        return self.query_one("#conversation", Transcript)

    def _show_state(self) -> None:
        """Show what is going on; the screen itself knows."""

    def _show_details(self, exchange: Exchange | None) -> None:
        details = self.query_one(Details)
        if not details.display:
            # Drawn when it is wanted: an answer is on the screen sooner without.
            details.stale = True
            return
        if exchange is not None and exchange.waiting:
            # Most answers are there before the pane could be emptied for them.
            self.set_timer(WAIT, lambda: self._empty_details(exchange))
            return
        details.stale = False
        self._draw(details, exchange)

    def _empty_details(self, exchange: Exchange) -> None:
        if exchange is self.selected and exchange.waiting:
            self._draw(self.query_one(Details), exchange)

    def _draw(self, details: Details, exchange: Exchange | None) -> None:
        # Not the coroutine itself: one that a newer takes the place of before it begins would never be awaited.
        _: Worker[None] = self.run_worker(partial(details.show, exchange), group="details", exclusive=True)

    def _details_wanted(self) -> None:
        """Draw the details if they are not of the answer that is selected, and go into them."""
        details = self.query_one(Details)
        if details.stale:
            details.want_focus()
            self._show_details(self.selected)
        else:
            details.focus_first()

    def _fill_in(self, exchange: Exchange) -> None:
        """Look up what a restored answer was kept without; the screen itself does."""

    @on(Block.Selected)
    def _block_selected(self, event: Block.Selected) -> None:
        self._select(event.block.exchange)

    def _select(self, exchange: Exchange | None) -> None:
        if exchange is self.selected:
            return
        before, self.selected = self.selected, exchange
        for one in (before, exchange):
            if one is not None:
                block = self.conversation.widget_of(one)
                if block is not None:
                    block.set_class(one is exchange, "-selected")
                self.conversation.changed(one)
        if exchange is not None:
            self._fill_in(exchange)
            self.call_after_refresh(self._into_view, exchange)
        self._show_details(exchange)
        self._show_state()

    @on(Block.Resized)
    def _block_resized(self, event: Block.Resized) -> None:
        """What is selected stays in view when its answer comes, and when the terminal gets another size.

        Not when it is merely drawn again because somebody scrolls past it.
        """
        exchange = event.block.exchange
        if exchange is self.selected and (not event.first or exchange is self._entered):
            self._entered = None
            self.call_after_refresh(self._into_view, exchange)

    def _into_view(self, exchange: Exchange) -> None:
        if exchange is self.selected and (block := self.conversation.widget_of(exchange)):
            higher = block.outer_size.height > self.conversation.scrollable_content_region.height
            self.conversation.scroll_to_widget(block, animate=False, top=higher or self.has_class("-details"))

    def action_enter_details(self) -> None:
        """From the selected answer into its details."""
        shown = self.query_one(Details).display
        self.add_class("-details")
        self.remove_class("-no-details")
        if shown:
            self._details_wanted()
        else:
            self.call_after_refresh(self._details_wanted)
        self._parted_anew()

    def action_previous_block(self) -> None:
        """Select the answer before; from the input the newest."""
        self._move(-1)

    def action_next_block(self) -> None:
        """Select the answer after; from the newest go to the input."""
        self._move(1)

    def _move(self, direction: int) -> None:
        if not self.exchanges:
            return
        newest = len(self.exchanges) - 1
        selected = self.exchanges.index(self.selected) if self.selected in self.exchanges else None
        in_input = self.query_one(QuestionInput).has_focus
        if selected is None or (in_input and selected == newest and direction < 0):
            wanted = newest
        else:
            wanted = selected + direction
        if wanted > newest:
            self.query_one(QuestionInput).focus()
        elif wanted >= 0:
            self.run_worker(self._go_to(wanted), group="window")

    async def _go_to(self, index: int) -> None:
        exchange = self.exchanges[index]
        block = await self.conversation.reach(self.conversation.items.index(exchange))
        if block is not None:
            block.focus()

    def bring_back(self, entry: Entry) -> None:
        """Show an answer of the history again, at the end of the conversation."""
        from judgecall.tui import asking

        same = next((one for one in self.exchanges if one.id == entry.id), None)
        if same is None:
            same = asking.restored(entry, self.exchanges)
            self.exchanges.append(same)
            self._welcome()
        self.run_worker(self._show_again(self.exchanges.index(same)), group="window")

    async def _show_again(self, index: int) -> None:
        await self.conversation.show(list(self.exchanges), index)
        await self._go_to(index)

    def action_toggle_details(self) -> None:
        """Show or hide the details."""
        details = self.query_one(Details)
        shown = "-details" if self.size.width < NARROW else "-no-details"
        self.toggle_class(shown)
        if self.has_class("-details") and self.size.width < NARROW:
            self.call_after_refresh(self._details_wanted)
        elif details.display and details.stale:
            self._show_details(self.selected)
        elif details.has_focus_within and not details.display:
            self.query_one(QuestionInput).focus()
        self._parted_anew()

    def _parted_anew(self) -> None:
        """The conversation is higher or lower than it was: what is selected stays in view, and keys may mean otherwise."""
        self.refresh_bindings()
        if self.selected is not None:
            self.call_after_refresh(self._into_view, self.selected)

    def on_resize(self, event: events.Resize) -> None:
        """Side by side, or one under the other; details that have the keys stay on the screen."""
        narrow = event.size.width < NARROW
        if narrow and not self.has_class("-narrow") and self.query_one(Details).has_focus_within:
            self.add_class("-details")
        self.set_class(narrow, "-narrow")
        self.call_after_refresh(self._draw_details)

    def _draw_details(self) -> None:
        details = self.query_one(Details)
        if details.display and details.stale:
            self._show_details(self.selected)

    def on_key(self, event: events.Key) -> None:
        """Whatever is typed elsewhere, and means nothing there, goes into the input.

        When keys come faster than the focus moves, those behind the first come here too: they belong to the input.
        """
        box = self.query_one(QuestionInput)
        typed = event.character
        if self.app.screen is not self:
            event.stop()
            self.app.late_key(event)
            return
        if self.focused is not box and box.leaves_alone(event.key):
            event.stop()
            self.app.action_open_look_up()
            return
        if not event.is_printable or typed is None:
            return
        if self.focused is not box:
            bound = self.active_bindings.get(event.key)
            if (bound is not None and bound.enabled) or (isinstance(self.focused, OptionList) and event.key == "space"):
                return
        event.stop()
        self.query_one(Details).forget_focus()
        # At once, and not when the app gets round to it: the next keys may be here already.
        self.set_focus(box)
        box.insert(typed, box.document.end)

    def on_paste(self, event: events.Paste) -> None:
        """Whatever is pasted elsewhere goes into the input too."""
        box = self.query_one(QuestionInput)
        self.query_one(Details).forget_focus()
        self.set_focus(box)
        box.take(event.text)

    @property
    def away(self) -> bool:
        """Whether there is anything to go back from: another focus, an import's end, the details of a narrow screen."""
        if not self.is_mounted:
            return False
        newest = not self.exchanges or self.selected is self.exchanges[-1]
        closable = self.has_class("-details") or bool(self.query("#import-bar.-over"))
        return self.focused is not self.query_one(QuestionInput) or closable or not newest

    def home(self) -> None:
        """Closer to the input; in it, fold the details and select the newest answer."""
        box = self.query_one(QuestionInput)
        if not box.has_focus:
            box.focus()
        elif outcome := self.query("#import-bar.-over"):
            outcome.remove()
            self.call_after_refresh(self.refresh_bindings)
        elif self.has_class("-details"):
            self.remove_class("-details")
            self._parted_anew()
        elif self.exchanges:
            self._select(self.exchanges[-1])

    def _welcome(self) -> None:
        """Show what an empty conversation begins with, or hide it."""
        self.query_one(Welcome).display = not self.exchanges

    def action_new_conversation(self) -> None:
        """Forget what was said, so that the next question stands alone. The question history stays."""
        if any(exchange.waiting for exchange in self.exchanges):
            self.app.notice("Wait for the answer first.")
            return
        self.exchanges = []
        self.conversation.empty()
        self._welcome()
        self._select(None)
        self.remove_class("-details")
        self.refresh_bindings()
        self.query_one(QuestionInput).focus()
