"""What waits on the stack while a scenario's events happen (CR 405, 603.3, 113.7a)."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, Delayed, SpellAbility, Triggered, Unread
from judgecall.engine.state import Permanent

TRANSFORM_WORDS = frozenset({"transform", "transforms", "flip", "meld"})
"""What a question may call an ability that turns its source over."""

AnyAbility = Triggered | Activated | SpellAbility | Unread


class Waiting:
    """A spell or ability on the stack. It exists independently of its source (CR 113.7a)."""

    def __init__(
        self,
        source: Permanent,
        ability: AnyAbility | None,
        kind: str,
        *,
        event_object: Permanent | None = None,
        targets: tuple[str, ...] = (),
        value: str = "",
        stated: bool = False,
    ) -> None:
        self.source = source
        self.ability = ability
        """None: an ability that the question speaks of without saying what it does."""
        self.kind = kind
        """triggered, activated or spell"""
        self.event_object = event_object
        self.targets = targets
        self.value = value
        self.stated = stated
        """The question says that it triggered or was activated."""
        self.object_then = source.new_object
        self.transformed_then = source.transformed_count
        self.target_objects: list[tuple[Permanent, int]] = []
        """Each target with the object that it was as it was chosen (CR 400.7)."""
        self.x: int | None = None
        """The X that was announced as it was activated (CR 107.3k)."""
        self.resolved = False
        self.explained = False
        """Steps say already why what it was to do was done or not done."""
        self.inside: bool | None = None
        """Whether an "if" inside the effect was true."""
        self.doubtful = False
        """An effect of it may hang on an earlier one that did nothing ("if you do")."""
        self.condition_seen: bool | None = None
        """Whether the condition was found true as the ability triggered; None: it wasn't checked."""
        self.later: list[Delayed] = []
        """What it set up to happen later (CR 603.7)."""
        self.effects: list[tuple[str, bool]] = []
        """The kinds of its effects in order, and whether each did something."""

    @property
    def source_is_same(self) -> bool:
        """Whether its source is still the object that it was (CR 400.7)."""
        return self.source.new_object == self.object_then

    def did(self, wanted: str = "") -> bool:
        """Whether it did something as it resolved: an effect of the kind wanted, if one is named."""
        return any(done for name, done in self.effects if not wanted or name == wanted)
