"""Cards with two faces or halves to cast or play: where the question speaks of the other one and the scenario doesn't."""

from __future__ import annotations

from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk

_VALUES = frozenset({"mana_value", "is_countered", "affects", "legal_target", "amount", "max_x", "cost_of_x", "value_of_x"})  # fmt: skip
_CHOOSING = frozenset({"split", "adventure", "modal_dfc", "aftermath", "prototype", "omen", "fuse"})
_OTHER = frozenset({"half", "halves", "face", "back", "side", "adventure", "fused", "fuse", "aftermath", "back face", "back side",
                    "back half", "land side", "right half", "left half", "second half", "omen"})  # fmt: skip


def unread_half(best: Candidate, talk: Talk) -> list[str]:
    """Words that name the other half ("cast as Tear", "played as a land", "its adventure"), which has its own mana value."""
    asked = {id for q in best.scenario.queries if q.kind in _VALUES for id in (*q.subject, *q.target)}
    found: list[str] = []
    for thing in best.scenario.objects:
        card = talk.cards.get(thing.card) if thing.id in asked and thing.card and thing.face != "back" else None
        if card is None or len(card.faces) < 2 or card.layout not in _CHOOSING:
            continue
        names = {card.faces[1].name.lower(), card.faces[1].name.lower().partition(",")[0]}
        land = "land" in card.faces[1].types
        for i, word in enumerate(talk.words):
            said = word.lower
            inside = talk.inside(i)
            named = inside is not None and card.name in inside.cards
            if named and "//" in said and thing.zone == "stack":
                found.append(said)  # which half is on the stack was not said
            elif said in names or (not named and (said in _OTHER or (land and said in {"land", "lands"}))):
                found.append(said)
    return found
