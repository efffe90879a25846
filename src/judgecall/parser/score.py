"""Choosing among readings, and the account of every word.

A reading is better the more words it explains and the less it had to suppose.
"""

from __future__ import annotations

from judgecall.parser.asked_together import attacks_and_taps
from judgecall.parser.doubtful import passed_over
from judgecall.parser.idle import idle_sources, price_unheeded, second_of_its_name
from judgecall.parser.mention import Mention
from judgecall.parser.misplaced import misplaced
from judgecall.parser.pronouns import told_of_the_other
from judgecall.parser.quantities import another_quantity, more_than_answered, number_not_given
from judgecall.parser.reading import Candidate, Reading
from judgecall.parser.talk import Talk
from judgecall.parser.timing import unheeded_times
from judgecall.parser.words import Word
from judgecall.scenario.asked import BLOCKING

_LOOSE_NOUNS = frozenset({"card", "spell", "turn", "step", "combat", "side", "player", "battlefield", "color", "type", "symbol", "ability",
                          "life", "hand", "library", "creature", "permanent", "stack", "mana", "token", "art", "trigger", "counter"})  # fmt: skip
_LOOSE_VERBS = frozenset({"have", "get", "produce", "cast", "take", "choose", "force", "enter", "stay", "activate", "trigger", "count", "deal",
                          "enchant", "resolve", "return", "assign", "pay", "spend", "steal"})  # fmt: skip

_DECIDING_VERBS = ("steal", "activate", "force")
_ACTS = frozenset(
    {"can_activate", "can_attack", "must_attack", "can_pay_with", "has_summoning_sickness", "deals_damage"}
)
_ZONES = ("graveyard", "hand", "exile")
"""Zones in which a card has other abilities, or none: told of and not understood, they may be what decides."""
_TELLING_NOUNS = frozenset({"damage", "excess", "mana_value", "legs", "coven", "loyalty", "toughness"})


def choose(candidates: list[Candidate], talk: Talk) -> Candidate | None:
    """The candidate that explains most; None when there is none."""
    if not candidates:
        return None
    # A reading that leaves words of the game unexplained gives no ruling: any other is better.
    return max(candidates, key=lambda c: (not account(c, talk).blocking, score(c, talk)))


def score(candidate: Candidate, talk: Talk) -> float:
    """How well a reading explains the question (more is better)."""
    explained = sum(_weight(talk.words[i]) for i in candidate.used if i < len(talk.words))
    return explained - 1.5 * candidate.doubts


def _weight(word: Word) -> float:
    if word.kind == "card":
        return 2.0
    if word.kind in {"size", "change", "xis", "mana"}:
        return 1.5
    if word.kind == "mark" or word.is_("filler"):
        return 0.1
    return 1.0


def _matters(i: int, talk: Talk) -> bool:
    """Whether the sentence of word i speaks of anything in the game."""
    sentence = talk.words[i].sentence
    return any(m.sentence == sentence and m.head != "player" and m.text not in {"this", "that"} for m in talk.mentions)


def _names_quality(i: int, talk: Talk) -> bool:
    return i + 1 < len(talk.words) and talk.words[i + 1].is_("noun", "color", "type")


def _decides(word: Word, best: Candidate) -> bool:
    """Whether a word that says nothing of itself is what a question of this kind may hang on: a colour, a kind, a time."""
    kinds = {q.kind for q in best.scenario.queries}
    if (word.unknown and word.of_names) or word.is_("subtype"):
        return True
    if word.is_("filler"):
        return False
    if word.is_("verb", *_DECIDING_VERBS):
        return True
    return (word.is_("color") and bool(kinds & BLOCKING)) or (word.is_("this_turn") and bool(kinds & _ACTS))


def _lies_in(i: int, talk: Talk) -> bool:
    """Whether the zone at word i is where a named card of the same sentence is said to be: "in my graveyard there is …"."""
    placed = any(w.lower == "in" for w in talk.words[max(0, i - 2) : i])
    return placed and any(w.kind == "card" and w.sentence == talk.words[i].sentence for w in talk.words)


def _size_lost(mention: Mention, best: Candidate, talk: Talk) -> bool:
    """Whether a creature of a size that was told is nowhere in a reading about combat, though its words were taken as read."""
    if mention.power is None or mention.cards or not {q.kind for q in best.scenario.queries} & (BLOCKING | _ACTS):
        return False
    scenario = best.scenario
    if not any(w.kind == "size" for w in talk.words[mention.start : mention.end]):
        return False
    if any(e.kind in {"animate", "crew", "set_pt", "modify", "counters"} for e in scenario.events):
        return False  # the size it was made
    sizes = {o.power for o in scenario.objects} | {e.power for e in scenario.events}
    sizes |= {o.power + n for o in scenario.objects if o.power is not None for _, n in o.counters}
    cards = [c for o in scenario.objects if (c := talk.cards.get(o.card or o.copy_of or ""))]
    printed = {face.power for card in cards for face in card.faces}
    return mention.power not in sizes and str(mention.power) not in printed


def _each_once(words: list[str]) -> tuple[str, ...]:
    """The words in their order, one that is told within another or in another case not again."""
    kept: list[str] = []
    for word in words:
        low = f" {word.casefold()} "
        if not any(low in f" {other.casefold()} " for other in [*kept, *(w for w in words if len(w) > len(word))]):
            kept.append(word)
    return tuple(kept)


def account(best: Candidate, talk: Talk) -> Reading:
    """The reading with each word as used or left over; left-over words that name a concept of the game block a ruling."""
    left: list[str] = []
    blocking: list[str] = []
    for i, word in enumerate(talk.words):
        if i in best.used or word.used or word.kind == "mark" or word.lower == "'s":
            continue
        if word.kind == "card" or word.kind in {"size", "change", "xis"}:
            left.append(word.text)
            blocking.append(word.text)
        elif word.kind == "mana" and i and talk.words[i - 1].is_("verb", "pay") and i - 1 not in best.used:
            # What was paid for happened, and nobody read what it was.
            left.append(word.lower)
            blocking.append(word.lower)
        elif word.is_("how_many") or word.is_("how_much") or (word.is_("which") and _names_quality(i, talk)):
            # A number or a colour was asked for, and the reading answers something else.
            left.append(word.lower)
            blocking.append(word.lower)
        elif (
            word.kind == "number" or word.is_("negation") or word.is_("modal_must") or word.is_("noun", *_TELLING_NOUNS)
        ):
            left.append(word.lower)
            if (
                word.is_("noun", "mana_value")
                or _matters(i, talk)
                or (word.kind == "number" and word.text.isdigit() and word.value != (1,))
            ):
                blocking.append(word.lower)
        elif (seat := talk.inside(i)) is not None and seat.head == "player":
            continue  # "defender has …": a player, though the word is a keyword too
        elif (
            ((word.is_("concept") or word.is_("keyword")) and not word.is_("filler"))
            or (word.is_("noun", *_ZONES) and _lies_in(i, talk))
            or _decides(word, best)
        ):
            left.append(word.lower)
            blocking.append(word.lower)
        elif word.is_("filler") or word.is_("player") or word.lower in {"'s"}:
            continue
        elif word.is_("verb") and not word.is_("verb", *_LOOSE_VERBS):
            left.append(word.lower)
            blocking.append(word.lower)
        elif not word.is_("noun", *_LOOSE_NOUNS):
            left.append(word.lower)
            if not word.senses and talk.tags[i] == "VERB" and _matters(i, talk):
                # A verb that nobody knows may be the very thing that decides.
                blocking.append(word.lower)
    blocking += [
        *number_not_given(best, talk),
        *passed_over(best, talk),
        *idle_sources(best, talk),
        *price_unheeded(best, talk),
        *second_of_its_name(best, talk),
        *another_quantity(best, talk),
        *more_than_answered(best, talk),
        *told_of_the_other(best, talk),
        *attacks_and_taps(best, talk),
        *misplaced(best, talk),
    ]
    for mention in talk.mentions:
        # A thing that was described and that the reading has no place for may be what decides.
        if (
            mention.is_object
            and mention.described
            and (not any(i in best.used for i in range(mention.start, mention.end)) or _size_lost(mention, best, talk))
        ):
            left.append(mention.text)
            blocking.append(mention.text)
    blocking += [talk.words[i].lower for i in unheeded_times(best, talk)]
    cards = tuple(dict.fromkeys(o.card for o in best.scenario.objects if o.card))
    terms = tuple(dict.fromkeys(s.value for w in talk.words for s in w.senses if s.kind == "keyword"))
    used = tuple(talk.words[i].lower for i in sorted(best.used) if i < len(talk.words) and talk.words[i].kind != "mark")
    return Reading(best.scenario, used, tuple(dict.fromkeys(left)), cards, terms, best.guessed, _each_once(blocking))
