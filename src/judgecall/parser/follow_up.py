"""Questions that go on from the one before: "and if I pump it first?", "what about a 1/1?", "same but he has a flyer".

The last scenario with a change: what the follow-up tells is changed in place, what it names anew takes the place of what it
stands for, and the same thing is asked again, unless it asks another question. Every word is accounted for.
"""

from __future__ import annotations

from typing import NamedTuple

from judgecall.parser.following.again import Again, begins
from judgecall.parser.following.changes import Changes
from judgecall.parser.following.referents import Unclear, called
from judgecall.parser.following.scene import Scene
from judgecall.parser.mention import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.errors import WHICH_THING, Ambiguous
from judgecall.scenario.model import Scenario

_LEADS = ("and", "same", "what about", "how about", "what if", "but", "or", "then", "if", "ok and", "ok but", "so if", "now if", "ok what if",
          "same board", "same thing", "same question", "instead", "ok", "okay", "also", "and what if", "and what about", "without", "with",
          "other way round", "suppose", "say")  # fmt: skip
_JOINS = frozenset({"and", "but", "so", "then", "ok", "okay", "also", "or", ",", ".", "?", "!", ";", ":", "now"})
_QUIET = frozenset({"'s", "s"})


_ELLIPTIC = (*(lead for lead in _LEADS if lead not in {"and", "but", "or", "then", "if", "ok", "okay", "also", "say", "ok and", "ok but"}),
             "and if", "but if", "and with", "and without", "but with", "but without", "and for", "now with", "now without")  # fmt: skip
"""How a question begins that says nothing without the one before."""


class Following(NamedTuple):
    """What a follow-up makes of the scenario before."""

    scenario: Scenario
    used: frozenset[int]
    unread: tuple[str, ...]
    """Words that play no part in what was read: with any of them there is no ruling."""
    asks: tuple[int, int] | None
    """The words of a question that was not understood here, and that is yet to be asked of the scenario."""
    changed: bool
    guessed: tuple[str, ...] = ()


def looks_like_one(talk: Talk) -> bool:
    """Whether a question begins as one that goes on from another, or speaks of "it" before anything was named."""
    lowers = [w for w in talk.lowers if w not in {",", "."}]
    if any(lowers[: len(lead.split())] == lead.split() for lead in _LEADS):
        return True
    first = next((m for m in talk.mentions if m.head != "player"), None)
    return first is None or first.head in {"pronoun", "some"}


def needs_one(talk: Talk) -> bool:
    """Whether a question can be meant only as going on from another: it changes something, or asks about "it"."""
    lowers = [w for w in talk.lowers if w not in {",", "."}]
    if any(lowers[: len(lead.split())] == lead.split() for lead in _ELLIPTIC):
        return True
    first = next((m for m in talk.mentions if m.head != "player"), None)
    if first is not None:
        return first.head in {"pronoun", "some"} or (lowers[0] == "and" and not talk.clauses)
    return lowers[:1] == ["and"]


def names_its_own(talk: Talk) -> bool:
    """Whether a question describes what it is about, so that it can be read by itself ("what if I block his 3/3 with …")."""
    first = next((m for m in talk.mentions if m.head != "player"), None)
    return first is not None and first.is_object and first.described and bool(talk.clauses)


def follow(talk: Talk, context: Scenario) -> Following:
    """The last scenario with what the follow-up changes in it, and what is asked of it.

    Raises:
        Ambiguous: it could be meant for more than one thing; the choices are the question with each of them named.
    """
    _name_again(talk, context)
    _told_apart(talk)
    scene = Scene(talk, context)
    told, asked = _parts(talk)
    changes = Changes(scene)
    used: set[int] = set()
    try:
        for start, end in told:
            changes.read(start, end)
        used |= changes.used
        open_question = None
        if asked is not None:
            again = Again(scene, *asked)
            if again.read():
                used |= again.used
            else:
                open_question = asked
    except Unclear as unclear:
        raise _choice(talk, scene, unclear) from unclear
    if scene.ambiguous:
        raise Ambiguous("which_card", choices=scene.ambiguous[0])
    skipped = range(*open_question) if open_question is not None else range(0)
    unread = [
        word.lower
        for i, word in enumerate(talk.words)
        if i not in used and i not in skipped and word.kind != "mark" and word.lower not in _QUIET
    ]
    return Following(
        scene.scenario,
        frozenset(used),
        tuple(dict.fromkeys(unread)),
        open_question,
        scene.changed,
        tuple(scene.guessed),
    )


def _name_again(talk: Talk, context: Scenario) -> None:
    """One word of the name of a card on the board names it again: "the priest", "caravan"."""
    for i, word in enumerate(talk.words):
        if word.kind != "word" or len(word.lower) < 4 or talk.inside(i) is not None:
            continue
        if word.senses and not word.is_("subtype") and not word.is_("noun"):
            continue
        named = {o.card for o in context.objects if o.card and word.lower in o.card.lower().replace(",", "").split()}
        if len(named) == 1:
            first = i - 1 if i and talk.lowers[i - 1] in {"the", "my", "his"} else i
            said = Mention(first, i + 1, "card", text=word.lower, cards=tuple(named), sentence=word.sentence)
            talk.mentions.append(said)
            for clause in talk.clauses:
                if clause.start <= i < clause.end and clause.frame == "crew":
                    clause.object.append(said)
    talk.mentions.sort(key=lambda m: m.start)


def _told_apart(talk: Talk) -> None:
    """ "what if his 4/4 is green": a colour that stands behind the phrase is what changes, and tells nothing apart."""
    for mention in talk.mentions:
        if not any(talk.words[i].sense("color") is not None for i in range(mention.start, mention.end)):
            mention.colors = []


def _parts(talk: Talk) -> tuple[list[tuple[int, int]], tuple[int, int] | None]:
    """The stretches that tell of changes, and the one that asks: "what if it had haste, can it attack then?"."""
    lowers = talk.lowers
    n = len(lowers)
    start = next(
        (i for i in range(n) if begins(lowers, i) and (i == 0 or lowers[i - 1] in _JOINS) and talk.inside(i) is None),
        None,
    )
    if start is None:
        return [(0, n)], None
    condition = next((i for i in range(start + 1, n) if lowers[i] == "if"), n)
    told = [(0, start)] if start else []
    return [*told, *([(condition, n)] if condition < n else [])], (start, condition)


def _choice(talk: Talk, scene: Scene, unclear: Unclear) -> Ambiguous:
    """The question with each thing named that it could be about."""
    things = [scene.thing(id) for id in unclear.ids]
    names = [called(thing, scene.scenario.objects) for thing in things]
    mention = unclear.mention
    if mention is not None and mention.end > mention.start:
        first, last = talk.words[mention.start], talk.words[mention.end - 1]
        head, tail = talk.text[: first.start], talk.text[last.end :]
        if talk.lowers[mention.end : mention.end + 1] == ["is"] and talk.words[mention.end].start < last.end:
            tail = f" is{talk.text[talk.words[mention.end].end :]}"
        questions = tuple(f"{head}{name}{tail}" for name in names if name is not None)
    else:
        text = talk.text.rstrip(" ?.!")
        questions = tuple(f"{text} for {name}?" for name in names if name is not None)
    return Ambiguous(WHICH_THING, choices=questions if len(questions) == len(names) else ())
