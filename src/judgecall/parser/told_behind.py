"""What stands behind a creature's noun and is about that creature: "a creature with deathtouch 2/2", "Serra Angel is 4/4 and blocks"."""

from __future__ import annotations

from itertools import pairwise

from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_IS = frozenset({"is", "'s", "was", "are"})
_OWN_VERBS = frozenset({"attack", "block"})


def join_behind(talk: Talk) -> None:
    """Make one mention of a creature and the size told behind its abilities; give a verb after "is 4/4 and" its subject."""
    for first, second in list(pairwise(talk.mentions)):
        if _sized_behind(talk, first, second):
            _join(talk, first, second)
    for first, second in pairwise(talk.mentions):
        _share_subject(talk, first, second)
    _creatures_that_block(talk)
    _got_is_has(talk)
    _used_to_give(talk)


def _sized_behind(talk: Talk, first: Mention, second: Mention) -> bool:
    """ "a creature with first strike 3/1": no second creature, which would have a word of its own before it."""
    return (
        first.head in {"creature", "token", "attacker", "blocker"}
        and first.power is None
        and not first.cards
        and talk.lowers[first.end : second.start] == ["with"]
        and second.power is not None
        and bool(second.keywords)
        and talk.words[second.end - 1].kind == "size"
        and second.article == ""
        and second.owner is None
        and second.count is None
        and not second.cards
        and not first.keywords
    )


def _join(talk: Talk, first: Mention, second: Mention) -> None:
    first.end, first.text = second.end, f"{first.text} with {second.text}"
    first.power, first.toughness = second.power, second.toughness
    first.keywords += second.keywords
    first.subtypes += second.subtypes
    first.colors += second.colors
    talk.mentions.remove(second)
    for clause in talk.clauses:
        both = first in clause.roles()
        for place in clause.lists():
            if second in place:
                place[:] = [first if m is second else m for m in place if not (both and m is second)]


def _share_subject(talk: Talk, first: Mention, second: Mention) -> None:
    """ "Serra Angel is 4/4 and blocks": who blocks is who the size was told of."""
    if not first.is_object or second.power is None or talk.lowers[second.end : second.end + 1] != ["and"]:
        return
    gap = [w for w in talk.lowers[first.end : second.start] if w not in {"a", "an"}]
    if len(gap) != 1 or gap[0] not in _IS:
        return
    for clause in talk.clauses:
        if clause.verb == second.end + 1 and clause.frame in _OWN_VERBS and not clause.subject and not clause.passive:
            clause.subject.append(first)


def _creatures_that_block(talk: Talk) -> None:
    """ "I have two 2/2s. can they both block his 3/3?": nobody blocks his own attacker, so "they" are creatures."""
    for clause in talk.clauses:
        if clause.frame != "block" or clause.passive or not any(m.owner == "opp" for m in clause.object):
            continue
        for m in clause.subject:
            if (
                m.head == "player"
                and m.text == "they"
                and any(t.is_object and t.plural and t.end <= m.start for t in talk.mentions)
            ):
                m.head, m.player, m.plural, m.article = "pronoun", "", True, "pronoun"


def _got_is_has(talk: Talk) -> None:
    """ "i got Goblin War Drums out": a player who got something that stays in play has it."""
    for clause in talk.clauses:
        if (
            clause.frame != "get"
            or talk.lowers[clause.verb] != "got"
            or clause.passive
            or clause.question
            or clause.negated
        ):
            continue
        players = [m for m in clause.subject if m.head == "player"]
        things = [m for m in clause.object if m.is_object]
        if len(players) != 1 or len(clause.subject) != 1 or len(things) != 1 or things[0].start > clause.verb + 1:
            continue
        card = talk.card(things[0]) if len(things[0].cards) == 1 else None
        after = talk.lowers[things[0].end : things[0].end + 1]
        if (
            card is None
            or {"instant", "sorcery"} & set(card.faces[0].types)
            or after not in (["out"], [","], ["."], ["and"], ["on"], ["in play"])
        ):
            continue
        clause.frame = "have"
        clause.frames = ("have",)


def _used_to_give(talk: Talk) -> None:
    """ "I use Mother of Runes to give my 2/2 protection and attack": who gives and attacks is who uses her."""
    for used in talk.clauses:
        if used.frame != "activate" or len(used.object) != 1 or not any(m.head == "player" for m in used.subject):
            continue
        giver = used.object[0]
        for clause in talk.clauses:
            gives = clause.frame == "produce" and talk.lowers[giver.end : clause.verb] == ["to"]
            shares = clause.frame == "attack" and clause.sentence == used.sentence and clause.verb > used.verb
            if clause.subject == [giver] and (gives or shares):
                clause.subject[:] = used.subject
