"""Mentions that only say more of one before them: "the wall blocking is a 0/4", "my guy, a 3/3 with reach,"."""

from __future__ import annotations

from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_IS = frozenset({"is", "are", "was", "were", "am"})
_BETWEEN = frozenset({"now", "only", "just", "currently", "a", "an", "still", "then", "already", "like", "basically"})


def _goes_on(talk: Talk, first: Mention, second: Mention) -> bool:
    """ "Dawnhart Wardens, a 1/1 and a 2/2": a list of things, and not a word more of the first."""
    after = next((m for m in talk.mentions if m.start > second.start), None)
    if after is None or after.sentence != second.sentence or after.head == "player":
        return False
    gap = talk.lowers[second.end : after.start]
    if gap not in (["and"], [","], [",", "and"], ["plus"]):
        return False
    card = talk.card(first) if first.cards else None
    return card is None or card.faces[0].power != str(second.power)


def _names_it(talk: Talk, first: Mention, second: Mention) -> bool:
    """ "my only guy is a Wall of Wood": which creature it is that was spoken of."""
    plain = first.head in {"creature", "blocker", "attacker"} and not first.described and first.count in {1, None}
    gap = talk.lowers[first.end : second.start]
    if (
        gap == [","]
        and first.owner
        and first.count == 1
        and talk.lowers[second.end : second.end + 1] in ([], ["."], [","], ["?"], ["and"])
    ):
        gap = ["is"]  # "on my only creature, a Wall of Wood."
    led = first.start > 0 and talk.lowers[first.start - 1] in _IS
    return (
        plain and not first.plural and gap == ["is"] and not led
        and (second.article in {"a", "an"} or bool(second.cards and not second.article))
        and second.count in {1, None} and len(second.cards) <= 1
        and bool(second.subtypes or second.cards) and second.head in {"creature", "card"}
    )  # fmt: skip


def _does_of_its_own(talk: Talk, first: Mention, second: Mention) -> bool:
    """ "Assault Strobe on my Yavimaya Wurm, a 3/3 blocks": another size than the card's, and the verb right behind is its own."""
    card = talk.card(first) if len(first.cards) == 1 else None
    printed = {(face.power, face.toughness) for face in card.faces} if card is not None else set()
    verb = talk.words[second.end] if second.end < len(talk.words) else None
    acts = (
        verb is not None
        and verb.is_("verb", "attack", "block", "enter", "die", "deal")
        and verb.sentence == second.sentence
    )
    return acts and bool(printed) and (str(second.power), str(second.toughness)) not in printed


def _is_its_size(talk: Talk, first: Mention, second: Mention) -> bool:
    """ "my own Grizzly Bears, 2/2 and undamaged": the printed size, told again."""
    card = talk.card(first) if len(first.cards) == 1 else None
    told = (str(second.power), str(second.toughness))
    return card is not None and (card.faces[0].power, card.faces[0].toughness) == told and not second.count


_CAST_WORDS = frozenset({"cast", "for", "x", "with", "played", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"})


def same_things(talk: Talk) -> dict[int, Mention]:
    """Mentions that only say more of one before them: "the wall blocking is a 0/4", "my guy, a 3/3 with reach,"."""
    found: dict[int, Mention] = {}
    for first, second in zip(talk.mentions, talk.mentions[1:], strict=False):
        if (
            first.sentence != second.sentence
            or first.head == "player"
            or (not _names_it(talk, first, second) and (second.head != "creature" or second.cards))
            or (second.owner and talk.words[second.start].sense("player") is not None)
        ):
            continue
        if second.power is None and not second.keywords and not _names_it(talk, first, second):
            continue
        if first.power is not None and second.power is not None:
            continue
        gap = talk.lowers[first.end : second.start]
        rest = [w for w in gap if w not in _BETWEEN]
        verbless = [w for w in rest if w not in {"blocking", "attacking", "that", "which"}]
        asked = talk.lowers[first.start - 1] in {"is", "are", "was"} if first.start else False
        told = len(verbless) == 1 or (len(verbless) <= 5 and set(verbless[:-1]) <= _CAST_WORDS and len(verbless) > 1)
        if (told and verbless[-1] in _IS and not asked) or (
            gap == [","]
            and (second.article in {"a", "an"} or _is_its_size(talk, first, second))
            and first.power is None
            and first.is_object
            and (first.cards or first.owner or (first.count == 1 and not first.described))
            and not _goes_on(talk, first, second)
            and not _does_of_its_own(talk, first, second)
        ):
            found[second.start] = first
    return found
