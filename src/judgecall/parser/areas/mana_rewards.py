"""Which trigger on something being tapped for mana is asked about, and what is tapped (CR 106.12a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import MANA_EVENTS, AddMana, Triggered
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.areas.mana_parts import Part, letters_in
from judgecall.scenario.model import Query

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_asks import Asker


def ask_trigger(a: Asker, part: Part) -> list[Query] | None:
    """ "does the kinnan trigger happen", "does he get the bonus mana too", "does wild growth trigger"."""
    if a.has(part, "how_much") or a.has(part, "how_many") or a.has(part, "who") or a.has(part, "which"):
        return None
    bonus = a.says(part, "bonus mana", "extra mana", "additional mana", "bonus", "extra", "additional")
    if not (a.has(part, "noun", "trigger") or a.has(part, "verb", "trigger") or bonus):
        return None
    sources = _sources(a, part)
    if len(sources) > 1 and a.says(part, "both", "each", "all", "neither", "how"):
        return None  # "do both trigger": of any of them a yes says too little
    if not sources or (a.has(part, "verb", "double") and a.first_with("multiplies", part)):
        return None
    source = sources[0]
    subject = (
        tuple(i for i in _tapped(a, part) if i not in sources)
        or tuple(i for i in a.maker(part) if i not in sources)
        or a.others(source)
        or hosts(a, source)
    )
    if not subject:
        return None
    a.use_verbs(Part(0, part.end), "trigger", "get", "tap", "produce", "happen", "cast")
    a.use_nouns(part, "trigger", "permanent")
    for i in range(part.start, part.end):
        if a.talk.lowers[i] in {"bonus", "extra", "additional"}:
            a.used.add(i)
    a.restated(Part(0, part.end), subject)
    return [Query("mana_trigger", subject[:1], sources, inverse=a.negated_claim(part))]


def _sources(a: Asker, part: Part) -> tuple[str, ...]:
    """What may give the mana: what the part names; else all that give some of the type asked about."""
    first = a.first_with("rewards", part)
    if first is None or any(a.id(m) == first for m in a.in_part(part)):
        return (first,) if first else ()
    every = [id for id, thing in a.b.board.objects.items() if a.b.facts_of_id(id).rewards and thing.count != 0]
    if len(every) == 1:
        return (every[0],)  # "does it trigger when I tap a Forest for G": of what type it gives, is not asked
    letters, where = letters_in(a.talk, part.start, part.end, a.b.used)
    found = tuple(id for id in every if letters == "any_color" or set(letters) <= _given(a, id))
    if found:
        a.used |= where
    return found


def _given(a: Asker, id: str) -> set[str]:
    """The types of mana that its triggers can add; all of them where that hangs on what is tapped."""
    card = a.talk.cards.get(a.b.board.objects[id].card or "")
    given: set[str] = set()
    for ability in (t for f in (card.faces if card else ()) for t in f.abilities):
        if isinstance(ability, Triggered) and ability.event.what in MANA_EVENTS:
            for effect in inside(ability.effects):
                if isinstance(effect, AddMana):
                    for option in effect.options:
                        fixed = set(option) <= set("{}WUBRGC")
                        given |= set(option) - set("{}") if fixed else set("WUBRGC")
    return given or set("WUBRGC")


def _tapped(a: Asker, part: Part) -> tuple[str, ...]:
    """What was said to be tapped: in the sentence of the part, else before it."""
    inside_sentence = [m for m in a.tapped if m.sentence == a.talk.words[part.start].sentence]
    own = [i for m in inside_sentence if m.head != "pronoun" and (i := a.id(m)) and a.b.facts_of_id(i).makes]
    return tuple(dict.fromkeys(own)) or a.tapped_ids()


def hosts(a: Asker, source: str | None) -> tuple[str, ...]:
    """What an Aura among them enchants."""
    on = a.b.board.objects[source].attached_to if source else None
    return (on,) if on else ()
