"""An ability that was used before, told of a thing whose ability may be used only so often (CR 602.5b, 606.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Activated
from judgecall.parser.clauses import Clause
from judgecall.scenario.model import Event

if TYPE_CHECKING:
    from judgecall.parser.areas.tap_story import TapStory


def used_before(story: TapStory, clause: Clause) -> bool:
    """ "it already used its ability once this turn", "I activated Shire Scarecrow": an event that the next use looks back to."""
    if clause.frame != "activate" or clause.form != "ed" or clause.question or clause.modal or clause.negated:
        return False
    ids = [i for i in story.ids(story.things([*clause.object, *clause.subject])) if _limited(story, i)]
    if len(ids) != 1:
        return False
    story.events.append(Event("activate", tuple(ids)))
    story.used |= {
        i
        for i in range(clause.start, clause.end)
        if story.talk.words[i].is_("noun", "ability") or story.talk.lowers[i] in {"once", "its"}
    }
    return True


def _limited(story: TapStory, id: str) -> bool:
    """Whether it has but one activated ability, of those that can be activated only once each turn."""
    card = story.card(id)
    abilities = [a for a in (card.faces[0].abilities if card else ()) if isinstance(a, Activated)]
    return len(abilities) == 1 and abilities[0].once_each_turn
