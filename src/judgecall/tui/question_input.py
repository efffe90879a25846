"""The box a question is typed into."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from textual import events
from textual.message import Message
from textual.widgets import TextArea

from judgecall.tui.actions import bindings
from judgecall.tui.plain import plain

LIMIT = 4_000
"""How many characters a question may have."""


@runtime_checkable
class AppWithKeys(Protocol):
    """An app whose keys the player may have chosen."""

    def keys_of(self, action: str) -> str:
        """The keys of an action, set off by commas."""
        ...

    def action_open_look_up(self) -> None:
        """Show the look-up screen."""
        ...

    def late_key(self, key: events.Key) -> None:
        """Deliver a key that was on its way to the question when the focus went elsewhere."""
        ...


class QuestionInput(TextArea):
    """Wraps as it is typed into; enter asks, up and down on the outer lines recall earlier questions.

    Args:
        earlier: the questions that can be recalled, oldest first.
        leave: gives the focus to the selected answer, at once.
    """

    BINDINGS = bindings("question")
    HELP = (
        "Type a question in your own words and press enter. A follow-up goes on from the answer that is selected: “what "
        "if it had haste?”. A card's name or a rule's number alone is looked up."
    )

    class Asked(Message):
        """A question was entered."""

        def __init__(self, question: str) -> None:
            super().__init__()
            self.question = question

    class PastedTooMuch(Message):
        """What was pasted is longer than any question may be, and was not taken."""

        def __init__(self, length: int) -> None:
            super().__init__()
            self.length = length

    def __init__(self, earlier: Sequence[str], leave: Callable[[], None], id: str | None = None) -> None:
        super().__init__(
            id=id,
            soft_wrap=True,
            show_line_numbers=False,
            highlight_cursor_line=False,
            tab_behavior="focus",
            placeholder="Ask a rules question",
        )
        self._earlier = earlier
        self._leave = leave
        self._recalled: int | None = None
        self._draft = ""

    def action_ask(self) -> None:
        """Ask what was typed."""
        question = self.text
        # Emptied here and now: the next keys may come before the message is handled.
        self.begin_anew()
        self.post_message(self.Asked(question))

    def action_clear(self) -> None:
        """Take away all that was typed."""
        self.begin_anew()

    def action_to_answer(self) -> None:
        """Go to the selected answer."""
        self._leave()

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """An empty box leaves the key of look-up alone; so a question can't begin with a slash."""
        if not self.text.strip() and self.leaves_alone(key):
            return False
        return super().check_consume_key(key, character)

    def leaves_alone(self, key: str) -> bool:
        """Whether a key is not typed into an empty box."""
        return self._is(key, "look-up")

    def _is(self, key: str, action: str) -> bool:
        app = self.app
        return isinstance(app, AppWithKeys) and key in app.keys_of(action).split(",")

    def on_key(self, event: events.Key) -> None:
        """What steers the app is done here and now.

        As a binding it would be done after the keys behind it were typed: a slow connection delivers many at a time.
        """
        app = self.app
        if isinstance(app, AppWithKeys) and not self._gets_keys():
            _take(event)
            app.late_key(event)
        elif self._is(event.key, "ask"):
            _take(event)
            self.action_ask()
        elif self._is(event.key, "clear"):
            _take(event)
            self.action_clear()
        elif self._is(event.key, "to-answer"):
            _take(event)
            self.action_to_answer()
        elif isinstance(app, AppWithKeys) and not self.text.strip() and self.leaves_alone(event.key):
            _take(event)
            app.action_open_look_up()
        elif event.key == "enter":
            event.prevent_default()

    def _gets_keys(self) -> bool:
        """Whether keys are still meant for this box."""
        return self.app.screen is self.screen and self.screen.focused in (self, None)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text becomes one line."""
        event.stop()
        event.prevent_default()
        self.take(event.text)

    def take(self, pasted: str) -> None:
        """Put in what was pasted, unless it is longer than any question may be."""
        if len(pasted) + len(self.text) > LIMIT:
            self.post_message(self.PastedTooMuch(len(pasted)))
            return
        result = self.replace(plain(re.sub(r"\s+", " ", pasted)), *self.selection, maintain_selection_offset=False)
        self.move_cursor(result.end_location)

    def action_cursor_up(self, select: bool = False) -> None:
        """Up; on the first line the question before."""
        if select or not self.navigator.is_first_wrapped_line(self.cursor_location) or not self._recall(-1):
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        """Down; on the last line the question after."""
        if select or not self.navigator.is_last_wrapped_line(self.cursor_location) or not self._recall(1):
            super().action_cursor_down(select)

    def begin_anew(self) -> None:
        """Empty the box and leave the history."""
        self._recalled = None
        self._draft = ""
        self.text = ""

    def _recall(self, direction: int) -> bool:
        at = len(self._earlier) if self._recalled is None else self._recalled
        wanted = at + direction
        if not 0 <= wanted <= len(self._earlier):
            return False
        if self._recalled is None:
            self._draft = self.text
        self._recalled = None if wanted == len(self._earlier) else wanted
        self.text = self._draft if self._recalled is None else plain(self._earlier[wanted])
        self.move_cursor(self.document.end)
        return True


def _take(event: events.Key) -> None:
    """Let nobody else do anything with a key."""
    event.stop()
    event.prevent_default()
