"""Coven lost and won back with the trigger on the stack: "can I respond to losing coven by making a 4/4 so the Wardens still pump".

Who asks so tells nothing of the other creatures: whether three powers differ as the ability resolves is what it comes to.
"""

from __future__ import annotations

from judgecall.cards.abilities import Triggered
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_COMING = frozenset({"produce", "cast", "enter", "put", "return"})
_TOLD_VERBS = frozenset({"respond", "lose", "produce", "cast", "enter", "put", "pump", "get", "give", "kill", "trigger", "resolve", "work", "activate",
                         "return", "assign"})  # fmt: skip


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about a coven that was lost and is won back in response."""
    del context
    coven = next((i for i, w in enumerate(talk.words) if w.is_("noun", "coven")), None)
    lost = coven is not None and any(
        talk.words[i].is_("verb", "lose") for i in range(max(0, coven - 3), min(len(talk.words), coven + 4))
    )
    source = next((m for m in talk.mentions if m.cards and _has_coven_trigger(talk, m)), None)
    if coven is None or not lost or source is None:
        return []
    described = [m for m in talk.mentions if m.is_object and m.power is not None and m.count in {None, 1}]
    others = [m for m in talk.mentions if m.is_object and m.cards and not set(m.cards) & set(source.cards)]
    responds = talk.has("verb", "respond") or talk.has("in_response")
    if len(described) != 1 or others or not responds or not _comes(talk, described[0]):
        return []
    board = Board(talk)
    card = board.get(source, owner="you")
    new = board.get(described[0], owner="you")
    if card is None or new is None or card == new:
        return []
    board.change(new, zone="nowhere", token=True if talk.has("noun", "token") else None)
    board.create(GameObject("creatures", said="creatures", types=("creature",), controller="you", count=None))
    events = (Event("trigger", (card,)), Event("enter", (new,), in_response=True))
    scenario = Scenario(tuple(board.objects.values()), events=events, queries=(Query("resolves_with_effect", (card,)),))
    return [Candidate(scenario, "regained", _used(talk, source), 0.0, tuple(board.guessed), tuple(board.ambiguous))]


def _has_coven_trigger(talk: Talk, mention: Mention) -> bool:
    card = talk.card(mention)
    triggered = [a for a in card.faces[0].abilities if isinstance(a, Triggered)] if card else []
    return len(triggered) == 1 and triggered[0].condition is not None and triggered[0].condition.kind == "coven"


def _comes(talk: Talk, creature: Mention) -> bool:
    """It is made, cast or put onto the battlefield in the question."""
    return any(set(c.frames) & _COMING and creature in [*c.object, *c.subject] for c in talk.clauses)


def _used(talk: Talk, source: Mention) -> set[int]:
    used: set[int] = set()
    for mention in talk.mentions:
        bare = mention.head == "creature" and not mention.described and mention.count in {None, 1}
        if mention.head == "player" or bare or mention.power is not None or set(mention.cards) & set(source.cards):
            used |= set(range(mention.start, mention.end))
    for i, word in enumerate(talk.words):
        if (
            word.is_("noun", "coven", "trigger", "stack", "token", "ability")
            or word.is_("verb", *_TOLD_VERBS)
            or (
                word.is_("modal_can")
                or word.is_("still")
                or word.is_("in_response")
                or (word.is_("filler") and not word.is_("negation"))
            )
            or word.kind == "change"
            or word.lower in {"bonus", "buff", "pump", "by", "so"}
        ):
            used.add(i)
    return used
