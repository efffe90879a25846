"""Beliefs and arguments that stand before the question itself: "I said it can't block because it's red. can it block?".

They state no facts; what is asked afterwards is asked in words of its own. A belief that names anything the rest of the
question doesn't know of is left alone, since it may tell of the board as well.
"""

from __future__ import annotations

from judgecall.parser.talk import Talk

_BELIEVING = frozenset({"figured", "figure", "thought", "think", "assumed", "assume", "believed", "believe", "guessed", "guess", "said", "argued",
                        "argue", "reckon", "reckoned", "expected"})  # fmt: skip
_CLAIMING = frozenset({"says", "said", "claims", "claimed", "insists", "insisting", "insisted", "argues", "argued", "arguing", "thinks", "thought",
                       "believes", "swears", "swore", "keeps saying", "saying"})  # fmt: skip
_TOLD = frozenset({*_CLAIMING, *_BELIEVING, "told"})
"""Verbs of saying and believing behind what happened."""
_BLOCKERS = frozenset({"or", "and", "a", "creatures", "guys", "with", "other", "creature", "stuff", "things"})
"""Words in a naming of kinds of blockers."""
_FRAMES = frozenset({"block", "no_block", "attack", "trample_over"})
_STATES = frozenset({"unblocked", "blocked", "blockable", "unblockable"})
_FACTS = frozenset(
    {
        "tapped",
        "untapped",
        "has",
        "have",
        "had",
        "controls",
        "cast",
        "already",
        "before",
        "after",
        "died",
        "left",
        "gained",
        "lost",
    }
)
_JUDGING = frozenset({"right", "wrong", "true", "correct", "false", "that", "this"})
_WANTING = frozenset({"want", "wants", "wanted", "prefers", "preferred", "likes", "hoped", "hopes"})
_OF_DAMAGE = ("deathtouch", "trample", "lifelink", "first strike", "double strike", "infect", "wither", "toxic")
_LEAD = 4
"""Words that may stand before the verb of believing."""


def drop_beliefs(talk: Talk) -> None:
    """Take beliefs out of the talk when the question proper stands by itself in a later sentence."""
    for start, end in [*_concessions(talk), *_purposes(talk)]:
        talk.use(range(start, end))
        talk.forget(range(start, end))
    last = _asked_sentence(talk)
    if last is None:
        return
    for start, end in _motives(talk):
        talk.use(range(start, end))
        talk.forget(range(start, end))
    for sentence in range(last):
        span = [i for i, w in enumerate(talk.words) if w.sentence == sentence]
        begins = _belief_from(talk, span)
        if begins is None:
            begins = _told_behind(talk, span)
        if begins is None:
            continue
        belief = [i for i in span if i >= begins]
        if _asks_of_rule(talk, span) or _adds_nothing(talk, belief):
            talk.use(belief)
            talk.forget(belief)


def _concessions(talk: Talk) -> list[tuple[int, int]]:
    """ "can i tap it for …, even though i can't tap it for its own mana": what is granted behind the question is no part of it."""
    found: list[tuple[int, int]] = []
    for i, lower in enumerate(talk.lowers):
        if lower not in {"though", "although"} or not any((c.question or c.modal) and c.verb < i for c in talk.clauses):
            continue
        start = i - 1 if i and talk.lowers[i - 1] == "even" else i
        end = next((j for j in range(i, len(talk.words)) if talk.words[j].kind == "mark"), len(talk.words))
        span = talk.words[i + 1 : end]
        # What is lacking ("although I don't have a Swamp") is a fact, what may not be done is none.
        denied = len(span) > 2 and span[0].is_("player") and any(w.is_("modal_can") for w in span[1:3])
        denied = denied and any(w.is_("negation") for w in span[1:4])
        plain = all(w.kind == "word" and not w.is_("keyword") and not w.is_("moment") for w in span)
        if denied and plain and not any(c.question and c.verb >= i for c in talk.clauses):
            found.append((start, end))
    return found


def _purposes(talk: Talk) -> list[tuple[int, int]]:
    """ "he sacrifices it in response to deny me the counter": what it is meant for, in a verb that tells of nothing in the game."""
    found: list[tuple[int, int]] = []
    for i, word in enumerate(talk.words[:-2], 1):
        verb = talk.words[i]
        if not word.is_("in_response") or not word.lower.endswith(" to") or talk.inside(i) is not None:
            continue
        end = next((j for j in range(i, len(talk.words)) if talk.words[j].kind == "mark"), len(talk.words))
        does = any(i <= c.verb < end for c in talk.clauses)
        if talk.tags[i] == "VERB" and not verb.is_("verb") and not does and _tells_no_facts(talk, range(i, end)):
            found.append((i, end))
    return found


def _tells_no_facts(talk: Talk, span: range) -> bool:
    """Whether it is made of plain words that say nothing of what things are or when."""
    words = [talk.words[i] for i in span]
    return all(w.kind == "word" and not any(w.is_(k) for k in ("keyword", "moment", "negation")) for w in words)


def _motives(talk: Talk) -> list[tuple[int, int]]:
    """ "…, because she hoped to keep her wither guy": why it was done; no ability of it decides about blocks."""
    found: list[tuple[int, int]] = []
    for i in range(len(talk.words) - 3):
        who = talk.words[i + 1].is_("player")
        if talk.lowers[i] not in {"because", "cause", "since"} or not who or talk.lowers[i + 2] not in _WANTING:
            continue
        j = i + 3
        while j < len(talk.words) and talk.words[j].sentence == talk.words[i].sentence and talk.words[j].kind != "mark":
            j += 1
        span = talk.words[i:j]
        plain = all(
            (w.kind == "word" or w.lower == "one") and not w.is_("negation") and not w.is_("moment")
            and (not w.is_("keyword") or w.is_("keyword", *_OF_DAMAGE))
            for w in span
        )  # fmt: skip
        if plain:
            found.append((i, j))
    return found


def _asked_sentence(talk: Talk) -> int | None:
    """The last sentence, when it asks about a block or an attack in words of its own."""
    if not talk.words:
        return None
    last = talk.words[-1].sentence
    span = [i for i, w in enumerate(talk.words) if w.sentence == last]
    words = [talk.words[i] for i in span]
    marked = words[-1].lower == "?" or any(c.sentence == last and c.question for c in talk.clauses)
    declared = any(w.is_("legal") and "block" in w.lower for w in words)  # "is his block legal?", of one that was told
    if marked and (declared or _tells_whole_block(talk, last)):
        return last
    if any(w.is_("legal") for w in words) and _tells_whole_block(talk, last - 1):
        return last - 1  # "my plan was that each elf blocks each ogre. may i?"
    if not marked or any(w.is_("legal") or w.lower in _JUDGING for w in words):
        return None
    asks = any(
        c.sentence == last and set(c.frames) & _FRAMES and c.frame in _FRAMES and (c.question or c.modal)
        and any(m.head != "player" for m in c.roles())
        for c in talk.clauses
    ) or any(w.lower in _STATES for w in words)  # fmt: skip
    return last if asks else None


def _tells_whole_block(talk: Talk, sentence: int) -> bool:
    """Whether a sentence names both who blocks and what is blocked."""
    return any(
        c.sentence == sentence
        and set(c.frames) & {"block", "put"}
        and sum(m.is_object or m.head == "some" for m in c.roles()) > 1
        for c in talk.clauses
    )


def _belief_from(talk: Talk, span: list[int]) -> int | None:
    """Where the belief begins in a sentence; the words before it must be its subject and nothing else."""
    if _asks_of_rule(talk, span):
        return span[0]
    for n, i in enumerate(span[: _LEAD + 1]):
        word = talk.words[i]
        lead = [talk.words[k] for k in span[:n]]
        mine = any(w.lower in {"i", "we"} for w in lead) and (
            word.lower in {*_BELIEVING, "know"}
            or (word.lower in {"gonna", "going"} and any(w.lower == "was" for w in lead))
        )
        other = any(w.is_("player", "opp") or w.lower in {"friend", "buddy", "someone"} for w in lead)
        if not (mine or (other and word.lower in _CLAIMING)):
            continue
        plain = all(w.is_("player") or w.lower in {"am", "was"} or w.is_("filler") or w.kind == "mark" for w in lead)
        return span[0] if plain else None
    return None


def _told_behind(talk: Talk, span: list[int]) -> int | None:
    """ "he blocks it with a bear and I told him that can't be": where a belief begins behind what happened."""
    for i in span[1:-3]:
        if talk.lowers[i] not in {"and", "but", "so"} or not talk.words[i + 1].is_("player"):
            continue
        if talk.lowers[i + 2] not in _TOLD:
            continue
        to = talk.words[i + 3].sense("player")
        rule = [w for k, w in enumerate(talk.words) if i < k <= span[-1]]
        if not any(w.is_("modal_can") or w.is_("modal_must") or w.is_("legal") for w in rule):
            continue  # "and I said I sacrifice it" is done
        if talk.lowers[i + 2] != "told" or (to is not None and to.form != "possessive"):
            return i
    return None


def _asks_of_rule(talk: Talk, span: list[int]) -> bool:
    """ "does skulk look at toughness at all?": what an ability goes by; the case that is asked next shows it."""
    words = [talk.words[i] for i in span]
    looks = any(w.lower in {"look", "care", "check", "matter", "count", "use", "compare"} for w in words)
    named = len(words) > 1 and words[0].lower in {"does", "do"} and words[1].is_("keyword")
    return looks and named and not any(w.kind in {"size", "card", "number"} for w in words)


def _named_as_blockers(talk: Talk, belief: list[int]) -> set[int]:
    """ "it can only be blocked by fliers or reach": the kinds of blockers that somebody's rule is about."""
    found: set[int] = set()
    for i in belief:
        ruled = any(talk.words[k].is_("modal_can") for k in belief if i - 5 < k < i)
        by = next((k for k in (i + 1, i + 2) if talk.lowers[k : k + 1] == ["by"]), None)
        if not ruled or by is None or not talk.words[i].is_("verb", "block"):
            continue
        k = by + 1
        while k <= belief[-1] and (talk.words[k].is_("keyword") or talk.lowers[k] in _BLOCKERS):
            found.add(k)
            k += 1
    return found


def _adds_nothing(talk: Talk, belief: list[int]) -> bool:
    """Whether everything that it names is known from the rest of the question, and it tells of nothing that happened."""
    inside = set(belief)
    rest = [w for i, w in enumerate(talk.words) if i not in inside]
    numbers = {n for w in rest for n in (w.value if w.kind in {"size", "number", "change"} else ())} | {1, 2}
    terms = {s.value for w in rest for s in w.senses if s.kind in {"keyword", "subtype", "color"}}
    words = {w.lower for w in rest} | {"number", "way", "time", "game", "rule", "rules"}
    of_blockers = _named_as_blockers(talk, belief)
    cards = {name for w in rest if w.kind == "card" for name in w.cards}
    ruled = any(talk.words[i].is_("modal_can") or talk.words[i].lower in {"need", "needs"} for i in belief)
    for i in belief:
        word = talk.words[i]
        if word.is_("modal_must") or (word.kind == "number" and ruled):
            continue  # what a rule asks for, by somebody's word
        if word.lower in {"have", "has"} and talk.lowers[i + 1 : i + 2] in (["been"], ["to"]):
            continue
        if i in of_blockers or (word.kind == "card" and set(word.cards) <= cards):
            continue
        if word.kind == "card" or word.lower in _FACTS or word.is_("moment") or word.is_("concept"):
            return False
        if word.kind in {"size", "number", "change"} and not set(word.value) <= numbers:
            return False
        told = [s.value for s in word.senses if s.kind in {"keyword", "subtype", "color"}]
        if told and not set(told) & terms:
            return False
        if not word.senses and word.kind == "word" and word.lower not in words and talk.tags[i] in {"NOUN", "PROPN"}:
            return False
    return True
