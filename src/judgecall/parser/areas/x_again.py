"""The same asked once more for another X: "can I counter it? and with X=2?"."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.x_position import Position
from judgecall.parser.areas.x_yes_no import Ask
from judgecall.scenario.model import GameObject, Query

_LEADING = frozenset({"and", "or", "if", "with", "for", "at", "what", "about", "its", "it", "is", "'s", "was", "when", "then", "how", "but", "cast", "instead", "on", "in"})  # fmt: skip


def asks_again(position: Position, ask: Ask) -> bool:
    """Whether a part says nothing but another X."""
    words = position.talk.words[ask.start : ask.end]
    values = [w for w in words if w.kind == "xis"]
    rest = [w for w in words if w.kind not in {"xis", "mark"}]
    return len(values) == 1 and all(w.lower in _LEADING or w.is_("filler") for w in rest)


def once_more(position: Position, ask: Ask, before: Query) -> tuple[Query, GameObject] | None:
    """The query before, of another object that is the same but for its X; None where X isn't that of what was asked about."""
    at = next(i for i in range(ask.start, ask.end) if position.talk.words[i].kind == "xis")
    n = position.talk.words[at].value[0]
    thing = next((t for t in position.things if t.id in before.subject), None)
    if thing is None or not thing.has_x or thing.object.x in {None, n} or thing.events or thing.object.counters:
        return None
    if len(before.subject) != 1 or before.n is not None or not isinstance(n, int):
        return None
    said = f"{thing.object.said} with X={n}"
    other = msgspec.structs.replace(thing.object, id=f"{thing.id}-x{n}", said=said, x=n)
    position.used |= set(range(ask.start, ask.end))
    return msgspec.structs.replace(before, subject=(other.id,)), other
