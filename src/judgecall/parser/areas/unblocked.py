"""Whether the combat damage trigger of a creature that isn't blocked happens: it does if the creature deals damage at all."""

from __future__ import annotations

from typing import Any

from judgecall.cards.abilities import Triggered
from judgecall.parser.areas.story import Story
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, Query, Scenario

_BY_DAMAGE = frozenset({"combat_damage_player", "combat_damage_opponent", "damage_player", "damage_opponent", "deals_damage", "combat_damage"})  # fmt: skip
_NOBODY = frozenset({"nobody", "no one", "noone", "nothing"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about an unblocked creature's damage trigger."""
    story = Story(talk, context)
    creature = next((m for m in talk.mentions if m.cards and _face_with_trigger(talk, m) is not None), None)
    if creature is None or not _unblocked(story, creature):
        return []
    zone = next((z for z in story.zones if _asks(story, z)), None)
    id = story.id(creature, owner="you")
    if zone is None or id is None:
        return []
    face: Any = "back" if _face_with_trigger(talk, creature) == 1 else None
    story.board.change(id, attacking=True, face=face)
    story.add(0, Event("attack", (id,)))
    for mention in talk.mentions:
        if mention.cards == creature.cards or (
            zone.start <= mention.start < zone.end and mention.head in {"pronoun", "player"}
        ):
            story.use(mention)
    query = Query("triggers_on_damage", (id,))
    return [
        Candidate(
            story.scenario([query]),
            "unblocked",
            story.used,
            story.doubts,
            tuple(story.board.guessed),
            tuple(story.board.ambiguous),
        )
    ]


def _face_with_trigger(talk: Talk, mention: Mention) -> int | None:
    """The face whose one triggered ability waits for damage that it deals itself."""
    card = talk.card(mention)
    found = [
        n
        for n, face in enumerate(card.faces if card else ())
        for a in face.abilities
        if isinstance(a, Triggered)
        and a.event is not None
        and a.event.what in _BY_DAMAGE
        and a.event.of is not None
        and a.event.of.this
    ]
    return found[0] if len(found) == 1 else None


def _unblocked(story: Story, creature: Mention) -> bool:
    """ "isn't blocked", "nobody blocks it", "unblocked", "goes through"."""
    talk = story.talk
    for clause in talk.clauses:
        if clause.frame != "block" or story.asked(clause.verb) is not None:
            continue
        near = range(max(0, clause.verb - 3), clause.verb)
        nobody = [i for i in near if talk.lowers[i] in _NOBODY]
        whom = [*clause.subject, *clause.object] if clause.negated or nobody else []
        if creature in whom:
            story.used |= {clause.verb, *nobody} | {i for i in near if talk.words[i].is_("negation")}
            return True
    unblocked = [i for i, lower in enumerate(talk.lowers) if lower == "unblocked" and story.asked(i) is None]
    story.used |= set(unblocked)
    return bool(unblocked)


def _asks(story: Story, zone: Zone) -> bool:
    """ "does its damage trigger happen", "does the ability trigger"."""
    if story.talk.lowers[zone.start] not in {"does", "do", "will", "would"}:
        return False
    found = story.within(
        zone,
        "n:damage? ~ n:trigger ~ happen|work|v:trigger",
        "n:damage? ~ n:trigger",
        "n:ability ~ v:trigger",
        "v:trigger",
    )
    story.use(*found, *story.within(zone, "n:combat? ~ n:damage ~ n:trigger|ability"), *story.within(zone, "s:whether"))
    story.use_words(zone, "happen", "still", "its", "does", "do", "will", "combat", "damage")
    return bool(found)
