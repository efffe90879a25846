"""Sizes told as the outcome of a change: "-2/-0 so it has 1 power", "+3/+3 so it's a 4/4 now".

The change is read by itself; the outcome is checked against it and says nothing more. One that doesn't come out is left as
a size that nobody used, which blocks a ruling.
"""

from __future__ import annotations

from judgecall.parser.happenings import SPELL_WORDS
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_NOW = frozenset({"now", "a", "an", "only", "just", "at", "then", "with"})
_LEADS = (
    ("so", "it", "is"), ("so", "its"), ("so", "it", "has"), ("so", "he", "is"), ("so", "he", "has"), ("so", "that", "is"),
    ("making", "it"), ("which", "makes", "it"), ("and", "it", "is", "now"), ("now", "it", "is"), ("it", "is", "now"), ("its", "now"),
    ("so", "now", "it", "is"), ("so", "it", "becomes"), ("making", "him"),
)  # fmt: skip


def drop_results(talk: Talk) -> None:
    """Take the outcomes of changes out of the talk."""
    for i, word in enumerate(talk.words):
        change = word.value if word.kind == "change" else SPELL_WORDS.get(word.lower)
        if change is None or len(change) != 2 or talk.lowers[i + 1 : i + 2] in (["counter"], ["counters"]):
            continue
        told = _result_after(talk, i)
        if told is None:
            continue
        start, end, size = told
        base = _base_before(talk, start)
        if base is None:
            continue
        talk.mentions[:] = [m for m in talk.mentions if not start <= m.start < end]
        talk.clauses[:] = [c for c in talk.clauses if not start <= c.verb < end]
        for clause in talk.clauses:
            for role in (clause.subject, clause.object, clause.by, clause.with_, clause.on, clause.into):
                role[:] = [m for m in role if not start <= m.start < end]
        after = (base[0] + change[0], base[1] + change[1])
        if all(got in {None, want} for got, want in zip(size, after, strict=True)):
            talk.use(range(start, end))


def _result_after(talk: Talk, i: int) -> tuple[int, int, tuple[int | None, int | None]] | None:
    """Where the outcome is told, behind a change in the same sentence, and what it is."""
    for start in range(i + 1, len(talk.words)):
        if talk.words[start].sentence != talk.words[i].sentence:
            return None
        lead = next((p for p in _LEADS if tuple(talk.lowers[start : start + len(p)]) == p), None)
        if lead is None:
            continue
        j = start + len(lead)
        while j < len(talk.words) and talk.lowers[j] in _NOW:
            j += 1
        if j >= len(talk.words):
            return None
        word = talk.words[j]
        if word.kind == "size":
            end = j + 2 if talk.lowers[j + 1 : j + 2] == ["now"] else j + 1
            known = {s.value for w in talk.words[:start] for s in w.senses if s.kind == "keyword"}
            more = talk.words[end] if end < len(talk.words) else None
            if more is not None and any(s.kind == "keyword" and s.value in known for s in more.senses):
                end += 1  # "so it's a 4/4 skulk"
            return start, end, (word.value[0], word.value[1])
        if word.kind == "number" and talk.lowers[j + 1 : j + 2] == ["power"]:
            return start, j + 2, (word.value[0], None)
        return None
    return None


def _base_before(talk: Talk, start: int) -> tuple[int, int] | None:
    """The size of the creature that was changed: the last one of which a size is known."""
    for mention in reversed(talk.mentions):
        if mention.start >= start:
            continue
        size = _size(talk, mention)
        if size is not None:
            return size
    return None


def _size(talk: Talk, mention: Mention) -> tuple[int, int] | None:
    if mention.power is not None and mention.toughness is not None:
        return mention.power, mention.toughness
    card = talk.card(mention) if len(mention.cards) == 1 else None
    if card is None or card.faces[0].power is None or card.faces[0].toughness is None:
        return None
    power, toughness = str(card.faces[0].power), str(card.faces[0].toughness)
    return (int(power), int(toughness)) if power.isdigit() and toughness.isdigit() else None
