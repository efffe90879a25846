"""The parts of a question about mana: what it tells, what it asks, and what is only somebody's opinion."""

from __future__ import annotations

from collections.abc import Container

import msgspec

from judgecall.parser.talk import Talk
from judgecall.parser.words import AUXILIARY

_BETWEEN = frozenset(
    {"not", "just", "even", "the", "still", "actually", "really", "my", "his", "a", "an", "any", "both", "also"}
)
_NOT_ASKED = frozenset(
    {"is", "with", "on", "see", "that", "for", "from", "than", "between", "says", "of", "exactly", "about"}
)
_ASKED_AFTER = frozenset(
    {
        "wondering",
        "wonder",
        "know",
        "sure",
        "asking",
        "ask",
        "see",
        "tell",
        "figure",
        "check",
        "figure out",
        "question",
        "unsure",
    }
)
_OPINION = frozenset({"mtga", "says", "said", "thinks", "think", "thought", "insists", "claims", "claimed", "told", "believes", "argues", "client", "supposed", "seeing",
                      "game", "arena", "mtgo", "forge", "xmage", "guess", "assume", "figured", "expected", "reads", "let"})  # fmt: skip
_CONCLUSION = frozenset({"right", "correct", "legal", "ok", "okay", "yes", "no", "true", "works", "work"})


class Part(msgspec.Struct):
    """A stretch of words that tells or asks one thing."""

    start: int
    end: int
    asks: bool = False
    checked: bool = False
    """It is a claim that the player wants confirmed ("…, right?")."""
    opinion: bool = False
    """Somebody's belief, or what some client did."""
    agent: str | None = None


def parts_of(talk: Talk) -> list[Part]:
    """The parts of a question in text order."""
    parts: list[Part] = []
    for start, end in _sentences(talk):
        parts += _of_sentence(talk, start, end)
    parts = _merged(talk, parts)
    _confirmations(talk, parts)
    for part in parts:
        part.agent = _agent(talk, part)
    return parts


def _sentences(talk: Talk) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for i, word in enumerate(talk.words):
        if found and talk.words[found[-1][0]].sentence == word.sentence:
            found[-1] = (found[-1][0], i + 1)
        else:
            found.append((i, i + 1))
    return found


def _of_sentence(talk: Talk, start: int, end: int) -> list[Part]:
    heads = _heads(talk, start, end)
    asked = talk.lowers[end - 1] == "?" and end - start > 1
    if heads and not any(talk.words[k].kind == "word" for k in range(heads[-1] + 1, end)) and len(heads) == 1:
        heads = [_last_chunk(talk, start, heads[0] + 1) if heads[0] > start else start]  # "coffers gives how much?"
    if not heads and asked:
        heads = [_last_chunk(talk, start, end)]
    if not heads:
        return [Part(start, end, opinion=_is_opinion(talk, start, end))]
    parts = [Part(start, heads[0], opinion=_is_opinion(talk, start, heads[0]))] if heads[0] > start else []
    for head, nxt in zip(heads, [*heads[1:], end], strict=True):
        stop = _opinion_from(talk, head, nxt) or nxt
        parts.append(Part(head, stop, asks=True))
        if stop < nxt:
            parts.append(Part(stop, nxt, opinion=True))
    return parts


def _heads(talk: Talk, start: int, end: int) -> list[int]:
    """Where an asking part begins."""
    found: list[int] = []
    for i in range(start, end):
        if not _begins(talk, i, start, end):
            continue
        if found and not any(
            talk.words[k].kind == "mark" or talk.lowers[k] in {"and", "or", "but", "so", "then", "if", "because"}
            for k in range(found[-1], i)
        ):
            continue
        found.append(i)
    return found


def _begins(talk: Talk, i: int, start: int, end: int) -> bool:
    word = talk.words[i]
    inside = talk.inside(i)
    if inside is not None and inside.cards:
        return False
    previous = talk.lowers[i - 1] if i > start else ""
    before = talk.inside(i - 1) if i > start else None
    if word.is_("how_many") or word.is_("how_much"):
        return True
    if word.is_("which"):
        if (
            word.lower == "which"
            and (before is not None or previous == ",")
            and not (i + 1 < end and talk.words[i + 1].is_("noun"))
        ):
            return False
        return previous not in _NOT_ASKED or i == start
    if word.is_("who") and word.lower == "who":
        return before is None
    if word.lower in AUXILIARY:
        j = i + 1
        while j < end and talk.lowers[j] in _BETWEEN and talk.inside(j) is None:
            j += 1
        lead = talk.words[i - 1] if i > start else None
        if (
            word.lower in {"is", "are", "was", "were"}
            and lead is not None
            and (
                lead.is_("color")
                or lead.is_("noun")
                or lead.is_("subtype")
                or (lead.kind == "word" and not lead.senses)
            )
        ):
            return False  # "… naming red is mine": the verb of a statement
        if j >= end or (before is not None and previous not in {",", ":"}):
            return False
        if previous == "there" or (
            lead is not None and lead.is_("verb") and lead.kind == "word" and not lead.is_("filler")
        ):
            return False
        return (
            talk.inside(j) is not None
            or talk.lowers[j] in {"there", "that", "it", "this", "anything", "mana", "floating"}
            or (talk.words[j].is_("noun", "mana", "ability", "color", "trigger"))
        )
    if word.lower in {"list", "name"}:
        return previous in {"", ",", "please", ":"} or (i > start and talk.words[i - 1].kind == "mark")
    return word.lower in {"if", "whether"} and previous in _ASKED_AFTER


def _last_chunk(talk: Talk, start: int, end: int) -> int:
    """The last stretch between commas of a sentence that ends in a question mark, if it says something."""
    for i in range(end - 2, start, -1):
        if talk.lowers[i] not in {",", ":", ";", "-", "–", "—"}:
            continue
        rest = [talk.words[k] for k in range(i + 1, end - 1)]
        if _is_listed(talk, i) or not rest:
            continue
        return i + 1
    return start


def _is_listed(talk: Talk, i: int) -> bool:
    """Whether the comma stands between two things of one list."""
    before, after = talk.inside(i - 1), talk.inside(i + 1)
    listed = before is not None and after is not None and before.is_object and after.is_object
    return listed and not (after is not None and asked_for(talk, after.end))


def asked_for(talk: Talk, i: int) -> bool:
    """Whether a type of mana is asked for behind a thing that ends at word i: "…, Fellwar Stone for green?"."""
    return (
        talk.lowers[i : i + 1] == ["for"]
        and i + 1 < len(talk.words)
        and (talk.words[i + 1].is_("color") or talk.words[i + 1].kind == "mana")
    )


def _is_opinion(talk: Talk, start: int, end: int) -> bool:
    return any(talk.lowers[i] in _OPINION for i in range(start, end))


def _opinion_from(talk: Talk, start: int, end: int) -> int | None:
    """ "… but im only getting colorless": where a report of what happened follows a question."""
    for i in range(start + 1, end):
        if talk.lowers[i] == "but" and i + 1 < end:
            return i
        if talk.lowers[i] in {"my_friend", "client"} and talk.lowers[i - 1] in {",", "-", "("}:
            return i
    return None


def _merged(talk: Talk, parts: list[Part]) -> list[Part]:
    """ "what do i get tapping my cradle, amount of green": an amount that names nothing belongs to the question before it."""
    found: list[Part] = []
    for part in parts:
        head = talk.words[part.start]
        last = found[-1] if found else None
        bare = not any(part.start <= m.start < part.end and m.head != "player" for m in talk.mentions)
        if (
            last is not None and last.asks and part.asks and bare and (head.is_("how_much") or head.is_("how_many"))
            and talk.words[last.start].sentence == head.sentence
        ):  # fmt: skip
            last.end = part.end
            continue
        found.append(part)
    return found


def _says_little(talk: Talk, part: Part) -> bool:
    """ "right?", "is that legal?", "works?", "can i?": it asks about what was said just before."""
    words = [talk.words[i] for i in range(part.start, part.end) if talk.words[i].kind != "mark"]
    small = all(
        w.is_("legal")
        or w.is_("filler")
        or w.is_("whether")
        or w.is_("modal_can")
        or w.is_("player")
        or w.lower in _CONCLUSION | {"not", "that", "this", "it", "i", "a", "bug"}
        for w in words
    )
    return bool(words) and len(words) <= 6 and small and not any(w.is_("verb", "produce") for w in words)


def _confirmations(talk: Talk, parts: list[Part]) -> None:
    """A part that only asks "is that right?" makes the one before it the question."""
    for n, part in enumerate(parts):
        if not part.asks or not _says_little(talk, part):
            continue
        previous = next((p for p in reversed(parts[:n]) if p.end > p.start), None)
        part.asks = False
        if previous is not None and not previous.asks:
            previous.asks = previous.checked = True
            previous.opinion = False


def _agent(talk: Talk, part: Part) -> str | None:
    named = {
        m.player
        for m in talk.mentions
        if m.head == "player" and m.player in {"you", "opp"} and m.text not in {"they", "them"}
    }
    for m in talk.mentions:
        if part.start <= m.start < part.end and m.head == "player" and m.player in {"you", "opp"}:
            if m.text in {"they", "them"} and "opp" not in named and not any(n.owner == "opp" for n in talk.mentions):
                continue
            return m.player
    return None


def letters_in(talk: Talk, start: int, end: int, but: Container[int] = ()) -> tuple[str, set[int]]:
    """The types of mana named between two words ("B", "WU"; "any_color"), with the words that name them."""
    letters = ""
    where: set[int] = set()
    for i in range(start, end):
        word = talk.words[i]
        inside = talk.inside(i)
        if i in but or (inside is not None and inside.is_object):
            continue
        color = word.sense("color")
        if (
            word.is_("noun", "color")
            and i
            and talk.lowers[i - 1] in {"any", "all", "every", "five", "each", "whatever"}
        ):
            return "any_color", where | {i, i - 1}
        if color is not None:
            letters += color.value
            where.add(i)
        elif word.kind == "mana" and word.mana and set(word.mana) <= set("{}WUBRGC"):
            letters += word.mana.replace("{", "").replace("}", "")
            where.add(i)
    return letters, where
