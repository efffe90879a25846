"""What a question tells again of a card whose every line is known: "Mogg Flunkies, which can't attack alone, …".

Such words add nothing, right or wrong: the card itself is on the board. They are taken out only where they can tell of
nothing else: no size, no other card, nothing that was done.
"""

from __future__ import annotations

from judgecall.cards.abilities import Card, Unread
from judgecall.parser.lexicon import Sense
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.parser.words import AUXILIARY, Word

_FILLER = (Sense("filler", "told"),)
_OUT = (
    ("is", "out", "and"), ("is", "in", "play", "and"), ("is", "on", "board", "and"), ("out", "and"), ("in", "play", "and"),
)  # fmt: skip
_RELATIVE = frozenset({"which", "that", "who"})
_TELLING = frozenset({"says", "say", "means", "meaning", "forces", "force", "makes", "make", "lets", "prevents", "keeps", "stops", "requires",
                      "reads", "needs", "need", "gives", "taxes"})  # fmt: skip
_SUMMING = frozenset({"so", "meaning"})
_ENDS = frozenset({",", ".", ";", "?", "!", ")", "but", "so", "then", "because", "since", "if", "when"})
_NOUNS = ("creature", "attacker", "blocker", "player", "combat", "ability", "mana", "turn", "power", "permanent")
_VERBS = (
    "block",
    "attack",
    "pay",
    "force",
    "produce",
    "have",
    "get",
    "say",
    "stop",
    "stay",
    "declare",
    "leave",
    "choose",
)
_PLAIN = frozenset({"combat", "able", "unless", "except", "controller", "controllers", "cost", "costs", "extra", "additional", "alone", "more", "each",
                    "every", "per", "needs", "need", "needed", "at least", "only", "goad", "goaded", "time", "requires", "prevents", "keeps", "lets",
                    "taxes", "means", "meaning", "everything", "himself", "itself", "attacks", "blocks", "they", "them", "it", "he", "she", "him"})  # fmt: skip
_DOING = frozenset({"i", "we", "you"})
_FAR = 9
_LONG = 24


def drop_retold(talk: Talk) -> None:
    """Take out of the talk what only says again what a named card does."""
    if not (talk.has("verb", "block") or talk.has("verb", "attack") or talk.has("noun", "blocker")):
        return
    for mention in list(talk.mentions):
        card = talk.card(mention) if len(mention.cards) == 1 else None
        if card is None or any(isinstance(a, Unread) for face in card.faces for a in face.abilities):
            continue
        for start in (_beside(talk, mention), _summed_up(talk, mention), _next_sentence(talk, mention)):
            if start is None:
                continue
            end = _end(talk, start)
            if _asked(talk, start, end) or not _is_of_card(talk, range(start, end), card):
                continue
            _own(talk, mention, card, range(start, end))
            _take_out(talk, start, end)


def _beside(talk: Talk, mention: Mention) -> int | None:
    """Where the telling begins right behind a card: ", which can't attack alone", "is out and forces …", "says it can't …"."""
    i = mention.end
    for lead in _OUT:
        if tuple(talk.lowers[i : i + len(lead)]) == lead:
            i += len(lead)
            return i if talk.lowers[i : i + 1] and talk.lowers[i] in _TELLING else None
    if talk.lowers[i : i + 1] in ([","], ["("], ["-"]):
        i += 1
    if talk.lowers[i : i + 1] and talk.lowers[i] in _RELATIVE:
        return i
    plain = i == mention.end and talk.lowers[i : i + 1] and talk.lowers[i] in _TELLING
    return i if plain else None


def _summed_up(talk: Talk, mention: Mention) -> int | None:
    """Where "so all his attackers have menace", "which means …" begins a little behind a card."""
    for i in range(mention.end, min(mention.end + _FAR, len(talk.words) - 1)):
        word = talk.words[i]
        if (
            word.sentence != talk.words[mention.start].sentence
            or word.kind == "card"
            or word.lower in {"but", "?", "if"}
        ):
            return None
        if word.lower in _SUMMING or (word.lower == "which" and talk.lowers[i + 1] == "means"):
            return i
    return None


def _next_sentence(talk: Talk, mention: Mention) -> int | None:
    """Where "It gives my other green guys intimidate." begins, when the card before it is all that it can be."""
    sentence = talk.words[mention.start].sentence
    start = next((i for i in range(mention.end, len(talk.words)) if talk.words[i].sentence > sentence), None)
    if start is None or talk.lowers[start] not in {"it", "he", "she", "that"} or start + 1 >= len(talk.words):
        return None
    spoken = [m for m in talk.mentions if m.sentence == sentence and m.is_object]
    told = (
        talk.lowers[start + 1] in _TELLING
        or talk.words[start + 1].is_("modal_can")
        or talk.words[start + 1].is_("modal_must")
    )
    return start if told and spoken == [mention] else None


def _end(talk: Talk, start: int) -> int:
    """Where it ends: at the first mark, or before what goes on with another subject."""
    for j in range(start + 1, min(start + _LONG, len(talk.words))):
        word = talk.words[j]
        ahead = talk.words[j + 1] if j + 1 < len(talk.words) else word
        listed = word.lower == "," and (
            ahead.is_("keyword") or ahead.kind == "change" or ahead.lower in {"trample", "and"}
        )
        if word.sentence != talk.words[start].sentence or (word.lower in _ENDS and not listed):
            return j
        follower = talk.inside(j + 1)
        if word.lower == "and" and follower is not None and (follower.head == "player" or follower.cards):
            return j
    return min(start + _LONG, len(talk.words))


def _asked(talk: Talk, start: int, end: int) -> bool:
    """Whether the part of the sentence is the question itself."""
    if end < len(talk.words) and talk.lowers[end] == "?":
        return True
    j = start
    while (
        j > 0
        and talk.words[j - 1].sentence == talk.words[start].sentence
        and talk.lowers[j - 1] not in {",", "and", "but"}
    ):
        j -= 1
    return talk.lowers[j] in AUXILIARY


def _is_of_card(talk: Talk, span: range, card: Card) -> bool:
    """Whether every word could tell of the card's own effect, and one tells what may, must or can't be."""
    facts = str(card).lower()
    ruled = False
    for i in span:
        word = talk.words[i]
        terms = [s.value.lower() for s in word.senses if s.kind in {"keyword", "subtype"}]
        if word.kind in {"card", "size", "mana", "xis"} or word.lower in _DOING or word.lower in {"tapped", "untapped"}:
            return False
        if word.is_("keyword", "haste"):
            return False  # whom it reaches depends on when
        if word.kind == "change" and "modifypt" not in facts:
            return False
        if terms and not word.is_("filler") and not _known(word, facts):
            return False
        ruled = ruled or bool(terms) or any(word.is_(k) for k in ("modal_can", "modal_must", "negation"))
        ruled = ruled or word.lower in {
            "need",
            "needs",
            "unless",
            "forces",
            "force",
            "requires",
            "makes",
            "keeps",
            "prevents",
        }
        if word.is_("verb") and not word.is_("filler") and not word.is_("verb", *_VERBS) and not terms:
            return False
        if word.kind == "word" and not word.senses and word.lower not in _PLAIN:
            return False
        if word.is_("noun") and not word.is_("noun", *_NOUNS) and not terms:
            return False
        if word.is_("moment") or (word.is_("this_turn") and not word.is_("filler") and word.lower != "this turn"):
            return False
    return ruled and len(span) > 1


def _known(word: Word, facts: str) -> bool:
    """Whether the card's own facts know a keyword, a phrase of requirements or a creature type."""
    for sense in word.senses:
        if sense.kind == "subtype" and sense.value.lower() not in facts:
            return False
        if sense.kind == "keyword" and " " not in sense.value and sense.value.lower() not in facts:
            return False
    return True


def _own(talk: Talk, mention: Mention, card: Card, span: range) -> None:
    """ "makes my menace guys need three blockers": whose creatures it is about tells whose it is."""
    whose = [talk.words[i].sense("player") for i in span]
    told = {s.value for s in whose if s is not None and s.form == "possessive"}
    facts = str(card)
    if mention.owner is not None or len(told) != 1 or not told <= {"you", "opp"}:
        return
    mine, theirs = "controller='you'" in facts, "controller='opponent'" in facts
    owner = told.pop()
    if mine and not theirs:
        mention.owner = owner
    elif theirs and not mine:
        mention.owner = {"you": "opp", "opp": "you"}[owner]


def _take_out(talk: Talk, start: int, end: int) -> None:
    talk.use(range(start, end))
    for word in talk.words[start:end]:
        word.kind, word.senses, word.value = ("word", _FILLER, ()) if word.kind != "mark" else ("mark", (), ())
    talk.forget(range(start, end))
