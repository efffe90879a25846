"""Jump keys: a key on everything that can be gone to, laid over the screen."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Region
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from judgecall.tui.plain import content

KEYS = "asdfghjklqwertyuiopzxcvbnm1234567890"
"""In the order in which they are given out: the home row first."""


class JumpScreen(ModalScreen[Widget | None]):
    """Shows the keys; pressing one gives back what it stands on."""

    HELP = "Press one of the keys shown to go where it stands. Escape stays where you are."

    def __init__(self, targets: dict[str, tuple[Widget, Region]]) -> None:
        super().__init__()
        self.targets = targets

    def compose(self) -> ComposeResult:
        """A label at the corner of each."""
        for key, (_, region) in self.targets.items():
            label = Static(content(f" {key} "), classes="jump")
            label.absolute_offset = Offset(region.x, region.y)
            yield label
        yield Static(content(" Press a key to go there, escape to stay "), id="jump-hint")

    def on_key(self, event: events.Key) -> None:
        """The key that was pressed, or none of them."""
        event.stop()
        event.prevent_default()
        target = self.targets.get(event.character or "")
        self.dismiss(target[0] if target else None)

    def home(self) -> None:
        """Stay where one was."""
        self.dismiss(None)


def targets_on(screen_widgets: list[Widget], visible: Region) -> dict[str, tuple[Widget, Region]]:
    """What can be focused and is in view, by the key for it."""
    seen = [(widget, widget.region.intersection(visible)) for widget in screen_widgets if widget.display]
    shown = sorted(
        ((w, r) for w, r in seen if r.width > 0 and r.height > 0 and _in_parents(w, r)),
        key=lambda each: (each[1].y, each[1].x),
    )
    return dict(zip(KEYS, shown, strict=False))


def _in_parents(widget: Widget, region: Region) -> bool:
    """Whether the part of the widget is inside of everything that scrolls around it."""
    return all(
        region.overlaps(around.content_region)
        for around in widget.ancestors
        if isinstance(around, Widget) and around.is_scrollable
    )
