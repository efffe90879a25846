"""Questions that ask for text: what a term means, what a rule says, the rulings on a card."""

from __future__ import annotations

import re

from judgecall.parser.board import Board
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Query, Scenario

_HEADS = (
    "what does", "what do", "what is", "what are", "how does", "how do", "explain", "define", "definition of", "meaning of", "what s",
    "whats", "remind me what", "can you explain", "tell me about", "what", "can u explain", "what exactly is", "what exactly does",
)  # fmt: skip
_TAILS = frozenset({"mean", "means", "do", "does", "work", "works", "again", "exactly", "?", "to", "me", "please", "mtg", "magic", "in", "keyword",
                    "ability", "rule", "rules", "the", "a", "an", "mechanic", "actually", "even", "about", "for", "s", "'s", "card"})  # fmt: skip
_SKIPPED = frozenset({"a", "an", "the", "keyword", "mtg", "exactly", "actually"})
_RULINGS = frozenset({"rulings", "ruling", "gatherer"})
_NUMBER = re.compile(r"(?<![\d/])([1-9]\d{2}\.\d{1,3}[a-z]?)(?![\d/])")


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one that asks for a text, when it says nothing else."""
    del context
    found = _rule(talk) or _rulings(talk) or _definition(talk)
    return [found] if found is not None else []


def _rule(talk: Talk) -> Candidate | None:
    number = _NUMBER.search(talk.text)
    if number is None or len(talk.words) > 12:
        return None
    used = {i for i, w in enumerate(talk.words) if w.start < number.end() and w.end > number.start()}
    used |= {i for i, w in enumerate(talk.words) if w.lower in _TAILS or w.is_("which")}
    return Candidate(Scenario(queries=(Query("rule_text", value=number.group(1)),)), "texts", used)


def _rulings(talk: Talk) -> Candidate | None:
    named = [m for m in talk.mentions if m.cards]
    asked = [i for i, w in enumerate(talk.lowers) if w in _RULINGS]
    if len(named) != 1 or len(talk.words) > 10:
        return None
    card = named[0]
    plain = _head_before(talk, card.start) and _only_tails(talk, card.end)
    if not asked and not plain:
        return None
    board = Board(talk)
    id = board.get(card)
    if id is None:
        return None
    used = set(range(len(talk.words)))
    return Candidate(
        Scenario(tuple(board.objects.values()), queries=(Query("rulings", (id,)),)), "texts", used, 0.0,
        tuple(board.guessed), tuple(board.ambiguous),
    )  # fmt: skip


def _definition(talk: Talk) -> Candidate | None:
    """ "what does skulk mean", "explain trample", "what is summoning sickness"."""
    lowers = [w for w in talk.lowers if w not in {",", "?", ".", "!"}]
    for n in range(4, 0, -1):
        if " ".join(lowers[:n]) not in _HEADS:
            continue
        rest = lowers[n:]
        while rest and rest[0] in _SKIPPED:
            rest.pop(0)
        while len(rest) > 1 and rest[-1] in _TAILS - {"ability", "rule"}:
            rest.pop()
        if (
            not rest
            or len(rest) > 3
            or talk.has("player")
            or any(m.is_object and m.described and not m.keywords for m in talk.mentions)
        ):
            return None
        keyword = next(
            (s.value for w in talk.words if w.lower == " ".join(rest) for s in w.senses if s.kind == "keyword"), None
        )
        query = Query("definition", value=keyword or " ".join(rest))
        return Candidate(Scenario(queries=(query,)), "texts", set(range(len(talk.words))))
    return None


def _head_before(talk: Talk, i: int) -> bool:
    lead = [
        w
        for w in talk.lowers[:i]
        if w not in {"a", "an", "the", "keyword", "mtg", "exactly", "so", "hey", "ok", "please", ",", "actually"}
    ]
    return " ".join(lead) in _HEADS


def _only_tails(talk: Talk, i: int) -> bool:
    return all(w in _TAILS for w in talk.lowers[i:])
