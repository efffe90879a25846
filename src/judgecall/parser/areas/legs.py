"""Questions about legs in the art, for "target creature with four or more legs" (Jermane, Pride of the Circus)."""

from __future__ import annotations

from judgecall.cards.abilities import ForceBlock, Static
from judgecall.corpus.figures import art_phrases
from judgecall.parser.areas.art import JERMANE, Art, ArtReader
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability
from judgecall.scenario.model import Event, GameObject, Query, QueryKind, Scenario

_ON_TARGET = frozenset({"pump", "put", "activate", "enchant", "give", "choose", "get"})
_TARGETS = frozenset({"target", "targets", "pump", "buff", "legs", "leg", "put", "counters", "counter", "count",
                      "counts", "qualify", "work", "works", "use"})  # fmt: skip
_NEW = ("just cast", "just played", "new", "fresh", "summoning sick", "came in this turn", "came down this turn", "entered this turn", "just came down",
        "just dropped", "just landed", "right away", "the turn i cast her", "the turn she came in", "the turn she comes in", "the same turn", "the turn i play her")  # fmt: skip
_ASKING_SHORT = ("what about", "how about", "for jermane", "with jermane", "on jermane")
_COUNTER_ABILITY = frozenset({"counter", "counters", "+1/+1", "first", "cheap", "pump"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about legs."""
    del context
    jermane = next((m for m in talk.mentions if JERMANE in m.cards), None)
    about_legs = talk.has("noun", "legs") or any(m.legs is not None for m in talk.mentions)
    if jermane is None and not about_legs:
        return []
    if any(c.frame in {"block", "attack", "no_block"} for c in talk.clauses):
        late = _too_late(talk, jermane)
        return [late] if late is not None else []
    readers = (_too_late, _activation, _counters, _how_many_legs, _legality)
    for reader in readers:
        candidate = reader(talk, jermane)
        if candidate is not None:
            return [candidate]
    return []


# ------------------------------------------------------------------ what is asked


def _legality(talk: Talk, jermane: Mention | None) -> Candidate | None:
    """Whether a creature has four or more legs, or is a legal target."""
    if not any(w.lower in _TARGETS or w.is_("legal") for w in talk.words) and not (
        jermane and talk.says(*_ASKING_SHORT)
    ):
        return None
    subject = _creature(talk)
    if subject is None or subject.count not in {None, 1}:
        return None
    if subject.keywords and subject.owner is None:
        return None  # whether hexproof and the like keep her ability off depends on whose it is
    unsure = talk.says("not sure how many legs", "do not know how many legs", "no idea how many legs")
    if (
        (talk.has("how_many") and not unsure)
        or talk.has("how_much")
        or talk.has("in_response")
        or talk.says("twice", "again", "both abilities")
    ):
        return None
    art = ArtReader(talk, subject).read()
    if not art.clear:
        return None
    board = Board(talk)
    id = board.get(subject)
    if id is None:
        return None
    _describe(board, id, art)
    source: tuple[str, ...] = ()
    if jermane is not None:
        made = board.get(jermane, owner="you")
        source = (made,) if made else ()
    value = _value(talk, subject, art)
    kind: QueryKind = "legal_target" if source and not value and art.minimum is None else "legs_ok"
    used = art.used | _words(talk, jermane)
    subjects = [id]
    for sibling in _siblings(talk, subject):
        more = board.get(sibling)
        if more is not None:
            subjects.append(more)
            used |= set(range(sibling.start, sibling.end))
    if len(subjects) > 1:
        kind = "legs_ok"
    denied = _denied(talk)
    used |= denied
    query = Query(
        kind,
        tuple(subjects),
        source if kind == "legal_target" else (),
        n=art.minimum,
        value=value,
        inverse=bool(denied),
    )
    return _candidate(board, (query,), used)


def _value(talk: Talk, subject: Mention, art: Art) -> str:
    """What the question takes for a reason: its type, or another figure in the picture."""
    own_legs = art.legs is not None or bool(art.figures) or art.hidden
    if (
        art.other
        and not own_legs
        and (
            talk.says(
                "does that",
                "does it",
                "because of",
                "count as",
                "thanks to",
                "do the",
                "does the",
                "because the",
                "make",
                "makes",
                "let me",
                "lets me",
            )
        )
    ):
        return "other_figure"
    by_kind = (
        bool(art.subtypes)
        and not subject.cards
        and (subject.owner is None or talk.says("type", "types", "alone", "enough"))
    )
    if by_kind and not own_legs and not art.other and talk.says(*art_phrases()["type_alone"]):
        return "type_alone"
    return ""


def _denied(talk: Talk) -> set[int]:
    """The negation of "says she can't target it", "it's not a legal target": the claim is that it may not be done.

    "can't she target it?" only expects a yes, and claims nothing of the kind.
    """
    for i, word in enumerate(talk.words):
        if not word.is_("negation") or word.lower not in {"not", "never"} or i + 1 >= len(talk.words):
            continue
        following = [w for w in talk.lowers[i + 1 : i + 4] if w not in {"be", "a", "even", "really", "actually"}]
        after = talk.words[i + 1 + (talk.lowers[i + 1 : i + 4].index(following[0]) if following else 0)]
        told = talk.lowers[i - 1] in {"can", "could", "is", "are", "should", "does", "do"} if i else False
        if told and (
            after.is_("verb", "target", "pump", "put", "count")
            or after.lower in {"legal", "target", "targeted", "targetable", "valid", "ok", "allowed"}
        ):
            return {i}
    return set()


def _siblings(talk: Talk, subject: Mention) -> list[Mention]:
    """ "a snake / wurm", "a horse or a goat": creatures that the same is asked of."""
    found: list[Mention] = []
    last = subject
    for mention in talk.mentions:
        gap = talk.lowers[last.end : mention.start]
        if (
            mention.start >= last.end
            and gap in (["/"], ["or"], ["and"], [","], [",", "or"])
            and mention.subtypes
            and mention.is_object
        ):
            found.append(mention)
            last = mention
    return found


def _how_many_legs(talk: Talk, jermane: Mention | None) -> Candidate | None:
    """ "how many legs does my X have": what is known of the kind, or that only the picture tells."""
    if not (
        talk.says("how many legs", "number of legs", "the legs of", "count legs", "count the legs")
        and talk.has("noun", "legs")
    ) or talk.says("not sure how many legs", "do not know how many legs", "no idea how many legs"):
        return None
    subject = _creature(talk)
    if subject is None:
        return None
    art = ArtReader(talk, subject).read()
    if art.legs is not None or art.figures or art.other or not art.clear:
        return None
    board = Board(talk)
    id = board.get(subject)
    if id is None:
        return None
    used = art.used | _words(talk, jermane)
    used |= {i for i, w in enumerate(talk.words) if w.is_("how_many") or w.lower in {"number", "tell", "determine"}}
    return _candidate(board, (Query("number_of_legs", (id,)),), used)


def _counters(talk: Talk, jermane: Mention | None) -> Candidate | None:
    """ "how many counters does Jermane put on my horse"."""
    asked = talk.says("how many counters", "how many +1/+1 counters", "number of counters", "how many +1 counters")
    if jermane is None or not asked:
        return None
    subject = _creature(talk)
    board = Board(talk)
    source = board.get(jermane, owner="you")
    if source is None or (subject is None and not talk.says("put on")):
        return None
    used = _words(talk, jermane) | {
        i
        for i, w in enumerate(talk.words)
        if w.is_("how_many") or w.kind == "change" or w.is_("verb", "put", "enchant", "counter", "give", "get")
    }
    target: tuple[str, ...] = ()
    if subject is not None:
        id = board.get(subject)
        art = ArtReader(talk, subject).read()
        if not art.clear or id is None:
            return None
        _describe(board, id, art)
        used |= art.used
        target = (id,)
    return _candidate(board, (Query("amount", (source,), target, value="counters"),), used)


def _activation(talk: Talk, jermane: Mention | None) -> Candidate | None:
    """ "just cast Jermane, can she use the counter ability on my tiger": whether she may activate it at all."""
    if jermane is None:
        return None
    clause = next(
        (
            c
            for c in talk.clauses
            if c.frame in {"activate", "tap", "put"} and (c.question or c.modal == "can" or c.should)
        ),
        None,
    )
    tapped = _tapped(talk, jermane)
    came = talk.has("this_turn") and any(
        c.frame in {"cast", "enter", "play", "put"} and not c.question for c in talk.clauses
    )
    new = came or talk.says(*_NEW) or jermane.since == "this_turn"
    settled = talk.has("moment", "since_last_turn") or talk.says(
        "last turn", "since last turn", "a few turns", "been out", "for a while"
    )
    if clause is None or not (tapped or new or settled):
        return None
    board = Board(talk)
    source = board.get(jermane, owner="you")
    if source is None:
        return None
    fields: dict[str, object] = {}
    used = _words(talk, jermane)
    if tapped:
        fields["tapped"] = True
    if settled:
        fields["since"] = "before_turn"
    elif new:
        fields["since"] = "this_turn"
    haste = [i for i, w in enumerate(talk.words) if w.is_("keyword", "haste")]
    if haste:
        lacks = any(talk.lowers[i - 1] in {"no", "without", "not", "any"} for i in haste)
        board_thing = board.objects[source]
        fields["without" if lacks else "abilities"] = (
            ("haste",) if lacks else (*board_thing.abilities, ability("haste"))
        )
        used |= set(haste) | {
            i - 1
            for i in haste
            if talk.lowers[i - 1] in {"no", "without", "not", "any", "gave", "give", "has", "have", "with"}
        }
    board.change(source, **fields)
    used |= {clause.verb} | {i for i, w in enumerate(talk.words) if w.is_("this_turn") or w.is_("modal_can") or w.is_("verb", "cast", "play", "enter", "tap", "activate", "give", "get", "put", "counter", "enchant")
             or w.lower in {"tapped", "last", "turn", "turns", "sick", "summoning sick", "since", "since last turn", "first", "second"} or (w.is_("moment") and "turn" in w.lower)}  # fmt: skip
    value = "counters" if any(w.lower in _COUNTER_ABILITY for w in talk.words) else ""
    subject = _creature(talk)
    if subject is not None:
        art = ArtReader(talk, subject).read()
        id = board.get(subject)
        if id is None or not art.clear:
            return None
        _describe(board, id, art)
        used |= art.used
    for mention in talk.mentions:
        if mention.head == "pronoun" and mention.text in {"she", "her", "it"}:
            used |= set(range(mention.start, mention.end))
    return _candidate(board, (Query("can_activate", (source,), value=value),), used)


def _tapped(talk: Talk, jermane: Mention) -> bool:
    after = talk.lowers[jermane.end : jermane.end + 4]
    return (
        jermane.tapped is True
        or "tapped" in after
        or talk.says("she is tapped", "she is already tapped", "already tapped", "tapped jermane")
    )


def _too_late(talk: Talk, jermane: Mention | None) -> Candidate | None:
    """ "I used her lure when blocks were made already": it comes too late."""
    late = next((w for w in talk.words if (s := w.sense("moment")) is not None and talk.lexicon.moments.get(s.value, {}).get("step") == "declare_blockers"
                 and talk.lexicon.moments[s.value].get("after")), None)  # fmt: skip
    forces = any(set(c.frames) & {"force", "produce"} for c in talk.clauses) or talk.says(
        "does it do anything", "any effect", "do anything", "too late"
    )
    if jermane is None or late is None or not forces:
        return None
    subject = _creature(talk)
    if subject is None:
        return None
    art = ArtReader(talk, subject).read()
    board = Board(talk)
    id = board.get(subject)
    if id is None or not art.clear:
        return None
    _describe(board, id, art)
    board.change(id, attacking=True, controller=board.objects[id].controller or "you")
    blocker = board.create(GameObject("creature", said="creature", types=("creature",), controller="opp"))
    made = board.get(jermane, owner="you")
    lured = Event("gain", (id,), abilities=(Static((_lure(),)),), at="declare_blockers", after=True)
    used = art.used | _words(talk, jermane) | set(range(jermane.start, jermane.end))
    used |= {
        i
        for i, w in enumerate(talk.words)
        if w is late
        or w.is_("keyword", "lure")
        or w.is_("verb", "force", "produce", "use", "activate")
        or w.lower in {"anything", "anyone", "anybody", "lure", "late", "effect", "block"}
        or w.is_("modal_must")
    }
    query = Query("must_block", (blocker,), (id,), inverse=talk.says("too late"))
    scenario_events = (Event("attack", (id,)), lured)
    return _candidate(board, (query,), used, scenario_events) if made else None


def _lure() -> ForceBlock:
    found = ability("lure")
    if not isinstance(found, Static) or not isinstance(found.effects[0], ForceBlock):
        raise TypeError("the lexicon's lure is not a requirement to block")
    return found.effects[0]


# ------------------------------------------------------------------ pieces


def _candidate(board: Board, queries: tuple[Query, ...], used: set[int], events: tuple[Event, ...] = ()) -> Candidate:
    scenario = Scenario(tuple(board.objects.values()), events=events, queries=queries)
    return Candidate(scenario, "legs", used, 0.0, tuple(board.guessed), tuple(board.ambiguous))


def _describe(board: Board, id: str, art: Art) -> None:
    """Put what is known of the picture on the object."""
    fields: dict[str, object] = {}
    if art.figures:
        fields["figures"] = art.figures
    elif art.legs is not None:
        fields["legs"] = art.legs
    else:
        fields["legs"] = None
    thing = board.objects[id]
    if art.legs is not None and thing.said.startswith("legged"):
        fields["said"] = f"{art.legs}-{thing.said}"
    if art.other:
        fields["other_figures"] = art.other
    if thing.card is None and art.subtypes:
        fields["subtypes"] = tuple(dict.fromkeys((*thing.subtypes, *art.subtypes)))
    if thing.card is None and "creature" not in thing.types:
        fields["types"] = (*thing.types, "creature")
    board.change(id, **fields)


def _words(talk: Talk, jermane: Mention | None) -> set[int]:
    """The words that only carry the question once the picture has been understood."""
    known = set(art_phrases()["words"])
    used = {
        i
        for i, w in enumerate(talk.words)
        if w.kind == "word"
        and (
            w.lower in known or w.is_("noun", "art") or w.is_("legal") or w.is_("modal_can") or w.is_("verb", "target")
        )
    }
    used |= {
        i
        for i, w in enumerate(talk.words)
        if w.kind == "word" and w.is_("filler") and not w.is_("negation") and talk.inside(i) is None
    }
    for i, word in enumerate(talk.words):
        if (
            word.kind == "change"
            and i + 1 < len(talk.words)
            and talk.lowers[i + 1] in {"counter", "counters"}
            and word.value == (1, 1)
        ):
            used.add(i)
    for phrase in (
        *art_phrases()["not_seen"],
        *art_phrases()["hidden"],
        *art_phrases()["elsewhere"],
        *art_phrases()["added_up"],
    ):
        at = talk.where(phrase)
        if at is not None:
            used |= set(range(at, at + len(phrase.split())))
    for i, word in enumerate(talk.words):
        if word.kind == "number" and i and talk.lowers[i - 1] in {"add up to", "adds up to", "added up to"}:
            used.add(i)
        if word.lower == "as" and talk.lowers[i + 1 : i + 2] == ["far"]:
            used |= {i, i + 1}
    for mention in talk.mentions:
        if JERMANE in mention.cards:
            used |= set(range(mention.start, mention.end))
    if jermane is not None:
        # "with two abilities": which of them makes no difference to what may be targeted.
        used |= {
            i
            for i, w in enumerate(talk.words)
            if w.lower in {"lure", "either", "both"} and talk.lowers[i + 1 : i + 2] in (["ability"], ["abilities"])
        }
    return used


def _creature(talk: Talk) -> Mention | None:
    """The creature whose legs are counted: what is asked about, and not Jermane nor another figure in the picture."""
    things = [
        m
        for m in talk.mentions
        if m.is_object and JERMANE not in m.cards and m.head not in {"ability", "spell", "land"}
    ]
    asked: list[Mention] = []
    for clause in talk.clauses:
        if clause.frame == "target":
            asked += [*clause.object, *(m for m in clause.subject if JERMANE not in m.cards)]
        elif set(clause.frames) & _ON_TARGET:
            asked += [*clause.on, *clause.other.get("to", []), *clause.object]
    named = [m for m in asked if m in things]
    if named and not (named[0].head == "creature" and not named[0].described):
        # Spoken of before in more words: "the art of my Tarmogoyf … the goyf".
        first = next((m for m in things if m.cards and m.cards == named[0].cards), None)
        return first or named[0]
    owned = [m for m in things if m.owner]
    cards = [m for m in things if m.cards]
    described = [m for m in things if m.described or m.legs is not None]
    rest = [m for m in things if m.head == "creature"]
    for group in (cards, owned, described, rest):
        if group:
            return group[0]
    return None
