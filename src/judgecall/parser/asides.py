"""Brackets that say themselves that they don't matter, "no actual Swamps", and owners that stand behind what they own."""

from __future__ import annotations

from judgecall.parser.talk import Talk

_NEVER_MIND = (
    "long story",
    "do not ask",
    "yeah i know",
    "yes i know",
    "i know",
    "dumb i know",
    "never mind",
    "do not judge",
    "sorry",
    "lol",
    "do not laugh",
)


def drop_asides(talk: Talk) -> None:
    """ "(long story, involves a copy effect)", "(dont ask, strip mine stuff happened)": brackets that say themselves that they don't matter."""
    start: int | None = None
    for i, lower in enumerate(talk.lowers):
        if lower == "(":
            start = i
        elif lower == ")" and start is not None:
            opening = " ".join(talk.lowers[start + 1 : start + 5])
            if opening.startswith(_NEVER_MIND):
                talk.use(range(start, i + 1))
                talk.forget(range(start, i + 1))
            start = None


def none_real(talk: Talk) -> None:
    """ "no actual swamps or forests": none of either."""
    for i, word in enumerate(talk.words[:-2]):
        if word.lower != "no" or talk.lowers[i + 1] not in {"actual", "real", "printed"}:
            continue
        lacking = [m for m in talk.mentions if m.start == i + 2 and m.is_object and not m.cards and m.count is None]
        while lacking and talk.lowers[lacking[-1].end : lacking[-1].end + 1] in (["or"], ["and"]):
            more = next(
                (m for m in talk.mentions if m.start == lacking[-1].end + 1 and m.is_object and not m.cards), None
            )
            if more is None or more.count is not None:
                break
            lacking.append(more)
        for mention in lacking:
            mention.count = 0
        if lacking:
            talk.use([i, i + 1])


def legendary_as_printed(talk: Talk) -> None:
    """ "the only legendary thing I have is Golos": what the card named shows by itself."""
    for i, word in enumerate(talk.words):
        if word.lower != "legendary" or talk.inside(i) is not None:
            continue
        same = [m for m in talk.mentions if m.start > i and m.sentence == word.sentence and m.is_object]
        card = talk.card(same[0]) if same and same[0].cards else None
        told = {"is", "are", "'s"} & set(talk.lowers[i + 1 : same[0].start]) if same else set()
        if card is not None and told and "legendary" in card.faces[0].supertypes:
            talk.use([i])


def owned_behind(talk: Talk) -> None:
    """ "the Exotic Orchard of my opponent", "a Forest of his": whose it is stands behind it."""
    for mention in talk.mentions:
        i = mention.end
        if (
            not mention.is_object
            or mention.owner is not None
            or talk.lowers[i : i + 1] != ["of"]
            or i + 1 >= len(talk.words)
        ):
            continue
        held = talk.inside(i + 1)
        whose = talk.words[i + 1].sense("player") if held is not None and not held.is_object else None
        if whose is not None and whose.value in {"you", "opp"} and talk.lowers[i + 2 : i + 3] != ["'s"]:
            mention.owner = whose.value
            talk.use([i, i + 1])


def held_beside_life(talk: Talk) -> None:
    """ "he's at 3 life with one untapped 1/1": what stands behind somebody's life total is that player's."""
    for i in range(1, len(talk.words) - 3):
        who = talk.inside(i - 1)
        told = talk.lowers[i] in {"am", "is", "are", "m"} and talk.lowers[i + 1] in {"at", "on"}
        if not told or talk.words[i + 2].kind != "number" or who is None or who.player not in {"you", "opp"}:
            continue
        j = i + 3 + (talk.lowers[i + 3] == "life")
        if talk.lowers[j : j + 1] != ["with"]:
            continue
        at = j + 1
        for mention in talk.mentions:
            if mention.start == at and mention.is_object:
                mention.owner = mention.owner or who.player
                at = mention.end + (talk.lowers[mention.end : mention.end + 1] in (["and"], [","]))
