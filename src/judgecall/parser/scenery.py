"""Things told of only as being there, or as being somebody's: "with Doran in play my bear …", "… but it's my opponent's Wake"."""

from __future__ import annotations

from collections.abc import Sequence

from judgecall.parser.mention import Mention
from judgecall.parser.words import Word

_BE = frozenset({"is", "was", "are", "were", "'s"})
_HOLDS = frozenset({"control", "controls", "owns", "own"})
_POINTING = frozenset({"it", "that", "this", "they", "those", "these"})
_RUN_TOGETHER = frozenset({"its"})
"""What stands for "it is" where no apostrophe was written."""
_ENDS = frozenset({".", ",", ";", "!", "?", ")", "and", "but", "so", "not", "though", "then", "do", "does", "can"})
_THERE = (
    ["in play"],
    ["on board"],
    ["out"],
    ["down"],
    ["in", "play"],
    ["on", "board"],
    ["on", "the", "battlefield"],
    ["on", "the", "board"],
    ["on", "the", "table"],
    ["on", "my", "side"],
    ["on", "his", "side"],
)


def is_there(after: list[str]) -> bool:
    """Whether these words say that what stands before them is on the battlefield: "out", "is in play", "are both down"."""
    while after and after[0] in {"is", "are", "both", "already", "still", "all"}:
        after = after[1:]
    return any(after[: len(told)] == told for told in _THERE)


def tell_owners(words: Sequence[Word], mentions: Sequence[Mention]) -> None:
    """ "Mirari's Wake is out, but it's my opponent's (Wake)": whose the thing is that was named before.

    A thing of which it was said before whose it is keeps its owner.
    """
    for i in range(1, len(words)):
        told = _owner_said(words, i)
        if told is None:
            continue
        owner, end = told
        if words[i - 1].lower in _RUN_TOGETHER:
            begins = i - 1
        elif words[i - 1].lower in _BE and i > 1 and words[i - 2].lower in _POINTING:
            begins = i - 2
        elif words[i - 1].lower in _BE and any(m.is_object and m.cards and m.end == i - 1 for m in mentions):
            begins = i - 1
        elif (sized := _sized_before(words, mentions, i)) is not None and (
            end >= len(words) or words[end].lower in _ENDS
        ):
            # "… and a 4/4, but the 4/4 is my opponent's"
            for mention in mentions:
                same = (mention.power, mention.toughness) == (sized.power, sized.toughness) and not mention.cards
                if same and mention.start <= sized.start and mention.count in {None, 1}:
                    mention.owner = owner
            continue
        else:
            continue
        again = next((m for m in mentions if m.cards and m.start <= end < m.end), None)
        closes = end >= len(words) or words[end].lower in _ENDS
        if again is None and not closes:
            continue
        before = [m for m in mentions if m.is_object and m.end <= begins and m.count in {None, 1} and not m.plural]
        meant = [m for m in before if not again or m.cards == again.cards]
        if meant and meant[-1].owner is None and (meant[-1].cards or meant[-1] is before[-1]):
            for mention in meant:
                if mention.cards == meant[-1].cards:
                    mention.owner = mention.owner or owner


def tell_controllers(words: Sequence[Word], mentions: Sequence[Mention]) -> None:
    """ "Sanctum Weaver, he controls it plus three other enchantments": whose the card named last is."""
    for i in range(1, len(words) - 2):
        player = words[i].sense("player")
        if player is None or player.form == "possessive" or player.value not in {"you", "opp"}:
            continue
        if words[i + 1].lower not in _HOLDS or words[i + 2].lower != "it":
            continue
        before = [m for m in mentions if m.is_object and m.end <= i]
        if before and before[-1].cards and before[-1].owner is None and words[i].sentence == before[-1].sentence:
            before[-1].owner = player.value


def _owner_said(words: Sequence[Word], i: int) -> tuple[str, int] | None:
    """The player whom the words from i name as an owner, and the word behind: "my opponents", "my opponent 's", "his"."""
    if words[i].lower in {"mine", "yours"}:
        return ("you", i + 1) if words[i].lower == "mine" else None
    j = i + 1 if words[i].lower in {"my", "the"} and i + 1 < len(words) else i
    for sense in words[j].senses:
        if sense.kind != "player" or sense.value not in {"you", "opp"}:
            continue
        if sense.form == "possessive" and words[j].lower != "my":
            return sense.value, j + 1
        if j + 1 < len(words) and words[j + 1].lower == "'s":
            return sense.value, j + 2
    return None


def _sized_before(words: Sequence[Word], mentions: Sequence[Mention], i: int) -> Mention | None:
    """The creature told of by its size that a verb of being stands behind, just before word i."""
    if words[i - 1].lower not in _BE:
        return None
    found = (m for m in mentions if m.is_object and not m.cards and m.power is not None and m.end == i - 1)
    return next((m for m in found if m.article in {"the", "that", "this"}), None)


def scenery(words: Sequence[Word], mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions of "with Doran in play, …": what is there while others do something, and does nothing itself."""
    found = []
    for mention in mentions:
        if not mention.cards or not mention.start:
            continue
        opens = mention.start == 1 or words[mention.start - 2].sentence != words[mention.start].sentence
        opens = opens or words[mention.start - 2].kind == "mark"
        after = [w.lower for w in words[mention.end : mention.end + 3]]
        if opens and words[mention.start - 1].lower == "with" and is_there(after):
            found.append(mention)
    return found
