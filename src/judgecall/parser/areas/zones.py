"""Where a question asks and where it tells: the parts of it that ask, apart from what sets the board and what happens.

Players tell a story and then ask, often in one breath and without a question mark ("…, do i draw"), sometimes several
things at once ("which side comes back, can i do it on his turn, and what happens if it gets blinked").
"""

from __future__ import annotations

import msgspec

from judgecall.parser.talk import Talk

_AUX = frozenset({"is", "are", "was", "were", "does", "do", "did", "will", "would", "should", "can", "could", "may", "has", "have",
                  "must", "am", "shall"})  # fmt: skip
_WH = frozenset({"what", "which", "where", "how", "who", "whats", "how many", "how much", "which of", "number of", "total number of",
                 "may i", "is that legal", "is it legal to", "is it possible to", "which player"})  # fmt: skip
_BREAK = frozenset({",", ":", "-", "–", "—", ";", "(", ")", "and", "but", "so", "then", "or", "now", "?", "."})  # fmt: skip
_LEAD = frozenset(
    {"if", "when", "once", "while", "after", "because", "since", "whenever", "as", "though", "suppose", "assuming"}
)
_TAGS = frozenset({"right", "correct", "yes", "no", "yeah", "huh", "true", "legal", "is that right", "is that correct", "or what", "or not",
                   "am i right", "is he right", "is this right", "ok", "is that legal", "is she right"})  # fmt: skip


class Zone(msgspec.Struct, frozen=True):
    """Words that ask, from `start` up to `end`."""

    start: int
    end: int
    marked: bool = False
    """It ends in a question mark."""


def zones(talk: Talk) -> list[Zone]:
    """The parts of the talk that ask, in text order."""
    found: list[Zone] = []
    sentences = _sentences(talk)
    for n, (start, end) in enumerate(sentences):
        marked = talk.lowers[end - 1] == "?"
        heads = [i for i in range(start, end) if _asks_at(talk, i, start)]
        # "comes back as what?": the question word ends its chunk
        heads = [h for n, h in enumerate(heads) if n == 0 or _parted(talk, heads[n - 1], h)]
        heads = [_last_chunk(talk, start, end) if i and talk.lowers[i - 1] == "as" else i for i in heads]
        if heads:
            cuts = [*heads, end]
            for head, following in zip(heads, cuts[1:], strict=False):
                found.append(Zone(head, _before_tail(talk, head, following), marked))
        elif marked:
            found.append(Zone(_last_chunk(talk, start, end), end, True))
        elif n == len(sentences) - 1 and not found:
            found.append(Zone(_last_chunk(talk, start, end), end, False))
    return found


def _sentences(talk: Talk) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for i in range(len(talk.words)):
        if i + 1 == len(talk.words) or talk.words[i + 1].sentence != talk.words[i].sentence:
            found.append((start, i + 1))
            start = i + 1
    return found


def _asks_at(talk: Talk, i: int, start: int) -> bool:
    """An auxiliary or question word at the head of a chunk, or behind an adverbial ("in the graveyard is it Auntie")."""
    lower = talk.lowers[i]
    inside = talk.inside(i)
    if inside is not None and inside.head != "player":
        return False
    heads_chunk = i == start or talk.lowers[i - 1] in _BREAK or talk.lowers[i - 1] == "'s"
    if lower in _WH:
        if talk.lowers[i : i + 2] in (["which", "face"], ["which", "side"], ["what", "face"], ["what", "side"]):
            return True  # "if it is night and I cast it which face is up", with no comma
        return heads_chunk or talk.lowers[i - 1] in {"on", "to", "in", "as", "sure", "know", "tell", "me", "wondering"}
    if lower not in _AUX and not talk.words[i].is_("modal_can"):
        return False
    nxt = i + 1
    while nxt < len(talk.words) and talk.lowers[nxt] in {
        "not",
        "even",
        "just",
        "only",
        "still",
        "also",
        "both",
        "all",
        "there",
    }:
        if talk.inside(nxt) is not None:
            break
        nxt += 1
    if nxt >= len(talk.words):
        return False
    follows = talk.inside(nxt) is not None and talk.inside(nxt).start == nxt  # type: ignore[union-attr]
    owned = any(s.kind == "player" for s in talk.words[nxt].senses) or talk.lowers[nxt] in {
        "the",
        "my",
        "a",
        "an",
        "this",
        "that",
        "it",
        "his",
    }
    before = talk.inside(i - 1) if i else None
    follower = talk.inside(nxt)
    if (
        before is not None
        and lower in {"does", "do", "did", "will", "can", "could", "would"}
        and follower is not None
        and (follower.head in {"pronoun", "player"} and talk.lowers[start] in _LEAD)
    ):
        return True  # "if I flicker Ravager does it come back"
    if before is not None and not heads_chunk:
        # "my 2/2 is a flyer" tells; "in response does it die" asks
        return False
    if heads_chunk:
        if lower in {"have", "has"}:
            return follows
        return (
            follows
            or owned
            or talk.words[nxt].is_("noun")
            or (talk.words[nxt].is_("verb") and lower not in {"is", "are", "was", "were", "have", "has"})
            or (talk.lowers[nxt] in {"there", "powers", "coven", "cmc"})
        )
    return (
        lower in {"does", "do", "did", "can", "could", "will", "is", "would", "should", "may"}
        and (follows or owned)
        and (
            talk.lowers[i - 1]
            not in {"that", "which", "who", "it", "what", "how", "why", "where", "not", "there", "if", "one", "also"}
        )
        and lower not in {"is"}
    ) or (
        lower == "is"
        and (follows or owned)
        and talk.words[i - 1].is_("noun", "graveyard", "exile", "hand", "stack", "battlefield", "library")
    )


def _parted(talk: Talk, first: int, second: int) -> bool:
    """Two question words ask two things only with a break between them ("which side does it come back on" asks one)."""
    return any(lower in _BREAK for lower in talk.lowers[first + 1 : second])


def _before_tail(talk: Talk, head: int, end: int) -> int:
    """A condition at the end tells, it doesn't ask ("does it flip if i blink it")."""
    for i in range(head + 2, end - 1):
        if (
            talk.lowers[i] in _LEAD
            and talk.inside(i) is None
            and talk.lowers[i - 1] != "intervening"
            and talk.lowers[i] not in {"as"}
            and talk.lowers[i - 1] not in {"even"}
        ):
            return i
    return end


def _last_chunk(talk: Talk, start: int, end: int) -> int:
    """Where the last part of a sentence begins: "… - coven?", "…, transforms?"."""
    stop = end - 1 if talk.lowers[end - 1] in {"?", "."} else end
    while stop > start and talk.lowers[stop - 1] in _TAGS:
        stop -= 1
        if stop > start and talk.lowers[stop - 1] == ",":
            stop -= 1
    for i in range(stop - 1, start, -1):
        if talk.lowers[i - 1] in {",", ":", "-", "–", "—", ";", ")"} and not _in_a_list(talk, i):
            return i
    return start


def _in_a_list(talk: Talk, i: int) -> bool:
    """The chunk after this comma only goes on a list of things ("1/1, 2/1 and another 2/1")."""
    after = talk.inside(i)
    before = talk.inside(i - 2)
    return (
        after is not None
        and before is not None
        and after.head == before.head
        and after.head == "creature"
        and after.power is not None
    )
