"""Questions about legs in the art, for "target creature with four or more legs" (Jermane, Pride of the Circus)."""

from __future__ import annotations

from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Query, Scenario

_JERMANE = "Jermane, Pride of the Circus"
_HIDDEN = ("cropped", "croped", "only see", "not all visible", "cut off", "off screen", "hidden", "not visible", "cant see", "can not see")
_ELSEWHERE = ("next to", "background", "behind it", "beside it", "also in the art", "in the art too", "another creature in the art")
_TYPE_ALONE = ("simply being", "type alone", "creature type alone", "just being", "being a cat enough", "simply being a cat enough", "count because")


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about legs."""
    del context
    named = any(_JERMANE in m.cards for m in talk.mentions)
    about_legs = talk.has("noun", "legs") or any(m.legs is not None for m in talk.mentions)
    if not (named or about_legs) or any(c.frame in {"block", "attack"} or c.frame == "activate" for c in talk.clauses):
        return []
    if not any(w.lower in {"target", "targets", "pump", "buff", "legal", "ok", "legs", "put", "four", "counters"} or w.is_("legal") for w in talk.words):
        return []
    if talk.has("how_many"):
        return []
    board = Board(talk)
    subject = _creature(talk)
    if subject is None:
        return []
    id = board.get(subject)
    if id is None:
        return []
    used = set(range(subject.start, subject.end))
    fields = _legs(talk, board.objects[id], used)
    board.change(id, **fields)
    jermane = next((m for m in talk.mentions if _JERMANE in m.cards), None)
    source: tuple[str, ...] = ()
    if jermane is not None:
        made = board.get(jermane, owner="you")
        source = (made,) if made else ()
        used |= set(range(jermane.start, jermane.end))
    for i, word in enumerate(talk.words):
        if word.is_("noun", "legs", "art") or word.is_("verb", "target", "pump", "count") or word.is_("modal_can") or word.is_("legal") or word.kind == "number":
            used.add(i)
    value = "type_alone" if talk.says(*_TYPE_ALONE) else ""
    query = Query("legs_ok", (id,), source, value=value)
    scenario = Scenario(tuple(board.objects.values()), queries=(query,))
    return [Candidate(scenario, "legs", used, 0.0, tuple(board.guessed), tuple(board.ambiguous))]


def _creature(talk: Talk) -> Mention | None:
    """The creature whose legs are counted: not Jermane herself, and not the other figures in the art."""
    found = [m for m in talk.mentions if m.is_object and _JERMANE not in m.cards and m.head not in {"ability", "spell"}]
    described = [m for m in found if m.cards or m.subtypes or m.legs is not None]
    named = [m for m in described if m.cards]
    return (named or described or [None])[0]  # type: ignore[list-item]


def _legs(talk: Talk, thing: GameObject, used: set[int]) -> dict[str, object]:
    """What the question says of legs: on the figure itself, on each matching figure, or on another one."""
    stated: list[int] = []
    for i, word in enumerate(talk.words):
        if word.is_("noun", "legs") and i and talk.words[i - 1].kind == "number":
            stated.append(talk.words[i - 1].value[0])
            used |= {i, i - 1}
        elif word.is_("noun", "legs") and talk.lowers[i - 1] in {"no", "zero"}:
            stated.append(0)
            used |= {i, i - 1}
    if thing.legs is not None:
        return {}
    if talk.says("add them up", "in total", "total if you add") or not stated:
        return {}
    if talk.says(*_HIDDEN) or talk.says(*_ELSEWHERE):
        return {}
    if talk.says("or more"):
        stated = [n for n in stated if n != 4]
    if not stated:
        return {}
    if any(talk.says(p) for p in ("only one", "one of em", "one of them", "whole bunch", "several")):
        return {"figures": (max(stated), 0)}
    return {"legs": stated[0]}
