"""Abilities that a question describes instead of naming a card: "card says at end step, if you control no creatures, …"."""

from __future__ import annotations

from judgecall.cards.abilities import Triggered
from judgecall.cards.compile.lines import compile_face_text
from judgecall.parser.areas.story import Story
from judgecall.scenario.model import GameObject

_SAYS = (
    "PRON ~ OWN? n:trigger reads|says",
    "n:trigger ~ reads|says|is|goes",
    "OBJ says|reads",
    "n:trigger ~ :",
    "n:ability ~ says|reads",
    "text says|reads",
    "PRON says|reads",
)
_BLANK = frozenset({"x", "y", "z", "blah", "something", "condition", "stuff", "whatever"})


def described_trigger(story: Story) -> str | None:
    """The id of an ability that the question recites, compiled where its words are those of a card; else one of which only what is told is known."""
    talk = story.talk
    match = next((m for m in story.told(*_SAYS) if _quoted_from(story, m.end) is not None), None)
    if match is None:
        return None
    start = _quoted_from(story, match.end)
    assert start is not None
    sentence = talk.words[match.start].sentence
    end = next((i for i in range(start, len(talk.words)) if talk.words[i].sentence != sentence), len(talk.words))
    story.used |= set(range(match.start, end))
    for mention in talk.mentions:
        if match.start <= mention.start < end:
            story.passed.add(mention.start)
    for clause in talk.clauses:
        if match.start <= clause.verb < end:
            clause.frame, clause.frames = "told", ()
    said = " ".join(talk.lowers[start:end])
    compiled = _compiled(said)
    if compiled is not None:
        return story.create(
            GameObject("card", said="card", controller="you", types=("enchantment",), abilities=(compiled,))
        )
    if not set(talk.lowers[start:end]) & _BLANK:
        # A text of its own that could not be read: nothing is known of it.
        return None
    return story.create(GameObject("ability", said="trigger", zone="nowhere", controller="you"))


def _quoted_from(story: Story, after: int) -> int | None:
    """Where the recited text begins: at its "at", "when" or "whenever", with an "if" in it."""
    words = story.talk.lowers
    for i in range(after, min(after + 4, len(words))):
        if words[i] in {"whenever", "when", "at"} or story.talk.words[i].is_("moment"):
            rest = words[i : i + 25]
            return i if "if" in rest else None
    return None


def _compiled(said: str) -> Triggered | None:
    """What the card compiler makes of the recited words, the effect aside."""
    head = said.strip(" .?'\"").replace(" ,", ",")
    parts = head.split(", ")
    if len(parts) < 2:
        return None
    condition = next((p for p in parts[1:] if p.startswith("if ")), "")
    if not condition:
        return None
    opening = parts[0]
    for short, full in (("at beginning", "at the beginning"), ("beginning", "at the beginning"), ("of end step", "of your end step"), ("of upkeep", "of your upkeep"),
                        ("of combat", "of combat on your turn"), ("of my ", "of your ")):  # fmt: skip
        if (
            (opening.startswith(short) and short in {"at beginning", "beginning"})
            or opening.endswith(short)
            or (short.endswith(" ") and short in opening)
        ):
            opening = opening.replace(short, full, 1)
    opening = opening.replace("when this enters", "when this creature enters")
    condition = condition.replace(" i ", " you ").replace(" my ", " your ")
    text = f"{opening}, {condition}, draw a card."
    text = text[0].upper() + text[1:]
    try:
        found = compile_face_text(text, "Card")
    except (ValueError, KeyError):
        return None
    if (
        len(found) == 1
        and isinstance(found[0], Triggered)
        and found[0].condition is not None
        and found[0].condition.counter != "unread"
    ):
        return found[0]
    return None
