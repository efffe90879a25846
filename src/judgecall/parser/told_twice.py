"""What stands for the same creature twice: a topic before its pronoun, what a creature was turned into, the heading of a list."""

from __future__ import annotations

from itertools import pairwise

from judgecall.parser.talk import Talk


def tell_fronted(talk: Talk) -> None:
    """ "My ground 3/3, can it attack?": what stands in front is what the pronoun means, whatever was told before."""
    for topic, pronoun in pairwise(list(talk.mentions)):
        i = pronoun.start
        led = topic.start == 0 or talk.words[topic.start - 1].sentence != talk.words[topic.start].sentence
        if not led or not topic.is_object or topic.plural or (topic.count or 1) != 1 or pronoun.head != "pronoun":
            continue
        gap = talk.words[topic.end : i]
        if (
            len(gap) != 2
            or gap[0].lower != ","
            or not (gap[1].is_("modal_can") or gap[1].is_("modal_must") or gap[1].is_("whether"))
        ):
            continue
        talk.use(range(i, pronoun.end))
        talk.mentions.remove(pronoun)
        for clause in talk.clauses:
            for place in clause.lists():
                place[:] = [topic if m is pronoun else m for m in place]


def tell_turned(talk: Talk) -> None:
    """ "he turned my bear into a coward": what it is now, unless that came too late for the question."""
    if talk.has("moment") or talk.has("in_response"):
        return
    for mention, kind in zip(list(talk.mentions), talk.mentions[1:], strict=False):
        before = talk.lowers[max(0, mention.start - 1) : mention.start]
        gap = talk.lowers[mention.end : kind.start]
        became = gap in (["became"], ["becomes"], ["is", "now"], ["has", "become"])
        turned = before in (["turned"], ["turns"], ["turning"]) and gap in (["into"], ["in", "to"])
        if not (became or turned or (before == ["made"] and not gap)):
            continue
        if not kind.subtypes or kind.article not in {"a", "an"} or kind.head != "creature":
            continue
        if kind.cards or kind.power is not None or kind.keywords or mention.cards or not mention.is_object:
            continue
        mention.subtypes = list(kind.subtypes)
        talk.mentions.remove(kind)
        talk.use(range(mention.start - 1, kind.end))
        for clause in talk.clauses:
            for place in clause.lists():
                place[:] = [m for m in place if m is not kind]


def drop_heading(talk: Talk) -> None:
    """ "my creatures are a 1/1, a 2/2 and a 2/1": the words before the list only head it."""
    for mention in list(talk.mentions):
        i = mention.end
        if not (mention.plural and mention.is_object and not mention.described and i < len(talk.words)):
            continue
        if talk.lowers[i] != "are" or (mention.start and talk.lowers[mention.start - 1] in {"what", "which", "how"}):
            continue
        listed = [m for m in talk.mentions if m.start > i and m.sentence == mention.sentence]
        if (
            len(listed) < 2
            or listed[0].start != i + 1
            or not (listed[0].article in {"a", "an"} or listed[0].count or listed[0].cards)
        ):
            continue
        gap = talk.lowers[listed[0].end : listed[1].start]
        if listed[1].head == "player" or not gap or not all(is_list_gap(w) for w in gap):
            continue
        talk.mentions.remove(mention)
        for word in talk.words[mention.start : i]:
            word.used = True


def is_list_gap(word: str) -> bool:
    """Whether a word may stand between two things of a list, or open one."""
    return word in {",", "and", "+", "plus", "a", "an", "the", "with", "also", "out", "just", "only", "two", "three", "one", "both", "some",
                    "nothing", "but", "else", "untapped", "my", "his", "in", "play", "already", "single", "now", "exactly", "each"}  # fmt: skip
